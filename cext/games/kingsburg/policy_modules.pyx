"""Choices that only modules and scenarios bring, but for goods and dice."""

from libc.stdint cimport uint32_t

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.core.weights cimport heaviest
from eminence.cext.games.kingsburg.policy_dice cimport choose_move, choose_turn
from eminence.cext.games.kingsburg.policy_worth cimport (
    GUARD_WORTH, NOISE, Mind, lightest_payment, noise, seasons_left, think_of_goods,
)
from eminence.cext.games.kingsburg.rules_common cimport optional_discounts, owned, plane
from eminence.cext.games.kingsburg.rules_winter cimport battle_bonus, strength_of
from eminence.cext.games.kingsburg.state cimport (
    ARM, BATTLE_PAY, BID, BLESS, BLESSING, CONJURE, DISCOUNT, DISCOUNT_BITS, DRAFT, KEEP, LOT, MAX_DISCOUNTS, MAX_EFFECTS,
    MOVE, ONCE_A_YEAR, ROB, ROWS, SIDE, SOLDIER, STRIPS, TURN, VP, YEARS, KingsburgContext, KingsburgState,
)

cdef extern from *:
    """
    static const float SAVED = 0.4f;        /* a discount kept for later */
    static const float BID_SHARE = 0.6f;    /* of what a governor is better than the worst one on offer */
    """
    const float SAVED, BID_SHARE


cdef move_t _strips(const KingsburgContext *c, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """DRAFT: the best row; STRIPS: those that are better than the printed ones. Codes of STRIPS are sets of rows."""
    cdef float worth[MAX_MOVES]
    cdef int i, row
    for i in range(count):
        worth[i] = 0
        for row in range(ROWS):
            if (legal[i] >> row) & 1:
                worth[i] += c.strip[row] + 2 * noise(rng) - 1
    return legal[heaviest(worth, count)]


cdef move_t _draft(const KingsburgContext *c, const move_t *legal, int count, Rng *rng) noexcept nogil:
    cdef float worth[MAX_MOVES]
    cdef int i
    for i in range(count):
        worth[i] = c.strip[legal[i]] + 2 * noise(rng)
    return legal[heaviest(worth, count)]


cdef move_t _governor(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    cdef float worth[MAX_MOVES]
    cdef int i
    for i in range(count):
        worth[i] = governor_worth(c, s, legal[i]) + 2 * noise(rng)
    return legal[heaviest(worth, count)]


cdef move_t _bid(const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """Bids up to what the governor is better than the worst one on offer, in small steps."""
    cdef uint32_t lots = s.lots
    cdef float worst = 100, limit
    cdef int i
    while lots:
        worst = min(worst, governor_worth(c, s, lowest_bit(lots)))
        lots &= lots - 1
    limit = BID_SHARE * (governor_worth(c, s, s.lot) - worst) + 1.5 * noise(rng)
    if s.bidder:
        return legal[1] if count > 1 and legal[1] - 1 <= limit else legal[0]
    i = <int>(limit / 2)
    return legal[min(max(i, 0), count - 1)]


cdef move_t _side(const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    cdef float worth[MAX_MOVES]
    cdef int i
    for i in range(count):
        worth[i] = c.people_worth[legal[i]] + 0.4 * noise(rng)
    return legal[heaviest(worth, count)]


cdef move_t _conjure(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Everything that is free, the most useful first; rows ascend, so that not much is skipped for it."""
    cdef float worth[MAX_MOVES]
    cdef int i, cell, row
    worth[0] = -1
    for i in range(1, count):
        cell = legal[i] - 1
        row = plane(s, s.actor, cell)
        worth[i] = c.worth[row][cell] * seasons_left(s) + GUARD_WORTH * c.guard[row][cell] * (YEARS - s.year)
        worth[i] += NOISE * noise(rng) - (0 if count - i >= s.left else 2 * (s.left - count + i))
    return legal[heaviest(worth, count)]


cdef move_t _bless(const KingsburgContext *c, const KingsburgState *s, Rng *rng) noexcept nogil:
    """While one has no white die of one's own; at the latest in Autumn."""
    cdef int slot = s.favoured == s.actor + 1
    return 1 if s.season == 2 or (not slot and rng_below(rng, 2)) else 0


cdef move_t _rob(const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil:
    """Rather somebody who leads."""
    cdef int i, best = 1 + rng_below(rng, count - 1)
    for i in range(1, count):
        if s.own[legal[i] - 1][VP] > s.own[legal[best] - 1][VP]:
            best = i
    return legal[best]


cdef move_t _discount(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count
) noexcept nogil:
    """The most goods saved; a discount that can be kept counts less as long as there is time to use it."""
    cdef int found[MAX_DISCOUNTS]
    cdef float worth[MAX_MOVES]
    cdef float later = SAVED if seasons_left(s) else 0
    cdef int i, k, discounts = optional_discounts(c, s, s.actor, s.choice - 1, found)
    for i in range(count):
        worth[i] = 0
        for k in range(discounts):
            if (legal[i] >> DISCOUNT_BITS * k) & 3:
                worth[i] += 0.6 - (later if c.effects[found[k]].limit == ONCE_A_YEAR and s.season < 2 else 0.0)
    return legal[heaviest(worth, count)]


cdef move_t _arm(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Pays where it may turn the battle."""
    cdef Mind mind
    cdef u8 found[MAX_EFFECTS]
    cdef int k, bought = 0, seat = s.actor, card = s.invaders[s.year] - 1
    cdef int open = strength_of(c, s, card) - s.own[seat][SOLDIER] - s.reinforcement[seat] - s.combat[seat]
    open -= battle_bonus(c, s, seat, card)
    for k in range(owned(c, s, seat, BATTLE_PAY, found)):
        if not (s.used >> (found[k] - c.first[BATTLE_PAY])) & 1:
            bought += c.effects[found[k]].amount
    if open < 0 or open > bought:
        return 0
    think_of_goods(c, s, seat, &mind)
    return 1 + lightest_payment(&mind, legal, count, rng)


cdef move_t choose_of_module(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil:
    """Choices that only modules and scenarios bring, but for goods."""
    if s.phase == DRAFT:
        return _draft(c, legal, count, rng)
    if s.phase == STRIPS:
        return _strips(c, legal, count, rng)
    if s.phase == KEEP or s.phase == LOT:
        return _governor(c, s, legal, count, rng)
    if s.phase == BID:
        return _bid(c, s, legal, count, rng)
    if s.phase == SIDE:
        return _side(c, s, legal, count, rng)
    if s.phase == CONJURE:
        return _conjure(c, s, legal, count, rng)
    if s.phase == BLESS:
        return _bless(c, s, rng)
    if s.phase == BLESSING:
        return 1                # a point now
    if s.phase == TURN:
        return choose_turn(c, s, legal, count, rng)
    if s.phase == MOVE:
        return choose_move(c, s)
    if s.phase == ROB:
        return _rob(s, legal, count, rng)
    if s.phase == DISCOUNT:
        return _discount(c, s, legal, count)
    if s.phase == ARM:
        return _arm(c, s, legal, count, rng)
    return 0                    # PEEK: the deck that always comes
