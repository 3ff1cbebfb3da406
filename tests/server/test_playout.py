"""PlayOut: finished games, then a summary that adds up."""

import time
from dataclasses import replace
from typing import Any

import grpc
import pytest
from service_client import Client, position_of, reached, taken_apart

from eminence.bots import Budget, Game, playout
from eminence.bots.suggest import Thinking
from eminence.server.admission import Grant
from eminence.server.schedule import Demand, Priority
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb

RANDOM = [common.Bot(name="random")]


async def play_out(client: Client, timeout: float | None = None, **rest: Any) -> list[pb.PlayOutResponse]:
    rest = {
        "position": position_of(await client.table_after(10)),
        "bots": RANDOM,
        "games": 8,
        "seed": 1,
    } | rest
    call = client.opponent.PlayOut(pb.PlayOutRequest(**rest), timeout=timeout)
    return [message async for message in call]


async def test_games_come_in_order_and_the_summary_adds_up(client: Client) -> None:
    *events, last = await play_out(client, games=20)
    assert last.WhichOneof("event") == "summary"
    games = [event.game for event in events]
    assert [game.index for game in games] == list(range(20))
    summary = last.summary
    assert (summary.games, summary.shortened, summary.seed) == (20, False, 1)
    for seat, told in enumerate(summary.seats):
        shares = [game.result.win_shares[seat] for game in games]
        scores = [game.result.scores[seat] for game in games]
        ranks = [game.result.ranks[seat] for game in games]
        assert told.wins == shares.count(1)
        assert told.shared_wins == sum(0 < share < 1 for share in shares)
        assert told.win_share == pytest.approx(sum(shares) / 20)
        assert told.mean_score == pytest.approx(sum(scores) / 20)
        assert (told.score_min, told.score_max) == (min(scores), max(scores))
        assert list(told.rank_counts) == [ranks.count(place) for place in (1, 2, 3)]
        assert told.mean_rank == pytest.approx(sum(ranks) / 20)
    assert sum(told.win_share for told in summary.seats) == pytest.approx(1)


async def test_seed_fixes_every_game(client: Client) -> None:
    first, again = await play_out(client, seed=4), await play_out(client, seed=4)
    other = await play_out(client, seed=5)
    assert first[:-1] == again[:-1]
    assert first[:-1] != other[:-1]


async def test_moves_are_told_when_asked_for(client: Client) -> None:
    told = await play_out(client, games=1, include_moves=True)
    assert len(told[0].game.moves) == told[0].game.plies > 0
    assert not (await play_out(client, games=1))[0].game.moves


async def test_each_seat_has_its_bot(client: Client) -> None:
    strong, weak = common.Bot(budget=common.Budget(iterations=100)), common.Bot(name="random")
    *_, first = await play_out(client, bots=[strong, weak, weak], games=20)
    *_, last = await play_out(client, bots=[weak, weak, strong], games=20)
    assert first.summary.seats[0].win_share > last.summary.seats[0].win_share
    assert first.summary.seats[2].win_share < last.summary.seats[2].win_share


async def test_summary_covers_what_was_finished_when_the_deadline_is_near(launch: Any) -> None:
    _, client = await launch(reserve_ms=1000)
    bots = [common.Bot(budget=common.Budget(movetime_ms=1))]
    *games, last = await play_out(client, bots=bots, games=1000, timeout=3)
    assert last.summary.shortened
    assert 0 < last.summary.games == len(games) < 1000


async def test_nothing_finished_is_an_error(launch: Any) -> None:
    _, client = await launch(reserve_ms=500)
    bots = [common.Bot(budget=common.Budget(movetime_ms=500))]
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await play_out(client, bots=bots, games=1, timeout=1)
    assert caught.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
    assert taken_apart(caught.value).reason == "DEADLINE_PASSED"


