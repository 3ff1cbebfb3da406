"""Period scoring and title scoring (rules section 5)."""

from libc.stdint cimport uint32_t

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.journal cimport NOBODY, is_told, tell, turns_out
from eminence.cext.games.royals.rules_story cimport gain
from eminence.cext.games.royals.state cimport (
    BY_CITY, BY_TITLE, BY_TURN, COUNTRIES, GAME_ENDS, MARKERS_LOST, MAX_COST, PERIOD_ENDS, PERIOD_SCORED, POINTS_TIED,
    TIE_BROKEN, TITLE_LOST, TITLE_SCORED, TITLES, RoyalsContext, RoyalsState,
)


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


cdef void _tell_tie(
    const RoyalsContext *c, const RoyalsState *s, int country, int seat, int other
) noexcept nogil:
    """What puts a seat ahead of another, if influence does not."""
    cdef uint32_t apart = standing(c, s, seat, country) ^ standing(c, s, other, country)
    if apart >> 16 == 0:
        tell(c, TIE_BROKEN, seat, 0, country, other, BY_TITLE if apart >> 12 else BY_CITY if apart >> 4 else BY_TURN, 0)


cdef void _tell_ties(const RoyalsContext *c, const RoyalsState *s, int country, int winner, int runner_up) noexcept nogil:
    """Ties for the first and for the second place."""
    cdef int seat, third = NOBODY
    for seat in range(c.seats):
        if seat != winner and seat != runner_up and standing(c, s, seat, country) and (
            third == NOBODY or standing(c, s, seat, country) > standing(c, s, third, country)
        ):
            third = seat
    _tell_tie(c, s, country, winner, runner_up)
    if third != NOBODY:
        _tell_tie(c, s, country, runner_up, third)


cdef void score_period(const RoyalsContext *c, RoyalsState *s) noexcept nogil:
    """First and second in every country take their markers; markers nobody earns leave the game (R-5.1)."""
    cdef uint32_t rank, first, second
    cdef int country, seat, winner, runner_up
    tell(c, PERIOD_ENDS, NOBODY, 0, s.period + 1, 0, 0, 0)
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
        if second and is_told(c):
            _tell_ties(c, s, country, winner, runner_up)
        turns_out(c, country, (first != 0) << winner)
        if first:
            _score_place(c, s, country, 0, winner)
        if second:
            _score_place(c, s, country, 1, runner_up)
        else:
            tell(c, MARKERS_LOST, NOBODY, 0, country, 1 if first else 2, 0, 0)


cdef void _score_place(const RoyalsContext *c, RoyalsState *s, int country, int place, int seat) noexcept nogil:
    cdef int points = c.period_points[s.period][country][place]
    gain(c, s, PERIOD_SCORED, seat, points, country, place + 1, s.influence[seat][country])


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


cdef void best_titles(const RoyalsContext *c, const RoyalsState *s, int *best) noexcept nogil:
    """1 + the highest title of which each seat owns (a half of) the marker, or 0 (R-5.3.2)."""
    cdef int title, seat, owners
    for seat in range(c.seats):
        best[seat] = 0
    for title in range(TITLES):
        owners = title_owners(c, s, title)
        for seat in range(c.seats):
            if owners >> seat & 1:
                best[seat] = title + 1


cdef void _tell_lost_title(const RoyalsContext *c, const RoyalsState *s, int title) noexcept nogil:
    cdef int seat, most = 0, tied = 0
    for seat in range(c.seats):
        most = max(most, s.title_cubes[seat][title])
    for seat in range(c.seats):
        tied += s.title_cubes[seat][title] == most
    tell(c, TITLE_LOST, NOBODY, 0, title, most, tied, 0)


cdef void score_titles(const RoyalsContext *c, RoyalsState *s) noexcept nogil:
    cdef int title, seat, owners, shared, points
    for title in range(TITLES):
        owners = title_owners(c, s, title)
        if owners == 0 and is_told(c):
            _tell_lost_title(c, s, title)
        for seat in range(c.seats):
            if owners >> seat & 1:
                shared = owners != 1 << seat
                points = c.title_points[title][shared]
                gain(c, s, TITLE_SCORED, seat, points, title, s.title_cubes[seat][title], shared)


cdef void tell_end(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """What decides between seats with the same points (R-5.3.2), and that the game is over; where somebody listens (`is_told`)."""
    cdef int best[MAX_SEATS]
    cdef int seat, other, tied
    best_titles(c, s, best)
    for seat in range(c.seats):
        tied = 0
        for other in range(c.seats):
            tied += s.score[other] == s.score[seat]
        if tied > 1:
            tell(c, POINTS_TIED, seat, 0, s.score[seat], best[seat], 0, 0)
    tell(c, GAME_ENDS, NOBODY, 0, 0, 0, 0, 0)
