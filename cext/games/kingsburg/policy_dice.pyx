"""Dice: which advisor to influence and with which group, and when to roll again."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.policy_worth cimport (
    NOISE, PARTS, VALUES, Mind, Worths, aim, battle_of, noise, parts, seasons_left, think, weigh_effect, worths_of,
)
from eminence.cext.games.kingsburg.rules cimport moves
from eminence.cext.games.kingsburg.rules_common cimport (
    Targets, closed, find, has_token, in_season, owned, reachable, shift_of, total_of,
)
from eminence.cext.games.kingsburg.rules_place cimport highest_of
from eminence.cext.games.kingsburg.rules_tell cimport rarely
from eminence.cext.games.kingsburg.state cimport (
    ADVISORS, ADVISOR_GIFT, AFTER_ALL_PASSED, ALL_EQUAL, CLOSED_ADVISOR, COLOURED, DICE, MAX_EFFECTS, NUMBER, PAY_AIM,
    PAY_BITS, PAY_DICE, PAY_TOKEN, PLAIN, PRIVATE, ROLL_MOD, ROLL_REWARD, SECRET, SOLDIER, TOKEN_BONUS, TURN_ALL, TURN_SECOND,
    TURN_SOME, TURN_WHITE, TURN_WHITE_SECOND, VP, Effect, KingsburgContext, KingsburgState,
)

cdef enum:
    AIM = PAY_BITS              # where a group's advisor stands above its payment
    AIMS = 2 * SECRET           # codes of PLACE
    WAYS = 6                    # to count a group: with or without a "+2", with the Market below, above or not at all

# A help now against helps that its dice may still get one by one; their difference is counted in SCALE x PARTS of a point.
cdef enum:
    FIRST = 22
    LATER = 15
    SCALE = 20
    NOISE_BITS = 10                         # a fifth of a point
    WHITE_ALONE = PARTS / 4                 # a white die kept for another group
    TOKEN_COST = SCALE * PARTS * 9 / 20
    MARKET_COST = SCALE * PARTS / 5         # the Market used once
    SHARED = PARTS / 2                      # what an advisor is worth less when the Envoy goes there
    NOTHING = -4 * SCALE * PARTS            # to place no more dice, or a group the policy would not think of
    DEAL_SOON = PARTS * 3 / 5               # what a secret deal must bring for each season the year still has

cdef extern from *:
    """
    #define NEXT_NOISE 0xd1342543de82ef95ULL
    #define NO_GROUP INT64_MIN
    static const float PIP = 0.25f;         /* a point on a die */
    """
    const uint64_t NEXT_NOISE
    const int64_t NO_GROUP
    const float PIP


# ---- what advisors are worth

cdef inline void _weigh_advisors(
    const KingsburgContext *c, const KingsburgState *s, int seat, int *value
) noexcept nogil:
    """What each advisor's help is worth to the seat, by its number or as in PLACE on the governor's own space."""
    cdef const Worths *worths = worths_of(c)
    cdef Mind mind
    cdef int needs = aim(c, s, seat, &mind.goal), battle = battle_of(c, s, seat), last = seasons_left(s) == 0, a, k
    cdef uint32_t rest = s.whims
    cdef const Effect *effect
    cdef u8 found[MAX_EFFECTS]
    memcpy(value, worths.help[last][battle][0][needs], sizeof(worths.help[0][0][0][0]))
    if c.governors:
        memcpy(value + PRIVATE, worths.help[last][battle][0][needs], sizeof(worths.help[0][0][0][0]))
    while rest:
        a = lowest_bit(rest)
        rest &= rest - 1
        value[a] = worths.help[last][battle][1][needs][a]
    if s.gifts:
        think(c, s, seat, &mind)
        for k in range(owned(c, s, seat, ADVISOR_GIFT, found)):
            effect = &c.effects[found[k]]
            if (s.gifts >> effect.advisor) & 1:
                value[effect.advisor] += parts(weigh_effect(&mind, effect))


cdef inline uint32_t _reach(const KingsburgContext *c, const KingsburgState *s, int seat, int *value) noexcept nogil:
    """Leaves a value only to advisors that the seat's dice may go to; returns the seat's own spaces that are free."""
    cdef Targets targets
    cdef uint32_t rest = s.influenced
    cdef bint envoy = s.envoy == seat + 1
    cdef int a
    while rest:
        a = lowest_bit(rest)
        rest &= rest - 1
        value[a] = value[a] - SHARED if envoy else 0
    if (c.others >> CLOSED_ADVISOR) & 1:
        rest = closed(c, s)
        while rest:
            value[lowest_bit(rest)] = 0
            rest &= rest - 1
    if not c.governors:
        return 0
    reachable(c, s, seat, &targets)
    return targets.spaces


# ---- groups of dice

# How dice can count: what is added to their sum, what that costs, and its bits in a move of PAY.
cdef struct Ways:
    int count
    int more[WAYS]
    int cost[WAYS]
    int code[WAYS]


cdef inline void _list_ways(
    const KingsburgContext *c, const KingsburgState *s, int seat, Ways *ways
) noexcept nogil:
    cdef int shift = shift_of(c, s, seat), tokens = has_token(c, s, seat), market, token, i = 0
    for market in range(3 if shift else 1):
        for token in range(1 + tokens):
            ways.more[i] = TOKEN_BONUS * token + (0 if market == 0 else -shift if market == 1 else shift)
            ways.cost[i] = TOKEN_COST * token + (MARKET_COST if market else 0)
            ways.code[i] = token << PAY_TOKEN | market << PAY_AIM
            i += 1
    ways.count = i


cdef inline int _alone(const u8 *dice, int slot, const int *value) noexcept nogil:
    """What a die would get by itself."""
    return value[dice[slot]] if slot < COLOURED else WHITE_ALONE


cdef inline int _lay_out(const u8 *dice, const int *value, int *pips, int *alone) noexcept nogil:
    """Dice side by side, coloured ones first, and what each would get by itself; returns how many."""
    cdef int slot, count = 0
    for slot in range(COLOURED):
        if dice[slot] == 0:
            break
        pips[count] = dice[slot]
        alone[count] = LATER * value[dice[slot]]
        count += 1
    for slot in range(COLOURED, DICE):
        if dice[slot] == 0:
            break
        pips[count] = dice[slot]
        alone[count] = LATER * WHITE_ALONE
        count += 1
    return count


cdef inline int _reached(int sum, uint32_t spaces, const int *value) noexcept nogil:
    """The advisor with this number, or 0, which is nobody; on the governor's space if that is free and better."""
    cdef int a = sum if <unsigned int>sum <= ADVISORS else 0
    if rarely(spaces != 0) and (spaces >> a) & 1 and value[PRIVATE + a] > value[a]:
        return a | PRIVATE
    return a


