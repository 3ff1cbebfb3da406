"""The random generator of the core: xoshiro256**, 32 bytes of state, about 1 ns a number.

A generator is always a named stream (see stream.pyx), so that sampling worlds, playouts and each bot never disturb
one another.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef struct Rng:
    uint64_t s[4]


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


cdef inline uint32_t rng_below(Rng *rng, uint32_t n) noexcept nogil:
    """A number in 0..n-1, n >= 1. The bias is below n / 2**32."""
    return <uint32_t>(((rng_next(rng) >> 32) * n) >> 32)


cdef inline double rng_double(Rng *rng) noexcept nogil:
    """A number in [0, 1)."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)
