"""A view drawn for a terminal, with the figures of its own table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from eminence.cext.core.face import Data
from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.figures import ROWS, YEARS, Card, Figures
from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.notation import help_text, price_text
from eminence.cext.games.kingsburg.notation_effects import effects_words
from eminence.cext.games.kingsburg.state import Owner
from eminence.cext.games.kingsburg.words import BUILDINGS

WIDTH = 98  # at the most
BESIDE = 23  # where the help of an advisor begins


def render(kernel: KingsburgKernel, data: Data, width: int) -> str:
    figures, width = kernel.figures, min(width, WIDTH)
    lines = [*_heading(figures, data, width), "", *_board(figures, data, width), ""]
    lines += [*_seats(figures, data, width), "", *_province(figures, data, (width - 2) // 4)]
    return "\n".join(line.rstrip() for line in lines)


# ---- heading

WHAT = {
    "aid": "takes a good from the King",
    "take": "takes a good of choice",
    "modify": "may change the dice",
    "place": "places dice or passes",
    "price": "pays for an effect",
    "build": "builds or passes",
    "second": "may build once more with the Envoy",
    "effect": "uses season-end effects",
    "recruit": "recruits soldiers",
    "hire": "pays for a soldier",
    "troops": "commits a troop token",
    "keep": "keeps a governor",
    "strips": "may replace rows",
}


def _heading(figures: Figures, data: Data, width: int) -> Iterator[str]:
    year = YEARS[data["year"] - 1]
    if data["phase"] == "ended":
        yield f"Kingsburg   the five years are over   you are seat {data['seat']}"
    else:
        yield f"Kingsburg   year {year}, {data['season']}   {_todo(figures, data)}   you are seat {data['seat']}"
    envoy = f"seat {data['envoy']}" if "envoy" in data else "on the board"
    yield f"Order {' '.join(map(str, data['order']))}   Envoy {envoy}"
    yield from _wrapped("Invaders ", _invaders(figures, data), width)
    if "fate" in data and "card" in data["fate"]:
        yield from _wrapped("Fate ", _card_text(figures.fates, data["fate"]["card"]), width)
    yield from _auction(figures, data, width)


def _todo(figures: Figures, data: Data) -> str:
    """Who decides what: `seat 0: price of Town Hall`."""
    todo = f"seat {data['actor']}: {data['phase']}"
    if "advisor" in data:
        todo += f" #{data['advisor']} {figures.advisors[data['advisor']]}"
    for name in ("effect", "target"):
        if name in data:
            number = BUILDINGS.index(data[name])
            todo += f" of {figures.buildings[number // state.CELLS, number % state.CELLS].name}"
    if "left" in data:
        todo += f", {data['left']} to go"
    elif data["phase"] in WHAT and "effect" not in data:
        todo += f" ({WHAT[data['phase']]})"
    return todo


def _wrapped(head: str, text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(head + text, width, subsequent_indent=" " * len(head)) or [head]


def _card_text(cards: tuple[Card, ...], word: str) -> str:
    card = next(card for card in cards if card.id == word)
    return f"{card.name}: {effects_words(card.effects)}"


def _auction(figures: Figures, data: Data, width: int) -> Iterator[str]:
    governors = data.get("governors", {})
    for word in governors.get("hand", []):
        yield from _wrapped("In hand: ", _card_text(figures.governors, word), width)
    for word in governors.get("lots", []):
        mark = "Put up: " if word == governors.get("lot") else "On offer: "
        yield from _wrapped(mark, _card_text(figures.governors, word), width)
    if "bid" in governors:
        yield f"Bid {governors['bid']} VP by seat {governors['bidder']}"


def _invaders(figures: Figures, data: Data) -> str:
    if data["phase"] == "ended":
        return "gone"
    text = _invader(figures, data["invader"]) if "invader" in data else ""
    if not text:
        cards = [figures.invaders[name]["strength"] for name in figures.cards[data["year"] - 1]]
        text = f"{YEARS[data['year'] - 1]} ({min(cards)} to {max(cards)})"
    valley = data.get("scenario", {}).get("valley")
    return text + (f"; Valley {_invader(figures, valley)}" if valley else "")


def _invader(figures: Figures, name: str) -> str:
    card = figures.invaders[name]
    losses = ", ".join(f"{n} {kind}" for kind, n in card["loss"].items())
    gains = ", ".join(f"{n} {kind}" for kind, n in card["reward"].items())
    return f"{card['id']} {card['race']} {card['strength']}: lose {losses}; win {gains}"


# ---- board


def _board(figures: Figures, data: Data, width: int) -> Iterator[str]:
    """Two columns of advisors; a help too long for its place goes on below it."""
    half = width // 2
    cells = [_advisor(figures, data, number, half) for number in range(1, state.ADVISORS + 1)]
    for left, right in zip(cells[:9], cells[9:], strict=True):
        for i in range(max(len(left), len(right))):
            first = left[i] if i < len(left) else ""
            yield f"{first:<{half}}{right[i] if i < len(right) else ''}"


def _advisor(figures: Figures, data: Data, number: int, half: int) -> list[str]:
    whim = number in data["whims"]
    text = help_text(figures.helps["whim" if whim else "advisor", number])
    if whim and number == state.STOCK_TILE and data["stock"]:
        text = "one of " + ", ".join(data["stock"])
    if whim and number == state.LUCKY_TILE and "lucky" in data:
        text = data["lucky"]
    owners = [
        f"{group['seat']}" if "seat" in group else "x"
        for group in data["groups"]
        if group["advisor"] == number
    ]
    spaces = data.get("governors", {}).get("spaces", [])
    owners += ["P"] * (number in spaces)
    owners += [f"d{seat}" for seat, player in enumerate(data["players"]) if player.get("deal") == number]
    if number in data.get("fate", {}).get("gifts", []):
        text += " and a gift"
    mark = "[" + ",".join(owners) + "]" if owners else "[ ]"
    name = ("~" if whim else " ") + figures.advisors[number]
    head = f"{mark:<5}{number:>2}{name:<15} "
    lines = textwrap.wrap(text, half - 1 - len(head), break_long_words=True, break_on_hyphens=False) or [""]
    return [head + lines[0], *(" " * len(head) + line for line in lines[1:])]


# ---- seats


def _seats(figures: Figures, data: Data, width: int) -> Iterator[str]:
    yield f"{'seat':<6}{'VP':>4}{'gold':>6}{'wood':>6}{'stone':>6}{'+2':>4}{'sold.':>6}  {'dice':<14}buildings"
    for seat, player in enumerate(data["players"]):
        turn = "*" if data.get("actor") == seat and data["phase"] != "ended" else " "
        dice = " ".join([*map(str, player["coloured"]), *(f"w{die}" for die in player["white"])])
        numbers = f"{player['vp']:>4}{player['gold']:>6}{player['wood']:>6}{player['stone']:>6}"
        numbers += f"{player['tokens']:>4}{player['soldiers']:>6}"
        line = f"{turn}{seat:<5}{numbers}  {dice:<14}{_buildings(player)}"
        notes = _notes(figures, player)
        if len(line) + len(notes) + 2 <= width:
            yield f"{line}  {notes}"
        else:
            yield line
            yield from textwrap.wrap(notes, width, initial_indent=" " * 6, subsequent_indent=" " * 6)


def _buildings(player: Data) -> str:
    """How many buildings of each row, such as `B2 D1`; an alternative row with a prime."""
    numbers = [BUILDINGS.index(name) for name in player["buildings"]]
    cells = [number % state.CELLS for number in numbers]
    replaced = player.get("rows", {}).get("replaced", [])
    counts = [(row, sum(cell // 4 == i for cell in cells)) for i, row in enumerate(ROWS)]
    return " ".join(f"{row}{count}{_prime(row, replaced)}" for row, count in counts if count) or "-"


def _prime(row: str, replaced: list[str]) -> str:
    return "'" if row.lower() in replaced else ""


def _notes(figures: Figures, player: Data) -> str:
    notes = []
    if "governor" in player:
        notes.append(next(card.name for card in figures.governors if card.id == player["governor"]))
    if "people" in player:
        notes.append(f"with the {player['people']}")
    notes += [word for word in ("waiting", "passed", "peeked") if player[word]]
    if player["troops"]:
        notes.append("troops " + "".join(map(str, player["troops"])))
    for word in ("committed", "reinforcement", "combat", "wins"):
        if player.get(word) is not None:
            notes.append(f"{word} {player[word]}")
    offered = player.get("rows", {}).get("offered", [])
    if offered:
        notes.append("strips " + "".join(offered).upper())
    return ", ".join(notes)


# ---- province


def _province(figures: Figures, data: Data, size: int) -> Iterator[str]:
    """The viewing seat's own province, with prices and points of what is not built yet."""
    player = data["players"][data["seat"]]
    built = {BUILDINGS.index(name) % state.CELLS for name in player["buildings"]}
    replaced = player.get("rows", {}).get("replaced", [])
    for i, row in enumerate(ROWS):
        plane = int(row.lower() in replaced)
        cells = [cell for cell in range(4 * i, 4 * i + 4) if (plane, cell) in figures.buildings]
        if cells:
            yield f"{row}{'*' if plane else ' '}" + "".join(
                _cell(figures, data, plane, cell, size, built=cell in built) for cell in cells
            )


