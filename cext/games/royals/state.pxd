"""The state of Royals: one complete world in plain memory.

Card kinds 0..3 are the countries France, German States, Britain, Spain; kinds 4..9 the six intrigue cards. Both suits
work alike (deck, discards, hands, deck generations), so one set of functions serves both.

What everybody has seen of hidden cards is the *record*. A deck generation is the deck between two shuffles, and its
composition is public. Cards taken from the display are *known* until they leave the hand again; of the others, the *blind
cards*, the log says in time order who drew how many and who spent which, so a spent kind was drawn before (R-6.2 to R-6.9).
Always: hand = known + blind cards.
"""

from libc.stdint cimport uint16_t, uint32_t

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport u8

cdef enum:
    COUNTRIES = 4
    INTRIGUES = 6
    KINDS = 10              # countries, then intrigue cards
    AT_ONCE = 8             # kinds that are looked at together
    TITLES = 7
    PERIODS = 3
    MAX_CITIES = 16
    MAX_POSITIONS = 32      # bits of a position mask
    MAX_COST = 15           # no hand is larger (R-4.2.8)
    MAX_INTRIGUE = 5        # no hand has more intrigue cards (R-4.2.8)

    DISPLAY_SIZE = 3        # R-3.6
    HAND_LIMIT = 12         # R-4.7.1: country cards at the end of a turn
    INTRIGUE_LIMIT = 4      # R-4.7.1
    JOKER_CARDS = 3         # R-4.4.1: country cards that make one joker
    DRAW_CARDS = 3          # R-4.2.2: cards of the mode THREE

    GENERATIONS = 16        # deck generations remembered; older ones are forgotten (R-6.9)
    COUNTRY_LOG = 318       # entries of the logs: more than a generation of MAX_CARDS can bring; no hole in the state
    INTRIGUE_LOG = 420      # more than a game of three seats can bring
    MAX_CARDS = 120         # country cards in play
    MAX_INTRIGUE_CARDS = 40
    MAX_RUN = 4             # cards of one entry

cdef enum:                      # the two suits
    COUNTRY
    INTRIGUE

cpdef enum Country:
    FRANCE
    GERMAN_STATES
    BRITAIN
    SPAIN

cpdef enum Intrigue:            # card kind COUNTRIES + Intrigue
    FRANCE_GERMAN_STATES
    FRANCE_BRITAIN
    FRANCE_SPAIN
    GERMAN_STATES_BRITAIN
    GERMAN_STATES_SPAIN
    BRITAIN_SPAIN

cpdef enum Title:               # from the lowest rank to the highest
    MARSHAL
    BARON
    COUNTESS
    DUKE
    CARDINAL
    PRINCESS
    KING

cpdef enum Marker:              # of the two Country markers of a country
    NO_MARKER
    HIGHER
    LOWER

# A move is one number. What it means depends on the phase, and is written beside it.
cpdef enum Phase:
    DRAW_MODE           # move: a DrawMode (R-4.2.2)
    DRAW                # move: a Country of the display, or FROM_DECK (R-4.2.3)
    PLAY                # move: END, or FIRST_TARGET + position (R-4.3.1)
    INTRIGUE_JOKERS     # move: number of intrigue jokers (R-4.5.4 a)
    PAY_INTRIGUE        # move: COUNTRIES + Intrigue (R-4.5.4 b)
    JOKERS              # move: number of jokers (R-4.4.5 a)
    PAY                 # move: a Country (R-4.4.5 b)
    DISCARD             # move: a Country (R-4.7.1)
    DISCARD_INTRIGUE    # move: COUNTRIES + Intrigue (R-4.7.1)
    DONE

cpdef enum DrawMode:
    THREE               # three country cards
    ONE_EACH            # one country card and one intrigue card

cpdef enum Source:
    FROM_DECK = 4       # beside the countries of the display

cpdef enum Play:
    END
    FIRST_TARGET

# An entry of a log is one byte: Logged + 8 x seat + 64 x (cards - 1). Kinds spent are counted from the suit's first.
cpdef enum Logged:
    DREW = 6                # face down
    SHUFFLED = 7            # a new generation begins

# What the journal tells; figures in brackets. *Cards* are two figures: countries and intrigue cards, 4 bits a count.
# What a move says of itself is not told again: TAKEN, PAID and DISCARDED are steps that were nobody's choice.
cpdef enum Event:
    TURN_BEGINS         # (the turn, 1-based)
    TAKEN               # R-4.2.3: from the display (cards)
    DRAWN               # R-4.2.3, R-4.2.5: from a deck, told to the seat alone (the card's kind)
    PAID                # R-4.4.5, R-4.5.4: (cards)
    DISCARDED           # R-4.7.1: (cards)
    OCCUPIED            # R-4.3.2: (the position)
    TAKEN_OVER          # R-4.3.3: (the position, the seat that held it)
    CITY_SCORED         # R-4.6.3: (the city)
    COUNTRY_SCORED      # R-4.6.4: (the country, the Marker)
    HOUSE_SCORED        # R-4.6.5: (1 for the highest marker, 2 for the next...)
    TURNED_UP           # R-3.6, R-4.7.2: into the display (cards)
    RESHUFFLED          # R-4.2.6, R-4.7.3: the discards are the new deck (the suit, cards in it)
    FINAL_ROUND         # R-4.7.6: the seat has the last turn
    PERIOD_ENDS         # R-4.7.5: (the period)
    TIE_BROKEN          # R-5.1.2: the seat is ahead of one with the same influence (the country, that seat, the TieBreak)
    PERIOD_SCORED       # R-5.1.3: (the country, 1 for the first and 2 for the second, influence)
    MARKERS_LOST        # R-5.1.4: period markers that nobody earns (the country, their number)
    TITLE_SCORED        # R-5.2.1: (the title, cubes on it, 1 if it is shared)
    TITLE_LOST          # R-5.2.1: (the title, cubes of each of those who are tied, their number)
    POINTS_TIED         # R-5.3.2: the seat has as many points as another (points, 1 + its best title or 0)
    GAME_ENDS

