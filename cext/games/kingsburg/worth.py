"""What components are worth to a sensible player, in victory points, for the playout policy and the estimate.

Rough figures derived from the component records, so that a corrected record changes them too. They guide
simulations and never decide what is legal.
"""

from __future__ import annotations

from typing import Any

Figures = dict[str, Any]

GOOD = 0.6
KINDS = (GOOD, GOOD, GOOD, 0.45, 0.5, 1.0)  # gold, wood, stone, "+2", soldier, point
PRICE = 1.2  # of a good that goes into a building
CHOICE = 0.75  # a good of choice
# What a help to come is worth, by what it gives: the kinds, goods of choice, anything else.
PENDING = (1.2, 1.2, 1.2, 1.1, 0.8, 1.0, 1.3, 1.0)
SEASONS = 3
HOOKS = (
    *("season_start", "white_dice", "roll_mod", "placement_shift", "help_bonus", "build_cost", "season_end"),
    *("before_phase7", "recruit_cost", "reinforcement", "battle_bonus", "on_win", "game_end"),
)
# Points a season for effects whose use depends on the dice or the year.
FLAT = {
    "white_dice": 1.1,
    "roll_mod": 0.12,
    "placement_shift": 0.45,
    "help_bonus": 0.25,
    "build_cost": 0.25,
    "recruit_cost": 0.2,
    "reinforcement": 0.2,
    "on_win": 0.2,
    "game_end": 0.1,
}
# Helps that are not a sum of gains.
SPECIAL = {
    1: 0.9,
    3: 0.7,
    4: 0.6,
    5: 1.3,
    6: 2.2,
}  # copy, tile of choice, random tile, share twice, share the rest
NAMED, GIFTS = 2, 7
NAMED_GOOD = 0.45


def estimates(figures: Figures) -> Figures:
    """The policy's part of the context."""
    worth, guard = [0.0] * 28, [0.0] * 28
    for i, hook in enumerate(HOOKS):
        for effect in figures["effects"][figures["first"][i] : figures["first"][i + 1]]:
            cell = effect["cell"].bit_length() - 1
            if hook == "battle_bonus":
                guard[cell] += effect["amount"] * _share(figures["invader"], effect)
            else:
                worth[cell] += _season_worth(hook, effect)
                if effect["also"]:
                    more = effect["also_seasons"].bit_count() / effect["seasons"].bit_count()
                    worth[effect["also"].bit_length() - 1] += more * _season_worth(hook, effect)
    base = [
        points - PRICE * sum(cost) for points, cost in zip(figures["points"], figures["cost"], strict=True)
    ]
    threat = [sum(card["strength"] for card in year) / len(year) for year in figures["invader"]]
    advice = [[_advice(help_) for help_ in figures[table]] for table in ("advisor", "whim")]
    return {
        "base": base,
        "worth": worth,
        "guard": guard,
        "advice": [_columns(table) for table in advice],
        "pending": [[_weighed(row) for row in table] + [0.0] * (20 - len(table)) for table in advice],
        "threat": threat,
    }


def _weighed(row: list[float]) -> float:
    return sum(weight * amount for weight, amount in zip(PENDING, row, strict=True))


def _columns(table: list[list[float]]) -> list[list[float]]:
    """Factor by factor instead of advisor by advisor, filled up to the length of the C array."""
    return [[row[factor] for row in table] + [0.0] * (20 - len(table)) for factor in range(8)]


def _season_worth(hook: str, effect: Figures) -> float:
    gain: float = sum(value * amount for value, amount in zip(KINDS, effect["gain"], strict=True))
    if hook in ("season_start", "season_end"):
        paid = min((KINDS[kind] for kind in range(4) if effect["pay"] >> kind & 1), default=0.0)
        return max(0.0, gain - paid) * int(effect["seasons"]).bit_count() / SEASONS
    if hook == "before_phase7":
        return 0.6 * gain / SEASONS
    return FLAT[hook]


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
    if help_["kind"] == NAMED:
        return [0.0] * 7 + [NAMED_GOOD * help_["goods"]]
    advice = [float(amount) for amount in help_["gain"]] + [float(help_["goods"]), 0.0]
    if help_["kind"] == GIFTS:
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
