"""What a ladder plays: contestants, categories and rules of pairing. Stored with its results, so that it can go on."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from eminence.bots.game import Game, find_game
from eminence.bots.ladder.sprt import Bounds
from eminence.bots.roster import BotSpec, bot_kind, make_bot
from eminence.cext.core.errors import InvalidInput

ROUND_ROBIN, SWISS, SPRT = KINDS = ("round_robin", "swiss", "sprt")
DEFAULT_DEADLINE_MS = 10_000

_ALIAS = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)


@dataclass(frozen=True)
class Contestant:
    """A bot under the name it is rated by. Two contestants may be the same bot."""

    name: str
    spec: str

    @classmethod
    def parse(cls, text: str) -> Contestant:
        """From `SPEC` or `NAME=SPEC`; complains about specs that no bot answers to."""
        alias = _ALIAS.fullmatch(text.strip())
        spec = BotSpec.parse(alias[2] if alias else text)
        if not bot_kind(spec.name).foreign:
            make_bot(spec)
        return cls(alias[1] if alias else str(spec), str(spec))


@dataclass(frozen=True)
class Category:
    """One game at one number of seats: what ratings are kept for."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    components: str | None = None

    @classmethod
    def of(
        cls,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: str | None = None,
    ) -> Category:
        """Checked; seats of None are the most the game allows."""
        given = dict(sorted((options or {}).items()))
        found = find_game(game, seats, given, components)
        return cls(found.name, found.seats, given, components)

    @property
    def key(self) -> str:
        extras = [f"{name}={value}" for name, value in self.options.items()]
        extras += [self.components] if self.components else []
        return f"{self.game}-{self.seats}" + (f"[{','.join(extras)}]" if extras else "")

    def make_game(self) -> Game:
        return find_game(self.game, self.seats, self.options, self.components)


@dataclass(frozen=True)
class Plan:
    """Everything that decides which games a ladder plays."""

    kind: str
    contestants: tuple[Contestant, ...]
    categories: tuple[Category, ...]
    deals: int  # per lineup; of an SPRT, the most it may take
    rounds: int = 1  # of a Swiss
    seed: str = "0"
    deadline_ms: int = DEFAULT_DEADLINE_MS
    bounds: Bounds | None = None  # of an SPRT

    def __post_init__(self) -> None:
        names = [contestant.name for contestant in self.contestants]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InvalidInput("bots", f"{twice[0]} enters twice; give one of them a name: NAME=SPEC")
        if len(names) < 2 or (self.kind == SPRT and len(names) != 2):
            needed = "exactly two bots" if self.kind == SPRT else "at least two bots"
            raise InvalidInput("bots", f"needs {needed}, not {len(names)}")
        if not self.categories:
            raise InvalidInput("games", "needs at least one game")
        for name in ("deals", "rounds", "deadline_ms"):
            if getattr(self, name) < 1:
                raise InvalidInput(name, f"must be at least 1, not {getattr(self, name)}")

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        data = json.loads(text)
        data["contestants"] = tuple(Contestant(**contestant) for contestant in data["contestants"])
        data["categories"] = tuple(Category(**category) for category in data["categories"])
        data["bounds"] = Bounds(**data["bounds"]) if data["bounds"] else None
        return cls(**data)

    def continues(self, other: Plan) -> bool:
        """Whether this is the same ladder, perhaps of another length."""
        if self.kind == SWISS:  # its standings depend on its deals, so that only rounds can be added
            return replace(self, rounds=other.rounds) == other
        return replace(self, deals=other.deals) == other


def read_contestants(texts: Sequence[str]) -> tuple[Contestant, ...]:
    return tuple(Contestant.parse(text) for text in texts)
