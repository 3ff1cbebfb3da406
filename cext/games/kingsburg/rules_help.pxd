"""Step c of a season: the advisors help, in their order, choices being made by whoever the help names (K-4.3.6)."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bits_to_moves, lowest_bit
from eminence.cext.core.game cimport MAX_MOVES, MAX_SEATS, move_t
from eminence.cext.core.journal cimport NOBODY
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.rules_common cimport goods_of, help_of, look, receive
from eminence.cext.games.kingsburg.rules_tell cimport heard, rarely, tell, tell_help, tell_help_with, tell_piece, write_help
from eminence.cext.games.kingsburg.state cimport (
    DEALS, FROM_STOCK, GAIN, GIFT, GIFTS, GIFT_KIND, GIVEN, GOODS, KINDS, LUCKY, LUCKY_GOOD, NAME, NAMED, NEUTRAL,
    NUMBER, OPTION, PARTNER, PRIVATE, PRIVATE_SPACE, SERVE, SHARE, SHARE_TWICE, SOLDIER, START_TURN, STOCK, VP, Deal,
    Help, KingsburgContext, KingsburgState,
)


# ---- which group is served

cdef inline int _board_owner(const KingsburgState *s, int advisor, int nth) noexcept nogil:
    """Owner (1 + seat, NEUTRAL, or 0 for none) of the nth group on the board; K-4.3.6: two groups in turn order."""
    cdef int first = s.group[advisor - 1], second = 0, i
    if rarely(s.second_advisor == advisor):
        second = s.second_owner
        for i in range(MAX_SEATS):
            if s.order[i] + 1 == first:
                break
            if s.order[i] + 1 == second:
                first, second = second, first
                break
    return first if nth == 0 else second if nth == 1 else 0


cdef inline int _space_owner(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """1 + the seat whose governor has spaces of its own."""
    cdef int i, seat
    for i in range(c.first[PRIVATE_SPACE], c.first[PRIVATE_SPACE + 1]):
        for seat in range(c.seats):
            if s.governor[seat] == c.effects[i].number:
                return 1 + seat
    return 0


cdef inline int served_owner(
    const KingsburgContext *c, const KingsburgState *s, int advisor, int nth, int *where
) noexcept nogil:
    """K-7.63: the board's groups, the group on the governor's space, then secret deals in turn order; 0 behind the last.

    `where` gets the advisor with the bit that tells board and space apart.
    """
    cdef int owner = _board_owner(s, advisor, nth), i
    where[0] = advisor
    if owner:
        return owner
    if not rarely(s.spaces | s.dealt):
        return 0
    nth -= 1 if s.group[advisor - 1] else 0
    nth -= 1 if s.second_advisor == advisor else 0
    if (s.spaces >> advisor) & 1:
        where[0] = advisor | PRIVATE
        if nth == 0:
            return _space_owner(c, s)
        nth -= 1
    for i in range(c.seats):
        if s.deal[s.order[i]] & NUMBER == advisor:
            if nth == 0:
                where[0] = s.deal[s.order[i]]
                return 1 + s.order[i]
            nth -= 1
    return 0


cdef inline uint32_t _to_serve(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """Bit per advisor that somebody is waiting for."""
    cdef uint32_t advisors = s.influenced | s.spaces
    cdef int seat
    if rarely(s.dealt):
        for seat in range(c.seats):
            if s.deal[seat]:
                advisors |= <uint32_t>1 << (s.deal[seat] & NUMBER)
    return advisors


cdef inline bint next_help(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """Goes on to the next group; returns whether its owner, or another seat, has something to choose."""
    cdef uint32_t rest, advisors = _to_serve(c, s)
    cdef int owner, where, number
    while True:
        number = s.advisor & NUMBER
        rest = advisors >> number
        if rest == 0:
            break
        if not rest & 1:
            number += lowest_bit(rest)
            s.served = 0
        owner = served_owner(c, s, number, s.served, &where)
        s.advisor = where
        s.served += 1
        if owner == 0:
            s.advisor = number + 1
            s.served = 0
        elif owner != NEUTRAL:
            s.owner = owner - 1
            if _begin(c, s, rng):
                return True
    s.advisor = s.served = s.owner = 0
    memset(s.group, 0, sizeof(s.group))
    memset(s.deal, 0, sizeof(s.deal))
    s.second_advisor = s.second_owner = 0
    s.spaces = 0
    if c.whims != 2:
        s.influenced = 0                    # all dice return; Restoration still asks whom they influenced
    s.turn = 0
    s.phase = START_TURN
    return False


cdef inline bint _begin(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil:
    """Starts one help; returns whether a choice is pending."""
    cdef const Help *help = help_of(c, s, s.advisor)
    s.left = help.goods
    s.least = s.choice = 0
    if help.kind == DEALS:
        s.phase = OPTION if help.deals else GAIN
    elif help.kind == NAMED:
        s.phase = NAME
    elif help.kind == FROM_STOCK:
        s.phase = STOCK
    elif help.kind == LUCKY:
        s.own[s.owner][s.lucky - 1] += 1
        tell_help_with(c, s, s.owner, s.lucky - 1)
        s.lucky = 1 + rng_below(rng, GOODS)
        tell(c, LUCKY_GOOD, NOBODY, 0, s.lucky - 1, 0, 0, 0)
        s.left = 0
        return False
    elif help.kind == GIFTS:
        receive(c, s, s.owner, help.gain)
        s.phase = GIFT
    else:
        s.phase = PARTNER
    return next_choice(c, s)


# ---- choices of one help

cdef inline bint next_choice(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """Makes forced choices of the current help; returns whether a real one is pending."""
    cdef move_t moves[MAX_MOVES]
    cdef int count
    while s.phase != SERVE:
        s.actor = s.owner
        if s.phase == OPTION:
            count = option_moves(c, s, moves)
        elif s.phase == GAIN:
            if s.left == 0:
                if _finish(c, s):
                    return True
                continue
            count = GOODS - s.least
            moves[0] = s.least
        elif s.phase == NAME:
            s.actor = _namer(c, s)
            count = GOODS
        elif s.phase == STOCK:
            count = bits_to_moves(s.stock, 0, moves)
        elif s.phase == PARTNER:
            count = partner_moves(c, s, moves)
        elif s.phase == SHARE:
            s.actor = s.partner - 1
            count = bits_to_moves(help_of(c, s, s.advisor).share, 0, moves)
        else:
            count = gift_moves(c, s, moves)
        if count > 1:
            return True
        play_help(c, s, moves[0])
    return False


cdef inline int _namer(const KingsburgContext *c, const KingsburgState *s) noexcept nogil:
    """K-4.15.4: the left neighbour is the next seat and names first; the right one is the previous seat."""
    cdef const Help *help = help_of(c, s, s.advisor)
    return (s.owner + 1 if s.left == help.goods else s.owner + c.seats - 1) % c.seats


cdef inline bint _fewest(const KingsburgContext *c, const KingsburgState *s, int what) noexcept nogil:
    """K-4.15.5: whether no seat has fewer goods (1), soldiers (2) or points (3) than the owner."""
    cdef int seat, mine, other
    for seat in range(c.seats):
        if what == 1:
            mine, other = goods_of(s, s.owner), goods_of(s, seat)
        else:
            mine, other = s.own[s.owner][SOLDIER + what - 2], s.own[seat][SOLDIER + what - 2]
        if other < mine:
            return False
    return True


cdef inline bint _offered(const KingsburgContext *c, const KingsburgState *s, const Deal *deal) noexcept nogil:
    """Whether the owner can pay for a deal; points may go below 0 (K-4.0.7) unless the deal says otherwise."""
    cdef int kinds = deal.owned
    while kinds:
        if deal.pay[lowest_bit(kinds)] > s.own[s.owner][lowest_bit(kinds)]:
            return False
        kinds &= kinds - 1
    return deal.fewest == 0 or _fewest(c, s, deal.fewest)


cdef inline int option_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    """Deals in ascending order; with several picks, enough must be left behind the one picked now (K-4.15.7)."""
    cdef const Help *help = help_of(c, s, s.advisor)
    cdef int i, count = 0, first = 0, later = help.picks - 1
    if s.choice:
        while s.choice >> first:
            first += 1
        later = 0
    for i in range(first, help.deals):
        if _offered(c, s, &help.deal[i]):
            moves[count] = i
            count += 1
    return count - later


cdef inline int partner_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    return bits_to_moves(((1 << c.seats) - 1) & ~(1 << s.owner), 0, moves)


cdef inline int gift_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil:
    cdef int good, seat, count = 0
    for good in range(GOODS):
        for seat in range(c.seats):
            if seat != s.owner and GIFT_KIND * good + seat >= s.least:
                moves[count] = GIFT_KIND * good + seat
                count += 1
    return count


cdef inline void play_help(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil:
    """Carries out a choice of the current help."""
    cdef const Help *help = help_of(c, s, s.advisor)
    cdef int kind
    if s.phase == OPTION:
        _deal(c, s, help, move)
    elif s.phase == GAIN:
        s.own[s.owner][move] += 1
        tell_help_with(c, s, s.owner, move)
        s.left -= 1
        s.least = move
    elif s.phase == NAME:
        s.own[s.owner][move] += 1
        tell_help_with(c, s, s.owner, move)
        s.left -= 1
        if s.left == 0:
            s.phase = SERVE
    elif s.phase == STOCK:
        s.own[s.owner][move] += 1
        tell_help_with(c, s, s.owner, move)
        s.stock &= ~(1 << move)
        if s.stock == 0:                    # K-2.9.4: refilled at once
            s.stock = (1 << GOODS) - 1
        s.phase = SERVE
    elif s.phase == PARTNER:
        s.partner = 1 + move
        s.phase = SHARE
    elif s.phase == SHARE:
        _share(c, s, help, move)
    else:
        kind = move / GIFT_KIND
        s.own[s.owner][kind] -= 1
        s.own[move % GIFT_KIND][kind] += 1
        tell_piece(c, GIVEN, s.owner, move % GIFT_KIND, 0, kind, 1)
        s.least = move
        s.left -= 1
        if s.left == 0:
            s.phase = SERVE
    if s.phase == SERVE:
        s.left = s.least = s.choice = s.partner = 0


cdef inline void _deal(const KingsburgContext *c, KingsburgState *s, const Help *help, int i) noexcept nogil:
    cdef const Deal *deal = &help.deal[i]
    cdef int seat, kind
    tell_help(c, s, s.owner, deal.pay, -1)
    for kind in range(KINDS):
        s.own[s.owner][kind] -= deal.pay[kind]
    receive(c, s, s.owner, deal.gain)
    for seat in range(c.seats):
        if seat != s.owner:
            for kind in range(KINDS):
                s.own[seat][kind] += deal.others[kind]
    if heard(c, deal.others[VP]):
        for seat in range(c.seats):
            if seat != s.owner:
                write_help(c, s, seat, deal.others, 1)
    s.left += deal.goods
    s.choice |= 1 << i
    if help.picks == 1 or s.choice & (s.choice - 1):
        s.choice = 0
        s.phase = GAIN


cdef inline void _share(const KingsburgContext *c, KingsburgState *s, const Help *help, int kind) noexcept nogil:
    """K-2.9.7 and K-2.9.14: the partner takes one; K-4.15.6: only the owner's Stables count."""
    cdef u8 gain[KINDS]
    cdef int other
    memset(gain, 0, sizeof(gain))
    s.own[s.partner - 1][kind] += 1
    tell_help_with(c, s, s.partner - 1, kind)
    if help.kind == SHARE_TWICE:
        gain[kind] = 2
    else:
        for other in range(KINDS):
            if (help.share >> other) & 1 and other != kind:
                gain[other] = 1
    receive(c, s, s.owner, gain)
    s.phase = SERVE


cdef inline bint _finish(const KingsburgContext *c, KingsburgState *s) noexcept nogil:
    """The fixed parts of a help; K-4.3.6.1: a peek comes last, and may ask which deck."""
    cdef const Help *help = help_of(c, s, s.advisor)
    receive(c, s, s.owner, help.gain)
    s.least = 0
    s.phase = SERVE
    return help.peek and look(c, s, s.owner, SERVE)
