"""Hints from a running service."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click
import grpc

from eminence.bots import Alternative, EventChance, Plan, PlanStep, SourcePoints, Suggestion, View
from eminence.cext.core.errors import InvalidInput
from eminence.cli.setting import Server
from eminence.cli.views import to_game_view
from eminence.client import Access, Client, Failure, Hint
from eminence.server.codec import to_plain
from eminence.v1 import opponent_service_pb2 as pb

if TYPE_CHECKING:
    from eminence.cli.hint import Question

_BAD_INPUT = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.OUT_OF_RANGE,
}


def suggest(
    server: Server, view: View, question: Question, report: Callable[[Suggestion], None]
) -> Suggestion:
    """Watches the service think; the last hint is the answer."""
    with _connect(server) as client:
        hints = client.watch(
            to_game_view(view),
            movetime_ms=question.budget.movetime_ms,
            iterations=question.budget.iterations,
            level=question.level,
            alternatives=question.alternatives,
            seed=question.seed,
            threads=question.threads,
        )
        try:
            for hint in hints:
                suggestion = _suggestion(view, hint)
                if hint.final:
                    return suggestion
                report(suggestion)
        except Failure as failure:
            raise _complaint(server.address, failure) from None
    raise click.ClickException(f"{server.address}: the answer broke off; ask again")


def _connect(server: Server) -> Client:
    try:
        return Client(Access.read(**vars(server)), timeout=None)
    except OSError as error:
        raise InvalidInput(str(error.filename), f"cannot be read: {error.strerror}") from None


def _complaint(address: str, failure: Failure) -> Exception:
    """What a service said instead of an answer, as the command line reports it."""
    if failure.code is grpc.StatusCode.UNAVAILABLE and not failure.reason:
        return click.ClickException(f"{address}: no service answers; start one with `eminence serve`")
    if failure.code in _BAD_INPUT:
        return InvalidInput(address, failure.message)
    advice = "; see --server-key-file" if failure.code is grpc.StatusCode.UNAUTHENTICATED else ""
    return click.ClickException(f"{address}: {failure}{advice}")


def _suggestion(view: View, hint: Hint) -> Suggestion:
    told = hint.suggestion
    return Suggestion(
        game=told.game,
        seat=told.seat,
        move=view.find(told.move.text),
        alternatives=tuple(_alternative(view, alternative) for alternative in told.alternatives),
        plans=tuple(_plan(view, plan) for plan in told.plans),
        principal_variation=tuple((move.seat, move.text) for move in told.principal_variation),
        reason=told.reason,
        iterations=told.iterations,
        elapsed_ms=hint.timing.search_ms,
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
        win_error=told.win_error,
        sources=tuple(SourcePoints(one.source, tuple(one.points), tuple(one.error)) for one in told.sources),
        chances=tuple(
            EventChance(one.event, one.source, one.simulations, tuple(one.probability), tuple(one.error))
            for one in told.chances
        ),
    )


def _plan(view: View, told: pb.Plan) -> Plan:
    return Plan(
        steps=tuple(
            PlanStep(step.text, to_plain(getattr(step.move, view.game.name)), step.effect)
            for step in told.steps
        ),
        visits=told.visits,
        win_probability=told.win_probability,
        whole=told.whole,
    )
