"""One-byte integers for state structs.

Cython takes an array of libc's uint8_t for a C string: it would cut it at the first zero when turning a struct into a
dict. These are the same C types under a name that Cython treats as small numbers.
"""

cdef extern from *:
    """
    #include <stdint.h>
    typedef uint8_t eminence_u8;
    typedef int8_t eminence_i8;
    """
    ctypedef short u8 "eminence_u8"
    ctypedef short i8 "eminence_i8"
