"""Play that learns: games of the search against itself, weights that foresee its longer thoughts and how games end, and
again with these.

Everything comes from the seed: the same plan gives the same file, bit for bit, on one core or on many. Games are kept
as they are finished, so that a run that was stopped goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path
from typing import Any

from eminence.bots.fitted import commit, signed
from eminence.bots.game import Game, find_game
from eminence.bots.ladder.engines import Workers
from eminence.bots.learned import FILE, FORMAT, Rows, read, unjudged, untaught, weights
from eminence.bots.train_fit import Fit, Foresight, fit_all
from eminence.bots.train_judge import Judgement, Outcomes, fit_stages
from eminence.bots.train_play import Played, Position, SelfPlay, Standing, play, think, view_of
from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.cext.core.learned import Learned

TRAIN, CHOOSE, REPORT = "train", "choose", "report"
# What games are for, by their number: whole games, since positions of one game know each other.
PARTS = (TRAIN, TRAIN, REPORT, TRAIN, CHOOSE, TRAIN, TRAIN, REPORT, TRAIN, CHOOSE)
PRIOR, EVALUATIONS, BOTH = "prior", "evaluations", "both"  # what to learn
# What a round has found of either.
FOUND = {
    PRIOR: ("fit", "positions", "before", "after", "search_before", "search_after"),
    EVALUATIONS: ("judgement", "standings", "outcomes_before", "outcomes_after"),
}
COLLECT_SECONDS = 0.5
IDLE = ("chances.json", FILE, "features.*")  # files of games that do not change how untaught bots play

Team = Workers[SelfPlay, Played]


@dataclass(frozen=True)
class Plan:
    """What to play and to learn from."""

    game: str
    seats: int
    games: int  # of each round
    rounds: int
    iterations: int  # of the searches to learn from
    reference: int  # of those to report on
    quick: int  # of all others
    share: float  # of decisions to learn from
    seed: int
    learn: str = BOTH

    def learns(self, part: str) -> bool:
        return self.learn in (part, BOTH)

    def task(self, round: int, index: int, rows: Rows, stages: Rows) -> SelfPlay:
        """A game. Those to report on think longer at fewer decisions, and so cost about the same."""
        is_report = part_of(index) == REPORT
        iterations = self.reference if is_report else self.iterations
        share = self.share * self.iterations / iterations
        seed = f"train/{self.seed}/{round}/{index}"
        taught = (
            hashlib.sha256(json.dumps([rows, stages]).encode()).hexdigest()[:12] if rows or stages else "-"
        )
        key = f"{round}/{index}/{taught}"
        return SelfPlay(key, self.game, self.seats, seed, self.quick, iterations, share, rows, stages)

    @property
    def fingerprint(self) -> str:
        """Of all that a game depends on besides its task's key."""
        known = {key: value for key, value in asdict(self).items() if key not in ("games", "rounds", "learn")}
        kernel = find_game(self.game, self.seats).kernel
        known["commit"] = commit(*IDLE)
        known["versions"] = [kernel.feature_version, kernel.trait_version]
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:12]


def part_of(index: int) -> str:
    return PARTS[index % len(PARTS)]


