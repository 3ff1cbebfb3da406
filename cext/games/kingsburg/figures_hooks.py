"""What effects can do: the hooks, the fields that each variant of a hook has, and the range of each field.

A hook says when an effect works (K-4.0.9) or what it changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.state import Owner, Rule
from eminence.cext.games.kingsburg.words import SEASONS

RACES = ("barbarians", "demons", "dragons", "goblins", "orcs", "zombies")
PRODUCTIVE = SEASONS[:3]
ALL_SEASONS = (1 << len(PRODUCTIVE)) - 1
ALL_RACES = (1 << len(RACES)) - 1
ALL_COLUMNS = (1 << state.COLUMNS) - 1
MAX_USED = 31  # effects of one hook that a seat can use at most once, a bit each
MAX_WHITE = 3  # white dice that a seat can have at once: with more there are too many ways to pay
MAX_TURNED = 2  # the same for a seat that turns dice
NO_BOUND = (1 << 15) - 1
MAX_SUM = 200  # what effects of one hook may add up to, and goods of choice: counters have room for 255
# Effects of which a seat has at most one: what they bring cannot come twice at the same moment.
ALONE = (
    ("year_start", Rule.PLAIN),
    ("after_all_passed", Rule.PLAIN),
    ("white_dice", Rule.IF_NONE),
    ("white_dice", Rule.BLESSES),
    ("reinforcement", Rule.ROLLS),
    ("reinforcement", Rule.FIXED),
)

HOUSE = frozenset((Owner.BUILDING, Owner.ALTERNATIVE))
RULER = frozenset((Owner.GOVERNOR,))
CARD = frozenset((Owner.FATE,))
TABLE = frozenset((Owner.FATE, Owner.SCENARIO))
ROUND = frozenset((Owner.GOVERNOR, Owner.FATE, Owner.PEOPLE, Owner.SCENARIO))
ALL = HOUSE | ROUND
LASTING = ALL - CARD


@dataclass(frozen=True)
class Variant:
    """One thing that an effect of a hook can do."""

    rule: int = Rule.PLAIN
    need: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    owners: frozenset[int] = ALL
    gain: str = "kinds"  # what the gain may be: kinds, goods of choice too, less than nothing, points, goods


def _v(rule: int, need: str, may: str = "", owners: frozenset[int] = ALL, gain: str = "kinds") -> Variant:
    return Variant(rule, tuple(need.split()), tuple(may.split()), owners, gain)


_SOLDIERS = "soldiers_at_least soldiers_at_most"
HOOKS: dict[str, tuple[Variant, ...]] = {
    "setup": (_v(Rule.PLAIN, "gain", owners=RULER, gain="signed"),),
    "year_start": (_v(Rule.PLAIN, "year free_buildings", owners=RULER),),
    "coloured_dice": (_v(Rule.PLAIN, "fewer", owners=CARD),),
    "season_start": (
        _v(Rule.PLAIN, "gain", "seasons", gain="choice"),
        _v(Rule.REVEALS, "reveal", "seasons", owners=TABLE),
    ),
    "white_dice": (
        _v(Rule.PLAIN, "", "seasons"),
        _v(Rule.IF_NONE, "if_none", "seasons", owners=CARD, gain="choice"),
        _v(Rule.BLESSES, "blesses", "seasons", owners=RULER, gain="choice"),
    ),
    "roll_mod": (
        _v(Rule.ALL_EQUAL, "all_equal reroll", "seasons", owners=HOUSE | RULER),
        _v(Rule.PLAIN, "total_at_most reroll", "seasons", owners=HOUSE | RULER),
        _v(Rule.IF_LOWER, "total_at_most reroll if_lower", "seasons", owners=RULER),
        _v(Rule.TURN_ALL, "total_at_most turn_to", "seasons", owners=HOUSE | RULER),
        _v(Rule.TURN_SOME, "turn_from turn_to", "seasons", owners=HOUSE | RULER),
    ),
    "roll_reward": (
        _v(Rule.PLAIN, "total_at_most gain", "seasons"),
        _v(Rule.HIGHEST, "highest gain", "seasons", owners=ROUND),
    ),
    "placement_shift": (_v(Rule.PLAIN, "distance", owners=HOUSE), _v(Rule.OFF, "off", owners=TABLE)),
    "token_limit": (_v(Rule.PLAIN, "value"),),
    "closed_advisor": (_v(Rule.PLAIN, "advisor", owners=TABLE),),
    "private_space": (_v(Rule.PLAIN, "advisors", owners=RULER),),
    "advisor_gift": (_v(Rule.PLAIN, "advisor gain", owners=CARD),),
    "secret_deal": (_v(Rule.PLAIN, "", owners=CARD),),
    "after_all_passed": (_v(Rule.PLAIN, "advisor", owners=RULER),),
    "help_bonus": (_v(Rule.PLAIN, "gain"),),
    "peeking": (_v(Rule.OFF, "off", owners=TABLE),),
    "build_turn": (_v(Rule.ROBS, "steal", owners=RULER), _v(Rule.TRADES, "exchange", owners=RULER)),
    "build_cost": (
        _v(Rule.PLAIN, "gain", "columns", gain="goods"),
        _v(Rule.ONE_OF, "one_of", "columns limit"),
        _v(Rule.BEHIND, "one_of behind", "columns"),
        _v(Rule.FIRST_OF_YEAR, "one_of first_of_year", "columns"),
    ),
    "on_build": (_v(Rule.PLAIN, "gain"),),
    "on_opponent_build": (_v(Rule.PLAIN, "gain", "columns", owners=RULER, gain="choice"),),
    "season_end": (
        _v(Rule.PLAIN, "gain", "seasons", gain="choice"),
        _v(Rule.PLAIN, "gain pay", "seasons", owners=HOUSE | RULER, gain="choice"),
        _v(Rule.PLAIN, "gain due", "seasons", owners=HOUSE | RULER, gain="choice"),
        _v(Rule.NO_GOODS, "gain due no_goods", "seasons", owners=HOUSE | RULER, gain="choice"),
        _v(Rule.BUILT_NOTHING, "gain due built_nothing", "seasons", owners=HOUSE | RULER, gain="choice"),
        _v(Rule.SOLDIERS_LEAVE, "gain due soldiers_leave", "seasons", owners=HOUSE | RULER, gain="choice"),
        _v(Rule.ANYBODY_IDLE, "gain anybody_idle", "seasons", owners=ROUND),
        _v(Rule.PEEKS, "peek", "seasons", owners=HOUSE | RULER),
        _v(Rule.PLAIN, "extends seasons", owners=HOUSE),
    ),
    "kings_aid": (_v(Rule.PLAIN, "everybody", owners=TABLE),),
    "kings_reward": (_v(Rule.PLAIN, "value"),),
    "kings_envoy": (_v(Rule.OFF, "off", owners=TABLE),),
    "before_phase7": (_v(Rule.PLAIN, "gain", _SOLDIERS),),
    "recruit_cost": (
        _v(Rule.SET_PRICE, "price", "first"),
        _v(Rule.PLAIN, "change", "first"),
        _v(Rule.TOKENS_PAY, "tokens_pay"),
    ),
    "after_phase7": (_v(Rule.PLAIN, "gain", _SOLDIERS),),
    "winter_start": (_v(Rule.PLAIN, "gain", _SOLDIERS),),
    "reinforcement": (
        _v(Rule.ROLLS, "die"),
        _v(Rule.FIXED, "fixed", owners=CARD),
        _v(Rule.PLAIN, "value"),
    ),
    "strength": (_v(Rule.PLAIN, "value", owners=TABLE),),
    "battle_bonus": (_v(Rule.PLAIN, "value", "races strength_at_most strength_at_least soldiers_at_least"),),
    "battle_pay": (_v(Rule.PLAIN, "pay value", owners=HOUSE | RULER),),
    "loss_shield": (
        _v(Rule.KEEPS_BUILDINGS, "keeps"),
        _v(Rule.FALLS, "falls", owners=HOUSE),
    ),
    "loss_goods": (_v(Rule.PLAIN, "value"),),
    "on_win": (_v(Rule.PLAIN, "gain", gain="choice"), _v(Rule.TIE_WINS, "tie_wins")),
    "highest_combat": (_v(Rule.PLAIN, "value"),),
    "year_end": (
        _v(Rule.PLAIN, "gain", owners=LASTING),
        _v(Rule.FEWEST_VP, "fewest_vp gain", owners=LASTING - HOUSE, gain="points"),
        _v(Rule.EQUAL_VP, "equal_vp gain", owners=LASTING - HOUSE, gain="points"),
    ),
    "game_end": (
        _v(Rule.PER_GOODS, "per_goods gain", owners=LASTING, gain="points"),
        _v(Rule.PER_ROW, "per_row_of gain", owners=LASTING, gain="points"),
        _v(Rule.PER_COLUMN, "columns gain", owners=LASTING, gain="points"),
        _v(Rule.PER_WIN, "per_win gain", owners=LASTING, gain="points"),
        _v(Rule.MOST_BUILDINGS, "most_buildings gain", owners=LASTING, gain="points"),
    ),
}
NUMBERS = sorted(HOOKS, key=lambda hook: getattr(state, hook.upper()))
# Whole numbers: the range of each field. `value` depends on the hook.
RANGES = {
    "year": (1, state.YEARS),
    "free_buildings": (1, 7),
    "fewer": (1, 2),
    "total_at_most": (1, 48),
    "turn_from": (1, 6),
    "distance": (1, 6),
    "advisor": (1, state.ADVISORS),
    "price": (1, 9),
    "change": (-9, 9),
    "first": (1, 9),
    "fixed": (0, 9),
    "per_goods": (1, 99),
    "per_row_of": (1, state.COLUMNS),
    "soldiers_at_least": (0, 99),
    "soldiers_at_most": (0, 99),
    "strength_at_least": (0, 99),
    "strength_at_most": (0, 99),
}
VALUES = {
    "token_limit": (2, 2),
    "kings_reward": (0, 9),
    "highest_combat": (0, 9),
    "loss_goods": (0, 9),
    "battle_pay": (1, 9),
}
# Fields that only say yes.
MARKS = frozenset(
    (
        *(
            "reveal",
            "all_equal",
            "highest",
            "off",
            "steal",
            "exchange",
            "behind",
            "first_of_year",
            "due",
            "no_goods",
        ),
        *(
            "built_nothing",
            "soldiers_leave",
            "anybody_idle",
            "peek",
            "everybody",
            "tokens_pay",
            "die",
            "falls",
        ),
        *("tie_wins", "fewest_vp", "equal_vp", "per_win", "most_buildings"),
    )
)
AMOUNTS = ("distance", "price", "change", "fixed", "per_goods", "per_row_of", "free_buildings", "value")
