"""The rules of Verräter, phase by phase."""

from libc.string cimport memcpy, memset

from eminence.cext.core.bits cimport bit_count, bits_to_moves, lowest_bit
from eminence.cext.core.draw cimport draw_kind, shuffle
from eminence.cext.core.game cimport OVER, Outcome, move_t
from eminence.cext.core.journal cimport EVERYBODY, NOBODY, is_counted, is_told, tell, tell_some, turns_out
from eminence.cext.core.outcome cimport rank_by
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.verraeter.state cimport (
    ACTION_SCORED, BUILD, BUILD_SITE, BUILDER, BUILT, CARD_ASIDE, CONFLICT_SCORED, CONFLICT_WON, CONQUERED, DIPLOMAT_5, DISCARD, DONE,
    DRAFT, DRAWN, DRAW_LIMIT, EAGLE, FARMER, FORCES, GAME_ENDS, HAND_LIMIT, KINDS, LAND_KINDS, LANDS, NO_BORDER, NO_SEAT, NOTHING,
    OFFICE_LIMIT, OFFICES_SCORED, PACK, PLACE_ESTATE, PLACE_OFFICE, RESHUFFLED, REVEALED, RING, ROSE, ROUND_BEGINS,
    SCORED_CARDS, SETTLE, SITE, START_HAND, STOP, STRATEGIST, STRATEGY_TAKEN, SUPPLY, SWITCHED, TIED, TRAITOR, TURN,
    VerraeterContext, VerraeterState, borders, build_choices, estate_income, free_lands, holds_up_to, lands_of, left_of,
    supply_points,
)


# ---- setup (V-3)

cdef void _lay_ring(const VerraeterContext *c, VerraeterState *s, Rng *rng) noexcept nogil:
    """V-3.3: one land of each kind per house, sides kept while shuffling."""
    cdef u8 cards[LANDS]
    cdef int i, card
    for i in range(LANDS):
        cards[i] = i                # Eagle lands, then Rose lands
    if c.alternating:
        shuffle(cards, LAND_KINDS, rng)
        shuffle(cards + LAND_KINDS, LAND_KINDS, rng)
    else:
        shuffle(cards, LANDS, rng)
    for i in range(LANDS):
        card = cards[(i & 1) * LAND_KINDS + (i >> 1)] if c.alternating else cards[i]
        s.land[i] = card % LAND_KINDS
        s.rose |= (card >= LAND_KINDS) << i


cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef VerraeterState *s = <VerraeterState *>state
    cdef int seat, i
    s.start = rng_below(rng, c.seats)                               # V-3.1
    seat = s.start
    for i in range(c.seats):
        s.house[seat] = i & 1                                       # V-3.2
        seat = left_of(c, seat)
    _lay_ring(c, s, rng)
    s.strategist = s.start if c.start_chooses else left_of(c, s.start)     # V-3.6
    memcpy(s.deck, c.count, sizeof(s.deck))
    memcpy(s.fresh, c.count, sizeof(s.fresh))
    s.deck_size = c.supply_total
    s.round = 1
    s.border = NO_BORDER
    s.phase = SETTLE
    s.actor = s.start


cdef void _deal(const VerraeterContext *c, VerraeterState *s, Rng *rng) noexcept nogil:
    """V-3.5. The random deal counts as draws from the fresh deck, fixed hands as cards held before it (V-6.3)."""
    cdef int seat, kind
    for seat in range(c.seats):
        if not c.fixed_hands:
            _draw(c, s, seat, START_HAND, rng)
            continue
        tell(c, DRAWN, seat, 0, START_HAND, _packed(c.start), 0, 0)
        for kind in range(KINDS):
            s.hand[seat][kind] = s.old[seat][kind] = c.start[kind]
            s.deck[kind] -= c.start[kind]
        s.hand_size[seat] = s.old_size[seat] = START_HAND
        s.deck_size -= START_HAND
    if c.fixed_hands:
        s.apart = 1
        memcpy(s.fresh, s.deck, sizeof(s.fresh))


# ---- supply cards and the record of V-6.3

cdef void _reshuffle(const VerraeterContext *c, VerraeterState *s) noexcept nogil:
    """V-4.10.5: the discard pile becomes the deck; a new record begins (V-6.5)."""
    cdef int kind
    memset(s.old, 0, sizeof(s.old))
    memset(s.new_size, 0, sizeof(s.new_size))
    memset(s.drawn, 0, sizeof(s.drawn))
    memset(s.reveals, 0, sizeof(s.reveals))
    s.reveal_count = 0
    s.apart = 0
    for kind in range(KINDS):
        s.fresh[kind] = s.deck[kind] = s.discard[kind]
        s.deck_size += s.discard[kind]
        s.old[0][kind] = c.count[kind] - s.discard[kind]
        s.discard[kind] = 0
    memcpy(s.old_size, s.hand_size, sizeof(s.old_size))