async def test_deadline_that_passes_between_two_slices_is_said_to_have_passed(
    launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, client = await launch(slice_ms=1)
    enter, slices = server.admission.enter, 0

    async def second_is_refused(demand: Demand) -> Grant:
        nonlocal slices
        slices += demand.priority is Priority.PLAYOUT
        if slices > 1:
            demand = replace(demand, deadline=0.0)
        return await enter(demand)

    monkeypatch.setattr(server.admission, "enter", second_is_refused)
    bots = [common.Bot(budget=common.Budget(movetime_ms=50))]
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await play_out(client, bots=bots, games=1, timeout=10)
    assert slices == 2
    assert taken_apart(caught.value).reason == "DEADLINE_PASSED"


async def test_position_need_not_be_the_seats_turn_but_the_game_must_go_on(client: Client) -> None:
    at = await client.table_after(10)
    waiting = common.TableSeat(table=at.table, seat=(at.status.actor + 1) % 3)
    assert len(await play_out(client, position=common.Position(table=waiting), games=2)) == 3
    over = await client.table_after(1000)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await play_out(client, position=common.Position(table=common.TableSeat(table=over.table)))
    assert taken_apart(caught.value).reason == "GAME_OVER"


@pytest.mark.parametrize(
    ("change", "reason", "path"),
    [
        ({"games": 0}, "INVALID_FIELD", "games"),
        ({"games": 1001}, "INVALID_FIELD", "games"),
        ({"bots": []}, "INVALID_FIELD", "bots"),
        ({"bots": RANDOM * 2}, "INVALID_FIELD", "bots"),
        ({"bots": [common.Bot(name="random", level=3)]}, "INVALID_FIELD", "bots[0].level"),
        ({"bots": [common.Bot(name="greedy", budget={})]}, "INVALID_FIELD", "bots[0].budget"),
        ({"bots": [*RANDOM, common.Bot(level=11), *RANDOM]}, "INVALID_FIELD", "bots[1].level"),
        ({"bots": [common.Bot(budget={"iterations": 0})]}, "INVALID_FIELD", "bots[0].budget.iterations"),
        ({"bots": [common.Bot(name="oracle")]}, "UNKNOWN_BOT", None),
        ({"bots": [common.Bot(name="mcts:level=3")]}, "UNKNOWN_BOT", None),
        ({"bots": [common.Bot(name="prefer")]}, "UNKNOWN_BOT", None),
    ],
)
async def test_bad_requests_are_named(
    client: Client, change: dict[str, Any], reason: str, path: str | None
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await play_out(client, **change)
    error = taken_apart(caught.value)
    assert (error.reason, error.path) == (reason, path)


async def test_cancelled_playout_frees_its_slot(launch: Any) -> None:
    server, client = await launch()
    bots = [common.Bot(budget=common.Budget(movetime_ms=2000))]
    request = pb.PlayOutRequest(position=position_of(await client.deal()), bots=bots, games=100)
    call = client.opponent.PlayOut(request)
    await reached(lambda: server.admission.free == 0)
    call.cancel()
    await reached(lambda: server.admission.free == 1)


async def test_hint_does_not_wait_for_a_long_move_of_a_batch(launch: Any) -> None:
    server, client = await launch()
    bots = [common.Bot(budget=common.Budget(movetime_ms=30_000))]
    position = position_of(await client.table_after(3))
    request = pb.PlayOutRequest(position=position, bots=bots, games=1)
    batch = client.opponent.PlayOut(request, metadata=(("x-eminence-priority", "ladder"),))
    await reached(lambda: server.admission.free == 0)
    for _ in range(10):
        answer = await client.suggest(position, movetime_ms=20, early_stop=False, timeout=5)
        assert answer.timing.queue_ms < 5000
    batch.cancel()
    await reached(lambda: server.admission.free == 1)


def test_games_are_the_same_however_often_thought_is_interrupted() -> None:
    view = Game("verraeter", 3).new(1).view(0)
    bots = ["mcts:iterations=8000"] * 3  # no machine is done with that in a millisecond
    (whole,) = playout.play_out(view, bots, 1, seed=5)
    *steps, game = playout.play_out_stepwise(view, bots, 1, seed=5, slice_ms=1)
    assert game == whole
    assert len(steps) > whole.plies, "moves were thought about in slices"


def test_pauses_are_no_time_of_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game("verraeter", 3).new(1)
    thinking = Thinking(state.view(state.actor), Budget(movetime_ms=50), early_stop=False)
    real, added = time.monotonic, 0.0
    monkeypatch.setattr(time, "monotonic", lambda: real() + added)
    slices = 0
    for _ in thinking.think_in_slices(10):
        slices += 1
        added += 1000.0
    assert slices > 1
    assert thinking.elapsed_ms < 1000_000
