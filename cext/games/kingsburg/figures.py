"""From component records to the figures the compiled rules work with, every one of them checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import figures_worth, state
from eminence.cext.games.kingsburg.figures_effects import Effects, Source, bit_mask, bundle, different, lanes
from eminence.cext.games.kingsburg.figures_hooks import RACES
from eminence.cext.games.kingsburg.state import Giving, Owner
from eminence.cext.games.kingsburg.words import BUILDINGS, GOODS, KINDS

Context = dict[str, Any]

ROWS = "ABCDEFG"
YEARS = ("I", "II", "III", "IV", "V")
WHIMS = ("off", "standard", "restoration")
FEWEST = ("goods", "soldiers", "vp")
LONGEST = 60  # characters of a name
LEAST_PEOPLE = 3  # a side to choose each year, beside last year's
PRODUCTIVE_SEASONS = 15
GROUPS = 4  # helps a seat gets in a season at most: three coloured dice and a secret deal
PLENTY = 999  # goods of a kind, tokens, soldiers that are given
MOST_SOLDIERS = 5 * PLENTY  # with goods and tokens paid for more
MOST_POINTS = 4000


@dataclass(frozen=True)
class Building:
    """What people see of a building."""

    id: str
    name: str
    cell: int
    cost: tuple[int, int, int]
    vp: int
    effects: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Card:
    """A governor, a fate card or a group of people, as people see it."""

    id: str
    name: str
    effects: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Figures:
    """What the Python side of the game needs of the components; `context` is for the compiled rules."""

    context: Context
    effects: Effects
    buildings: dict[
        tuple[int, int], Building
    ]  # by plane (0 printed, 1 alternative) and cell; only those in play
    advisors: tuple[str, ...]  # names by number; 0 is empty
    helps: dict[tuple[str, int], dict[str, Any]]  # by "advisor" or "whim" and number
    cards: tuple[tuple[str, ...], ...]  # ids by year
    invaders: dict[str, dict[str, Any]]  # component record by id
    governors: tuple[Card, ...]  # by number; 0 is empty, and nothing else without module 3
    fates: tuple[Card, ...]
    people: tuple[Card, ...]
    tokens: tuple[int, ...]
    coloured: int
    soldier_price: int
    options: dict[str, Any]

    @property
    def whims(self) -> str:
        return str(self.options["module6"])

    @property
    def troops(self) -> bool:
        return bool(self.options["module5"])

    @property
    def valley(self) -> bool:
        return bool(self.context["valley"])


def read_figures(seats: int, options: dict[str, Any], components: Components) -> Figures:
    reading = _Reading(seats, options, components)
    return reading.figures()


class _Reading:
    """One pass over the tables that are in play."""

    def __init__(self, seats: int, options: dict[str, Any], components: Components) -> None:
        self.seats, self.options, self.components = seats, options, components
        self.effects = Effects(f"{components.origin}: tables")
        self.buildings: dict[tuple[int, int], Building] = {}
        self.sources: dict[str, Source] = {}

    def figures(self) -> Figures:
        components, options = self.components, self.options
        rules = _rules(components)
        self._buildings("buildings", 0)
        if options["module2"]:
            self._buildings("strips", 1)
        governors = (
            self._cards("governors", Owner.GOVERNOR, state.HAND * state.SEATS)
            if options["module3"]
            else [_NOBODY]
        )
        fates = self._cards("fates", Owner.FATE, state.YEARS) if options["module4"] else [_NOBODY]
        valley, people = self._scenario()
        self.effects.extend(self.sources)
        self.effects.check()
        advisors = _numbered(components, "advisors", state.ADVISORS)
        whims = _numbered(components, "whims", state.WHIMS)
        invaders, cards = _invaders(components)
        context: Context = {
            "seats": self.seats,
            "whims": WHIMS.index(options["module6"]),
            "troops": int(options["module5"]),
            "drafted": int(options["module2_method"] == "draft"),
            "auctioned": int(options["module3_method"] == "auction"),
            "governors": len(governors) - 1,
            "fates": len(fates) - 1,
            "people": len(people) - 1,
            "valley": valley,
            "final_fort": int(options["improvised_fort"] == "final"),
            "counts": self.effects.counts,
            "coloured": rules["coloured_dice"],
            "neutral": rules["neutral_dice"],
            "soldier_price": rules["soldier_price"],
            "reward_points": rules["reward_vp"],
            "champion_points": rules["highest_combat_vp"],
            "token_count": len(rules["troop_tokens"]),
            "token": rules["troop_tokens"],
            "rows": bit_mask([cell // 4 for plane, cell in self.buildings if plane]),
            "cells": bit_mask([cell for plane, cell in self.buildings if not plane]),
            **self._costs(),
            **_helps(advisors, whims),
            "invader": invaders,
            **self.effects.figures,
        }
        self._check_dice(rules)
        self._check_wealth(context)
        context |= figures_worth.estimates(context, self.effects)
        return Figures(
            context=context,
            effects=self.effects,
            buildings=self.buildings,
            advisors=("", *map(_name, advisors)),
            helps={
                **{("advisor", n): _given(reader.get("help")) for n, reader in enumerate(advisors, 1)},
                **{("whim", n): _given(reader.get("help")) for n, reader in enumerate(whims, 1)},
            },
            cards=cards,
            invaders={record["id"]: _given(record) for record in components.records("invaders")},
            governors=tuple(governors),
            fates=tuple(fates),
            people=tuple(people),
            tokens=tuple(rules["troop_tokens"]),
            coloured=rules["coloured_dice"],
            soldier_price=rules["soldier_price"],
            options=options,
        )

    def _buildings(self, table: str, plane: int) -> None:
        """The rows in play of the printed province or of the strips; all four columns of each."""
        rows = ROWS if self.options["module1"] else ROWS[1:-1]
        effects: dict[Source, list[Reader]] = {}
        for reader in _readers(self.components, table):
            row = reader.choice("row", tuple(ROWS))
            column = reader.int("column", 1, state.COLUMNS)
            name = f"{ROWS[row]}{column}" + "'" * plane
            if reader.get("id") != name:
                reader.fail("id", f"must be {name}, its row and column")
            cost = (reader.int("gold", 0, 20), reader.int("wood", 0, 20), reader.int("stone", 0, 20))
            vp = reader.int("vp", 0, 50)
            if ROWS[row] not in rows:
                continue
            cell = state.COLUMNS * row + column - 1
            if (plane, cell) in self.buildings:
                reader.fail("id", "is already there")
            source = Source(
                Owner.ALTERNATIVE if plane else Owner.BUILDING, cell, BUILDINGS[state.CELLS * plane + cell]
            )
            self.sources[name] = source
            effects[source] = reader.objects("effects", range(0, 5))
            self.buildings[plane, cell] = Building(
                name, _name(reader), cell, cost, vp, _records(effects[source])
            )
            reader.done()
        # In the order in which the compiled rules look for them.
        for source in sorted(effects, key=lambda one: one.number):
            self.effects.add(source, effects[source])
        expected = [4 * ROWS.index(row) + column for row in rows for column in range(state.COLUMNS)]
        if sorted(cell for one, cell in self.buildings if one == plane) != expected:
            raise InvalidInput(
                _table(self.components, table), "must have columns 1 to 4 of every row A to G, once each"
            )

    def _cards(self, table: str, owner: int, least: int) -> list[Card]:
        """Governors, fate cards or people; a card's number is its place in the file, from 1."""
        cards = [_NOBODY]
        for reader in _readers(self.components, table):
            name = reader.text("id", LONGEST)
            if not name.isidentifier() or name in (card.id for card in cards):
                reader.fail("id", "must be a word of its own, of letters, digits and underscores")
            effects = reader.objects("effects", range(0, 9))
            self.effects.add(Source(owner, len(cards), name), effects)
            cards.append(Card(name, _name(reader), _records(effects)))
            reader.done()
        if not least < len(cards) <= state.MAX_CARDS + 1:
            raise InvalidInput(
                _table(self.components, table),
                f"must have {least} to {state.MAX_CARDS} records, not {len(cards) - 1}",
            )
        return cards

    def _scenario(self) -> tuple[int, list[Card]]:
        """1 + the race of the second deck, and the groups to side with, of the scenario in play."""
        if self.options["scenario"] == "none":
            return 0, [_NOBODY]
        readers = [
            reader
            for reader in _readers(self.components, "scenarios")
            if reader.get("id") == self.options["scenario"]
        ]
        for reader in readers[:1]:
            for twice in readers[1:]:
                twice.fail("id", "is already there")
            source = Source(Owner.SCENARIO, 0, self.options["scenario"])
            self.effects.add(source, reader.objects("effects", range(0, 9)))
            for i in different(reader, "excludes", reader.choices("excludes", range(0, 7), MODULES)):
                if self.options[MODULES[i]] not in (False, "off"):
                    raise InvalidInput(
                        "options.scenario",
                        f"{source.word} cannot be played with {MODULES[i]}, which its sheet excludes",
                    )
            people = reader.has("people") and reader.bool("people")
            valley = 1 + reader.choice("valley", RACES) if reader.has("valley") else 0
            _name(reader)
            reader.done()
            return valley, self._cards("people", Owner.PEOPLE, LEAST_PEOPLE) if people else [_NOBODY]
        raise InvalidInput(_table(self.components, "scenarios"), f"has no record {self.options['scenario']}")

    def _costs(self) -> Context:
        cells = range(state.CELLS)
        costs = [[self._of(plane, cell).cost for cell in cells] for plane in (0, 1)]
        return {
            "cost": [[list(cost) for cost in plane] for plane in costs],
            "lanes": [[lanes(costs[plane][cell]) for plane in (0, 1)] for cell in cells],
            "points": [[self._of(plane, cell).vp for cell in cells] for plane in (0, 1)],
            "bargains": int(any(effect["pay"] for effect in self.effects.of("build_cost"))),
            "gratis": int(any(max(building.cost) == 0 for building in self.buildings.values())),
        }

    def _of(self, plane: int, cell: int) -> Building:
        return self.buildings.get((plane, cell), _NOTHING)

    def _check_dice(self, rules: dict[str, Any]) -> None:
        fewer: dict[Source, int] = {}
        for source, effect in self.effects.pairs("coloured_dice"):
            fewer[source] = fewer.get(source, 0) + effect["amount"]
            if rules["coloured_dice"] + fewer[source] < 1:
                self.effects.fail(f"leave a seat without coloured dice: {source.word}")

    def _check_wealth(self, context: Context) -> None:
        """Nobody must be able to own more than a view may tell, however unlikely that is."""
        helps = [*context["advisor"], *context["whim"]]
        cards = [card for year in context["invader"] for card in year]
        goods = 0
        for kind, word in enumerate(KINDS):
            season = self.effects.gains(kind) + GROUPS * max(_most(help_, kind) for help_ in helps)
            season += sum(max(deal["others"][kind] for deal in help_["deal"]) for help_ in helps)
            battle = 2 * max(_most_won(card, kind) for card in cards)
            most = PRODUCTIVE_SEASONS * season + len(YEARS) * battle
            if kind < state.GOODS:
                goods += most
            if kind == state.VP:
                most += sum(building.vp for building in self.buildings.values()) + state.MAX_BID
                most += self.effects.final_points(goods)
            limit = MOST_POINTS if kind == state.VP else PLENTY
            if most > limit:
                self.effects.fail(f"give too much {word}: up to {most}, where a seat may have {limit}")


