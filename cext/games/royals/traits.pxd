include "eminence/cext/core/traits.pxi"

from eminence.cext.games.royals.policy cimport RoyalsTable
from eminence.cext.games.royals.state cimport COUNTRY, RoyalsContext, RoyalsState

cpdef enum Trait:
    POINTS
    CARDS
    INTRIGUES
    PLACED              # placements, if cubes can run out
    COUNTRY_PROGRESS    # points of Country markers, by the square of the part that is done
    HOUSE_PROGRESS      # the same of the next Noble House marker, by the titles held
    NEXT_SCORING        # points of markers by present shares of influence: of this period,
    LATER_SCORINGS      # and of the others
    TITLE_SHARES        # points of title markers by present shares of cubes
    # What the estimate does not weigh.
    ALIKE               # squares of the cards of a country in the hand, summed
    TURN_PLACE          # turns until the seat is active

cpdef enum Stage:
    # The deck of a period is more than half there, or not.
    FIRST_PERIOD
    FIRST_ENDS
    SECOND_PERIOD
    SECOND_ENDS
    THIRD_PERIOD
    THIRD_ENDS

cdef enum:
    TRAITS = TURN_PLACE + 1
    TRAIT_VERSION = 1
    STAGES = THIRD_ENDS + 1


cdef inline float part_left(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """Of the period."""
    if s.final_round:
        return 0
    return min(<float>s.deck_size[COUNTRY] / (<const RoyalsTable *>c).worths.fresh_deck, <float>1)
