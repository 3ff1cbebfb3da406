"""What the rules tell (see Event). A module of its own, so that the code of searches does not grow by it.

All but `gain` are to be asked where somebody listens (`is_told`).
"""

from eminence.cext.core.journal cimport NOBODY, Event, Journal, listener, tell, tell_some
from eminence.cext.games.royals.rules_cards cimport suit_of
from eminence.cext.games.royals.state cimport (
    COUNTRIES, DISCARD, DISCARD_INTRIGUE, DISCARDED, DRAW, DRAWN, OCCUPIED, PAID, PAY, PAY_INTRIGUE, TAKEN, TAKEN_OVER,
    TURN_BEGINS, RoyalsContext, RoyalsState,
)


cdef void gain(
    const RoyalsContext *c, RoyalsState *s, int event, int seat, int points, int a, int b, int d
) noexcept nogil:
    """Points, and the event with its figures that brings them."""
    s.score[seat] += points
    tell(c, event, seat, points, a, b, d, 0)


cdef void tell_turn(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    tell(c, TURN_BEGINS, s.active, 0, s.turn + 1, 0, 0, 0)


cdef void tell_cards(const RoyalsContext *c, int event, int seat, int kind, int count) noexcept nogil:
    """Cards on an open way. Those of one kind of event in a row are told together."""
    cdef Journal *journal = listener(c, False)
    cdef Event *last
    if journal.count == 0 or journal.events[journal.count - 1].kind != event:
        tell(c, event, seat, 0, 0, 0, 0, 0)
    last = &journal.events[journal.count - 1]
    if suit_of(kind):
        last.figures[1] += count << 4 * (kind - COUNTRIES)
    else:
        last.figures[0] += count << 4 * kind


cdef void tell_draw(const RoyalsContext *c, int seat, int kind) noexcept nogil:
    """A card from a deck; the others know by the move that there is one."""
    tell_some(c, 1 << seat, DRAWN, seat, 0, kind, 0, 0, 0)


cdef void tell_forced(const RoyalsContext *c, const RoyalsState *s, int move) noexcept nogil:
    """A card that moves without anybody's choice; before it does."""
    if s.phase == DRAW:         # never from the deck, to which the display is an alternative
        tell_cards(c, TAKEN, s.active, move, 1)
    elif s.phase == PAY or s.phase == PAY_INTRIGUE:
        tell_cards(c, PAID, s.active, move, 1)
    elif s.phase == DISCARD or s.phase == DISCARD_INTRIGUE:
        tell_cards(c, DISCARDED, s.active, move, 1)


cdef void tell_placement(const RoyalsContext *c, int seat, int position, int holder) noexcept nogil:
    if holder == NOBODY:
        tell(c, OCCUPIED, seat, 0, position, 0, 0, 0)
    else:
        tell(c, TAKEN_OVER, seat, 0, position, holder, 0, 0)
