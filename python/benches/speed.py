"""Steps per second with observations and action masks, beside named peers, on one machine in one run.

    pip install open_spiel pettingzoo pgx "jax[cpu]"
    python python/benches/speed.py

By default, seconds are those of the processor, all threads together, which other work on the machine disturbs little;
so figures are those of one core. With `--wall` they are those of the clock on the wall, and batches are also measured
with a thread for each core. Every loop plays random legal moves and begins anew when a game ends. Peers that are not
installed are left out.
"""

import argparse
import os
import random
import time

import numpy as np

import trois


def measure(step, seconds, clock):
    """Calls `step`, which returns how many steps it made, for a while: steps per second. The best of three times."""
    best = 0.0
    for _ in range(3):
        steps, begun = 0, clock()
        while (elapsed := clock() - begun) < seconds / 3:
            steps += step()
        best = max(best, steps / elapsed)
    return best


def openspiel(observed):
    import pyspiel

    game = pyspiel.load_game("ultimate_tic_tac_toe")

    def run():
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if observed:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return run


def plain(game):
    env = trois.Env(game, seed=1)

    def run():
        steps = 0
        env.reset()
        while not env.terminated:
            env.observation, env.mask
            env.step(random.choice(env.actions()))
            steps += 1
        return steps

    return run


def aec(env):
    """PettingZoo's interface, with the mask in the observation."""

    def run():
        steps = 0
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    return run


def batch(game, size, threads):
    games = trois.batch(game, size, seed=1, threads=threads)

    def run():
        for _ in range(10):
            games.step(games.sample())
        return 10 * size

    return run


def pgx(size):
    import jax
    import jax.numpy as jnp
    import pgx as peers
    from pgx.experimental import auto_reset

    env = peers.make("tic_tac_toe")
    step = auto_reset(env.step, env.init)

    @jax.jit
    def ten(state, key):
        def one(carry, key):
            state = carry
            keys = jax.random.split(key, (2, size))
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            actions = jax.vmap(jax.random.categorical)(keys[0], logits)
            state = jax.vmap(step)(state, actions, keys[1])
            return state, (state.observation.sum(), state.legal_action_mask.sum())

        return jax.lax.scan(one, state, jax.random.split(key, 10))

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))

    def run():
        nonlocal state, key
        key, now = jax.random.split(key)
        state, sums = ten(state, now)
        jax.block_until_ready(sums)
        return 10 * size

    run()
    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each is measured")
    parser.add_argument("--size", type=int, default=4096, help="how many games a batch has")
    parser.add_argument("--wall", action="store_true", help="measure wall time in place of processor time")
    arguments = parser.parse_args()
    clock = time.perf_counter if arguments.wall else time.process_time

    def row(name, make):
        try:
            print(f"| {name} | {measure(make(), arguments.seconds, clock):,.0f} |", flush=True)
        except ImportError as missing:
            print(f"| {name} | not installed: {missing.name} |")

    cores = os.cpu_count()
    print(f"{cores} cores, load {os.getloadavg()[0]:.1f}\n\n| what | steps/s |\n|---|---|")
    row("OpenSpiel ultimate_tic_tac_toe, without observation and mask", lambda: openspiel(False))
    row("OpenSpiel ultimate_tic_tac_toe", lambda: openspiel(True))
    row("PettingZoo classic tic-tac-toe", lambda: aec(__import__("pettingzoo.classic").classic.tictactoe_v3.env()))
    row(f"Pgx tic_tac_toe, jit(vmap) of {arguments.size}, auto-reset", lambda: pgx(arguments.size))
    for info in trois.games():
        row(f"trois.Env {info.id}", lambda: plain(info.id))
    for info in trois.games():
        row(
            f"trois.pettingzoo {info.id}",
            lambda: aec(__import__("trois.pettingzoo").pettingzoo.ENVIRONMENTS[f"{info.id}_v0"].env()),
        )
    # On a busy machine, threads that wait for each other use up processor time.
    for threads in (1, cores) if arguments.wall else (1,):
        for info in trois.games():
            name = f"trois.batch {info.id}, {arguments.size} games, threads={threads}"
            row(name, lambda: batch(info.id, arguments.size, threads))


if __name__ == "__main__":
    main()
