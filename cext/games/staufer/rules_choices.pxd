"""What the actor may choose from, for those choices that take some working out."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from eminence.cext.games.staufer.rules_board cimport (
    distance, envoys_away, movement_slots, owned, payable_offices, placement_cost, some,
)
from eminence.cext.games.staufer.state cimport (
    CHEAP_OFFICE, FIRST, FIRST_SPACE, NO_MOVEMENT, OTHER_SUPPLY, PLACE, PRIVILEGES, SAVE_COST, SAVE_MOVEMENT,
    VIOLET, Holding, Pieces, StauferContext, StauferState,
)


cdef inline bint track_envoy(const StauferContext *c, const StauferState *s, const Holding *holding) noexcept nogil:
    """S-4.2.4: whether the next space of the placement track brings the seat an envoy."""
    return (s.placed < c.envoy_spaces) & ((holding.province.envoys > 0) | envoys_away(holding))


cdef inline int actions(const StauferContext *c, const StauferState *s) noexcept nogil:
    """S-4.2.2: the legal ones of the four sets of Action, as bits."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef bint first = owned(holding, FIRST_SPACE) > 0
    cdef bint envoy = track_envoy(c, s, holding)
    cdef int legal = 1 | first << FIRST
    if payable_offices(c, s, holding, envoy):
        legal |= 1 << PLACE
        if first and (not envoy or payable_offices(c, s, holding, 0)):
            legal |= 1 << (PLACE | FIRST)
    return legal


cdef inline bint only_supply(const StauferContext *c, const StauferState *s) noexcept nogil:
    """S-4.9.1: whether nothing but a plain supply action is legal."""
    cdef const Holding *holding = &s.holding[s.actor]
    return not owned(holding, FIRST_SPACE) and not payable_offices(c, s, holding, track_envoy(c, s, holding))


cdef inline void payable_nobles(const StauferState *s, int *least, int *most) noexcept nogil:
    """N8: nobles that may be among the pieces for the next region: as many as needed, as many as there are."""
    cdef const Pieces *court = &s.holding[s.actor].court
    cdef int slots = 2 if s.pay_double else 1
    least[0] = slots - court.envoys if court.envoys < slots else 0
    most[0] = court.nobles if court.nobles < slots else slots


cdef inline int other_spaces(const StauferContext *c, const StauferState *s) noexcept nogil:
    """S-4.3.3: supply spaces whose chests the actor may take instead, as bits."""
    cdef int space, found = 0
    if owned(&s.holding[s.actor], OTHER_SUPPLY) == 0:
        return 0
    for space in range(c.spaces):
        found |= (s.supply[space] != 0) << space
    return found & ~(1 << s.space)


cdef inline uint32_t buyable(const StauferState *s) noexcept nogil:
    """S-4.1.6: kinds of privileges the actor may take for two violet chests, bit p - 1."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef uint64_t cards[2]
    if owned(holding, VIOLET) < 2:
        return 0
    memcpy(cards, s.display, PRIVILEGES)
    return (some(cards[0]) | some(cards[1]) << 8) & ~<uint32_t>holding.privileges


cdef inline int savings(const StauferContext *c, const StauferState *s) noexcept nogil:
    """S-4.4.13: sets of Saving, as bits, of which each chest saves pieces and the rest can be paid."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int pieces = holding.court.envoys + holding.court.nobles
    cdef int steps = distance(s.king, s.place[c.office_region[s.office]])
    cdef int movement = movement_slots(c, holding, steps)
    cdef int cost = placement_cost(c, holding, s.office)
    cdef bint walk = movement > 0 and owned(holding, NO_MOVEMENT) > 0
    cdef bint cheap = cost > 1 and owned(holding, CHEAP_OFFICE) > 0
    cdef int legal = 0
    if movement + cost <= pieces:
        legal |= 1
    if walk and cost <= pieces:
        legal |= 1 << SAVE_MOVEMENT
    if cheap and movement + 1 <= pieces:
        legal |= 1 << SAVE_COST
    if walk and cheap:
        legal |= 1 << (SAVE_MOVEMENT | SAVE_COST)
    return legal


cdef inline void keepable(const StauferContext *c, const StauferState *s, uint32_t *offer) noexcept nogil:
    """S-4.7.1: pieces the actor may keep in the region being cleared: left slots, right slots."""
    cdef uint32_t offices = c.region_offices[s.scored[s.scoring] - 1]
    cdef uint32_t left = s.own[s.actor][0] & offices
    cdef uint32_t right = s.own[s.actor][1] & offices
    cdef uint32_t kept_left = left & s.kept[0]
    cdef uint32_t kept_right = right & s.kept[1]
    cdef uint32_t twins = left & right & ~(s.noble[0] ^ s.noble[1])
    # Only pieces further right than the last one kept; of two alike on one office the left one first.
    offer[0] = left & ~_up_to(kept_left | kept_right)
    offer[1] = right & ~_up_to(kept_right) & ~(_up_to(kept_left) >> 1) & ~(twins & ~kept_left)


cdef inline uint32_t _up_to(uint32_t mask) noexcept nogil:
    """All bits up to the highest one of the mask."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return mask | (mask >> 16)
