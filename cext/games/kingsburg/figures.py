"""From component records to the figures the compiled rules work with, every one of them checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import worth

Figures = dict[str, Any]

KINDS = ("gold", "wood", "stone", "token", "soldier", "vp")
GOODS = KINDS[:3]
SEASONS = ("spring", "summer", "autumn")
ROWS = "ABCDEFG"
RACES = ("barbarians", "demons", "dragons", "goblins", "orcs", "zombies")
YEARS = ("I", "II", "III", "IV", "V")
WHIMS = ("off", "standard", "restoration")
FEWEST = ("goods", "soldiers", "vp")
CARDS = 5
ADVISORS = 18
TILES = 16
MAX_DEALS = 8
MAX_EFFECTS = 48
MAX_USED = 8  # effects of one hook that a seat can use at most once, a bit each
MAX_WHITE = 5
MAX_TOKENS = 6

# The hooks of K-4.0.9 in the order of the C enum, with the fields an effect may have there.
HOOKS: dict[str, tuple[str, ...]] = {
    "season_start": ("gain", "seasons"),
    "white_dice": ("seasons",),
    "roll_mod": ("all_equal", "total_at_most", "reroll"),
    "placement_shift": ("distance",),
    "help_bonus": ("gain",),
    "build_cost": ("columns", "gain"),
    "season_end": ("gain", "seasons", "pay", "extends"),
    "before_phase7": ("soldiers_at_most", "gain"),
    "recruit_cost": ("price", "tokens_pay"),
    "reinforcement": ("die",),
    "battle_bonus": ("value", "races", "strength_at_most"),
    "on_win": ("gain", "tie_wins"),
    "game_end": ("per_goods", "gain"),
}
PLAIN, ALL_EQUAL, TIE_WINS, TOKENS_PAY = range(4)
DEALS, COPY, NAMED, FROM_STOCK, LUCKY, SHARE_TWICE, SHARE_REST, GIFTS = range(8)


@dataclass(frozen=True)
class Building:
    """What people see of a building."""

    id: str
    name: str
    cell: int
    cost: tuple[int, int, int]
    vp: int


@dataclass(frozen=True)
class Tables:
    """What the Python side of the game needs of the components."""

    buildings: dict[int, Building]  # by cell; only those in play
    advisors: tuple[str, ...]  # names by number; 0 is empty
    helps: dict[tuple[str, int], Figures]  # by "advisor" or "whim" and number
    cards: tuple[tuple[str, ...], ...]  # ids by year
    invaders: dict[str, dict[str, Any]]  # component record by id
    tokens: tuple[int, ...]
    modifiers: tuple[int, ...]  # cells of the roll modifiers, in their order
    season_ends: tuple[tuple[int, int], ...]  # cell and kinds (a bit each) that pay, in their order
    single_rerolls: tuple[bool, ...]  # whether a roll modifier rolls one die again, in their order
    white_cells: tuple[int, ...]
    markets: tuple[tuple[int, int], ...]  # cell and how far beside the sum it aims
    academy_cells: int  # a bit each
    coloured: int
    soldier_price: int
    whims: str
    troops: bool

    @property
    def market_cells(self) -> int:
        """A bit for each building that shifts placements."""
        return sum(1 << cell for cell, _ in self.markets)


def read(seats: int, options: dict[str, Any], components: Components) -> tuple[Figures, Tables]:
    """The context struct as plain data, and the tables for people."""
    rules = _rules(components)
    rows = ROWS if options["module1"] else ROWS[1:-1]
    records = [(reader, building) for reader, building in _buildings(components) if building.id[0] in rows]
    buildings = {building.cell: building for _, building in records}
    if sorted(buildings) != [4 * ROWS.index(row) + column for row in rows for column in range(4)]:
        raise InvalidInput(
            _table(components, "buildings"), "must have columns 1 to 4 of every row A to G, once each"
        )
    effects = _effects(components, records)
    advisors = _numbered(components, "advisors", ADVISORS)
    whims = _numbered(components, "whims", TILES)
    invaders, cards = _invaders(components)
    empty = _help(Reader({}))
    costs = [buildings[cell].cost if cell in buildings else (0, 0, 0) for cell in range(28)]
    low_costs = [_discounted(cell, cost, effects) for cell, cost in enumerate(costs)]
    figures: Figures = {
        "seats": seats,
        "whims": WHIMS.index(options["module6"]),
        "troops": int(options["module5"]),
        "coloured": rules["coloured_dice"],
        "neutral": rules["neutral_dice"],
        "soldier_price": rules["soldier_price"],
        "reward_points": rules["reward_vp"],
        "champion_points": rules["highest_combat_vp"],
        "token_count": len(rules["troop_tokens"]),
        "token": rules["troop_tokens"] + [0] * (MAX_TOKENS - len(rules["troop_tokens"])),
        "cells": sum(1 << cell for cell in buildings),
        "cost": [list(cost) for cost in costs],
        "lanes": [_lanes(cost) for cost in costs],
        "low_cost": [list(cost) for cost in low_costs],
        "low_lanes": [_lanes(cost) for cost in low_costs],
        "points": [buildings[cell].vp if cell in buildings else 0 for cell in range(28)],
        "advisor": [empty, *(_help(reader.object("help")) for reader in advisors)],
        "whim": [empty, *(_help(reader.object("help")) for reader in whims)],
        "invader": invaders,
        **effects.figures,
    }
    figures |= worth.estimates(figures)
    tables = Tables(
        buildings=buildings,
        advisors=("", *(str(reader.get("name")) for reader in advisors)),
        helps={
            **{("advisor", n): reader.get("help") for n, reader in enumerate(advisors, 1)},
            **{("whim", n): reader.get("help") for n, reader in enumerate(whims, 1)},
        },
        cards=cards,
        invaders={record["id"]: record for record in components.records("invaders")},
        tokens=tuple(rules["troop_tokens"]),
        modifiers=effects.cells("roll_mod"),
        season_ends=tuple((_bit(effect["cell"]), effect["pay"]) for effect in effects.of("season_end")),
        single_rerolls=tuple(bool(effect["amount"]) for effect in effects.of("roll_mod")),
        white_cells=effects.cells("white_dice"),
        markets=tuple((_bit(effect["cell"]), effect["amount"]) for effect in effects.of("placement_shift")),
        academy_cells=sum({effect["cell"] for effect in effects.of("reinforcement")}),
        coloured=rules["coloured_dice"],
        soldier_price=rules["soldier_price"],
        whims=options["module6"],
        troops=options["module5"],
    )
    return figures, tables


def _discounted(cell: int, cost: tuple[int, int, int], effects: _Effects) -> tuple[int, int, int]:
    """The price when every building with a discount stands (K-4.0.8)."""
    fitting = [
        effect for effect in effects.of("build_cost") if effect["low"] <= cell % 4 + 1 <= effect["high"]
    ]
    gold, wood, stone = (
        max(0, amount - sum(effect["gain"][good] for effect in fitting)) for good, amount in enumerate(cost)
    )
    return gold, wood, stone


def _lanes(cost: tuple[int, int, int]) -> int:
    """Three prices in 16 bits each, as the state keeps what a seat owns."""
    return sum(amount << 16 * good for good, amount in enumerate(cost))


def _bit(mask: int) -> int:
    return mask.bit_length() - 1


def _table(components: Components, table: str) -> str:
    return f"{components.origin}: tables.{table}"


def _readers(components: Components, table: str) -> Iterator[Reader]:
    """A reader per record, without the fields that only say where the figures come from."""
    for i, record in enumerate(components.records(table)):
        data = {key: value for key, value in record.items() if key not in ("provenance", "source")}
        yield Reader(data, f"{_table(components, table)}.records[{i}]")


# ---- rules


def _rules(components: Components) -> dict[str, Any]:
    readers = {str(reader.get("id")): reader for reader in _readers(components, "rules")}

    def one(name: str) -> Reader:
        if name not in readers:
            raise InvalidInput(_table(components, "rules"), f"has no record {name}")
        return readers[name]

    neutral = one("neutral_dice").ints("value", 2, 1, 3)
    if neutral[1] != 2:
        one("neutral_dice").fail("value", "must have two dice in the second roll")
    tokens = one("troop_tokens").ints("value", MAX_TOKENS, 0, 9)
    return {
        "coloured_dice": one("coloured_dice").int("value", 1, 3),
        "neutral_dice": neutral,
        "soldier_price": one("soldier_price").int("value", 1, 9),
        "reward_vp": one("reward_vp").int("value", 0, 9),
        "highest_combat_vp": one("highest_combat_vp").int("value", 0, 9),
        "troop_tokens": sorted(tokens),
    }


# ---- buildings


def _buildings(components: Components) -> Iterator[tuple[Reader, Building]]:
    for reader in _readers(components, "buildings"):
        row = reader.choice("row", ROWS)
        column = reader.int("column", 1, 4)
        name = f"{ROWS[row]}{column}"
        if reader.get("id") != name:
            reader.fail("id", f"must be {name}, its row and column")
        cost = (reader.int("gold", 0, 20), reader.int("wood", 0, 20), reader.int("stone", 0, 20))
        vp = reader.int("vp", 0, 50)
        yield reader, Building(name, str(reader.get("name")), 4 * row + column - 1, cost, vp)


class _Effects:
    """All effects of the buildings in play, sorted by hook."""

    def __init__(self) -> None:
        self.by_hook: dict[str, list[Figures]] = {hook: [] for hook in HOOKS}

    def of(self, hook: str) -> list[Figures]:
        return self.by_hook[hook]

    def cells(self, hook: str) -> tuple[int, ...]:
        return tuple(_bit(effect["cell"]) for effect in self.of(hook))

    @property
    def figures(self) -> Figures:
        flat = [effect for hook in HOOKS for effect in self.of(hook)]
        first = [0]
        for hook in HOOKS:
            first.append(first[-1] + len(self.of(hook)))
        blank = dict.fromkeys(
            ("cell", "also", "seasons", "also_seasons", "races", "low", "high", "pay", "rule", "amount"), 0
        )
        empty = blank | {"gain": [0] * len(KINDS)}
        hooked = [0] * len(HOOKS)
        for i, hook in enumerate(HOOKS):
            for effect in self.of(hook):
                hooked[i] |= effect["cell"]
        return {"effects": flat + [empty] * (MAX_EFFECTS - len(flat)), "first": first, "hooked": hooked}


def _effects(components: Components, records: list[tuple[Reader, Building]]) -> _Effects:
    effects = _Effects()
    extensions: list[tuple[Reader, Building]] = []
    for record, building in records:
        for reader in record.objects("effects", range(0, 5)):
            hook = list(HOOKS)[reader.choice("hook", tuple(HOOKS))]
            for field in reader.data:
                if field != "hook" and field not in HOOKS[hook]:
                    reader.fail(str(field), f"does not belong to an effect of {hook}")
            if reader.has("extends"):
                extensions.append((reader, building))
            else:
                effects.of(hook).append(_effect(reader, 1 << building.cell))
        record.done()
    ids = {building.id: building.cell for _, building in records}
    for reader, building in extensions:
        for name in reader.choices("extends", range(1, 29), tuple(ids)):
            for effect in effects.of("season_end"):
                if effect["cell"] == 1 << ids[list(ids)[name]]:
                    effect["also"] = 1 << building.cell
                    effect["also_seasons"] = _seasons(reader)
    if sum(map(len, effects.by_hook.values())) > MAX_EFFECTS:
        raise InvalidInput(_table(components, "buildings"), f"has more than {MAX_EFFECTS} effects")
    for hook, most in (("roll_mod", MAX_USED), ("season_end", MAX_USED), ("white_dice", MAX_WHITE - 1)):
        if len(effects.of(hook)) > most:
            raise InvalidInput(_table(components, "buildings"), f"has more than {most} effects of {hook}")
        if hook != "white_dice" and len(set(effects.cells(hook))) != len(effects.of(hook)):
            raise InvalidInput(_table(components, "buildings"), f"has a building with two effects of {hook}")
    return effects


def _seasons(reader: Reader) -> int:
    if not reader.has("seasons"):
        return (1 << len(SEASONS)) - 1
    return _mask(reader.choices("seasons", range(1, 4), SEASONS))


def _mask(bits: list[int]) -> int:
    return sum(1 << bit for bit in set(bits))


def _effect(reader: Reader, cell: int) -> Figures:
    """One effect; fields that its hook does not have keep values that make no difference."""

    def number(field: str, low: int, high: int, default: int) -> int:
        return reader.int(field, low, high) if reader.has(field) else default

    rule, amount, low, high = PLAIN, 0, 0, 255
    if reader.has("all_equal") and reader.bool("all_equal"):
        rule = ALL_EQUAL
    if reader.has("tie_wins") and reader.bool("tie_wins"):
        rule = TIE_WINS
    if reader.has("tokens_pay") and reader.bool("tokens_pay"):
        rule = TOKENS_PAY
    if reader.has("reroll"):
        amount = 1 if ("one", "all")[reader.choice("reroll", ("one", "all"))] == "one" else 0
    if reader.has("die"):
        reader.bool("die")
    if reader.has("columns"):
        columns = reader.ints("columns", range(1, 5), 1, 4)
        low, high = min(columns), max(columns)
    high = number("total_at_most", 1, 48, high)
    high = number("soldiers_at_most", 0, 99, high)
    high = number("strength_at_most", 0, 99, high)
    for field, least, most in (("distance", 1, 6), ("price", 1, 9), ("value", -9, 9), ("per_goods", 1, 99)):
        amount = number(field, least, most, amount)
    if list(HOOKS)[reader.choice("hook", tuple(HOOKS))] == "game_end" and amount == 0:
        reader.fail("per_goods", "is missing")
    if list(HOOKS)[reader.choice("hook", tuple(HOOKS))] == "recruit_cost" and rule == PLAIN and amount == 0:
        reader.fail("price", "is missing")
    effect: Figures = {
        "cell": cell,
        "also": 0,
        "seasons": _seasons(reader),
        "also_seasons": 0,
        "races": _mask(reader.choices("races", range(1, 7), RACES)) if reader.has("races") else 255,
        "low": low,
        "high": high,
        "pay": _mask(reader.choices("pay", range(1, 5), KINDS[:4])) if reader.has("pay") else 0,
        "rule": rule,
        "amount": amount,
        "gain": _bundle(reader, "gain")[0],
    }
    reader.done()
    return effect


# ---- advisors and whims


def _numbered(components: Components, table: str, count: int) -> list[Reader]:
    readers = sorted(_readers(components, table), key=lambda reader: reader.int("number", 1, count))
    if [reader.int("number", 1, count) for reader in readers] != list(range(1, count + 1)):
        raise InvalidInput(_table(components, table), f"must have the numbers 1 to {count}, once each")
    return readers


def _bundle(reader: Reader, name: str) -> tuple[list[int], int]:
    """Pieces of each kind, and goods of choice."""
    if not reader.has(name):
        return [0] * len(KINDS), 0
    bundle = reader.object(name)
    amounts = [bundle.int(kind, 0, 20) if bundle.has(kind) else 0 for kind in KINDS]
    goods = bundle.int("good", 0, 9) if bundle.has("good") else 0
    bundle.done()
    return amounts, goods


def _deal(reader: Reader) -> Figures:
    gain, goods = _bundle(reader, "gain")
    deal: Figures = {
        "pay": _bundle(reader, "pay")[0],
        "gain": gain,
        "others": _bundle(reader, "others")[0],
        "goods": goods,
        "owned": int(reader.has("owned") and reader.bool("owned")),
        "fewest": 1 + reader.choice("fewest", FEWEST) if reader.has("fewest") else 0,
    }
    reader.done()
    return deal


def _help(reader: Reader) -> Figures:
    gain, goods = _bundle(reader, "gain")
    deals = [_deal(option) for option in reader.objects("options", range(0, MAX_DEALS + 1))]
    kind, share, picks = DEALS, 0, reader.int("picks", 1, 2) if reader.has("picks") else 1
    if reader.has("copy") and reader.bool("copy"):
        kind = COPY
    elif reader.has("tile"):
        kind = (FROM_STOCK, LUCKY)[reader.choice("tile", ("choice", "random"))]
    elif reader.has("named_by"):
        kind, goods = NAMED, len(reader.choices("named_by", range(1, 3), ("left", "right")))
    elif reader.has("share"):
        sharing = reader.object("share")
        kind = (SHARE_TWICE, SHARE_REST)[sharing.choice("owner", ("twice", "rest"))]
        share = _mask(sharing.choices("of", range(2, 6), KINDS[:5]))
        sharing.done()
    elif reader.has("gifts"):
        kind, goods = GIFTS, reader.int("gifts", 1, 9)
        if min(gain[: len(GOODS)]) < goods:
            reader.fail("gifts", "must be covered by what is gained of each good")
    if len({str(deal) for deal in deals}) != len(deals):
        reader.fail("options", "must be different")
    free = [deal for deal in deals if not any(deal["pay"]) and not deal["fewest"]]
    if deals and len(free) < picks:
        reader.fail("options", f"need {picks} that are open to everybody")
    help_: Figures = {
        "kind": kind,
        "deals": len(deals),
        "picks": picks,
        "goods": goods,
        "peek": int(reader.has("peek") and reader.bool("peek")),
        "share": share,
        "gain": gain,
        "deal": deals + [_deal(Reader({}))] * (MAX_DEALS - len(deals)),
    }
    reader.done()
    return help_


# ---- invaders


def _invaders(components: Components) -> tuple[list[list[Figures]], tuple[tuple[str, ...], ...]]:
    cards: list[list[Figures]] = [[] for _ in YEARS]
    ids: list[list[str]] = [[] for _ in YEARS]
    for reader in _readers(components, "invaders"):
        year = reader.int("year", 1, len(YEARS)) - 1
        loss_reader = reader.object("loss")
        buildings = loss_reader.int("building", 0, 9) if loss_reader.has("building") else 0
        rest = {"loss": {key: value for key, value in loss_reader.data.items() if key != "building"}}
        loss, loss_goods = _bundle(Reader(rest, reader.path), "loss")
        reward, reward_goods = _bundle(reader, "reward")
        ids[year].append(str(reader.get("id")))
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
    if any(len(year) != CARDS for year in cards) or len({one for year in ids for one in year}) != CARDS * len(
        YEARS
    ):
        raise InvalidInput(
            _table(components, "invaders"),
            f"must have {CARDS} different cards for each of {len(YEARS)} years",
        )
    return cards, tuple(map(tuple, ids))
