"""How a decent player plays Verräter when there is no time to think, and what a position is worth to each seat.

Only what the deciding seat knows is used, so that a playout never profits from cards it should not see. The weights are
rules of thumb in victory points, tuned by matches of the policy against itself.
"""

from libc.math cimport sqrtf
from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.weights cimport soften
from eminence.cext.games.verraeter cimport rules
from eminence.cext.games.verraeter.state cimport (
    BUILD, BUILD_SITE, BUILDER, CARDS, DIPLOMAT_2, DIPLOMAT_5, DISCARD, DONE, DRAFT, FARMER, HAND_LIMIT, LANDS,
    NOTHING, OFFICE_LIMIT, PLACE_ESTATE, PLACE_OFFICE, SCORED_CARDS, SEATS, SITE, STOP, STRATEGIST, SUPPLY, TRAITOR,
    TURN, VerraeterContext, VerraeterState, borders, estate_income, free_lands, lands_of, place_in_order, reserve,
    supply_points,
)


# Of the prior, in points.
cdef float UNTHOUGHT = -1000    # what the policy would never do
cdef float SCALE = 1            # a move so much worse is e times less likely
cdef float SMALL = 0.03

cdef struct Sides:
    # A conflict as one seat sees it before the action cards are revealed; arrays by house. The seat itself is left out.
    int land[2]         # kind of land at the border
    int points[2]       # conflict points on the table
    int men[2]          # seats
    int cards[2]        # supply cards in their hands
    int later[2]        # of these, in hands that have yet to take their supply turn


cdef inline double _noise(Rng *rng) noexcept nogil:
    """A number in [0, 1)."""
    return (rng_next(rng) >> 40) * (1.0 / 16777216.0)


cdef inline void _note(float *worths, int move, double value) noexcept nogil:
    """Writes down what a move is worth, for those who want to know more than the best one."""
    if worths != NULL and value > worths[move]:
        worths[move] = <float>value


cdef inline double _within(double chance, double low) noexcept nogil:
    return low if chance < low else (1 - low if chance > 1 - low else chance)


cdef inline double _chance(double lead) noexcept nogil:
    """How likely a house wins that is ahead by so many conflict points, before supply is laid."""
    return _within(0.5 + 0.032 * lead, 0.04)


cdef void _look(const VerraeterContext *c, const VerraeterState *s, int seat, Sides *sides) noexcept nogil:
    cdef int first = s.border, second = first + 1 if first + 1 < LANDS else 0
    cdef int rose = s.rose >> first & 1
    cdef int other, house, place = place_in_order(c, s, seat)
    sides.land[rose] = s.land[first]
    sides.land[1 - rose] = s.land[second]
    for house in range(2):
        sides.points[house] = c.cp[sides.land[house]]
        sides.men[house] = sides.cards[house] = sides.later[house] = 0
    for other in range(c.seats):
        if other == seat:
            continue
        house = s.house[other]
        sides.points[house] += supply_points(c, s.laid[other])
        sides.men[house] += 1
        sides.cards[house] += s.hand_size[other]
        if place_in_order(c, s, other) > place:
            sides.later[house] += s.hand_size[other]


cdef inline double _card_worth(const VerraeterContext *c, const VerraeterState *s, int seat, int size) noexcept nogil:
    """What one more supply card is worth to a hand of this size: points by offices at the end, strength before."""
    if s.round == c.rounds:
        return bit_count(s.offices[seat]) if size < SCORED_CARDS else 0
    return 0.7 if size < 3 else (0.2 if size < HAND_LIMIT else 0.05)


# ---- setup and site

cdef int _safest(const VerraeterContext *c, const VerraeterState *s, unsigned int sites, int house, Rng *rng) noexcept nogil:
    """A land that is, and is likely to stay, in a house: own, strong, not at a border."""
    cdef unsigned int edge = borders(s), own = lands_of(s, house)
    cdef double value, best_value = -1
    cdef int site, best = 0
    edge |= edge << 1 | edge >> 11
    while sites:
        site = lowest_bit(sites)
        sites &= sites - 1
        value = 2 * _noise(rng) + 4 * (own >> site & 1) + 0.1 * c.cp[s.land[site]] + (1 - (edge >> site & 1))
        if value > best_value:
            best_value = value
            best = site
    return best


cdef int _site(const VerraeterContext *c, const VerraeterState *s, Rng *rng, float *worths) noexcept nogil:
    """The border where the own house gains most and risks least."""
    cdef unsigned int left = borders(s)
    cdef int seat, men = 0, cards = 0, house = s.house[s.actor]
    cdef int border, second, mine, theirs, best = 0
    cdef double chance, value, best_value = -1000
    for seat in range(c.seats):
        if s.house[seat] == house:
            men += 1
            cards += s.hand_size[seat]
        else:
            cards -= s.hand_size[seat]
    while left:
        border = lowest_bit(left)
        left &= left - 1
        second = border + 1 if border + 1 < LANDS else 0
        mine = border if (s.rose >> border & 1) == house else second
        theirs = border + second - mine
        chance = _chance(c.cp[s.land[mine]] - c.cp[s.land[theirs]] + 2.5 * cards)
        value = chance * c.vp[s.land[theirs]][men] - 2 * (1 - chance) * c.vp[s.land[mine]][c.seats - men]
        # an own estate comes home, or is lost
        value += 0.8 * (chance * (s.estates[s.actor] >> theirs & 1) - (1 - chance) * (s.estates[s.actor] >> mine & 1))
        value += 1.5 * _noise(rng)
        _note(worths, border, value)
        if value > best_value:
            best_value = value
            best = border
    return best


