"""Legal moves of every phase as one bit mask: bit m is set iff move m is legal."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.rules_cards cimport end_kind
from eminence.cext.games.royals.state cimport (
    AT_ONCE, COUNTRIES, COUNTRY, DISCARD, DISCARD_INTRIGUE, DRAW, DRAW_MODE, END, FIRST_TARGET, FROM_DECK, INTRIGUE,
    INTRIGUE_JOKERS, JOKERS, KINDS, ONE_EACH, PAY, PAY_INTRIGUE, PLAY, THREE, TITLES, RoyalsContext, RoyalsState,
)


cdef inline uint64_t bit(int number) noexcept nogil:
    return <uint64_t>1 << number


cdef inline uint64_t bits_between(int low, int high) noexcept nogil:
    """Bits low..high; none where the hand of a made-up view is too small to pay, which makes high less than nothing."""
    return (bit(max(high, -1) + 1) - 1) & ~(bit(low) - 1)


cdef inline int matching_cards(const RoyalsContext *c, const u8 *hand, int country) noexcept nogil:
    """Intrigue cards of a hand that show a country (R-4.5.1)."""
    cdef uint64_t cards, showing
    memcpy(&cards, hand + KINDS - AT_ONCE, AT_ONCE)
    memcpy(&showing, c.showing[country], AT_ONCE)
    return (cards & showing) * <uint64_t>0x0101010101010101U >> 56      # the sum of the bytes


cdef inline uint32_t vacant(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    cdef int seat
    cdef uint32_t taken = 0
    for seat in range(c.seats):
        taken |= s.held[seat]
    return ~taken


cdef inline int in_supply(const RoyalsContext *c, const RoyalsState *s, int seat) noexcept nogil:
    """Cubes left; below 0 only with an unlimited supply (R-1.6)."""
    return c.cubes - 2 * s.placements[seat]


cdef inline int houses_taken(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """Noble House markers that are gone."""
    cdef int seat, taken = 0
    for seat in range(c.seats):
        taken += s.house[seat] > 0
    return taken


cdef inline int titles_held(const RoyalsState *s, int seat) noexcept nogil:
    """Titles on whose marker the seat has a cube."""
    cdef int title, held = 0
    for title in range(TITLES):
        held += s.title_cubes[seat][title] > 0
    return held


cdef inline uint32_t targets(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """Positions the active seat can occupy or take over and pay for (R-4.3)."""
    cdef int seat = s.active, country, cards = s.hand_size[COUNTRY][seat], intrigues = s.hand_size[INTRIGUE][seat]
    cdef const u8 *hand = s.hand[seat]
    cdef uint32_t free_positions = vacant(c, s), payable = 0, reachable
    if c.strict and in_supply(c, s, seat) < 2:
        return 0                                        # R-4.3.5
    for country in range(COUNTRIES):
        # R-4.4.3 solved for the cost: N + 2 max(0, N - h) <= T iff N <= (T + 2 h) / 3
        reachable = c.affordable[country][(cards + 2 * hand[country]) // 3]
        if reachable and intrigues:
            # R-4.5.3 likewise: K + max(0, K - m) <= T iff K <= (T + m) / 2
            reachable &= free_positions | c.takeable[country][(intrigues + matching_cards(c, hand, country)) // 2]
        else:
            reachable &= free_positions
        payable |= reachable
    return payable & ~s.held[seat]                      # R-4.3.4


cdef inline uint64_t picks(const RoyalsState *s, const u8 *hand, int suit) noexcept nogil:
    """Ordered picks: kinds not below the floor with enough cards from there on to finish."""
    cdef int kind = end_kind(suit), left = 0
    cdef uint64_t legal = 0
    while kind > s.floor:
        kind -= 1
        left += hand[kind]
        if hand[kind] and left >= s.picks_left:
            legal |= bit(kind)
    return legal


cdef inline uint64_t intrigue_picks(const RoyalsContext *c, const RoyalsState *s, const u8 *hand) noexcept nogil:
    """Ordered picks after which enough cards showing the country remain to be reached (R-4.5.4 b)."""
    cdef int country = c.position_country[s.target]
    cdef int kind = KINDS, left = 0, matching = 0, shows, need = s.matching_left
    cdef uint64_t legal = 0
    while kind > s.floor:
        kind -= 1
        shows = (c.shows[kind] >> country) & 1
        left += hand[kind]
        matching += hand[kind] * shows
        if hand[kind] and left >= s.picks_left and matching >= need and (shows or s.picks_left > need):
            legal |= bit(kind)
    return legal


cdef inline uint64_t joker_counts(const RoyalsContext *c, const RoyalsState *s, const u8 *hand) noexcept nogil:
    """R-4.4.5 a."""
    cdef int cost = c.position_cost[s.target], real = hand[c.position_country[s.target]]
    return bits_between(max(0, cost - real), min(cost, (s.hand_size[COUNTRY][s.active] - cost) // 2))


cdef inline uint64_t intrigue_joker_counts(const RoyalsContext *c, const RoyalsState *s, const u8 *hand) noexcept nogil:
    """R-4.5.4 a."""
    cdef int cost = c.position_intrigue[s.target], real = matching_cards(c, hand, c.position_country[s.target])
    return bits_between(max(0, cost - real), min(cost, s.hand_size[INTRIGUE][s.active] - cost))


cdef inline uint64_t draws(const RoyalsState *s) noexcept nogil:
    cdef int country
    cdef uint64_t legal = bit(FROM_DECK) if s.deck_size[COUNTRY] else 0
    for country in range(COUNTRIES):
        legal |= <uint64_t>(s.display[country] > 0) << country
    return legal


cdef inline uint64_t card_choices(const RoyalsContext *c, const RoyalsState *s, const u8 *hand) noexcept nogil:
    """Legal moves of the phases in which cards leave the active hand."""
    if s.phase == JOKERS:
        return joker_counts(c, s, hand)
    if s.phase == INTRIGUE_JOKERS:
        return intrigue_joker_counts(c, s, hand)
    if s.phase == PAY_INTRIGUE:
        return intrigue_picks(c, s, hand)
    return picks(s, hand, INTRIGUE if s.phase == DISCARD_INTRIGUE else COUNTRY)     # PAY, DISCARD, DISCARD_INTRIGUE


cdef inline uint64_t legal_moves(const RoyalsContext *c, const RoyalsState *s) noexcept nogil:
    """Every legal move of the phase, forced or not; not to be asked when the game is over."""
    if s.phase == DRAW:
        return draws(s)
    if s.phase == PLAY:
        return bit(END) | (<uint64_t>targets(c, s) << FIRST_TARGET)
    if s.phase == DRAW_MODE:
        return bit(THREE) | bit(ONE_EACH)
    return card_choices(c, s, s.hand[s.active])


# ---- what a pending decision tells others about the active hand

cdef inline bint is_telling(const RoyalsState *s, int suit) noexcept nogil:
    """Whether it tells anything about the cards of one suit alone."""
    if s.phase == INTRIGUE_JOKERS or s.phase == PAY_INTRIGUE:
        return True
    if suit == COUNTRY:
        return s.phase == JOKERS or s.phase == PAY or s.phase == DISCARD
    return s.phase == DISCARD_INTRIGUE


cdef inline bint can_decide(const RoyalsContext *c, const RoyalsState *s, int suit, const u8 *hand) noexcept nogil:
    """Whether the active seat, with these cards of the suit, has a choice now and can finish its payment (R-4.3.7)."""
    cdef int country = c.position_country[s.target]
    cdef uint64_t legal
    if suit == COUNTRY and (s.phase == INTRIGUE_JOKERS or s.phase == PAY_INTRIGUE):
        return c.affordable[country][(s.hand_size[COUNTRY][s.active] + 2 * hand[country]) // 3] >> s.target & 1
    legal = card_choices(c, s, hand)
    return legal & (legal - 1) != 0
