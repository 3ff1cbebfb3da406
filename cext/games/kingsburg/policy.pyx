"""How a sensible player plays, cheaply and with some randomness; and what a position is worth."""

from libc.math cimport sqrtf
from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.weights cimport soften
from eminence.cext.games.kingsburg.rules cimport moves
from eminence.cext.games.kingsburg.rules_common cimport (
    Reliefs, Targets, amount_of, asks, closed, find, goods_of, has, has_token, help_of, next_of_rows,
    optional_discounts, plane, price_with, reachable, reliefs_of, shift_of, total_of, works,
)
from eminence.cext.games.kingsburg.rules_place cimport highest_of
from eminence.cext.games.kingsburg.rules_winter cimport battle_bonus, soldier_price, strength_of, valley_fights
from eminence.cext.games.kingsburg.state cimport (
    ACADEMY, ADVISORS, ADVISOR_GIFT, AFTER_ALL_PASSED, AID, ALL_EQUAL, ARM, BATTLE_PAY, BID, BLESS, BLESSING, BUILD,
    COLOURED, CONJURE, DICE, DIE, DISCOUNT, DISCOUNT_BITS, DRAFT, EFFECT, ENDED, FACTORS, FREE_SOLDIER, GAIN, GIFT,
    GIFT_KIND, GOODS, HAND, KEEP, KINDS, LOOT, LOT, MAX_DISCOUNTS, MODIFY, MOVE, NAME, NEUTRAL, ONCE_A_YEAR, OPTION,
    PARTNER, PAY, PAY_AIM, PAY_BITS, PAY_DICE, PAY_TOKEN, PEEK, PLACE, PLAIN, PRIVATE, RECRUIT, REWARD, ROB, ROLL_MOD,
    ROLL_REWARD, ROWS, SEASON_END, SECOND, SECRET, SHARE, SIDE, SOLDIER, STOCK, STRENGTH, STRIPS, SWAP, TAKE, TOKEN,
    TOKEN_BONUS, TRADE, TROOPS, TURN, TURN_ALL, TURN_SECOND, TURN_SOME, TURN_WHITE, TURN_WHITE_SECOND, VP, WINTER,
    YEARS, Deal, Effect, Help, KingsburgContext, KingsburgState,
)

cdef enum:
    SEASONS_ALL = 15            # productive seasons of a game
    AIM = PAY_BITS              # where a group's advisor stands above its payment
    AIMS = 2 * SECRET           # codes of PLACE

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
cdef float PIP = 0.25           # a point on a die
cdef float DEAL_SOON = 0.6      # what a secret deal must bring, and so much more for each season the year still has
cdef float SAVED = 0.4          # a discount kept for later
cdef float BID_SHARE = 0.6      # of what a governor is better than the worst one on offer

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


cdef inline float _value(const KingsburgContext *c, const KingsburgState *s, int seat, int cell) noexcept nogil:
    """What a building brings from now on, less its price."""
    cdef int row = plane(s, seat, cell)
    return c.base[row][cell] + WORTH * c.worth[row][cell] * _seasons_left(s) + GUARD_WORTH * c.guard[row][cell] * (
        YEARS - s.year
    )


