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


cdef inline uint64_t _lanes(const Holding *holding, int noble) noexcept nogil:
    """Envoys or nobles in the payment areas of the first four ring positions, 16 bits each."""
    cdef uint64_t areas
    memcpy(&areas, holding.paid, 8)
    return areas >> 8 * noble & <uint64_t>0x00ff00ff00ff00ff


cdef inline uint64_t _last_lanes(const Holding *holding, int noble) noexcept nogil:
    """The same for the last two."""
    cdef uint32_t areas
    memcpy(&areas, &holding.paid[4], 4)
    return areas >> 8 * noble & 0x00ff00ff


cdef inline uint64_t _squeeze(uint64_t lanes) noexcept nogil:
    """A bit for each lane that is not empty."""
    lanes = (lanes + <uint64_t>0x7fff7fff7fff7fff) >> 15 & <uint64_t>0x0001000100010001
    return lanes * <uint64_t>0x0001000200040008 >> 48 & 15


cdef inline uint32_t areas_with(const Holding *holding, int noble) noexcept nogil:
    """Ring positions whose payment areas hold envoys, or nobles, of a seat; all at once, as bits."""
    return <uint32_t>(_squeeze(_lanes(holding, noble)) | _squeeze(_last_lanes(holding, noble)) << 4)


cdef inline bint envoys_away(const Holding *holding) noexcept nogil:
    """Whether a seat has envoys in any payment area."""
    return (_lanes(holding, 0) | _last_lanes(holding, 0)) != 0


cdef inline int movement_slots(const StauferContext *c, const Holding *holding, int steps) noexcept nogil:
    """S-4.4.2: pieces a movement costs without a chest. They are always the last regions of the way."""
    return c.movement[way_index(holding)][steps]


cdef inline int placement_cost(const StauferContext *c, const Holding *holding, int office) noexcept nogil:
    """S-4.4.3, without a chest."""
    return c.cost[price_index(holding)][c.office_cost[office]]


cdef inline uint32_t free_offices(const StauferState *s, const Holding *holding) noexcept nogil:
    """S-4.4.1: offices that are available to a seat."""
    return ~taken(s, owns(holding, SHARED_OFFICE))


cdef inline int _either(int index, bint chest, int with_chest) noexcept nogil:
    """The index of a table, or another one with a chest: without a branch that nobody can foresee."""
    return index & chest - 1 | with_chest * chest


cdef inline uint32_t payable_offices(
    const StauferContext *c, const StauferState *s, const Holding *holding, int more_envoys
) noexcept nogil:
    """S-4.4.9: available offices that can be paid with the court, more envoys and any chests the seat owns."""
    cdef int pieces = holding.court.envoys + holding.court.nobles + more_envoys
    cdef bint noble = holding.court.nobles > 0
    cdef const u8 *movement = c.movement[_either(way_index(holding), owned(holding, NO_MOVEMENT) > 0, FREE_WAY)]
    cdef const u8 *reach = c.reach[_either(price_index(holding), owned(holding, CHEAP_OFFICE) > 0, LEAST_PRICE)]
    cdef int position, left
    cdef uint32_t found = 0
    movement += REGIONS - s.king        # steps go around twice, see StauferContext
    for position in range(REGIONS):
        left = pieces - movement[position]
        left = left if left > 0 else 0      # pays nothing
        found |= c.within[noble][s.ring[position]][reach[left]]
    return found & free_offices(s, holding)


cdef inline uint32_t some(uint64_t counts) noexcept nogil:
    """A bit for each of eight bytes below 128 that is not zero."""
    return <uint32_t>(((counts + 127 * EACH) >> 7 & EACH) * <uint64_t>0x0102040810204080 >> 56)


cdef inline int stronger(const StauferState *s, int region, int weight) noexcept nogil:
    """Seats with more weight in a region than this, compared all at once: their bytes of the sum reach 128."""
    cdef uint64_t row
    memcpy(&row, s.weight[region], ROW)
    row += <uint64_t>(127 - weight) * EACH
    return <int>(((row >> 7) & EACH) * EACH >> 56)


cdef inline int _first_office(uint32_t offices) noexcept nogil:
    """The leftmost one, or a number beyond all."""
    return lowest_bit(offices | <uint64_t>1 << 62)


cdef inline int rank_region(const StauferContext *c, const StauferState *s, int region, int *ranked) noexcept nogil:
    """S-4.6.5: writes the seats present in a region, first to last, and returns their number."""
    cdef uint32_t offices = c.region_offices[region]
    cdef int key[MAX_SEATS]
    cdef int seat, other, rank, count = 0
    for seat in range(c.seats):             # weight, then the further left, the better
        key[seat] = 128 * s.weight[region][seat] - min(
            2 * _first_office(s.own[seat][0] & offices), 2 * _first_office(s.own[seat][1] & offices) + 1
        )
        count += s.weight[region][seat] > 0
    for seat in range(c.seats):
        rank = 0
        for other in range(c.seats):
            rank += key[other] > key[seat]
        ranked[rank] = seat                 # those who are absent come last, and all on one place
    return count


cdef inline int pieces_in(const StauferContext *c, const StauferState *s, int seat, int region) noexcept nogil:
    """Own pieces on the offices of a region, nobles counting 1."""
    cdef uint32_t offices = c.region_offices[region]
    return bit_count(s.own[seat][0] & offices | <uint64_t>(s.own[seat][1] & offices) << 32)
