"""Whatever is given, the answer is a result or an ordinary exception: no panic crosses the boundary."""

import random
import threading

import numpy as np
import pytest

import trois

ORDINARY = (ValueError, TypeError, OverflowError, IndexError)
WORDS = ["5", "1.5", "Lc3", "R5@c3", "+R5", "+?", "a1-c3", "b2=c3", "G@b2-d4", "{", "}", "(", ")", "$1", "*", "win1", "\0", "é"]
WORDS += ['[Game "doh"]', '[Position "x"]', "99999999999999999999", "-1", "1.", "…", "", " ", "\n", "draw", "players=3", "="]


def attempt(call):
    """Runs a call that may refuse."""
    try:
        return call()
    except ORDINARY:
        return None


def test_random_texts_are_refused_or_read(game, options):
    rng = random.Random(1)
    g = trois.new(game, **options)
    for _ in range(1500):
        text = " ".join(rng.choices(WORDS, k=rng.randint(0, 6)))
        attempt(lambda: g.copy().play(text))
        attempt(lambda: trois.parse(game, text))
        attempt(lambda: trois.read(text))
        attempt(lambda: trois.read_all(text, game))
        attempt(lambda: trois.new(game, **{rng.choice(["players", "target", "x"]): text}))
        # A true position with a few letters changed.
        letters = list(g.text)
        for _ in range(rng.randint(1, 3)):
            letters[rng.randrange(len(letters))] = rng.choice("RB15?!-./ +xoSMLa*")
        changed = attempt(lambda: trois.parse(game, "".join(letters)))
        if changed is not None:
            attempt(changed.moves)
            attempt(lambda: changed.observation(1))
            attempt(changed.svg)
            attempt(lambda: trois.think(changed.view(1), nodes=20))
        if g.is_over:
            g = trois.new(game, **options)
        g.play(g.random_move(rng.getrandbits(64)))


def test_random_numbers_are_refused_or_played(game, options):
    rng = random.Random(2)
    env = trois.Env(game, seed=1, **options)
    g = env.game
    for _ in range(500):
        number = rng.choice([rng.randint(-5, 1100), 2**31, 2**63 - 1, -(2**63), 2**64, 10**30])
        attempt(lambda: env.step(number))
        attempt(lambda: g.act(number))
        attempt(lambda: g.move_of(number))
        attempt(lambda: env.observe(number))
        attempt(lambda: g.view(number))
        if env.terminated:
            env.reset()


def test_random_arrays_are_refused_or_played():
    rng = np.random.default_rng(3)
    batch = trois.batch("super", 5, seed=1)
    for _ in range(300):
        dtype = rng.choice(["int8", "uint64", "int64", "float32", "bool", "complex64", "object", "U3"])
        shape = [(5,), (4,), (5, 1), (), (0,)][rng.integers(5)]
        attempt(lambda: batch.step(np.zeros(shape, dtype)))
        attempt(lambda: batch.step(rng.integers(-3, 90, 5)))
    assert all(batch.game(i).kind == "super" for i in range(5))
    # The largest uint64 is not taken for -1.
    with pytest.raises(TypeError, match="these are uint64"):
        batch.step(np.full(5, 2**64 - 1, np.uint64))


def test_two_threads_cannot_step_one_batch_at_a_time():
    batch = trois.batch("fives", 20_000, seed=1)
    refused, played = [], []

    def step():
        for _ in range(30):
            try:
                batch.step(batch.sample())
                played.append(1)
            except (RuntimeError, ValueError) as error:
                refused.append(error)

    threads = [threading.Thread(target=step) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Refused or not, every game is still one that can be played.
    assert played and all(batch.game(i).moves() for i in range(0, 20_000, 1000))


def test_a_view_stays_as_it_was_and_can_be_used_in_any_thread():
    g = trois.new("cards")
    while g.turn != 1:
        g.play(g.random_move(1))
    view = g.view(1)
    before, chosen = view.text, trois.think(view, nodes=50).move
    while not g.is_over:
        g.play(g.random_move(2))
    del g
    found = []
    threads = [threading.Thread(target=lambda: found.append(trois.think(view, nodes=50).move)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert view.text == before and found == [chosen] * 3


def test_a_game_can_be_played_on_in_another_thread():
    g, batch = trois.new("morpion"), trois.batch("morpion", 2, seed=1)
    refused = []

    def play():
        g.play("5")
        batch.step(batch.sample())
        try:
            g.play("5")
        except ValueError as error:
            refused.append(str(error))

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert refused == ["Move 2, 5, is illegal. There is already a cross in that cell: choose an empty one."]
    assert g.history == ["5"]
