"""Small questions and steps that every part of the rules needs."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.games.kingsburg.state cimport (
    ADVISORS, BUILD_COST, CELLS, COLOURED, COPY, DICE, GOLD, GOODS, HELP_BONUS, KINDS, NEUTRAL, PLACEMENT_SHIFT, POINT,
    ROWS, SOLDIER, STONE, TOKEN, TOKEN_BONUS, WOOD, Effect, Help, KingsburgContext, KingsburgState,
)
from eminence.cext.core.types cimport u8

cdef extern from *:
    """
    #define LANE_TOPS 0x8000800080008000ULL
    """
    const uint64_t LANE_TOPS


cdef inline int goods_of(const KingsburgState *s, int seat) noexcept nogil:
    """K-4.0.1: "+2" tokens are no goods."""
    return s.own[seat][GOLD] + s.own[seat][WOOD] + s.own[seat][STONE]


cdef inline void receive(const KingsburgContext *c, KingsburgState *s, int seat, const u8 *gain) noexcept nogil:
    """Part of an advisor's help for the owner of the dice; K-2.3.E2: with soldiers in it, Stables add theirs."""
    cdef int kind, i
    for kind in range(KINDS):
        s.own[seat][kind] += gain[kind]
    if gain[SOLDIER] and s.built[seat] & c.hooked[HELP_BONUS]:
        for i in range(c.first[HELP_BONUS], c.first[HELP_BONUS + 1]):
            if s.built[seat] & c.effects[i].cell:
                for kind in range(KINDS):
                    s.own[seat][kind] += c.effects[i].gain[kind]


cdef inline void grant(KingsburgState *s, int seat, const Effect *effect) noexcept nogil:
    """What an effect gives its owner."""
    cdef int kind
    for kind in range(KINDS):
        s.own[seat][kind] += effect.gain[kind]


cdef inline bint works(const KingsburgState *s, int seat, const Effect *effect) noexcept nogil:
    """Whether the seat has the building and the effect works in this season."""
    if not s.built[seat] & effect.cell:
        return False
    return (effect.seasons >> s.season) & 1 or (s.built[seat] & effect.also and (effect.also_seasons >> s.season) & 1)


cdef inline uint32_t next_of_rows(uint32_t built) noexcept nogil:
    """Bit per building whose left neighbours all stand; K-9.1: a row is filled from the left."""
    return ((built << 1) & 0xeeeeeee | 0x1111111) & ~built


cdef inline int price(const KingsburgContext *c, uint32_t built, int cell, int good) noexcept nogil:
    """Goods of one kind a building costs after automatic discounts; K-4.0.8: never below 0."""
    cdef uint32_t discounts = built & c.hooked[BUILD_COST]
    cdef int i, cost = c.cost[cell][good]
    if discounts == 0:
        return cost
    if discounts == c.hooked[BUILD_COST]:
        return c.low_cost[cell][good]
    for i in range(c.first[BUILD_COST], c.first[BUILD_COST + 1]):
        if built & c.effects[i].cell and c.effects[i].low <= (cell & 3) + 1 <= c.effects[i].high:
            cost -= c.effects[i].gain[good]
    return cost if cost > 0 else 0


cdef inline bint _affordable(
    const KingsburgContext *c, const KingsburgState *s, int seat, int cell, uint64_t purse
) noexcept nogil:
    cdef uint32_t discounts = s.built[seat] & c.hooked[BUILD_COST]
    cdef int good
    # The top bit of each lane survives the subtraction unless that good falls short.
    if discounts == 0:
        return ((purse | LANE_TOPS) - c.lanes[cell]) & LANE_TOPS == LANE_TOPS
    if discounts == c.hooked[BUILD_COST]:
        return ((purse | LANE_TOPS) - c.low_lanes[cell]) & LANE_TOPS == LANE_TOPS
    for good in range(GOODS):
        if s.own[seat][good] < price(c, s.built[seat], cell, good):
            return False
    return True


cdef inline uint32_t buildable(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.7.1: bit per building the seat may build and pay for now."""
    cdef uint32_t cells = 0, next_cells = next_of_rows(s.built[seat]) & c.cells
    cdef uint64_t purse = 0
    cdef int cell
    memcpy(&purse, s.own[seat], sizeof(purse))
    while next_cells:
        cell = lowest_bit(next_cells)
        next_cells &= next_cells - 1
        if _affordable(c, s, seat, cell, purse):
            cells |= <uint32_t>1 << cell
    return cells


cdef inline int shift_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.5.3: how far beside its sum a placement may aim; 0 without an unused Market."""
    cdef int i
    if s.built[seat] & c.hooked[PLACEMENT_SHIFT] and not (s.market_used >> seat) & 1:
        for i in range(c.first[PLACEMENT_SHIFT], c.first[PLACEMENT_SHIFT + 1]):
            if s.built[seat] & c.effects[i].cell:
                return c.effects[i].amount
    return 0


cdef inline bint has_token(const KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.5.2: one "+2" a season for placements."""
    return s.own[seat][TOKEN] > 0 and not (s.token_used >> seat) & 1


cdef inline uint32_t reachable(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.5: bit per advisor that some legal group of the seat's dice reaches. Bit n of `sums`: a group makes n."""
    cdef uint64_t sums = 1
    cdef int slot, shift
    for slot in range(COLOURED):
        sums |= sums << s.dice[seat][slot]
    sums &= ~<uint64_t>1                    # K-4.3.5.5: at least one coloured die
    for slot in range(COLOURED, DICE):
        if s.dice[seat][slot] == 0:
            break
        sums |= sums << s.dice[seat][slot]
    if has_token(s, seat):
        sums |= sums << TOKEN_BONUS
    shift = shift_of(c, s, seat)
    if shift:
        sums |= sums << shift | sums >> shift
    sums &= 0x7fffe                         # advisors 1 to 18
    if s.envoy != seat + 1:
        sums &= ~<uint64_t>s.influenced     # K-4.3.5.4
    return <uint32_t>sums


cdef inline int total_of(const KingsburgState *s, int seat) noexcept nogil:
    """All dice of a seat, white ones included."""
    cdef int slot, total = 0
    for slot in range(DICE):
        total += s.dice[seat][slot]
    return total


cdef inline void sort_dice(u8 *dice, int count) noexcept nogil:
    """Ascending, zeros last."""
    cdef int i, j
    cdef u8 die
    for i in range(1, count):
        die = dice[i]
        j = i
        while die and j > 0 and (dice[j - 1] == 0 or dice[j - 1] > die):
            dice[j] = dice[j - 1]
            dice[j - 1] = 0
            j -= 1
        dice[j] = die


cdef inline const Help *help_of(const KingsburgContext *c, const KingsburgState *s, int advisor) noexcept nogil:
    """The help an advisor gives now: its whim tile's or its own; K-2.9.1: or that of the lowest one left alone."""
    cdef const Help *help = &c.whim[advisor] if (s.whims >> advisor) & 1 else &c.advisor[advisor]
    if help.kind == COPY:
        advisor = lowest_bit(~s.influenced & 0x7fffe)
        help = &c.whim[advisor] if (s.whims >> advisor) & 1 else &c.advisor[advisor]
    return help
