"""Fits the correction of a game's winning chances to self-played games and tries it on others.

    python tests/tools/chances.py verraeter --seats 3 --fitted 300 --held-out 300 --iterations 200

Plays the games at fixed seeds, fits curves to one part, prints what chances are worth before and after in the other,
and writes it all into the game's chances.json, if the curves help. Games are kept in build/chances, so that a run that
was stopped goes on, and a second fit costs nothing.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from eminence.bots import Game
from eminence.bots.correction import FILE, FORMAT, Correction, Curve, log_odds, read
from eminence.bots.fitted import commit, signed
from eminence.bots.reliability import FITTED, HELD_OUT, Prediction, Reliability, predict
from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "chances"
KNOTS = 5
RESERVE = 2.0  # how strongly curves keep to no correction, in predictions of even chances


def kept(game: Game, games: int, iterations: int, seed: str) -> list[list[Prediction]]:
    """The predictions of self-played games, those of earlier runs from their file."""
    folder = KEPT / commit(FILE)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.name}-{game.seats}-{iterations}-{seed.replace(' ', '-')}.jsonl"
    with path.open("a+", encoding="utf-8") as file:
        file.seek(0)
        known = [[_prediction(one) for one in json.loads(line)] for line in file]
        for played in predict(game, range(len(known), games), iterations, seed):
            file.write(json.dumps([asdict(one) for one in played]) + "\n")
            file.flush()
            known.append(played)
    return known[:games]


def _prediction(data: dict[str, Any]) -> Prediction:
    return Prediction(data["round"], data["seat"], tuple(data["wins"]), tuple(data["shares"]))


def fit(predictions: list[Prediction]) -> list[tuple[int, Curve]]:
    """The likeliest curves for a few rounds that part the predictions evenly; between these they are interpolated."""
    rounds = np.array([one.round for one in predictions])
    knots = np.unique(np.quantile(rounds, np.linspace(0, 1, KNOTS)).astype(int))
    parts = np.stack([np.interp(rounds, knots, row) for row in np.eye(len(knots))], axis=1)
    odds = np.array([log_odds(one.win) for one in predictions])
    came = np.array([one.came for one in predictions])

    def loss(values: np.ndarray) -> float:
        shifts, slopes = np.split(values, 2)
        x = parts @ shifts + parts @ slopes * odds
        surprise = np.logaddexp(0, x) - came * x
        kept = (shifts**2).sum() + ((slopes - 1) ** 2).sum()
        smooth = (np.diff(shifts) ** 2).sum() + (np.diff(slopes) ** 2).sum()
        return float(surprise.sum() + RESERVE * (kept + smooth))

    count = len(knots)
    start = np.concatenate([np.zeros(count), np.ones(count)])
    bounds = [(-5.0, 5.0)] * count + [(0.05, 5.0)] * count
    found = minimize(loss, start, method="L-BFGS-B", bounds=bounds).x
    shifts, slopes = np.split(np.round(found, 3), 2)
    return [
        (int(number), Curve(float(shift), float(slope)))
        for number, shift, slope in zip(knots, shifts, slopes, strict=True)
    ]


def write(game: Game, curves: list[tuple[int, Curve]], provenance: dict[str, Any]) -> None:
    """Puts the curves of one number of seats into the game's file, beside those of others; none: takes them out."""
    path = ROOT / "cext" / "games" / game.name / FILE
    known = json.loads(path.read_text(encoding="utf-8"))["tables"] if path.exists() else []
    table = {
        "seats": game.seats,
        "rounds": [number for number, _ in curves],
        "shifts": [curve.shift for _, curve in curves],
        "slopes": [curve.slope for _, curve in curves],
        "provenance": provenance,
    }
    others = [one for one in known if one["seats"] != game.seats]
    data = signed(
        {
            "format": FORMAT,
            "game": game.name,
            "components": game.components.hash,
            "tables": sorted([*others, *([table] if curves else [])], key=lambda one: int(one["seats"])),
        }
    )
    read(data, catalogue.face(game.name))
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--fitted", type=int, default=300, help="games to fit to")
    parser.add_argument("--held-out", type=int, default=300, help="games to try it on")
    parser.add_argument("--iterations", type=int, default=200)
    given = parser.parse_args()
    game = Game(given.game, given.seats)
    seen, unseen = (
        [one for played in kept(game, games, given.iterations, seed) for one in played]
        for games, seed in ((given.fitted, FITTED), (given.held_out, HELD_OUT))
    )
    curves = fit(seen)
    correction = Correction(tuple(curves), {})
    before, after = (Reliability.of([one.corrected(by) for one in unseen]) for by in (None, correction))
    provenance = {
        "bot": f"mcts:iterations={given.iterations}",
        "commit": commit(FILE),
        "fitted": {"games": given.fitted, "seed": FITTED, "predictions": len(seen)},
        "held_out": {
            "games": given.held_out,
            "seed": HELD_OUT,
            "predictions": len(unseen),
            "brier_constant": round(before.constant, 4),
            "before": _worth(before),
            "after": _worth(after),
        },
    }
    print(json.dumps(provenance, indent=1))
    if after.brier >= before.brier:
        print("no better than without: no curves are written")
        curves = []
    write(game, curves, provenance)


def _worth(of: Reliability) -> dict[str, float]:
    return {"calibration_error": round(of.error, 4), "brier": round(of.brier, 4)}


if __name__ == "__main__":
    main()
