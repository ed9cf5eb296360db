"""The games in OpenSpiel: importing this module registers `trois_super` and so on for every game.

>>> import pyspiel, trois.openspiel
>>> game = pyspiel.load_game("trois_doh(players=3)")

Options of a game are parameters. Two more are known: `position`, the text of a position from which the game begins, and
`max_moves`, after how many moves of players a game is cut off as a draw (0: never).

Drawn cards are chance nodes. The observation of a player is what they may see now, as a string and as the tensor that
`trois.info(game).space()` describes; the information state is all that they have seen since the game began, as a
string.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import trois

#: How long a game may be whose rules set no limit, in moves and draws: OpenSpiel asks for a number.
LONGEST = 1_000_000


def _parameters(info: trois.GameInfo) -> dict[str, Any]:
    """The parameters of a game with their defaults: its options, and what every game has."""
    defaults = {
        option.key: int(option.default) if option.default.isdigit() else option.default for option in info.options
    }
    return {**defaults, "position": "", "max_moves": 0}


def _game_type(info: trois.GameInfo) -> pyspiel.GameType:
    perfect = pyspiel.GameType.Information.PERFECT_INFORMATION
    imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"trois_{info.id}",
        long_name=info.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if info.has_chance else chance.DETERMINISTIC,
        information=imperfect if info.hides else perfect,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(info.players),
        min_num_players=min(info.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(info),
    )


class TroisGame(pyspiel.Game):
    """A game of `trois` for OpenSpiel; `_class` makes the class of each."""

    info: trois.GameInfo
    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None):
        params = {**_parameters(self.info), **(params or {})}
        position, self.max_moves = params.pop("position"), int(params.pop("max_moves"))
        options = {key: value for key, value in params.items()}
        if position:
            self.start = trois.parse(self.info.id, position)
            options = dict(pair.split("=") for pair in self.start.options.split(",") if pair)
        else:
            self.start = trois.new(self.info.id, **options)
        self.space = self.info.space(**options)
        longest = self.space.max_moves or LONGEST
        if self.max_moves and not self.info.has_chance:
            longest = min(longest, self.max_moves)
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.space.actions,
            max_chance_outcomes=self.space.chances,
            num_players=self.space.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(self.game_type, game_info, {**params, "position": position, "max_moves": self.max_moves})

    def new_initial_state(self) -> TroisState:
        """The start of a game."""
        return TroisState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TroisObserver:
        """What writes the observations of a player."""
        return TroisObserver(self, iig_obs_type, params)


class TroisState(pyspiel.State):
    """A position for OpenSpiel, and what each player has seen of the game."""

    def __init__(self, game: TroisGame):
        super().__init__(game)
        self.game = game.start.copy()
        self.moves = 0
        self._max_moves = game.max_moves
        self._hides = game.info.hides
        # For each player, the moves as they saw them.
        self._seen: list[list[str]] = [[] for _ in range(game.space.players)]

    @property
    def _is_cut_off(self) -> bool:
        return 0 < self._max_moves <= self.moves

    def current_player(self) -> int:
        """The player to move, chance, or the end."""
        turn = self.game.turn
        if turn is None or (self._is_cut_off and turn != 0):
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if turn == 0 else turn - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that can be drawn, with their probabilities."""
        return [(self.game.action(outcome), probability) for outcome, probability in self.game.chances()]

    def _apply_action(self, action: int) -> None:
        move = self.game.move_of(action)
        for player, seen in enumerate(self._seen):
            seen.append(self.game.redacted(move, player + 1) if self._hides else move)
        self.moves += self.game.turn != 0
        self.game.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.move_of(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        """What the game brought each player."""
        return self.game.rewards

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player has seen since the game began."""
        player = self.current_player() if player is None else player
        return f"{player + 1}: " + " ".join(self._seen[player])

    def observation_string(self, player: int | None = None) -> str:
        """What the player may see now."""
        player = self.current_player() if player is None else player
        return self.game.view(player + 1).text

    def __str__(self) -> str:
        return str(self.game)


class TroisObserver:
    """Writes observations, as OpenSpiel's own observers do."""

    def __init__(self, game: TroisGame, iig_obs_type: Any, params: Any):
        if params:
            raise ValueError(f"Observations have no parameters, and were given {params}.")
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(int(np.prod(game.space.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.space.shape)}

    def set_from(self, state: TroisState, player: int) -> None:
        """Writes what the player sees into the tensor."""
        self.tensor[:] = state.game.observation(player + 1).ravel()

    def string_from(self, state: TroisState, player: int) -> str:
        """What the player sees, or has seen, as text."""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


def register() -> None:
    """Registers every game with OpenSpiel. Importing this module does it."""
    known = set(pyspiel.registered_names())
    for info in trois.games():
        game_type = _game_type(info)
        if game_type.short_name not in known:
            members = {"info": info, "game_type": game_type}
            pyspiel.register_game(game_type, type(f"Trois{info.id.capitalize()}", (TroisGame,), members))


register()
