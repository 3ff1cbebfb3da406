"""What happens in Kingsburg, as plain data and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eminence.cext.core.face import Data
from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.figures import Figures
from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.notation_effects import pieces
from eminence.cext.games.kingsburg.state import Owner
from eminence.cext.games.kingsburg.words import (
    BUILDINGS,
    DECKS,
    EVENTS,
    FIGHTS,
    KINDS,
    OWNERS,
    PURPOSES,
    REINFORCINGS,
    ROLLINGS,
    ROWS,
    SEASONS,
    bits,
)

SOURCES = {
    "helped": "advisors",
    "built": "buildings",
    "brought": "building effects",
    "granted": "cards",
    "governor_shown": "cards",
    "rewarded": "the King's Reward",
    "fought": "battles",
    "spoils": "battles",
    "destroyed": "battles",
    "glory": "battles",
    "bonus": "final bonuses",
}
CHANCES = (("battles", "win this winter's battle"),)

LANE, OWNER = 1024, 256  # as in rules_tell.pxd
PIECES = (*KINDS[: state.VP], "good")  # as pieces are packed; the last are goods of choice


# ---- plain data


def event_data(
    kernel: KingsburgKernel, kind: int, seat: int | None, figures: Sequence[int]
) -> tuple[str, Data]:
    word = EVENTS[kind]
    return word, DATA[word](kernel.figures, *figures) if word in DATA else {}


def _pieces(*packed: int) -> Data:
    """Pieces by kind, those lost below 0; three in a figure."""
    amounts = []
    for figure in packed:
        for _ in range(3):
            amount = (figure + LANE // 2) % LANE - LANE // 2
            amounts.append(amount)
            figure = (figure - amount) // LANE
    return {kind: amount for kind, amount in zip(PIECES, amounts, strict=True) if amount}


def _building(plane: int, cell: int) -> Data:
    return {"building": BUILDINGS[state.CELLS * plane + cell]}


def _cause(figures: Figures, cause: int) -> Data:
    """The building, card or group that something comes from, by what it is."""
    owner, number = divmod(cause, OWNER)
    if owner in (Owner.BUILDING, Owner.ALTERNATIVE):
        return _building(int(owner == Owner.ALTERNATIVE), number)
    if owner == Owner.SCENARIO:
        return {"scenario": figures.options["scenario"]}
    if owner == Owner.TROOP:
        return {"troops": number}
    return {OWNERS[owner]: _cards(figures)[OWNERS[owner]][number].id}


def _cards(figures: Figures) -> Data:
    return {"governor": figures.governors, "fate": figures.fates, "people": figures.people}


def _card(figures: Figures, number: int, name: str = "card") -> Data:
    """An invader card of all years, counted from 1; 0 for none or unknown."""
    year, card = divmod(number - 1, state.CARDS)
    return {name: figures.cards[year][card]} if number else {}


def _dice(packed: int) -> list[int]:
    return [die for slot in range(state.DICE) if (die := packed >> 3 * slot & 7)]


def _advisor(number: int) -> Data:
    private = {"private": True} if number & state.PRIVATE else {}
    return {"advisor": number & state.NUMBER} | private


def _paid(figures: Figures, purpose: int, cause: int) -> Data:
    word = PURPOSES[purpose]
    if word == "for_placement":
        return {"purpose": "placement"} | _advisor(cause)
    return {"purpose": word.removeprefix("for_")} | (_cause(figures, cause) if word == "for_effect" else {})


DATA: dict[str, Callable[[Figures, int, int, int, int], Data]] = {
    "strips_dealt": lambda f, a, b, c, d: {"rows": [ROWS[row] for row in bits(a)]},
    "governors_dealt": lambda f, a, b, c, d: (
        {"governors": [f.governors[one].id for one in bits(a)]} if a else {}
    ),
    "opens": lambda f, a, b, c, d: {"what": ("draft", "auction")[a]},
    "governor_shown": lambda f, a, b, c, d: {"governor": f.governors[a].id, "bought": bool(b)},
    "year_begins": lambda f, a, b, c, d: {"year": a},
    "fate_drawn": lambda f, a, b, c, d: {"fate": f.fates[a].id},
    "aided": lambda f, a, b, c, d: {"white_dice": a} if a else _pieces(c, d),
    "season_begins": lambda f, a, b, c, d: {"season": SEASONS[a]},
    "whim": lambda f, a, b, c, d: {"advisor": a, "laid": bool(b)},
    "lucky_good": lambda f, a, b, c, d: {"advisor": state.LUCKY_TILE, "kind": KINDS[a]},
    "neutral_dice": lambda f, a, b, c, d: {"advisor": a, "closed": bool(b)},
    "rolled": lambda f, a, b, c, d: {"how": ROLLINGS[c], "coloured": _dice(a), "white": _dice(b)},
    "ordered": lambda f, a, b, c, d: {"seats": [a >> 3 * i & 7 for i in range(f.context["seats"])]},
    "card_seen": lambda f, a, b, c, d: {"deck": DECKS[a]} | _card(f, b),
    "helped": lambda f, a, b, c, d: _advisor(a) | ({"whim": True} if b else {}) | _pieces(c, d),
    "brought": lambda f, a, b, c, d: _cause(f, a) | _pieces(c, d),
    "granted": lambda f, a, b, c, d: _cause(f, a) | _pieces(c, d),
    "taken": lambda f, a, b, c, d: _pieces(c, d),
    "paid": lambda f, a, b, c, d: _paid(f, a, b) | _pieces(c, d),
    "given": lambda f, a, b, c, d: {"to": a} | _pieces(c, d),
    "built": lambda f, a, b, c, d: _building(b, a) | _pieces(c, d),
    "rewarded": lambda f, a, b, c, d: {"buildings": a},
    "recruited": lambda f, a, b, c, d: {"soldier": 1},
    "attacked": lambda f, a, b, c, d: _card(f, a) | {"strength": b} | _card(f, c, "valley"),
    "reinforced": lambda f, a, b, c, d: {"by": REINFORCINGS[a], "value": b},
    "forces": lambda f, a, b, c, d: {"soldiers": a, "reinforcement": b, "bonus": c, "bought": d},
    "fought": lambda f, a, b, c, d: {"fight": FIGHTS[a], "value": b} | _pieces(c, d),
    "spoils": lambda f, a, b, c, d: _pieces(c, d),
    "destroyed": lambda f, a, b, c, d: _building(b, a),
    "glory": lambda f, a, b, c, d: {"value": a},
    "bonus": lambda f, a, b, c, d: _cause(f, a) | {"times": b},
    "level": lambda f, a, b, c, d: {"goods": a, "buildings": b},
}


# ---- words


def event_text(kernel: KingsburgKernel, kind: str, seat: int | None, points: int, figures: Data) -> str:
    text = (TEXTS | NOBODYS)[kind] if seat is None else TEXTS[kind]
    told = Told(kernel.figures, seat, points, figures)
    said = text.format(seat=seat, **figures) if isinstance(text, str) else text(told)
    gain = f" ({points:+d})" if points else ""
    return f"{said}{gain}."


@dataclass(frozen=True)
class Told:
    """An event at a table."""

    figures: Figures
    seat: int | None
    points: int
    data: Data

    @property
    def who(self) -> str:
        """What something comes from: an advisor, a building, a card, a group, the scenario."""
        figures, data = self.figures, self.data
        if "advisor" in data:
            name = f"the {figures.advisors[data['advisor']]}"
            return f"the whim on {name}" if "whim" in data else name
        if "building" in data:
            plane, cell = divmod(BUILDINGS.index(data["building"]), state.CELLS)
            return f"the {figures.buildings[plane, cell].name}"
        if "scenario" in data:
            return f"the scenario {data['scenario'].replace('_', ' ').title()}"
        if "troops" in data:
            return "the last troop token"
        if "fate" in data:
            return f"fate ({self.name('fate')})"
        return f"the {self.name('governor' if 'governor' in data else 'people')}"

    def name(self, owner: str) -> str:
        """Of a governor, a fate card or a group of people."""
        name: str = next(card.name for card in _cards(self.figures)[owner] if card.id == self.data[owner])
        return name

    @property
    def gained(self) -> str:
        """Pieces in words."""
        return pieces({kind: self.data[kind] for kind in PIECES if self.data.get(kind, 0) > 0})

    @property
    def lost(self) -> str:
        return pieces({kind: -self.data[kind] for kind in PIECES if self.data.get(kind, 0) < 0})

    def invaders(self, name: str = "card") -> str:
        record = self.figures.invaders[self.data[name]]
        return f"{record['race'].capitalize()} of strength {record['strength']}"


def _changed(told: Told) -> str:
    """What a building or a card brings, or costs."""
    if told.gained:
        return f"Seat {told.seat} gets {told.gained} from {told.who}{told.lost and f', loses {told.lost}'}"
    if told.lost or told.points < 0:
        return f"Seat {told.seat} loses {told.lost or 'points'} by {told.who}"
    return f"Seat {told.seat} gains from {told.who}"


def _helped(told: Told) -> str:
    if told.lost or told.points < 0:
        return f"Seat {told.seat} pays {told.lost or 'points'} to {told.who}"
    return _changed(told)


def _paid_for(told: Told) -> str:
    if told.data["purpose"] == "placement":
        return f"Seat {told.seat} uses {told.lost} to reach {told.who}"
    return f"Seat {told.seat} pays {told.lost} for {'a soldier' if told.data['purpose'] == 'soldier' else told.who}"


def _strips(told: Told) -> str:
    rows = [row.upper() for row in told.data["rows"]]
    return f"Seat {told.seat} gets the alternative row{'s' * (len(rows) > 1)} {' and '.join(rows)}"


def _governors(told: Told) -> str:
    return ", ".join(card.name for card in told.figures.governors if card.id in told.data["governors"])


def _rolled(told: Told) -> str:
    verb = {"first_roll": "rolls", "rolled_again": "rolls again:", "turned": "turns dice:"}[told.data["how"]]
    dice = " ".join(map(str, told.data["coloured"]))
    if told.data["white"]:
        dice += f" and white {' '.join(map(str, told.data['white']))}"
    return f"Seat {told.seat} {verb} {dice} = {sum(told.data['coloured'] + told.data['white'])}"


def _card_seen(told: Told) -> str:
    deck = "Valley" if told.data["deck"] == DECKS[1] else "invader"
    return f"Seat {told.seat} looks at the {deck} card" + (
        f": {told.invaders()}" if "card" in told.data else ""
    )


def _attacked(told: Told) -> str:
    names = [name for name in ("card", "valley") if name in told.data]
    races = [told.figures.invaders[told.data[name]]["race"].capitalize() for name in names]
    return f"{' and '.join(dict.fromkeys(races))} of strength {told.data['strength']} attack"


def _reinforced(told: Told) -> str:
    value = told.data["value"]
    if told.data["by"] == "own_die":
        return f"Seat {told.seat} rolls a die of its own: {value}"
    return f"Seat {told.seat} shows a troop token of {value}"


def _forces(told: Told) -> str:
    data = told.data
    parts = [f"soldiers {data['soldiers']}", f"reinforcement {data['reinforcement']}"]
    parts += [f"{name} {data[name]:+d}" for name in ("bonus", "bought") if data[name]]
    return f"Seat {told.seat}: {', '.join(parts)}"


def _fought(told: Told) -> str:
    verb = {"defeat": "loses", "stalemate": "holds out", "victory": "wins"}[told.data["fight"]]
    what = told.gained or told.lost
    return f"Seat {told.seat}: {told.data['value']}, {verb}{what and f' {what}'}"


def _spoils(told: Told) -> str:
    return f"Seat {told.seat} " + (
        f"takes {told.gained}" if told.gained else f"loses {told.lost or 'points'}"
    )


def _bonus(told: Told) -> str:
    times = told.data["times"]
    return f"Seat {told.seat} scores {told.who}" + (f" {times} times" if times > 1 else "")


# Words with names of figures in braces, or a function.
Text = str | Callable[[Told], str]
TEXTS: dict[str, Text] = {
    "strips_dealt": _strips,
    "governors_dealt": lambda told: (
        f"Seat {told.seat} is dealt {_governors(told) if 'governors' in told.data else 'governors'}"
    ),
    "opens": "Seat {seat} opens the {what}",
    "governor_shown": lambda told: (
        f"Seat {told.seat} {'buys' if told.data['bought'] else 'shows'} {told.who}"
    ),
    "year_begins": "Year {year}",
    "fate_drawn": lambda told: f"Fate: {told.name('fate')}",
    "aided": lambda told: f"Seat {told.seat} gets {told.gained or 'a white die'} as the King's Aid",
    "season_begins": lambda told: told.data["season"].capitalize(),
    "whim": lambda told: f"A whim tile {'is laid on' if told.data['laid'] else 'leaves'} {told.who}",
    "lucky_good": lambda told: f"The whim on {told.who} offers {pieces({told.data['kind']: 1})}",
    "neutral_dice": lambda told: (
        f"Neutral dice for {told.who} are put aside"
        if told.data["closed"]
        else f"Neutral dice lie on {told.who}"
    ),
    "rolled": _rolled,
    "ordered": lambda told: f"Turn order: {', '.join(map(str, told.data['seats']))}",
    "card_seen": _card_seen,
    "helped": _helped,
    "brought": _changed,
    "granted": _changed,
    "taken": lambda told: f"Seat {told.seat} takes {told.gained}",
    "paid": _paid_for,
    "given": lambda told: f"Seat {told.seat} gives {told.gained} to seat {told.data['to']}",
    "built": lambda told: f"Seat {told.seat} builds {told.who} for {told.lost or 'nothing'}",
    "rewarded": "Seat {seat} has most buildings, {buildings}: the King's Reward",
    "envoy_sent": "Seat {seat} gets the King's Envoy",
    "recruited": "Seat {seat} recruits a soldier",
    "attacked": _attacked,
    "reinforced": _reinforced,
    "forces": _forces,
    "fought": _fought,
    "spoils": _spoils,
    "destroyed": lambda told: f"Seat {told.seat} loses {told.who}",
    "glory": "Seat {seat} has the glory of the highest value, {value}",
    "soldiers_gone": "All soldiers go home",
    "bonus": _bonus,
    "game_ends": "The last year is over",
    "level": "Seat {seat} is level on points: goods {goods}, buildings {buildings}",
}
KING = {"kings_die": "King's die", "decreed": "By fate the King sends"}
# The same where it is nobody's.
NOBODYS: dict[str, Text] = {
    "governors_dealt": lambda told: f"Up for auction: {_governors(told)}",
    "card_seen": lambda told: f"The invader card is turned up: {told.invaders()}",
    "envoy_sent": "Nobody gets the King's Envoy",
    "reinforced": lambda told: f"{KING[told.data['by']]} {told.data['value']}",
}
