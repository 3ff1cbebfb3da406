"""64-bit hashing of plain memory, for infoset keys."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    static inline uint64_t eminence_mix(uint64_t a, uint64_t b) {
        unsigned __int128 product = (unsigned __int128)a * b;
        return (uint64_t)product ^ (uint64_t)(product >> 64);
    }

    /* Two lanes of multiply-and-fold over 16 bytes a step; memcpy keeps unaligned reads defined. */
    static inline uint64_t eminence_hash(const void *data, size_t size, uint64_t seed) {
        const unsigned char *p = (const unsigned char *)data;
        uint64_t h = seed ^ 0x9e3779b97f4a7c15ULL, a, b;
        size_t left = size;
        while (left >= 16) {
            memcpy(&a, p, 8);
            memcpy(&b, p + 8, 8);
            h = eminence_mix(a ^ 0xa0761d6478bd642fULL, b ^ h) + 0xe7037ed1a0b428dbULL;
            p += 16;
            left -= 16;
        }
        a = b = 0;
        if (left >= 8) {
            memcpy(&a, p, 8);
            memcpy(&b, p + 8, left - 8);
        } else if (left) {
            memcpy(&a, p, left);
        }
        h = eminence_mix(a ^ 0x8ebc6af09c88c6e3ULL, b ^ h);
        return eminence_mix(h ^ size, 0x589965cc75374cc3ULL);
    }
    """
    uint64_t hash_mix "eminence_mix"(uint64_t a, uint64_t b) noexcept nogil
    uint64_t hash_bytes "eminence_hash"(const void *data, size_t size, uint64_t seed) noexcept nogil
