from eminence.cext.core.search import Search

class Turn:
    steps: list[tuple[bytes, int]]
    visits: int
    win: float
    whole: bool
    moves: tuple[int, ...]

def variation(
    search: Search, first: int, longest: int = 12, least_visits: int = 8
) -> list[tuple[bytes, int, int]]: ...
def turns(
    search: Search, first: int, most: int = 3, least_visits: int = 8, longest: int = 16
) -> list[Turn]: ...
