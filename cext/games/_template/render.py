"""A view of Which Hand? drawn for a terminal."""

from __future__ import annotations

from eminence.cext.core.face import Data
from eminence.cext.games._template.kernel import HandKernel


def render(kernel: HandKernel, data: Data, width: int) -> str:
    purse = ", ".join(
        f"{count} of {value}" for value, count in zip(kernel.figures.value, data["purse"], strict=True)
    )
    coin = f" for a coin of {data['coin']}" if "coin" in data else ""
    return (
        f"Round {data['round']}: {data['phase']}. Seat {data['hider']} hides{coin}. "
        f"Points {data['points']}. Coins left: {purse}."
    )
