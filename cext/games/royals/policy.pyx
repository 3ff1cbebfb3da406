"""What a decent player does at a glance: the playout policy and the estimate of unfinished games.

Worths are in hundredths of a point.
"""

from libc.stdint cimport uint32_t, uint64_t

from eminence.cext.core.game cimport MAX_SEATS, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.legal cimport bit_count, in_supply, legal_moves, lowest_bit, vacant
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DISCARD, DRAW, DRAW_MODE, END, FIRST_TARGET, FROM_DECK, HAND_LIMIT, INTRIGUE, INTRIGUE_LIMIT,
    DISCARD_INTRIGUE, ONE_EACH, PAY, PAY_INTRIGUE, PERIODS, PLAY, THREE, TITLES, RoyalsContext, RoyalsState,
)

cdef enum:
    CARD = 95               # what a country card is worth to keep
    INTRIGUE_CARD = 150     # the same for an intrigue card
    NOISE = 256             # span of the random part of a target's worth; a power of two
    LEADS = 5               # a lead of so much influence or so many cubes is as good as won
    CUBE = 60               # what the cubes of a placement are worth when they are getting short

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
    cdef int mine = s.influence[seat][country], best = 0, best_after = 0, other, theirs, period, weight = 100
    cdef int change, worth = 0
    for other in range(c.seats):
        if other != seat:
            theirs = s.influence[other][country]
            best = max(best, theirs)
            best_after = max(best_after, theirs - gain if other == owner else theirs)
    change = _holds(mine + gain - best_after) - _holds(mine - best)
    for period in range(s.period, PERIODS):
        worth += weight * (c.period_points[period][country][0] * change
                           + c.period_points[period][country][1] * (100 - change if mine == 0 else 0) // 3)
        weight = weight * 2 // 5                        # positions get lost before a later scoring
    return worth // 100


cdef inline int _title_worth(const RoyalsContext *c, const RoyalsState *s, int seat, int title) noexcept nogil:
    cdef int mine = s.title_cubes[seat][title], best = 0, other
    for other in range(c.seats):
        if other != seat:
            best = max(best, s.title_cubes[other][title])
    return c.title_points[title][0] * (_holds(2 * (mine + 1 - best)) - _holds(2 * (mine - best)))


cdef inline int _bonus_worth(
    const RoyalsContext *c, const RoyalsState *s, int seat, int position, uint32_t free_positions
) noexcept nogil:
    """City, Country and Noble House markers, the latter two also by halves and thirds."""
    cdef int city = c.position_city[position], country = c.position_country[position]
    cdef int title, missing = 0, taken = 0, other, worth = 0
    if free_positions & c.city_positions[city] == c.city_positions[city]:
        worth = 100 * c.city_points[city]
    if not s.present[seat] >> city & 1 and not s.country_marker[seat][country] and s.country_taken[country] < 2:
        missing = bit_count(c.country_cities[country] & ~s.present[seat])
        worth += 100 * c.country_points[country][s.country_taken[country]] // (missing * missing)
    if s.title_cubes[seat][c.position_title[position]] == 0 and not s.house[seat]:
        missing = 0
        for title in range(TITLES):
            missing += s.title_cubes[seat][title] == 0
        for other in range(c.seats):
            taken += s.house[other] > 0
        if taken < c.house_count:
            worth += 100 * c.house[taken] // missing
    return worth


cdef inline int _net_worth(
    const RoyalsContext *c, const RoyalsState *s, int position, uint32_t free_positions
) noexcept nogil:
    """What a target brings the active seat, less what is paid for it."""
    cdef int seat = s.active, owner = -1, other, cost = c.position_cost[position]
    cdef int real = s.hand[seat][c.position_country[position]]
    cdef int worth = -CARD * (cost + 2 * max(0, cost - real))
    if not free_positions >> position & 1:
        worth -= INTRIGUE_CARD * c.position_intrigue[position]
        for other in range(c.seats):
            if s.held[other] >> position & 1:
                owner = other
    worth += _bonus_worth(c, s, seat, position, free_positions)
    worth += _title_worth(c, s, seat, c.position_title[position])
    return worth + _influence_worth(c, s, seat, position, owner)


cdef move_t _choose_target(const RoyalsContext *c, const RoyalsState *s, uint64_t legal, Rng *rng) noexcept nogil:
    """The best net worth with some noise; END when nothing is worth its price."""
    cdef uint32_t free_positions = vacant(c, s)
    cdef uint64_t noise = rng_next(rng)
    cdef int move, net, best = 0, choice = END
    if s.hand_size[COUNTRY][s.active] > HAND_LIMIT - 2:
        best = -2 * CARD                # a full hand is no place to save
    legal &= legal - 1                  # without END
    while legal:
        move = lowest_bit(legal)
        legal &= legal - 1
        net = _net_worth(c, s, move - FIRST_TARGET, free_positions) + <int>(noise & (NOISE - 1)) - NOISE // 2
        noise = noise >> 5 | noise << 59
        if net > best:
            best = net
            choice = move
    return choice


# ---- cards

cdef move_t _choose_mode(const RoyalsContext *c, const RoyalsState *s, Rng *rng) noexcept nogil:
    """Intrigue cards for a hand that has few, the more so the fuller the board is."""
    cdef int seat = s.active, intrigues = s.hand_size[INTRIGUE][seat], percent
    if intrigues >= INTRIGUE_LIMIT:
        return THREE
    if s.hand_size[COUNTRY][seat] >= HAND_LIMIT - 1:
        return ONE_EACH
    percent = (c.positions - bit_count(vacant(c, s) & (<uint64_t>1 << c.positions) - 1)) * 80 // c.positions
    return ONE_EACH if <int>rng_below(rng, 100) < percent // (1 + intrigues) else THREE


cdef move_t _choose_draw(const RoyalsState *s, uint64_t legal, Rng *rng) noexcept nogil:
    """Countries of which the hand has many already; the deck instead of a poor display."""
    cdef int move, weight, total = 0, choice = FROM_DECK, cards
    while legal:
        move = lowest_bit(legal)
        legal &= legal - 1
        if move == FROM_DECK:
            weight = 12
        else:
            cards = min(7, s.hand[s.active][move])
            weight = 2 + 3 * cards * cards
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
        return _choose_mode(c, s, rng)
    legal = legal_moves(c, s)
    if s.phase == DRAW:
        return _choose_draw(s, legal, rng)
    if s.phase == PLAY:
        return _choose_target(c, s, legal, rng)
    if s.phase == PAY or s.phase == DISCARD:
        return _choose_card(s, legal)
    if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE:
        return _random_move(legal, rng)
    return lowest_bit(legal)            # as few jokers as possible


# ---- estimate

cdef void _expect_countries(
    const RoyalsContext *c, const RoyalsState *s, int period, float trust, Outcome *outcome
) noexcept nogil:
    """Shares of a period's markers by influence to the power of `trust`."""
    cdef float weight[MAX_SEATS]
    cdef float total, first, second
    cdef int country, seat, other
    for country in range(COUNTRIES):
        total = 0
        for seat in range(c.seats):
            weight[seat] = (0.5 + s.influence[seat][country]) ** trust
            total += weight[seat]
        for seat in range(c.seats):
            first = weight[seat] / total
            second = 0
            for other in range(c.seats):
                if other != seat:
                    second += weight[other] / total * weight[seat] / (total - weight[other])
            outcome.score[seat] += first * c.period_points[period][country][0]
            outcome.score[seat] += second * c.period_points[period][country][1]


cdef void _expect_titles(const RoyalsContext *c, const RoyalsState *s, float trust, Outcome *outcome) noexcept nogil:
    cdef float weight[MAX_SEATS]
    cdef float total
    cdef int title, seat
    for title in range(TITLES):
        total = 0
        for seat in range(c.seats):
            weight[seat] = (0.5 + s.title_cubes[seat][title]) ** trust
            total += weight[seat]
        for seat in range(c.seats):
            outcome.score[seat] += c.title_points[title][0] * weight[seat] / total


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points so far, shares of the scorings to come, and cards at the price they usually fetch."""
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef int seat, period
    cdef float played = 0, cards = 0, ahead, placements
    for seat in range(COUNTRIES):
        cards += c.cards[seat]
    if not s.final_round:
        played = s.deck_size[COUNTRY] / cards
    ahead = PERIODS - 1 - s.period + played             # periods still to play, about
    for seat in range(c.seats):
        placements = in_supply(c, s, seat) / 2
        outcome.score[seat] = s.score[seat]
        if not s.final_round and (placements > 0 or not c.strict):
            outcome.score[seat] += 0.8 * s.hand_size[COUNTRY][seat] + 1.2 * s.hand_size[INTRIGUE][seat]
    for period in range(s.period, PERIODS):
        _expect_countries(c, s, period, 3 - min(2, <float>(period - s.period) + played), outcome)
    _expect_titles(c, s, 4 - ahead, outcome)
    return 3 + 8 * ahead
