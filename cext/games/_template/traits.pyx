"""What a learned evaluation looks at in Which Hand?"""

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games._template.state cimport HandState


cdef int traits(const void *context, const void *state, float *columns) noexcept nogil:
    cdef const HandState *s = <const HandState *>state
    cdef int seat
    for seat in range(2):
        columns[POINTS * MAX_SEATS + seat] = s.points[seat]
        columns[HIDES * MAX_SEATS + seat] = s.hider == seat
    return LATER if s.round else FIRST_ROUND
