include "eminence/cext/core/rules.pxi"
