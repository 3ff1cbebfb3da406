"""How a sensible player plays, cheaply and with some randomness; and what a position is worth."""

from libc.math cimport sqrtf
from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.weights cimport soften
from eminence.cext.games.kingsburg.common cimport (
    goods_of, has_token, help_of, next_of_rows, price, shift_of, total_of,
)
from eminence.cext.games.kingsburg.moves cimport moves
from eminence.cext.games.kingsburg.state cimport (
    ACADEMY, ADVISORS, AID, ALL_EQUAL, BUILD, COLOURED, DICE, DIE, EFFECT, ENDED, FACTORS, GAIN, GIFT, GOODS, KINDS,
    MODIFY, NAME, NEUTRAL, OPTION, PARTNER, PAY, PLACE, POINT, RECRUIT, REWARD, ROLL_MOD, SEASON_END, SECOND, SHARE,
    SOLDIER, STOCK, TOKEN, TOKEN_BONUS, TROOPS, WINTER, YEARS, Deal, Effect, Help, KingsburgContext, KingsburgState,
)
from eminence.cext.games.kingsburg.winter cimport battle_bonus, soldier_price

cdef enum:
    SEASONS_ALL = 15    # productive seasons of a game

# Weights of a player's mind, in victory points.
cdef float NEEDED = 0.75         # a good the next building lacks
cdef float SPARE = 0.55          # any other good
cdef float CHOSEN = 0.8         # a good of choice
cdef float TOKEN_WORTH = 0.45
cdef float LACK = 0.7          # a building further away is less of a goal
cdef float GUARD_WORTH = 1.5    # a point of battle value in each winter to come
cdef float WORTH = 1.2          # of what a building brings a season
cdef float NOISE = 0.2
cdef float FIRST = 1.1          # a help now, against
cdef float LATER = 0.75         # helps that its dice may still get one by one
cdef float WHITE_ALONE = 0.25   # a white die kept for another group
cdef double MARKET = 0.2        # the Market used once

# Of the prior.
cdef float NOTHING = -4         # to place no more dice, or a group that the policy would not think of
cdef float UNLIKELY = -1.5      # a small choice that the policy would not make
cdef float PLACE_SCALE = 0.5    # an advisor so much worse is e times less likely
cdef float BUILD_SCALE = 1
cdef float SMALL = 0.02

cdef struct Slots:
    int slot[DICE]              # where the dice lie that are still there


cdef struct Mind:
    float weight[FACTORS]       # what one piece of each kind is worth to the seat now
    int lack[GOODS]             # goods that its next building still needs


cdef inline float _noise(Rng *rng) noexcept nogil:
    """Between 0 and 1."""
    return <float>(rng_next(rng) >> 40) * (1.0 / 16777216.0)


cdef inline int _seasons_left(const KingsburgState *s) noexcept nogil:
    """Productive seasons after this one."""
    return SEASONS_ALL - 1 - 3 * s.year - (2 if s.season == WINTER else s.season)


cdef inline float _value(const KingsburgContext *c, const KingsburgState *s, int cell) noexcept nogil:
    """What a building brings from now on, less its price."""
    return c.base[cell] + WORTH * c.worth[cell] * _seasons_left(s) + GUARD_WORTH * c.guard[cell] * (YEARS - s.year)


