"""What a learned prior looks at in Kingsburg."""

from libc.stdint cimport int16_t

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.game cimport move_t
from eminence.cext.games.kingsburg.rules_common cimport goods_of, help_of, plane, total_of
from eminence.cext.games.kingsburg.state cimport (
    AID, BUILD, COLOURED, COLUMNS, DIE, EFFECT, GAIN, GOLD, GOODS, HIRE, LOSS, MODIFY, NUMBER, OPTION, PAY,
    PAY_AIM, PAY_DICE, PAY_TOKEN, PLACE, PRICE, PRIVATE, RECRUIT, REWARD, SECOND, SECRET, SOLDIER, STOCK, STONE, TAKE,
    TOKEN, TURN, VP, WINTER, WOOD, YEARS, Deal, KingsburgContext, KingsburgState,
)


cdef inline void _place(
    const KingsburgContext *c, const KingsburgState *s, int code, int count, float *column
) noexcept nogil:
    cdef const int16_t *own = s.own[s.actor]
    cdef int number = code & NUMBER, whim = s.whims >> number & 1, slot, seat, rivals = 0
    if code == 0:
        column[PLACE_PASS * count] = 1
        return
    column[(ADVISOR_1 + number - 1) * count] = 1
    column[OWN_SPACE * count] = (code & PRIVATE) > 0
    column[SECRET_DEAL_MADE * count] = (code & SECRET) > 0
    column[GOLD_OWNED * count] = c.advice[whim][GOLD][number] * own[GOLD]
    column[WOOD_OWNED * count] = c.advice[whim][WOOD][number] * own[WOOD]
    column[STONE_OWNED * count] = c.advice[whim][STONE][number] * own[STONE]
    column[TOKENS_OWNED * count] = c.advice[whim][TOKEN][number] * own[TOKEN]
    column[SOLDIERS_OWNED * count] = c.advice[whim][SOLDIER][number] * own[SOLDIER]
    column[SOLDIERS_NEAR * count] = c.advice[whim][SOLDIER][number] * s.season
    for slot in range(COLOURED):
        if s.dice[s.actor][slot] == number:
            column[ONE_DIE * count] = 1
        for seat in range(c.seats):
            rivals += seat != s.actor and s.dice[seat][slot] == number
    column[RIVAL_DICE * count] = rivals
    column[PIPS_SHARE * count] = <float>number / max(1, total_of(s, s.actor))


cdef inline void _pay(int code, int count, float *column) noexcept nogil:
    column[DICE_PAID * count] = bit_count(code & PAY_DICE)
    column[WHITE_PAID * count] = bit_count((code & PAY_DICE) >> COLOURED)
    column[TOKEN_PAID * count] = code >> PAY_TOKEN & 1
    column[MARKET_PAID * count] = code >> PAY_AIM > 0


cdef inline int _seasons_left(const KingsburgState *s) noexcept nogil:
    """Productive seasons after this one."""
    return 3 * (YEARS - s.year) - 1 - (2 if s.season == WINTER else s.season)


cdef inline void _build(
    const KingsburgContext *c, const KingsburgState *s, int code, int count, float *column
) noexcept nogil:
    cdef int cell = code - 1, row, good, cost = 0
    if code == 0:
        column[BUILD_PASS * count] = 1
        return
    row = plane(s, s.actor, cell)
    for good in range(GOODS):
        cost += c.cost[row][cell][good]
    column[(ROW_A + cell // COLUMNS) * count] = 1
    column[(COLUMN_1 + cell % COLUMNS) * count] = 1
    column[BUILD_POINTS * count] = c.points[row][cell]
    column[BUILD_COST * count] = cost
    column[GOODS_LEFT * count] = goods_of(s, s.actor) - cost
    column[BUILD_GUARD * count] = c.guard[row][cell]
    column[BUILD_SEASONS * count] = c.worth[row][cell] * _seasons_left(s)


cdef inline void _kind(const KingsburgState *s, int kind, int count, float *column) noexcept nogil:
    if GOLD <= kind <= TOKEN:
        column[(KIND_GOLD + kind) * count] = 1
        column[KIND_OWNED * count] = s.own[s.actor][kind]


cdef inline void _option(
    const KingsburgContext *c, const KingsburgState *s, int code, int count, float *column
) noexcept nogil:
    cdef const Deal *deal = &help_of(c, s, s.advisor).deal[code]
    cdef int kind, pays = 0
    for kind in range(VP + 1):
        pays += deal.pay[kind]
    column[OPTION_PAYS * count] = pays
    column[OPTION_GOODS * count] = deal.gain[GOLD] + deal.gain[WOOD] + deal.gain[STONE] + deal.goods
    column[OPTION_TOKENS * count] = deal.gain[TOKEN]
    column[OPTION_SOLDIERS * count] = deal.gain[SOLDIER]
    column[OPTION_POINTS * count] = deal.gain[VP]


cdef inline void _other(const KingsburgState *s, int move, int code, int first, int count, float *column) noexcept nogil:
    if code:
        column[FIRST_OFFER * count] = move == first
        return
    column[NOTHING * count] = 1
    column[NOTHING_SOLDIERS * count] = s.own[s.actor][SOLDIER]
    column[NOTHING_YEAR * count] = s.year


cdef int _decision(const KingsburgState *s) noexcept nogil:
    cdef int stage = s.year // 2        # of five years
    if s.phase == PLACE:
        return PLACING_EARLY + stage
    if s.phase == BUILD or s.phase == SECOND:
        return BUILDING_EARLY + stage
    if s.phase == PAY:
        return PAYING
    if s.phase == GAIN or s.phase == REWARD or s.phase == AID or s.phase == TAKE or s.phase == STOCK:
        return GAINING
    if s.phase == PRICE or s.phase == HIRE or s.phase == LOSS:
        return GIVING
    if s.phase == OPTION:
        return CHOOSING
    if s.phase == EFFECT:
        return USING
    if s.phase == RECRUIT:
        return RECRUITING
    if s.phase == MODIFY or s.phase == DIE or s.phase == TURN:
        return ROLLING
    return OTHER


cdef int features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef int i, decision = _decision(s), first = moves[0] == 0
    for i in range(count):
        if decision <= PLACING_LATE:
            _place(c, s, moves[i], count, columns + i)
        elif decision <= BUILDING_LATE:
            _build(c, s, moves[i], count, columns + i)
        elif decision == PAYING:
            _pay(moves[i], count, columns + i)
        elif decision == GAINING or decision == GIVING:
            _kind(s, moves[i], count, columns + i)
        elif decision == CHOOSING:
            _option(c, s, moves[i], count, columns + i)
        else:
            _other(s, i, moves[i], first, count, columns + i)
    return decision
