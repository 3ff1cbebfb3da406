"""Legal moves of every phase."""

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.game cimport move_t
from eminence.cext.games.kingsburg.common cimport buildable, reachable
from eminence.cext.games.kingsburg.help cimport gift_moves, option_moves, partner_moves, share_moves, stock_moves
from eminence.cext.games.kingsburg.season cimport (
    die_moves, effect_moves, modifier_moves, pay_moves, price_moves,
)
from eminence.cext.games.kingsburg.state cimport (
    AID, BUILD, DIE, EFFECT, GAIN, GIFT, GOODS, HIRE, LOSS, MODIFY, NAME, OPTION, PARTNER, PAY, PLACE, PRICE, RECRUIT,
    REWARD, SECOND, SHARE, STOCK, TROOPS, KingsburgContext, KingsburgState,
)
from eminence.cext.games.kingsburg.winter cimport hire_moves, recruit_moves, spoil_moves, troop_moves


cdef int _bits(int bits, move_t *moves, int shift) noexcept nogil:
    """One move per bit, 0 (pass) before them."""
    cdef int count = 1
    moves[0] = 0
    while bits:
        moves[count] = lowest_bit(bits) + shift
        bits &= bits - 1
        count += 1
    return count


cdef int _kinds_from(int least, move_t *moves) noexcept nogil:
    cdef int kind
    for kind in range(least, GOODS):
        moves[kind - least] = kind
    return GOODS - least


cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef const KingsburgState *s = <const KingsburgState *>state
    if s.phase == PLACE:
        return _bits(reachable(c, s, s.actor), moves, 0)
    if s.phase == BUILD or s.phase == SECOND:
        return _bits(buildable(c, s, s.actor), moves, 1)
    if s.phase == PAY:
        return pay_moves(c, s, s.actor, s.advisor, moves)
    if s.phase == AID or s.phase == NAME:
        return _kinds_from(0, moves)
    if s.phase == GAIN:
        return _kinds_from(s.least, moves)
    if s.phase == OPTION:
        return option_moves(c, s, moves)
    if s.phase == RECRUIT:
        return recruit_moves(c, s, moves)
    if s.phase == HIRE:
        return hire_moves(c, s, moves)
    if s.phase == MODIFY:
        return modifier_moves(c, s, moves)
    if s.phase == DIE:
        return die_moves(s, moves)
    if s.phase == EFFECT:
        return effect_moves(c, s, moves)
    if s.phase == PRICE:
        return price_moves(c, s, moves)
    if s.phase == TROOPS:
        return troop_moves(c, s, s.actor, moves)
    if s.phase == REWARD or s.phase == LOSS:
        return spoil_moves(c, s, moves)
    if s.phase == STOCK:
        return stock_moves(s, moves)
    if s.phase == PARTNER:
        return partner_moves(c, s, moves)
    if s.phase == SHARE:
        return share_moves(c, s, moves)
    if s.phase == GIFT:
        return gift_moves(c, s, moves)
    moves[0] = 0        # ACADEMY
    moves[1] = 1
    return 2
