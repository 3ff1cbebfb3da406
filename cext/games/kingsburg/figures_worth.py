"""What components are worth to a sensible player, in victory points, for the playout policy and the estimate.

Rough figures derived from the component records, so that a corrected record changes them too. They guide
simulations and never decide what is legal.
"""

from __future__ import annotations

from typing import Any

from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.figures_effects import Effects, bit_mask
from eminence.cext.games.kingsburg.state import Giving, Owner, Rule

Figures = dict[str, Any]

GOOD = 0.6
KINDS = (GOOD, GOOD, GOOD, 0.45, 0.5, 1.0)  # gold, wood, stone, "+2", soldier, point
PRICE = 1.2  # of a good that goes into a building
CHOICE = 0.75  # a good of choice
# What a help to come is worth, by what it gives: the kinds, goods of choice, anything else.
PENDING = (1.2, 1.2, 1.2, 1.1, 0.8, 1.0, 1.3, 1.0)
SEASONS = 3
BATTLE_POINT = 0.2  # a point of battle value, per season
# Points a season for effects whose use depends on the dice or the year.
FLAT = {
    "year_start": 0.08,
    "white_dice": 1.1,
    "roll_mod": 0.12,
    "placement_shift": 0.45,
    "token_limit": 0.03,
    "private_space": 0.03,
    "after_all_passed": 0.4,
    "help_bonus": 0.25,
    "build_turn": 0.5,
    "build_cost": 0.25,
    "recruit_cost": 0.2,
    "reinforcement": 0.2,
    "battle_pay": 0.35,
    "loss_shield": 0.1,
    "on_win": 0.2,
    "game_end": 0.1,
}
# The same for variants that differ from the rest of their hook; those of governors as measured in games of the policy
# with governors kept at random (tests/tools/governors.py).
VARIANTS = {
    Rule.BLESSES: 0.06,
    Rule.IF_LOWER: 0.17,
    Rule.TURN_ALL: 0.17,
    Rule.TURN_SOME: 0.05,
    Rule.TRADES: 0.17,
    Rule.BEHIND: 0.5,
    Rule.ANYBODY_IDLE: 0.33,
    Rule.PEEKS: 0.06,
    Rule.NO_GOODS: 0.35,
    Rule.BUILT_NOTHING: 0.2,
    Rule.FEWEST_VP: 0.06,
    Rule.EQUAL_VP: 0.04,
    Rule.FALLS: -0.2,
    Rule.PER_ROW: 0.15,
    Rule.PER_COLUMN: 0.12,
    Rule.PER_WIN: 0.17,
    Rule.MOST_BUILDINGS: 0.1,
}
# How often a total of at most 8 to 10 comes up in a season.
LOW_TOTAL = 0.3
# Buildings built in a season, and those of the last column.
BUILDS, LAST_COLUMN = 0.75, 0.07
# How likely a seat is to build each column of a row.
REACH = (0.9, 0.7, 0.45, 0.3)
# Helps that are not a sum of gains.
SPECIAL = {
    Giving.COPY: 0.9,
    Giving.FROM_STOCK: 0.7,
    Giving.LUCKY: 0.6,
    Giving.SHARE_TWICE: 1.3,
    Giving.SHARE_REST: 2.2,
}
NAMED_GOOD = 0.45
HALF = 7  # seasons: a building stands for about half the game


def estimates(figures: Figures, effects: Effects) -> Figures:
    """The policy's part of the context."""
    worth = [[0.0] * state.CELLS, [0.0] * state.CELLS]
    guard = [[0.0] * state.CELLS, [0.0] * state.CELLS]
    ruler, people = [0.0] * (state.MAX_CARDS + 1), [0.0] * (state.MAX_CARDS + 1)
    award = [0.0] * (state.MAX_CARDS + 1)
    for hook in effects.by_hook:
        for source, effect in effects.pairs(hook):
            plane = int(source.owner == Owner.ALTERNATIVE)
            season = _season_worth(hook, effect)
            battle = effect["amount"] * _share(figures["invader"], effect) if hook == "battle_bonus" else 0.0
            if source.is_building:
                guard[plane][source.number] += battle
                worth[plane][source.number] += season
                if effect["also"]:
                    more = effect["also_seasons"].bit_count() / effect["seasons"].bit_count()
                    worth[plane][effect["also"].bit_length() - 1] += more * season
            elif source.owner == Owner.GOVERNOR and hook != "setup":
                ruler[source.number] += season + BATTLE_POINT * battle
            elif source.owner == Owner.PEOPLE:
                people[source.number] += SEASONS * season
    base = [
        [
            points - PRICE * sum(cost)
            for points, cost in zip(figures["points"][plane], figures["cost"][plane], strict=True)
        ]
        for plane in (0, 1)
    ]
    threat = [sum(card["strength"] for card in year) / len(year) for year in figures["invader"]]
    advice = [[_advice(help_) for help_ in figures[table]] for table in ("advisor", "whim")]
    return {
        "base": base,
        "worth": worth,
        "guard": guard,
        "guarded": [bit_mask([cell for cell, value in enumerate(plane) if value]) for plane in guard],
        "strip": _strips(figures, base, worth, guard),
        "ruler": ruler,
        "award": award,
        "people_worth": people,
        "valley_threat": _valley(figures),
        "advice": [_columns(table) for table in advice],
        "pending": [[_weighed(row) for row in table] + [0.0] * (20 - len(table)) for table in advice],
        "threat": threat,
    }


