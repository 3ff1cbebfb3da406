"""Information-set Monte Carlo tree search, blind to the game.

Every iteration samples a world from the view, walks down nodes filed under what the deciding seat knows (a max^n bandit: each
seat maximises its own utility), adds one node, plays the game out and remembers, along the path, how it ended for the
seat that decided there. The search never holds the true state: a view is all it is given.

The same engine with other settings is flat Monte Carlo (depth 1), one-ply greedy (depth 1, leaves estimated) and
perfect-information Monte Carlo (worlds fixed for a while, nodes filed under the complete state). With `observe` nobody is
advised: the search values the position as one seat knows it, or what becomes of it `after` a move of whoever decides.
"""

cimport cython
from libc.math cimport log, sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from posix.unistd cimport write

from eminence.cext.core.clock cimport now, spent
from eminence.cext.core.game cimport OVER
from eminence.cext.core.hash cimport hash_bytes, hash_mix
from eminence.cext.core.infoset cimport infoset_key
from eminence.cext.core.journal cimport (
    MAX_CHANCES, MAX_KINDS, MAX_SOURCES, Journal, count_chances, free_context, make_context, tell_to,
)
from eminence.cext.core.learned cimport Learned, learned_estimate, learned_prior
from eminence.cext.core.luck cimport luck_free, luck_gap, luck_init, luck_learn
from eminence.cext.core.nice cimport be_nice, pthread_create, pthread_detach, pthread_join
from eminence.cext.core.outcome cimport finish_estimate, finish_result
from eminence.cext.core.pages cimport free_pages, get_pages
from eminence.cext.core.rng cimport rng_below, rng_sow
from eminence.cext.core.stream cimport Stream
from eminence.cext.core.tree cimport tree_add, tree_clear, tree_extend, tree_find, tree_free, tree_furnish, tree_has_room, tree_init, tree_prefetch

cdef enum:
    SETTLE_AFTER = 64
    MEASURE_EVERY = 16  # iterations between measurements of the spread of utilities
    ASK_EVERY = 16      # iterations between looks at processor time
    TABULATED = 4096
    TRIES = 64          # worlds in which a move is not legal before it is given up

cdef enum Stop:
    ITERATIONS
    MOVETIME
    STOPPED
    SETTLED

_STOPS = {ITERATIONS: "iterations", MOVETIME: "movetime", STOPPED: "stopped", SETTLED: "settled"}

cdef long long ENDLESS = 1LL << 62
cdef double FOREVER = 1e18
cdef uint64_t LOT = 0x9e3779b97f4a7c15U    # for the lot that makes an iteration naive
cdef float FIRST_SPREAD = 0.4       # of utilities, before it is known: about that of playouts to the end
cdef float LEAST_SPREAD = 0.005     # where all is decided, a little curiosity is left

# sqrt(log n) and 1/sqrt(n): most bandit terms come from here
cdef float SQRT_LOG[TABULATED]
cdef float INV_SQRT[TABULATED]


cdef void _fill_tables() noexcept nogil:
    cdef int n
    SQRT_LOG[0] = INV_SQRT[0] = 0
    for n in range(1, TABULATED):
        SQRT_LOG[n] = <float>sqrt(log(<double>n))
        INV_SQRT[n] = <float>(1 / sqrt(<double>n))


_fill_tables()


cdef inline float _sqrt_log(uint32_t n) noexcept nogil:
    return SQRT_LOG[n] if n < TABULATED else <float>sqrt(log(<double>n))


cdef inline float _inv_sqrt(uint32_t n) noexcept nogil:
    return INV_SQRT[n] if n < TABULATED else <float>(1 / sqrt(<double>n))


cdef class StopFlag:
    """Set from any thread; a running search ends within a few iterations."""

    def set(self):
        self.flag = 1

    def is_set(self) -> bool:
        return self.flag != 0


