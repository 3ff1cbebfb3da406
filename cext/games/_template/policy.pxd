include "eminence/cext/core/policy.pxi"
