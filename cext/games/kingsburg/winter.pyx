"""Phases 7 and 8: mercenaries, reinforcements, the battle, and what comes after it."""


from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.kingsburg.common cimport goods_of, grant
from eminence.cext.games.kingsburg.state cimport (
    ACADEMY, BATTLE, BATTLE_BONUS, COLUMNS, ENDED, GAME_END, GOODS, HIRE, KINDS, LOSS, ON_WIN, POINT, RECRUIT,
    RECRUIT_COST, REINFORCEMENT, REWARD, ROWS, SOLDIER, SPRING, START_WINTER, START_YEAR, TIE_WINS, TOKEN, TOKENS_PAY,
    TROOPS, YEARS, Effect, Invader, KingsburgContext, KingsburgState,
)


# ---- K-4.6: mercenaries

cdef int soldier_price(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    cdef int i, price = c.soldier_price
    cdef const Effect *effect
    if s.built[seat] & c.hooked[RECRUIT_COST]:
        for i in range(c.first[RECRUIT_COST], c.first[RECRUIT_COST + 1]):
            effect = &c.effects[i]
            if s.built[seat] & effect.cell and effect.rule != TOKENS_PAY and effect.amount < price:
                price = effect.amount
    return price


cdef int _last_kind(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-2.4.G2: with the Recruiting Center "+2" tokens pay too."""
    cdef int i
    if s.built[seat] & c.hooked[RECRUIT_COST]:
        for i in range(c.first[RECRUIT_COST], c.first[RECRUIT_COST + 1]):
            if s.built[seat] & c.effects[i].cell and c.effects[i].rule == TOKENS_PAY:
                return TOKEN
    return GOODS - 1


cdef int _payments(
    const KingsburgState *s, int seat, int last, int amount, int shift, move_t *moves
) noexcept nogil:
    """K-4.17.2: kinds from `least` on that can come next when `amount` is to be paid in ascending order of kinds."""
    cdef int kind, count = 0, rest = 0
    for kind in range(s.least, last + 1):
        rest += s.own[seat][kind]
    for kind in range(s.least, last + 1):
        if s.own[seat][kind] and rest >= amount:
            moves[count] = kind + shift
            count += 1
        rest -= s.own[seat][kind]
    return count


cdef int recruit_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    moves[0] = 0
    return 1 + _payments(s, s.actor, _last_kind(c, s, s.actor), soldier_price(c, s, s.actor), 1, moves + 1)


cdef int hire_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    return _payments(s, s.actor, _last_kind(c, s, s.actor), s.left, 0, moves)


cdef bint next_recruit(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef move_t moves[8]
    while s.turn < c.seats:
        s.actor = s.order[s.turn]
        if recruit_moves(c, s, moves) > 1:
            return True
        s.turn += 1
        s.least = 0
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


cdef void play_hire(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil:
    """Pays one good; K-4.17 D9: kinds ascend over the whole phase."""
    if s.phase == RECRUIT:
        s.left = soldier_price(c, s, s.actor)
        s.phase = HIRE
    s.own[s.actor][kind] -= 1
    s.least = kind
    s.left -= 1
    if s.left == 0:
        s.own[s.actor][SOLDIER] += 1
        s.phase = RECRUIT


# ---- K-4.7.2, K-4.7.3 and K-4.14: reinforcements

cdef void start_winter(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.7.2: one die of the King for everybody, or troop tokens."""
    cdef int seat, die
    s.turn = 0
    if c.troops:
        s.phase = TROOPS
        return
    die = 1 + rng_below(rng, 6)
    for seat in range(c.seats):
        s.reinforcement[seat] = die
    s.phase = ACADEMY


cdef int troop_moves(const KingsburgContext *c, const KingsburgState *s, int seat, move_t *moves) noexcept nogil:
    """K-4.14.1: tokens with different values."""
    cdef int i, count = 0
    for i in range(c.token_count):
        if (s.tokens[seat] >> i) & 1 and (count == 0 or c.token[i] != c.token[moves[count - 1]]):
            moves[count] = i
            count += 1
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
        if s.built[seat] & c.hooked[REINFORCEMENT]:
            die = 1 + rng_below(rng, 6)
            if c.troops:
                die = (die + 1) / 2
            if die != s.reinforcement[seat]:
                s.die = die
                s.actor = seat
                return True
        s.turn += 1
    _fight(c, s)
    return False


# ---- K-4.7.4 to K-4.7.9: the battle

cdef int battle_bonus(const KingsburgContext *c, const KingsburgState *s, int seat, int card) noexcept nogil:
    """What a seat's buildings add against a card of this year."""
    cdef const Invader *invader = &c.invader[s.year][card]
    cdef const Effect *effect
    cdef int i, bonus = 0
    if s.built[seat] & c.hooked[BATTLE_BONUS]:
        for i in range(c.first[BATTLE_BONUS], c.first[BATTLE_BONUS + 1]):
            effect = &c.effects[i]
            if (
                s.built[seat] & effect.cell and (effect.races >> invader.race) & 1
                and effect.low <= invader.strength <= effect.high
            ):
                bonus += effect.amount
    return bonus


cdef void _fight(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.7.10: all combat values are fixed before anybody loses anything."""
    cdef int seat
    for seat in range(c.seats):
        s.own[seat][SOLDIER] += s.reinforcement[seat]
        s.reinforcement[seat] = 0
        s.combat[seat] = s.own[seat][SOLDIER] + battle_bonus(c, s, seat, s.invaders[s.year] - 1)
    s.turn = 0
    s.phase = BATTLE


cdef bint next_battle(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.7.5: seats in turn order."""
    cdef const Invader *card = &c.invader[s.year][s.invaders[s.year] - 1]
    cdef int seat, kind, i
    cdef bint wins
    while s.turn < c.seats:
        seat = s.order[s.turn]
        s.actor = seat
        wins = s.combat[seat] > card.strength
        if s.combat[seat] == card.strength and s.built[seat] & c.hooked[ON_WIN]:
            for i in range(c.first[ON_WIN], c.first[ON_WIN + 1]):
                if s.built[seat] & c.effects[i].cell and c.effects[i].rule == TIE_WINS:
                    wins = True
        if wins:
            s.won |= 1 << seat
            for kind in range(KINDS):
                s.own[seat][kind] += card.reward[kind]
            for i in range(c.first[ON_WIN], c.first[ON_WIN + 1]):
                if s.built[seat] & c.effects[i].cell:
                    grant(s, seat, &c.effects[i])
            s.left = card.reward_goods
            s.phase = REWARD
        elif s.combat[seat] < card.strength:
            for kind in range(GOODS):       # K-4.7.6: gold, wood, stone, goods of choice, buildings, points
                s.own[seat][kind] -= min(s.own[seat][kind], <int>card.loss[kind])
            s.left = min(goods_of(s, seat), <int>card.loss_goods)
            s.phase = LOSS
        if s.phase != BATTLE:
            return next_spoils(c, s)
        s.turn += 1
    _end_battle(c, s)
    return False


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
    s.own[s.actor][kind] += 1 if s.phase == REWARD else -1
    s.least = kind
    s.left -= 1


cdef void _defeat(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef const Invader *card = &c.invader[s.year][s.invaders[s.year] - 1]
    cdef int _i, column
    for _i in range(card.loss_buildings):
        for column in range(COLUMNS - 1, -1, -1):       # K-4.7.7: rightmost column, topmost row
            if _destroy(c, s, column):
                break
    s.own[s.actor][POINT] -= card.loss[POINT]


cdef bint _destroy(const KingsburgContext *c, KingsburgState *s, int column) noexcept nogil:
    cdef int row, cell
    for row in range(ROWS):
        cell = 4 * row + column
        if (s.built[s.actor] >> cell) & 1:
            s.built[s.actor] ^= 1 << cell
            s.own[s.actor][POINT] -= c.points[cell]
            return True
    return False


cdef void _end_battle(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.7.9: the highest combat value, if it won; K-4.7.11; then the next year or the end."""
    cdef int seat, best = s.combat[0]
    for seat in range(1, c.seats):
        best = max(best, <int>s.combat[seat])
    for seat in range(c.seats):
        if s.combat[seat] == best and (s.won >> seat) & 1:
            s.own[seat][POINT] += c.champion_points
        s.own[seat][SOLDIER] = 0
        s.combat[seat] = 0
    s.won = s.turn = s.seen = 0
    s.invaders[s.year] = 0
    if s.year + 1 == YEARS:
        _end_game(c, s)
        return
    s.year += 1
    s.season = SPRING
    s.phase = START_YEAR


cdef void _end_game(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-5.1: the last troop token, then what buildings give at the end."""
    cdef int seat, i
    for seat in range(c.seats):
        if c.troops:
            s.own[seat][POINT] += c.token[lowest_bit(s.tokens[seat])]
        for i in range(c.first[GAME_END], c.first[GAME_END + 1]):
            if s.built[seat] & c.effects[i].cell:
                s.own[seat][POINT] += c.effects[i].gain[POINT] * (goods_of(s, seat) / c.effects[i].amount)
    s.actor = 0
    s.phase = ENDED
