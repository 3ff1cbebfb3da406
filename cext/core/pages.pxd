"""Great memory of which little may be used: zeroed pages that cost nothing before they are touched.

The allocator would clear all of it as soon as such a block has been freed once. AddressSanitizer watches blocks of the
allocator only, so it gets one.
"""

cdef extern from * nogil:
    """
    #include <stdlib.h>
    #include <sys/mman.h>

    #ifdef __SANITIZE_ADDRESS__
    static inline void *get_pages(size_t size) { return calloc(1, size); }
    static inline void free_pages(void *pages, size_t size) { (void)size; free(pages); }
    #else
    static inline void *get_pages(size_t size) {
        void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return pages == MAP_FAILED ? NULL : pages;
    }
    static inline void free_pages(void *pages, size_t size) { if (pages) munmap(pages, size); }
    #endif
    """
    void *get_pages(size_t size) noexcept       # at least `size` > 0 bytes, or NULL
    void free_pages(void *pages, size_t size) noexcept
