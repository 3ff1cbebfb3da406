from enum import IntEnum

Feature: type[IntEnum]
