"""Where dice go: placement, its payment, and what follows when all have passed."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bits_to_moves, lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.rules_common cimport (
    Targets, closed, distinct_groups, find, grant, group_sums, groups_with, has_token, lent, owned, reachable, shift_of,
    take_dice,
)
from eminence.cext.games.kingsburg.rules_tell cimport rarely, tell_piece
from eminence.cext.games.kingsburg.state cimport (
    ADVISORS, ADVISOR_GIFT, AFTER_ALL_PASSED, BOARD, CLOSED_ADVISOR, COLOURED, DICE, FOR_PLACEMENT, MAX_EFFECTS, MOVE, NUMBER,
    PAID, PAY, PAY_AIM, PAY_DICE, PAY_TOKEN, PLACE, PRIVATE, SECRET, SERVE, TOKEN, TOKEN_BONUS, Effect, KingsburgContext,
    KingsburgState,
)


cdef inline void _next_turn(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    s.turn = s.turn + 1 if s.turn + 1 < c.seats else 0


cdef inline int place_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef Targets targets
    cdef int count = 1
    moves[0] = 0
    reachable(c, s, s.actor, &targets)
    count += bits_to_moves(targets.board, 0, moves + count)
    if targets.spaces:
        count += bits_to_moves(targets.spaces, PRIVATE, moves + count)
    if targets.deals | targets.space_deals:
        count += bits_to_moves(targets.deals, SECRET, moves + count)
        count += bits_to_moves(targets.space_deals, SECRET | PRIVATE, moves + count)
    return count


cdef inline bint _reaches_alone(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """A quick look: whether a single die reaches an advisor that is sure to be free."""
    cdef const u8 *dice = s.dice[seat]
    return not lent(c, s, seat, CLOSED_ADVISOR) and (1 << dice[0] | 1 << dice[1] | 1 << dice[2]) & BOARD & ~s.influenced


cdef inline bint next_place(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef Targets targets
    cdef int seat, everybody = (1 << c.seats) - 1
    while s.passed != everybody:
        seat = s.order[s.turn]
        if not (s.passed >> seat) & 1:
            if _reaches_alone(c, s, seat) or reachable(c, s, seat, &targets):
                s.actor = seat
                return True
            s.passed |= 1 << seat           # K-4.3.5.6: forced pass
        _next_turn(c, s)
    memset(s.dice, 0, sizeof(s.dice))
    s.passed = s.token_used = s.token_twice = s.market_used = s.turn = 0
    s.gifts = 0
    s.phase = MOVE
    return next_move(c, s)


cdef inline int _subsets(const u8 *dice, int slots, u8 *masks, u8 *sums) noexcept nogil:
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


cdef inline int pay_moves(
    const KingsburgContext *c, const KingsburgState *s, int seat, int advisor, move_t *moves
) noexcept nogil:
    """K-4.3.5.1: the distinct groups that reach the advisor."""
    cdef u8 white[32]
    cdef u8 white_sum[32]
    cdef uint64_t groups, sums = group_sums(s.dice[seat]), distinct = distinct_groups(s.dice[seat])
    cdef int shift = shift_of(c, s, seat), tokens = has_token(c, s, seat)
    cdef int count = 0, aim, token, target, i
    cdef int whites = 1
    white[0] = white_sum[0] = 0
    if rarely(s.dice[seat][COLOURED] != 0):
        whites = _subsets(&s.dice[seat][COLOURED], DICE - COLOURED, white, white_sum)
    for aim in range(3 if shift else 1):
        for token in range(1 + tokens):
            # A Market that aims below the sum (1) needs a greater sum, one that aims above (2) a smaller one.
            target = (advisor & NUMBER) - TOKEN_BONUS * token + (0 if aim == 0 else shift if aim == 1 else -shift)
            for i in range(whites):
                if white_sum[i] >= target:
                    continue
                groups = groups_with(sums, target - white_sum[i]) & distinct
                while groups:
                    moves[count] = lowest_bit(groups) >> 3 | white[i] << COLOURED | token << PAY_TOKEN | aim << PAY_AIM
                    groups &= groups - 1
                    count += 1
    return count


cdef inline int _count_groups(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """How many groups of the actor reach the target, the first of which goes into `moves`."""
    cdef const u8 *dice = s.dice[s.actor]
    cdef uint64_t groups
    if dice[COLOURED] or has_token(c, s, s.actor) or shift_of(c, s, s.actor):
        return pay_moves(c, s, s.actor, s.advisor, moves)
    groups = groups_with(group_sums(dice), s.advisor & NUMBER) & distinct_groups(dice)
    moves[0] = lowest_bit(groups) >> 3
    return 1 + (groups & (groups - 1) != 0)


cdef inline void play_place(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    cdef move_t groups[MAX_MOVES]
    if move == 0:
        s.passed |= 1 << s.actor
        _next_turn(c, s)
        return
    if rarely(move & SECRET):
        s.deal[s.actor] = move & ~SECRET
        s.dealt |= 1 << s.actor
        _next_turn(c, s)
        return
    s.advisor = move
    if _count_groups(c, s, groups) > 1:
        s.phase = PAY
    else:
        play_pay(c, s, groups[0])


cdef inline void _take_gift(const KingsburgContext *c, KingsburgState *s, int advisor) noexcept nogil:
    """K-7.35: the first player's group takes what fate laid there."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k
    s.gifts &= ~(<uint32_t>1 << advisor)
    for k in range(owned(c, s, 0, ADVISOR_GIFT, found)):
        if c.effects[found[k]].advisor == advisor:
            grant(c, s, s.actor, &c.effects[found[k]])