cdef float _threat(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """The strength a seat expects this winter."""
    cdef float threat = c.threat[s.year]
    if c.others[STRENGTH]:
        threat += amount_of(c, s, seat, STRENGTH)
    if ((s.seen >> seat) & 1 or s.opened) and s.invaders[s.year]:
        threat += c.invader[s.year][s.invaders[s.year] - 1].strength - c.threat[s.year]
    return threat + _valley(c, s, seat)


cdef inline float _valley(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """What the Valley adds to it, as far as the seat knows."""
    if not c.valley:
        return 0
    if (s.seen_valley >> seat) & 1 and s.valley[s.year]:
        if not valley_fights(c, s):
            return 0
        return c.invader[s.year][s.valley[s.year] - 1].strength - (s.year + 1)
    return c.valley_threat[s.year]


cdef float _soldier_worth(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """Soldiers matter while the battle hangs in the balance."""
    cdef float need = _threat(c, s, seat) - s.own[seat][SOLDIER] - (2.0 if c.troops else 3.0)
    cdef uint32_t built = s.built[seat] & (c.guarded[0] & ~s.strips[seat] | c.guarded[1] & s.strips[seat])
    cdef int cell
    while built:
        cell = lowest_bit(built)
        need -= c.guard[plane(s, seat, cell)][cell]
        built &= built - 1
    if need > -2:
        return 0.3 if need > 3 else 0.4
    return 0.15 if need > -4 else 0.05


cdef void _think(const KingsburgContext *c, const KingsburgState *s, int seat, Mind *mind) noexcept nogil:
    """Weighs everything a seat can own."""
    _aim(c, s, seat, mind)
    mind.weight[SOLDIER] = _soldier_worth(c, s, seat)
    mind.weight[VP] = 1
    mind.weight[KINDS] = CHOSEN
    mind.weight[KINDS + 1] = 1


cdef void _aim(const KingsburgContext *c, const KingsburgState *s, int seat, Mind *mind) noexcept nogil:
    """Looks for the building to aim at, and weighs goods by what it lacks, and tokens."""
    cdef Reliefs reliefs
    cdef const Reliefs *relieved = &reliefs if reliefs_of(c, s, seat, &reliefs) else NULL
    cdef int price[GOODS]
    cdef int cell, good, lack
    cdef uint32_t cells = next_of_rows(s.built[seat]) & c.cells
    cdef float score, best = -100, spare = SPARE if _seasons_left(s) else 0.2
    for good in range(GOODS):
        mind.lack[good] = 0
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        score = _value(c, s, seat, cell)
        price_with(c, s, seat, cell, relieved, price)
        for good in range(GOODS):
            lack = price[good] - s.own[seat][good]
            if lack > 0:
                score -= LACK * lack
        if score > best:
            best = score
            for good in range(GOODS):
                mind.lack[good] = price[good] - s.own[seat][good]
    for good in range(GOODS):
        mind.weight[good] = NEEDED if mind.lack[good] > 0 else spare
    mind.weight[TOKEN] = TOKEN_WORTH if _seasons_left(s) else 0.05


cdef float _weigh_effect(const Mind *mind, const Effect *effect) noexcept nogil:
    """What an effect gives."""
    cdef float gain = CHOSEN * effect.goods
    cdef int kind
    for kind in range(KINDS):
        gain += mind.weight[kind] * effect.gain[kind]
    return gain


# ---- dice

cdef void _weigh_advisors(const KingsburgContext *c, const KingsburgState *s, int seat, float *value) noexcept nogil:
    """What each advisor's help is worth to the seat, by Aim; 0 for those it cannot get."""
    cdef Mind mind
    cdef uint32_t rest
    cdef int a, k
    _think(c, s, seat, &mind)
    for a in range(ADVISORS + 2):
        value[a] = 0
    for k in range(FACTORS):
        for a in range(ADVISORS + 2):
            value[a] += c.advice[0][k][a] * mind.weight[k]
    for a in range(ADVISORS + 2):
        value[PRIVATE + a] = value[a]
    rest = s.whims
    while rest:
        a = lowest_bit(rest)
        rest &= rest - 1
        value[a] = 0
        for k in range(FACTORS):
            value[a] += c.advice[1][k][a] * mind.weight[k]
    if s.gifts:
        for k in range(c.first[ADVISOR_GIFT], c.first[ADVISOR_GIFT + 1]):
            if (s.gifts >> c.effects[k].advisor) & 1 and has(s, seat, &c.effects[k]):
                value[c.effects[k].advisor] += _weigh_effect(&mind, &c.effects[k])


cdef void _reach(
    const KingsburgContext *c, const KingsburgState *s, int seat, float *value, uint32_t *spaces
) noexcept nogil:
    """Leaves a value only to advisors that the seat's dice may go to; `spaces` are the seat's own that are free."""
    cdef Targets targets
    cdef uint32_t rest
    cdef int a
    spaces[0] = 0
    rest = s.influenced
    while rest:
        a = lowest_bit(rest)
        rest &= rest - 1
        value[a] = value[a] - 0.5 if s.envoy == seat + 1 else 0
    rest = closed(c, s)
    while rest:
        value[lowest_bit(rest)] = 0
        rest &= rest - 1
    if c.governors:
        reachable(c, s, seat, &targets)
        spaces[0] = targets.spaces


cdef inline float _alone(const KingsburgState *s, int slot, const float *value) noexcept nogil:
    """What a die of the actor would get by itself."""
    return value[s.dice[s.actor][slot]] if slot < COLOURED else WHITE_ALONE


cdef int _best_group(
    const KingsburgContext *c, const KingsburgState *s, int target, Rng *rng, float *tops
) noexcept nogil:
    """The group with the most gain over its dice used one by one, as a move of PAY and its advisor from bit AIM on.

    With a target only groups that reach it count. The most gain with each advisor goes into `tops` unless that is NULL.
    """
    cdef float value[SECRET]
    cdef float alone[DICE]
    cdef int sums[256]
    cdef float costs[256]
    cdef int seat = s.actor, slots = 0, mask, low, token, aim, a, found = 0, group = 0
    cdef int shift = shift_of(c, s, seat), tokens = has_token(c, s, seat)
    cdef float score, best = -100
    cdef uint32_t spaces
    cdef Slots where
    _weigh_advisors(c, s, seat, value)
    _reach(c, s, seat, value, &spaces)
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
                if a < 1 or a > ADVISORS:
                    continue
                if (spaces >> a) & 1 and (value[PRIVATE + a] > value[a] or target & PRIVATE):
                    a |= PRIVATE
                if a != target if target else value[a] == 0:
                    continue
                score = FIRST * value[a] - LATER * costs[mask] + NOISE * _noise(rng)
                score -= TOKEN_WORTH * token + (MARKET if aim else 0.0)
                if tops != NULL and score > tops[a]:
                    tops[a] = score
                if score > best:
                    best = score
                    group = mask
                    found = a << AIM | token << PAY_TOKEN | aim << PAY_AIM
    return found | _slots(&where, group, slots)


cdef inline int _slots(const Slots *where, int mask, int slots) noexcept nogil:
    """A choice among the dice that are there, as bits of slots."""
    cdef int i, bits = 0
    for i in range(slots):
        if (mask >> i) & 1:
            bits |= 1 << where.slot[i]
    return bits


cdef int _canonical(const KingsburgState *s, int group) noexcept nogil:
    """The same group with the first ones of equal dice."""
    cdef int slot, bits = group & PAY_DICE
    cdef const unsigned char *dice = <const unsigned char *>s.dice[s.actor]
    cdef bint moved = True
    while moved:
        moved = False
        for slot in range(1, DICE):
            if slot != COLOURED and dice[slot] == dice[slot - 1] and (bits >> (slot - 1)) & 3 == 2:
                bits ^= 3 << (slot - 1)
                moved = True
    return (group & ~PAY_DICE & (1 << PAY_BITS) - 1) | bits


cdef move_t _place(const KingsburgContext *c, const KingsburgState *s, Rng *rng) noexcept nogil:
    """The best group; or the secret deal, if it brings enough or nothing else is left."""
    cdef float value[SECRET]
    cdef Targets targets
    cdef int group = _best_group(c, s, 0, rng, NULL), a, best = 0
    cdef float top = 0
    if s.fate == 0 or not reachable(c, s, s.actor, &targets) or not targets.deals | targets.space_deals:
        return group >> AIM
    _weigh_advisors(c, s, s.actor, value)
    for a in range(1, ADVISORS + 1):
        if (targets.deals >> a) & 1 and value[a] > top:
            top = value[a]
            best = SECRET | a
        if (targets.space_deals >> a) & 1 and value[PRIVATE + a] > top:
            top = value[PRIVATE + a]
            best = SECRET | PRIVATE | a
    return best if top > DEAL_SOON * (3 - s.season) else group >> AIM


cdef float _turn_worth(const Effect *effect, int move, const float *value) noexcept nogil:
    """What turned dice are better than before: by their pips, and a little by what they get one by one."""
    cdef int first = (move & 3) + ((move >> TURN_WHITE) & 7)
    cdef int second = ((move >> TURN_SECOND) & 3) + (move >> TURN_WHITE_SECOND)
    if effect.rule == TURN_ALL:
        return 1
    return first * _turned(effect, 0, value) + second * _turned(effect, 1, value)


cdef inline float _turned(const Effect *effect, int i, const float *value) noexcept nogil:
    return PIP * (<int>effect.values[i] - <int>effect.high) + 0.2 * (value[effect.values[i]] - value[effect.high])


cdef move_t _turn(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    cdef float value[SECRET]
    cdef float score, best = -100
    cdef int i, found = 0
    _weigh_advisors(c, s, s.actor, value)
    for i in range(count):
        score = _turn_worth(&c.effects[c.first[ROLL_MOD] + s.choice - 1], legal[i], value) + NOISE * _noise(rng)
        if score > best:
            best = score
            found = i
    return legal[found]


cdef float _standing(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """Points for the total as it is."""
    cdef float points = 1 if s.lowered else 0
    cdef const Effect *effect
    cdef int i
    if asks(c, s, seat, ROLL_REWARD):
        for i in range(c.first[ROLL_REWARD], c.first[ROLL_REWARD + 1]):
            effect = &c.effects[i]
            if effect.rule == PLAIN and works(s, seat, effect) and total_of(s, seat) <= effect.high:
                points += effect.gain[VP] + 0.4 * effect.gain[SOLDIER]
    return points


cdef move_t _modify(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Low totals are rolled again unless they are worth something; so are equal dice unless they are high."""
    cdef move_t legal[MAX_MOVES]
    cdef float value[SECRET]
    cdef const Effect *effect
    cdef int i, total = total_of(s, s.actor), count = moves(c, s, legal)
    if _standing(c, s, s.actor) >= 1:
        return 0
    for i in range(count - 1, 0, -1):
        effect = &c.effects[c.first[ROLL_MOD] + legal[i] - 1]
        if effect.rule == TURN_SOME:
            _weigh_advisors(c, s, s.actor, value)
            if max(_turned(effect, 0, value), _turned(effect, 1, value)) > 0.1:
                return legal[i]
        elif effect.rule != ALL_EQUAL or total <= 13:
            return legal[i]
    return 0


cdef move_t _reroll(const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """The lowest die; of equal ones any."""
    cdef int i, best = rng_below(rng, count)
    for i in range(count):
        if s.dice[s.actor][legal[i]] < s.dice[s.actor][legal[best]]:
            best = i
    return legal[best]


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
    for i in range(count):
        if legal[i] == 0:
            continue
        effect = &c.effects[c.first[SEASON_END] + legal[i] - 1]
        if effect.due:
            return legal[i]
        gain = _weigh_effect(mind, effect)
        cost = 10
        for kind in range(TOKEN + 1):
            if (effect.pay >> kind) & 1 and s.own[s.actor][kind] > 0 and mind.weight[kind] < cost:
                cost = mind.weight[kind]
        if gain > cost + 0.05:
            return legal[i]
    return legal[0]


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
        score = _value(c, s, s.actor, legal[i] - 1) + 0.8 * _noise(rng)
        if _seasons_left(s) == 0:
            score = c.points[plane(s, s.actor, legal[i] - 1)][legal[i] - 1] + 0.5 * _noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef inline int _strength(const KingsburgContext *c, const KingsburgState *s, int card) noexcept nogil:
    """Of a card of this year, with what lies open."""
    cdef int strength = c.invader[s.year][card].strength
    return strength + amount_of(c, s, 0, STRENGTH) if c.others[STRENGTH] else strength


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
    if open + _valley(c, s, s.actor) <= (1 if c.troops else 0):
        return 0
    if not last and soldier_price(c, s, s.actor) > 1:
        return 0
    _aim(c, s, s.actor, &mind)
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


# ---- what modules bring

cdef move_t _strips(const KingsburgContext *c, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """DRAFT: the best row; STRIPS: those that are better than the printed ones. Codes of STRIPS are sets of rows."""
    cdef int i, row, best = 0
    cdef float score, top = -100
    for i in range(count):
        score = 0
        for row in range(ROWS):
            if (legal[i] >> row) & 1:
                score += c.strip[row] + 2 * _noise(rng) - 1
        if score > top:
            top = score
            best = i
    return legal[best]


cdef move_t _draft(const KingsburgContext *c, const move_t *legal, int count, Rng *rng) noexcept nogil:
    cdef int i, best = 0
    cdef float score, top = -100
    for i in range(count):
        score = c.strip[legal[i]] + 2 * _noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef inline float _governor(const KingsburgContext *c, const KingsburgState *s, int number) noexcept nogil:
    """What a governor brings from now on."""
    return c.ruler[number] * (1 + _seasons_left(s)) + c.award[number]


cdef move_t _choose_governor(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    cdef int i, best = 0
    cdef float score, top = -100
    for i in range(count):
        score = _governor(c, s, legal[i]) + 2 * _noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef move_t _bid(const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """Bids up to what the governor is better than the worst one on offer, in small steps."""
    cdef uint32_t lots = s.lots
    cdef float worst = 100, limit
    cdef int i
    while lots:
        worst = min(worst, _governor(c, s, lowest_bit(lots)))
        lots &= lots - 1
    limit = BID_SHARE * (_governor(c, s, s.lot) - worst) + 1.5 * _noise(rng)
    if s.bidder:
        return legal[1] if count > 1 and legal[1] - 1 <= limit else legal[0]
    i = <int>(limit / 2)
    return legal[min(max(i, 0), count - 1)]


cdef move_t _side(const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    cdef int i, best = 0
    cdef float score, top = -100
    for i in range(count):
        score = c.people_worth[legal[i]] + 0.4 * _noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef move_t _conjure(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Everything that is free, the most useful first; rows ascend, so that not much is skipped for it."""
    cdef int i, cell, row, best = 0
    cdef float score, top = -1
    for i in range(1, count):
        cell = legal[i] - 1
        row = plane(s, s.actor, cell)
        score = c.worth[row][cell] * _seasons_left(s) + GUARD_WORTH * c.guard[row][cell] * (YEARS - s.year)
        score += NOISE * _noise(rng) - (0 if count - i >= s.left else 2 * (s.left - count + i))
        if score > top:
            top = score
            best = i
    return legal[best]


cdef move_t _bless(const KingsburgContext *c, const KingsburgState *s, Rng *rng) noexcept nogil:
    """While one has no white die of one's own; at the latest in Autumn."""
    cdef int slot = s.favoured == s.actor + 1
    return 1 if s.season == 2 or (not slot and rng_below(rng, 2)) else 0


cdef move_t _rob(const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """Rather somebody who leads."""
    cdef int i, best = 1 + rng_below(rng, count - 1)
    for i in range(1, count):
        if s.own[legal[i] - 1][VP] > s.own[legal[best] - 1][VP]:
            best = i
    return legal[best]


cdef move_t _trade(const Mind *mind, const KingsburgState *s, const move_t *legal, int count) noexcept nogil:
    """A good to spare for one that is lacking."""
    cdef int i, good
    for good in range(GOODS):
        if mind.lack[good] > 0:
            for i in range(1, count):
                if mind.lack[legal[i] - 1] < 0:
                    return legal[i]
    return 0


cdef move_t _discount(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count
) noexcept nogil:
    """The most goods saved; a discount that can be kept counts less as long as there is time to use it."""
    cdef int found[MAX_DISCOUNTS]
    cdef int i, k, best = 0
    cdef float score, top = -100, later = SAVED if _seasons_left(s) else 0
    cdef int discounts = optional_discounts(c, s, s.actor, s.choice - 1, found)
    for i in range(count):
        score = 0
        for k in range(discounts):
            if (legal[i] >> DISCOUNT_BITS * k) & 3:
                score += 0.6 - (later if c.effects[found[k]].limit == ONCE_A_YEAR and s.season < 2 else 0.0)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef move_t _arm(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Pays where it may turn the battle."""
    cdef Mind mind
    cdef int i, bought = 0, seat = s.actor, card = s.invaders[s.year] - 1
    cdef int open = strength_of(c, s, card) - s.own[seat][SOLDIER] - s.reinforcement[seat] - s.combat[seat]
    open -= battle_bonus(c, s, seat, card)
    for i in range(c.first[BATTLE_PAY + 1] - c.first[BATTLE_PAY]):
        if not (s.used >> i) & 1 and has(s, seat, &c.effects[c.first[BATTLE_PAY] + i]):
            bought += c.effects[c.first[BATTLE_PAY] + i].amount
    if open < 0 or open > bought:
        return 0
    _aim(c, s, seat, &mind)
    return 1 + _lightest_from(&mind, legal, count, rng)


cdef move_t _move(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    cdef float value[SECRET]
    _weigh_advisors(c, s, s.actor, value)
    return value[find(c, s, s.actor, AFTER_ALL_PASSED).advisor] > value[highest_of(s, s.actor)]


cdef move_t _swap(const Mind *mind, const move_t *legal, int count) noexcept nogil:
    cdef int i, best = 0
    for i in range(count):
        if mind.lack[legal[i]] > mind.lack[legal[best]]:
            best = i
    return legal[best]


cdef move_t _module_move(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Choices that only modules and scenarios bring, but for goods."""
    if s.phase == DRAFT:
        return _draft(c, legal, count, rng)
    if s.phase == STRIPS:
        return _strips(c, legal, count, rng)
    if s.phase == KEEP or s.phase == LOT:
        return _choose_governor(c, s, legal, count, rng)
    if s.phase == BID:
        return _bid(c, s, legal, count, rng)
    if s.phase == SIDE:
        return _side(c, s, legal, count, rng)
    if s.phase == CONJURE:
        return _conjure(c, s, legal, count, rng)
    if s.phase == BLESS:
        return _bless(c, s, rng)
    if s.phase == BLESSING:
        return 1                # a point now
    if s.phase == TURN:
        return _turn(c, s, legal, count, rng)
    if s.phase == MOVE:
        return _move(c, s)
    if s.phase == ROB:
        return _rob(s, legal, count, rng)
    if s.phase == DISCOUNT:
        return _discount(c, s, legal, count)
    if s.phase == ARM:
        return _arm(c, s, legal, count, rng)
    return 0                    # PEEK: the deck that always comes


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
        return _place(c, s, rng)
    if s.phase == PAY:
        return _canonical(s, _best_group(c, s, s.advisor, rng, NULL))
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
        return _reroll(s, legal, count, rng)
    if _of_module(s.phase):
        return _module_move(c, s, legal, count, rng)
    if s.phase == OPTION or s.phase == EFFECT or s.phase == SHARE:
        _think(c, s, s.actor, &mind)
    else:                       # nothing but goods and tokens
        _aim(c, s, s.owner if s.phase == NAME else s.actor, &mind)
    if s.phase == OPTION:
        return _option(c, s, &mind, legal, count, rng)
    if s.phase == EFFECT:
        return _effect(c, s, &mind, legal, count)
    if s.phase == GAIN or s.phase == REWARD or s.phase == AID or s.phase == TAKE:
        return _gain(&mind, legal, count, rng)
    if s.phase == TRADE:
        return _trade(&mind, s, legal, count)
    if s.phase == SWAP:
        return _swap(&mind, legal, count)
    if s.phase == STOCK or s.phase == SHARE or s.phase == LOOT:
        return _lightest(&mind, legal, count, 1, rng)
    return _lightest(&mind, legal, count, -1, rng)     # PRICE, HIRE, LOSS; NAME: what the receiver wants least


# ---- prior

cdef void _weigh_payments(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, float *weights
) noexcept nogil:
    """Groups by what their dice could have got one by one."""
    cdef float value[SECRET]
    cdef uint32_t spaces
    cdef int i, slot
    _weigh_advisors(c, s, s.actor, value)
    _reach(c, s, s.actor, value, &spaces)
    for i in range(count):
        weights[i] = -TOKEN_WORTH * ((legal[i] >> PAY_TOKEN) & 1) - (MARKET if legal[i] >> PAY_AIM else 0.0)
        for slot in range(DICE):
            if (legal[i] >> slot) & 1:
                weights[i] -= LATER * _alone(s, slot, value)


cdef void prior(
    const void *context, const void *state, const move_t *legal, int count, float *weights
) noexcept nogil:
    """Advisors, groups of dice and buildings by what they promise; of small choices that of the policy."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef float tops[AIMS]
    cdef float scale = PLACE_SCALE
    cdef Rng still              # all zeros, and so without noise
    cdef move_t move
    cdef int i
    memset(&still, 0, sizeof(still))
    if s.phase == PLACE:
        for i in range(AIMS):
            tops[i] = NOTHING
        move = _place(c, s, &still)
        if move & SECRET:
            tops[move] = 1
        _best_group(c, s, 0, &still, tops)
        for i in range(count):
            weights[i] = tops[legal[i]]
    elif s.phase == BUILD or s.phase == SECOND:
        scale = BUILD_SCALE
        for i in range(count):
            weights[i] = _value(c, s, s.actor, legal[i] - 1) if legal[i] else 0
    elif s.phase == PAY:
        _weigh_payments(c, s, legal, count, weights)
    elif s.phase == TROOPS:
        for i in range(count):
            weights[i] = 0
    elif s.phase == KEEP or s.phase == LOT:
        for i in range(count):
            weights[i] = 0.4 * _governor(c, s, legal[i])
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
        return _governor(c, s, s.governor[seat])
    if s.bidder == seat + 1:
        return _governor(c, s, s.lot) - s.bid
    for i in range(HAND):
        if s.hand[seat][i]:
            best = max(best, _governor(c, s, s.hand[seat][i]))
    return best


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points now, and what goods, buildings and the seasons to come are likely to bring.

    The weights are those of a linear fit to the final scores of games that `mcts` played against itself.
    """
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef int seat, slot, a, row, left = _seasons_left(s)
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
                score += c.worth[row][a] * left + 0.85 * c.guard[row][a] * (YEARS - s.year)
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
