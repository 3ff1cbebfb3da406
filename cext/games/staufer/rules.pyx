"""The course of the game: what follows by itself, what is asked, and what each answer does."""

from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcpy, memmove

from eminence.cext.core.bits cimport bits_to_moves, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS, OVER, Outcome, move_t
from eminence.cext.core.journal cimport NOBODY, is_told, tell
from eminence.cext.core.outcome cimport rank_by
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.staufer.rules_board cimport (
    areas_with, around, distance, movement_slots, owns, payable_offices, placement_cost, score_privilege, spend, taken,
    with_entry,
)
from eminence.cext.games.staufer.rules_choices cimport (
    actions, buyable, keepable, only_supply, other_spaces, payable_nobles, savings,
)
from eminence.cext.games.staufer.rules_rounds cimport (
    ask_keepers, begin_scoring, clean_up, draw_chest, end_round, next_keeper, pick, share_bonus,
)
from eminence.cext.games.staufer.rules_setup cimport lay_table
from eminence.cext.games.staufer.state cimport (
    CARD_POINTS, CHEAP_OFFICE, CHEST_DRAWN, CHEST_OPENED, CHEST_SPENT, CHEST_TAKEN, CHOOSE_ACTION, CHOOSE_CHESTS,
    CHOOSE_OFFICE, CHOOSE_PAYMENT, CHOOSE_PIECE, CHOOSE_PRIVILEGE, CHOOSE_REVEALED, CHOOSE_SAVING, CHOOSE_SECOND,
    CHOOSE_SOURCE, CHOOSE_SPACE, DONE, EXTRA_CHEST, EXTRA_ENVOY, EXTRA_POINTS, FIRST, FIRST_SPACE, FROM_BONUS,
    FROM_CHEST, FROM_PRIVILEGE, FROM_SPACE, FROM_TRACK, GAINED, KEEPING, KEEP_PIECE, KING_POINTS, NOBLES_1,
    NOBLE_REPLACED, NONE_LEFT, NO_MOVEMENT, OFFICE_CHOICE, OFFICE_TAKEN, ONLY_SUPPLY, ORANGE_POINTS, OTHER_SUPPLY, PAID,
    PIECES, PILES_EMPTY, PLACE, PRIVILEGE_BOUGHT, REGIONS, REGION_BONUS, ROUND_END, SAVE_COST, SAVE_MOVEMENT,
    SECOND_ENVOY, SUPPLY_CHESTS, SUPPLY_DRAW, SUPPLY_EXTRAS, TAKEN_BACK, TURN_END, VIOLET, Holding, Pieces,
    StauferContext, StauferState,
)


# ---- pieces and chests (S-4.1)

cdef inline bint _gain(const StauferContext *c, StauferState *s) noexcept nogil:
    """Gives the actor pieces that are due, envoys first; true if the payment area to take one from must be chosen."""
    cdef Holding *holding = &s.holding[s.actor]
    cdef bint envoy = s.due_envoys > 0
    cdef uint32_t areas
    cdef int number
    if envoy and holding.province.envoys:
        number = min(s.due_envoys, holding.province.envoys)
        holding.province.envoys -= number
        holding.court.envoys += number
        s.due_envoys -= number
        if is_told(c):
            tell(c, GAINED, s.actor, 0, number, 0, _gain_from(s), 0)
        return False
    if not envoy and holding.province.nobles:
        number = min(s.due_nobles, holding.province.nobles)
        holding.province.nobles -= number
        holding.court.nobles += number
        s.due_nobles -= number
        if is_told(c):
            tell(c, GAINED, s.actor, 0, 0, number, _gain_from(s), 0)
        return False
    areas = areas_with(holding, not envoy)
    if areas & (areas - 1):
        s.phase = CHOOSE_SOURCE
        return True
    if areas:
        _take_back(c, s, lowest_bit(areas))
    elif envoy:
        tell(c, NONE_LEFT, s.actor, 0, s.due_envoys, 0, 0, 0)
        s.due_envoys = 0            # S-4.1.1: none left anywhere
    else:
        tell(c, NOBLE_REPLACED, s.actor, 0, 0, 0, 0, 0)
        s.due_nobles -= 1           # S-4.1.2: an envoy instead
        s.due_envoys += 1
    return False


