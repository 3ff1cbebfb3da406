"""Phases 7 and 8: mercenaries, reinforcements, the battle, and what comes after it."""

from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, bits_to_moves, lowest_bit
from eminence.cext.core.game cimport move_t
from eminence.cext.core.journal cimport NOBODY, is_told, turns_out
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport i8, u8
from eminence.cext.games.kingsburg.rules_common cimport (
    amount_of, find_rule, goods_of, grant, grant_all, lent, outbuilt, owned, plane,
)
from eminence.cext.games.kingsburg.rules_tell cimport (
    LANE, OWNER, card_of_year, cause_of, heard, tell, tell_effect, tell_piece, tell_victory,
)
from eminence.cext.games.kingsburg.state cimport (
    ACADEMY, AFTER_PHASE7, ARM, ATTACKED, BATTLE, BATTLE_BONUS, BATTLE_PAY, BATTLE_WON, BONUS, COLUMNS, COUNT_HIRED, COUNT_WINS,
    DECREED, DEFEAT, DESTROYED, ENDED, EQUAL_VP, FALLS, FATE, FEWEST_VP, FIXED, FORCES, FOR_EFFECT, FOR_SOLDIER, FOUGHT,
    FREE_SOLDIER, GAME_END, GAME_ENDS, GLORY, GOODS, HIGHEST_COMBAT, HIRE, KEEPS_BUILDINGS, KEEPS_VP, KINDS, KINGS_DIE,
    LEVEL, LOSS, LOSS_GOODS, LOSS_SHIELD, MAX_EFFECTS, MOST_BUILDINGS, ON_WIN, OWN_DIE, PAID, PER_COLUMN, PER_GOODS, PER_ROW, PLAIN,
    RECRUIT, RECRUITED, RECRUIT_COST, REINFORCED, REINFORCEMENT, REWARD, ROLLS, ROW, ROWS, SET_PRICE, SOLDIER,
    SOLDIERS_GONE, SPOILS, SPRING, STALEMATE, START_WINTER, START_YEAR, STRENGTH, TIE_WINS, TOKEN, TOKENS_PAY, TROOP,
    TROOPS, TROOP_TOKEN, VP, WINTER_START, YEARS, YEAR_END, Effect, Invader, KingsburgContext, KingsburgState,
)


cdef enum:
    MAX_HIRED = 99      # no effect counts further


# ---- K-4.6: mercenaries

