"""The course of play: setup, turns, payments, the end (rules sections 3 to 5)."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from eminence.cext.core.bits cimport bits_to_moves, lowest_bit
from eminence.cext.core.game cimport MAX_SEATS, OVER, Outcome, move_t
from eminence.cext.core.journal cimport NOBODY, is_told, tell
from eminence.cext.core.outcome cimport rank_by
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.royals.rules_cards cimport (
    draw_blind, lay_out_deck, shuffle_discards, spend, take_displayed, turn_up,
)
from eminence.cext.games.royals.rules_legal cimport houses_taken, legal_moves, titles_held
from eminence.cext.games.royals.rules_scoring cimport best_titles, score_period, score_titles, tell_end
from eminence.cext.games.royals.rules_story cimport gain, tell_cards, tell_draw, tell_forced, tell_placement, tell_turn
from eminence.cext.games.royals.state cimport (
    CITY_SCORED, COUNTRIES, COUNTRY, COUNTRY_SCORED, DISCARD, DISCARD_INTRIGUE, DISPLAY_SIZE, DONE, DRAW,
    DRAW_CARDS, DRAW_MODE, END, FINAL_ROUND, FIRST_TARGET, FROM_DECK, HAND_LIMIT, HOUSE_SCORED, INTRIGUE,
    INTRIGUE_JOKERS, INTRIGUE_LIMIT, JOKER_CARDS, JOKERS, KINDS, PAID, PAY, PAY_INTRIGUE, PERIODS, PLAY,
    RESHUFFLED, THREE, TITLES, TURNED_UP, RoyalsContext, RoyalsState,
)


# ---- turns

cdef void _start_turn(const RoyalsContext *c, RoyalsState *s) noexcept nogil:
    if is_told(c):
        tell_turn(c, s)
    if s.turn < c.seats and not c.full_first_turn:
        s.draws_left = c.first_draw[s.turn]             # R-4.2.1
        s.phase = DRAW
    else:
        s.phase = DRAW_MODE


cdef int _missing(const RoyalsState *s) noexcept nogil:
    """Cards the display lacks."""
    cdef int country, missing = DISPLAY_SIZE
    for country in range(COUNTRIES):
        missing -= s.display[country]
    return missing


cdef bint _refill(const RoyalsContext *c, RoyalsState *s, Rng *rng) noexcept nogil:
    """Fills the display; true if the deck did not suffice, which ends the period (R-4.7.2, R-4.7.3)."""
    cdef bint failed = False
    cdef int kind, missing = _missing(s)
    while missing > 0:
        if s.deck_size[COUNTRY] == 0:
            failed = True
            shuffle_discards(c, s, COUNTRY)
            tell(c, RESHUFFLED, NOBODY, 0, COUNTRY, s.deck_size[COUNTRY], 0, 0)
        kind = turn_up(s, rng)
        if is_told(c):
            tell_cards(c, TURNED_UP, NOBODY, kind, 1)
        missing -= 1
    return failed


cdef void _finish_turn(const RoyalsContext *c, RoyalsState *s, Rng *rng) noexcept nogil:
    cdef bint failed = _refill(c, s, rng)
    s.turn += 1
    if failed and s.period < PERIODS - 1:
        score_period(c, s)                              # R-4.7.5
        s.period += 1
    elif failed:
        s.final_round = 1                               # R-4.7.6
    if s.final_round and s.turn % c.seats == 0:
        score_period(c, s)
        score_titles(c, s)
        if is_told(c):
            tell_end(c, s)
        s.phase = DONE
        return
    if failed and s.final_round:
        tell(c, FINAL_ROUND, (c.start + c.seats - 1) % c.seats, 0, 0, 0, 0, 0)
    s.active = s.active + 1 if s.active + 1 < c.seats else 0
    _start_turn(c, s)


cdef void _discard_or_finish(const RoyalsContext *c, RoyalsState *s, Rng *rng) noexcept nogil:
    """Country cards over the limit go first, then intrigue cards (R-4.7.1)."""
    if s.hand_size[COUNTRY][s.active] > HAND_LIMIT:
        s.picks_left = s.hand_size[COUNTRY][s.active] - HAND_LIMIT
        s.floor = 0
        s.phase = DISCARD
    elif s.hand_size[INTRIGUE][s.active] > INTRIGUE_LIMIT:
        s.picks_left = s.hand_size[INTRIGUE][s.active] - INTRIGUE_LIMIT
        s.floor = COUNTRIES
        s.phase = DISCARD_INTRIGUE
    else:
        _finish_turn(c, s, rng)


# ---- placements

cdef void _take_bonuses(const RoyalsContext *c, RoyalsState *s, int seat, int country) noexcept nogil:
    """Country and Noble House bonus; only the active seat can newly have earned one (R-4.6.4 to R-4.6.6)."""
    cdef int taken, points
    if (s.country_taken[country] < 2 and not s.country_marker[seat][country]
            and s.present[seat] & c.country_cities[country] == c.country_cities[country]):
        points = c.country_points[country][s.country_taken[country]]
        s.country_taken[country] += 1
        s.country_marker[seat][country] = s.country_taken[country]
        gain(c, s, COUNTRY_SCORED, seat, points, country, s.country_taken[country], 0)
    if s.house[seat] or titles_held(s, seat) < TITLES:
        return
    taken = houses_taken(c, s)
    if taken < c.house_count:
        s.house[seat] = taken + 1
        gain(c, s, HOUSE_SCORED, seat, c.house[taken], taken + 1, 0, 0)


cdef void _place(const RoyalsContext *c, RoyalsState *s) noexcept nogil:
    """R-4.6: the paid position changes hands, its bonuses are taken."""
    cdef int seat = s.active, position = s.target, other, holder = NOBODY
    cdef int city = c.position_city[position], country = c.position_country[position]
    cdef uint32_t here = <uint32_t>1 << position, taken = 0
    for other in range(c.seats):
        taken |= s.held[other]
        if s.held[other] & here:                        # R-4.6.1
            s.held[other] ^= here
            s.influence[other][country] -= c.position_influence[position]
            s.displaced[other][city] += 1
            holder = other
    if is_told(c):
        tell_placement(c, seat, position, holder)
    if taken & c.city_positions[city] == 0:
        gain(c, s, CITY_SCORED, seat, c.city_points[city], city, 0, 0)     # R-4.6.3
    s.held[seat] |= here
    s.present[seat] |= 1 << city
    s.influence[seat][country] += c.position_influence[position]
    s.title_cubes[seat][c.position_title[position]] += 1
    s.placements[seat] += 1
    _take_bonuses(c, s, seat, country)
    s.target = 0
    s.phase = PLAY


cdef void _choose_target(const RoyalsContext *c, RoyalsState *s, int position) noexcept nogil:
    cdef int seat
    s.target = position
    s.phase = JOKERS
    for seat in range(c.seats):
        if s.held[seat] >> position & 1:
            s.phase = INTRIGUE_JOKERS                   # R-4.3.3


cdef void _pay_intrigue(const RoyalsContext *c, RoyalsState *s, int kind) noexcept nogil:
    spend(s, s.active, kind)
    if s.matching_left and c.shows[kind] >> c.position_country[s.target] & 1:
        s.matching_left -= 1
    s.floor = kind
    s.picks_left -= 1
    if s.picks_left == 0:
        s.floor = 0
        s.phase = JOKERS


cdef void _choose_jokers(const RoyalsContext *c, RoyalsState *s, int jokers) noexcept nogil:
    """The real cards are paid at once, the cards of the jokers are picked (R-4.4.5)."""
    cdef int _, country = c.position_country[s.target], real = c.position_cost[s.target] - jokers
    for _ in range(real):
        spend(s, s.active, country)
    if real and is_told(c):
        tell_cards(c, PAID, s.active, country, real)
    s.picks_left = JOKER_CARDS * jokers
    s.floor = 0
    if jokers:
        s.phase = PAY
    else:
        _place(c, s)


cdef void _pick(const RoyalsContext *c, RoyalsState *s, int kind, Rng *rng) noexcept nogil:
    """One card of a country payment or of a discard."""
    spend(s, s.active, kind)
    s.floor = kind
    s.picks_left -= 1
    if s.picks_left:
        return
    s.floor = 0
    if s.phase == PAY:
        _place(c, s)
    else:
        _discard_or_finish(c, s, rng)


# ---- moves

cdef void _draw(const RoyalsContext *c, RoyalsState *s, int source, Rng *rng) noexcept nogil:
    cdef int kind
    if source == FROM_DECK:
        kind = draw_blind(s, COUNTRY, s.active, rng)
        if is_told(c):
            tell_draw(c, s.active, kind)
    else:
        take_displayed(s, s.active, source)
    s.draws_left -= 1
    if s.draws_left == 0:
        s.phase = PLAY


cdef void _choose_mode(const RoyalsContext *c, RoyalsState *s, int mode, Rng *rng) noexcept nogil:
    cdef int kind
    s.phase = DRAW
    if mode == THREE:
        s.draws_left = DRAW_CARDS
        return
    s.draws_left = 1
    if s.deck_size[INTRIGUE] == 0:
        shuffle_discards(c, s, INTRIGUE)                # R-4.2.6
        tell(c, RESHUFFLED, NOBODY, 0, INTRIGUE, s.deck_size[INTRIGUE], 0, 0)
    kind = draw_blind(s, INTRIGUE, s.active, rng)       # R-7.8: before the country card
    if is_told(c):
        tell_draw(c, s.active, kind)


cdef void _apply(const RoyalsContext *c, RoyalsState *s, int move, Rng *rng) noexcept nogil:
    if s.phase == DRAW:
        _draw(c, s, move, rng)
    elif s.phase == PLAY and move == END:
        _discard_or_finish(c, s, rng)
    elif s.phase == PLAY:
        _choose_target(c, s, move - FIRST_TARGET)
    elif s.phase == DRAW_MODE:
        _choose_mode(c, s, move, rng)
    elif s.phase == JOKERS:
        _choose_jokers(c, s, move)
    elif s.phase == INTRIGUE_JOKERS:
        s.picks_left = c.position_intrigue[s.target] + move
        s.matching_left = c.position_intrigue[s.target] - move
        s.floor = COUNTRIES
        s.phase = PAY_INTRIGUE
    elif s.phase == PAY_INTRIGUE:
        _pay_intrigue(c, s, move)
    else:
        _pick(c, s, move, rng)


cdef inline int _run(const RoyalsContext *c, RoyalsState *s, Rng *rng) noexcept nogil:
    """Carries out forced steps up to the next real decision."""
    cdef uint64_t legal
    while s.phase != DONE:
        legal = legal_moves(c, s)
        if legal & (legal - 1):
            return s.active
        if is_told(c):
            tell_forced(c, s, lowest_bit(legal))
        _apply(c, s, lowest_bit(legal), rng)
    return OVER


cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil:
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef RoyalsState *s = <RoyalsState *>state
    cdef int kind
    for kind in range(KINDS):
        s.discards[kind] = c.cards[kind]
    lay_out_deck(s, COUNTRY)       # the first decks are generations like all others
    lay_out_deck(s, INTRIGUE)
    _refill(c, s, rng)
    s.active = c.start
    _start_turn(c, s)
    _run(c, s, rng)


cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const RoyalsState *s = <const RoyalsState *>state
    if s.phase == DONE:
        return OVER
    return s.active


cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    return bits_to_moves(legal_moves(<const RoyalsContext *>context, <const RoyalsState *>state), 0, moves)


cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    _apply(<const RoyalsContext *>context, <RoyalsState *>state, move, rng)
    return _run(<const RoyalsContext *>context, <RoyalsState *>state, rng)


cdef int secret(const void *context, const void *state) noexcept nogil:
    return 0        # every choice is made openly; only drawn cards are hidden


cdef int round_(const void *context, const void *state) noexcept nogil:
    return (<const RoyalsState *>state).turn * (<const RoyalsContext *>context).turn_share >> 16


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Places by points, then by the best title marker owned, halves included (R-5.3)."""
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef int64_t key[MAX_SEATS]
    cdef int best[MAX_SEATS]
    cdef int seat
    best_titles(c, s, best)
    for seat in range(c.seats):
        outcome.score[seat] = s.score[seat]
        key[seat] = s.score[seat] * (TITLES + 1) + best[seat]
    rank_by(outcome, c.seats, key)
