"""What happened while a move was played: rolls, draws, battles, scoring, as the rules tell it.

Rules call `tell` wherever something happens. Only `Kernel.play_told` listens: two words before a context point to a journal
there and are NULL for everybody else, so that a search pays for one look and no more. A search that is to give reasons has
a journal too, in which only points are added up, by their source, and what `turns_out` is counted: it has the second word
alone, which is looked at where there may be points.
"""

from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.stdlib cimport calloc, free

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport i8, u8

cdef enum:
    MAX_EVENTS = 1024   # of one move; a game comes nowhere near
    EVERYBODY = 0xff
    NOBODY = -1         # instead of a seat
    MAX_KINDS = 64      # of events
    MAX_SOURCES = 8     # of points
    MAX_CHANCES = 8     # things that turn out one way or the other
    WORD = 64           # before a context: room for both words, keeping the context aligned

cdef struct Event:
    u8 kind             # of the game's own enum Event
    i8 seat             # whom it is about
    u8 seen_by          # a bit per seat
    int16_t points      # that the seat gains by it
    int32_t figures[4]  # what they mean depends on the kind

cdef struct Tally:
    i8 source[MAX_KINDS]                    # of the points of an event, by its kind; negative: none
    int32_t points[MAX_SEATS][MAX_SOURCES]  # so far
    u8 known                                # chances that have turned out so far, a bit each
    u8 happened[MAX_CHANCES]                # to which seats, a bit each

cdef struct Counts:
    # Chances over many playouts.
    uint32_t known[MAX_CHANCES]                 # playouts that got so far
    uint32_t happened[MAX_SEATS][MAX_CHANCES]

cdef struct Journal:
    Tally *tally        # not NULL: points are added up there, and nothing is told
    int count
    Event events[MAX_EVENTS]


cdef extern from *:
    """
    #ifdef EMINENCE_SILENT      /* rules that nobody can listen to: tests/tools/telling_cost.py compares with them */
    #define eminence_listener(context, word) ((void *)0)
    #else
    #define eminence_listener(context, word) (((void *const *)(context))[-(word)])
    #endif
    """
    void *_listener "eminence_listener"(const void *context, int word) noexcept nogil
    bint _expect "__builtin_expect"(bint truth, bint expected) noexcept nogil
    bint _is_constant "__builtin_constant_p"(int number) noexcept nogil


cdef inline void *make_context(size_t size) noexcept nogil:
    """Zeroed memory for a context, with both words before it."""
    cdef char *block = <char *>calloc(1, WORD + size)
    return NULL if block == NULL else block + WORD


cdef inline void free_context(void *context) noexcept nogil:
    if context != NULL:
        free(<char *>context - WORD)


cdef inline void tell_to(void *context, Journal *journal) noexcept nogil:
    """Has all that happens in a context told to a journal, or its points added up; NULL: nobody listens."""
    (<Journal **>context)[-1] = journal if journal != NULL and journal.tally == NULL else NULL
    (<Journal **>context)[-2] = journal


cdef inline Journal *listener(const void *context, bint has_points) noexcept nogil:
    """Who is to be told, of points or of something without; NULL: nobody."""
    return <Journal *>_listener(context, 2 if has_points else 1)


cdef inline bint rarely(bint truth) noexcept nogil:
    """For the compiler: what follows is kept out of the way."""
    return _expect(truth, False)


cdef inline bint is_told(const void *context) noexcept nogil:
    """Whether anybody listens; for events that take some working out."""
    return rarely(listener(context, False) != NULL)


cdef inline bint is_counted(const void *context) noexcept nogil:
    """The same for events with points."""
    return rarely(listener(context, True) != NULL)


cdef inline void _write(
    Journal *journal, int seen_by, int kind, int seat, int points, int a, int b, int c, int d
) noexcept nogil:
    cdef Event *event
    if journal.tally != NULL:
        if seat >= 0 and journal.tally.source[kind] >= 0:
            journal.tally.points[seat][journal.tally.source[kind]] += points
        return
    if journal.count == MAX_EVENTS:
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


cdef inline void tell_some(
    const void *context, int seen_by, int kind, int seat, int points, int a, int b, int c, int d
) noexcept nogil:
    """Something that only some seats see; the others may be told the rest of it by another event."""
    # the compiler settles which word: points that are worked out may be some
    cdef Journal *journal = listener(context, not _is_constant(points) or points != 0)
    if rarely(journal != NULL):
        _write(journal, seen_by, kind, seat, points, a, b, c, d)


cdef inline void tell(const void *context, int kind, int seat, int points, int a, int b, int c, int d) noexcept nogil:
    """Something that everybody sees."""
    tell_some(context, EVERYBODY, kind, seat, points, a, b, c, d)


# ---- chances

cdef inline void _note(Tally *tally, int chance, int seats) noexcept nogil:
    if tally != NULL and not tally.known >> chance & 1:
        tally.known |= 1 << chance
        tally.happened[chance] = seats


cdef inline void turns_out(const void *context, int chance, int seats) noexcept nogil:
    """Something worth counting has happened to these seats, a bit each, and not to the others; its first time counts."""
    cdef Journal *journal = listener(context, True)
    if rarely(journal != NULL):
        _note(journal.tally, chance, seats)


cdef inline void count_chances(Counts *counts, const Tally *tally, int seats) noexcept nogil:
    """Adds what has turned out in one playout."""
    cdef int chance, seat
    for chance in range(MAX_CHANCES):
        if tally.known >> chance & 1:
            counts.known[chance] += 1
            for seat in range(seats):
                counts.happened[seat][chance] += tally.happened[chance] >> seat & 1
