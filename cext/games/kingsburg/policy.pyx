"""How a sensible player plays, cheaply and with some randomness; and what a position is worth.

Dice are in policy_dice, what modules bring in policy_modules, what things are worth in policy_worth.
"""

from libc.math cimport sqrtf
from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.weights cimport soften
from eminence.cext.games.kingsburg.policy_dice cimport (
    choose_die, choose_modifier, choose_payment, choose_place, weigh_payments, weigh_places,
)
from eminence.cext.games.kingsburg.policy_modules cimport choose_of_module, governor_worth
from eminence.cext.games.kingsburg.policy_worth cimport (
    CHOSEN, NOISE, Mind, lightest, lightest_payment, noise, seasons_left, think, think_of_goods, valley_threat, value_of,
    weigh_effect, worths_of,
)
from eminence.cext.games.kingsburg.rules cimport moves
from eminence.cext.games.kingsburg.rules_common cimport amount_of, goods_of, help_of, plane, prices
from eminence.cext.games.kingsburg.rules_winter cimport battle_bonus, soldier_price, strength_of, valley_fights
from eminence.cext.games.kingsburg.state cimport (
    ACADEMY, AID, ARM, BLESS, BLESSING, BUILD, COLOURED, DICE, DIE, DISCOUNT, EFFECT, ENDED, FREE_SOLDIER, GAIN, GIFT,
    GIFT_KIND, GOODS, HAND, KEEP, KINDS, LOOT, LOT, MODIFY, MOVE, NAME, NEUTRAL, OPTION, PARTNER, PAY, PEEK, PLACE,
    RECRUIT, REWARD, ROB, SEASON_END, SECOND, SHARE, SOLDIER, STOCK, STRENGTH, SWAP, TAKE, TOKEN, TRADE, TROOPS, TURN,
    VP, YEARS, Deal, Effect, Help, KingsburgContext, KingsburgState,
)

cdef extern from *:
    """
    static const float UNLIKELY = -1.5f;    /* prior of a small choice that the policy would not make */
    static const float PLACE_SCALE = 0.5f;  /* an advisor so much worse is e times less likely */
    static const float BUILD_SCALE = 1;
    static const float SMALL = 0.02f;
    """
    const float UNLIKELY, PLACE_SCALE, BUILD_SCALE, SMALL


# ---- goods

