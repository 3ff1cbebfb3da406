"""Who knows what: hiding, sampling and infoset keys (rules section 6).

A seat knows the table, the ledger and its own cards. With the contents of its own blind slots it knows for every
generation what the blind slots of the others and the deck hold together; a sample deals just that.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.rules_cards cimport (
    demand_cards, demand_kind, demands_of, end_kind, first_kind, random_kind,
)
from eminence.cext.games.royals.rules_legal cimport bits_between
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DISCARD, DISCARD_INTRIGUE, GENERATIONS, INTRIGUE, INTRIGUE_JOKERS, JOKERS, KINDS, PAY,
    PAY_INTRIGUE, Demand, RoyalsContext, RoyalsState,
)

cdef enum:
    ATTEMPTS = 30       # to serve all units, by the given generator and then by a fixed one
    DEPTH = 6           # units moved elsewhere to make room for one
    STEPS = 3000        # moves of one attempt
    ALL_SLOTS = 255
    NOWHERE = 255
    MAX_UNITS = 160     # more cards than all seats together can owe and hold
    CHOICES = GENERATIONS * KINDS

cdef struct Unit:
    # One card that a seat must have held, in a blind slot that was there at the time.
    u8 seat
    u8 kept                 # it is still in the hand
    u8 then[GENERATIONS]    # the seat's blind slots at the time
    u8 generation           # where it was found, or NOWHERE
    u8 kind                 # what it was found to be
    uint16_t kinds          # what it may have been, one bit each

cdef struct Choice:
    # A card that may serve a unit.
    int generation
    int kind
    int weight

cdef struct Deal:
    # The part of one suit that an observer does not know, while it is dealt.
    int suit
    int generations
    u8 rest[GENERATIONS][KINDS]             # cards not dealt yet
    u8 left[GENERATIONS]                    # how many these are
    u8 slots[MAX_SEATS][GENERATIONS]        # blind slots
    u8 used[MAX_SEATS][GENERATIONS]         # blind slots filled
    int units
    Unit unit[MAX_UNITS]                    # seat by seat, each seat's in time order
    int first[MAX_SEATS]                    # a seat's first unit
    int end[MAX_SEATS]                      # and the one after its last
    bint moved                              # whether units were served out of time order
    int steps                               # left in this attempt


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
    cdef int suit, other
    cdef const char *demands = <const char *>s.country_demands
    cdef uint64_t key = hash_bytes(s, demands - <const char *>s, seat)
    for suit in range(2):
        for other in range(MAX_SEATS):
            if s.demand_count[suit][other]:
                return hash_bytes(demands, <const char *>s.deck - demands, key)
    return key


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef uint64_t key = hash_bytes(s.hand[seat], sizeof(s.hand[seat]), node(context, state, seat))
    return hash_bytes(s.blind[seat], sizeof(s.blind[seat]), key)


# ---- cards that must have been in a hand

cdef void _add_units(Deal *deal, int seat, int count, int kinds, int slots, bint kept) noexcept nogil:
    """Cards that were in the first so many of the seat's slots."""
    cdef Unit unit
    cdef int generation, _
    unit.seat = seat
    unit.kept = kept
    unit.generation = NOWHERE
    unit.kind = 0
    unit.kinds = kinds
    for generation in range(GENERATIONS):
        unit.then[generation] = 0
        if generation < deal.generations:
            unit.then[generation] = max(0, min(slots, <int>deal.slots[seat][generation]))
            slots -= deal.slots[seat][generation]
    for _ in range(count):
        if deal.units < MAX_UNITS:
            deal.unit[deal.units] = unit
            deal.units += 1


cdef int _require(const RoyalsState *s, Deal *deal, int kinds, int count) noexcept nogil:
    """The active seat holds at least so many cards of some kinds; returns how many of them are not known cards."""
    cdef int kind
    for kind in range(KINDS):
        if kinds >> kind & 1:
            count -= s.known[s.active][kind]
    _add_units(deal, s.active, count, kinds, ALL_SLOTS, True)
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


