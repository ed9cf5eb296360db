"""Steps per second with observations and action masks, beside named peers, on one machine in one run.

    pip install open_spiel pettingzoo pygame-ce pgx "jax[cpu]"
    python python/benches/speed.py --wall

Prints the table of docs/performance.md. Every loop plays random legal moves and restarts when a game ends. All are
measured in turn, several times over; the best time of each counts. Peers that are not installed are left out.

Without `--wall`, seconds are those of the processor, all threads together, which other work on the machine disturbs
less; so figures are those of one core. With it, they are those of the clock on the wall, for a machine that does nothing
else, and batches are also measured with a thread for each core.
"""

import argparse
import os
import random
import time

import numpy as np

import trois


def measure(step, seconds, clock):
    """Calls `step`, which returns how many steps it made, for a while: steps per second."""
    steps, begun = 0, clock()
    while (elapsed := clock() - begun) < seconds:
        steps += step()
    return steps / elapsed


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


SPIEL, CLASSIC, PGX = "OpenSpiel ultimate_tic_tac_toe", "PettingZoo classic tic-tac-toe", "Pgx tic_tac_toe"


def rows(size, threads):
    """What is measured: its name, how to make it, and the peers that it is compared with."""
    yield f"{SPIEL}, without observation and mask", lambda: openspiel(False), ()
    yield SPIEL, lambda: openspiel(True), ()
    yield CLASSIC, lambda: aec(__import__("pettingzoo.classic").classic.tictactoe_v3.env()), ()
    yield PGX, lambda: pgx(size), ()
    for id in [info.id for info in trois.games()]:
        yield f'`trois.Env("{id}")`', lambda id=id: plain(id), (SPIEL,)
    for id in [info.id for info in trois.games()]:
        make = lambda id=id: aec(__import__("trois.pettingzoo").pettingzoo.ENVIRONMENTS[f"{id}_v0"].env())
        yield f"`trois.pettingzoo.{id}_v0`", make, (CLASSIC,)
    for count in threads:
        for id in [info.id for info in trois.games()]:
            name = f'`trois.batch("{id}", {size}, threads={count})`'
            yield name, lambda id=id, count=count: batch(id, size, count), (SPIEL, PGX)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each is measured each time")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    parser.add_argument("--size", type=int, default=4096, help="how many games a batch has")
    parser.add_argument("--wall", action="store_true", help="measure wall time in place of processor time")
    parser.add_argument("--only", default="", help="measure only rows whose name has this, and the peers")
    arguments = parser.parse_args()
    clock = time.perf_counter if arguments.wall else time.process_time
    cores = os.cpu_count()
    # On a busy machine, threads that wait for each other use up processor time.
    threads = sorted({1, cores}) if arguments.wall else [1]
    measured, missing = [], []
    for name, make, peers in rows(arguments.size, threads):
        if not peers or arguments.only in name:
            try:
                measured.append((name, make(), peers))
            except ImportError as error:
                missing.append(f"{name}: {error.name} is not installed")
    best = dict.fromkeys((name for name, *_ in measured), 0.0)
    for _ in range(arguments.rounds):
        for name, step, *_ in measured:
            best[name] = max(best[name], measure(step, arguments.seconds, clock))
    kind = "wall time" if arguments.wall else "processor time"
    print(f"{cores} cores, load {os.getloadavg()[0]:.1f}, {kind}, best of {arguments.rounds} × {arguments.seconds} s\n")
    print("| what | steps/s | ratio |\n|---|---|---|")
    for name, _, peers in measured:
        ratios = (f"{best[name] / best[peer]:.3g} × {peer.split()[0]}" for peer in peers if peer in best)
        print(f"| {name} | {best[name]:,.0f} | {', '.join(ratios)} |")
    print("".join(f"\n{line}" for line in missing), end="")


if __name__ == "__main__":
    main()