cdef move_t _gain(const Mind *mind, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """Kinds are chosen in ascending order: the first one that is lacking, else any."""
    cdef int i
    for i in range(count):
        if (mind.needs >> legal[i]) & 1:
            return legal[i]
    return legal[rng_below(rng, count)]


cdef move_t _option(
    const KingsburgContext *c, const KingsburgState *s, const Mind *mind, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    cdef const Help *help = help_of(c, s, s.advisor)
    cdef const Deal *deal
    cdef float score, best = -100
    cdef int i, kind, found = 0
    for i in range(count):
        deal = &help.deal[legal[i]]
        score = CHOSEN * deal.goods + NOISE * noise(rng)
        for kind in range(KINDS):
            score += mind.weight[kind] * (<int>deal.gain[kind] - <int>deal.pay[kind])
            score -= 0.5 * mind.weight[kind] * deal.others[kind]
        if score > best:
            best = score
            found = i
    return legal[found]


cdef move_t _effect(
    const KingsburgContext *c, const KingsburgState *s, const Mind *mind, const move_t *legal, int count
) noexcept nogil:
    """The first season-end effect that brings more than it costs."""
    cdef int i, kind
    cdef const Effect *effect
    cdef float gain, cost
    for i in range(count):
        if legal[i] == 0:
            continue
        effect = &c.effects[c.first[SEASON_END] + legal[i] - 1]
        if effect.due:
            return legal[i]
        gain = weigh_effect(mind, effect)
        cost = 10
        for kind in range(TOKEN + 1):
            if (effect.pay >> kind) & 1 and s.own[s.actor][kind] > 0 and mind.weight[kind] < cost:
                cost = mind.weight[kind]
        if gain > cost + 0.05:
            return legal[i]
    return legal[0]


cdef void _lacks(
    const KingsburgContext *c, const KingsburgState *s, const Mind *mind, int *lack
) noexcept nogil:
    """Goods that the actor's next building still needs; negative where there are some to spare."""
    cdef int good
    lack[0] = lack[1] = lack[2] = 0
    if mind.goal >= 0:
        prices(c, s, s.actor, mind.goal, lack)
        for good in range(GOODS):
            lack[good] -= s.own[s.actor][good]


cdef move_t _trade(
    const KingsburgContext *c, const KingsburgState *s, const Mind *mind, const move_t *legal, int count
) noexcept nogil:
    """A good to spare for one that is lacking."""
    cdef int lack[GOODS]
    cdef int i
    if mind.needs:
        _lacks(c, s, mind, lack)
        for i in range(1, count):
            if lack[legal[i] - 1] < 0:
                return legal[i]
    return 0


cdef move_t _swap(
    const KingsburgContext *c, const KingsburgState *s, const Mind *mind, const move_t *legal, int count
) noexcept nogil:
    cdef int lack[GOODS]
    cdef int i, best = 0
    _lacks(c, s, mind, lack)
    for i in range(count):
        if lack[legal[i]] > lack[legal[best]]:
            best = i
    return legal[best]


# ---- building and battle

cdef move_t _build(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """The building with the best value, unless none is worth its goods."""
    cdef int i, best = 0
    cdef float score, top = -0.4 if seasons_left(s) else -6
    if s.phase == SECOND:
        top += 0.6
    for i in range(1, count):
        score = value_of(c, s, s.actor, legal[i] - 1) + 0.8 * noise(rng)
        if seasons_left(s) == 0:
            score = c.points[plane(s, s.actor, legal[i] - 1)][legal[i] - 1] + 0.5 * noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef inline int _strength(const KingsburgContext *c, const KingsburgState *s, int card) noexcept nogil:
    """Of a card of this year, with what lies open."""
    cdef int strength = c.invader[s.year][card].strength
    return strength + amount_of(c, s, 0, STRENGTH) if (c.others >> STRENGTH) & 1 else strength


cdef move_t _recruit(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Recruits while the battle is open and soldiers are cheap or goods have no other use."""
    cdef Mind mind
    cdef int card = s.invaders[s.year] - 1 if (s.seen >> s.actor) & 1 or s.opened else <int>rng_below(rng, 5)
    cdef float open = _strength(c, s, card) - s.own[s.actor][SOLDIER] - battle_bonus(c, s, s.actor, card)
    cdef bint last = s.year + 1 == YEARS
    if legal[1] == FREE_SOLDIER:
        return FREE_SOLDIER
    if open + valley_threat(c, s, s.actor) <= (1 if c.troops else 0):
        return 0
    if not last and soldier_price(c, s, s.actor) > 1:
        return 0
    think_of_goods(c, s, s.actor, &mind)
    return 1 + lightest_payment(&mind, legal, count, rng)


cdef move_t _troops(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """The smallest token that wins; else the smallest that ties; else the smallest. Not always, being secret."""
    cdef int card = s.invaders[s.year] - 1, i, tie = -1
    cdef int open = strength_of(c, s, card) - s.own[s.actor][SOLDIER] - battle_bonus(c, s, s.actor, card)
    if valley_fights(c, s):
        open -= s.year + 1
    if rng_below(rng, 8) == 0:
        return legal[rng_below(rng, count)]
    for i in range(count):
        if <int>c.token[legal[i]] > open:
            if i and tie >= 0 and s.year + 1 == YEARS and rng_below(rng, 2):
                return legal[tie]
            return legal[i]
        if <int>c.token[legal[i]] == open:
            tie = i
    return legal[tie] if tie >= 0 else legal[0]


cdef move_t _partner(const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """Rather somebody who trails."""
    cdef int i, best = rng_below(rng, count)
    for i in range(count):
        if s.own[legal[i] % GIFT_KIND][VP] < s.own[legal[best] % GIFT_KIND][VP]:
            best = i
    return legal[best]


cdef inline bint _of_module(int phase) noexcept nogil:
    return (
        phase < AID or phase == BLESS or phase == BLESSING or phase == TURN or phase == MOVE or phase == PEEK
        or phase == ROB or phase == DISCOUNT or phase == ARM
    )


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef move_t legal[MAX_MOVES]
    cdef Mind mind
    cdef int count
    if s.phase == PLACE:
        return choose_place(c, s, rng)
    if s.phase == PAY:
        return choose_payment(c, s, rng)
    if s.phase == MODIFY:
        return choose_modifier(c, s)
    count = moves(context, state, legal)
    if s.phase == BUILD or s.phase == SECOND:
        return _build(c, s, legal, count, rng)
    if s.phase == RECRUIT:
        return _recruit(c, s, legal, count, rng)
    if s.phase == TROOPS:
        return _troops(c, s, legal, count, rng)
    if s.phase == ACADEMY:
        return s.die > s.reinforcement[s.actor]
    if s.phase == PARTNER or s.phase == GIFT:
        return _partner(s, legal, count, rng)
    if s.phase == DIE:
        return choose_die(s, legal, count, rng)
    if _of_module(s.phase):
        return choose_of_module(c, s, legal, count, rng)
    if s.phase == OPTION or s.phase == EFFECT or s.phase == SHARE:
        think(c, s, s.actor, &mind)
    else:                       # nothing but goods and tokens
        think_of_goods(c, s, s.owner if s.phase == NAME else s.actor, &mind)
    if s.phase == OPTION:
        return _option(c, s, &mind, legal, count, rng)
    if s.phase == EFFECT:
        return _effect(c, s, &mind, legal, count)
    if s.phase == GAIN or s.phase == REWARD or s.phase == AID or s.phase == TAKE:
        return _gain(&mind, legal, count, rng)
    if s.phase == TRADE:
        return _trade(c, s, &mind, legal, count)
    if s.phase == SWAP:
        return _swap(c, s, &mind, legal, count)
    if s.phase == STOCK or s.phase == SHARE or s.phase == LOOT:
        return lightest(&mind, legal, count, 1, rng)
    return lightest(&mind, legal, count, -1, rng)     # PRICE, HIRE, LOSS; NAME: what the receiver wants least


# ---- prior

cdef void prior(
    const void *context, const void *state, const move_t *legal, int count, float *weights
) noexcept nogil:
    """Advisors, groups of dice and buildings by what they promise; of small choices that of the policy."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef float scale = PLACE_SCALE
    cdef Rng still              # all zeros, and so without noise
    cdef move_t move
    cdef int i
    memset(&still, 0, sizeof(still))
    if s.phase == PLACE:
        weigh_places(c, s, legal, count, &still, weights)
    elif s.phase == BUILD or s.phase == SECOND:
        scale = BUILD_SCALE
        for i in range(count):
            weights[i] = value_of(c, s, s.actor, legal[i] - 1) if legal[i] else 0
    elif s.phase == PAY:
        weigh_payments(c, s, legal, count, weights)
    elif s.phase == TROOPS:
        for i in range(count):
            weights[i] = 0
    elif s.phase == KEEP or s.phase == LOT:
        for i in range(count):
            weights[i] = 0.4 * governor_worth(c, s, legal[i])
    else:
        scale = 1
        move = playout_move(context, state, &still)
        for i in range(count):
            weights[i] = 0 if legal[i] == move else UNLIKELY
    soften(weights, count, scale, SMALL)


cdef float _rule(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """What a seat's governor is worth, or the one it is about to get."""
    cdef float best = 0
    cdef int i
    if s.governor[seat]:
        return governor_worth(c, s, s.governor[seat])
    if s.bidder == seat + 1:
        return governor_worth(c, s, s.lot) - s.bid
    for i in range(HAND):
        if s.hand[seat][i]:
            best = max(best, governor_worth(c, s, s.hand[seat][i]))
    return best


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points now, and what goods, buildings and the seasons to come are likely to bring.

    The weights are those of a linear fit to the final scores of games that `mcts` played against itself.
    """
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef int seat, slot, a, row, left = seasons_left(s)
    cdef uint32_t rest
    cdef float score
    for seat in range(c.seats):
        score = s.own[seat][VP]
        if s.phase != ENDED:
            score += (1.2 if left else 0.9) * goods_of(s, seat) + 0.8 * min(<int>s.own[seat][SOLDIER], 6)
            score += (1.1 * s.own[seat][TOKEN] if left else 0.0) + (0.8 if s.envoy == seat + 1 else 0.0)
            score += 0.2 * left * left + 0.6 * left - 4.5       # what everybody gets from the seasons to come
            rest = s.built[seat]
            while rest:
                a = lowest_bit(rest)
                row = plane(s, seat, a)
                score += worths_of(c).kept[left][row][a]
                rest &= rest - 1
            if c.governors:
                score += _rule(c, s, seat)
            score += 1.2 * s.due[seat]
            for slot in range(COLOURED):
                score += 0.17 * s.dice[seat][slot]
            for slot in range(COLOURED, DICE):
                score += 0.24 * s.dice[seat][slot]
        outcome.score[seat] = score
    if s.phase == PLACE or s.phase == PAY:      # dice on the board are help to come
        rest = s.influenced
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            if s.group[a - 1] != NEUTRAL:
                outcome.score[s.group[a - 1] - 1] += c.pending[(s.whims >> a) & 1][a]
            if s.second_advisor == a:
                outcome.score[s.second_owner - 1] += c.pending[(s.whims >> a) & 1][a]
    return 3 + 0.6 * sqrtf(<float>left)
