include "eminence/cext/core/traits.pxi"

cpdef enum Trait:
    POINTS
    GOLD_PIECES
    WOOD_PIECES
    STONE_PIECES
    SOLDIERS
    TOKENS              # "+2"
    ENVOY
    DICE_PIPS           # still to be placed
    TURN_PLACE          # in the turn order, 0 for the first
    # Buildings of each row, and what those that stand bring from now on.
    ROW_A
    ROW_B
    ROW_C
    ROW_D
    ROW_E
    ROW_F
    ROW_G
    TO_BRING            # points, as the estimate knows it
    GOODS_SHORT         # of the building to aim at
    # The next battle.
    GUARD               # mean battle value of the buildings
    LACK                # of strength against the invaders to be expected, with what the King sends; 0 where there is enough
    CUSHION             # strength beyond that, up to 4

cpdef enum Stage:
    # Seasons of the first two years, of the next two and of the last one.
    EARLY_SPRING
    EARLY_SUMMER
    EARLY_AUTUMN
    EARLY_WINTER
    MIDDLE_SPRING
    MIDDLE_SUMMER
    MIDDLE_AUTUMN
    MIDDLE_WINTER
    LATE_SPRING
    LATE_SUMMER
    LATE_AUTUMN
    LATE_WINTER

cdef enum:
    TRAITS = CUSHION + 1
    TRAIT_VERSION = 1
    STAGES = LATE_WINTER + 1
