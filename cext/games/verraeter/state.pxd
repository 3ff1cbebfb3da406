"""Verräter: what a position consists of. Rule ids (V-x.y) refer to docs/rules/verraeter.md.

Supply cards are counted by kind (0 = lowest value). The deck is a multiset: drawing picks from it at random (V-6.4).
"""

from libc.stdint cimport uint16_t

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.types cimport u8

cpdef enum Phase:
    SETTLE          # setup: place the first estate; move = ring position
    SITE            # phase 1: choose the border; move = its first position
    DRAFT           # phase 2: keep an action card; move = card
    SUPPLY          # phase 3: lay a supply card; move = STOP or 1 + kind
    BUILD           # phase 7, step 1; move = NOTHING, PLACE_ESTATE, PLACE_OFFICE or TURN
    BUILD_SITE      # phase 7, step 2; move = ring position
    DISCARD         # phase 10: discard down to the hand limit; move = STOP or 1 + kind
    DONE

cpdef enum Action:
    NO_ACTION
    TRAITOR
    DIPLOMAT_2
    DIPLOMAT_5
    BUILDER
    STRATEGIST
    FARMER
    FACE_DOWN       # a card that a view does not show

cpdef enum Build:
    NOTHING
    PLACE_ESTATE
    PLACE_OFFICE
    TURN

cpdef enum House:
    EAGLE
    ROSE

cpdef enum Land:
    WASTELAND
    MEADOW
    RIVER
    WOODS
    VILLAGE
    CITY

cdef enum Chance:    # what searches count, in the order of story.CHANCES
    CONFLICT_WON

# What the journal tells; figures in brackets.
cpdef enum Event:
    ROUND_BEGINS    # (the round); the seat is the Start player
    CARD_ASIDE      # V-4.2.1: one action card is put aside unseen
    REVEALED        # V-4.4: the seat's action card (the card)
    SWITCHED        # V-4.4: to the other house (the house)
    FORCES          # V-4.5.1: of a house (house, conflict points of the land, of action cards, of supply cards)
    TIED            # V-4.5.3
    CONQUERED       # V-4.6.2: the land changes sides (ring position, house that wins it)
    ACTION_SCORED   # V-4.6.4: (the card)
    CONFLICT_SCORED  # V-4.6.1: (kind of the land lost, seats that share in it)
    BUILT           # V-4.7: a building that had only one place (what is built, ring position)
    STRATEGY_TAKEN  # V-4.8.1
    RESHUFFLED      # V-4.10.5: (cards of the new deck)
    DRAWN           # V-4.10: (number of cards; their kinds, 4 bits a count, for who may see them)
    OFFICES_SCORED  # V-5.3: (offices, cards that count)
    GAME_ENDS       # V-5.1, V-5.2: (1 if all lands belong to one house)

cpdef enum:
    SEATS = 4
    LANDS = 12
    LAND_KINDS = 6
    CARDS = 7               # action cards and none
    KINDS = 6               # kinds of supply cards
    MAX_SUPPLY = 24         # supply cards there may be
    RING = (1 << 12) - 1    # all ring positions as bits
    PACK = 0x7E             # all action cards as bits
    NO_BORDER = 12
    NO_SEAT = 4
    STOP = 0
    HAND_LIMIT = 5          # V-4.10.3
    DRAW_LIMIT = 3          # V-4.10.2
    OFFICE_LIMIT = 2        # V-4.7.2
    SCORED_CARDS = 3        # V-5.3
    START_HAND = 3          # V-3.5

cdef struct VerraeterState:
    # The table, open to all.
    uint16_t rose               # bit i: the land at ring position i belongs to Rose
    uint16_t estates[SEATS]     # bit i: this seat's estate lies at ring position i
    uint16_t offices[SEATS]     # likewise
    # V-6.3: cards revealed since the last shuffle whose origin is in doubt: seat << 8 | draws before << 3 | kind,
    # ascending. Order within one seat's turn and between seats tells nothing, so it is not kept.
    uint16_t reveals[MAX_SUPPLY]
    u8 land[LANDS]              # kind of land
    u8 phase
    u8 actor                    # seat to decide; 0 when the game is over
    u8 round                    # 1-based
    u8 start                    # Start player
    u8 strategist               # Strategy holder
    u8 border                   # first position of this round's border, or NO_BORDER
    u8 build                    # BUILD_SITE: what the Builder does; else 0
    u8 cap                      # SUPPLY, DISCARD: highest kind that may still be laid or discarded; else 0
    u8 excess                   # DISCARD: cards that may still be discarded; else 0
    u8 reveal_count             # entries of `reveals` in use
    u8 deck_size
    u8 apart                    # 1 while the hands at the last shuffle are known one by one (fixed345)
    u8 house[SEATS]             # EAGLE or ROSE
    u8 score[SEATS]
    u8 hand_size[SEATS]
    u8 laid[SEATS][KINDS]       # supply laid in this round
    u8 discard[KINDS]
    # V-6.3, V-6.5: the record since the last shuffle. A card revealed before the seat's first draw was surely old, a card
    # revealed by a seat without old cards was surely new: such cards are taken out of the record at once.
    u8 fresh[KINDS]             # the deck right after the shuffle
    u8 old[SEATS][KINDS]        # hands at that time: by seat while `apart`, else all together in old[0]
    u8 old_size[SEATS]          # how many of these each seat had
    u8 new_size[SEATS]          # cards each seat has drawn since
    # Hidden.
    # Action card of each seat, 0 before its choice; open from BUILD on and, as a memory of the last round, in SITE.
    u8 kept[SEATS]
    # DRAFT, SUPPLY: the pack each seat received, as bits; else 0. The card put aside is the one that the Start player did not get.
    u8 seen[SEATS]
    u8 hand[SEATS][KINDS]
    u8 drawn[SEATS][KINDS]      # what makes up new_size
    u8 deck[KINDS]

