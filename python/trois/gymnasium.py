"""The games as Gymnasium environments, against the engine: `gymnasium.make("trois/Super-v0", level=5)`.

Import this module first, or let Gymnasium do it: `gymnasium.make("trois.gymnasium:trois/Super-v0")`.

You play one seat, engines of a level play the others. An observation is the array that `trois.info(game).space()`
describes; `info["action_mask"]` has 1 for each legal action, and `action_masks()` returns it as `bool`, as maskable
algorithms ask for it. An illegal action loses the game at once, and `info["illegal"]` says why; with `illegal="raise"`
it raises a `ValueError` and changes nothing. What is not an action at all always raises: a number out of range a
`ValueError`, anything but a whole number a `TypeError`.
"""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import trois
from trois import render as _render

#: The level of opponents that play at random.
RANDOM = 0


def _whole(what: str, number: Any) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {number!r}.") from None


def _check_level(level: int, highest: int) -> int:
    level = _whole("A level", level)
    if level not in range(RANDOM, highest + 1):
        raise ValueError(f"There is no level {level}, only 1 to {highest}, and 0 for random moves.")
    return level


def _check_seat(seat: int | None, players: int) -> int | None:
    if seat is None:
        return None
    seat = _whole("A seat", seat)
    if seat not in range(1, players + 1):
        raise ValueError(f"There is no seat {seat}, only 1 to {players}.")
    return seat


