from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef enum:
    EDGES_PER_NODE = 8      # generous: the mean branching of our games is about 4


cdef bint tree_init(Tree *tree, uint32_t node_capacity) noexcept nogil:
    cdef uint32_t slots = 16
    while slots < 2 * node_capacity:
        slots *= 2
    memset(tree, 0, sizeof(Tree))
    tree.node_capacity = node_capacity
    tree.edge_capacity = node_capacity * EDGES_PER_NODE + 64
    tree.slot_mask = slots - 1
    # only the slots must be clear: a node and its edges are written when they are added
    tree.nodes = <Node *>malloc(node_capacity * sizeof(Node))
    tree.edges = <Edge *>malloc(tree.edge_capacity * sizeof(Edge))
    tree.slots = <uint32_t *>calloc(slots, sizeof(uint32_t))
    if tree.nodes == NULL or tree.edges == NULL or tree.slots == NULL:
        tree_free(tree)
        return False
    return True


cdef void tree_free(Tree *tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)
    free(tree.slots)
    memset(tree, 0, sizeof(Tree))


cdef void tree_clear(Tree *tree) noexcept nogil:
    """Forgets all nodes; costs as much as was used, not as much as there is."""
    cdef uint32_t i
    if tree.node_count > tree.slot_mask // 8:
        memset(tree.slots, 0, (tree.slot_mask + 1) * sizeof(uint32_t))
    else:
        # from the newest to the oldest, so that probing never meets a gap before its node
        for i in range(tree.node_count, 0, -1):
            tree.slots[tree_slot(tree, tree.nodes[i - 1].key)] = 0
    tree.node_count = 0
    tree.edge_count = 0


cdef inline void _new_edge(Edge *edge, move_t move, float prior) noexcept nogil:
    edge.total = 0
    edge.win = 0
    edge.visits = 0
    edge.available = 0
    edge.prior = prior
    edge.move = move


cdef Node *tree_add(Tree *tree, uint64_t key) noexcept nogil:
    cdef Node *node
    if tree.node_count == tree.node_capacity:
        return NULL
    node = &tree.nodes[tree.node_count]
    node.key = key
    node.count = 0
    node.visits = 0
    # linked only now: _slot compares keys of nodes below node_count
    tree.slots[tree_slot(tree, key)] = tree.node_count + 1
    tree.node_count += 1
    return node


cdef void tree_furnish(Tree *tree, Node *node, const move_t *moves, int count, const float *weights) noexcept nogil:
    cdef float total = 0
    cdef int i
    node.first = tree.edge_count
    node.count = count
    if weights != NULL:
        for i in range(count):
            total += weights[i]
    for i in range(count):
        _new_edge(&tree.edges[tree.edge_count + i], moves[i], weights[i] / total if weights != NULL else 1.0 / count)
    tree.edge_count += count


cdef bint tree_extend(Tree *tree, Node *node, const move_t *moves, int count) noexcept nogil:
    cdef Edge *old = &tree.edges[node.first]
    cdef Edge *new = &tree.edges[tree.edge_count]
    cdef int i = 0, j = 0, n = 0
    if not tree_has_room(tree, node.count + count):
        return False
    while i < node.count or j < count:
        if j == count or (i < node.count and old[i].move < moves[j]):
            new[n] = old[i]
            i += 1
        elif i < node.count and old[i].move == moves[j]:
            new[n] = old[i]
            i += 1
            j += 1
        else:
            _new_edge(&new[n], moves[j], 1.0 / count)
            j += 1
        n += 1
    node.first = tree.edge_count
    node.count = n
    tree.edge_count += n
    return True
