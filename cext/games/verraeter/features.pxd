include "eminence/cext/core/features.pxi"

cpdef enum Feature:
    # A border.
    SITE_LEAD           # conflict points of the own land beyond those of the other
    SITE_LEAD_STRONG    # the same times tenths of the own supply points
    SITE_LEAD_FIRM      # the same times the own house's cards beyond the others'
    SITE_PRIZE          # points of the other land for the own house as it is
    SITE_PRIZE_FIRM     # the same times the own house's cards beyond the others'
    SITE_RISK           # points of the own land for the others
    SITE_HOPE           # SITE_PRIZE times the chance to win
    ESTATE_BROUGHT      # 1: an own estate lies on the other land
    ESTATE_RISKED       # 1: on the own land
    RIVAL_ESTATE        # 1: of a seat of the other house on its own land
    # An action card.
    TAKES_TRAITOR
    TAKES_DIPLOMAT_2
    TAKES_DIPLOMAT_5
    TAKES_BUILDER
    TAKES_STRATEGIST
    TAKES_FARMER
    CARD_CHANCE         # to win on the side it leads to
    CARD_WORTH          # that times the points at stake there
    CARD_DRAWS          # supply cards of the next drawing
    CARD_SCORED         # of these that offices would count, times the offices
    TRAITOR_COMPANY     # other seats of the house it leads to beyond those of the own one
    TRAITOR_ESTATES     # own estates that come home beyond those that are lost
    TRAITOR_LAYS        # own supply points, in tens
    DIPLOMAT_CLOSE      # how close the conflict is, from 1 to 0
    BUILDER_RESERVE     # buildings that are left
    BUILDER_OFFICES     # offices that may still be placed
    BUILDER_ROUNDS      # left after this one
    BUILDER_CARDS       # that an office would count now
    STRATEGIST_HELD     # 1: has the Strategy card anyway
    STRATEGIST_SEATS    # other seats of the own house
    FARMER_ROOM         # in the hand
    FARMER_INCOME       # own estates that it passes over
    # Supply cards.
    LAYS                # 1: not to stop
    LAYS_AGAIN          # 1: something is laid already
    LAYS_LATER_FRIENDS  # cards of later seats of the side
    LAYS_LATER_FOES     # and of the other
    LAYS_HAND           # cards left in the hand
    LAYS_ROUNDS         # left after this one
    LAYS_TRAITOR        # 1: for the other house
    LAID_POINTS
    LAID_CHANCE         # more of the chance to win
    LAID_WORTH          # that times the points at stake
    LAID_FREE           # 1: would be above the hand limit when cards are drawn
    LAID_SCORED         # cards that offices count no more, times the offices
    LAID_TURNS          # 1: from behind to ahead
    LAID_AHEAD          # 1: ahead before
    # Building and its places; the first estate too.
    BUILDS_ESTATE
    BUILDS_ESTATE_ROUNDS  # times the rounds left after this one
    BUILDS_OFFICE
    BUILDS_OFFICE_ROUNDS
    BUILDS_OFFICE_CARDS  # times the cards it would count now
    TURNS
    TURNS_FAR           # 1: an estate lies elsewhere
    TURNS_BACK          # 1: can only be an office
    LAND_OWN            # 1: of the own house
    LAND_POINTS         # conflict points
    LAND_OWN_POINTS     # the same on own lands
    LAND_BESIDE         # neighbours of its own house
    LAND_NEAR           # and theirs
    # Discards.
    THROWS              # 1: not to stop
    THROWN_BELOW        # points below the average card
    THROWN_OFFICES      # own offices

cpdef enum Decision:
    SETTLING
    SITING
    SITING_LATE         # three rounds left or fewer
    DRAFT_EARLY
    DRAFT_LATE          # three rounds left or fewer
    DRAFT_LAST          # the last round
    SUPPLY_OPEN
    SUPPLY_CLOSING      # nobody is yet to come
    SUPPLY_LAST         # in the last round
    BUILDING
    BUILDING_LATE
    PLACING_ESTATE
    PLACING_OFFICE
    TURNING
    DISCARDING

cdef enum:
    FEATURES = THROWN_OFFICES + 1
    FEATURE_VERSION = 1
    DECISIONS = DISCARDING + 1
