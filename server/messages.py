"""Results as protobuf messages. Nothing is decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from google.protobuf.json_format import ParseDict

import eminence
from eminence.bots import (
    Alternative,
    Event,
    FinishedGame,
    Move,
    Plan,
    PlanStep,
    PlayOutSummary,
    Record,
    Result,
    Suggestion,
    View,
)
from eminence.bots.levels import LEVELS, Level, measured
from eminence.bots.playout import SeatSummary
from eminence.bots.review import Item, Judgement, Luck, Review, SeatReview
from eminence.cext.core.components import Components
from eminence.cext.core.face import Face, Option
from eminence.server.admission import Grant
from eminence.server.codec import enum_names, to_message
from eminence.server.config import Config
from eminence.server.requests import PLAYABLE
from eminence.server.shelf import Shelf
from eminence.server.tables import Table
from eminence.v1 import common_pb2 as common
from eminence.v1 import games_pb2 as games
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.record_pb2 import GameRecord

_STOP_REASONS = {
    "iterations": opponent.STOP_REASON_ITERATIONS,
    "movetime": opponent.STOP_REASON_MOVETIME,
    "settled": opponent.STOP_REASON_SETTLED,
}


def game_view(view: View) -> games.GameView:
    message = games.GameView()
    typed = getattr(message, view.game.name)
    typed.CopyFrom(to_message(view.data, type(typed)))
    return message


def move(one: Move) -> common.Move:
    return _move(one.position.game.name, PlanStep(one.text, one.data, one.effect))


def _move(game: str, step: PlanStep) -> common.Move:
    message = common.Move(text=step.text, effect=step.effect)
    typed = getattr(message.move, game)
    typed.CopyFrom(to_message(step.data, type(typed)))
    return message


def suggestion(found: Suggestion, *, final: bool = True) -> opponent.Suggestion:
    return opponent.Suggestion(
        game=found.game,
        seat=found.seat,
        move=move(found.move),
        alternatives=[_alternative(one) for one in found.alternatives],
        plans=[_plan(found.game, plan) for plan in found.plans],
        principal_variation=_seat_moves(found.principal_variation),
        reason=found.reason,
        iterations=found.iterations,
        worlds=found.worlds,
        depth=found.depth,
        nodes=found.nodes,
        threads=found.threads,
        stopped_by=_STOP_REASONS[found.stopped_by] if final else opponent.STOP_REASON_UNSPECIFIED,
        level=found.level,
        seed=found.seed,
    )


def timing(grant: Grant, search_ms: float, asked_ms: int | None, granted_ms: int | None) -> common.Timing:
    return common.Timing(
        queue_ms=grant.queue_ms,
        search_ms=search_ms,
        movetime_ms=granted_ms or 0,
        shortened=(granted_ms or 0) < (asked_ms or 0),
        brown_out=grant.brown_out,
    )


def told_events(events: Iterable[Event], table: Table, mover: int | None) -> list[common.GameEvent]:
    """What the caller may be told: the public events, and those of the seats it may look at."""
    seats = {*range(table.state.game.seats)}
    open_seats = seats - {*table.bot_seats}
    if table.passes:  # only the mover has shown one
        open_seats &= {mover}
    return [
        _event(event, () if event.seen_by >= seats else sorted(event.seen_by & open_seats))
        for event in events
        if event.seen_by >= seats or event.seen_by & open_seats
    ]


def _event(event: Event, seen_by: Iterable[int]) -> common.GameEvent:
    message = common.GameEvent(
        kind=event.kind, seat=event.seat, points=event.points, text=event.text, seen_by=seen_by
    )
    message.figures.update(event.figures)
    return message


def finished_game(game: FinishedGame, *, include_moves: bool) -> opponent.FinishedGame:
    return opponent.FinishedGame(
        index=game.index,
        result=common.GameResult(scores=game.scores, ranks=game.ranks, win_shares=game.win_shares),
        plies=game.plies,
        moves=_told_moves(game) if include_moves else (),
    )


def playout_summary(
    found: PlayOutSummary, seed: int, spent: common.Timing, *, shortened: bool
) -> opponent.PlayOutSummary:
    return opponent.PlayOutSummary(
        games=found.games,
        shortened=shortened,
        seats=[_seat_summary(seat) for seat in found.seats],
        seed=seed,
        timing=spent,
    )


def review_item(item: Item, *, views: bool) -> opponent.ReviewGameResponse:
    """One thing that a review has found."""
    if isinstance(item, Judgement):
        fields = vars(item) | {
            "verdict": opponent.Verdict.Value(f"VERDICT_{item.verdict.upper()}"),
            "view": game_view(item.view) if views else None,
        }
        return opponent.ReviewGameResponse(judgement=opponent.Judgement(**fields))
    if isinstance(item, Luck):
        return opponent.ReviewGameResponse(luck=opponent.Luck(**vars(item)))
    return opponent.ReviewGameResponse(chance=opponent.WinningChance(**vars(item)))


def review_summary(review: Review, timing: common.Timing, *, shortened: bool) -> opponent.ReviewSummary:
    return opponent.ReviewSummary(
        seats=[_seat_review(one) for one in review.seats], shortened=shortened, timing=timing
    )


def _seat_review(one: SeatReview) -> opponent.SeatReview:
    fields = vars(one) | {
        "verdicts": [count for _, count in one.verdicts],
        "rest": one.rest,
        "costliest": [judgement.ply for judgement in one.costliest],
    }
    return opponent.SeatReview(**fields)


def table_status(table: Table) -> tables.TableStatus:
    state = table.state
    over = state.actor is None
    return tables.TableStatus(
        game=state.game.name,
        seats=state.game.seats,
        ply=state.ply,
        actor=state.actor,
        over=over,
        result=_result(state.result) if over else None,
        bot_seats=table.bot_seats,
        once=table.once,
        passes=table.passes,
    )


def game_record(record: Record) -> GameRecord:
    return ParseDict(record.data, GameRecord())


def catalogue(shelf: Shelf, config: Config) -> opponent.ListGamesResponse:
    return opponent.ListGamesResponse(
        games=[_game_info(shelf, name) for name in shelf.names],
        bots=[
            opponent.BotInfo(name=name, about=kind.about, searches=kind.searches)
            for name, kind in PLAYABLE.items()
        ],
        limits=opponent.Limits(
            max_movetime_ms=config.max_movetime_ms,
            max_iterations=config.max_iterations,
            max_threads=config.search_slots,
            max_games=config.max_games,
            default_movetime_ms=config.default_movetime_ms,
            max_call_ms=config.max_call_ms,
        ),
        version=eminence.__version__,
    )


def _alternative(one: Alternative) -> opponent.Alternative:
    return opponent.Alternative(
        move=move(one.move),
        visits=one.visits,
        win_probability=one.win_probability,
        expected_score=one.expected_score,
        expected_rank=one.expected_rank,
        uncertainty=one.uncertainty,
        win_error=one.win_error,
        sources=[opponent.SourcePoints(**vars(source)) for source in one.sources],
        chances=[opponent.EventChance(**vars(chance)) for chance in one.chances],
    )


def _plan(game: str, plan: Plan) -> opponent.Plan:
    return opponent.Plan(
        steps=[_move(game, step) for step in plan.steps],
        visits=plan.visits,
        win_probability=plan.win_probability,
        whole=plan.whole,
    )


def _told_moves(game: FinishedGame) -> list[common.SeatMove]:
    """The moves of a game, with everything that happened as those saw it whom it was about."""
    moves = _seat_moves(game.moves)
    for message, events in zip(moves, game.events, strict=True):
        own = (event for event in events if event.seat is None or event.seat in event.seen_by)
        message.events.extend(_event(event, ()) for event in own)
    return moves


def _seat_moves(moves: Iterable[tuple[int, str]]) -> list[common.SeatMove]:
    return [common.SeatMove(seat=seat, text=text) for seat, text in moves]


def _result(result: Result) -> common.GameResult:
    return common.GameResult(scores=result.scores, ranks=result.ranks, win_shares=result.win_shares)


def _seat_summary(seat: SeatSummary) -> opponent.SeatSummary:
    return opponent.SeatSummary(
        wins=seat.wins,
        shared_wins=seat.shared_wins,
        win_share=seat.win_share,
        win_share_se=seat.win_share_se,
        mean_rank=seat.mean_rank,
        rank_counts=seat.rank_counts,
        mean_score=seat.mean_score,
        score_se=seat.score_se,
        score_min=seat.score_min,
        score_max=seat.score_max,
    )


def _game_info(shelf: Shelf, name: str) -> opponent.GameInfo:
    face = shelf.face(name)
    return opponent.GameInfo(
        name=name,
        title=face.title,
        seats=face.seats,
        options=[_option_info(name, option) for option in face.options],
        components=_components_info(shelf.components(name)),
        levels=[_level_info(face, number) for number in LEVELS],
    )


def _level_info(face: Face[Any], number: int) -> opponent.LevelInfo:
    level, known = Level.of(number, face), measured(face.name).get(number)
    return opponent.LevelInfo(
        level=number,
        max_iterations=level.iterations,
        temperature=level.temperature,
        rating=known.rating if known else None,
        rating_interval=known.interval if known else None,
    )


def _option_info(game: str, option: Option) -> opponent.OptionInfo:
    message = opponent.OptionInfo(name=option.name, help=option.help, choices=option.choices)
    if option.choices:
        kind = games.GameOptions.DESCRIPTOR.fields_by_name[game].message_type
        message.enum_names.extend(enum_names(kind, option.name, option.choices))
    if option.low != option.high:
        message.low, message.high = option.low, option.high
    if option.default is not None:
        message.default_value = _text(option.default)
    return message


def _text(value: Any) -> str:
    """A default as people would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(_text, value)) if isinstance(value, list | tuple) else str(value)


def _components_info(components: Components) -> opponent.ComponentsInfo:
    counts = Counter(figure.provenance for figure in components.figures())
    return opponent.ComponentsInfo(name=components.name, **counts)
