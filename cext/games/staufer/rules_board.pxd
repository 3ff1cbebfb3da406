"""Small questions about the table that every part of the rules asks."""

from libc.stdint cimport uint32_t

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.staufer.state cimport (
    CHEAP_OFFICE, FIXED_COST, FREE_WAY, LEAST_PRICE, NO_MOVEMENT, REGIONS, SHARED_OFFICE, SHORT_WAY, Holding,
    StauferContext, StauferState,
)

cdef extern from *:
    """
    static inline int staufer_length(unsigned x) { return x ? (35 - __builtin_clz(x)) / 4 : 0; }
    """
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


cdef inline int around(int position) noexcept nogil:
    """A ring position, of a number below twice the regions."""
    return position - REGIONS if position >= REGIONS else position


cdef inline int distance(int start, int position) noexcept nogil:
    """Clockwise steps from one ring position to another: their difference around the ring."""
    return position - start if position >= start else position - start + REGIONS


cdef inline uint32_t taken(const StauferContext *c, const StauferState *s, int slot) noexcept nogil:
    """Offices with anybody's piece in this slot."""
    cdef uint32_t mask = 0
    cdef int seat
    for seat in range(c.seats):
        mask |= s.own[seat][slot]
    return mask


cdef inline int way_index(const Holding *holding) noexcept nogil:
    """Privileges SHORT_WAY, FREE_START and FREE_NEIGHBOURS as bits."""
    return (holding.privileges >> (SHORT_WAY - 1)) & 7


cdef inline int price_index(const Holding *holding) noexcept nogil:
    """Privileges FIXED_COST and LOWER_COST as bits."""
    return (holding.privileges >> (FIXED_COST - 1)) & 3


cdef inline int movement_slots(const StauferContext *c, const Holding *holding, int steps) noexcept nogil:
    """S-4.4.2: pieces a movement of so many steps costs without a chest. They are always the last regions of the way."""
    return c.movement[way_index(holding)][steps]


cdef inline int placement_cost(const StauferContext *c, const Holding *holding, int office) noexcept nogil:
    """S-4.4.3, without a chest."""
    return c.cost[price_index(holding)][c.office_cost[office]]


cdef inline uint32_t free_offices(const StauferContext *c, const StauferState *s, const Holding *holding) noexcept nogil:
    """S-4.4.1: offices that are available to a seat."""
    return ~taken(c, s, owns(holding, SHARED_OFFICE))


cdef inline uint32_t payable_offices(
    const StauferContext *c, const StauferState *s, const Holding *holding, int more_envoys
) noexcept nogil:
    """S-4.4.9: available offices that can be paid with the court, more envoys and any chests the seat owns."""
    cdef int pieces = holding.court.envoys + holding.court.nobles + more_envoys
    cdef int noble = 1 if holding.court.nobles else 0
    cdef int way = FREE_WAY if owned(holding, NO_MOVEMENT) else way_index(holding)
    cdef int price = LEAST_PRICE if owned(holding, CHEAP_OFFICE) else price_index(holding)
    cdef int steps, left, position = s.king
    cdef uint32_t mask = 0
    for steps in range(REGIONS):
        left = pieces - c.movement[way][steps]
        if left > 0:
            mask |= c.within[noble][s.ring[position]][c.reach[price][left]]
        position = position + 1 if position < REGIONS - 1 else 0
    return mask & free_offices(c, s, holding)


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
        weight = (
            bit_count(left) + bit_count(right) + bit_count(left & s.noble[0]) + bit_count(right & s.noble[1])
        )
        leftmost = 127
        if left:
            leftmost = 2 * lowest_bit(left)
        if right:
            other = 2 * lowest_bit(right) + 1
            leftmost = other if other < leftmost else leftmost
        weight = 128 * weight - leftmost    # the further left, the better
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
    return bit_count(s.own[seat][0] & offices) + bit_count(s.own[seat][1] & offices)
