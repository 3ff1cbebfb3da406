"""Great memory of which little may be used: zeroed pages that cost nothing before they are touched.

The allocator would clear all of it as soon as such a block has been freed once.
"""

from posix.mman cimport MAP_ANONYMOUS, MAP_FAILED, MAP_PRIVATE, PROT_READ, PROT_WRITE, mmap, munmap


cdef inline void *get_pages(size_t size) noexcept nogil:
    """At least `size` > 0 bytes, or NULL."""
    cdef void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return NULL if pages == MAP_FAILED else pages


cdef inline void free_pages(void *pages, size_t size) noexcept nogil:
    if pages != NULL:
        munmap(pages, size)
