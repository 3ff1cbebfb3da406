"""What a decent player does at a glance: the playout policy and the estimate of unfinished games.

Worths are in hundredths of a point.
"""

from libc.stdint cimport uint32_t, uint64_t

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.types cimport u8
from eminence.cext.core.weights cimport soften
from eminence.cext.games.royals.legal cimport in_supply, legal_moves, vacant
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DISCARD, DISCARD_INTRIGUE, DRAW, DRAW_MODE, END, FIRST_TARGET, FROM_DECK, HAND_LIMIT,
    INTRIGUE, INTRIGUE_JOKERS, INTRIGUE_LIMIT, JOKERS, ONE_EACH, PAY, PAY_INTRIGUE, PERIODS, PLAY, THREE, TITLES,
    RoyalsContext, RoyalsState,
)

cdef enum:
    CARD = 155              # what a country card is worth to keep
    INTRIGUE_CARD = 800     # the same for an intrigue card
    PLACEMENT = 60          # what two cubes are worth to keep, and once more for every card per placement to come
    NOISE = 128             # span of the random part of a target's worth; a power of two
    LEADS = 5               # a lead of so much influence or so many cubes is as good as won
    LAST_CARDS = 4          # with fewer cards per seat to come nothing is worth keeping
    NEAR_SCORING = 12       # cards per seat left in the deck when a scoring draws near

cdef float GAIN_SCALE = 50     # a gain so much smaller is e times less promising
cdef float SMALL = 0.003       # least weight of a target

cdef struct Prices:
    # What it is worth to the active seat to keep something.
    int card
    int intrigue
    int placement

# Chance in percent that a lead of -LEADS..LEADS holds to the next scoring.
cdef int[2 * LEADS + 1] HOLDS = [3, 6, 11, 20, 33, 52, 68, 80, 89, 94, 97]


cdef inline int _holds(int lead) noexcept nogil:
    return HOLDS[LEADS + max(-LEADS, min(LEADS, lead))]


# ---- targets

