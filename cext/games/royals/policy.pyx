"""What a decent player does at a glance: the playout policy and the estimate of unfinished games.

Worths are in hundredths of a point.
"""

from libc.math cimport sqrtf
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.types cimport u8
from eminence.cext.core.weights cimport soften
from eminence.cext.games.royals.rules_legal cimport houses_taken, in_supply, legal_moves, titles_held, vacant
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DISCARD, DISCARD_INTRIGUE, DRAW, DRAW_MODE, END, FIRST_TARGET, FROM_DECK, HAND_LIMIT,
    INTRIGUE, INTRIGUE_JOKERS, INTRIGUE_LIMIT, JOKERS, MAX_CARDS, MAX_CITIES, ONE_EACH, PAY, PAY_INTRIGUE, PERIODS, PLAY, THREE,
    TITLES, RoyalsContext, RoyalsState,
)
from eminence.cext.games.royals.traits cimport TITLE_SHARES, TRAITS, part_left, traits

cdef enum:
    CARD = 155              # what a country card is worth to keep
    INTRIGUE_CARD = 770     # the same for an intrigue card
    PLACEMENT = 60          # what two cubes are worth to keep,
    SCARCE = 36             # and so much more for every card per placement to come
    NOISE = 128             # span of the random part of a target's worth; a power of two
    LAST_CARDS = 4          # with fewer cards per seat to come nothing is worth keeping

cdef float GAIN_SCALE = 150    # a gain so much smaller is e times less promising
cdef float SMALL = 0.003       # least weight of a target

cdef struct Prices:
    # What it is worth to the active seat to keep something.
    int card
    int intrigue
    int placement

cdef struct Stakes:
    # What the targets of a decision have in common.
    uint32_t free
    const int *points           # of first places to come
    int lead[COUNTRIES]         # in influence, over the strongest other seat
    u8 cubes[TITLES]            # most of another seat
    int house                   # what a new title brings

# Chance in percent that a lead of -LEADS..LEADS holds to the next scoring.
cdef int[2 * LEADS + 1] HOLDS = [3, 5, 9, 18, 31, 52, 70, 82, 91, 95, 97]
# Part in percent of a Country marker that a new city is worth, by the cities that are missing.
cdef int[MAX_CITIES + 1] WAY = [0, 100, 20, 13, 10, 8, 6, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2]
# How keen a card is, by the cards of its country in the hand: 1 + 3 n^6.
cdef int[MANY + 1] KEEN = [1, 4, 193, 2188, 12289, 46876, 139969, 352948, 786433]


cdef inline int _between(int low, int value, int high) noexcept nogil:
    return max(low, min(high, value))


cdef inline int _holds(int lead) noexcept nogil:
    return HOLDS[LEADS + _between(-LEADS, lead, LEADS)]


# ---- what follows from the figures alone

cdef inline const Worths *_worths(const RoyalsContext *c) noexcept nogil:
    return &(<const RoyalsTable *>c).worths


