"""SuggestMove: what it answers, what fixes the answer, and what it refuses."""

import asyncio
import time
from typing import Any

import grpc
import pytest
from service_client import Client, position_of, question, reached, refused

from eminence.bots import Budget
from eminence.server import think
from eminence.server.admission import Grant
from eminence.server.schedule import Demand
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb


async def test_answer_is_complete(client: Client) -> None:
    at = await client.table_after(20)
    answer = await client.suggest(position_of(at), iterations=300, alternatives=3, seed=5)
    found, seats = answer.suggestion, at.status.seats
    assert (found.game, found.seat, found.iterations, found.seed) == ("verraeter", at.status.actor, 300, 5)
    assert (found.level, found.threads, found.stopped_by) == (10, 1, pb.STOP_REASON_ITERATIONS)
    assert found.reason
    assert 1 <= len(found.alternatives) <= 3
    visits = [one.visits for one in found.alternatives]
    assert visits == sorted(visits, reverse=True)
    for one in found.alternatives:
        assert one.move.text
        assert one.move.move.WhichOneof("game") == "verraeter"
        assert len(one.win_probability) == len(one.expected_score) == len(one.expected_rank) == seats
        assert sum(one.win_probability) == pytest.approx(1)
    assert found.principal_variation[0].text == found.alternatives[0].move.text
    assert answer.timing.search_ms > 0
    assert not answer.timing.shortened


async def test_view_and_table_give_the_same_answer(client: Client) -> None:
    at = await client.table_after(15)
    seen = await client.look(at.table, at.status.actor)
    by_table = await client.suggest(position_of(at), seed=7)
    by_view = await client.suggest(common.Position(view=seen.view), seed=7)
    assert by_table.suggestion.SerializeToString() == by_view.suggestion.SerializeToString()


@pytest.mark.parametrize("threads", [1, 2])
async def test_seed_and_iterations_fix_the_answer_idle_or_busy(client: Client, threads: int) -> None:
    position = position_of(await client.table_after(15))
    asked = {"seed": 7, "iterations": 400, "threads": threads}
    idle = await client.suggest(position, **asked)
    others = [asyncio.ensure_future(client.suggest(position, movetime_ms=60)) for _ in range(4)]
    busy = await client.suggest(position, **asked)
    await asyncio.gather(*others)
    assert busy.suggestion.SerializeToString() == idle.suggestion.SerializeToString()
    assert idle.suggestion.threads == threads


async def test_seed_left_out_is_reported_and_repeats_the_answer(client: Client) -> None:
    position = position_of(await client.table_after(15))
    first = await client.suggest(position, iterations=200)
    again = await client.suggest(position, iterations=200, seed=first.suggestion.seed)
    assert first.suggestion == again.suggestion


async def test_budget_left_out_is_the_default_movetime(launch: Any) -> None:
    _, client = await launch(default_movetime_ms=30)
    position = position_of(await client.deal())
    answer = await client.opponent.SuggestMove(pb.SuggestMoveRequest(position=position, early_stop=False))
    assert answer.timing.movetime_ms == 30
    assert answer.suggestion.stopped_by == pb.STOP_REASON_MOVETIME


async def test_movetime_shrinks_to_the_deadline_and_the_answer_says_so(launch: Any) -> None:
    _, client = await launch(reserve_ms=3000)
    position = position_of(await client.deal())
    answer = await client.suggest(position, movetime_ms=20_000, early_stop=False, timeout=4)
    assert answer.timing.shortened
    assert 0 < answer.timing.movetime_ms <= 1000


async def test_wide_search_takes_the_slots_that_are_free(launch: Any) -> None:
    server, client = await launch(slots=2)
    position = position_of(await client.deal())
    other = client.opponent.SuggestMove(question(position, movetime_ms=20_000, early_stop=False))
    await reached(lambda: server.admission.free == 1)
    answer = await client.suggest(position, movetime_ms=20, threads=2)
    assert answer.suggestion.threads == 1
    other.cancel()
    await reached(lambda: server.admission.free == 2)
    answer = await client.suggest(position, movetime_ms=20, threads=2)
    assert answer.suggestion.threads == 2


async def test_exact_search_that_cannot_meet_its_deadline_is_refused_at_once(launch: Any) -> None:
    _, client = await launch()  # has not learned from others what an iteration costs
    position = position_of(await client.deal())
    error = await refused(client.suggest(position, iterations=10_000_000, timeout=20))
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "DEADLINE_TOO_SHORT")


async def test_exact_search_is_never_cut_short(launch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think, "GUESSED_MS_PER_ITERATION", 1e-9)
    _, client = await launch(max_call_ms=100)
    error = await refused(client.suggest(position_of(await client.deal()), iterations=10_000_000))
    assert (error.code, error.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "DEADLINE_PASSED")


