"""What happens between turns: region scoring, cleanup and the end of the game, and the draw pile of chests."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.journal cimport NOBODY, is_counted, is_told, tell, turns_out
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.staufer.rules_board cimport (
    EACH, around, job_card, owned, owns, pieces_in, pile_length, pile_with, pile_without, rank_region, score_privilege, taken,
    with_entry,
)
from eminence.cext.games.staufer.rules_choices cimport keepable
from eminence.cext.games.staufer.rules_jobs cimport final_points
from eminence.cext.games.staufer.state cimport (
    BONUS_CHESTS, BONUS_ENVOYS, BONUS_POINTS, BONUS_SCORED, BROWN, BROWN_SCORED, CATEGORIES, CHESTS_LAID, CHESTS_SCORED,
    CHOOSE_KEPT, CHOOSE_REVEALED, CLEARED, CLEARING, DISCARDED, DONE, FEWEST_CHESTS, GAME_ENDS, HOMECOMING, KEEPING,
    KEEP_PIECE, KINDS, KINGS_REGION, KING_MOVED, OFFICES, PARTS, PART_BROWN, PART_CHESTS, PILES_EMPTY, PRESENCE_POINTS, RANKED,
    RANKS, RANK_POINTS, REGIONS, REGION_BONUS, REGION_JOB, REGION_SCORED, RESHUFFLED, RETURNED, REVEALED, ROUNDS,
    ROUND_BEGINS, ROUND_END, SECOND_REGION, SLOTS, TIED, TRACK, TURN_END, Holding, Pieces, StauferContext, StauferState,
)


cdef inline int _kind_of(const u8 *draw, int drawable, int nth) noexcept nogil:
    """The kind of the nth chest of a pile. Like draw_kind, but without a branch that nobody can foresee."""
    cdef uint64_t low, high = 0
    cdef int i, kind = 0, chests = 0
    if drawable < 128:          # sums of the first kinds and their comparisons, eight at a time
        memcpy(&low, draw, 8)
        memcpy(&high, &draw[8], KINDS - 8)
        low *= EACH
        high = high * EACH + (low >> 56) * EACH
        low = (<uint64_t>(128 + nth) * EACH - low) >> 7 & EACH
        high = (<uint64_t>(128 + nth) * EACH - high) >> 7 & EACH
        return <int>((low + high) * EACH >> 56)
    for i in range(KINDS - 1):
        chests += draw[i]
        kind += nth >= chests
    return kind


cdef inline int draw_chest(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-4.1.4: a chest from the draw pile, or -1 if there is none left at all."""
    cdef int kind
    if s.drawable == 0:
        for kind in range(KINDS):
            s.drawable += s.discard[kind]
        if s.drawable == 0:
            return -1
        memcpy(s.draw, s.discard, KINDS)
        memset(s.discard, 0, KINDS)
        s.reshuffled = c.pile_fixed
        tell(c, RESHUFFLED, NOBODY, 0, s.drawable, 0, 0, 0)
    if c.pile_fixed and not s.reshuffled:
        kind = c.pile[c.chests - s.drawable]
        s.draw[kind] -= 1
    else:
        kind = _kind_of(s.draw, s.drawable, rng_below(rng, s.drawable))
        s.draw[kind] -= 1
    s.drawable -= 1
    return kind


# ---- scoring (S-4.6)

cdef inline int _second_region(const StauferContext *c, const StauferState *s) noexcept nogil:
    """S-4.6.1 and S-4.6.2: the region of the B tile; of equal ones the first clockwise from the king."""
    cdef int condition = s.row_second[s.round]
    cdef int i, seat, value, region, best = 0, equal = 0, found = 0
    cdef uint32_t offices
    for i in range(1 if condition == KINGS_REGION else REGIONS):
        region = s.ring[around(s.king + i)]
        value = 0
        if condition == FEWEST_CHESTS:
            offices = c.region_offices[region]
            while offices:
                value -= pile_length(s.under[lowest_bit(offices)])
                offices &= offices - 1
        else:
            for seat in range(c.seats):
                value += pieces_in(c, s, seat, region)
        if i == 0 or value > best:
            best = value
            found = region
            equal = 0
        elif value == best:
            equal += 1
    tell(c, SECOND_REGION, NOBODY, 0, found, condition, equal, found == s.row_region[s.round])
    return found