MODULES = ("module1", "module2", "module3", "module4", "module5", "module6")
_NOTHING = Building("", "", 0, (0, 0, 0), 0, ())
_NOBODY = Card("", "", ())


def _name(reader: Reader) -> str:
    """What people call it."""
    name = reader.text("name", LONGEST)
    if not name.strip():
        reader.fail("name", "is missing")
    return name


def _records(readers: list[Reader]) -> tuple[dict[str, Any], ...]:
    """The effects as they stand in the file, for people to read."""
    return tuple(_given(reader.data) for reader in readers)


def _given(value: Any) -> Any:
    """Data without fields that are null, which is the same as leaving them out."""
    if isinstance(value, Mapping):
        return {key: _given(one) for key, one in value.items() if one is not None}
    return [_given(one) for one in value] if isinstance(value, list) else value


def _helps(advisors: list[Reader], whims: list[Reader]) -> Context:
    empty = _help(Reader({}))
    copies = [reader for reader in whims if reader.object("help").has("copy")]
    for reader in copies[1:]:
        reader.fail("help.copy", "there is already a tile that copies")
    return {
        "advisor": [empty, *(_help(reader.object("help"), n) for n, reader in enumerate(advisors, 1))],
        "whim": [empty, *(_help(reader.object("help"), n, whim=True) for n, reader in enumerate(whims, 1))],
    }