cdef inline void _want_only(int target, int *value) noexcept nogil:
    memset(value, 0, VALUES * sizeof(value[0]))
    value[target & NUMBER] = PARTS


cdef int _best_group(
    const KingsburgContext *c, const KingsburgState *s, int target, Rng *rng, int *tops
) noexcept nogil:
    """The group with the most gain over its dice used one by one, as a move of PAY and its advisor from bit AIM on.

    With a target only groups that reach it count. The most gain with each advisor goes into `tops` unless that is NULL.
    Gain and group are compared as one number, since branches on dice would be guessed wrong too often.
    """
    cdef int value[SECRET]
    cdef int pips[DICE]
    cdef int alone[DICE]
    cdef int sums[1 << DICE]
    cdef int costs[1 << DICE]
    cdef const u8 *dice = s.dice[s.actor]
    cdef int coloured = (dice[0] != 0) + (dice[1] != 0) + (dice[2] != 0), count, mask, low, a, i, score
    cdef uint64_t chance = rng_next(rng)
    cdef int64_t best = NO_GROUP, rank
    cdef uint32_t spaces
    cdef Ways ways
    _weigh_advisors(c, s, s.actor, value)
    spaces = _reach(c, s, s.actor, value)
    _list_ways(c, s, s.actor, &ways)
    sums[0] = costs[0] = 0
    count = _lay_out(dice, value, pips, alone)
    if target:
        _want_only(target, value)
        spaces = 0
    for mask in range(1, 1 << count):
        low = lowest_bit(mask)
        sums[mask] = sums[mask & (mask - 1)] + pips[low]
        costs[mask] = costs[mask & (mask - 1)] + alone[low]
        if low >= coloured:
            continue                        # no coloured die in it
        for i in range(ways.count):
            a = _reached(sums[mask] + ways.more[i], spaces, value)
            chance *= NEXT_NOISE
            score = FIRST * value[a] - costs[mask] - ways.cost[i] + <int>(chance >> (64 - NOISE_BITS))
            rank = <int64_t>(<uint64_t>score << 32) | mask << 3 | i
            rank = rank if value[a] else NO_GROUP
            best = rank if rank > best else best
            if rarely(tops != NULL) and value[a] and score > tops[a]:
                tops[a] = score
    if best == NO_GROUP:
        return 0
    mask = <uint32_t>best >> 3
    i = best & 7
    a = _reached(sums[mask] + ways.more[i], spaces, value)
    return a << AIM | ways.code[i] | mask & ((1 << coloured) - 1) | mask >> coloured << COLOURED


