"""Who knows what: hiding, sampling and infoset keys (rules section 6).

A seat knows the table, the ledger and its own cards. With the contents of its own blind slots it knows for every
generation what the blind slots of the others and the deck hold together; a sample deals just that.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.ledger cimport (
    demand_cards, demand_kind, demands_of, end_kind, first_kind, random_kind,
)
from eminence.cext.games.royals.legal cimport bits_between, lowest_bit
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DISCARD, DISCARD_INTRIGUE, GENERATIONS, INTRIGUE, INTRIGUE_JOKERS, JOKERS, KINDS, PAY,
    PAY_INTRIGUE, Demand, RoyalsContext, RoyalsState,
)

cdef enum:
    ATTEMPTS = 40       # random attempts to serve all units, each of little more than one step per unit
    STEPS = 20000       # steps of the orderly search that comes last, and by which views are checked
    CHOICES = GENERATIONS * KINDS
    ALL_SLOTS = 255
    MAX_UNITS = 120     # more cards than all seats together can owe and hold

cdef struct Unit:
    # One card that a seat must have held, in a blind slot that was there at the time.
    u8 seat
    u8 kept                 # it is still in the hand
    u8 slots                # the seat's blind slots at the time, oldest first
    uint16_t kinds          # what it may have been, one bit each

cdef struct Choice:
    # A card that may serve a unit.
    int generation
    int kind
    int weight

cdef struct Deal:
    # The part of one suit that an observer does not know, while it is dealt.
    int suit
    u8 rest[GENERATIONS][KINDS]             # cards not dealt yet
    u8 left[GENERATIONS]                    # how many these are
    u8 slots[MAX_SEATS][GENERATIONS]        # blind slots
    u8 used[MAX_SEATS][GENERATIONS]         # blind slots filled
    int generations
    int units
    Unit unit[MAX_UNITS]                    # each seat's in time order
    int steps                               # steps left before the search gives up


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef RoyalsState *s = <RoyalsState *>state
    cdef int other
    memset(s.deck, 0, sizeof(s.deck))
    for other in range((<const RoyalsContext *>context).seats):
        if other != seat:
            memset(s.hand[other], 0, sizeof(s.hand[other]))
            memset(s.blind[other], 0, sizeof(s.blind[other]))


cdef uint64_t node(const void *context, const void *state, int seat) noexcept nogil:
    """Key of everything public: a coarser key than the infoset, without the seat's own cards."""
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef int i
    cdef const char *demands = <const char *>s.country_demands
    cdef uint64_t key = hash_bytes(s, demands - <const char *>s, seat)
    for i in range(2 * MAX_SEATS):
        if s.demand_count[0][i]:
            return hash_bytes(demands, <const char *>s.deck - demands, key)
    return key


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef uint64_t key = hash_bytes(s.hand[seat], sizeof(s.hand[seat]), node(context, state, seat))
    return hash_bytes(s.blind[seat], sizeof(s.blind[seat]), key)


# ---- cards that must have been in a hand

cdef void _add_units(Deal *deal, int count, Unit unit) noexcept nogil:
    cdef int _
    for _ in range(count):
        if deal.units < MAX_UNITS:
            deal.unit[deal.units] = unit
            deal.units += 1


cdef void _list_demands(const RoyalsContext *c, const RoyalsState *s, Deal *deal, int seat) noexcept nogil:
    """Cards that have left the hands of others and may be of several generations (R-6.8)."""
    cdef const Demand *demand
    cdef Unit unit
    cdef int other, i
    unit.kept = 0
    for other in range(c.seats):
        if other == seat:
            continue
        unit.seat = other
        for i in range(s.demand_count[deal.suit][other]):
            demand = demands_of(s, deal.suit, other) + i
            unit.slots = demand.slots
            unit.kinds = 1 << demand_kind(demand)
            _add_units(deal, demand_cards(demand), unit)


cdef int _require(const RoyalsState *s, Deal *deal, int kinds, int count) noexcept nogil:
    """The active seat holds at least so many cards of some kinds; returns how many of them are not known cards."""
    cdef Unit unit
    cdef int kind
    for kind in range(KINDS):
        if kinds >> kind & 1:
            count -= s.known[s.active][kind]
    unit.seat = s.active
    unit.kept = 1
    unit.slots = ALL_SLOTS
    unit.kinds = kinds
    _add_units(deal, count, unit)
    return max(0, count)