cdef void *_do_errand(void *search) noexcept nogil:
    """One run of a search, in a thread of its own."""
    cdef Errand *errand = &(<Search>search).errand
    cdef int bell = errand.bell
    if (<Search>search).nice:
        be_nice((<Search>search).nice)
    errand.why = (<Search>search)._run(errand)
    if bell >= 0:
        write(bell, b"!", 1)  # the last thing it does: who hears it need not wait for the thread
    return NULL


@cython.final           # so that the steps of an iteration are called directly
@cython.no_gc_clear     # a thread may still look at the stop flag when __dealloc__ waits for it
cdef class Search:
    """One search of one view. `run` may be called again to think on; `report` says what is known so far.

    With `nice`, or between `begin` and `end`, it runs in a thread of its own. That thread is nice (Linux) and never takes
    the GIL, so whoever waits for the GIL never waits for a nice thread that waits for a core.
    """

    def __cinit__(self):
        memset(&self.tree, 0, sizeof(self.tree))

    def __init__(
        self, Kernel kernel, bytes view, int seat, stream, *, int nodes=1 << 18, exploration=None, win_weight=None,
        prior_weight=None, bint exact=False, int depth=MAX_PATH, horizon=None, naive=None,
        int world_iterations=0, bint leaf_estimate=False, bint random_playouts=False, int nice=0, bint observe=False,
        after=None, sources=(), int chances=0, Learned learned=None, bint paired=True, bint cpu=False,
    ):
        if kernel.actor(view) != seat and not observe:
            raise ValueError(f"seat {seat} has nothing to decide")
        if kernel.actor(view) is None:
            raise ValueError("the game is over")
        if kernel.hide(view, seat) != view:
            raise ValueError("a search takes a view, not a state")
        self.kernel = kernel
        self.ops = kernel.ops
        self.view = view
        self.packed = view
        self.context = kernel.context
        self.seats = kernel.seats
        self.seat = seat
        self.settings.exploration = self.ops.exploration if exploration is None else exploration
        self.settings.win_weight = self.ops.win_weight if win_weight is None else win_weight
        self.settings.prior_weight = self.ops.prior_weight if prior_weight is None else prior_weight
        self.settings.exact = exact
        self.settings.depth = max(0 if observe else 1, min(depth, MAX_PATH))
        self.settings.horizon = self.ops.horizon[self.seats] if horizon is None else horizon
        self.settings.naive = self.ops.naive[self.seats] if naive is None else naive
        self.settings.world_iterations = world_iterations
        self.settings.leaf_estimate = leaf_estimate
        self.settings.random_playouts = random_playouts
        self.settings.observes = observe
        self.settings.paired = paired and self.settings.prior_weight > 0 and not observe and not world_iterations
        self.settings.cpu = cpu
        self._teach(learned)
        self._tell(sources, chances)
        self.settings.after = -1 if after is None else after
        self.nice = nice
        self.spread = FIRST_SPREAD
        self.sampling = (<Stream>Stream(stream, "worlds")).rng
        self.playing = (<Stream>Stream(stream, "playouts")).rng
        self.chance = (<Stream>Stream(stream, "chance")).rng
        self.seed = (<Stream>Stream(stream, "pairs")).rng.s[0]
        codes = [0] if observe else kernel.moves(view)
        self.count = len(codes)
        for i, code in enumerate(codes):
            self.moves[i] = code
        self.tables_size = max(self.ops.tables_size, 1)
        self.tables = get_pages(self.tables_size)
        self.world = <char *>calloc(1, self.ops.state_size)
        self.origin = <char *>calloc(1, self.ops.state_size)
        cdef uint32_t room = max(nodes, 1)
        cdef bint has_tree
        with nogil:  # great memory takes its time to get and to give back
            has_tree = tree_init(&self.tree, room) and luck_init(&self.luck, room)
        if self.world == NULL or self.origin == NULL or self.tables == NULL or not has_tree:
            raise MemoryError("no memory for the search tree")

    def __dealloc__(self):
        with nogil:
            if self.is_running:
                self.errand.stop[0] = 1
                pthread_join(self.thread, NULL)
            tree_free(&self.tree)
            luck_free(&self.luck)
            free_pages(self.tables, self.tables_size)
        free(self.world)
        free(self.origin)
        free(self.journal)
        free_context(self.telling)

    def _tell(self, sources, int chances):
        """Has points added up by source (`sources` has a number for each kind of event, negative for none), chances counted.

        Not with EMINENCE_DEBUG=1, where what stands before the context is somebody else's.
        """
        if not any(source >= 0 for source in sources) or self.kernel.watched != NULL:
            return
        if len(sources) > MAX_KINDS or max(sources) >= MAX_SOURCES or chances > MAX_CHANCES:
            raise ValueError("too many kinds of events, sources of points or chances")
        self.telling = make_context(self.ops.context_size)
        self.journal = <Journal *>calloc(1, sizeof(Journal))
        if self.telling == NULL or self.journal == NULL:
            raise MemoryError("no memory for the sources of points")
        memcpy(self.telling, self.kernel.context, self.ops.context_size)
        memset(self.tally.source, -1, sizeof(self.tally.source))
        for kind, source in enumerate(sources):
            self.tally.source[kind] = source
        self.sources = max(sources) + 1
        self.chances = chances
        self.tally_until = self.kernel.round(self.view) + (self.settings.horizon or 1 << 20)
        self.journal.tally = &self.tally
        self.context = self.telling

    def _teach(self, Learned learned):
        """Has the prior of new nodes and what ends playouts come from learned weights; None: from the game alone."""
        if learned is not None and learned.kernel is not self.kernel:
            raise ValueError("these weights belong to another table")
        self.learned = learned
        self.taught = NULL if learned is None else learned.rows
        self.judged = NULL if learned is None else learned.stages

    def run(self, iterations=None, seconds=None, StopFlag stop=None, settle_seconds=None) -> str:
        """Searches on until a limit is met and says which: iterations, movetime, stopped or settled.

        `iterations` counts all runs of this search together. Without any limit it runs until `stop` is set. With
        `settle_seconds`, the time that is left in all, it ends as soon as the leader cannot be caught any more.
        """
        cdef int why
        if self.nice:
            self.begin(-1, iterations, seconds, stop, settle_seconds)
            return self.end()
        self._prepare(iterations, seconds, stop, settle_seconds)
        with nogil:
            why = self._run(&self.errand)
        self.kernel.verify()
        return _STOPS[why]

    def begin(self, int bell, iterations=None, seconds=None, StopFlag stop=None, settle_seconds=None):
        """The same without waiting. When it has run, a byte is written to the file `bell` (nothing if that is negative)."""
        if self.is_running:
            raise RuntimeError("the search already runs")
        self._prepare(iterations, seconds, stop, settle_seconds)
        self.errand.bell = bell
        if pthread_create(&self.thread, NULL, _do_errand, <void *>self) != 0:
            raise RuntimeError("can't start new thread")
        self.is_running = True

    def end(self, bint rung=False) -> str:
        """Waits until a run that was begun is over, unless its bell has `rung`, and says which limit was met."""
        if self.is_running and rung:
            pthread_detach(self.thread)
        elif self.is_running:
            with nogil:
                pthread_join(self.thread, NULL)
        self.is_running = False
        self.kernel.verify()
        return _STOPS[self.errand.why]

    def _prepare(self, iterations, seconds, StopFlag stop, settle_seconds):
        if iterations is None and seconds is None and stop is None:
            raise ValueError("a search needs a limit")
        self.stop = stop if stop is not None else StopFlag()
        self.errand.stop = &self.stop.flag
        self.errand.started = now()
        self.errand.iterations = ENDLESS if iterations is None else iterations
        self.errand.seconds = FOREVER if seconds is None else seconds
        self.errand.settle = 0 if settle_seconds is None else settle_seconds

    def report(self) -> dict:
        """What is known about every root move, in order of code."""
        cdef int i, j, k, count = self.sources + 1 if self.sources else 0
        cdef double n, mean, win
        moves = []
        for i in range(self.count):
            n = max(self.roots[i].visits, 1)
            mean = self.roots[i].utility / n
            win = self.roots[i].win[self.seat] / n
            moves.append({
                "move": self.moves[i],
                "visits": self.roots[i].visits,
                "win": [self.roots[i].win[j] / n for j in range(self.kernel.seats)],
                "score": [self.roots[i].score[j] / n for j in range(self.kernel.seats)],
                "rank": [self.roots[i].rank[j] / n for j in range(self.kernel.seats)],
                "win_deviation": max(self.roots[i].win_squared / n - win * win, 0.0) ** 0.5,
                "points": [[self.roots[i].points[j][k] / n for k in range(count)] for j in range(self.seats)],
                "points_deviation": [
                    [
                        max(self.roots[i].points_squared[j][k] / n - (self.roots[i].points[j][k] / n) ** 2, 0.0) ** 0.5
                        for k in range(count)
                    ]
                    for j in range(self.seats)
                ],
                "known": [self.roots[i].chances.known[k] for k in range(self.chances)],
                "happened": [[self.roots[i].chances.happened[j][k] for k in range(self.chances)] for j in range(self.seats)],
                "utility": mean,
                "deviation": max(self.roots[i].utility_squared / n - mean * mean, 0.0) ** 0.5,
            })
        return {
            "moves": moves, "iterations": self.iterations, "worlds": self.worlds, "depth": self.depth,
            "nodes": self.tree.node_count, "full": self.tree.node_count == self.tree.node_capacity,
        }

    # ---- the hot path

    cdef int _run(self, const Errand *errand) noexcept nogil:
        cdef double elapsed = 0, started = spent() if self.settings.cpu else errand.started
        cdef long long before = self.iterations
        if not self.is_prepared:
            self._prepare_samples(errand)
        while self.iterations < errand.iterations:
            if errand.stop[0]:
                return STOPPED
            if not self.settings.cpu:
                elapsed = now() - started
            elif self.iterations % ASK_EVERY == 0:
                elapsed = spent() - started
            self.looks += 1
            if elapsed >= errand.seconds and self.iterations:   # who comes too late still looks once
                return MOVETIME
            # the rate of iterations is only worth trusting after some of them
            if errand.settle and self.iterations - before >= SETTLE_AFTER and self._settled(
                (self.iterations - before) * (errand.settle - elapsed) / elapsed
            ):
                return SETTLED
            self._iterate()
        return ITERATIONS

    cdef void _prepare_samples(self, const Errand *errand) noexcept nogil:
        """Has the game prepare its samples: in time, if time alone is the limit, and completely the next time."""
        cdef double until = FOREVER
        if errand.iterations == ENDLESS and not self.is_late and not self.settings.cpu:
            until = errand.started + errand.seconds
        if self.ops.prepare != NULL:
            memset(self.tables, 0, self.ops.tables_size * self.is_late)
            self.ops.prepare(self.context, self.packed, self.seat, until, self.tables)
        self.is_late = now() >= until
        self.is_prepared = not self.is_late

    cdef bint _settled(self, double remaining) noexcept nogil:
        """Whether the leader stays the leader even if every remaining iteration went to the runner-up."""
        cdef uint32_t best = 0, second = 0
        cdef int i
        for i in range(self.count):
            if self.roots[i].visits > best:
                second = best
                best = self.roots[i].visits
            elif self.roots[i].visits > second:
                second = self.roots[i].visits
        return best > second + remaining

    cdef void _iterate(self) noexcept nogil:
        cdef Edge *path[MAX_PATH]
        cdef int seats[MAX_PATH]
        cdef move_t moves[MAX_MOVES]
        cdef Outcome outcome
        cdef Node *node
        cdef Edge *edge
        cdef uint64_t key
        cdef int actor, depth = 0, limit, root = 0, count, i
        if self.settings.paired:
            path[0] = self._open()
            seats[0] = self.seat
            depth = 1
            actor = self._play(path[0].move)
        else:
            actor = self._begin()
        limit = self._limit()
        while actor != OVER and depth < limit:
            key = self._key(actor)
            tree_prefetch(&self.tree, key)      # comes while moves are listed
            count = self.ops.moves(self.context, self.world, moves)
            node = tree_find(&self.tree, key)
            if node == NULL:
                node = tree_add(&self.tree, key)
                if node == NULL or depth > 0 or self.settings.observes:
                    break
            edge = self._select(node, moves, count, NULL)
            if edge == NULL:
                break
            path[depth] = edge
            seats[depth] = actor
            depth += 1
            actor = self._play(edge.move)
        if depth > self.depth:
            self.depth = depth
        self._simulate(actor, &outcome)
        if depth > 0 and not self.settings.observes:
            while self.moves[root] != path[0].move:
                root += 1
        if self.settings.paired:
            self._learn_luck(path[0], outcome.utility[self.seat])
        for i in range(depth):
            path[i].visits += 1
            path[i].total += outcome.utility[seats[i]]
            path[i].win += outcome.win[seats[i]]
        self._learn(root, &outcome)
        self.iterations += 1
        if self.iterations % MEASURE_EVERY == 0:
            self._measure_spread()

    cdef Edge *_open(self) noexcept nogil:
        """Chooses the root move before the world: its n-th visit has the n-th world, as all root moves have."""
        cdef Edge *edge
        if self.root == NULL:
            memcpy(self.world, self.packed, self.ops.state_size)
            self.root = tree_add(&self.tree, self._key(self.seat))
        edge = self._select(self.root, self.moves, self.count, &self.luck)
        self.world_seed = hash_mix(self.seed, edge.visits)
        rng_sow(&self.sampling, self.world_seed)
        self._next_world()
        self._sow(self.ops.round(self.context, self.world))
        return edge

    cdef void _sow(self, int round) noexcept nogil:
        """In every round chance begins anew, so that it is the same for all root moves, whatever was drawn before."""
        self.world_round = round
        rng_sow(&self.chance, hash_mix(self.world_seed, 2 * round + 1))
        rng_sow(&self.playing, hash_mix(self.world_seed, 2 * round + 2))

    cdef int _play(self, move_t move) noexcept nogil:
        return self._play_in(self.ops.round(self.context, self.world), move)

    cdef int _play_in(self, int round, move_t move) noexcept nogil:
        if self.settings.paired and round != self.world_round:
            self._sow(round)
        if self.sources and round >= self.tally_until:
            tell_to(self.telling, NULL)
        return self.ops.play(self.context, self.world, move, &self.chance)

    cdef int _begin(self) noexcept nogil:
        """Brings the next world and says who decides in it first."""
        cdef move_t moves[MAX_MOVES]
        cdef int _, count, i
        self._next_world()
        if self.settings.after < 0:
            return self.ops.actor(self.context, self.world)
        # another seat's move may not be legal in every world this seat holds possible
        for _ in range(TRIES):
            count = self.ops.moves(self.context, self.world, moves)
            for i in range(count):
                if moves[i] == self.settings.after:
                    return self._play(moves[i])
            self._next_world()
        return self.ops.actor(self.context, self.world)

    cdef int _limit(self) noexcept nogil:
        """Decisions of this iteration that the tree may steer. A naive one ends at the root: the same for all root moves."""
        cdef uint64_t lot
        if self.settings.naive > 0:
            lot = hash_mix(self.world_seed if self.settings.paired else self.seed + self.iterations, LOT)
            if (lot >> 40) < self.settings.naive * (1 << 24):
                return 0 if self.settings.observes else 1
        return self.settings.depth

    cdef void _measure_spread(self) noexcept nogil:
        """Exploration is in standard deviations: estimated leaves differ much less than the ends of playouts."""
        cdef double mean = self.utility / self.iterations
        cdef double variance = self.utility_squared / self.iterations - mean * mean
        self.spread = max(<float>sqrt(max(variance, 0.0)), LEAST_SPREAD)

    cdef void _next_world(self) noexcept nogil:
        self._sample_world()
        if self.sources:
            memset(self.tally.points, 0, sizeof(self.tally.points))
            self.tally.known = 0
            tell_to(self.telling, self.journal)

    cdef void _sample_world(self) noexcept nogil:
        cdef int group = self.settings.world_iterations
        if group == 0:
            memcpy(self.world, self.packed, self.ops.state_size)
            self.ops.sample(self.context, self.world, self.seat, self.tables, &self.sampling)
            self.worlds += 1
            return
        if self.iterations % group == 0:
            memcpy(self.origin, self.packed, self.ops.state_size)
            self.ops.sample(self.context, self.origin, self.seat, self.tables, &self.sampling)
            self.worlds += 1
            tree_clear(&self.tree)
        memcpy(self.world, self.origin, self.ops.state_size)

    cdef uint64_t _key(self, int seat) noexcept nogil:
        cdef uint64_t key
        if self.settings.world_iterations:
            key = hash_bytes(self.world, self.ops.state_size, 0)
        elif self.ops.node != NULL and not self.settings.exact:
            key = self.ops.node(self.context, self.world, seat)
        else:
            key = infoset_key(self.ops, self.context, self.world, seat)
        return hash_mix(key, 0x9e3779b97f4a7c15U + 2 * <uint64_t>seat)

    cdef bint _furnish(self, Node *node, const move_t *moves, int count) noexcept nogil:
        """Gives a node its edges with their prior, when a move is first chosen there; false when the arena is full."""
        cdef float weights[MAX_MOVES]
        cdef bint guided = self.settings.prior_weight != 0 and (self.ops.prior != NULL or self.taught != NULL)
        if not tree_has_room(&self.tree, count):
            return False
        if guided and self.taught != NULL:
            learned_prior(self.ops, self.taught, self.context, self.world, moves, count, weights)
        elif guided:
            self.ops.prior(self.context, self.world, moves, count, weights)
        tree_furnish(&self.tree, node, moves, count, weights if guided else NULL)
        return True

    cdef Edge *_select(self, Node *node, const move_t *moves, int count, const Luck *luck) noexcept nogil:
        """The edge to follow; NULL when the arena has no room for the moves this world allows."""
        cdef Edge *legal[MAX_MOVES]
        if node.count == 0 and not self._furnish(node, moves, count):
            return NULL
        # with exact keys the legal moves never change; with coarse ones a world may bring new ones
        while not self._find_edges(node, moves, count, legal):
            if not tree_extend(&self.tree, node, moves, count):
                return NULL
        node.visits += 1
        if self.settings.prior_weight > 0:
            return self._puct(legal, count, luck)
        return self._bandit(legal, count)

    cdef bint _find_edges(self, const Node *node, const move_t *moves, int count, Edge **legal) noexcept nogil:
        """The edges of the legal moves; false if the node lacks one."""
        cdef Edge *edge = &self.tree.edges[node.first]
        cdef Edge *end = edge + node.count
        cdef int i
        for i in range(count):
            while edge < end and edge.move < moves[i]:
                edge += 1
            if edge == end or edge.move != moves[i]:
                return False
            legal[i] = edge
            edge += 1
        return True

    cdef Edge *_bandit(self, Edge *const *legal, int count) noexcept nogil:
        """UCB1 over the moves that are legal in this world; untried ones first, in random order."""
        cdef Edge *edge
        cdef Edge *best = NULL
        cdef float value, best_value = -1e30, exploration = self.spread * self.settings.exploration
        cdef int i, fresh = 0
        for i in range(count):
            edge = legal[i]
            edge.available += 1
            if edge.visits == 0:
                fresh += 1
                if rng_below(&self.playing, fresh) == 0:
                    best = edge
            elif fresh == 0:
                value = <float>(edge.total / edge.visits)
                value += exploration * _sqrt_log(edge.available) * _inv_sqrt(edge.visits)
                if value > best_value:
                    best_value = value
                    best = edge
        return best

    cdef Edge *_puct(self, Edge *const *legal, int count, const Luck *luck) noexcept nogil:
        """Mean plus prior-weighted exploration; an untried move counts as the mean of the tried ones.

        At the root of paired worlds, means are rid of what moves owe to their `luck`.
        """
        cdef Edge *edge
        cdef Edge *best = NULL
        cdef float value, best_value = -1e30, mean, prior = 0, weight = self.spread * self.settings.prior_weight
        cdef double total = 0
        cdef uint32_t visits = 0
        cdef int i
        for i in range(count):
            edge = legal[i]
            edge.available += 1
            total += edge.total
            visits += edge.visits
            prior += edge.prior
        mean = <float>(total / visits) if visits else 0.5
        for i in range(count):
            edge = legal[i]
            value = <float>(edge.total / edge.visits) if edge.visits else mean
            if luck != NULL and edge.visits:
                value -= <float>luck_gap(luck, edge.visits, self.spread)
            value += weight * edge.prior / prior * <float>sqrt(<double>visits) / (1 + edge.visits)
            value += 1e-6 * <float>(rng_below(&self.playing, 1024)) if visits == 0 else 0
            if value > best_value:
                best_value = value
                best = edge
        return best

    cdef void _simulate(self, int actor, Outcome *outcome) noexcept nogil:
        """Plays the world out, or as far as the horizon, and values the end."""
        cdef int round, steps = 0, last = 1 << 30
        if self.settings.leaf_estimate:
            last = -1
        elif self.settings.horizon and actor != OVER:
            last = self.ops.round(self.context, self.world) + self.settings.horizon
        while actor != OVER and steps < MAX_PLAYOUT:
            round = self.ops.round(self.context, self.world)
            if round >= last:
                self._estimate(outcome)
                return
            actor = self._play_in(round, self._playout_move())
            steps += 1
        self.ops.result(self.context, self.world, outcome)
        finish_result(outcome, self.seats, self.settings.win_weight, self.ops.margin_scale)

    cdef void _estimate(self, Outcome *outcome) noexcept nogil:
        cdef float spread
        if self.judged == NULL:
            spread = self.ops.estimate(self.context, self.world, outcome)
        else:
            spread = learned_estimate(self.ops, self.judged, self.context, self.world, self.seats, outcome)
        finish_estimate(outcome, self.seats, spread, self.settings.win_weight, self.ops.margin_scale)

    cdef move_t _playout_move(self) noexcept nogil:
        cdef move_t moves[MAX_MOVES]
        if not self.settings.random_playouts:
            return self.ops.playout_move(self.context, self.world, &self.playing)
        return moves[rng_below(&self.playing, self.ops.moves(self.context, self.world, moves))]

    cdef void _learn(self, int root, const Outcome *outcome) noexcept nogil:
        cdef RootMove *move = &self.roots[root]
        cdef double utility = outcome.utility[self.seat]
        cdef int i
        move.visits += 1
        for i in range(self.seats):
            move.win[i] += outcome.win[i]
            move.score[i] += outcome.score[i]
            move.rank[i] += outcome.rank[i]
        move.win_squared += <double>outcome.win[self.seat] * outcome.win[self.seat]
        move.utility += utility
        move.utility_squared += utility * utility
        self.utility += utility
        self.utility_squared += utility * utility
        if self.sources:
            self._learn_sources(move, outcome)

    cdef void _learn_luck(self, const Edge *edge, double utility) noexcept nogil:
        cdef double usual = utility
        if edge.visits:
            usual = edge.total / edge.visits
        elif self.iterations:
            usual = self.utility / self.iterations
        luck_learn(&self.luck, edge.visits, utility - usual)

    cdef void _learn_sources(self, RootMove *move, const Outcome *outcome) noexcept nogil:
        """What each source has brought, the rest of the score, and what has turned out."""
        cdef double points, rest
        cdef int i, k, sum
        count_chances(&move.chances, &self.tally, self.seats)
        for i in range(self.seats):
            sum = 0
            for k in range(MAX_SOURCES):    # those that the game has not are 0
                points = self.tally.points[i][k]
                sum += self.tally.points[i][k]
                move.points[i][k] += points
                move.points_squared[i][k] += points * points
            rest = outcome.score[i] - sum
            move.points[i][self.sources] += rest
            move.points_squared[i][self.sources] += rest * rest
