"""What a learned prior looks at in The Staufer Dynasty."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport move_t
from eminence.cext.games.staufer.rules_board cimport (
    around, distance, job_card, movement_slots, owned, owns, payable_offices, pile_length, placement_cost, stronger,
)
from eminence.cext.games.staufer.rules_choices cimport track_envoy
from eminence.cext.games.staufer.state cimport (
    BROWN, CHOOSE_ACTION, CHOOSE_CHESTS, CHOOSE_OFFICE, CHOOSE_PAYMENT, CHOOSE_PIECE, CHOOSE_PRIVILEGE,
    CHOOSE_REVEALED, CHOOSE_SAVING, CHOOSE_SECOND, CHOOSE_SOURCE, CHOOSE_SPACE, FIRST, FIRST_SPACE,
    KINGS_REGION, KING_POINTS, MEMBERS, NOBLE, NOBLES_1, ORANGE_POINTS, PART_OFFICES,
    PART_PATTERN, PART_REGION, PLACE, POINTS_2, RANKS, REGIONS, ROUNDS, SAVE_COST, SAVE_MOVEMENT, VIOLET, Holding,
    StauferContext, StauferState,
)

cdef struct Look:
    # The table with the actor's eyes, as far as offices need it.
    int scored[3]           # regions scored by a known tile in this round and the next two, as bits
    int leaving             # regions whose pieces do not stay to the end, as far as the known tiles say
    int missing             # regions of the nearest realisation of the pattern job that are not held to the end
    int progress[REGIONS]   # how many fewer they are with a piece in this one
    int court               # pieces
    float *columns
    int count


cdef inline void _put(const Look *look, int feature, int move, float value) noexcept nogil:
    look.columns[feature * look.count + move] = value


cdef inline void _add(const Look *look, int feature, int move, float value) noexcept nogil:
    look.columns[feature * look.count + move] += value


cdef inline void _plan(const StauferState *s, Look *look) noexcept nogil:
    """When regions are scored: A tiles, and B tiles that name the king's region, whose way is known."""
    cdef int row, scored, king = s.king
    look.scored[1] = look.scored[2] = look.leaving = 0
    for row in range(s.round, ROUNDS):
        scored = 1 << s.row_region[row] | (s.row_second[row] == KINGS_REGION) << s.ring[king]
        if row < s.round + 3:
            look.scored[row - s.round] = scored
        if row < ROUNDS - 1:
            look.leaving |= scored
        king = around(king + s.row_steps[row])


cdef inline int _missing(const StauferContext *c, int card, int held) noexcept nogil:
    """Ring positions of the nearest realisation of a pattern that are not held."""
    cdef int i, best = REGIONS
    for i in range(c.pattern_count[card]):
        best = min(best, bit_count(c.patterns[card][i] & ~held))
    return best


cdef void _pattern(const StauferContext *c, const StauferState *s, Look *look) noexcept nogil:
    """How near the pattern job is, and what each region does for it."""
    cdef int card = job_card(s, s.actor, PART_PATTERN), region, place, held = 0
    look.missing = 0
    memset(look.progress, 0, sizeof(look.progress))
    if card < 0:
        return
    for region in range(REGIONS):
        if s.weight[region][s.actor] and not look.leaving >> region & 1:
            held |= 1 << s.place[region]
    look.missing = _missing(c, card, held)
    for region in range(REGIONS):
        place = s.place[region]
        if look.missing and not (held >> place | look.leaving >> region) & 1:
            look.progress[region] = look.missing - _missing(c, card, held | 1 << place)


cdef inline float _tile_points(const StauferContext *c, const StauferState *s, int region, int weight) noexcept nogil:
    """Points of the region's score tile that so much more weight brings the actor."""
    cdef int mine = s.weight[region][s.actor], after = stronger(s, region, mine + weight), before
    cdef float points = c.tile_points[s.tile[region]][after] if after < RANKS else 0
    if mine:
        before = stronger(s, region, mine)
        points -= c.tile_points[s.tile[region]][before] if before < RANKS else 0
    return points


