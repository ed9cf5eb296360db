"""Environments and batches."""

import pathlib

import numpy as np
import pytest

import trois


def test_an_environment_follows_its_game(game, options):
    env = trois.Env(game, seed=1, **options)
    assert env.players == trois.info(game).space(**options).players
    for _ in range(3):
        steps = 0
        while not env.terminated and steps < 500:
            position = env.game
            assert env.player == position.turn - 1
            assert (env.observation == position.observation()).all() and (env.mask == position.action_mask()).all()
            assert env.actions() == position.actions()
            action = env.sample()
            assert action in env.actions()
            env.step(action)
            steps += 1
        env.reset()
        assert not env.terminated and env.rewards == [0.0] * env.players


def test_a_seed_decides_everything(game, options):
    def run():
        env = trois.Env(game, seed=9, **options)
        texts = []
        while not env.terminated and len(texts) < 300:
            env.step(env.sample())
            texts.append(env.game.text)
        return texts, env.rewards

    assert run() == run()


def test_an_environment_refuses_wrong_actions_and_stays_as_it_is():
    env = trois.Env("super", seed=1)
    env.step(4)
    before = env.game
    for wrong in (-1, 81, 10**18):
        with pytest.raises(ValueError, match=f"^There is no action {wrong}. Actions are numbers from 0 to 80.$"):
            env.step(wrong)
    with pytest.raises(ValueError, match="^Action 0, 1.1, is illegal. .*board"):
        env.step(0)
    for wrong in (float("nan"), 1.5, "1", None, 10**30):
        with pytest.raises((TypeError, OverflowError)):
            env.step(wrong)
    assert env.game == before
    with pytest.raises(IndexError, match="There is no player 2, only 0 to 1"):
        env.observe(2)
    short = trois.Env("morpion", max_moves=1)
    short.step(4)
    assert short.truncated
    with pytest.raises(ValueError, match="The game is over: call reset"):
        short.step(0)


def test_a_batch_steps_every_game(game, options):
    space = trois.info(game).space(**options)
    batch = trois.batch(game, 64, seed=1, **options)
    assert batch.observations.shape == (64, *space.shape) and batch.masks.shape == (64, space.actions)
    assert batch.rewards.shape == (64, space.players)
    arrays = [batch.observations, batch.masks, batch.players, batch.rewards, batch.terminated, batch.truncated]
    ended = 0
    for _ in range(400):
        actions = batch.sample()
        assert batch.masks[np.arange(64), actions].all()
        batch.step(actions)
        ended += batch.terminated.sum()
        assert (np.abs(batch.rewards).sum(axis=1)[~batch.terminated] == 0).all()
    assert ended > 0
    again = [batch.observations, batch.masks, batch.players, batch.rewards, batch.terminated, batch.truncated]
    assert all(a is b for a, b in zip(arrays, again)), "the arrays are the same all the time"


def test_other_whole_numbers_and_lists_are_actions():
    batch = trois.batch("morpion", 3)
    batch.step([0, 1, 2])
    batch.step(np.array([3, 4, 5], np.int32))
    batch.step(np.array([6, 0, 7, 0, 8, 0])[::2])
    assert [len(batch.game(i).moves()) for i in range(3)] == [6, 6, 6]
    batch.step([-1, -1, -1])
    assert [len(batch.game(i).moves()) for i in range(3)] == [6, 6, 6]


