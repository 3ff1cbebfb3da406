"""Sensible play for simulations, and what an unfinished game is worth.

Values are rough guesses in tenths of a point, made from a seat's own knowledge. A choice is the best of its options
after some noise is added to each.
"""

from libc.stdint cimport int16_t, uint32_t
from libc.string cimport memcpy, memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, MAX_SEATS, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.types cimport u8
from eminence.cext.core.weights cimport soften
from eminence.cext.games.staufer.rules_board cimport (
    around, distance, job_card, movement_slots, owned, owns, payable_offices, placement_cost, price_index,
    stronger, way_index,
)
from eminence.cext.games.staufer.rules_choices cimport other_spaces, payable_nobles, savings, track_envoy
from eminence.cext.games.staufer.rules_jobs cimport chest_points, job_points
from eminence.cext.games.staufer.rules cimport moves
from eminence.cext.games.staufer.state cimport (
    BONUS_ENVOYS, BONUS_POINTS, BROWN, BY_COUNT, BY_PAIRS, CARDS, CARD_POINTS, CATEGORIES, CHEAP_OFFICE, CHOOSE_ACTION,
    CHOOSE_CHESTS, CHOOSE_OFFICE, CHOOSE_PAYMENT, CHOOSE_PIECE, CHOOSE_PRIVILEGE, CHOOSE_REVEALED, CHOOSE_SAVING,
    CHOOSE_SECOND, CHOOSE_SOURCE, CHOOSE_SPACE, EXTRA_CHEST, EXTRA_POINTS, FIRST, FIRST_SPACE, HIGHEST, KEEP_PIECE,
    KINDS, KINGS_REGION, KING_POINTS, MEMBERS, NOBLES_1, NO_MOVEMENT, OFFICES, ORANGE_POINTS, PART_BROWN, PART_CHESTS,
    PART_OFFICES, PART_PATTERN, PART_REGION, PRESENCE_POINTS, RANKS, RANK_POINTS, REGIONS, ROUNDS,
    SAVE_COST, SAVE_MOVEMENT, VIOLET, Holding, StauferContext, StauferState,
)

cdef enum:
    NOISE = 18          # values are blurred by up to this much
    CHEST_BONUS = 24    # value of a chest from a region bonus
    GLANCES = 4         # offices looked at to decide between supply and place
    LOOKS = 16          # offices looked at to choose one

