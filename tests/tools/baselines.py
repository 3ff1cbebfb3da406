"""One `mcts` against the baselines on all other seats, at equal processor time: the tables of docs/strength.md.

    python tests/tools/baselines.py staufer --seats 2 4 --movetime 100 --games 100 --against pimc flat ismcts sensible

Prints a line of the table as soon as a match is over.
"""

from __future__ import annotations

import argparse
import math

from eminence.bots.match import MatchResult, match
from eminence.bots.roster import BOTS
from eminence.cext.games import catalogue

HEADING = """
| seats (fair) | opponent | games | win share of `mcts` | by seat | points, `mcts` : opponents |
|---|---|---|---|---|---|"""


def spec(bot: str, movetime: int) -> str:
    """The bot with its time to think, if it does."""
    if not BOTS[bot.partition(":")[0]].searches:
        return bot
    return f"{bot}{',' if ':' in bot else ':'}movetime={movetime},cpu=1"


def line(opponent: str, result: MatchResult) -> str:
    ours, theirs = result.bots
    interval = f"[{math.floor(100 * ours.win_share_low)}, {math.ceil(100 * ours.win_share_high)}]"
    by_seat = " ".join(f"{100 * share:.0f}" for share in ours.seat_win_shares)
    return (
        f"| {result.seats} ({100 / result.seats:.0f} %) | `{opponent}` | {result.games} "
        f"| {100 * ours.win_share:.1f} % {interval} | {by_seat} | {ours.mean_score:.1f} : {theirs.mean_score:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=catalogue.names())
    parser.add_argument("--seats", type=int, nargs="+", help="default: all the game allows")
    parser.add_argument("--against", nargs="+", default=["pimc", "flat", "ismcts", "sensible"])
    parser.add_argument("--movetime", type=int, default=100)
    parser.add_argument("--games", type=int, default=100, help="at least; deals are whole")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    print(HEADING, flush=True)
    for seats in given.seats or catalogue.face(given.game).seats:
        for opponent in given.against:
            bots = [spec("mcts", given.movetime), spec(opponent, given.movetime)]
            result = match(bots, given.game, given.games, seats=seats, seed=given.seed, jobs=given.jobs)
            print(line(opponent, result), flush=True)


if __name__ == "__main__":
    main()
