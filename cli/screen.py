"""What a person, or a program in the person's place, sees of a game played in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from rich.markup import escape

from eminence.bots import Result, Suggestion, View
from eminence.cli.explain import Entry
from eminence.cli.output import console, emit_line, table
from eminence.cli.session import Step
from eminence.cli.show import show_suggestion, show_view, suggestion_facts, view_json

HELP = """\
[bold]NUMBER[/] or [bold]MOVE[/]  play a move by its number in the list or by its text
[bold]hint[/]    what the strongest bot would play, and why
[bold]moves[/]   list the legal moves        [bold]view[/]  show the table again
[bold]undo[/]    back to your previous decision
[bold]?WORD[/]   what a card, a building or the like does; [bold]?[/] lists them
[bold]quit[/]    leave the game              [bold]help[/]  show this"""


class Screen(Protocol):
    """Where a session shows itself."""

    def busy(self) -> AbstractContextManager[Any]: ...
    def step(self, step: Step) -> None: ...
    def decision(self, view: View) -> None: ...
    def moves(self, view: View) -> None: ...
    def hint(self, suggestion: Suggestion) -> None: ...
    def note(self, text: str) -> None: ...
    def complain(self, text: str) -> None: ...
    def help(self) -> None: ...
    def explain(self, entries: Sequence[Entry]) -> None: ...
    def over(self, view: View, result: Result) -> None: ...
    def ask(self) -> str | None: ...


class PeopleScreen:
    """Text and tables."""

    def __init__(self, title: str) -> None:
        self.out = console()
        self.out.print(f"[bold]{escape(title)}[/]. Type help for the commands.")

    def busy(self) -> AbstractContextManager[Any]:
        """Shows that somebody thinks."""
        return self.out.status("thinking") if self.out.is_terminal else nullcontext()

    def step(self, step: Step) -> None:
        if step.kind == "event":
            self.out.print(f"  {escape(step.text or '')}")
            return
        what = f"[bold]{escape(step.text or '')}[/]" + (f" ({escape(step.effect)})" if step.effect else "")
        self.out.print(
            f"Seat {step.seat} {'decides in secret' if step.kind == 'secret' else f'plays {what}'}"
        )

    def decision(self, view: View) -> None:
        self.out.print()
        show_view(self.out, view)
        self.moves(view)

    def moves(self, view: View) -> None:
        listed = table("", "move", "what it does", right=("",))
        for number, move in enumerate(view.moves, 1):
            listed.add_row(str(number), escape(move.text), escape(move.effect))
        self.out.print(listed)

    def hint(self, suggestion: Suggestion) -> None:
        show_suggestion(self.out, suggestion)

    def note(self, text: str) -> None:
        self.out.print(escape(text))

    def complain(self, text: str) -> None:
        self.out.print(escape(text), style="red")

    def help(self) -> None:
        self.out.print(HELP)

    def explain(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.out.print(f"[bold]{escape(entry.name)}[/]: {escape(entry.about)}")

    def over(self, view: View, result: Result) -> None:
        self.out.print()
        show_view(self.out, view)
        listed = table("place", "seat", "score", title="The game is over", right=("place", "score"))
        for seat in sorted(range(len(result.scores)), key=lambda seat: result.ranks[seat]):
            name = f"{seat} (you)" if seat == view.seat else str(seat)
            listed.add_row(str(result.ranks[seat]), name, f"{result.scores[seat]:g}")
        self.out.print(listed)
        self.out.print(_verdict(result, view.seat), style="bold")

    def ask(self) -> str | None:
        """The next command; None at the end of the input. Piped commands are echoed, so that a log can be read."""
        if sys.stdin.isatty():
            try:
                return input("your move> ").strip()
            except EOFError:
                return None
        line = sys.stdin.readline()
        self.out.print(f"your move> {escape(line.strip())}")
        return line.strip() if line else None


class JsonScreen:
    """One JSON object per line, told apart by `event`."""

    def busy(self) -> AbstractContextManager[Any]:
        return nullcontext()

    def step(self, step: Step) -> None:
        effect = {"effect": step.effect} if step.effect else {}
        emit_line({"event": step.kind, "seat": step.seat, "text": step.text, **effect})

    def decision(self, view: View) -> None:
        emit_line({"event": "decision", "seat": view.seat, "view": view_json(view), "moves": _moves(view)})

    def moves(self, view: View) -> None:
        emit_line({"event": "moves", "moves": _moves(view)})

    def hint(self, suggestion: Suggestion) -> None:
        emit_line({"event": "hint", **suggestion_facts(suggestion)})

    def note(self, text: str) -> None:
        emit_line({"event": "note", "text": text})

    def complain(self, text: str) -> None:
        emit_line({"event": "error", "text": text})

    def help(self) -> None:
        emit_line({"event": "help", "commands": ["hint", "moves", "view", "undo", "quit", "help", "?"]})

    def explain(self, entries: Sequence[Entry]) -> None:
        emit_line({"event": "explain", "entries": entries})

    def over(self, view: View, result: Result) -> None:
        emit_line({"event": "over", "seat": view.seat, **vars(result), "view": view_json(view)})

    def ask(self) -> str | None:
        line = sys.stdin.readline()
        return line.strip() if line else None


def _moves(view: View) -> list[dict[str, Any]]:
    return [{"text": move.text, "effect": move.effect} for move in view.moves]


def _verdict(result: Result, seat: int) -> str:
    if result.win_shares[seat] == 1:
        return "You win."
    if result.win_shares[seat] > 0:
        return "You share the win."
    return f"You finish in place {result.ranks[seat]} of {len(result.ranks)}."
