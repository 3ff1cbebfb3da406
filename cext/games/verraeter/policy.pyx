"""How a decent player plays Verräter when there is no time to think, and what a position is worth to each seat.

Only what the deciding seat knows is used, so that a playout never profits from cards it should not see. The weights are
in policy_weights.pyx.
"""

from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.weights cimport soften
from eminence.cext.games.verraeter import policy_weights
from eminence.cext.games.verraeter cimport rules
from eminence.cext.games.verraeter.policy_build cimport builder_worth, choose_building, choose_place, choose_safest
from eminence.cext.games.verraeter.policy_common cimport (
    UNTHOUGHT, VAIN, Sides, Weights, chance_of, look_at, noise, note, stake_of,
)
from eminence.cext.games.verraeter.policy_supply cimport choose_cards
from eminence.cext.games.verraeter.state cimport (
    BUILD, BUILD_SITE, BUILDER, CARDS, DIPLOMAT_2, DIPLOMAT_5, DISCARD, DONE, DRAFT, DRAW_LIMIT, FARMER, HAND_LIMIT, KINDS,
    LANDS, SCORED_CARDS, SETTLE, SITE, STOP, STRATEGIST, SUPPLY, TRAITOR, VerraeterContext, VerraeterState, borders,
    estate_income, supply_points,
)
from eminence.cext.games.verraeter.traits cimport FOES, OFFICE_CARDS, TRAITS, traits

# Of the prior, in points.
cdef float SCALE = 1            # a move so much worse is e times less likely
cdef float SMALL = 0.03
cdef float LEAST = 0.001        # weight of cards that decide nothing and borders that are lost: no luck must choose them
cdef float THROWN = 2           # what the policy would discard

cdef enum:
    STYLES = 4
    BY_HAND = 1             # the second of them
    LOOKS = FOES + 1        # traits that promise something: the first ones
    LONGEST = 9             # rounds of a game

# Ways to play, for 3 and for 4 seats. A playout draws one for every decision: a search that takes the others for players of
# one kind plays well against that kind only.
cdef Weights STYLE[2][STYLES]
# What a seat makes in the rounds to come, by seats and rounds left; a constant, then each of the
# traits.
cdef float PROMISE[2][LONGEST][1 + LOOKS]
cdef float ERROR[2][LONGEST]                    # points by which that may be wrong


def _fill():
    for i, seats in enumerate((3, 4)):
        for j, style in enumerate(policy_weights.STYLES[seats]):
            STYLE[i][j] = style
        for j, (error, row) in enumerate(policy_weights.PROMISES[seats]):
            ERROR[i][j] = error
            for k, weight in enumerate(row):
                PROMISE[i][j][k] = weight


_fill()


# ---- site

