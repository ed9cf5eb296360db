"""Proximal policy optimisation on a batch, in one file in the manner of CleanRL, with JAX.

    pip install "jax[cpu]"
    python ppo.py --game super --minutes 5

One network plays all seats of a game for two against itself; what it learns is tested against a level of the engine.
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

import trois


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="super", help="a game for two")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long to train, in processor time")
    parser.add_argument("--level", type=int, default=1, help="the level of the engine to test against, 0 for random")
    parser.add_argument("--games", type=int, default=512, help="how many games are played at a time")
    parser.add_argument("--steps", type=int, default=32, help="how many steps between two updates")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--gamma", type=float, default=1.0)
    parser.add_argument("--gae-lambda", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def init_network(key, sizes):
    """A perceptron with two heads: logits of the actions, and the value for the player to move."""
    layers = []
    for fan_in, fan_out in zip(sizes[:-1], sizes[1:]):
        key, now = jax.random.split(key)
        layers.append((jax.random.normal(now, (fan_in, fan_out)) * np.sqrt(2 / fan_in), jnp.zeros(fan_out)))
    weights, bias = layers[-1]
    layers[-1] = (weights * 0.01, bias)
    return layers


def network(layers, observations, masks):
    x = observations.reshape(len(observations), -1).astype(jnp.float32)
    for weights, bias in layers[:-1]:
        x = jax.nn.relu(x @ weights + bias)
    weights, bias = layers[-1]
    x = x @ weights + bias
    return jnp.where(masks == 1, x[:, :-1], -1e9), jnp.tanh(x[:, -1])


@jax.jit
def act(layers, observations, masks, key):
    logits, values = network(layers, observations, masks)
    actions = jax.random.categorical(key, logits)
    chosen = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    return actions, chosen, values


@jax.jit
def best(layers, observations, masks):
    return network(layers, observations, masks)[0].argmax(axis=1)


def loss(layers, sample, clip, entropy_weight):
    logits, values = network(layers, sample["observations"], sample["masks"])
    every = jax.nn.log_softmax(logits)
    chosen = every[jnp.arange(len(values)), sample["actions"]]
    ratio = jnp.exp(chosen - sample["chosen"])
    advantages = sample["advantages"]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    policy = -jnp.minimum(ratio * advantages, jnp.clip(ratio, 1 - clip, 1 + clip) * advantages).mean()
    value = 0.5 * ((values - sample["returns"]) ** 2).mean()
    entropy = -(jnp.exp(every) * jnp.where(sample["masks"] == 1, every, 0)).sum(axis=1).mean()
    return policy + 0.5 * value - entropy_weight * entropy


@jax.jit
def update(layers, moments, count, sample, rate, clip, entropy_weight):
    """One step of Adam, with gradients of norm 0.5 at most."""
    gradients = jax.grad(loss)(layers, sample, clip, entropy_weight)
    norm = jnp.sqrt(sum((leaf**2).sum() for leaf in jax.tree.leaves(gradients)))
    gradients = jax.tree.map(lambda g: g * jnp.minimum(1, 0.5 / (norm + 1e-8)), gradients)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradients)
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g**2, moments[1], gradients)
    scale = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    layers = jax.tree.map(lambda w, m, v: w - scale * m / (jnp.sqrt(v) + 1e-8), layers, first, second)
    return layers, (first, second)


def advantages_of(rewards, values, ended, signs, last, gamma, gae_lambda):
    """Generalised advantages where the turn passes: `signs` is −1 if the other player moves next, else 1."""
    advantages = np.zeros_like(rewards)
    running = np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        following = values[step + 1] if step + 1 < len(rewards) else last
        goes_on = np.where(ended[step], 0, signs[step])
        delta = rewards[step] + gamma * goes_on * following - values[step]
        running = delta + gamma * gae_lambda * goes_on * running
        advantages[step] = running
    return advantages


def test(layers, game, level, games=200):
    """The share of the points against a level of the engine; half of the games are begun by each."""
    batch = trois.batch(game, games, seed=99, auto_reset=False, max_moves=400)
    me, result, over = np.arange(games) % 2, np.zeros(games), np.zeros(games, bool)
    while not over.all():
        mine = batch.players == me
        theirs = ~mine & ~over
        answers = batch.sample() if level == 0 else batch.think(level, 5, theirs)
        actions = np.where(mine, best(layers, batch.observations, batch.masks), answers)
        batch.step(np.where(over, -1, actions))
        result += batch.rewards[np.arange(games), me]
        over |= batch.terminated | batch.truncated
    return (result.mean() + 1) / 2


def train(arguments):
    """Trains for a while: the share of the points before and after."""
    batch = trois.batch(arguments.game, arguments.games, seed=arguments.seed, threads=0)
    if batch.rewards.shape[1] != 2:
        raise SystemExit(f"{arguments.game} is not a game for two.")
    size, actions = batch.observations[0].size, batch.masks.shape[1]
    key = jax.random.PRNGKey(arguments.seed)
    layers = init_network(key, [size, 256, 256, actions + 1])
    moments = (jax.tree.map(jnp.zeros_like, layers), jax.tree.map(jnp.zeros_like, layers))
    rng = np.random.default_rng(arguments.seed)
    before = test(layers, arguments.game, arguments.level)
    print(f"before: {before:.1%} of the points against level {arguments.level}", flush=True)
    begun, updates, steps, rows = time.process_time(), 0, 0, np.arange(arguments.games)
    while time.process_time() - begun < 60 * arguments.minutes:
        kept = {name: [] for name in ("observations", "masks", "actions", "chosen", "values", "rewards", "ended", "signs")}
        for _ in range(arguments.steps):
            key, now = jax.random.split(key)
            players = batch.players.copy()
            # The batch overwrites its arrays: keep copies.
            kept["observations"].append(batch.observations.copy())
            kept["masks"].append(batch.masks.copy())
            chosen_actions, chosen, values = act(layers, batch.observations, batch.masks, now)
            batch.step(np.asarray(chosen_actions, np.int64))
            kept["actions"].append(np.asarray(chosen_actions))
            kept["chosen"].append(np.asarray(chosen))
            kept["values"].append(np.asarray(values))
            kept["rewards"].append(batch.rewards[rows, players])
            kept["ended"].append(batch.terminated.copy())
            kept["signs"].append(np.where(batch.players == players, 1, -1).astype(np.float32))
        data = {name: np.stack(arrays) for name, arrays in kept.items()}
        last = np.asarray(act(layers, batch.observations, batch.masks, key)[2])
        data["advantages"] = advantages_of(
            data["rewards"], data["values"], data["ended"], data["signs"], last, arguments.gamma, arguments.gae_lambda
        )
        data["returns"] = data["advantages"] + data["values"]
        flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in data.items()}
        for _ in range(arguments.epochs):
            order = rng.permutation(len(flat["actions"]))
            for part in np.split(order, arguments.minibatches):
                updates += 1
                sample = {name: array[part] for name, array in flat.items()}
                layers, moments = update(
                    layers, moments, updates, sample, arguments.rate, arguments.clip, arguments.entropy
                )
        steps += arguments.steps * arguments.games
    after = test(layers, arguments.game, arguments.level)
    print(f"after {steps:,} steps: {after:.1%} of the points against level {arguments.level}", flush=True)
    return before, after


if __name__ == "__main__":
    train(parse_arguments())
