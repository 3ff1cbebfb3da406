"""The tables of policy_worth.pxd, made once for a game."""

from eminence.cext.games.kingsburg.rules_common cimport LANE_TOPS
from eminence.cext.games.kingsburg.state cimport CELLS, FACTORS, KingsburgContext


cdef void _appraise_buildings(const KingsburgContext *c, Worths *worths) noexcept nogil:
    cdef int left, years, row, cell
    cdef float value
    for left in range(SEASONS_ALL):
        years = 1 + left / 3
        for row in range(2):
            for cell in range(CELLS):
                value = c.base[row][cell] + WORTH * c.worth[row][cell] * left + GUARD_WORTH * c.guard[row][cell] * years
                worths.value[left][cell][row] = value
                worths.goals[left][cell][row].value = parts(value)
                worths.goals[left][cell][row].price = c.lanes[cell][row] | LANE_TOPS
                worths.kept[left][row][cell] = c.worth[row][cell] * left + 0.85 * c.guard[row][cell] * years


cdef void _appraise_helps(const KingsburgContext *c, Worths *worths) noexcept nogil:
    cdef float weight[FACTORS]
    cdef float value
    cdef int last, battle, needs, tile, factor, a
    for last in range(2):
        for battle in range(BATTLES):
            weigh_rest(battle, weight)
            for needs in range(NEEDS):
                weigh_goods(needs, last, weight)
                for tile in range(2):
                    for a in range(VALUES):
                        value = 0
                        for factor in range(FACTORS):
                            value += c.advice[tile][factor][a] * weight[factor]
                        worths.help[last][battle][tile][needs][a] = parts(value)


cdef void appraise(KingsburgTable *table) noexcept nogil:
    _appraise_buildings(&table.context, &table.worths)
    _appraise_helps(&table.context, &table.worths)
