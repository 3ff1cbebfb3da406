"""Events of the journal, put together from what the rules work with."""

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.journal cimport EVERYBODY, NOBODY, tell_some
from eminence.cext.core.types cimport i8, u8
from eminence.cext.games.kingsburg.state cimport (
    ALTERNATIVE, BROUGHT, BUILT, CARDS, CARD_SEEN, COLOURED, DICE, FOUGHT, GOLD, GRANTED, HELPED, KINDS, NUMBER,
    ORDERED, PRIVATE, ROLLED, SOLDIER, STONE, TOKEN, VICTORY, VP, WOOD, Effect, KingsburgContext, KingsburgState,
)


cdef void write_some(
    const KingsburgContext *c, int seen_by, int kind, int seat, int points, int a, int b, int x, int y
) noexcept nogil:
    tell_some(c, seen_by, kind, seat, points, a, b, x, y)


cdef int cause_of(const Effect *effect) noexcept nogil:
    return OWNER * effect.owner + (lowest_bit(effect.cell) if effect.owner <= ALTERNATIVE else <int>effect.number)


cdef int brought_by(const Effect *effect) noexcept nogil:
    """The kind of event for what an effect brings."""
    return BROUGHT if effect.owner <= ALTERNATIVE else GRANTED


# ---- pieces

cdef int _goods(const i8 *pieces) noexcept nogil:
    return pieces[GOLD] + LANE * (pieces[WOOD] + LANE * pieces[STONE])


cdef int _others(const i8 *pieces, int choice) noexcept nogil:
    """Tokens, soldiers, goods of choice."""
    return pieces[TOKEN] + LANE * (pieces[SOLDIER] + LANE * choice)


cdef void write_pieces(
    const KingsburgContext *c, int event, int seat, int a, int b, const i8 *pieces, int sign, int choice
) noexcept nogil:
    """Pieces of every kind, and goods of choice still to be taken; nothing if there are none."""
    cdef int goods = _goods(pieces), others = _others(pieces, choice)
    if goods or others or pieces[VP]:
        tell_some(c, EVERYBODY, event, seat, sign * pieces[VP], a, b, sign * goods, sign * others)


cdef void write_piece(
    const KingsburgContext *c, int event, int seat, int a, int b, int kind, int amount
) noexcept nogil:
    cdef i8 pieces[KINDS]
    cdef int i
    for i in range(KINDS):
        pieces[i] = i == kind
    if amount:
        write_pieces(c, event, seat, a, b, pieces, amount, 0)


cdef void write_effect(const KingsburgContext *c, int seat, const Effect *effect) noexcept nogil:
    write_pieces(c, brought_by(effect), seat, cause_of(effect), 0, effect.gain, 1, effect.goods)


cdef int _whimsical(const KingsburgState *s) noexcept nogil:
    """Whether the help being given is that of a whim tile."""
    return not s.advisor & PRIVATE and (s.whims >> (s.advisor & NUMBER)) & 1


cdef void write_help(
    const KingsburgContext *c, const KingsburgState *s, int seat, const u8 *pieces, int sign
) noexcept nogil:
    write_pieces(c, HELPED, seat, s.advisor, _whimsical(s), <const i8 *>pieces, sign, 0)


cdef void write_help_with(const KingsburgContext *c, const KingsburgState *s, int seat, int kind) noexcept nogil:
    write_piece(c, HELPED, seat, s.advisor, _whimsical(s), kind, 1)


cdef void write_bill(
    const KingsburgContext *c, const KingsburgState *s, int seat, int cell, int gold, int wood, int stone
) noexcept nogil:
    cdef int plane = (s.strips[seat] >> cell) & 1, goods = gold + LANE * (wood + LANE * stone)
    tell_some(c, EVERYBODY, BUILT, seat, c.points[plane][cell], cell, plane, -goods, 0)


cdef void write_victory(const KingsburgContext *c, const KingsburgState *s, const i8 *reward) noexcept nogil:
    tell_some(
        c, EVERYBODY, FOUGHT, s.actor, reward[VP], VICTORY, s.combat[s.actor], _goods(reward), _others(reward, 0)
    )


# ---- dice, order, cards

cdef void write_dice(const KingsburgContext *c, const KingsburgState *s, int seat, int how) noexcept nogil:
    """A seat's dice, 3 bits each."""
    cdef int slot, coloured = 0, white = 0
    for slot in range(COLOURED):
        coloured |= s.dice[seat][slot] << 3 * slot
    for slot in range(COLOURED, DICE):
        white |= s.dice[seat][slot] << 3 * (slot - COLOURED)
    tell_some(c, EVERYBODY, ROLLED, seat, 0, coloured, white, how, 0)


cdef void tell_order(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Seats in turn order, 3 bits each."""
    cdef int i, order = 0
    if heard(c, 0):
        for i in range(c.seats):
            order |= s.order[i] << 3 * i
        tell_some(c, EVERYBODY, ORDERED, NOBODY, 0, order, 0, 0, 0)


cdef int card_of_year(const KingsburgState *s, int card) noexcept nogil:
    """1 + an invader card's number among all, from 1 + its number in this year; 0 for none."""
    return card + CARDS * s.year if card else 0


cdef void tell_peek(const KingsburgContext *c, const KingsburgState *s, int seat, int deck) noexcept nogil:
    """That a seat looks at the invader card (0) or the Valley card (1) is public, the card is not."""
    cdef int card = card_of_year(s, s.valley[s.year] if deck else s.invaders[s.year])
    tell_some(c, 1 << seat, CARD_SEEN, seat, 0, deck, card, 0, 0)
    tell_some(c, EVERYBODY & ~(1 << seat), CARD_SEEN, seat, 0, deck, 0, 0, 0)
