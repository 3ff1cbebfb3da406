"""A year up to the dice: what the King gives, the start of a season, the roll and what changes it."""

from libc.stdint cimport uint32_t

from eminence.cext.core.bits cimport bit_count, bits_to_moves, lowest_bit
from eminence.cext.core.draw cimport draw_bit
from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.journal cimport NOBODY
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.rules_common cimport (
    advisors_of, amount_of, asks, closed, find, goods_of, grant, in_season, lent, owned, plane, sort_all, total_of,
)
from eminence.cext.games.kingsburg.rules_tell cimport (
    card_of_year, heard, tell, tell_dice, tell_order, tell_piece, write_dice,
)
from eminence.cext.games.kingsburg.state cimport (
    ADVISOR_GIFT, AID, AIDED, ALL_EQUAL, BLESS, BLESSES, BLESSING, BOUNTY, BUILT, CARD_SEEN, COLOURED, COLOURED_DICE,
    COLUMNS, CONJURE, DICE, DIE, FATE_DRAWN, FIRST_ROLL, GOODS, HIGHEST, IF_LOWER, IF_NONE, KINGS_AID, LUCKY_GOOD,
    LUCKY_TILE, MAX_EFFECTS, MODIFY, NEUTRAL, NEUTRAL_DICE, PLACE, PLAIN, REVEALS, ROLL, ROLLED_AGAIN, ROLL_MOD, ROLL_REWARD,
    SEASON_BEGINS, SEASON_START, SIDE, STOCK_TILE, START_AID, START_SEASON, TAKE, TAKEN, TURN, TURNED, TURN_ALL,
    TURN_SECOND, TURN_SOME, TURN_WHITE, TURN_WHITE_SECOND, WHIM, WHIMS, WHITE_DICE, YEAR_BEGINS, YEAR_START, Effect,
    KingsburgContext, KingsburgState,
)


cdef inline int _die(Rng *rng) noexcept nogil:
    return 1 + rng_below(rng, 6)


# ---- K-4.1.2: start of a year

