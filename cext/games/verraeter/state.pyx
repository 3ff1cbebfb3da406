"""The enums of state.pxd, for Python."""
