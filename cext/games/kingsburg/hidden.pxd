include "eminence/cext/core/hidden.pxi"
