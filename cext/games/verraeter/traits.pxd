include "eminence/cext/core/traits.pxi"

cpdef enum Trait:
    HAND                # cards
    SCORING_HAND        # of these as many as an office scores
    HAND_POINTS         # supply points
    HOME_ESTATES
    FAR_ESTATES         # in lands of the other house
    OFFICES
    OFFICE_CARDS        # offices times SCORING_HAND
    COMPANY             # seats of the own house
    ALONE               # 1: there is no other
    ALL_ONE             # 1: there is nobody else
    FRIENDS             # cards of other seats of the house
    FOES                # cards of the other house
    POINTS              # what the estimate counts as they are

cpdef enum Stage:
    NONE_LEFT
    ONE_LEFT            # rounds, with this one as long as it is not built
    TWO_LEFT
    THREE_LEFT
    FOUR_LEFT
    FIVE_LEFT
    SIX_LEFT
    SEVEN_LEFT
    EIGHT_LEFT
    NINE_LEFT

cdef enum:
    TRAITS = POINTS + 1
    TRAIT_VERSION = 1
    STAGES = NINE_LEFT + 1
