"""Whether a view has a world (rules section 6), by counting what must flow from the decks into the hands.

Call the cards of some kinds red. Red cards flow from the decks through the blind draws into a hand and leave it when they are
spent; at no time has a hand fewer than none or more than all of its cards red. Such a flow exists iff no choice of
generations has fewer red cards than the hands together must have drawn from it. So every set of kinds and every choice of
generations gives one sum to compare; beyond four, the oldest are chosen together. A world passes all of them. With one other seat or one generation a view that passes all
has a world, too; beyond that the tables of all kinds at once could still differ, where nobody ever played.
"""

from libc.stdint cimport int16_t
from libc.string cimport memcpy, memset

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport HANDS, MAX_KINDS, unpack_hand
from eminence.cext.games.royals.rules_cards cimport cards_of, end_kind, event_of, first_kind, log_of, seat_of
from eminence.cext.games.royals.rules_legal cimport can_decide, is_telling, matching_cards, targets
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DREW, GENERATIONS, KINDS, SHUFFLED, RoyalsContext, RoyalsState,
)


cdef struct Hand:
    # Red cards of one hand, by the kinds that are red and a choice of generations.
    int size
    int most[SETS]                      # it may have now
    int16_t must[SETS][SPANS]           # it must have drawn from these generations
    int16_t free[SETS][SPANS]           # it may have now without more of them


cdef inline int _span(const RoyalsState *s, int suit, int generation) noexcept nogil:
    """By which bit a generation is chosen."""
    return max(0, generation - max(0, s.generation[suit] - APART + 1))


# ---- one hand

cdef void _draw(Hand *hand, int sets, int spans, int generation, int count) noexcept nogil:
    cdef int red, span
    hand.size += count
    for red in range(sets):
        hand.most[red] += count
        for span in range(spans):
            hand.free[red][span] += count * (~span >> generation & 1)


cdef bint _spend(Hand *hand, int sets, int spans, int kind, int count) noexcept nogil:
    """False if the hand cannot have had so many."""
    cdef int red, span, free
    hand.size -= count
    for red in range(sets):
        if not red >> kind & 1:
            hand.most[red] = min(hand.most[red], hand.size)
            for span in range(spans):
                hand.free[red][span] = min(hand.free[red][span], hand.size)
            continue
        hand.most[red] -= count
        if hand.most[red] < 0:
            return False
        for span in range(spans):
            free = hand.free[red][span] - count
            hand.must[red][span] += max(-free, 0)
            hand.free[red][span] = max(free, 0)
    return True


# ---- the observer

cdef bint _read_own(const RoyalsState *s, int suit, int seat, int (*pools)[MAX_KINDS]) noexcept nogil:
    """Takes the observer's own draws out of the decks; false if it spent cards before it can have had them."""
    cdef const u8 *log = log_of(s, suit)
    cdef int spent[MAX_KINDS]
    cdef int i, kind, later, missing, drawn = 0, generation = 0, first = first_kind(suit)
    memset(spent, 0, sizeof(spent))
    for i in range(s.log_size[suit] + 1):
        if i < s.log_size[suit] and event_of(log[i]) != SHUFFLED:
            if seat_of(log[i]) != seat:
                continue
            if event_of(log[i]) == DREW:
                drawn += cards_of(log[i])
                continue
            spent[event_of(log[i])] += cards_of(log[i])
            missing = 0
            for kind in range(end_kind(suit) - first):
                missing += max(0, spent[kind] - s.kept[seat][generation][first + kind])
            if missing > drawn:
                return False
            continue
        for kind in range(end_kind(suit) - first):
            later = s.hand[seat][first + kind] - s.known[seat][first + kind]
            if generation < s.generation[suit]:
                later = s.kept[seat][generation + 1][first + kind]
            pools[generation][kind] -= later + spent[kind] - s.kept[seat][generation][first + kind]
        memset(spent, 0, sizeof(spent))
        drawn = 0
        generation += 1
    return True


# ---- all together

