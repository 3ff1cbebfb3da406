include "eminence/cext/core/features.pxi"

# *Worth* of a position, in points: the markers it brings at once, and by how much it raises the actor's share of its title, of the next
# scoring and, less, of later ones; shares are by squares, against the strongest other seat. *Open* are positions that are vacant or for
# which the actor has the intrigue cards. *To come*: country cards per seat that will still be drawn, about.
cpdef enum Feature:
    # A card to draw, to pay or to discard; face down, what is to be expected of the cards that were not turned up.
    CARD_HELD           # cards of its country in the hand before it comes
    CARD_HELD_SQUARED   # a tenth of the square
    CARD_FIRST          # 1: there is none
    CARD_MOST           # 1: no country has more
    CARD_SHOWN          # cards of its country in the display, at most as many as there are to draw
    CARD_BUYS           # worth of the best open position it pays for, beyond that without it
    CARD_BUYS_SHOWN     # likewise with all that are shown
    CARD_BUYS_LAST      # the same, when few are to come
    CARD_NEAR           # greatest worth of an open position for each card that is missing
    CARD_OPEN           # open positions
    CARD_LEAD           # influence beyond that of the strongest other seat
    CARD_SWING          # points of the next scoring by two more of it
    CARD_CITIES         # points of City markers that are left
    CARD_WAY            # points of the Country marker for each city that is missing
    CARD_RIVALS         # most cards of it that are known to be in another hand
    FROM_DECK_1         # 1: face down, one to draw
    FROM_DECK_MORE      # more to draw
    KEPT_BEFORE         # cards of countries that it passes over and that are kept
    # Countries, of cards and of targets.
    IN_FRANCE
    IN_GERMAN_STATES
    IN_BRITAIN
    IN_SPAIN
    # Targets: markers.
    CITY_POINTS
    COUNTRY_POINTS
    COUNTRY_WAY         # points for each city that is missing, if more than this one are
    HOUSE_POINTS
    HOUSE_WAY           # points times the part of the titles that is held, for a new one
    # Title and influence.
    TITLE_POINTS        # more of them, were titles scored now
    TITLE_TAKEN         # what others lose then
    TITLE_SHARE         # points by a greater share
    PERIOD_POINTS       # more of them, were the period scored now; tied seats share
    PERIOD_TAKEN
    PERIOD_POINTS_SOON  # the same, times the part of the deck that is gone
    PERIOD_SHARE
    LATER_SHARE         # likewise of later periods
    INFLUENCE
    EXPOSED             # influence times the mean number of intrigue cards of others
    # The title itself, 1 for it alone.
    IS_MARSHAL
    IS_BARON
    IS_COUNTESS
    IS_DUKE
    IS_CARDINAL
    IS_PRINCESS
    IS_KING
    # What a target costs.
    CARDS_PAID
    CARDS_PAID_EARLY    # times a tenth of those to come
    CARDS_PAID_SCARCE   # times the cards there are for each placement that is left
    JOKERS_PAID
    LARGEST_LEFT        # cards of the country of which most are left
    NEXT_BEST           # greatest worth of an open position that the cards left pay for
    NEXT_WAIT           # worth beyond it within three cards of one country
    TAKE_OVER
    MATCHES_MISSING     # intrigue cards that jokers stand for
    OWNER_AHEAD         # a tenth of the points by which its owner leads the actor
    OWN_CITY            # 1: with a cube of the actor
    # The end of the turn.
    END_TURN
    END_HAND            # cards
    END_OVER            # of them beyond the limit
    END_COME            # a tenth of those to come
    END_FINAL           # 1: in the final round
    END_SCARCE          # cards there are for each placement that is left
    END_INTRIGUES
    END_SOON            # part of the deck that is gone
    END_BEST            # greatest worth of a target
    END_WAIT            # worth beyond it of the best open position within three cards of one country
    # An intrigue card and a country card instead of three.
    ONE_OF_EACH
    EACH_INTRIGUES      # in the hand
    EACH_FIRST          # 1: none there
    EACH_HAND           # country cards
    EACH_FULL           # of them that three more would lose
    EACH_COME           # as above
    EACH_SCARCE
    EACH_VACANT         # part of the positions
    EACH_TAKES          # worth of the best position that another intrigue card may bring, beyond that of the best at hand
    EACH_SHOWN          # cards in the display of the country of which most are held
    # Jokers and intrigue cards to give.
    MORE_JOKERS         # than needed
    INTRIGUE_SAME       # cards of its kind in the hand
    INTRIGUE_FITS       # 1: shows the target's country
    INTRIGUE_CARDS      # country cards in the hand of its two countries
    INTRIGUE_RIVALS     # influence of others there

cpdef enum Decision:
    # By phase; the commonest by period.
    MODE_FIRST
    MODE_SECOND
    MODE_THIRD
    DRAW_FIRST
    DRAW_SECOND
    DRAW_THIRD
    PLAY_FIRST
    PLAY_SECOND
    PLAY_THIRD
    INTRIGUE_JOKER
    INTRIGUE_PAYMENT
    JOKER
    PAYMENT
    COUNTRY_DISCARD
    INTRIGUE_DISCARD

cdef enum:
    CARD_FEATURES = CARD_RIVALS + 1
    FEATURES = INTRIGUE_RIVALS + 1
    FEATURE_VERSION = 1
    DECISIONS = INTRIGUE_DISCARD + 1
