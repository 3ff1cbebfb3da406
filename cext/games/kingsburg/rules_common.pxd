"""Small questions and steps that every part of the rules needs."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport move_t
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.rules_tell cimport rarely, tell_effect, tell_help, tell_peek
from eminence.cext.games.kingsburg.state cimport (
    BEHIND, BOARD, BUILD_COST, CELLS, CLOSED_ADVISOR, COLOURED, COLUMNS, COPY, DICE,
    DISCOUNT_BITS, FATE, FIRST_OF_YEAR, GOLD, GOODS, GOVERNOR, HELP_BONUS, KINDS, MAX_DISCOUNTS, MAX_EFFECTS, NEUTRAL, NUMBER, OFF,
    ONCE_A_YEAR, ONE_OF, PEEK, PEEKING, PEOPLE, PLACEMENT_SHIFT, PRIVATE, PRIVATE_SPACE, ROWS, SECRET, SECRET_DEAL,
    SOLDIER, STONE, TOKEN, TOKEN_BONUS, TOKEN_LIMIT, VP, WOOD, Effect, Help, KingsburgContext, KingsburgState,
)

cdef extern from *:
    """
    #define LANE_TOPS 0x8000800080008000ULL
    #define EACH_LANE 0x0001000100010001ULL
    /* Groups of coloured dice: a byte for each of the eight sets of slots. */
    #define EACH_GROUP 0x0101010101010101ULL
    #define GROUP_TOPS 0x8080808080808080ULL
    #define WITH_FIRST 0x0100010001000100ULL
    #define WITH_SECOND 0x0101000001010000ULL
    #define WITH_THIRD 0x0101010100000000ULL
    """
    const uint64_t LANE_TOPS, EACH_LANE
    const uint64_t EACH_GROUP, GROUP_TOPS, WITH_FIRST, WITH_SECOND, WITH_THIRD


# ---- effects

cdef inline bint _lent_by(const KingsburgState *s, int seat, const Effect *effect) noexcept nogil:
    """Whether an effect that is no building's is the seat's now; a scenario has no number."""
    cdef int number = 0
    number = s.governor[seat] if effect.owner == GOVERNOR else number
    number = s.fate if effect.owner == FATE else number
    number = s.people[seat] if effect.owner == PEOPLE else number
    return number == effect.number


cdef inline bint lent_some(const KingsburgContext *c, const KingsburgState *s, int seat, uint64_t hooks) noexcept nogil:
    """Whether the seat's governor, the fate card, its people or the scenario has an effect of one of these hooks."""
    return rarely(c.others & hooks != 0) and (
        (c.ruled[s.governor[seat]] | c.fated[s.fate] | c.sided[s.people[seat]]) & hooks
    ) != 0


cdef inline bint lent(const KingsburgContext *c, const KingsburgState *s, int seat, int hook) noexcept nogil:
    """The same for one hook."""
    return lent_some(c, s, seat, <uint64_t>1 << hook)


cdef inline uint64_t houses(const KingsburgContext *c, const KingsburgState *s, int seat, int hook) noexcept nogil:
    """Bit per building of the seat with an effect of this hook, those of alternative rows behind the printed ones."""
    cdef uint64_t alternative = s.built[seat] & s.strips[seat]
    return (s.built[seat] ^ alternative ^ alternative << CELLS) & c.hooked[hook]


cdef inline bint asks(const KingsburgContext *c, const KingsburgState *s, int seat, int hook) noexcept nogil:
    """Whether the seat has an effect of this hook at all."""
    return houses(c, s, seat, hook) != 0 or lent(c, s, seat, hook)


cdef inline int owned(
    const KingsburgContext *c, const KingsburgState *s, int seat, int hook, u8 *found
) noexcept nogil:
    """Numbers of the seat's effects of a hook, ascending, written to `found`; returns how many."""
    cdef uint64_t rest = houses(c, s, seat, hook)
    cdef int i, more, count = 0
    while rest:
        i = c.housed[hook][lowest_bit(rest)]
        rest &= rest - 1
        for more in range(1 + c.effects[i].more):
            found[count] = i + more
            count += 1
    if lent(c, s, seat, hook):
        for i in range(c.beyond[hook], c.first[hook + 1]):
            found[count] = i
            count += _lent_by(s, seat, &c.effects[i])
    return count


cdef inline const Effect *find(const KingsburgContext *c, const KingsburgState *s, int seat, int hook) noexcept nogil:
    """The seat's first effect of a hook, or NULL."""
    cdef u8 found[MAX_EFFECTS]
    return &c.effects[found[0]] if owned(c, s, seat, hook, found) else NULL