def _table(components: Components, table: str) -> str:
    return f"{components.origin}: tables.{table}"


def _readers(components: Components, table: str) -> Iterator[Reader]:
    """A reader per record, without the fields that only say where the figures come from."""
    for i, record in enumerate(components.records(table)):
        data = {key: value for key, value in record.items() if key not in ("provenance", "source")}
        yield Reader(data, f"{_table(components, table)}.records[{i}]")


# ---- rules

# The last four are counts of pieces that never limit play (K-4.0.3).
RULES = (
    *("coloured_dice", "neutral_dice", "soldier_price", "reward_vp", "highest_combat_vp", "troop_tokens"),
    *("white_dice", "plus_two_tokens", "goods", "building_markers"),
)


def _rules(components: Components) -> dict[str, Any]:
    readers: dict[str, Reader] = {}
    for reader in _readers(components, "rules"):
        name = reader.text("id", LONGEST)
        if name not in RULES:
            reader.fail("id", f"must be one of {', '.join(RULES)}")
        if name in readers:
            reader.fail("id", "is already there")
        readers[name] = reader

    def one(name: str) -> Reader:
        if name not in readers:
            raise InvalidInput(_table(components, "rules"), f"has no record {name}")
        return readers[name]

    neutral = one("neutral_dice").ints("value", 2, 1, 3)
    if neutral[1] != 2:
        one("neutral_dice").fail("value", "must have two dice in the second roll")
    tokens = one("troop_tokens").ints("value", state.TROOPS_MAX, 0, 9)
    for reader in readers.values():
        reader.get("value")
        reader.done()
    return {
        "coloured_dice": one("coloured_dice").int("value", 1, 3),
        "neutral_dice": neutral,
        "soldier_price": one("soldier_price").int("value", 1, 9),
        "reward_vp": one("reward_vp").int("value", 0, 9),
        "highest_combat_vp": one("highest_combat_vp").int("value", 0, 9),
        "troop_tokens": sorted(tokens),
    }


