"""Your own agent as an engine: it speaks the Universal Game Interface, so `trois arena` can rate it.

    trois arena "cmd:python ugi_agent.py" level:3 --game morpion --games 200

Replace `choose` by what your agent does. This one looks one move ahead with random playouts.
"""

import sys

import trois


def choose(game: trois.Game) -> str:
    """The move to play: the one after which random games go best for the player to move."""
    seat, best = game.turn, (-2.0, "")
    for move in game.moves():
        after = game.copy()
        after.play(move)
        counts = after.playouts(30, seed=len(game.history))
        wins = counts[f"win{seat}"]
        losses = sum(count for result, count in counts.items() if result not in (f"win{seat}", "draw"))
        best = max(best, ((wins - losses) / 30, move))
    return best[1]


def position(kind: str, options: dict[str, str], words: list[str]) -> trois.Game:
    """The position that the words after `position` describe."""
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "startpos":
        game = trois.new(kind, **options)
    else:
        end = words.index("moves") if "moves" in words else len(words)
        game = trois.parse(kind, " ".join(words[1:end]))
    if moves:
        game.play(" ".join(moves))
    return game


def main() -> None:
    kind, options = trois.games()[0].id, {}
    game = trois.new(kind)
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["ugi"]:
                print("id name A small agent\nugiok")
            case ["isready"]:
                print("readyok")
            case ["setoption", "name", "game", "value", kind]:
                options = {}
                game = trois.new(kind)
            case ["setoption", "name", "options", "value", text]:
                options = dict(pair.split("=") for pair in text.split(",") if "=" in pair)
                game = trois.new(kind, **options)
            case ["uginewgame"]:
                game = trois.new(kind, **options)
            case ["position", *rest]:
                game = position(kind, options, rest)
            case ["go", *_]:
                print("bestmove", choose(game) if game.turn else "none")
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