cdef inline int _influence_worth(
    const RoyalsContext *c, const RoyalsState *s, int seat, int position, int owner
) noexcept nogil:
    """What the influence of a position does for the coming period scorings."""
    cdef int country = c.position_country[position], gain = c.position_influence[position]
    cdef int mine = s.influence[seat][country], best = 0, best_after = 0, other, theirs, period, points = 0
    cdef int weight = 40 + 30 * max(0, NEAR_SCORING - s.deck_size[COUNTRY] // c.seats) // NEAR_SCORING
    for other in range(c.seats):
        if other != seat:
            theirs = s.influence[other][country]
            best = max(best, theirs)
            best_after = max(best_after, theirs - gain if other == owner else theirs)
    for period in range(s.period, PERIODS):
        points += weight * c.period_points[period][country][0]
        weight = weight * 7 // 10                       # positions get lost before a later scoring
    return points * (_holds(mine + gain - best_after) - _holds(mine - best)) // 100


cdef inline int _title_worth(const RoyalsContext *c, const RoyalsState *s, int seat, int title) noexcept nogil:
    cdef int mine = s.title_cubes[seat][title], best = 0, other
    for other in range(c.seats):
        if other != seat:
            best = max(best, s.title_cubes[other][title])
    return c.title_points[title][0] * (_holds(2 * (mine + 1 - best)) - _holds(2 * (mine - best))) * 7 // 5


cdef inline int _bonus_worth(
    const RoyalsContext *c, const RoyalsState *s, int seat, int position, uint32_t free_positions
) noexcept nogil:
    """City, Country and Noble House markers; also a part of a Country marker that is still far away."""
    cdef int city = c.position_city[position], country = c.position_country[position]
    cdef int title, missing, taken = 0, other, worth = 0
    if free_positions & c.city_positions[city] == c.city_positions[city]:
        worth = 100 * c.city_points[city]
    if not s.present[seat] >> city & 1 and not s.country_marker[seat][country] and s.country_taken[country] < 2:
        missing = bit_count(c.country_cities[country] & ~s.present[seat])
        worth += (100 if missing == 1 else 40 // missing) * c.country_points[country][s.country_taken[country]]
    if s.title_cubes[seat][c.position_title[position]] == 0 and not s.house[seat]:
        missing = 0
        for title in range(TITLES):
            missing += s.title_cubes[seat][title] == 0
        for other in range(c.seats):
            taken += s.house[other] > 0
        if missing == 1 and taken < c.house_count:
            worth += 100 * c.house[taken]
    return worth


cdef inline int _worth(
    const RoyalsContext *c, const RoyalsState *s, int position, uint32_t free_positions
) noexcept nogil:
    """What a target brings the active seat."""
    cdef int seat = s.active, owner = -1, other
    if not free_positions >> position & 1:
        for other in range(c.seats):
            if s.held[other] >> position & 1:
                owner = other
    return (_bonus_worth(c, s, seat, position, free_positions)
            + _title_worth(c, s, seat, c.position_title[position])
            + _influence_worth(c, s, seat, position, owner))


cdef inline int _cards_to_come(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """Country cards per seat that will still be drawn in this game, about."""
    cdef int country, cards = 0
    if s.final_round:
        return 0
    for country in range(COUNTRIES):
        cards += c.cards[country]
    return (s.deck_size[COUNTRY] + (PERIODS - 1 - s.period) * (cards - 8 * c.seats)) // c.seats


cdef inline Prices _prices(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """Cards and cubes are worth keeping as long as there is a use for them; cubes the more, the more cards there are."""
    cdef Prices prices
    cdef int seat = s.active, come = _cards_to_come(c, s), fade = min(come, LAST_CARDS)
    cdef int each = (s.hand_size[COUNTRY][seat] + come) * 100 // max(1, in_supply(c, s, seat) // 2)
    prices.card = CARD * fade // LAST_CARDS
    prices.intrigue = INTRIGUE_CARD * fade // LAST_CARDS
    prices.placement = (PLACEMENT + PLACEMENT * each // 100) * fade // LAST_CARDS
    return prices


cdef inline int _price(
    const RoyalsContext *c, const RoyalsState *s, int position, uint32_t free_positions, Prices prices
) noexcept nogil:
    """What is paid for a target, with as few jokers as possible."""
    cdef int cost = c.position_cost[position], real = s.hand[s.active][c.position_country[position]]
    cdef int price = prices.placement + prices.card * (cost + 2 * max(0, cost - real))
    if not free_positions >> position & 1:
        price += prices.intrigue * c.position_intrigue[position]
    return price


cdef inline int _least_gain(const RoyalsState *s, Prices prices) noexcept nogil:
    """What a target must bring beyond its price; a full hand is no place to save."""
    return -4 * prices.card if s.hand_size[COUNTRY][s.active] > HAND_LIMIT - 2 else 0


cdef move_t _choose_target(const RoyalsContext *c, const RoyalsState *s, uint64_t legal, Rng *rng) noexcept nogil:
    """The best worth for its price, with some noise; END when nothing is worth its price."""
    cdef uint32_t free_positions = vacant(c, s)
    cdef uint64_t noise = rng_next(rng)
    cdef Prices prices = _prices(c, s)
    cdef int move, gain, best = _least_gain(s, prices), choice = END
    legal &= legal - 1                  # without END
    while legal:
        move = lowest_bit(legal)
        legal &= legal - 1
        gain = _worth(c, s, move - FIRST_TARGET, free_positions)
        gain -= _price(c, s, move - FIRST_TARGET, free_positions, prices)
        gain += <int>(noise & (NOISE - 1)) - NOISE // 2
        noise = noise >> 5 | noise << 59
        if gain > best:
            best = gain
            choice = move
    return choice


# ---- cards

cdef inline int _intrigue_percent(const RoyalsState *s) noexcept nogil:
    """How often to draw an intrigue card: for a hand that has none, and rather when it has many country cards."""
    cdef int intrigues = s.hand_size[INTRIGUE][s.active], cards = s.hand_size[COUNTRY][s.active]
    if intrigues >= INTRIGUE_LIMIT:
        return 2
    if cards >= HAND_LIMIT - 1:
        return 98
    return min(98, max(2, 4 * (cards - 5) - 56 * intrigues))


cdef inline int _draw_weight(const RoyalsContext *c, const RoyalsState *s, int source) noexcept nogil:
    """Countries of which the hand has many already and where influence is worth most; the deck if the display is poor."""
    cdef int cards, other, best = 0, lead
    if source == FROM_DECK:
        return 27
    for other in range(c.seats):
        if other != s.active:
            best = max(best, <int>s.influence[other][source])
    lead = s.influence[s.active][source] - best
    cards = s.hand[s.active][source]
    return ((1 + 5 * cards * cards)
            * (100 + 6 * (_holds(lead + 2) - _holds(lead)) * c.period_points[s.period][source][0] // 10) // 100)


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
    cdef uint32_t free_positions = vacant(c, s)
    cdef Prices prices = _prices(c, s)
    cdef int i
    weights[0] = _least_gain(s, prices)
    for i in range(1, count):
        weights[i] = _worth(c, s, moves[i] - FIRST_TARGET, free_positions)
        weights[i] -= _price(c, s, moves[i] - FIRST_TARGET, free_positions, prices)
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
            weights[i] = _draw_weight(c, s, moves[i])
        else:
            weights[i] = 1 if choice < 0 or moves[i] == choice else <float>0.05


# ---- estimate

cdef void _expect_countries(
    const RoyalsContext *c, const RoyalsState *s, int period, float doubt, float trust, float part, Outcome *outcome
) noexcept nogil:
    """Part of a period's markers, shared by influence, and something for all alike, to the power of `trust`."""
    cdef float weight[MAX_SEATS]
    cdef float total, first, second
    cdef int country, seat, other
    for country in range(COUNTRIES):
        total = 0
        for seat in range(c.seats):
            weight[seat] = (doubt + s.influence[seat][country]) ** trust
            total += weight[seat]
        for seat in range(c.seats):
            first = weight[seat] / total
            second = 0
            for other in range(c.seats):
                if other != seat:
                    second += weight[other] / total * weight[seat] / (total - weight[other])
            outcome.score[seat] += part * first * c.period_points[period][country][0]
            outcome.score[seat] += part * second * c.period_points[period][country][1]


cdef void _expect_titles(
    const RoyalsContext *c, const RoyalsState *s, float trust, float part, Outcome *outcome
) noexcept nogil:
    cdef float weight[MAX_SEATS]
    cdef float total
    cdef int title, seat
    for title in range(TITLES):
        total = 0
        for seat in range(c.seats):
            weight[seat] = (0.5 + s.title_cubes[seat][title]) ** trust
            total += weight[seat]
        for seat in range(c.seats):
            outcome.score[seat] += part * c.title_points[title][0] * weight[seat] / total


cdef float _country_progress(const RoyalsContext *c, const RoyalsState *s, int seat) noexcept nogil:
    """Points of the Country markers that may still be won, by the square of the part that is done."""
    cdef float done, points = 0
    cdef int country
    for country in range(COUNTRIES):
        if s.country_taken[country] < 2 and not s.country_marker[seat][country]:
            done = (<float>bit_count(c.country_cities[country] & s.present[seat])
                    / bit_count(c.country_cities[country]))
            points += done * done * c.country_points[country][s.country_taken[country]]
    return points


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points so far, shares of the scorings to come, and cards and cubes at the price they usually fetch.

    The weights follow regressions over games of the playout policy. With more than two seats leads are lost more easily.
    """
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef int seat, period, come = _cards_to_come(c, s)
    cdef float ahead = min(<float>come / 15, <float>PERIODS)        # periods still to play, about
    cdef float use = min(<float>come / LAST_CARDS, <float>1)        # whether anything can still be done
    cdef float near = 1 - min(<float>s.deck_size[COUNTRY] / (20 * c.seats), <float>1)
    cdef float doubt = <float>0.5 + max(<float>0, <float>(come - 20) / 20)     # early influence says little
    cdef bint duel = c.seats == 2
    cdef float card = 1.2 if duel else 0.8
    cdef float intrigue = 2 + min(<float>come / 12, <float>4) if duel else 2.5
    cdef float country_part = 1 if duel else 0.7
    cdef float title_part = 1 if duel or come < 9 else 0.4
    cdef float placements = 0
    for seat in range(c.seats):
        placements += s.placements[seat]
    placements /= c.seats
    for seat in range(c.seats):
        outcome.score[seat] = s.score[seat] + use * (
            card * s.hand_size[COUNTRY][seat] + intrigue * s.hand_size[INTRIGUE][seat]
            + <float>1.5 * (placements - s.placements[seat] + _country_progress(c, s, seat))
        )
    for period in range(s.period, PERIODS):
        _expect_countries(c, s, period, doubt, 1 + 2 * near if period == s.period else 1, country_part, outcome)
    _expect_titles(c, s, 4 - <float>0.7 * ahead, title_part, outcome)
    return 6 + 5 * ahead
