"""eminence play"""

from __future__ import annotations

import importlib.util
import secrets
import sys
from functools import partial

import click

from eminence.bots import Budget, Move, Record, Suggestion, View, suggest
from eminence.bots.levels import BEST
from eminence.cext.core.components import Components
from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.cli.explain import explain, overview
from eminence.cli.output import json_flag
from eminence.cli.screen import JsonScreen, PeopleScreen, Screen
from eminence.cli.session import Session
from eminence.cli.setting import (
    DEFAULT_MOVETIME_MS,
    SEED,
    GameChoice,
    budget_flags,
    game_flags,
    interruptible,
    whole,
)


@click.command("play", short_help="Play in the terminal against bots.")
@partial(game_flags, required=False)
@budget_flags
@click.option("--seat", type=int, default=0, metavar="K", help="Your seat, counted from 0 [default: 0]")
@click.option(
    "--level",
    type=whole(1, BEST),
    default=5,
    metavar="L",
    help=f"Level of the bots, 1-{BEST} [default: 5]",
)
@click.option(
    "--seed", type=SEED, metavar="S", help="Seed of the deal and the bots [default: drawn at random]"
)
@click.option("--save", metavar="FILE", help="Keep a record of the game in this file, after every move.")
@click.option("--resume", metavar="FILE", help="Go on with a recorded game, instead of a new GAME.")
@json_flag
def command(
    choice: GameChoice,
    budget: Budget | None,
    seat: int,
    level: int,
    seed: int | None,
    save: str | None,
    resume: str | None,
    as_json: bool,
) -> None:
    """Play GAME in the terminal against bots.

    You see what your seat may see, and nothing else. Type a move's number or text, or: hint, undo, moves, view, help,
    quit, ? or ?WORD. --level is the strength of the bots, --movetime or --iterations their thinking; hints are always
    at full strength. With --json every event is one line of JSON, and commands are read from stdin all the same.
    """
    begun = None if resume is None else _read(resume, choice)
    if begun is None and not choice.game:
        raise click.UsageError("name a GAME, or a record to --resume", click.get_current_context())
    figures = Components.load(choice.components) if choice.components else None
    game = choice.make() if begun is None else begun.make_game(figures)
    seed = secrets.randbits(32) if seed is None else seed
    thinking = budget or Budget(DEFAULT_MOVETIME_MS)
    session = Session(game, seat, bot_spec(level, thinking), seed, begun)
    title = f"{game.face.title}, {game.seats} seats, you are seat {seat}, bots at level {level}, seed {seed}"
    screen: Screen = JsonScreen() if as_json else PeopleScreen(title)
    if sys.stdin.isatty() and importlib.util.find_spec("readline"):
        importlib.import_module("readline")  # gives `input` a history and line editing
    run(session, screen, thinking, save)


def _read(path: str, choice: GameChoice) -> Record:
    if choice.game or choice.seats is not None or choice.options:
        raise InvalidInput("--resume", "brings its own game: leave out GAME, --seats and --option")
    return Record.load(path)


def bot_spec(level: int, budget: Budget) -> str:
    limits = {"movetime": budget.movetime_ms, "iterations": budget.iterations}
    given = [f"{name}={value}" for name, value in limits.items() if value is not None]
    return f"mcts:level={level}," + ",".join(given)


def run(session: Session, screen: Screen, hint_budget: Budget, save: str | None) -> None:
    """Plays until the game is over or the person leaves."""
    while True:
        with screen.busy():
            for step in session.bots_move():
                screen.step(step)
        if save:
            session.recorder.record.save(save)
        if session.over:
            screen.over(session.view, session.state.result)
            return
        screen.decision(session.view)
        if not decide(session, screen, hint_budget):
            return


def decide(session: Session, screen: Screen, hint_budget: Budget) -> bool:
    """Takes commands until one of them changes the position; False when the person leaves."""
    while (said := screen.ask()) not in (None, "quit"):
        assert said is not None
        view = session.view
        if said == "undo":
            if session.undo():
                return True
            screen.complain("There is nothing to undo.")
        elif said == "hint":
            with screen.busy():
                found = hint(view, hint_budget)
            screen.hint(found)
        elif said == "moves":
            screen.moves(view)
        elif said == "view":
            screen.decision(view)
        elif said == "help":
            screen.help()
        elif said.startswith("?"):
            tell(screen, session.state.game.components, said[1:].strip())
        elif said:
            try:
                session.play(find_move(view, said))
                return True
            except EminenceError as error:
                screen.complain(str(error))
    screen.note("You leave the game.")
    return False


def tell(screen: Screen, components: Components, word: str) -> None:
    """Explains a component, or lists them all."""
    entries = explain(components, word) if word else overview(components)
    if entries:
        screen.explain(entries)
    else:
        screen.complain(f"Nothing is called {word!r}; ? lists what there is.")


def hint(view: View, budget: Budget) -> Suggestion:
    """The best advice there is, whatever the level of the bots."""
    return interruptible(lambda stop: suggest(view, budget, stop=stop))


def find_move(view: View, said: str) -> Move:
    """The move meant by a text or by a number in the list; the text goes first."""
    texts = [move.text for move in view.moves]
    if said not in texts and said.isdigit() and 1 <= int(said) <= len(texts):
        return view.moves[int(said) - 1]
    return view.find(said)