# ---- action draft

cdef double _builder_worth(const VerraeterContext *c, const VerraeterState *s, int seat) noexcept nogil:
    """An office is good at any time, the more so at the end with cards in hand; an estate needs rounds to pay."""
    cdef int rest = c.rounds - s.round
    cdef double office = 0, estate = 0
    if bit_count(s.offices[seat]) < OFFICE_LIMIT:
        office = 2.4 if rest else 2.3 * min(<int>s.hand_size[seat], <int>SCORED_CARDS)
    if reserve(c, s, seat):
        estate = 0.25 * rest
    return max(office, estate) - 0.8


cdef int _draft(const VerraeterContext *c, const VerraeterState *s, Rng *rng, float *worths) noexcept nogil:
    """The card worth most: its own points, the chance to win with it in either house, and what it brings later."""
    cdef int seat = s.actor, mine = s.house[seat], theirs = 1 - mine, card, best = 0
    cdef int size = s.hand_size[seat], income = estate_income(s, seat)
    cdef Sides sides
    cdef double lead, strength, stay, stake, switch, value, best_value = -1000
    _look(c, s, seat, &sides)
    strength = 0.7 * supply_points(c, s.hand[seat])
    lead = sides.points[mine] - sides.points[theirs] + 0.55 * (sides.cards[mine] - sides.cards[theirs])
    stake = c.vp[sides.land[theirs]][sides.men[mine] + 1] + 0.2 * c.vp[sides.land[mine]][sides.men[theirs]]
    switch = c.vp[sides.land[mine]][sides.men[theirs] + 1] + 0.2 * c.vp[sides.land[theirs]][sides.men[mine]]
    stay = _chance(strength + lead) * stake
    for card in range(TRAITOR, CARDS):
        if not s.seen[seat] >> card & 1:
            continue
        value = c.action_vp[card] + _noise(rng)
        if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[theirs] == 0):
            value += _chance(strength - lead + c.action_cp[card]) * switch - stay
        elif c.action_cp[card]:
            value += _chance(strength + lead + c.action_cp[card]) * stake - stay
        if card == FARMER:
            value += (c.action_cards[card] - income) * _card_worth(c, s, seat, size)
        elif card == DIPLOMAT_2:
            value += c.action_cards[card] * _card_worth(c, s, seat, size + income)
        elif card == STRATEGIST:
            value += 0.5 * (s.round < c.rounds)
        elif card == BUILDER:
            value += _builder_worth(c, s, seat)
        _note(worths, card, value)
        if value > best_value:
            best_value = value
            best = card
    return best


# ---- supply

cdef inline double _price(
    const VerraeterContext *c, const VerraeterState *s, int income, int cards, int points
) noexcept nogil:
    """What the actor gives up by laying cards: office points at the end, strength before; none for cards above the limit."""
    cdef int held = s.hand_size[s.actor] + income
    if s.round == c.rounds:
        return bit_count(s.offices[s.actor]) * (min(held, <int>SCORED_CARDS) - min(held - cards, <int>SCORED_CARDS))
    return 0.3 * (min(held, <int>HAND_LIMIT) - min(held - cards, <int>HAND_LIMIT)) + 0.08 * points


cdef int _lay(const VerraeterContext *c, const VerraeterState *s, Rng *rng, float *worths) noexcept nogil:
    """The cards whose gain in the chance to win is most worth their price; none if nothing can be changed."""
    cdef int seat = s.actor, card = s.kept[seat], side = s.house[seat], best = STOP
    cdef int first, kind, cards, points, income
    cdef double lead, stake, scale, value, best_value
    cdef Sides sides
    _look(c, s, seat, &sides)
    if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[1 - side] == 0):
        side = 1 - side
    # The lead in points, with what later seats may add; then as a chance, the flatter the more is yet to come.
    lead = sides.points[side] - sides.points[1 - side] + supply_points(c, s.laid[seat]) + c.action_cp[card] - 0.5
    lead += 6.4 * sides.later[side] - 2.5 * sides.later[1 - side]
    scale = 1 / (12 + 0.6 * (sides.later[0] + sides.later[1]))
    lead = 0.5 + lead * scale + 0.1 * (_noise(rng) - 0.5)
    stake = c.vp[sides.land[1 - side]][sides.men[side] + 1] + 0.25 * c.vp[sides.land[side]][sides.men[1 - side]]
    income = c.action_cards[card] + (0 if card == FARMER else estate_income(s, seat))
    best_value = stake * _within(lead, 0) + 0.8 * _noise(rng)
    _note(worths, STOP, best_value)
    for first in range(s.cap + 1):
        if s.hand[seat][first] == 0:
            continue
        cards = points = 0
        for kind in range(first, -1, -1):       # this card and the next lower ones, one after the other
            for _ in range(s.hand[seat][kind]):
                cards += 1
                points += c.value[kind]
                value = stake * _within(lead + points * scale, 0) - _price(c, s, income, cards, points)
                _note(worths, 1 + first, value)
                if value > best_value:
                    best_value = value
                    best = 1 + first
    return best


