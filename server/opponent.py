"""OpponentService: suggestions and playouts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import structlog

from eminence.bots import FinishedGame, PlayOutSummary
from eminence.bots.review import Item
from eminence.server import messages
from eminence.server.errors import ServiceError
from eminence.server.mailbox import Mailbox
from eminence.server.requests import Requests
from eminence.server.share import LoopShare
from eminence.server.think import Thinker, Thought
from eminence.v1 import opponent_service_pb2 as pb
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceServicer


class OpponentServicer(OpponentServiceServicer):
    def __init__(
        self, requests: Requests, thinker: Thinker, catalogue: pb.ListGamesResponse, share: LoopShare
    ) -> None:
        self._requests = requests
        self._thinker = thinker
        self._catalogue = catalogue
        self._share = share

    async def ListGames(self, request: pb.ListGamesRequest, context: Any) -> pb.ListGamesResponse:
        return self._catalogue

    async def GetMoves(self, request: pb.GetMovesRequest, context: Any) -> pb.GetMovesResponse:
        async with self._share.turn():
            view = await self._requests.position(request.position, "position")
            return pb.GetMovesResponse(actor=view.actor, moves=map(messages.move, view.moves))

    async def SuggestMove(self, request: pb.SuggestMoveRequest, context: Any) -> pb.SuggestMoveResponse:
        deadline = self._thinker.deadline(context)
        question = await self._requests.question(request)
        thought = await self._thinker.suggest(question, deadline)
        _note(thought)
        await asyncio.sleep(0)  # a turn for others between the words and their message
        found = messages.suggestion(thought.suggestion)
        return pb.SuggestMoveResponse(suggestion=found, timing=thought.timing)

    async def WatchSuggestion(
        self, request: pb.WatchSuggestionRequest, context: Any
    ) -> AsyncIterator[pb.WatchSuggestionResponse]:
        deadline = self._thinker.deadline(context)
        question, interval = await self._requests.watch(request)
        progress: Mailbox[Thought] = Mailbox(latest_only=True)
        async with progress.filled_by(
            self._thinker.suggest(question, deadline, progress.put, interval)
        ) as thinking:
            async for thought in progress:
                yield _watched(thought, final=False)
            thought = await thinking
            _note(thought)
            await asyncio.sleep(0)
            yield _watched(thought, final=True)

    async def PlayOut(self, request: pb.PlayOutRequest, context: Any) -> AsyncIterator[pb.PlayOutResponse]:
        deadline = self._thinker.deadline(context)
        series = await self._requests.series(request)
        finished: Mailbox[FinishedGame] = Mailbox()
        async with finished.filled_by(self._thinker.play_out(series, deadline, finished.put)) as playing:
            async for game in finished:
                told = messages.finished_game(game, include_moves=series.include_moves)
                yield pb.PlayOutResponse(game=told)
            games, timing = await playing
        if not games:
            raise ServiceError("DEADLINE_PASSED", "the deadline passed before the first game was finished")
        summary = PlayOutSummary.of(games)
        shortened = len(games) < series.games
        yield pb.PlayOutResponse(
            summary=messages.playout_summary(summary, series.seed, timing, shortened=shortened)
        )

    async def ReviewGame(
        self, request: pb.ReviewGameRequest, context: Any
    ) -> AsyncIterator[pb.ReviewGameResponse]:
        deadline = self._thinker.deadline(context)
        asked = self._requests.review(request)
        found: Mailbox[Item] = Mailbox()
        async with found.filled_by(self._thinker.review(asked, deadline, found.put)) as reviewing:
            async for item in found:
                yield messages.review_item(item, views=request.views)
            review, whole, timing = await reviewing
        yield pb.ReviewGameResponse(summary=messages.review_summary(review, timing, shortened=not whole))


def _note(thought: Thought) -> None:
    """Adds what was thought about to the call's log line."""
    found = thought.suggestion
    structlog.contextvars.bind_contextvars(
        game=found.game, iterations=found.iterations, stopped_by=found.stopped_by
    )


def _watched(thought: Thought, *, final: bool) -> pb.WatchSuggestionResponse:
    found = messages.suggestion(thought.suggestion, final=final)
    return pb.WatchSuggestionResponse(suggestion=found, timing=thought.timing, final=final)
