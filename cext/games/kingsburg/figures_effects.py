"""Effects of buildings, governors, fate cards, people and scenarios: read from their records and checked.

Each variant of a hook has its fields (figures_hooks.py); a record with any other field, or for an owner that cannot
have it, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.figures_hooks import (
    ALL_COLUMNS,
    ALL_RACES,
    ALL_SEASONS,
    ALONE,
    AMOUNTS,
    HOOKS,
    HOUSE,
    MARKS,
    MAX_SUM,
    MAX_TURNED,
    MAX_USED,
    MAX_WHITE,
    NO_BOUND,
    NUMBERS,
    PRODUCTIVE,
    RACES,
    RANGES,
    RULER,
    VALUES,
    Variant,
)
from eminence.cext.games.kingsburg.state import Count, Limit, Owner, Rule
from eminence.cext.games.kingsburg.words import GOODS, KINDS

Figures = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """What has effects: a building by cell, or a card or group by number."""

    owner: int
    number: int  # cell of a building
    word: str

    @property
    def is_building(self) -> bool:
        return self.owner in HOUSE

    @property
    def bit(self) -> int:
        """Of a building, in sets of them: the alternative ones behind the printed ones."""
        return self.number + (state.CELLS if self.owner == Owner.ALTERNATIVE else 0)


def lanes(amounts: Sequence[int]) -> int:
    """Amounts of each good in 16 bits each, as the state keeps what a seat owns; less than nothing is carried."""
    return sum(amount << 16 * good for good, amount in enumerate(amounts)) % (1 << 64)


def bundle(reader: Reader, name: str, low: int = 0) -> tuple[list[int], int]:
    """Pieces of each kind, and goods of choice."""
    if not reader.has(name):
        return [0] * len(KINDS), 0
    given = reader.object(name)
    amounts = [given.int(kind, low, 20) if given.has(kind) else 0 for kind in KINDS]
    goods = given.int("good", 0, 9) if given.has("good") else 0
    given.done()
    return amounts, goods


def different(reader: Reader, name: str, items: list[int]) -> list[int]:
    """A list that is read as a set."""
    if len(set(items)) != len(items):
        reader.fail(name, "must be different")
    return items


def bit_mask(bits: list[int]) -> int:
    return sum(1 << bit for bit in set(bits))


class Effects:
    """All effects in play, sorted by hook."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.by_hook: dict[str, list[Figures]] = {hook: [] for hook in NUMBERS}
        self.sources: dict[str, list[Source]] = {hook: [] for hook in NUMBERS}
        self._extensions: list[tuple[Reader, Source]] = []

    def of(self, hook: str) -> list[Figures]:
        return self.by_hook[hook]

    def pairs(self, hook: str) -> Iterator[tuple[Source, Figures]]:
        return zip(self.sources[hook], self.by_hook[hook], strict=True)

    def add(self, source: Source, readers: list[Reader]) -> None:
        """The effects of one record."""
        for reader in readers:
            hook = NUMBERS[reader.choice("hook", NUMBERS)]
            variant = _variant(reader, hook, source.owner)
            if reader.has("extends"):
                self._extensions.append((reader, source))
                continue
            for effect in _effect(reader, hook, variant, source):
                if source.is_building and source in self.sources[hook]:
                    self.by_hook[hook][self.sources[hook].index(source)]["more"] += 1
                self.by_hook[hook].append(effect)
                self.sources[hook].append(source)

    def extend(self, cells: dict[str, Source]) -> None:
        """Buildings that make others of their row work in more seasons; `cells` by the id of a record."""
        for reader, source in self._extensions:
            seasons = _seasons(reader)
            for i, name in enumerate(reader.choices("extends", range(1, 5), tuple(cells))):
                target = list(cells.values())[name]
                fits = [effect for owner, effect in self.pairs("season_end") if owner == target]
                if target.owner != source.owner or target.number // 4 != source.number // 4 or not fits:
                    reader.fail(f"extends[{i}]", "must be a season-end effect of the same row")
                if any(effect["also"] for effect in fits):
                    reader.fail(f"extends[{i}]", "is extended already")
                for effect in fits:
                    effect |= {"also": 1 << source.number, "also_seasons": seasons}
            reader.done()

    def check(self) -> None:
        """What the compiled rules have no room for."""
        if sum(map(len, self.by_hook.values())) > state.MAX_EFFECTS:
            self.fail(f"have more than {state.MAX_EFFECTS} effects")
        for hook, usable in (
            ("roll_mod", lambda effect: True),
            ("season_end", lambda effect: effect["pay"] or effect["due"] or effect["rule"] == Rule.PEEKS),
            ("build_cost", lambda effect: effect["limit"] != Limit.ALWAYS),
            ("battle_pay", lambda effect: True),
        ):
            owners = [source for source, effect in self.pairs(hook) if usable(effect)]
            if len(self.of(hook)) > MAX_USED:
                self.fail(f"have more than {MAX_USED} effects of {hook}")
            if len(set(owners)) != len(owners):
                self.fail(f"have two effects of {hook} on {_twice(owners).word}, which are used one by one")
        for hook, rule in (("white_dice", Rule.BLESSES), ("private_space", Rule.PLAIN)):
            governors = {source for source, effect in self.pairs(hook) if effect["rule"] == rule}
            if len(governors) > 1:
                self.fail(f"have more than one governor with {hook}, which there is no room for")
        blessing = {source for source, effect in self.pairs("white_dice") if effect["rule"] == Rule.BLESSES}
        yearly = {
            source for source, effect in self.pairs("build_cost") if effect["limit"] == Limit.ONCE_A_YEAR
        }
        if blessing & yearly:
            self.fail("have a governor with two things that are used once a year")
        shifts = [source for source, effect in self.pairs("placement_shift") if effect["rule"] != Rule.OFF]
        if len(shifts) > len(set(shifts)) or len({source.number for source in shifts}) > 1:
            self.fail("let a seat have two effects of placement_shift at once")
        self._check_white()
        self._check_sums()
        for hook, rule in ALONE:
            if self.most(hook, lambda effect, rule=rule: effect["rule"] == rule) > 1:
                self.fail(f"let a seat have two effects of {hook} at once that cannot come twice")
        falls = [source for source, effect in self.pairs("loss_shield") if effect["rule"] == Rule.FALLS]
        if len(set(falls)) != len(falls):
            self.fail(f"let {_twice(falls).word} fall twice")
        if self.most("build_cost", lambda effect: effect["pay"] > 0) > state.MAX_DISCOUNTS:
            self.fail(f"let a seat have more than {state.MAX_DISCOUNTS} optional discounts")
        for group in (HOUSE, RULER | {Owner.PEOPLE}):
            if self.most("build_cost", lambda effect, group=group: _is_limited(effect, group)) > 1:
                self.fail("let a seat have two limited discounts of buildings, or of governor and people")

    def _check_white(self) -> None:
        """K-4.17: with more white dice there would be more ways to pay than a decision may offer."""
        if 1 + self.most("white_dice", lambda effect: effect["rule"] == Rule.PLAIN) > MAX_WHITE:
            self.fail(f"let a seat have more than {MAX_WHITE} white dice")
        for turner, effect in self.pairs("roll_mod"):
            rival = Owner.GOVERNOR if turner.owner == Owner.GOVERNOR else None
            own = sum(source == turner for source in self.sources["white_dice"])
            if effect["rule"] == Rule.TURN_SOME:
                most = 1 + own + self.most("white_dice", lambda one: one["rule"] == Rule.PLAIN, rival)
                if most > MAX_TURNED:
                    self.fail(f"let a seat that turns dice have more than {MAX_TURNED} white ones")

    def _check_sums(self) -> None:
        """What counters of the compiled rules have room for."""
        for hook in NUMBERS:
            if sum(abs(effect["amount"]) for effect in self.of(hook)) > MAX_SUM:
                self.fail(f"have effects of {hook} that add up to more than {MAX_SUM}")
        if sum(effect["goods"] for hook in NUMBERS for effect in self.of(hook)) > MAX_SUM:
            self.fail(f"have effects that give more than {MAX_SUM} goods of choice")

    def gains(self, kind: int) -> int:
        """Pieces of a kind that all effects bring or take when each works once, but for the end of the game."""
        pieces = 0
        for hook in NUMBERS:
            for effect in self.of(hook) if hook not in ("build_cost", "game_end") else ():
                pieces += abs(effect["gain"][kind]) + (effect["goods"] if kind < state.GOODS else 0)
            if kind == state.VP and hook in ("kings_reward", "highest_combat"):
                pieces += sum(effect["amount"] for effect in self.of(hook))
        return pieces

    def final_points(self, goods: int) -> int:
        """The most that the end of the game can bring a seat with so many goods."""
        return sum(
            effect["gain"][state.VP]
            * (goods // effect["amount"] if effect["rule"] == Rule.PER_GOODS else state.CELLS)
            for effect in self.of("game_end")
        )

    def most(self, hook: str, counts: Any, without: int | None = None) -> int:
        """The most effects of a kind that one seat can have at once."""
        cells: dict[tuple[int, int], int] = {}
        others: dict[tuple[int, int], int] = {}
        for source, effect in self.pairs(hook):
            if not counts(effect) or source.owner == without:
                continue
            if source.is_building:
                cells[source.number, source.owner] = cells.get((source.number, source.owner), 0) + 1
            else:
                others[source.owner, source.number] = others.get((source.owner, source.number), 0) + 1
        total = sum(
            max(cells.get((cell, owner), 0) for owner in HOUSE) for cell in {cell for cell, _ in cells}
        )
        for owner in {owner for owner, _ in others}:
            total += max(count for (one, _), count in others.items() if one == owner)
        return total

    def fail(self, reason: str) -> None:
        raise InvalidInput(self.path, reason)

    @property
    def counts(self) -> int:
        """What has to be counted because an effect asks for it."""
        wanted = 0
        if any(effect["rule"] == Rule.PER_WIN for effect in self.of("game_end")):
            wanted |= 1 << Count.COUNT_WINS
        if any(effect["first"] for effect in self.of("recruit_cost")):
            wanted |= 1 << Count.COUNT_HIRED
        if any(effect["rule"] in (Rule.BUILT_NOTHING, Rule.ANYBODY_IDLE) for effect in self.of("season_end")):
            wanted |= 1 << Count.COUNT_BUILDS
        if any(effect["rule"] == Rule.FIRST_OF_YEAR for effect in self.of("build_cost")):
            wanted |= 1 << Count.COUNT_YEAR
        return wanted

    @property
    def figures(self) -> Figures:
        flat = [effect for hook in NUMBERS for effect in self.of(hook)]
        first = [0]
        for hook in NUMBERS:
            first.append(first[-1] + len(self.of(hook)))
        rest = [_blank()] * (state.MAX_EFFECTS - len(flat))
        return {
            "effects": flat + rest,
            "first": first,
            "beyond": [
                start + sum(source.is_building for source in self.sources[hook])
                for start, hook in zip(first, NUMBERS, strict=False)
            ],
            "housed": [
                [first[i] + self._first(hook, bit) for bit in range(2 * state.CELLS)]
                for i, hook in enumerate(NUMBERS)
            ],
            "hooked": [
                bit_mask([source.bit for source in self.sources[hook] if source.is_building])
                for hook in NUMBERS
            ],
            "others": bit_mask(
                [
                    i
                    for i, hook in enumerate(NUMBERS)
                    if any(not source.is_building for source in self.sources[hook])
                ]
            ),
            "ruled": self._hooks(Owner.GOVERNOR),
            "fated": [hooks | self._hooks(Owner.SCENARIO)[0] for hooks in self._hooks(Owner.FATE)],
            "sided": self._hooks(Owner.PEOPLE),
        }

    def _first(self, hook: str, bit: int) -> int:
        """Number of the first effect of a building; 0 if it has none."""
        bits = [source.bit if source.is_building else None for source in self.sources[hook]]
        return bits.index(bit) if bit in bits else 0

    def _hooks(self, owner: int) -> list[int]:
        """For each card or group of this kind a bit per hook where it has an effect."""
        hooks = [0] * (state.MAX_CARDS + 1)
        for i, hook in enumerate(NUMBERS):
            for source in self.sources[hook]:
                if source.owner == owner:
                    hooks[source.number] |= 1 << i
        return hooks


def _is_limited(effect: Figures, owners: frozenset[int]) -> bool:
    return effect["limit"] != Limit.ALWAYS and effect["owner"] in owners


def _twice(owners: list[Source]) -> Source:
    return next(source for source in owners if owners.count(source) > 1)


def _variant(reader: Reader, hook: str, owner: int) -> Variant:
    """The variant that has exactly the fields of a record."""
    given = {str(field) for field in reader.data if field != "hook" and reader.has(str(field))}
    fitting = [one for one in HOOKS[hook] if set(one.need) <= given and given <= {*one.need, *one.may}]
    if not fitting:
        known = {field for one in HOOKS[hook] for field in (*one.need, *one.may)}
        for field in given - known:
            reader.fail(field, f"does not belong to an effect of {hook}")
        forms = "; ".join(" ".join(one.need) or "nothing" for one in HOOKS[hook])
        reader.fail(
            "hook", f"{hook} does not take {', '.join(sorted(given)) or 'nothing'} together; it takes {forms}"
        )
    for one in fitting:
        if owner in one.owners:
            return one
    reader.fail("hook", f"{hook} is not for a {Owner(owner).name.lower()} in this form")


def _seasons(reader: Reader) -> int:
    if not reader.has("seasons"):
        return ALL_SEASONS
    return bit_mask(different(reader, "seasons", reader.choices("seasons", range(1, 4), PRODUCTIVE)))


def _blank() -> Figures:
    numbers = (
        *(
            "cell",
            "also",
            "owner",
            "number",
            "seasons",
            "also_seasons",
            "races",
            "low",
            "high",
            "columns",
            "pay",
            "relief",
        ),
        *("due", "rule", "limit", "first", "soldiers", "advisor", "year", "goods", "amount", "more"),
    )
    return dict.fromkeys(numbers, 0) | {"values": [0, 0, 0], "gain": [0] * len(KINDS)}


def _effect(reader: Reader, hook: str, variant: Variant, source: Source) -> Iterator[Figures]:
    """One effect; fields that its variant does not have keep values that make no difference."""
    numbers = {}
    for field in (*variant.need, *variant.may):
        if field in MARKS and not reader.bool(field):
            reader.fail(field, "must be true, or left out")
        if field in RANGES and reader.has(field):
            numbers[field] = reader.int(field, *RANGES[field])
        if field == "value":
            numbers[field] = reader.int(field, *VALUES.get(hook, (-9, 9)))
    rule = variant.rule
    if "keeps" in variant.need:
        rule = (Rule.KEEPS_BUILDINGS, Rule.KEEPS_VP)[reader.choice("keeps", ("buildings", "vp"))]
    gain, goods = _gain(reader, variant)
    effect = _blank() | {
        "cell": 1 << source.number if source.is_building else 0,
        "owner": int(source.owner),
        "number": 0 if source.is_building else source.number,
        "seasons": _seasons(reader),
        "races": _races(reader),
        "columns": _columns(reader),
        "pay": _pay(reader),
        "due": int("due" in variant.need),
        "rule": int(rule),
        "limit": _limit(reader, source),
        "first": numbers.get("first", 0),
        "year": numbers.get("year", 0),
        "advisor": numbers.get("advisor", 0),
        "goods": goods,
        "amount": next((numbers[field] for field in AMOUNTS if field in numbers), 0),
        "gain": gain,
        "relief": lanes(gain[: state.GOODS]) if hook == "build_cost" else 0,
    }
    effect |= _bounds(hook, numbers)
    if "reroll" in variant.need:
        effect["amount"] = int(("one", "all")[reader.choice("reroll", ("one", "all"))] == "one")
    if "fewer" in numbers:
        effect["amount"] = -numbers["fewer"]
    _check_effect(reader, hook, effect, source, numbers)
    if "turn_to" in variant.need:
        effect["values"] = _turned(reader, rule)
    advisors = reader.ints("advisors", range(1, 19), 1, state.ADVISORS) if "advisors" in variant.need else [0]
    reader.done()
    for advisor in different(reader, "advisors", advisors):
        yield effect | {"advisor": advisor} if advisor else effect


def _gain(reader: Reader, variant: Variant) -> tuple[list[int], int]:
    field = next((one for one in ("if_none", "blesses", "if_lower", "gain") if one in variant.need), "gain")
    gain, goods = bundle(reader, field, -20 if variant.gain in ("signed", "goods") else 0)
    if variant.gain == "signed" and min(gain[:-1]) < 0:
        reader.fail(field, "can only take vp away, not pieces that nobody has yet")
    if goods and variant.gain != "choice":
        reader.fail(f"{field}.good", "goods of choice cannot be given at this moment")
    if variant.gain == "points" and any(gain[:-1]):
        reader.fail(field, "can only be vp here")
    if variant.gain == "goods" and any(gain[len(GOODS) :]):
        reader.fail(field, "can only be gold, wood and stone here")
    return gain, goods


def _columns(reader: Reader) -> int:
    if not reader.has("columns"):
        return ALL_COLUMNS
    columns = different(reader, "columns", reader.ints("columns", range(1, 5), 1, state.COLUMNS))
    return bit_mask([column - 1 for column in columns])


def _races(reader: Reader) -> int:
    if not reader.has("races"):
        return ALL_RACES
    return bit_mask(different(reader, "races", reader.choices("races", range(1, 7), RACES)))


def _pay(reader: Reader) -> int:
    """One good or token out of a set."""
    if reader.has("one_of"):
        return bit_mask(different(reader, "one_of", reader.choices("one_of", range(1, 4), GOODS)))
    if reader.has("pay"):
        return bit_mask(different(reader, "pay", reader.choices("pay", range(1, 5), KINDS[:4])))
    return 0


def _limit(reader: Reader, source: Source) -> int:
    if not reader.has("limit"):
        return int(Limit.ALWAYS)
    limit = (Limit.ONCE_A_SEASON, Limit.ONCE_A_YEAR)[reader.choice("limit", ("season", "year"))]
    if limit == Limit.ONCE_A_YEAR and source.owner not in (Owner.GOVERNOR, Owner.PEOPLE):
        reader.fail("limit", "once a year is only for governors and people")
    if limit == Limit.ONCE_A_SEASON and source.owner not in HOUSE | RULER:
        reader.fail("limit", "once a season is only for buildings and governors")
    return int(limit)


def _bounds(hook: str, numbers: dict[str, int]) -> Figures:
    """Least and greatest number of what the hook compares."""
    if hook == "battle_bonus":
        return {
            "low": numbers.get("strength_at_least", 0),
            "high": numbers.get("strength_at_most", NO_BOUND),
            "soldiers": numbers.get("soldiers_at_least", 0),
        }
    greatest = next((one for one in ("total_at_most", "soldiers_at_most", "turn_from") if one in numbers), "")
    return {"low": numbers.get("soldiers_at_least", 0), "high": numbers.get(greatest, NO_BOUND)}


def _turned(reader: Reader, rule: int) -> list[int]:
    values = reader.ints("turn_to", 3 if rule == Rule.TURN_ALL else 2, 1, 6)
    if len(set(values)) != len(values) or values != sorted(values):
        reader.fail("turn_to", "must be different values, ascending")
    if rule == Rule.TURN_SOME and reader.int("turn_from", 1, 6) in values:
        reader.fail("turn_to", "must differ from turn_from")
    return values + [0] * (3 - len(values))


def _check_effect(
    reader: Reader, hook: str, effect: Figures, source: Source, numbers: dict[str, int]
) -> None:
    """What no single field can tell."""
    if hook == "recruit_cost" and numbers.get("change", 0) < 0 and not effect["first"]:
        reader.fail("first", "is missing: soldiers must not get cheaper without end")
    if effect["rule"] == Rule.FALLS and source.number % state.COLUMNS != state.COLUMNS - 1:
        reader.fail("falls", "is only for column 4: no gap may be left in a row")
    if effect["rule"] == Rule.IF_LOWER and effect["amount"]:
        reader.fail("reroll", "must be all with if_lower")
    if effect["low"] > effect["high"]:
        reader.fail("hook", f"{hook} can never work with these bounds")
