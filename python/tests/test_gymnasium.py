"""Gymnasium's own checks, and what they do not check."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import trois
import trois.gymnasium


def name(game):
    return f"trois/{game.capitalize()}-v0"


def test_the_environment_is_that_of_gymnasium(game, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Only the unwrapped environment is checked: gymnasium says so itself. Gymnasium makes it anew to render it in
        # each mode.
        env = gymnasium.make(name(game), level=1, render_mode="rgb_array", **options).unwrapped
        check_env(env)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_the_environment_renders_what_the_player_sees(game, options, mode, capsys):
    env = gymnasium.make(name(game), level=1, seat=1, render_mode=mode, **options).unwrapped
    env.reset(seed=1)
    view = env.game.view(1)
    rendered = env.render()
    if mode == "ansi":
        assert rendered == str(view)
    elif mode == "rgb_array":
        assert rendered.dtype == np.uint8 and (rendered == view.rgb()).all()
    else:
        assert rendered is None and capsys.readouterr().out.count(str(view)) == 2, "reset renders, too"


def test_gymnasium_imports_the_module_named_in_an_id():
    program = "import gymnasium; print(gymnasium.make('trois.gymnasium:trois/Super-v0', level=2).reset(seed=1)[0].shape)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(3, 9, 9)"


@pytest.mark.parametrize("level", [0, 1, 3])
def test_a_whole_game_against_the_engine(game, options, level):
    env = gymnasium.make(name(game), level=level, **options)
    rng = np.random.default_rng(1)
    seats = set()
    for seed in range(4):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        terminated = False
        while not terminated:
            assert env.unwrapped.action_masks().sum() == info["action_mask"].sum() > 0
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
            assert env.observation_space.contains(observation) and not truncated
            assert terminated or reward == 0
        position = env.unwrapped.game
        assert position.is_over and reward == pytest.approx(position.rewards[info["seat"] - 1])
    assert len(seats) > 1, "the seat is drawn"


def test_an_illegal_action_loses_or_raises():
    env = gymnasium.make("trois/Super-v0", level=1, seat=2)
    _, info = env.reset(seed=1)
    wrong = np.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated) == (-1.0, True) and "is illegal" in info["illegal"]
    env = gymnasium.make("trois/Super-v0", level=1, seat=2, illegal="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(ValueError, match="is illegal. .*board"):
        env.step(wrong)


    _, _, terminated, _, _ = env.step(np.flatnonzero(info["action_mask"])[0])
    assert not terminated, "a refused action changes nothing"


def test_a_game_lost_by_an_illegal_action_is_over():
    env = gymnasium.make("trois/Super-v0", level=1, seat=1).unwrapped
    _, info = env.reset(seed=1)
    env.step(np.flatnonzero(info["action_mask"])[0])
    legal = np.flatnonzero(env.action_masks())[0]
    assert env.step(np.flatnonzero(~env.action_masks())[0])[2]
    with pytest.raises(ValueError, match="The game is over: call reset"):
        env.step(legal)
    env.reset(seed=1)
    assert not env.step(4)[2]


@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_what_is_no_action_raises_and_changes_nothing(illegal):
    env = gymnasium.make("trois/Super-v0", level=1, seat=1, illegal=illegal).unwrapped
    env.reset(seed=1)
    before = env.game
    for wrong in (float("nan"), 1.9, 1.0, np.float32(1), "abc", "1", None, [1], np.array([1, 2])):
        with pytest.raises(TypeError, match="An action is a whole number, not "):
            env.step(wrong)
    for wrong in (-1, 81, 10**30, np.int64(81)):
        with pytest.raises(ValueError, match=f"There is no action {wrong}. Actions are numbers from 0 to 80."):
            env.step(wrong)
    assert env.game == before
    assert not env.step(np.array(4))[2]


def test_wrong_settings_are_refused():
    for settings, words in (
        ({"level": 10}, "There is no level 10, only 1 to 9"),
        ({"level": 11, "nodes": 5}, "There is no level 11"),
        ({"seat": 3}, "There is no seat 3, only 1 to 2"),
        ({"illegal": "ignore"}, "'lose' or 'raise'"),
        ({"tiebreak": "coin"}, "tiebreak= and one of majority, draw"),
    ):
        with pytest.raises(ValueError, match=words):
            gymnasium.make("trois/Super-v0", **settings)
    for settings in ({"level": 5.0}, {"seat": 1.0}, {"seat": "1"}):
        with pytest.raises(TypeError, match="is a whole number, not"):
            gymnasium.make("trois/Super-v0", **settings)


def test_wrong_settings_of_the_vector_environment_are_refused():
    for settings, error, words in (
        ({"seat": 0}, ValueError, "There is no seat 0, only 1 to 2"),
        ({"seat": 3}, ValueError, "There is no seat 3, only 1 to 2"),
        ({"seat": 200}, ValueError, "There is no seat 200"),
        ({"seat": 1.5}, TypeError, "A seat is a whole number, not 1.5"),
        ({"level": 10}, ValueError, "There is no level 10"),
        ({"num_envs": 0}, ValueError, "at least one game"),
        ({"num_envs": 2.0}, TypeError, "is a whole number, not 2.0"),
    ):
        with pytest.raises(error, match=words):
            trois.gymnasium.TroisVectorEnv("super", **settings)


def test_the_vector_environment_plays_many_games(game, options):
    envs = gymnasium.make_vec(
        name(game), num_envs=6, vectorization_mode="vector_entry_point", level=1, threads=2, **options
    )
    observations, infos = envs.reset(seed=3)
    rng = np.random.default_rng(2)
    ended_before = np.zeros(6, bool)
    ended, total = 0, 0.0
    for _ in range(120):
        assert envs.observation_space.contains(observations)
        me = envs.unwrapped._me
        for i in range(6):
            assert (observations[i] == envs.unwrapped._batch.game(i).observation(int(me[i]) + 1)).all()
        masks = infos["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert (rewards[ended_before] == 0).all() and not truncated.any()
        ended_before = terminated.copy()
        ended += terminated.sum()
        total += np.abs(rewards).sum()
    assert ended > 0 and total > 0
    with pytest.raises(ValueError, match="6 whole numbers"):
        envs.step(np.zeros(5, int))
    with pytest.raises(TypeError, match="these are float64"):
        envs.step(np.full(6, np.nan))
    with pytest.raises(ValueError, match="Actions are numbers from 0"):
        envs.step(np.full(6, 10**6))


def test_an_illegal_action_loses_its_game_in_the_vector_environment():
    envs = gymnasium.make_vec("trois/Super-v0", num_envs=2, vectorization_mode="vector_entry_point", level=1, seat=1)
    _, infos = envs.reset(seed=1)
    envs.step(np.array([4, 4]))
    legal = np.flatnonzero(envs.unwrapped._batch.masks[1])[0]
    illegal = np.flatnonzero(envs.unwrapped._batch.masks[0] == 0)[0]
    _, rewards, terminated, _, _ = envs.step(np.array([illegal, legal]))
    assert rewards[0] == -1 and terminated.tolist() == [True, False]
    _, rewards, terminated, _, infos = envs.step(np.array([0, np.flatnonzero(envs.unwrapped._batch.masks[1])[0]]))
    assert rewards[0] == 0 and not terminated[0] and infos["action_mask"][0].sum() == 81
