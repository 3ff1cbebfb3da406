"""The Python face of a game: everything about it that is not hot.

One `Face` per game, exported as FACE by its folder in cext/games. It speaks *plain data* (dicts, lists, ints, bools
and words) whose fields mirror the game's protobuf messages one by one, and *records*: the fields of the C state struct
as `Kernel.unpack` gives them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, ClassVar, Generic, TypeVar

from eminence.cext.core.components import Components
from eminence.cext.core.errors import IllegalMove, InvalidInput
from eminence.cext.core.fields import Reader
from eminence.cext.core.kernel import Kernel

Data = dict[str, Any]
Record = dict[str, Any]
K = TypeVar("K", bound=Kernel)


@dataclass(frozen=True)
class Option:
    """One option of a game. `choices` for words, `low` and `high` for numbers, neither for a yes or no.

    A `default` of None means: computed by the game when it is not given (`help` says how).
    """

    name: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, reader: Reader) -> Any:
        if not reader.has(self.name):
            return self.default
        if self.choices:
            return self.choices[reader.choice(self.name, self.choices)]
        if self.low != self.high:
            return reader.int(self.name, self.low, self.high)
        return reader.bool(self.name)

    @property
    def values(self) -> str:
        """What may be given, in words."""
        if self.choices:
            return " | ".join(self.choices)
        return f"{self.low}..{self.high}" if self.low != self.high else "true | false"


class Face(ABC, Generic[K]):
    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]

    # For games that tell a journal: the words of its kinds, and of those that bring points the source they come from.
    # The sources, at most eight, are what reasons speak of. Chances, at most eight, are what `turns_out` counts,
    # each with the source it belongs to and in words that go on after "you".
    events: ClassVar[tuple[str, ...]] = ()
    sources: ClassVar[Mapping[str, str]] = {}
    chances: ClassVar[tuple[tuple[str, str], ...]] = ()

    # For games with features: their names, and the names of the kinds of decisions, in the order of their numbers.
    features: ClassVar[tuple[str, ...]] = ()
    decisions: ClassVar[tuple[str, ...]] = ()

    # For games with traits: their names, and the names of the stages, likewise.
    traits: ClassVar[tuple[str, ...]] = ()
    stages: ClassVar[tuple[str, ...]] = ()

    # Iterations of levels 1 to 9, where the usual ones lie too close together; see `bots/levels.py`.
    level_iterations: ClassVar[tuple[int, ...]] = ()

    # ---- to be written by every game

    @abstractmethod
    def make_kernel(self, seats: int, options: Data, components: Components) -> K:
        """The compiled rules for complete options. Raises InvalidInput for components that do not fit."""

    @abstractmethod
    def view_data(self, kernel: K, record: Record, seat: int) -> Data:
        """A hidden state as plain data, without the common fields seats, seat and options."""

    @abstractmethod
    def read_view(self, kernel: K, reader: Reader, seat: int) -> Record:
        """The reverse of `view_data`, for data from strangers.

        Checks everything: ranges, conservation of components, agreement of phase and contents. Raises InvalidInput
        with the field's path. Fields that only memory can supply may be missing.
        """

    @abstractmethod
    def move_data(self, kernel: K, record: Record, move: int) -> Data:
        """A legal move as plain data."""

    @abstractmethod
    def move_text(self, kernel: K, record: Record, move: int) -> str:
        """A legal move as one short token without spaces; unlike the text of every other move legal there."""

    @abstractmethod
    def render(self, kernel: K, data: Data, width: int) -> str:
        """A view (plain data with the common fields) drawn with the table's own figures, for so many columns.

        There are at least 80; a line that is longer all the same is wrapped.
        """

    # ---- with a sensible default

    def read_options(self, reader: Reader, seats: int) -> Data:
        """Complete options from given ones. Presets and combinations are a game's own matter."""
        options = {option.name: option.read(reader) for option in self.options}
        reader.done()
        return options

    def move_effect(self, kernel: K, record: Record, move: int) -> str:
        """What a move does, as one would tell a player to do it; empty where the text says it all.

        As far as the first colon it names the move: no other move of the same position begins like that.
        """
        return ""

    def event_data(self, kernel: K, kind: int, seat: int | None, figures: Sequence[int]) -> tuple[str, Data]:
        """An event of the journal as plain data: the word for its kind, and its figures by name.

        Figures are numbers, words or lists of them. Only for games that tell a journal (core/journal.pxd).
        """
        raise NotImplementedError(f"{self.name} tells no journal")

    def event_text(self, kernel: K, kind: str, seat: int | None, points: int, figures: Data) -> str:
        """The same in words, from the plain data alone: one short sentence that names the seat."""
        raise NotImplementedError(f"{self.name} tells no journal")

    def sensible(self, components: Components, view: Data, moves: Sequence[Data]) -> list[float] | None:
        """What a decent player's rules of thumb find each legal move worth; only the order matters.

        `view` and `moves` are plain data as a player gets them, `components` those of the table. None: no opinion, the
        playout policy serves.
        """
        return None

    # ---- the same for all games

    @property
    def components(self) -> Components:
        """The figures shipped with the package."""
        return _shipped(type(self).__module__.rpartition(".")[0])

    def kernel(
        self, seats: int, options: Mapping[str, Any] | None = None, components: Components | None = None
    ) -> K:
        """The compiled rules for a number of seats and (possibly partial) options."""
        return self.make_kernel(seats, self.complete(seats, options), components or self.components)

    def complete(self, seats: int, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """All options of a game for a number of seats, those not given by their defaults."""
        if seats not in self.seats:
            raise InvalidInput("seats", f"{self.title} is for {_range(self.seats)} seats, not {seats}")
        return self.read_options(Reader(dict(options or {}), "options"), seats)

    def find_move(self, kernel: K, state: bytes, text: str) -> int:
        """The legal move with this text."""
        record = kernel.unpack(state)
        legal = {self.move_text(kernel, record, move): move for move in kernel.moves(state)}
        try:
            return legal[text.strip()]
        except KeyError:
            raise IllegalMove(
                "move", f"{text.strip()!r} is not legal here; legal: {' '.join(legal)}"
            ) from None


def _range(seats: tuple[int, ...]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


@lru_cache
def _shipped(package: str) -> Components:
    with resources.as_file(resources.files(package) / "components.json") as path:
        return Components.load(path)
