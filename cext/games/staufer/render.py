"""A view drawn for a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter

from eminence.cext.core.face import Data

WIDTH = 98
LABEL = 16
CELL = 14
CODES = {
    "violet": "V",
    "points_2": "+2",
    "points_3": "+3",
    "points_4": "+4",
    "points_5": "+5",
    "envoys_1": "1E",
    "envoys_2": "2E",
    "envoys_3": "3E",
    "noble": "1N",
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
JOBS = {
    "adjacent": "adjacent (o-o)",
    "one_between": "one between (o-.-o)",
    "opposite": "opposite (o-.-.-o)",
    "three_adjacent": "three adjacent (o-o-o)",
    "two_and_one": "two and one (o-o-.-o)",
    "every_second": "every second (o-.-o-.-o)",
    "cost_3": "offices of cost 3",
    "cost_4": "offices of cost 4",
    "cost_5": "offices of cost 5",
    "all": "all offices",
    "pairs": "pairs of equal cost",
    "series": "series 3-4-5",
}


def render(data: Data) -> str:
    lines = [_title(data), ""]
    lines += _rows(data)
    lines += _regions(data)
    lines += _supply(data)
    lines += _privileges(data)
    for seat in range(data["seats"]):
        lines += _player(data, seat)
    lines += _progress(data)
    lines += ["", *textwrap.wrap(LEGEND, WIDTH)]
    return "\n".join(line.rstrip() for line in lines)


def _title(data: Data) -> str:
    left = f"The Staufer Dynasty    round {data['round']} of 5"
    if data["phase"] == "over":
        return f"{left}    the game is over"
    return f"{left}    seat {data['actor']} to choose: {data['phase'].replace('_', ' ')}"


def _wrap(label: str, text: str) -> list[str]:
    return textwrap.wrap(f"{label:<{LABEL}}{text}", WIDTH, subsequent_indent=" " * LABEL) or [label]


def _rows(data: Data) -> list[str]:
    rows = []
    for row in data["rows"]:
        king = f"king +{row['steps']}" if row.get("steps") else "final scoring"
        rows.append(f"{row['region'].title()} / {SECONDS[row['second']]} / {king}")
    first = [f"{'Scored':<{LABEL}}{rows[0]}"]
    return first + _wrap("  later", ";  ".join(rows[1:])) if rows[1:] else first


def _chests(chests: list[str]) -> str:
    """Codes of chests, equal ones together."""
    counted = Counter(CODES[chest] for chest in chests)
    return " ".join(code if number == 1 else f"{number}x{code}" for code, number in counted.items())


def _squeezed(chests: list[str]) -> str:
    """Codes of chests in the width of an office; five of two letters each need their gaps for it."""
    codes = _chests(chests)
    return codes if len(codes) < CELL else codes.replace(" ", "")


def _figures(figures: Data) -> str:
    parts = [
        f"{figures[kind]}{letter}" for kind, letter in (("envoys", "E"), ("nobles", "N")) if figures[kind]
    ]
    return " ".join(parts) or "-"


def _regions(data: Data) -> list[str]:
    lines = [""]
    scored_first = data["rows"][0]["region"]
    for board in data["regions"]:
        marks = ("K" if board["region"] == data["king"] else " ") + (
            "A" if board["region"] == scored_first else " "
        )
        points = "/".join(str(p) for p in board.get("points", []) if p)
        offices = "".join(_office(office) for office in board["offices"])
        under = "".join(f" {_squeezed(office['chests']):<{CELL - 1}}" for office in board["offices"])
        lines.append(f"{marks} {board['region'].title():<{LABEL - 3}}{offices}")
        lines.append(f"   {points:<{LABEL - 3}}{under}")
        paid = [f"seat {seat}: {_figures(f)}" for seat, f in enumerate(board["payments"]) if any(f.values())]
        if paid:
            lines += _wrap("   paid", ",  ".join(paid))
    return [*lines, ""]


def _office(office: Data) -> str:
    cost = f"{office.get('cost', '?')}{'N' if office.get('noble_only') else ''}"
    standing = " ".join(
        f"{figure['kind'][0].upper()}{figure['seat']}{'!' if figure['kept'] else ''}"
        for figure in office["figures"]
    )
    return f"{cost:<2}[{standing:<5}]".ljust(CELL)


def _supply(data: Data) -> list[str]:
    spaces = [
        f"s{i} {_figures({'envoys': 0, 'nobles': 0} | space)} [{_chests(space['chests'])}]"
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
        *_wrap("Supply", "   ".join(spaces)),
        *_wrap("Chests", f"draw pile {data['draw_pile']}   discard pile {discarded}"),
        *_wrap("Members", " ".join(tracks)),
    ]


def _privileges(data: Data) -> list[str]:
    stacks = []
    for stack in data["privileges"]:
        points = f" ({stack['points']} points)" if stack.get("points") is not None else ""
        stacks.append(f"p{stack['privilege']}{points} x{stack['cards']}")
    return [*_wrap("Privileges", "   ".join(stacks)), ""]


def _player(data: Data, seat: int) -> list[str]:
    player = data["players"][seat]
    mark = ">" if data.get("actor") == seat else " "
    you = " (you)" if seat == data["seat"] else ""
    owned = " ".join(f"p{number}" for number in player["privileges"]) or "-"
    text = (
        f"{player['points']:>3} points   court {_figures(player['court'])}   province {_figures(player['province'])}"
        f"   chests {_chests(player['chests']) or '-'}   privileges {owned}"
    )
    lines = _wrap(f"{mark} seat {seat}{you}", text)
    if player.get("jobs"):
        jobs = player["jobs"]
        lines += _wrap("", f"jobs {jobs['region'].title()}; {JOBS[jobs['pattern']]}; {JOBS[jobs['offices']]}")
    if player.get("final"):
        parts = ", ".join(f"{name} {points}" for name, points in player["final"].items())
        lines += _wrap("", f"final scoring: {parts}")
    return lines


def _progress(data: Data) -> list[str]:
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
        parts.append(f"due: {_figures(due)}")
    if progress["taking"]:
        parts.append(f"still to resolve: {_chests(progress['taking'])}")
    if progress.get("current"):
        parts.append(f"scoring {progress['current'].title()}")
    if progress["revealed"]:
        parts.append(f"revealed: {_chests(progress['revealed'])}")
    return ["", *_wrap("Under way", ";  ".join(parts))] if parts else []
