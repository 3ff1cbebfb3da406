"""Supply cards: what may be revealed, what decides the conflict then, and what cards are worth that."""

from eminence.cext.core.bits cimport bit_count, lowest_bit
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.verraeter.policy_common cimport (
    VAIN, Sides, Weights, look_at, noise, note, stake_of, within,
)
from eminence.cext.games.verraeter.state cimport (
    CARDS, DIPLOMAT_2, DIPLOMAT_5, DRAW_LIMIT, FARMER, HAND_LIMIT, KINDS, PACK, SCORED_CARDS, SEATS, STOP, TRAITOR,
    VerraeterContext, VerraeterState, lands_of, place_in_order, supply_points,
)

cdef enum:
    MOST_REVEALS = 64

cdef struct Reveals:
    # How a conflict may end, as the seat that lays its supply sees it.
    int count               # reveals of the action cards it holds possible; 0 if it does not know its pack any more
    int lead[MOST_REVEALS]  # its side's lead in each, with nothing more laid by the seats that are yet to come
    bint final              # whether nobody is yet to come
    int friends             # what those of its side may lay at most, and those of the other
    int foes


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
    reveals.final = place_in_order(c, s, seat) == c.seats - 1
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


cdef bint _is_vain(
    const VerraeterContext *c, const VerraeterState *s, const Reveals *reveals, const int *kinds, int subset, int points
) noexcept nogil:
    """Whether laying these of some cards, listed from the highest, is surely no better than fewer or others."""
    cdef int last = 0
    if not reveals.count:
        return False
    # In the last round a card is worth no more for being high: who lays last lays his highest, or none.
    if reveals.final and s.round == c.rounds and kinds[lowest_bit(subset)] < kinds[0]:
        return True
    while subset >> last > 1:
        last += 1
    return not _decides(reveals, points, c.value[kinds[last]])


cdef inline float _hope(const Reveals *reveals, int points, float lead, float scale) noexcept nogil:
    """The chance to win with so many points: the share of reveals for the last to lay, who knows all but these."""
    cdef int i, ahead, won = 0
    if reveals.count == 0 or not reveals.final:
        return within(lead + points * scale, 0)
    for i in range(reveals.count):
        ahead = reveals.lead[i] + points
        won += (ahead > 0) + (ahead >= 0)       # a tie is half of it
    return won / <float>(2 * reveals.count)


cdef int choose_cards(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil:
    """The cards whose gain in the chance to win is most worth their price; none if nothing can be changed."""
    cdef int seat = s.actor, card = s.kept[seat], side = s.house[seat], best = STOP
    cdef int kind, count = 0, income, subset, twins = 0, _
    cdef int kinds[HAND_LIMIT]
    cdef int points[1 << HAND_LIMIT]
    cdef Reveals reveals
    cdef float lead, stake, scale, value, best_value
    cdef Sides sides
    look_at(c, s, seat, &sides)
    if card == TRAITOR or (card == DIPLOMAT_5 and c.d5_turns and sides.men[1 - side] == 0):
        side = 1 - side
    # The lead in points, with what later seats may add; then as a chance, the flatter the more is yet to come.
    lead = sides.points[side] - sides.points[1 - side] + supply_points(c, s.laid[seat]) + c.action_cp[card]
    reveals.count = 0
    if worths != NULL or place_in_order(c, s, seat) == c.seats - 1:     # in playouts the last to lay alone, who knows most
        _reckon(c, s, seat, side, <int>lead, &reveals)
    lead -= w.hidden
    lead += w.later_friend * sides.later[side] - w.later_foe * sides.later[1 - side]
    scale = 1 / (w.doubt + w.doubt_card * (sides.later[0] + sides.later[1]))
    lead = <float>0.5 + lead * scale + <float>0.08 * (noise(rng) - <float>0.5)
    stake = stake_of(c, s, &sides, seat, side, w.lay_deny, w.home)
    income = 0 if card == FARMER else bit_count(s.estates[seat] & lands_of(s, side))        # by the house he will be in
    income = min(income + c.action_cards[card], <int>DRAW_LIMIT)
    best_value = stake * _hope(&reveals, 0, lead, scale) + <float>0.3 * noise(rng)
    note(worths, STOP, best_value)
    for kind in range(s.cap, -1, -1):
        for _ in range(s.hand[seat][kind]):
            kinds[count] = kind
            twins |= (count > 0 and kinds[count - 1] == kind) << count
            count += 1
    points[0] = 0
    for subset in range(1, 1 << count):
        kind = kinds[lowest_bit(subset)]        # the highest of them, which is laid first
        points[subset] = points[subset & (subset - 1)] + c.value[kind]
        if subset & twins & ~(subset << 1):
            continue                            # the same cards as in a subset that was looked at
        value = stake * _hope(&reveals, points[subset], lead, scale)
        value -= _price(c, s, w, income, bit_count(subset), points[subset])
        if worths != NULL:
            note(worths, 1 + kind, VAIN if _is_vain(c, s, &reveals, kinds, subset, points[subset]) else value)
        if value > best_value:
            best_value = value
            best = 1 + kind
    return best
