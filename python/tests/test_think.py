"""The engine in Python."""

import threading
import time

import pytest

import trois


def test_think_finds_a_winning_move():
    g = trois.parse("morpion", "xx./oo./... 1")
    analysis = trois.think(g.view(1))
    assert analysis.move == "3" and analysis.lines[0].proven == "win1" and analysis.lines[0].plies == 1
    assert analysis.lines[0].shares == [1.0, 0.0] and analysis.nodes > 0


def test_every_game_can_be_searched(game, options):
    g = trois.new(game, **options)
    while g.turn == 0:
        g.play(g.random_move(1))
    analysis = trois.think(g.view(g.turn), nodes=500, lines=3, seed=1)
    assert analysis.move in g.moves() and len(analysis.lines) >= min(3, len(g.moves()))
    assert trois.think(g.view(g.turn), level=1, nodes=500, seed=1).move in g.moves()


def test_the_same_seed_gives_the_same_analysis():
    view = trois.new("super").view(1)
    moves = [trois.think(view, nodes=3000, level=4, seed=7).move for _ in range(2)]
    assert moves[0] == moves[1]


def test_a_search_lets_other_threads_run():
    engine, ticks, done = trois.Engine(), [], threading.Event()

    def count():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    before = len(ticks)
    engine.think(trois.new("super"), time=0.3)
    during = len(ticks) - before
    done.set()
    counter.join()
    assert during > 5


def test_threads_share_an_engine():
    engine, found = trois.Engine(), []
    think = lambda: found.append(engine.think(trois.new("super"), nodes=2000).move)  # noqa: E731
    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4


def test_what_cannot_be_searched_is_refused():
    over = trois.parse("morpion", "oox/.x./x.. win1")
    with pytest.raises(ValueError, match=r"^The game is over \(win1\): there is no move to find\.$"):
        trois.think(over)
    cards = trois.new("cards")
    with pytest.raises(ValueError, match="^A card is to be drawn"):
        trois.think(cards.view(1))
    while cards.turn == 0:
        cards.play(cards.random_move(1))
    with pytest.raises(ValueError, match="is hidden from this viewer"):
        trois.think(cards.view(2), nodes=10)
    g = trois.new("super")
    for wrong in (float("nan"), -1.0, float("inf")):
        with pytest.raises(ValueError, match="is not a time"):
            trois.think(g, time=wrong)
    with pytest.raises(ValueError, match="There is no level 11, only 1 to 10"):
        trois.think(g, level=11)
    with pytest.raises(TypeError, match="takes a view"):
        trois.think("super")


def test_doh_is_solved_from_scratch():
    solution = trois.solve("doh")
    assert (solution.value, solution.plies, solution.positions) == ("draw", 15, 367_900)
    assert solution.openings["Mc3"] == ("loss", 6)
    assert trois.solve("morpion").value == "draw"
    with pytest.raises(ValueError, match="super cannot be solved. These games can: morpion, doh."):
        trois.solve("super")


def test_exact_values():
    assert trois.exact(trois.new("doh")) == ("draw", 15)
    assert trois.exact(trois.parse("morpion", "xx./oo./... 1")) == ("win1", 1)
    assert trois.exact(trois.parse("morpion", "oox/.x./x.. win1")) == ("win1", 0)
    with pytest.raises(ValueError, match="is not known. It is in morpion and doh"):
        trois.exact(trois.new("super"))
    with pytest.raises(ValueError, match="is not known"):
        trois.exact(trois.new("doh", players=3))
