"""Kingsburg as the core sees it: setup, the run from decision to decision, results, and the kernel for Python."""

from libc.string cimport memcpy, memset

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.game cimport OVER, GameOps, Outcome, move_t
from eminence.cext.core.kernel cimport Kernel
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.kingsburg.common cimport goods_of
from eminence.cext.games.kingsburg.help cimport next_choice, next_help, play_help
from eminence.cext.games.kingsburg.hidden cimport hide, infoset, sample
from eminence.cext.games.kingsburg.moves cimport moves
from eminence.cext.games.kingsburg.policy cimport estimate, playout_move, prior
from eminence.cext.games.kingsburg.season cimport (
    next_aid, next_build, next_effect, next_modifier, next_place, play_build, play_die, play_effect, play_modifier,
    play_pay, play_place, play_price, start_season, start_year,
)
from eminence.cext.games.kingsburg.state cimport (
    ACADEMY, AID, BATTLE, BUILD, CARDS, DIE, EFFECT, ENDED, GIFT, GOODS, HIRE, LOSS, MODIFY, OPTION, PAY, PLACE,
    POINT, PRICE, RECRUIT, REWARD, SECOND, SERVE, START_SEASON, START_WINTER, START_YEAR, TROOPS, WHIMS, YEARS,
    KingsburgContext, KingsburgState,
)
from eminence.cext.games.kingsburg.winter cimport (
    next_academy, next_battle, next_hire, next_recruit, next_spoils, next_troops, play_hire, play_spoil, play_troops,
    start_winter,
)


cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil:
    """Section 3; chance in the order of K-3.7."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef KingsburgState *s = <KingsburgState *>state
    cdef int i, j
    for i in range(c.seats):
        j = rng_below(rng, i + 1)
        s.order[i] = s.order[j]
        s.order[j] = i
    for i in range(YEARS):
        s.invaders[i] = 1 + rng_below(rng, CARDS)
    if c.troops:
        for i in range(c.seats):
            s.tokens[i] = (1 << c.token_count) - 1
    if c.whims == 2:                        # K-4.15.2
        s.whims = (1 << (WHIMS + 1)) - 2
        s.stock = (1 << GOODS) - 1
        s.lucky = 1 + rng_below(rng, GOODS)
    s.phase = START_YEAR
    _run(c, s, rng)


cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const KingsburgState *s = <const KingsburgState *>state
    return OVER if s.phase == ENDED else <int>s.actor


cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef KingsburgState *s = <KingsburgState *>state
    if s.phase == PLACE:
        play_place(c, s, move)
        if s.phase == PAY:
            return s.actor
    elif s.phase == PAY:
        play_pay(c, s, move)
    elif s.phase == BUILD or s.phase == SECOND:
        play_build(c, s, move)
    elif OPTION <= s.phase <= GIFT:
        play_help(c, s, move)
        if next_choice(c, s):
            return s.actor
    elif s.phase == RECRUIT and move == 0:
        s.turn += 1
        s.least = 0
    elif s.phase == RECRUIT or s.phase == HIRE:
        play_hire(c, s, move - 1 if s.phase == RECRUIT else move)
        if next_hire(c, s):
            return s.actor
    elif s.phase == MODIFY:
        play_modifier(c, s, move, rng)
        if s.phase == DIE:
            return s.actor
    elif s.phase == DIE:
        play_die(c, s, move, rng)
    elif s.phase == EFFECT:
        play_effect(c, s, move)
        if s.phase == PRICE:
            return s.actor
    elif s.phase == PRICE:
        play_price(c, s, move)
    elif s.phase == TROOPS:
        play_troops(s, move)
    elif s.phase == REWARD or s.phase == LOSS:
        play_spoil(c, s, move)
        if next_spoils(c, s):
            return s.actor
    elif s.phase == AID:
        s.own[s.actor][move] += 1
        s.waiting &= ~(1 << s.actor)
    else:
        if move:
            s.reinforcement[s.actor] = s.die
        s.die = 0
        s.turn += 1
    _run(c, s, rng)
    return OVER if s.phase == ENDED else <int>s.actor


cdef void _run(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """Every automatic and chance step up to the next decision. Each step either finds one or sets the next phase."""
    cdef bint decided = False
    while not decided and s.phase != ENDED:
        if s.phase == PLACE:
            decided = next_place(c, s)
        elif s.phase == SERVE:
            decided = next_help(c, s, rng)
        elif s.phase == BUILD or s.phase == SECOND:
            decided = next_build(c, s)
        elif s.phase == EFFECT:
            decided = next_effect(c, s)
        elif s.phase == START_SEASON:
            start_season(c, s, rng)
        elif s.phase == MODIFY:
            decided = next_modifier(c, s)
        elif s.phase == RECRUIT:
            decided = next_recruit(c, s)
        elif s.phase == START_WINTER:
            start_winter(c, s, rng)
        elif s.phase == TROOPS:
            decided = next_troops(c, s)
        elif s.phase == ACADEMY:
            decided = next_academy(c, s, rng)
        elif s.phase == BATTLE:
            decided = next_battle(c, s)
        elif s.phase == START_YEAR:
            start_year(c, s)
        else:
            decided = next_aid(c, s)


cdef int secret(const void *context, const void *state) noexcept nogil:
    return (<const KingsburgState *>state).phase == TROOPS


cdef int round_(const void *context, const void *state) noexcept nogil:
    """Seasons, winters included, that are over."""
    cdef const KingsburgState *s = <const KingsburgState *>state
    return 4 * s.year + s.season + (s.phase == ENDED)


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """K-5.2: points, then goods, then buildings."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef long key[8]
    cdef int seat, other
    for seat in range(c.seats):
        outcome.score[seat] = s.own[seat][POINT]
        key[seat] = (<long>s.own[seat][POINT] * 65536 + goods_of(s, seat)) * 64 + bit_count(s.built[seat])
    for seat in range(c.seats):
        outcome.rank[seat] = 1
        for other in range(c.seats):
            if key[other] > key[seat]:
                outcome.rank[seat] += 1


cdef GameOps OPS
OPS.state_size = sizeof(KingsburgState)
OPS.context_size = sizeof(KingsburgContext)
OPS.margin_scale = 8
OPS.win_weight = 0.4
OPS.horizon = 6
OPS.exploration = 1.25
OPS.prior_weight = 2.5
OPS.setup = setup
OPS.actor = actor
OPS.moves = moves
OPS.play = play
OPS.hide = hide
OPS.sample = sample
OPS.infoset = infoset
OPS.node = NULL
OPS.secret = secret
OPS.round = round_
OPS.result = result
OPS.estimate = estimate
OPS.playout_move = playout_move
OPS.prior = prior


cdef class KingsburgKernel(Kernel):
    """`figures` is the context as plain data (figures.py); `tables` are the component records it came from."""

    cdef readonly object tables

    def __init__(self, int seats, dict figures, tables):
        cdef KingsburgContext *c = <KingsburgContext *>self.attach(&OPS, seats)
        c[0] = figures
        self.tables = tables

    def unpack(self, bytes state) -> dict:
        cdef KingsburgState s
        memcpy(&s, self.read(state), sizeof(s))
        return s

    def pack(self, record) -> bytes:
        cdef KingsburgState s
        memset(&s, 0, sizeof(s))
        s = record
        return (<char *>&s)[:sizeof(s)]