cdef inline const Effect *find_rule(
    const KingsburgContext *c, const KingsburgState *s, int seat, int hook, int rule
) noexcept nogil:
    """The seat's first effect of this variant, or NULL."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k
    for k in range(owned(c, s, seat, hook, found)):
        if c.effects[found[k]].rule == rule:
            return &c.effects[found[k]]
    return NULL


cdef inline int amount_of(const KingsburgContext *c, const KingsburgState *s, int seat, int hook) noexcept nogil:
    """What the seat's effects of a hook add up to."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k, amount = 0
    for k in range(owned(c, s, seat, hook, found)):
        amount += c.effects[found[k]].amount
    return amount


cdef inline bint in_season(const KingsburgState *s, int seat, const Effect *effect) noexcept nogil:
    """Whether an effect of the seat works in this season."""
    return (effect.seasons >> s.season) & 1 or (s.built[seat] & effect.also and (effect.also_seasons >> s.season) & 1)


cdef inline void grant(
    const KingsburgContext *c, KingsburgState *s, int seat, const Effect *effect
) noexcept nogil:
    """What an effect gives its owner; goods of choice are taken later."""
    cdef int kind
    tell_effect(c, seat, effect)
    for kind in range(KINDS):
        s.own[seat][kind] += effect.gain[kind]
    s.due[seat] += effect.goods


cdef inline void grant_all(const KingsburgContext *c, KingsburgState *s, int seat, int hook) noexcept nogil:
    """Every effect of a hook that depends on nothing but the number of soldiers."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k
    cdef const Effect *effect
    for k in range(owned(c, s, seat, hook, found)):
        effect = &c.effects[found[k]]
        if effect.low <= s.own[seat][SOLDIER] <= effect.high:
            grant(c, s, seat, effect)


# ---- goods and buildings

cdef inline int goods_of(const KingsburgState *s, int seat) noexcept nogil:
    """K-4.0.1: "+2" tokens are no goods."""
    return s.own[seat][GOLD] + s.own[seat][WOOD] + s.own[seat][STONE]


cdef inline void receive(const KingsburgContext *c, KingsburgState *s, int seat, const u8 *gain) noexcept nogil:
    """Part of an advisor's help for the owner of the dice; K-2.3.E2: with soldiers in it, Stables add theirs."""
    cdef u8 found[MAX_EFFECTS]
    cdef int kind, k
    tell_help(c, s, seat, gain, 1)
    for kind in range(KINDS):
        s.own[seat][kind] += gain[kind]
    if rarely(gain[SOLDIER]):
        for k in range(owned(c, s, seat, HELP_BONUS, found)):
            grant(c, s, seat, &c.effects[found[k]])


cdef inline uint32_t next_of_rows(uint32_t built) noexcept nogil:
    """Bit per building whose left neighbours all stand; K-9.1: a row is filled from the left."""
    return ((built << 1) & 0xeeeeeee | 0x1111111) & ~built


cdef inline int plane(const KingsburgState *s, int seat, int cell) noexcept nogil:
    """1 where the seat's row is an alternative one."""
    return (s.strips[seat] >> cell) & 1


