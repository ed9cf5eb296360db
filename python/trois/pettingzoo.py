"""The games as PettingZoo environments: `trois.pettingzoo.super_v0.env()`, and so on for every game.

Agents are `player_1`, `player_2` and so on. An observation is a dictionary: `observation` is the array that
`trois.info(game).space()` describes, and `action_mask` has 1 for each legal action of the agent whose turn it is. What
is hidden from an agent is not in its observation. Cards are drawn by themselves, from the seed of `reset`.

Options of the game are keywords: `fives_v0.env(players=3)`. `max_cycles` cuts a game off after so many moves of each
player. An illegal action raises a `ValueError` that says why, and changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

import trois
from trois import render as _render


class TroisEnv(AECEnv):
    """A game as a PettingZoo environment. `trois.pettingzoo.<game>_v0.env` makes one."""

    metadata: dict[str, Any] = {"render_modes": _render.MODES, "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game: str, render_mode: str | None = None, max_cycles: int | None = None, **options: object):
        super().__init__()
        space = trois.info(game).space(**options)
        self.metadata = {**type(self).metadata, "name": f"trois_{game}_v0"}
        self.render_mode = _render.check(render_mode)
        max_moves = None if max_cycles is None else max_cycles * space.players
        self._env = trois.Env(game, max_moves=max_moves, **options)
        self.possible_agents = [f"player_{seat + 1}" for seat in range(space.players)]
        self._index = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        observed = Dict(
            {
                "observation": Box(0, space.high, space.shape, np.int8),
                "action_mask": Box(0, 1, (space.actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: observed for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(space.actions) for agent in self.possible_agents}
        self._no_action = np.zeros(space.actions, np.int8)
        # A class that inherits from this one may observe in another way.
        self._observes_itself = type(self).observe is TroisEnv.observe

    def observation_space(self, agent: str) -> Dict:
        """What the agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The actions of the agent."""
        return self.action_spaces[agent]

    @property
    def game(self) -> trois.Game:
        """The position, as a game of its own."""
        return self._env.game

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Starts a new game."""
        self._env.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._env.player]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent sees."""
        env, player = self._env, self._index[agent]
        if player == env.player:
            # Copies: the environment overwrites its own arrays.
            return {"observation": env.observation.copy(), "action_mask": env.mask.copy()}
        return {"observation": env.observe(player), "action_mask": self._no_action.copy()}

    def last(self, observe: bool = True) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict]:
        """For the agent whose turn it is: what it sees, its rewards since its last move, whether the game is over, whether
        it was cut off, and an empty dictionary."""
        agent = self.agent_selection
        is_over, is_cut_off = self.terminations[agent], self.truncations[agent]
        if observe and self._observes_itself and not (is_over or is_cut_off):
            # The agent is the player to move: there is no need to look up who it is.
            env = self._env
            observation = {"observation": env.observation.copy(), "action_mask": env.mask.copy()}
        else:
            observation = self.observe(agent) if observe else None
        return observation, self._cumulative_rewards[agent], is_over, is_cut_off, self.infos[agent]

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        env = self._env
        if action is None:
            raise ValueError("The game goes on, so the action is a number, not None.")
        env.step(action)
        self._cumulative_rewards[agent] = 0.0
        player = env.player
        if player < 0 or env.truncated:
            self.rewards = dict(zip(self.possible_agents, env.rewards))
            self.terminations = dict.fromkeys(self.agents, env.terminated)
            self.truncations = dict.fromkeys(self.agents, env.truncated)
            for other, reward in self.rewards.items():
                self._cumulative_rewards[other] += reward
            next_player = (self._index[agent] + 1) % len(self.possible_agents)
            self.agent_selection = self.possible_agents[next_player]
        else:
            self.agent_selection = self.possible_agents[player]
        if self.render_mode == "human":
            self.render()

    def render(self) -> np.ndarray | str | None:
        """Renders the position as a spectator sees it, according to `render_mode`."""
        return _render.render(self.game.view(), self.render_mode)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


class _Environment:
    """What PettingZoo calls the module of an environment: `env` and `raw_env` make one."""

    def __init__(self, game: str):
        self._game = game
        self.__name__ = f"trois.pettingzoo.{game}_v0"

    def env(self, *, render_mode: str | None = None, max_cycles: int | None = None, **options: object) -> TroisEnv:
        """Makes an environment. The options are those of the game."""
        return TroisEnv(self._game, render_mode, max_cycles, **options)

    raw_env = env


#: The environments by name: `super_v0` and so on.
ENVIRONMENTS = {f"{_info.id}_v0": _Environment(_info.id) for _info in trois.games()}
globals().update(ENVIRONMENTS)
__all__ = ["ENVIRONMENTS", "TroisEnv", *ENVIRONMENTS]
