"""What a learned prior looks at in Verräter."""

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.game cimport move_t
from eminence.cext.games.verraeter.policy_common cimport Sides, chance_of, look_at, stake_of, within
from eminence.cext.games.verraeter.state cimport (
    BUILD, BUILD_SITE, BUILDER, DIPLOMAT_2, DIPLOMAT_5, DISCARD, DRAFT, DRAW_LIMIT, EAGLE, FARMER, HAND_LIMIT, LANDS,
    OFFICE_LIMIT, PLACE_ESTATE, PLACE_OFFICE, ROSE, SCORED_CARDS, SITE, STOP, STRATEGIST, SUPPLY, TRAITOR, TURN,
    VerraeterContext, VerraeterState, lands_of, place_in_order, reserve, supply_points,
)

cdef enum:
    LATE = 3            # rounds left, from which on they are late

# Rough figures: what is wrong with them is left to the weights.
cdef float SLOPE = 0.03         # chance to win per conflict point, before supply is laid
cdef float LIKELY = 2.5         # points that are laid of a card, usually
cdef float DOUBT = 8            # points between even and sure, as supply is laid,
cdef float DOUBT_CARD = 1       # and more for every card to come
cdef float DENY = 0.25          # of the others' points
cdef float HOME = 0.8           # points of an own estate won or lost

cdef struct Look:
    # The table with the actor's eyes.
    int rounds              # left after this one
    int offices
    int scored              # cards that an office would count now
    int strength            # own supply points
    Sides sides             # of the conflict, in DRAFT and SUPPLY
    float *columns
    int count


cdef inline void _put(const Look *look, int feature, int move, float value) noexcept nogil:
    look.columns[feature * look.count + move] = value


cdef inline int _scored(int cards) noexcept nogil:
    return min(cards, <int>SCORED_CARDS)


cdef void _site(const VerraeterContext *c, const VerraeterState *s, const Look *look, int move, int border) noexcept nogil:
    cdef int second = border + 1 if border + 1 < LANDS else 0, house = s.house[s.actor]
    cdef int mine = border if (s.rose >> border & 1) == house else second, theirs = border + second - mine
    cdef int seat, men = 0, cards = 0, lead = c.cp[s.land[mine]] - c.cp[s.land[theirs]]
    cdef bint rival = False
    for seat in range(c.seats):
        if s.house[seat] == house:
            men += 1
            cards += s.hand_size[seat]
        else:
            cards -= s.hand_size[seat]
            rival |= s.estates[seat] >> theirs & 1
    _put(look, SITE_LEAD, move, lead)
    _put(look, SITE_LEAD_STRONG, move, <float>0.1 * lead * look.strength)
    _put(look, SITE_LEAD_FIRM, move, lead * cards)
    _put(look, SITE_PRIZE, move, c.vp[s.land[theirs]][men])
    _put(look, SITE_PRIZE_FIRM, move, c.vp[s.land[theirs]][men] * cards)
    _put(look, SITE_RISK, move, c.vp[s.land[mine]][c.seats - men])
    _put(look, SITE_HOPE, move, c.vp[s.land[theirs]][men] * chance_of(lead + LIKELY * cards, SLOPE))
    _put(look, ESTATE_BROUGHT, move, s.estates[s.actor] >> theirs & 1)
    _put(look, ESTATE_RISKED, move, s.estates[s.actor] >> mine & 1)
    _put(look, RIVAL_ESTATE, move, rival)


cdef inline int _side(const VerraeterContext *c, const VerraeterState *s, const Sides *sides, int card) noexcept nogil:
    """The house that an action card leads the actor to (V-4.4)."""
    cdef int house = s.house[s.actor]
    if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[1 - house] == 0):
        return 1 - house
    return house