cdef int _canonical(const u8 *dice, int group) noexcept nogil:
    """The same group with the first ones of equal dice."""
    cdef int slot, bits = group & PAY_DICE
    cdef bint moved = True
    while moved:
        moved = False
        for slot in range(1, DICE):
            if slot != COLOURED and dice[slot] == dice[slot - 1] and (bits >> (slot - 1)) & 3 == 2:
                bits ^= 3 << (slot - 1)
                moved = True
    return (group & ~PAY_DICE & (1 << PAY_BITS) - 1) | bits


cdef move_t choose_payment(const KingsburgContext *c, const KingsburgState *s, Rng *rng) noexcept nogil:
    return _canonical(s.dice[s.actor], _best_group(c, s, s.advisor, rng, NULL))


cdef move_t choose_place(const KingsburgContext *c, const KingsburgState *s, Rng *rng) noexcept nogil:
    """The best group; or the secret deal, if it brings enough or nothing else is left."""
    cdef int value[SECRET]
    cdef Targets targets
    cdef int group = _best_group(c, s, 0, rng, NULL), a, best = 0, top = 0
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


cdef move_t choose_move(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """GOV16: whether the dice are better off elsewhere."""
    cdef int value[SECRET]
    _weigh_advisors(c, s, s.actor, value)
    return value[find(c, s, s.actor, AFTER_ALL_PASSED).advisor] > value[highest_of(s, s.actor)]


# ---- for the prior

cdef void weigh_places(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng, float *weights
) noexcept nogil:
    """Advisors by the best group that reaches them."""
    cdef int tops[AIMS]
    cdef move_t move
    cdef int i
    for i in range(AIMS):
        tops[i] = NOTHING
    if s.fate:
        move = choose_place(c, s, rng)
        if move & SECRET:
            tops[move] = SCALE * PARTS
    _best_group(c, s, 0, rng, tops)
    for i in range(count):
        weights[i] = <float>tops[legal[i]] / (SCALE * PARTS)


cdef void weigh_payments(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, float *weights
) noexcept nogil:
    """Groups by what their dice could have got one by one."""
    cdef int value[SECRET]
    cdef int i, slot, cost
    _weigh_advisors(c, s, s.actor, value)
    _reach(c, s, s.actor, value)
    for i in range(count):
        cost = TOKEN_COST * ((legal[i] >> PAY_TOKEN) & 1) + (MARKET_COST if legal[i] >> PAY_AIM else 0)
        for slot in range(DICE):
            if (legal[i] >> slot) & 1:
                cost += LATER * _alone(s.dice[s.actor], slot, value)
        weights[i] = -<float>cost / (SCALE * PARTS)


# ---- rolls

cdef float _turn_worth(const Effect *effect, int move, const int *value) noexcept nogil:
    """What turned dice are better than before: by their pips, and a little by what they get one by one."""
    cdef int first = (move & 3) + ((move >> TURN_WHITE) & 7)
    cdef int second = ((move >> TURN_SECOND) & 3) + (move >> TURN_WHITE_SECOND)
    if effect.rule == TURN_ALL:
        return 1
    return first * _turned(effect, 0, value) + second * _turned(effect, 1, value)


cdef inline float _turned(const Effect *effect, int i, const int *value) noexcept nogil:
    return PIP * (<int>effect.values[i] - <int>effect.high) + 0.2 / PARTS * (value[effect.values[i]] - value[effect.high])


cdef move_t choose_turn(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    cdef int value[SECRET]
    cdef float score, best = -100
    cdef int i, found = 0
    _weigh_advisors(c, s, s.actor, value)
    for i in range(count):
        score = _turn_worth(&c.effects[c.first[ROLL_MOD] + s.choice - 1], legal[i], value) + NOISE * noise(rng)
        if score > best:
            best = score
            found = i
    return legal[found]


cdef float _standing(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """Points for the total as it is."""
    cdef float points = 1 if s.lowered else 0
    cdef const Effect *effect
    cdef u8 found[MAX_EFFECTS]
    cdef int k
    for k in range(owned(c, s, seat, ROLL_REWARD, found)):
        effect = &c.effects[found[k]]
        if effect.rule == PLAIN and in_season(s, seat, effect) and total_of(s, seat) <= effect.high:
            points += effect.gain[VP] + 0.4 * effect.gain[SOLDIER]
    return points


cdef move_t choose_modifier(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Low totals are rolled again unless they are worth something; so are equal dice unless they are high."""
    cdef move_t legal[MAX_MOVES]
    cdef int value[SECRET]
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


cdef move_t choose_die(const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """The lowest die; of equal ones any."""
    cdef int i, best = rng_below(rng, count)
    for i in range(count):
        if s.dice[s.actor][legal[i]] < s.dice[s.actor][legal[best]]:
            best = i
    return legal[best]