cdef int _packed(const u8 *cards) noexcept nogil:
    """Cards counted by kind, 4 bits a count."""
    cdef int kind, packed = 0
    for kind in range(KINDS):
        packed |= cards[kind] << 4 * kind
    return packed


cdef void _tell_draw(const VerraeterContext *c, int seat, const u8 *before, const u8 *hand) noexcept nogil:
    """Cards that a hand has more than before, if any."""
    cdef int packed = _packed(hand) - _packed(before), count = 0, kind
    for kind in range(KINDS):
        count += hand[kind] - before[kind]
    if count:
        tell_some(c, 1 << seat, DRAWN, seat, 0, count, packed, 0, 0)
        tell_some(c, EVERYBODY & ~(1 << seat), DRAWN, seat, 0, count, 0, 0, 0)


cdef void _draw(const VerraeterContext *c, VerraeterState *s, int seat, int count, Rng *rng) noexcept nogil:
    if is_told(c):
        _draw_aloud(c, s, seat, count, rng)
    else:
        _draw_cards(c, s, seat, count, rng)


cdef void _draw_aloud(const VerraeterContext *c, VerraeterState *s, int seat, int count, Rng *rng) noexcept nogil:
    """The same for those who listen: what is drawn before the discard pile becomes the deck, and after."""
    cdef u8 before[KINDS]
    cdef int left = min(count, <int>s.deck_size)
    memcpy(before, s.hand[seat], sizeof(before))
    _draw_cards(c, s, seat, left, rng)
    _tell_draw(c, seat, before, s.hand[seat])
    if count > left:
        _reshuffle(c, s)
        tell(c, RESHUFFLED, NOBODY, 0, s.deck_size, 0, 0, 0)
        _draw_aloud(c, s, seat, count - left, rng)


cdef inline void _draw_cards(const VerraeterContext *c, VerraeterState *s, int seat, int count, Rng *rng) noexcept nogil:
    cdef int kind, _i
    for _i in range(count):
        if s.deck_size == 0:
            _reshuffle(c, s)
        kind = draw_kind(s.deck, s.deck_size, rng)
        s.deck_size -= 1
        s.hand[seat][kind] += 1
        s.hand_size[seat] += 1
        s.drawn[seat][kind] += 1
        s.new_size[seat] += 1


cdef void _reveal(VerraeterState *s, int seat, int kind) noexcept nogil:
    """A card leaves a hand before everybody's eyes: what that adds to the record."""
    cdef int entry, at
    s.hand[seat][kind] -= 1
    s.hand_size[seat] -= 1
    if s.old_size[seat] == 0:
        s.fresh[kind] -= 1
        s.new_size[seat] -= 1
        s.drawn[seat][kind] -= 1
    elif s.new_size[seat] == 0:
        s.old[seat if s.apart else 0][kind] -= 1
        s.old_size[seat] -= 1
    else:
        entry = seat << 8 | s.new_size[seat] << 3 | kind
        at = s.reveal_count
        while at > 0 and s.reveals[at - 1] > entry:
            s.reveals[at] = s.reveals[at - 1]
            at -= 1
        s.reveals[at] = entry
        s.reveal_count += 1


# ---- rounds

cdef void _begin_round(const VerraeterContext *c, VerraeterState *s) noexcept nogil:
    tell(c, ROUND_BEGINS, s.start, 0, s.round, 0, 0, 0)
    s.border = NO_BORDER
    s.phase = SITE
    s.actor = s.strategist


cdef void _begin_draft(const VerraeterContext *c, VerraeterState *s, Rng *rng) noexcept nogil:
    """V-4.2.1: one action card is put aside unseen; the Start player receives the others."""
    tell(c, CARD_ASIDE, NOBODY, 0, 0, 0, 0, 0)
    memset(s.kept, 0, sizeof(s.kept))       # V-4.11.1, only now: until here all remember what was revealed
    s.phase = DRAFT
    s.actor = s.start
    s.seen[s.start] = PACK & ~(1 << (TRAITOR + rng_below(rng, FARMER)))