cdef void _card(const VerraeterContext *c, const VerraeterState *s, const Look *look, int move, int card) noexcept nogil:
    cdef const Sides *sides = &look.sides
    cdef int seat = s.actor, size = s.hand_size[seat], side = _side(c, s, sides, card)
    cdef int income = bit_count(s.estates[seat] & lands_of(s, side))
    cdef int lead = sides.points[side] - sides.points[1 - side] + c.action_cp[card] + look.strength
    cdef int draws = min(c.action_cards[card] + (0 if card == FARMER else income), <int>DRAW_LIMIT)
    cdef float ahead = lead + LIKELY * (sides.cards[side] - sides.cards[1 - side]), chance = chance_of(ahead, SLOPE)
    draws = min(draws, HAND_LIMIT - size)
    _put(look, TAKES_TRAITOR + card - TRAITOR, move, 1)
    _put(look, CARD_CHANCE, move, chance)
    _put(look, CARD_WORTH, move, chance * stake_of(c, s, sides, seat, side, DENY, HOME))
    _put(look, CARD_DRAWS, move, draws)
    _put(look, CARD_SCORED, move, look.offices * (_scored(size + draws) - look.scored))
    if card == TRAITOR:
        _put(look, TRAITOR_COMPANY, move, sides.men[side] - sides.men[1 - side])
        _put(look, TRAITOR_ESTATES, move, 2 * income - bit_count(s.estates[seat]))
        _put(look, TRAITOR_LAYS, move, <float>0.1 * look.strength)
    elif card == DIPLOMAT_2 or card == DIPLOMAT_5:
        _put(look, DIPLOMAT_CLOSE, move, 1 - 2 * abs(chance - <float>0.5))
    elif card == BUILDER:
        _put(look, BUILDER_RESERVE, move, reserve(c, s, seat))
        _put(look, BUILDER_OFFICES, move, OFFICE_LIMIT - look.offices)
        _put(look, BUILDER_ROUNDS, move, look.rounds)
        _put(look, BUILDER_CARDS, move, look.scored)
    elif card == STRATEGIST:
        _put(look, STRATEGIST_HELD, move, s.strategist == seat)
        _put(look, STRATEGIST_SEATS, move, sides.men[side])
    elif card == FARMER:
        _put(look, FARMER_ROOM, move, HAND_LIMIT - size)
        _put(look, FARMER_INCOME, move, income)


cdef void _lay(const VerraeterContext *c, const VerraeterState *s, const Look *look, int move, int kind) noexcept nogil:
    cdef const Sides *sides = &look.sides
    cdef int seat = s.actor, card = s.kept[seat], side = _side(c, s, sides, card), size = s.hand_size[seat]
    cdef int laid = supply_points(c, s.laid[seat]), draws = c.action_cards[card]
    cdef int lead = sides.points[side] - sides.points[1 - side] + laid + c.action_cp[card]
    cdef float doubt = DOUBT + DOUBT_CARD * (sides.later[0] + sides.later[1])
    cdef float hope = lead + LIKELY * (sides.later[side] - sides.later[1 - side])
    cdef float more = (
        within(<float>0.5 + (hope + c.value[kind]) / doubt, 0) - within(<float>0.5 + hope / doubt, 0)
    )
    if card != FARMER:
        draws += bit_count(s.estates[seat] & lands_of(s, side))
    draws = min(draws, <int>DRAW_LIMIT)
    _put(look, LAYS, move, 1)
    _put(look, LAYS_AGAIN, move, laid > 0)
    _put(look, LAYS_LATER_FRIENDS, move, sides.later[side])
    _put(look, LAYS_LATER_FOES, move, sides.later[1 - side])
    _put(look, LAYS_HAND, move, size - 1)
    _put(look, LAYS_ROUNDS, move, look.rounds)
    _put(look, LAYS_TRAITOR, move, side != s.house[seat])
    _put(look, LAID_POINTS, move, c.value[kind])
    _put(look, LAID_CHANCE, move, more)
    _put(look, LAID_WORTH, move, more * stake_of(c, s, sides, seat, side, DENY, HOME))
    _put(look, LAID_FREE, move, size + draws > HAND_LIMIT)
    _put(look, LAID_SCORED, move, look.offices * (_scored(size + draws) - _scored(size - 1 + draws)))
    _put(look, LAID_TURNS, move, lead <= 0 < lead + c.value[kind])
    _put(look, LAID_AHEAD, move, lead > 0)


