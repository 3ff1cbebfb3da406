"""Kingsburg from decision to decision: setup, legal moves, the run of a year, results."""

from libc.stdint cimport int64_t

from eminence.cext.core.bits cimport bit_count, bits_to_moves
from eminence.cext.core.game cimport MAX_SEATS, OVER, Outcome, move_t
from eminence.cext.core.journal cimport NOBODY
from eminence.cext.core.outcome cimport rank_by
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.kingsburg.rules_build cimport (
    discount_moves, effect_moves, loot_moves, next_build, next_effect, play_build, play_discount, play_effect,
    play_loot, play_price, play_rob, play_swap, play_trade, price_moves, rob_moves, swap_moves, trade_moves,
)
from eminence.cext.games.kingsburg.rules_common cimport buildable, goods_of, help_of, play_peek
from eminence.cext.games.kingsburg.rules_help cimport (
    gift_moves, next_choice, next_help, option_moves, partner_moves, play_help,
)
from eminence.cext.games.kingsburg.rules_place cimport (
    next_move, next_place, pay_moves, place_moves, play_move, play_pay, play_place,
)
from eminence.cext.games.kingsburg.rules_season cimport (
    conjure_moves, die_moves, modifier_moves, next_aid, next_bless, next_bounty, next_conjure, next_modifier, next_side,
    next_take, play_bless, play_blessing, play_conjure, play_die, play_modifier, play_take, play_turn, roll, side_moves,
    start_aid, start_season, start_year, turn_moves,
)
from eminence.cext.games.kingsburg.rules_setup cimport (
    bid_moves, deal_strips, draft_moves, keep_moves, next_bid, next_draft, next_keep, next_lot, next_strips, play_bid,
    play_draft, play_keep, play_lot, play_strips, start_governors, strip_moves,
)
from eminence.cext.games.kingsburg.rules_tell cimport tell, tell_order, tell_piece
from eminence.cext.games.kingsburg.rules_winter cimport (
    arm_moves, hire_moves, next_academy, next_arm, next_battle, next_hire, next_recruit, next_spoils, next_troops,
    play_arm, play_hire, play_recruit, play_spoil, play_troops, recruit_moves, spoil_moves, start_winter, troop_moves,
)
from eminence.cext.games.kingsburg.state cimport (
    ACADEMY, AID, AIDED, ARM, BATTLE, BID, BLESS, BLESSING, BOUNTY, BUILD, CARDS, CONJURE, DIE, DISCOUNT, DRAFT, EFFECT,
    ENDED, GAIN, GIFT, GOODS, HIRE, KEEP, LOOT, LOSS, LOT, LUCKY_GOOD, MODIFY, MOVE, NAME, OPTION, PARTNER, PAY, PEEK,
    PLACE, PRICE, RECRUIT, REWARD, ROB, ROLL, SECOND, SERVE, SHARE, SIDE, START_AID, START_EFFECTS, START_GOVERNORS,
    START_PEEKS, START_SEASON, START_TRADE, START_TURN, START_WINTER, START_YEAR, STOCK, STRIPS, SWAP, TAKE, TRADE,
    TROOPS, TURN, VP, WHIMS, YEARS, KingsburgContext, KingsburgState,
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
    tell_order(c, s)
    for i in range(YEARS):
        s.invaders[i] = 1 + rng_below(rng, CARDS)
    if c.valley:
        for i in range(YEARS):              # another card of the same year
            s.valley[i] = 1 + (s.invaders[i] + rng_below(rng, CARDS - 1)) % CARDS
    if c.troops:
        for i in range(c.seats):
            s.tokens[i] = (1 << c.token_count) - 1
    if c.whims == 2:                        # K-4.15.2
        s.whims = (1 << (WHIMS + 1)) - 2
        s.stock = (1 << GOODS) - 1
        s.lucky = 1 + rng_below(rng, GOODS)
        tell(c, LUCKY_GOOD, NOBODY, 0, s.lucky - 1, 0, 0, 0)
    s.phase = START_GOVERNORS
    if c.rows:
        deal_strips(c, s, rng)
    _run(c, s, rng)


cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const KingsburgState *s = <const KingsburgState *>state
    return OVER if s.phase == ENDED else <int>s.actor


# ---- legal moves

cdef int _yes_or_no(move_t *moves) noexcept nogil:
    moves[0] = 0
    moves[1] = 1
    return 2


cdef int _pass_or(int bits, int first, move_t *moves) noexcept nogil:
    moves[0] = 0
    return 1 + bits_to_moves(bits, first, moves + 1)


cdef int _goods_from(int least, move_t *moves) noexcept nogil:
    return bits_to_moves(((1 << GOODS) - 1) >> least << least, 0, moves)


cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    if s.phase == PLACE:
        return place_moves(c, s, moves)
    elif s.phase == BUILD or s.phase == SECOND:
        return _pass_or(buildable(c, s, s.actor, False), 1, moves)
    elif s.phase == PAY:
        return pay_moves(c, s, s.actor, s.advisor, moves)
    elif s.phase == AID or s.phase == NAME:
        return _goods_from(0, moves)
    elif s.phase == GAIN or s.phase == TAKE:
        return _goods_from(s.least, moves)
    elif s.phase == OPTION:
        return option_moves(c, s, moves)
    elif s.phase == RECRUIT:
        return recruit_moves(c, s, moves)
    elif s.phase == HIRE:
        return hire_moves(c, s, moves)
    elif s.phase == EFFECT:
        return effect_moves(c, s, moves)
    elif s.phase == PRICE:
        return price_moves(c, s, moves)
    elif s.phase == REWARD or s.phase == LOSS:
        return spoil_moves(c, s, moves)
    else:
        return _rare_moves(c, s, moves)


cdef int _rare_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """Of phases that modules bring, or few buildings."""
    if s.phase == MODIFY:
        return modifier_moves(c, s, moves)
    elif s.phase == DIE:
        return die_moves(s, moves)
    elif s.phase == TURN:
        return turn_moves(c, s, moves)
    elif s.phase == TROOPS:
        return troop_moves(c, s, s.actor, moves)
    elif s.phase == STOCK:
        return bits_to_moves(s.stock, 0, moves)
    elif s.phase == PARTNER:
        return partner_moves(c, s, moves)
    elif s.phase == SHARE:
        return bits_to_moves(help_of(c, s, s.advisor).share, 0, moves)
    elif s.phase == GIFT:
        return gift_moves(c, s, moves)
    elif s.phase == DISCOUNT:
        return discount_moves(c, s, s.choice - 1, moves)
    elif s.phase == ARM:
        return arm_moves(c, s, moves)
    elif s.phase == ROB:
        return rob_moves(c, s, moves)
    elif s.phase == LOOT:
        return loot_moves(s, moves)
    elif s.phase == TRADE:
        return trade_moves(s, moves)
    elif s.phase == SWAP:
        return swap_moves(s, moves)
    elif s.phase == SIDE:
        return side_moves(c, s, moves)
    elif s.phase == CONJURE:
        return conjure_moves(c, s, moves)
    elif s.phase == DRAFT:
        return draft_moves(c, s, moves)
    elif s.phase == STRIPS:
        return strip_moves(s, moves)
    elif s.phase == KEEP:
        return keep_moves(s, s.actor, moves)
    elif s.phase == LOT:
        return bits_to_moves(s.lots, 0, moves)
    elif s.phase == BID:
        return bid_moves(s, moves)
    else:                           # ACADEMY, BLESS, BLESSING, MOVE, PEEK
        return _yes_or_no(moves)


# ---- play

cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef KingsburgState *s = <KingsburgState *>state
    if s.phase == PLACE:
        play_place(c, s, move)
        if s.phase == PAY or next_place(c, s):
            return s.actor
    elif s.phase == PAY:
        play_pay(c, s, move)
    elif s.phase == BUILD or s.phase == SECOND:
        play_build(c, s, move)
    elif (
        s.phase == OPTION or s.phase == GAIN or s.phase == NAME or s.phase == STOCK or s.phase == PARTNER
        or s.phase == SHARE or s.phase == GIFT
    ):
        play_help(c, s, move)
        if next_choice(c, s) or next_help(c, s, rng):
            return s.actor
    elif s.phase == RECRUIT:
        play_recruit(c, s, move)
        if next_hire(c, s):
            return s.actor
    elif s.phase == HIRE:
        play_hire(c, s, move)
        if next_hire(c, s):
            return s.actor
    elif s.phase == EFFECT:
        play_effect(c, s, move)
    elif s.phase == PRICE:
        play_price(c, s, move)
    elif s.phase == REWARD or s.phase == LOSS:
        play_spoil(c, s, move)
        if next_spoils(c, s):
            return s.actor
    elif s.phase == AID:
        s.own[s.actor][move] += 1
        tell_piece(c, AIDED, s.actor, 0, 0, move, 1)
        s.waiting &= ~(1 << s.actor)
    else:
        _play_rare(c, s, move, rng)
    _run(c, s, rng)
    return OVER if s.phase == ENDED else <int>s.actor


cdef void _play_rare(const KingsburgContext *c, KingsburgState *s, int move, Rng *rng) noexcept nogil:
    """What modules bring, or few buildings."""
    if s.phase == DRAFT:
        play_draft(s, move)
    elif s.phase == STRIPS:
        play_strips(s, move)
    elif s.phase == KEEP:
        play_keep(s, move)
    elif s.phase == LOT:
        play_lot(c, s, move)
    elif s.phase == BID:
        play_bid(s, move)
    elif s.phase == SIDE:
        s.people[s.actor] = move
        s.turn += 1
    elif s.phase == CONJURE:
        play_conjure(c, s, move)
    elif s.phase == TAKE:
        play_take(c, s, move)
    elif s.phase == BLESS:
        play_bless(s, move)
    elif s.phase == BLESSING:
        play_blessing(c, s, move)
    elif s.phase == MODIFY:
        play_modifier(c, s, move, rng)
    elif s.phase == DIE:
        play_die(c, s, move, rng)
    elif s.phase == TURN:
        play_turn(c, s, move)
    elif s.phase == MOVE:
        play_move(c, s, move)
    elif s.phase == PEEK:
        play_peek(c, s, move)
    elif s.phase == ROB:
        play_rob(c, s, move)
    elif s.phase == LOOT:
        play_loot(c, s, move)
    elif s.phase == TRADE:
        play_trade(s, move)
    elif s.phase == SWAP:
        play_swap(c, s, move)
    elif s.phase == DISCOUNT:
        play_discount(c, s, move)
    elif s.phase == TROOPS:
        play_troops(s, move)
    elif s.phase == ARM:
        play_arm(c, s, move)
    else:                           # ACADEMY
        if move:
            s.reinforcement[s.actor] = s.die
        s.die = 0
        s.turn += 1


# ---- from decision to decision

cdef void _run(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """Every automatic and chance step up to the next decision. Each step either finds one or sets the next phase."""
    cdef bint decided = False
    while not decided:
        if s.phase == PLACE:
            decided = next_place(c, s)
        elif s.phase == MOVE:
            decided = next_move(c, s)
        elif s.phase == SERVE:
            decided = next_help(c, s, rng)
        elif s.phase == BUILD or s.phase == SECOND or s.phase == START_TURN or s.phase == START_TRADE:
            decided = next_build(c, s)
        elif s.phase == EFFECT or s.phase == START_EFFECTS or s.phase == START_PEEKS:
            decided = next_effect(c, s)
        elif s.phase == START_SEASON:
            start_season(c, s, rng)
        elif s.phase == TAKE:
            decided = next_take(c, s)
        elif s.phase == BLESS:
            decided = next_bless(c, s)
        elif s.phase == BOUNTY:
            decided = next_bounty(c, s)
        elif s.phase == ROLL:
            roll(c, s, rng)
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
        elif s.phase == ARM:
            decided = next_arm(c, s)
        elif s.phase == BATTLE:
            decided = next_battle(c, s)
        else:
            decided = _run_start(c, s, rng)


cdef bint _run_start(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """The steps of setup and of the start of a year."""
    if s.phase == DRAFT:
        return next_draft(c, s)
    elif s.phase == STRIPS:
        return next_strips(c, s)
    elif s.phase == START_GOVERNORS:
        start_governors(c, s, rng)
    elif s.phase == KEEP:
        return next_keep(c, s)
    elif s.phase == LOT:
        return next_lot(c, s)
    elif s.phase == BID:
        return next_bid(c, s)
    elif s.phase == START_YEAR:
        start_year(c, s, rng)
    elif s.phase == SIDE:
        return next_side(c, s)
    elif s.phase == CONJURE:
        return next_conjure(c, s)
    elif s.phase == START_AID:
        start_aid(c, s)
    elif s.phase == AID:
        return next_aid(c, s)
    else:                           # ENDED; PAY, DIE, TURN, PRICE, DISCOUNT, LOOT, SWAP: part of what was just chosen
        return True
    return False


cdef int secret(const void *context, const void *state) noexcept nogil:
    cdef int phase = (<const KingsburgState *>state).phase
    return phase == TROOPS or phase == KEEP


cdef int round_(const void *context, const void *state) noexcept nogil:
    """Seasons, winters included, that are over."""
    cdef const KingsburgState *s = <const KingsburgState *>state
    return 4 * s.year + s.season + (s.phase == ENDED)


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """K-5.2: points, then goods, then buildings."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    cdef int64_t key[MAX_SEATS]
    cdef int seat
    for seat in range(c.seats):
        outcome.score[seat] = s.own[seat][VP]
        key[seat] = (<int64_t>s.own[seat][VP] * 65536 + goods_of(s, seat)) * 64 + bit_count(s.built[seat])
    rank_by(outcome, c.seats, key)
