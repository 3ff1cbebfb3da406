"""Cards on the move, and the public ledger of what everybody can know about them (R-6.2 to R-6.9).

Inline, because every decision of a playout moves cards.
"""

from libc.string cimport memcpy, memset

from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, COUNTRY_DEMANDS, GENERATIONS, INTRIGUE_DEMANDS, KINDS, MAX_DEMAND, Demand, RoyalsContext,
    RoyalsState,
)


cdef inline int first_kind(int suit) noexcept nogil:
    return 0 if suit == COUNTRY else COUNTRIES


cdef inline int end_kind(int suit) noexcept nogil:
    return COUNTRIES if suit == COUNTRY else KINDS


cdef inline int suit_of(int kind) noexcept nogil:
    return kind >= COUNTRIES


cdef inline int random_kind(const u8 *counts, int suit, int total, Rng *rng) noexcept nogil:
    """One of `total` cards of a suit, each as likely as any other."""
    cdef int kind = first_kind(suit), card = rng_below(rng, total)
    while card >= counts[kind]:
        card -= counts[kind]
        kind += 1
    return kind


# ---- demands

cdef inline Demand *demands_of(const RoyalsState *s, int suit, int seat) noexcept nogil:
    if suit == COUNTRY:
        return <Demand *>s.country_demands[seat]
    return <Demand *>s.intrigue_demands[seat]


cdef inline int demand_kind(const Demand *demand) noexcept nogil:
    return demand.cards & 15


cdef inline int demand_cards(const Demand *demand) noexcept nogil:
    return demand.cards >> 4


cdef inline void forget_slot(RoyalsState *s, int suit, int seat, int generation, int kind) noexcept nogil:
    """A blind slot of the seat is now known to have held this kind, which has left the hand."""
    cdef Demand *demands = demands_of(s, suit, seat)
    cdef int i
    s.unseen[generation][kind] -= 1
    s.slots[suit][seat][generation] -= 1
    s.blind[seat][generation][kind] -= 1
    for i in range(s.demand_count[suit][seat]):
        demands[i].slots -= 1           # the slot was there already when any of these cards left


cdef inline int only_source(const RoyalsState *s, int suit, int seat, const Demand *demand) noexcept nogil:
    """The one generation that can have served the seat's oldest demand, or -1 if several can."""
    cdef int generation, slots = demand.slots, found = -1
    for generation in range(s.generation[suit] + 1):
        if slots <= 0:
            break
        if s.slots[suit][seat][generation] and s.unseen[generation][demand_kind(demand)]:
            if found >= 0:
                return -1
            found = generation
        slots -= s.slots[suit][seat][generation]
    return found


cdef inline void settle_oldest(RoyalsState *s, int suit, int seat, int generation) noexcept nogil:
    """Puts one card of the seat's oldest demand down to a generation."""
    cdef Demand *demands = demands_of(s, suit, seat)
    cdef int i, kind = demand_kind(demands)
    demands[0].cards -= 16
    if demand_cards(demands) == 0:
        s.demand_count[suit][seat] -= 1
        for i in range(s.demand_count[suit][seat]):
            demands[i] = demands[i + 1]
        memset(&demands[s.demand_count[suit][seat]], 0, sizeof(Demand))
    forget_slot(s, suit, seat, generation, kind)


cdef inline void settle_certain(RoyalsState *s, int suit, int seat) noexcept nogil:
    cdef int generation
    while s.demand_count[suit][seat] > 0:
        generation = only_source(s, suit, seat, demands_of(s, suit, seat))
        if generation < 0:
            return
        settle_oldest(s, suit, seat, generation)


cdef inline void add_demand(RoyalsState *s, int suit, int seat, int kind) noexcept nogil:
    """Notes that one of the slots of several generations must have held this kind."""
    cdef Demand *demands = demands_of(s, suit, seat)
    cdef Demand *last = demands + s.demand_count[suit][seat] - 1
    cdef int generation, slots = 0
    for generation in range(s.generation[suit] + 1):
        slots += s.slots[suit][seat][generation]
    if (s.demand_count[suit][seat] and demand_kind(last) == kind and last.slots == slots
            and demand_cards(last) < MAX_DEMAND):
        last.cards += 16
    else:
        while s.demand_count[suit][seat] == (COUNTRY_DEMANDS if suit == COUNTRY else INTRIGUE_DEMANDS):
            # No room: the owner shows where the oldest card came from. The oldest generation is an honest answer.
            generation = 0
            while s.blind[seat][generation][demand_kind(demands)] == 0:
                generation += 1
            settle_oldest(s, suit, seat, generation)
            slots -= 1
        last = demands + s.demand_count[suit][seat]
        last.cards = kind + 16
        last.slots = slots
        s.demand_count[suit][seat] += 1
    settle_certain(s, suit, seat)


cdef inline void account_for(RoyalsState *s, int suit, int seat, int kind) noexcept nogil:
    """A card whose origin nobody saw has left the hand: some blind slot held it (R-6.8)."""
    cdef int generation, newest = -1, others = 0
    for generation in range(s.generation[suit] + 1):
        if s.slots[suit][seat][generation]:
            others += newest >= 0
            newest = generation
    if others:
        add_demand(s, suit, seat, kind)
    else:
        forget_slot(s, suit, seat, newest, kind)