cdef void appraise(RoyalsTable *table) noexcept nogil:
    cdef const RoyalsContext *c = &table.context
    cdef Worths *w = &table.worths
    cdef int country, period, next, points, weight, later, title, lead, deck
    w.fresh_deck = -8 * c.seats         # the others are in the hands
    for country in range(COUNTRIES):
        w.fresh_deck += c.cards[country]
    for period in range(PERIODS):
        for deck in range(MAX_CARDS + 1):
            w.come[period][deck] = (deck + (PERIODS - 1 - period) * w.fresh_deck) // c.seats
        for country in range(COUNTRIES):
            for next in range(2):
                points = 0
                weight = 104 if next else 56
                for later in range(period, PERIODS):
                    points += weight * c.period_points[later][country][0]
                    weight = weight * 2 // 5            # positions get lost before a later scoring
                w.scorings[next][period][country] = points
            for lead in range(-LEADS - 2, LEADS + 1):
                w.draw[period][country][lead + LEADS + 2] = (
                    100 + (_holds(lead + 2) - _holds(lead)) * c.period_points[period][country][0] // 5)
    for title in range(TITLES):
        for lead in range(-CUBE_LEADS, CUBE_LEADS + 1):
            w.title[title][lead + CUBE_LEADS] = (
                c.title_points[title][0] * (_holds(2 * (lead + 1)) - _holds(2 * lead)) * 7 // 5)


# ---- targets

cdef inline int _new_house(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """What the active seat gets for its last title."""
    cdef int taken
    if s.house[s.active] or titles_held(s, s.active) != TITLES - 1:
        return 0
    taken = houses_taken(c, s)
    return 100 * c.house[taken] if taken < c.house_count else 0


cdef inline Stakes _stakes(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    cdef Stakes stakes
    cdef int other, country, title
    stakes.free = vacant(c, s)
    stakes.points = _worths(c).scorings[s.deck_size[COUNTRY] < c.seats][s.period]
    stakes.house = _new_house(c, s)
    memset(stakes.lead, 0, sizeof(stakes.lead))
    memset(stakes.cubes, 0, sizeof(stakes.cubes))
    for other in range(c.seats):
        if other != s.active:
            for country in range(COUNTRIES):
                stakes.lead[country] = max(stakes.lead[country], <int>s.influence[other][country])
            for title in range(TITLES):
                stakes.cubes[title] = max(stakes.cubes[title], s.title_cubes[other][title])
    for country in range(COUNTRIES):
        stakes.lead[country] = s.influence[s.active][country] - stakes.lead[country]
    return stakes


cdef int _lead_taking_over(const RoyalsContext *c, const RoyalsState *s, int position) noexcept nogil:
    """In influence, over the strongest other seat, when one of them has lost a position."""
    cdef int country = c.position_country[position], best = 0, other, theirs
    for other in range(c.seats):
        if other != s.active:
            theirs = s.influence[other][country]
            best = max(best, theirs - c.position_influence[position] if s.held[other] >> position & 1 else theirs)
    return s.influence[s.active][country] - best


cdef inline int _worth(
    const RoyalsContext *c, const RoyalsState *s, int position, const Stakes *stakes
) noexcept nogil:
    """What a target brings the active seat: markers or a part of them, a title, influence in the coming period scorings."""
    cdef int seat = s.active, city = c.position_city[position], country = c.position_country[position]
    cdef int title = c.position_title[position], cubes = s.title_cubes[seat][title], lead = stakes.lead[country], worth
    worth = _worths(c).title[title][CUBE_LEADS + _between(-CUBE_LEADS, cubes - stakes.cubes[title], CUBE_LEADS)]
    if cubes == 0:
        worth += stakes.house
    if stakes.free & c.city_positions[city] == c.city_positions[city]:
        worth += 100 * c.city_points[city]
    if not s.present[seat] >> city & 1 and not s.country_marker[seat][country] and s.country_taken[country] < 2:
        worth += (WAY[bit_count(c.country_cities[country] & ~s.present[seat])]
                  * c.country_points[country][s.country_taken[country]])
    if not stakes.free >> position & 1:
        lead = _lead_taking_over(c, s, position)
    return worth + stakes.points[country] * (
        _holds(lead + c.position_influence[position]) - _holds(stakes.lead[country])) // 100


cdef inline Prices _prices(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """Cards and cubes are worth keeping as long as there is a use for them; cubes the more, the more cards there are."""
    cdef Prices prices
    cdef int seat = s.active, come = 0 if s.final_round else _worths(c).come[s.period][s.deck_size[COUNTRY]]
    cdef int fade = min(come, LAST_CARDS)
    cdef int each = (s.hand_size[COUNTRY][seat] + come) * 100 // max(1, in_supply(c, s, seat) // 2)
    prices.card = CARD * fade // LAST_CARDS
    prices.intrigue = INTRIGUE_CARD * fade // LAST_CARDS
    prices.placement = (PLACEMENT + SCARCE * each // 100) * fade // LAST_CARDS
    return prices


cdef inline int _gain(
    const RoyalsContext *c, const RoyalsState *s, int position, const Stakes *stakes, Prices prices
) noexcept nogil:
    """What a target brings beyond its price, which is paid with as few jokers as possible."""
    cdef int cost = c.position_cost[position], real = s.hand[s.active][c.position_country[position]]
    cdef int price = prices.placement + prices.card * (cost + 2 * max(0, cost - real))
    if not stakes.free >> position & 1:
        price += prices.intrigue * c.position_intrigue[position]
    return _worth(c, s, position, stakes) - price


cdef inline int _least_gain(const RoyalsState *s, Prices prices) noexcept nogil:
    """What a target must bring beyond its price; a full hand is no place to save."""
    return -4 * prices.card if s.hand_size[COUNTRY][s.active] > HAND_LIMIT - 2 else 0


cdef move_t _choose_target(const RoyalsContext *c, const RoyalsState *s, uint64_t legal, Rng *rng) noexcept nogil:
    """The best worth for its price, with some noise; END when nothing is worth its price."""
    cdef Stakes stakes = _stakes(c, s)
    cdef uint64_t noise = rng_next(rng)
    cdef Prices prices = _prices(c, s)
    cdef int move, gain, best = _least_gain(s, prices), choice = END
    legal &= legal - 1                  # without END
    while legal:
        move = lowest_bit(legal)
        legal &= legal - 1
        gain = _gain(c, s, move - FIRST_TARGET, &stakes, prices)
        gain += <int>(noise & (NOISE - 1)) - NOISE // 2
        noise = noise >> 5 | noise << 59
        if gain > best:
            best = gain
            choice = move
    return choice


# ---- cards

cdef inline int _intrigue_percent(const RoyalsState *s) noexcept nogil:
    """How often to draw an intrigue card: two country cards are worth more, as long as there is room for them."""
    if s.hand_size[INTRIGUE][s.active] < INTRIGUE_LIMIT and s.hand_size[COUNTRY][s.active] >= HAND_LIMIT - 1:
        return 98
    return 2


cdef inline int _draw_weight(const RoyalsContext *c, const RoyalsState *s, int source) noexcept nogil:
    """Above all the country of which the hand has most, then where influence is worth most; the deck for a poor display."""
    cdef int other, best = 0, lead
    if source == FROM_DECK:
        return 43
    for other in range(c.seats):
        if other != s.active:
            best = max(best, <int>s.influence[other][source])
    lead = s.influence[s.active][source] - best
    return (KEEN[min(<int>s.hand[s.active][source], <int>MANY)]
            * _worths(c).draw[s.period][source][LEADS + 2 + _between(-LEADS - 2, lead, LEADS)] // 100)


cdef move_t _choose_draw(const RoyalsContext *c, const RoyalsState *s, uint64_t legal, Rng *rng) noexcept nogil:
    cdef int move, weight, total = 0, choice = FROM_DECK
    while legal:
        move = lowest_bit(legal)
        legal &= legal - 1
        weight = _draw_weight(c, s, move)
        total += weight
        if <int>rng_below(rng, total) < weight:
            choice = move
    return choice


cdef move_t _choose_card(const RoyalsState *s, uint64_t legal) noexcept nogil:
    """Gives away the countries of which the hand has the fewest cards, in the order the rules ask for."""
    cdef const u8 *hand = s.hand[s.active]
    cdef int left = s.picks_left, given = 0, kind, fewest
    while left > 0:
        fewest = -1
        for kind in range(s.floor, COUNTRIES):
            if hand[kind] and not given >> kind & 1 and (fewest < 0 or hand[kind] < hand[fewest]):
                fewest = kind
        given |= 1 << fewest
        left -= hand[fewest]
    return lowest_bit(given & legal)


cdef move_t _random_move(uint64_t legal, Rng *rng) noexcept nogil:
    cdef int skip = rng_below(rng, bit_count(legal))
    while skip:
        legal &= legal - 1
        skip -= 1
    return lowest_bit(legal)


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef uint64_t legal
    if s.phase == DRAW_MODE:
        return ONE_EACH if <int>rng_below(rng, 100) < _intrigue_percent(s) else THREE
    legal = legal_moves(c, s)
    if s.phase == DRAW:
        return _choose_draw(c, s, legal, rng)
    if s.phase == PLAY:
        return _choose_target(c, s, legal, rng)
    if s.phase == PAY or s.phase == DISCARD:
        return _choose_card(s, legal)
    if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE:
        return _random_move(legal, rng)
    return lowest_bit(legal)            # as few jokers as possible


# ---- prior

cdef void _weigh_targets(
    const RoyalsContext *c, const RoyalsState *s, const move_t *moves, int count, float *weights
) noexcept nogil:
    """END and every target by what it gains."""
    cdef Stakes stakes = _stakes(c, s)
    cdef Prices prices = _prices(c, s)
    cdef int i
    weights[0] = _least_gain(s, prices)
    for i in range(1, count):
        weights[i] = _gain(c, s, moves[i] - FIRST_TARGET, &stakes, prices)
    soften(weights, count, GAIN_SCALE, SMALL)


cdef void prior(
    const void *context, const void *state, const move_t *moves, int count, float *weights
) noexcept nogil:
    """What the playout policy thinks of every move."""
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef int i, choice = -1
    if s.phase == PLAY:
        _weigh_targets(c, s, moves, count, weights)
        return
    if s.phase == PAY or s.phase == DISCARD:
        choice = _choose_card(s, legal_moves(c, s))
    elif s.phase == JOKERS or s.phase == INTRIGUE_JOKERS:
        choice = moves[0]
    for i in range(count):
        if s.phase == DRAW_MODE:
            weights[i] = 100 - _intrigue_percent(s) if moves[i] == THREE else _intrigue_percent(s)
        elif s.phase == DRAW:
            weights[i] = sqrtf(_draw_weight(c, s, moves[i]))    # milder than the policy
        else:
            weights[i] = 1 if choice < 0 or moves[i] == choice else <float>0.05


# ---- estimate

cdef enum:
    LOOKS = TITLE_SHARES + 1    # traits that it weighs: the first ones
    TIMES = 2 * PERIODS         # beginning and end of every period

# Points that one of each is worth with two seats, then with more. Fitted to the final scores of 535 games of `mcts` against itself,
# at the beginning of rounds; no worth was allowed to have the wrong sign.
cdef float[2 * TIMES][LOOKS] WORTH = [
    [1.70, 2.73, 2.19, -1.11, 0.00, 1.04, 0.00, 0.34, 0.20],
    [1.18, 2.05, 2.21, -1.12, 0.28, 1.43, 0.28, 0.67, 0.48],
    [1.16, 1.55, 2.46, -1.36, 0.72, 1.70, 0.47, 0.51, 0.31],
    [0.99, 1.48, 2.48, -1.32, 1.34, 1.45, 0.83, 0.76, 0.47],
    [1.16, 1.55, 2.74, -1.24, 1.25, 1.21, 0.84, 0.00, 0.89],
    [1.06, 1.30, 2.85, -1.00, 0.64, 1.10, 0.94, 0.00, 1.22],
    # more than two seats
    [1.00, 1.84, 1.67, -0.32, 0.75, 0.14, 0.00, 0.09, 0.22],
    [0.64, 0.75, 1.70, -0.57, 0.51, 0.08, 0.00, 0.16, 0.36],
    [0.72, 0.70, 1.31, -0.71, 0.61, 0.04, 0.00, 0.30, 0.15],
    [0.70, 0.74, 1.48, -1.24, 0.66, 0.48, 0.26, 0.63, 0.42],
    [0.73, 0.96, 2.19, -1.01, 0.51, 0.55, 0.30, 0.00, 0.48],
    [0.78, 0.46, 2.60, -0.78, 0.14, 0.40, 0.70, 0.00, 0.85],
]
# How far scores spread, likewise.
cdef float[2 * TIMES] SPREAD = [23, 19, 9, 9, 9, 3, 7, 7, 9, 9, 9, 5]
# What every seat gets besides, by seats.
cdef float[MAX_SEATS + 1][TIMES] REST = [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [110.6, 41.1, 53.3, 29.6, -3.5, -11.9],
    [83.5, 64.0, 69.3, 48.6, 42.7, 21.2],
    [58.5, 41.9, 47.4, 32.0, 26.8, 12.3],
    [46.4, 31.8, 37.3, 24.5, 19.6, 7.9],
]


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """The final scores, from what the seats have and are about to get."""
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef float seen[TRAITS][MAX_SEATS]
    cdef float worth
    cdef int seat, look, time = 2 * s.period, row = time + (TIMES if c.seats > 2 else 0)
    cdef float left = part_left(c, s)
    memset(seen, 0, sizeof(seen))
    traits(context, state, seen[0])
    for seat in range(c.seats):
        outcome.score[seat] = left * REST[c.seats][time] + (1 - left) * REST[c.seats][time + 1]
    for look in range(LOOKS):
        worth = left * WORTH[row][look] + (1 - left) * WORTH[row + 1][look]
        for seat in range(c.seats):
            outcome.score[seat] += worth * seen[look][seat]
    return left * SPREAD[row] + (1 - left) * SPREAD[row + 1]
