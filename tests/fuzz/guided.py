"""Coverage-guided fuzzing of one target: `make fuzz ARGS="readers -max_total_time=600"`. Needs atheris.

Arguments after the target go to libFuzzer. New finds in coverage are kept in build/fuzz-corpus; the seeds in
tests/fuzz/corpus are committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["eminence"]):
    from targets import TARGETS

HERE = Path(__file__).parent


def main() -> None:
    name, *rest = sys.argv[1:]
    kept = HERE.parents[1] / "build" / "fuzz-corpus" / name
    kept.mkdir(parents=True, exist_ok=True)
    seeds = HERE / "corpus" / name
    limits = ["-max_len=4096", "-timeout=30", "-rss_limit_mb=4096"]
    atheris.Setup([sys.argv[0], *limits, *rest, str(kept), str(seeds)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
