"""Named random streams: one seed, any number of independent generators."""

import hashlib

from libc.string cimport memcpy

from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.rng cimport MAX_LOTS, rng_below, rng_double, rng_next


cdef class Stream:
    """A generator named by a seed and a path, e.g. Stream(7, "deal") or Stream(7, "search", thread).

    Different names give independent streams; the same name gives the same numbers. The state can be saved and restored.
    """

    def __init__(self, seed, *path):
        name = "\x1f".join(str(part) for part in (seed, *path)).encode()
        self.state = hashlib.blake2b(name, digest_size=32, person=b"eminence").digest()

    @property
    def state(self) -> bytes:
        return (<char *>self.rng.s)[:sizeof(self.rng.s)]

    @state.setter
    def state(self, bytes value):
        if len(value) != sizeof(self.rng.s):
            raise ValueError(f"a stream's state has {sizeof(self.rng.s)} bytes, not {len(value)}")
        memcpy(self.rng.s, <const char *>value, sizeof(self.rng.s))

    def bits(self) -> int:
        """64 random bits."""
        return rng_next(&self.rng)

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        if not 0 < n < 1 << 32:
            raise ValueError(f"below() needs 1 <= n < 2**32, not {n}")
        return rng_below(&self.rng, n)

    def random(self) -> float:
        """A number in [0, 1)."""
        return rng_double(&self.rng)


cdef class ListenedStream(Stream):
    """A stream that writes down its lots: every number that `below` has given, in order."""

    def __init__(self, seed, *path):
        super().__init__(seed, *path)
        self.heard.told = -1
        self.rng.lots = &self.heard

    @property
    def lots(self) -> list:
        if self.heard.used > MAX_LOTS:
            raise ValueError(f"{self.heard.used} lots are more than can be written down")
        return [self.heard.drawn[i] for i in range(self.heard.used)]


cdef class ToldStream(ListenedStream):
    """Chance told in advance: `below` gives these lots. `check` says whether they were the right ones."""

    def __init__(self, lots):
        super().__init__(0)
        if len(lots) > MAX_LOTS:
            raise InvalidInput("lots", f"must not be more than {MAX_LOTS}, not {len(lots)}")
        for i, lot in enumerate(lots):
            self.heard.drawn[i] = lot
        self.heard.told = len(lots)

    def check(self):
        """Complains about a lot that is impossible, missing or too many."""
        cdef int i
        for i in range(min(self.heard.used, self.heard.told)):
            if self.heard.drawn[i] >= self.heard.below[i]:
                raise InvalidInput(f"lots[{i}]", f"must be below {self.heard.below[i]}, not {self.heard.drawn[i]}")
        if self.heard.used != self.heard.told:
            raise InvalidInput("lots", f"must be {self.heard.used}, not {self.heard.told}")
