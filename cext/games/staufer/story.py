"""What happens in The Staufer Dynasty, as plain data and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from eminence.cext.core.face import Data
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.state import Privilege
from eminence.cext.games.staufer.views import office_name
from eminence.cext.games.staufer.words import (
    CHESTS,
    EVENTS,
    GAINS,
    JOBS,
    OFFICE_JOBS,
    PATTERNS,
    PIECES,
    REGIONS,
    SECONDS,
    TILES,
    chest_words,
    counted,
    piece_words,
    pile_to_kinds,
    privilege_words,
)

SOURCES = {
    "ranked": "scored regions",
    "bonus_scored": "scored regions",
    "privilege_bought": "privileges",
    "privilege_scored": "privileges",
    "chest_opened": "orange chests",
    "region_job": "the region job",
    "pattern_job": "the pattern job",
    "offices_job": "the offices job",
    "brown_scored": "brown chests",
    "chests_scored": "other chests left",
}
CHANCES = (
    ("scored regions", "come first in this round's first region"),
    ("scored regions", "come first in this round's second region"),
)


# ---- plain data


def event_data(
    kernel: StauferKernel, kind: int, seat: int | None, figures: Sequence[int]
) -> tuple[str, Data]:
    word = EVENTS[kind]
    return word, FIGURES[word](kernel, *figures)


def _entries(packed: int, words: Sequence[str]) -> list[str]:
    """A list of an event (see state.pxd) in words."""
    return [words[entry] for entry in _numbers(packed)]


def _numbers(packed: int) -> list[int]:
    return pile_to_kinds(packed & 0xFFFFFFFF)


def _pieces(envoys: int, nobles: int) -> Data:
    return {"envoys": envoys, "nobles": nobles}


def _laid(kernel: StauferKernel, place: int, chests: int, *_: int) -> Data:
    region = {"region": REGIONS[place - 1]} if place else {}
    return region | {"chests": _entries(chests, CHESTS)}


def _round(kernel: StauferKernel, number: int, tiles: int, order: int, more: int) -> Data:
    region, second = _numbers(tiles)
    return {
        "round": number,
        "region": REGIONS[region],
        "second": SECONDS[second],
        "order": _numbers(order) + _numbers(more),
    }


def _ranked(kernel: StauferKernel, region: int, rank: int, weight: int, behind: int) -> Data:
    data = {"region": REGIONS[region], "rank": rank + 1, "weight": weight}
    return data | ({"further_left_than": behind - 1} if behind else {})


def _chest(kernel: StauferKernel, chest: int, *_: int) -> Data:
    return {"chest": CHESTS[chest]}


def _privilege(kernel: StauferKernel, privilege: int, *_: int) -> Data:
    return {"privilege": privilege}


def _number(kernel: StauferKernel, number: int, *_: int) -> Data:
    return {"number": number}


def _nothing(kernel: StauferKernel, *_: int) -> Data:
    return {}


# The figures of each kind of event, by name.
FIGURES: dict[str, Callable[..., Data]] = {
    "board_laid": lambda _, ring, tiles, king, __: {
        "ring": _entries(ring, REGIONS),
        "tiles": _entries(tiles, TILES),
        "king": REGIONS[king],
    },
    "rows_laid": lambda _, regions, seconds, steps, __: {
        "regions": _entries(regions, REGIONS),
        "seconds": _entries(seconds, SECONDS),
        "steps": _numbers(steps),
    },
    "chests_laid": _laid,
    "privileges_laid": lambda _, kinds, *__: {
        "privileges": [int(privilege) for privilege in Privilege if kinds >> (privilege - 1) & 1]
    },
    "jobs_dealt": lambda _, *jobs: {
        name: cards[card] for (name, cards), card in zip(JOBS.items(), jobs, strict=False)
    },
    "round_begins": _round,
    "only_supply": _nothing,
    "gained": lambda _, envoys, nobles, gain, __: _pieces(envoys, nobles) | {"from": GAINS[gain]},
    "taken_back": lambda _, region, piece, *__: {"region": REGIONS[region], "figure": PIECES[piece]},
    "noble_replaced": _nothing,
    "none_left": lambda _, envoys, *__: {"envoys": envoys},
    "chest_taken": _chest,
    "chest_opened": _chest,
    "chest_spent": _chest,
    "chest_drawn": _chest,
    "reshuffled": _number,
    "piles_empty": _nothing,
    "privilege_bought": _privilege,
    "privilege_scored": _privilege,
    "office_taken": lambda kernel, office, piece, second, _: (
        office_name(kernel, office) | {"figure": PIECES[piece], "second": second}
    ),
    "paid": lambda _, regions, envoys, nobles, __: {
        "regions": _entries(regions, REGIONS),
        "envoys": _numbers(envoys),
        "nobles": _numbers(nobles),
    },
    "second_region": lambda _, region, second, equal, again: {
        "region": REGIONS[region],
        "second": SECONDS[second],
        "equal": equal,
        "again": again,
    },
    "region_scored": lambda _, region, present, *__: {"region": REGIONS[region], "present": present},
    "ranked": _ranked,
    "bonus_scored": lambda _, region, *__: {"region": REGIONS[region]},
    "revealed": lambda _, region, chests, *__: {
        "region": REGIONS[region],
        "chests": _entries(chests, CHESTS),
    },
    "discarded": lambda _, chests, *__: {"chests": _entries(chests, CHESTS)},
    "cleared": lambda _, region, envoys, nobles, court: (
        {"region": REGIONS[region]} | _pieces(envoys, nobles) | {"court": court}
    ),
    "king_moved": lambda _, steps, region, *__: {"steps": steps, "region": REGIONS[region]},
    "returned": lambda _, envoys, nobles, court, __: _pieces(envoys, nobles) | {"court": court},
    "game_ends": _nothing,
    "region_job": lambda _, card, *__: {"job": REGIONS[card]},
    "pattern_job": lambda _, card, *__: {"job": PATTERNS[card]},
    "offices_job": lambda _, card, *__: {"job": OFFICE_JOBS[card]},
    "brown_scored": _number,
    "chests_scored": _number,
    "tied": lambda _, figures, *__: {"court": figures},
}


# ---- words


def event_text(kernel: StauferKernel, kind: str, seat: int | None, points: int, figures: Data) -> str:
    gain = f" ({points:+d})" if points else ""
    said = SAID[kind](kernel, figures) if kind in SAID else ""
    text = TEXTS[kind].format(seat=seat, said=said, **_written(figures))
    if "further_left_than" in figures:
        text += f", further left than seat {figures['further_left_than']}"
    if kind.endswith("_job") and not points:
        text += ": no points"
    return f"{text}{gain}."


# `said` is what the function of SAID makes of the figures.
TEXTS = {
    "board_laid": "The ring is {ring}. The king begins in {king}",
    "rows_laid": "The rounds score {said}",
    "chests_laid": "Chests laid {said}",
    "privileges_laid": "Privileges in play: {privileges}",
    "jobs_dealt": "Seat {seat} is dealt its jobs: region {region}, pattern {pattern}, offices {offices}",
    "round_begins": "Round {round}, which scores {region} and {said}. Turn order: {order}",
    "only_supply": "Seat {seat} can pay for no office and takes supplies",
    "gained": "Seat {seat} gets {said}",
    "taken_back": "Seat {seat} has no {figure} in the province and takes one back from {region}",
    "noble_replaced": "Seat {seat} has no noble left to take: an envoy instead",
    "none_left": "Seat {seat} has no envoy left to take, and loses {envoys}",
    "chest_taken": "Seat {seat} takes {said}",
    "chest_opened": "Seat {seat} opens an orange chest: {said}",
    "chest_spent": "Seat {seat} uses {said}",
    "chest_drawn": "Seat {seat} draws a chest by privilege 8: {said}",
    "reshuffled": "The discard pile becomes the draw pile of {number} chests",
    "piles_empty": "No chest is left to be drawn",
    "privilege_bought": "Seat {seat} pays two violet chests for privilege {privilege}: {said}",
    "privilege_scored": "Seat {seat} scores privilege {privilege}: {said}",
    "office_taken": "Seat {seat} puts {said} on office {number} of {region}",
    "paid": "Seat {seat} pays {said}",
    "second_region": "The second region is {region}: {said}",
    "region_scored": "{region} is scored: {said}",
    "ranked": "Seat {seat} is {said} in {region} with weight {weight}",
    "bonus_scored": "Seat {seat} scores the bonus of {region}",
    "revealed": "Chests for those in {region}: {said}",
    "discarded": "Chests that nobody takes: {said}",
    "cleared": "Seat {seat} takes {said}",
    "king_moved": "The king goes {said} to {region}",
    "returned": "Seat {seat} {said}",
    "game_ends": "The last round is over: jobs and chests are scored",
    "region_job": "Seat {seat} shows its region job {job}",
    "pattern_job": "Seat {seat} shows its pattern job {job}",
    "offices_job": "Seat {seat} shows its offices job {job}",
    "brown_scored": "Seat {seat} scores {said}",
    "chests_scored": "Seat {seat} scores {said}",
    "tied": "Seat {seat} is level on points with another: {said} in its court decide",
}

GAIN_WORDS = {
    "track": "for its place on the placement track",
    "space": "from the supply space",
    "chest": "out of the chest",
    "privilege": "by privilege 7",
    "bonus": "as the region's bonus",
}
SECOND_WORDS = {
    "kings_region": "the king's region",
    "fewest_chests": "the one with the fewest chests",
    "most_figures": "the one with the most figures",
}
RANK_WORDS = ("first", "second", "third", "fourth", "fifth")


def _written(figures: Data) -> Data:
    """Regions with a capital, other words without underscores, lists in a row."""
    return {
        name: ", ".join(map(_word, value)) if isinstance(value, list) else _word(value)
        for name, value in figures.items()
    }


def _word(value: object) -> str:
    text = str(value)
    return text.title() if text in REGIONS else text.replace("_", " ")


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _a_chest(_: StauferKernel, figures: Data) -> str:
    return _a(f"{figures['chest'].replace('_', '-')} chest")


def _content(kernel: StauferKernel, chest: str) -> str:
    """Such as `3 points`, `1 envoy`, or `violet` of a chest that is kept."""
    return chest_words(kernel.figures, 1 + CHESTS.index(chest)).removeprefix("1 ").removesuffix(" chest")


def _contents(kernel: StauferKernel, figures: Data) -> str:
    return ", ".join(_content(kernel, chest) for chest in figures["chests"])


def _laid_text(kernel: StauferKernel, figures: Data) -> str:
    place = f"in {figures['region'].title()}" if "region" in figures else "on the supply spaces"
    return f"{place}: {_contents(kernel, figures)}"


def _rows_text(_: StauferKernel, figures: Data) -> str:
    rows = zip(figures["regions"], figures["seconds"], strict=True)
    return "; ".join(f"{region.title()} and {SECOND_WORDS[second]}" for region, second in rows)


def _office_text(_: StauferKernel, figures: Data) -> str:
    return f"a second {figures['figure']}" if figures["second"] else _a(figures["figure"])


def _paid_text(_: StauferKernel, figures: Data) -> str:
    """Regions in a row that get the same are named together."""
    paid = zip(figures["envoys"], figures["nobles"], figures["regions"], strict=True)
    said = []
    for pieces, found in groupby(paid, key=lambda one: one[:2]):
        regions = [region.title() for *_, region in found]
        each = "each " if len(regions) > 1 else ""
        said.append(f"{piece_words(*pieces)} {each}into {', '.join(regions)}")
    return "; ".join(said)


def _second_text(_: StauferKernel, figures: Data) -> str:
    said = SECOND_WORDS[figures["second"]]
    if figures["equal"]:
        said += f", of {figures['equal'] + 1} alike the first clockwise from the king"
    return f"{said}. It is scored only once" if figures["again"] else said


def _present_text(_: StauferKernel, figures: Data) -> str:
    return f"{counted(figures['present'], 'seat')} present" if figures["present"] else "nobody is there"


def _rank_text(_: StauferKernel, figures: Data) -> str:
    return RANK_WORDS[figures["rank"] - 1]


def _home(figures: Data) -> str:
    return "court" if figures["court"] else "province"


def _returned_text(_: StauferKernel, figures: Data) -> str:
    pieces = piece_words(figures["envoys"], figures["nobles"])
    return (
        f"{'takes' if figures['court'] else 'puts'} {pieces} from the payment areas to the {_home(figures)}"
    )


SAID: dict[str, Callable[[StauferKernel, Data], str]] = {
    "rows_laid": _rows_text,
    "chests_laid": _laid_text,
    "round_begins": lambda _, figures: SECOND_WORDS[figures["second"]],
    "gained": lambda _, figures: (
        f"{piece_words(figures['envoys'], figures['nobles'])} {GAIN_WORDS[figures['from']]}"
    ),
    "chest_taken": _a_chest,
    "chest_opened": lambda kernel, figures: chest_words(kernel.figures, 1 + CHESTS.index(figures["chest"])),
    "chest_spent": _a_chest,
    "chest_drawn": lambda kernel, figures: _content(kernel, figures["chest"]),
    "privilege_bought": lambda kernel, figures: privilege_words(kernel.figures, figures["privilege"]),
    "privilege_scored": lambda kernel, figures: privilege_words(kernel.figures, figures["privilege"]),
    "office_taken": _office_text,
    "paid": _paid_text,
    "second_region": _second_text,
    "region_scored": _present_text,
    "ranked": _rank_text,
    "revealed": _contents,
    "discarded": _contents,
    "cleared": lambda _, figures: (
        f"{piece_words(figures['envoys'], figures['nobles'])} from {figures['region'].title()} to the {_home(figures)}"
    ),
    "king_moved": lambda _, figures: counted(figures["steps"], "step"),
    "returned": _returned_text,
    "brown_scored": lambda _, figures: counted(figures["number"], "brown chest"),
    "chests_scored": lambda _, figures: counted(figures["number"], "other chest"),
    "tied": lambda _, figures: counted(figures["court"], "figure"),
}
