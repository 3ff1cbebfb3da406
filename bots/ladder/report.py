"""The report: one self-contained HTML page that shows what a ladder has found."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from html import escape

from eminence.bots.charts import card, dot, page
from eminence.bots.ladder.charts import interval_bar, line_chart, seat_chart
from eminence.bots.ladder.plan import SPRT, Plan
from eminence.bots.ladder.ratings import Meeting, Row, seat_bias, standings, timeline, win_matrix
from eminence.bots.ladder.records import GameRecord
from eminence.bots.ladder.schedule import SprtFollower
from eminence.bots.ladder.sprt import Verdict

KIND_TITLES = {"round_robin": "Round robin", "swiss": "Swiss", "sprt": "SPRT"}
DECISIONS = {"better": "is better than", "not_better": "is not better than", "undecided": "against"}
MOST_FORFEITS_SHOWN = 50


def report(name: str, plan: Plan, records: Sequence[GameRecord]) -> str:
    """The page of a ladder."""
    counted = [record for record in records if not record.void]
    panels = {
        category.key: [r for r in counted if r.category == category.key] for category in plan.categories
    }
    tabs = {key: played for key, played in panels.items() if played}
    if len(tabs) > 1:
        tabs = {"All games": counted, **tabs}
    contestants = [contestant.name for contestant in plan.contestants]
    body = [_header(name, plan, records)]
    if plan.kind == SPRT:
        body.append(_verdict(plan, SprtFollower(plan, {record.key: record for record in records}).verdict))
    body.append(_tabs({title: _panel(contestants, played, title) for title, played in tabs.items()}))
    body.append(_incidents(records))
    return page(f"{name}: ladder", "".join(body), _tab_rules(len(tabs)))


def _header(name: str, plan: Plan, records: Sequence[GameRecord]) -> str:
    minutes = sum(record.elapsed_ms for record in records) / 60_000
    ended = max((record.started + record.elapsed_ms / 1000 for record in records), default=time.time())
    facts = [
        KIND_TITLES[plan.kind],
        f"{len(plan.contestants)} contestants",
        f"{len(records)} games",
        f"{minutes / 60:.1f} hours of play" if minutes >= 60 else f"{minutes:.1f} minutes of play",
        f"deadline {plan.deadline_ms / 1000:g} s per move",
        time.strftime("%d %B %Y %H:%M UTC", time.gmtime(ended)),
    ]
    return f"<header><h1>{escape(name)}</h1><p class='soft'>{escape(' · '.join(facts))}</p></header>"


def _verdict(plan: Plan, verdict: Verdict) -> str:
    bounds = plan.bounds
    assert bounds
    a, b = (escape(contestant.name) for contestant in plan.contestants)
    head = "The test is not decided yet: " if not verdict.decided else ""
    counts = ", ".join(f"{count} x {score:.3g}" for score, count in verdict.counts) or "none"
    return (
        f'<section class="card"><p class="verdict">{head}{a} {DECISIONS[verdict.decision]} {b}</p>'
        f"<p>LLR {verdict.llr:.2f}, stopping at {bounds.lower:.2f} and {bounds.upper:.2f} "
        f"(Elo {bounds.elo0:g} against {bounds.elo1:g}, errors {bounds.alpha:g} and {bounds.beta:g}). "
        f"Score {verdict.score:.1%}, Elo {verdict.elo:+.0f} "
        f"[{verdict.elo_low:+.0f}, {verdict.elo_high:+.0f}] after {verdict.pairs} pairs.</p>"
        f'<p class="soft">Pairs by score: {counts}.</p></section>'
    )


def _tabs(panels: Mapping[str, str]) -> str:
    if not panels:
        return '<section class="card"><p>No games yet.</p></section>'
    inputs = "".join(
        f'<input class="tab" type="radio" name="tab" id="tab{i}"{" checked" if i == 0 else ""}>'
        for i in range(len(panels))
    )
    labels = "".join(f'<label for="tab{i}">{escape(title)}</label>' for i, title in enumerate(panels))
    bodies = "".join(
        f'<div class="panel" id="panel{i}">{body}</div>' for i, body in enumerate(panels.values())
    )
    return f'{inputs}<nav class="tabs">{labels}</nav>{bodies}'


def _tab_rules(count: int) -> str:
    """Which panel each tab shows, without a script."""
    return "".join(
        f"#tab{i}:checked~#panel{i}{{display:block}}"
        f'#tab{i}:checked~nav label[for="tab{i}"]{{background:var(--accent);color:var(--card)}}'
        f'#tab{i}:focus-visible~nav label[for="tab{i}"]{{outline:2px solid var(--accent);outline-offset:2px}}'
        for i in range(count)
    )


def _panel(contestants: Sequence[str], records: Sequence[GameRecord], title: str) -> str:
    rows = standings(contestants, records)
    order = [row.contestant for row in rows]
    legend = "".join(f"<li>{dot(i)}{escape(name)}</li>" for i, name in enumerate(order))
    mixed = len({len(record.chairs) for record in records}) > 1
    seats = (
        ""
        if mixed
        else card("Seat advantage", seat_chart("Win share by seat", seat_bias(records)), SEAT_NOTE)
    )
    chart = line_chart(f"Rating over time, {title}", timeline(order, records), order)
    over_time = card("Rating over time", f'{chart}<ul class="legend">{legend}</ul>')
    return (
        card("Ratings", _rating_table(rows), RATING_NOTE)
        + (f'<div class="pair">{over_time}{seats}</div>' if seats else over_time)
        + card("Who finishes ahead of whom", _matrix(order, win_matrix(records)), MATRIX_NOTE)
        + card("Time per move", _time_table(rows))
    )


RATING_NOTE = (
    "Plackett-Luce ratings on the full finishing order, on the scale of Elo with their mean at 1500: 100 points more "
    "mean finishing ahead in 64 of 100 games. ± is the 95 % interval. Times fair is the "
    "win share over 1/seats, which equal players would have."
)
SEAT_NOTE = (
    "Part of the wins by seat, all contestants together, with 95 % intervals; the dashed line is fair."
)
MATRIX_NOTE = "How often the row finished ahead of the column, ties by half; below it, the number of games."


def _name(contestant: str) -> str:
    """A name that may break where the parts of a spec do."""
    return escape(contestant).replace(":", ":<wbr>").replace(",", ",<wbr>")


def _rating_table(rows: Sequence[Row]) -> str:
    low = min(row.rating.points - row.rating.interval for row in rows)
    high = max(row.rating.points + row.rating.interval for row in rows)
    forfeits = any(row.forfeits for row in rows)
    body = "".join(
        f'<tr><th scope="row">{dot(i)}{_name(row.contestant)}</th>'
        f"<td><b>{row.rating.points:.0f}</b></td><td>±{row.rating.interval:.0f}</td>"
        f'<td class="range">{interval_bar(row.rating, low, high, i)}</td>'
        f'<td>{row.games}</td><td>{row.times_fair:.2f}</td><td class="extra">{row.mean_rank:.2f}</td>'
        + (f"<td>{row.forfeits}</td></tr>" if forfeits else "</tr>")
        for i, row in enumerate(rows)
    )
    return (
        '<div class="scroll"><table class="ratings"><thead><tr><th>Bot</th><th>Rating</th><th></th>'
        '<th class="range"></th><th>Games</th><th>Times fair</th><th class="extra">Mean place</th>'
        f"{'<th>Forfeits</th>' if forfeits else ''}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _matrix(order: Sequence[str], meetings: Mapping[tuple[str, str], Meeting]) -> str:
    head = "".join(f'<th scope="col" title="{escape(name)}">{i + 1}</th>' for i, name in enumerate(order))
    body = "".join(
        f'<tr><th scope="row">{i + 1} {_name(one)}</th>'
        + "".join(_matrix_cell(meetings.get((one, other))) for other in order)
        + "</tr>"
        for i, one in enumerate(order)
    )
    return (
        f'<div class="scroll"><table class="matrix"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _matrix_cell(meeting: Meeting | None) -> str:
    if meeting is None:
        return "<td></td>"
    side = "good" if meeting.ahead >= 0.5 else "bad"
    strength = 140 * abs(meeting.ahead - 0.5)
    tint = f"color-mix(in srgb, var(--{side}) {strength:.0f}%, var(--card))"
    return f'<td style="background:{tint}">{meeting.ahead:.0%}<small>{meeting.games}</small></td>'


def _time_table(rows: Sequence[Row]) -> str:
    body = "".join(
        f'<tr><th scope="row">{_name(row.contestant)}</th>'
        f"<td>{row.ms_per_move:.1f}</td><td>{row.slowest_ms:.0f}</td></tr>"
        for row in rows
    )
    head = "<tr><th>Bot</th><th>Mean, ms</th><th>Slowest, ms</th></tr>"
    return f'<div class="scroll"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>'


def _incidents(records: Sequence[GameRecord]) -> str:
    """Forfeits and games that count for nobody, so that no result is a riddle."""
    found = [
        (chair.contestant, chair.forfeit.replace("_", " "), chair.detail, record.key)
        for record in records
        for chair in record.chairs
        if chair.forfeit
    ]
    found += [("", "void", record.void, record.key) for record in records if record.void]
    if not found:
        return ""
    body = "".join(
        "<tr>"
        + "".join(f'<td class="text">{escape(cell)}</td>' for cell in (name, kind, detail, key))
        + "</tr>"
        for name, kind, detail, key in found[-MOST_FORFEITS_SHOWN:]
    )
    shown = f", the last {MOST_FORFEITS_SHOWN} of {len(found)}" if len(found) > MOST_FORFEITS_SHOWN else ""
    return card(
        f"Forfeits{shown}", f'<div class="scroll"><table class="forfeits"><tbody>{body}</tbody></table></div>'
    )
