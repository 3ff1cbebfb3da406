"""A thread that makes way for others. Only Linux has priorities per thread; elsewhere nothing happens."""

cdef extern from * nogil:
    """
    #ifdef __linux__
    #include <sched.h>
    #include <stdint.h>
    #include <sys/resource.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    /* Longer than what Linux gives by default (0.7 to 2.8 ms). A thread that wakes up takes the core at once from one with
       a longer slice than its own; from any other, however nice, often at the next tick only, up to 4 ms later. */
    #define EMINENCE_SLICE_NS 5000000

    static void be_nice(int nice) {
        struct {
            uint32_t size, policy;
            uint64_t flags;
            int32_t nice;
            uint32_t priority;
            uint64_t runtime, deadline, period;
        } attributes = {sizeof attributes, SCHED_OTHER, 0, nice, 0, EMINENCE_SLICE_NS, 0, 0};
        /* Kernels before 6.12 take the niceness and leave the slice as it is. */
        if (syscall(SYS_sched_setattr, 0, &attributes, 0) != 0)
            setpriority(PRIO_PROCESS, 0, nice);
        sched_yield();  /* to whom a new thread, not yet nice, was preferred */
    }
    #else
    static void be_nice(int nice) { (void)nice; }
    #endif
    """
    void be_nice(int nice)

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_t:
        pass
    int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *) noexcept nogil, void *argument)
    int pthread_detach(pthread_t thread)
    int pthread_join(pthread_t thread, void **result)