cdef void _pile(const StauferContext *c, const StauferState *s, const Look *look, int move, uint32_t pile) noexcept nogil:
    """The chests of a pile."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int kind, violet = 0, brown = owned(holding, BROWN) % c.series_length, series = brown
    while pile:
        kind = <int>(pile & 15) - 1
        pile >>= 4
        if kind == VIOLET:
            violet += 1
        elif kind == BROWN:
            series += 1
        elif POINTS_2 <= kind <= NOBLES_1:
            _add(look, CHEST_POINTS, move, c.chest_points[kind])
            _add(look, CHEST_ENVOYS, move, c.chest_envoys[kind])
            _add(look, CHEST_NOBLES, move, c.chest_nobles[kind])
            if owns(holding, ORANGE_POINTS):
                _add(look, ORANGE_POINTS_DUE, move, c.orange_points)
        else:
            _add(look, FIRST_CHESTS + kind - FIRST_SPACE, move, 1)
    _put(look, VIOLET_CHESTS, move, violet)
    _put(look, VIOLET_PAIRS, move, (owned(holding, VIOLET) % 2 + violet) // 2)
    _put(look, BROWN_CHESTS, move, series - brown)
    if series > brown:
        series = min(series, <int>c.series_length)
        _put(look, SERIES_POINTS, move, c.series_points[series] - c.series_points[brown])


cdef void _office(const StauferContext *c, const StauferState *s, const Look *look, int move, int office) noexcept nogil:
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int region = c.office_region[office], place = s.place[region], cost = c.office_cost[office]
    cdef int steps = distance(s.king, place), seat, rivals = 0, card
    cdef int noble = c.noble_offices >> office & 1
    cdef int left = look.court - movement_slots(c, holding, steps) - placement_cost(c, holding, office)
    cdef float points = _tile_points(c, s, region, 1 + noble)
    _pile(c, s, look, move, s.under[office])
    _put(look, PIECES_PAID, move, look.court - left)
    _put(look, PIECES_LEFT, move, max(left, 0))
    _put(look, NEARLY_BROKE, move, left < 2)
    _put(look, STEPS, move, steps)
    _put(look, OFFICE_COST, move, cost)
    _put(look, NOBLE_OFFICE, move, noble)
    _put(look, SCORED_NOW, move, look.scored[0] >> region & 1)
    _put(look, SCORED_NEXT, move, look.scored[1] >> region & 1)
    _put(look, SCORED_AFTER, move, look.scored[2] >> region & 1)
    if look.scored[0] >> region & 1:
        _put(look, TILE_POINTS_NOW, move, points)
    if (look.scored[1] | look.scored[2]) >> region & 1:
        _put(look, TILE_POINTS_SOON, move, points)
    _put(look, FIRST_RANK, move, stronger(s, region, s.weight[region][s.actor] + 1 + noble) == 0)
    _put(look, NEW_REGION, move, s.weight[region][s.actor] == 0)
    for seat in range(c.seats):
        rivals += seat != s.actor and s.weight[region][seat] > 0
    _put(look, RIVALS, move, rivals)
    if owns(holding, KING_POINTS) and place == s.king:
        _put(look, KING_POINTS_DUE, move, c.king_points)
    if look.leaving >> region & 1:
        return
    _put(look, JOB_REGION, move, job_card(s, s.actor, PART_REGION) == region)
    _put(look, JOB_PATTERN, move, look.progress[region])
    _put(look, PATTERN_WHOLE, move, look.missing > 0 and look.missing == look.progress[region])
    card = job_card(s, s.actor, PART_OFFICES)
    if card >= 0:
        _put(look, JOB_OFFICES, move, c.office_job_costs[card] >> cost & 1)


cdef void _action(const StauferContext *c, const StauferState *s, const Look *look, int move, int action) noexcept nogil:
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int envoy = track_envoy(c, s, holding), space, office, pile = 0
    cdef uint32_t offices
    cdef float points = 0
    if action & FIRST:
        _put(look, FIRST_PLACE if action & PLACE else FIRST_SUPPLY, move, 1)
    if not action & PLACE:
        for space in range(c.spaces):
            pile = max(pile, pile_length(s.supply[space]))
        _put(look, SUPPLY_PILE, move, pile)
        return
    offices = payable_offices(c, s, holding, envoy)
    while offices:
        office = lowest_bit(offices)
        offices &= offices - 1
        pile = max(pile, pile_length(s.under[office]))
        if look.scored[0] >> c.office_region[office] & 1:
            points = max(points, _tile_points(c, s, c.office_region[office], 1))
    _put(look, PLACE_ACTION, move, 1)
    _put(look, PLACE_COURT, move, look.court)
    _put(look, PLACE_POOR, move, look.court < 3)
    _put(look, PLACE_ENVOY, move, envoy)
    _put(look, PLACE_TURNS, move, <float>s.waiting / (MEMBERS * c.seats))
    _put(look, PLACE_PILE, move, pile)
    _put(look, PLACE_POINTS_NOW, move, points)


cdef void _space(const StauferContext *c, const StauferState *s, const Look *look, int move, int space) noexcept nogil:
    cdef int envoys = c.space_pieces[space].envoys, nobles = c.space_pieces[space].nobles
    _pile(c, s, look, move, s.supply[space])
    _put(look, SPACE_ENVOYS, move, envoys)
    _put(look, SPACE_NOBLES, move, nobles)
    _put(look, SPACE_PIECES_RICH, move, <float>0.1 * look.court * (envoys + nobles))


cdef void _smaller(const StauferContext *c, const StauferState *s, const Look *look, int move, int code) noexcept nogil:
    """Choices other than actions, spaces and offices."""
    cdef const Holding *holding = &s.holding[s.actor]
    cdef int region = c.office_region[s.office]
    if s.phase == CHOOSE_CHESTS:
        _pile(c, s, look, move, s.supply[code - 1 if code else s.space])
        _put(look, OTHER_PILE, move, code > 0)
    elif s.phase == CHOOSE_PRIVILEGE:
        if code:
            _put(look, TAKES_CARD_POINTS + code - 1, move, 1)
    elif s.phase == CHOOSE_SAVING:
        if code & SAVE_MOVEMENT:
            _put(look, SAVED_WAY, move, movement_slots(c, holding, distance(s.king, s.place[region])))
            _put(look, WAY_CHESTS, move, -1)
        if code & SAVE_COST:
            _put(look, SAVED_COST, move, placement_cost(c, holding, s.office) - 1)
            _put(look, CHEAP_CHESTS, move, -1)
    elif s.phase == CHOOSE_PIECE:
        if code == NOBLE:
            _put(look, NOBLE_PLACED, move, 1)
            if look.scored[0] >> region & 1:
                _put(look, NOBLE_POINTS, move, _tile_points(c, s, region, 2) - _tile_points(c, s, region, 1))
    elif s.phase == CHOOSE_PAYMENT:
        _put(look, NOBLES_PAID, move, code)
    elif s.phase == CHOOSE_SECOND:
        _put(look, SECOND_PLACED, move, code)
    elif s.phase == CHOOSE_SOURCE:
        _put(look, SOURCE_STEPS, move, distance(around(s.king + 1), code))
    elif s.phase == CHOOSE_REVEALED:
        _pile(c, s, look, move, code + 1)
    else:
        _put(look, KEPT_PIECE, move, code > 0)


cdef int _kind(const StauferState *s) noexcept nogil:
    cdef int stage = s.round // 2       # of five rounds
    if s.phase == CHOOSE_ACTION:
        return ACTION_EARLY + stage
    if s.phase == CHOOSE_SPACE:
        return SPACE_EARLY + stage
    if s.phase == CHOOSE_OFFICE:
        return OFFICE_EARLY + stage
    if s.phase == CHOOSE_CHESTS:
        return CHESTS
    if s.phase == CHOOSE_PRIVILEGE:
        return PRIVILEGE
    return SAVING + s.phase - CHOOSE_SAVING


cdef int features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef const Holding *holding = &s.holding[s.actor]
    cdef Look look
    cdef int i
    look.columns = columns
    look.count = count
    look.court = holding.court.envoys + holding.court.nobles
    _plan(s, &look)
    if s.phase == CHOOSE_OFFICE:
        _pattern(c, s, &look)
    for i in range(count):
        if s.phase == CHOOSE_OFFICE:
            _office(c, s, &look, i, moves[i])
        elif s.phase == CHOOSE_SPACE:
            _space(c, s, &look, i, moves[i])
        elif s.phase == CHOOSE_ACTION:
            _action(c, s, &look, i, moves[i])
        else:
            _smaller(c, s, &look, i, moves[i])
    return _kind(s)
