include "eminence/cext/core/traits.pxi"

cpdef enum Trait:
    POINTS
    ENVOYS              # in the court, as the next
    NOBLES
    PAID                # pieces in payment areas
    OFFICES
    TURN_PLACE          # mean place of the members in the turn order, 0 to 1
    # Points that would be counted now.
    JOB_POINTS
    SERIES_POINTS       # of brown chests
    CHEST_POINTS        # of the others
    # Chests and cards to be used.
    VIOLET_CHESTS
    FIRST_CHESTS        # turquoise ones, as the next three
    OTHER_CHESTS
    WAY_CHESTS
    CHEAP_CHESTS
    KEEP_CHESTS
    PRIVILEGES          # cards
    # Pieces in regions, as far as tiles are known.
    TILE_POINTS_NOW     # of the score tiles by the present ranks, of regions that are scored in this round
    TILE_POINTS_NEXT    # in the next one
    LEADS_NOW           # 1 for each of these regions in which nobody is stronger
    LEADS_NEXT
    REGIONS_TO_STAY     # regions with pieces that stay to the end

cpdef enum Stage:
    ROUND_1
    ROUND_2
    ROUND_3
    ROUND_4
    ROUND_5

cdef enum:
    TRAITS = REGIONS_TO_STAY + 1
    TRAIT_VERSION = 1
    STAGES = ROUND_5 + 1
