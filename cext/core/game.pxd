"""The game contract: what the search, the bots and the tests know about a game, and nothing else.

A game is a table of C functions, `GameOps`, over two pieces of plain memory:

- the *context*: seats, options and component figures of this game, made once and never changed;
- the *state*: a complete world. Fixed size, no pointers, about 1 KB (Royals 2): copying is one memcpy. Every byte is
  meaningful or zero (padding included), so that equal states are equal bytes.

Every function is `noexcept nogil`, allocates nothing and touches no Python object. States come from `setup`, `play`,
`sample` and `hide`, or from a validated view, so functions need not defend themselves against nonsense.

Laws, tested for every game in the catalogue from random positions:

1. Round trip: with h = hide(s, p) and w = sample(h, p), hide(w, p) == h, byte for byte.
2. No peeking: `hide(s, p)` is all the search ever gets, and whatever it needs is the same on h and on s:
   actor, the moves of p, infoset(., p), round, the tables of `prepare`, the features of p's moves.
3. Order: `moves` are strictly ascending, at least two (a forced step is carried out by `play` itself), and depend only
   on what the deciding seat knows.
4. End: every game ends; `result` is then final.

With EMINENCE_DEBUG=1 in the environment every game runs behind checks of these laws (laws.pyx). rules.pxi, hidden.pxi and
policy.pxi declare the functions below once for all games, kernel.pxi puts them into the table.
"""

from libc.stdint cimport uint16_t, uint64_t

from eminence.cext.core.rng cimport Rng

cdef enum:
    MAX_SEATS = 5
    MAX_MOVES = 64      # no decision of any game may offer more
    MAX_STATE = 4096    # bytes
    MAX_FEATURES = 80   # of a move
    MAX_TRAITS = 32     # of a seat
    OVER = -1           # what `actor` says when the game has ended

# A move is one small integer; what it means depends on the phase of the state it is played in.
ctypedef uint16_t move_t

cdef struct Outcome:
    # How a game ended, or how it is expected to end. One entry per seat.
    float score[MAX_SEATS]      # points
    float rank[MAX_SEATS]       # 1 is first; seats that share a rank all have the better number
    float win[MAX_SEATS]        # share of the victory: 1/k for each of k seats of rank 1
    float utility[MAX_SEATS]    # what the search maximises, in 0..1; filled by the core from the other three

cdef struct GameOps:
    size_t state_size
    size_t context_size
    # Bytes that `prepare` fills; 0 = `sample` needs no tables.
    size_t tables_size

    # Points by which a seat typically leads or trails; scales the margin part of the utility.
    float margin_scale
    # Weight of winning in the utility; the rest is the margin to the best other seat.
    float win_weight
    # Rounds a playout goes on before `estimate` ends it, by number of seats; 0 = always to the end of the game.
    int horizon[MAX_SEATS + 1]
    # Share of the iterations in which nobody answers the seat's move but by the playout policy, by number of seats.
    float naive[MAX_SEATS + 1]
    # Exploration constant of the bandit, in standard deviations of the utility.
    float exploration
    # Constant of PUCT for a game with a prior, likewise; 0 = UCB1, the prior is not asked.
    float prior_weight

    # Features of a move, at most MAX_FEATURES; a number that changes whenever their meaning does; kinds of decisions,
    # each of which has weights of its own. All 0 where the game has no `features`.
    int feature_count
    int feature_version
    int decision_kinds

    # Traits of a seat, at most MAX_TRAITS; their version likewise; stages of a game, each of which has weights of its own.
    # All 0 where the game has no `traits`.
    int trait_count
    int trait_version
    int stages

    # Deals a new game into `state` (zeroed by the caller) and runs it to its first decision.
    void (*setup)(const void *context, void *state, Rng *rng) noexcept nogil

    # The seat whose decision is pending, or OVER.
    int (*actor)(const void *context, const void *state) noexcept nogil

    # Legal moves of the actor, ascending, written to `moves`; returns their number (2..MAX_MOVES).
    int (*moves)(const void *context, const void *state, move_t *moves) noexcept nogil

    # Plays a legal move and every automatic and chance step up to the next decision; returns the new actor or OVER.
    int (*play)(const void *context, void *state, move_t move, Rng *rng) noexcept nogil

    # Wipes everything `seat` does not know to one canonical form. What remains *is* the seat's view.
    void (*hide)(const void *context, void *state, int seat) noexcept nogil

    # Works out, once per search and from the view alone, what every sample of it needs: counts of arrangements, weights
    # of what is hidden. `tables` comes zeroed. What would take longer than `until`, by the clock of the core, is left: then
    # `sample` makes any world it can, for the one iteration that a search without time still has. NULL: nothing is prepared.
    void (*prepare)(const void *context, const void *view, int seat, double until, void *tables) noexcept nogil

    # Turns a hidden state (or a complete one) into a complete world. Without weights from `prepare` it is drawn uniformly
    # from those `seat` must hold possible; with them, every possible world keeps a chance. `tables` were prepared from the
    # same view; NULL where the game has none.
    void (*sample)(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil

    # 64-bit key of what `seat` knows: equal iff the hidden states are equal (up to hash collisions). NULL: a hash of the
    # hidden state. A game may write a quicker one.
    uint64_t (*infoset)(const void *context, const void *state, int seat) noexcept nogil

    # Key under which the search files the pending decision of `seat`. NULL: the infoset key. A coarser key (say,
    # without the seat's private cards) makes the tree denser; legal moves may then differ between visits.
    uint64_t (*node)(const void *context, const void *state, int seat) noexcept nogil

    # 1 if the pending decision stays hidden from others after it is made, so that a bot should mix its choice.
    int (*secret)(const void *context, const void *state) noexcept nogil

    # A number that never falls during a game and rises at natural resting points (rounds, turns).
    int (*round)(const void *context, const void *state) noexcept nogil

    # The final score and rank of every seat; called only when the game is over. `win` and `utility` are the core's.
    void (*result)(const void *context, const void *state, Outcome *outcome) noexcept nogil

    # Expected final `score` of every seat of an unfinished game; returns the points by which it may be wrong (> 0).
    float (*estimate)(const void *context, const void *state, Outcome *outcome) noexcept nogil

    # A cheap, sensible, randomised choice for simulations; always legal.
    move_t (*playout_move)(const void *context, const void *state, Rng *rng) noexcept nogil

    # How promising each of `count` legal moves looks before any search, as weights > 0 that need not sum to 1.
    # NULL: all alike.
    void (*prior)(const void *context, const void *state, const move_t *moves, int count, float *weights) noexcept nogil

    # What a learned prior looks at (docs/training.md): feature f of move i is written to `columns[f * count + i]`, which
    # comes zeroed. Returns the kind of the decision. NULL: nothing is learned.
    int (*features)(
        const void *context, const void *state, const move_t *moves, int count, float *columns
    ) noexcept nogil

    # What a learned evaluation looks at (docs/training.md): trait t of a seat is written to `columns[t * MAX_SEATS + seat]`,
    # which comes zeroed. Returns the stage of the game. NULL: `estimate` stands alone.
    int (*traits)(const void *context, const void *state, float *columns) noexcept nogil