class Kept:
    """The games of a plan in a file, one a line: whatever stops a run, what was finished is there."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{plan.game}-{plan.seats}-{plan.fingerprint}.jsonl"
        self.known: dict[str, Played] = {}
        whole = 0
        if self.path.exists():
            for line in self.path.read_bytes().splitlines(keepends=True):
                if not line.endswith(b"\n"):
                    break  # whoever wrote it was stopped
                key, positions, standings = json.loads(line)
                self.known[key] = Played(
                    key, tuple(map(Position.read, positions)), tuple(map(Standing.read, standings))
                )
                whole += len(line)
        self.file = self.path.open("ab")
        self.file.truncate(whole)

    def add(self, played: Played) -> None:
        if played.void:
            raise EminenceError(f"game {played.key} could not be played: {played.void}")
        self.known[played.key] = played
        told = [
            played.key,
            [one.data() for one in played.positions],
            [list(astuple(one)) for one in played.standings],
        ]
        line = json.dumps(told, separators=(",", ":"))
        self.file.write(line.encode() + b"\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


@dataclass(frozen=True)
class Effect:
    """What a search makes of a prior, against longer searches of the same positions."""

    agreement: float  # how often it finds their move
    regret: float  # utility given away otherwise, on average over positions, by their figures


@dataclass(frozen=True)
class Round:
    """One round of learning, and what it is worth in games that nothing was fitted to."""

    fit: Fit
    positions: Mapping[str, int]  # by part
    before: Foresight  # the prior to start from
    after: Foresight
    search_before: Effect  # the quick search
    search_after: Effect
    judgement: Judgement
    standings: Mapping[str, int]  # by part
    outcomes_before: Outcomes  # the evaluations to start from
    outcomes_after: Outcomes


@dataclass
class Training:
    """A run under way."""

    plan: Plan
    kept: Kept
    team: Team | None = None  # None: games are played in this process
    on_progress: Callable[[int], None] = lambda _: None
    rounds: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game: Game = find_game(self.plan.game, self.plan.seats)
        wanted = {PRIOR: self.game.face.features, EVALUATIONS: self.game.face.traits}
        if not any(names for part, names in wanted.items() if self.plan.learns(part)):
            missing = {PRIOR: "features", EVALUATIONS: "traits"}.get(self.plan.learn, "features or traits")
            raise InvalidInput("game", f"{self.plan.game} has no {missing} to learn from")
        if self.plan.learns(PRIOR) and not self.plan.share:
            raise InvalidInput("share", "must be above 0, unless only evaluations are learned")
        self.commit = commit("chances.json", FILE)  # as of now, when games begin
        # What is not to be learned is what the game is shipped with; all else starts from nothing.
        self.known = weights(self.plan.game, self.plan.seats, self.game.options, self.game.components)
        self.rows: Rows = self.known.rows if self.known and not self.plan.learns(PRIOR) else ()
        self.stages: Rows = self.known.stages if self.known and not self.plan.learns(EVALUATIONS) else ()
        self.parts: dict[str, list[Position]] = {TRAIN: [], CHOOSE: [], REPORT: []}
        self.standings: dict[str, list[Standing]] = {TRAIN: [], CHOOSE: [], REPORT: []}

    def run(self) -> Iterator[Round]:
        """Round by round, each with the bot that the one before has taught. Positions of all rounds teach."""
        rows, stages = self.rows, self.stages
        for number in range(self.plan.rounds):
            tasks = [self.plan.task(number, index, rows, stages) for index in range(self.plan.games)]
            self._play(tasks)
            positions: list[Position] = []
            standings: list[Standing] = []
            for index, task in enumerate(tasks):
                played = self.kept.known[task.key]
                self.parts[part_of(index)] += played.positions
                self.standings[part_of(index)] += played.standings
                if part_of(index) == REPORT:
                    positions += played.positions
                    standings += played.standings
            fit, judgement = self._fit()
            rows, stages = fit.rows, judgement.stages
            self.rounds.append(self._judge(fit, judgement, positions, standings))
            yield self.rounds[-1]

    def _fit(self) -> tuple[Fit, Judgement]:
        fit, judgement = Fit(self.rows, {}, {}), Judgement(self.stages, {}, {})
        if self.plan.learns(PRIOR):
            fit = fit_all(self.game, self.parts[TRAIN], self.parts[CHOOSE])
        if self.plan.learns(EVALUATIONS):
            judgement = fit_stages(self.game, self.standings[TRAIN], self.standings[CHOOSE])
        return fit, judgement

    def _play(self, tasks: Sequence[SelfPlay]) -> None:
        missing = [task for task in tasks if task.key not in self.kept.known]
        self.on_progress(len(tasks) - len(missing))
        for played in map(play, missing) if self.team is None else _collect(self.team, missing):
            self.kept.add(played)
            self.on_progress(1)

    def _judge(
        self, fit: Fit, judgement: Judgement, positions: Sequence[Position], standings: Sequence[Standing]
    ) -> Round:
        start = Learned(self.game.kernel, self.rows, self.stages)
        learned = Learned(self.game.kernel, fit.rows, judgement.stages)
        return Round(
            fit,
            {part: len(known) for part, known in self.parts.items()} | {REPORT: len(positions)},
            Foresight.of(self.game, positions, start),
            Foresight.of(self.game, positions, learned),
            self._search(positions, start),
            self._search(positions, learned),
            judgement,
            {part: len(known) for part, known in self.standings.items()} | {REPORT: len(standings)},
            Outcomes.of(standings, self.stages or unjudged(self.game.face)),
            Outcomes.of(standings, judgement.stages or unjudged(self.game.face)),
        )

    def _search(self, positions: Sequence[Position], learned: Learned | None) -> Effect:
        agreed = regret = 0.0
        for index, position in enumerate(positions):
            found = think(view_of(self.game, position), self.plan.quick, index, learned)
            agreed += found.best == position.best
            regret += position.regret(found.best)
        count = max(len(positions), 1)
        return Effect(round(agreed / count, 4), round(regret / count, 5))

    def data(self, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The file of weights after the last round. `known`: one whose other numbers of seats are kept."""
        face, last = self.game.face, self.rounds[-1]
        table: dict[str, Any] = {
            "seats": self.plan.seats,
            "decisions": _changed(face.decisions, last.fit.rows or untaught(face), untaught(face)),
            "stages": _changed(face.stages, last.judgement.stages or unjudged(face), unjudged(face)),
            "provenance": self.provenance(),
        }
        others = [one for one in (known or {}).get("tables", ()) if one["seats"] != self.plan.seats]
        data = signed(
            {
                "format": FORMAT,
                "game": self.plan.game,
                "components": self.game.components.hash,
                "feature_version": self.game.kernel.feature_version,
                "features": list(face.features),
                "trait_version": self.game.kernel.trait_version,
                "traits": list(face.traits),
                "tables": sorted([*others, table], key=lambda one: int(one["seats"])),
            }
        )
        read(data, face)
        return data

    def provenance(self) -> dict[str, Any]:
        """Where the weights of either part come from, and what they are worth."""
        report = self.report()
        learned = {
            part: report | {"rounds": [{key: one[key] for key in names} for one in report["rounds"]]}
            for part, names in FOUND.items()
            if self.plan.learns(part)
        }
        return (dict(self.known.provenance) if self.known else {}) | learned

    def report(self) -> dict[str, Any]:
        """What was done and found."""
        return {
            "commit": self.commit,
            "plan": {key: value for key, value in asdict(self.plan).items() if key not in ("game", "seats")},
            "rounds": [
                asdict(one) | {"fit": _summary(one.fit), "judgement": _summary(one.judgement)}
                for one in self.rounds
            ],
        }


def _changed(names: Sequence[str], rows: Rows, usual: Rows) -> dict[str, list[float]]:
    """Rows that are not those of nobody, by name."""
    return {name: list(row) for name, row, own in zip(names, rows, usual, strict=True) if row != own}


def _summary(fit: Fit | Judgement) -> dict[str, Any]:
    """All but the weights."""
    return {key: value for key, value in asdict(fit).items() if key not in ("rows", "stages")}


def _collect(team: Team, tasks: Sequence[SelfPlay]) -> Iterator[Played]:
    """Plays tasks on a team, in any order."""
    waiting, running = list(reversed(tasks)), 0
    while waiting or running:
        while waiting and running < 2 * team.workers:  # one in play and one at hand for each
            team.submit(waiting.pop())
            running += 1
        for played in team.collect(COLLECT_SECONDS):
            running -= 1
            yield played
