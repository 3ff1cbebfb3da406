"""What evaluations look at in Verräter: the estimate, and what is learned on top of it."""

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.verraeter.state cimport (
    BUILD, SCORED_CARDS, VerraeterContext, VerraeterState, estate_income, supply_points,
)


cdef inline void _look_at_seat(
    const VerraeterContext *c, const VerraeterState *s, int seat, float *column
) noexcept nogil:
    cdef int size = s.hand_size[seat], few = min(size, <int>SCORED_CARDS), offices = bit_count(s.offices[seat])
    cdef int home = estate_income(s, seat), company = 0, friends = 0, foes = 0, other
    for other in range(c.seats):
        if s.house[other] == s.house[seat]:
            company += 1
            friends += s.hand_size[other]
        else:
            foes += s.hand_size[other]
    column[HAND * MAX_SEATS] = size
    column[SCORING_HAND * MAX_SEATS] = few
    column[HAND_POINTS * MAX_SEATS] = supply_points(c, s.hand[seat])
    column[HOME_ESTATES * MAX_SEATS] = home
    column[FAR_ESTATES * MAX_SEATS] = bit_count(s.estates[seat]) - home
    column[OFFICES * MAX_SEATS] = offices
    column[OFFICE_CARDS * MAX_SEATS] = offices * few
    column[COMPANY * MAX_SEATS] = company
    column[ALONE * MAX_SEATS] = company == 1
    column[ALL_ONE * MAX_SEATS] = company == c.seats
    column[FRIENDS * MAX_SEATS] = friends - size
    column[FOES * MAX_SEATS] = foes
    column[POINTS * MAX_SEATS] = s.score[seat]


cdef int traits(const void *context, const void *state, float *columns) noexcept nogil:
    """The stage is the number of rounds left, this one too as long as nothing is built in it."""
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef int seat
    for seat in range(c.seats):
        _look_at_seat(c, s, seat, columns + seat)
    return c.rounds - s.round + (s.phase < BUILD)
