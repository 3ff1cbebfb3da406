"""The page of a review: one self-contained HTML file, readable on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from eminence.bots.charts import HEIGHT, RIGHT, WIDTH, Axes, card, colour, dot, drawing, page, ticks
from eminence.bots.review import BLUNDER, INACCURACY, MISTAKE, VERDICTS, Judgement, Review, SeatReview
from eminence.cext.games import catalogue

MARKED = ("mistake", "blunder")
STYLE = """
.mark { stroke: var(--card); stroke-width: 1.5; cursor: pointer; }
.mark.blunder { fill: var(--bad); } .mark.mistake { fill: var(--c3); }
.bar { display: inline-block; height: .7rem; border-radius: .2rem; vertical-align: middle; }
.bar.up { background: var(--good); } .bar.down { background: var(--bad); }
details { border-bottom: 1px solid var(--line); padding: .4rem 0; }
details:target { background: color-mix(in srgb, var(--accent) 12%, var(--card)); }
summary { cursor: pointer; overflow-wrap: anywhere; }
details p { margin: .4rem 0 .4rem 1rem; }
tbody th { max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: middle; }
.legend li { overflow-wrap: anywhere; }
td small { display: block; }
code { color: var(--soft); font-size: .8rem; }
@media (max-width: 36rem) {
  tbody th { min-width: 0; max-width: 5.5rem; }
  table td, table thead th { font-size: .8rem; padding: .35rem .2rem; }
}
.word { border-radius: .3rem; padding: 0 .35rem; font-size: .8rem; }
.word.blunder { background: var(--bad); color: var(--card); }
.word.mistake { background: var(--c3); color: var(--card); }
.word.inaccuracy { border: 1px solid var(--c3); } .word.best, .word.good { color: var(--soft); }
"""
# The details of a move open when a mark in the chart leads to it.
SCRIPT = """
const open = () => { const one = document.getElementById(location.hash.slice(1)); if (one) one.open = true; };
addEventListener("hashchange", open); open();
"""
CHANCE_NOTE = (
    "Each seat's chances at its own decisions, by what it knew there. Dots are mistakes and blunders: "
    "touch one for the details."
)
SEAT_NOTE = (
    "Lost: winning chance given away by decisions, where it is beyond the noise. Luck: winning chance that dice and "
    "draws brought or took, ± is two standard errors. Rest: others' moves, and what came to light."
)
MOVE_NOTE = (
    f"A loss of winning chance from {INACCURACY:.0%} is an inaccuracy, from {MISTAKE:.0%} a mistake, from "
    f"{BLUNDER:.0%} a blunder; what lies within the noise is good."
)


def review_page(review: Review) -> str:
    record = review.record
    title = f"{catalogue.face(record.game).title}: review"
    facts = [f"{record.seats} seats", f"{len(record.plies)} decisions"]
    if record.scores:
        facts.append("final points " + ", ".join(f"{score:g}" for score in record.scores))
    body = [
        f"<header><h1>{escape(title)}</h1><p class='soft'>{escape(' · '.join(facts))}</p></header>",
        card("Winning chances in per cent", _chart(review) + _legend(review), CHANCE_NOTE),
        card("Skill and luck", _seat_table(review.seats), SEAT_NOTE),
    ]
    body += [
        card(f"{_name(review, one.seat)}: costliest moves", _moves(one.costliest))
        for one in review.seats
        if one.costliest
    ]
    body.append(card("Every decision", _moves(review.judgements, ids=True), MOVE_NOTE))
    return page(title, f"{''.join(body)}<script>{SCRIPT}</script>", STYLE)


def _name(review: Review, seat: int) -> str:
    name = review.record.players[seat]
    return f"Seat {seat} ({name})" if name else f"Seat {seat}"


def _legend(review: Review) -> str:
    names = (f"<li>{dot(seat)}{escape(_name(review, seat))}</li>" for seat in range(review.record.seats))
    return f'<ul class="legend">{"".join(names)}</ul>'


def _chart(review: Review) -> str:
    last = max((one.ply for one in review.chances), default=1) or 1
    axes = Axes((0, last), (0, max([one.win for one in review.chances] + [0.5])))
    parts = [axes.level(value, f"{100 * value:.0f}") for value in ticks(0, axes.y1)]
    parts += [axes.label(value, f"{value:.0f}") for value in ticks(0, last) if value < 0.65 * last]
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{last} decisions</text>')
    for seat in range(review.record.seats):
        line = [(one.ply, one.win) for one in review.chances if one.seat == seat]
        path = " ".join(f"{axes.x(x):.1f},{axes.y(y):.1f}" for x, y in line)
        name = escape(_name(review, seat))
        parts.append(
            f'<polyline class="series" stroke="{colour(seat)}" points="{path}"><title>{name}</title></polyline>'
        )
    parts += [_mark(axes, one) for one in review.judgements if one.verdict in MARKED]
    return drawing("Winning chances over the game", parts)


def _mark(axes: Axes, one: Judgement) -> str:
    words = f"{one.ply + 1}. seat {one.seat}: {one.move}, {one.verdict}, -{one.loss:.0%}"
    return (
        f'<a href="#ply{one.ply}"><circle class="mark {one.verdict}" cx="{axes.x(one.ply):.1f}" '
        f'cy="{axes.y(one.win_before):.1f}" r="6"><title>{escape(words)}</title></circle></a>'
    )


def _seat_table(seats: Sequence[SeatReview]) -> str:
    most = max((abs(one.luck) for one in seats), default=0) or 1
    rows = "".join(
        f'<tr><th scope="row" title="{escape(one.name)}">{dot(one.seat)}{escape(one.name) or f"seat {one.seat}"}</th>'
        f"<td><b>{one.accuracy:.0%}</b></td>"
        + "".join(f'<td class="extra">{count}</td>' for _, count in one.verdicts)
        + f"<td>{_signed(-one.lost)}</td><td>{_signed(one.luck)} <small>±{one.luck_noise:.0%}</small></td>"
        f'<td class="range">{_bar(one.luck / most)}</td><td>{_signed(one.rest)}</td></tr>'
        for one in seats
    )
    words = "".join(f'<th class="extra">{word.capitalize()}</th>' for word in VERDICTS)
    head = (
        f'<th>Seat</th><th>Accuracy</th>{words}<th>Lost</th><th>Luck</th><th class="range"></th><th>Rest</th>'
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _signed(share: float) -> str:
    return f"{round(share, 2) + 0.0:+.0%}"  # no -0%


def _bar(share: float) -> str:
    side = "up" if share >= 0 else "down"
    return f'<span class="bar {side}" style="width:{max(abs(share), 0.02) * 5:.2f}rem"></span>'


def _moves(judgements: Sequence[Judgement], *, ids: bool = False) -> str:
    return "".join(_move(one, ids=ids) for one in judgements)


def _move(one: Judgement, *, ids: bool) -> str:
    place = f' id="ply{one.ply}"' if ids else ""
    if one.move == one.best:
        said = f"The best move: wins {one.win_before:.0%}."
    else:
        sure = "beyond" if one.sure else "within"
        better = _words(one.best, one.best_effect)
        said = (
            f"Better was: {better}. It wins {one.win_before:.0%} instead of {one.win_after:.0%}, with "
            f"{one.points:+.1f} points. {escape(one.why)} "
            f"The loss of {one.loss:.1%} is {sure} the noise of {one.noise:.1%}."
        )
    return (
        f"<details{place}><summary>{dot(one.seat)}{one.ply + 1}. {_words(one.move, one.effect)} "
        f'<span class="word {one.verdict}">{one.verdict}</span></summary><p>{said}</p></details>'
    )


def _words(text: str, effect: str) -> str:
    """What a move does, with its notation."""
    notation = f"<code>{escape(text)}</code>"
    return f"{escape(effect[0].upper() + effect[1:])} {notation}" if effect else notation