cdef inline int _gain_from(const StauferState *s) noexcept nogil:
    """Where the pieces come from that are due."""
    if s.taking:
        return FROM_CHEST
    if s.step == OFFICE_CHOICE:
        return FROM_TRACK
    if s.step == SUPPLY_CHESTS:
        return FROM_SPACE
    return FROM_BONUS if s.step == REGION_BONUS else FROM_PRIVILEGE


cdef inline void _take_back(const StauferContext *c, StauferState *s, int position) noexcept nogil:
    """The piece that is due comes from the payment area of a region."""
    cdef Holding *holding = &s.holding[s.actor]
    tell(c, TAKEN_BACK, s.actor, 0, s.ring[position], s.due_envoys == 0, 0, 0)
    if s.due_envoys:
        s.due_envoys -= 1
        holding.paid[position].envoys -= 1
        holding.court.envoys += 1
    else:
        s.due_nobles -= 1
        holding.paid[position].nobles -= 1
        holding.court.nobles += 1


cdef inline bint _take_chest(const StauferContext *c, StauferState *s) noexcept nogil:
    """S-4.1.5: resolves the next chest of the pile being taken; true if the actor may now buy a privilege."""
    cdef Holding *holding = &s.holding[s.actor]
    cdef int kind = <int>(s.taking & 15) - 1
    if VIOLET < kind <= NOBLES_1:      # orange
        holding.points += c.chest_points[kind]
        tell(c, CHEST_OPENED, s.actor, c.chest_points[kind], kind, 0, 0, 0)
        s.due_envoys = c.chest_envoys[kind]
        s.due_nobles = c.chest_nobles[kind]
        _put_away(c, s)
        return False
    s.taking >>= 4
    holding.chests[kind] += 1
    tell(c, CHEST_TAKEN, s.actor, 0, kind, 0, 0, 0)
    if kind == VIOLET and buyable(s):
        s.phase = CHOOSE_PRIVILEGE
        return True
    return False


cdef inline void _put_away(const StauferContext *c, StauferState *s) noexcept nogil:
    """S-4.1.5: an orange chest whose pieces have all been given is paid for (privilege 16) and discarded."""
    if s.taking == 0 or s.due_envoys or s.due_nobles:
        return
    if owns(&s.holding[s.actor], ORANGE_POINTS):
        score_privilege(c, s, s.actor, ORANGE_POINTS, c.orange_points)
    s.discard[(s.taking & 15) - 1] += 1
    s.taking >>= 4


cdef void _buy(const StauferContext *c, StauferState *s, int privilege) noexcept nogil:
    """S-4.1.6."""
    cdef Holding *holding = &s.holding[s.actor]
    cdef int points = 0
    spend(s, VIOLET)
    spend(s, VIOLET)
    if privilege == CARD_POINTS:
        points = c.first_points[c.first_cards - s.display[CARD_POINTS - 1]]
        holding.points += points
    tell(c, PRIVILEGE_BOUGHT, s.actor, points, privilege, 0, 0, 0)
    s.display[privilege - 1] -= 1
    holding.privileges |= 1 << (privilege - 1)


cdef inline void _use(const StauferContext *c, StauferState *s, int kind) noexcept nogil:
    """A turquoise chest of the actor does what it is for."""
    spend(s, kind)
    tell(c, CHEST_SPENT, s.actor, 0, kind, 0, 0, 0)


# ---- a turn (S-4.2 to S-4.4)

