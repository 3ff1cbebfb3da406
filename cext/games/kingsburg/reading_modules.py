"""Reading what modules 2, 3 and 4 and the scenarios add to a view."""

from __future__ import annotations

from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.figures import Card
from eminence.cext.games.kingsburg.figures_hooks import MAX_SUM
from eminence.cext.games.kingsburg.reading_common import Reading
from eminence.cext.games.kingsburg.state import Count, Rule
from eminence.cext.games.kingsburg.words import ROWS

SETS = 2  # equal sets of strips


def number_of(reader: Reader, name: str, cards: tuple[Card, ...]) -> int:
    """The number of a card by its id."""
    return 1 + reader.choice(name, [card.id for card in cards[1:]])


class ModulesReader(Reading):
    # ---- before the seats

    def read_modules(self) -> None:
        if self.options["module4"]:
            self._read_fate()

    def _read_fate(self) -> None:
        fate, record = self.reader.object("fate"), self.record
        ids = [card.id for card in self.figures.fates[1:]]
        gone = fate.choices("gone", self._fates_gone(), ids)
        if len(set(gone)) != len(gone):
            fate.fail("gone", "must be different cards")
        record["fates"] = words.mask([1 + number for number in gone])
        if self.phase not in words.SETUP_PHASES and self.phase != "ended":
            record["fate"] = number_of(fate, "card", self.figures.fates)
            if record["fates"] >> record["fate"] & 1:
                fate.fail("card", "is one of those that are gone")
            record["fates"] |= 1 << record["fate"]
        gifts = {
            effect["advisor"] for source, effect in self.effects.pairs("advisor_gift") if self.has(0, source)
        }
        laid = self.before_roll() or self.phase in words.DICE_PHASES
        lying = fate.ints("gifts", range(0, len(gifts) + 1) if laid else 0, 1, state.ADVISORS)
        whole = self.before_roll() or self.phase in words.ROLL_PHASES
        if not set(lying) <= gifts or len(set(lying)) != len(lying) or (whole and set(lying) != gifts):
            fate.fail("gifts", "are not those of the card")
        record["gifts"] = words.mask(lying)
        fate.done()

    def _fates_gone(self) -> int:
        if self.phase in words.SETUP_PHASES:
            return 0
        return int(self.record["year"]) + (self.phase == "ended")

    # ---- seat by seat, before buildings and flags

    def read_seat_modules(self, player: Reader, seat: int) -> None:
        record, options = self.record, self.options
        if options["module2"] or options["module3"]:
            self._read_rows(player, seat)
        if options["module3"] and self._governor_known(player, seat):
            record["governor"][seat] = number_of(player, "governor", self.figures.governors)
        if self.figures.context["people"] and self._people_known(seat):
            record["people"][seat] = number_of(player, "people", self.figures.people)
        if options["module3"] or options["scenario"] == "bargains":
            record["yearly"] |= player.bool("yearly") << seat
        if self.counts(Count.COUNT_WINS):
            fought = record["year"] + (self.phase in words.BATTLE_PHASES or self.phase == "ended")
            record["wins"][seat] = player.int("wins", 0, fought)
        if self.counts(Count.COUNT_BUILDS):
            record["built_now"] |= player.bool("built_now") << seat
        if self.counts(Count.COUNT_YEAR):
            record["built_year"] |= player.bool("built_year") << seat
        if self.effects.of("token_limit"):
            record["token_twice"] |= player.bool("token_twice") << seat
            if player.bool("token_twice") and not player.bool("token_used"):
                player.fail("token_twice", "needs a first one")
        if self.figures.valley:
            record["seen_valley"] |= player.bool("peeked_valley") << seat
        if self.phase == "take" and player.has("due"):
            record["due"][seat] = player.int("due", 1, MAX_SUM)
        if options["module4"]:
            self._read_deal(player, seat)

    def _governor_known(self, player: Reader, seat: int) -> bool:
        """K-6: nobody's before the governors are chosen, then one's own, then everybody's."""
        if self.phase in ("draft", "strips"):
            return False
        if self.phase == "keep":
            return seat == self.seat and self.position(seat) < self.record["turn"]
        return self.phase not in ("lot", "bid") or player.has("governor")

    def _people_known(self, seat: int) -> bool:
        """K-4.16.2: from the first choice on."""
        if self.phase in words.SETUP_PHASES:
            return False
        chosen = self.phase != "side" or self.position(seat) < self.record["turn"]
        return chosen or self.record["year"] > 0

    def _read_rows(self, player: Reader, seat: int) -> None:
        rows, record = player.object("rows"), self.record
        replaced = rows.choices("replaced", range(0, 3), ROWS)
        offered = rows.choices("offered", range(0, 3) if self.phase in ("draft", "strips") else 0, ROWS)
        conjured = rows.choices("conjured", range(0, 8), ROWS)
        for name, given in (("replaced", replaced), ("offered", offered), ("conjured", conjured)):
            if len(set(given)) != len(given):
                rows.fail(name, "must be different rows")
        if any(not self.figures.context["rows"] >> row & 1 for row in replaced + offered):
            rows.fail("replaced", "has a row of which there is no strip")
        record["strips"][seat] = sum(0b1111 << state.COLUMNS * row for row in replaced)
        record["offered"][seat] = words.mask(offered)
        record["free_cells"][seat] = words.mask(conjured)
        rows.done()

    def _read_deal(self, player: Reader, seat: int) -> None:
        record = self.record
        record["dealt"] |= player.bool("dealt") << seat
        if player.bool("dealt") and not any(
            self.has(seat, source) for source, _ in self.effects.pairs("secret_deal")
        ):
            player.fail("dealt", "there are no secret deals this year")
        placing = self.phase in words.PLACE_PHASES or self.phase in words.HELP_PHASES or self.phase == "move"
        if player.has("deal") and (placing or self.after == "help"):
            record["deal"][seat] = player.int("deal", 1, state.ADVISORS)
            record["deal"][seat] |= state.PRIVATE if player.bool("deal_private") else 0
            if not player.bool("dealt"):
                player.fail("dealt", "must be true with a deal on the board")

    # ---- behind the seats and the board

    def read_invader(self) -> None:
        reader, record = self.reader, self.record
        is_open = self.phase in words.OPEN_PHASES
        record["opened"] = int(self._revealed())
        cards = self.figures.cards[record["year"]]
        if is_open or record["opened"] or reader.has("invader"):
            if not is_open and not record["opened"] and not record["seen"] >> self.seat & 1:
                reader.fail("invader", f"is not known to seat {self.seat}, who has not peeked")
            record["invaders"][record["year"]] = 1 + reader.choice("invader", cards)
        elif record["seen"] >> self.seat & 1:
            record["seen"] ^= 1 << self.seat  # a front-end without memory: as if the seat had never looked
        if self.options["scenario"] != "none":
            scenario = reader.object("scenario")
            if self.figures.valley:
                self._read_valley(scenario, is_open)
            scenario.done()

    def _revealed(self) -> bool:
        """Whether the fate card has turned up this year's invaders (K-7.49)."""
        if (
            self.phase in words.YEAR_PHASES
            or self.phase in words.SETUP_PHASES
            or self.phase in words.OPEN_PHASES
        ):
            return self._reveals() if self.phase in words.OPEN_PHASES else False
        return self.phase != "ended" and self._reveals()

    def _reveals(self) -> bool:
        return any(
            effect["rule"] == Rule.REVEALS
            and effect["seasons"] & (2 << self.record["season"]) - 1
            and self.has(0, source)
            for source, effect in self.effects.pairs("season_start")
        )

    def _read_valley(self, scenario: Reader, is_open: bool) -> None:
        record = self.record
        if is_open or scenario.has("valley"):
            if not is_open and not record["seen_valley"] >> self.seat & 1:
                scenario.fail("valley", f"is not known to seat {self.seat}, who has not peeked")
            number = 1 + scenario.choice("valley", self.figures.cards[record["year"]])
            record["valley"][record["year"]] = number
            if number == record["invaders"][record["year"]]:
                scenario.fail("valley", "cannot be the card of the invader deck")
        elif record["seen_valley"] >> self.seat & 1:
            record["seen_valley"] ^= 1 << self.seat
        quiet = self.phase in words.SETUP_PHASES or self.phase in words.YEAR_PHASES or self.phase == "ended"
        if record["seen_valley"] and quiet:
            scenario.fail("valley", "peeks are over with the year")

    def check_modules(self) -> None:
        """What belongs to more than one seat."""
        record, reader = self.record, self.reader
        if self.phase == "troops" and not self.figures.troops:
            reader.fail("phase", "belongs to module 5")
        for row in range(state.ROWS):
            bit = 1 << row
            taken = sum(bool(record["strips"][seat] >> 4 * row & 1) for seat in range(self.seats))
            taken += sum(bool(record["offered"][seat] & bit) for seat in range(self.seats))
            if taken > SETS:
                reader.fail("players", f"there are only {SETS} strips for row {ROWS[row]}")
        conjurers = [source for source, _ in self.effects.pairs("year_start")]
        for seat in range(self.seats):
            if record["free_cells"][seat] and not any(self.has(seat, source) for source in conjurers):
                reader.fail(f"players[{seat}].rows.conjured", "needs a governor that builds for nothing")
        self._check_peeks()
        self._check_built()

    def _check_peeks(self) -> None:
        fog = any(self.has(0, source) for source, _ in self.effects.pairs("peeking"))
        if fog and (self.record["seen"] or self.record["seen_valley"]):
            self.reader.fail("players", "peeks show nothing this year")
        if self.record["opened"] and self.record["seen"]:
            self.reader.fail("players", "nobody peeks at a card that lies open")

    def _check_built(self) -> None:
        record = self.record
        if record["built_now"] and not self.behind_help():
            self.reader.fail("players", "built_now is over with the season")
        early = self.phase in words.SETUP_PHASES or self.phase in words.YEAR_PHASES or self.phase == "ended"
        if early and (record["built_year"] or record["yearly"] or record["dealt"]):
            self.reader.fail("players", "what is counted over a year begins with 0")
        if any(record["due"]) and self.phase != "take":
            self.reader.fail("players", "due belongs to phase take")

    def read_governors(self) -> None:
        if not self.options["module3"]:
            return
        governors, record = self.reader.object("governors"), self.record
        self.governor_used = governors.bool("used")
        lowering = self.phase in words.ROLL_PHASES
        if governors.bool("lowered"):
            self._read_lowered(governors, lowering)
        if governors.bool("blessed"):
            self._read_blessed(governors)
        placing = self.phase in words.PLACE_PHASES or self.phase in words.HELP_PHASES or self.phase == "move"
        may = placing or self.after == "help"
        spaces = governors.ints("spaces", range(0, 19) if may else 0, 1, state.ADVISORS)
        own = {
            effect["advisor"]
            for source, effect in self.effects.pairs("private_space")
            for seat in range(self.seats)
            if self.has(seat, source)
        }
        if not set(spaces) <= own or len(set(spaces)) != len(spaces):
            governors.fail("spaces", "are not those of a governor in play")
        record["spaces"] = words.mask(spaces)
        self.read_governors_setup(governors)
        governors.done()
        chosen = [number for number in record["governor"][: self.seats] if number]
        if len(set(chosen)) != len(chosen):
            self.reader.fail("players", "two seats cannot have the same governor")

    def _read_lowered(self, governors: Reader, lowering: bool) -> None:
        for i, (source, effect) in enumerate(self.effects.pairs("roll_mod")):
            if effect["rule"] == Rule.IF_LOWER and self.has(self.record["actor"], source):
                self.record["lowered"] = 1 + i
        if not self.record["lowered"] or not lowering or not self.governor_used:
            governors.fail("lowered", "needs a governor that has lowered the total")

    def _read_blessed(self, governors: Reader) -> None:
        for source, effect in self.effects.pairs("white_dice"):
            for seat in range(self.seats):
                if (
                    effect["rule"] == Rule.BLESSES
                    and self.has(seat, source)
                    and self.record["yearly"] >> seat & 1
                ):
                    self.record["blessed"] = 1 + seat
        late = self.phase == "blessing" or self.after == "bounty"
        if not self.record["blessed"] or not late:
            governors.fail("blessed", "needs a blessing that was just given")

    # ---- phases that a governor, a card or people bring

    def check_powers(self) -> None:
        """Whether the actor can have this choice at all."""
        record, reader, actor = self.record, self.reader, self.record["actor"]
        needs = {
            "rob": ("build_turn", Rule.ROBS),
            "loot": ("build_turn", Rule.ROBS),
            "trade": ("build_turn", Rule.TRADES),
            "swap": ("build_turn", Rule.TRADES),
            "bless": ("white_dice", Rule.BLESSES),
            "move": ("after_all_passed", Rule.PLAIN),
            "conjure": ("year_start", Rule.PLAIN),
        }
        if self.phase in needs:
            hook, rule = needs[self.phase]
            if not any(
                effect["rule"] == rule and self.has(actor, source)
                for source, effect in self.effects.pairs(hook)
            ):
                reader.fail("phase", f"{self.phase} is not for this actor")
        if self.phase == "bless" and record["yearly"] >> actor & 1:
            reader.fail("phase", "the blessing of this year is given")
        if self.phase == "conjure":
            self._read_conjure()
        if self.phase == "move":
            self._check_move()
        if self.phase == "loot":
            self._check_loot()
        if self.phase == "blessing":
            self._check_blessing()
        if self.phase == "side" and not self.figures.context["people"]:
            reader.fail("phase", "nobody takes sides in this game")

    def _read_conjure(self) -> None:
        reader, record = self.reader, self.record
        for source, effect in self.effects.pairs("year_start"):
            if self.has(record["actor"], source):
                if effect["year"] != record["year"] + 1:
                    reader.fail("year", f"must be {effect['year']}")
                record["left"] = reader.int("left", 1, effect["amount"])
                if reader.has("least_row") and record["left"] == effect["amount"]:
                    reader.fail("least_row", "is the row of the last building, if there is one")
        if reader.has("least_row"):
            row = reader.choice("least_row", ROWS)
            record["least"] = state.COLUMNS * row
            if not record["free_cells"][record["actor"]] >> row & 1:
                reader.fail("least_row", "must be a row in which something was built for nothing")

    def _check_move(self) -> None:
        record = self.record
        for source, effect in self.effects.pairs("after_all_passed"):
            if self.has(record["actor"], source) and record["influenced"] >> effect["advisor"] & 1:
                self.reader.fail("groups", f"advisor {effect['advisor']} must be free")
        if record["actor"] + 1 not in (*record["group"], record["second_owner"]):
            self.reader.fail("groups", "the actor must influence an advisor")

    def _check_loot(self) -> None:
        own = [sum(goods[:3]) for goods in self.record["own"]]
        if own[self.record["partner"] - 1] <= own[self.record["actor"]]:
            self.reader.fail("victim", "must have more goods than the actor")

    def _check_blessing(self) -> None:
        record = self.record
        seat = record["actor"]
        own = record["favoured"] == seat + 1 or any(
            effect["rule"] == Rule.PLAIN and self.works(seat, source, effect)
            for source, effect in self.effects.pairs("white_dice")
        )
        both = record["blessed"] and any(
            effect["rule"] == Rule.IF_NONE and self.works(seat, source, effect)
            for source, effect in self.effects.pairs("white_dice")
        )
        if own or not both:
            self.reader.fail("actor", "has no order to choose")
