"""How the rules tell what happens. Nothing is worked out unless somebody listens, which is done out of the way."""

from eminence.cext.core.journal cimport listener, rarely
from eminence.cext.core.types cimport i8, u8
from eminence.cext.games.kingsburg.state cimport VP, Effect, KingsburgContext, KingsburgState

cdef enum:
    LANE = 1024         # pieces come as three kinds in a figure, each between -512 and 511
    OWNER = 256         # of a cause


cdef inline bint heard(const KingsburgContext *context, int points) noexcept nogil:
    """Whether anybody listens, or adds up points where there are some."""
    return rarely(listener(context, points != 0) != NULL)


# ---- written by rules_tell.pyx; what is called often looks first whether anybody listens

cdef void write_some(
    const KingsburgContext *c, int seen_by, int kind, int seat, int points, int a, int b, int x, int y
) noexcept nogil
cdef void write_pieces(
    const KingsburgContext *c, int event, int seat, int a, int b, const i8 *pieces, int sign, int choice
) noexcept nogil
cdef void write_piece(
    const KingsburgContext *c, int event, int seat, int a, int b, int kind, int amount
) noexcept nogil
cdef void write_effect(const KingsburgContext *c, int seat, const Effect *effect) noexcept nogil
cdef void write_help(
    const KingsburgContext *c, const KingsburgState *s, int seat, const u8 *pieces, int sign
) noexcept nogil
cdef void write_help_with(const KingsburgContext *c, const KingsburgState *s, int seat, int kind) noexcept nogil
cdef void write_dice(const KingsburgContext *c, const KingsburgState *s, int seat, int how) noexcept nogil
cdef void write_bill(
    const KingsburgContext *c, const KingsburgState *s, int seat, int cell, int gold, int wood, int stone
) noexcept nogil
cdef void write_victory(const KingsburgContext *c, const KingsburgState *s, const i8 *reward) noexcept nogil
cdef void tell_order(const KingsburgContext *c, const KingsburgState *s) noexcept nogil
cdef void tell_peek(const KingsburgContext *c, const KingsburgState *s, int seat, int deck) noexcept nogil
cdef int card_of_year(const KingsburgState *s, int card) noexcept nogil
cdef int cause_of(const Effect *effect) noexcept nogil
cdef int brought_by(const Effect *effect) noexcept nogil


cdef inline void tell(
    const KingsburgContext *c, int kind, int seat, int points, int a, int b, int x, int y
) noexcept nogil:
    """Something that everybody sees."""
    if heard(c, points):
        write_some(c, 0xff, kind, seat, points, a, b, x, y)


cdef inline void tell_piece(
    const KingsburgContext *c, int event, int seat, int a, int b, int kind, int amount
) noexcept nogil:
    """Pieces of one kind."""
    if heard(c, kind == VP):
        write_piece(c, event, seat, a, b, kind, amount)


cdef inline void tell_effect(const KingsburgContext *c, int seat, const Effect *effect) noexcept nogil:
    """What an effect gives its owner."""
    if heard(c, effect.gain[VP]):
        write_effect(c, seat, effect)


cdef inline void tell_help(
    const KingsburgContext *c, const KingsburgState *s, int seat, const u8 *pieces, int sign
) noexcept nogil:
    """What the advisor being served gives a seat, or takes."""
    if heard(c, pieces[VP]):
        write_help(c, s, seat, pieces, sign)


cdef inline void tell_help_with(const KingsburgContext *c, const KingsburgState *s, int seat, int kind) noexcept nogil:
    """One piece that the advisor being served gives a seat."""
    if heard(c, kind == VP):
        write_help_with(c, s, seat, kind)


cdef inline void tell_dice(const KingsburgContext *c, const KingsburgState *s, int seat, int how) noexcept nogil:
    if heard(c, 0):
        write_dice(c, s, seat, how)


cdef inline void tell_bill(
    const KingsburgContext *c, const KingsburgState *s, int seat, int cell, int gold, int wood, int stone
) noexcept nogil:
    """A building that a seat puts up for a price."""
    if heard(c, True):
        write_bill(c, s, seat, cell, gold, wood, stone)


cdef inline void tell_victory(const KingsburgContext *c, const KingsburgState *s, const i8 *reward) noexcept nogil:
    """The actor wins its battle, even where there is nothing to win."""
    if heard(c, reward[VP]):
        write_victory(c, s, reward)