cdef void _list_units(const RoyalsContext *c, const RoyalsState *s, Deal *deal, int seat) noexcept nogil:
    """What others have paid of several generations (R-6.8), and what they must have to pay now."""
    cdef const Demand *demand
    cdef int other, i
    deal.units = 0
    for other in range(c.seats):
        deal.first[other] = deal.units
        if other != seat:
            for i in range(s.demand_count[deal.suit][other]):
                demand = demands_of(s, deal.suit, other) + i
                _add_units(deal, other, demand_cards(demand), 1 << demand_kind(demand), demand.slots, False)
            if other == s.active and deal.suit == COUNTRY:
                _require_countries(c, s, deal)
            elif other == s.active:
                _require_intrigues(c, s, deal)
        deal.end[other] = deal.units


# ---- finding them

cdef bint _has_slot(const Deal *deal, const Unit *unit, int generation) noexcept nogil:
    """Whether a slot of that time is open, while all units of the seat found there so far keep theirs.

    The slots that can have served the units of a seat are nested sets, so there is one for each iff for every x at most
    x of them need one of the first x slots. In time order this is simply that there are more slots than units.
    """
    cdef int slots = unit.then[generation], i, k, limit, needed
    cdef int first = deal.first[unit.seat], end = deal.end[unit.seat]
    if not deal.moved or slots == 0:
        return slots > deal.used[unit.seat][generation]
    if deal.used[unit.seat][generation] == deal.slots[unit.seat][generation]:
        return False
    for i in range(first - 1, end):
        limit = slots
        if i >= first:
            limit = deal.unit[i].then[generation]
            if deal.unit[i].generation != generation or limit <= slots:
                continue
        needed = 1
        for k in range(first, end):
            needed += deal.unit[k].generation == generation and deal.unit[k].then[generation] <= limit
        if needed > limit:
            return False
    return True


cdef int _list_choices(const Deal *deal, const Unit *unit, Choice *choices) noexcept nogil:
    """The generations and kinds that can be the card of a unit, weighted by open slots x share of the kind."""
    cdef int generation, kind, slots, count = 0
    cdef uint64_t kinds
    for generation in range(deal.generations):
        if not _has_slot(deal, unit, generation):
            continue
        slots = max(1, unit.then[generation] - deal.used[unit.seat][generation])
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


cdef Choice _choose(const Choice *choices, int count, Rng *rng) noexcept nogil:
    """One of the choices by weight."""
    cdef int i, total = 0, pick
    if count == 1:
        return choices[0]
    for i in range(count):
        total += choices[i].weight
    pick = rng_below(rng, total)
    i = 0
    while pick >= choices[i].weight:
        pick -= choices[i].weight
        i += 1
    return choices[i]


cdef void _put(Deal *deal, Unit *unit, int generation, int kind) noexcept nogil:
    unit.generation = generation
    unit.kind = kind
    deal.rest[generation][kind] -= 1
    deal.left[generation] -= 1
    deal.used[unit.seat][generation] += 1


cdef void _take_back(Deal *deal, Unit *unit) noexcept nogil:
    deal.rest[unit.generation][unit.kind] += 1
    deal.left[unit.generation] += 1
    deal.used[unit.seat][unit.generation] -= 1
    unit.generation = NOWHERE


cdef bint _take_place(Deal *deal, Unit *unit, int number, int depth, Rng *rng) noexcept nogil:
    """Puts a unit where another one is, if that one finds a card elsewhere."""
    cdef Unit *other = &deal.unit[number]
    cdef int generation = other.generation, kind = other.kind
    cdef uint64_t kinds = unit.kinds
    cdef int mine
    _take_back(deal, other)
    deal.moved = True
    if _has_slot(deal, unit, generation):
        while kinds:
            mine = lowest_bit(kinds)
            kinds &= kinds - 1
            if deal.rest[generation][mine] == 0:
                continue
            _put(deal, unit, generation, mine)
            if _find_card(deal, number, depth - 1, rng):
                return True
            _take_back(deal, unit)
    _put(deal, other, generation, kind)
    return False


