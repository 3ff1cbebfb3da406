"""A view of Verräter drawn for a terminal."""

from __future__ import annotations

from eminence.cext.core.face import Data
from eminence.cext.games.verraeter.figures import Figures
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.words import ACTION_NAMES, LANDS

HOUSES = {"eagle": "Eagle", "rose": "Rose"}
TASKS = {
    "settle": "place a first estate",
    "site": "choose the border to fight over",
    "draft": "keep an action card",
    "supply": "lay supply cards or stop",
    "build": "build, turn or do nothing",
    "build_site": "choose the land to build at",
    "discard": "discard before drawing, or stop",
}
WIDTH = 14  # of a land at the most, frame not included


def render(kernel: VerraeterKernel, data: Data, width: int) -> str:
    figures = kernel.figures
    lines = [_headline(data, figures), ""]
    lines += _ring(data, figures, min(width // 6 - 1, WIDTH))
    lines += [""]
    lines += _players(data)
    lines += ["", f"deck {data['deck_size']}   discard pile: {_values(data['discard']) or 'empty'}"]
    if data["pack"]:
        lines.append("you received: " + ", ".join(ACTION_NAMES[action] for action in data["pack"]))
    return "\n".join(lines)


def _headline(data: Data, figures: Figures) -> str:
    line = f"Round {data['round']} of {figures.rounds}   "
    if data["phase"] == "over":
        return line + "the game is over"
    who = "you" if data["actor"] == data["seat"] else f"seat {data['actor']}"
    return line + f"{who} to {TASKS[data['phase']]}"


def _ring(data: Data, figures: Figures, size: int) -> list[str]:
    """The ring as two rows, clockwise: 0 to 5 above, 11 to 6 below."""
    border = data.get("border")
    edge = "+" + ("-" * size + "+") * 6
    lines = [edge]
    for row in (range(6), range(11, 5, -1)):
        cells = [_land(data, figures, position, size) for position in row]
        for i in range(3):
            lines.append("|" + "".join(cells[k][i] + _gap(row, k, border) for k in range(6)))
        lines.append(edge)
    if border in (5, 11):  # these two borders cross between the rows
        mark = "X" * size
        place = 1 + (size + 1) * (5 if border == 5 else 0)
        lines[4] = edge[:place] + mark + edge[place + size :]
    return lines


def _gap(row: range, k: int, border: int | None) -> str:
    """The line between two neighbours: X where the conflict is."""
    if k == 5 or border is None:
        return "|"
    return "X" if min(row[k], row[k + 1]) == border else "|"


def _land(data: Data, figures: Figures, position: int, size: int) -> tuple[str, str, str]:
    land = data["ring"][position]
    kind = LANDS.index(land["land"])
    points = "/".join(str(vp) for vp in figures.vp[kind])
    gap = " " * (size == WIDTH)
    top = f"{gap}{position:<2} {land['land'].capitalize()}"
    middle = f" {HOUSES[land['house']].upper():<6}{gap}CP{figures.cp[kind]:>3}"
    building = f"{land['building']} {land['owner']}" if land.get("owner") is not None else ""
    bottom = f" {points:<8}{building[0].upper()}{building[-1]}" if building else f" {points}"
    return top.ljust(size)[:size], middle.ljust(size)[:size], bottom.ljust(size)[:size]


def _players(data: Data) -> list[str]:
    lines = ["seat   house  VP  reserve  action         laid          hand"]
    for seat, player in enumerate(data["players"]):
        marks = ("*" if seat == data["start_player"] else " ") + ("!" if seat == data["strategist"] else " ")
        action = player.get("action")
        shown = ACTION_NAMES[action] if action else "face down" if player["has_action"] else "-"
        if action and not player["has_action"]:
            shown = f"({shown})"  # of the last round
        size = player["hand_size"]
        hand = _values(player["hand"]) or f"{size} card{'s' * (size != 1)}"
        you = ">" if seat == data["seat"] else " "
        lines.append(
            f"{you}{seat} {marks}  {HOUSES[player['house']]:<5} {player['points']:>3}  "
            f"{player['reserve']:^7}  {shown:<13}  {_values(player['laid']) or '-':<12}  {hand}"
        )
    lines.append("> you   * Start player   ! Strategy card   E0 estate, O0 office of seat 0   X the conflict")
    return lines


def _values(cards: list[int]) -> str:
    return " ".join(str(value) for value in cards)
