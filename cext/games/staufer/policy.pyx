"""Sensible play for simulations, and what an unfinished game is worth.

Values are rough guesses in tenths of a point, made from a seat's own knowledge. A choice is the best of its options
after some noise is added to each.
"""

from libc.stdint cimport uint32_t

from eminence.cext.core.game cimport MAX_MOVES, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.games.staufer.board cimport (
    around, count_bits, distance, lowest_bit, movement_slots, owns, payable_offices, placement_cost,
)
from eminence.cext.games.staufer.choices cimport actions, other_spaces, savings, track_envoy
from eminence.cext.games.staufer.jobs cimport CHESTS_PART, SERIES_PART, chest_points, job_points
from eminence.cext.games.staufer.rules cimport moves
from eminence.cext.games.staufer.state cimport (
    BONUS_CHESTS, BONUS_ENVOYS, BROWN, BY_COUNT, BY_PAIRS, CHEAP_OFFICE, CHOOSE_ACTION, CHOOSE_CHESTS, CHOOSE_FIGURE,
    CHOOSE_KEPT, CHOOSE_OFFICE, CHOOSE_PAYMENT, CHOOSE_PRIVILEGE, CHOOSE_REVEALED, CHOOSE_SAVING, CHOOSE_SECOND,
    CHOOSE_SOURCE, CHOOSE_SPACE, FIRST_SPACE, HIGHEST, KEEP_FIGURE, KINGS_REGION, NOBLE, NO_MOVEMENT, OTHER_SUPPLY,
    REGIONS, ROUNDS, VIOLET, Holding, StauferContext, StauferState,
)

cdef enum:
    NOISE = 24          # values are blurred by up to this much
    NEVER = 9           # `when` of a region that no known tile scores
    CHEST_BONUS = 18    # value of a chest from a region bonus

# What a figure more or less is worth, by figures in the court.
cdef int[20] FIGURE_VALUE = [14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2]
# What a privilege brings in a round.
cdef int[17] PRIVILEGE_VALUE = [0, 0, 12, 22, 18, 13, 18, 14, 30, 30, 18, 16, 8, 12, 35, 30, 18]
# How much of a region's points count, by rounds until it is scored; the last entry is for NEVER.
cdef int[10] SOON = [9, 5, 4, 3, 3, 3, 3, 3, 3, 2]

cdef struct Survey:
    # What the regions offer the actor.
    int gain[REGIONS][2]    # value of one more envoy, of one more noble
    int when[REGIONS]       # rounds until scored by a known tile
    int stays[REGIONS]      # 1: figures placed now are still there at the end, as far as the known tiles say


cdef inline int _figure_value(const StauferState *s, int court) noexcept nogil:
    """A figure's worth; in the last round there is little left to do with it."""
    cdef int value = FIGURE_VALUE[court if court < 19 else 19]
    if s.round < ROUNDS - 1:
        return value
    return value if s.waiting > 4 else value // 2


cdef int _privilege_value(const StauferContext *c, const StauferState *s, int privilege) noexcept nogil:
    if privilege == 1:
        return 10 * c.first_points[c.first_cards - s.display[0]] if s.display[0] else 0
    return PRIVILEGE_VALUE[privilege] * (2 * (ROUNDS - 1 - s.round) + (s.waiting > c.seats)) // 2


cdef int _chest_value(const StauferContext *c, const StauferState *s, const Holding *holding, int kind) noexcept nogil:
    cdef int left = ROUNDS - 1 - s.round
    cdef int value, court
    if kind == VIOLET:
        value = 16 + 6 * left
        return value + 14 if holding.chests[VIOLET] & 1 else value
    if kind == BROWN:
        value = holding.chests[BROWN] % c.series_length
        return 10 * (c.series_points[value + 1] - c.series_points[value]) + 3 * left
    if kind <= NOBLE:
        court = holding.court.envoys + holding.court.nobles
        value = 10 * c.chest_points[kind] + c.chest_envoys[kind] * _figure_value(s, court)
        value += c.chest_nobles[kind] * (4 + _figure_value(s, court))
        return value + 10 * c.orange_points if owns(holding, 16) else value
    if kind == CHEAP_OFFICE:
        return 14 + 5 * left
    if kind == NO_MOVEMENT or kind == KEEP_FIGURE:
        return 11 + 3 * left
    return 11 + left


