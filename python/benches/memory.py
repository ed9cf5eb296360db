"""The memory of the process while batches are stepped: it should not grow.

    python python/benches/memory.py --steps 1_000_000_000 fives

Steps a batch with random actions, restarting games that end, and prints the memory in MiB at ten moments. The slope is
that of the last nine: what a thousand million steps would add.
"""

import argparse
import time

import trois


def resident():
    """The memory of this process that is in use, in bytes. Linux only."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))


def sample(game, steps, size, moments=10):
    """The memory after each tenth of the steps."""
    batch = trois.batch(game, size, seed=1)
    seen = []
    for _ in range(moments):
        for _ in range(max(1, steps // moments // size)):
            batch.step(batch.sample())
        seen.append(resident())
    return seen


def slope(seen, steps):
    """What a thousand million steps would add, in bytes: the line of best fit through all but the first moment."""
    count = len(seen) - 1
    xs = [steps * (i + 1) / len(seen) for i in range(1, count + 1)]
    mean_x, mean_y = sum(xs) / count, sum(seen[1:]) / count
    spread = sum((x - mean_x) ** 2 for x in xs)
    return 1e9 * sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, seen[1:])) / spread


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="ids of games; all, if none is given")
    parser.add_argument("--steps", type=int, default=100_000_000, help="how many steps of each game")
    parser.add_argument("--size", type=int, default=4096, help="how many games a batch has")
    arguments = parser.parse_args()
    for game in arguments.games or [info.id for info in trois.games()]:
        begun = time.perf_counter()
        seen = sample(game, arguments.steps, arguments.size)
        mib = " ".join(f"{value / 2**20:.1f}" for value in seen)
        grows = slope(seen, arguments.steps) / 2**20
        print(f"{game}: {mib} MiB; {grows:+.1f} MiB per 10^9 steps; {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