def _strips(
    figures: Figures, base: list[list[float]], worth: list[list[float]], guard: list[list[float]]
) -> list[float]:
    """What each alternative row is better by, building by building."""
    better = [0.0] * state.ROWS
    for cell in range(state.CELLS):
        if figures["rows"] >> cell // 4 & 1:
            values = [base[k][cell] + HALF * worth[k][cell] + 2 * guard[k][cell] for k in (0, 1)]
            better[cell // 4] += REACH[cell % 4] * (values[1] - values[0])
    return better


def _valley(figures: Figures) -> list[float]:
    """Strength that the second deck adds on average, less the King's help for it."""
    threat = []
    for number, year in enumerate(figures["invader"], 1):
        last = number == len(figures["invader"])
        fighting = [card["strength"] for card in year if last or card["race"] == figures["valley"] - 1]
        threat.append(sum(strength - number for strength in fighting) / len(year))
    return threat


def _weighed(row: list[float]) -> float:
    return sum(weight * amount for weight, amount in zip(PENDING, row, strict=True))


def _columns(table: list[list[float]]) -> list[list[float]]:
    """Factor by factor instead of advisor by advisor, filled up to the length of the C array."""
    return [[row[factor] for row in table] + [0.0] * (20 - len(table)) for factor in range(8)]


def _season_worth(hook: str, effect: Figures) -> float:
    """Points a season; battle values stand apart."""
    gain: float = sum(value * amount for value, amount in zip(KINDS, effect["gain"], strict=True))
    gain += CHOICE * effect["goods"]
    if effect["rule"] in VARIANTS:
        return VARIANTS[effect["rule"]]
    if hook in ("season_start", "season_end"):
        paid = min((KINDS[kind] for kind in range(4) if effect["pay"] >> kind & 1), default=0.0)
        if effect["rule"] == Rule.SOLDIERS_LEAVE:
            paid = KINDS[state.SOLDIER]
        return max(0.0, gain - paid) * int(effect["seasons"]).bit_count() / SEASONS
    if hook in ("before_phase7", "after_phase7"):
        return 0.6 * gain / SEASONS
    if hook in ("winter_start", "year_end"):
        return gain / SEASONS
    if hook == "roll_reward":
        return LOW_TOTAL * gain
    if hook == "white_dice":
        return FLAT[hook] * int(effect["seasons"]).bit_count() / SEASONS
    if hook in ("on_build", "on_opponent_build"):
        return (BUILDS if hook == "on_build" else 3 * LAST_COLUMN) * gain
    return FLAT.get(hook, 0.0)


def _share(years: list[list[Figures]], effect: Figures) -> float:
    """The share of invader cards against which a battle bonus counts."""
    cards = [card for year in years for card in year]
    fits = [
        card
        for card in cards
        if effect["races"] >> card["race"] & 1 and effect["low"] <= card["strength"] <= effect["high"]
    ]
    return len(fits) / len(cards)


def _advice(help_: Figures) -> list[float]:
    """Pieces of each kind, goods of choice, and points for the rest."""
    if help_["kind"] in SPECIAL:
        return [0.0] * 7 + [SPECIAL[help_["kind"]]]
    if help_["kind"] == Giving.NAMED:
        return [0.0] * 7 + [NAMED_GOOD * help_["goods"]]
    advice = [float(amount) for amount in help_["gain"]] + [float(help_["goods"]), 0.0]
    if help_["kind"] == Giving.GIFTS:
        advice[6] = 0.0
        advice[7] = -GOOD * help_["goods"]
    deals = (
        sorted(help_["deal"][: help_["deals"]], key=_deal_worth)[-help_["picks"] :] if help_["deals"] else []
    )
    for deal in deals:
        goods = sum(deal["gain"][:3]) - sum(deal["pay"][:3])
        advice[6] += (0.9 if goods > 0 else 1.0) * goods + deal["goods"]
        for kind in range(3, 6):
            advice[kind] += deal["gain"][kind] - deal["pay"][kind]
    advice[7] += 0.3 * help_["peek"]
    return advice


def _deal_worth(deal: Figures) -> float:
    gain: float = sum(value * amount for value, amount in zip(KINDS, deal["gain"], strict=True))
    price: float = sum(value * amount for value, amount in zip(KINDS, deal["pay"], strict=True))
    return gain + CHOICE * float(deal["goods"]) - price
