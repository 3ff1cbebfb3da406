"""Named random streams: one seed, any number of independent generators."""

import hashlib

from libc.string cimport memcpy

from eminence.cext.core.rng cimport rng_below, rng_double, rng_next


cdef class Stream:
    """A generator named by a seed and a path, e.g. Stream(7, "deal") or Stream(7, "search", thread).

    Different names give independent streams; the same name gives the same numbers. The state can be saved and restored.
    """

    def __init__(self, seed, *path):
        name = "\x1f".join(str(part) for part in (seed, *path)).encode()
        self.state = hashlib.blake2b(name, digest_size=32, person=b"eminence").digest()

    @property
    def state(self) -> bytes:
        return (<char *>&self.rng)[:sizeof(self.rng)]

    @state.setter
    def state(self, bytes value):
        if len(value) != sizeof(self.rng):
            raise ValueError(f"a stream's state has {sizeof(self.rng)} bytes, not {len(value)}")
        memcpy(&self.rng, <const char *>value, sizeof(self.rng))

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
