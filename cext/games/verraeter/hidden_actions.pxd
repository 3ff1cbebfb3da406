"""What a seat believes about the action cards of the others."""

from eminence.cext.core.rng cimport Rng
from eminence.cext.core.types cimport u8
from eminence.cext.games.verraeter.state cimport CARDS, SEATS, VerraeterContext, VerraeterState

cdef enum:
    MOST_ARRANGEMENTS = 24      # V-6.2

cdef struct Tables:
    # Arrangements of the action cards that agree with what the seat saw; none if it saw no pack.
    int count
    float upto[MOST_ARRANGEMENTS]           # weights, summed up to and including this one
    u8 aside[MOST_ARRANGEMENTS]             # the card that the Start player did not get
    u8 kept[MOST_ARRANGEMENTS][SEATS]       # the others' cards
    float wish[SEATS][CARDS]                # e to the power of what speaks for keeping a card

cdef void list_arrangements(
    const VerraeterContext *c, const VerraeterState *view, int seat, Tables *tables
) noexcept nogil
cdef void sample_actions(
    const VerraeterContext *c, VerraeterState *s, int seat, const Tables *tables, Rng *rng
) noexcept nogil
