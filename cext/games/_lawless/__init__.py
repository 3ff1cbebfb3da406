"""Which Hand? with one fault of choice: what the checks of the laws (cext/core/laws.pyx) are tested with."""
