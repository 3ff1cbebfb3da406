"""How the rules tell what seats get, pay and see. Nothing is worked out unless somebody listens."""

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.journal cimport EVERYBODY, NOBODY, Journal, tell, tell_some
from eminence.cext.core.types cimport i8, u8
from eminence.cext.games.kingsburg.state cimport (
    ALTERNATIVE, BROUGHT, BUILT, CARDS, CARD_SEEN, COLOURED, DICE, GOLD, GRANTED, HELPED, KINDS, NUMBER, ORDERED, PAID, PRIVATE,
    ROLLED, SOLDIER, STONE, TOKEN, VP, WOOD, Effect, KingsburgContext, KingsburgState,
)

cdef extern from *:
    bint _rarely "unlikely"(bint) noexcept nogil


cdef enum:
    LANE = 1024         # pieces of a kind come as three in a figure, each between -512 and 511
    OWNER = 256         # of a cause


cdef inline bint heard(const void *context) noexcept nogil:
    """Whether anybody listens or adds up points."""
    return _rarely((<Journal *const *>context)[-1] != NULL)


cdef inline int cause_of(const Effect *effect) noexcept nogil:
    return OWNER * effect.owner + (lowest_bit(effect.cell) if effect.owner <= ALTERNATIVE else <int>effect.number)


cdef inline int goods_figure(const i8 *pieces) noexcept nogil:
    return pieces[GOLD] + LANE * (pieces[WOOD] + LANE * pieces[STONE])


cdef inline int others_figure(const i8 *pieces, int choice) noexcept nogil:
    """Tokens, soldiers, goods of choice."""
    return pieces[TOKEN] + LANE * (pieces[SOLDIER] + LANE * choice)


cdef inline void tell_pieces(
    const KingsburgContext *c, int event, int seat, int a, int b, const i8 *pieces, int sign, int choice
) noexcept nogil:
    """Pieces of every kind, and goods of choice still to be taken; nothing if there are none."""
    cdef int goods, others
    if not heard(c):
        return
    goods = goods_figure(pieces)
    others = others_figure(pieces, choice)
    if goods or others or pieces[VP]:
        tell(c, event, seat, sign * pieces[VP], a, b, sign * goods, sign * others)


cdef inline void tell_piece(
    const KingsburgContext *c, int event, int seat, int a, int b, int kind, int amount
) noexcept nogil:
    """Pieces of one kind."""
    cdef i8 pieces[KINDS]
    cdef int i
    if not heard(c) or amount == 0:
        return
    for i in range(KINDS):
        pieces[i] = 0
    pieces[kind] = 1
    tell_pieces(c, event, seat, a, b, pieces, amount, 0)


cdef inline void tell_effect(const KingsburgContext *c, int seat, const Effect *effect) noexcept nogil:
    """What an effect gives its owner."""
    if heard(c):
        tell_pieces(
            c, BROUGHT if effect.owner <= ALTERNATIVE else GRANTED, seat, cause_of(effect), 0, effect.gain, 1, effect.goods
        )


cdef inline void tell_help(
    const KingsburgContext *c, const KingsburgState *s, int seat, const u8 *pieces, int sign
) noexcept nogil:
    """What the advisor being served gives a seat, or takes."""
    if heard(c):
        tell_pieces(c, HELPED, seat, s.advisor, whimsical(s), <const i8 *>pieces, sign, 0)


cdef inline void tell_help_with(const KingsburgContext *c, const KingsburgState *s, int seat, int kind) noexcept nogil:
    """One piece that the advisor being served gives a seat."""
    if heard(c):
        tell_piece(c, HELPED, seat, s.advisor, whimsical(s), kind, 1)


cdef inline int whimsical(const KingsburgState *s) noexcept nogil:
    """Whether the help being given is that of a whim tile."""
    return not s.advisor & PRIVATE and (s.whims >> (s.advisor & NUMBER)) & 1


cdef inline void tell_dice(const KingsburgContext *c, const KingsburgState *s, int seat, int how) noexcept nogil:
    """A seat's dice, 3 bits each."""
    cdef int slot, coloured = 0, white = 0
    if not heard(c):
        return
    for slot in range(COLOURED):
        coloured |= s.dice[seat][slot] << 3 * slot
    for slot in range(COLOURED, DICE):
        white |= s.dice[seat][slot] << 3 * (slot - COLOURED)
    tell(c, ROLLED, seat, 0, coloured, white, how, 0)


cdef inline void tell_order(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Seats in turn order, 3 bits each."""
    cdef int i, order = 0
    if not heard(c):
        return
    for i in range(c.seats):
        order |= s.order[i] << 3 * i
    tell(c, ORDERED, NOBODY, 0, order, 0, 0, 0)


cdef inline int card_of_year(const KingsburgState *s, int card) noexcept nogil:
    """1 + an invader card's number among all, from 1 + its number in this year; 0 for none."""
    return card + CARDS * s.year if card else 0


cdef inline void tell_peek(const KingsburgContext *c, const KingsburgState *s, int seat, int deck) noexcept nogil:
    """That a seat looks at the invader card (0) or the Valley card (1) is public, the card is not."""
    if heard(c):
        tell_some(
            c, 1 << seat, CARD_SEEN, seat, 0, deck, card_of_year(s, s.valley[s.year] if deck else s.invaders[s.year]), 0, 0
        )
        tell_some(c, EVERYBODY & ~(1 << seat), CARD_SEEN, seat, 0, deck, 0, 0, 0)


cdef inline void tell_price(const KingsburgContext *c, int seat, int purpose, int cause, int kind) noexcept nogil:
    """One piece that a seat pays."""
    tell_piece(c, PAID, seat, purpose, cause, kind, -1)


cdef inline void tell_bill(
    const KingsburgContext *c, const KingsburgState *s, int seat, int cell, const int *price
) noexcept nogil:
    """A building that a seat puts up for a price."""
    cdef int plane = (s.strips[seat] >> cell) & 1
    if heard(c):
        tell(
            c, BUILT, seat, c.points[plane][cell], cell, plane,
            -(price[GOLD] + LANE * (price[WOOD] + LANE * price[STONE])), 0,
        )
