"""Errors cross processes: a worker's complaint reaches its parent as it was."""

from __future__ import annotations

import copy
import pickle

import grpc
import pytest

from eminence.bots.ladder.forfeit import LATE, Forfeit
from eminence.bots.ladder.replay import ReplayError
from eminence.cext.core.errors import EminenceError, IllegalMove, InvalidInput, NotYourTurn, UnknownName
from eminence.client import Failure
from eminence.server.errors import ServiceError


def failure() -> Failure:
    """What the client makes of a call to nobody."""
    with grpc.insecure_channel("127.0.0.1:1") as channel:
        try:
            channel.unary_unary("/none")(b"", timeout=5)
        except grpc.RpcError as error:
            return Failure(error)
    raise AssertionError("somebody answered")


@pytest.mark.parametrize(
    "error",
    [
        EminenceError("something"),
        InvalidInput("budget.movetime_ms", "must be at least 1"),
        IllegalMove("move", "is not legal here"),
        NotYourTurn("the game is over"),
        UnknownName("there is no game 'chess'"),
        ReplayError("the log does not fit"),
        Forfeit(LATE, "no answer within 1.00 s"),
        ServiceError("QUEUE_FULL", "come back later", path="budget", retry_ms=5, metadata={"queue": 7}),
        failure(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_pickling_and_copying(error: Exception) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert (again.args, vars(again)) == (error.args, vars(error))
