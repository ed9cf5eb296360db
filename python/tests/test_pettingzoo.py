"""PettingZoo's own tests, and what they do not test."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

import trois
import trois.pettingzoo


def make(game, options):
    return lambda **settings: getattr(trois.pettingzoo, f"{game}_v0").env(**options, **settings)


def test_the_api_is_that_of_pettingzoo(game, options, recwarn):
    api_test(make(game, options)(), num_cycles=200)
    # PettingZoo warns of every environment with action masks, and of an empty board.
    expected = ("probably should be gymnasium.spaces.box", "is not a NumPy array", "is all zeros")
    warned = [str(warning.message) for warning in recwarn if "pettingzoo" in str(warning.filename)]
    assert all(any(words in message for words in expected) for message in warned), warned


def test_a_seed_decides_everything(game, options):
    seed_test(make(game, options), num_cycles=50)


def test_every_way_to_render(game, options, capsys):
    render_test(make(game, options))
    assert capsys.readouterr().out.strip(), "human prints"


def test_games_are_cut_off_after_max_cycles(game, options):
    # PettingZoo's max_cycles_test wants a parallel environment, which a game by turns is not: the same is counted here.
    env = make(game, options)(max_cycles=1)
    cut_off = 0
    for seed in range(5):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        steps, is_over = 0, False
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                is_over |= terminated
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        # Three moves can win a game for four.
        assert is_over or steps == len(env.possible_agents)
        cut_off += not is_over
    assert cut_off > 0


def test_whole_games_end_with_rewards_that_sum_to_zero(game, options):
    env = make(game, options)()
    for seed in range(3):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            assert not truncated
            env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))
        assert abs(sum(total.values())) < 1e-6
        assert list(total.values()) == pytest.approx(env.game.rewards)


def test_last_tells_what_observe_tells(game, options):
    env = make(game, options)()
    env.reset(seed=2)
    for agent in env.agent_iter(max_iter=100):
        observation, _, terminated, truncated, _ = env.last()
        observed = env.observe(agent)
        assert all((observation[key] == observed[key]).all() for key in ("observation", "action_mask"))
        assert env.last(observe=False)[0] is None
        is_done = terminated or truncated
        env.step(None if is_done else env.action_space(agent).sample(observation["action_mask"]))


def test_an_environment_that_observes_in_another_way_is_asked():
    class Blind(trois.pettingzoo.TroisEnv):
        def observe(self, agent):
            return agent

    env = Blind("morpion")
    env.reset(seed=1)
    assert env.last()[0] == "player_1"


def test_hands_are_hidden():
    env = trois.pettingzoo.cards_v0.env()
    env.reset(seed=4)
    for _ in range(10):
        position = env.game
        for seat, agent in enumerate(env.possible_agents, 1):
            seen = env.observe(agent)["observation"]
            for seed in range(5):
                world = position.view(seat).imagine(seed)
                assert (world.observation(seat) == seen).all()
        assert env.observe(env.possible_agents[1 - env._env.player])["action_mask"].sum() == 0
        env.step(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


def test_an_illegal_action_is_refused_in_a_sentence():
    env = trois.pettingzoo.super_v0.env()
    env.reset()
    env.step(4)
    with pytest.raises(ValueError, match="^Action 0, 1.1, is illegal. .*board"):
        env.step(0)
    with pytest.raises(ValueError, match="not None"):
        env.step(None)
    with pytest.raises(TypeError):
        env.step(float("nan"))
    assert env.agent_selection == "player_2"
    with pytest.raises(ValueError, match="There is no render mode 'film'"):
        trois.pettingzoo.super_v0.env(render_mode="film")