cdef float _soldier_worth(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """Soldiers matter while the battle hangs in the balance."""
    cdef float need = c.threat[s.year] - s.own[seat][SOLDIER] - (2.0 if c.troops else 3.0)
    cdef uint32_t built = s.built[seat]
    if (s.seen >> seat) & 1 and s.invaders[s.year]:
        need += c.invader[s.year][s.invaders[s.year] - 1].strength - c.threat[s.year]
    while built:
        need -= c.guard[lowest_bit(built)]
        built &= built - 1
    if need > -2:
        return 0.3 if need > 3 else 0.4
    return 0.15 if need > -4 else 0.05


cdef void _think(const KingsburgContext *c, const KingsburgState *s, int seat, Mind *mind) noexcept nogil:
    """Looks for the building to aim at, and weighs goods by what it lacks."""
    cdef int cell, good, lack, goal = 0
    cdef uint32_t cells = next_of_rows(s.built[seat]) & c.cells
    cdef float score, best = -100, spare = SPARE if _seasons_left(s) else 0.2
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        score = _value(c, s, cell)
        for good in range(GOODS):
            lack = price(c, s.built[seat], cell, good) - s.own[seat][good]
            if lack > 0:
                score -= LACK * lack
        if score > best:
            best = score
            goal = cell
    for good in range(GOODS):
        mind.lack[good] = price(c, s.built[seat], goal, good) - s.own[seat][good] if best > -100 else 0
        mind.weight[good] = NEEDED if mind.lack[good] > 0 else spare
    mind.weight[TOKEN] = TOKEN_WORTH if _seasons_left(s) else 0.05
    mind.weight[SOLDIER] = _soldier_worth(c, s, seat)
    mind.weight[POINT] = 1
    mind.weight[KINDS] = CHOSEN
    mind.weight[KINDS + 1] = 1


# ---- dice

cdef void _weigh_advisors(const KingsburgContext *c, const KingsburgState *s, int seat, float *value) noexcept nogil:
    """What each advisor's help is worth to the seat; 0 for those it cannot get."""
    cdef Mind mind
    cdef uint32_t rest
    cdef int a, k
    _think(c, s, seat, &mind)
    for a in range(ADVISORS + 2):
        value[a] = 0
    for k in range(FACTORS):
        for a in range(ADVISORS + 2):
            value[a] += c.advice[0][k][a] * mind.weight[k]
    rest = s.whims
    while rest:
        a = lowest_bit(rest)
        rest &= rest - 1
        value[a] = 0
        for k in range(FACTORS):
            value[a] += c.advice[1][k][a] * mind.weight[k]
    rest = s.influenced
    while rest:
        a = lowest_bit(rest)
        rest &= rest - 1
        value[a] = value[a] - 0.5 if s.envoy == seat + 1 else 0


cdef inline float _alone(const KingsburgState *s, int slot, const float *value) noexcept nogil:
    """What a die of the actor would get by itself."""
    return value[s.dice[s.actor][slot]] if slot < COLOURED else WHITE_ALONE


cdef int _best_group(
    const KingsburgContext *c, const KingsburgState *s, int target, Rng *rng, float *tops
) noexcept nogil:
    """The group with the most gain over its dice used one by one, as a move of PAY and its advisor above bit 16.

    With a target only groups that reach it count. The most gain with each advisor goes into `tops` unless that is NULL.
    """
    cdef float value[ADVISORS + 2]
    cdef float alone[DICE]
    cdef int sums[256]
    cdef float costs[256]
    cdef int seat = s.actor, slots = 0, mask, low, token, aim, a, found = 0
    cdef int shift = shift_of(c, s, seat), tokens = has_token(s, seat)
    cdef float score, best = -100
    cdef Slots where
    _weigh_advisors(c, s, seat, value)
    for mask in range(DICE):
        if s.dice[seat][mask]:
            where.slot[slots] = mask
            alone[slots] = _alone(s, mask, value)
            slots += 1
    sums[0] = 0
    costs[0] = 0
    for mask in range(1, 1 << slots):
        low = lowest_bit(mask)
        sums[mask] = sums[mask & (mask - 1)] + s.dice[seat][where.slot[low]]
        costs[mask] = costs[mask & (mask - 1)] + alone[low]
        if where.slot[low] >= COLOURED:
            continue                        # no coloured die in it
        for aim in range(3 if shift else 1):
            for token in range(1 + tokens):
                a = sums[mask] + TOKEN_BONUS * token + (0 if aim == 0 else -shift if aim == 1 else shift)
                if a < 1 or a > ADVISORS or (a != target if target else value[a] == 0):
                    continue
                score = FIRST * value[a] - LATER * costs[mask] + NOISE * _noise(rng)
                score -= TOKEN_WORTH * token + (MARKET if aim else 0.0)
                if tops != NULL and score > tops[a]:
                    tops[a] = score
                if score > best:
                    best = score
                    found = a << 16 | _slots(&where, mask, slots) | token << 8 | aim << 9
    return found


cdef inline int _slots(const Slots *where, int mask, int slots) noexcept nogil:
    """A choice among the dice that are there, as bits of slots."""
    cdef int i, bits = 0
    for i in range(slots):
        if (mask >> i) & 1:
            bits |= 1 << where.slot[i]
    return bits


cdef int _canonical(const KingsburgState *s, int group) noexcept nogil:
    """The same group with the first ones of equal dice."""
    cdef int slot, bits = group & 0xff
    cdef const unsigned char *dice = <const unsigned char *>s.dice[s.actor]
    cdef bint moved = True
    while moved:
        moved = False
        for slot in range(1, DICE):
            if slot != COLOURED and dice[slot] == dice[slot - 1] and (bits >> (slot - 1)) & 3 == 2:
                bits ^= 3 << (slot - 1)
                moved = True
    return (group & 0x700) | bits


cdef move_t _modify(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Low totals are rolled again; so are equal dice unless they are high."""
    cdef move_t legal[MAX_MOVES]
    cdef int i, total = total_of(s, s.actor), count = moves(c, s, legal)
    for i in range(count - 1, 0, -1):
        if c.effects[c.first[ROLL_MOD] + legal[i] - 1].rule != ALL_EQUAL:
            return legal[i]
        if total <= 13:
            return legal[i]
    return 0


# ---- goods

cdef move_t _lightest(const Mind *mind, const move_t *legal, int count, float sign, Rng *rng) noexcept nogil:
    """The kind that weighs least (sign -1) or most (sign 1) among the legal ones."""
    cdef int i, best = 0
    cdef float score, top = -100
    for i in range(count):
        score = sign * mind.weight[legal[i]] + 0.1 * _noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef move_t _gain(const Mind *mind, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """Kinds are chosen in ascending order: the first one that is lacking, else any."""
    cdef int i
    for i in range(count):
        if mind.lack[legal[i]] > 0:
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
        score = CHOSEN * deal.goods + NOISE * _noise(rng)
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
    for i in range(1, count):
        effect = &c.effects[c.first[SEASON_END] + legal[i] - 1]
        gain = 0
        for kind in range(KINDS):
            gain += mind.weight[kind] * effect.gain[kind]
        cost = 10
        for kind in range(TOKEN + 1):
            if (effect.pay >> kind) & 1 and s.own[s.actor][kind] > 0 and mind.weight[kind] < cost:
                cost = mind.weight[kind]
        if gain > cost + 0.05:
            return legal[i]
    return 0


# ---- building and battle

cdef move_t _build(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """The building with the best value, unless none is worth its goods."""
    cdef int i, best = 0
    cdef float score, top = -0.4 if _seasons_left(s) else -6
    if s.phase == SECOND:
        top += 0.6
    for i in range(1, count):
        score = _value(c, s, legal[i] - 1) + 0.8 * _noise(rng)
        if _seasons_left(s) == 0:
            score = c.points[legal[i] - 1] + 0.5 * _noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef move_t _recruit(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Recruits while the battle is open and soldiers are cheap or goods have no other use."""
    cdef Mind mind
    cdef int card = s.invaders[s.year] - 1 if (s.seen >> s.actor) & 1 else <int>rng_below(rng, 5)
    cdef int open = c.invader[s.year][card].strength - s.own[s.actor][SOLDIER] - battle_bonus(c, s, s.actor, card)
    cdef bint last = s.year + 1 == YEARS
    if open <= (1 if c.troops else 0):
        return 0
    if not last and soldier_price(c, s, s.actor) > 1:
        return 0
    _think(c, s, s.actor, &mind)
    return 1 + _lightest_from(&mind, legal, count, rng)


cdef inline int _lightest_from(const Mind *mind, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """The lightest kind among the payments of RECRUIT, whose codes are one higher."""
    cdef move_t kinds[8]
    cdef int i
    for i in range(1, count):
        kinds[i - 1] = legal[i] - 1
    return _lightest(mind, kinds, count - 1, -1, rng)


cdef move_t _troops(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """The smallest token that wins; else the smallest that ties; else the smallest. Not always, being secret."""
    cdef int card = s.invaders[s.year] - 1, i, tie = -1
    cdef int open = c.invader[s.year][card].strength - s.own[s.actor][SOLDIER] - battle_bonus(c, s, s.actor, card)
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
        if s.own[legal[i] & 7][POINT] < s.own[legal[best] & 7][POINT]:
            best = i
    return legal[best]


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef move_t legal[MAX_MOVES]
    cdef Mind mind
    cdef int count
    if s.phase == PLACE:
        return _best_group(c, s, 0, rng, NULL) >> 16
    if s.phase == PAY:
        return _canonical(s, _best_group(c, s, s.advisor, rng, NULL) & 0x7ff)
    if s.phase == MODIFY:
        return _modify(c, s)
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
        return legal[rng_below(rng, count)]
    _think(c, s, s.owner if s.phase == NAME else s.actor, &mind)
    if s.phase == OPTION:
        return _option(c, s, &mind, legal, count, rng)
    if s.phase == EFFECT:
        return _effect(c, s, &mind, legal, count)
    if s.phase == GAIN or s.phase == REWARD or s.phase == AID:
        return _gain(&mind, legal, count, rng)
    if s.phase == STOCK or s.phase == SHARE:
        return _lightest(&mind, legal, count, 1, rng)
    return _lightest(&mind, legal, count, -1, rng)     # PRICE, HIRE, LOSS; NAME: what the receiver wants least


# ---- prior

cdef void _weigh_payments(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, float *weights
) noexcept nogil:
    """Groups by what their dice could have got one by one."""
    cdef float value[ADVISORS + 2]
    cdef int i, slot
    _weigh_advisors(c, s, s.actor, value)
    for i in range(count):
        weights[i] = -TOKEN_WORTH * ((legal[i] >> 8) & 1) - (MARKET if legal[i] >> 9 else 0.0)
        for slot in range(DICE):
            if (legal[i] >> slot) & 1:
                weights[i] -= LATER * _alone(s, slot, value)


cdef void prior(
    const void *context, const void *state, const move_t *legal, int count, float *weights
) noexcept nogil:
    """Advisors, groups of dice and buildings by what they promise; of small choices that of the policy."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef float tops[ADVISORS + 2]
    cdef float scale = PLACE_SCALE
    cdef Rng still              # all zeros, and so without noise
    cdef move_t move
    cdef int i
    memset(&still, 0, sizeof(still))
    if s.phase == PLACE:
        for i in range(ADVISORS + 2):
            tops[i] = NOTHING
        _best_group(c, s, 0, &still, tops)
        for i in range(count):
            weights[i] = tops[legal[i]]
    elif s.phase == BUILD or s.phase == SECOND:
        scale = BUILD_SCALE
        for i in range(count):
            weights[i] = _value(c, s, legal[i] - 1) if legal[i] else 0
    elif s.phase == PAY:
        _weigh_payments(c, s, legal, count, weights)
    elif s.phase == TROOPS:
        for i in range(count):
            weights[i] = 0
    else:
        scale = 1
        move = playout_move(context, state, &still)
        for i in range(count):
            weights[i] = 0 if legal[i] == move else UNLIKELY
    soften(weights, count, scale, SMALL)


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points now, and what goods, buildings and the seasons to come are likely to bring.

    The weights are those of a linear fit to the final scores of games that `mcts` played against itself.
    """
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef int seat, slot, a, left = _seasons_left(s)
    cdef uint32_t rest
    cdef float score
    for seat in range(c.seats):
        score = s.own[seat][POINT]
        if s.phase != ENDED:
            score += (1.2 if left else 0.9) * goods_of(s, seat) + 0.8 * min(<int>s.own[seat][SOLDIER], 6)
            score += (1.1 * s.own[seat][TOKEN] if left else 0.0) + (0.8 if s.envoy == seat + 1 else 0.0)
            score += 0.2 * left * left + 0.6 * left - 4.5       # what everybody gets from the seasons to come
            rest = s.built[seat]
            while rest:
                score += c.worth[lowest_bit(rest)] * left + 0.85 * c.guard[lowest_bit(rest)] * (YEARS - s.year)
                rest &= rest - 1
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