cdef int _pile_value(const StauferContext *c, const StauferState *s, const Holding *holding, uint32_t pile) noexcept nogil:
    cdef int value = 0
    while pile:
        value += _chest_value(c, s, holding, <int>(pile & 15) - 1)
        pile >>= 4
    return value


cdef void _schedule(const StauferState *s, Survey *survey) noexcept nogil:
    """When each region is scored next: A tiles, and B tiles that name the king's region, whose way is known."""
    cdef int region, row, king = s.king
    for region in range(REGIONS):
        survey.when[region] = NEVER
        survey.stays[region] = 1
    for row in range(s.round, ROUNDS):
        region = s.row_region[row]
        if survey.when[region] == NEVER:
            survey.when[region] = row - s.round
        survey.stays[region] = survey.stays[region] and row == ROUNDS - 1
        if s.row_second[row] == KINGS_REGION:
            region = s.ring[king]
            if survey.when[region] == NEVER:
                survey.when[region] = row - s.round
            survey.stays[region] = survey.stays[region] and row == ROUNDS - 1
        king = around(king + s.row_steps[row])


cdef int _rank_value(const StauferContext *c, const StauferState *s, int region, int rank) noexcept nogil:
    """Points and bonus of a region for a rank, 0-based."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int amount = c.bonus_amount[region][rank if rank < 3 else 2]
    cdef int value
    if c.bonus[region] == BONUS_CHESTS:
        value = amount * CHEST_BONUS
    elif c.bonus[region] == BONUS_ENVOYS:
        value = amount * 8
    else:
        value = amount * 10
    if rank < 3:
        value += 10 * c.tile_points[s.tile[region]][rank]
        if owns(holding, 14):
            value += 10 * c.rank_points[rank]
    if owns(holding, 15):
        value += 10 * c.presence_points
    return value


cdef inline int _weight(const StauferState *s, int seat, uint32_t offices) noexcept nogil:
    cdef uint32_t left = s.own[seat][0] & offices, right = s.own[seat][1] & offices
    cdef int weight = 0
    if left:
        weight = count_bits(left) + count_bits(left & s.noble[0])
    if right:
        weight += count_bits(right) + count_bits(right & s.noble[1])
    return weight


cdef void _survey(const StauferContext *c, const StauferState *s, Survey *survey) noexcept nogil:
    """What one more figure in each region is worth to the actor for its scoring."""
    cdef uint32_t offices
    cdef int region, seat, mine, weight, now, one, two, base
    _schedule(s, survey)
    for region in range(REGIONS):
        offices = c.region_offices[region]
        mine = _weight(s, s.actor, offices)
        now = one = two = 0
        for seat in range(c.seats):
            if seat != s.actor:
                weight = _weight(s, seat, offices)
                now += weight > mine
                one += weight > mine + 1
                two += weight > mine + 2
        base = _rank_value(c, s, region, now) if mine else 0
        survey.gain[region][0] = (_rank_value(c, s, region, one) - base + 4) * SOON[survey.when[region]] // 10
        survey.gain[region][1] = (_rank_value(c, s, region, two) - base + 8) * SOON[survey.when[region]] // 10


cdef int _job_value(const StauferContext *c, const StauferState *s, const Survey *survey, int office) noexcept nogil:
    """What a figure there does for the actor's jobs, if it stays."""
    cdef int region = c.office_region[office], cost = c.office_cost[office]
    cdef int card = s.jobs[s.actor][2] - 1
    cdef int count, value
    if not survey.stays[region]:
        return 0
    value = 10 * c.pattern_points[s.jobs[s.actor][1] - 1] // (c.pattern_size[s.jobs[s.actor][1] - 1] + 1)
    if region == s.jobs[s.actor][0] - 1:
        value += 4 * c.region_job[0]
    if (c.office_job_costs[card] >> cost) & 1:
        count = count_bits(s.own[s.actor][0] & c.cost_offices[cost])
        if c.office_job[card] == BY_COUNT:
            value += 10 * (c.office_job_points[card][2] - c.office_job_points[card][1])
        elif c.office_job[card] == BY_PAIRS:
            value += 8 * c.office_job_points[card][1] if count & 1 else 2 * c.office_job_points[card][1]
        else:
            value += 5 * c.office_job_points[card][1] if count == 0 else 2 * c.office_job_points[card][1]
    return value * (3 + s.round) // 7


