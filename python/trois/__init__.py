"""Games of three, exact and fast, for people who study games.

>>> import trois
>>> g = trois.new("doh", players=3)
>>> g.play("Lc3")
>>> g.turn, len(g.moves())
(2, 25)

- `Game` is a game and its history, `View` what one player may see of it.
- `think`, `solve` and `exact` ask the engine.
- `Env` is one game as an environment; `Batch` is many, with NumPy arrays in and out.
- `trois.pettingzoo`, `trois.gymnasium` and `trois.openspiel` speak the interfaces of these libraries.
"""

from trois._trois import (
    Analysis,
    Batch,
    Engine,
    Env,
    Game,
    GameInfo,
    Line,
    OptionInfo,
    Solution,
    SpaceInfo,
    View,
    exact,
    games,
    new,
    parse,
    read,
    read_all,
    solve,
)

__all__ = [
    "Analysis",
    "Batch",
    "Engine",
    "Env",
    "Game",
    "GameInfo",
    "Line",
    "OptionInfo",
    "Solution",
    "SpaceInfo",
    "View",
    "batch",
    "exact",
    "games",
    "info",
    "new",
    "parse",
    "read",
    "read_all",
    "solve",
    "think",
]


def batch(
    game: "str | Game",
    size: int,
    seed: "int | None" = None,
    threads: int = 1,
    auto_reset: bool = True,
    max_moves: "int | None" = None,
    **options: object,
) -> Batch:
    """Many games of one kind, stepped together: `trois.batch("super", 4096)`. The arguments are those of `Batch`."""
    return Batch(game, size, seed, threads, auto_reset, max_moves, **options)


def think(
    view: "View | Game",
    time: "float | None" = None,
    nodes: "int | None" = None,
    depth: "int | None" = None,
    level: int = 10,
    lines: int = 1,
    seed: int = 0,
) -> Analysis:
    """Searches for the move to play: `trois.think(game.view(1), time=1.0)`. The arguments are those of `Engine.think`.

    The engine is a new one, so the same view, seed and limits without time give the same analysis.
    """
    return Engine().think(view, time, nodes, depth, level, lines, seed)


def info(game: str) -> GameInfo:
    """The static facts about a game, given by its id."""
    for known in games():
        if known.id == game:
            return known
    # The same sentence as every other function that is given a wrong id.
    new(game)
    raise ValueError(game)


def _view(game: str, text: str, seat: "int | None") -> View:
    """Restores a view that was pickled."""
    return parse(game, text).view(seat)