class TroisEnv(gymnasium.Env):
    """A game against the engine.

    `level` is 1 to 10, or 0 for opponents that play at random. Level 10 needs a limit: `nodes`, the number of positions
    that a search may visit. `seat` is yours, from 1; without it, it is drawn at each `reset`.
    """

    metadata: dict[str, Any] = {"render_modes": _render.MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        level: int = 5,
        seat: int | None = None,
        nodes: int | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        max_moves: int | None = None,
        **options: object,
    ):
        space = trois.info(game).space(**options)
        self.render_mode = _render.check(render_mode)
        self._level = _check_level(level, 10 if nodes is not None else 9)
        self._seat = _check_seat(seat, space.players)
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is 'lose' or 'raise', not {illegal!r}.")
        self._nodes, self._illegal = nodes, illegal
        # Whether an illegal action has lost the game, which the rules would let go on.
        self._has_lost = False
        self._env = trois.Env(game, max_moves=max_moves, **options)
        self._engine = trois.Engine()
        self._me = 0
        self.observation_space = Box(0, space.high, space.shape, np.int8)
        self.action_space = Discrete(space.actions)

    @property
    def game(self) -> trois.Game:
        """The position, as a game of its own."""
        return self._env.game

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as an array of `bool`."""
        return self._env.mask.astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._env.mask.copy(), "seat": self._me + 1}

    def _play_opponents(self) -> None:
        """Lets the opponents play until it is your turn or the game has ended."""
        env = self._env
        while not (env.terminated or env.truncated) and env.player != self._me:
            if self._level == RANDOM:
                env.step(int(self.np_random.choice(np.flatnonzero(env.mask))))
                continue
            game, seed = env.game, int(self.np_random.integers(1 << 62))
            found = self._engine.think(game.view(env.player + 1), level=self._level, nodes=self._nodes, seed=seed)
            env.step(game.action(found.move))

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts a new game."""
        super().reset(seed=seed)
        self._env.reset(int(self.np_random.integers(1 << 62)))
        self._me = self._seat - 1 if self._seat else int(self.np_random.integers(self._env.players))
        self._has_lost = False
        self._engine.forget()
        self._play_opponents()
        if self.render_mode == "human":
            self.render()
        return self._env.observe(self._me), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the answers of the opponents."""
        env, action = self._env, _whole("An action", action)
        if action not in range(int(self.action_space.n)):
            raise ValueError(f"There is no action {action}. Actions are numbers from 0 to {self.action_space.n - 1}.")
        if self._has_lost:
            raise ValueError("The game is over: call reset.")
        try:
            env.step(action)
        except ValueError as refused:
            if self._illegal == "raise" or env.terminated or env.truncated:
                raise
            self._has_lost = True
            info = {**self._info(), "illegal": str(refused)}
            return env.observe(self._me), -1.0, True, False, info
        self._play_opponents()
        if self.render_mode == "human":
            self.render()
        observation, reward = env.observe(self._me), float(env.rewards[self._me])
        return observation, reward, env.terminated, env.truncated, self._info()

    def render(self) -> np.ndarray | str | None:
        """Renders the position as you see it, according to `render_mode`."""
        return _render.render(self.game.view(self._me + 1), self.render_mode)


class TroisVectorEnv(VectorEnv):
    """Many games against engines of a level, stepped together in Rust on `threads` threads (0: all cores).

    In game `i` you sit in seat `i % players + 1`, or in `seat`. A game that has ended restarts with the next step,
    whose action it ignores, as in Gymnasium's own vector environments. `infos["action_mask"]` has the legal actions. An
    illegal action loses its game at once.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        level: int = 5,
        seat: int | None = None,
        threads: int = 0,
        max_moves: int | None = None,
        **options: object,
    ):
        space = trois.info(game).space(**options)
        self.num_envs = _whole("The number of environments", num_envs)
        self._level = _check_level(level, 9)
        seat = _check_seat(seat, space.players)
        self._batch = trois.Batch(
            game, num_envs, threads=threads, auto_reset=False, max_moves=max_moves, **options
        )
        seats = np.arange(num_envs) % space.players if seat is None else np.full(num_envs, seat - 1)
        self._me = seats.astype(np.int8)
        self._rows = np.arange(num_envs)
        self._ended = np.zeros(num_envs, bool)
        self.single_observation_space = Box(0, space.high, space.shape, np.int8)
        self.single_action_space = Discrete(space.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([space.actions] * num_envs)

    def _play_opponents(self, rewards: np.ndarray, terminated: np.ndarray, truncated: np.ndarray) -> None:
        """Lets the opponents play until it is your turn everywhere, or the game has ended."""
        batch = self._batch
        while True:
            waiting = (batch.players >= 0) & (batch.players != self._me) & ~terminated & ~truncated
            if not waiting.any():
                return
            if self._level == RANDOM:
                actions = np.where(waiting, batch.sample(), -1)
            else:
                actions = batch.think(self._level, int(self.np_random.integers(1 << 62)), waiting)
            batch.step(actions)
            rewards += np.where(waiting, batch.rewards[self._rows, self._me], 0)
            terminated |= batch.terminated & waiting
            truncated |= batch.truncated & waiting

    def _observations(self) -> np.ndarray:
        """What you see in each game."""
        observations = self._batch.observations.copy()
        # A game that is over is shown from the first seat: show it from yours.
        for index in np.flatnonzero((self._batch.players != self._me) & (self._me > 0)):
            observations[index] = self._batch.game(index).observation(int(self._me[index]) + 1)
        return observations

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._batch.masks.copy(), "_action_mask": np.ones(self.num_envs, bool)}

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Restarts all games."""
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(1 << 62)))
        self._ended[:] = False
        self._play_opponents(np.zeros(self.num_envs, np.float32), self._ended, self._ended.copy())
        return self._observations(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays an action in each game, and the answers of the opponents."""
        batch, actions = self._batch, np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"Actions are whole numbers, one for each game; these are {actions.dtype}.")
        if actions.shape != (self.num_envs,):
            raise ValueError(f"Actions are {self.num_envs} whole numbers, one for each game.")
        if (actions < 0).any() or (actions >= batch.masks.shape[1]).any():
            raise ValueError(f"Actions are numbers from 0 to {batch.masks.shape[1] - 1}.")
        plays = ~self._ended
        legal = batch.masks[self._rows, actions] == 1
        lost = plays & ~legal
        if self._ended.any():
            batch.reset(where=self._ended)
        batch.step(np.where(plays & legal, actions, -1))
        rewards = np.where(plays & legal, batch.rewards[self._rows, self._me], 0).astype(np.float32)
        rewards[lost] = -1
        terminated = batch.terminated & plays | lost
        truncated = batch.truncated.copy()
        self._play_opponents(rewards, terminated, truncated)
        self._ended = terminated | truncated
        return self._observations(), rewards, terminated, truncated, self._infos()


def register() -> None:
    """Makes the environments known to Gymnasium: `trois/Super-v0` and so on. Importing this module does it."""
    for info in trois.games():
        name = f"trois/{info.id.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="trois.gymnasium:TroisEnv",
                vector_entry_point="trois.gymnasium:TroisVectorEnv",
                kwargs={"game": info.id},
            )


register()