cdef void _next_supply(const VerraeterContext *c, VerraeterState *s, int seat, Rng *rng) noexcept nogil:
    """Gives the supply turn to `seat` or, if its hand is empty, to the next; NO_SEAT: all have had theirs."""
    while seat != NO_SEAT and s.hand_size[seat] == 0:               # V-4.0.1
        seat = _next_in_order(c, s, seat)
    if seat == NO_SEAT:
        _fight(c, s, rng)
        return
    s.phase = SUPPLY
    s.actor = seat
    s.cap = KINDS - 1


cdef inline int _next_in_order(const VerraeterContext *c, const VerraeterState *s, int seat) noexcept nogil:
    """The next seat in order (V-4.0.3), or NO_SEAT after the last."""
    seat = left_of(c, seat)
    return NO_SEAT if seat == s.start else seat


cdef void _tell_actions(const VerraeterContext *c, const VerraeterState *s) noexcept nogil:
    cdef int seat
    for seat in range(c.seats):
        tell(c, REVEALED, seat, 0, s.kept[seat], 0, 0, 0)


cdef void _switch_houses(const VerraeterContext *c, VerraeterState *s) noexcept nogil:
    """V-4.4: the Traitor switches, in a unanimous round with the 2008 rule Diplomat +5 too."""
    cdef int seat, roses = 0
    for seat in range(c.seats):
        roses += s.house[seat]
    cdef bint unanimous = roses == 0 or roses == c.seats            # V-4.4.4: before any switch
    if is_told(c):
        _tell_actions(c, s)
    for seat in range(c.seats):
        if s.kept[seat] == TRAITOR or (s.kept[seat] == DIPLOMAT_5 and unanimous and c.d5_turns):
            s.house[seat] ^= 1
            tell(c, SWITCHED, seat, 0, s.house[seat], 0, 0, 0)


cdef void _fight(const VerraeterContext *c, VerraeterState *s, Rng *rng) noexcept nogil:
    """Phases 4 to 6, then the Builder's decision or what follows without one."""
    cdef int lands[2]
    cdef int totals[2]
    cdef int first = s.border, second = first + 1 if first + 1 < LANDS else 0
    cdef int seat, builder = NO_SEAT
    lands[<int>ROSE] = first if s.rose >> first & 1 else second
    lands[<int>EAGLE] = first + second - lands[<int>ROSE]
    _switch_houses(c, s)
    memset(s.seen, 0, sizeof(s.seen))               # V-6.1: the card put aside is now one set with the leftovers
    s.cap = 0
    _count_forces(c, s, lands, totals)
    for seat in range(c.seats):
        if c.action_vp[s.kept[seat]]:                               # V-4.6.4
            s.score[seat] += c.action_vp[s.kept[seat]]
            tell(c, ACTION_SCORED, seat, c.action_vp[s.kept[seat]], s.kept[seat], 0, 0, 0)
        if s.kept[seat] == BUILDER:
            builder = seat
    if totals[0] == totals[1]:                                      # V-4.5.3: a tie changes nothing
        tell(c, TIED, NOBODY, 0, 0, 0, 0, 0)
        turns_out(c, CONFLICT_WON, 0)
    else:
        _conquer(c, s, totals[1] > totals[0], lands[totals[1] < totals[0]])
    if builder == NO_SEAT:
        _end_of_building(c, s, rng)
    else:
        s.phase = BUILD
        s.actor = builder


cdef void _count_forces(const VerraeterContext *c, const VerraeterState *s, const int *lands, int *totals) noexcept nogil:
    """V-4.5.1: land, action cards and supply cards of each house."""
    cdef int seat, house, land, actions, supply
    for house in range(2):
        land = c.cp[s.land[lands[house]]]
        actions = supply = 0
        for seat in range(c.seats):
            if s.house[seat] == house:
                actions += c.action_cp[s.kept[seat]]
                supply += supply_points(c, s.laid[seat])
        totals[house] = land + actions + supply
        tell(c, FORCES, NOBODY, 0, house, land, actions, supply)


cdef void _tell_conquest(
    const VerraeterContext *c, const VerraeterState *s, int house, int lost, int winners
) noexcept nogil:
    cdef int seat, land = s.land[lost], seats = 0
    tell(c, CONQUERED, NOBODY, 0, lost, house, 0, 0)
    for seat in range(c.seats):
        if s.house[seat] == house:
            tell(c, CONFLICT_SCORED, seat, c.vp[land][winners], land, winners, 0, 0)
            seats |= 1 << seat
    turns_out(c, CONFLICT_WON, seats)


