"""Reading the advisors' help."""

from __future__ import annotations

from typing import Any

from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.notation import current_help
from eminence.cext.games.kingsburg.reading_common import Reading
from eminence.cext.games.kingsburg.words import GOODS


class HelpReader(Reading):
    def read_help(self) -> None:
        reader, record = self.reader, self.record
        self.read_served()
        help_ = self.current_help()
        goods = _goods(help_)
        if self.phase not in _phases(help_, goods):
            reader.fail("phase", f"does not fit the help of advisor {record['advisor'] & state.NUMBER}")
        if self.phase in words.LEFT_PHASES:
            record["left"] = reader.int("left", 1, goods)
        picks = help_.get("picks", 1) if self.phase == "option" else 1
        taken = reader.ints(
            "taken", range(0, picks), 0, len(help_.get("options", [])) - 1 if picks > 1 else 0
        )
        record["choice"] = words.mask(taken)
        if self.phase == "gain":
            self.read_least()
        elif self.phase == "gift":
            self._gift()
        elif self.phase == "share":
            record["partner"] = 1 + record["actor"]
        if record["actor"] not in self._choosers(goods):
            reader.fail("actor", "has nothing to choose in this help")

    def read_served(self) -> None:
        """K-7.63: the board's groups, the governor's own space, then secret deals, each in turn order."""
        reader, record = self.reader, self.record
        record["owner"] = reader.int("receiver", 0, self.seats - 1)
        record["served"] = reader.int("group", 1, 2 + 1 + self.seats)
        number = record["advisor"] & state.NUMBER
        board = [record["group"][number - 1]] if record["group"][number - 1] else []
        if record["second_advisor"] == number:
            board.append(record["second_owner"])
            board.sort(key=lambda owner: state.SEATS if owner == state.NEUTRAL else self.position(owner - 1))
        queue = [(owner, number) for owner in board]
        if record["spaces"] >> number & 1:
            queue += [
                (1 + seat, number | state.PRIVATE) for seat in range(self.seats) if self.owns_spaces(seat)
            ]
        for seat in record["order"][: self.seats]:
            if record["deal"][seat] & state.NUMBER == number:
                queue.append((1 + seat, record["deal"][seat]))
        served = record["served"]
        if served > len(queue) or queue[served - 1] != (record["owner"] + 1, record["advisor"]):
            reader.fail("receiver", "does not own this group on the advisor")

    def current_help(self) -> dict[str, Any]:
        return current_help(self.kernel, self.record)

    def _gift(self) -> None:
        reader, record = self.reader, self.record
        if reader.has("least") or reader.has("least_seat"):
            kind, seat = reader.choice("least", GOODS), reader.int("least_seat", 0, self.seats - 1)
            record["least"] = state.GIFT_KIND * kind + seat
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


def _goods(help_: dict[str, Any]) -> int:
    """The most pieces that one help lets choose."""
    fixed = help_.get("gain", {}).get("good", 0)
    dealt = sorted(deal.get("gain", {}).get("good", 0) for deal in help_.get("options", []))
    most: int = (
        help_.get("gifts") or len(help_.get("named_by", [])) or fixed + sum(dealt[-help_.get("picks", 1) :])
    )
    return most


def _phases(help_: dict[str, Any], goods: int) -> set[str]:
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