cdef bint _follow(const RoyalsState *s, int suit, int seat, int sets, int spans, Hand *hand, long *steps) noexcept nogil:
    """The hand of a seat after all that the log says."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i, generation = 0
    memset(hand, 0, sizeof(Hand))
    for i in range(s.log_size[suit]):
        if event_of(log[i]) == SHUFFLED:
            generation += 1
        elif seat_of(log[i]) == seat:
            steps[0] += sets * spans
            if event_of(log[i]) == DREW:
                _draw(hand, sets, spans, _span(s, suit, generation), cards_of(log[i]))
            elif not _spend(hand, sets, spans, event_of(log[i]), cards_of(log[i])):
                return False
    return True


cdef void measure(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Room *room) noexcept nogil:
    """Compares what the decks of a suit have with what the hands must have drawn."""
    cdef int pools[GENERATIONS][MAX_KINDS]
    cdef int left[SETS][SPANS]
    cdef Hand hand
    cdef int i, seat, red, span, generation, kind, first = first_kind(suit), kinds = end_kind(suit) - first
    cdef int sets = 1 << kinds, spans = 2 << min(<int>s.generation[suit], APART - 1)
    memset(room, 0, sizeof(Room))
    for generation in range(GENERATIONS):
        for kind in range(kinds):
            pools[generation][kind] = s.unseen[generation][first + kind]
    if not _read_own(s, suit, observer, pools):
        return
    memset(left, 0, sizeof(left))
    for generation in range(1, s.generation[suit] + 1):
        for kind in range(kinds if _span(s, suit, generation) < generation else 0):
            pools[_span(s, suit, generation)][kind] += pools[generation][kind]
            pools[generation][kind] = 0
    for red in range(sets):
        for span in range(spans):
            for generation in range(min(<int>s.generation[suit] + 1, APART)):
                for kind in range(kinds):
                    left[red][span] += pools[generation][kind] * (red >> kind & span >> generation & 1)
    for i in range(c.seats):
        seat = (s.active + 1 + i) % c.seats     # the active one last
        if seat == observer:
            continue
        if not _follow(s, suit, seat, sets, spans, &hand, &room.steps):
            return
        for red in range(sets):
            for span in range(spans):
                left[red][span] -= hand.must[red][span]
                if left[red][span] < 0:
                    return
    room.enough = True
    if s.active == observer:
        return
    for red in range(sets):
        room.most[red] = hand.most[red]
        for span in range(spans):
            room.most[red] = min(room.most[red], hand.free[red][span] + left[red][span])


# ---- the active seat

cdef bint _fits(const Room *room, int kinds, const u8 *blind) noexcept nogil:
    """Whether the active seat may have these blind cards."""
    cdef int cards[SETS]
    cdef int red, kind
    cards[0] = 0
    for kind in range(kinds):
        for red in range(1 << kind, 2 << kind):
            cards[red] = cards[red ^ 1 << kind] + blind[kind]
            if cards[red] > room.most[red]:
                return False
    return True


cdef bint _next_hand(
    const RoyalsState *s, int suit, Room *room, int *number, u8 *hand
) noexcept nogil:
    """Writes the next hand that the active seat may have, of those from `number` on; false if there is none."""
    cdef int kind, first = first_kind(suit), kinds = end_kind(suit) - first, size = s.hand_size[suit][s.active]
    for kind in range(first, first + kinds):
        size -= s.known[s.active][kind]
    while number[0] < HANDS[suit][size]:
        unpack_hand(suit, number[0], size, hand + first)
        number[0] += 1
        room.steps += 1 << kinds
        if _fits(room, kinds, hand + first):
            for kind in range(first, first + kinds):
                hand[kind] += s.known[s.active][kind]
            return True
    return False


cdef bint has_world(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Room *room) noexcept nogil:
    """Whether the cards of a suit can have been dealt as a view says, and leave the active seat its decision."""
    cdef u8 hand[KINDS]
    cdef int number = 0
    measure(c, s, suit, observer, room)
    if not room.enough:
        return False
    if s.active == observer or not is_telling(s, suit):
        return True
    while _next_hand(s, suit, room, &number, hand):
        if can_decide(c, s, suit, hand):
            return True
    return False


cdef bint has_target(const RoyalsContext *c, const RoyalsState *s, int observer, Room *rooms) noexcept nogil:
    """Whether both suits have a deal, and one in which the active seat can occupy or take over some position."""
    cdef RoyalsState world = s[0]
    cdef u8 hand[KINDS]
    cdef int country, suit, number, value, best
    cdef bint dealt = True
    for suit in range(2):
        dealt &= has_world(c, s, suit, observer, &rooms[suit])
    if not dealt:
        return False
    for country in range(COUNTRIES):
        for suit in range(2):
            number = 0
            best = -1
            while _next_hand(s, suit, &rooms[suit], &number, hand):
                value = hand[country] if suit == COUNTRY else matching_cards(c, hand, country)
                if value > best:
                    best = value
                    memcpy(&world.hand[s.active][first_kind(suit)], hand + first_kind(suit), end_kind(suit) - first_kind(suit))
        if targets(c, &world):
            return True
    return False