# What a piece more or less is worth, by pieces in the court.
cdef int[20] PIECE_VALUE = [14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2]
# The same at the end of the game, where there is little left to do with it.
cdef int[20] LATE_VALUE = [7, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
# What a privilege brings in a round.
cdef int[17] PRIVILEGE_VALUE = [0, 0, 12, 18, 18, 13, 18, 10, 30, 30, 18, 16, 8, 12, 35, 30, 18]
# What a chest that is kept is worth at the end, and more for each round left; orange ones by what they bring.
cdef int[KINDS] CHEST_VALUE = [16, 0, 0, 0, 0, 0, 0, 0, 7, 11, 11, 11, 14, 11, 0]
cdef int[KINDS] CHEST_USE = [6, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 5, 18, 3]
# How much of a region's points count, in tenths: scored in this round, the next, the one after; later or nobody knows when.
cdef u8[4] SOON = [8, 5, 4, 3]

cdef struct Survey:
    # The table with the actor's eyes.
    int16_t chest[KINDS + 1]    # value of a chest by 1 + kind, as in a pile; 0: none
    u8 soon[8]                  # by region, see SOON; known tiles only
    int leaving                 # regions whose pieces do not stay to the end, likewise, as bits
    int king                    # value of the king's region
    int presence                # of being in a scored region at all
    const int *rank             # of a rank in a scored region
    const int *piece            # of a piece, by pieces in the court
    int pattern                 # of a piece for the pattern job
    int region_job              # region of that job, and what a piece there is worth for it
    int region
    const int *offices          # of a piece for the offices job, by cost and so on; NULL: jobs are not known
    const u8 *way               # pieces a movement costs, by ring position
    const u8 *price             # pieces an office costs, by its number


cdef inline const int *_piece_values(const StauferState *s) noexcept nogil:
    """What a piece is worth, by pieces in the court. A seat never has more than PIECES, and one of the placement track."""
    return &LATE_VALUE[0] if s.round == ROUNDS - 1 and s.waiting <= 4 else &PIECE_VALUE[0]


cdef inline int _piece_value(const StauferState *s, int court) noexcept nogil:
    return _piece_values(s)[court]


cdef int _privilege_value(const StauferContext *c, const StauferState *s, int privilege) noexcept nogil:
    if privilege == CARD_POINTS:
        return 10 * c.first_points[c.first_cards - s.display[CARD_POINTS - 1]]
    return PRIVILEGE_VALUE[privilege] * (2 * (ROUNDS - 1 - s.round) + (s.waiting > c.seats)) // 2


cdef inline void _value_chests(const StauferContext *c, const StauferState *s, int16_t *chest) noexcept nogil:
    """What each kind of chest is worth to the actor now, by 1 + kind."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef const int16_t *value = c.advice.chest[s.round]
    cdef int16_t piece = _piece_value(s, holding.court.envoys + holding.court.nobles)
    cdef int16_t orange = 10 * c.orange_points if owns(holding, ORANGE_POINTS) else 0
    cdef int16_t found[KINDS + 1]           # nothing else points here, so that the loop becomes a few vectors
    cdef int i, brown = owned(holding, BROWN)
    for i in range(KINDS + 1):
        found[i] = value[i] + piece * c.advice.envoys[i] + orange * c.advice.orange[i]
    memcpy(chest, found, sizeof(found))
    chest[1 + VIOLET] += 14 * (owned(holding, VIOLET) & 1)
    while brown >= c.series_length:
        brown -= c.series_length
    chest[1 + BROWN] += 10 * (c.series_points[brown + 1] - c.series_points[brown])


cdef inline int _pile_value(const int16_t *chest, uint32_t pile) noexcept nogil:
    """A pile has at most as many chests as there are rounds, and seldom more than three."""
    cdef int value = chest[pile & 15] + chest[pile >> 4 & 15] + chest[pile >> 8 & 15]
    if pile >> 12:
        value += chest[pile >> 12 & 15] + chest[pile >> 16]
    return value


cdef inline void _schedule(const StauferState *s, Survey *survey) noexcept nogil:
    """When regions are scored: A tiles, and B tiles that name the king's region, whose way is known."""
    cdef int king[ROUNDS]
    cdef int row
    king[s.round] = s.king
    survey.leaving = 0
    for row in range(s.round, ROUNDS - 1):
        survey.leaving |= 1 << s.row_region[row] | (s.row_second[row] == KINGS_REGION) << s.ring[king[row]]
        king[row + 1] = around(king[row] + s.row_steps[row])
    memset(survey.soon, SOON[3], sizeof(survey.soon))
    for row in range(min(s.round + 2, ROUNDS - 1), s.round - 1, -1):       # what comes first counts
        if s.row_second[row] == KINGS_REGION:
            survey.soon[s.ring[king[row]]] = SOON[row - s.round]
        survey.soon[s.row_region[row]] = SOON[row - s.round]


cdef inline void _survey(const StauferContext *c, const StauferState *s, Survey *survey) noexcept nogil:
    cdef const Holding *holding = &s.holding[s.actor]
    survey.king = 10 * c.king_points if owns(holding, KING_POINTS) else 0
    survey.way = c.movement[way_index(holding)] + REGIONS - s.king
    survey.price = c.cost[price_index(holding)]
    survey.presence = c.advice.presence[owns(holding, PRESENCE_POINTS)]
    survey.rank = c.advice.rank[owns(holding, RANK_POINTS)]
    survey.piece = _piece_values(s)
    survey.offices = NULL
    if s.jobs[s.actor][0]:
        survey.offices = &c.advice.offices[job_card(s, s.actor, PART_OFFICES)][0][0]
        survey.pattern = c.advice.pattern[job_card(s, s.actor, PART_PATTERN)]
        survey.region_job = job_card(s, s.actor, PART_REGION)
        survey.region = 2 * c.region_job[0]
    _schedule(s, survey)
    _value_chests(c, s, survey.chest)


cdef void advise(StauferContext *c) noexcept nogil:
    """Works out once what choices look up; a game changes none of it."""
    cdef int region, rank, card, cost, points, unit, kind, now
    for kind in range(KINDS):
        for now in range(ROUNDS):
            c.advice.chest[now][1 + kind] = CHEST_VALUE[kind] + (ROUNDS - 1 - now) * CHEST_USE[kind]
    for kind in range(VIOLET + 1, NOBLES_1 + 1):
        for now in range(ROUNDS):
            c.advice.chest[now][1 + kind] += 10 * c.chest_points[kind]
        c.advice.envoys[1 + kind] = c.chest_envoys[kind] + (kind == NOBLES_1)
        c.advice.orange[1 + kind] = 1
    for rank in range(MAX_SEATS):
        for region in range(REGIONS):
            unit = 10 if c.bonus[region] == BONUS_POINTS else 8 if c.bonus[region] == BONUS_ENVOYS else CHEST_BONUS
            for card in range(CARDS):
                c.advice.region[region][card][rank] = unit * c.bonus_amount[region][min(rank, RANKS - 1)]
                if rank < RANKS:
                    c.advice.region[region][card][rank] += 10 * c.tile_points[card][rank]
        if rank < RANKS:
            c.advice.rank[1][rank] = 10 * c.rank_points[rank]
    c.advice.presence[1] = 10 * c.presence_points
    for card in range(CARDS):
        c.advice.pattern[card] = 10 * c.pattern_points[card] // (c.pattern_size[card] + 1)
        points = c.office_job_points[card][1]
        for cost in range(HIGHEST + 1):
            if not c.office_job_costs[card] >> cost & 1:
                continue
            if c.office_job[card] == BY_COUNT:
                points = 10 * (c.office_job_points[card][2] - c.office_job_points[card][1])
                c.advice.offices[card][cost] = [points, points, points]
            elif c.office_job[card] == BY_PAIRS:
                c.advice.offices[card][cost] = [2 * points, 8 * points, 2 * points]
            else:
                c.advice.offices[card][cost] = [5 * points, 2 * points, 2 * points]


cdef inline int _gain(
    const StauferContext *c, const StauferState *s, const Survey *survey, int region, int weight
) noexcept nogil:
    """What so much more weight in a region is worth to the actor for its scoring."""
    cdef const int *region_value = c.advice.region[region][s.tile[region]]
    cdef int mine = s.weight[region][s.actor]
    cdef int after = stronger(s, region, mine + weight)     # the actor itself never is
    cdef int before = stronger(s, region, mine)
    cdef int value = region_value[after] + survey.rank[after]
    value += survey.presence if mine == 0 else -region_value[before] - survey.rank[before]
    return (28 * weight + value) * survey.soon[region] // 10


cdef inline int _job_value(
    const StauferContext *c, const StauferState *s, const Survey *survey, int office, int region
) noexcept nogil:
    """What a piece that stays on an office does for the actor's jobs."""
    cdef int cost = c.office_cost[office], count, value
    if survey.offices == NULL:
        return 0
    count = bit_count(s.own[s.actor][0] & c.cost_offices[cost])
    value = survey.pattern + survey.offices[3 * cost + (2 - (count & 1) if count else 0)]
    value += survey.region * (region == survey.region_job)
    return value * (3 + s.round) // 7


cdef inline int _noise(Rng *rng) noexcept nogil:
    return <int>((rng_next(rng) >> 40) % NOISE)


cdef inline int _office_value(
    const StauferContext *c, const StauferState *s, Survey *survey, int office, int court
) noexcept nogil:
    """What the actor has from occupying an office, with so many pieces in the court."""
    cdef int region = c.office_region[office], place = s.place[region]
    cdef int pieces = survey.way[place] + survey.price[c.office_cost[office]]
    cdef int value = _gain(c, s, survey, region, 1 + ((c.noble_offices >> office) & 1))
    value += _pile_value(survey.chest, s.under[office])
    if not survey.leaving >> region & 1:
        value += _job_value(c, s, survey, office, region)
    value += survey.king * (place == s.king)
    if pieces > court:
        pieces = court          # a chest will help
    return value - pieces * survey.piece[court - (pieces >> 1)]


cdef inline uint32_t _turned(uint32_t offices, int start) noexcept nogil:
    """The offices beginning with number `start`, so that a few of them are a random few."""
    return (offices >> start) | (offices << (OFFICES - 1 - start) << 1)


cdef int _best_office(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    cdef const Holding *holding = &s.holding[s.actor]
    cdef uint32_t offices = payable_offices(c, s, holding, 0)
    cdef int court = holding.court.envoys + holding.court.nobles
    cdef int office, value, best = -0x7fffffff
    cdef int looks = LOOKS, start = rng_next(rng) >> 59
    cdef Survey survey
    _survey(c, s, &survey)
    offices = _turned(offices, start)
    while offices and looks:
        looks -= 1
        office = (lowest_bit(offices) + start) & (OFFICES - 1)
        offices &= offices - 1
        value = _office_value(c, s, &survey, office, court) + _noise(rng)
        best = max(best, (value * LOOKS + looks) * OFFICES + office)    # the first of equal ones, without a branch
    return best & (OFFICES - 1)


cdef int _best_space(
    const StauferContext *c, const StauferState *s, const int16_t *chest, int *best_value, Rng *rng
) noexcept nogil:
    """The supply space the actor likes best, and its value."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int piece = _piece_value(s, holding.court.envoys + holding.court.nobles)
    cdef int space, value, best = -0x7fffffff
    for space in range(c.spaces):
        value = c.space_pieces[space].envoys * piece + c.space_pieces[space].nobles * (piece + 8)
        value += _pile_value(chest, s.supply[space]) + _noise(rng)
        best = max(best, value * 8 + 7 - space)        # the first of equal ones, without a branch
    best_value[0] = best >> 3
    return 7 - (best & 7)


cdef move_t _action(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    """Supply or a place action on one of a few offices, whichever promises more; the first-space chest now and then."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int envoy = track_envoy(c, s, holding)
    cdef uint32_t offices = payable_offices(c, s, holding, envoy)
    cdef int supply, value, looks, court, start = rng_next(rng) >> 59, place = 0
    cdef Survey survey
    if offices:
        _survey(c, s, &survey)
        _best_space(c, s, survey.chest, &supply, rng)
        if owns(holding, EXTRA_POINTS):
            supply += 10 * c.extra_points
        if owns(holding, EXTRA_CHEST):
            supply += CHEST_BONUS
        court = holding.court.envoys + holding.court.nobles + envoy
        offices = _turned(offices, start)
        looks = GLANCES
        while offices and looks and not place:
            looks -= 1
            value = _office_value(c, s, &survey, (lowest_bit(offices) + start) & (OFFICES - 1), court) + _noise(rng)
            place = value + envoy * 4 - 6 > supply
            offices &= offices - 1
    if owned(holding, FIRST_SPACE) and s.supplied and s.round < ROUNDS - 1 and rng_below(rng, 8) == 0:
        if not place or not envoy:
            return <move_t>(FIRST | place)
    return <move_t>place


cdef move_t _chests(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    """N3: the chest goes when another pile is clearly better."""
    cdef uint32_t spaces = other_spaces(c, s)
    cdef int16_t chest[KINDS + 1]
    cdef int value, best_value, best = 0
    _value_chests(c, s, chest)
    best_value = _pile_value(chest, s.supply[s.space]) + 12 + _noise(rng)
    while spaces:
        value = _pile_value(chest, s.supply[lowest_bit(spaces)])
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
    """N6: pieces saved against the chests they cost."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int legal = savings(c, s)
    cdef int movement = movement_slots(c, holding, distance(s.king, s.place[c.office_region[s.office]]))
    cdef int cost = placement_cost(c, holding, s.office)
    cdef int court = holding.court.envoys + holding.court.nobles
    cdef int used, value, best = 0, best_value = -1000000
    cdef int16_t chest[KINDS + 1]
    _value_chests(c, s, chest)
    for used in range((SAVE_MOVEMENT | SAVE_COST) + 1):
        if (legal >> used) & 1:
            value = (movement if used & SAVE_MOVEMENT else 0) + (cost - 1 if used & SAVE_COST else 0)
            value = value * _piece_value(s, court - 4 if court > 4 else 0) + _noise(rng)
            if used & SAVE_MOVEMENT:
                value -= chest[1 + NO_MOVEMENT]
            if used & SAVE_COST:
                value -= chest[1 + CHEAP_OFFICE]
            if value > best_value:
                best_value = value
                best = used
    return <move_t>best


cdef move_t _piece(const StauferContext *c, const StauferState *s, Rng *rng) noexcept nogil:
    """N7: a noble where it wins a better rank soon."""
    cdef Survey survey
    cdef int region = c.office_region[s.office]
    _survey(c, s, &survey)
    return _gain(c, s, &survey, region, 2) + _noise(rng) > _gain(c, s, &survey, region, 1) + NOISE // 2 + 10


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
    cdef int16_t chest[KINDS + 1]
    cdef int kind, value, best = 0, best_value = -1000000
    _value_chests(c, s, chest)
    while pile:
        kind = <int>(pile & 15) - 1
        pile >>= 4
        value = chest[1 + kind] + _noise(rng)
        if value > best_value:
            best_value = value
            best = kind
    return <move_t>best


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef move_t legal[MAX_MOVES]
    cdef int16_t chest[KINDS + 1]
    cdef int value, least, most
    if s.phase == CHOOSE_ACTION:
        return _action(c, s, rng)
    if s.phase == CHOOSE_SPACE:
        _value_chests(c, s, chest)
        return <move_t>_best_space(c, s, chest, &value, rng)
    if s.phase == CHOOSE_OFFICE:
        return <move_t>_best_office(c, s, rng)
    if s.phase == CHOOSE_PRIVILEGE:
        return _privilege(c, s, rng)
    if s.phase == CHOOSE_CHESTS:
        return _chests(c, s, rng)
    if s.phase == CHOOSE_SAVING:
        return _saving(c, s, rng)
    if s.phase == CHOOSE_PIECE:
        return _piece(c, s, rng)
    if s.phase == CHOOSE_SECOND:
        return rng_below(rng, 8) > 0
    if s.phase == CHOOSE_SOURCE:
        return _source(c, s)
    if s.phase == CHOOSE_REVEALED:
        return _revealed(c, s, rng)
    if s.phase == CHOOSE_PAYMENT:           # nobles are saved
        payable_nobles(s, &least, &most)
        return least if rng_below(rng, 16) else most
    value = moves(c, s, legal)
    return legal[1 + rng_below(rng, value - 1)] if rng_below(rng, 8) else 0     # pieces are kept


cdef void _value_moves(
    const StauferContext *c, const StauferState *s, const move_t *legal, int count, int *values
) noexcept nogil:
    """Values of the moves in those phases where they differ most; 0 elsewhere."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int court = holding.court.envoys + holding.court.nobles
    cdef int piece = _piece_value(s, court)
    cdef int i
    cdef Survey survey
    _survey(c, s, &survey)
    for i in range(count):
        if s.phase == CHOOSE_OFFICE:
            values[i] = _office_value(c, s, &survey, legal[i], court)
        elif s.phase == CHOOSE_SPACE:
            values[i] = c.space_pieces[legal[i]].envoys * piece + c.space_pieces[legal[i]].nobles * (piece + 8)
            values[i] += _pile_value(survey.chest, s.supply[legal[i]])
        elif s.phase == CHOOSE_PRIVILEGE:
            values[i] = _privilege_value(c, s, legal[i]) if legal[i] else 22
        elif s.phase == CHOOSE_REVEALED:
            values[i] = survey.chest[1 + legal[i]]
        elif s.phase == CHOOSE_PAYMENT:
            values[i] = -20 * legal[i]
        else:
            values[i] = 0


cdef void prior(
    const void *context, const void *state, const move_t *legal, int count, float *weights
) noexcept nogil:
    """Twice the weight for every 1.4 points more."""
    cdef int values[MAX_MOVES]
    cdef int i
    _value_moves(<const StauferContext *>context, <const StauferState *>state, legal, count, values)
    for i in range(count):
        weights[i] = values[i]
    soften(weights, count, 20, <float>0.01)


cdef struct Worth:
    # Points at the end of the game for each thing a seat has.
    float points
    float jobs          # for each point its jobs would bring now
    float office
    float envoy         # in the court
    float noble
    float paid          # pieces in payment areas
    float series        # for each point the brown chests would bring now
    float brown
    float chests        # for each point the other chests would bring now
    float place         # one place further back in the turn order, at 5 seats
    float privilege     # for each point a privilege brings in a round
    float cheap_office
    float keep_piece
    float violet

# By rounds left. Fitted to the final scores of 1,150 games of `mcts` against itself, at the beginning of rounds.
cdef Worth[6] WORTH = [
    [1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0],
    [0.78, 0.3, 5.4, 1, 1.55, 0.25, 0.7, 0.6, 1.5, -1.1, 1.85, 1.2, 0, 0],
    [0.75, 0.18, 5.4, 1.05, 1.8, 0.45, 0.6, 1.1, 1.5, -0.5, 3.1, 1.7, 4, 0.2],
    [0.7, 0.1, 5, 1.5, 2.15, 0.8, 0.8, 0.65, 1.3, -0.8, 4.2, 1.8, 4.6, 2.2],
    [0.6, 0.08, 3.6, 1.4, 1.9, 0.9, 0.4, 1.1, 1.2, -1, 4.3, 1.3, 3.8, 2.3],
    [0.6, 0.08, 3.6, 1.4, 1.9, 0.9, 0.4, 1.1, 1.2, -1, 4.3, 1.3, 3.8, 2.3],
]
# What every seat still gets, by rounds left and seats.
cdef float[6][6] REST = [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 28.7, 33.4, 29.1, 22.1],
    [0, 0, 49.6, 55.5, 49.0, 39.1],
    [0, 0, 66.8, 73.2, 65.6, 53.4],
    [0, 0, 89.9, 96.1, 87.6, 73.2],
    [0, 0, 107, 113, 104, 88],
]


cdef float _worth(const StauferContext *c, const StauferState *s, int seat, const Worth *worth) noexcept nogil:
    cdef const Holding *holding = &s.holding[seat]
    cdef float score, place = 0
    cdef uint32_t owned_ones = holding.privileges
    cdef int position, category, jobs = 0, paid = 0, brought = 0
    for position in range(REGIONS):
        paid += holding.paid[position].envoys + holding.paid[position].nobles
    for position in range(s.waiting):
        if s.order[position] == seat:
            place += 5.0 * position / c.seats - 7
    while owned_ones:
        brought += PRIVILEGE_VALUE[1 + lowest_bit(owned_ones)]
        owned_ones &= owned_ones - 1
    score = worth.points * holding.points
    for category in range(CATEGORIES):
        jobs += job_points(c, s, seat, category)
    score += worth.jobs * jobs
    score += worth.office * (bit_count(s.own[seat][0]) + bit_count(s.own[seat][1]))
    score += worth.envoy * holding.court.envoys + worth.noble * holding.court.nobles + worth.paid * paid
    score += worth.series * chest_points(c, s, seat, PART_BROWN) + worth.brown * owned(holding, BROWN)
    score += worth.chests * chest_points(c, s, seat, PART_CHESTS)
    score += worth.place * place / MEMBERS + 0.1 * worth.privilege * brought
    score += worth.cheap_office * owned(holding, CHEAP_OFFICE) + worth.keep_piece * owned(holding, KEEP_PIECE)
    return score + worth.violet * owned(holding, VIOLET)


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """What every seat has and is still going to get. Between the beginnings of two rounds it is a mean of both."""
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef float part = <float>s.waiting / (MEMBERS * c.seats)    # of this round is left
    cdef int left = ROUNDS - 1 - s.round                        # rounds after this one
    cdef int seat
    for seat in range(c.seats):
        outcome.score[seat] = part * (_worth(c, s, seat, &WORTH[left + 1]) + REST[left + 1][c.seats])
        if part < 1:
            outcome.score[seat] += (1 - part) * (_worth(c, s, seat, &WORTH[left]) + REST[left][c.seats])
    return 5 + 0.5 * (left + part) if left else 1 + 4.5 * part
