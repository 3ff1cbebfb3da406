"""Moves as plain data, as text and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eminence.cext.core.face import Data, Record
from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.figures import Building
from eminence.cext.games.kingsburg.figures_effects import Source
from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.notation_effects import (
    effect_words,
    effects_words,
    help_words,
    listed,
    option_words,
    pieces,
)
from eminence.cext.games.kingsburg.state import Limit, Owner, Rule
from eminence.cext.games.kingsburg.views import building_word
from eminence.cext.games.kingsburg.words import BUILDINGS, DECKS, GOODS, KINDS, PHASES, ROWS, bits

# What the choice of a kind means in each phase that asks for one.
KIND_ACTIONS = {
    "aid": "take",
    "take": "take",
    "gain": "take",
    "name": "name",
    "stock": "take",
    "share": "take",
    "loot": "take",
    "swap": "take",
    "price": "pay",
    "hire": "pay",
    "reward": "take",
    "loss": "lose",
}
# Phases with two moves, and what they do.
YES_OR_NO = {
    "bless": ("wait", "bless"),
    "blessing": ("governor_first", "fate_first"),
    "move": ("stay", "move"),
}
# What declining is called.
ZERO = {
    "place": "pass",
    "build": "pass",
    "second": "pass",
    "rob": "pass",
    "trade": "pass",
    "arm": "pass",
    "bid": "pass",
    "modify": "stop",
    "effect": "stop",
    "recruit": "stop",
    "conjure": "stop",
    "academy": "keep",
}


def move_data(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    return {"coloured": [], "white": []} | _move(kernel, record, PHASES[record["phase"]], move)


def _move(kernel: KingsburgKernel, record: Record, phase: str, move: int) -> Data:
    if phase in KIND_ACTIONS:
        return {"action": KIND_ACTIONS[phase], "kind": KINDS[move]}
    if phase in YES_OR_NO:
        return {"action": YES_OR_NO[phase][move]}
    if move == 0 and phase in ZERO:
        return {"action": ZERO[phase]}
    return MOVES[phase](kernel, record, move)


def _use(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    source = _source(kernel, record, move)
    return (
        {"action": "use", "building": source.word}
        if source.is_building
        else {"action": "use", "governor": _own(kernel, record)}
    )


def _own(kernel: KingsburgKernel, record: Record) -> str:
    """The actor's governor."""
    number: int = record["governor"][record["actor"]]
    return kernel.figures.governors[number].id


def _source(kernel: KingsburgKernel, record: Record, move: int) -> Source:
    hook = words.USED[PHASES[record["phase"]]]
    return kernel.figures.effects.sources[hook][move - 1]


