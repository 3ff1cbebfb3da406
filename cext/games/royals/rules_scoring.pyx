"""Period scoring and title scoring (rules section 5)."""

from libc.stdint cimport uint32_t

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.games.royals.state cimport COUNTRIES, MAX_COST, TITLES, RoyalsContext, RoyalsState


cdef uint32_t standing(const RoyalsContext *c, const RoyalsState *s, int seat, int country) noexcept nogil:
    """A number that ranks the seats in a country by R-5.1.2, then by turn index (R-5.1.5); 0 without influence."""
    cdef uint32_t left = s.held[seat] & c.affordable[country][MAX_COST]
    cdef uint32_t best = 0, rank
    cdef int position, turn_index = (seat + c.seats - c.start) % c.seats
    if s.influence[seat][country] == 0:
        return 0
    while left:
        position = lowest_bit(left)
        left &= left - 1
        rank = (<uint32_t>c.position_title[position] << 8) | c.city_points[c.position_city[position]]
        best = max(best, rank)
    return (<uint32_t>s.influence[seat][country] << 16) | (best << 4) | <uint32_t>(c.seats - turn_index)


cdef void score_period(const RoyalsContext *c, RoyalsState *s) noexcept nogil:
    """First and second in every country take their markers; markers nobody earns leave the game (R-5.1)."""
    cdef uint32_t rank, first, second
    cdef int country, seat, winner, runner_up
    for country in range(COUNTRIES):
        first = second = 0
        winner = runner_up = 0
        for seat in range(c.seats):
            rank = standing(c, s, seat, country)
            if rank > first:
                second = first
                runner_up = winner
                first = rank
                winner = seat
            elif rank > second:
                second = rank
                runner_up = seat
        if first:
            s.score[winner] += c.period_points[s.period][country][0]
        if second:
            s.score[runner_up] += c.period_points[s.period][country][1]


cdef int title_owners(const RoyalsContext *c, const RoyalsState *s, int title) noexcept nogil:
    """Seats that own (a half of) a title marker at the end, one bit each (R-5.2.1)."""
    cdef int seat, most = 0, owners = 0, count = 0
    for seat in range(c.seats):
        if s.title_cubes[seat][title] > most:
            most = s.title_cubes[seat][title]
            owners = count = 0
        if most and s.title_cubes[seat][title] == most:
            owners |= 1 << seat
            count += 1
    return owners if count <= 2 else 0


cdef void score_titles(const RoyalsContext *c, RoyalsState *s) noexcept nogil:
    cdef int title, seat, owners
    for title in range(TITLES):
        owners = title_owners(c, s, title)
        for seat in range(c.seats):
            if owners >> seat & 1:
                s.score[seat] += c.title_points[title][owners != 1 << seat]