# ---- advisors and whims


def _numbered(components: Components, table: str, count: int) -> list[Reader]:
    readers = sorted(_readers(components, table), key=lambda reader: reader.int("number", 1, count))
    if [reader.int("number", 1, count) for reader in readers] != list(range(1, count + 1)):
        raise InvalidInput(_table(components, table), f"must have the numbers 1 to {count}, once each")
    for reader in readers:
        reader.tick("id", "help", *(("name",) if table == "advisors" else ()))
        reader.done()
    return readers


def _fixed(reader: Reader, name: str) -> list[int]:
    """A bundle without goods of choice."""
    amounts, goods = bundle(reader, name)
    if goods:
        reader.fail(f"{name}.good", "goods of choice can only be gained")
    return amounts


def _deal(reader: Reader) -> Context:
    gain, goods = bundle(reader, "gain")
    pay = _fixed(reader, "pay")
    own_points = reader.has("owned") and reader.bool("owned")
    deal: Context = {
        "pay": pay,
        "gain": gain,
        "others": _fixed(reader, "others"),
        "goods": goods,
        "owned": bit_mask(
            [kind for kind, amount in enumerate(pay) if amount and (kind != state.VP or own_points)]
        ),
        "fewest": 1 + reader.choice("fewest", FEWEST) if reader.has("fewest") else 0,
    }
    reader.done()
    return deal


TILES = (Giving.FROM_STOCK, Giving.LUCKY)
# What makes a help one of a kind; none of them: options and gains. With the fields it may have besides.
FORMS: dict[str, tuple[str, ...]] = {
    "copy": (),
    "tile": (),
    "named_by": (),
    "share": (),
    "gifts": ("gain",),
}


def _help(reader: Reader, number: int = 0, whim: bool = False) -> Context:
    forms = [form for form in FORMS if reader.has(form)]
    for field in reader.data:
        if forms and field != forms[0] and field not in FORMS[forms[0]]:
            reader.fail(str(field), f"does not belong to a help with {forms[0]}")
    kind, share, named = _form(reader, forms[0], number, whim) if forms else (Giving.DEALS, 0, 0)
    gain, goods = bundle(reader, "gain")
    deals, picks = _deals(reader)
    if kind == Giving.GIFTS and (goods or min(gain[: len(GOODS)]) < named):
        reader.fail("gifts", "must be covered by what is gained of each good")
    help_: Context = {
        "kind": int(kind),
        "deals": len(deals),
        "picks": picks,
        "goods": named or goods,
        "peek": int(reader.has("peek") and reader.bool("peek")),
        "share": share,
        "gain": gain,
        "deal": deals + [_deal(Reader({}))] * (state.MAX_DEALS - len(deals)),
    }
    reader.done()
    return help_