cdef inline bint outbuilt(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """Whether some opponent has more buildings."""
    cdef int other
    for other in range(c.seats):
        if bit_count(s.built[other]) > bit_count(s.built[seat]):
            return True
    return False


cdef inline void prices(
    const KingsburgContext *c, const KingsburgState *s, int seat, int cell, int *price
) noexcept nogil:
    """Goods of each kind a building costs after automatic changes; K-4.0.8: never below 0."""
    cdef const u8 *cost = c.cost[plane(s, seat, cell)][cell]
    cdef u8 found[MAX_EFFECTS]
    cdef int k, good
    for good in range(GOODS):
        price[good] = cost[good]
    for k in range(owned(c, s, seat, BUILD_COST, found)):
        if (c.effects[found[k]].columns >> (cell & 3)) & 1:
            for good in range(GOODS):
                price[good] -= c.effects[found[k]].gain[good]
    for good in range(GOODS):
        price[good] = max(0, price[good])


cdef inline bint covers(const KingsburgState *s, int seat, const int *price) noexcept nogil:
    return s.own[seat][GOLD] >= price[GOLD] and s.own[seat][WOOD] >= price[WOOD] and s.own[seat][STONE] >= price[STONE]


cdef inline int optional_discounts(
    const KingsburgContext *c, const KingsburgState *s, int seat, int cell, int *found
) noexcept nogil:
    """K-4.3.7.5: numbers of the discounts the seat may use on this building or save; returns how many."""
    cdef u8 owns[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int k, i, count = 0
    for k in range(owned(c, s, seat, BUILD_COST, owns)):
        i = owns[k]
        effect = &c.effects[i]
        if not effect.pay or not (effect.columns >> (cell & 3)) & 1:
            continue
        if (s.used >> (i - c.first[BUILD_COST])) & 1:
            continue
        if effect.limit == ONCE_A_YEAR and (s.yearly >> seat) & 1:
            continue
        if effect.rule == FIRST_OF_YEAR and (s.built_year >> seat) & 1:
            continue
        if effect.rule == BEHIND and not outbuilt(c, s, seat):
            continue
        found[count] = i
        count += 1
    return count


cdef inline bint discounted(
    const KingsburgContext *c, const int *found, int count, int code, const int *price, int *rest
) noexcept nogil:
    """The price with the discounts of a DISCOUNT move; false if one of them has nothing to take away."""
    cdef int k, good
    for good in range(GOODS):
        rest[good] = price[good]
    for k in range(count):
        good = ((code >> DISCOUNT_BITS * k) & 3) - 1
        if good < 0:
            continue
        if not (c.effects[found[k]].pay >> good) & 1 or rest[good] == 0:
            return False
        rest[good] -= 1
    return True


cdef inline bint _affordable(const KingsburgContext *c, const KingsburgState *s, int seat, int cell) noexcept nogil:
    """K-4.3.7.5: whether some use of the discounts at hand makes the building payable."""
    cdef int price[GOODS]
    cdef int rest[GOODS]
    cdef int found[MAX_DISCOUNTS]
    cdef int code, count = optional_discounts(c, s, seat, cell, found)
    if count == 0:
        return False
    prices(c, s, seat, cell, price)
    for code in range(1, 1 << DISCOUNT_BITS * count):
        if discounted(c, found, count, code, price, rest) and covers(s, seat, rest):
            return True
    return False


cdef inline uint32_t buildable(
    const KingsburgContext *c, const KingsburgState *s, int seat, bint one
) noexcept nogil:
    """K-4.3.7.1: bit per building the seat may build and pay for now; with `one`, whether there is any."""
    cdef uint32_t cells = 0, next_cells = next_of_rows(s.built[seat]) & c.cells, rest = next_cells
    cdef uint64_t purse[COLUMNS]
    cdef int cell, column, discounts
    memcpy(purse, s.own[seat], sizeof(purse[0]))
    purse[0] |= LANE_TOPS
    for column in range(1, COLUMNS):
        purse[column] = purse[0]
    discounts = add_relief(c, s, seat, purse)
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        # The top bit of each lane survives the subtraction unless that good falls short. What can be paid is chance, so
        # this must not be a branch.
        cells |= <uint32_t>(
            (purse[cell & 3] - c.lanes[cell][plane(s, seat, cell)]) & LANE_TOPS == LANE_TOPS
        ) << cell
        if one and cells:
            return cells
    if rarely(discounts):
        rest = next_cells & ~cells
        while rest:
            cell = lowest_bit(rest)
            rest &= rest - 1
            # Each discount takes one good away.
            if missing(c.lanes[cell][plane(s, seat, cell)], purse[cell & 3]) <= discounts:
                cells |= <uint32_t>_affordable(c, s, seat, cell) << cell
    return cells


cdef inline int missing(uint64_t price, uint64_t purse) noexcept nogil:
    """How many goods a purse, top bits set, falls short of a price."""
    cdef uint64_t rest = price - (purse ^ LANE_TOPS) + LANE_TOPS, lanes = rest & LANE_TOPS
    return (rest & (lanes - (lanes >> 15))) * EACH_LANE >> 48


cdef inline int add_relief(
    const KingsburgContext *c, const KingsburgState *s, int seat, uint64_t *purse
) noexcept nogil:
    """What is cheaper in a column is as good as more in the purse, a good that is dearer as less; returns how many
    discounts there are besides, to use or save."""
    cdef u8 found[MAX_EFFECTS]
    cdef const Effect *effect
    cdef int k, column, optional = 0
    for k in range(owned(c, s, seat, BUILD_COST, found)):
        effect = &c.effects[found[k]]
        optional += effect.pay != 0
        for column in range(COLUMNS):
            purse[column] += effect.relief & -<uint64_t>((effect.columns >> column) & 1)
    return optional


# ---- placement

cdef inline int shift_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.5.3: how far beside its sum a placement may aim; 0 without an unused Market."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k, shift = 0
    if houses(c, s, seat, PLACEMENT_SHIFT) and not (s.market_used >> seat) & 1:
        for k in range(owned(c, s, seat, PLACEMENT_SHIFT, found)):
            if c.effects[found[k]].rule == OFF:
                return 0
            shift = c.effects[found[k]].amount
    return shift


cdef inline bint has_token(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.5.2: one "+2" a season for placements, or two."""
    if (s.token_used >> seat) & 1 and ((s.token_twice >> seat) & 1 or not asks(c, s, seat, TOKEN_LIMIT)):
        return False
    return s.own[seat][TOKEN] > 0


cdef inline uint32_t advisors_of(const KingsburgContext *c, const KingsburgState *s, int seat, int hook) noexcept nogil:
    """Bit per advisor that the seat's effects of a hook are about."""
    cdef u8 found[MAX_EFFECTS]
    cdef uint32_t advisors = 0
    cdef int k
    for k in range(owned(c, s, seat, hook, found)):
        advisors |= <uint32_t>1 << c.effects[found[k]].advisor
    return advisors


cdef inline uint32_t closed(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Bit per advisor that cannot be influenced this year."""
    return advisors_of(c, s, 0, CLOSED_ADVISOR)


cdef inline uint64_t sums_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-4.3.5.1: bit n: some legal group of the seat's dice makes n."""
    cdef uint64_t sums = 1
    cdef int slot, shift
    for slot in range(COLOURED):
        sums |= sums << s.dice[seat][slot]
    sums &= ~<uint64_t>1                    # K-4.3.5.5: at least one coloured die
    for slot in range(COLOURED, DICE):
        if s.dice[seat][slot] == 0:
            break
        sums |= sums << s.dice[seat][slot]
    sums |= sums << TOKEN_BONUS * has_token(c, s, seat)
    shift = shift_of(c, s, seat)
    if shift:
        sums |= sums << shift | sums >> shift
    return sums & BOARD


cdef inline uint32_t spaces_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """K-2.6: bit per advisor of which the seat's governor has a space of its own."""
    return advisors_of(c, s, seat, PRIVATE_SPACE)


cdef inline uint32_t others_groups(const KingsburgState *s, int seat) noexcept nogil:
    """Bit per advisor with a group of another player."""
    cdef uint32_t rest = s.influenced, advisors = 0
    cdef int a
    while rest:
        a = lowest_bit(rest)
        rest &= rest - 1
        if s.group[a - 1] != NEUTRAL and s.group[a - 1] != seat + 1:
            advisors |= <uint32_t>1 << a
        elif s.second_advisor == a and s.second_owner != seat + 1:
            advisors |= <uint32_t>1 << a
    return advisors


# Where a seat can place dice or its secret deal, a set of advisors each.
cdef struct Targets:
    uint32_t board
    uint32_t spaces             # its own ones
    uint32_t deals              # for the token of a secret deal
    uint32_t space_deals        # the same, on another seat's spaces


cdef inline bint reachable(
    const KingsburgContext *c, const KingsburgState *s, int seat, Targets *targets
) noexcept nogil:
    """K-4.3.5: every target of the seat's next turn; false if it can only pass."""
    cdef uint32_t sums = <uint32_t>sums_of(c, s, seat)
    targets.board = sums
    if s.envoy != seat + 1:
        targets.board &= ~s.influenced      # K-4.3.5.4
    targets.spaces = targets.deals = targets.space_deals = 0
    if lent_some(c, s, seat, <uint64_t>1 << CLOSED_ADVISOR | <uint64_t>1 << PRIVATE_SPACE | <uint64_t>1 << SECRET_DEAL):
        _reach_further(c, s, seat, sums, targets)
    return (targets.board | targets.spaces | targets.deals | targets.space_deals) != 0


cdef inline void _reach_further(
    const KingsburgContext *c, const KingsburgState *s, int seat, uint32_t sums, Targets *targets
) noexcept nogil:
    """What closes advisors, and spaces and deals beside the board."""
    targets.board &= ~closed(c, s)
    targets.spaces = sums & spaces_of(c, s, seat) & ~s.spaces
    if not (s.dealt >> seat) & 1 and lent(c, s, seat, SECRET_DEAL):
        targets.deals = others_groups(s, seat)
        targets.space_deals = s.spaces & ~spaces_of(c, s, seat)


cdef inline int total_of(const KingsburgState *s, int seat) noexcept nogil:
    """All dice of a seat, white ones included; a byte each, added up in the top one."""
    cdef uint64_t dice
    memcpy(&dice, s.dice[seat], DICE)
    return dice * EACH_GROUP >> 56


cdef inline void _order(u8 *dice, int i, int j) noexcept nogil:
    """Dice are random, so this must not be a branch; zeros, one less than nothing, go last."""
    cdef u8 one = dice[i] - 1, other = dice[j] - 1
    dice[i] = <u8>(1 + (one if one < other else other))
    dice[j] = <u8>(1 + (other if one < other else one))


cdef inline void sort_all(u8 *dice) noexcept nogil:
    """Ascending, zeros last; coloured and white dice apart."""
    cdef int i, j
    _order(dice, 0, 1)
    _order(dice, 1, 2)
    _order(dice, 0, 1)
    for i in range(COLOURED + 1, DICE):
        if dice[i] == 0:
            break
        for j in range(i, COLOURED, -1):
            _order(dice, j - 1, j)


cdef inline void take_dice(u8 *dice, int count, int slots) noexcept nogil:
    """The dice of these slots leave, the others close up."""
    cdef u8 kept[DICE]
    cdef int slot, left = 0
    memset(kept, 0, sizeof(kept))
    for slot in range(count):
        kept[left] = dice[slot]             # overwritten by the next one if it leaves
        left += ~slots >> slot & 1
    kept[left] = 0
    memcpy(dice, kept, count)


# ---- groups of coloured dice: a byte for each of the eight sets of slots

cdef inline uint64_t group_sums(const u8 *dice) noexcept nogil:
    return dice[0] * WITH_FIRST + dice[1] * WITH_SECOND + dice[2] * WITH_THIRD


cdef inline uint64_t distinct_groups(const u8 *dice) noexcept nogil:
    """Top bits of the groups to choose from: at least one die, and of equal dice the first ones."""
    cdef uint64_t others = 0xff * WITH_SECOND & -<uint64_t>(dice[1] == 0)
    others |= 0xff * (WITH_SECOND & ~WITH_FIRST) & -<uint64_t>(dice[1] == dice[0])
    others |= 0xff * WITH_THIRD & -<uint64_t>(dice[2] == 0)
    others |= 0xff * (WITH_THIRD & ~WITH_SECOND) & -<uint64_t>(dice[2] == dice[1])
    return GROUP_TOPS & ~<uint64_t>0xff & ~others


cdef inline uint64_t groups_with(uint64_t sums, int total) noexcept nogil:
    """Top bits of the groups with this total."""
    cdef uint64_t rest = sums ^ (total * EACH_GROUP)
    return ~((rest & ~GROUP_TOPS) + ~GROUP_TOPS | rest) & GROUP_TOPS


# ---- help

cdef inline const Help *help_of(const KingsburgContext *c, const KingsburgState *s, int advisor) noexcept nogil:
    """The help an advisor gives now: its whim tile's or its own; K-2.9.1: or that of the lowest one left alone.

    K-7.24: a governor's own space gives what is printed.
    """
    cdef const Help *help
    if rarely(advisor & PRIVATE):
        return &c.advisor[advisor & NUMBER]
    help = (&c.whim[0] if (s.whims >> advisor) & 1 else &c.advisor[0]) + advisor
    if rarely(help.kind == COPY):
        advisor = lowest_bit(~s.influenced & BOARD)
        help = (&c.whim[0] if (s.whims >> advisor) & 1 else &c.advisor[0]) + advisor
    return help


cdef inline void play_peek(const KingsburgContext *c, KingsburgState *s, int deck) noexcept nogil:
    if deck:
        s.seen_valley |= 1 << s.actor
    else:
        s.seen |= 1 << s.actor
    tell_peek(c, s, s.actor, deck)
    s.phase = s.after
    s.after = 0


cdef inline bint look(const KingsburgContext *c, KingsburgState *s, int seat, int after) noexcept nogil:
    """K-7.59: a peek; returns whether the seat has to choose between two decks."""
    cdef bint known = (s.seen >> seat) & 1 or s.opened
    if lent(c, s, seat, PEEKING):
        return False
    if c.valley and not (s.seen_valley >> seat) & 1:
        if not known:
            s.actor = seat
            s.after = after
            s.phase = PEEK
            return True
        s.seen_valley |= 1 << seat
        tell_peek(c, s, seat, 1)
    elif not s.opened:
        s.seen |= 1 << seat
        tell_peek(c, s, seat, 0)
    return False
