"""From the advisors' help to the end of a season: build turns, season-end effects, and the phase that follows."""

from libc.stdint cimport uint32_t

from eminence.cext.core.bits cimport bit_count, bits_to_moves, lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.journal cimport NOBODY
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.rules_common cimport (
    amount_of, asks, buildable, covers, discounted, find_rule, goods_of, grant, grant_all, in_season, lent, look,
    optional_discounts, owned, plane, prices,
)
from eminence.cext.games.kingsburg.rules_season cimport needy
from eminence.cext.games.kingsburg.rules_tell cimport OWNER, brought_by, cause_of, heard, rarely, tell, tell_bill, tell_piece, write_piece
from eminence.cext.games.kingsburg.state cimport (
    ALWAYS, ANYBODY_IDLE, AUTUMN, BEFORE_PHASE7, BUILD, BUILD_COST, BUILD_TURN, BUILT_NOTHING, COUNT_BUILDS, COUNT_YEAR,
    DISCOUNT, DISCOUNT_BITS, EFFECT, ENVOY_SENT, FOR_EFFECT, GIVEN, GOODS, GOVERNOR, GRANTED, KINGS_ENVOY, KINGS_REWARD,
    LOOT, LUCKY_TILE, MAX_DISCOUNTS, MAX_EFFECTS, NO_GOODS, ONCE_A_YEAR, ON_BUILD, ON_OPPONENT_BUILD, PAID, PEEKS, PRICE, RECRUIT,
    REWARDED, ROB, ROBS, SEASON_BEGINS, SEASON_END, SECOND, SOLDIER, SOLDIERS_LEAVE, START_EFFECTS, START_PEEKS,
    START_SEASON, START_TRADE, START_TURN, STOCK_TILE, SUMMER, SWAP, TAKE, TOKEN, TRADE, TRADES, VP, WHIM, Effect,
    KingsburgContext, KingsburgState,
)

cdef extern from *:
    int _leading_zeros "__builtin_clz"(uint32_t bits) noexcept nogil


# ---- K-7.66: what comes before building

