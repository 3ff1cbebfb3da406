"""What a learned evaluation looks at in The Staufer Dynasty."""

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.staufer.rules_board cimport around, leaving_regions, owned, stronger
from eminence.cext.games.staufer.rules_jobs cimport chest_points, job_points
from eminence.cext.games.staufer.state cimport (
    CATEGORIES, FIRST_SPACE, KEEP_PIECE, KINGS_REGION, MEMBERS, PART_BROWN, PART_CHESTS, RANKS, REGIONS, ROUNDS, VIOLET,
    Holding, StauferContext, StauferState,
)


cdef inline void _look_at_holding(
    const StauferContext *c, const StauferState *s, int seat, float *column
) noexcept nogil:
    cdef const Holding *holding = &s.holding[seat]
    cdef int position, category, kind, paid = 0, jobs = 0, place = 0
    for position in range(REGIONS):
        paid += holding.paid[position].envoys + holding.paid[position].nobles
    for category in range(CATEGORIES):
        jobs += job_points(c, s, seat, category)
    for position in range(s.waiting):
        if s.order[position] == seat:
            place += position
    column[POINTS * MAX_SEATS] = holding.points
    column[ENVOYS * MAX_SEATS] = holding.court.envoys
    column[NOBLES * MAX_SEATS] = holding.court.nobles
    column[PAID * MAX_SEATS] = paid
    column[OFFICES * MAX_SEATS] = bit_count(s.own[seat][0]) + bit_count(s.own[seat][1])
    column[TURN_PLACE * MAX_SEATS] = <float>place / (MEMBERS * MEMBERS * c.seats)
    column[JOB_POINTS * MAX_SEATS] = jobs
    column[SERIES_POINTS * MAX_SEATS] = chest_points(c, s, seat, PART_BROWN)
    column[CHEST_POINTS * MAX_SEATS] = chest_points(c, s, seat, PART_CHESTS)
    column[VIOLET_CHESTS * MAX_SEATS] = owned(holding, VIOLET)
    for kind in range(FIRST_SPACE, KEEP_PIECE + 1):
        column[(FIRST_CHESTS + kind - FIRST_SPACE) * MAX_SEATS] = owned(holding, kind)
    column[PRIVILEGES * MAX_SEATS] = bit_count(holding.privileges)


cdef inline void _look_at_region(
    const StauferContext *c, const StauferState *s, int region, int points, int leads, float *columns
) noexcept nogil:
    """A region that is scored, by the present ranks."""
    cdef int seat, rank
    for seat in range(c.seats):
        if s.weight[region][seat]:
            rank = stronger(s, region, s.weight[region][seat])
            columns[leads * MAX_SEATS + seat] += rank == 0
            if rank < RANKS:
                columns[points * MAX_SEATS + seat] += c.tile_points[s.tile[region]][rank]


cdef int traits(const void *context, const void *state, float *columns) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef int seat, row, king = s.king, region, leaving = leaving_regions(s), points = TILE_POINTS_NOW, leads = LEADS_NOW
    for seat in range(c.seats):
        _look_at_holding(c, s, seat, columns + seat)
        for region in range(REGIONS):
            if s.weight[region][seat] and not leaving >> region & 1:
                columns[REGIONS_TO_STAY * MAX_SEATS + seat] += 1
    for row in range(s.round, min(s.round + 2, <int>ROUNDS)):
        _look_at_region(c, s, s.row_region[row], points, leads, columns)
        if s.row_second[row] == KINGS_REGION:
            _look_at_region(c, s, s.ring[king], points, leads, columns)
        king = around(king + s.row_steps[row])
        points, leads = TILE_POINTS_NEXT, LEADS_NEXT
    return s.round
