"""How a decent player plays Verräter when there is no time to think, and what a position is worth to each seat.

Only what the deciding seat knows is used, so that a playout never profits from cards it should not see. The weights are
in policy_weights.py.
"""

from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below, rng_next
from eminence.cext.core.weights cimport soften
from eminence.cext.games.verraeter import policy_weights
from eminence.cext.games.verraeter cimport rules
from eminence.cext.games.verraeter.state cimport (
    BUILD, BUILD_SITE, BUILDER, CARDS, DIPLOMAT_2, DIPLOMAT_5, DISCARD, DONE, DRAFT, DRAW_LIMIT, FARMER, HAND_LIMIT, KINDS, LANDS,
    NOTHING, OFFICE_LIMIT, PACK, PLACE_ESTATE, PLACE_OFFICE, SCORED_CARDS, SEATS, SETTLE, SITE, STOP, STRATEGIST, SUPPLY, TRAITOR,
    TURN, VerraeterContext, VerraeterState, borders, estate_income, free_lands, lands_of, place_in_order, reserve,
    supply_points,
)

cdef struct Weights:
    # What the playout policy goes by, in victory points unless said otherwise.
    # A land for an estate: of the own house, beside such lands, their neighbours too, per conflict point.
    float own
    float beside
    float near
    float rich
    # A conflict before supply is laid: chance to win per conflict point; points that a card in a hand, of the own side
    # and the other, and a point in the own hand stand for; points that a seat of the own side stands for.
    float slope
    float friend
    float foe
    float strength
    float man
    # What a defeat costs per point the others make; an own estate won or lost with a land.
    float deny
    float home
    # Site: likewise, since the choice is one among many.
    float site_slope
    float site_card
    float site_deny
    # Action cards beyond what the conflict says.
    float traitor
    float diplomat
    float strategist
    float keep          # share of the hand that is still there when cards are drawn
    float first_cards   # worth of one of the first three cards in a hand, and of the others
    float last_cards
    # Building: an estate per round to come, an office, likewise per round to come, and per card in hand in the last rounds.
    float estate
    float office
    float office_rest
    float office_card
    # Supply: points that a card in a later hand stands for, of the own side and the other; points between sure defeat and sure
    # victory, more per card in later hands; the price of a card that is not replaced and of a point, and how it falls in late rounds.
    float later_friend
    float later_foe
    float doubt
    float doubt_card
    float price_card
    float price_point
    float lay_deny
    float hidden        # points by which a lead has to be greater because of Diplomats unseen

# Of the prior, in points.
cdef float UNTHOUGHT = -1000    # what the policy would never do
cdef float SCALE = 1            # a move so much worse is e times less likely
cdef float SMALL = 0.03
cdef float THROWN = 2            # what the policy would discard
cdef float IDLE = 4              # laying more than decides anything, even where it costs nothing

cdef enum:
    STYLES = 4
    BY_HAND = 1             # the second of them
    MOST_REVEALS = 64
    FEATURES = 13
    LONGEST = 9             # rounds of a game

# Ways to play, for 3 and for 4 seats. A playout draws one for every decision: a search that takes the others for players of
# one kind plays well against that kind only.
cdef Weights STYLE[2][STYLES]
# What a seat makes in the rounds to come, by seats and rounds left; see `_promise` for the features.
cdef float PROMISE[2][LONGEST][FEATURES]
cdef float ERROR[2][LONGEST]                    # points by which that may be wrong


def _fill():
    for i, seats in enumerate((3, 4)):
        for j, style in enumerate(policy_weights.STYLES[seats]):
            STYLE[i][j] = style
        for j, (error, row) in enumerate(policy_weights.PROMISES[seats]):
            ERROR[i][j] = error
            for k, weight in enumerate(row):
                PROMISE[i][j][k] = weight


_fill()

cdef struct Sides:
    # A conflict as one seat sees it before the action cards are revealed; arrays by house. The seat itself is left out.
    int place[2]        # ring position of the land at the border
    int land[2]         # its kind
    int points[2]       # conflict points on the table
    int men[2]          # seats
    int cards[2]        # supply cards in their hands
    int later[2]        # of these, in hands that have yet to take their supply turn


