"""eminence games"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from eminence.bots import Game
from eminence.cext.core.components import PROVENANCES, Components
from eminence.cext.core.face import Face, Option
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue
from eminence.cli.output import console, emit, json_flag, table

_RULES = Path(__file__).parents[1] / "docs" / "rules"  # in the wheel as in the repository
_MARKS = {"rulebook": "rulebook", "public": "public", "reconstructed": "[yellow]reconstructed *[/]"}


@click.command("games", short_help="List the games, or show one.")
@click.argument("game", required=False)
@click.option("--components", is_flag=True, help="Show every component figure and where it is known from.")
@json_flag
def command(game: str | None, components: bool, as_json: bool) -> None:
    """List the games, or show one GAME with its options and notation."""
    if components and game is None:
        raise click.UsageError("--components needs a GAME", click.get_current_context())
    faces = [catalogue.face(name) for name in ([game] if game else catalogue.names())]
    if as_json:
        emit([_facts(face, in_full=game is not None, components=components) for face in faces])
    elif game is None:
        _show_list(faces)
    else:
        _show_game(faces[0])
        if components:
            _show_components(faces[0].components)


def _facts(face: Face[Any], *, in_full: bool, components: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "name": face.name,
        "title": face.title,
        "seats": list(face.seats),
        "options": [_option_facts(option) for option in face.options],
        "provenance": _provenance(face.components),
    }
    if in_full:
        facts["notation"] = notation(face)
        facts["rules"] = str(_page(face))
    if components:
        facts["components"] = {"name": face.components.name, "figures": face.components.figures()}
    return facts


def _option_facts(option: Option) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": option.name, "default": option.default, "values": option.values}
    return facts | {"help": option.help}


def _provenance(components: Components) -> dict[str, int]:
    """How many figures are known from where."""
    counts = Counter(figure.provenance for figure in components.figures())
    return {word: counts[word] for word in PROVENANCES}


def notation(face: Face[Any]) -> list[str]:
    """One example of every form of move met in one game played by the playout policy."""
    game = Game(face.name)
    state, stream = game.new("notation"), Stream("notation")
    examples: dict[str, str] = {}
    while state.actor is not None:
        for move in state.moves:
            form = re.match(r"[^\W\d_]*", move.text)
            examples.setdefault(form.group() if form else "", move.text)
        state = state.play(game.kernel.playout_move(state.packed, stream))
    return list(examples.values())


def _page(face: Face[Any]) -> Path:
    """The page with the rules."""
    return _RULES / f"{face.name}.md"


def _show_list(faces: list[Face[Any]]) -> None:
    listed = table("game", "title", "seats", "options", "figures", right=("figures",))
    for face in faces:
        counts = _provenance(face.components)
        figures = f"{sum(counts.values())}" + (
            f" ({counts['reconstructed']} *)" if counts["reconstructed"] else ""
        )
        options = ", ".join(option.name for option in face.options)
        listed.add_row(face.name, face.title, _seats(face), options, figures)
    out = console()
    out.print(listed)
    out.print("* reconstructed figures: `eminence games GAME --components` lists them.", style="dim")


def _show_game(face: Face[Any]) -> None:
    out = console()
    out.print(f"[bold]{face.title}[/] ({face.name}), {_seats(face)} seats")
    listed = table("option", "values", "default", "what it does")
    listed.columns[0].no_wrap = True
    for option in face.options:
        default = "computed" if option.default is None else str(option.default).lower()
        listed.add_row(option.name, escape(option.values), escape(default), escape(option.help))
    if face.options:
        out.print(listed)
    out.print("Moves are written like: " + "  ".join(map(escape, notation(face))))
    out.print(f"{_page(face)} has the rules and every form of move.", style="dim", soft_wrap=True)


def _show_components(components: Components) -> None:
    listed = table("table", "component", "figure", "value", "provenance", "source", title=components.name)
    for figure in components.figures():
        mark = _MARKS[figure.provenance]
        cells = (figure.table, figure.id, figure.field, str(figure.value))
        listed.add_row(*map(escape, cells), mark, escape(figure.source))
    counts = _provenance(components)
    out = console()
    out.print(listed)
    out.print(
        f"{counts['reconstructed']} of {sum(counts.values())} figures are reconstructed (marked *): "
        "check them against a printed game, and give corrected ones with --components FILE."
    )


def _seats(face: Face[Any]) -> str:
    return str(face.seats[0]) if len(face.seats) == 1 else f"{face.seats[0]}-{face.seats[-1]}"