def _cell(figures: Figures, data: Data, plane: int, cell: int, size: int, *, built: bool) -> str:
    building = figures.buildings[plane, cell]
    if built:
        return f"[{building.name[: size - 3]}]".ljust(size)
    price = price_text(_price(figures, data, plane, cell)) or "0"
    return f" {building.name[: size - 3 - len(price) - len(str(building.vp))]} {price}={building.vp}".ljust(
        size
    )


def _price(figures: Figures, data: Data, plane: int, cell: int) -> list[int]:
    """What a building costs the viewing seat now, automatic changes included."""
    player = data["players"][data["seat"]]
    price = list(figures.buildings[plane, cell].cost)
    for source, effect in figures.effects.pairs("build_cost"):
        owned = (
            source.word in player["buildings"]
            or (source.owner == Owner.GOVERNOR and source.word == player.get("governor"))
            or (source.owner == Owner.FATE and source.word == data.get("fate", {}).get("card"))
            or (source.owner == Owner.PEOPLE and source.word == player.get("people"))
            or source.owner == Owner.SCENARIO
        )
        if owned and not effect["pay"] and effect["columns"] >> cell % 4 & 1:
            price = [cost - less for cost, less in zip(price, effect["gain"], strict=False)]
    return [max(0, cost) for cost in price]