cdef inline int _noise(Rng *rng) noexcept nogil:
    return <int>(rng_next(rng) >> 32) % NOISE


cdef int _best_office(
    const StauferContext *c, const StauferState *s, int more_envoys, int *best_value, Rng *rng
) noexcept nogil:
    """The office the actor likes best, its net value in `best_value`."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef uint32_t offices = payable_offices(c, s, holding, more_envoys)
    cdef int court = holding.court.envoys + holding.court.nobles + more_envoys
    cdef int office, region, value, figures, best = -1
    cdef Survey survey
    _survey(c, s, &survey)
    best_value[0] = -1000000
    while offices:
        office = lowest_bit(offices)
        offices &= offices - 1
        region = c.office_region[office]
        figures = movement_slots(c, holding, distance(s.king, s.place[region])) + placement_cost(c, holding, office)
        if figures > court:
            figures = court         # a chest will help
        value = survey.gain[region][(c.noble_offices >> office) & 1] + _noise(rng)
        value += _pile_value(c, s, holding, s.under[office]) + _job_value(c, s, &survey, office)
        value -= figures * _figure_value(s, court - figures // 2)
        if s.place[region] == s.king and owns(holding, 6):
            value += 10 * c.king_points
        if value > best_value[0]:
            best_value[0] = value
            best = office
    return best


cdef int _best_space(const StauferContext *c, const StauferState *s, int *best_value, Rng *rng) noexcept nogil:
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int court = holding.court.envoys + holding.court.nobles
    cdef int figure = _figure_value(s, court)
    cdef int space, value, best = 0
    best_value[0] = -1000000
    for space in range(c.spaces):
        value = c.space_figures[space].envoys * figure + c.space_figures[space].nobles * (figure + 5)
        value += _pile_value(c, s, holding, s.supply[space]) + _noise(rng)
        if value > best_value[0]:
            best_value[0] = value
            best = space
    if owns(holding, 9):
        best_value[0] += 10 * c.supply_points
    if owns(holding, 8):
        best_value[0] += CHEST_BONUS
    if owns(holding, 7):
        best_value[0] += figure
    return best


cdef move_t _action(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    """Supply or place, whichever promises more; the first-space chest now and then."""
    cdef int legal = actions(c, s)
    cdef int supply, place, move = 0
    if legal & 0b0010:
        _best_space(c, s, &supply, rng)
        _best_office(c, s, track_envoy(c, s, &s.holding[s.actor]), &place, rng)
        move = place > supply
    if s.round < ROUNDS - 1 and s.supplied and (legal >> (move + 2)) & 1 and rng_below(rng, 8) == 0:
        move += 2
    return <move_t>move


cdef move_t _chests(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    """N3: the chest goes when another pile is clearly better."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef uint32_t spaces = other_spaces(c, s)
    cdef int value, best_value = _pile_value(c, s, holding, s.supply[s.space]) + 12 + _noise(rng)
    cdef int best = 0
    while spaces:
        value = _pile_value(c, s, holding, s.supply[lowest_bit(spaces)])
        if value > best_value:
            best_value = value
            best = 1 + lowest_bit(spaces)
        spaces &= spaces - 1
    return <move_t>best


