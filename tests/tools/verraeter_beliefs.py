"""Fits what players of Verräter are believed to keep in the draft to games, and tries it on others.

    python tests/tools/verraeter_beliefs.py --seats 3 --games 1200
    python tests/tools/verraeter_beliefs.py --seats 3 --games 1200 --write

Plays games of `mcts` and scripted players at fixed seeds, fits a softmax over features of the open table to the picks
of three games in four, and prints the log-likelihood of the picks in every fourth one: by lot, by the file that is
there, by the fit. With --write the fit becomes the file, with its provenance. Games are kept in build/beliefs, so that
a run that was stopped goes on, and a second fit costs nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from games.verraeter.beliefs import FEATURES, FILE, FORMAT, chances_by, known, look

from eminence.bots import Game, make_bot
from eminence.bots.fitted import commit, signed
from eminence.bots.train_fit import Decisions, fit
from eminence.cext.core.stream import Stream
from eminence.cext.games.verraeter.state import Action, Phase

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "beliefs"
SEED = "beliefs"
SEARCH = "mcts:iterations=300"  # on seven seats of ten
SCRIPTED = ("sensible", "policy", "greedy", "prefer:move=S")
HELD_OUT = 4  # every fourth game
PENALTY = 1.0  # how strongly weights keep to a pick by lot, in picks
DIGITS = 2
CARDS = [card for card in Action if Action.NO_ACTION < card < Action.FACE_DOWN]
Weights = list[list[float]]  # by card, by feature


class Pick(NamedTuple):
    """A card kept out of a pack."""

    bot: str
    card: int
    pack: list[int]
    features: list[float]


def play(seats: int, number: int) -> list[Pick]:
    """The picks of one game."""
    game, seed = Game("verraeter", seats), f"{SEED}/{number}"
    stream = Stream(seed, "lineup")
    names = [SEARCH if stream.below(10) < 7 else SCRIPTED[stream.below(len(SCRIPTED))] for _ in range(seats)]
    bots = [make_bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
    figures = game.kernel.figures  # type: ignore[attr-defined]
    state, picks = game.new(seed), []
    while state.actor is not None:
        seat = state.actor
        move = bots[seat].choose(state.view(seat))
        record = game.kernel.unpack(state.packed)
        if record["phase"] == Phase.DRAFT:
            features = [float(one) for one in look(record, seat, seats, figures.rounds, figures.vp)]
            picks.append(Pick(names[seat], move.code, game.kernel.moves(state.packed), features))
        state = state.play(move)
    return picks


def kept(seats: int, games: int) -> list[list[Pick]]:
    """The picks of so many games, those of earlier runs from their file."""
    folder = KEPT / commit("chances.json", FILE)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{seats}.jsonl").open("a+", encoding="utf-8") as file:
        file.seek(0)
        found = [[Pick(*one) for one in json.loads(line)] for line in file]
        for number in range(len(found), games):
            found.append(play(seats, number))
            file.write(json.dumps(found[-1]) + "\n")
            file.flush()
    return found[:games]


def fitted(picks: Sequence[Pick]) -> Weights:
    """A weight for every card and feature; rows are cards of packs, columns pairs of a card and a feature."""
    width = len(FEATURES)
    rows = np.zeros((sum(len(one.pack) for one in picks), 1 + len(CARDS) * width))
    targets = np.zeros(len(rows))
    starts, row = [], 0
    for pick in picks:
        starts.append(row)
        for card in pick.pack:
            first = 1 + (card - 1) * width
            rows[row, first : first + width] = pick.features
            targets[row] = card == pick.card
            row += 1
    found = fit(Decisions(rows, targets, np.array(starts)), PENALTY)
    return [[round(float(one), DIGITS) for one in row] for row in found[1:].reshape(len(CARDS), width)]


def likelihood(picks: Sequence[Pick], weights: Weights | None) -> float:
    """The mean logarithm of how likely the kept cards were thought to be; without weights, by lot."""
    logs = [
        np.log(chances_by(weights, one.features, one.pack)[one.pack.index(one.card)])
        if weights
        else -np.log(len(one.pack))
        for one in picks
    ]
    return round(float(np.mean(logs)), 4)


def write(seats: int, weights: Weights, provenance: dict[str, Any]) -> None:
    """Puts the weights of one number of seats into the game's file, beside those of the other."""
    path = ROOT / "cext" / "games" / "verraeter" / FILE
    others = [one for one in json.loads(path.read_text(encoding="utf-8"))["tables"] if one["seats"] != seats]
    picks = {card.name.lower(): row for card, row in zip(CARDS, weights, strict=True)}
    table = {"seats": seats, "picks": picks, "provenance": provenance}
    data = {
        "format": FORMAT,
        "game": "verraeter",
        "components": Game("verraeter", seats).components.hash,
        "features": list(FEATURES),
        "tables": sorted([*others, table], key=lambda one: int(one["seats"])),
    }
    path.write_text(json.dumps(signed(data), indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seats", type=int, choices=(3, 4), required=True)
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--write", action="store_true", help="put the fit into the game's file")
    given = parser.parse_args()
    games = kept(given.seats, given.games)
    seen = [pick for n, game in enumerate(games) if n % HELD_OUT for pick in game]
    unseen = [pick for game in games[::HELD_OUT] for pick in game]
    found = fitted(seen)
    parts = {
        "all": unseen,
        "mcts": [pick for pick in unseen if pick.bot == SEARCH],
        "scripted": [pick for pick in unseen if pick.bot != SEARCH],
    }
    worth = {
        name: {
            "picks": len(part),
            "by_lot": likelihood(part, None),
            "file": likelihood(part, known(given.seats)),
            "fit": likelihood(part, found),
        }
        for name, part in parts.items()
    }
    provenance = {
        "bots": {"seven_of_ten": SEARCH, "others": list(SCRIPTED)},
        "commit": commit("chances.json", FILE),
        "seed": SEED,
        "games": {"fitted": len(games) - len(games[::HELD_OUT]), "held_out": len(games[::HELD_OUT])},
        "picks_fitted": len(seen),
        "penalty": PENALTY,
        "log_likelihood_held_out": worth,
    }
    print(json.dumps(provenance, indent=1))
    if given.write:
        write(given.seats, found, provenance)


if __name__ == "__main__":
    main()
