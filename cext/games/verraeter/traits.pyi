from enum import IntEnum

Trait: type[IntEnum]
Stage: type[IntEnum]
