"""Fits what players of Kingsburg are believed to choose in secret to games, and tries it on others.

    python tests/tools/kingsburg_beliefs.py troops --games 80
    python tests/tools/kingsburg_beliefs.py keep --games 400

Plays games of `mcts` and scripted players at fixed seeds with 2 to 5 seats, fits the figures of hidden_beliefs.pyx to
the choices of the first half of them, and prints the log-likelihood of those in the last quarter: by lot, by the
figures that are there, by the fit. The third quarter is for choosing what to look at. Games are kept in build/beliefs,
so that a run that was stopped goes on, and a second fit costs nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).parents[1]))

from games.kingsburg.beliefs import FIGURES, chances_by, look

from eminence.bots import Game, make_bot
from eminence.bots.fitted import commit
from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg.state import Phase

KEPT = Path(__file__).parents[2] / "build" / "beliefs"
SEED = "beliefs"
SEARCH = "mcts:iterations=300"  # on seven seats of ten
SCRIPTED = ("sensible", "policy", "random")
SEATS = (2, 3, 4, 5)
PENALTY = 0.1
# Every other game with troop tokens has something else besides.
BESIDES: tuple[dict[str, Any], ...] = (
    {},
    {"module1": True},
    {"module3": True},
    {"module4": True},
    {"scenario": "goblin_valley"},
    {"module1": True, "module2": True},
)


class Pick(NamedTuple):
    """One secret choice."""

    bot: str
    seats: int
    rows: list[list[float]]  # features of each legal move
    chosen: int  # which of them


def options(phase: Phase, number: int) -> dict[str, Any]:
    if phase == Phase.KEEP:
        return {"module3": True}
    return {**({} if number % 2 else BESIDES[number // 2 % len(BESIDES)]), "module5": True}


def play(phase: Phase, seats: int, number: int) -> list[Pick]:
    """The secret choices of one game."""
    game, seed = Game("kingsburg", seats, options(phase, number)), f"{SEED}/{number}"
    stream = Stream(seed, "lineup")
    names = [SEARCH if stream.below(10) < 7 else SCRIPTED[stream.below(len(SCRIPTED))] for _ in range(seats)]
    bots = [make_bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
    state, picks = game.new(seed), []
    while state.actor is not None:
        now = game.kernel.unpack(state.packed)["phase"]
        if phase == Phase.KEEP and now != phase:
            break
        move = bots[state.actor].choose(state.view(state.actor))
        if now == phase:
            rows = look(game.kernel, state.packed)  # type: ignore[arg-type]
            picks.append(Pick(names[state.actor], seats, rows, state.codes.index(move.code)))
        state = state.play(move)
    return picks


def kept(phase: Phase, seats: int, games: int) -> list[list[Pick]]:
    """The choices of so many games, those of earlier runs from their file."""
    folder = KEPT / commit("chances.json", "weights.json")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"kingsburg_{phase.name.lower()}_{seats}.jsonl").open("a+", encoding="utf-8") as file:
        file.seek(0)
        found = [[Pick(*one) for one in json.loads(line)] for line in file]
        for number in range(len(found), games):
            found.append(play(phase, seats, number))
            file.write(json.dumps(found[-1]) + "\n")
            file.flush()
    return found[:games]


def likelihood(picks: Sequence[Pick], figures: Sequence[float]) -> float:
    """The mean logarithm of how likely the choices were thought to be."""
    return float(np.mean([np.log(chances_by(figures, one.rows)[one.chosen]) for one in picks]))


def fitted(picks: Sequence[Pick]) -> list[float]:
    """The figures that make the choices likeliest."""

    def loss(figures: Any) -> float:
        return -likelihood(picks, figures) * len(picks) + PENALTY / 2 * float((figures**2).sum())

    found = minimize(loss, np.zeros(len(picks[0].rows[0])))
    return [round(float(one), 2) for one in found.x]


def report(phase: Phase, games: Sequence[Sequence[Sequence[Pick]]]) -> dict[str, Any]:
    """The fit, and what it is worth in games that had no part in it; games by seats."""
    first = [pick for some in games for game in some[: len(some) // 2] for pick in game]
    last = [pick for some in games for game in some[len(some) * 3 // 4 :] for pick in game]
    found = fitted(first)
    parts = {"all": last} | {bot: [one for one in last if one.bot == bot] for bot in (SEARCH, *SCRIPTED)}
    parts |= {f"{seats} seats": [one for one in last if one.seats == seats] for seats in SEATS}
    worth = {
        name: {
            "choices": len(part),
            "by_lot": round(likelihood(part, [0] * len(found)), 3),
            "known": round(likelihood(part, FIGURES[phase]), 3),
            "fit": round(likelihood(part, found), 3),
        }
        for name, part in parts.items()
        if part
    }
    return {"fitted": len(first), "figures": found, "log_likelihood": worth}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("phase", choices=("troops", "keep"))
    parser.add_argument("--games", type=int, default=80, help="for each number of seats")
    given = parser.parse_args()
    phase = Phase[given.phase.upper()]
    print(json.dumps(report(phase, [kept(phase, seats, given.games) for seats in SEATS]), indent=1))


if __name__ == "__main__":
    main()
