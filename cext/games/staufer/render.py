"""A view drawn for a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from itertools import zip_longest

from eminence.cext.core.face import Data
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.state import HIGHEST, ROUNDS, Privilege
from eminence.cext.games.staufer.views import region_range
from eminence.cext.games.staufer.words import (
    CHESTS,
    COUNTINGS,
    OFFICE_JOBS,
    ORANGE,
    PATTERNS,
    REGIONS,
    TILES,
)

WIDTH = 98  # at the most
LABEL = 16
CELL = 14  # of an office, at the most
CODES = {
    "violet": "V",
    "first_space": "Fi",
    "other_supply": "Su",
    "no_movement": "Mo",
    "cheap_office": "Ch",
    "keep_figure": "Ke",
    "brown": "B",
}
LEGEND = (
    "Figures: E2 = envoy of seat 2, N = noble.  Chests: V violet, B brown, +3 points, 2E/1N figures, "
    "Fi first space, Su other supply, Mo no movement, Ch cheap office, Ke keep figure. "
    "Many printed figures are reconstructed; the components say which."
)
SECONDS = {
    "kings_region": "king's region",
    "fewest_chests": "fewest chests",
    "most_figures": "most figures",
}


def render(kernel: StauferKernel, data: Data, width: int) -> str:
    most = max(len(board["offices"]) for board in data["regions"])
    size, width = min((width - LABEL) // most, CELL), min(width, WIDTH)
    lines = [_title(data), ""]
    lines += _rows(data, width)
    lines += _regions(kernel, data, width, size)
    lines += _supply(kernel, data, width)
    lines += _privileges(kernel, data, width)
    for seat in range(data["seats"]):
        lines += _player(kernel, data, seat, width)
    lines += _progress(kernel, data, width)
    lines += ["", *textwrap.wrap(LEGEND, width)]
    return "\n".join(line.rstrip() for line in lines)


def _title(data: Data) -> str:
    left = f"The Staufer Dynasty    round {data['round']} of {ROUNDS}"
    if data["phase"] == "over":
        return f"{left}    the game is over"
    return f"{left}    seat {data['actor']} to choose: {data['phase'].replace('_', ' ')}"


def _wrap(label: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(f"{label:<{LABEL}}{text}", width, subsequent_indent=" " * LABEL) or [label]


def _rows(data: Data, width: int) -> list[str]:
    rows = []
    for row in data["rows"]:
        king = f"king +{row['steps']}" if row.get("steps") else "final scoring"
        rows.append(f"{row['region'].title()} / {SECONDS[row['second']]} / {king}")
    first = [f"{'Scored':<{LABEL}}{rows[0]}"]
    return first + _wrap("  later", ";  ".join(rows[1:]), width) if rows[1:] else first


def _code(kernel: StauferKernel, chest: str) -> str:
    """A few letters for a chest: what an orange one brings, or its name."""
    kind = CHESTS.index(chest)
    if kind not in ORANGE:
        return CODES[chest]
    points, envoys, nobles = (
        kernel.figures[f"chest_{gain}"][kind] for gain in ("points", "envoys", "nobles")
    )
    gains = (f"+{points}" if points else "", f"{envoys}E" if envoys else "", f"{nobles}N" if nobles else "")
    return "".join(gains) or "-"


def _chests(kernel: StauferKernel, chests: list[str]) -> str:
    """Codes of chests, equal ones together."""
    counted = Counter(_code(kernel, chest) for chest in chests)
    return " ".join(code if number == 1 else f"{number}x{code}" for code, number in counted.items())


def _squeezed(kernel: StauferKernel, chests: list[str], size: int) -> list[str]:
    """Codes of chests in the width of an office; five of two letters each need their gaps for it, or a second line."""
    codes = _chests(kernel, chests)
    if size == CELL and len(codes) >= CELL:
        codes = codes.replace(" ", "")
    return textwrap.wrap(codes, size - 1) or [""]


def _pieces(pieces: Data) -> str:
    parts = [f"{pieces[kind]}{letter}" for kind, letter in (("envoys", "E"), ("nobles", "N")) if pieces[kind]]
    return " ".join(parts) or "-"


def _regions(kernel: StauferKernel, data: Data, width: int, size: int) -> list[str]:
    lines = [""]
    scored_first = data["rows"][0]["region"]
    for board in data["regions"]:
        marks = ("K" if board["region"] == data["king"] else " ") + (
            "A" if board["region"] == scored_first else " "
        )
        tile = kernel.figures["tile_points"][TILES.index(board["tile"])]
        points = "/".join(str(p) for p in tile if p)
        numbers = region_range(kernel, REGIONS.index(board["region"]))
        offices = "".join(
            _office(kernel, number, office).ljust(size)
            for number, office in zip(numbers, board["offices"], strict=True)
        )
        under = zip_longest(
            *(_squeezed(kernel, office["chests"], size) for office in board["offices"]), fillvalue=""
        )
        lines.append(f"{marks} {board['region'].title():<{LABEL - 3}}{offices}")
        for label, codes in zip_longest([points], under, fillvalue=""):
            lines.append(f"   {label:<{LABEL - 3}}" + "".join(f" {code:<{size - 1}}" for code in codes))
        paid = [f"seat {seat}: {_pieces(p)}" for seat, p in enumerate(board["payments"]) if any(p.values())]
        if paid:
            lines += _wrap("   paid", ",  ".join(paid), width)
    return [*lines, ""]


def _office(kernel: StauferKernel, number: int, office: Data) -> str:
    noble_only = kernel.figures["noble_offices"] >> number & 1
    cost = f"{kernel.figures['office_cost'][number]}{'N' if noble_only else ''}"
    standing = " ".join(
        f"{piece['kind'][0].upper()}{piece['seat']}{'!' if piece['kept'] else ''}"
        for piece in office["figures"]
    )
    return f"{cost:<2}[{standing:<5}]"


def _supply(kernel: StauferKernel, data: Data, width: int) -> list[str]:
    spaces = [
        f"s{i} {_pieces(kernel.figures['space_pieces'][i])} [{_chests(kernel, space['chests'])}]"
        for i, space in enumerate(data["supply"])
    ]
    discarded = sum(entry["number"] for entry in data["discard_pile"])
    tracks = [
        f"{label} {' '.join(str(seat) for seat in data[name]) or '-'}"
        for label, name in (
            ("next:", "turn_order"),
            ("  supplied:", "supply_track"),
            ("  placed:", "placement_track"),
        )
    ]
    return [
        *_wrap("Supply", "   ".join(spaces), width),
        *_wrap("Chests", f"draw pile {data['draw_pile']}   discard pile {discarded}", width),
        *_wrap("Members", " ".join(tracks), width),
    ]


def _privileges(kernel: StauferKernel, data: Data, width: int) -> list[str]:
    stacks = []
    for stack in data["privileges"]:
        points = ""
        if stack["privilege"] == Privilege.CARD_POINTS and stack["cards"]:
            top = kernel.figures["first_points"][kernel.figures["first_cards"] - stack["cards"]]
            points = f" ({top} points)"
        stacks.append(f"p{stack['privilege']}{points} x{stack['cards']}")
    return [*_wrap("Privileges", "   ".join(stacks), width), ""]


def _player(kernel: StauferKernel, data: Data, seat: int, width: int) -> list[str]:
    player = data["players"][seat]
    mark = ">" if data.get("actor") == seat else " "
    you = " (you)" if seat == data["seat"] else ""
    owned = " ".join(f"p{number}" for number in player["privileges"]) or "-"
    text = (
        f"{player['points']:>3} points   court {_pieces(player['court'])}   province {_pieces(player['province'])}"
        f"   chests {_chests(kernel, player['chests']) or '-'}   privileges {owned}"
    )
    lines = _wrap(f"{mark} seat {seat}{you}", text, width)
    if player.get("jobs"):
        jobs = player["jobs"]
        pattern, offices = _pattern(kernel, jobs["pattern"]), _offices(kernel, jobs["offices"])
        lines += _wrap("", f"jobs {jobs['region'].title()}; {pattern}; {offices}", width)
    if player.get("final"):
        parts = ", ".join(f"{name} {points}" for name, points in player["final"].items())
        lines += _wrap("", f"final scoring: {parts}", width)
    return lines


def _pattern(kernel: StauferKernel, name: str) -> str:
    """A pattern with its regions drawn in a row: o is marked."""
    marked = min(shape for shape in kernel.figures["patterns"][PATTERNS.index(name)] if shape)
    shape = "-".join("o" if marked >> position & 1 else "." for position in range(marked.bit_length()))
    return f"{name.replace('_', ' ')} ({shape})"


def _offices(kernel: StauferKernel, name: str) -> str:
    """What an offices job counts."""
    card = OFFICE_JOBS.index(name)
    counted = kernel.figures["office_job_costs"][card]
    costs = [cost for cost in range(HIGHEST + 1) if counted >> cost & 1]
    counting = COUNTINGS[kernel.figures["office_job"][card]]
    if counting == "series":
        return f"series {'-'.join(map(str, costs))}"
    which = "" if len(costs) == HIGHEST else f" of cost {', '.join(map(str, costs))}"
    if counting == "pairs":
        return f"pairs{which or ' of equal cost'}"
    return f"offices{which}" if which else "all offices"


def _progress(kernel: StauferKernel, data: Data, width: int) -> list[str]:
    progress = data.get("progress")
    if not progress:
        return []
    parts = []
    if progress.get("supply_space") is not None:
        parts.append(f"supply space s{progress['supply_space']}")
    if progress.get("office"):
        parts.append(f"office {progress['office']['number']} of {progress['office']['region'].title()}")
    if progress["payment"]:
        owed = ", ".join(f"{due['region'].title()} {due['figures']}" for due in progress["payment"])
        parts.append(f"to pay: {owed}")
    if progress["due_envoys"] or progress["due_nobles"]:
        due = {"envoys": progress["due_envoys"], "nobles": progress["due_nobles"]}
        parts.append(f"due: {_pieces(due)}")
    if progress["taking"]:
        parts.append(f"still to resolve: {_chests(kernel, progress['taking'])}")
    if progress.get("current"):
        parts.append(f"scoring {progress['current'].title()}")
    if progress["revealed"]:
        parts.append(f"revealed: {_chests(kernel, progress['revealed'])}")
    return ["", *_wrap("Under way", ";  ".join(parts), width)] if parts else []
