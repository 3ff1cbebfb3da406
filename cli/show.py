"""Suggestions for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eminence.bots import Alternative, Event, Game, Move, Plan, PlanStep, Record, Suggestion, View
from eminence.bots.game import NARROW, WIDE
from eminence.cli.output import bar, table

BAR_WIDTH = 5


def suggestion_facts(suggestion: Suggestion) -> dict[str, Any]:
    """A suggestion as `--json` prints it."""
    return {
        "game": suggestion.game,
        "seat": suggestion.seat,
        "move": suggestion.move.text,
        "alternatives": [_alternative_facts(alternative) for alternative in suggestion.alternatives],
        "plans": [_plan_facts(plan) for plan in suggestion.plans],
        "principal_variation": [
            {"seat": seat, "text": text} for seat, text in suggestion.principal_variation
        ],
        "reason": suggestion.reason,
        "iterations": suggestion.iterations,
        "elapsed_ms": round(suggestion.elapsed_ms, 3),
        "stopped_by": suggestion.stopped_by,
        "worlds": suggestion.worlds,
        "depth": suggestion.depth,
        "nodes": suggestion.nodes,
        "threads": suggestion.threads,
        "level": suggestion.level,
        "hint_seed": suggestion.seed,
    }


def _alternative_facts(alternative: Alternative) -> dict[str, Any]:
    return {
        "text": alternative.move.text,
        "visits": alternative.visits,
        "win_probability": alternative.win_probability,
        "expected_score": alternative.expected_score,
        "expected_rank": alternative.expected_rank,
        "uncertainty": alternative.uncertainty,
        "win_error": alternative.win_error,
        "sources": alternative.sources,
        "chances": alternative.chances,
        "effect": alternative.move.effect,
        "move": alternative.move.data,
    }


def _plan_facts(plan: Plan) -> dict[str, Any]:
    return {
        "steps": [{"text": step.text, "effect": step.effect, "move": step.data} for step in plan.steps],
        "visits": plan.visits,
        "win_probability": plan.win_probability,
        "whole": plan.whole,
    }


def view_json(view: View) -> Any:
    """A view in the form that --view takes."""
    from eminence.cli import views  # the generated stubs are slow to load

    return views.to_json(view)


def move_words(move: Move) -> str:
    """A move with what it does."""
    return f"{move.text} ({move.effect})" if move.effect else move.text


def seen_events(events: Iterable[Event], seat: int | None) -> list[Event]:
    """What a seat sees of what happened; nobody in particular sees what those see whom it is about."""
    if seat is not None:
        return [event for event in events if seat in event.seen_by]
    return [event for event in events if event.seat is None or event.seat in event.seen_by]


def show_events(out: Console, events: Iterable[Event], seat: int | None) -> None:
    for event in seen_events(events, seat):
        out.print(f"      {event.text}", markup=False)


def show_story(out: Console, record: Record, game: Game | None = None) -> None:
    """A whole game in words."""
    title = f"{record.game}: {', '.join(f'seat {seat} {name}' for seat, name in enumerate(record.players))}"
    out.print(title, markup=False, style="bold")
    for number, step in enumerate(record.replay(game)):
        show_events(out, step.events, None)
        if step.ply is not None:
            words = move_words(step.state.find(step.ply.move))
            out.print(f"{number + 1:4}. seat {step.ply.seat}: {words}", markup=False)
    out.print(f"points: {', '.join(f'{score:g}' for score in record.scores)}", markup=False)


def show_view(out: Console, view: View) -> None:
    out.print(escape(view.render(min(max(out.width, NARROW), WIDE))), soft_wrap=True)


def show_suggestion(out: Console, suggestion: Suggestion) -> None:
    """The plan, the ranked alternatives with each seat's chances, what is expected to follow, and why."""
    if any(len(plan.steps) > 1 for plan in suggestion.plans):
        out.print(_plans(suggestion.plans))
    out.print(_alternatives(suggestion.alternatives, suggestion.seat))
    if suggestion.move != suggestion.alternatives[0].move:
        out.print(f"Play [bold green]{escape(suggestion.move.text)}[/], drawn from the good moves.")
    out.print(escape(suggestion.reason))
    if suggestion.principal_variation:
        line = "  ".join(f"[dim]{seat}:[/]{escape(text)}" for seat, text in suggestion.principal_variation)
        out.print(f"Expected line: {line}")
    rate = suggestion.iterations / max(suggestion.elapsed_ms, 1e-3)
    out.print(
        f"{suggestion.iterations:,} iterations in {suggestion.elapsed_ms:,.0f} ms ({rate:,.0f} per ms) over "
        f"{suggestion.worlds:,} worlds, depth {suggestion.depth}, threads {suggestion.threads}, level "
        f"{suggestion.level}, ended by {suggestion.stopped_by}, hint seed {suggestion.seed}",
        style="dim",
    )


def _plans(plans: Sequence[Plan]) -> Table:
    listed = table("", "plan for the whole turn", "visits", "wins", right=("", "visits", "wins"))
    for place, plan in enumerate(plans, 1):
        listed.add_row(
            str(place),
            "\n".join([*map(_step, plan.steps), *([] if plan.whole else ["[dim]then as it comes[/]"])]),
            f"{plan.visits:,}",
            f"{plan.win_probability:.0%}",
            style="bold" if place == 1 else "",
        )
    return listed


def _step(step: PlanStep) -> str:
    return escape(step.text) + (f"  [dim]{escape(step.effect)}[/]" if step.effect else "")


def _alternatives(alternatives: Sequence[Alternative], seat: int) -> Table:
    seats = len(alternatives[0].win_probability)
    names = [f"you ({i})" if i == seat else f"seat {i}" for i in range(seats)]
    listed = table("", "move", "visits", right=("", "visits"))
    for name in names:
        listed.add_column(name, no_wrap=True)
    most = max(alternative.visits for alternative in alternatives)
    effects = any(alternative.move.effect for alternative in alternatives)
    for place, alternative in enumerate(alternatives, 1):
        move = escape(alternative.move.text) + (
            f"\n[dim]{escape(alternative.move.effect)}[/]" if effects else ""
        )
        style = "bold" if alternative.visits == most else ""
        cells = [_chances(alternative, i, own=i == seat) for i in range(seats)]
        listed.add_row(str(place), move, f"{alternative.visits:,}", *cells, style=style)
    return listed


def _chances(alternative: Alternative, seat: int, *, own: bool) -> str:
    """One seat's winning probability as a bar, over its expected score."""
    share = alternative.win_probability[seat]
    colour = "green" if own else "blue"
    drawn = bar(share, BAR_WIDTH)
    return f"[{colour}]{drawn}[/] {share:4.0%}\n[dim]{alternative.expected_score[seat]:.1f} pts[/]"
