"""Contestants over gRPC: the service itself, and strangers that answer badly."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest

from eminence.bots.ladder import players
from eminence.bots.ladder.plan import ROUND_ROBIN, Category, Contestant, Plan
from eminence.bots.ladder.records import Chair, GameRecord, GameTask
from eminence.bots.ladder.referee import play
from eminence.v1 import opponent_service_pb2 as pb
from eminence.v1.opponent_service_pb2_grpc import (
    OpponentServiceServicer,
    add_OpponentServiceServicer_to_server,
)

CATEGORY = Category.of("verraeter", 3)
Answer = Callable[[pb.SuggestMoveRequest, grpc.ServicerContext], pb.SuggestMoveResponse]


class Stranger(OpponentServiceServicer):
    """Answers every question by one function, and remembers the questions."""

    def __init__(self) -> None:
        self.answer: Answer = silence
        self.asked: list[pb.SuggestMoveRequest] = []

    def SuggestMove(self, request: Any, context: Any) -> Any:
        self.asked.append(request)
        return self.answer(request, context)


@pytest.fixture(scope="module")
def stranger() -> Iterator[tuple[Stranger, str]]:
    server = grpc.server(ThreadPoolExecutor(4))
    servicer = Stranger()
    add_OpponentServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield servicer, f"127.0.0.1:{port}"
    players.close_boxes()
    server.stop(None)


def game(spec: str, deadline_ms: int = 600_000) -> GameRecord:
    seating = tuple(Contestant(f"bot{seat}", one) for seat, one in enumerate([spec, "policy", "random"]))
    return play(GameTask("key", "pair", CATEGORY, seating, "5", deadline_ms))


def guest(stranger: tuple[Stranger, str], answer: Answer, deadline_ms: int = 600_000) -> Chair:
    servicer, address = stranger
    servicer.answer = answer
    servicer.asked.clear()
    record = game(f"grpc:address={address}", deadline_ms)
    assert not any(chair.forfeit for chair in record.chairs[1:]), "the others' results stand"
    return record.chairs[0]


def silence(request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
    time.sleep(1.5)
    return pb.SuggestMoveResponse()


def garbage(request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
    return respond(request, "castle")


def for_another_seat(request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
    seat = request.position.view.verraeter.seat
    return pb.SuggestMoveResponse(suggestion=pb.Suggestion(seat=seat + 1))


def nothing(request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
    return respond(request, "")


def error(request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
    context.abort(grpc.StatusCode.INTERNAL, "out of ideas")
    raise AssertionError


def respond(request: pb.SuggestMoveRequest, text: str) -> pb.SuggestMoveResponse:
    suggestion = pb.Suggestion(seat=request.position.view.verraeter.seat)
    suggestion.move.text = text
    return pb.SuggestMoveResponse(suggestion=suggestion)


@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        (silence, "late", "no answer within 1.00 s"),
        (garbage, "illegal", "'castle' is not legal here"),
        (nothing, "illegal", "not legal"),
        (for_another_seat, "wrong_seat", "answered for seat 1"),
        (error, "crashed", "INTERNAL: out of ideas"),
    ],
)
def test_bad_answers_forfeit(stranger: tuple[Stranger, str], answer: Answer, kind: str, detail: str) -> None:
    chair = guest(stranger, answer, deadline_ms=1000 if kind == "late" else 600_000)
    assert (chair.forfeit, chair.rank) == (kind, 3)
    assert detail in chair.detail


def test_a_busy_contestant_is_asked_again(stranger: tuple[Stranger, str]) -> None:
    def busy_at_first(request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
        if len(stranger[0].asked) < 3:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "come back later")
        return garbage(request, context)

    assert guest(stranger, busy_at_first).forfeit == "illegal"


def test_it_is_sent_its_own_seat_and_nothing_else(stranger: tuple[Stranger, str]) -> None:
    guest(stranger, garbage)
    (request,) = stranger[0].asked
    assert request.position.WhichOneof("source") == "view"
    assert request.position.view.verraeter.seat == 0


def test_its_legal_moves_come_with_the_question(stranger: tuple[Stranger, str]) -> None:
    """So that a contestant needs no rules."""

    def last(request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
        return respond(request, request.moves[-1].text)

    chair = guest(stranger, last)
    assert not chair.forfeit
    assert chair.moves == len(stranger[0].asked)


def test_nobody_at_the_address() -> None:
    chair = game("grpc:address=127.0.0.1:1").chairs[0]
    assert chair.forfeit == "unreachable"
    assert "127.0.0.1:1" in chair.detail


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("grpc", "needs an address"),
        ("grpc:address=x:1,depth=3", "'depth'"),
        ("grpc:address=x:1,level=a", "level=a"),
    ],
)
def test_bad_parameters_are_explained(spec: str, complaint: str) -> None:
    assert complaint in game(spec).chairs[0].detail


def test_the_service_plays_as_the_local_bot_does(service: str) -> None:
    record = game(f"grpc:address={service},iterations=20")
    players.close_boxes()
    assert not record.chairs[0].forfeit
    assert record.chairs[0].moves > 5


def test_a_guarded_service_plays_with_whom_it_knows(guarded: Any) -> None:
    tls = f"ca={guarded.ca},cert={guarded.cert},cert_key={guarded.cert_key}"
    spec = f"grpc:address={guarded.address},{tls},iterations=20"
    known, stranger = game(f"{spec},key_file={guarded.key_file}"), game(spec)
    players.close_boxes()
    assert not known.chairs[0].forfeit
    assert stranger.chairs[0].forfeit == "refused"
    assert "KEY_REQUIRED" in stranger.chairs[0].detail


def test_a_contestant_that_wants_a_key_is_refused_before_the_first_game(guarded: Any) -> None:
    spec = f"grpc:address={guarded.address},ca={guarded.ca},cert={guarded.cert},cert_key={guarded.cert_key}"
    plan = Plan(ROUND_ROBIN, (Contestant("guest", spec), Contestant("random", "random")), (CATEGORY,), 1)
    missing = players.absent(plan)
    players.close_boxes()
    assert missing["guest"].kind == "refused"
    assert list(missing) == ["guest"]
