"""Cards on the move, and the public record of what everybody has seen of them (R-6.2 to R-6.9).

Inline, because every decision of a playout moves cards.
"""

from libc.string cimport memcpy, memset

from eminence.cext.core.draw cimport draw_kind
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.rng cimport Rng
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, COUNTRY_LOG, DREW, GENERATIONS, INTRIGUE_LOG, KINDS, MAX_RUN, SHUFFLED, RoyalsContext,
    RoyalsState,
)


cdef inline int first_kind(int suit) noexcept nogil:
    return 0 if suit == COUNTRY else COUNTRIES


cdef inline int end_kind(int suit) noexcept nogil:
    return COUNTRIES if suit == COUNTRY else KINDS


cdef inline int suit_of(int kind) noexcept nogil:
    return kind >= COUNTRIES


# ---- the log

cdef inline u8 *log_of(const RoyalsState *s, int suit) noexcept nogil:
    return <u8 *>s.country_log if suit == COUNTRY else <u8 *>s.intrigue_log


cdef inline int log_room(int suit) noexcept nogil:
    return COUNTRY_LOG if suit == COUNTRY else INTRIGUE_LOG


cdef inline int event_of(int entry) noexcept nogil:
    """DREW, SHUFFLED, or the kind spent, counted from the suit's first."""
    return entry & 7


cdef inline int seat_of(int entry) noexcept nogil:
    return entry >> 3 & 7


cdef inline int cards_of(int entry) noexcept nogil:
    return (entry >> 6) + 1


cdef inline void add_entry(RoyalsState *s, int suit, int event, int seat) noexcept nogil:
    log_of(s, suit)[s.log_size[suit]] = event | seat << 3
    s.log_size[suit] += 1


cdef inline int end_of_generation(const RoyalsState *s, int suit, int generation) noexcept nogil:
    """Where the log has its shuffle, or ends."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i
    for i in range(s.log_size[suit]):
        if event_of(log[i]) == SHUFFLED:
            if generation == 0:
                return i
            generation -= 1
    return s.log_size[suit]


cdef inline void forget(RoyalsState *s, int suit, int generations) noexcept nogil:
    """Forgets how the blind cards of the oldest generations came about: what is left of them is one deal."""
    cdef u8 *log = log_of(s, suit)
    cdef int first = first_kind(suit), count = end_kind(suit) - first
    cdef int left[MAX_SEATS]
    cdef u8 rest[INTRIGUE_LOG + COUNTRY_LOG]
    cdef int i, kind, seat, size, end = end_of_generation(s, suit, generations - 1)
    memset(left, 0, sizeof(left))
    for i in range(1, generations):
        for kind in range(first, first + count):
            s.unseen[0][kind] += s.unseen[i][kind]
    for i in range(end):
        if event_of(log[i]) == DREW:
            left[seat_of(log[i])] += cards_of(log[i])
        elif event_of(log[i]) != SHUFFLED:
            left[seat_of(log[i])] -= cards_of(log[i])
            s.unseen[0][first + event_of(log[i])] -= cards_of(log[i])
    size = s.log_size[suit] - end
    memcpy(rest, log + end, size)
    memset(log, 0, s.log_size[suit])
    s.log_size[suit] = 0
    for seat in range(MAX_SEATS):
        while left[seat] > 0:
            add_entry(s, suit, DREW, seat)
            log[s.log_size[suit] - 1] += min(left[seat] - 1, MAX_RUN - 1) << 6
            left[seat] -= MAX_RUN
    memcpy(log + s.log_size[suit], rest, size)
    s.log_size[suit] += size
    for i in range(1, GENERATIONS):
        if i + generations - 1 < GENERATIONS:
            memcpy(&s.unseen[i][first], &s.unseen[i + generations - 1][first], count)
            for seat in range(MAX_SEATS):
                memcpy(&s.kept[seat][i][first], &s.kept[seat][i + generations - 1][first], count)
        else:
            memset(&s.unseen[i][first], 0, count)
            for seat in range(MAX_SEATS):
                memset(&s.kept[seat][i][first], 0, count)
    s.generation[suit] -= generations - 1


cdef inline void write_down(RoyalsState *s, int suit, int event, int seat) noexcept nogil:
    """Adds one card, or a shuffle, to the log."""
    cdef u8 *log = log_of(s, suit)
    cdef int last = s.log_size[suit] - 1
    if last >= 0 and event != SHUFFLED and log[last] & 63 == (event | seat << 3) and cards_of(log[last]) < MAX_RUN:
        log[last] += 64
        return
    if last + 1 == log_room(suit):
        forget(s, suit, 1)
        if s.log_size[suit] == log_room(suit):
            forget(s, suit, 2)
    add_entry(s, suit, event, seat)


# ---- cards

cdef inline void spend(RoyalsState *s, int seat, int kind) noexcept nogil:
    """A card goes from a hand to the open discards (R-4.4.6, R-4.5.5)."""
    cdef int suit = suit_of(kind)
    s.hand[seat][kind] -= 1
    s.hand_size[suit][seat] -= 1
    s.discards[kind] += 1
    if s.known[seat][kind]:
        s.known[seat][kind] -= 1
    else:
        write_down(s, suit, kind - first_kind(suit), seat)


cdef inline void take_displayed(RoyalsState *s, int seat, int country) noexcept nogil:
    s.display[country] -= 1
    s.hand[seat][country] += 1
    s.hand_size[COUNTRY][seat] += 1
    s.known[seat][country] += 1


cdef inline int draw_card(RoyalsState *s, int suit, Rng *rng) noexcept nogil:
    """The top card of a deck that is not empty."""
    cdef int kind = first_kind(suit) + draw_kind(&s.deck[first_kind(suit)], s.deck_size[suit], rng)
    s.deck_size[suit] -= 1
    return kind


cdef inline int draw_blind(RoyalsState *s, int suit, int seat, Rng *rng) noexcept nogil:
    """Returns the kind, like the next."""
    cdef int kind = draw_card(s, suit, rng)
    s.hand[seat][kind] += 1
    s.hand_size[suit][seat] += 1
    write_down(s, suit, DREW, seat)
    return kind


cdef inline int turn_up(RoyalsState *s, Rng *rng) noexcept nogil:
    cdef int kind = draw_card(s, COUNTRY, rng)
    s.display[kind] += 1
    s.unseen[s.generation[COUNTRY]][kind] -= 1
    return kind


cdef inline void lay_out_deck(RoyalsState *s, int suit) noexcept nogil:
    """All discards become the deck of the current generation, its composition known to all."""
    cdef int kind
    for kind in range(first_kind(suit), end_kind(suit)):
        s.unseen[s.generation[suit]][kind] = s.deck[kind] = s.discards[kind]
        s.deck_size[suit] += s.discards[kind]
        s.discards[kind] = 0


cdef inline void shuffle_discards(const RoyalsContext *c, RoyalsState *s, int suit) noexcept nogil:
    """A new generation begins (R-4.2.6, R-4.7.3)."""
    cdef int kind, seat
    if s.generation[suit] == GENERATIONS - 1:
        forget(s, suit, 2)
    write_down(s, suit, SHUFFLED, 0)
    s.generation[suit] += 1
    for seat in range(c.seats):
        for kind in range(first_kind(suit), end_kind(suit)):
            s.kept[seat][s.generation[suit]][kind] = s.hand[seat][kind] - s.known[seat][kind]
    lay_out_deck(s, suit)
