"""How a decent player plays Verräter when there is no time to think, and what a position is worth to each seat.

Only what the deciding seat knows is used, so that a playout never profits from cards it should not see. The weights are
rules of thumb in victory points, tuned by matches of the policy against itself.
"""

from libc.math cimport sqrtf

from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.games.verraeter cimport rules
from eminence.cext.games.verraeter.state cimport (
    BUILD, BUILD_SITE, BUILDER, CARDS, DIPLOMAT_2, DIPLOMAT_5, DISCARD, DONE, DRAFT, FARMER, HAND_LIMIT, LANDS, NOTHING,
    OFFICE_LIMIT, PLACE_ESTATE, PLACE_OFFICE, SCORED_CARDS, SITE, STOP, STRATEGIST, SUPPLY, TRAITOR, TURN, VerraeterContext, VerraeterState,
    bit_count, borders, estate_income, free_lands, lands_of, lowest_bit, place_in_order, reserve, supply_points,
)


cdef struct Sides:
    # A conflict as one seat sees it before the action cards are revealed; arrays by house. The seat itself is left out.
    int land[2]         # kind of land at the border
    int points[2]       # conflict points on the table
    int men[2]          # seats
    int cards[2]        # supply cards in their hands
    int later[2]        # of these, in hands that have yet to take their supply turn


cdef inline float _noise(Rng *rng) noexcept nogil:
    """A number in [0, 1)."""
    return <float>(rng_next(rng) >> 40) * <float>(1.0 / 16777216.0)


cdef inline float _chance(float lead) noexcept nogil:
    """How likely a house wins that is ahead by so many conflict points, before supply is laid."""
    cdef float chance = <float>0.5 + lead * <float>0.04
    return <float>0.04 if chance < <float>0.04 else (<float>0.96 if chance > <float>0.96 else chance)


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


cdef inline float _card_worth(const VerraeterContext *c, const VerraeterState *s, int seat, int size) noexcept nogil:
    """What one more supply card is worth to a hand of this size: points by offices at the end, strength before."""
    if s.round == c.rounds:
        return bit_count(s.offices[seat]) if size < SCORED_CARDS else 0
    return <float>0.6 if size < 3 else (<float>0.4 if size < HAND_LIMIT else <float>0.1)


# ---- setup and site

cdef int _safest(const VerraeterContext *c, const VerraeterState *s, unsigned int sites, int house, Rng *rng) noexcept nogil:
    """A land that is, and is likely to stay, in a house: own, strong, not at a border."""
    cdef unsigned int edge = borders(s), own = lands_of(s, house)
    edge |= edge << 1 | edge >> 11
    cdef float value, best_value = -1
    cdef int site, best = 0
    while sites:
        site = lowest_bit(sites)
        sites &= sites - 1
        value = 2 * _noise(rng) + 4 * (own >> site & 1) + (<float>0.1) * c.cp[s.land[site]]
        if not edge >> site & 1:
            value += 1
        if value > best_value:
            best_value = value
            best = site
    return best


