"""Which jobs the others seem to play for.

Job cards are dealt by lot, but pieces are not placed by lot. The weight of a card is e to the power of what the board
says for it; a deal of a category weighs the product of its cards. Regions are dealt evenly. All of it follows from the
table as everybody sees it. The figures were fitted to games of `mcts` against itself (docs/rules/staufer.md, section 11).
"""

from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.weights cimport soften
from eminence.cext.games.staufer.rules_board cimport job_card, leaving_regions
from eminence.cext.games.staufer.rules_jobs cimport job_points
from eminence.cext.games.staufer.state cimport MEMBERS, PART_PATTERN, PART_REGION, REGIONS, ROUNDS, ROW, SLOTS

# Weight at the end of the game, in logarithms. Before it is less, by a power of the part of the game that is over.
cdef float PATTERN_POINT = 0.11     # of each point of a pattern job, fourth power
cdef float OFFICES_POINT = 0.24     # of each point of an offices job beyond what it brings anybody, first power
# What that is for each piece that stays, compared with the cards of one cost.
cdef float[CARDS] USUAL = [0, 0, 0, 1.5, 1.25, 0.8]
cdef float LEAST = 0.02             # no card weighs less, compared with the likeliest
cdef float IMPOSSIBLE = -1000       # one's own card


cdef void _only_staying(const StauferContext *c, StauferState *s) noexcept nogil:
    """Takes those pieces off the board that will not be there at the end, as far as the known tiles say."""
    cdef int region, seat, slot, leaving = leaving_regions(s)
    for region in range(REGIONS):
        if leaving >> region & 1:
            memset(s.weight[region], 0, ROW)
            for seat in range(c.seats):
                for slot in range(SLOTS):
                    s.own[seat][slot] &= ~c.region_offices[region]


cdef float _evidence(
    const StauferContext *c, StauferState *s, int seat, int category, int card, float over
) noexcept nogil:
    """What the pieces that stay say for a card, with the part of the game that is over."""
    cdef float points
    if category == PART_REGION:     # likelier by where pieces stand, but a search that believes it is weaker
        return 0
    s.jobs[seat][category] = 1 + card
    points = job_points(c, s, seat, category)
    if category == PART_PATTERN:
        return over * over * over * over * PATTERN_POINT * points
    return over * OFFICES_POINT * (points - USUAL[card] * (bit_count(s.own[seat][0]) + bit_count(s.own[seat][1])))


cdef void weigh_jobs(const StauferContext *c, const StauferState *view, int seat, Beliefs *beliefs) noexcept nogil:
    cdef StauferState s = view[0]
    cdef float over = (s.round + 1 - <float>s.waiting / (MEMBERS * c.seats)) / ROUNDS
    cdef int other, category, card
    cdef float *weight
    memset(beliefs, 0, sizeof(Beliefs))
    _only_staying(c, &s)
    for other in range(c.seats):
        if other == seat:
            continue
        for category in range(CATEGORIES):
            weight = beliefs.weight[other][category]
            for card in range(CARDS):
                weight[card] = _evidence(c, &s, other, category, card, over)
            weight[job_card(view, seat, category)] = IMPOSSIBLE
            soften(weight, CARDS, 1, LEAST)
            weight[job_card(view, seat, category)] = 0


cdef float _fill(
    Tables *tables, const Beliefs *beliefs, int seat, int seats, int category, int number, int gone
) noexcept nogil:
    """Weight of all deals to the other seats from this number on; writes down how it is made up."""
    cdef uint32_t *bound
    cdef float[CARDS] weight
    cdef float total = 0, sum = 0
    cdef int card, other = number + (number >= seat)
    if number == seats - 1:
        return 1
    for card in range(CARDS):
        weight[card] = 0
        if not gone >> card & 1:
            weight[card] = beliefs.weight[other][category][card]
            weight[card] *= _fill(tables, beliefs, seat, seats, category, number + 1, gone | 1 << card)
        total += weight[card]
    bound = tables.bound[category][number][gone]
    for card in range(CARDS - 1):
        sum += weight[card]
        bound[card] = <uint32_t>(sum / <double>total * (<uint32_t>1 << BITS))
    return total


cdef void fill_tables(const StauferContext *c, const StauferState *view, int seat, Tables *tables) noexcept nogil:
    cdef Beliefs beliefs
    cdef int category
    weigh_jobs(c, view, seat, &beliefs)
    for category in range(CATEGORIES):
        _fill(tables, &beliefs, seat, c.seats, category, 0, 1 << job_card(view, seat, category))
