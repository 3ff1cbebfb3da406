"""Small questions about the table that every part of the rules asks."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.journal cimport tell
from eminence.cext.core.types cimport u8
from eminence.cext.games.staufer.state cimport (
    CHEAP_OFFICE, FIXED_COST, FREE_WAY, KINGS_REGION, LEAST_PRICE, NO_MOVEMENT, PRIVILEGE_SCORED, REGIONS, ROUNDS, ROW, SHARED_OFFICE,
    SHORT_WAY, Holding, StauferContext, StauferState,
)

cdef extern from *:
    """
    #define STAUFER_EACH 0x0101010101010101ull
    static inline int staufer_length(unsigned x) { return x ? (35 - __builtin_clz(x)) / 4 : 0; }
    """
    const uint64_t EACH "STAUFER_EACH"      # byte of eight
    int pile_length "staufer_length"(uint32_t pile) noexcept nogil  # chests in a pile


cdef inline bint owns(const Holding *holding, int privilege) noexcept nogil:
    return (holding.privileges >> (privilege - 1)) & 1


cdef inline int owned(const Holding *holding, int kind) noexcept nogil:
    """Chests of a kind. A function, since Cython takes no named enum as an index."""
    return holding.chests[kind]


cdef inline void spend(StauferState *s, int kind) noexcept nogil:
    """A chest of the actor goes to the discard pile."""
    s.holding[s.actor].chests[kind] -= 1
    s.discard[kind] += 1


cdef inline void score_privilege(
    const StauferContext *c, StauferState *s, int seat, int privilege, int points
) noexcept nogil:
    s.holding[seat].points += points
    tell(c, PRIVILEGE_SCORED, seat, points, privilege, 0, 0, 0)


cdef inline int job_card(const StauferState *s, int seat, int category) noexcept nogil:
    """Number of a job card, or -1: unknown."""
    return s.jobs[seat][category] - 1


cdef inline uint32_t pile_with(uint32_t pile, int kind) noexcept nogil:
    """The pile with one more chest, still in ascending order."""
    cdef int at = 0
    cdef uint32_t low
    while (pile >> at) & 15 and ((pile >> at) & 15) <= <uint32_t>kind:
        at += 4
    low = pile & ((<uint32_t>1 << at) - 1)
    return low | (<uint32_t>(kind + 1) << at) | ((pile ^ low) << 4)


cdef inline uint32_t pile_without(uint32_t pile, int kind) noexcept nogil:
    """The pile without one chest of a kind that is in it."""
    cdef int at = 0
    cdef uint32_t low
    while ((pile >> at) & 15) != <uint32_t>(kind + 1):
        at += 4
    low = pile & ((<uint32_t>1 << at) - 1)
    return low | ((pile >> 4) & ~((<uint32_t>1 << at) - 1))


cdef inline uint32_t with_entry(uint32_t entries, int entry) noexcept nogil:
    """A list of an event with one more entry at its end."""
    return entries | <uint32_t>(entry + 1) << 4 * pile_length(entries)


cdef inline int around(int position) noexcept nogil:
    """A ring position, of a number below twice the regions."""
    return position - REGIONS if position >= REGIONS else position


cdef inline int distance(int start, int position) noexcept nogil:
    """Clockwise steps from one ring position to another: their difference around the ring."""
    return position - start if position >= start else position - start + REGIONS


cdef inline int leaving_regions(const StauferState *s) noexcept nogil:
    """Regions whose pieces do not stay to the end: A tiles, and B tiles that name the king's region, whose way is known."""
    cdef int row, king = s.king, leaving = 0
    for row in range(s.round, ROUNDS - 1):
        leaving |= 1 << s.row_region[row] | (s.row_second[row] == KINGS_REGION) << s.ring[king]
        king = around(king + s.row_steps[row])
    return leaving


cdef inline uint32_t taken(const StauferState *s, int slot) noexcept nogil:
    """Offices with anybody's piece in this slot."""
    return s.own[0][slot] | s.own[1][slot] | s.own[2][slot] | s.own[3][slot] | s.own[4][slot]


