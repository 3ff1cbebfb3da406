"""Reading the choices before the first year: strips and governors."""

from __future__ import annotations

from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.reading_common import Reading
from eminence.cext.games.kingsburg.reading_modules import number_of
from eminence.cext.games.kingsburg.words import bits


class SetupReader(Reading):
    def read_setup(self) -> None:
        self._check_empty()
        if self.phase in ("draft", "strips"):
            self._read_strips()
        wanted = {"draft": "module2", "strips": "module2"}.get(self.phase, "module3")
        if not self.options[wanted]:
            self.reader.fail("phase", f"belongs to {wanted}")
        method = {"draft": "draft", "keep": "deal", "lot": "auction", "bid": "auction"}.get(self.phase)
        if method and self.options[f"{wanted}_method"] != method:
            self.reader.fail("phase", f"belongs to the method {method}")
        if self.phase in ("lot", "bid"):
            self.record["turn"] = 0

    def _check_empty(self) -> None:
        """Nobody has anything before the game begins but what a governor cost and brought."""
        for seat in range(self.seats):
            if self.record["built"][seat] or any(self.record["own"][seat][3:5]):
                self.reader.fail(f"players[{seat}]", "cannot have built or gained anything yet")
            if not self.record["governor"][seat] and any(self.record["own"][seat]):
                self.reader.fail(f"players[{seat}]", "cannot own anything yet")

    # ---- strips

    def _read_strips(self) -> None:
        reader, record = self.reader, self.record
        record["opener"] = reader.int("opener", 0, self.seats - 1)
        place = (record["actor"] - record["opener"]) % self.seats
        held = [record["offered"][(record["opener"] + i) % self.seats].bit_count() for i in range(self.seats)]
        done = [bool(record["strips"][(record["opener"] + i) % self.seats]) for i in range(self.seats)]
        if self.phase == "strips":
            record["turn"] = place
            fits = not any(held[:place]) and all(held[place:]) and not any(done[place:])
            if self.options["module2_method"] == "random":
                fits = fits and set(held[place:]) == {2} and record["opener"] == record["order"][0]
        elif held[place] == 0:
            record["turn"] = place
            fits = held == [1] * place + [0] * (self.seats - place) and not any(done)
        else:
            record["turn"] = 2 * self.seats - 1 - place
            fits = held[: place + 1] == [1] * (place + 1) and all(held) and not any(done)
        if not fits:
            reader.fail("players", "have other strips than the order of this choice allows")

    # ---- governors

    def read_governors_setup(self, governors: Reader) -> None:
        record = self.record
        ids = [card.id for card in self.figures.governors[1:]]
        hand = governors.choices("hand", state.HAND if self.phase == "keep" else 0, ids)
        if len(set(hand)) != len(hand):
            governors.fail("hand", "must be different governors")
        if hand:
            record["hand"][self.seat] = sorted(1 + number for number in hand)
            if (
                record["governor"][self.seat]
                and record["governor"][self.seat] not in record["hand"][self.seat]
            ):
                governors.fail("hand", "must hold the governor that was kept")
        taken = [number for number in record["governor"][: self.seats] if number]
        selling = self.phase in ("lot", "bid")
        lots = governors.choices("lots", self.seats + 1 - len(taken) if selling else 0, ids)
        record["lots"] = words.mask(sorted({1 + number for number in lots}))
        if len(set(lots)) != len(lots) or any(record["lots"] >> number & 1 for number in taken):
            governors.fail("lots", "must be different governors that nobody has")
        out = governors.ints("out", range(0, self.seats) if self.phase == "bid" else 0, 0, self.seats - 1)
        record["out"] = words.mask(sorted(set(out)))
        if selling:
            self._read_auction(governors)

    def _read_auction(self, governors: Reader) -> None:
        """K-4.12.2: who may be asked for a lot or a bid."""
        record = self.record
        record["opener"] = governors.int("opener", 0, self.seats - 1)
        if record["governor"][record["opener"]]:
            governors.fail("opener", "has a governor already")
        if self.phase == "lot":
            if record["actor"] != record["opener"]:
                governors.fail("opener", "must be the actor")
            return
        record["lot"] = number_of(governors, "lot", self.figures.governors)
        if not record["lots"] >> record["lot"] & 1:
            governors.fail("lot", "is not one of those that lie open")
        if governors.has("bidder"):
            record["bidder"] = 1 + governors.int("bidder", 0, self.seats - 1)
            record["bid"] = governors.int("bid", 0, state.MAX_BID - 1)
        bidders = [seat for seat in range(self.seats) if not record["governor"][seat]]
        busy = {record["bidder"] - 1, *bits(record["out"])}
        if not set(bits(record["out"])) <= set(bidders) or (
            record["bidder"] and record["bidder"] - 1 not in bidders
        ):
            governors.fail("bidder", "has a governor already")
        if record["bidder"] - 1 in bits(record["out"]):
            governors.fail("out", "cannot hold who leads")
        if not record["bidder"] and (record["out"] or record["actor"] != record["opener"]):
            governors.fail("bidder", "is missing, unless the opener is about to bid")
        if record["actor"] in busy or record["actor"] not in bidders or len(bidders) < 2:
            self.reader.fail("actor", "has nothing to bid for")
