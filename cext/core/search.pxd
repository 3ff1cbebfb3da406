cimport cython
from libc.stdint cimport uint32_t, uint64_t

from eminence.cext.core.game cimport MAX_MOVES, MAX_SEATS, GameOps, Outcome, move_t
from eminence.cext.core.journal cimport MAX_SOURCES, Counts, Journal, Tally
from eminence.cext.core.kernel cimport Kernel
from eminence.cext.core.learned cimport Learned, Row, Stage
from eminence.cext.core.luck cimport Luck
from eminence.cext.core.nice cimport pthread_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.core.tree cimport Edge, Node, Tree

cdef enum:
    MAX_PATH = 256          # decisions walked inside the tree per iteration
    MAX_PLAYOUT = 20000     # no game comes near; a wall against a rules bug

cdef struct RootMove:
    # What was learnt about one move of the root, over all iterations that began with it.
    uint32_t visits
    double win[MAX_SEATS]
    double score[MAX_SEATS]
    double rank[MAX_SEATS]
    double win_squared      # of the deciding seat, as are the next two
    double utility
    double utility_squared
    # points by source, and what no source has brought: had before, or expected beyond the end of the playout
    double points[MAX_SEATS][MAX_SOURCES + 1]
    double points_squared[MAX_SEATS][MAX_SOURCES + 1]
    Counts chances

cdef struct Settings:
    float exploration       # bandit constant, in standard deviations of the utility
    float prior_weight      # > 0: PUCT with this constant, likewise, instead of UCB1
    bint exact              # file every node under the full knowledge of its seat, whatever coarser key the game has
    float win_weight        # weight of winning against margin in the utility
    int depth               # decisions per iteration that the tree may steer; 1 = flat, 0 = none, only for observers
    int horizon             # rounds of a playout before it is estimated; 0 = to the end of the game
    float naive             # share of iterations whose tree ends at the root
    int world_iterations    # > 0: perfect information, this many iterations in each sampled world
    bint leaf_estimate      # estimate the leaf instead of playing it out
    bint random_playouts    # any legal move, each as likely, instead of the playout policy
    bint paired             # every root move meets the same worlds, see luck.pxd; with PUCT only
    bint cpu                # seconds are processor time of the thread that searches
    bint observes           # the seat looks on: one value for the position, whoever is to decide
    int after               # observing: the move that the pending decision brings; negative = any

cdef struct Errand:
    # One run of a search.
    double started          # a thread that starts late does not end late
    long long iterations
    double seconds
    double settle
    volatile int *stop
    int bell                # file to write to when it is done; negative = none
    int why


cdef class StopFlag:
    cdef volatile int flag


@cython.final
cdef class Search:
    cdef readonly Kernel kernel
    cdef readonly int seat
    cdef readonly long long iterations      # done so far
    cdef readonly long long looks           # at the clock
    cdef readonly long long worlds          # sampled so far
    cdef readonly int depth                 # deepest decision steered by the tree
    cdef const GameOps *ops
    cdef const void *context
    cdef void *telling                      # a context of its own with a journal, where points are added up by source
    cdef Journal *journal
    cdef Tally tally
    cdef int sources
    cdef int chances
    cdef int tally_until                    # the round from which points are no longer added up: the same for all moves
    cdef int seats
    cdef Settings settings
    cdef Learned learned
    cdef const Row *taught                  # its weights; NULL: the prior is the game's own
    cdef const Stage *judged                # likewise; NULL: the estimate is the game's own
    cdef int nice                           # of the thread of its own
    cdef Errand errand                      # the run in progress, or the last one
    cdef StopFlag stop
    cdef pthread_t thread
    cdef bint is_running                    # in that thread
    cdef bytes view
    cdef const char *packed                 # the bytes of the view
    cdef void *tables                       # what `sample` looks things up in
    cdef size_t tables_size
    cdef bint is_prepared
    cdef bint is_late                       # the tables are not complete
    cdef char *world                        # the world of the current iteration
    cdef char *origin                       # perfect information: the world all iterations of a group start from
    cdef Tree tree
    cdef Rng sampling
    cdef Rng playing                        # choices of the playouts
    cdef Rng chance
    cdef Luck luck
    cdef Node *root                         # paired: where every iteration begins
    cdef uint64_t seed                      # of all worlds, paired
    cdef uint64_t world_seed                # of the current one
    cdef int world_round                    # for which its streams were sown
    cdef move_t moves[MAX_MOVES]
    cdef RootMove roots[MAX_MOVES]
    cdef int count
    cdef double utility                     # of the deciding seat, summed over all iterations
    cdef double utility_squared
    cdef readonly float spread              # its standard deviation so far

    cdef void _iterate(self) noexcept nogil
    cdef Edge *_open(self) noexcept nogil
    cdef void _sow(self, int round) noexcept nogil
    cdef int _play(self, move_t move) noexcept nogil
    cdef int _play_in(self, int round, move_t move) noexcept nogil
    cdef int _begin(self) noexcept nogil
    cdef int _limit(self) noexcept nogil
    cdef void _measure_spread(self) noexcept nogil
    cdef void _next_world(self) noexcept nogil
    cdef void _sample_world(self) noexcept nogil
    cdef uint64_t _key(self, int seat) noexcept nogil
    cdef bint _furnish(self, Node *node, const move_t *moves, int count) noexcept nogil
    cdef Edge *_select(self, Node *node, const move_t *moves, int count, const Luck *luck) noexcept nogil
    cdef bint _find_edges(self, const Node *node, const move_t *moves, int count, Edge **legal) noexcept nogil
    cdef Edge *_bandit(self, Edge *const *legal, int count) noexcept nogil
    cdef Edge *_puct(self, Edge *const *legal, int count, const Luck *luck) noexcept nogil
    cdef void _estimate(self, Outcome *outcome) noexcept nogil
    cdef void _simulate(self, int actor, Outcome *outcome) noexcept nogil
    cdef move_t _playout_move(self) noexcept nogil
    cdef void _learn_sources(self, RootMove *move, const Outcome *outcome) noexcept nogil
    cdef void _learn_luck(self, const Edge *edge, double utility) noexcept nogil
    cdef void _learn(self, int root, const Outcome *outcome) noexcept nogil
    cdef void _prepare_samples(self, const Errand *errand) noexcept nogil
    cdef bint _settled(self, double remaining) noexcept nogil
    cdef int _run(self, const Errand *errand) noexcept nogil