cdef inline void play_pay(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """Puts a group of dice on the advisor."""
    cdef int seat = s.actor
    take_dice(s.dice[seat], COLOURED, move)
    if (move & PAY_DICE) >> COLOURED:
        take_dice(s.dice[seat] + COLOURED, DICE - COLOURED, (move & PAY_DICE) >> COLOURED)
    if (move >> PAY_TOKEN) & 1:
        s.own[seat][TOKEN] -= 1
        tell_piece(c, PAID, seat, FOR_PLACEMENT, s.advisor, TOKEN, -1)
        s.token_twice |= s.token_used & 1 << seat
        s.token_used |= 1 << seat
    if move >> PAY_AIM:
        s.market_used |= 1 << seat
    if rarely(s.advisor & PRIVATE):
        s.spaces |= <uint32_t>1 << (s.advisor & NUMBER)
    else:
        if (s.influenced >> s.advisor) & 1:     # K-4.3.5.4: this takes the Envoy, and he goes home
            s.second_advisor = s.advisor
            s.second_owner = 1 + seat
            s.envoy = 0
        else:
            s.group[s.advisor - 1] = 1 + seat
            s.influenced |= <uint32_t>1 << s.advisor
        if rarely((s.gifts >> s.advisor) & 1):
            _take_gift(c, s, s.advisor)
    s.advisor = 0
    s.phase = PLACE
    _next_turn(c, s)


# ---- K-4.3.5.7: when all have passed

cdef inline int highest_of(const KingsburgState *s, int seat) noexcept nogil:
    """The highest advisor that a seat influences, 0 for none."""
    cdef int a
    for a in range(ADVISORS, 0, -1):
        if s.group[a - 1] == seat + 1 or (s.second_advisor == a and s.second_owner == seat + 1):
            return a
    return 0


cdef inline bint next_move(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-2.6 GOV16: a group may go to an advisor that carries no dice."""
    cdef const Effect *effect
    while rarely((c.others >> AFTER_ALL_PASSED) & 1) and s.turn < c.seats:
        s.actor = s.order[s.turn]
        effect = find(c, s, s.actor, AFTER_ALL_PASSED)
        if effect != NULL and highest_of(s, s.actor):
            if not ((s.influenced | closed(c, s)) >> effect.advisor) & 1:
                return True
        s.turn += 1
    s.turn = 0
    s.advisor = 1
    s.phase = SERVE
    return False


cdef inline void play_move(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """K-7.34: of two own groups one moves."""
    cdef int seat = s.actor, a = highest_of(s, seat), target = find(c, s, seat, AFTER_ALL_PASSED).advisor
    s.turn += 1
    if move == 0:
        return
    if s.second_advisor == a:
        if s.second_owner != seat + 1:
            s.group[a - 1] = s.second_owner
        s.second_advisor = s.second_owner = 0
    else:
        s.group[a - 1] = 0
        s.influenced &= ~(<uint32_t>1 << a)
    s.group[target - 1] = 1 + seat
    s.influenced |= <uint32_t>1 << target