cdef inline void begin_scoring(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    cdef int first = s.row_region[s.round]
    cdef int second = _second_region(c, s)
    s.scored[0] = 1 + first
    s.scored[1] = 1 + second if second != first else 0      # S-4.6.3
    s.scoring = 0
    _score_region(c, s, rng)


cdef inline void _score_region(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-4.6.5 to S-4.6.7, and the chests of the bonus are revealed."""
    cdef int region = s.scored[s.scoring] - 1
    cdef int ranked[MAX_SEATS]
    cdef int count = rank_region(c, s, region, ranked)
    cdef int rank, seat, points
    tell(c, REGION_SCORED, NOBODY, 0, region, count, 0, 0)
    turns_out(c, s.scoring, 1 << ranked[0] if count else 0)
    for rank in range(count):
        seat = ranked[rank]
        points = c.tile_points[s.tile[region]][rank] if rank < RANKS else 0
        s.holding[seat].points += points
        if is_counted(c):
            tell(c, RANKED, seat, points, region, rank, s.weight[region][seat], _left_behind(s, region, ranked, rank, count))
        if rank < RANKS and owns(&s.holding[seat], RANK_POINTS):
            score_privilege(c, s, seat, RANK_POINTS, c.rank_points[rank])
        if owns(&s.holding[seat], PRESENCE_POINTS):
            score_privilege(c, s, seat, PRESENCE_POINTS, c.presence_points)
    if count and c.bonus[region] == BONUS_CHESTS:           # S-7.19
        _reveal(c, s, region, rng)
    s.served = 0
    s.step = REGION_BONUS


cdef inline int _left_behind(
    const StauferState *s, int region, const int *ranked, int rank, int count
) noexcept nogil:
    """1 + the next seat if it has as much weight in the region and only stands further right, or 0."""
    if rank + 1 < count and s.weight[region][ranked[rank]] == s.weight[region][ranked[rank + 1]]:
        return 1 + ranked[rank + 1]
    return 0


cdef inline void _reveal(const StauferContext *c, StauferState *s, int region, Rng *rng) noexcept nogil:
    """S-4.6.8: chests for the bonus, as many as there are."""
    cdef int _i, kind = 0
    for _i in range(c.bonus_revealed[region]):
        kind = draw_chest(c, s, rng)
        if kind < 0:
            break
        s.revealed = pile_with(s.revealed, kind)
    if s.revealed:
        tell(c, REVEALED, NOBODY, 0, region, s.revealed, 0, 0)
    if kind < 0:
        tell(c, PILES_EMPTY, NOBODY, 0, 0, 0, 0, 0)


cdef inline bint share_bonus(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-4.6.8: the next ranked seat's share; true if a chest must be chosen."""
    cdef int region = s.scored[s.scoring] - 1
    cdef int ranked[MAX_SEATS]
    cdef int count = rank_region(c, s, region, ranked)
    cdef int amount
    while s.served < count:
        s.actor = ranked[s.served]
        amount = c.bonus_amount[region][min(s.served, RANKS - 1)]
        s.served += 1
        if c.bonus[region] == BONUS_POINTS:
            s.holding[s.actor].points += amount
            if amount:
                tell(c, BONUS_SCORED, s.actor, amount, region, 0, 0, 0)
        elif c.bonus[region] == BONUS_ENVOYS:
            s.due_envoys = amount
            if amount:
                return False
        elif amount and s.revealed:
            if pile_length(s.revealed) == 1 or _all_alike(s.revealed):
                pick(s, <int>(s.revealed & 15) - 1)
                return False
            s.phase = CHOOSE_REVEALED
            return True
    if s.revealed:
        tell(c, DISCARDED, NOBODY, 0, s.revealed, 0, 0, 0)
    while s.revealed:
        s.discard[(s.revealed & 15) - 1] += 1
        s.revealed >>= 4
    s.served = 0
    if s.scoring == 0 and s.scored[1]:
        s.scoring = 1
        _score_region(c, s, rng)
    else:
        s.step = ROUND_END
    return False


cdef inline bint _all_alike(uint32_t pile) noexcept nogil:
    """A pile is sorted: it is enough to compare its ends."""
    return (pile & 15) == pile >> (4 * (pile_length(pile) - 1))


cdef inline void pick(StauferState *s, int kind) noexcept nogil:
    s.revealed = pile_without(s.revealed, kind)
    s.taking = kind + 1


# ---- the end of a round (S-4.7)

cdef inline bint end_round(const StauferContext *c, StauferState *s) noexcept nogil:
    s.scoring = 0
    if s.round == ROUNDS - 1:
        _finish(c, s)
        return True
    s.actor = s.start
    s.step = KEEPING
    return False


cdef inline bint ask_keepers(const StauferContext *c, StauferState *s) noexcept nogil:
    """S-4.7.1: owners of keep-figure chests are asked region by region, from the start player on."""
    cdef uint32_t offer[2]
    while s.step == KEEPING:
        if owned(&s.holding[s.actor], KEEP_PIECE):
            keepable(c, s, offer)
            if offer[0] | offer[1]:
                s.phase = CHOOSE_KEPT
                return True
        next_keeper(c, s)
    return False


cdef inline void clean_up(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    _clear_offices(c, s, s.scored[0] - 1)
    if s.scored[1]:
        _clear_offices(c, s, s.scored[1] - 1)
    _refill(c, s, rng)
    _move_king(c, s)
    _new_order(s)
    s.scored[0] = s.scored[1] = 0
    s.kept[0] = s.kept[1] = 0
    s.scoring = 0
    s.step = TURN_END
    if is_told(c):
        tell_round(c, s)


cdef inline void tell_round(const StauferContext *c, const StauferState *s) noexcept nogil:
    """What the round that begins is about."""
    cdef uint32_t order[2]
    cdef int i
    order[0] = order[1] = 0
    for i in range(s.waiting):
        order[i // 8] = with_entry(order[i // 8], s.order[i])
    tell(
        c, ROUND_BEGINS, NOBODY, 0, s.round + 1,
        with_entry(with_entry(0, s.row_region[s.round]), s.row_second[s.round]), order[0], order[1],
    )


cdef inline void next_keeper(const StauferContext *c, StauferState *s) noexcept nogil:
    """Goes on to the next seat to be asked, if there is one."""
    s.actor = s.actor + 1 if s.actor + 1 < c.seats else 0
    if s.actor != s.start:
        return
    if s.scoring == 0 and s.scored[1]:
        s.scoring = 1
    else:
        s.step = CLEARING


cdef inline void _clear_offices(const StauferContext *c, StauferState *s, int region) noexcept nogil:
    """S-4.7.1."""
    cdef uint32_t leaving, moving
    cdef Pieces *home
    cdef int seat, slot, pieces, nobles, all_pieces, all_nobles
    for seat in range(c.seats):
        all_pieces = all_nobles = 0
        home = &s.holding[seat].court if owns(&s.holding[seat], HOMECOMING) else &s.holding[seat].province
        for slot in range(SLOTS):
            leaving = s.own[seat][slot] & c.region_offices[region] & ~s.kept[slot]
            if leaving:
                pieces = bit_count(leaving)
                nobles = bit_count(leaving & s.noble[slot])
                home.nobles += nobles
                home.envoys += pieces - nobles
                s.weight[region][seat] -= pieces + nobles
                s.own[seat][slot] &= ~leaving
                s.noble[slot] &= ~leaving
                all_pieces += pieces
                all_nobles += nobles
        if all_pieces:
            tell(
                c, CLEARED, seat, 0, region, all_pieces - all_nobles, all_nobles, owns(&s.holding[seat], HOMECOMING),
            )
    moving = ~taken(s, 0)        # a kept piece moves to the left slot if that has become free
    s.noble[0] |= s.noble[1] & moving
    s.noble[1] &= ~moving
    for seat in range(c.seats):
        s.own[seat][0] |= s.own[seat][1] & moving
        s.own[seat][1] &= ~moving


cdef inline void _refill(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """S-4.7.2: one more chest under every office of the scored regions and every supply space."""
    cdef uint32_t *piles[OFFICES]
    cdef uint32_t offices
    cdef int i, count
    for i in range(2):
        offices = c.region_offices[s.scored[i] - 1] if s.scored[i] else 0
        count = 0
        while offices:
            piles[count] = &s.under[lowest_bit(offices)]
            count += 1
            offices &= offices - 1
        if not _lay_chests(c, s, piles, count, s.scored[i], rng):
            return
    for i in range(c.spaces):
        piles[i] = &s.supply[i]
    _lay_chests(c, s, piles, c.spaces, 0, rng)


cdef inline bint _lay_chests(
    const StauferContext *c, StauferState *s, uint32_t *const *piles, int count, int place, Rng *rng
) noexcept nogil:
    """One more chest for each pile; false if there were too few. The place is told: 1 + region or 0, supply spaces."""
    cdef uint32_t laid = 0
    cdef bint told = is_told(c)
    cdef int i, kind = 0
    for i in range(count):
        kind = draw_chest(c, s, rng)
        if kind < 0:
            break
        piles[i][0] = pile_with(piles[i][0], kind)
        if told:
            laid = with_entry(laid, kind)
    if laid:
        tell(c, CHESTS_LAID, NOBODY, 0, place, laid, 0, 0)
    if kind < 0:
        tell(c, PILES_EMPTY, NOBODY, 0, 0, 0, 0, 0)
    return kind >= 0


cdef inline void _move_king(const StauferContext *c, StauferState *s) noexcept nogil:
    """S-4.7.3 and S-4.7.4: pieces come home from every payment area he enters; the row of tiles goes."""
    cdef Holding *holding
    cdef int _i, seat, steps = s.row_steps[s.round]
    tell(c, KING_MOVED, NOBODY, 0, steps, s.ring[around(s.king + steps)], 0, 0)
    if is_told(c):
        _tell_returns(c, s, steps, True)
    for _i in range(steps):
        s.king = around(s.king + 1)
        for seat in range(c.seats):
            holding = &s.holding[seat]
            holding.court.envoys += holding.paid[s.king].envoys
            holding.court.nobles += holding.paid[s.king].nobles
            holding.paid[s.king].envoys = 0
            holding.paid[s.king].nobles = 0
    s.row_region[s.round] = 0
    s.row_second[s.round] = 0
    s.row_steps[s.round] = 0
    s.round += 1


cdef inline void _tell_returns(const StauferContext *c, const StauferState *s, int steps, bint court) noexcept nogil:
    """Pieces that leave the payment areas of so many regions ahead of the king."""
    cdef int seat, i, envoys, nobles
    for seat in range(c.seats):
        envoys = nobles = 0
        for i in range(steps):
            envoys += s.holding[seat].paid[around(s.king + 1 + i)].envoys
            nobles += s.holding[seat].paid[around(s.king + 1 + i)].nobles
        if envoys or nobles:
            tell(c, RETURNED, seat, 0, envoys, nobles, court, 0)


cdef inline void _new_order(StauferState *s) noexcept nogil:
    """S-4.7.5: the supply track from the top, then the placement track from the top."""
    cdef int i
    memcpy(s.order, s.supply_track, s.supplied)
    for i in range(s.placed):
        s.order[s.supplied + i] = s.placement_track[s.placed - 1 - i]
    s.waiting = s.supplied + s.placed
    memset(s.supply_track, 0, TRACK)
    memset(s.placement_track, 0, TRACK)
    s.supplied = 0
    s.placed = 0


cdef inline void _finish(const StauferContext *c, StauferState *s) noexcept nogil:
    """Section 5: payment areas are emptied, jobs and chests are scored."""
    cdef Holding *holding
    cdef int parts[PARTS]
    cdef int seat, position
    s.scored[0] = s.scored[1] = 0
    tell(c, GAME_ENDS, NOBODY, 0, 0, 0, 0, 0)
    if is_told(c):
        _tell_returns(c, s, REGIONS, False)
    for seat in range(c.seats):
        holding = &s.holding[seat]
        for position in range(REGIONS):         # S-5.1
            holding.province.envoys += holding.paid[position].envoys
            holding.province.nobles += holding.paid[position].nobles
        memset(holding.paid, 0, sizeof(holding.paid))
        holding.points += final_points(c, s, seat, parts)
        if is_counted(c):
            _tell_final(c, s, seat, parts)
    if is_told(c):
        _tell_ties(c, s)
    s.phase = DONE
    s.actor = 0
    s.step = 0


cdef inline void _tell_final(const StauferContext *c, const StauferState *s, int seat, const int *parts) noexcept nogil:
    cdef const Holding *holding = &s.holding[seat]
    cdef int i, others = 0
    for i in range(CATEGORIES):
        tell(c, REGION_JOB + i, seat, parts[i], job_card(s, seat, i), 0, 0, 0)
    for i in range(KINDS):
        others += holding.chests[i] if c.end_points[i] else 0
    if owned(holding, BROWN):
        tell(c, BROWN_SCORED, seat, parts[<int>PART_BROWN], owned(holding, BROWN), 0, 0, 0)
    if others:
        tell(c, CHESTS_SCORED, seat, parts[<int>PART_CHESTS], others, 0, 0, 0)


cdef inline void _tell_ties(const StauferContext *c, const StauferState *s) noexcept nogil:
    """S-5.11: seats with equal points, between which courts decide."""
    cdef const Holding *holding
    cdef int seat, other
    for seat in range(c.seats):
        holding = &s.holding[seat]
        for other in range(c.seats):
            if other != seat and s.holding[other].points == holding.points:
                tell(c, TIED, seat, 0, holding.court.envoys + holding.court.nobles, 0, 0, 0)
                break
