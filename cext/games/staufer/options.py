"""Options of The Staufer Dynasty (section 1), and their combinations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eminence.cext.core.face import Data, Option
from eminence.cext.core.fields import Reader
from eminence.cext.games.staufer.state import MOST_CHESTS, MOST_SEATS, OTHERS, ROUNDS, Privilege
from eminence.cext.games.staufer.words import CHESTS, EDITIONS, JOBS, REGIONS, SECONDS, SETS, TILES


@dataclass(frozen=True)
class Listed(Option):
    """An option that is a list or an object; read by `read_options`, which knows its shape."""

    form: str = ""

    @property
    def values(self) -> str:
        return self.form


OPTIONS = (
    Option("privilege_set", "first", "privileges in play besides no. 1", choices=SETS),
    Listed("privileges", [], "an own set of privileges", form="five different numbers of 2..16"),
    Option("chest_mix", "hig", "10 brown and 18 violet chests (hig) or the reverse (zman)", choices=EDITIONS),
    Option(
        "score_tile_low", None, "third number of tile T1: 1 or 3; default: the components'", low=1, high=3
    ),
    Option("two_player_second_scores_tile", False, "with two seats the second place scores the tile too"),
    Option("pattern_mirror", False, "a pattern job may also be met by its mirror image"),
    Option("start_player", None, "seat that starts; default: drawn", low=0, high=MOST_SEATS - 1),
    Listed("ring_order", [], "the ring clockwise; default: drawn", form="six regions"),
    Listed("score_tile_assignment", [], "score tiles by ring position; default: drawn", form="six of t1..t6"),
    Listed(
        "round_tiles",
        None,
        "round tiles; default: drawn",
        form="a: six regions, the last one where the king starts; b: five or six conditions; c: four or six steps",
    ),
    Listed("jobs", [], "open job cards; default: dealt secretly", form="region, pattern and offices by seat"),
    Listed("chest_order", [], "the draw pile from the top; default: shuffled", form="all chests"),
)


def read_options(reader: Reader, seats: int) -> Data:
    """Complete options from given ones."""
    options: Data = {option.name: option.default for option in OPTIONS}
    for option in OPTIONS:
        if not isinstance(option, Listed):
            options[option.name] = option.read(reader)
    _read_privileges(reader, options)
    if options["score_tile_low"] == 2:
        reader.fail("score_tile_low", "must be 1 or 3, not 2")
    if options["start_player"] is not None and options["start_player"] >= seats:
        reader.fail("start_player", f"must be below {seats}, the number of seats")
    options["ring_order"] = _permutation(reader, "ring_order", REGIONS)
    options["score_tile_assignment"] = _permutation(reader, "score_tile_assignment", TILES)
    options["round_tiles"] = _read_round_tiles(reader)
    options["jobs"] = _read_jobs(reader, seats)
    given = reader.choices("chest_order", range(MOST_CHESTS + 1), CHESTS)
    options["chest_order"] = [CHESTS[kind] for kind in given]
    reader.done()
    return options


def _read_privileges(reader: Reader, options: Data) -> None:
    kinds = reader.ints("privileges", range(OTHERS + 1), Privilege.CARD_POINTS + 1, len(Privilege))
    if kinds and len(set(kinds)) != OTHERS:
        reader.fail("privileges", "must be five different numbers")
    named = reader.has("privilege_set")
    if kinds and named and options["privilege_set"] != "custom":
        reader.fail("privileges", "needs the privilege set `custom`, or none")
    if kinds:
        options["privilege_set"] = "custom"
    elif options["privilege_set"] == "custom":
        reader.fail("privileges", "is missing: the privilege set `custom` needs it")
    options["privileges"] = kinds


def _permutation(reader: Reader, name: str, words: Sequence[str]) -> list[str]:
    given = reader.choices(name, range(len(words) + 1), words)
    if given and sorted(given) != list(range(len(words))):
        reader.fail(name, f"must be all of {', '.join(words)}, each once")
    return [words[i] for i in given]


def _read_round_tiles(reader: Reader) -> dict[str, list[Any]] | None:
    if not reader.has("round_tiles"):
        return None
    tiles = reader.object("round_tiles")
    first = _permutation(tiles, "a", REGIONS)
    if not first:
        tiles.fail("a", "is missing")
    second = [SECONDS[i] for i in tiles.choices("b", range(ROUNDS, ROUNDS + 2), SECONDS)]
    steps = tiles.ints("c", range(4, 7), 1, 5)
    if len(steps) == 5:
        tiles.fail("c", "must have 4 or 6 entries, not 5")
    tiles.done()
    return {"a": first, "b": second, "c": steps}


def _read_jobs(reader: Reader, seats: int) -> list[dict[str, str]]:
    given = reader.objects("jobs", range(seats + 1))
    if given and len(given) != seats:
        reader.fail("jobs", f"must have {seats} entries, one per seat, not {len(given)}")
    jobs = [read_job(job) for job in given]
    for name in JOBS:
        if len({job[name] for job in jobs}) != len(jobs):
            reader.fail("jobs", f"the {name} cards must differ: each exists once")
    return jobs


def read_job(reader: Reader) -> dict[str, str]:
    """The three job cards of one seat."""
    job = {name: cards[reader.choice(name, cards)] for name, cards in JOBS.items()}
    reader.done()
    return job