cdef void _conquer(const VerraeterContext *c, VerraeterState *s, int house, int lost) noexcept nogil:
    """A house wins the land of the other."""
    cdef int seat, points, winners = 0
    for seat in range(c.seats):
        winners += s.house[seat] == house
    points = c.vp[s.land[lost]][winners]
    if is_counted(c):
        _tell_conquest(c, s, house, lost, winners)
    for seat in range(c.seats):
        if s.house[seat] == house:                                  # V-4.6.1
            s.score[seat] += points
    s.rose ^= 1 << lost                                             # V-4.6.2


cdef inline unsigned int _targets(const VerraeterState *s) noexcept nogil:
    """V-4.7.4, step 2: where the chosen building can be done, as bits."""
    cdef int seat = s.actor
    if s.build != TURN:
        return free_lands(s)
    if bit_count(s.offices[seat]) == OFFICE_LIMIT:                  # V-4.7.2
        return s.offices[seat]
    return s.estates[seat] | s.offices[seat]


cdef void _build(VerraeterState *s, int position) noexcept nogil:
    cdef int seat = s.actor, bit = 1 << position
    if s.build == PLACE_ESTATE:
        s.estates[seat] |= bit
    elif s.build == PLACE_OFFICE:
        s.offices[seat] |= bit
    else:
        s.estates[seat] ^= bit
        s.offices[seat] ^= bit
    s.build = NOTHING


cdef void _end_of_building(const VerraeterContext *c, VerraeterState *s, Rng *rng) noexcept nogil:
    """Phases 8 and 9, then the drawing begins."""
    cdef int seat, kind, farmer = NO_SEAT
    for seat in range(c.seats):
        if s.kept[seat] == STRATEGIST:
            s.strategist = seat                                     # V-4.8.1
            tell(c, STRATEGY_TAKEN, seat, 0, 0, 0, 0, 0)
        elif s.kept[seat] == FARMER:
            farmer = seat
        for kind in range(KINDS):
            s.discard[kind] += s.laid[seat][kind]                   # V-4.9.1
    memset(s.laid, 0, sizeof(s.laid))
    _draw_all(c, s, farmer if farmer != NO_SEAT else s.start, farmer, rng)      # V-4.10.1


cdef inline int _next_drawer(const VerraeterContext *c, const VerraeterState *s, int seat, int farmer) noexcept nogil:
    """V-4.10.1: after the Farmer the others in order, or NO_SEAT after the last."""
    seat = s.start if seat == farmer else _next_in_order(c, s, seat)
    return _next_in_order(c, s, seat) if seat == farmer and seat != NO_SEAT else seat


cdef void _draw_all(const VerraeterContext *c, VerraeterState *s, int seat, int farmer, Rng *rng) noexcept nogil:
    """Drawing turns from `seat` on, up to the first one in which the hand limit bites, or to the end of the round."""
    cdef int count
    while seat != NO_SEAT:
        count = c.action_cards[s.kept[seat]]
        if seat != farmer:                                          # V-4.10.2
            count += estate_income(s, seat)
        if count > DRAW_LIMIT:
            count = DRAW_LIMIT
        if s.hand_size[seat] + count > HAND_LIMIT:                  # V-4.10.3; here a hand has 3 to 5 cards
            s.phase = DISCARD
            s.actor = seat
            s.cap = KINDS - 1
            s.excess = s.hand_size[seat] + count - HAND_LIMIT
            return
        _draw(c, s, seat, count, rng)
        seat = _next_drawer(c, s, seat, farmer)
    _end_round(c, s)


cdef void _end_discards(const VerraeterContext *c, VerraeterState *s, Rng *rng) noexcept nogil:
    """V-4.10.3: whatever was discarded, the hand is filled to the limit; then the next seat draws."""
    cdef int seat, drawer = s.actor, farmer = NO_SEAT
    for seat in range(c.seats):
        if s.kept[seat] == FARMER:
            farmer = seat
    s.cap = s.excess = 0
    _draw(c, s, drawer, HAND_LIMIT - s.hand_size[drawer], rng)
    _draw_all(c, s, _next_drawer(c, s, drawer, farmer), farmer, rng)


cdef void _end_round(const VerraeterContext *c, VerraeterState *s) noexcept nogil:
    """Phases 11 to 13, or the end of the game (V-5.1, V-5.2)."""
    cdef int seat, offices, cards
    if s.round == c.rounds or s.rose == 0 or s.rose == RING:
        tell(c, GAME_ENDS, NOBODY, 0, s.rose == 0 or s.rose == RING, 0, 0, 0)
        for seat in range(c.seats):
            offices = bit_count(s.offices[seat])
            cards = s.hand_size[seat] if s.hand_size[seat] < SCORED_CARDS else SCORED_CARDS
            if offices:
                s.score[seat] += offices * cards                    # V-5.3
                tell(c, OFFICES_SCORED, seat, offices * cards, offices, cards, 0, 0)
        s.phase = DONE
        s.actor = 0
        return
    s.start = left_of(c, s.start)                                   # V-4.12.1
    s.round += 1
    _begin_round(c, s)


