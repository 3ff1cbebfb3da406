"""A productive season apart from the advisors' help: dice, placement, building and season-end effects."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.common cimport (
    buildable, goods_of, grant, has_token, price, reachable, shift_of, sort_dice, total_of, works,
)
from eminence.cext.games.kingsburg.state cimport (
    AID, ALL_EQUAL, AUTUMN, BEFORE_PHASE7, BUILD, COLOURED, DICE, DIE, EFFECT, GOODS, MODIFY, NEUTRAL, PAY, PLACE,
    POINT, PRICE, RECRUIT, ROLL_MOD, SEASON_END, SEASON_START, SECOND, SERVE, SOLDIER, START_SEASON, SUMMER, TOKEN,
    TOKEN_BONUS, WHIMS, WHITE_DICE, Effect, KingsburgContext, KingsburgState,
)


cdef extern from *:
    int _leading_zeros "__builtin_clz"(uint32_t bits) noexcept nogil


cdef inline int _die(Rng *rng) noexcept nogil:
    return 1 + rng_below(rng, 6)


# ---- Phases 1, 3 and 5: what the King gives

cdef int _needy(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """K-4.2.1: bit per seat with fewest buildings and, among those, fewest goods."""
    cdef int seat, key, best = 1 << 30, seats = 0
    for seat in range(c.seats):
        key = (bit_count(s.built[seat]) << 16) + goods_of(s, seat)
        if key < best:
            best = key
            seats = 0
        if key == best:
            seats |= 1 << seat
    return seats


cdef void start_year(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.2: one seat alone gets a white die for Spring, several get a good each."""
    cdef int seats = _needy(c, s)
    if seats & (seats - 1):
        s.waiting = seats
        s.turn = 0
        s.phase = AID
    else:
        s.favoured = 1 + lowest_bit(seats)
        s.phase = START_SEASON


