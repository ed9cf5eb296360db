"""The environments by name, for type checkers: the module makes them from the list of the games."""

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

import trois

__all__ = ["ENVIRONMENTS", "TroisEnv", "cards_v0", "doh_v0", "fives_v0", "morpion_v0", "super_v0"]

class TroisEnv(AECEnv):
    metadata: dict[str, Any]
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]
    observation_spaces: dict[str, Dict]
    action_spaces: dict[str, Discrete]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    agent_selection: str
    def __init__(
        self, game: str, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> None: ...
    def observation_space(self, agent: str) -> Dict: ...
    def action_space(self, agent: str) -> Discrete: ...
    @property
    def game(self) -> trois.Game: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None: ...
    def observe(self, agent: str) -> dict[str, np.ndarray]: ...
    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]: ...
    def step(self, action: int | None) -> None: ...
    def render(self) -> np.ndarray | str | None: ...
    def close(self) -> None: ...

class _Environment:
    __name__: str
    def __init__(self, game: str) -> None: ...
    def env(
        self, *, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> TroisEnv: ...
    def raw_env(
        self, *, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> TroisEnv: ...

ENVIRONMENTS: dict[str, _Environment]
morpion_v0: _Environment
super_v0: _Environment
doh_v0: _Environment
cards_v0: _Environment
fives_v0: _Environment
