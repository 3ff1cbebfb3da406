"""Before the first year: alternative rows (K-4.11) and governors (K-4.12).

A module's cards are drawn when its decisions begin (K-7.55), which is the same as drawing them unseen before.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bits_to_moves, lowest_bit
from eminence.cext.core.draw cimport draw_bit, shuffle
from eminence.cext.core.game cimport move_t
from eminence.cext.core.journal cimport EVERYBODY, NOBODY, tell_some
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.rules_common cimport grant_all
from eminence.cext.games.kingsburg.rules_tell cimport tell
from eminence.cext.games.kingsburg.state cimport (
    BID, COLUMNS, DRAFT, GOVERNORS_DEALT, GOVERNOR_SHOWN, HAND, KEEP, LOT, MAX_BID, MAX_RAISE, OPENS, ROW, ROWS, SETUP,
    START_GOVERNORS, START_YEAR, STRIPS, STRIPS_DEALT, VP, KingsburgContext, KingsburgState,
)

cdef enum:
    SETS = 2            # equal sets of strips
    STRIPS_EACH = 2     # strips of a seat


# ---- K-4.11: alternative rows

cdef bint _dealt_apart(const KingsburgContext *c, KingsburgState *s, const u8 *strips) noexcept nogil:
    """Hands out a shuffled row of strips; false if some seat has two alike."""
    cdef int seat
    for seat in range(c.seats):
        if strips[STRIPS_EACH * seat] == strips[STRIPS_EACH * seat + 1]:
            return False
        s.offered[seat] = 1 << strips[STRIPS_EACH * seat] | 1 << strips[STRIPS_EACH * seat + 1]
    return True


cdef void deal_strips(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """K-4.11.2, K-7.56: uniformly among deals in which nobody holds two equal strips."""
    cdef u8 strips[SETS * ROWS]
    cdef int row, seat, count = 0
    if c.drafted:
        s.opener = rng_below(rng, c.seats)
        tell(c, OPENS, s.opener, 0, 0, 0, 0, 0)
        s.phase = DRAFT
        return
    for row in range(SETS * ROWS):
        if (c.rows >> row % ROWS) & 1:
            strips[count] = row % ROWS
            count += 1
    shuffle(strips, count, rng)
    while not _dealt_apart(c, s, strips):
        shuffle(strips, count, rng)
    for seat in range(c.seats):
        tell(c, STRIPS_DEALT, seat, 0, s.offered[seat], 0, 0, 0)
    s.opener = s.order[0]                   # K-7.32
    s.phase = STRIPS


cdef int draft_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """K-4.11.3: rows of which a strip is left and the seat has none."""
    cdef int row, seat, taken, rows = 0
    for row in range(ROWS):
        taken = 0
        for seat in range(c.seats):
            taken += (s.offered[seat] >> row) & 1
        if (c.rows >> row) & 1 and taken < SETS and not (s.offered[s.actor] >> row) & 1:
            rows |= 1 << row
    return bits_to_moves(rows, 0, moves)


cdef bint next_draft(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """Clockwise from the first player, then back from the last."""
    cdef move_t rows[ROWS]
    cdef int count, place
    while s.turn < STRIPS_EACH * c.seats:
        place = s.turn if s.turn < c.seats else STRIPS_EACH * c.seats - 1 - s.turn
        s.actor = (s.opener + place) % c.seats
        count = draft_moves(c, s, rows)
        if count > 1:
            return True
        if count:
            tell(c, STRIPS_DEALT, s.actor, 0, 1 << rows[0], 0, 0, 0)
            play_draft(s, rows[0])
        else:
            s.turn += 1
    s.turn = 0
    s.phase = STRIPS
    return False


cdef void play_draft(KingsburgState *s, int row) noexcept nogil:
    s.offered[s.actor] |= 1 << row
    s.turn += 1


cdef int strip_moves(const KingsburgState *s, move_t *moves) noexcept nogil:
    """None, either or both of the seat's strips."""
    cdef int rows = 0, count = 0
    while True:
        moves[count] = rows
        count += 1
        rows = (rows - s.offered[s.actor]) & s.offered[s.actor]
        if rows == 0:
            return count


