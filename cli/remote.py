"""Hints from a running service."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click
import grpc

from eminence.bots import Alternative, Suggestion, View
from eminence.cext.core.errors import InvalidInput
from eminence.cli.views import to_game_view
from eminence.v1 import opponent_service_pb2 as pb
from eminence.v1.common_pb2 import Budget, Position
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceStub

if TYPE_CHECKING:
    from eminence.cli.hint import Question

_BAD_INPUT = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.OUT_OF_RANGE,
}


def _complaint(address: str, code: grpc.StatusCode, details: str) -> Exception:
    """What a server said instead of an answer, as the command line reports it."""
    if code is grpc.StatusCode.UNAVAILABLE:
        return click.ClickException(f"{address}: no service answers; start one with `eminence serve`")
    if code in _BAD_INPUT:
        return InvalidInput(address, details)
    return click.ClickException(f"{address}: {code.name}: {details}")


def suggest(address: str, view: View, question: Question, report: Callable[[Suggestion], None]) -> Suggestion:
    """Watches the service think; the last message is the answer."""
    with grpc.insecure_channel(address) as channel:
        stream = OpponentServiceStub(channel).WatchSuggestion(_request(view, question))
        try:
            for message in stream:
                suggestion = _suggestion(view, message)
                if message.final:
                    return suggestion
                report(suggestion)
        except grpc.RpcError as error:
            raise _complaint(address, stream.code(), stream.details()) from error
    raise click.ClickException(f"{address}: the answer broke off; ask again")


def _request(view: View, question: Question) -> pb.WatchSuggestionRequest:
    budget = Budget(movetime_ms=question.budget.movetime_ms, iterations=question.budget.iterations)
    return pb.WatchSuggestionRequest(
        request=pb.SuggestMoveRequest(
            position=Position(view=to_game_view(view)),
            budget=budget,
            level=question.level,
            alternatives=question.alternatives,
            seed=question.seed,
            threads=question.threads,
        )
    )


def _suggestion(view: View, message: pb.WatchSuggestionResponse) -> Suggestion:
    told = message.suggestion
    return Suggestion(
        game=told.game,
        seat=told.seat,
        move=view.find(told.move.text),
        alternatives=tuple(_alternative(view, alternative) for alternative in told.alternatives),
        principal_variation=tuple((move.seat, move.text) for move in told.principal_variation),
        reason=told.reason,
        iterations=told.iterations,
        elapsed_ms=message.timing.search_ms,
        worlds=told.worlds,
        depth=told.depth,
        nodes=told.nodes,
        threads=told.threads,
        stopped_by=pb.StopReason.Name(told.stopped_by).removeprefix("STOP_REASON_").lower(),
        level=told.level,
        seed=told.seed,
    )


def _alternative(view: View, told: pb.Alternative) -> Alternative:
    return Alternative(
        move=view.find(told.move.text),
        visits=told.visits,
        win_probability=tuple(told.win_probability),
        expected_score=tuple(told.expected_score),
        expected_rank=tuple(told.expected_rank),
        uncertainty=told.uncertainty,
        effect=told.move.effect,
    )