cdef move_t _privilege(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    cdef move_t legal[MAX_MOVES]
    cdef int i, value, best = 0, best_value = 22
    for i in range(1, moves(c, s, legal)):
        value = _privilege_value(c, s, legal[i]) + _noise(rng)
        if value > best_value:
            best_value = value
            best = legal[i]
    return <move_t>best


cdef move_t _saving(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    """N6: figures saved against the chests they cost."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int legal = savings(c, s)
    cdef int movement = movement_slots(c, holding, distance(s.king, s.place[c.office_region[s.office]]))
    cdef int cost = placement_cost(c, holding, s.office)
    cdef int court = holding.court.envoys + holding.court.nobles
    cdef int used, value, best = 0, best_value = -1000000
    for used in range(4):
        if (legal >> used) & 1:
            value = (movement if used & 1 else 0) + (cost - 1 if used & 2 else 0)
            value = value * _figure_value(s, court - 4 if court > 4 else 0) + _noise(rng)
            if used & 1:
                value -= _chest_value(c, s, holding, NO_MOVEMENT)
            if used & 2:
                value -= _chest_value(c, s, holding, CHEAP_OFFICE)
            if value > best_value:
                best_value = value
                best = used
    return <move_t>best


cdef move_t _figure(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    """N7: a noble where it wins a better rank soon."""
    cdef Survey survey
    cdef int region = c.office_region[s.office]
    _survey(c, s, &survey)
    return survey.gain[region][1] + _noise(rng) > survey.gain[region][0] + NOISE // 2 + 10


cdef move_t _source(const StauferContext *c, const StauferState *s) noexcept nogil:
    """N10: from where the king comes last."""
    cdef move_t legal[MAX_MOVES]
    cdef int i, far, best = 0, best_far = -1
    for i in range(moves(c, s, legal)):
        far = distance(around(s.king + 1), legal[i])
        if far > best_far:
            best_far = far
            best = legal[i]
    return <move_t>best


cdef move_t _revealed(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    cdef uint32_t pile = s.revealed
    cdef int kind, value, best = 0, best_value = -1000000
    while pile:
        kind = <int>(pile & 15) - 1
        pile >>= 4
        value = _chest_value(c, s, &s.holding[s.actor], kind) + _noise(rng)
        if value > best_value:
            best_value = value
            best = kind
    return <move_t>best


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef move_t legal[MAX_MOVES]
    cdef int value
    if s.phase == CHOOSE_ACTION:
        return _action(c, s, rng)
    if s.phase == CHOOSE_SPACE:
        return <move_t>_best_space(c, s, &value, rng)
    if s.phase == CHOOSE_OFFICE:
        return <move_t>_best_office(c, s, 0, &value, rng)
    if s.phase == CHOOSE_PRIVILEGE:
        return _privilege(c, s, rng)
    if s.phase == CHOOSE_CHESTS:
        return _chests(c, s, rng)
    if s.phase == CHOOSE_SAVING:
        return _saving(c, s, rng)
    if s.phase == CHOOSE_FIGURE:
        return _figure(c, s, rng)
    if s.phase == CHOOSE_SECOND:
        return rng_below(rng, 4) > 0
    if s.phase == CHOOSE_SOURCE:
        return _source(c, s)
    if s.phase == CHOOSE_REVEALED:
        return _revealed(c, s, rng)
    value = moves(c, s, legal)
    if s.phase == CHOOSE_PAYMENT:           # nobles are saved
        return legal[0] if rng_below(rng, 16) else legal[value - 1]
    return legal[rng_below(rng, value)]


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points so far, chests, jobs by what stands there, and a share of what the rest of the game brings."""
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef float left = ROUNDS - s.round - 1 + <float>s.waiting / (3 * c.seats)
    cdef int seat, privilege
    cdef float score
    for seat in range(c.seats):
        score = s.holding[seat].points + chest_points(c, s, seat, SERIES_PART) + chest_points(c, s, seat, CHESTS_PART)
        score += 0.5 * (job_points(c, s, seat, 0) + job_points(c, s, seat, 1) + job_points(c, s, seat, 2))
        for privilege in range(2, 17):
            if owns(&s.holding[seat], privilege):
                score += 0.07 * PRIVILEGE_VALUE[privilege] * left
        score += (0.5 + 0.1 * left) * (s.holding[seat].court.envoys + 1.5 * s.holding[seat].court.nobles)
        outcome.score[seat] = score + 14 * left
    return 4 + 4 * left
