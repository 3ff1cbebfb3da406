"""What a learned evaluation looks at in Kingsburg."""

from libc.stdint cimport uint32_t

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.kingsburg.policy_worth cimport aim, seasons_left, threat_of, worths_of
from eminence.cext.games.kingsburg.rules_common cimport plane, total_of
from eminence.cext.games.kingsburg.state cimport (
    COLUMNS, GOLD, ROWS, SOLDIER, STONE, TOKEN, VP, WOOD, KingsburgContext, KingsburgState,
)

cdef float SENT = 3.5       # the King's soldiers: half of one to six
cdef float SAFE = 4


cdef inline void _look_at_seat(
    const KingsburgContext *c, const KingsburgState *s, int seat, float *column
) noexcept nogil:
    cdef uint32_t rest = s.built[seat]
    cdef float guard = 0, strength
    cdef double brought = 0
    cdef int cell, row, goal, left = seasons_left(s)
    for row in range(ROWS):
        column[(ROW_A + row) * MAX_SEATS] = bit_count(rest >> COLUMNS * row & (1 << COLUMNS) - 1)
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        guard += c.guard[plane(s, seat, cell)][cell]
        brought += worths_of(c).kept[left][plane(s, seat, cell)][cell]
    strength = s.own[seat][SOLDIER] + guard + SENT - threat_of(c, s, seat)
    column[POINTS * MAX_SEATS] = s.own[seat][VP]
    column[GOLD_PIECES * MAX_SEATS] = s.own[seat][GOLD]
    column[WOOD_PIECES * MAX_SEATS] = s.own[seat][WOOD]
    column[STONE_PIECES * MAX_SEATS] = s.own[seat][STONE]
    column[SOLDIERS * MAX_SEATS] = s.own[seat][SOLDIER]
    column[TOKENS * MAX_SEATS] = s.own[seat][TOKEN]
    column[ENVOY * MAX_SEATS] = s.envoy == seat + 1
    column[DICE_PIPS * MAX_SEATS] = total_of(s, seat)
    column[TO_BRING * MAX_SEATS] = <float>brought
    column[GOODS_SHORT * MAX_SEATS] = bit_count(aim(c, s, seat, &goal))
    column[GUARD * MAX_SEATS] = guard
    column[LACK * MAX_SEATS] = max(-strength, <float>0)
    column[CUSHION * MAX_SEATS] = max(min(strength, SAFE), <float>0)


cdef int traits(const void *context, const void *state, float *columns) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef int i
    for i in range(c.seats):
        _look_at_seat(c, s, i, columns + i)
        columns[TURN_PLACE * MAX_SEATS + s.order[i]] = i
    return 4 * (s.year // 2) + s.season
