"""What a learned prior looks at in Which Hand?"""

from eminence.cext.core.game cimport move_t
from eminence.cext.games._template.state cimport CHOOSE, LEFT, SAFE, HandState


cdef int features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    """Decisions are of the kinds of their phases."""
    cdef const HandState *s = <const HandState *>state
    cdef int i
    for i in range(count):
        if s.phase == CHOOSE:
            columns[PLAY_SAFE * count + i] = moves[i] == SAFE
            if moves[i] == SAFE:
                columns[SAFE_LEAD * count + i] = s.points[1 - s.hider] - s.points[s.hider]
        else:
            columns[LEFT_HAND * count + i] = moves[i] == LEFT
    return s.phase
