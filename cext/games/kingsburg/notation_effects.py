"""Helps and effects in words, from their records: a corrected file is described as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Record = dict[str, Any]

PIECES = {"good": "good of choice", "token": '"+2"', "vp": "VP", "building": "building"}
COLUMNS = ("I", "II", "III", "IV")
MOST_OFFERS = 4  # that are told one by one


def pieces(bundle: Record) -> str:
    """`2 gold, 1 soldier`."""
    return ", ".join(f"{amount} {_piece(kind, amount)}" for kind, amount in bundle.items() if amount)


def _piece(kind: str, amount: int) -> str:
    word = PIECES.get(kind, kind)
    if amount == 1 or kind in ("gold", "wood", "stone", "token", "vp"):
        return word
    return word.replace("good", "goods", 1) if kind == "good" else f"{word}s"


def listed(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def option_words(option: Record) -> str:
    """One option of a help, as what to do."""
    parts = []
    if option.get("pay"):
        parts.append(f"pay {pieces(option['pay'])}")
    if option.get("gain"):
        parts.append(f"get {pieces(option['gain'])}")
    if option.get("others"):
        parts.append(f"everybody else gets {pieces(option['others'])}")
    return ", ".join(parts) or "decline"


def help_words(help_: Record) -> str:
    """What an advisor or a whim does for whoever influences it."""
    return ", ".join(part for part in (_help(help_), "a peek" if help_.get("peek") else "") if part)


def _help(help_: Record) -> str:
    gain = pieces(help_.get("gain", {}))
    if help_.get("copy"):
        return "what the lowest one left alone does"
    if help_.get("tile"):
        return "a good from the tile" if help_["tile"] == "choice" else "the good on the tile"
    if help_.get("named_by"):
        return f"a good named by the neighbour on the {listed(help_['named_by'])}"
    if help_.get("share"):
        rest = "two of it" if help_["share"]["owner"] == "twice" else "the others"
        return f"another seat takes one, you {rest}"
    if help_.get("gifts"):
        return f"{gain}, and {help_['gifts']} to give away"
    if help_.get("options"):
        picks = f"{help_['picks']} of these: " if help_.get("picks", 1) > 1 else ""
        return ", ".join(part for part in (picks + _offers(help_["options"]), gain) if part)
    return gain


def _offers(options: list[Record]) -> str:
    """What there is to choose from; who may decline is not told to take something."""
    offers = [option_words(option).removeprefix("get ") for option in options if option]
    if len(offers) > MOST_OFFERS:
        return f"one of {len(offers)} offers"
    between = "; or " if any(", " in offer for offer in offers) else " or "
    return ("may " if {} in options else "") + between.join(offers)


def effect_words(record: Record) -> str:
    """One effect, such as `end of each Summer: pays 1 wood, gets 2 gold`."""
    return WORDS[record["hook"]](record)


def effects_words(records: tuple[Record, ...]) -> str:
    return "; ".join(effect_words(record) for record in records) or "no effect"


def _seasons(record: Record) -> str:
    seasons = record.get("seasons", [])
    return " and ".join(season.capitalize() for season in seasons) or "each season"


def _gain(record: Record, name: str = "gain") -> str:
    gained = {kind: amount for kind, amount in record[name].items() if amount > 0}
    lost = {kind: -amount for kind, amount in record[name].items() if amount < 0}
    return ", ".join(
        filter(None, (pieces(gained) and f"gets {pieces(gained)}", pieces(lost) and f"loses {pieces(lost)}"))
    )


def _signed(value: int) -> str:
    return f"{value:+d}"


def _columns(record: Record) -> str:
    columns = record.get("columns")
    return f"column {' and '.join(COLUMNS[i - 1] for i in columns)}" if columns else "any building"


def _soldiers(record: Record) -> str:
    if "soldiers_at_least" in record:
        return f" with at least {record['soldiers_at_least']} soldiers"
    return f" with at most {record['soldiers_at_most']} soldiers" if "soldiers_at_most" in record else ""


def _season_end(record: Record) -> str:
    when = f"end of {_seasons(record)}"
    if "extends" in record:
        return f"{', '.join(record['extends'])} work at the end of {_seasons(record)} too"
    if "peek" in record:
        return f"{when}: peeks"
    what = _gain(record)
    if "pay" in record:
        return f"{when}: may pay 1 {' or '.join(_piece(kind, 1) for kind in record['pay'])}, {what}"
    conditions = {
        "no_goods": " without goods",
        "built_nothing": " after building nothing",
        "anybody_idle": " if anybody built nothing",
        "soldiers_leave": ", all soldiers leave",
    }
    return when + "".join(text for name, text in conditions.items() if name in record) + f": {what}"


def _season_start(record: Record) -> str:
    what = "the invader card is turned up" if "reveal" in record else _gain(record)
    return f"start of {_seasons(record)}: {what}"


def _white_dice(record: Record) -> str:
    for name, who in (("if_none", ""), ("blesses", "once a year for everybody: ")):
        if name in record:
            return f"{who}a white die for who has none, else {_gain(record, name).removeprefix('gets ')}"
    return f"a white die in {_seasons(record)}"


def _roll_mod(record: Record) -> str:
    if "turn_from" in record:
        return f"dice showing {record['turn_from']} may become {' or '.join(map(str, record['turn_to']))}"
    when = "all dice equal" if "all_equal" in record else f"total at most {record['total_at_most']}"
    if "turn_to" in record:
        return f"{when}: coloured dice may become {', '.join(map(str, record['turn_to']))}"
    extra = f", {_gain(record, 'if_lower')} if it is lower then" if "if_lower" in record else ""
    return f"{when}: may roll {'one die' if record['reroll'] == 'one' else 'all dice'} again{extra}"


def _build_cost(record: Record) -> str:
    what = _columns(record)
    if "gain" in record:
        less = {good: amount for good, amount in record["gain"].items() if amount > 0}
        more = {good: -amount for good, amount in record["gain"].items() if amount < 0}
        changes = [f"{pieces(less)} less" if less else "", f"{pieces(more)} more" if more else ""]
        return f"{what} costs {' and '.join(filter(None, changes))}"
    conditions = {
        "behind": " while somebody has more buildings",
        "first_of_year": " for the first one of the year",
        "limit": f" once a {record.get('limit')}",
    }
    when = "".join(text for name, text in conditions.items() if name in record)
    return f"{what} costs 1 {' or '.join(record['one_of'])} less{when}"


def _recruit_cost(record: Record) -> str:
    if "tokens_pay" in record:
        return 'soldiers may be paid with "+2"'
    who = f"the first {record['first']} soldiers" if record.get("first", 0) > 1 else "the first soldier"
    who = who if "first" in record else "soldiers"
    return (
        f"{who}: {record['price']} good each"
        if "price" in record
        else f"{who}: {_signed(record['change'])} good each"
    )


def _reinforcement(record: Record) -> str:
    if "die" in record:
        return "Winter: may use a die of one's own"
    return (
        f"reinforcements are {record['fixed']}"
        if "fixed" in record
        else f"reinforcements {_signed(record['value'])}"
    )


def _battle_bonus(record: Record) -> str:
    text = f"battle {_signed(record['value'])}"
    if "races" in record:
        text += f" against {' and '.join(record['races'])}"
    if "strength_at_most" in record:
        text += f" up to strength {record['strength_at_most']}"
    if "strength_at_least" in record:
        text += f" from strength {record['strength_at_least']}"
    return text + _soldiers(record)


def _loss_shield(record: Record) -> str:
    if "falls" in record:
        return "falls in a lost battle"
    return f"a lost battle costs no {record['keeps']}"


def _year_end(record: Record) -> str:
    conditions = {"fewest_vp": " if nobody has fewer VP", "equal_vp": " if another has as many VP"}
    return f"end of year: {_gain(record)}" + "".join(
        text for name, text in conditions.items() if name in record
    )


def _game_end(record: Record) -> str:
    if "per_goods" in record:
        per = f" for every {record['per_goods']} goods"
    elif "per_row_of" in record:
        per = f" for every row of at least {record['per_row_of']}"
    elif "per_win" in record:
        per = " for every battle won"
    else:
        per = (
            " if nobody has more buildings"
            if "most_buildings" in record
            else f" for every building of {_columns(record)}"
        )
    return f"end of game: {_gain(record)}{per}"


WORDS: dict[str, Callable[[Record], str]] = {
    "setup": lambda record: f"starts: {_gain(record)}",
    "year_start": lambda record: (
        f"year {record['year']}: up to {record['free_buildings']} buildings of column I for nothing"
    ),
    "coloured_dice": lambda record: f"everybody rolls {record['fewer']} coloured die fewer",
    "season_start": _season_start,
    "white_dice": _white_dice,
    "roll_mod": _roll_mod,
    "roll_reward": lambda record: (
        f"{'highest total' if 'highest' in record else 'total at most ' + str(record['total_at_most'])}"
        f"{' in ' + _seasons(record) if 'seasons' in record else ''}: {_gain(record)}"
    ),
    "placement_shift": lambda record: (
        "markets are closed"
        if "off" in record
        else f"one placement a season may aim {record['distance']} beside its sum"
    ),
    "token_limit": lambda record: f'{record["value"]} "+2" a season',
    "closed_advisor": lambda record: f"advisor {record['advisor']} cannot be influenced",
    "private_space": lambda record: f"own spaces at advisors {listed(map(str, record['advisors']))}",
    "advisor_gift": lambda record: f"on advisor {record['advisor']} lies {pieces(record['gain'])}",
    "secret_deal": lambda record: "once a year everybody may share another's advisor",
    "after_all_passed": lambda record: (
        f"may move dice from the highest advisor to advisor {record['advisor']}"
    ),
    "help_bonus": lambda record: f"a help with soldiers: {_gain(record)}",
    "peeking": lambda record: "peeks show nothing",
    "build_turn": lambda record: (
        "may take a good from somebody with more"
        if "steal" in record
        else "may exchange a good before building"
    ),
    "build_cost": _build_cost,
    "on_build": lambda record: f"each later building: {_gain(record)}",
    "on_opponent_build": lambda record: f"an opponent builds {_columns(record)}: {_gain(record)}",
    "season_end": _season_end,
    "kings_aid": lambda record: "King's Aid: a good for everybody",
    "kings_reward": lambda record: f"King's Reward {_signed(record['value'])} VP",
    "kings_envoy": lambda record: "the Envoy stays away",
    "before_phase7": lambda record: f"before recruiting{_soldiers(record)}: {_gain(record)}",
    "recruit_cost": _recruit_cost,
    "after_phase7": lambda record: f"after recruiting{_soldiers(record)}: {_gain(record)}",
    "winter_start": lambda record: f"start of Winter{_soldiers(record)}: {_gain(record)}",
    "reinforcement": _reinforcement,
    "strength": lambda record: f"invaders {_signed(record['value'])}",
    "battle_bonus": _battle_bonus,
    "battle_pay": lambda record: (
        f"battle: may pay 1 {' or '.join(record['pay'])} for {_signed(record['value'])}"
    ),
    "loss_shield": _loss_shield,
    "loss_goods": lambda record: f"a lost battle costs {record['value']} more good",
    "on_win": lambda record: "a tie is a win" if "tie_wins" in record else f"each win: {_gain(record)}",
    "highest_combat": lambda record: f"highest combat value {_signed(record['value'])} VP",
    "year_end": _year_end,
    "game_end": _game_end,
}
