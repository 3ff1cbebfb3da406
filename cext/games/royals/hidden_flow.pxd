"""Whether a view has a world (rules section 6), by counting what must flow from the decks into the hands."""

from eminence.cext.games.royals.state cimport INTRIGUES, RoyalsContext, RoyalsState

cdef enum:
    SETS = 1 << INTRIGUES       # of kinds of a suit
    APART = 4                   # generations told apart; older ones count as one
    SPANS = 1 << APART          # choices of generations

cdef struct Room:
    # What the decks leave to the active seat, of one suit.
    bint enough                 # for all that was spent
    int most[SETS]              # cards of some kinds that it may hold blind
    long steps                  # of the counting

cdef bint has_world(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Room *room) noexcept nogil
cdef bint has_target(const RoyalsContext *c, const RoyalsState *s, int observer, Room *rooms) noexcept nogil
