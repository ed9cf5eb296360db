"""Plain objects: games, views, records, pictures."""

import copy
import os
import pickle
import random
import subprocess

import numpy as np
import pytest

import trois


def play_randomly(game, options, seed, most=10_000):
    """A random game to its end, or to so many moves."""
    g = trois.new(game, **options)
    rng = random.Random(seed)
    for _ in range(most):
        mv = g.random_move(rng.getrandbits(64))
        if mv is None:
            break
        g.play(mv)
    return g


def test_a_game_is_played_by_the_texts_of_its_moves():
    g = trois.new("doh", players=3)
    assert (g.kind, g.players, g.turn, g.result) == ("doh", 3, 1, None)
    g.play("Lc3")
    assert g.turn == 2 and len(g.moves()) == 25 and g.history == ["Lc3"]
    g = trois.new("morpion")
    g.play("5 1 3 2 7")
    assert (g.turn, g.result, g.winner, g.rewards) == (None, "win1", 1, [1.0, -1.0])
    assert str(g) and repr(g) == "trois.parse('morpion', 'oox/.x./x.. win1')"
    assert eval(repr(g)) == g


def test_every_game_names_its_makers_in_both_languages():
    for info in trois.games():
        assert info.byline and info.byline_fr, info
    doh = next(info for info in trois.games() if info.id == "doh")
    assert doh.byline.startswith("by Brian Schultze") and doh.byline_fr.startswith("de Brian Schultze")


def test_errors_are_the_sentences_of_the_command_line():
    g = trois.new("super")
    g.play("1.5")
    with pytest.raises(ValueError, match=r"^Move 2, 4\.1, is illegal\. .*board"):
        g.play("4.1")
    with pytest.raises(ValueError, match=r"^Move 2, “x”, cannot be read: .* For example, 5\.1 is legal here\.$"):
        g.play("x")
    with pytest.raises(ValueError, match=r"does not belong here: it should be a game \(morpion, super"):
        trois.new("chess")
    with pytest.raises(ValueError, match="players= and one of 2, 3, 4"):
        trois.new("doh", players=5)
    with pytest.raises(ValueError, match="There is no seat 3, only 1 to 2"):
        g.view(3)
    with pytest.raises(ValueError, match="Line 1, column"):
        trois.read('[Game "morpion"] 1. 5 2. 5 *')
    assert g.history == ["1.5"]


@pytest.mark.skipif("TROIS" not in os.environ, reason="the program trois is not built: cargo xtask python builds it")
@pytest.mark.parametrize("moves", ["1.5 4.1", "1.5 x", "5.5 5.5", "1.5 5.7 7.1 9.9"])
def test_a_refusal_is_word_for_word_that_of_the_command_line(moves):
    with pytest.raises(ValueError) as refused:
        trois.new("super").play(moves)
    command = [os.environ["TROIS"], "moves", "super", "--moves", moves]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert said.strip() == f"error: {refused.value}"


def test_of_several_moves_none_is_played_if_one_is_refused():
    g = trois.new("morpion")
    with pytest.raises(ValueError, match="^Move 2, 5, is illegal"):
        g.play("5 5")
    assert g.history == [] and g == trois.new("morpion")


def test_random_games_end_and_records_keep_them(game, options):
    g = play_randomly(game, options, 1)
    assert g.is_over and g.turn is None and g.moves() == []
    assert abs(sum(g.rewards)) < 1e-6
    g.set_tag("Seat1", "Anne")
    again = trois.read(g.record())
    assert again == g and again.history == g.history and again.tags == {"Seat1": "Anne"}
    assert trois.parse(game, g.text).text == g.text
    assert len(g.positions()) == len(g.history) + 1
    assert [x.history for x in trois.read_all(g.record() + "\n" + g.record())] == [g.history] * 2


def test_games_are_copied_pickled_compared_and_hashed(game, options):
    g = play_randomly(game, options, 2, most=3)
    for other in (g.copy(), copy.copy(g), copy.deepcopy(g), pickle.loads(pickle.dumps(g))):
        assert other == g and hash(other) == hash(g) and other.history == g.history and other.text == g.text
    other = g.copy()
    other.play(other.random_move(3))
    assert other != g and len({g, g.copy(), other}) == 2
    assert g != "not a game"
    view = g.view(1)
    assert pickle.loads(pickle.dumps(view)) == view and hash(view) == hash(g.view(1))


def test_actions_are_numbers_of_moves(game, options):
    space = trois.info(game).space(**options)
    g = trois.new(game, **options)
    rng = random.Random(3)
    for _ in range(60):
        if g.is_over:
            break
        moves = {g.action(mv): mv for mv in g.moves()}
        assert sorted(moves) == g.actions() and all(g.move_of(action) == mv for action, mv in moves.items())
        if g.turn:
            assert np.flatnonzero(g.action_mask()).tolist() == g.actions()
            assert g.observation().shape == space.shape and g.observation().dtype == np.int8
            assert 0 <= g.observation().min() and g.observation().max() <= space.high
        else:
            chances = g.chances()
            assert abs(sum(p for _, p in chances) - 1) < 1e-9 and {mv for mv, _ in chances} == set(moves.values())
        g.act(rng.choice(g.actions()))
    with pytest.raises(ValueError, match="There is no action"):
        trois.new(game, **options).act(10**6)


def test_what_is_hidden_cannot_be_seen():
    for info in trois.games():
        g = play_randomly(info.id, {}, 4, most=30)
        for seat in (1, 2):
            view = g.view(seat)
            worlds = {view.imagine(seed) for seed in range(20)}
            assert all(world.view(seat) == view for world in worlds)
            # Other worlds look the same, as text and as an array.
            assert all((world.observation(seat) == g.observation(seat)).all() for world in worlds)
            assert (len(worlds) > 1) == info.hides
    if any(info.hides for info in trois.games()):
        hiding = next(info for info in trois.games() if info.hides)
        with pytest.raises(TypeError, match="what one player sees"):
            trois.think(trois.new(hiding.id))


def test_games_have_pictures(game, options):
    g = play_randomly(game, options, 5, most=20)
    assert g._repr_svg_().startswith("<svg") and "dark" not in g.svg("dark")
    pixels = g.rgb()
    assert pixels.dtype == np.uint8 and pixels.shape[2] == 3 and max(pixels.shape) == 480
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 10
    before = trois.new(game, **options)
    assert pixels.shape != before.rgb().shape or (pixels != before.rgb()).any()
    with pytest.raises(ValueError, match="There is no theme"):
        g.svg("pink")


def test_playouts_count_results():
    counts = trois.new("morpion").playouts(2000, seed=1)
    assert set(counts) == {"win1", "win2", "draw"} and sum(counts.values()) == 2000
    # Of random games, the first player wins 58.5 %.
    assert 1100 < counts["win1"] < 1240
    assert counts == trois.new("morpion").playouts(2000, seed=1)
