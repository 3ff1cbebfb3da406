from enum import IntEnum

Feature: type[IntEnum]
Decision: type[IntEnum]