cdef int _site(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """The border where the own house gains most and risks least."""
    cdef unsigned int left = borders(s)
    cdef int seat, men = 0, cards = 0, house = s.house[s.actor]
    cdef int border, second, mine, theirs, lead, best = 0
    cdef int most = c.action_cp[<int>DIPLOMAT_2] + c.action_cp[<int>DIPLOMAT_5]   # that the own side can add
    cdef float chance, value, best_value = -1000
    for seat in range(c.seats):
        if s.house[seat] == house:
            men += 1
            cards += s.hand_size[seat]
            most += s.hand_size[seat] * c.value[KINDS - 1]
        else:
            cards -= s.hand_size[seat]
    while left:
        border = lowest_bit(left)
        left &= left - 1
        second = border + 1 if border + 1 < LANDS else 0
        mine = border if (s.rose >> border & 1) == house else second
        theirs = border + second - mine
        lead = c.cp[s.land[mine]] - c.cp[s.land[theirs]]
        chance = chance_of(lead + w.site_card * cards, w.site_slope)
        value = chance * c.vp[s.land[theirs]][men] - w.site_deny * (1 - chance) * c.vp[s.land[mine]][c.seats - men]
        # an own estate comes home, or is lost
        value += w.home * (
            chance * (s.estates[s.actor] >> theirs & 1) - (1 - chance) * (s.estates[s.actor] >> mine & 1)
        )
        value += noise(rng)
        note(worths, border, value if lead + most >= 0 else VAIN)
        if value > best_value:
            best_value = value
            best = border
    return best


# ---- action draft

cdef inline float _cards_worth(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat, float size, int drawn
) noexcept nogil:
    """What it is worth to draw so many cards to a hand of this size: points by offices at the end, strength before."""
    cdef float held = min(size + drawn, <float>HAND_LIMIT)
    cdef float few = min(held, <float>SCORED_CARDS) - min(size, <float>SCORED_CARDS)
    if s.round == c.rounds:
        return few * bit_count(s.offices[seat])
    return w.first_cards * few + w.last_cards * (held - size - few)


cdef int _draft(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """The card worth most: its own points, the chance to win with it in either house, and what it brings later."""
    cdef int seat = s.actor, mine = s.house[seat], side, card, best = 0
    cdef int income = estate_income(s, seat)
    cdef float size = w.keep * s.hand_size[seat]
    cdef Sides sides
    cdef float strength, ahead, value, best_value = -1000
    look_at(c, s, seat, &sides)
    strength = w.strength * supply_points(c, s.hand[seat])
    for card in range(TRAITOR, CARDS):
        if not s.seen[seat] >> card & 1:
            continue
        side = mine
        value = c.action_vp[card] + noise(rng)
        if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[1 - mine] == 0):
            side = 1 - mine
            value += w.traitor
        elif c.action_cp[card]:
            value += w.diplomat
        ahead = sides.points[side] - sides.points[1 - side] + strength + c.action_cp[card]
        ahead += w.friend * sides.cards[side] - w.foe * sides.cards[1 - side]
        ahead += w.man * (sides.men[side] - sides.men[1 - side])
        value += chance_of(ahead, w.slope) * stake_of(c, s, &sides, seat, side, w.deny, w.home)
        if card == FARMER:
            value += _cards_worth(c, s, w, seat, size, c.action_cards[card])
        else:
            value += _cards_worth(c, s, w, seat, size, min(income + c.action_cards[card], <int>DRAW_LIMIT))
        if card == STRATEGIST and s.round < c.rounds:
            value += w.strategist
        elif card == BUILDER:
            value += builder_worth(c, s, w, seat)
        note(worths, card, value)
        if value > best_value:
            best_value = value
            best = card
    return best


# ---- discarding; every decision

cdef int _throw(const VerraeterContext *c, const VerraeterState *s) noexcept nogil:
    """Cards below the average are exchanged, the weakest if not all can be; at the end their value does not matter."""
    cdef int seat = s.actor, kind, best = -1, weak = 0
    if s.round == c.rounds:
        return STOP
    for kind in range(s.cap + 1):
        if c.value[kind] >= c.average or weak >= s.excess:
            break
        if s.hand[seat][kind]:
            best = kind
            weak += s.hand[seat][kind]
    return 1 + best


cdef move_t _choose(const void *context, const void *state, const Weights *w, Rng *rng) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    if s.phase == SUPPLY:
        return choose_cards(c, s, w, rng, NULL)
    if s.phase == DRAFT:
        return _draft(c, s, w, rng, NULL)
    if s.phase == SITE:
        return _site(c, s, w, rng, NULL)
    if s.phase == BUILD:
        return choose_building(c, s, w, rng, NULL)
    if s.phase == BUILD_SITE:
        return choose_place(c, s, w, rng, NULL)
    if s.phase == DISCARD:
        return STOP if rng_below(rng, 32) == 0 else _throw(c, s)
    return choose_safest(c, s, w, rules.settle_sites(c, s), s.house[s.actor], rng, NULL)


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef int seats = (<const VerraeterContext *>context).seats
    return _choose(context, state, &STYLE[seats - 3][rng_below(rng, STYLES)], rng)


cdef void prior(
    const void *context, const void *state, const move_t *moves, int count, float *weights
) noexcept nogil:
    """Moves by what the playout policy finds them worth."""
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef const Weights *w = &STYLE[c.seats - 3][0]
    cdef float worths[LANDS + 1]
    cdef Rng still              # all zeros, and so without noise
    cdef int i
    memset(&still, 0, sizeof(still))
    for i in range(LANDS + 1):
        worths[i] = UNTHOUGHT
    if s.phase == SUPPLY:
        choose_cards(c, s, w, &still, worths)
    elif s.phase == DRAFT:
        _draft(c, s, w, &still, worths)
    elif s.phase == SITE:
        _site(c, s, w, &still, worths)
    elif s.phase == BUILD:
        choose_building(c, s, w, &still, worths)
    elif s.phase == BUILD_SITE:
        choose_place(c, s, w, &still, worths)
    elif s.phase == DISCARD:
        for i in range(count):
            worths[moves[i]] = 0
        worths[_throw(c, s)] = THROWN
    else:
        # what the first estate brings is far away, and lost in the search's noise: here it is left to the style by hand
        choose_safest(c, s, &STYLE[c.seats - 3][BY_HAND], rules.settle_sites(c, s), s.house[s.actor], &still, worths)
    for i in range(count):
        weights[i] = worths[moves[i]]
    soften(weights, count, SCALE, SMALL if s.phase != SETTLE else SMALL / 10)
    for i in range(count):
        if worths[moves[i]] == VAIN:
            weights[i] = LEAST


# ---- estimate

cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points so far and what the rounds to come promise, by regressions over games of `mcts`."""
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef float seen[TRAITS][MAX_SEATS]
    cdef const float *worth
    cdef float promise
    cdef int seat, look, rest
    if s.phase == DONE:
        rules.result(context, state, outcome)
        return <float>0.1
    memset(seen, 0, sizeof(seen))
    rest = traits(context, state, seen[0])
    for seat in range(c.seats):
        outcome.score[seat] = s.score[seat]
        if rest:
            worth = PROMISE[c.seats - 3][rest - 1]
            promise = worth[0]
            for look in range(LOOKS):
                promise += worth[1 + look] * seen[look][seat]
            outcome.score[seat] += promise
        else:
            outcome.score[seat] += seen[<int>OFFICE_CARDS][seat]
    return ERROR[c.seats - 3][rest - 1] if rest else <float>0.8
