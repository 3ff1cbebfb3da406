"""Sets as bits."""

from libc.stdint cimport uint64_t

from eminence.cext.core.game cimport move_t

cdef extern from *:
    """
    /* Written out: on plain x86-64 the compiler's own count is a call. */
    static inline int eminence_bit_count(unsigned long long x) {
        x = x - ((x >> 1) & 0x5555555555555555ull);
        x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
        return (int)((((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full) * 0x0101010101010101ull) >> 56);
    }
    static inline int eminence_lowest_bit(unsigned long long x) { return __builtin_ctzll(x); }
    """
    int bit_count "eminence_bit_count"(uint64_t bits) noexcept nogil
    int lowest_bit "eminence_lowest_bit"(uint64_t bits) noexcept nogil      # of bits > 0


cdef inline int bits_to_moves(uint64_t bits, int first, move_t *moves) noexcept nogil:
    """One move for each bit that is set, ascending: bit b is the move first + b. Returns their number."""
    cdef int count = 0
    while bits:
        moves[count] = <move_t>(first + lowest_bit(bits))
        bits &= bits - 1
        count += 1
    return count
