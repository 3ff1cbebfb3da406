"""What the journal costs who does not listen: instructions of a random decision, against rules that cannot tell at all.

python tests/tools/telling_cost.py [GAME ...]

Needs valgrind. The silent core is compiled with EMINENCE_SILENT into build/silent. Both play the same games.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[2]
SILENT = ROOT / "build" / "silent"
GAMES = 40  # each played from the first decision to the end
LOOP = "*random_playouts*"
PLAY = """
import sys
from eminence.bots import Game
from eminence.cext.core import bench
from eminence.cext.core.stream import Stream
game = Game(sys.argv[1], int(sys.argv[2]))
played = bench.random_playouts(game.kernel, game.new("bench").packed, Stream("bench"), 1e9, int(sys.argv[3]))
print(played["decisions"])
"""


def build() -> None:
    """The silent core, with all of the package beside it."""
    flags = {"CPPFLAGS": f"{os.environ.get('CPPFLAGS', '')} -DEMINENCE_SILENT"}
    command = ["setup.py", "-q", "build", "--build-base", str(SILENT), "--build-lib", str(SILENT / "lib")]
    subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | flags, check=True, capture_output=True
    )


def instructions(game: str, seats: int, *, silent: bool) -> float:
    """Of one random decision."""
    path = {"PYTHONPATH": str(SILENT / "lib")} if silent else {}
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--toggle-collect={LOOP}", "--callgrind-out-file=out"]
        done = subprocess.run(
            [*command, sys.executable, "-c", PLAY, game, str(seats), str(GAMES)],
            cwd=folder,
            env=os.environ | path | {"PYTHONHASHSEED": "0"},
            check=True,
            capture_output=True,
            text=True,
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found
    return int(found[1]) / int(done.stdout)


def main() -> None:
    build()
    for name in sys.argv[1:] or catalogue.names():
        seats = catalogue.face(name).seats
        for count in (seats[0], seats[-1]):
            told, silent = (instructions(name, count, silent=on) for on in (False, True))
            print(
                f"{name}-{count}: {told:.1f} against {silent:.1f}: {100 * (told / silent - 1):+.2f} %",
                flush=True,
            )


if __name__ == "__main__":
    main()