def _most(help_: Context, kind: int) -> int:
    """The most pieces of a kind that a help gives, or takes."""
    deals = [
        max(deal["gain"][kind], deal["pay"][kind]) + (deal["goods"] if kind < state.GOODS else 0)
        for deal in help_["deal"]
    ]
    shared = 2 * (help_["share"] >> kind & 1)
    chosen = help_["goods"] if kind < state.GOODS else 0
    return int(help_["gain"][kind] + chosen + shared + 2 * max(deals)) + (help_["kind"] in TILES)


def _form(reader: Reader, form: str, number: int, whim: bool) -> tuple[int, int, int]:
    """Kind of a help that is more than options and gains, what can be shared, how many names or gifts."""
    if form == "copy":
        if not whim or not reader.bool("copy"):
            reader.fail("copy", "must be true, and is only for a whim tile")
        return Giving.COPY, 0, 0
    if form == "tile":
        place = reader.choice("tile", ("choice", "random"))
        if not whim or number != (state.STOCK_TILE, state.LUCKY_TILE)[place]:
            reader.fail(
                "tile", f"goods lie on tile {state.STOCK_TILE} (choice) or {state.LUCKY_TILE} (random) only"
            )
        return (Giving.FROM_STOCK, Giving.LUCKY)[place], 0, 0
    if form == "named_by":
        names = reader.choices("named_by", range(1, 3), ("left", "right"))
        if names != list(range(len(names))):
            reader.fail("named_by", "must be left, or left and right")
        return Giving.NAMED, 0, len(names)
    if form == "share":
        sharing = reader.object("share")
        kind = (Giving.SHARE_TWICE, Giving.SHARE_REST)[sharing.choice("owner", ("twice", "rest"))]
        share = bit_mask(different(sharing, "of", sharing.choices("of", range(2, 6), KINDS[:5])))
        sharing.done()
        return kind, share, 0
    return Giving.GIFTS, 0, reader.int("gifts", 1, 9)


def _deals(reader: Reader) -> tuple[list[Context], int]:
    deals = [_deal(option) for option in reader.objects("options", range(0, state.MAX_DEALS + 1))]
    picks = reader.int("picks", 1, 2) if reader.has("picks") else 1
    if len({str(deal) for deal in deals}) != len(deals):
        reader.fail("options", "must be different")
    free = [deal for deal in deals if not any(deal["pay"]) and not deal["fewest"]]
    if (deals or picks > 1) and len(free) < (picks if picks == 1 else max(picks, len(deals))):
        reader.fail("options", "must be open to everybody: one of them, or all where two are picked")
    return deals, picks


# ---- invaders


def _most_won(card: Context, kind: int) -> int:
    """The most pieces of a kind that are won, or points lost, in one battle against a card."""
    won = card["reward"][kind] + (card["reward_goods"] if kind < state.GOODS else 0)
    return int(max(won, card["loss"][kind] if kind == state.VP else 0))


def _card_id(reader: Reader) -> str:
    name = reader.text("id", LONGEST)
    if not name.replace("-", "_").isidentifier():
        reader.fail("id", "must be a word of letters, digits, hyphens and underscores")
    return name


def _invaders(components: Components) -> tuple[list[list[Context]], tuple[tuple[str, ...], ...]]:
    cards: list[list[Context]] = [[] for _ in YEARS]
    ids: list[list[str]] = [[] for _ in YEARS]
    for reader in _readers(components, "invaders"):
        year = reader.int("year", 1, len(YEARS)) - 1
        loss_reader = reader.object("loss")
        buildings = loss_reader.int("building", 0, 9) if loss_reader.has("building") else 0
        rest = {"loss": {key: value for key, value in loss_reader.data.items() if key != "building"}}
        loss, loss_goods = bundle(Reader(rest, reader.path), "loss")
        if any(loss[len(GOODS) : -1]):
            reader.fail("loss", "can only be goods, buildings and vp")
        reader.object("reward")
        reward, reward_goods = bundle(reader, "reward")
        ids[year].append(_card_id(reader))
        cards[year].append(
            {
                "race": reader.choice("race", RACES),
                "strength": reader.int("strength", 0, 99),
                "loss": loss,
                "loss_goods": loss_goods,
                "loss_buildings": buildings,
                "reward": reward,
                "reward_goods": reward_goods,
            }
        )
        reader.done()
    if any(len(year) != state.CARDS for year in cards) or len(
        {one for year in ids for one in year}
    ) != state.CARDS * len(YEARS):
        raise InvalidInput(
            _table(components, "invaders"),
            f"must have {state.CARDS} different cards for each of {len(YEARS)} years",
        )
    return cards, tuple(map(tuple, ids))
