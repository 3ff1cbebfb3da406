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

    /* The same for at least 64 bytes: four lanes that do not wait for each other. The last step may overlap the one before. */
    static inline uint64_t eminence_hash_wide(const void *data, size_t size, uint64_t seed) {
        const unsigned char *p = (const unsigned char *)data, *last = p + size - 64;
        /* no small numbers: a word of data that equals its lane would wipe out its neighbour */
        uint64_t h[4] = {seed ^ 0x9e3779b97f4a7c15ULL, 0xbf58476d1ce4e5b9ULL, 0x94d049bb133111ebULL, 0x2545f4914f6cdd1dULL}, word[8];
        int i;
        for (;;) {
            memcpy(word, p, 64);
            for (i = 0; i < 4; i++)
                h[i] = eminence_mix(word[2 * i] ^ 0xa0761d6478bd642fULL, word[2 * i + 1] ^ h[i]) + 0xe7037ed1a0b428dbULL;
            if (p == last)
                break;
            p = last - p > 64 ? p + 64 : last;
        }
        h[0] = eminence_mix(h[0] ^ size, h[1]);
        h[2] = eminence_mix(h[2] ^ 0x8ebc6af09c88c6e3ULL, h[3]);
        return eminence_mix(h[0] ^ 0x589965cc75374cc3ULL, h[2]);
    }
    """
    uint64_t hash_mix "eminence_mix"(uint64_t a, uint64_t b) noexcept nogil
    uint64_t hash_bytes "eminence_hash"(const void *data, size_t size, uint64_t seed) noexcept nogil
    uint64_t hash_wide "eminence_hash_wide"(const void *data, size_t size, uint64_t seed) noexcept nogil