cdef struct Reveals:
    # How a conflict may end, as the seat that lays its supply sees it.
    int count               # reveals of the action cards it holds possible; 0 if it does not know its pack any more
    int lead[MOST_REVEALS]  # its side's lead in each, with nothing more laid by the seats that are yet to come
    int friends             # what those of its side may lay at most, and those of the other
    int foes


cdef inline float _noise(Rng *rng) noexcept nogil:
    """A number in [0, 1)."""
    return (rng_next(rng) >> 40) * <float>(1.0 / 16777216.0)


cdef inline void _note(float *worths, int move, float value) noexcept nogil:
    """Writes down what a move is worth, for those who want to know more than the best one."""
    if worths != NULL and value > worths[move]:
        worths[move] = value


cdef inline float _within(float chance, float low) noexcept nogil:
    return low if chance < low else (1 - low if chance > 1 - low else chance)


cdef inline float _chance(float lead, float slope) noexcept nogil:
    """How likely a house wins that is ahead by so many conflict points, before supply is laid."""
    return _within(<float>0.5 + slope * lead, <float>0.04)


cdef void _look(const VerraeterContext *c, const VerraeterState *s, int seat, Sides *sides) noexcept nogil:
    cdef int first = s.border, second = first + 1 if first + 1 < LANDS else 0
    cdef int rose = s.rose >> first & 1
    cdef int other, house, place = place_in_order(c, s, seat)
    sides.place[rose] = first
    sides.place[1 - rose] = second
    for house in range(2):
        sides.land[house] = s.land[sides.place[house]]
        sides.points[house] = c.cp[sides.land[house]]
        sides.men[house] = sides.cards[house] = sides.later[house] = 0
    for other in range(c.seats):
        if other == seat:
            continue
        house = s.house[other]
        sides.points[house] += supply_points(c, s.laid[other])
        sides.men[house] += 1
        sides.cards[house] += s.hand_size[other]
        if place_in_order(c, s, other) > place:
            sides.later[house] += s.hand_size[other]


cdef inline float _stake(
    const VerraeterContext *c, const VerraeterState *s, const Sides *sides, int seat, int side, float deny, float home
) noexcept nogil:
    """What the conflict is about for a seat on a side: its points, those of the others, its own estates."""
    cdef int land = sides.land[1 - side], men = sides.men[side] + 1
    return (
        c.vp[land][men] + deny * c.vp[sides.land[side]][sides.men[1 - side]]
        + home * (s.estates[seat] >> sides.place[side] & 1)
        + home * (s.estates[seat] >> sides.place[1 - side] & 1)
    )


# ---- setup and site

cdef inline float _safety(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int site, int house
) noexcept nogil:
    """How well a land suits an estate: own, strong, among own lands."""
    cdef unsigned int own = lands_of(s, house)
    cdef unsigned int ring = own << 12 | own | own << 24
    cdef int at = site + 12
    return (
        w.own * (own >> site & 1) + w.rich * c.cp[s.land[site]]
        + w.beside * <int>((ring >> (at - 1) & 1) + (ring >> (at + 1) & 1))
        + w.near * <int>((ring >> (at - 2) & 1) + (ring >> (at + 2) & 1))
    )


cdef int _safest(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, unsigned int sites, int house, Rng *rng,
    float *worths,
) noexcept nogil:
    """A land that is, and is likely to stay, in a house."""
    cdef float value, best_value = -1000
    cdef int site, best = 0
    while sites:
        site = lowest_bit(sites)
        sites &= sites - 1
        value = _safety(c, s, w, site, house) + _noise(rng)
        _note(worths, site, value)
        if value > best_value:
            best_value = value
            best = site
    return best


