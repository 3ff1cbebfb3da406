"""Views from strangers: plain data read back with everything checked."""

from __future__ import annotations

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import words
from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.reading_board import BoardReader
from eminence.cext.games.kingsburg.reading_help import HelpReader
from eminence.cext.games.kingsburg.reading_modules import ModulesReader
from eminence.cext.games.kingsburg.reading_setup import SetupReader
from eminence.cext.games.kingsburg.reading_winter import WinterReader


def read_view(kernel: KingsburgKernel, reader: Reader, seat: int) -> Record:
    return _ViewReader(kernel, reader, seat).read()


class _ViewReader(SetupReader, ModulesReader, BoardReader, HelpReader, WinterReader):
    """Fills a record field by field. What a phase has no use for is never read, so that `done` complains about it."""

    def read(self) -> Record:
        self.read_calendar()
        self.read_modules()
        self.read_players()
        self.read_governors()
        self.read_envoy()
        self.read_board()
        self.read_whims()
        self.read_invader()
        self.check_modules()
        if self.phase == "pay" or self.phase in words.HELP_PHASES:
            self.read_advisor()
        if self.phase in words.SETUP_PHASES:
            self.read_setup()
        elif self.phase in words.PLACE_PHASES:
            self.read_placing()
        elif self.phase in words.HELP_PHASES:
            self.read_help()
        elif self.phase in ("take", "peek"):
            self.read_interruption()
        elif self.phase == "aid":
            self.read_aid()
        elif self.phase in ("recruit", "hire"):
            self.read_recruiting()
        elif self.phase in words.OPEN_PHASES:
            self.read_winter()
        else:
            self.read_choice()
        self.read_used()
        self.reader.empty("taken")
        unseen = self.phase == "keep" and self.record["actor"] != self.seat
        if self.phase != "ended" and not unseen and not self.kernel.has_choice(self.kernel.pack(self.record)):
            self.reader.fail("phase", "leaves nothing to decide in this position")
        return self.record
