"""Views from strangers: plain data read back with everything checked."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import words
from eminence.cext.games.kingsburg.figures import GOODS, KINDS
from eminence.cext.games.kingsburg.rules import KingsburgKernel
from eminence.cext.games.kingsburg.views import ADVISORS, COLOURED, DICE, effect_cells
from eminence.cext.games.kingsburg.words import BUILDINGS, NEUTRAL, PHASES, SEASONS, bits

SEATS = 5
YEARS = 5
PLENTY = 999


def read_view(kernel: KingsburgKernel, reader: Reader, seat: int) -> Record:
    return _ViewReader(kernel, reader, seat).read()


def blank_record() -> Record:
    """A state of zeros."""
    single = (
        *("whims", "influenced", "phase", "actor", "year", "season", "turn", "envoy", "waiting", "passed"),
        *(
            "token_used",
            "market_used",
            "used",
            "choice",
            "advisor",
            "served",
            "owner",
            "partner",
            "left",
            "least",
        ),
        *("die", "won", "seen", "stock", "lucky", "favoured", "second_advisor", "second_owner"),
    )
    record: Record = dict.fromkeys(single, 0)
    for name in ("combat", "built", "order", "tokens", "chosen", "reinforcement", "invaders"):
        record[name] = [0] * SEATS
    return record | {
        "own": [[0] * len(KINDS) for _ in range(SEATS)],
        "dice": [[0] * DICE for _ in range(SEATS)],
        "group": [0] * ADVISORS,
        "padding": 0,
    }


class _ViewReader:
    """Fills a record field by field. What a phase has no use for is never read, so that `done` complains about it."""

    def __init__(self, kernel: KingsburgKernel, reader: Reader, seat: int) -> None:
        self.kernel, self.reader, self.seat = kernel, reader, seat
        self.tables = kernel.tables
        self.seats = kernel.seats
        self.record = blank_record()
        self.phase = ""

    def read(self) -> Record:
        self._calendar()
        self._players()
        self._envoy()
        self._board()
        self._whims()
        self._invader()
        if self.phase == "pay" or self.phase in words.HELP_PHASES:
            self.record["advisor"] = self.reader.int("advisor", 1, ADVISORS)
        if self.phase in words.PLACE_PHASES:
            self._placing()
        elif self.phase in words.HELP_PHASES:
            self._help()
        elif self.phase in words.USED_PHASES:
            self._used()
        elif self.phase == "aid":
            self._aid()
        elif self.phase in ("recruit", "hire"):
            self._recruiting()
        elif self.phase in words.OPEN_PHASES:
            self._winter()
        if self.phase != "ended" and len(self.kernel.moves(self.kernel.pack(self.record))) < 2:
            self.reader.fail("phase", "leaves nothing to decide in this position")
        return self.record

    # ---- always there

    def _calendar(self) -> None:
        reader, record = self.reader, self.record
        record["phase"] = reader.choice("phase", PHASES)
        self.phase = PHASES[record["phase"]]
        record["year"] = reader.int("year", 1, YEARS) - 1
        record["season"] = reader.choice("season", SEASONS)
        season = SEASONS[record["season"]]
        if self.phase == "aid":
            fits = season == "spring"
        elif self.phase in words.SEASON_PHASES:
            fits = season != "winter"
        else:
            fits = season == "winter"
        if not fits:
            reader.fail("season", f"cannot be {season} in phase {self.phase}")
        if self.phase == "ended" and record["year"] != YEARS - 1:
            reader.fail("year", f"must be {YEARS} when the game is over")
        order = reader.ints("order", self.seats, 0, self.seats - 1)
        if len(set(order)) != self.seats:
            reader.fail("order", "must name every seat once")
        record["order"] = order + [0] * (SEATS - self.seats)
        if self.phase != "ended":
            record["actor"] = reader.int("actor", 0, self.seats - 1)
            if self.phase not in words.HELP_PHASES:
                record["turn"] = order.index(record["actor"])

    def _players(self) -> None:
        for seat, player in enumerate(self.reader.objects("players", self.seats)):
            own = [player.int(name, 0, PLENTY) for name in ("gold", "wood", "stone", "tokens", "soldiers")]
            self.record["own"][seat] = [*own, player.int("vp", -PLENTY, PLENTY)]
            self.record["built"][seat] = self._buildings(player)
            self._dice(player, seat)
            self._flags(player, seat)
            self._troops(player, seat)
            if self.phase == "academy":
                self.record["reinforcement"][seat] = player.int("reinforcement", 0, 9)
            if self.phase in words.BATTLE_PHASES:
                self.record["combat"][seat] = player.int("combat", -PLENTY, 2 * PLENTY)
                self.record["won"] |= player.bool("won") << seat
            player.done()
        if self.phase in ("modify", "die") or self.phase in words.PLACE_PHASES:
            self._white_dice()

    def _buildings(self, player: Reader) -> int:
        cells = player.choices("buildings", range(0, 29), BUILDINGS)
        built = words.mask(cells)
        for i, cell in enumerate(cells):
            if cell not in self.tables.buildings:
                player.fail(f"buildings[{i}]", "belongs to module 1, which is not in play")
            if cells.index(cell) != i:
                player.fail(f"buildings[{i}]", "is named twice")
            if cell % 4 and not (built >> (cell - 1)) & 1:
                player.fail(f"buildings[{i}]", "needs the building on its left")
        return built

    def _dice(self, player: Reader, seat: int) -> None:
        full = self.phase in ("modify", "die")
        count = self.tables.coloured if self.phase in words.DICE_PHASES else 0
        coloured = sorted(player.ints("coloured", count if full or not count else range(0, count + 1), 1, 6))
        white = sorted(player.ints("white", range(0, DICE - COLOURED + 1) if count else 0, 1, 6))
        self.record["dice"][seat] = [
            *coloured,
            *([0] * (COLOURED - len(coloured))),
            *white,
            *([0] * (DICE - COLOURED - len(white))),
        ]

    def _white_dice(self) -> None:
        """K-4.3.1: buildings give white dice, and in Spring the King gives one to one seat."""
        extras = 0
        for seat in range(self.seats):
            own = sum(self.record["built"][seat] >> cell & 1 for cell in self.tables.white_cells)
            white = sum(die > 0 for die in self.record["dice"][seat][COLOURED:])
            extra = max(0, white - own)
            extras += extra
            too_few = self.phase in ("modify", "die") and white < own
            if extra > (self.record["season"] == 0) or extras > 1 or too_few:
                self.reader.fail(
                    f"players[{seat}].white", f"cannot be {white} dice with these buildings in this season"
                )

    def _flags(self, player: Reader, seat: int) -> None:
        record = self.record
        record["waiting"] |= player.bool("waiting") << seat
        record["passed"] |= player.bool("passed") << seat
        record["token_used"] |= player.bool("token_used") << seat
        record["market_used"] |= player.bool("market_used") << seat
        record["seen"] |= player.bool("peeked") << seat
        if record["waiting"] and self.phase != "aid":
            player.fail("waiting", "belongs to phase aid")
        for name in ("passed", "token_used", "market_used"):
            if record[name] and self.phase not in words.PLACE_PHASES:
                player.fail(name, "belongs to phases place and pay")
        if player.bool("market_used") and not record["built"][seat] & self.tables.market_cells:
            player.fail("market_used", "needs a Market")
        if player.bool("peeked") and self.phase in ("aid", "ended"):
            player.fail("peeked", "is over with the year")

    def _troops(self, player: Reader, seat: int) -> None:
        """K-9.9: one token less after each winter; they are taken from the set everybody started with."""
        if not self.tables.troops:
            player.ints("troops", 0, 0, 0)
            return
        tokens = list(self.tables.tokens)
        fought = self.record["year"] + (self.phase in ("academy", "reward", "loss", "ended"))
        values = sorted(player.ints("troops", len(tokens) - fought, 0, 9))
        # Of equal tokens the first ones are used first.
        left = []
        for i in reversed(range(len(tokens))):
            if tokens[i] in values:
                values.remove(tokens[i])
                left.append(i)
        if values:
            player.fail("troops", f"cannot hold {values[0]} (again)")
        self.record["tokens"][seat] = words.mask(left)
        if self.phase == "troops" and seat == self.seat:
            committed = self._position(seat) < self.record["turn"]
            if committed:
                value = player.int("committed", 0, 9)
                choices = [i for i in sorted(left) if tokens[i] == value]
                if not choices:
                    player.fail("committed", f"there is no token {value} left")
                self.record["chosen"][seat] = 1 + choices[0]

    def _position(self, seat: int) -> int:
        position: int = self.record["order"].index(seat)
        return position

    @property
    def _before_envoy(self) -> bool:
        """K-4.5: the first Envoy is sent before the first Autumn."""
        return bool(self.record["year"] == 0 and self.record["season"] < SEASONS.index("autumn"))

    def _envoy(self) -> None:
        if self.reader.has("envoy"):
            self.record["envoy"] = 1 + self.reader.int("envoy", 0, self.seats - 1)
            if self._before_envoy:
                self.reader.fail("envoy", "stays on the board until the first Autumn")

    # ---- the board

    def _board(self) -> None:
        reader, record = self.reader, self.record
        groups = reader.objects("groups", range(0, 19) if self.phase in words.BOARD_PHASES else 0)
        placed = [0] * self.seats
        neutral: list[int] = []
        for group in groups:
            advisor = group.int("advisor", 1, ADVISORS)
            owner = 1 + group.int("seat", 0, self.seats - 1) if group.has("seat") else NEUTRAL
            group.done()
            if owner == NEUTRAL:
                neutral.append(advisor)
            else:
                placed[owner - 1] += 1
            if not record["group"][advisor - 1]:
                record["group"][advisor - 1] = owner
                record["influenced"] |= 1 << advisor
            elif record["second_advisor"] or record["envoy"] or self._before_envoy or owner == NEUTRAL:
                group.fail("advisor", "carries two groups, which takes the Envoy")
            else:
                record["second_advisor"], record["second_owner"] = advisor, owner
        for seat, count in enumerate(placed):
            coloured = sum(die > 0 for die in record["dice"][seat][:COLOURED])
            most = 0 if self.phase in ("modify", "die") else self.tables.coloured - coloured
            if count > most:
                reader.fail(
                    "groups", f"seat {seat} cannot have {count} groups with {coloured} coloured dice left"
                )
        self._neutral(neutral)
        allowed = self.phase in words.BUILD_PHASES and self.tables.whims == "restoration"
        influenced = reader.ints("influenced", range(0, 19) if allowed else 0, 1, ADVISORS)
        if allowed:
            record["influenced"] = words.mask(sorted(set(influenced)))

    def _neutral(self, advisors: list[int]) -> None:
        """K-4.9: two advisors, or three when the sums are equal but the two dice are not."""
        expected = self.seats == 2 and self.phase in words.BOARD_PHASES
        if not expected:
            fits = not advisors
        elif len(advisors) == 2:
            low, high = sorted(advisors)
            apart = low != high and low >= 2 and (high >= 3 and low <= 12)
            fits = apart or (high == 2 * low and low >= 2)
        elif len(advisors) == 3:
            low, middle, high = sorted(advisors)
            fits = low != middle and middle <= 6 and high == low + middle
        else:
            fits = False
        if not fits:
            self.reader.fail("groups", f"neutral dice cannot lie on advisors {advisors}")

    def _whims(self) -> None:
        """K-9.8: how many tiles lie there follows from the calendar."""
        reader, record = self.reader, self.record
        ended = 3 * record["year"] + min(3, record["season"])
        started = ended + (self.phase in words.SEASON_PHASES)
        count = {"off": 0, "standard": started, "restoration": 16 - ended}[self.tables.whims]
        tiles = reader.ints("whims", count, 1, 16)
        if len(set(tiles)) != count:
            reader.fail("whims", "must be different tiles")
        record["whims"] = words.mask(tiles)
        stock = reader.choices("stock", range(1, 4) if 4 in tiles else 0, GOODS)
        if len(set(stock)) != len(stock):
            reader.fail("stock", "must be different goods")
        record["stock"] = words.mask(stock)
        if 5 in tiles:
            record["lucky"] = 1 + reader.choice("lucky", GOODS)

    def _invader(self) -> None:
        reader, record = self.reader, self.record
        is_open = self.phase in words.OPEN_PHASES
        if is_open or reader.has("invader"):
            if not is_open and not record["seen"] >> self.seat & 1:
                reader.fail("invader", f"is not known to seat {self.seat}, who has not peeked")
            record["invaders"][record["year"]] = 1 + reader.choice(
                "invader", self.tables.cards[record["year"]]
            )
        elif record["seen"] >> self.seat & 1:
            record["seen"] ^= 1 << self.seat  # a front-end without memory: as if the seat had never looked

    # ---- phase by phase

    def _aid(self) -> None:
        record = self.record
        waiting = bits(record["waiting"])
        if record["actor"] not in waiting:
            self.reader.fail("actor", "must be waiting for the King's Aid")
        if any(self._position(seat) < record["turn"] for seat in waiting):
            self.reader.fail("actor", "must be the first waiting seat in turn order")
        keys = {(record["built"][seat].bit_count(), sum(record["own"][seat][:3])) for seat in waiting}
        if len(keys) > 1:
            self.reader.fail(
                "players", "seats that wait for the King's Aid must have as many buildings and goods"
            )

    def _placing(self) -> None:
        record = self.record
        if record["passed"] >> record["actor"] & 1:
            self.reader.fail("actor", "has passed")
        if self.phase == "pay":
            before = record | {"phase": PHASES.index("place"), "advisor": 0}
            if record["advisor"] not in self.kernel.moves(self.kernel.pack(before))[1:]:
                self.reader.fail("advisor", "cannot be reached")

    def _used(self) -> None:
        reader, record = self.reader, self.record
        cells = effect_cells(self.tables, self.phase)
        names = [BUILDINGS[cell] for cell in cells]
        used = reader.choices("used", range(0, len(names) + 1), names)
        for i, number in enumerate(used):
            if not record["built"][record["actor"]] >> cells[number] & 1:
                reader.fail(f"used[{i}]", "does not stand there")
        record["used"] = words.mask(sorted(set(used)))
        if self.phase in ("die", "price"):
            effect = reader.choice("effect", names)
            fits = (effect in used) == (self.phase == "die") and record["built"][record["actor"]] >> cells[
                effect
            ] & 1
            if not fits or (self.phase == "die" and not self.tables.single_rerolls[effect]):
                reader.fail("effect", "cannot be the one being carried out")
            record["choice"] = 1 + effect

    def _recruiting(self) -> None:
        self._least(KINDS[:4])
        if self.phase == "hire":
            self.record["left"] = self.reader.int("left", 1, self.tables.soldier_price - 1)

    def _least(self, kinds: tuple[str, ...]) -> None:
        if self.reader.has("least"):
            self.record["least"] = self.reader.choice("least", kinds)

    def _winter(self) -> None:
        reader, record = self.reader, self.record
        if self.phase == "academy":
            record["die"] = reader.int("rolled", 1, 3 if self.tables.troops else 6)
            if not record["built"][record["actor"]] & self.tables.academy_cells:
                reader.fail("actor", "has no Military Academy")
            if record["die"] == record["reinforcement"][record["actor"]]:
                reader.fail("rolled", "must differ from the reinforcement")
        elif self.phase in words.BATTLE_PHASES:
            self._battle()

    def _battle(self) -> None:
        reader, record = self.reader, self.record
        card = self.tables.invaders[reader.get("invader")]
        for seat in range(self.seats):
            resolved = self._position(seat) < record["turn"] or (
                seat == record["actor"] and self.phase == "reward"
            )
            combat = record["combat"][seat]
            won = bool(record["won"] >> seat & 1)
            if won != (resolved and combat > card["strength"]) and not (
                resolved and combat == card["strength"]
            ):
                reader.fail(
                    f"players[{seat}].won", f"cannot be {won} with a combat value of {combat} at this point"
                )
        if self.phase == "loss" and record["combat"][record["actor"]] >= card["strength"]:
            reader.fail("actor", "has not lost the battle")
        most = card["loss" if self.phase == "loss" else "reward"].get("good", 0)
        if not most:
            reader.fail("phase", "does not fit the invader card, which has no goods of choice")
        record["left"] = reader.int("left", 1, most)
        self._least(GOODS)

    # ---- help

    def _help(self) -> None:
        reader, record = self.reader, self.record
        record["owner"] = reader.int("receiver", 0, self.seats - 1)
        record["served"] = reader.int("group", 1, 2)
        owners = [record["group"][record["advisor"] - 1]]
        if record["second_advisor"] == record["advisor"]:
            owners.append(record["second_owner"])
            owners.sort(key=lambda owner: SEATS if owner == NEUTRAL else self._position(owner - 1))
        if record["served"] > len(owners) or owners[record["served"] - 1] != record["owner"] + 1:
            reader.fail("receiver", "does not own this group on the advisor")
        help_ = self._current_help()
        goods = self._help_goods(help_)
        if self.phase not in _help_phases(help_, goods):
            reader.fail("phase", f"does not fit the help of advisor {record['advisor']}")
        if self.phase in words.LEFT_PHASES:
            record["left"] = reader.int("left", 1, goods)
        taken = reader.ints("taken", range(0, help_.get("picks", 1)) if self.phase == "option" else 0, 0, 7)
        record["choice"] = words.mask(taken)
        if self.phase == "gain":
            self._least(GOODS)
        elif self.phase == "gift":
            self._gift()
        elif self.phase == "share":
            record["partner"] = 1 + record["actor"]
        if record["actor"] not in self._choosers(goods):
            reader.fail("actor", "has nothing to choose in this help")

    def _current_help(self) -> dict[str, Any]:
        tables, record = self.tables, self.record

        def of(advisor: int) -> dict[str, Any]:
            return tables.helps["whim" if record["whims"] >> advisor & 1 else "advisor", advisor]

        help_ = of(record["advisor"])
        if help_.get("copy"):
            help_ = of(next(a for a in range(1, ADVISORS + 1) if not record["influenced"] >> a & 1))
        return help_

    @staticmethod
    def _help_goods(help_: dict[str, Any]) -> int:
        """The most pieces that one help lets choose."""
        fixed = help_.get("gain", {}).get("good", 0)
        dealt = max((deal.get("gain", {}).get("good", 0) for deal in help_.get("options", [])), default=0)
        most: int = help_.get("gifts") or len(help_.get("named_by", [])) or fixed + dealt
        return most

    def _gift(self) -> None:
        reader, record = self.reader, self.record
        if reader.has("least") or reader.has("least_seat"):
            record["least"] = 8 * reader.choice("least", GOODS) + reader.int("least_seat", 0, self.seats - 1)
        if min(record["own"][record["owner"]][:3]) < record["left"]:
            reader.fail(f"players[{record['owner']}]", "must own the goods it is about to give")

    def _choosers(self, goods: int) -> list[int]:
        record = self.record
        if self.phase == "name":
            step = 1 if record["left"] == goods else -1
            return [(record["owner"] + step) % self.seats]
        if self.phase == "share":
            return [seat for seat in range(self.seats) if seat != record["owner"]]
        return [record["owner"]]


def _help_phases(help_: dict[str, Any], goods: int) -> set[str]:
    """Phases in which a help can wait for a choice."""
    if "named_by" in help_:
        return {"name"}
    if "gifts" in help_:
        return {"gift"}
    if "share" in help_:
        return {"partner", "share"}
    if help_.get("tile") == "choice":
        return {"stock"}
    return ({"option"} if help_.get("options") else set()) | ({"gain"} if goods else set())