async def test_full_queue_is_refused_with_a_retry_delay(launch: Any) -> None:
    server, client = await launch(queue_ms=0)
    position = position_of(await client.deal())
    running = client.opponent.SuggestMove(question(position, movetime_ms=20_000, early_stop=False))
    await reached(lambda: server.admission.free == 0)
    error = await refused(client.suggest(position))
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "QUEUE_FULL")
    assert error.retry_ms is not None
    assert 0 < error.retry_ms <= 20_000
    running.cancel()


async def test_finished_game_and_wrong_seat_are_refused(client: Client) -> None:
    at = await client.table_after(1000)
    over = common.Position(table=common.TableSeat(table=at.table, seat=0))
    error = await refused(client.suggest(over))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "GAME_OVER")
    at = await client.deal()
    other = (at.status.actor + 1) % 3
    error = await refused(client.suggest(common.Position(table=common.TableSeat(table=at.table, seat=other))))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN")
    assert error.metadata == {"seat": str(other), "actor": str(at.status.actor)}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"level": 0}, "level"),
        ({"level": 11}, "level"),
        ({"alternatives": 0}, "alternatives"),
        ({"alternatives": 101}, "alternatives"),
        ({"threads": 0}, "threads"),
        ({"threads": 3}, "threads"),
        ({"movetime_ms": 0}, "budget.movetime_ms"),
        ({"movetime_ms": 30_001}, "budget.movetime_ms"),
        ({"iterations": 0}, "budget.iterations"),
        ({"iterations": 10_000_001}, "budget.iterations"),
    ],
)
async def test_fields_out_of_range_are_named(client: Client, change: dict[str, int], path: str) -> None:
    error = await refused(client.suggest(position_of(await client.deal()), **change))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")
    assert error.path == path


@pytest.mark.parametrize(
    ("position", "path"),
    [
        (None, "position"),
        (common.Position(), "position"),
        (common.Position(view={}), "position.view"),
        (common.Position(table={}), "position.table.table"),
    ],
)
async def test_positions_that_are_none_are_named(
    client: Client, position: common.Position | None, path: str
) -> None:
    error = await refused(client.opponent.SuggestMove(pb.SuggestMoveRequest(position=position)))
    assert error.code == grpc.StatusCode.INVALID_ARGUMENT
    assert error.path == path


async def test_seat_that_the_table_does_not_have_is_named(client: Client) -> None:
    at = await client.deal()
    position = common.Position(table=common.TableSeat(table=at.table, seat=3))
    assert (await refused(client.suggest(position))).path == "position.table.seat"


async def test_lower_level_thinks_less(client: Client) -> None:
    position = position_of(await client.deal())
    answer = await client.suggest(position, iterations=400, level=2)
    assert answer.suggestion.level == 2
    assert answer.suggestion.iterations < 400


async def test_request_id_comes_back_and_is_logged(client: Client, logged: list[dict[str, Any]]) -> None:
    call = client.opponent.SuggestMove(
        question(position_of(await client.deal())), metadata=(("x-request-id", "abc-1"),)
    )
    await call
    assert dict(await call.trailing_metadata())["x-request-id"] == "abc-1"
    (event,) = [one for one in logged if one.get("request_id") == "abc-1"]
    assert event["method"] == "OpponentService/SuggestMove"
    assert event["game"] == "verraeter"
    assert event["status"] == "OK"


def test_late_start_shortens_the_search_and_makes_no_late_answer() -> None:
    demand = Demand(deadline=10.0, cost_ms=200, least_ms=20)
    how = {"threads": 1, "started": 9.0, "queue_ms": 0.0, "left_ms": 150.0, "brown_out": False}
    on_time = Grant(demand, length_ms=150.0, clock=lambda: 9.0, **how)
    late = Grant(demand, length_ms=150.0, clock=lambda: 9.04, **how)
    assert think._granted(Budget(200), on_time).movetime_ms == 150
    assert think._granted(Budget(200), late).movetime_ms == 110
    assert think._granted(Budget(50), late).movetime_ms == 50, "there was time enough"


async def test_answer_that_comes_too_late_is_not_given(launch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Putting it into words takes until after the deadline: nobody waits for it any more."""
    server, client = await launch()
    position = position_of(await client.deal())
    in_words = think._thought

    def slowly(*given: Any) -> think.Thought:
        time.sleep(1.0)
        return in_words(*given)

    monkeypatch.setattr("eminence.server.think._thought", slowly)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.suggest(position, movetime_ms=10, timeout=0.9)
    assert caught.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
    await reached(lambda: not server.gate.calls)
    await asyncio.sleep(0)  # for the note that is made of the call
    assert 'method="OpponentService/SuggestMove",reason="DEADLINE_PASSED"' in server.metrics.text()
