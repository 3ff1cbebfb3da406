include "eminence/cext/core/features.pxi"

cpdef enum Feature:
    # Chests that a move brings.
    VIOLET_CHESTS
    VIOLET_PAIRS        # that they complete
    CHEST_POINTS        # of orange ones, as the next two
    CHEST_ENVOYS
    CHEST_NOBLES
    ORANGE_POINTS_DUE   # by the privilege
    FIRST_CHESTS        # turquoise ones, up to KEEP_CHESTS
    OTHER_CHESTS
    WAY_CHESTS
    CHEAP_CHESTS
    KEEP_CHESTS
    BROWN_CHESTS
    SERIES_POINTS       # that they add
    # Pieces that it brings or costs.
    SPACE_ENVOYS
    SPACE_NOBLES
    SPACE_PIECES_RICH   # both, times a tenth of the court
    PIECES_PAID
    PIECES_LEFT         # in the court
    NEARLY_BROKE        # 1 with fewer than two left
    STEPS               # of the movement
    # The region of an office.
    SCORED_NOW          # by a tile of this round, as far as they are known
    SCORED_NEXT
    SCORED_AFTER
    TILE_POINTS_NOW     # more of its score tile by the new rank, if it is scored now
    TILE_POINTS_SOON    # in one of the next two rounds
    FIRST_RANK          # 1: nobody is stronger afterwards
    NEW_REGION          # 1: the first piece there
    RIVALS              # other seats with pieces there
    KING_POINTS_DUE     # by the privilege
    # The office itself, and the actor's jobs, as far as its piece stays to the end.
    OFFICE_COST
    NOBLE_OFFICE
    JOB_REGION
    JOB_PATTERN         # regions more of the nearest realisation
    PATTERN_WHOLE       # 1: all of them
    JOB_OFFICES         # 1: an office that counts
    # Actions.
    PLACE_ACTION
    PLACE_COURT         # pieces in the court
    PLACE_POOR          # 1 with fewer than three of them
    PLACE_ENVOY         # 1: the track brings one
    PLACE_TURNS         # part of the round's turns that are left
    PLACE_PILE          # chests of the greatest pile that can be paid for
    PLACE_POINTS_NOW    # greatest TILE_POINTS_NOW that can be paid for
    SUPPLY_PILE         # chests of the greatest pile, for supply
    FIRST_SUPPLY        # with a first-space chest
    FIRST_PLACE
    # Smaller choices.
    OTHER_PILE          # 1: with the chest for it
    SAVED_WAY           # pieces
    SAVED_COST
    NOBLE_PLACED
    NOBLE_POINTS        # TILE_POINTS_NOW of a noble beyond those of an envoy
    NOBLES_PAID
    SECOND_PLACED
    SOURCE_STEPS        # from the king's next region
    KEPT_PIECE
    # Privileges taken for violet chests.
    TAKES_CARD_POINTS
    TAKES_SHARED_OFFICE
    TAKES_SECOND_ENVOY
    TAKES_FIXED_COST
    TAKES_LOWER_COST
    TAKES_KING_POINTS
    TAKES_EXTRA_ENVOY
    TAKES_EXTRA_CHEST
    TAKES_EXTRA_POINTS
    TAKES_SHORT_WAY
    TAKES_FREE_START
    TAKES_FREE_NEIGHBOURS
    TAKES_HOMECOMING
    TAKES_RANK_POINTS
    TAKES_PRESENCE_POINTS
    TAKES_ORANGE_POINTS

cpdef enum Decision:
    # By phase; the commonest in the first two rounds, the next two and the last one.
    ACTION_EARLY
    ACTION_MIDDLE
    ACTION_LATE
    SPACE_EARLY
    SPACE_MIDDLE
    SPACE_LATE
    OFFICE_EARLY
    OFFICE_MIDDLE
    OFFICE_LATE
    CHESTS
    PRIVILEGE
    SAVING
    PIECE
    PAYMENT
    SECOND
    SOURCE
    REVEALED
    KEPT

cdef enum:
    FEATURES = TAKES_ORANGE_POINTS + 1
    FEATURE_VERSION = 1
    DECISIONS = KEPT + 1
