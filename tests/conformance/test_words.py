"""Words for people, in every game: none of them are notation, unless that says it all in a word."""

from __future__ import annotations

import re

import pytest

from catalogue_cases import PLAYERS, Case, Player, cases, some_states
from eminence.bots import Budget, Game, State, suggest
from eminence.cext.core.stream import Stream

ALL = pytest.mark.parametrize("case", cases(), ids=repr)
# Signs of notation and of names in data: guard_tower, chest:brown, pal1, 2gold, 1g1s.
NOTATION = re.compile(r"_|\b[a-z]+:[a-z0-9]|\b[a-z]+\d|\b\d+[a-z]")


def is_plain(words: str) -> bool:
    return bool(words) and not NOTATION.search(words)


def test_notation_is_told_from_words() -> None:
    for words in ("pay 2 of France", "build the Inn for 1 gold: battle +1", "to #4 Merchant", 'pay 1 "+2"'):
        assert is_plain(words), words
    for words in ("", "envoy on pal1", "uses town_hall", "Treasurer: 2gold", "pays 1g1s", "for chest:brown"):
        assert not is_plain(words), words


@ALL
@pytest.mark.parametrize("choose", PLAYERS)
def test_moves_and_events_are_told_in_words(case: Case, choose: Player) -> None:
    stream = Stream(5, "words")
    state, events = case.game.new_told(5)
    while state.actor is not None:
        for move in state.view(state.actor).moves:
            assert is_plain(move.effect or move.text), (move.text, move.effect)
        state, found = state.play_told(choose(state, stream))
        events += found
    for event in events:
        assert is_plain(event.text), event.text


@ALL
def test_reasons_and_plans_say_what_every_move_does(case: Case) -> None:
    for state in hard_decisions(case.game, 12):
        assert state.actor is not None
        found = suggest(state.view(state.actor), Budget(iterations=300), seed=1)
        assert is_plain(found.reason), found.reason
        for step in (step for plan in found.plans for step in plan.steps):
            assert is_plain(step.effect or step.text), (step.text, step.effect)


def hard_decisions(game: Game, count: int) -> list[State]:
    return [state for state in some_states(game, 9, 3 * count) if len(state.codes) > 1][:count]
