from __future__ import annotations

from dataclasses import replace

import pytest

from eminence.bots.ladder.engines import void_record
from eminence.bots.ladder.records import GameRecord, LoggedMove
from eminence.bots.ladder.referee import play
from eminence.bots.ladder.replay import ReplayError, category_of, replay
from eminence.bots.ladder.schedule import tasks
from ladder_tools import made_up, plan

PLAN = plan()
TASK = next(task for task in tasks(PLAN, {}) if task)


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return play(TASK)


def test_a_stored_game_steps_through_to_its_result(record: GameRecord) -> None:
    steps = list(replay(category_of(PLAN, record), record))
    assert [step.move for step in steps] == [*record.moves, None]
    assert steps[-1].state.result.scores == tuple(chair.score for chair in record.chairs)


def test_a_log_that_does_not_fit_the_rules_is_refused(record: GameRecord) -> None:
    first = record.moves[0]
    wrong_text = replace(record, moves=(LoggedMove(first.seat, "castle", 0.0, False), *record.moves[1:]))
    wrong_seat = replace(record, moves=(LoggedMove(1 - first.seat, first.text, 0.0, False),))
    wrong_end = replace(record, chairs=made_up("x", {"a": 3, "b": 5}).chairs)
    for broken, complaint in ((wrong_text, "not legal"), (wrong_seat, "is to move"), (wrong_end, "log ends")):
        with pytest.raises(ReplayError, match=complaint):
            list(replay(category_of(PLAN, record), broken))


def test_a_void_game_cannot_be_replayed() -> None:
    with pytest.raises(ReplayError, match="never finished"):
        next(replay(TASK.category, void_record(TASK, "its worker died")))