cdef bint next_strips(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.11.4: seats from the first player on."""
    while s.turn < c.seats:
        s.actor = (s.opener + s.turn) % c.seats
        if s.offered[s.actor]:
            return True
        s.turn += 1
    s.turn = s.opener = 0
    s.phase = START_GOVERNORS
    return False


cdef void play_strips(KingsburgState *s, int rows) noexcept nogil:
    cdef int row
    for row in range(ROWS):
        if (rows >> row) & 1:
            s.strips[s.actor] |= <uint32_t>ROW << COLUMNS * row
    s.offered[s.actor] = 0
    s.turn += 1


# ---- K-4.12: governors

cdef void start_governors(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    cdef uint32_t deck = (<uint32_t>2 << c.governors) - 2
    cdef uint32_t cards
    cdef int left = c.governors, seat, card, _i
    if c.governors == 0:
        s.phase = START_YEAR
        return
    if c.auctioned:
        for _i in range(c.seats + 1):
            card = draw_bit(deck & ~s.lots, left, rng)
            left -= 1
            s.lots |= <uint32_t>1 << card
        tell(c, GOVERNORS_DEALT, NOBODY, 0, s.lots, 0, 0, 0)
        s.opener = rng_below(rng, c.seats)
        tell(c, OPENS, s.opener, 0, 1, 0, 0, 0)
        s.phase = LOT
        return
    for seat in range(c.seats):
        cards = 0
        for _i in range(HAND):
            card = draw_bit(deck, left, rng)
            left -= 1
            deck ^= <uint32_t>1 << card
            cards |= <uint32_t>1 << card
        set_hand(s, seat, cards)
        tell_some(c, 1 << seat, GOVERNORS_DEALT, seat, 0, cards, 0, 0, 0)
        tell_some(c, EVERYBODY & ~(1 << seat), GOVERNORS_DEALT, seat, 0, 0, 0, 0, 0)
    s.turn = 0
    s.phase = KEEP


cdef void set_hand(KingsburgState *s, int seat, uint32_t cards) noexcept nogil:
    """A hand in ascending order: equal hands are equal bytes."""
    cdef int i
    for i in range(HAND):
        s.hand[seat][i] = lowest_bit(cards)
        cards &= cards - 1


cdef int keep_moves(const KingsburgState *s, int seat, move_t *moves) noexcept nogil:
    cdef int i
    for i in range(HAND):
        moves[i] = s.hand[seat][i]
    return HAND


cdef bint next_keep(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.12.1: hidden commits in turn order, then all governors are turned up."""
    cdef int seat
    if s.turn < c.seats:
        s.actor = s.order[s.turn]
        return True
    memset(s.hand, 0, sizeof(s.hand))
    for seat in range(c.seats):
        tell(c, GOVERNOR_SHOWN, seat, 0, s.governor[seat], 0, 0, 0)
    for seat in range(c.seats):
        grant_all(c, s, seat, SETUP)
    s.turn = 0
    s.phase = START_YEAR
    return False


cdef void play_keep(KingsburgState *s, int number) noexcept nogil:
    s.governor[s.actor] = number
    s.turn += 1


cdef int _next_without(const KingsburgContext *c, const KingsburgState *s, int seat, int out) noexcept nogil:
    """The next seat clockwise that has no governor and is not out; -1 if there is none."""
    cdef int i, other
    for i in range(1, c.seats + 1):
        other = (seat + i) % c.seats
        if s.governor[other] == 0 and not (out >> other) & 1:
            return other
    return -1


cdef bint next_lot(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """K-4.12.2: the opener puts a governor up; the left-over card leaves the game."""
    if s.governor[s.opener] == 0:
        s.actor = s.opener
        return True
    s.lots = s.opener = 0
    s.turn = 0
    s.phase = START_YEAR
    return False


cdef void play_lot(const KingsburgContext *c, KingsburgState *s, int number) noexcept nogil:
    s.lot = number
    s.phase = BID
    if _next_without(c, s, s.opener, 1 << s.opener) < 0:
        s.bidder = 1 + s.opener             # alone: for nothing


cdef int bid_moves(const KingsburgState *s, move_t *moves) noexcept nogil:
    """K-7.48: pass or a raise; who opens names any bid that is small enough."""
    cdef int bid, count = 0, low = 0
    if s.bidder:
        moves[0] = 0
        count = 1
        low = s.bid + 1
    for bid in range(low, min(low + MAX_RAISE - (1 if s.bidder else 0), MAX_BID) + 1):
        moves[count] = 1 + bid
        count += 1
    return count


cdef bint next_bid(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    cdef int seat
    if s.bidder == 0:
        s.actor = s.opener
        return True
    seat = _next_without(c, s, s.actor, s.out | 1 << (s.bidder - 1))
    if seat >= 0 and s.bid < MAX_BID:
        s.actor = seat
        return True
    seat = s.bidder - 1
    s.own[seat][VP] -= s.bid
    s.governor[seat] = s.lot
    tell(c, GOVERNOR_SHOWN, seat, -<int>s.bid, s.lot, 1, 0, 0)
    s.lots &= ~(<uint32_t>1 << s.lot)
    grant_all(c, s, seat, SETUP)            # K-7.57
    s.lot = s.bid = s.bidder = s.out = 0
    s.opener = max(0, _next_without(c, s, s.opener, 0))     # K-7.17
    s.phase = LOT
    return False


cdef void play_bid(KingsburgState *s, int move) noexcept nogil:
    if move == 0:
        s.out |= 1 << s.actor
    else:
        s.bid = move - 1
        s.bidder = 1 + s.actor
