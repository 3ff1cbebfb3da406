"""Reading the seats, the board, and the choices of a productive season."""

from __future__ import annotations

from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.figures import MOST_POINTS, MOST_SOLDIERS, PLENTY
from eminence.cext.games.kingsburg.reading_common import Reading
from eminence.cext.games.kingsburg.state import Owner, Phase, Rule
from eminence.cext.games.kingsburg.words import BUILDINGS, GOODS, PHASES, SEASONS, bits

COLOURED = state.COLOURED


class BoardReader(Reading):
    # ---- seats

    def read_players(self) -> None:
        players = self.reader.objects("players", self.seats)
        for seat, player in enumerate(players):
            self.read_seat_modules(player, seat)
        for seat, player in enumerate(players):
            own = [player.int(name, 0, PLENTY) for name in ("gold", "wood", "stone", "tokens")]
            own.append(player.int("soldiers", 0, MOST_SOLDIERS))
            self.record["own"][seat] = [*own, player.int("vp", -MOST_POINTS, MOST_POINTS)]
            self._buildings(player, seat)
            self._dice(player, seat)
            self._flags(player, seat)
            self.read_troops(player, seat)
            self.read_combat(player, seat)
            player.done()

    def _buildings(self, player: Reader, seat: int) -> None:
        """Words of the printed rows or of those that replace them; K-9.1: each row from the left."""
        numbers = player.choices("buildings", range(0, 29), BUILDINGS)
        cells = [number % state.CELLS for number in numbers]
        built = words.mask(cells)
        for i, (number, cell) in enumerate(zip(numbers, cells, strict=True)):
            replaced = self.record["strips"][seat] >> cell & 1
            if (0, cell) not in self.figures.buildings:
                player.fail(f"buildings[{i}]", "belongs to module 1, which is not in play")
            if replaced != number // state.CELLS:
                player.fail(f"buildings[{i}]", "is not in a row of this seat")
            if cells.index(cell) != i:
                player.fail(f"buildings[{i}]", "is named twice")
            if cell % 4 and not (built >> (cell - 1)) & 1:
                player.fail(f"buildings[{i}]", "needs the building on its left")
        self.record["built"][seat] = built
        for row in bits(self.record["free_cells"][seat]):
            if not built >> state.COLUMNS * row & 1:
                player.fail("rows.conjured", f"there is no building in row {words.ROWS[row]}")

    def coloured(self) -> int:
        """Coloured dice of a seat this year."""
        return self.figures.coloured + int(self.amount(0, "coloured_dice"))

    def _dice(self, player: Reader, seat: int) -> None:
        count = self.coloured() if self.phase in words.DICE_PHASES else 0
        full = self.phase in words.ROLL_PHASES or not count
        coloured = sorted(player.ints("coloured", count if full else range(0, count + 1), 1, 6))
        white = sorted(player.ints("white", range(0, state.DICE - COLOURED + 1) if count else 0, 1, 6))
        self.record["dice"][seat] = [
            *coloured,
            *([0] * (COLOURED - len(coloured))),
            *white,
            *([0] * (state.DICE - COLOURED - len(white))),
        ]

    def _flags(self, player: Reader, seat: int) -> None:
        record = self.record
        for name in ("waiting", "passed", "token_used", "market_used"):
            record[name] |= player.bool(name) << seat
        record["seen"] |= player.bool("peeked") << seat
        if record["waiting"] and self.phase != "aid":
            player.fail("waiting", "belongs to phase aid")
        for name in ("passed", "token_used", "market_used", "token_twice"):
            if record[name] and self.phase not in words.PLACE_PHASES:
                player.fail(name, "belongs to phases place and pay")
        if player.bool("market_used") and not any(
            effect["rule"] != Rule.OFF and self.has(seat, source)
            for source, effect in self.effects.pairs("placement_shift")
        ):
            player.fail("market_used", "needs a Market")
        early = self.phase in words.SETUP_PHASES or self.phase in words.YEAR_PHASES or self.phase == "ended"
        if player.bool("peeked") and early:
            player.fail("peeked", "is over with the year")

    # ---- what is on the board

    @property
    def _before_envoy(self) -> bool:
        """K-4.5: the first Envoy is sent before the first Autumn."""
        return bool(self.record["year"] == 0 and self.record["season"] < SEASONS.index("autumn"))

    def read_envoy(self) -> None:
        if self.reader.has("envoy"):
            self.record["envoy"] = 1 + self.reader.int("envoy", 0, self.seats - 1)
            if self._before_envoy:
                self.reader.fail("envoy", "stays on the board until the first Autumn")

    def read_board(self) -> None:
        reader, record = self.reader, self.record
        groups = reader.objects("groups", range(0, 19) if self.on_board() else 0)
        neutral: list[int] = []
        for group in groups:
            advisor = group.int("advisor", 1, state.ADVISORS)
            owner = 1 + group.int("seat", 0, self.seats - 1) if group.has("seat") else state.NEUTRAL
            group.done()
            if owner == state.NEUTRAL:
                neutral.append(advisor)
            if not record["group"][advisor - 1]:
                record["group"][advisor - 1] = owner
                record["influenced"] |= 1 << advisor
            elif record["second_advisor"] or record["envoy"] or self._before_envoy or owner == state.NEUTRAL:
                group.fail("advisor", "carries two groups, which takes the Envoy")
            else:
                record["second_advisor"], record["second_owner"] = advisor, owner
            if self._closed() >> advisor & 1:
                group.fail("advisor", "cannot be influenced this year")
        self._neutral(neutral)
        self._placed()
        allowed = self.behind_help() and self.figures.whims == "restoration"
        influenced = reader.ints("influenced", range(0, 19) if allowed else 0, 1, state.ADVISORS)
        if allowed:
            record["influenced"] = words.mask(sorted(set(influenced)))
        if self.phase in words.DICE_PHASES:
            self._white_dice()

    def _closed(self) -> int:
        return words.mask(
            [
                effect["advisor"]
                for source, effect in self.effects.pairs("closed_advisor")
                if self.has(0, source)
            ]
        )

    def groups_of(self, seat: int) -> int:
        record = self.record
        spaces = bits(record["spaces"]) if self.owns_spaces(seat) else []
        owners = [*record["group"], record["second_owner"]]
        return owners.count(seat + 1) + len(spaces)

    def owns_spaces(self, seat: int) -> bool:
        return any(self.has(seat, source) for source, _ in self.effects.pairs("private_space"))

    def _placed(self) -> None:
        """K-9.2: every group took at least one coloured die, and no die is gone without one."""
        for seat in range(self.seats):
            left = sum(die > 0 for die in self.record["dice"][seat][:COLOURED])
            count = self.groups_of(seat)
            early = self.phase in words.ROLL_PHASES or self.before_roll()
            most = 0 if early else self.coloured() - left
            if count > most:
                self.reader.fail(
                    "groups", f"seat {seat} cannot have {count} groups with {left} coloured dice left"
                )
            if self.phase in words.PLACE_PHASES and most and not count:
                self.reader.fail("groups", f"seat {seat} must have a group, with {left} coloured dice left")

    def _neutral(self, advisors: list[int]) -> None:
        """K-4.9: the sums of two rolls, or single dice when the sums are equal; K-7.47: not on closed advisors."""
        expected = self.seats == 2 and self.on_board()
        if not expected:
            if advisors:
                self.reader.fail("groups", f"neutral dice cannot lie on advisors {advisors}")
            return
        first, second = self.figures.context["neutral"]
        closed = set(bits(self._closed()))
        for one in range(first, 6 * first + 1):
            for two in range(second, 6 * second + 1):
                pairs = (
                    [{one, two}]
                    if one != two
                    else [{one, a, two - a} for a in range(1, 7) if 1 <= two - a <= 6]
                )
                if any(pair - closed == set(advisors) for pair in pairs) and len(set(advisors)) == len(
                    advisors
                ):
                    return
        self.reader.fail("groups", f"neutral dice cannot lie on advisors {advisors}")

    def _white_dice(self) -> None:
        """K-4.3.1: white dice of effects, in Spring one of the King's, and of a blessing or the fate card."""
        extras = 0
        bounty = self._given(Rule.IF_NONE)
        blessed = self.blessing_used()
        for seat in range(self.seats):
            white = sum(die > 0 for die in self.record["dice"][seat][COLOURED:])
            own = sum(
                effect["rule"] == Rule.PLAIN and self.works(seat, source, effect)
                for source, effect in self.effects.pairs("white_dice")
            )
            least = 1 if own == 0 and bounty else own
            most = max(own, 1) if bounty or blessed else own
            extra = max(0, white - most)
            extras += extra
            untouched = self.phase in words.ROLL_PHASES or not self.groups_of(seat)
            too_few = untouched and white < least
            if extra > (self.record["season"] == 0) or extras > 1 or too_few:
                self.reader.fail(
                    f"players[{seat}].white", f"cannot be {white} dice with these buildings in this season"
                )

    def _given(self, rule: int) -> bool:
        return any(
            effect["rule"] == rule and self.works(0, source, effect)
            for source, effect in self.effects.pairs("white_dice")
        )

    def blessing_used(self) -> bool:
        """Whether a governor may have blessed this season."""
        return any(
            effect["rule"] == Rule.BLESSES and self.has(seat, source) and self.record["yearly"] >> seat & 1
            for source, effect in self.effects.pairs("white_dice")
            for seat in range(self.seats)
        )

    def read_whims(self) -> None:
        """K-9.8: how many tiles lie there follows from the calendar."""
        reader, record = self.reader, self.record
        ended = 3 * record["year"] + min(3, record["season"])
        started = ended + (self.phase in words.SEASON_PHASES)
        count = {"off": 0, "standard": started, "restoration": 16 - ended}[self.figures.whims]
        tiles = reader.ints("whims", count, 1, state.WHIMS)
        if len(set(tiles)) != count:
            reader.fail("whims", "must be different tiles")
        record["whims"] = words.mask(tiles)
        stock = reader.choices("stock", range(1, 4) if state.STOCK_TILE in tiles else 0, GOODS)
        if len(set(stock)) != len(stock):
            reader.fail("stock", "must be different goods")
        record["stock"] = words.mask(stock)
        if state.LUCKY_TILE in tiles:
            record["lucky"] = 1 + reader.choice("lucky", GOODS)

    # ---- choices

    def read_aid(self) -> None:
        """K-4.2: who waits has fewest buildings and then fewest goods; K-7.50: or everybody waits."""
        record, reader = self.record, self.reader
        waiting = bits(record["waiting"])
        if record["actor"] not in waiting:
            reader.fail("actor", "must be waiting for the King's Aid")
        if any(self.position(seat) < record["turn"] for seat in waiting):
            reader.fail("actor", "must be the first waiting seat in turn order")
        if any(self.has(0, source) for source, _ in self.effects.pairs("kings_aid")):
            if len(waiting) != self.seats - record["turn"]:
                reader.fail("players", "every seat from the actor on must be waiting")
            return
        keys = [
            (record["built"][seat].bit_count(), sum(record["own"][seat][:3])) for seat in range(self.seats)
        ]
        buildings, goods = keys[record["actor"]]
        if any(keys[seat] != (buildings, goods) for seat in waiting):
            reader.fail("players", "seats that wait for the King's Aid must have as many buildings and goods")
        served = [
            seat
            for seat in range(self.seats)
            if self.position(seat) < record["turn"] and keys[seat] == (buildings, goods + 1)
        ]
        if len(waiting) + len(served) < 2:
            reader.fail("players", "one seat alone gets a white die from the King, and no good")
        for seat in range(self.seats):
            if seat not in waiting and keys[seat] <= (buildings, goods):
                reader.fail(
                    f"players[{seat}].waiting", "must be true: the seat is as needy as those that wait"
                )

    def read_advisor(self) -> None:
        self.record["advisor"] = self.reader.int("advisor", 1, state.ADVISORS)
        if self.options["module3"] and self.reader.bool("private"):
            self.record["advisor"] |= state.PRIVATE

    def read_placing(self) -> None:
        record, reader = self.record, self.reader
        if record["passed"] >> record["actor"] & 1:
            reader.fail("actor", "has passed")
        totals = [sum(record["dice"][seat]) for seat in record["order"][: self.seats]]
        untouched = not any(self.groups_of(seat) for seat in range(self.seats)) and not record["dealt"]
        if untouched and not record["passed"] and totals != sorted(totals):
            reader.fail("order", "must be that of the totals before the first placement")
        if self.phase == "pay":
            before = record | {"phase": PHASES.index("place"), "advisor": 0}
            if record["advisor"] not in self.kernel.moves(self.kernel.pack(before))[1:]:
                reader.fail("advisor", "cannot be reached")

    def read_choice(self) -> None:
        """Phases with a field or two of their own, or none."""
        reader, record = self.reader, self.record
        if self.before_roll():
            self._read_favoured()
        if self.phase == "discount":
            self._read_target()
        elif self.phase == "loot":
            record["partner"] = 1 + reader.int("victim", 0, self.seats - 1)
            if record["partner"] == record["actor"] + 1:
                reader.fail("victim", "cannot be the actor")
        elif self.phase == "swap":
            record["choice"] = 1 + reader.choice("given", GOODS)
            if not record["own"][record["actor"]][record["choice"] - 1]:
                reader.fail("given", "is not there to be given")
        self.check_powers()

    def _read_favoured(self) -> None:
        if self.reader.has("favoured"):
            self.record["favoured"] = 1 + self.reader.int("favoured", 0, self.seats - 1)
            if self.record["season"]:
                self.reader.fail("favoured", "is only for Spring")

    def _read_target(self) -> None:
        """The building that is being paid for: one of those on offer."""
        reader, record = self.reader, self.record
        number = reader.choice("target", BUILDINGS)
        second = reader.bool("second_building")
        record["choice"] = 1 + number % state.CELLS
        record["after"] = int(Phase.SECOND if second else Phase.BUILD)
        before = record | {"phase": int(Phase.BUILD), "choice": 0, "after": 0}
        replaced = record["strips"][record["actor"]] >> number % state.CELLS & 1
        if replaced != number // state.CELLS or record["choice"] not in self.kernel.moves(
            self.kernel.pack(before)
        ):
            reader.fail("target", "cannot be built")

    def read_interruption(self) -> None:
        """`take` and `peek`: something that comes in between."""
        record, reader = self.record, self.reader
        known = record["opened"] or (record["seen"] | record["seen_valley"]) >> record["actor"] & 1
        if self.phase == "peek" and (known or not self.figures.valley):
            reader.fail("phase", "leaves no choice between two decks")
        if self.after == "help":
            self.read_advisor()
            self.read_served()
            if record["actor"] != record["owner"]:
                reader.fail("actor", "is not the one who peeks")
            if not self.current_help().get("peek"):
                reader.fail("phase", f"does not fit the help of advisor {record['advisor']}")
            return
        if self.before_roll():
            self._read_favoured()
        actor = self.position(record["actor"])
        at = {"bless": 0, "bounty": actor + 1, "effect": actor, "peeks": actor}.get(
            self.after, record["turn"]
        )
        if record["turn"] != at:
            reader.fail("turn", f"must be {at} here")
        if self.phase == "take":
            self.read_least()
            due = [seat for seat in record["order"][: self.seats] if record["due"][seat]]
            if not due or due[0] != record["actor"]:
                reader.fail("actor", "must be the first seat in turn order that takes goods")
            for seat in due:
                if record["due"][seat] > self._most_due(seat):
                    reader.fail(f"players[{seat}].due", "is more than any effect gives the seat now")

    def _most_due(self, seat: int) -> int:
        """Goods of choice that a seat's effects can bring at this moment."""
        hooks = {"bless": "season_start", "bounty": "white_dice", "effect": "season_end"}
        hook = hooks.get(self.after, "on_opponent_build")
        return sum(
            effect["goods"]
            for source, effect in self.effects.pairs(hook)
            if effect["rule"] == Rule.BLESSES or self.has(seat, source)
        )

    # ---- effects used one by one

    def read_used(self) -> None:
        """Which effects the actor has used, and which one is being carried out."""
        reader, record = self.reader, self.record
        hook = words.used_hook(self.phase, record["after"])
        if hook is None:
            reader.choices("used", 0, BUILDINGS)
            return
        user = record["order"][record["turn"]] if self.after == "second" else record["actor"]
        sources = self.effects.sources[hook]
        names = [source.word for source in sources]
        for i, number in enumerate(reader.choices("used", range(0, len(names) + 1), names)):
            if not self._usable(hook, user, number):
                reader.fail(f"used[{i}]", "is not the actor's, or does not work in this season")
            record["used"] |= 1 << number
        ruling = [
            i
            for i, source in enumerate(sources)
            if source.owner == Owner.GOVERNOR and self._usable(hook, user, i)
        ]
        if self.governor_used:
            if not ruling:
                reader.fail("governors.used", "the governor has nothing to use here")
            record["used"] |= 1 << ruling[0]
        if self.phase in ("die", "turn", "price"):
            self._read_effect(hook, names, ruling)

    def _usable(self, hook: str, seat: int, number: int) -> bool:
        source, effect = self.effects.sources[hook][number], self.effects.of(hook)[number]
        if hook == "build_cost" and not effect["limit"]:
            return False
        if hook == "season_end" and not (effect["pay"] or effect["due"] or effect["rule"] == Rule.PEEKS):
            return False
        return self.has(seat, source) if hook == "battle_pay" else self.works(seat, source, effect)

    def _read_effect(self, hook: str, names: list[str], ruling: list[int]) -> None:
        reader, record = self.reader, self.record
        number = reader.choice("effect", names) if reader.has("effect") or not ruling else ruling[0]
        rule = self.effects.of(hook)[number]["rule"]
        turns = rule in (Rule.TURN_ALL, Rule.TURN_SOME)
        fits = self._usable(hook, record["actor"], number)
        if self.phase == "price":
            fits = fits and not record["used"] >> number & 1
        else:
            fits = fits and bool(record["used"] >> number & 1) and turns == (self.phase == "turn")
            fits = fits and (turns or bool(self.effects.of(hook)[number]["amount"]))
        if not fits:
            reader.fail("effect", "cannot be the one being carried out")
        record["choice"] = 1 + number
