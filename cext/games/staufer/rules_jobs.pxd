"""Final scoring (section 5): job cards and chests."""

from libc.stdint cimport uint32_t, uint64_t

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport u8
from eminence.cext.games.staufer.rules_board cimport EACH, job_card, owned, pieces_in, rank_region
from eminence.cext.games.staufer.state cimport (
    BROWN, BY_COUNT, BY_PAIRS, KINDS, PARTS, PART_BROWN, PART_PATTERN, PART_REGION, PIECES, REGIONS,
    StauferContext, StauferState,
)

cdef struct Packing:
    # Search for the largest number of disjoint realisations of a pattern.
    const u8 *sets                  # ring positions as bits, `count` of them
    int count
    int size
    uint64_t free                   # pieces not yet used, a byte for each ring position
    int best


cdef inline int _region_points(const StauferContext *c, const StauferState *s, int seat, int region) noexcept nogil:
    """S-5.3."""
    cdef int ranked[MAX_SEATS]
    cdef int rank, count = rank_region(c, s, region, ranked)
    for rank in range(2 if count > 2 else count):
        if ranked[rank] == seat:
            return c.region_job[rank]
    return 0


cdef inline uint64_t _spread(uint64_t bits) noexcept nogil:
    """A byte of 1 for each bit that is set."""
    return (((bits * EACH & <uint64_t>0x8040201008040201) + 127 * EACH) >> 7) & EACH


cdef inline void _pack(Packing *p, int at, int done, int left) noexcept nogil:
    """Tries every number of uses of set `at`, most first; `left` pieces are free."""
    cdef int uses, free
    cdef uint32_t rest = p.sets[at]
    cdef uint64_t positions = _spread(rest)
    cdef int most = PIECES
    while rest:
        free = p.free >> 8 * lowest_bit(rest) & 255
        rest &= rest - 1
        most = free if free < most else most
    p.free -= most * positions
    for uses in range(most, -1, -1):
        if done + uses > p.best:
            p.best = done + uses
        if at + 1 == p.count or left < (p.best - done + 1) * p.size:    # nothing better is to be had
            p.free += uses * positions
            return
        _pack(p, at + 1, done + uses, left - uses * p.size)
        if uses:
            p.free += positions


cdef inline int _pattern_points(const StauferContext *c, const StauferState *s, int seat, int card) noexcept nogil:
    """S-5.4: a maximum matching, found by trying all of the few possibilities that can still be better."""
    cdef Packing p
    cdef int position, pieces, total = 0
    p.sets = c.patterns[card]
    p.count = c.pattern_count[card]
    p.size = c.pattern_size[card]
    p.free = 0
    p.best = 0
    for position in range(REGIONS):
        pieces = pieces_in(c, s, seat, s.ring[position])
        p.free |= <uint64_t>pieces << 8 * position
        total += pieces
    _pack(&p, 0, 0, total)
    return p.best * c.pattern_points[card]


cdef inline int _office_points(const StauferContext *c, const StauferState *s, int seat, int card) noexcept nogil:
    """S-5.5 to S-5.8."""
    cdef uint64_t own = s.own[seat][0] | <uint64_t>s.own[seat][1] << 32
    cdef uint32_t costs = c.office_job_costs[card]
    cdef int pieces, total = 0, fewest = PIECES, pairs = 0
    while costs:
        pieces = bit_count(own & c.cost_offices[lowest_bit(costs)] * <uint64_t>0x100000001)
        costs &= costs - 1
        total += pieces
        pairs += pieces // 2
        fewest = pieces if pieces < fewest else fewest
    if c.office_job[card] == BY_COUNT:
        return c.office_job_points[card][total]
    return c.office_job_points[card][pairs if c.office_job[card] == BY_PAIRS else fewest]


cdef inline int job_points(const StauferContext *c, const StauferState *s, int seat, int category) noexcept nogil:
    """What a job card would score now; 0 for an unknown one."""
    cdef int card = job_card(s, seat, category)
    if card < 0:
        return 0
    if category == PART_REGION:
        return _region_points(c, s, seat, card)
    if category == PART_PATTERN:
        return _pattern_points(c, s, seat, card)
    return _office_points(c, s, seat, card)


cdef inline int chest_points(const StauferContext *c, const StauferState *s, int seat, int part) noexcept nogil:
    """S-5.9 and S-5.10."""
    cdef int kind, brown = owned(&s.holding[seat], BROWN), points = 0
    if part == PART_BROWN:
        return brown // c.series_length * c.series_points[c.series_length] + c.series_points[brown % c.series_length]
    for kind in range(KINDS):
        points += s.holding[seat].chests[kind] * c.end_points[kind]
    return points


cdef inline int final_points(const StauferContext *c, const StauferState *s, int seat, int *parts) noexcept nogil:
    """Points of one seat for jobs and chests, also one by one if `parts` is given."""
    cdef int part, points, total = 0
    for part in range(PARTS):
        points = job_points(c, s, seat, part) if part < PART_BROWN else chest_points(c, s, seat, part)
        total += points
        if parts != NULL:
            parts[part] = points
    return total
