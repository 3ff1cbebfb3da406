include "eminence/cext/core/features.pxi"

cpdef enum Feature:
    # Advisors: which one, 1 for it alone.
    ADVISOR_1
    ADVISOR_2
    ADVISOR_3
    ADVISOR_4
    ADVISOR_5
    ADVISOR_6
    ADVISOR_7
    ADVISOR_8
    ADVISOR_9
    ADVISOR_10
    ADVISOR_11
    ADVISOR_12
    ADVISOR_13
    ADVISOR_14
    ADVISOR_15
    ADVISOR_16
    ADVISOR_17
    ADVISOR_18
    PLACE_PASS          # no more dice
    OWN_SPACE           # a governor's
    SECRET_DEAL_MADE
    # What the advisor gives, times what the actor has of it.
    GOLD_OWNED
    WOOD_OWNED
    STONE_OWNED
    TOKENS_OWNED
    SOLDIERS_OWNED
    SOLDIERS_NEAR       # soldiers it gives, times the season from 0
    # Dice.
    ONE_DIE             # 1: one coloured die of the actor is enough
    PIPS_SHARE          # its number, as a part of what the actor's dice show
    RIVAL_DICE          # dice of other seats that would get there alone
    DICE_PAID
    WHITE_PAID          # white ones among them
    TOKEN_PAID
    MARKET_PAID
    # Buildings.
    BUILD_PASS
    ROW_A
    ROW_B
    ROW_C
    ROW_D
    ROW_E
    ROW_F
    ROW_G
    COLUMN_1
    COLUMN_2
    COLUMN_3
    COLUMN_4
    BUILD_POINTS
    BUILD_COST          # goods
    GOODS_LEFT
    BUILD_GUARD         # its mean battle value
    BUILD_SEASONS       # what it brings a season, times the seasons left
    # Pieces chosen to get or to give.
    KIND_GOLD
    KIND_WOOD
    KIND_STONE
    KIND_TOKEN
    KIND_OWNED          # how many the actor has
    # Options of a help.
    OPTION_PAYS         # pieces
    OPTION_GOODS        # of choice too
    OPTION_TOKENS
    OPTION_SOLDIERS
    OPTION_POINTS
    # Effects, recruiting, dice to roll again, and whatever else can be left.
    NOTHING             # 1: to leave it
    NOTHING_SOLDIERS    # soldiers of the actor, for leaving it
    NOTHING_YEAR        # likewise the year from 0
    FIRST_OFFER         # 1: the first that is not nothing

cpdef enum Decision:
    # The commonest in the first two years, the next two and the last one.
    PLACING_EARLY
    PLACING_MIDDLE
    PLACING_LATE
    BUILDING_EARLY
    BUILDING_MIDDLE
    BUILDING_LATE
    PAYING
    GAINING             # goods
    GIVING              # goods, for effects and soldiers and to invaders
    CHOOSING            # an option
    USING               # an effect
    RECRUITING
    ROLLING             # modifiers, dice to roll again or to turn
    OTHER

cdef enum:
    FEATURES = FIRST_OFFER + 1
    FEATURE_VERSION = 1
    DECISIONS = OTHER + 1