def test_a_batch_refuses_wrong_arrays_and_stays_as_it_is():
    batch = trois.batch("super", 4, threads=2)
    before = [batch.game(i) for i in range(4)]
    for wrong, error, words in (
        (np.array([0.0, 1, 2, 3]), TypeError, "whole numbers, one for each game; these are float64"),
        (np.array([0, 1, 2, np.nan]), TypeError, "float64"),
        (np.zeros((4, 1), int), ValueError, "one dimension"),
        (np.zeros(3, int), ValueError, "There are 3 actions for 4 games"),
        (np.array([0, 1, 2, 81]), ValueError, "Game 3: there is no action 81"),
        (np.array([0, 1, -7, 3]), ValueError, "Game 2: there is no action -7"),
        (["a", "b", "c", "d"], TypeError, "whole numbers"),
        (None, TypeError, "whole numbers"),
        (np.array([True, False, True, False]), TypeError, "bool"),
    ):
        with pytest.raises(error, match=words):
            batch.step(wrong)
    assert [batch.game(i) for i in range(4)] == before
    with pytest.raises(IndexError, match="There is no game 4, only 0 to 3"):
        batch.game(4)
    with pytest.raises(ValueError, match="at least one game"):
        trois.batch("super", 0)
    with pytest.raises(OverflowError):
        trois.batch("super", -1)
    with pytest.raises(ValueError, match="at most"):
        trois.batch("super", 10**12)
    with pytest.raises(ValueError, match="`where` has 2 entries for 4 games"):
        batch.reset(where=np.array([True, False]))
    with pytest.raises(ValueError, match="The game is over"):
        trois.batch(trois.parse("morpion", "oox/.x./x.. win1"), 2)


def test_arrays_share_their_memory():
    batch = trois.batch("super", 8)
    shared = np.from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert np.shares_memory(shared, batch.observations) and (shared == batch.observations).all()
    assert batch.observations.flags.c_contiguous and batch.observations.flags.writeable


def test_writing_into_the_arrays_changes_no_game():
    batch = trois.batch("super", 2, seed=1)
    batch.masks[:] = 1
    batch.observations[:] = 9
    batch.players[:] = 5
    batch.step([40, 40])
    with pytest.raises(ValueError, match="is illegal"):
        batch.step([0, 0])
    assert batch.players.tolist() == [1, 1] and batch.masks.sum() == 16


def test_batched_playouts_are_means_of_rewards():
    batch = trois.batch("morpion", 2, seed=1)
    batch.step([4, 1])
    means = batch.playouts(4000, seed=3)
    assert means.shape == (2, 2) and np.allclose(means.sum(axis=1), 0, atol=1e-5)
    assert means[0, 0] > means[1, 0] + 0.1, "the centre is better than an edge"
    assert (means == batch.playouts(4000, seed=3)).all()


def test_batched_exact_values_are_those_of_single_games():
    for game in ("doh", "morpion"):
        for threads in (1, 2):
            batch = trois.batch(game, 200, seed=2, auto_reset=False, threads=threads)
            for _ in range(6):
                batch.step(batch.sample())
            values, plies = batch.exact()
            for i in range(0, 200, 10):
                position = batch.game(i)
                outcome, distance = trois.exact(position)
                expected = 0 if outcome == "draw" else 1 if outcome == f"win{position.turn}" else -1
                assert (values[i], plies[i]) == (expected, distance)
    with pytest.raises(ValueError, match="is not known"):
        trois.batch("super", 2).exact()


def test_engines_play_in_a_batch(game, options):
    batch = trois.batch(game, 6, seed=1, threads=2, **options)
    where = np.array([True, False, True, True, True, True])
    actions = batch.think(1, 5, where)
    assert actions[1] == -1 and batch.masks[np.arange(6), actions][where].all()
    batch.step(actions)
    assert (batch.think(2, 5) == batch.think(2, 5)).all()
    for wrong in (0, 10):
        with pytest.raises(ValueError, match=f"A batch has no level {wrong}, only 1 to 9"):
            batch.think(wrong)


def test_a_batch_begins_from_any_position():
    g = trois.new("super")
    g.play("5.5 5.1")
    batch = trois.batch(g, 3)
    assert all(batch.game(i) == g for i in range(3))
    with pytest.raises(ValueError, match="has that position's options: leave out tiebreak=draw."):
        trois.batch(g, 3, tiebreak="draw")


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="the memory is read as on Linux")
def test_steps_need_no_more_memory(game, options):
    if options:
        pytest.skip("the options change nothing about memory")
    batch = trois.batch(game, 1024, seed=1)

    def resident():
        lines = pathlib.Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    for _ in range(500):
        batch.step(batch.sample())
    before = resident()
    for _ in range(2000):
        batch.step(batch.sample())
    assert resident() - before < 1024, "in KiB, after 2 million steps"
