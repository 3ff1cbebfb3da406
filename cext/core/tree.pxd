"""The search tree: information-set nodes in a bounded arena, found by key.

Most nodes are met once and never again, so a node has no edges before a move is chosen at it. Nothing is allocated after `tree_init`. A full arena refuses new nodes and the search goes on without them.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from eminence.cext.core.game cimport move_t

cdef struct Edge:
    double total            # sum of the deciding seat's utilities
    float win               # sum of its winning shares
    uint32_t visits
    uint32_t available      # visits of the node at which this move was legal
    float prior             # share of the prior among the moves it was created with
    move_t move

cdef struct Node:
    uint64_t key
    uint32_t first          # its edges stand in one block, ascending by move
    uint16_t count          # 0 as long as it is bare
    uint32_t visits

cdef struct Tree:
    Node *nodes
    Edge *edges
    uint32_t *slots         # open addressing: index of the node + 1, 0 when empty
    uint32_t node_count
    uint32_t node_capacity
    uint32_t edge_count
    uint32_t edge_capacity
    uint32_t slot_mask


cdef extern from *:
    void prefetch "__builtin_prefetch"(const void *memory) noexcept nogil


cdef inline uint32_t _home(const Tree *tree, uint64_t key) noexcept nogil:
    return <uint32_t>(key ^ (key >> 32)) & tree.slot_mask


cdef inline void tree_prefetch(const Tree *tree, uint64_t key) noexcept nogil:
    """Fetches what the search for a key begins with."""
    prefetch(&tree.slots[_home(tree, key)])


cdef inline uint32_t tree_slot(const Tree *tree, uint64_t key) noexcept nogil:
    """The slot that holds the key, or the empty one where it belongs."""
    cdef uint32_t slot = _home(tree, key)
    while tree.slots[slot] and tree.nodes[tree.slots[slot] - 1].key != key:
        slot = (slot + 1) & tree.slot_mask
    return slot


cdef inline Node *tree_find(Tree *tree, uint64_t key) noexcept nogil:
    """The node with this key, or NULL."""
    cdef uint32_t index = tree.slots[tree_slot(tree, key)]
    return &tree.nodes[index - 1] if index else NULL


cdef inline bint tree_has_room(const Tree *tree, int edges) noexcept nogil:
    return tree.edge_count + edges <= tree.edge_capacity


cdef bint tree_init(Tree *tree, uint32_t node_capacity) noexcept nogil
cdef void tree_free(Tree *tree) noexcept nogil
cdef void tree_clear(Tree *tree) noexcept nogil

# A new node without edges, or NULL when the arena is full.
cdef Node *tree_add(Tree *tree, uint64_t key) noexcept nogil

# Gives a bare node an edge per move, for which there must be room. `weights` may be NULL: all moves alike.
cdef void tree_furnish(Tree *tree, Node *node, const move_t *moves, int count, const float *weights) noexcept nogil

# Gives a node whose key is coarser than its legal moves the edges it lacks; false when the arena is full.
cdef bint tree_extend(Tree *tree, Node *node, const move_t *moves, int count) noexcept nogil
