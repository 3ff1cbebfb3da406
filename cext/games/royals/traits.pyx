"""What evaluations look at in Royals: the estimate, and what is learned on top of it."""

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.royals.rules_legal cimport houses_taken, titles_held
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, INTRIGUE, PERIODS, TITLES, RoyalsContext, RoyalsState,
)


cdef void _look_at_countries(const RoyalsContext *c, const RoyalsState *s, float *columns) noexcept nogil:
    """Shares of the period markers still to come: first and second places drawn by the square of the influence."""
    cdef float weight[MAX_SEATS]
    cdef float total, seconds, first, second, points
    cdef int country, seat, period
    for country in range(COUNTRIES):
        total = seconds = 0
        for seat in range(c.seats):
            weight[seat] = (<float>0.5 + s.influence[seat][country]) ** 2
            total += weight[seat]
        for seat in range(c.seats):
            seconds += weight[seat] / (total - weight[seat])
        for seat in range(c.seats):
            first = weight[seat] / total
            second = first * (seconds - weight[seat] / (total - weight[seat]))
            for period in range(s.period, PERIODS):
                points = first * c.period_points[period][country][0] + second * c.period_points[period][country][1]
                columns[(NEXT_SCORING if period == s.period else LATER_SCORINGS) * MAX_SEATS + seat] += points


cdef void _look_at_titles(const RoyalsContext *c, const RoyalsState *s, float *columns) noexcept nogil:
    """Shares of the title markers, by the fourth power of the cubes; and how near the Noble House marker is."""
    cdef float weight[MAX_SEATS]
    cdef float total
    cdef int title, seat, taken = houses_taken(c, s)
    for title in range(TITLES):
        total = 0
        for seat in range(c.seats):
            weight[seat] = (<float>0.5 + s.title_cubes[seat][title]) ** 2
            weight[seat] *= weight[seat]
            total += weight[seat]
        for seat in range(c.seats):
            columns[TITLE_SHARES * MAX_SEATS + seat] += c.title_points[title][0] * weight[seat] / total
    for seat in range(c.seats):
        if not s.house[seat] and taken < c.house_count:
            columns[HOUSE_PROGRESS * MAX_SEATS + seat] = (
                c.house[taken] * (<float>titles_held(s, seat) / TITLES) ** 2
            )


cdef float _country_progress(const RoyalsContext *c, const RoyalsState *s, int seat) noexcept nogil:
    """Points of the Country markers that may still be won, by the square of the part that is done."""
    cdef float done, points = 0
    cdef int country
    for country in range(COUNTRIES):
        if s.country_taken[country] < 2 and not s.country_marker[seat][country]:
            done = (<float>bit_count(c.country_cities[country] & s.present[seat])
                    / bit_count(c.country_cities[country]))
            points += done * done * c.country_points[country][s.country_taken[country]]
    return points


cdef int traits(const void *context, const void *state, float *columns) noexcept nogil:
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef int seat, country
    for seat in range(c.seats):
        columns[POINTS * MAX_SEATS + seat] = s.score[seat]
        columns[CARDS * MAX_SEATS + seat] = s.hand_size[COUNTRY][seat]
        columns[INTRIGUES * MAX_SEATS + seat] = s.hand_size[INTRIGUE][seat]
        columns[PLACED * MAX_SEATS + seat] = s.placements[seat] if c.strict else 0
        columns[COUNTRY_PROGRESS * MAX_SEATS + seat] = _country_progress(c, s, seat)
        columns[TURN_PLACE * MAX_SEATS + seat] = (seat - s.active + c.seats) % c.seats
        for country in range(COUNTRIES):
            columns[ALIKE * MAX_SEATS + seat] += s.hand[seat][country] * s.hand[seat][country]
    _look_at_countries(c, s, columns)
    _look_at_titles(c, s, columns)
    return 2 * s.period + (part_left(c, s) <= <float>0.5)
