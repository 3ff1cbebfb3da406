from enum import IntEnum

Country: type[IntEnum]
Intrigue: type[IntEnum]
Marker: type[IntEnum]
Phase: type[IntEnum]
DrawMode: type[IntEnum]
Event: type[IntEnum]
TieBreak: type[IntEnum]

class Title(IntEnum):
    KING = ...

class Logged(IntEnum):
    DREW = ...
    SHUFFLED = ...

class Source(IntEnum):
    FROM_DECK = ...

class Play(IntEnum):
    END = ...
    FIRST_TARGET = ...
