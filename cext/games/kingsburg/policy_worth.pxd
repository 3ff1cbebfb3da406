"""What things are worth to a sensible player, in victory points: tables made once for a game, and a seat's mind."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng, rng_next
from eminence.cext.games.kingsburg.rules_common cimport (
    EACH_LANE, LANE_TOPS, add_relief, amount_of, asks, next_of_rows, plane,
)
from eminence.cext.games.kingsburg.rules_winter cimport valley_fights
from eminence.cext.games.kingsburg.state cimport (
    ADVISORS, BUILD_COST, CELLS, COLUMNS, FACTORS, GOODS, KINDS, SOLDIER, STONE, STRENGTH, TOKEN, VP, WINTER, WOOD, Effect,
    KingsburgContext,
    KingsburgState,
)

cdef extern from *:
    """
    static const float NEEDED = 0.75f;          /* a good the next building lacks */
    static const float SPARE = 0.55f;           /* any other good */
    static const float LAST_SPARE = 0.2f;       /* the same in the last season */
    static const float CHOSEN = 0.8f;           /* a good of choice */
    static const float TOKEN_WORTH = 0.45f;
    static const float LAST_TOKEN = 0.05f;
    static const double LACK = 0.7;             /* a building further away is less of a goal */
    static const float GUARD_WORTH = 1.5f;      /* a point of battle value in each winter to come */
    static const float WORTH = 1.2f;            /* of what a building brings a season */
    static const float NOISE = 0.2f;
    static const float SOLDIER_WORTH[4] = {0.4f, 0.3f, 0.15f, 0.05f};    /* by Battle */
    """
    const float NEEDED, SPARE, LAST_SPARE, CHOSEN, TOKEN_WORTH, LAST_TOKEN, GUARD_WORTH, WORTH, NOISE
    const double LACK
    const float SOLDIER_WORTH[4]

cdef enum:
    SEASONS_ALL = 15            # productive seasons of a game
    NEEDS = 1 << GOODS          # sets of goods that a seat may need
    VALUES = ADVISORS + 2
    PARTS = 256                 # of a point

# How a seat sees its next battle.
cdef enum Battle:
    OPEN
    DISTANT
    LIKELY_WON
    WON
    BATTLES

cdef struct Goal:
    uint64_t price              # in lanes, their top bits set
    int64_t value               # what a building brings from now on, less its price, in parts


# By productive seasons still to come, and by plane (printed rows, alternative ones; advisors, whim tiles). What is weighed at
# nearly every decision is counted in whole parts of a point.
cdef struct Worths:
    float value[SEASONS_ALL][CELLS][2]      # what a building brings from now on, less its price
    Goal goals[SEASONS_ALL][CELLS][2]
    double kept[SEASONS_ALL][2][CELLS]      # what a building that stands will bring, for the estimate
    int help[2][BATTLES][2][NEEDS][VALUES]  # what a help is worth, in parts; first index: whether this is the last season


# The context as the policy sees it: what the rules know, and behind it what it is worth.
cdef struct KingsburgTable:
    KingsburgContext context
    Worths worths


cdef struct Mind:
    float weight[FACTORS]       # what one piece of each kind is worth to the seat now
    int goal                    # the building it aims at, -1 for none
    int needs                   # bit per good that it still lacks for it


cdef void appraise(KingsburgTable *table) noexcept nogil


cdef inline const Worths *worths_of(const KingsburgContext *c) noexcept nogil:
    return &(<const KingsburgTable *>c).worths


cdef inline float noise(Rng *rng) noexcept nogil:
    """Between 0 and 1."""
    return <float><int>(rng_next(rng) >> 40) * (1.0 / 16777216.0)


cdef inline int seasons_left(const KingsburgState *s) noexcept nogil:
    """Productive seasons after this one."""
    return SEASONS_ALL - 1 - 3 * s.year - (2 if s.season == WINTER else s.season)


cdef inline float value_of(const KingsburgContext *c, const KingsburgState *s, int seat, int cell) noexcept nogil:
    """What a building brings from now on, less its price."""
    return worths_of(c).value[seasons_left(s)][cell][plane(s, seat, cell)]


# ---- battle

cdef inline float valley_threat(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """What the Valley adds to the strength of this winter, as far as the seat knows."""
    if not c.valley:
        return 0
    if (s.seen_valley >> seat) & 1 and s.valley[s.year]:
        if not valley_fights(c, s):
            return 0
        return c.invader[s.year][s.valley[s.year] - 1].strength - (s.year + 1)
    return c.valley_threat[s.year]


cdef inline float threat_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """The strength a seat expects this winter."""
    cdef float threat = c.threat[s.year]
    if (c.others >> STRENGTH) & 1:
        threat += amount_of(c, s, seat, STRENGTH)
    if ((s.seen >> seat) & 1 or s.opened) and s.invaders[s.year]:
        threat += c.invader[s.year][s.invaders[s.year] - 1].strength - c.threat[s.year]
    return threat + valley_threat(c, s, seat)


cdef inline int battle_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """Soldiers matter while the battle hangs in the balance."""
    cdef float need = threat_of(c, s, seat) - s.own[seat][SOLDIER] - (2.0 if c.troops else 3.0)
    cdef uint32_t built = s.built[seat] & (c.guarded[0] & ~s.strips[seat] | c.guarded[1] & s.strips[seat])
    cdef int cell
    while built:
        cell = lowest_bit(built)
        need -= c.guard[plane(s, seat, cell)][cell]
        built &= built - 1
    if need > -2:
        return DISTANT if need > 3 else OPEN
    return LIKELY_WON if need > -4 else WON


# ---- goods

cdef inline int parts(double points) noexcept nogil:
    return <int>(PARTS * points + (0.5 if points > 0 else -0.5))


cdef inline uint64_t _lack(uint64_t price, uint64_t purse) noexcept nogil:
    """What a price, top bits set, is more than a purse, in a lane for each good."""
    cdef uint64_t rest = price - purse, lanes = rest & LANE_TOPS
    return rest & (lanes - (lanes >> 15))


cdef inline int aim(const KingsburgContext *c, const KingsburgState *s, int seat, int *found) noexcept nogil:
    """Looks for the building to aim at and returns the set of goods that it still lacks."""
    cdef const Goal *goals = worths_of(c).goals[seasons_left(s)][0]
    cdef const Goal *goal
    cdef uint64_t purse[COLUMNS]
    cdef uint64_t lack, missing = 0
    cdef uint32_t cells = next_of_rows(s.built[seat]) & c.cells
    cdef int64_t score, best = -100 * PARTS
    cdef int cell, columns = 0
    found[0] = -1
    memcpy(purse, s.own[seat], sizeof(purse[0]))
    if asks(c, s, seat, BUILD_COST):
        columns = COLUMNS - 1
        purse[1] = purse[2] = purse[3] = purse[0]
        add_relief(c, s, seat, purse)
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        goal = &goals[2 * cell + plane(s, seat, cell)]
        lack = _lack(goal.price, purse[cell & columns])
        score = goal.value - parts(LACK) * <int64_t>(lack * EACH_LANE >> 48)
        missing = lack if score > best else missing
        found[0] = cell if score > best else found[0]
        best = score if score > best else best
    return (
        (<uint16_t>missing != 0) | (<uint16_t>(missing >> 16) != 0) << WOOD | (<uint16_t>(missing >> 32) != 0) << STONE
    )


cdef inline void weigh_goods(int needs, bint last, float *weight) noexcept nogil:
    """What goods and tokens are worth to who needs some of them."""
    cdef int good
    for good in range(GOODS):
        weight[good] = NEEDED if (needs >> good) & 1 else LAST_SPARE if last else SPARE
    weight[TOKEN] = LAST_TOKEN if last else TOKEN_WORTH


cdef inline void weigh_rest(int battle, float *weight) noexcept nogil:
    weight[SOLDIER] = SOLDIER_WORTH[battle]
    weight[VP] = 1
    weight[KINDS] = CHOSEN
    weight[KINDS + 1] = 1


cdef inline void think_of_goods(
    const KingsburgContext *c, const KingsburgState *s, int seat, Mind *mind
) noexcept nogil:
    """Weighs goods and tokens."""
    mind.needs = aim(c, s, seat, &mind.goal)
    weigh_goods(mind.needs, seasons_left(s) == 0, mind.weight)


cdef inline void think(const KingsburgContext *c, const KingsburgState *s, int seat, Mind *mind) noexcept nogil:
    """Weighs everything a seat can own."""
    think_of_goods(c, s, seat, mind)
    weigh_rest(battle_of(c, s, seat), mind.weight)


cdef inline float weigh_effect(const Mind *mind, const Effect *effect) noexcept nogil:
    """What an effect gives."""
    cdef float gain = CHOSEN * effect.goods
    cdef int kind
    for kind in range(KINDS):
        gain += mind.weight[kind] * effect.gain[kind]
    return gain


cdef inline move_t lightest(
    const Mind *mind, const move_t *legal, int count, float sign, Rng *rng
) noexcept nogil:
    """The kind that weighs least (sign -1) or most (sign 1) among the legal ones."""
    cdef int i, best = 0
    cdef float score, top = -100
    for i in range(count):
        score = sign * mind.weight[legal[i]] + 0.1 * noise(rng)
        if score > top:
            top = score
            best = i
    return legal[best]


cdef inline int lightest_payment(const Mind *mind, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """The lightest kind among the payments of RECRUIT, whose codes are one higher."""
    cdef move_t kinds[8]
    cdef int i
    for i in range(1, count):
        kinds[i - 1] = legal[i] - 1
    return lightest(mind, kinds, count - 1, -1, rng)