cdef void _require_countries(const RoyalsContext *c, const RoyalsState *s, Deal *deal) noexcept nogil:
    """A payment that is being made can be made, and a choice that is open is one (R-4.3.7, R-4.4.5)."""
    cdef int cost = c.position_cost[s.target], cards = s.hand_size[COUNTRY][s.active]
    cdef int country = 1 << c.position_country[s.target]
    if s.phase == JOKERS:
        _require(s, deal, country, cost + 1 - min(cost, (cards - cost) // 2))
    elif s.phase == INTRIGUE_JOKERS or s.phase == PAY_INTRIGUE:
        _require(s, deal, country, (3 * cost - cards + 1) // 2)
    elif s.phase == PAY or s.phase == DISCARD:
        _require(s, deal, bits_between(s.floor, COUNTRIES - 1), s.picks_left)


cdef void _require_intrigues(const RoyalsContext *c, const RoyalsState *s, Deal *deal) noexcept nogil:
    """The same for intrigue cards (R-4.5.4)."""
    cdef int cost = c.position_intrigue[s.target], cards = s.hand_size[INTRIGUE][s.active]
    cdef int kind, matching = 0, fresh
    for kind in range(COUNTRIES, KINDS):
        matching |= (c.shows[kind] >> c.position_country[s.target] & 1) << kind
    if s.phase == INTRIGUE_JOKERS:
        _require(s, deal, matching, cost + 1 - min(cost, cards - cost))
    elif s.phase == PAY_INTRIGUE:
        fresh = _require(s, deal, matching & bits_between(s.floor, KINDS - 1), s.matching_left)
        _require(s, deal, bits_between(s.floor, KINDS - 1), s.picks_left - fresh)
    elif s.phase == DISCARD_INTRIGUE:
        _require(s, deal, bits_between(s.floor, KINDS - 1), s.picks_left)


cdef int _list_choices(const Deal *deal, const Unit *unit, Choice *choices) noexcept nogil:
    """The generations and kinds that can be the card of a unit, weighted by open slots x share of the kind."""
    cdef int generation, kind, slots, later = unit.slots, count = 0
    cdef uint64_t kinds
    for generation in range(deal.generations):
        # Slots drawn later cannot have served it. Earlier units have used only slots that were there by then.
        slots = min(<int>deal.slots[unit.seat][generation], later) - deal.used[unit.seat][generation]
        later -= deal.slots[unit.seat][generation]
        if slots <= 0:
            continue
        kinds = unit.kinds
        while kinds:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            if deal.rest[generation][kind]:
                choices[count].generation = generation
                choices[count].kind = kind
                choices[count].weight = 1 + 256 * slots * deal.rest[generation][kind] // deal.left[generation]
                count += 1
    return count


cdef Choice _take_choice(Choice *choices, int count, Rng *rng) noexcept nogil:
    """One of the choices by weight, or the first without a generator; the last takes its place in the list."""
    cdef Choice taken
    cdef int i = 0, total = 0, pick
    if rng != NULL and count > 1:
        for i in range(count):
            total += choices[i].weight
        pick = rng_below(rng, total)
        i = 0
        while pick >= choices[i].weight:
            pick -= choices[i].weight
            i += 1
    taken = choices[i]
    choices[i] = choices[count - 1]
    return taken


cdef void _fill_slot(Deal *deal, int seat, int generation, int kind, int change) noexcept nogil:
    """Puts a card into a blind slot, or with change -1 takes it back."""
    deal.rest[generation][kind] -= change
    deal.left[generation] -= change
    deal.used[seat][generation] += change


cdef void _keep_card(RoyalsState *s, const Unit *unit, int generation, int kind) noexcept nogil:
    s.blind[unit.seat][generation][kind] += 1
    s.hand[unit.seat][kind] += unit.kept


cdef bint _serve(Deal *deal, RoyalsState *s, int number, Rng *rng) noexcept nogil:
    """Finds cards for this unit and all that follow; false if that is impossible or takes too long.

    Chooses at random by weight, and goes back when the choice turns out to be a dead end. Without a generator the
    first possible choice comes first.
    """
    cdef Choice choices[CHOICES]
    cdef Choice choice
    cdef int count
    cdef const Unit *unit = &deal.unit[number]
    if number == deal.units:
        return True
    count = _list_choices(deal, unit, choices)
    while count > 0 and deal.steps > 0:
        deal.steps -= 1
        choice = _take_choice(choices, count, rng)
        count -= 1
        _fill_slot(deal, unit.seat, choice.generation, choice.kind, 1)
        if _serve(deal, s, number + 1, rng):
            _keep_card(s, unit, choice.generation, choice.kind)
            return True
        _fill_slot(deal, unit.seat, choice.generation, choice.kind, -1)
    return False


cdef void _serve_somehow(Deal *deal, RoyalsState *s, Rng *rng) noexcept nogil:
    """Last resort, for views that no true history has led to: it was some card of a blind slot."""
    cdef const Unit *unit
    cdef int number, generation, kind
    for number in range(deal.units):
        unit = &deal.unit[number]
        for generation in range(deal.generations):
            if deal.slots[unit.seat][generation] > deal.used[unit.seat][generation]:
                kind = random_kind(deal.rest[generation], deal.suit, deal.left[generation], rng)
                _fill_slot(deal, unit.seat, generation, kind, 1)
                _keep_card(s, unit, generation, kind)
                break


# ---- samples

cdef void _open_deal(const RoyalsContext *c, RoyalsState *s, Deal *deal, int suit, int seat) noexcept nogil:
    """R-6.4: what the observer does not know of each generation, and where it may be."""
    cdef int generation, kind, other
    deal.suit = suit
    deal.generations = s.generation[suit] + 1
    for generation in range(deal.generations):
        deal.left[generation] = 0
        for kind in range(first_kind(suit), end_kind(suit)):
            deal.rest[generation][kind] = s.unseen[generation][kind] - s.blind[seat][generation][kind]
            deal.left[generation] += deal.rest[generation][kind]
        for other in range(c.seats):
            deal.slots[other][generation] = s.slots[suit][other][generation]
            deal.used[other][generation] = 0
    deal.units = 0
    _list_demands(c, s, deal, seat)
    if s.active != seat and suit == COUNTRY:
        _require_countries(c, s, deal)
    elif s.active != seat:
        _require_intrigues(c, s, deal)


cdef void _serve_all(Deal *deal, RoyalsState *s, Rng *rng) noexcept nogil:
    cdef int _
    for _ in range(ATTEMPTS):
        deal.steps = 2 * deal.units + 8
        if _serve(deal, s, 0, rng):
            return
    deal.steps = STEPS
    if not _serve(deal, s, 0, NULL):
        _serve_somehow(deal, s, rng)


cdef void _deal_rest(const RoyalsContext *c, RoyalsState *s, Deal *deal, int seat, Rng *rng) noexcept nogil:
    """Fills the open slots at random; what remains of the current generation is the deck (R-6.5)."""
    cdef int suit = deal.suit, generation, other, kind, _
    for generation in range(deal.generations):
        for other in range(c.seats):
            if other == seat:
                continue
            for _ in range(deal.slots[other][generation] - deal.used[other][generation]):
                kind = random_kind(deal.rest[generation], suit, deal.left[generation], rng)
                deal.rest[generation][kind] -= 1
                deal.left[generation] -= 1
                s.blind[other][generation][kind] += 1
                s.hand[other][kind] += 1
    for kind in range(first_kind(suit), end_kind(suit)):
        s.deck[kind] = deal.rest[s.generation[suit]][kind]


cdef void sample(const void *context, void *state, int seat, Rng *rng) noexcept nogil:
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef RoyalsState *s = <RoyalsState *>state
    cdef Deal deal
    cdef int suit, other
    for other in range(c.seats):
        if other != seat:
            s.hand[other] = s.known[other]
            memset(s.blind[other], 0, sizeof(s.blind[other]))
    for suit in range(2):
        _open_deal(c, s, &deal, suit, seat)
        if deal.units:
            _serve_all(&deal, s, rng)
        _deal_rest(c, s, &deal, seat, rng)


cdef bint has_world(const void *context, const void *state, int seat) noexcept nogil:
    """Whether all cards that must have been in hands can have been; for views from strangers, whose counts agree."""
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef RoyalsState world = (<const RoyalsState *>state)[0]
    cdef Deal deal
    cdef int suit
    for suit in range(2):
        _open_deal(c, &world, &deal, suit, seat)
        deal.steps = STEPS
        if not _serve(&deal, &world, 0, NULL):
            return False
    return True