cdef inline int way_index(const Holding *holding) noexcept nogil:
    """Privileges SHORT_WAY, FREE_START and FREE_NEIGHBOURS as bits."""
    return (holding.privileges >> (SHORT_WAY - 1)) & 7


cdef inline int price_index(const Holding *holding) noexcept nogil:
    """Privileges FIXED_COST and LOWER_COST as bits."""
    return (holding.privileges >> (FIXED_COST - 1)) & 3


cdef inline int movement_slots(const StauferContext *c, const Holding *holding, int steps) noexcept nogil:
    """S-4.4.2: pieces a movement costs without a chest. They are always the last regions of the way."""
    return c.movement[way_index(holding)][steps]


cdef inline int placement_cost(const StauferContext *c, const Holding *holding, int office) noexcept nogil:
    """S-4.4.3, without a chest."""
    return c.cost[price_index(holding)][c.office_cost[office]]


cdef inline uint32_t free_offices(const StauferState *s, const Holding *holding) noexcept nogil:
    """S-4.4.1: offices that are available to a seat."""
    return ~taken(s, owns(holding, SHARED_OFFICE))


cdef inline uint32_t payable_offices(
    const StauferContext *c, const StauferState *s, const Holding *holding, int more_envoys, int enough
) noexcept nogil:
    """S-4.4.9: available offices that can be paid with the court, more envoys and any chests the seat owns.

    As soon as `enough` of them are found (1 or 2; 0: all are wanted), the others do not matter any more.
    """
    cdef int pieces = holding.court.envoys + holding.court.nobles + more_envoys
    cdef int noble = 1 if holding.court.nobles else 0
    cdef const u8 *movement = c.movement[FREE_WAY if owned(holding, NO_MOVEMENT) else way_index(holding)]
    cdef const u8 *reach = c.reach[LEAST_PRICE if owned(holding, CHEAP_OFFICE) else price_index(holding)]
    cdef uint32_t free = free_offices(s, holding), found = 0
    cdef int steps, left, position = s.king
    for steps in range(REGIONS):
        left = pieces - movement[steps]
        left = left if left > 0 else 0      # pays nothing
        found |= c.within[noble][s.ring[position]][reach[left]] & free
        if (enough == 1 and found) or (enough == 2 and found & (found - 1)):
            return found
        position = position + 1 if position < REGIONS - 1 else 0
    return found


cdef inline int stronger(const StauferState *s, int region, int weight) noexcept nogil:
    """Seats with more weight in a region than this, compared all at once: their bytes of the sum reach 128."""
    cdef uint64_t row
    memcpy(&row, s.weight[region], ROW)
    row += <uint64_t>(127 - weight) * EACH
    return <int>(((row >> 7) & EACH) * EACH >> 56)


cdef inline int rank_region(const StauferContext *c, const StauferState *s, int region, int *ranked) noexcept nogil:
    """S-4.6.5: writes the seats present in a region, first to last, and returns their number."""
    cdef uint32_t offices = c.region_offices[region], left, right
    cdef int key[MAX_SEATS]
    cdef int seat, weight, leftmost, other, at, count = 0
    for seat in range(c.seats):
        left = s.own[seat][0] & offices
        right = s.own[seat][1] & offices
        if not (left | right):
            continue
        leftmost = 2 * lowest_bit(left) if left else 127
        if right:
            other = 2 * lowest_bit(right) + 1
            leftmost = other if other < leftmost else leftmost
        weight = 128 * s.weight[region][seat] - leftmost      # the further left, the better
        at = count
        while at > 0 and key[at - 1] < weight:
            key[at] = key[at - 1]
            ranked[at] = ranked[at - 1]
            at -= 1
        key[at] = weight
        ranked[at] = seat
        count += 1
    return count


cdef inline int pieces_in(const StauferContext *c, const StauferState *s, int seat, int region) noexcept nogil:
    """Own pieces on the offices of a region, nobles counting 1."""
    cdef uint32_t offices = c.region_offices[region]
    return bit_count(s.own[seat][0] & offices | <uint64_t>(s.own[seat][1] & offices) << 32)