def _reroll(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    colour = "coloured" if move < state.COLOURED else "white"
    return {"action": "reroll", "colour": colour, "value": record["dice"][record["actor"]][move]}


def _turn(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    """The values that dice are turned to."""
    effect = kernel.figures.effects.of("roll_mod")[record["choice"] - 1]
    values = effect["values"]
    if effect["rule"] == Rule.TURN_ALL:
        count = sum(die > 0 for die in record["dice"][record["actor"]][: state.COLOURED])
        if count == 1:
            return {"action": "turn", "coloured": [values[move]]}
        return {"action": "turn", "coloured": [value for i, value in enumerate(values) if i != 2 - move]}
    coloured = [values[0]] * (move & 3) + [values[1]] * (move >> state.TURN_SECOND & 3)
    white = [values[0]] * (move >> state.TURN_WHITE & 7) + [values[1]] * (move >> state.TURN_WHITE_SECOND)
    return {"action": "turn", "coloured": coloured, "white": white}


def _aim(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    data: Data = {"action": "deal" if move & state.SECRET else "aim", "advisor": move & state.NUMBER}
    return data | ({"private": True} if move & state.PRIVATE else {})


def _group(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    dice = record["dice"][record["actor"]]
    slots = bits(move & state.PAY_DICE)
    shift = _shift(kernel, record)
    return {
        "action": "place",
        "coloured": [dice[slot] for slot in slots if slot < state.COLOURED],
        "white": [dice[slot] for slot in slots if slot >= state.COLOURED],
        "plus_two": bool(move >> state.PAY_TOKEN & 1),
        "market": (0, -shift, shift)[move >> state.PAY_AIM],
    }


def _shift(kernel: KingsburgKernel, record: Record) -> int:
    """How far the actor's Market aims beside a sum."""
    for source, effect in kernel.figures.effects.pairs("placement_shift"):
        if effect["rule"] != Rule.OFF and stands(record, record["actor"], source):
            return int(effect["amount"])
    return 0


def stands(record: Record, seat: int, source: Source) -> bool:
    """Whether a seat has the building."""
    replaced = record["strips"][seat] >> source.number & 1
    return bool(
        record["built"][seat] >> source.number & 1 and replaced == (source.owner == Owner.ALTERNATIVE)
    )


def _build(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    return {"action": "build", "building": building_word(record, record["actor"], move - 1)}


def _discount(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    """The price, and the limited discounts that are used up."""
    found = discounts_at_hand(kernel, record)
    price = prices(kernel, record, record["actor"], record["choice"] - 1)
    data: Data = {"action": "price"}
    for k, (source, effect) in enumerate(found):
        digit = move >> state.DISCOUNT_BITS * k & 3
        if digit:
            price[digit - 1] -= 1
        if digit and effect["limit"] != Limit.ALWAYS:
            data |= {"building": source.word} if source.is_building else {"yearly": True}
    return data | dict(zip(GOODS, price, strict=True))


def prices(kernel: KingsburgKernel, record: Record, seat: int, cell: int) -> list[int]:
    """What a building costs a seat after automatic changes."""
    plane = record["strips"][seat] >> cell & 1
    price = list(kernel.figures.buildings[plane, cell].cost)
    for source, effect in kernel.figures.effects.pairs("build_cost"):
        if not effect["pay"] and effect["columns"] >> cell % 4 & 1 and has(record, seat, source):
            price = [cost - less for cost, less in zip(price, effect["gain"], strict=False)]
    return [max(0, cost) for cost in price]


def has(record: Record, seat: int, source: Source) -> bool:
    """Whether the effects of a source are a seat's."""
    if source.is_building:
        return stands(record, seat, source)
    if source.owner == Owner.GOVERNOR:
        return bool(record["governor"][seat] == source.number)
    if source.owner == Owner.FATE:
        return bool(record["fate"] == source.number)
    return bool(source.owner == Owner.SCENARIO or record["people"][seat] == source.number)


def discounts_at_hand(kernel: KingsburgKernel, record: Record) -> list[tuple[Source, dict[str, Any]]]:
    """Optional discounts that the actor may use on the building being paid for, in their order (K-4.3.7.5)."""
    seat, cell = record["actor"], record["choice"] - 1
    counts = [built.bit_count() for built in record["built"][: kernel.seats]]
    found = []
    for i, (source, effect) in enumerate(kernel.figures.effects.pairs("build_cost")):
        gone = (
            record["used"] >> i & 1
            or (effect["limit"] == Limit.ONCE_A_YEAR and record["yearly"] >> seat & 1)
            or (effect["rule"] == Rule.FIRST_OF_YEAR and record["built_year"] >> seat & 1)
            or (effect["rule"] == Rule.BEHIND and max(counts) <= counts[seat])
        )
        if effect["pay"] and effect["columns"] >> cell % 4 & 1 and not gone and has(record, seat, source):
            found.append((source, effect))
    return found


def _strips(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    rows = [ROWS[row] for row in bits(move)]
    return {"action": "rows"} | dict(zip(("row", "other_row"), rows, strict=False))


def _recruit(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    return {"action": "recruit"} if move == state.FREE_SOLDIER else {"action": "pay", "kind": KINDS[move - 1]}


MOVES: dict[str, Callable[[KingsburgKernel, Record, int], Data]] = {
    "draft": lambda kernel, record, move: {"action": "draft", "row": ROWS[move]},
    "strips": _strips,
    "keep": lambda kernel, record, move: {"action": "govern", "governor": kernel.figures.governors[move].id},
    "lot": lambda kernel, record, move: {"action": "offer", "governor": kernel.figures.governors[move].id},
    "bid": lambda kernel, record, move: {"action": "bid", "value": move - 1},
    "side": lambda kernel, record, move: {"action": "side", "people": kernel.figures.people[move].id},
    "conjure": _build,
    "modify": _use,
    "effect": _use,
    "die": _reroll,
    "turn": _turn,
    "place": _aim,
    "pay": _group,
    "option": lambda kernel, record, move: {"action": "option", "option": move},
    "partner": lambda kernel, record, move: {"action": "choose", "seat": move},
    "rob": lambda kernel, record, move: {"action": "choose", "seat": move - 1},
    "gift": lambda kernel, record, move: {
        "action": "give",
        "kind": KINDS[move // state.GIFT_KIND],
        "seat": move % state.GIFT_KIND,
    },
    "trade": lambda kernel, record, move: {"action": "give", "kind": KINDS[move - 1]},
    "peek": lambda kernel, record, move: {"action": "peek", "deck": DECKS[move]},
    "build": _build,
    "second": _build,
    "discount": _discount,
    "recruit": _recruit,
    "troops": lambda kernel, record, move: {"action": "commit", "value": kernel.figures.tokens[move]},
    "academy": lambda kernel, record, move: {"action": "replace", "value": record["die"]},
    "arm": lambda kernel, record, move: {"action": "pay", "kind": KINDS[move - 1]},
}


# ---- text

FORMS = {
    "use": "use-{building}",
    "build": "{building}",
    "reroll": "{colour}-{value}",
    "choose": "seat-{seat}",
    "commit": "troops-{value}",
    "replace": "take-{value}",
    "draft": "strip-{row}",
    "govern": "{governor}",
    "offer": "{governor}",
    "bid": "bid-{value}",
    "side": "{people}",
    "peek": "peek-{deck}",
    "take": "{kind}",
    "name": "{kind}",
    "pay": "{kind}",
    "lose": "{kind}",
}


def move_text(kernel: KingsburgKernel, record: Record, move: int) -> str:
    data = move_data(kernel, record, move)
    action = data["action"]
    if action in ("place", "turn"):
        return _dice_text(data)
    if action == "option":
        return option_text(_options(kernel, record)[move])
    if action == "give":
        return f"{data['kind']}>seat-{data['seat']}" if "seat" in data else f"give-{data['kind']}"
    if action in ("aim", "deal"):
        return f"{'deal-' if action == 'deal' else ''}#{data['advisor']}{'p' if 'private' in data else ''}"
    if action == "rows":
        return "rows-" + ("+".join(data[name] for name in ("row", "other_row") if name in data) or "none")
    if action == "price":
        return _price_text(data)
    if action == "use" and "governor" in data:
        return f"use-{data['governor']}"
    return str(FORMS.get(action, action.replace("_", "-"))).format(**data)


def _dice_text(data: Data) -> str:
    parts = [str(die) for die in data["coloured"]] + [f"w{die}" for die in data["white"]]
    if data["action"] == "turn":
        return "turn-" + "+".join(parts)
    parts += ["t"] * data["plus_two"]
    if data["market"]:
        parts.append("up" if data["market"] > 0 else "down")
    return "+".join(parts)


def _price_text(data: Data) -> str:
    text = "pay-" + (price_text([data[good] for good in GOODS]) or "0")
    return (
        text
        + (f"+{data['building']}" if "building" in data else "")
        + ("+yearly" if "yearly" in data else "")
    )


def price_text(price: list[int]) -> str:
    """Such as `2g1s`."""
    return "".join(f"{amount}{good[0]}" for amount, good in zip(price, GOODS, strict=True) if amount)


def current_help(kernel: KingsburgKernel, record: Record) -> dict[str, Any]:
    """The record of the help being given, a copied one in place of the tile that copies."""
    helps, advisor = kernel.figures.helps, record["advisor"] & state.NUMBER
    if record["advisor"] & state.PRIVATE:
        return helps["advisor", advisor]
    help_ = helps["whim" if record["whims"] >> advisor & 1 else "advisor", advisor]
    if help_.get("copy"):
        advisor = next(a for a in range(1, state.ADVISORS + 1) if not record["influenced"] >> a & 1)
        help_ = helps["whim" if record["whims"] >> advisor & 1 else "advisor", advisor]
    return help_


def _options(kernel: KingsburgKernel, record: Record) -> list[dict[str, Any]]:
    options: list[dict[str, Any]] = current_help(kernel, record)["options"]
    return options


def bundle_text(bundle: dict[str, int]) -> str:
    return "+".join(kind if amount == 1 else f"{amount}{kind}" for kind, amount in bundle.items() if amount)


def option_text(option: dict[str, Any]) -> str:
    """`pay>gain/others`, as far as there is something; `decline` for nothing at all."""
    text = bundle_text(option.get("gain", {})) or "decline"
    if option.get("pay"):
        text = f"{bundle_text(option['pay'])}>{text}"
    if option.get("others"):
        text += f"/{bundle_text(option['others'])}"
    return text


def help_text(help_: dict[str, Any]) -> str:
    """A help in as few signs as fit a board."""
    gain = bundle_text(help_.get("gain", {}))
    peek = "+peek" if help_.get("peek") else ""
    if help_.get("copy"):
        return "copies the lowest left alone"
    if help_.get("tile"):
        return "a good from the tile" if help_["tile"] == "choice" else "the good on the tile"
    if help_.get("named_by"):
        return " and ".join(help_["named_by"]) + " names a good"
    if help_.get("share"):
        twice = help_["share"]["owner"] == "twice"
        return "another takes one, you " + ("two of it" if twice else "the others")
    if help_.get("gifts"):
        return f"{gain}, give {help_['gifts']}"
    if help_.get("options"):
        picks = f"{help_['picks']} of " if help_.get("picks", 1) > 1 else ""
        more = f", {gain}" if gain else ""
        return picks + " | ".join(option_text(option) for option in help_["options"]) + more + peek
    return gain + peek


# ---- words


def move_effect(kernel: KingsburgKernel, record: Record, move: int) -> str:
    data, phase = move_data(kernel, record, move), PHASES[record["phase"]]
    action = data["action"]
    if action in WORDS:
        return WORDS[action](kernel, record, data, move)
    if "kind" in data:
        return _kind_words(kernel, record, phase, data)
    return EFFECTS[phase][action]


EFFECTS = {
    "place": {"pass": "place no more dice this season"},
    "build": {"pass": "build nothing"},
    "second": {"pass": "keep the Envoy"},
    "rob": {"pass": "take nothing"},
    "trade": {"pass": "keep your goods"},
    "arm": {"pass": "fight without"},
    "bid": {"pass": "bid no more for this governor"},
    "modify": {"stop": "keep the dice"},
    "effect": {"stop": "use nothing more"},
    "recruit": {"stop": "recruit no more soldiers", "recruit": "recruit a soldier for nothing"},
    "conjure": {"stop": "build nothing more for nothing"},
    "academy": {"keep": "keep the King's soldiers"},
    "bless": {"wait": "keep the blessing", "bless": "bless: a white die or its compensation for everybody"},
    "blessing": {
        "governor_first": "the governor first: its white die, and what the fate card has for those with one",
        "fate_first": "the fate card first: its white die, and what the governor has for those with one",
    },
    "move": {"stay": "leave the dice where they are"},
}


def _kind_words(kernel: KingsburgKernel, record: Record, phase: str, data: Data) -> str:
    """What is done with one of a kind, and how many of it a seat has."""
    seat = record["owner"] if phase in ("name", "stock", "gain") else record["actor"]
    own = record["own"][seat][KINDS.index(data["kind"])]
    one = f"{data['action']} {pieces({data['kind']: 1})}"
    if data["action"] in ("pay", "lose"):
        what = {
            "price": f" for the {_carried_out(kernel, record)}",
            "arm": " for the battle",
            "loss": "",
        }.get(phase, " for a soldier")
        return f"{one}{what}: you have {own}"
    if phase == "share":
        return f"{one}: seat {record['owner']} gets its part"
    return f"{one}: {'you have' if seat == record['actor'] else f'seat {seat} has'} {own}"


def _carried_out(kernel: KingsburgKernel, record: Record) -> str:
    """The name of the effect that is being paid for."""
    source = kernel.figures.effects.sources["season_end"][record["choice"] - 1]
    return _name(kernel, source)


def _name(kernel: KingsburgKernel, source: Source) -> str:
    if source.is_building:
        return kernel.figures.buildings[int(source.owner == Owner.ALTERNATIVE), source.number].name
    return kernel.figures.governors[source.number].name


def _aim_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    number, figures = data["advisor"], kernel.figures
    whim = record["whims"] >> number & 1 and "private" not in data
    who = f"the {figures.advisors[number]} ({number})"
    brings = help_words(figures.helps["whim" if whim else "advisor", number])
    if data["action"] == "deal":
        return f"share {who} by the secret deal: {brings}"
    if "private" in data:
        return f"influence {who} on the governor's own space: {brings}"
    envoy = " with the Envoy" if record["influenced"] >> number & 1 else ""
    return f"influence {who}{envoy}: {brings}"


def _place_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    left = [die for die in record["dice"][record["actor"]] if die]
    for die in (*data["coloured"], *data["white"]):
        left.remove(die)
    rest = f"leaves {listed(map(str, left))}" if left else "uses every die"
    aids = ['a "+2"'] * data["plus_two"]
    aids += [f"the Market, {data['market']:+d}"] * bool(data["market"])
    return f"place {_dice_words(data)}{' with ' + listed(aids) if aids else ''}: {rest}"


def _dice_words(data: Data) -> str:
    return listed([*map(str, data["coloured"]), *(f"white {die}" for die in data["white"])])


def _build_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    building = _building(kernel, data["building"])
    price = [0] * state.GOODS
    if PHASES[record["phase"]] != "conjure":
        price = prices(kernel, record, record["actor"], building.cell)
    does = effects_words(building.effects)
    return f"build the {building.name} for {_price(price)}: {building.vp} VP, {does}"


def _price(price: list[int]) -> str:
    return pieces(dict(zip(GOODS, price, strict=True))) or "nothing"


def _building(kernel: KingsburgKernel, word: str) -> Building:
    number = BUILDINGS.index(word)
    return kernel.figures.buildings[number // state.CELLS, number % state.CELLS]


def _use_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    source = _source(kernel, record, move)
    hook = words.USED[PHASES[record["phase"]]]
    if source.is_building:
        records = _building(kernel, source.word).effects
    else:
        records = kernel.figures.governors[source.number].effects
    does = "; ".join(effect_words(one) for one in records if one["hook"] == hook)
    return f"use the {_name(kernel, source)}: {does}"


def _rows_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    rows = [data[name] for name in ("row", "other_row") if name in data]
    if not rows:
        return "keep the printed rows"
    texts = [
        ", ".join(
            kernel.figures.buildings[1, state.COLUMNS * ROWS.index(row) + column].name
            for column in range(state.COLUMNS)
        )
        for row in rows
    ]
    verb = "take" if data["action"] == "draft" else "lay"
    return f"{verb} {listed(f'row {row.upper()}' for row in rows)}: {'; '.join(texts)}"


def _governor_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    card = kernel.figures.governors[move]
    verb = "keep" if data["action"] == "govern" else "offer"
    return f"{verb} the {card.name}: {effects_words(card.effects)}"


def _bid_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    return f"bid {data['value']} VP for the {kernel.figures.governors[record['lot']].name}"


def _price_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    uses = [f"the {_building(kernel, data['building']).name}"] if "building" in data else []
    uses += ["what is given once a year"] if "yearly" in data else []
    paid = _price([data[good] for good in GOODS])
    return f"pay {paid}" + (f", using {listed(uses)}" if uses else "")


def _choose_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    gold, wood, stone, *_, vp = record["own"][data["seat"]]
    return f"choose seat {data['seat']}: it has {vp} VP, {gold} gold, {wood} wood, {stone} stone"


def _commit_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    return f"commit {data['value']} soldiers this winter, unseen by the others"


def _give_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    gift = pieces({data["kind"]: 1})
    if "seat" in data:
        return f"give {gift} to seat {data['seat']}"
    return f"give {gift} for a good of another kind"


def _side_words(kernel: KingsburgKernel, record: Record, data: Data, move: int) -> str:
    card = kernel.figures.people[move]
    return f"side with the {card.name}: {effects_words(card.effects)}"


WORDS: dict[str, Callable[[KingsburgKernel, Record, Data, int], str]] = {
    "aim": _aim_words,
    "deal": _aim_words,
    "place": _place_words,
    "build": _build_words,
    "use": _use_words,
    "draft": _rows_words,
    "rows": _rows_words,
    "govern": _governor_words,
    "offer": _governor_words,
    "bid": _bid_words,
    "price": _price_words,
    "choose": _choose_words,
    "commit": _commit_words,
    "give": _give_words,
    "side": _side_words,
    "option": lambda kernel, record, data, move: option_words(_options(kernel, record)[move]),
    "reroll": lambda kernel, record, data, move: f"roll a {data['colour']} {data['value']} again",
    "turn": lambda kernel, record, data, move: f"turn dice to {_dice_words(data) or 'nothing else'}",
    "peek": lambda kernel, record, data, move: f"look at the top card of the {data['deck']}",
    "replace": lambda kernel, record, data, move: f"use the die: {data['value']} soldiers, not the King's",
    "move": lambda kernel, record, data, move: f"move the dice to {_goal(kernel, record)}",
}


def _goal(kernel: KingsburgKernel, record: Record) -> str:
    """The advisor to which dice may move after everybody has passed."""
    pairs = kernel.figures.effects.pairs("after_all_passed")
    number = next(effect["advisor"] for source, effect in pairs if has(record, record["actor"], source))
    return f"the {kernel.figures.advisors[number]} ({number})"
