from enum import IntEnum

Phase: type[IntEnum]
Hand: type[IntEnum]
Choice: type[IntEnum]
Event: type[IntEnum]