cdef struct VerraeterContext:
    # Options.
    u8 fixed_hands              # start_hands = fixed345
    u8 d5_turns                 # d5_turns_when_unanimous
    u8 start_chooses            # first_strategist = start_player
    u8 alternating              # ring_layout = alternating
    u8 own_house_only           # setup_estate_site = own_house_only
    # Figures.
    u8 seats
    u8 rounds                   # V-1.2
    u8 buildings                # per seat
    u8 supply_total             # number of supply cards
    u8 average                  # their average value, rounded
    float round_gain            # points a seat usually makes in a round
    u8 cp[LAND_KINDS]           # conflict points of a land
    u8 vp[LAND_KINDS][SEATS + 1]    # victory points by number of winners; 0 for none
    u8 value[KINDS]             # of a supply card, ascending
    u8 count[KINDS]             # supply cards of each kind
    u8 start[KINDS]             # of these, in each fixed starting hand
    u8 action_cp[CARDS]
    u8 action_vp[CARDS]
    u8 action_cards[CARDS]      # supply cards drawn for an action card


cdef inline int left_of(const VerraeterContext *c, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < c.seats else 0


cdef inline int place_in_order(const VerraeterContext *c, const VerraeterState *s, int seat) noexcept nogil:
    """0 for the Start player, 1 for the seat to his left..."""
    return seat - s.start if seat >= s.start else seat - s.start + c.seats


cdef inline unsigned int lands_of(const VerraeterState *s, int house) noexcept nogil:
    """Ring positions of a house, as bits."""
    return s.rose if house == ROSE else RING & ~s.rose


cdef inline unsigned int free_lands(const VerraeterState *s) noexcept nogil:
    """Ring positions without a building, as bits."""
    return RING & ~(
        s.estates[0] | s.estates[1] | s.estates[2] | s.estates[3]
        | s.offices[0] | s.offices[1] | s.offices[2] | s.offices[3]
    )


cdef inline unsigned int borders(const VerraeterState *s) noexcept nogil:
    """V-4.1.1: first positions of neighbours of opposite houses, as bits."""
    return RING & (s.rose ^ (s.rose >> 1 | s.rose << 11))


cdef inline int reserve(const VerraeterContext *c, const VerraeterState *s, int seat) noexcept nogil:
    return c.buildings - bit_count(s.estates[seat] | s.offices[seat])


cdef inline unsigned int build_choices(const VerraeterContext *c, const VerraeterState *s) noexcept nogil:
    """V-4.7.4, step 1, as bits."""
    cdef unsigned int choices = 1 << NOTHING | 1 << TURN
    if reserve(c, s, s.actor):
        choices |= 1 << PLACE_ESTATE
        if bit_count(s.offices[s.actor]) < OFFICE_LIMIT:
            choices |= 1 << PLACE_OFFICE
    return choices


cdef inline int estate_income(const VerraeterState *s, int seat) noexcept nogil:
    """Own estates on lands of the own house (V-4.10.2)."""
    return bit_count(s.estates[seat] & lands_of(s, s.house[seat]))


cdef inline int supply_points(const VerraeterContext *c, const u8 *cards) noexcept nogil:
    """Conflict points of supply cards counted by kind."""
    cdef int kind, points = 0
    for kind in range(KINDS):
        points += c.value[kind] * cards[kind]
    return points


cdef inline bint holds_up_to(const VerraeterState *s, int seat, int cap) noexcept nogil:
    """Whether the seat holds a card of a kind up to `cap`."""
    cdef int kind
    for kind in range(cap + 1):
        if s.hand[seat][kind]:
            return True
    return False


cdef inline bint actions_hidden(const VerraeterState *s) noexcept nogil:
    """Whether this round's action cards are face down (V-4.2.4)."""
    return s.phase == DRAFT or s.phase == SUPPLY
