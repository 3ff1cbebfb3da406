"""What happened, over the wire: everybody is told what is public, and seats that may be looked at what they see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from service_client import Client, position_of

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb

POLICY = common.Bot(name="policy")


async def answers(client: Client, **dealt: Any) -> AsyncIterator[Any]:
    """The deal and every answer of one game of Verräter between bots."""
    at = await client.deal(**dealt)
    passes = {one.seat: one.seat_pass for one in at.passes}
    yield at
    while not at.status.over:
        shown = {"seat_pass": passes[at.status.actor]} if at.status.actor in passes else {}
        at = await client.play(at.table, bot=POLICY, **shown)
        yield at


async def test_the_points_that_are_told_are_the_final_scores(client: Client) -> None:
    ledger = [0, 0, 0]
    async for at in answers(client):
        for event in at.events:
            if event.points:
                ledger[event.seat] += event.points
        last = at
    assert ledger == list(last.status.result.scores)


async def test_nobody_is_told_what_only_a_bot_sees(client: Client) -> None:
    drawn = [
        event
        async for at in answers(client, bot_seats=[1, 2])
        for event in at.events
        if event.kind == "drawn"
    ]
    mine = [event for event in drawn if event.seat == 0 and "values" in event.figures]
    assert mine
    assert all(list(event.seen_by) == [0] for event in mine)
    assert not [event for event in drawn if event.seat != 0 and "values" in event.figures]
    assert [event for event in drawn if event.seat != 0]
    assert all(event.text.startswith(f"Seat {event.seat} draws") for event in drawn)


async def test_with_passes_only_the_mover_is_told_what_is_not_public(client: Client) -> None:
    seen = set()
    async for at in answers(client, passes=True, seed=3):
        private = {tuple(event.seen_by) for event in at.events} - {()}
        mover = at.played.seat if hasattr(at, "played") else None
        assert private <= {(mover,)}
        seen |= private
    assert seen


async def test_played_out_games_tell_their_story(client: Client) -> None:
    position = position_of(await client.table_after(10))
    for asked in (True, False):
        request = pb.PlayOutRequest(position=position, bots=[POLICY], games=2, seed=1, include_moves=asked)
        *games, _ = [one async for one in client.opponent.PlayOut(request)]
        told = [event for one in games for move in one.game.moves for event in move.events]
        assert bool(told) == asked
    gained = [0.0] * 3
    request = pb.PlayOutRequest(position=position, bots=[POLICY], games=1, seed=1, include_moves=True)
    game, _ = [one async for one in client.opponent.PlayOut(request)]
    for move in game.game.moves:
        for event in move.events:
            if event.points:
                gained[event.seat] += event.points
    before = (await client.look((await client.table_after(10)).table, 0)).view.verraeter
    scores = [player.points for player in before.players]
    assert [one + more for one, more in zip(scores, gained, strict=True)] == list(game.game.result.scores)
