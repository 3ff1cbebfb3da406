from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef void gain(
    const RoyalsContext *c, RoyalsState *s, int event, int seat, int points, int a, int b, int d
) noexcept nogil
cdef void tell_turn(const RoyalsContext *c, const RoyalsState *s) noexcept nogil
cdef void tell_cards(const RoyalsContext *c, int event, int seat, int kind, int count) noexcept nogil
cdef void tell_draw(const RoyalsContext *c, int seat, int kind) noexcept nogil
cdef void tell_forced(const RoyalsContext *c, const RoyalsState *s, int move) noexcept nogil
cdef void tell_placement(const RoyalsContext *c, int seat, int position, int holder) noexcept nogil