cdef bint _find_card(Deal *deal, int number, int depth, Rng *rng) noexcept nogil:
    """Finds a card for a unit at random, if need be by moving others that have its slot or its card."""
    cdef Choice choices[CHOICES]
    cdef Choice choice
    cdef Unit *unit = &deal.unit[number]
    cdef Unit *other
    cdef int _, k, count = _list_choices(deal, unit, choices)
    if count:
        choice = _choose(choices, count, rng)
        _put(deal, unit, choice.generation, choice.kind)
        return True
    if depth == 0:
        return False
    k = rng_below(rng, deal.units)
    for _ in range(deal.units):
        k = k + 1 if k + 1 < deal.units else 0
        other = &deal.unit[k]
        if other.generation == NOWHERE or (other.seat != unit.seat and not unit.kinds >> other.kind & 1):
            continue
        deal.steps -= 1
        if deal.steps < 0:
            return False
        if _take_place(deal, unit, k, depth, rng):
            return True
    return False


cdef bint _find_all(Deal *deal, Rng *rng) noexcept nogil:
    """One attempt to find cards for all units."""
    cdef int number, depth
    for number in range(deal.units):
        if deal.unit[number].generation != NOWHERE:
            _take_back(deal, &deal.unit[number])
    deal.moved = False
    deal.steps = STEPS
    for number in range(deal.units):
        depth = 0                       # short chains of moves first
        while not _find_card(deal, number, depth, rng):
            depth += 1
            if depth > DEPTH or deal.steps < 0:
                return False
    return True


cdef bint _find_orderly(Deal *deal) noexcept nogil:
    """The same attempts for everybody: what `has_world` has found once is always found again."""
    cdef Rng rng
    cdef int _
    rng.s[0] = rng.s[1] = rng.s[2] = rng.s[3] = 0x9e3779b97f4a7c15U
    rng.lots = NULL
    for _ in range(ATTEMPTS):
        if _find_all(deal, &rng):
            return True
    return False


cdef void _find_anything(Deal *deal, Rng *rng) noexcept nogil:
    """Last resort, for views that no true history has led to: each was some card of a blind slot."""
    cdef Unit *unit
    cdef int number, generation
    for number in range(deal.units):
        unit = &deal.unit[number]
        for generation in range(deal.generations):
            if unit.generation == NOWHERE and deal.slots[unit.seat][generation] > deal.used[unit.seat][generation]:
                _put(deal, unit, generation, random_kind(
                    deal.rest[generation], deal.suit, deal.left[generation], rng
                ))


# ---- samples

cdef void _open_deal(const RoyalsContext *c, const RoyalsState *s, Deal *deal, int suit, int seat) noexcept nogil:
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
    _list_units(c, s, deal, seat)


cdef void _deal_units(RoyalsState *s, Deal *deal, Rng *rng) noexcept nogil:
    """Cards for all units, into blind slots and, if they were kept, hands."""
    cdef const Unit *unit
    cdef int number
    if not _find_all(deal, rng) and not _find_all(deal, rng) and not _find_orderly(deal):
        _find_anything(deal, rng)
    for number in range(deal.units):
        unit = &deal.unit[number]
        if unit.generation != NOWHERE:
            s.blind[unit.seat][unit.generation][unit.kind] += 1
            s.hand[unit.seat][unit.kind] += unit.kept


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


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
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
            _deal_units(s, &deal, rng)
        _deal_rest(c, s, &deal, seat, rng)


cdef bint has_world(const void *context, const void *state, int seat) noexcept nogil:
    """Whether all cards that must have been in hands can have been; for views from strangers, whose counts agree."""
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef Deal deal
    cdef int suit
    for suit in range(2):
        _open_deal(c, s, &deal, suit, seat)
        if not _find_orderly(&deal):
            return False
    return True