# ---- building and discarding

cdef int _build(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """Offices, sometimes estates while they can still pay."""
    cdef int seat = s.actor, rest = c.rounds - s.round
    cdef bint office = bit_count(s.offices[seat]) < OFFICE_LIMIT
    if reserve(c, s, seat):
        return PLACE_OFFICE if office and <int>rng_below(rng, 19) >= rest else PLACE_ESTATE
    return TURN if office and <int>rng_below(rng, 16) >= rest else NOTHING


cdef int _build_site(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """Estates go where the own house is safe; an office goes, and an estate is turned, where an estate would not pay."""
    cdef int seat = s.actor
    if s.build == PLACE_ESTATE:
        return _safest(c, s, free_lands(s), s.house[seat], rng)
    if s.build == PLACE_OFFICE:
        return _safest(c, s, free_lands(s), 1 - s.house[seat], rng)
    if s.estates[seat] and bit_count(s.offices[seat]) < OFFICE_LIMIT:
        return _safest(c, s, s.estates[seat], 1 - s.house[seat], rng)
    return _safest(c, s, s.offices[seat], s.house[seat], rng)


cdef int _throw(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """Cards below the average are exchanged, the weakest if not all can be; at the end their value does not matter."""
    cdef int seat = s.actor, kind, best = -1, weak = 0
    if s.round == c.rounds or rng_below(rng, 8) == 0:
        return STOP
    for kind in range(s.cap + 1):
        if c.value[kind] >= c.average or weak >= s.excess:
            break
        if s.hand[seat][kind]:
            best = kind
            weak += s.hand[seat][kind]
    return 1 + best


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    if s.phase == SUPPLY:
        return _lay(c, s, rng, NULL)
    if s.phase == DRAFT:
        return _draft(c, s, rng, NULL)
    if s.phase == SITE:
        return _site(c, s, rng, NULL)
    if s.phase == BUILD:
        return _build(c, s, rng)
    if s.phase == BUILD_SITE:
        return _build_site(c, s, rng)
    if s.phase == DISCARD:
        return _throw(c, s, rng)
    return _safest(c, s, rules.settle_sites(c, s), s.house[s.actor], rng)


cdef void prior(
    const void *context, const void *state, const move_t *moves, int count, float *weights
) noexcept nogil:
    """Borders, action cards and supply by what the playout policy finds them worth; building and discarding all alike."""
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef float worths[LANDS + 1]
    cdef Rng still              # all zeros, and so without noise
    cdef bint weighed = True
    cdef int i
    memset(&still, 0, sizeof(still))
    for i in range(LANDS + 1):
        worths[i] = UNTHOUGHT
    if s.phase == SUPPLY:
        _lay(c, s, &still, worths)
    elif s.phase == DRAFT:
        _draft(c, s, &still, worths)
    elif s.phase == SITE:
        _site(c, s, &still, worths)
    else:
        weighed = False
    for i in range(count):
        weights[i] = worths[moves[i]] if weighed else 0
    soften(weights, count, SCALE, SMALL)


cdef float _worth(const VerraeterContext *c, const VerraeterState *s, int seat, int rest) noexcept nogil:
    """What hand, estates, offices and house promise a seat that has so many rounds to play."""
    cdef int cards = min(<int>s.hand_size[seat], <int>SCORED_CARDS), offices = bit_count(s.offices[seat])
    cdef int other, men = 0
    cdef float worth
    if rest == 0:
        return offices * cards
    worth = supply_points(c, s.hand[seat]) * min(<float>0.19, <float>0.03 + <float>0.04 * rest)
    worth += cards * max(<float>0, <float>0.5 - <float>0.12 * rest)
    worth += offices * (<float>1.8 + <float>0.25 * cards if rest == 1 else <float>2.1)
    if c.seats == SEATS:
        # a small house shares its victories among few
        for other in range(SEATS):
            men += s.house[other] == s.house[seat]
        return worth + <float>0.25 * estate_income(s, seat) - <float>0.55 * men
    return worth + min(<float>0.2 + <float>0.1 * rest, <float>0.9) * estate_income(s, seat)


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points so far, the usual gain of the rounds to come, and what the seat has to make more of them.

    The weights are a regression over games of the playout policy.
    """
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef int seat, rest = c.rounds - s.round + (s.phase < BUILD)
    if s.phase == DONE:
        rules.result(context, state, outcome)
        return <float>0.1
    for seat in range(c.seats):
        outcome.score[seat] = s.score[seat] + c.round_gain * rest + _worth(c, s, seat, rest)
    return <float>1.5 * sqrtf(rest + <float>0.3)