# ---- cards

cdef inline void spend(RoyalsState *s, int seat, int kind) noexcept nogil:
    """A card goes from a hand to the open discards (R-4.4.6, R-4.5.5)."""
    cdef int suit = suit_of(kind)
    s.hand[seat][kind] -= 1
    s.hand_size[suit][seat] -= 1
    s.discards[kind] += 1
    if s.known[seat][kind]:
        s.known[seat][kind] -= 1
    else:
        account_for(s, suit, seat, kind)


cdef inline void take_displayed(RoyalsState *s, int seat, int country) noexcept nogil:
    s.display[country] -= 1
    s.hand[seat][country] += 1
    s.hand_size[COUNTRY][seat] += 1
    s.known[seat][country] += 1


cdef inline void open_hands(RoyalsState *s, int suit) noexcept nogil:
    """With two seats and an empty deck each knows the other's hand (R-6.3)."""
    cdef int first = first_kind(suit), count = end_kind(suit) - first, seat
    for seat in range(2):
        memcpy(&s.known[seat][first], &s.hand[seat][first], count)
        memset(&s.blind[seat][0][first], 0, count)
        s.slots[suit][seat][0] = 0
    memset(&s.unseen[0][first], 0, count)


cdef inline int draw_card(RoyalsState *s, int suit, Rng *rng) noexcept nogil:
    """The top card of a deck that is not empty."""
    cdef int kind = random_kind(s.deck, suit, s.deck_size[suit], rng)
    s.deck[kind] -= 1
    s.deck_size[suit] -= 1
    return kind


cdef inline void draw_blind(const RoyalsContext *c, RoyalsState *s, int suit, int seat, Rng *rng) noexcept nogil:
    cdef int kind = draw_card(s, suit, rng), generation = s.generation[suit]
    s.hand[seat][kind] += 1
    s.hand_size[suit][seat] += 1
    s.blind[seat][generation][kind] += 1
    s.slots[suit][seat][generation] += 1
    if s.deck_size[suit] == 0 and c.seats == 2:
        open_hands(s, suit)


cdef inline void turn_up(const RoyalsContext *c, RoyalsState *s, Rng *rng) noexcept nogil:
    cdef int kind = draw_card(s, COUNTRY, rng)
    s.display[kind] += 1
    s.unseen[s.generation[COUNTRY]][kind] -= 1
    if s.deck_size[COUNTRY] == 0 and c.seats == 2:
        open_hands(s, COUNTRY)


# ---- generations

cdef inline void drop_generation(const RoyalsContext *c, RoyalsState *s, int suit, int gone) noexcept nogil:
    """Moves every generation after `gone` down by one. Nobody has slots in `gone`."""
    cdef int first = first_kind(suit), count = end_kind(suit) - first, generation, seat
    for generation in range(gone, GENERATIONS - 1):
        memcpy(&s.unseen[generation][first], &s.unseen[generation + 1][first], count)
    memset(&s.unseen[GENERATIONS - 1][first], 0, count)
    for seat in range(c.seats):
        for generation in range(gone, GENERATIONS - 1):
            memcpy(&s.blind[seat][generation][first], &s.blind[seat][generation + 1][first], count)
            s.slots[suit][seat][generation] = s.slots[suit][seat][generation + 1]
        memset(&s.blind[seat][GENERATIONS - 1][first], 0, count)
        s.slots[suit][seat][GENERATIONS - 1] = 0


cdef inline void merge_oldest(const RoyalsContext *c, RoyalsState *s, int suit) noexcept nogil:
    """Puts generation 0 into generation 1, as its first cards."""
    cdef int seat, kind
    for seat in range(c.seats):
        s.slots[suit][seat][1] += s.slots[suit][seat][0]
        s.slots[suit][seat][0] = 0
    for kind in range(first_kind(suit), end_kind(suit)):
        s.unseen[1][kind] += s.unseen[0][kind]
        s.unseen[0][kind] = 0
        for seat in range(c.seats):
            s.blind[seat][1][kind] += s.blind[seat][0][kind]
            s.blind[seat][0][kind] = 0


cdef inline void shuffle_discards(const RoyalsContext *c, RoyalsState *s, int suit) noexcept nogil:
    """All discards become the new deck, a new generation of publicly known composition (R-4.2.6, R-4.7.3)."""
    cdef int kind, seat, used, generation
    for generation in range(s.generation[suit], -1, -1):
        used = 0
        for seat in range(c.seats):
            used += s.slots[suit][seat][generation]
        if used == 0:
            drop_generation(c, s, suit, generation)
            s.generation[suit] -= 1
    # s.generation is now the newest generation with slots; 255 (that is, -1) if there is none
    if s.generation[suit] == GENERATIONS - 1:
        merge_oldest(c, s, suit)
        drop_generation(c, s, suit, 0)
        s.generation[suit] -= 1
        for seat in range(c.seats):
            settle_certain(s, suit, seat)
    s.generation[suit] += 1
    generation = s.generation[suit]
    for kind in range(first_kind(suit), end_kind(suit)):
        s.unseen[generation][kind] = s.deck[kind] = s.discards[kind]
        s.deck_size[suit] += s.discards[kind]
        s.discards[kind] = 0