cdef int _site(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """The border where the own house gains most and risks least."""
    cdef unsigned int left = borders(s)
    cdef int seat, men = 0, cards = 0, house = s.house[s.actor]
    cdef int border, second, mine, theirs, best = 0
    cdef float chance, value, best_value = -1000
    for seat in range(c.seats):
        if s.house[seat] == house:
            men += 1
            cards += s.hand_size[seat]
        else:
            cards -= s.hand_size[seat]
    while left:
        border = lowest_bit(left)
        left &= left - 1
        second = border + 1 if border + 1 < LANDS else 0
        mine = border if (s.rose >> border & 1) == house else second
        theirs = border + second - mine
        chance = _chance(c.cp[s.land[mine]] - c.cp[s.land[theirs]] + w.site_card * cards, w.site_slope)
        value = chance * c.vp[s.land[theirs]][men] - w.site_deny * (1 - chance) * c.vp[s.land[mine]][c.seats - men]
        # an own estate comes home, or is lost
        value += w.home * (
            chance * (s.estates[s.actor] >> theirs & 1) - (1 - chance) * (s.estates[s.actor] >> mine & 1)
        )
        value += _noise(rng)
        _note(worths, border, value)
        if value > best_value:
            best_value = value
            best = border
    return best


# ---- action draft

cdef inline float _cards_worth(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat, float size, int drawn
) noexcept nogil:
    """What it is worth to draw so many cards to a hand of this size: points by offices at the end, strength before."""
    cdef float held = min(size + drawn, <float>HAND_LIMIT)
    cdef float few = min(held, <float>SCORED_CARDS) - min(size, <float>SCORED_CARDS)
    if s.round == c.rounds:
        return few * bit_count(s.offices[seat])
    return w.first_cards * few + w.last_cards * (held - size - few)


cdef float _office_worth(const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat) noexcept nogil:
    cdef int rest = c.rounds - s.round, cards
    if bit_count(s.offices[seat]) == OFFICE_LIMIT:
        return UNTHOUGHT
    cards = min(<int>s.hand_size[seat], <int>SCORED_CARDS)
    if rest == 0:
        return min(<int>s.hand_size[seat] + estate_income(s, seat), <int>SCORED_CARDS)
    return w.office + w.office_rest * rest + w.office_card * cards


cdef inline float _estate_worth(const VerraeterContext *c, const VerraeterState *s, const Weights *w) noexcept nogil:
    return w.estate * (c.rounds - s.round)


cdef inline float _turn_worth(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat
) noexcept nogil:
    """An estate becomes an office, best one that gives nothing."""
    cdef float loss = 0
    if s.estates[seat] == 0:
        return UNTHOUGHT
    if s.estates[seat] & ~lands_of(s, s.house[seat]) == 0:
        loss = _estate_worth(c, s, w)
        if s.round == c.rounds:
            loss = s.hand_size[seat] + estate_income(s, seat) <= SCORED_CARDS
    return _office_worth(c, s, w, seat) - loss


cdef inline float _builder_worth(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat
) noexcept nogil:
    cdef float worth = max(_turn_worth(c, s, w, seat), <float>0)
    if reserve(c, s, seat):
        worth = max(worth, max(_estate_worth(c, s, w), _office_worth(c, s, w, seat)))
    return worth


cdef int _draft(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """The card worth most: its own points, the chance to win with it in either house, and what it brings later."""
    cdef int seat = s.actor, mine = s.house[seat], side, card, best = 0
    cdef int income = estate_income(s, seat)
    cdef float size = w.keep * s.hand_size[seat]
    cdef Sides sides
    cdef float strength, ahead, value, best_value = -1000
    _look(c, s, seat, &sides)
    strength = w.strength * supply_points(c, s.hand[seat])
    for card in range(TRAITOR, CARDS):
        if not s.seen[seat] >> card & 1:
            continue
        side = mine
        value = c.action_vp[card] + _noise(rng)
        if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[1 - mine] == 0):
            side = 1 - mine
            value += w.traitor
        elif c.action_cp[card]:
            value += w.diplomat
        ahead = sides.points[side] - sides.points[1 - side] + strength + c.action_cp[card]
        ahead += w.friend * sides.cards[side] - w.foe * sides.cards[1 - side]
        ahead += w.man * (sides.men[side] - sides.men[1 - side])
        value += _chance(ahead, w.slope) * _stake(c, s, &sides, seat, side, w.deny, w.home)
        if card == FARMER:
            value += _cards_worth(c, s, w, seat, size, c.action_cards[card])
        else:
            value += _cards_worth(c, s, w, seat, size, min(income + c.action_cards[card], <int>DRAW_LIMIT))
        if card == STRATEGIST and s.round < c.rounds:
            value += w.strategist
        elif card == BUILDER:
            value += _builder_worth(c, s, w, seat)
        _note(worths, card, value)
        if value > best_value:
            best_value = value
            best = card
    return best


# ---- supply

cdef inline float _price(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int income, int cards, int points
) noexcept nogil:
    """What the actor gives up by laying cards: office points at the end, strength before; none for cards above the limit."""
    cdef int held = s.hand_size[s.actor] + income
    if s.round == c.rounds:
        return bit_count(s.offices[s.actor]) * (min(held, <int>SCORED_CARDS) - min(held - cards, <int>SCORED_CARDS))
    return w.price_card * (min(held, <int>HAND_LIMIT) - min(held - cards, <int>HAND_LIMIT)) + w.price_point * points


cdef void _reckon(
    const VerraeterContext *c, const VerraeterState *s, int seat, int side, int lead, Reveals *reveals
) noexcept nogil:
    """What the actor must reckon with. Cards that nobody has are written down as in the actor's own place."""
    cdef unsigned int missing = PACK & ~s.seen[seat]        # with those before him or put aside; the rest came after him
    cdef unsigned int allowed[CARDS]                        # seats that may have a card, as bits
    cdef int toward[SEATS]                                  # 1: on the side, -1: against it
    cdef int change[SEATS]                                  # of the lead, if the seat changes sides
    cdef int other, card, room, men = 0, traitor, two, five, found
    cdef unsigned int before = 0
    cdef bint turns
    reveals.count = reveals.friends = reveals.foes = 0
    if s.seen[seat] == 0:
        return
    for other in range(c.seats):
        men += s.house[other] == s.house[seat]
        toward[other] = 0 if other == seat else (1 if s.house[other] == side else -1)
        room = 0
        if place_in_order(c, s, other) < place_in_order(c, s, seat):
            before |= 1 << other
        elif other != seat:
            room = _most(c, s, seat, s.hand_size[other])
        if toward[other] > 0:
            reveals.friends += room
        elif toward[other] < 0:
            reveals.foes += room
        change[other] = -toward[other] * (2 * supply_points(c, s.laid[other]) + room)
    for card in range(TRAITOR, DIPLOMAT_5 + 1):
        allowed[card] = 1 << seat
        if card != s.kept[seat]:
            allowed[card] |= before if missing >> card & 1 else ((1 << c.seats) - 1) & ~before
    turns = c.d5_turns and men == c.seats
    for traitor in range(c.seats):
        if not allowed[<int>TRAITOR] >> traitor & 1:
            continue
        for two in range(c.seats):
            if not allowed[<int>DIPLOMAT_2] >> two & 1 or (two == traitor != seat):
                continue
            for five in range(c.seats):
                if not allowed[<int>DIPLOMAT_5] >> five & 1 or (five == traitor != seat) or (five == two != seat):
                    continue
                if _too_many_aside(c, s, seat, missing, traitor, two, five):
                    continue
                found = lead + change[traitor] + toward[two] * c.action_cp[<int>DIPLOMAT_2]
                if turns:
                    found += change[five] - toward[five] * c.action_cp[<int>DIPLOMAT_5]
                else:
                    found += toward[five] * c.action_cp[<int>DIPLOMAT_5]
                reveals.lead[reveals.count] = found
                reveals.count += 1


cdef inline bint _too_many_aside(
    const VerraeterContext *c, const VerraeterState *s, int seat, unsigned int missing, int traitor, int two, int five
) noexcept nogil:
    """One card was put aside, and 5 - seats are left over (V-4.2.3): more cannot be with nobody."""
    cdef unsigned int aside = (traitor == seat) << TRAITOR | (two == seat) << DIPLOMAT_2 | (five == seat) << DIPLOMAT_5
    aside &= ~(1 << s.kept[seat])
    return bit_count(aside & missing) > 1 or bit_count(aside & ~missing) > 5 - c.seats


cdef int _most(const VerraeterContext *c, const VerraeterState *s, int seat, int size) noexcept nogil:
    """Conflict points of the best hand of a size out of what a seat has not seen."""
    cdef int kind, other, left, points = 0
    for kind in range(KINDS - 1, -1, -1):
        left = c.count[kind] - s.hand[seat][kind] - s.discard[kind]
        for other in range(c.seats):
            left -= s.laid[other][kind]
        left = min(left, size)
        points += left * c.value[kind]
        size -= left
    return points


cdef bint _decides(const Reveals *reveals, int points, int last) noexcept nogil:
    """Whether so many points may bring another end than they do without the last card of them."""
    cdef int i, lead
    for i in range(reveals.count):
        lead = reveals.lead[i] + points
        if lead + reveals.friends >= 0 and lead - last - reveals.foes <= 0:
            return True
    return False


cdef int _lay(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """The cards whose gain in the chance to win is most worth their price; none if nothing can be changed."""
    cdef int seat = s.actor, card = s.kept[seat], side = s.house[seat], best = STOP
    cdef int kind, count = 0, cards, points, income, subset, i
    cdef int kinds[HAND_LIMIT]
    cdef Reveals reveals
    cdef int last
    cdef float lead, stake, scale, value, best_value
    cdef Sides sides
    _look(c, s, seat, &sides)
    if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[1 - side] == 0):
        side = 1 - side
    # The lead in points, with what later seats may add; then as a chance, the flatter the more is yet to come.
    lead = sides.points[side] - sides.points[1 - side] + supply_points(c, s.laid[seat]) + c.action_cp[card]
    reveals.count = 0
    if worths != NULL:
        _reckon(c, s, seat, side, <int>lead, &reveals)
    lead -= w.hidden
    lead += w.later_friend * sides.later[side] - w.later_foe * sides.later[1 - side]
    scale = 1 / (w.doubt + w.doubt_card * (sides.later[0] + sides.later[1]))
    lead = <float>0.5 + lead * scale + <float>0.08 * (_noise(rng) - <float>0.5)
    stake = _stake(c, s, &sides, seat, side, w.lay_deny, w.home)
    income = min(c.action_cards[card] + (0 if card == FARMER else estate_income(s, seat)), <int>DRAW_LIMIT)
    best_value = stake * _within(lead, 0) + <float>0.3 * _noise(rng)
    _note(worths, STOP, best_value)
    for kind in range(s.cap, -1, -1):
        for _ in range(s.hand[seat][kind]):
            kinds[count] = kind
            count += 1
    for subset in range(1, 1 << count):
        cards = points = last = 0
        kind = -1
        for i in range(count):
            if subset >> i & 1:
                if kind < 0:
                    kind = kinds[i]
                cards += 1
                last = c.value[kinds[i]]
                points += last
        value = stake * _within(lead + points * scale, 0) - _price(c, s, w, income, cards, points)
        if reveals.count and not _decides(&reveals, points, last):
            _note(worths, 1 + kind, value - IDLE)
        else:
            _note(worths, 1 + kind, value)
        if value > best_value:
            best_value = value
            best = 1 + kind
    return best


# ---- building and discarding

cdef int _build(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """Estates while they can still pay, then offices."""
    cdef int seat = s.actor, best = NOTHING
    cdef float value, best_value = 0
    _note(worths, NOTHING, 0)
    if reserve(c, s, seat):
        value = _estate_worth(c, s, w) + <float>0.5 * _noise(rng)
        _note(worths, PLACE_ESTATE, value)
        if value > best_value:
            best_value = value
            best = PLACE_ESTATE
        value = _office_worth(c, s, w, seat) + <float>0.5 * _noise(rng)
        _note(worths, PLACE_OFFICE, value)
        if value > best_value:
            best_value = value
            best = PLACE_OFFICE
    value = _turn_worth(c, s, w, seat)
    _note(worths, TURN, value)
    return TURN if value > best_value else best


cdef int _build_site(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """Estates go where the own house is safe; an office goes, and an estate is turned, where an estate would not pay."""
    cdef int seat = s.actor
    if s.build == PLACE_ESTATE:
        return _safest(c, s, w, free_lands(s), s.house[seat], rng, worths)
    if s.build == PLACE_OFFICE:
        return _safest(c, s, w, free_lands(s), 1 - s.house[seat], rng, worths)
    if s.estates[seat] and bit_count(s.offices[seat]) < OFFICE_LIMIT:
        return _safest(c, s, w, s.estates[seat], 1 - s.house[seat], rng, worths)
    return _safest(c, s, w, s.offices[seat], s.house[seat], rng, worths)


cdef int _throw(const VerraeterContext *c, const VerraeterState *s) noexcept nogil:
    """Cards below the average are exchanged, the weakest if not all can be; at the end their value does not matter."""
    cdef int seat = s.actor, kind, best = -1, weak = 0
    if s.round == c.rounds:
        return STOP
    for kind in range(s.cap + 1):
        if c.value[kind] >= c.average or weak >= s.excess:
            break
        if s.hand[seat][kind]:
            best = kind
            weak += s.hand[seat][kind]
    return 1 + best


cdef move_t _choose(const void *context, const void *state, const Weights *w, Rng *rng) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    if s.phase == SUPPLY:
        return _lay(c, s, w, rng, NULL)
    if s.phase == DRAFT:
        return _draft(c, s, w, rng, NULL)
    if s.phase == SITE:
        return _site(c, s, w, rng, NULL)
    if s.phase == BUILD:
        return _build(c, s, w, rng, NULL)
    if s.phase == BUILD_SITE:
        return _build_site(c, s, w, rng, NULL)
    if s.phase == DISCARD:
        return STOP if rng_below(rng, 32) == 0 else _throw(c, s)
    return _safest(c, s, w, rules.settle_sites(c, s), s.house[s.actor], rng, NULL)


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef int seats = (<const VerraeterContext *>context).seats
    return _choose(context, state, &STYLE[seats - 3][rng_below(rng, STYLES)], rng)


cdef void prior(
    const void *context, const void *state, const move_t *moves, int count, float *weights
) noexcept nogil:
    """Moves by what the playout policy finds them worth."""
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef const Weights *w = &STYLE[c.seats - 3][0]
    cdef float worths[LANDS + 1]
    cdef Rng still              # all zeros, and so without noise
    cdef int i
    memset(&still, 0, sizeof(still))
    for i in range(LANDS + 1):
        worths[i] = UNTHOUGHT
    if s.phase == SUPPLY:
        _lay(c, s, w, &still, worths)
    elif s.phase == DRAFT:
        _draft(c, s, w, &still, worths)
    elif s.phase == SITE:
        _site(c, s, w, &still, worths)
    elif s.phase == BUILD:
        _build(c, s, w, &still, worths)
    elif s.phase == BUILD_SITE:
        _build_site(c, s, w, &still, worths)
    elif s.phase == DISCARD:
        for i in range(count):
            worths[moves[i]] = 0
        worths[_throw(c, s)] = THROWN
    else:
        # what the first estate brings is far away, and lost in the search's noise: here it is left to the style by hand
        _safest(c, s, &STYLE[c.seats - 3][BY_HAND], rules.settle_sites(c, s), s.house[s.actor], &still, worths)
    for i in range(count):
        weights[i] = worths[moves[i]]
    soften(weights, count, SCALE, SMALL if s.phase != SETTLE else SMALL / 10)


# ---- estimate

cdef float _promise(const VerraeterContext *c, const VerraeterState *s, int seat, int rest) noexcept nogil:
    """What hand, estates, offices and house promise a seat in so many rounds to come."""
    cdef const float *w = PROMISE[c.seats - 3][rest - 1]
    cdef int size = s.hand_size[seat], few = min(size, <int>SCORED_CARDS), offices = bit_count(s.offices[seat])
    cdef int home = estate_income(s, seat), men = 0, friends = 0, foes = 0, other
    for other in range(c.seats):
        if s.house[other] == s.house[seat]:
            men += 1
            friends += s.hand_size[other]
        else:
            foes += s.hand_size[other]
    friends -= size
    return (
        w[0] + w[1] * size + w[2] * few + w[3] * supply_points(c, s.hand[seat]) + w[4] * home
        + w[5] * (bit_count(s.estates[seat]) - home) + w[6] * offices + w[7] * offices * few
        + w[8] * men + w[9] * (men == 1) + w[10] * (men == c.seats) + w[11] * friends + w[12] * foes
    )


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    """Points so far and what the rounds to come promise, by regressions over games of `mcts`."""
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef int seat, rest = c.rounds - s.round + (s.phase < BUILD)
    if s.phase == DONE:
        rules.result(context, state, outcome)
        return <float>0.1
    for seat in range(c.seats):
        outcome.score[seat] = s.score[seat]
        if rest:
            outcome.score[seat] += _promise(c, s, seat, rest)
        else:
            outcome.score[seat] += bit_count(s.offices[seat]) * min(<int>s.hand_size[seat], <int>SCORED_CARDS)
    return ERROR[c.seats - 3][rest - 1] if rest else <float>0.8
