"""What every part of the reading of views needs: the record being filled, and questions about it."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.figures_effects import Source
from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.notation import has
from eminence.cext.games.kingsburg.words import GOODS, PHASES, SEASONS


def blank_record() -> Record:
    """A state of zeros."""
    single = (
        *(
            "influenced",
            "whims",
            "spaces",
            "gifts",
            "used",
            "lots",
            "fates",
            "phase",
            "actor",
            "year",
            "season",
        ),
        *("turn", "after", "envoy", "waiting", "favoured", "blessed", "lowered", "passed", "token_used"),
        *(
            "token_twice",
            "market_used",
            "choice",
            "advisor",
            "served",
            "owner",
            "partner",
            "left",
            "least",
            "die",
        ),
        *(
            "hired",
            "won",
            "seen",
            "seen_valley",
            "opened",
            "stock",
            "lucky",
            "second_advisor",
            "second_owner",
        ),
        *("opener", "lot", "bid", "bidder", "out", "fate", "dealt", "yearly", "built_now", "built_year"),
    )
    seats = (
        *(
            "built",
            "strips",
            "combat",
            "order",
            "due",
            "wins",
            "tokens",
            "chosen",
            "reinforcement",
            "offered",
        ),
        *("governor", "deal", "free_cells", "people"),
    )
    record: Record = dict.fromkeys(single, 0)
    record |= {name: [0] * state.SEATS for name in seats}
    record |= {name: [0] * state.YEARS for name in ("invaders", "valley")}
    return record | {
        "own": [[0] * state.KINDS for _ in range(state.SEATS)],
        "dice": [[0] * state.DICE for _ in range(state.SEATS)],
        "hand": [[0] * state.HAND for _ in range(state.SEATS)],
        "group": [0] * state.ADVISORS,
        "padding": [0, 0],
    }


class Reading:
    """A view on its way to a record."""

    def __init__(self, kernel: KingsburgKernel, reader: Reader, seat: int) -> None:
        self.kernel, self.reader, self.seat = kernel, reader, seat
        self.figures = kernel.figures
        self.effects = kernel.figures.effects
        self.options = kernel.figures.options
        self.seats = kernel.seats
        self.record = blank_record()
        self.phase = ""
        self.governor_used = False
        self.after = ""  # what goes on behind `take` and `peek`, as a word of NEXT

    def read_calendar(self) -> None:
        reader, record = self.reader, self.record
        record["phase"] = reader.choice("phase", PHASES)
        self.phase = PHASES[record["phase"]]
        record["year"] = reader.int("year", 1, state.YEARS) - 1
        record["season"] = reader.choice("season", SEASONS)
        if self.phase in ("take", "peek"):
            self._read_next()
        season = SEASONS[record["season"]]
        if self.phase in words.SETUP_PHASES or self.phase in words.YEAR_PHASES:
            fits = season == "spring"
        elif self.phase in words.SEASON_PHASES:
            fits = season != "winter"
        else:
            fits = season == "winter"
        if not fits:
            reader.fail("season", f"cannot be {season} in phase {self.phase}")
        if self.phase == "ended" and record["year"] != state.YEARS - 1:
            reader.fail("year", f"must be {state.YEARS} when the game is over")
        if self.phase in words.SETUP_PHASES and record["year"]:
            reader.fail("year", "must be 1 before the game begins")
        order = reader.ints("order", self.seats, 0, self.seats - 1)
        if len(set(order)) != self.seats:
            reader.fail("order", "must name every seat once")
        record["order"] = order + [0] * (state.SEATS - self.seats)
        if self.phase != "ended":
            record["actor"] = reader.int("actor", 0, self.seats - 1)
            if self.phase not in words.HELP_PHASES and not self.after:
                record["turn"] = order.index(record["actor"])

    def _read_next(self) -> None:
        """Where `take` and `peek` go on; a peek without this word belongs to a help."""
        reader, steps = self.reader, {word: step for step, word in words.NEXT.items()}
        if self.phase == "peek" and not reader.has("next"):
            self.after = "help"
        else:
            allowed = ("bless", "bounty", "build", "second", "effect") if self.phase == "take" else ("peeks",)
            self.after = allowed[reader.choice("next", allowed)]
            self.record["turn"] = reader.int("turn", 0, self.seats)
        self.record["after"] = int(steps[self.after])

    # ---- what one part asks of another

    def check_powers(self) -> None:
        raise NotImplementedError

    def coloured(self) -> int:
        raise NotImplementedError

    def current_help(self) -> dict[str, Any]:
        raise NotImplementedError

    def groups_of(self, seat: int) -> int:
        raise NotImplementedError

    def owns_spaces(self, seat: int) -> bool:
        raise NotImplementedError

    def read_combat(self, player: Reader, seat: int) -> None:
        raise NotImplementedError

    def read_governors_setup(self, governors: Reader) -> None:
        raise NotImplementedError

    def read_seat_modules(self, player: Reader, seat: int) -> None:
        raise NotImplementedError

    def read_served(self) -> None:
        raise NotImplementedError

    def read_troops(self, player: Reader, seat: int) -> None:
        raise NotImplementedError

    # ---- questions

    def counts(self, what: int) -> bool:
        return bool(self.figures.context["counts"] >> what & 1)

    def position(self, seat: int) -> int:
        position: int = self.record["order"].index(seat)
        return position

    def has(self, seat: int, source: Source) -> bool:
        return has(self.record, seat, source)

    def works(self, seat: int, source: Source, effect: dict[str, Any]) -> bool:
        """Whether an effect is a seat's and works in this season."""
        season = self.record["season"]
        also = self.record["built"][seat] & effect["also"] and effect["also_seasons"] >> season & 1
        return self.has(seat, source) and bool(effect["seasons"] >> season & 1 or also)

    def amount(self, seat: int, hook: str) -> int:
        """What a seat's effects of a hook add up to."""
        return sum(effect["amount"] for source, effect in self.effects.pairs(hook) if self.has(seat, source))

    def before_roll(self) -> bool:
        return self.phase in words.START_PHASES or self.after in ("bless", "bounty")

    def on_board(self) -> bool:
        """Whether dice may lie on the board."""
        dice = self.phase in words.DICE_PHASES or self.phase == "move" or self.phase in words.HELP_PHASES
        return dice or self.before_roll() or self.after == "help"

    def behind_help(self) -> bool:
        builds = self.phase in words.BUILD_PHASES or self.phase in words.END_PHASES
        return builds or self.after in ("build", "second", "peeks", "effect")

    def read_least(self, kinds: tuple[str, ...] = GOODS) -> None:
        if self.reader.has("least"):
            self.record["least"] = self.reader.choice("least", kinds)
