"""The games in OpenSpiel: importing this module registers `trois_super` and so on for every game.

>>> import pyspiel, trois.openspiel
>>> game = pyspiel.load_game("trois_doh(players=3)")

Options of a game are parameters. Two more are known: `position`, the text of a position from which the game begins, and
`max_moves`, after how many moves of players a game is cut off as a draw (0: never).

Drawn cards are chance nodes. The observation of a player is what they may see now, as a string and as the tensor that
`trois.info(game).space()` describes. The information state is all that they have seen since the game began: a string,
and a tensor if there is a longest game, by the rules or because `max_moves` is given. Its first entries say who the
player is; then each move or draw has a row with a 1 at the number of what the player saw: a move of player 0, of player
1 and so on, a card that they drew, a card that another player drew.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import trois

#: The maximum length, in moves and draws, of a game whose rules set none: OpenSpiel asks for a number.
LONGEST = 1_000_000


def _parameters(info: trois.GameInfo) -> dict[str, Any]:
    """The parameters of a game with their defaults: its options, and what every game has."""
    defaults = {
        option.key: int(option.default) if option.default.isdigit() else option.default for option in info.options
    }
    return {**defaults, "position": "", "max_moves": 0}


def _game_type(info: trois.GameInfo, recalls: bool = True) -> pyspiel.GameType:
    """The type of a game; `recalls` says whether information states are tensors too."""
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
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(info),
    )


class TroisGame(pyspiel.Game):
    """A game of `trois` for OpenSpiel. Each game is registered as a subclass of its own."""

    info: trois.GameInfo

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
        lengths = [length for length in (self.space.max_moves, self.max_moves) if length]
        # A card that was drawn is played or still in a hand, so there are at most as many draws as moves and cards.
        events = [2 * length + self.space.deck if self.info.has_chance else length for length in lengths]
        #: The most moves and draws that a game can have; `None` if there is no such number.
        self.longest = min(events, default=None)
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.space.actions,
            max_chance_outcomes=self.space.chances,
            num_players=self.space.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest or LONGEST,
        )
        game_type = _game_type(self.info, recalls=self.longest is not None)
        super().__init__(game_type, game_info, {**params, "position": position, "max_moves": self.max_moves})

    def new_initial_state(self) -> TroisState:
        """The start of a game."""
        return TroisState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TroisObserver:
        """The observer that writes the observations of a player."""
        return TroisObserver(self, iig_obs_type, params)


class TroisState(pyspiel.State):
    """A position for OpenSpiel, and what each player has seen of the game."""

    def __init__(self, game: TroisGame):
        super().__init__(game)
        self.game = game.start.copy()
        self.moves = 0
        self._max_moves = game.max_moves
        self._hides = game.info.hides
        # For each player, the moves and draws as they saw them: as text, and as entries of a row of the tensor.
        self._seen: list[list[str]] = [[] for _ in range(game.space.players)]
        self._entries: list[list[int]] = [[] for _ in range(game.space.players)]
        self._actions, self._chances = game.space.actions, game.space.chances

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
        move, mover = self.game.move_of(action), self.game.turn
        drawn = len(self._seen) * self._actions
        for player, (seen, entries) in enumerate(zip(self._seen, self._entries)):
            text = self.game.redacted(move, player + 1) if self._hides else move
            seen.append(f"{mover}:{text}" if mover else text)
            if mover:
                entries.append((mover - 1) * self._actions + action)
            else:
                entries.append(drawn + (action if text == move else self._chances))
        self.moves += mover != 0
        self.game.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.move_of(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        """The reward of each player."""
        return self.game.rewards

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that the player has seen since the game began."""
        player = self.current_player() if player is None else player
        return f"{player + 1}: " + " ".join(self._seen[player])

    def history_of(self, player: int) -> list[int]:
        """What the player has seen, as entries of the rows of an information state."""
        return self._entries[player]

    def observation_string(self, player: int | None = None) -> str:
        """What the player may see now."""
        player = self.current_player() if player is None else player
        return self.game.view(player + 1).text

    def __str__(self) -> str:
        return str(self.game)


class TroisObserver:
    """Writes observations and information states, as OpenSpiel's own observers do."""

    def __init__(self, game: TroisGame, iig_obs_type: Any, params: Any):
        if params:
            raise ValueError(f"Observations have no parameters, and were given {params}.")
        space = game.space
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        if not self._recalls:
            self.tensor = np.zeros(int(np.prod(space.shape)), np.float32)
            self.dict = {"observation": self.tensor.reshape(space.shape)}
            return
        # Without a longest game there are strings only.
        rows = (game.longest or 0, space.players * space.actions + space.chances + game.info.hides)
        self.tensor = np.zeros(space.players + rows[0] * rows[1], np.float32)
        player, history = np.split(self.tensor, [space.players])
        self.dict = {"player": player, "history": history.reshape(rows)}

    def set_from(self, state: TroisState, player: int) -> None:
        """Writes what the player sees, or has seen, into the tensor."""
        if not self._recalls:
            self.tensor[:] = state.game.observation(player + 1).ravel()
            return
        self.tensor[:] = 0
        self.dict["player"][player] = 1
        entries = state.history_of(player)[: len(self.dict["history"])]
        self.dict["history"][np.arange(len(entries)), entries] = 1

    def string_from(self, state: TroisState, player: int) -> str:
        """What the player sees, or has seen, as text."""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


def register() -> None:
    """Registers every game with OpenSpiel. Importing this module does it."""
    known = set(pyspiel.registered_names())
    for info in trois.games():
        game_type = _game_type(info)
        if game_type.short_name not in known:
            members = {"info": info}
            pyspiel.register_game(game_type, type(f"Trois{info.id.capitalize()}", (TroisGame,), members))


register()
