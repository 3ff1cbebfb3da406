"""The words of Which Hand? in plain data, by the numbers of the rules."""

from __future__ import annotations

from eminence.cext.core.words import words
from eminence.cext.games._template.features import Feature
from eminence.cext.games._template.state import Choice, Event, Hand, Phase
from eminence.cext.games._template.traits import Stage, Trait

PHASES = words(Phase, GUESSING="guess", DONE="over")
HANDS = words(Hand)
CHOICES = words(Choice)
EVENTS = words(Event)
FEATURES = words(Feature)
DECISIONS = PHASES[:-1]
TRAITS = words(Trait)
STAGES = words(Stage)
