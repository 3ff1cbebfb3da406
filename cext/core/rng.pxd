"""The random generator of the core: xoshiro256**, 32 bytes of state, about 1 ns a number.

A generator is always a named stream (see stream.pyx), so that sampling worlds, playouts and each bot never disturb
one another.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    MAX_LOTS = 1024     # no step of any game draws more

cdef struct Lots:
    # What chance was asked for, in order: written down, or told in advance.
    uint32_t drawn[MAX_LOTS]
    uint32_t below[MAX_LOTS]    # the number of possible outcomes of each
    int used                    # how many were asked for
    int told                    # how many were told; negative: they are written down

cdef struct Rng:
    uint64_t s[4]
    Lots *lots          # NULL: nobody listens


cdef inline uint64_t _rotl(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t rng_next(Rng *rng) noexcept nogil:
    """64 random bits."""
    cdef uint64_t result = _rotl(rng.s[1] * 5, 7) * 9
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = _rotl(rng.s[3], 45)
    return result


cdef inline void rng_sow(Rng *rng, uint64_t seed) noexcept nogil:
    """Begins a stream that nothing but the seed decides (SplitMix64, as the generator's authors advise)."""
    cdef uint64_t z
    cdef int i
    for i in range(4):
        seed += <uint64_t>0x9e3779b97f4a7c15U
        z = (seed ^ (seed >> 30)) * <uint64_t>0xbf58476d1ce4e5b9U
        z = (z ^ (z >> 27)) * <uint64_t>0x94d049bb133111ebU
        rng.s[i] = z ^ (z >> 31)


cdef inline uint32_t draw_lot(Lots *lots, uint32_t n, uint32_t drawn) noexcept nogil:
    """The next of the lots that were told, or the one that was drawn."""
    cdef int i = lots.used
    lots.used += 1
    if lots.told >= 0:      # one that is missing or impossible is found out afterwards
        drawn = lots.drawn[i] if i < lots.told and lots.drawn[i] < n else 0
    if i < MAX_LOTS:
        lots.below[i] = n
        if lots.told < 0:
            lots.drawn[i] = drawn
    return drawn


cdef inline uint32_t rng_below(Rng *rng, uint32_t n) noexcept nogil:
    """A number in 0..n-1, n >= 1. The bias is below n / 2**32."""
    cdef uint32_t drawn = <uint32_t>(((rng_next(rng) >> 32) * n) >> 32)
    return drawn if rng.lots == NULL else draw_lot(rng.lots, n, drawn)


cdef inline double rng_double(Rng *rng) noexcept nogil:
    """A number in [0, 1)."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)