cdef int soldier_price(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-7.37: the lowest price of all, then what is added and taken away."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k, price = c.soldier_price, change = 0
    cdef const Effect *effect
    for k in range(owned(c, s, seat, RECRUIT_COST, found)):
        effect = &c.effects[found[k]]
        if effect.rule == TOKENS_PAY or (effect.first and s.hired >= effect.first):
            continue
        if effect.rule == SET_PRICE:
            price = min(price, <int>effect.amount)
        else:
            change += effect.amount
    return max(0, price + change)


cdef int _last_kind(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-2.4.G2: with the Recruiting Center "+2" tokens pay too."""
    return GOODS - 1 if find_rule(c, s, seat, RECRUIT_COST, TOKENS_PAY) == NULL else TOKEN


cdef int _payments(
    const KingsburgState *s, int seat, int last, int amount, int shift, move_t *moves
) noexcept nogil:
    """K-4.17.2: kinds from `least` on that can come next when `amount` is to be paid in ascending order of kinds."""
    cdef int kind, count = 0, rest = 0
    for kind in range(s.least, last + 1):
        rest += s.own[seat][kind]
    for kind in range(s.least, last + 1):
        moves[count] = kind + shift         # overwritten by the next one unless it counts
        count += s.own[seat][kind] != 0 and rest >= amount
        rest -= s.own[seat][kind]
    return count


cdef int recruit_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """K-7.37: also a soldier for nothing may be declined."""
    cdef int price = soldier_price(c, s, s.actor)
    moves[0] = 0
    if price == 0:
        moves[1] = FREE_SOLDIER
        return 2
    return 1 + _payments(s, s.actor, _last_kind(c, s, s.actor), price, 1, moves + 1)


cdef int hire_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    return _payments(s, s.actor, _last_kind(c, s, s.actor), s.left, 0, moves)


cdef bint next_recruit(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef move_t moves[8]
    cdef int seat
    while s.turn < c.seats:
        s.actor = s.order[s.turn]
        if recruit_moves(c, s, moves) > 1:
            return True
        s.turn += 1
        s.least = s.hired = 0
    for seat in range(c.seats):
        grant_all(c, s, seat, AFTER_PHASE7)
    s.turn = 0
    s.phase = START_WINTER
    return False


cdef bint next_hire(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """The rest of a soldier's price, unless it is forced."""
    cdef move_t moves[8]
    while s.phase == HIRE:
        if hire_moves(c, s, moves) > 1:
            return True
        play_hire(c, s, moves[0])
    return False


cdef void play_recruit(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """The next soldier, or no more."""
    if move == 0:
        s.turn += 1
        s.least = s.hired = 0
    elif move == FREE_SOLDIER:
        _hired(c, s)
    else:
        s.left = soldier_price(c, s, s.actor)
        s.phase = HIRE
        play_hire(c, s, move - 1)


cdef void play_hire(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    """Pays one good; K-4.17 D9: kinds ascend over the whole phase."""
    s.own[s.actor][kind] -= 1
    tell_piece(c, PAID, s.actor, FOR_SOLDIER, 0, kind, -1)
    s.least = kind
    s.left -= 1
    if s.left == 0:
        _hired(c, s)


cdef void _hired(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    s.own[s.actor][SOLDIER] += 1
    tell(c, RECRUITED, s.actor, 0, 0, 0, 0, 0)
    if (c.counts >> COUNT_HIRED) & 1 and s.hired < MAX_HIRED:
        s.hired += 1
    s.phase = RECRUIT


# ---- K-4.7.2, K-4.7.3 and K-4.14: reinforcements

cdef void start_winter(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.7.1, then K-4.7.2: one die of the King for everybody, or troop tokens."""
    cdef int seat, die
    cdef const Effect *fixed
    for seat in range(c.seats):
        grant_all(c, s, seat, WINTER_START)
    _tell_attack(c, s)
    s.turn = 0
    if c.troops:
        s.phase = TROOPS
        return
    fixed = find_rule(c, s, 0, REINFORCEMENT, FIXED)
    die = fixed.amount if fixed != NULL else 1 + rng_below(rng, 6)
    tell(c, REINFORCED, NOBODY, 0, KINGS_DIE if fixed == NULL else DECREED, die, 0, 0)
    for seat in range(c.seats):
        s.reinforcement[seat] = die
    s.phase = ACADEMY


cdef void _tell_attack(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Who comes, with all that joins in."""
    cdef int valley
    if is_told(c):
        valley = s.valley[s.year] if valley_fights(c, s) else 0
        tell(
            c, ATTACKED, NOBODY, 0, card_of_year(s, s.invaders[s.year]), enemy(c, s).strength, card_of_year(s, valley), 0
        )


cdef int troop_moves(const KingsburgContext *c, const KingsburgState *s, int seat, move_t *moves) noexcept nogil:
    """K-4.14.1: tokens with different values."""
    cdef int i, count = 0, last = -1, value
    for i in range(c.token_count):
        value = c.token[i] if (s.tokens[seat] >> i) & 1 else last
        moves[count] = i                    # overwritten by the next one unless it counts
        count += value != last
        last = value
    return count


cdef bint next_troops(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef move_t moves[8]
    cdef int seat
    while s.turn < c.seats:
        s.actor = s.order[s.turn]
        if troop_moves(c, s, s.actor, moves) > 1:
            return True
        play_troops(s, moves[0])
    for seat in range(c.seats):             # all tokens are turned up and leave the game
        s.reinforcement[seat] = c.token[s.chosen[seat] - 1]
        tell(c, REINFORCED, seat, 0, TROOP_TOKEN, s.reinforcement[seat], 0, 0)
        s.tokens[seat] &= ~(1 << (s.chosen[seat] - 1))
        s.chosen[seat] = 0
    s.turn = 0
    s.phase = ACADEMY
    return False


cdef void play_troops(KingsburgState *s, int token) noexcept nogil:
    s.chosen[s.order[s.turn]] = 1 + token
    s.turn += 1


cdef bint next_academy(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.7.3: each owner of an Academy rolls and chooses, in turn order."""
    cdef int seat, die
    while s.turn < c.seats:
        seat = s.order[s.turn]
        if find_rule(c, s, seat, REINFORCEMENT, ROLLS) != NULL:
            die = 1 + rng_below(rng, 6)
            if c.troops:
                die = (die + 1) / 2
            tell(c, REINFORCED, seat, 0, OWN_DIE, die, 0, 0)
            if die != s.reinforcement[seat]:
                s.die = die
                s.actor = seat
                return True
        s.turn += 1
    _muster(c, s)
    return False


cdef void _muster(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-7.42: by fate (not below 0), by the Valley, by buildings and the rest."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int seat, k, own, fate
    for seat in range(c.seats):
        own = fate = 0
        for k in range(owned(c, s, seat, REINFORCEMENT, found)):
            effect = &c.effects[found[k]]
            if effect.rule == PLAIN:
                if effect.owner == FATE:
                    fate += effect.amount
                else:
                    own += effect.amount
        own += max(0, s.reinforcement[seat] + fate) + (s.year + 1 if valley_fights(c, s) else 0)
        s.reinforcement[seat] = max(0, own)
    s.turn = 0
    s.phase = ARM


# ---- K-4.7.4 to K-4.7.9: the battle

cdef bint valley_fights(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """K-4.16.1: the Valley card counts if it shows Goblins, and in the last year."""
    if not c.valley or s.valley[s.year] == 0:
        return False
    return s.year + 1 == YEARS or c.invader[s.year][s.valley[s.year] - 1].race == c.valley - 1


cdef int strength_of(const KingsburgContext *c, const KingsburgState *s, int card) noexcept nogil:
    """What is fought against if the main card is this one; K-7.38: changes apply once to the sum."""
    cdef int strength = c.invader[s.year][card].strength + amount_of(c, s, 0, STRENGTH)
    if valley_fights(c, s):
        strength += c.invader[s.year][s.valley[s.year] - 1].strength
    return strength


cdef int battle_bonus(const KingsburgContext *c, const KingsburgState *s, int seat, int card) noexcept nogil:
    """What a seat's effects add against a card of this year."""
    cdef const Invader *invader = &c.invader[s.year][card]
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int k, races, strength = invader.strength, bonus = 0, count = owned(c, s, seat, BATTLE_BONUS, found)
    if count:
        races = 1 << invader.race
        if valley_fights(c, s):
            races |= 1 << (c.valley - 1)
        if c.final_fort:
            strength = strength_of(c, s, card)
        for k in range(count):
            effect = &c.effects[found[k]]
            if (
                effect.races & races
                and effect.low <= invader.strength and strength <= effect.high
                and s.own[seat][SOLDIER] >= effect.soldiers
            ):
                bonus += effect.amount
    return bonus


cdef int _arming(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """Number of the seat's next battle effect that can be paid for, -1 for none."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int i, k, kind
    for k in range(owned(c, s, seat, BATTLE_PAY, found)):
        effect = &c.effects[found[k]]
        i = found[k] - c.first[BATTLE_PAY]
        if not (s.used >> i) & 1:
            for kind in range(TOKEN + 1):
                if (effect.pay >> kind) & 1 and s.own[seat][kind] > 0:
                    return i
    return -1


cdef int arm_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef const Effect *effect = &c.effects[c.first[BATTLE_PAY] + _arming(c, s, s.actor)]
    cdef int kind, kinds = 0
    for kind in range(TOKEN + 1):
        if (effect.pay >> kind) & 1 and s.own[s.actor][kind] > 0:
            kinds |= 1 << kind
    moves[0] = 0
    return 1 + bits_to_moves(kinds, 1, moves + 1)


cdef bint next_arm(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-7.64: owners in turn order, each effect in turn."""
    while s.turn < c.seats:
        s.actor = s.order[s.turn]
        if _arming(c, s, s.actor) >= 0:
            return True
        s.turn += 1
        s.used = 0
    _fight(c, s)
    return False


cdef void play_arm(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """What is bought waits in `combat`."""
    cdef int i = _arming(c, s, s.actor)
    s.used |= 1 << i
    if move:
        s.own[s.actor][move - 1] -= 1
        tell_piece(c, PAID, s.actor, FOR_EFFECT, cause_of(&c.effects[c.first[BATTLE_PAY] + i]), move - 1, -1)
        s.combat[s.actor] += c.effects[c.first[BATTLE_PAY] + i].amount


cdef void _fight(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.7.10: all combat values are fixed before anybody loses anything."""
    cdef int seat, bonus
    for seat in range(c.seats):
        bonus = battle_bonus(c, s, seat, s.invaders[s.year] - 1)
        tell(c, FORCES, seat, 0, s.own[seat][SOLDIER], s.reinforcement[seat], bonus, s.combat[seat])
        s.combat[seat] += bonus
        s.own[seat][SOLDIER] += s.reinforcement[seat]
        s.combat[seat] += s.own[seat][SOLDIER]
        s.reinforcement[seat] = 0
    s.turn = 0
    s.phase = BATTLE


cdef void _add(Invader *sum, const Invader *card) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        sum.loss[kind] += card.loss[kind]
        sum.reward[kind] += card.reward[kind]
    sum.loss_goods += card.loss_goods
    sum.loss_buildings += card.loss_buildings
    sum.reward_goods += card.reward_goods


cdef Invader enemy(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """K-7.44: all that is fought this winter, as one card."""
    cdef Invader sum = c.invader[s.year][s.invaders[s.year] - 1]
    if valley_fights(c, s):
        _add(&sum, &c.invader[s.year][s.valley[s.year] - 1])
    sum.strength = max(0, strength_of(c, s, s.invaders[s.year] - 1))
    return sum


cdef bint next_battle(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.7.5: seats in turn order."""
    cdef Invader card = enemy(c, s)
    cdef int seat, kind, taken, lost
    while s.turn < c.seats:
        seat = s.order[s.turn]
        s.actor = seat
        if s.combat[seat] > card.strength or (
            s.combat[seat] == card.strength and find_rule(c, s, seat, ON_WIN, TIE_WINS) != NULL
        ):
            _win(c, s, &card)
        elif s.combat[seat] < card.strength:
            lost = 0
            for kind in range(GOODS - 1, -1, -1):       # K-4.7.6: goods, goods of choice, buildings, points
                taken = min(s.own[seat][kind], <int>card.loss[kind])
                s.own[seat][kind] -= taken
                lost = LANE * lost + taken
            tell(c, FOUGHT, seat, 0, DEFEAT, s.combat[seat], -lost, 0)
            s.left = min(goods_of(s, seat), card.loss_goods + amount_of(c, s, seat, LOSS_GOODS))
            s.phase = LOSS
        else:
            tell(c, FOUGHT, seat, 0, STALEMATE, s.combat[seat], 0, 0)
        if s.phase != BATTLE:
            return next_spoils(c, s)
        s.turn += 1
    _end_battle(c, s)
    return False


cdef void _win(const KingsburgContext *c, KingsburgState *s, const Invader *card) noexcept nogil:
    """K-7.69: goods of choice that an effect gives join those of the card."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int seat = s.actor, kind, k
    s.won |= 1 << seat
    if (c.counts >> COUNT_WINS) & 1:
        s.wins[seat] += 1
    s.left = card.reward_goods
    tell_victory(c, s, <const i8 *>card.reward)
    for kind in range(KINDS):
        s.own[seat][kind] += card.reward[kind]
    for k in range(owned(c, s, seat, ON_WIN, found)):
        effect = &c.effects[found[k]]
        tell_effect(c, seat, effect)
        for kind in range(KINDS):
            s.own[seat][kind] += effect.gain[kind]
        s.left += effect.goods
    s.phase = REWARD


cdef int spoil_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef int kind
    if s.phase == LOSS:
        return _payments(s, s.actor, GOODS - 1, s.left, 0, moves)
    for kind in range(s.least, GOODS):
        moves[kind - s.least] = kind
    return GOODS - s.least


cdef bint next_spoils(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """Goods of choice won or lost, unless they are forced; then the rest of a defeat."""
    cdef move_t moves[8]
    while s.left:
        if spoil_moves(c, s, moves) > 1:
            return True
        play_spoil(c, s, moves[0])
    if s.phase == LOSS:
        _defeat(c, s)
    s.least = 0
    s.turn += 1
    s.phase = BATTLE
    return False


cdef void play_spoil(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    cdef int amount = 1 if s.phase == REWARD else -1
    s.own[s.actor][kind] += amount
    tell_piece(c, SPOILS, s.actor, 0, 0, kind, amount)
    s.least = kind
    s.left -= 1


cdef void _defeat(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-7.69: shields stand as before the losses."""
    cdef Invader card = enemy(c, s)
    cdef bint buildings = find_rule(c, s, s.actor, LOSS_SHIELD, KEEPS_BUILDINGS) == NULL
    cdef bint points = find_rule(c, s, s.actor, LOSS_SHIELD, KEEPS_VP) == NULL
    cdef u8 found[MAX_EFFECTS]
    cdef int k, _i
    if buildings:
        for _i in range(card.loss_buildings):
            _destroy_last(c, s)
    if points:
        s.own[s.actor][VP] -= card.loss[VP]
        tell_piece(c, SPOILS, s.actor, 0, 0, VP, -<int>card.loss[VP])
    for k in range(owned(c, s, s.actor, LOSS_SHIELD, found)):       # K-7.30
        if c.effects[found[k]].rule == FALLS:
            _destroy(c, s, lowest_bit(c.effects[found[k]].cell))


cdef void _destroy_last(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.7.7: rightmost column, topmost row."""
    cdef int column, row
    for column in range(COLUMNS - 1, -1, -1):
        for row in range(ROWS):
            if (s.built[s.actor] >> (COLUMNS * row + column)) & 1:
                _destroy(c, s, COLUMNS * row + column)
                return


cdef void _destroy(const KingsburgContext *c, KingsburgState *s, int cell) noexcept nogil:
    """Its points are lost if it gave any."""
    cdef int points = 0
    s.built[s.actor] ^= 1 << cell
    if cell % COLUMNS == 0 and (s.free_cells[s.actor] >> cell / COLUMNS) & 1:
        s.free_cells[s.actor] ^= 1 << cell / COLUMNS
    else:
        points = c.points[plane(s, s.actor, cell)][cell]
        s.own[s.actor][VP] -= points
    tell(c, DESTROYED, s.actor, -points, cell, plane(s, s.actor, cell), 0, 0)


# ---- K-4.8 and K-5.1: the end of a year and of the game

cdef void _end_battle(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.7.9: the highest combat value, if it won; K-4.7.11; then K-4.8.1."""
    cdef int seat, points, best = s.combat[0]
    for seat in range(1, c.seats):
        best = max(best, <int>s.combat[seat])
    for seat in range(c.seats):
        if s.combat[seat] == best and (s.won >> seat) & 1:
            points = c.champion_points + amount_of(c, s, seat, HIGHEST_COMBAT)
            s.own[seat][VP] += points
            tell(c, GLORY, seat, points, best, 0, 0, 0)
        s.own[seat][SOLDIER] = 0
        s.combat[seat] = 0
    tell(c, SOLDIERS_GONE, NOBODY, 0, 0, 0, 0, 0)
    turns_out(c, BATTLE_WON, s.won)
    s.won = s.turn = s.seen = s.seen_valley = s.opened = 0
    s.invaders[s.year] = s.valley[s.year] = 0
    s.fate = s.dealt = 0
    s.yearly = s.built_year = 0
    for seat in range(c.seats):
        _year_end(c, s, seat)
    if s.year + 1 == YEARS:
        tell(c, GAME_ENDS, NOBODY, 0, 0, 0, 0, 0)
        for seat in range(c.seats):
            _game_end(c, s, seat)
        s.actor = 0
        s.phase = ENDED
    else:
        s.year += 1
        s.season = SPRING
        s.phase = START_YEAR
    _last_of_all(c, s)
    if s.phase == ENDED:
        _tell_level(c, s)


cdef void _tell_level(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """K-5.2: what breaks a tie, for seats with as many points as another."""
    cdef int seat, other
    if not is_told(c):
        return
    for seat in range(c.seats):
        for other in range(c.seats):
            if other != seat and s.own[other][VP] == s.own[seat][VP]:
                tell(c, LEVEL, seat, 0, goods_of(s, seat), bit_count(s.built[seat]), 0, 0)
                break


cdef void _year_end(const KingsburgContext *c, KingsburgState *s, int seat) noexcept nogil:
    cdef u8 found[MAX_EFFECTS]
    cdef int k
    for k in range(owned(c, s, seat, YEAR_END, found)):
        if c.effects[found[k]].rule == PLAIN:
            grant(c, s, seat, &c.effects[found[k]])


cdef void _game_end(const KingsburgContext *c, KingsburgState *s, int seat) noexcept nogil:
    """K-5.1: the last troop token, then what counts at the end."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int k, times, row, token
    if c.troops:
        token = c.token[lowest_bit(s.tokens[seat])]
        s.own[seat][VP] += token
        tell(c, BONUS, seat, token, OWNER * TROOP + token, 1, 0, 0)
    for k in range(owned(c, s, seat, GAME_END, found)):
        effect = &c.effects[found[k]]
        times = 0
        if effect.rule == PER_GOODS:
            times = goods_of(s, seat) / effect.amount
        elif effect.rule == PER_ROW:
            for row in range(ROWS):
                times += bit_count((s.built[seat] >> COLUMNS * row) & ROW) >= effect.amount
        elif effect.rule == PER_COLUMN:
            times = bit_count(s.built[seat] & (0x1111111 * <int>effect.columns))
        elif effect.rule == MOST_BUILDINGS:
            times = not outbuilt(c, s, seat)
        else:                               # PER_WIN
            times = s.wins[seat]
        s.own[seat][VP] += effect.gain[VP] * times
        if times and heard(c, effect.gain[VP]):
            tell(c, BONUS, seat, effect.gain[VP] * times, cause_of(effect), times, 0, 0)


cdef void _last_of_all(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-7.51 and K-2.6 GOV05: after everything else, on the scores as they stand."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int gain[8]
    cdef int seat, other, k
    cdef bint fewest, equal
    if not (c.others >> YEAR_END) & 1:
        return
    memset(gain, 0, sizeof(gain))
    for seat in range(c.seats):
        if not lent(c, s, seat, YEAR_END):
            continue
        fewest = True
        equal = False
        for other in range(c.seats):
            fewest = fewest and s.own[other][VP] >= s.own[seat][VP]
            equal = equal or (other != seat and s.own[other][VP] == s.own[seat][VP])
        for k in range(owned(c, s, seat, YEAR_END, found)):
            effect = &c.effects[found[k]]
            if effect.rule == FEWEST_VP and fewest or effect.rule == EQUAL_VP and equal:
                gain[seat] += effect.gain[VP]
                tell_effect(c, seat, effect)
    for seat in range(c.seats):
        s.own[seat][VP] += gain[seat]
