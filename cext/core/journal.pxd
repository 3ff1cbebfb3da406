"""What happened while a move was played: rolls, draws, battles, scoring, as the rules tell it.

Rules call `tell` wherever something happens. Only `Kernel.play_told` listens: the word before a context points to a journal
there and is NULL for everybody else, so that a search pays for one look at it and no more.
"""

from libc.stdint cimport int16_t, int32_t

from eminence.cext.core.types cimport i8, u8

cdef enum:
    MAX_EVENTS = 1024   # of one move; a game comes nowhere near
    EVERYBODY = 0xff
    NOBODY = -1         # instead of a seat

cdef struct Event:
    u8 kind             # of the game's own enum Event
    i8 seat             # whom it is about
    u8 seen_by          # a bit per seat
    int16_t points      # that the seat gains by it
    int32_t figures[4]  # what they mean depends on the kind

cdef struct Journal:
    int count
    Event events[MAX_EVENTS]


cdef inline bint is_told(const void *context) noexcept nogil:
    """Whether anybody listens; for events that take some working out."""
    return (<Journal *const *>context)[-1] != NULL


cdef inline void tell_some(
    const void *context, int seen_by, int kind, int seat, int points, int a, int b, int c, int d
) noexcept nogil:
    """Something that only some seats see; the others may be told the rest of it by another event."""
    cdef Journal *journal = (<Journal *const *>context)[-1]
    cdef Event *event
    if journal == NULL or journal.count == MAX_EVENTS:
        return
    event = &journal.events[journal.count]
    journal.count += 1
    event.kind = kind
    event.seat = seat
    event.seen_by = seen_by
    event.points = points
    event.figures[0] = a
    event.figures[1] = b
    event.figures[2] = c
    event.figures[3] = d


cdef inline void tell(const void *context, int kind, int seat, int points, int a, int b, int c, int d) noexcept nogil:
    """Something that everybody sees."""
    tell_some(context, EVERYBODY, kind, seat, points, a, b, c, d)
