"""Words for the numbers of the compiled rules; the same in views, moves and notation."""

from __future__ import annotations

from eminence.cext.core.words import words
from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.features import Decision, Feature
from eminence.cext.games.kingsburg.state import (
    Event,
    Fight,
    Owner,
    Phase,
    Purpose,
    Reinforcing,
    Rolling,
    Season,
)
from eminence.cext.games.kingsburg.traits import Stage, Trait


def ordered(*names: str) -> tuple[str, ...]:
    """Words of constants in state.pxd, in the order of their numbers, which must run from 0 without gaps."""
    by_number = {getattr(state, name.upper()): name for name in names}
    if sorted(by_number) != list(range(len(names))):
        raise ValueError(f"the numbers of {', '.join(names)} must run from 0 without gaps")
    return tuple(by_number[number] for number in range(len(names)))


PHASES = words(Phase)
SEASONS = words(Season)
EVENTS = words(Event)
FEATURES = words(Feature)
DECISIONS = words(Decision)
TRAITS = words(Trait)
STAGES = words(Stage)
OWNERS = words(Owner)
ROLLINGS = words(Rolling)
PURPOSES = words(Purpose)
REINFORCINGS = words(Reinforcing)
FIGHTS = words(Fight)
KINDS = ordered("gold", "wood", "stone", "token", "soldier", "vp")
GOODS = KINDS[: state.GOODS]
# By cell: rows A to G, four columns each; then the same for the alternative rows.
BUILDINGS = (
    *("sawmill", "quarry", "goldsmith", "mint"),
    *("statue", "chapel", "church", "cathedral"),
    *("inn", "market", "farms", "merchants_guild"),
    *("guard_tower", "blacksmith", "barracks", "wizards_guild"),
    *("palisade", "stables", "stone_wall", "fortress"),
    *("barricade", "crane", "town_hall", "embassy"),
    *("improvised_fortifications", "recruiting_center", "training_camp", "military_academy"),
    *("gardens", "riding_ring", "fountain", "royal_park"),
    *("bridge", "altar", "monastery", "dome"),
    *("brewery", "travelling_market", "vineyard", "architects_guild"),
    *("watch_post", "armory", "war_camp", "dragon_tower"),
    *("small_palisade", "griffin_breeding", "outer_wall", "citadel"),
    *("hidden_refuge", "scaffold", "school", "university"),
    *("ditch", "messengers", "drill_ground", "war_college"),
)
ROWS = ("a", "b", "c", "d", "e", "f", "g")
DECKS = ("invaders", "valley")
# What goes on behind a choice that interrupts: the phase or step kept in `after`.
NEXT = {
    Phase.BLESS: "bless",
    state.BOUNTY: "bounty",
    state.SERVE: "help",
    state.START_TURN: "build",
    Phase.SECOND: "second",
    state.START_PEEKS: "peeks",
    Phase.EFFECT: "effect",
}
# Hooks whose effects a seat uses one by one: by phase, and for choices that interrupt by what goes on behind.
USED = {
    "modify": "roll_mod",
    "die": "roll_mod",
    "turn": "roll_mod",
    "build": "build_cost",
    "second": "build_cost",
    "discount": "build_cost",
    "peeks": "season_end",
    "effect": "season_end",
    "price": "season_end",
    "arm": "battle_pay",
}


def _from_to(first: str, last: str) -> frozenset[str]:
    return frozenset(PHASES[PHASES.index(first) : PHASES.index(last) + 1])


SETUP_PHASES = _from_to("draft", "bid")
YEAR_PHASES = frozenset(("side", "conjure", "aid"))
START_PHASES = frozenset(("bless", "blessing"))  # and `take`: before the roll
DICE_PHASES = frozenset(("modify", "die", "turn", "place", "pay"))
ROLL_PHASES = frozenset(("modify", "die", "turn"))
PLACE_PHASES = frozenset(("place", "pay"))
HELP_PHASES = _from_to("option", "gift")
BUILD_PHASES = frozenset(("rob", "loot", "trade", "swap", "build", "second", "discount"))
END_PHASES = frozenset(("effect", "price"))
SEASON_PHASES = _from_to("take", "price")
OPEN_PHASES = _from_to("troops", "loss")  # the invader card lies open
FOUGHT_PHASES = _from_to("academy", "ended")  # this year's troop token is gone
BATTLE_PHASES = frozenset(("reward", "loss"))
LEFT_PHASES = frozenset(("gain", "name", "gift", "hire", "reward", "loss", "conjure"))
LEAST_PHASES = frozenset(("gain", "gift", "take", "recruit", "hire", "reward", "loss"))


def bits(mask: int) -> list[int]:
    """Positions of the set bits, ascending."""
    return [bit for bit in range(mask.bit_length()) if (mask >> bit) & 1]


def mask(positions: list[int]) -> int:
    return sum(1 << position for position in positions)


def used_hook(phase: str, after: int) -> str | None:
    """The hook whose effects `used` counts in this phase."""
    return USED.get(NEXT[after] if phase in ("take", "peek") else phase)
