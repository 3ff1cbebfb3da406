"""What the others seem to have chosen in secret: troop tokens (K-4.14) and governors (K-4.12).

A choice weighs e to the power of what the open table says for it; one choice in ten may be any, so that every world stays
possible. Hands of governors are dealt evenly. The figures were fitted to games of `mcts` and of scripted players
(tests/tools/kingsburg_beliefs.py; docs/rules/kingsburg.md, section 11).
"""

from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport rng_double
from eminence.cext.core.weights cimport soften
from eminence.cext.games.kingsburg.policy_modules cimport governor_worth
from eminence.cext.games.kingsburg.rules_common cimport owned
from eminence.cext.games.kingsburg.rules_winter cimport battle_bonus, strength_of, troop_moves, valley_fights
from eminence.cext.games.kingsburg.state cimport HAND, KEEP, MAX_EFFECTS, PLAIN, REINFORCEMENT, SOLDIER, TROOPS, YEARS

cdef double ANY = 0.1               # how often a choice is taken for one by lot
# What speaks for a troop token, in logarithms: in the last winter, and more for each year to come.
cdef float WINS = 7.1, WINS_EARLY = -1.15
cdef float TIES = 6.8, TIES_EARLY = -1.8
cdef float VALUE = -1.7, VALUE_EARLY = 0.47         # of each soldier
cdef float POINT = 1.4              # of each point that a governor is worth
cdef float LEAST = 1e-9             # poor governors are compared, too


# ---- troop tokens

cdef int lack_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil:
    """The token with which a seat ties this winter's battle."""
    cdef u8 found[MAX_EFFECTS]
    cdef int k, card = s.invaders[s.year] - 1
    cdef int lack = strength_of(c, s, card) - s.own[seat][SOLDIER] - battle_bonus(c, s, seat, card)
    if valley_fights(c, s):
        lack -= s.year + 1
    for k in range(owned(c, s, seat, REINFORCEMENT, found)):
        if c.effects[found[k]].rule == PLAIN:
            lack -= c.effects[found[k]].amount
    return lack


cdef void _weigh_tokens(const KingsburgContext *c, const KingsburgState *s, int seat, double *upto) noexcept nogil:
    cdef move_t tokens[TROOPS_MAX]
    cdef float weight[TROOPS_MAX]
    cdef int years = YEARS - 1 - s.year, lack = lack_of(c, s, seat), count = troop_moves(c, s, seat, tokens)
    cdef double total = 0, sum = 0
    cdef int i, token, value
    for i in range(count):
        value = c.token[tokens[i]]
        weight[i] = (VALUE + years * VALUE_EARLY) * value
        if value > lack:
            weight[i] += WINS + years * WINS_EARLY
        elif value == lack:
            weight[i] += TIES + years * TIES_EARLY
    soften(weight, count, 1, 0)
    for i in range(count):
        total += weight[i]
    i = 0
    for token in range(TROOPS_MAX):
        if i < count and tokens[i] == token:
            sum += (1 - ANY) * weight[i] / total + ANY / count
            i += 1
        upto[token] = sum if i < count else 1


cdef int draw_token(const Tables *tables, int seat, Rng *rng) noexcept nogil:
    cdef double mark = rng_double(rng)
    cdef int token = 0
    while tables.upto[seat][token] <= mark:
        token += 1
    return token


# ---- governors

cdef int draw_governor(const Tables *tables, const u8 *hand, Rng *rng) noexcept nogil:
    """The one of its hand that a seat keeps."""
    cdef double mark = rng_double(rng), total = 0
    cdef int i
    if mark < ANY:
        return hand[<int>(mark / ANY * HAND)]
    for i in range(HAND):
        total += tables.wish[hand[i]]
    mark = (mark - ANY) / (1 - ANY) * total
    for i in range(HAND - 1):
        mark -= tables.wish[hand[i]]
        if mark < 0:
            return hand[i]
    return hand[HAND - 1]


cdef void fill_tables(const KingsburgContext *c, const KingsburgState *view, int seat, Tables *tables) noexcept nogil:
    cdef int i
    if view.phase == TROOPS:
        for i in range(view.turn):
            if view.order[i] != seat:
                _weigh_tokens(c, view, view.order[i], tables.upto[view.order[i]])
    elif view.phase == KEEP:
        for i in range(1, c.governors + 1):
            tables.wish[i] = POINT * governor_worth(c, view, i)
        soften(tables.wish + 1, c.governors, 1, LEAST)