cdef bint _begin_turn(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    if s.waiting == 0:
        begin_scoring(c, s, rng)
        return False
    s.actor = s.order[0]
    s.phase = CHOOSE_ACTION
    if only_supply(c, s):
        tell(c, ONLY_SUPPLY, s.actor, 0, 0, 0, 0, 0)
        _act(c, s, 0)
    return True


cdef void _act(const StauferContext *c, StauferState *s, int move) noexcept nogil:
    """S-4.2.3 to S-4.2.5: moves the member and begins the action."""
    cdef bint place = move & PLACE
    cdef bint first = move & FIRST
    s.waiting -= 1
    memmove(s.order, &s.order[1], s.waiting)
    s.order[s.waiting] = 0
    if first:
        _use(c, s, FIRST_SPACE)
        memmove(&s.supply_track[1], s.supply_track, s.supplied)
        s.supply_track[0] = s.actor
        s.supplied += 1
    elif place:
        s.due_envoys = s.placed < c.envoy_spaces
        s.placement_track[s.placed] = s.actor
        s.placed += 1
    else:
        s.supply_track[s.supplied] = s.actor
        s.supplied += 1
    if place:
        s.step = OFFICE_CHOICE
    else:
        s.phase = CHOOSE_SPACE


cdef void _take_supply(StauferState *s, int space) noexcept nogil:
    """The chests under a space; then the extras."""
    s.taking = s.supply[space]
    s.supply[space] = 0
    s.space = 0
    s.step = SUPPLY_EXTRAS


cdef bint _choose_office(const StauferContext *c, StauferState *s) noexcept nogil:
    cdef uint32_t offices = payable_offices(c, s, &s.holding[s.actor], 0)
    if offices & (offices - 1):
        s.phase = CHOOSE_OFFICE
        return True
    return _go_to(c, s, lowest_bit(offices))


cdef bint _go_to(const StauferContext *c, StauferState *s, int office) noexcept nogil:
    """N6: chests that lower the cost."""
    cdef int legal
    s.office = office
    legal = savings(c, s)
    if legal & (legal - 1):
        s.phase = CHOOSE_SAVING
        return True
    return _save(c, s, lowest_bit(legal))


cdef bint _save(const StauferContext *c, StauferState *s, int used) noexcept nogil:
    """S-4.4.2 to S-4.4.4: what has to be paid where, one clockwise run that ends cost - 1 regions behind the target."""
    cdef Holding *holding = &s.holding[s.actor]
    cdef int target = s.place[c.office_region[s.office]]
    cdef int movement = 0, cost = 1, run
    if used & SAVE_MOVEMENT:
        _use(c, s, NO_MOVEMENT)
    else:
        movement = movement_slots(c, holding, distance(s.king, target))
    if used & SAVE_COST:
        _use(c, s, CHEAP_OFFICE)
    else:
        cost = placement_cost(c, holding, s.office)
    run = movement + cost - 1
    if run:
        s.pay_at = around(distance(movement, target) + 1)
        s.pay_regions = run if run < REGIONS else REGIONS
        s.pay_double = run - REGIONS if run > REGIONS else 0
    if holding.court.nobles == 0:
        return _occupy(c, s, False)
    if holding.court.envoys == 0 or (c.noble_offices >> s.office) & 1:      # S-4.4.5
        return _occupy(c, s, True)
    s.phase = CHOOSE_PIECE
    return True


cdef inline bint _occupy(const StauferContext *c, StauferState *s, bint noble) noexcept nogil:
    """S-4.4.8: the piece goes on the office, to the right of one that is there already."""
    cdef uint32_t bit = <uint32_t>1 << s.office
    cdef int slot = (taken(s, 0) & bit) != 0
    s.own[s.actor][slot] |= bit
    s.weight[c.office_region[s.office]][s.actor] += 2 if noble else 1
    tell(c, OFFICE_TAKEN, s.actor, 0, s.office, noble, 0, 0)
    if noble:
        s.noble[slot] |= bit
        s.holding[s.actor].court.nobles -= 1
    else:
        s.holding[s.actor].court.envoys -= 1
    return _pay(c, s)


cdef bint _pay(const StauferContext *c, StauferState *s) noexcept nogil:
    """N8: pays region by region as long as the kinds of pieces are no question."""
    if is_told(c):
        return _pay_aloud(c, s)
    return _pay_on(s) or _second_envoy(c, s)


cdef inline bint _pay_on(StauferState *s) noexcept nogil:
    """True if the kinds of pieces for the next region must be chosen."""
    cdef Pieces *court = &s.holding[s.actor].court
    cdef int slots
    while s.pay_regions:
        slots = 2 if s.pay_double else 1
        if court.nobles and court.envoys and court.envoys + court.nobles > slots:
            s.phase = CHOOSE_PAYMENT
            return True
        if court.nobles and court.envoys:
            _pay_region(s, slots, slots - court.envoys)
        else:
            _pay_region(s, slots, slots if court.nobles else 0)
    return False


cdef bint _pay_aloud(const StauferContext *c, StauferState *s) noexcept nogil:
    """The same for those who listen."""
    cdef Pieces before[REGIONS]
    cdef int start = s.pay_at, regions = s.pay_regions
    cdef bint asked
    memcpy(before, s.holding[s.actor].paid, sizeof(before))
    asked = _pay_on(s)
    _tell_payment(c, s, before, start, regions - s.pay_regions)
    return asked or _second_envoy(c, s)


cdef void _tell_payment(
    const StauferContext *c, const StauferState *s, const Pieces *before, int start, int regions
) noexcept nogil:
    """What has gone into the payment areas of some regions, clockwise, in which `before` had been."""
    cdef const Pieces *paid = s.holding[s.actor].paid
    cdef uint32_t entered = 0, envoys = 0, nobles = 0
    cdef int i, at
    for i in range(regions):
        at = around(start + i)
        entered = with_entry(entered, s.ring[at])
        envoys = with_entry(envoys, paid[at].envoys - before[at].envoys)
        nobles = with_entry(nobles, paid[at].nobles - before[at].nobles)
    if regions:
        tell(c, PAID, s.actor, 0, entered, envoys, nobles, 0)


cdef void _pay_region(StauferState *s, int slots, int nobles) noexcept nogil:
    cdef Holding *holding = &s.holding[s.actor]
    holding.court.envoys -= slots - nobles
    holding.court.nobles -= nobles
    holding.paid[s.pay_at].envoys += slots - nobles
    holding.paid[s.pay_at].nobles += nobles
    s.pay_regions -= 1
    if s.pay_double:
        s.pay_double -= 1
    s.pay_at = around(s.pay_at + 1) if s.pay_regions else 0


cdef inline bint _second_envoy(const StauferContext *c, StauferState *s) noexcept nogil:
    """S-4.4.10: privilege 3."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef uint32_t bit = <uint32_t>1 << s.office
    if owns(holding, SECOND_ENVOY) and holding.court.envoys and not ((taken(s, 1) | s.noble[0]) & bit):
        s.phase = CHOOSE_SECOND
        return True
    return _arrive(c, s, False)


cdef bint _arrive(const StauferContext *c, StauferState *s, bint second) noexcept nogil:
    """S-4.4.11 and S-4.4.12: privilege 6, then the chests under the office."""
    cdef Holding *holding = &s.holding[s.actor]
    if second:
        holding.court.envoys -= 1
        s.own[s.actor][1] |= <uint32_t>1 << s.office
        s.weight[c.office_region[s.office]][s.actor] += 1
        tell(c, OFFICE_TAKEN, s.actor, 0, s.office, 0, 1, 0)
    if owns(holding, KING_POINTS) and s.place[c.office_region[s.office]] == s.king:
        score_privilege(c, s, s.actor, KING_POINTS, c.king_points * (2 if second else 1))
    s.taking = s.under[s.office]
    s.under[s.office] = 0
    s.office = 0
    s.step = TURN_END
    return False


# ---- the contract

cdef bint _follow(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """The next step of whatever is under way; true if it ends in a decision."""
    cdef Holding *holding = &s.holding[s.actor]
    cdef int kind
    if s.step == TURN_END:
        return _begin_turn(c, s, rng)
    if s.step == OFFICE_CHOICE:
        s.step = TURN_END
        return _choose_office(c, s)
    if s.step == SUPPLY_CHESTS:
        if other_spaces(c, s):
            s.phase = CHOOSE_CHESTS
            return True
        _take_supply(s, s.space)
    elif s.step == SUPPLY_EXTRAS:               # S-4.3.5
        if owns(holding, EXTRA_POINTS):
            score_privilege(c, s, s.actor, EXTRA_POINTS, c.extra_points)
        if owns(holding, EXTRA_ENVOY):
            s.due_envoys = c.extra_envoys
        s.step = SUPPLY_DRAW
        if not owns(holding, EXTRA_ENVOY) and not owns(holding, EXTRA_CHEST):
            s.step = TURN_END
            return _begin_turn(c, s, rng)
    elif s.step == SUPPLY_DRAW:
        kind = draw_chest(c, s, rng) if owns(holding, EXTRA_CHEST) else -1
        if kind >= 0:
            tell(c, CHEST_DRAWN, s.actor, 0, kind, 0, 0, 0)
        elif owns(holding, EXTRA_CHEST):
            tell(c, PILES_EMPTY, NOBODY, 0, 0, 0, 0, 0)
        s.taking = kind + 1
        s.step = TURN_END
    elif s.step == REGION_BONUS:
        return share_bonus(c, s, rng)
    elif s.step == ROUND_END:
        return end_round(c, s)
    elif s.step == KEEPING:
        return ask_keepers(c, s)
    else:
        clean_up(c, s, rng)
    return False


cdef void _run(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil:
    """Carries out everything that follows by itself, up to the next decision or the end."""
    cdef bint decision = False
    while not decision:
        if s.due_envoys or s.due_nobles:
            decision = _gain(c, s)
            _put_away(c, s)
        elif s.taking:
            decision = _take_chest(c, s)
        else:
            decision = _follow(c, s, rng)


cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef StauferState *s = <StauferState *>state
    lay_table(c, s, rng)
    s.step = TURN_END
    _run(c, s, rng)


cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const StauferState *s = <const StauferState *>state
    if s.phase == DONE:
        return OVER
    return s.actor


cdef int _write_kept(const StauferContext *c, const StauferState *s, move_t *moves) noexcept nogil:
    cdef uint32_t offer[2]
    cdef uint32_t both
    cdef int office, count = 1
    keepable(c, s, offer)
    moves[0] = 0
    both = offer[0] | offer[1]
    while both:
        office = lowest_bit(both)
        both &= both - 1
        if (offer[0] >> office) & 1:
            moves[count] = <move_t>(1 + 2 * office)
            count += 1
        if (offer[1] >> office) & 1:
            moves[count] = <move_t>(2 + 2 * office)
            count += 1
    return count


cdef int _write_payment(const StauferState *s, move_t *moves) noexcept nogil:
    cdef int nobles, least, most
    payable_nobles(s, &least, &most)
    for nobles in range(least, most + 1):
        moves[nobles - least] = <move_t>nobles
    return most + 1 - least


cdef uint32_t _kinds_in(uint32_t pile) noexcept nogil:
    cdef uint32_t found = 0
    while pile:
        found |= <uint32_t>1 << ((pile & 15) - 1)
        pile >>= 4
    return found


cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    if s.phase == CHOOSE_ACTION:
        return bits_to_moves(actions(c, s), 0, moves)
    if s.phase == CHOOSE_SPACE:
        return bits_to_moves((<uint32_t>1 << c.spaces) - 1, 0, moves)
    if s.phase == CHOOSE_OFFICE:
        return bits_to_moves(payable_offices(c, s, &s.holding[s.actor], 0), 0, moves)
    if s.phase == CHOOSE_PAYMENT:
        return _write_payment(s, moves)
    if s.phase == CHOOSE_PIECE or s.phase == CHOOSE_SECOND:
        return bits_to_moves(0b11, 0, moves)
    if s.phase == CHOOSE_SAVING:
        return bits_to_moves(savings(c, s), 0, moves)
    if s.phase == CHOOSE_PRIVILEGE:
        return bits_to_moves(buyable(s) << 1 | 1, 0, moves)
    if s.phase == CHOOSE_CHESTS:
        return bits_to_moves(other_spaces(c, s) << 1 | 1, 0, moves)
    if s.phase == CHOOSE_SOURCE:
        return bits_to_moves(areas_with(&s.holding[s.actor], s.due_envoys == 0), 0, moves)
    if s.phase == CHOOSE_REVEALED:
        return bits_to_moves(_kinds_in(s.revealed), 0, moves)
    return _write_kept(c, s, moves)


cdef void _answer_supply(const StauferContext *c, StauferState *s, int move) noexcept nogil:
    """The answers of a supply action: its space (N2), whose chests (N3)."""
    if s.phase == CHOOSE_SPACE:
        s.space = move
        s.due_envoys = c.space_pieces[move].envoys
        s.due_nobles = c.space_pieces[move].nobles
        s.step = SUPPLY_CHESTS
    elif move == 0:
        _take_supply(s, s.space)
    else:
        _use(c, s, OTHER_SUPPLY)
        _take_supply(s, move - 1)


cdef bint _answer_place(const StauferContext *c, StauferState *s, int move) noexcept nogil:
    """The answers of a place action, N5 to N9; true if the next decision is already reached."""
    if s.phase == CHOOSE_OFFICE:
        return _go_to(c, s, move)
    if s.phase == CHOOSE_SAVING:
        return _save(c, s, move)
    if s.phase == CHOOSE_PIECE:
        return _occupy(c, s, move)
    if s.phase == CHOOSE_PAYMENT:
        return _pay_chosen(c, s, move)
    return _arrive(c, s, move)


cdef bint _pay_chosen(const StauferContext *c, StauferState *s, int nobles) noexcept nogil:
    cdef int slots = 2 if s.pay_double else 1
    tell(c, PAID, s.actor, 0, 1 + s.ring[s.pay_at], 1 + slots - nobles, 1 + nobles, 0)
    _pay_region(s, slots, nobles)
    return _pay(c, s)


cdef void _answer_kept(const StauferContext *c, StauferState *s, int move) noexcept nogil:
    """N12."""
    if move:
        s.kept[(move - 1) & 1] |= <uint32_t>1 << ((move - 1) >> 1)
        _use(c, s, KEEP_PIECE)
    else:
        next_keeper(c, s)


cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef StauferState *s = <StauferState *>state
    if s.phase == CHOOSE_ACTION:
        _act(c, s, move)
        if s.phase == CHOOSE_SPACE:
            return s.actor
    elif s.phase == CHOOSE_SPACE or s.phase == CHOOSE_CHESTS:
        _answer_supply(c, s, move)
    elif CHOOSE_OFFICE <= s.phase <= CHOOSE_SECOND:
        if _answer_place(c, s, move):
            return s.actor
    elif s.phase == CHOOSE_PRIVILEGE:
        if move:
            _buy(c, s, move)
    elif s.phase == CHOOSE_SOURCE:
        _take_back(c, s, move)
        _put_away(c, s)
    elif s.phase == CHOOSE_REVEALED:
        pick(s, move)
    else:
        _answer_kept(c, s, move)
    _run(c, s, rng)
    return actor(context, state)


cdef int secret(const void *context, const void *state) noexcept nogil:
    return 0        # S-6.5: all choices are open


cdef int round_(const void *context, const void *state) noexcept nogil:
    return (<const StauferState *>state).round


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """S-5.11: points, then pieces in the court."""
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef int64_t key[MAX_SEATS]
    cdef int seat
    for seat in range(c.seats):
        outcome.score[seat] = s.holding[seat].points
        key[seat] = (PIECES + 1) * s.holding[seat].points + s.holding[seat].court.envoys + s.holding[seat].court.nobles
    rank_by(outcome, c.seats, key)