cpdef enum TieBreak:
    BY_TITLE                # the higher one
    BY_CITY                 # the one of higher value
    BY_TURN                 # R-5.1.5

cdef struct RoyalsState:
    # The table
    uint32_t held[MAX_SEATS]                # positions held, one bit each
    uint16_t present[MAX_SEATS]             # cities with a cube of the seat, on a position or the city space
    uint16_t score[MAX_SEATS]               # points so far; title markers only when the game is over
    uint16_t turn                           # turns completed
    uint16_t log_size[2]                    # entries of the logs in use, by suit
    u8 phase
    u8 active                               # the seat whose turn it is
    u8 period                               # 0..2
    u8 final_round                          # R-4.7.6
    u8 draws_left                           # country cards still to draw
    u8 target                               # position being paid for
    u8 picks_left                           # cards still to pick for a payment or discard
    u8 floor                                # lowest kind that may be picked (ordered picks)
    u8 matching_left                        # picks that must still show the target's country
    u8 country_taken[COUNTRIES]             # Country markers taken
    u8 display[COUNTRIES]
    u8 house[MAX_SEATS]                     # Noble House marker taken: 0 none, 1 the highest, ...
    u8 country_marker[MAX_SEATS][COUNTRIES]     # Country marker taken: 0 none, 1 the higher, 2 the lower
    u8 placements[MAX_SEATS]                # two cubes each (R-9.3)
    u8 title_cubes[MAX_SEATS][TITLES]
    u8 influence[MAX_SEATS][COUNTRIES]      # of the positions held (R-5.1.1)
    u8 displaced[MAX_SEATS][MAX_CITIES]     # cubes on city spaces
    u8 discards[KINDS]
    u8 hand_size[2][MAX_SEATS]              # by suit
    u8 deck_size[2]

    # The record
    u8 generation[2]                        # index of the current generation, by suit
    u8 known[MAX_SEATS][KINDS]              # cards known to be in a hand (R-6.3)
    u8 country_log[COUNTRY_LOG]             # in time order
    u8 intrigue_log[INTRIGUE_LOG]
    u8 unseen[GENERATIONS][KINDS]           # cards of a generation that were not turned up

    # Secrets
    u8 deck[KINDS]                          # known to nobody
    u8 hand[MAX_SEATS][KINDS]               # known to its owner, like the next
    u8 kept[MAX_SEATS][GENERATIONS][KINDS]  # blind cards held when a generation began

cdef struct RoyalsContext:
    u8 seats
    u8 start                            # R-1.4
    u8 positions
    u8 cities
    u8 cubes                            # per seat at the start
    u8 strict                           # R-1.6
    u8 full_first_turn                  # R-1.8
    u8 house_count
    u8 house[3]                         # Noble House markers, descending
    u8 first_draw[MAX_SEATS]            # by turn index (R-3.8)
    u8 cards[KINDS]                     # in play
    u8 shows[KINDS]                     # countries on a card, one bit each
    u8 position_city[MAX_POSITIONS]
    u8 position_country[MAX_POSITIONS]
    u8 position_title[MAX_POSITIONS]
    u8 position_cost[MAX_POSITIONS]
    u8 position_influence[MAX_POSITIONS]
    u8 position_intrigue[MAX_POSITIONS]     # cards to take it over (R-4.3.3)
    u8 city_country[MAX_CITIES]
    u8 city_points[MAX_CITIES]
    u8 title_points[TITLES][2]              # whole, half
    u8 country_points[COUNTRIES][2]         # higher, lower
    u8 period_points[PERIODS][COUNTRIES][2]     # first, second
    uint16_t country_cities[COUNTRIES]          # cities of a country, one bit each
    uint32_t city_positions[MAX_CITIES]         # positions of a city, one bit each
    uint32_t affordable[COUNTRIES][MAX_COST + 1]    # positions of a country that cost at most so much
    uint32_t takeable[COUNTRIES][MAX_INTRIGUE + 1]  # the same for intrigue cards
    uint32_t turn_share                         # of a round, in 65,536ths: times the turns, it spares a division
    u8 showing[COUNTRIES][AT_ONCE]             # 255 for each of the last kinds of cards that shows the country