cdef bint next_aid(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    while s.waiting:
        if (s.waiting >> s.order[s.turn]) & 1:
            s.actor = s.order[s.turn]
            return True
        s.turn += 1
    s.turn = 0
    s.phase = START_SEASON
    return False


cdef void _reward(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.4.1: a point for everybody with the most buildings."""
    cdef int seat, most = 0
    for seat in range(c.seats):
        if bit_count(s.built[seat]) > most:
            most = bit_count(s.built[seat])
    for seat in range(c.seats):
        if bit_count(s.built[seat]) == most:
            s.own[seat][POINT] += c.reward_points


cdef void _send_envoy(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.5: an unused Envoy comes back first; a tie leaves it on the board."""
    cdef int seats = _needy(c, s)
    s.envoy = 0 if seats & (seats - 1) else 1 + lowest_bit(seats)


# ---- K-4.3.1 and K-4.3.2: start and roll

cdef void _reveal_whim(KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.15.1: a tile from the stack; only its contents matter, so it is drawn when it is turned up."""
    cdef int left = WHIMS - bit_count(s.whims), tile = 1, skip
    if left == 0:
        return
    skip = rng_below(rng, left)
    while (s.whims >> tile) & 1 or skip:
        if not (s.whims >> tile) & 1:
            skip -= 1
        tile += 1
    s.whims |= 1 << tile
    if tile == 4:
        s.stock = (1 << GOODS) - 1
    elif tile == 5:
        s.lucky = 1 + rng_below(rng, GOODS)


cdef inline void _block(KingsburgState *s, int advisor) noexcept nogil:
    s.group[advisor - 1] = NEUTRAL
    s.influenced |= <uint32_t>1 << advisor


cdef void _neutral_dice(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.9: three dice on their sum; two more on theirs, or each on its own value if that is the same."""
    cdef int _i, first = 0, second = 0, value = 0
    for _i in range(c.neutral[0]):
        first += _die(rng)
    _block(s, first)
    for _i in range(c.neutral[1]):
        value = _die(rng)
        second += value
    if second != first:
        _block(s, second)
    else:
        _block(s, value)
        _block(s, second - value)


cdef void _roll(const KingsburgContext *c, KingsburgState *s, int seat, Rng *rng) noexcept nogil:
    """K-4.3.2: coloured dice, then white ones (King's Aid, Farms)."""
    cdef int i, slot = COLOURED
    cdef const Effect *effect
    for i in range(c.coloured):
        s.dice[seat][i] = _die(rng)
    sort_dice(s.dice[seat], COLOURED)
    if s.favoured == seat + 1:
        s.dice[seat][slot] = _die(rng)
        slot += 1
    if s.built[seat] & c.hooked[WHITE_DICE]:
        for i in range(c.first[WHITE_DICE], c.first[WHITE_DICE + 1]):
            effect = &c.effects[i]
            if works(s, seat, effect):
                s.dice[seat][slot] = _die(rng)
                slot += 1
    sort_dice(&s.dice[seat][COLOURED], DICE - COLOURED)


cdef void start_season(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.3.1, in the order of chance events of K-3.7."""
    cdef int seat, i
    if c.whims == 1:
        _reveal_whim(s, rng)
    if c.seats == 2:
        _neutral_dice(c, s, rng)
    for seat in range(c.seats):
        if s.built[seat] & c.hooked[SEASON_START]:
            for i in range(c.first[SEASON_START], c.first[SEASON_START + 1]):
                if works(s, seat, &c.effects[i]):
                    grant(s, seat, &c.effects[i])
    for seat in range(c.seats):
        _roll(c, s, seat, rng)
    s.favoured = 0
    s.turn = 0
    s.phase = MODIFY


# ---- K-4.3.3: roll modifiers

cdef bint _modifies(const KingsburgContext *c, const KingsburgState *s, int seat, int i) noexcept nogil:
    """Whether the seat may use the i-th roll modifier now."""
    cdef const Effect *effect = &c.effects[c.first[ROLL_MOD] + i]
    cdef int slot
    if (s.used >> i) & 1 or not works(s, seat, effect):
        return False
    if effect.rule != ALL_EQUAL:
        return total_of(s, seat) <= effect.high
    for slot in range(1, DICE):
        if s.dice[seat][slot] and s.dice[seat][slot] != s.dice[seat][0]:
            return False
    return True


cdef int modifier_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef int i, count = 1
    moves[0] = 0
    for i in range(c.first[ROLL_MOD + 1] - c.first[ROLL_MOD]):
        if _modifies(c, s, s.actor, i):
            moves[count] = 1 + i
            count += 1
    return count


cdef int die_moves(const KingsburgState *s, move_t *moves) noexcept nogil:
    """One slot for each distinct die; coloured and white dice are never the same."""
    cdef int slot, count = 0
    cdef const u8 *dice = s.dice[s.actor]
    for slot in range(DICE):
        if dice[slot] and (slot == 0 or slot == COLOURED or dice[slot] != dice[slot - 1]):
            moves[count] = slot
            count += 1
    return count


cdef void play_modifier(const KingsburgContext *c, KingsburgState *s, int move, Rng *rng) noexcept nogil:
    cdef move_t slots[DICE]
    cdef int slot
    cdef u8 *dice = s.dice[s.actor]
    if move == 0:
        s.turn += 1
        s.used = 0
        return
    s.used |= 1 << (move - 1)
    if c.effects[c.first[ROLL_MOD] + move - 1].amount:     # one die
        if die_moves(s, slots) > 1:
            s.choice = move
            s.phase = DIE
        else:
            play_die(c, s, slots[0], rng)
        return
    for slot in range(DICE):
        if dice[slot]:
            dice[slot] = _die(rng)
    sort_dice(dice, COLOURED)
    sort_dice(dice + COLOURED, DICE - COLOURED)


cdef void play_die(const KingsburgContext *c, KingsburgState *s, int slot, Rng *rng) noexcept nogil:
    s.dice[s.actor][slot] = _die(rng)
    sort_dice(s.dice[s.actor], COLOURED)
    sort_dice(&s.dice[s.actor][COLOURED], DICE - COLOURED)
    s.choice = 0
    s.phase = MODIFY


cdef void _set_order(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.3.4: ascending totals; ties keep their order."""
    cdef int total[8]
    cdef int i, j, seat
    for seat in range(c.seats):
        total[seat] = total_of(s, seat)
    for i in range(1, c.seats):
        seat = s.order[i]
        j = i
        while j > 0 and total[s.order[j - 1]] > total[seat]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = seat


cdef bint next_modifier(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.3.3: seats in the previous order, each until it stops or nothing is left to use."""
    cdef int seat, i
    while s.turn < c.seats:
        seat = s.order[s.turn]
        if s.built[seat] & c.hooked[ROLL_MOD]:
            for i in range(c.first[ROLL_MOD + 1] - c.first[ROLL_MOD]):
                if _modifies(c, s, seat, i):
                    s.actor = seat
                    return True
        s.turn += 1
        s.used = 0
    _set_order(c, s)
    s.turn = 0
    s.phase = PLACE
    return False


# ---- K-4.3.5: placement

cdef bint next_place(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef int seat, everybody = (1 << c.seats) - 1
    while s.passed != everybody:
        seat = s.order[s.turn]
        if not (s.passed >> seat) & 1:
            if reachable(c, s, seat):
                s.actor = seat
                return True
            s.passed |= 1 << seat           # K-4.3.5.6: forced pass
        s.turn = s.turn + 1 if s.turn + 1 < c.seats else 0
    memset(s.dice, 0, sizeof(s.dice))
    s.passed = s.token_used = s.market_used = s.turn = 0
    s.advisor = 1
    s.phase = SERVE
    return False


cdef int _subsets(const u8 *dice, int slots, u8 *masks, u8 *sums) noexcept nogil:
    """Distinct multisets of dice, the empty one first; masks ascending."""
    cdef int all_sums[32]
    cdef int found = 1, count = 0, mask, equal = 0
    while count < slots and dice[count]:
        if count and dice[count] == dice[count - 1]:
            equal |= 1 << count
        count += 1
    all_sums[0] = masks[0] = sums[0] = 0
    for mask in range(1, 1 << count):
        all_sums[mask] = all_sums[mask & (mask - 1)] + dice[lowest_bit(mask)]
        if not mask & equal & ~(mask << 1):     # of equal dice the first ones, so that no multiset comes twice
            masks[found] = mask
            sums[found] = all_sums[mask]
            found += 1
    return found


cdef int pay_moves(
    const KingsburgContext *c, const KingsburgState *s, int seat, int advisor, move_t *moves
) noexcept nogil:
    """K-4.3.5.1: the distinct groups that reach the advisor."""
    cdef u8 coloured[8]
    cdef u8 coloured_sum[8]
    cdef u8 white[32]
    cdef u8 white_sum[32]
    cdef int shift = shift_of(c, s, seat), tokens = has_token(s, seat)
    cdef int count = 0, aim, token, target, i, j
    cdef int whites = _subsets(&s.dice[seat][COLOURED], DICE - COLOURED, white, white_sum)
    cdef int colours = _subsets(s.dice[seat], COLOURED, coloured, coloured_sum)
    for aim in range(3 if shift else 1):
        for token in range(1 + tokens):
            # A Market that aims below the sum (1) needs a greater sum, one that aims above (2) a smaller one.
            target = advisor - TOKEN_BONUS * token + (0 if aim == 0 else shift if aim == 1 else -shift)
            for j in range(whites):
                for i in range(1, colours):
                    if coloured_sum[i] + white_sum[j] == target:
                        moves[count] = coloured[i] | white[j] << COLOURED | token << 8 | aim << 9
                        count += 1
    return count


cdef void play_place(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    cdef move_t groups[64]
    if move == 0:
        s.passed |= 1 << s.actor
        s.turn = s.turn + 1 if s.turn + 1 < c.seats else 0
        return
    s.advisor = move
    if pay_moves(c, s, s.actor, move, groups) > 1:
        s.phase = PAY
    else:
        play_pay(c, s, groups[0])


cdef void play_pay(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """Puts a group of dice on the advisor."""
    cdef int slot, seat = s.actor
    for slot in range(DICE):
        if (move >> slot) & 1:
            s.dice[seat][slot] = 0
    sort_dice(s.dice[seat], COLOURED)
    sort_dice(&s.dice[seat][COLOURED], DICE - COLOURED)
    if (move >> 8) & 1:
        s.own[seat][TOKEN] -= 1
        s.token_used |= 1 << seat
    if move >> 9:
        s.market_used |= 1 << seat
    if (s.influenced >> s.advisor) & 1:     # K-4.3.5.4: this takes the Envoy, and he goes home
        s.second_advisor = s.advisor
        s.second_owner = 1 + seat
        s.envoy = 0
    else:
        s.group[s.advisor - 1] = 1 + seat
        s.influenced |= <uint32_t>1 << s.advisor
    s.advisor = 0
    s.phase = PLACE
    s.turn = s.turn + 1 if s.turn + 1 < c.seats else 0


# ---- K-4.3.7: building

cdef bint next_build(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    while s.turn < c.seats:
        if goods_of(s, s.order[s.turn]) and buildable(c, s, s.order[s.turn]):
            s.actor = s.order[s.turn]
            return True
        s.turn += 1
        s.phase = BUILD
    s.turn = 0
    s.phase = EFFECT
    return False


cdef void play_build(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """K-4.3.7.2: who holds the Envoy may send him for a second building at once."""
    cdef int seat = s.actor, cell = move - 1, good
    cdef uint32_t before = s.built[seat]
    if move:
        for good in range(GOODS):
            s.own[seat][good] -= price(c, before, cell, good)
        s.own[seat][POINT] += c.points[cell]
        s.built[seat] |= <uint32_t>1 << cell
        if s.phase == SECOND:
            s.envoy = 0
        elif s.envoy == seat + 1:
            s.phase = SECOND                # next_build moves on if nothing can be paid for
            return
    s.phase = BUILD
    s.turn += 1


# ---- K-4.3.8: season-end effects

cdef int _payable(const KingsburgContext *c, const KingsburgState *s, int seat, int i) noexcept nogil:
    """Bit per kind with which the seat can pay for the i-th season-end effect now; 0: it cannot use it."""
    cdef const Effect *effect = &c.effects[c.first[SEASON_END] + i]
    cdef int kind, kinds = 0
    if (s.used >> i) & 1 or not effect.pay or not works(s, seat, effect):
        return 0
    for kind in range(TOKEN + 1):
        if (effect.pay >> kind) & 1 and s.own[seat][kind] > 0:
            kinds |= 1 << kind
    return kinds


cdef int effect_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef int i, count = 1
    moves[0] = 0
    for i in range(c.first[SEASON_END + 1] - c.first[SEASON_END]):
        if _payable(c, s, s.actor, i):
            moves[count] = 1 + i
            count += 1
    return count


cdef int price_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef int kind, count = 0, kinds = _payable(c, s, s.actor, s.choice - 1)
    for kind in range(TOKEN + 1):
        if (kinds >> kind) & 1:
            moves[count] = kind
            count += 1
    return count


cdef bint next_effect(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef int seat, i, count = c.first[SEASON_END + 1] - c.first[SEASON_END]
    cdef const Effect *effect
    while s.turn < c.seats:
        seat = s.order[s.turn]
        if s.built[seat] & c.hooked[SEASON_END]:
            for i in range(count if s.used == 0 else 0):    # the seat's turn begins: what is automatic comes first
                effect = &c.effects[c.first[SEASON_END] + i]
                if not effect.pay and works(s, seat, effect):
                    grant(s, seat, effect)
            for i in range(count):
                if _payable(c, s, seat, i):
                    s.actor = seat
                    return True
        s.turn += 1
        s.used = 0
    s.turn = 0
    _end_season(c, s)
    return False


cdef void play_effect(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    cdef int kinds
    if move == 0:
        s.turn += 1
        s.used = 0
        return
    s.choice = move
    kinds = _payable(c, s, s.actor, move - 1)
    if kinds & (kinds - 1):
        s.phase = PRICE
    else:
        play_price(c, s, lowest_bit(kinds))


cdef void play_price(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    s.own[s.actor][kind] -= 1
    grant(s, s.actor, &c.effects[c.first[SEASON_END] + s.choice - 1])
    s.used |= 1 << (s.choice - 1)
    s.choice = 0
    s.phase = EFFECT


cdef void _restore(KingsburgState *s) noexcept nogil:
    """K-4.15.3: the highest tile whose advisor was influenced goes, else the lowest tile."""
    cdef int tile
    if s.whims & s.influenced:
        tile = 31 - _leading_zeros(s.whims & s.influenced)
    elif s.whims:
        tile = lowest_bit(s.whims)
    else:
        return
    s.whims &= ~(1 << tile)
    if tile == 4:
        s.stock = 0
    elif tile == 5:
        s.lucky = 0


cdef void _end_season(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.3.9, then the phase that follows each season (K-4.1.1)."""
    cdef int seat, i
    if c.whims == 2:
        _restore(s)
    s.influenced = 0
    s.season += 1
    s.phase = START_SEASON
    if s.season == SUMMER:
        _reward(c, s)
    elif s.season == AUTUMN:
        _send_envoy(c, s)
    else:
        for seat in range(c.seats):         # K-4.6.1: the Training Camp before anybody recruits
            for i in range(c.first[BEFORE_PHASE7], c.first[BEFORE_PHASE7 + 1]):
                if s.built[seat] & c.effects[i].cell and s.own[seat][SOLDIER] <= c.effects[i].high:
                    grant(s, seat, &c.effects[i])
        s.phase = RECRUIT