cdef int _site(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """The border where the own house gains most and risks least."""
    cdef unsigned int left = borders(s)
    cdef int seat, men = 0, cards = 0, house = s.house[s.actor]
    cdef int border, second, mine, theirs, best = 0
    cdef float chance, value, best_value = -1000
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
        chance = _chance(c.cp[s.land[mine]] - c.cp[s.land[theirs]] + <float>1.5 * cards)
        value = chance * c.vp[s.land[theirs]][men]
        value -= <float>0.5 * (1 - chance) * c.vp[s.land[mine]][c.seats - men]
        if (s.estates[s.actor] >> theirs) & 1:
            value += chance                     # an own estate comes home
        if (s.estates[s.actor] >> mine) & 1:
            value -= 1 - chance
        value += <float>1.5 * _noise(rng)
        if value > best_value:
            best_value = value
            best = border
    return best


# ---- action draft

cdef float _builder_worth(const VerraeterContext *c, const VerraeterState *s, int seat) noexcept nogil:
    cdef int rest = c.rounds - s.round, offices = bit_count(s.offices[seat])
    cdef float office = 0, estate = 0
    if offices < OFFICE_LIMIT:
        office = <float>0.6 * (s.hand_size[seat] if s.hand_size[seat] < SCORED_CARDS else SCORED_CARDS)
        if rest:
            office = <float>1.5
    if reserve(c, s, seat):
        estate = <float>0.35 * rest
    return office if office > estate else estate


cdef int _draft(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """The card worth most, in points of the own seat and less so of the house that wins without it."""
    cdef int seat = s.actor, mine = s.house[seat], theirs = 1 - mine, card, best = 0
    cdef Sides sides
    cdef float lead, strength, stay, stake, switch, other_lead, value, best_value = -1000
    cdef int size = s.hand_size[seat], income = estate_income(s, seat)
    _look(c, s, seat, &sides)
    strength = <float>0.6 * supply_points(c, s.hand[seat])
    lead = sides.points[mine] - sides.points[theirs] + <float>1.5 * (sides.cards[mine] - sides.cards[theirs])
    other_lead = strength - lead
    lead += strength
    stake = c.vp[sides.land[theirs]][sides.men[mine] + 1] + <float>0.4 * c.vp[sides.land[mine]][sides.men[theirs]]
    stay = _chance(lead) * stake
    switch = c.vp[sides.land[mine]][sides.men[theirs] + 1] + <float>0.4 * c.vp[sides.land[theirs]][sides.men[mine]]
    for card in range(TRAITOR, CARDS):
        if not s.seen[seat] >> card & 1:
            continue
        value = c.action_vp[card]
        if card == TRAITOR:
            value += _chance(other_lead) * switch - stay
        elif card == DIPLOMAT_5 and c.d5_turns and sides.men[theirs] == 0:
            value += _chance(other_lead + c.action_cp[card]) * switch - stay
        else:
            value += _chance(lead + c.action_cp[card]) * stake - stay
        if card == FARMER:
            value += (c.action_cards[card] - income) * _card_worth(c, s, seat, size)
        elif card == DIPLOMAT_2:
            value += c.action_cards[card] * _card_worth(c, s, seat, size + income)
        elif card == STRATEGIST:
            value += <float>0.5 * (s.round < c.rounds)
        elif card == BUILDER:
            value += _builder_worth(c, s, seat)
        value += _noise(rng)
        if value > best_value:
            best_value = value
            best = card
    return best


# ---- supply

cdef int _lay(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """Cards are laid to get ahead of what the others may still do, if that can succeed and is worth it."""
    cdef int seat = s.actor, card = s.kept[seat], side = s.house[seat], kind, best = -1
    cdef int lead, need, reach, threat
    cdef float stake, cost
    cdef Sides sides
    _look(c, s, seat, &sides)
    if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[1 - side] == 0):
        side = 1 - side
    lead = sides.points[side] - sides.points[1 - side] + supply_points(c, s.laid[seat]) + c.action_cp[card]
    # What may still come: later enemies' supply and a diplomat; later friends help.
    threat = 1 + rng_below(rng, 2 + 2 * sides.later[1 - side]) + 5 * (rng_below(rng, 4) == 0)
    need = threat - lead - <int>rng_below(rng, 1 + 2 * sides.later[side])
    if need <= 0:
        return STOP
    reach = 0
    for kind in range(s.cap + 1):
        reach += s.hand[seat][kind] * c.value[kind]
    if reach + lead + 3 * sides.later[side] <= 0:
        return STOP
    for kind in range(s.cap + 1):
        if s.hand[seat][kind]:
            best = kind
            if c.value[kind] >= need:
                break
    stake = c.vp[sides.land[1 - side]][sides.men[side] + 1] + <float>0.4 * c.vp[sides.land[side]][sides.men[1 - side]]
    cost = _card_worth(c, s, seat, s.hand_size[seat] - 1 + (estate_income(s, seat) if s.round < c.rounds else 0))
    cost *= 1 + need / c.average
    if stake * <float>0.5 < cost and rng_below(rng, 4):
        return STOP
    return 1 + best


# ---- building and discarding

cdef int _build(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """Estates while they can pay, then offices."""
    cdef int seat = s.actor, rest = c.rounds - s.round
    cdef bint office = bit_count(s.offices[seat]) < OFFICE_LIMIT
    if reserve(c, s, seat):
        if office and <int>rng_below(rng, 6) >= rest:
            return PLACE_OFFICE
        return PLACE_ESTATE
    if office and <int>rng_below(rng, 4) >= rest:
        return TURN
    return NOTHING


cdef int _build_site(const VerraeterContext *c, const VerraeterState *s, Rng *rng) noexcept nogil:
    """Estates go where the own house is safe; an office goes, and an estate is turned, where an estate would not pay."""
    cdef int seat = s.actor
    cdef unsigned int sites
    if s.build == TURN:
        sites = s.estates[seat] if bit_count(s.offices[seat]) < OFFICE_LIMIT else s.offices[seat]
        if sites == 0:
            sites = s.offices[seat]
    else:
        sites = free_lands(s)
    return _safest(c, s, sites, s.house[seat] if s.build == PLACE_ESTATE else 1 - s.house[seat], rng)


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
        return _lay(c, s, rng)
    if s.phase == DRAFT:
        return _draft(c, s, rng)
    if s.phase == SITE:
        return _site(c, s, rng)
    if s.phase == BUILD:
        return _build(c, s, rng)
    if s.phase == BUILD_SITE:
        return _build_site(c, s, rng)
    if s.phase == DISCARD:
        return _throw(c, s, rng)
    return _safest(c, s, rules.settle_sites(c, s), s.house[s.actor], rng)


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points so far, the usual gain of the rounds to come, and what hand, estates and offices promise.

    The weights are a regression over games of the playout policy.
    """
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef int seat, cards, rest = c.rounds - s.round + (s.phase < BUILD)
    cdef float worth
    if s.phase == DONE:
        rules.result(context, state, outcome)
        return <float>0.1
    for seat in range(c.seats):
        cards = s.hand_size[seat] if s.hand_size[seat] < SCORED_CARDS else SCORED_CARDS
        worth = c.round_gain * rest
        if rest:
            worth += <float>0.55 * (cards - SCORED_CARDS) + <float>0.15 * rest * (estate_income(s, seat) - 1)
        if rest < 2:
            worth += bit_count(s.offices[seat]) * (<float>1.5 * rest + <float>(0.5 if rest else 1.0) * cards)
        else:
            worth += <float>2.3 * bit_count(s.offices[seat])
        outcome.score[seat] = s.score[seat] + worth
    return <float>1.5 * sqrtf(rest + <float>0.3)
