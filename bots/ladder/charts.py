"""The drawings of the report: small SVGs by hand, coloured by the page's style sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from eminence.bots.charts import (
    COLOURS,
    HEIGHT,
    RIGHT,
    WIDTH,
    Axes,
    colour,
    drawing,
    ticks,
)
from eminence.bots.ladder.ratings import Rating, SeatBias


def line_chart(title: str, lines: Mapping[str, Sequence[tuple[int, float]]], order: Sequence[str]) -> str:
    """Points over games, one line per contestant, coloured by its place in `order`."""
    values = [point for line in lines.values() for _, point in line]
    games = max((line[-1][0] for line in lines.values()), default=1)
    axes = Axes((0, games), (min(values) - 10, max(values) + 10))
    parts = [axes.level(value, f"{value:.0f}") for value in ticks(axes.y0, axes.y1)]
    parts += [axes.label(value, f"{value:.0f}") for value in ticks(0, games) if value < 0.75 * games]
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{games} games</text>')
    for name, line in lines.items():
        number = order.index(name)
        path = " ".join(f"{axes.x(x):.1f},{axes.y(y):.1f}" for x, y in line)
        dashes = ' stroke-dasharray="6 3"' if number >= COLOURS else ""
        parts.append(
            f'<polyline class="series" stroke="{colour(number)}"{dashes} points="{path}">'
            f"<title>{escape(name)}</title></polyline>"
        )
    return drawing(title, parts)


def seat_chart(title: str, seats: Sequence[SeatBias]) -> str:
    """Bars of win share by seat with their intervals, and where fair would be."""
    fair = 1 / len(seats)
    high = max(*(bias.win_share + bias.interval for bias in seats), 1.5 * fair)
    axes = Axes((-0.5, len(seats) - 0.5), (0, min(high, 1.05)))
    parts = [axes.level(value, f"{value:.0%}") for value in ticks(0, axes.y1)]
    half = (axes.x(1) - axes.x(0)) * 0.3
    for bias in seats:
        x, y = axes.x(bias.seat), axes.y(bias.win_share)
        low, top = axes.y(max(bias.win_share - bias.interval, 0)), axes.y(bias.win_share + bias.interval)
        parts.append(
            f'<rect x="{x - half:.1f}" y="{y:.1f}" width="{2 * half:.1f}" height="{axes.y(0) - y:.1f}" rx="3" '
            f'fill="{colour(0)}"/><line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{top:.1f}"/>'
        )
        parts.append(axes.label(bias.seat, f"seat {bias.seat}"))
    parts.append(axes.level(fair, "", "fair"))
    return drawing(title, parts)


def interval_bar(rating: Rating, low: float, high: float, number: int) -> str:
    """One rating with its interval on a common scale, for a cell of the table."""
    span = high - low or 1

    def at(points: float) -> float:
        return 100 * (points - low) / span

    left, right = at(rating.points - rating.interval), at(rating.points + rating.interval)
    return (
        '<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect x="{left:.2f}" y="3" width="{right - left:.2f}" height="4" fill="{colour(number)}" opacity=".4"/>'
        f'<rect x="{at(rating.points) - 0.6:.2f}" y="0" width="1.2" height="10" fill="{colour(number)}"/></svg>'
    )