cdef void _build(const VerraeterState *s, const Look *look, int move, int choice) noexcept nogil:
    cdef unsigned int estates = s.estates[s.actor]
    if choice == PLACE_ESTATE:
        _put(look, BUILDS_ESTATE, move, 1)
        _put(look, BUILDS_ESTATE_ROUNDS, move, look.rounds)
    elif choice == PLACE_OFFICE:
        _put(look, BUILDS_OFFICE, move, 1)
        _put(look, BUILDS_OFFICE_ROUNDS, move, look.rounds)
        _put(look, BUILDS_OFFICE_CARDS, move, look.scored)
    elif choice == TURN:
        _put(look, TURNS, move, 1)
        _put(look, TURNS_FAR, move, (estates & ~lands_of(s, s.house[s.actor])) > 0)
        _put(look, TURNS_BACK, move, estates == 0 or look.offices == OFFICE_LIMIT)


cdef void _land(const VerraeterContext *c, const VerraeterState *s, const Look *look, int move, int site) noexcept nogil:
    cdef int house = ROSE if s.rose >> site & 1 else EAGLE
    cdef unsigned int lands = lands_of(s, house), at = site + LANDS
    cdef unsigned long long ring = lands | <unsigned long long>lands << LANDS | <unsigned long long>lands << 2 * LANDS
    cdef bint own = house == s.house[s.actor]
    _put(look, LAND_OWN, move, own)
    _put(look, LAND_POINTS, move, c.cp[s.land[site]])
    _put(look, LAND_OWN_POINTS, move, own * c.cp[s.land[site]])
    _put(look, LAND_BESIDE, move, <int>((ring >> (at - 1) & 1) + (ring >> (at + 1) & 1)))
    _put(look, LAND_NEAR, move, <int>((ring >> (at - 2) & 1) + (ring >> (at + 2) & 1)))


cdef void _throw(const VerraeterContext *c, const Look *look, int move, int kind) noexcept nogil:
    _put(look, THROWS, move, 1)
    _put(look, THROWN_BELOW, move, c.average - c.value[kind])
    _put(look, THROWN_OFFICES, move, look.offices)


cdef int _kind(const VerraeterContext *c, const VerraeterState *s, int rounds) noexcept nogil:
    if s.phase == SITE:
        return SITING_LATE if rounds <= LATE else SITING
    if s.phase == DRAFT:
        return DRAFT_EARLY if rounds > LATE else (DRAFT_LATE if rounds else DRAFT_LAST)
    if s.phase == SUPPLY:
        if rounds == 0:
            return SUPPLY_LAST
        return SUPPLY_CLOSING if place_in_order(c, s, s.actor) == c.seats - 1 else SUPPLY_OPEN
    if s.phase == BUILD:
        return BUILDING_LATE if rounds <= LATE else BUILDING
    if s.phase == BUILD_SITE:
        return PLACING_ESTATE if s.build == PLACE_ESTATE else (PLACING_OFFICE if s.build == PLACE_OFFICE else TURNING)
    return DISCARDING if s.phase == DISCARD else SETTLING


cdef int features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef Look look
    cdef int i
    look.rounds = c.rounds - s.round
    look.offices = bit_count(s.offices[s.actor])
    look.scored = _scored(s.hand_size[s.actor])
    look.strength = supply_points(c, s.hand[s.actor])
    look.columns = columns
    look.count = count
    if s.phase == DRAFT or s.phase == SUPPLY:
        look_at(c, s, s.actor, &look.sides)
    for i in range(count):
        if s.phase == DRAFT:
            _card(c, s, &look, i, moves[i])
        elif s.phase == SUPPLY:
            if moves[i] != STOP:
                _lay(c, s, &look, i, moves[i] - 1)
        elif s.phase == SITE:
            _site(c, s, &look, i, moves[i])
        elif s.phase == BUILD:
            _build(s, &look, i, moves[i])
        elif s.phase == DISCARD:
            if moves[i] != STOP:
                _throw(c, &look, i, moves[i] - 1)
        else:
            _land(c, s, &look, i, moves[i])
    return _kind(c, s, look.rounds)
