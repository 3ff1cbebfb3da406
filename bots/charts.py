"""Pages and their drawings: self-contained HTML, small SVGs by hand, coloured by the page's style sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from importlib import resources

WIDTH, HEIGHT = 480, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 28
COLOURS = 10


def colour(number: int) -> str:
    return f"var(--c{number % COLOURS})"


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers between two bounds."""
    span = max(high - low, 1e-9)
    scale = 10 ** math.floor(math.log10(span / about))
    step = next(factor * scale for factor in (1, 2, 5, 10) if span / (factor * scale) <= about + 1)
    first = math.ceil(low / step)
    return [step * i for i in range(first, math.floor(high / step + 1e-9) + 1)]


class Axes:
    """A plot area with round numbers on both sides."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.x0, self.x1 = x
        self.y0, self.y1 = y

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / (self.x1 - self.x0 or 1) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.y0) / (self.y1 - self.y0 or 1) * (HEIGHT - TOP - BOTTOM)

    def level(self, value: float, text: str, kind: str = "grid") -> str:
        y = self.y(value)
        line = f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        return line + f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'

    def label(self, value: float, text: str) -> str:
        return f'<text x="{self.x(value):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{text}</text>'


def drawing(title: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
    return f'<div class="chart">{head}{"".join(parts)}</svg></div>'


def page(title: str, body: str, more_style: str = "") -> str:
    """A whole page that needs nothing else."""
    style = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}{more_style}</style></head>"
        f"<body>{body}</body></html>\n"
    )


def card(title: str, body: str, note: str = "") -> str:
    foot = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section class="card"><h2>{escape(title)}</h2>{body}{foot}</section>'


def dot(number: int) -> str:
    return f'<span class="dot" style="background:{colour(number)}"></span>'