# ---- the contract

cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const VerraeterState *s = <const VerraeterState *>state
    return OVER if s.phase == DONE else <int>s.actor


cdef unsigned int settle_sites(const VerraeterContext *c, const VerraeterState *s) noexcept nogil:
    """V-3.4: where the actor may place his first estate, as bits."""
    cdef unsigned int sites = free_lands(s)
    return sites & lands_of(s, s.house[s.actor]) if c.own_house_only else sites


cdef int moves(const void *context, const void *state, move_t *out) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef int count, kind, seat = s.actor
    if s.phase == SUPPLY or s.phase == DISCARD:
        out[0] = STOP
        count = 1
        for kind in range(s.cap + 1):
            out[count] = 1 + kind
            count += s.hand[seat][kind] != 0
        return count
    if s.phase == DRAFT:
        return bits_to_moves(s.seen[seat], 0, out)
    if s.phase == SITE:
        return bits_to_moves(borders(s), 0, out)
    if s.phase == BUILD_SITE:
        return bits_to_moves(_targets(s), 0, out)
    if s.phase == SETTLE:
        return bits_to_moves(settle_sites(c, s), 0, out)
    return bits_to_moves(build_choices(c, s), 0, out)


cdef void _play_build(const VerraeterContext *c, VerraeterState *s, int choice, Rng *rng) noexcept nogil:
    cdef unsigned int targets
    if choice == NOTHING:
        _end_of_building(c, s, rng)
        return
    s.build = choice
    targets = _targets(s)
    if targets & (targets - 1):
        s.phase = BUILD_SITE
        return
    tell(c, BUILT, s.actor, 0, choice, lowest_bit(targets), 0, 0)
    _build(s, lowest_bit(targets))                                  # V-4.0.1
    _end_of_building(c, s, rng)


cdef void _play_draft(const VerraeterContext *c, VerraeterState *s, int card, Rng *rng) noexcept nogil:
    cdef int pack = s.seen[s.actor] & ~(1 << card), next_seat = _next_in_order(c, s, s.actor)
    s.kept[s.actor] = card
    if next_seat == NO_SEAT:
        _next_supply(c, s, s.start, rng)
        return
    s.actor = next_seat
    s.seen[next_seat] = pack                                        # V-4.2.2


cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef VerraeterState *s = <VerraeterState *>state
    cdef int seat = s.actor
    if s.phase == SUPPLY:
        if move != STOP:
            s.cap = move - 1                                        # V-4.3.2
            _reveal(s, seat, s.cap)
            s.laid[seat][s.cap] += 1
        if move == STOP or not holds_up_to(s, seat, s.cap):         # V-4.0.1
            _next_supply(c, s, _next_in_order(c, s, seat), rng)
    elif s.phase == DRAFT:
        _play_draft(c, s, move, rng)
    elif s.phase == SITE:
        s.border = move
        _begin_draft(c, s, rng)
    elif s.phase == BUILD:
        _play_build(c, s, move, rng)
    elif s.phase == BUILD_SITE:
        _build(s, move)
        _end_of_building(c, s, rng)
    elif s.phase == DISCARD:
        if move != STOP:
            s.cap = move - 1                                        # V-4.10.4
            _reveal(s, seat, s.cap)
            s.discard[s.cap] += 1
            s.excess -= 1
        if move == STOP or s.excess == 0 or not holds_up_to(s, seat, s.cap):
            _end_discards(c, s, rng)
    else:
        s.estates[seat] |= 1 << move                                # V-3.4
        s.actor = left_of(c, seat)
        if s.actor == s.start:
            _deal(c, s, rng)
            _begin_round(c, s)
    return OVER if s.phase == DONE else <int>s.actor


cdef int secret(const void *context, const void *state) noexcept nogil:
    return (<const VerraeterState *>state).phase == DRAFT


cdef int round_(const void *context, const void *state) noexcept nogil:
    cdef const VerraeterState *s = <const VerraeterState *>state
    return s.round + (s.phase == DONE)


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """V-5.4, V-5.5: points alone decide; equal points share."""
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef int seat
    for seat in range(c.seats):
        outcome.score[seat] = (<const VerraeterState *>state).score[seat]
    rank_by(outcome, c.seats, outcome.score)
