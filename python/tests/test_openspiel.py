"""OpenSpiel's own tests and algorithms on the games, and a comparison with its Ultimate Tic-Tac-Toe."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability, mcts

import trois
import trois.openspiel


def load(game, options):
    return pyspiel.load_game(f"trois_{game}", options)


def test_random_simulations_pass(game, options):
    pyspiel.random_sim_test(load(game, options), num_sims=3, serialize=True, verbose=False)


def test_a_state_says_what_its_game_says(game, options):
    spiel = load(game, options)
    state, g = spiel.new_initial_state(), trois.new(game, **options)
    observer = spiel.make_py_observer()
    rng = random.Random(1)
    while not state.is_terminal():
        assert state.legal_actions() == g.actions() and str(state) == str(g)
        assert state.is_chance_node() == (g.turn == 0)
        if not state.is_chance_node():
            player = state.current_player()
            observer.set_from(state, player)
            assert (observer.tensor == g.observation().ravel()).all()
            assert state.observation_string(player) == g.view(player + 1).text
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(state.current_player(), action) == g.move_of(action)
        state.apply_action(action)
        g.act(action)
    assert state.returns() == pytest.approx(g.rewards)


def test_information_states_hide_what_the_other_draws():
    state = load("cards", {}).new_initial_state()
    cards = ["+R1", "+B2", "+R3"]
    for card in cards:
        state.apply_action(state.game.action(card))
    assert state.information_state_string(0) == "1: +R1 +? +R3"
    assert state.information_state_string(1) == "2: +? +B2 +?"


def test_information_states_are_tensors_that_say_what_the_strings_say(game, options):
    spiel = load(game, {**options, "max_moves": 8})
    assert spiel.get_type().provides_information_state_tensor
    shape, rng = spiel.information_state_tensor_shape(), random.Random(1)
    tensor_of, string_of = {}, {}
    for _ in range(15):
        state = spiel.new_initial_state()
        while not state.is_terminal():
            for player in range(spiel.num_players()):
                string = state.information_state_string(player)
                tensor = np.array(state.information_state_tensor(player), np.float32)
                assert tensor.size == np.prod(shape) and set(tensor) <= {0, 1}
                assert tensor_of.setdefault(string, tensor.tobytes()) == tensor.tobytes(), string
                assert string_of.setdefault(tensor.tobytes(), string) == string
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(string_of) == len(tensor_of) > 100


def test_a_game_without_a_longest_one_has_information_states_as_strings_only():
    endless = {"cards", "fives"}
    for info in trois.games():
        assert load(info.id, {}).get_type().provides_information_state_tensor == (info.id not in endless)


def test_mcts_wins_at_morpion():
    spiel = load("morpion", {})
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=2, random_state=rng)
    bot = mcts.MCTSBot(spiel, uct_c=2, max_simulations=60, evaluator=evaluator, random_state=rng)
    results = []
    for seed in range(4):
        state, chooser = spiel.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            is_mine = state.current_player() == seed % 2
            state.apply_action(bot.step(state) if is_mine else chooser.choice(state.legal_actions()))
        results.append(state.returns()[seed % 2])
    assert min(results) >= 0 and sum(results) >= 2, results


class ExactEvaluator(mcts.Evaluator):
    """What a network is in AlphaZero, exact: the value of a position, and even priors."""

    def evaluate(self, state):
        outcome, _ = trois.exact(state.game)
        value = {"win1": 1.0, "win2": -1.0, "draw": 0.0}[outcome]
        return np.array([value, -value])

    def prior(self, state):
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def test_mcts_in_the_way_of_alphazero_never_loses_at_morpion():
    spiel = load("morpion", {})
    bot = mcts.MCTSBot(
        spiel, uct_c=1.5, max_simulations=80, evaluator=ExactEvaluator(), child_selection_fn=mcts.SearchNode.puct_value,
        random_state=np.random.RandomState(1), solve=False,
    )
    for seed in range(4):
        state, chooser = spiel.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            is_mine = state.current_player() == seed % 2
            state.apply_action(bot.step(state) if is_mine else chooser.choice(state.legal_actions()))
        assert state.returns()[seed % 2] >= 0


# The card game near its end, small enough for every information state: the next line of three ends it, each player
# holds one card, and nobody knows what the other draws.
SMALL_CARDS = (
    "...../.B1B2R3./.R2B3B1./.B3R1R2./..... B3 R2 R3R3B1B3 "
    "R1R1R1R1R1R2R2R2R3R3R3B1B1B1B2B2B2B2B2B3B3YYYYYYGG 12-11 1 numbers=3,target=24"
)


def test_cfr_approaches_an_equilibrium_of_small_cards():
    spiel = pyspiel.load_game("trois_cards", {"position": SMALL_CARDS, "max_moves": 3})
    uniform, root = policies.UniformRandomPolicy(spiel), spiel.new_initial_state()
    before = exploitability.nash_conv(spiel, uniform)
    solver = cfr.CFRPlusSolver(spiel)
    for _ in range(8):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(spiel, solver.average_policy())
    assert before > 0.3 and after < before / 20, (before, after)
    # A player who knows that the opponent plays at random gains by it.
    best = best_response.BestResponsePolicy(spiel, 0, uniform).value(root)
    assert best > expected_game_score.policy_value(root, [uniform, uniform])[0] + 0.2


def compare_games(count, seed):
    """Random games of `super` beside those of OpenSpiel: the same legal moves at every step, the same results."""
    peer = pyspiel.load_game("ultimate_tic_tac_toe")
    rng = random.Random(seed)
    moves = 0
    for _ in range(count):
        g, state = trois.new("super", tiebreak="draw"), peer.new_initial_state()
        while not state.is_terminal():
            ours = g.actions()
            action = rng.choice(ours)
            boards = sorted({action // 9 for action in ours})
            # Where OpenSpiel lets a player choose the board, that is a separate step.
            if "Choose" in state.action_to_string(state.legal_actions()[0]):
                assert boards == state.legal_actions(), g.text
                state.apply_action(action // 9)
            else:
                assert len(boards) == 1, g.text
            cells = [a % 9 for a in ours if a // 9 == action // 9]
            assert cells == state.legal_actions(), g.text
            state.apply_action(action % 9)
            g.act(action)
            moves += 1
        assert g.is_over and g.rewards == state.returns(), g.text
    return moves


def test_super_is_openspiels_ultimate_tic_tac_toe():
    assert compare_games(20_000, 1) > 800_000


@pytest.mark.long
def test_super_is_openspiels_ultimate_tic_tac_toe_in_100_000_games():
    assert compare_games(100_000, 2) > 4_000_000