cdef inline void start_year(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.13.1: only the contents of the fate deck matter, so a card is drawn when it is turned up."""
    cdef uint32_t deck
    tell(c, YEAR_BEGINS, NOBODY, 0, s.year + 1, 0, 0, 0)
    if c.fates:
        deck = ((<uint32_t>2 << c.fates) - 2) & ~s.fates
        s.fate = draw_bit(deck, bit_count(deck), rng)
        s.fates |= <uint32_t>1 << s.fate
        tell(c, FATE_DRAWN, NOBODY, 0, s.fate, 0, 0, 0)
    s.turn = 0
    s.phase = SIDE


cdef inline int side_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """K-4.16.2: any group but last year's."""
    return bits_to_moves(((2 << c.people) - 2) & ~(1 << s.people[s.actor]), 0, moves)


cdef inline bint next_side(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    if c.people and s.turn < c.seats:
        s.actor = s.order[s.turn]
        return True
    s.turn = 0
    s.phase = CONJURE
    return False


cdef inline int _conjurable(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-7.41: bit per first building of a row, from the last row on, that the seat may still get for nothing."""
    return 0x1111111 & c.cells & ~s.built[seat] & ~((1 << s.least) - 1)


cdef inline int conjure_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    moves[0] = 0
    return 1 + bits_to_moves(_conjurable(c, s, s.actor), 1, moves + 1)


cdef inline bint next_conjure(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """Seats that may build for nothing this year; `left` is 0 before a seat begins."""
    cdef const Effect *effect
    while (c.others >> YEAR_START) & 1 and s.turn < c.seats:
        s.actor = s.order[s.turn]
        effect = find(c, s, s.actor, YEAR_START)
        if effect != NULL and effect.year == s.year + 1 and _conjurable(c, s, s.actor):
            if s.left == 0:
                s.left = effect.amount
            return True
        s.left = s.least = 0
        s.turn += 1
    s.phase = START_AID
    return False


cdef inline void play_conjure(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """No build turn: nothing counts as built this season, and the building gives no points."""
    cdef int cell = move - 1
    if move:
        s.built[s.actor] |= <uint32_t>1 << cell
        s.free_cells[s.actor] |= 1 << cell / COLUMNS
        tell(c, BUILT, s.actor, 0, cell, plane(s, s.actor, cell), 0, 0)
        s.least = cell
        s.left -= 1
    if move == 0 or s.left == 0:
        s.left = s.least = 0
        s.turn += 1


# ---- Phase 1: the King's Aid

cdef inline int needy(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
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


cdef inline void start_aid(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.2: one seat alone gets a white die for Spring, several get a good each; K-7.50: or everybody does."""
    cdef int seats = needy(c, s)
    if lent(c, s, 0, KINGS_AID):
        seats = (1 << c.seats) - 1
    s.turn = 0
    if seats & (seats - 1):
        s.waiting = seats
        s.phase = AID
    else:
        s.favoured = 1 + lowest_bit(seats)
        tell(c, AIDED, s.favoured - 1, 0, 1, 0, 0, 0)
        s.phase = START_SEASON


cdef inline bint next_aid(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    while s.waiting:
        if (s.waiting >> s.order[s.turn]) & 1:
            s.actor = s.order[s.turn]
            return True
        s.turn += 1
    s.turn = 0
    s.phase = START_SEASON
    return False


# ---- goods of choice that no advisor gives

cdef inline bint next_take(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """Seats in turn order, each until it has all its goods; then `after` goes on."""
    cdef int i, seat
    for i in range(c.seats):
        seat = s.order[i]
        while s.due[seat]:
            s.actor = seat
            if s.least < GOODS - 1:
                return True
            play_take(c, s, s.least)
    s.phase = s.after
    s.after = 0
    return False


cdef inline void play_take(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    tell_piece(c, TAKEN, s.actor, 0, 0, kind, 1)
    s.own[s.actor][kind] += 1
    s.due[s.actor] -= 1
    s.least = kind if s.due[s.actor] else 0


# ---- K-4.3.1 and K-4.3.2: start and roll

cdef inline void _reveal_whim(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.15.1: a tile from the stack; only its contents matter, so it is drawn when it is turned up."""
    cdef uint32_t stack = ((<uint32_t>2 << WHIMS) - 2) & ~s.whims
    cdef int tile
    if stack == 0:
        return
    tile = draw_bit(stack, bit_count(stack), rng)
    s.whims |= <uint32_t>1 << tile
    tell(c, WHIM, NOBODY, 0, tile, 1, 0, 0)
    if tile == STOCK_TILE:
        s.stock = (1 << GOODS) - 1
    elif tile == LUCKY_TILE:
        s.lucky = 1 + rng_below(rng, GOODS)
        tell(c, LUCKY_GOOD, NOBODY, 0, s.lucky - 1, 0, 0, 0)


cdef inline void _block(const KingsburgContext *c, KingsburgState *s, int advisor) noexcept nogil:
    """K-7.47: neutral dice for a closed advisor are put aside."""
    cdef bint aside = (closed(c, s) >> advisor) & 1
    tell(c, NEUTRAL_DICE, NOBODY, 0, advisor, aside, 0, 0)
    if not aside:
        s.group[advisor - 1] = NEUTRAL
        s.influenced |= <uint32_t>1 << advisor


cdef inline void _neutral_dice(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.9: three dice on their sum; two more on theirs, or each on its own value if that is the same."""
    cdef int _i, first = 0, second = 0, value = 0
    for _i in range(c.neutral[0]):
        first += _die(rng)
    _block(c, s, first)
    for _i in range(c.neutral[1]):
        value = _die(rng)
        second += value
    if second != first:
        _block(c, s, second)
    else:
        _block(c, s, value)
        _block(c, s, second - value)


cdef inline void _season_gains(const KingsburgContext *c, KingsburgState *s, int seat) noexcept nogil:
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int k
    for k in range(owned(c, s, seat, SEASON_START, found)):
        effect = &c.effects[found[k]]
        if in_season(s, seat, effect):
            if effect.rule == REVEALS:
                if not s.opened:
                    tell(c, CARD_SEEN, NOBODY, 0, 0, card_of_year(s, s.invaders[s.year]), 0, 0)
                s.opened = 1
            grant(c, s, seat, effect)


cdef inline void start_season(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.3.1 and K-7.68, chance in the order of K-3.7."""
    cdef int seat, due = 0
    tell(c, SEASON_BEGINS, NOBODY, 0, s.season, 0, 0, 0)
    if c.whims == 1:
        _reveal_whim(c, s, rng)
    if c.seats == 2:
        _neutral_dice(c, s, rng)
    for seat in range(c.seats):
        if asks(c, s, seat, SEASON_START):
            _season_gains(c, s, seat)
            due |= s.due[seat]
    s.gifts = advisors_of(c, s, 0, ADVISOR_GIFT)
    s.turn = 0
    if due:
        s.after = BLESS
        s.phase = TAKE
    elif (c.others >> WHITE_DICE) & 1:
        s.phase = BLESS
    else:
        roll(c, s, rng)


cdef inline const Effect *_white_rule(const KingsburgContext *c, const KingsburgState *s, int seat, int rule) noexcept nogil:
    """The seat's effect that gives white dice by a rule, or NULL."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int k
    if lent(c, s, seat, WHITE_DICE):
        for k in range(owned(c, s, seat, WHITE_DICE, found)):
            effect = &c.effects[found[k]]
            if effect.rule == rule and in_season(s, seat, effect):
                return effect
    return NULL


cdef inline bint next_bless(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-2.6 GOV14: whoever can may bless this season, once a year."""
    while (c.others >> WHITE_DICE) & 1 and s.turn < c.seats:
        s.actor = s.order[s.turn]
        if not (s.yearly >> s.actor) & 1 and _white_rule(c, s, s.actor, BLESSES) != NULL:
            return True
        s.turn += 1
    s.turn = 0
    s.phase = BOUNTY
    return False


cdef inline void play_bless(KingsburgState *s, int move) noexcept nogil:
    if move:
        s.blessed = 1 + s.actor
        s.yearly |= 1 << s.actor
    s.turn += 1


cdef inline int white_dice(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """White dice of a seat before any blessing: King's Aid, Farms, Vineyard, Fairy."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k, count = s.favoured == seat + 1
    for k in range(owned(c, s, seat, WHITE_DICE, found)):
        if c.effects[found[k]].rule == PLAIN and in_season(s, seat, &c.effects[found[k]]):
            count += 1
    return count


cdef inline bint next_bounty(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-7.54: who is hit by a blessing and by the fate card without a white die picks the order."""
    cdef const Effect *blessing = _white_rule(c, s, s.blessed - 1, BLESSES) if s.blessed else NULL
    cdef const Effect *fate
    cdef int seat
    while (c.others >> WHITE_DICE) & 1 and s.turn < c.seats:
        seat = s.order[s.turn]
        fate = _white_rule(c, s, seat, IF_NONE)
        if white_dice(c, s, seat) == 0:
            if blessing != NULL and fate != NULL:
                s.actor = seat
                s.phase = BLESSING
                return True
        else:
            if blessing != NULL:
                grant(c, s, seat, blessing)
            if fate != NULL:
                grant(c, s, seat, fate)
        s.turn += 1
        if s.due[seat]:
            s.after = BOUNTY
            s.phase = TAKE
            return False
    s.turn = 0
    s.phase = ROLL
    return False


cdef inline void play_blessing(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """One gives the die, the other what it has for those who have one."""
    if move:
        grant(c, s, s.actor, _white_rule(c, s, s.blessed - 1, BLESSES))
    else:
        grant(c, s, s.actor, _white_rule(c, s, s.actor, IF_NONE))
    s.turn += 1
    s.after = BOUNTY
    s.phase = TAKE


cdef inline int coloured_dice(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    return max(1, c.coloured + amount_of(c, s, 0, COLOURED_DICE)) if lent(c, s, 0, COLOURED_DICE) else c.coloured


cdef inline void roll(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.3.2: coloured dice, then white ones."""
    cdef int seat, slot, white, coloured = coloured_dice(c, s)
    for seat in range(c.seats):
        for slot in range(coloured):
            s.dice[seat][slot] = _die(rng)
        white = white_dice(c, s, seat)
        if white == 0 and (s.blessed or _white_rule(c, s, seat, IF_NONE) != NULL):
            white = 1
        for slot in range(COLOURED, COLOURED + white):
            s.dice[seat][slot] = _die(rng)
        sort_all(s.dice[seat])
    if heard(c, 0):
        for seat in range(c.seats):
            write_dice(c, s, seat, FIRST_ROLL)
    s.favoured = s.blessed = 0
    s.phase = MODIFY


# ---- K-4.3.3: roll modifiers

cdef inline bint _modifies(const KingsburgContext *c, const KingsburgState *s, int seat, int number) noexcept nogil:
    """Whether the seat may use this roll modifier of its own now."""
    cdef const Effect *effect = &c.effects[number]
    cdef int slot
    if (s.used >> (number - c.first[ROLL_MOD])) & 1 or not in_season(s, seat, effect):
        return False
    if effect.rule == TURN_SOME:
        for slot in range(DICE):
            if s.dice[seat][slot] == effect.high:
                return True
        return False
    if effect.rule != ALL_EQUAL:
        return total_of(s, seat) <= effect.high
    for slot in range(1, DICE):
        if s.dice[seat][slot] and s.dice[seat][slot] != s.dice[seat][0]:
            return False
    return True


cdef inline int modifier_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef u8 found[MAX_EFFECTS]
    cdef int k, count = 1
    moves[0] = 0
    for k in range(owned(c, s, s.actor, ROLL_MOD, found)):
        if _modifies(c, s, s.actor, found[k]):
            moves[count] = 1 + found[k] - c.first[ROLL_MOD]
            count += 1
    return count


cdef inline int die_moves(const KingsburgState *s, move_t *moves) noexcept nogil:
    """One slot for each distinct die; coloured and white dice are never the same."""
    cdef int slot, count = 0
    cdef const u8 *dice = s.dice[s.actor]
    for slot in range(DICE):
        if dice[slot] and (slot == 0 or slot == COLOURED or dice[slot] != dice[slot - 1]):
            moves[count] = slot
            count += 1
    return count


cdef inline int _showing(const u8 *dice, int slots, int value) noexcept nogil:
    cdef int slot, count = 0
    for slot in range(slots):
        count += dice[slot] == value
    return count


cdef inline int turn_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """K-7.67: every way to turn dice, without doubling."""
    cdef const Effect *effect = &c.effects[c.first[ROLL_MOD] + s.choice - 1]
    cdef int coloured, white, first, second, white_first, white_second, count = 0
    if effect.rule == TURN_ALL:
        coloured = COLOURED - _showing(s.dice[s.actor], COLOURED, 0)
        for count in range(1 if coloured == COLOURED else GOODS):
            moves[count] = count
        return 1 if coloured == COLOURED else GOODS
    coloured = _showing(s.dice[s.actor], COLOURED, effect.high)
    white = _showing(s.dice[s.actor] + COLOURED, DICE - COLOURED, effect.high)
    for white_second in range(white + 1):
        for white_first in range(white + 1 - white_second):
            for second in range(coloured + 1):
                for first in range(coloured + 1 - second):
                    if first + second + white_first + white_second:
                        moves[count] = (
                            first | second << TURN_SECOND | white_first << TURN_WHITE
                            | white_second << TURN_WHITE_SECOND
                        )
                        count += 1
    return count


cdef inline void _turn_some(u8 *dice, int slots, int value, int target, int count) noexcept nogil:
    cdef int slot
    for slot in range(slots):
        if count and dice[slot] == value:
            dice[slot] = target
            count -= 1


cdef inline void play_turn(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    cdef const Effect *effect = &c.effects[c.first[ROLL_MOD] + s.choice - 1]
    cdef u8 *dice = s.dice[s.actor]
    cdef int i, slot = 0, coloured
    if effect.rule == TURN_ALL:
        coloured = COLOURED - _showing(dice, COLOURED, 0)
        for i in range(GOODS):
            # Three dice take all values, two leave one out (the last, the middle, the first), one takes one.
            if coloured == COLOURED or (i == move if coloured == 1 else i != GOODS - 1 - move):
                dice[slot] = effect.values[i]
                slot += 1
    else:
        _turn_some(dice, COLOURED, effect.high, effect.values[0], move & 3)
        _turn_some(dice, COLOURED, effect.high, effect.values[1], (move >> TURN_SECOND) & 3)
        _turn_some(dice + COLOURED, DICE - COLOURED, effect.high, effect.values[0], (move >> TURN_WHITE) & 7)
        _turn_some(dice + COLOURED, DICE - COLOURED, effect.high, effect.values[1], move >> TURN_WHITE_SECOND)
    sort_all(dice)
    tell_dice(c, s, s.actor, TURNED)
    s.choice = 0
    s.phase = MODIFY


cdef inline void play_modifier(const KingsburgContext *c, KingsburgState *s, int move, Rng *rng) noexcept nogil:
    cdef const Effect *effect
    cdef move_t choices[MAX_MOVES]
    cdef int slot, before = total_of(s, s.actor)
    cdef u8 *dice = s.dice[s.actor]
    if move == 0:
        _stop_modifying(c, s, s.actor)
        return
    effect = &c.effects[c.first[ROLL_MOD] + move - 1]
    s.used |= <uint32_t>1 << (move - 1)
    s.choice = move
    if effect.rule == TURN_ALL or effect.rule == TURN_SOME:
        s.phase = TURN
        if turn_moves(c, s, choices) == 1:
            play_turn(c, s, choices[0])
        return
    s.lowered = 0
    if effect.amount:       # one die
        s.phase = DIE
        if die_moves(s, choices) == 1:
            play_die(c, s, choices[0], rng)
        return
    for slot in range(DICE):
        if dice[slot]:
            dice[slot] = _die(rng)
    sort_all(dice)
    tell_dice(c, s, s.actor, ROLLED_AGAIN)
    if effect.rule == IF_LOWER and total_of(s, s.actor) < before:
        s.lowered = move
    s.choice = 0


cdef inline void play_die(const KingsburgContext *c, KingsburgState *s, int slot, Rng *rng) noexcept nogil:
    s.dice[s.actor][slot] = _die(rng)
    sort_all(s.dice[s.actor])
    tell_dice(c, s, s.actor, ROLLED_AGAIN)
    s.choice = 0
    s.phase = MODIFY


cdef inline void _stop_modifying(const KingsburgContext *c, KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.3: what a total that stands brings."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int k
    if s.lowered:
        grant(c, s, seat, &c.effects[c.first[ROLL_MOD] + s.lowered - 1])
    for k in range(owned(c, s, seat, ROLL_REWARD, found)):
        effect = &c.effects[found[k]]
        if effect.rule == PLAIN and in_season(s, seat, effect) and total_of(s, seat) <= effect.high:
            grant(c, s, seat, effect)
    s.turn += 1
    s.used = 0
    s.lowered = 0


cdef inline void _highest_totals(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.16.4, K-7.39: the totals after all roll modifiers."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int seat, k, best = 0
    for seat in range(c.seats):
        best = max(best, total_of(s, seat))
    for seat in range(c.seats):
        if not lent(c, s, seat, ROLL_REWARD):
            continue
        for k in range(owned(c, s, seat, ROLL_REWARD, found)):
            effect = &c.effects[found[k]]
            if effect.rule == HIGHEST and in_season(s, seat, effect) and total_of(s, seat) == best:
                grant(c, s, seat, effect)


cdef inline void _set_order(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
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
    tell_order(c, s)


cdef inline bint next_modifier(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.3.3: seats in the previous order, each until it stops or nothing is left to use."""
    cdef u8 found[MAX_EFFECTS]
    cdef int seat, k
    while s.turn < c.seats:
        seat = s.order[s.turn]
        for k in range(owned(c, s, seat, ROLL_MOD, found)):
            if _modifies(c, s, seat, found[k]):
                s.actor = seat
                return True
        _stop_modifying(c, s, seat)
    if (c.others >> ROLL_REWARD) & 1:
        _highest_totals(c, s)
    _set_order(c, s)
    s.turn = 0
    s.phase = PLACE
    return False
