"""Views as plain data."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.figures import Figures
from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.state import Count, Owner
from eminence.cext.games.kingsburg.words import BUILDINGS, KINDS, NEXT, PHASES, ROWS, SEASONS, bits


def view_data(kernel: KingsburgKernel, record: Record, seat: int) -> Data:
    phase, figures = PHASES[record["phase"]], kernel.figures
    data: Data = {
        "phase": phase,
        "year": record["year"] + 1,
        "season": SEASONS[record["season"]],
        "order": record["order"][: kernel.seats],
        "players": [_player(kernel, record, one, seat) for one in range(kernel.seats)],
        "groups": _groups(record),
        "influenced": bits(record["influenced"]) if _after_help(phase, record) else [],
        "whims": bits(record["whims"]),
        "stock": [KINDS[good] for good in bits(record["stock"])],
        "taken": bits(record["choice"]) if phase == "option" else [],
        "used": [],
    }
    if phase != "ended":
        data["actor"] = record["actor"]
    if record["envoy"]:
        data["envoy"] = record["envoy"] - 1
    if record["invaders"][record["year"]]:
        data["invader"] = figures.cards[record["year"]][record["invaders"][record["year"]] - 1]
    if record["lucky"]:
        data["lucky"] = KINDS[record["lucky"] - 1]
    data |= _pending(figures, record, phase)
    if figures.options["module3"]:
        data["governors"] = _governors(kernel, record, seat)
    if figures.options["module4"]:
        data["fate"] = _fate(figures, record)
    if figures.options["scenario"] != "none":
        data["scenario"] = _scenario(figures, record)
    return data


def _after_help(phase: str, record: Record) -> bool:
    """Whether all dice have returned: only Restoration still asks whom they influenced."""
    if phase in ("take", "peek"):
        return NEXT[record["after"]] in ("build", "second", "peeks", "effect")
    return phase in words.BUILD_PHASES or phase in words.END_PHASES


def _pending(figures: Figures, record: Record, phase: str) -> Data:
    """What the pending decision is about."""
    data: Data = {}
    after = NEXT.get(record["after"]) if phase in ("take", "peek") else None
    if phase == "pay" or phase in words.HELP_PHASES or after == "help":
        data["advisor"] = record["advisor"] & state.NUMBER
        if figures.options["module3"]:
            data["private"] = bool(record["advisor"] & state.PRIVATE)
    if phase in words.HELP_PHASES or after == "help":
        data |= {"receiver": record["owner"], "group": record["served"]}
    if phase in words.LEFT_PHASES:
        data["left"] = record["left"]
    if phase == "gift":
        if record["least"]:
            data |= {
                "least": KINDS[record["least"] // state.GIFT_KIND],
                "least_seat": record["least"] % state.GIFT_KIND,
            }
    elif phase in words.LEAST_PHASES and record["least"]:
        data["least"] = KINDS[record["least"]]
    if phase == "conjure" and record["least"]:
        data["least_row"] = ROWS[record["least"] // state.COLUMNS]
    data |= _used(figures, record, phase)
    if phase == "academy":
        data["rolled"] = record["die"]
    if after and after != "help":
        data |= {"next": after, "turn": record["turn"]}
    if phase in ("draft", "strips"):
        data["opener"] = record["opener"]
    if record["favoured"] and (phase in words.START_PHASES or after in ("bless", "bounty")):
        data["favoured"] = record["favoured"] - 1
    if phase in ("recruit", "hire") and figures.context["counts"] >> Count.COUNT_HIRED & 1:
        data["hired"] = record["hired"]
    return data | _building(figures, record, phase)


def _used(figures: Figures, record: Record, phase: str) -> Data:
    """Effects the actor has used, and the one being carried out; those of a governor are told in `governors`."""
    hook = words.used_hook(phase, record["after"])
    if hook is None:
        return {}
    sources = figures.effects.sources[hook]
    used = [sources[i] for i in bits(record["used"])]
    data: Data = {"used": [source.word for source in used if source.is_building]}
    if phase in ("die", "turn", "price") and sources[record["choice"] - 1].is_building:
        data["effect"] = sources[record["choice"] - 1].word
    return data


def _building(figures: Figures, record: Record, phase: str) -> Data:
    """The build turn: the building being paid for, the seat robbed, the good given away."""
    if phase == "discount":
        word = building_word(record, record["actor"], record["choice"] - 1)
        return {"target": word, "second_building": NEXT.get(record["after"]) == "second"}
    if phase == "loot":
        return {"victim": record["partner"] - 1}
    if phase == "swap":
        return {"given": KINDS[record["choice"] - 1]}
    return {}


def building_word(record: Record, seat: int, cell: int) -> str:
    return BUILDINGS[cell + state.CELLS * (record["strips"][seat] >> cell & 1)]


def _flag(record: Record, name: str, seat: int) -> bool:
    return bool(record[name] >> seat & 1)


def _player(kernel: KingsburgKernel, record: Record, one: int, seat: int) -> Data:
    phase, figures = PHASES[record["phase"]], kernel.figures
    own, dice = record["own"][one], record["dice"][one]
    data: Data = dict(zip(("gold", "wood", "stone", "tokens", "soldiers", "vp"), own, strict=True))
    data |= {
        "buildings": [building_word(record, one, cell) for cell in bits(record["built"][one])],
        "coloured": [die for die in dice[: state.COLOURED] if die],
        "white": [die for die in dice[state.COLOURED :] if die],
        "waiting": _flag(record, "waiting", one),
        "passed": _flag(record, "passed", one),
        "token_used": _flag(record, "token_used", one),
        "market_used": _flag(record, "market_used", one),
        "peeked": _flag(record, "seen", one),
        "troops": [figures.tokens[i] for i in bits(record["tokens"][one])],
    }
    if one == seat and record["chosen"][one]:
        data["committed"] = figures.tokens[record["chosen"][one] - 1]
    if phase in ("academy", "arm"):
        data["reinforcement"] = record["reinforcement"][one]
    if phase == "arm":
        data["combat"] = record["combat"][one]
    if phase in words.BATTLE_PHASES:
        data |= {"combat": record["combat"][one], "won": _flag(record, "won", one)}
    return data | _modules(kernel, record, one)


def _modules(kernel: KingsburgKernel, record: Record, one: int) -> Data:
    """What modules and scenarios add to a seat."""
    figures, options = kernel.figures, kernel.figures.options
    data: Data = {}
    counts = figures.context["counts"]
    if options["module2"] or options["module3"]:
        data["rows"] = {
            "replaced": [ROWS[row] for row in range(state.ROWS) if record["strips"][one] >> 4 * row & 1],
            "offered": [ROWS[row] for row in bits(record["offered"][one])],
            "conjured": [ROWS[row] for row in bits(record["free_cells"][one])],
        }
    if record["governor"][one]:
        data["governor"] = figures.governors[record["governor"][one]].id
    if record["people"][one]:
        data["people"] = figures.people[record["people"][one]].id
    if options["module3"] or options["scenario"] == "bargains":
        data["yearly"] = _flag(record, "yearly", one)
    if counts >> Count.COUNT_WINS & 1:
        data["wins"] = record["wins"][one]
    if counts >> Count.COUNT_BUILDS & 1:
        data["built_now"] = _flag(record, "built_now", one)
    if counts >> Count.COUNT_YEAR & 1:
        data["built_year"] = _flag(record, "built_year", one)
    if figures.effects.of("token_limit"):
        data["token_twice"] = _flag(record, "token_twice", one)
    if figures.valley:
        data["peeked_valley"] = _flag(record, "seen_valley", one)
    if record["due"][one]:
        data["due"] = record["due"][one]
    if options["module4"]:
        data["dealt"] = _flag(record, "dealt", one)
    if record["deal"][one]:
        data |= {
            "deal": record["deal"][one] & state.NUMBER,
            "deal_private": bool(record["deal"][one] & state.PRIVATE),
        }
    return data


def _governors(kernel: KingsburgKernel, record: Record, seat: int) -> Data:
    figures = kernel.figures
    cards, phase = figures.governors, PHASES[record["phase"]]
    data: Data = {
        "hand": [cards[number].id for number in record["hand"][seat] if number],
        "lots": [cards[number].id for number in bits(record["lots"])],
        "out": bits(record["out"]),
        "spaces": bits(record["spaces"]),
        "used": False,
        "lowered": bool(record["lowered"]),
        "blessed": bool(record["blessed"]),
    }
    hook = words.used_hook(phase, record["after"])
    if hook is not None:
        sources = figures.effects.sources[hook]
        data["used"] = any(sources[i].owner == Owner.GOVERNOR for i in bits(record["used"]))
    if phase in ("lot", "bid"):
        data["opener"] = record["opener"]
    if record["lot"]:
        data["lot"] = cards[record["lot"]].id
    if record["bidder"]:
        data |= {"bid": record["bid"], "bidder": record["bidder"] - 1}
    return data


def _fate(figures: Figures, record: Record) -> Data:
    data: Data = {
        "gone": [figures.fates[number].id for number in bits(record["fates"]) if number != record["fate"]],
        "gifts": bits(record["gifts"]),
    }
    if record["fate"]:
        data["card"] = figures.fates[record["fate"]].id
    return data


def _scenario(figures: Figures, record: Record) -> Data:
    if record["valley"][record["year"]]:
        return {"valley": figures.cards[record["year"]][record["valley"][record["year"]] - 1]}
    return {}


def _groups(record: Record) -> list[Data]:
    groups = []
    for advisor in range(1, state.ADVISORS + 1):
        owners = [record["group"][advisor - 1]]
        if record["second_advisor"] == advisor:
            owners.append(record["second_owner"])
        for owner in owners:
            if owner:
                groups.append({"advisor": advisor} | ({} if owner == state.NEUTRAL else {"seat": owner - 1}))
    return groups
