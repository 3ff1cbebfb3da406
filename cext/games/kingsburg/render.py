"""A view drawn for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cext.core.face import Data
from eminence.cext.games.kingsburg.figures import ROWS, YEARS, Tables
from eminence.cext.games.kingsburg.notation import help_text
from eminence.cext.games.kingsburg.words import BUILDINGS

WIDTH = 98
HALF = WIDTH // 2


def render(tables: Tables, data: Data) -> str:
    lines = [*_heading(tables, data), "", *_board(tables, data), "", *_seats(tables, data), ""]
    lines += _province(tables, data)
    return "\n".join(line.rstrip() for line in lines)


def _heading(tables: Tables, data: Data) -> Iterator[str]:
    year = YEARS[data["year"] - 1]
    if data["phase"] == "ended":
        yield f"Kingsburg   the five years are over   you are seat {data['seat']}"
    else:
        todo = f"seat {data['actor']}: {data['phase']}"
        if "advisor" in data:
            todo += f" #{data['advisor']}"
        yield f"Kingsburg   year {year}, {data['season']}   {todo}   you are seat {data['seat']}"
    envoy = f"seat {data['envoy']}" if "envoy" in data else "on the board"
    yield f"Order {' '.join(map(str, data['order']))}   Envoy {envoy}"
    yield f"Invaders {_invaders(tables, data)}"


def _invaders(tables: Tables, data: Data) -> str:
    if data["phase"] == "ended":
        return "gone"
    if "invader" in data:
        card = tables.invaders[data["invader"]]
        losses = ", ".join(f"{n} {kind}" for kind, n in card["loss"].items())
        gains = ", ".join(f"{n} {kind}" for kind, n in card["reward"].items())
        return f"{card['id']} {card['race']} {card['strength']}: lose {losses}; win {gains}"
    cards = [tables.invaders[name]["strength"] for name in tables.cards[data["year"] - 1]]
    return f"{YEARS[data['year'] - 1]} ({min(cards)} to {max(cards)})"


def _board(tables: Tables, data: Data) -> Iterator[str]:
    cells = [_advisor(tables, data, number) for number in range(1, 19)]
    for left, right in zip(cells[:9], cells[9:], strict=True):
        yield f"{left:<{HALF}}{right}"


def _advisor(tables: Tables, data: Data, number: int) -> str:
    whim = number in data["whims"]
    text = help_text(tables.helps["whim" if whim else "advisor", number])
    if whim and number == 4:
        text = "one of " + ", ".join(data["stock"])
    if whim and number == 5:
        text = data["lucky"]
    owners = [
        f"{group['seat']}" if "seat" in group else "x"
        for group in data["groups"]
        if group["advisor"] == number
    ]
    mark = "[" + ",".join(owners) + "]" if owners else "[ ]"
    name = ("~" if whim else " ") + tables.advisors[number]
    return f"{mark:<5}{number:>2}{name:<15}{text}"[: HALF - 1]


def _seats(tables: Tables, data: Data) -> Iterator[str]:
    yield f"{'seat':<6}{'VP':>4}{'gold':>6}{'wood':>6}{'stone':>6}{'+2':>4}{'sold.':>6}  {'dice':<14}buildings"
    for seat, player in enumerate(data["players"]):
        turn = "*" if data.get("actor") == seat and data["phase"] != "ended" else " "
        dice = " ".join([*map(str, player["coloured"]), *(f"w{die}" for die in player["white"])])
        numbers = f"{player['vp']:>4}{player['gold']:>6}{player['wood']:>6}{player['stone']:>6}"
        numbers += f"{player['tokens']:>4}{player['soldiers']:>6}"
        line = f"{turn}{seat:<5}{numbers}  {dice:<14}{_buildings(player)}{_notes(player)}"
        yield line[:WIDTH]


def _buildings(player: Data) -> str:
    """The last building of each row that has one, such as `B2 D1`."""
    cells = [BUILDINGS.index(name) for name in player["buildings"]]
    counts = [(row, sum(cell // 4 == i for cell in cells)) for i, row in enumerate(ROWS)]
    return " ".join(f"{row}{count}" for row, count in counts if count) or "-"


def _notes(player: Data) -> str:
    notes = [word for word in ("waiting", "passed", "peeked") if player[word]]
    if player["troops"]:
        notes.append("troops " + "".join(map(str, player["troops"])))
    for word in ("committed", "reinforcement", "combat"):
        if word in player:
            notes.append(f"{word} {player[word]}")
    return "  " + ", ".join(notes) if notes else ""


def _province(tables: Tables, data: Data) -> Iterator[str]:
    """The viewing seat's own province, with prices and points of what is not built yet."""
    built = {BUILDINGS.index(name) for name in data["players"][data["seat"]]["buildings"]}
    for i, row in enumerate(ROWS):
        cells = [cell for cell in range(4 * i, 4 * i + 4) if cell in tables.buildings]
        if cells:
            yield f"{row} " + "".join(_cell(tables, cell, cell in built) for cell in cells)


def _cell(tables: Tables, cell: int, built: bool) -> str:
    building = tables.buildings[cell]
    if built:
        return f"[{building.name[:21]}]".ljust(24)
    price = "".join(f"{n}{letter}" for n, letter in zip(building.cost, "gws", strict=True) if n)
    return f" {building.name[: 21 - len(price) - len(str(building.vp))]} {price}={building.vp}".ljust(24)