cdef inline int _victims(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-2.6 GOV01: bit per opponent with more goods."""
    cdef int other, seats = 0
    if find_rule(c, s, seat, BUILD_TURN, ROBS) != NULL:
        for other in range(c.seats):
            if goods_of(s, other) > goods_of(s, seat):
                seats |= 1 << other
    return seats


cdef inline int _goods_owned(const KingsburgState *s, int seat) noexcept nogil:
    """Bit per kind of good that the seat has."""
    cdef int good, kinds = 0
    for good in range(GOODS):
        if s.own[seat][good]:
            kinds |= 1 << good
    return kinds


cdef inline int rob_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    moves[0] = 0
    return 1 + bits_to_moves(_victims(c, s, s.actor), 1, moves + 1)


cdef inline int loot_moves(const KingsburgState *s, move_t *moves) noexcept nogil:
    return bits_to_moves(_goods_owned(s, s.partner - 1), 0, moves)


cdef inline int trade_moves(const KingsburgState *s, move_t *moves) noexcept nogil:
    moves[0] = 0
    return 1 + bits_to_moves(_goods_owned(s, s.actor), 1, moves + 1)


cdef inline int swap_moves(const KingsburgState *s, move_t *moves) noexcept nogil:
    return bits_to_moves(((1 << GOODS) - 1) & ~(1 << (s.choice - 1)), 0, moves)


cdef inline void play_rob(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    cdef move_t kinds[GOODS]
    s.phase = START_TRADE
    if move:
        s.partner = move
        s.phase = LOOT
        if loot_moves(s, kinds) == 1:
            play_loot(c, s, kinds[0])


cdef inline void play_loot(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    s.own[s.partner - 1][kind] -= 1
    s.own[s.actor][kind] += 1
    tell_piece(c, GIVEN, s.partner - 1, s.actor, 0, kind, 1)
    s.partner = 0
    s.phase = START_TRADE


cdef inline void play_trade(KingsburgState *s, int move) noexcept nogil:
    s.phase = BUILD
    if move:
        s.choice = move
        s.phase = SWAP


cdef inline void play_swap(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    cdef int cause = OWNER * GOVERNOR + s.governor[s.actor]
    s.own[s.actor][s.choice - 1] -= 1
    s.own[s.actor][kind] += 1
    tell_piece(c, PAID, s.actor, FOR_EFFECT, cause, s.choice - 1, -1)
    tell_piece(c, GRANTED, s.actor, cause, 0, kind, 1)
    s.choice = 0
    s.phase = BUILD


# ---- K-4.3.7: building

cdef inline bint next_build(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """Seats in turn order, each step by step."""
    cdef int seat
    while s.turn < c.seats:
        seat = s.order[s.turn]
        s.actor = seat
        if s.phase == START_TURN:
            s.phase = START_TRADE if lent(c, s, seat, BUILD_TURN) else BUILD
            if s.phase == START_TRADE and _victims(c, s, seat):
                s.phase = ROB
                return True
        if s.phase == START_TRADE:
            s.phase = BUILD
            if find_rule(c, s, seat, BUILD_TURN, TRADES) != NULL and goods_of(s, seat):
                s.phase = TRADE
                return True
        if (goods_of(s, seat) or c.gratis or asks(c, s, seat, BUILD_COST)) and buildable(c, s, seat, True):
            return True
        _end_turn(s)
    s.turn = 0
    s.phase = START_EFFECTS
    return next_effect(c, s)


cdef inline void _end_turn(KingsburgState *s) noexcept nogil:
    s.used = 0
    s.turn += 1
    s.phase = START_TURN


cdef inline void play_build(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """K-4.3.7.2: who holds the Envoy may send him for a second building at once."""
    cdef move_t uses[MAX_MOVES]
    if move == 0:
        _end_turn(s)
        return
    if s.phase == SECOND:
        s.envoy = 0
    s.choice = move
    s.after = s.phase
    s.phase = DISCOUNT
    if not rarely(c.bargains):
        play_discount(c, s, 0)
    elif discount_moves(c, s, move - 1, uses) == 1:
        play_discount(c, s, uses[0])


cdef inline int _used_up(const KingsburgContext *c, const int *found, int count, int code) noexcept nogil:
    """K-7.61: bit per limited discount that a DISCOUNT move uses."""
    cdef int k, used = 0
    for k in range(count):
        if (code >> DISCOUNT_BITS * k) & 3 and c.effects[found[k]].limit != ALWAYS:
            used |= 1 << k
    return used


cdef inline bint _better(
    const KingsburgContext *c, const int *found, int count, int code, int other, const int *price
) noexcept nogil:
    """K-7.61: whether another use of the discounts leads to the same price and uses up less, or comes first."""
    cdef int rest[GOODS]
    cdef int rest_other[GOODS]
    cdef int good, used = _used_up(c, found, count, code), used_other = _used_up(c, found, count, other)
    if used_other & ~used or not discounted(c, found, count, other, price, rest_other):
        return False
    discounted(c, found, count, code, price, rest)
    for good in range(GOODS):
        if rest[good] != rest_other[good]:
            return False
    return used_other != used or other < code


cdef inline int discount_moves(const KingsburgContext *c, const KingsburgState *s, int cell, move_t *moves) noexcept nogil:
    """K-4.3.7.5: each distinct price the seat can pay."""
    cdef int found[MAX_DISCOUNTS]
    cdef int price[GOODS]
    cdef int rest[GOODS]
    cdef int code, other, codes, discounts = optional_discounts(c, s, s.actor, cell, found), count = 0
    if discounts == 0:
        moves[0] = 0
        return 1
    codes = 1 << DISCOUNT_BITS * discounts
    prices(c, s, s.actor, cell, price)
    for code in range(codes):
        if not discounted(c, found, discounts, code, price, rest) or not covers(s, s.actor, rest):
            continue
        for other in range(codes if discounts > 1 else 0):
            if other != code and _better(c, found, discounts, code, other, price):
                break
        else:
            moves[count] = code
            count += 1
    return count


cdef inline void play_discount(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """Pays for the chosen building and puts it up."""
    cdef int found[MAX_DISCOUNTS]
    cdef int price[GOODS]
    cdef int rest[GOODS]
    cdef int seat = s.actor, cell = s.choice - 1, good, k, count = 0
    prices(c, s, seat, cell, price)
    if rarely(c.bargains):
        count = optional_discounts(c, s, seat, cell, found)
    discounted(c, found, count, move, price, rest)
    tell_bill(c, s, seat, cell, rest[0], rest[1], rest[2])
    for good in range(GOODS):
        s.own[seat][good] -= rest[good]
    for k in range(count):
        if (move >> DISCOUNT_BITS * k) & 3:
            if c.effects[found[k]].limit == ONCE_A_YEAR:
                s.yearly |= 1 << seat
            elif c.effects[found[k]].limit != ALWAYS:
                s.used |= <uint32_t>1 << (found[k] - c.first[BUILD_COST])
    s.choice = 0
    _erect(c, s, cell)


cdef inline void _erect(const KingsburgContext *c, KingsburgState *s, int cell) noexcept nogil:
    """K-7.66: the points, what building brings the builder, then what it brings the others."""
    cdef u8 found[MAX_EFFECTS]
    cdef int seat = s.actor, other, k, due = 0
    s.own[seat][VP] += c.points[plane(s, seat, cell)][cell]
    grant_all(c, s, seat, ON_BUILD)
    s.built[seat] |= <uint32_t>1 << cell
    if (c.counts >> COUNT_BUILDS) & 1:
        s.built_now |= 1 << seat
    if (c.counts >> COUNT_YEAR) & 1:
        s.built_year |= 1 << seat
    # The Envoy builds once more; next_build moves on if nothing can be paid for.
    if s.after == BUILD and s.envoy == seat + 1:
        s.phase = SECOND
    else:
        _end_turn(s)
    s.after = 0
    if rarely((c.others >> ON_OPPONENT_BUILD) & 1):
        for other in range(c.seats):
            if lent(c, s, other, ON_OPPONENT_BUILD) and other != seat:
                for k in range(owned(c, s, other, ON_OPPONENT_BUILD, found)):
                    if (c.effects[found[k]].columns >> (cell & 3)) & 1:
                        grant(c, s, other, &c.effects[found[k]])
                due |= s.due[other]
        if due:
            s.after = s.phase
            s.phase = TAKE


# ---- K-4.3.8: season-end effects

cdef inline bint _applied_first(const Effect *effect) noexcept nogil:
    """K-7.60: what is automatic, costs nothing and depends on nothing."""
    return not effect.pay and not effect.due and effect.rule != ANYBODY_IDLE


cdef inline bint _fits(const KingsburgState *s, int seat, const Effect *effect) noexcept nogil:
    if effect.rule == NO_GOODS:
        return goods_of(s, seat) == 0
    if effect.rule == BUILT_NOTHING:
        return not (s.built_now >> seat) & 1
    return True


cdef inline int _payable(const KingsburgContext *c, const KingsburgState *s, int seat, int i) noexcept nogil:
    """Bit per kind with which the seat can pay for the i-th season-end effect."""
    cdef const Effect *effect = &c.effects[c.first[SEASON_END] + i]
    cdef int kind, kinds = 0
    for kind in range(TOKEN + 1):
        if (effect.pay >> kind) & 1 and s.own[seat][kind] > 0:
            kinds |= 1 << kind
    return kinds


cdef inline int effect_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """K-7.40: stop is offered once everything automatic is done."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int i, k, count = 1
    cdef bint held = False
    for k in range(owned(c, s, s.actor, SEASON_END, found)):
        effect = &c.effects[found[k]]
        i = found[k] - c.first[SEASON_END]
        if not effect.due | effect.pay or not in_season(s, s.actor, effect):
            continue
        if (s.used >> i) & 1 or not _fits(s, s.actor, effect):
            continue
        if effect.due:
            held = True
        elif not _payable(c, s, s.actor, i):
            continue
        moves[count] = 1 + i
        count += 1
    moves[0] = 0
    if not held:
        return count
    for i in range(1, count):
        moves[i - 1] = moves[i]
    return count - 1


cdef inline int price_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    return bits_to_moves(_payable(c, s, s.actor, s.choice - 1), 0, moves)


cdef inline bint _first_effects(const KingsburgContext *c, KingsburgState *s, int seat) noexcept nogil:
    """The seat's turn begins: what is automatic comes first; returns whether there is a peek among it."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef bint peeks = False
    cdef int k
    for k in range(owned(c, s, seat, SEASON_END, found)):
        effect = &c.effects[found[k]]
        if in_season(s, seat, effect) and _applied_first(effect):
            grant(c, s, seat, effect)
            peeks = peeks or effect.rule == PEEKS
    return peeks


cdef inline bint _peeks(const KingsburgContext *c, KingsburgState *s, int seat) noexcept nogil:
    """Then peeks; returns whether one asks for a deck."""
    cdef u8 found[MAX_EFFECTS]
    cdef int i, k
    cdef const Effect *effect
    for k in range(owned(c, s, seat, SEASON_END, found)):
        effect = &c.effects[found[k]]
        i = found[k] - c.first[SEASON_END]
        if effect.rule == PEEKS and not (s.used >> i) & 1 and in_season(s, seat, effect):
            s.used |= <uint32_t>1 << i
            if look(c, s, seat, START_PEEKS):
                return True
    s.phase = EFFECT
    return False


cdef inline bint next_effect(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef move_t moves[MAX_MOVES]
    cdef int seat
    while s.turn < c.seats:
        seat = s.order[s.turn]
        if asks(c, s, seat, SEASON_END):
            if s.phase == START_EFFECTS:
                s.phase = START_PEEKS if _first_effects(c, s, seat) else EFFECT
            if s.phase == START_PEEKS and _peeks(c, s, seat):
                return True
            if s.due[seat]:
                s.after = EFFECT
                s.phase = TAKE
                return False
            s.actor = seat
            if effect_moves(c, s, moves) > 1:
                return True
            if moves[0]:                    # K-4.17.1: nothing else is open, and it is due
                play_effect(c, s, moves[0])
                continue
        _end_effects(s)
    s.turn = 0
    _end_season(c, s)
    return False


cdef inline void _end_effects(KingsburgState *s) noexcept nogil:
    s.turn += 1
    s.used = 0
    s.phase = START_EFFECTS


cdef inline void play_effect(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    cdef int kinds
    if move == 0:
        _end_effects(s)
        return
    s.choice = move
    kinds = _payable(c, s, s.actor, move - 1)
    if kinds & (kinds - 1):
        s.phase = PRICE
    elif kinds:
        play_price(c, s, lowest_bit(kinds))
    else:
        _carry_out(c, s)


cdef inline void play_price(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    cdef const Effect *effect
    s.own[s.actor][kind] -= 1
    if heard(c, kind == VP):
        effect = &c.effects[c.first[SEASON_END] + s.choice - 1]
        write_piece(c, PAID, s.actor, FOR_EFFECT, cause_of(effect), kind, -1)
    _carry_out(c, s)


cdef inline void _carry_out(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef const Effect *effect = &c.effects[c.first[SEASON_END] + s.choice - 1]
    if effect.rule == SOLDIERS_LEAVE:
        if heard(c, 0):
            write_piece(c, brought_by(effect), s.actor, cause_of(effect), 0, SOLDIER, -s.own[s.actor][SOLDIER])
        s.own[s.actor][SOLDIER] = 0
    grant(c, s, s.actor, effect)
    s.used |= <uint32_t>1 << (s.choice - 1)
    s.choice = 0
    s.phase = EFFECT


# ---- the phase that follows each season (K-4.1.1)

cdef inline void _idle(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-2.6 GOV10: after everybody's effects, if some seat has built nothing."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int seat, k
    if s.built_now == (1 << c.seats) - 1:
        return
    for seat in range(c.seats):
        if not lent(c, s, seat, SEASON_END):
            continue
        for k in range(owned(c, s, seat, SEASON_END, found)):
            effect = &c.effects[found[k]]
            if effect.rule == ANYBODY_IDLE and in_season(s, seat, effect):
                grant(c, s, seat, effect)


cdef inline void _reward(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.4.1: a point for everybody with the most buildings."""
    cdef int seat, points, most = 0
    for seat in range(c.seats):
        if bit_count(s.built[seat]) > most:
            most = bit_count(s.built[seat])
    for seat in range(c.seats):
        if bit_count(s.built[seat]) == most:
            points = c.reward_points + amount_of(c, s, seat, KINGS_REWARD)
            s.own[seat][VP] += points
            tell(c, REWARDED, seat, points, most, 0, 0, 0)


cdef inline void _send_envoy(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.5: an unused Envoy comes back first; a tie leaves it on the board."""
    cdef int seats = needy(c, s)
    s.envoy = 0 if seats & (seats - 1) or lent(c, s, 0, KINGS_ENVOY) else 1 + lowest_bit(seats)
    tell(c, ENVOY_SENT, <int>s.envoy - 1, 0, 0, 0, 0, 0)


cdef inline void _restore(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.15.3: the highest tile whose advisor was influenced goes, else the lowest tile."""
    cdef int tile
    if s.whims & s.influenced:
        tile = 31 - _leading_zeros(s.whims & s.influenced)
    elif s.whims:
        tile = lowest_bit(s.whims)
    else:
        return
    s.whims &= ~(1 << tile)
    tell(c, WHIM, NOBODY, 0, tile, 0, 0, 0)
    if tile == STOCK_TILE:
        s.stock = 0
    elif tile == LUCKY_TILE:
        s.lucky = 0


cdef inline void _end_season(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.3.9, then Phase 3, 5 or 7."""
    cdef int seat
    if (c.others >> SEASON_END) & 1:
        _idle(c, s)
    if c.whims == 2:
        _restore(c, s)
    s.influenced = 0
    s.built_now = 0
    s.season += 1
    s.phase = START_SEASON
    if s.season == SUMMER:
        _reward(c, s)
    elif s.season == AUTUMN:
        _send_envoy(c, s)
    else:
        tell(c, SEASON_BEGINS, NOBODY, 0, s.season, 0, 0, 0)
        for seat in range(c.seats):         # K-4.6.1: the Training Camp before anybody recruits
            grant_all(c, s, seat, BEFORE_PHASE7)
        s.phase = RECRUIT
