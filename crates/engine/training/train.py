"""Trains the network of a game on positions from `training_data`, and exports it.

    python3 train.py GAME DATA... --out weights.net [--check weights.check] [--epochs N] [--seed N] ...

GAME is super_morpion or fives; the file of that name beside this one has the network.
"""

import argparse
import importlib
import math
import pathlib
import time

import torch
import torch.nn.functional as F

from network import export

# The games that have a network.
GAMES = sorted({file.stem for file in pathlib.Path(__file__).parent.glob("*.py")} - {"network", "train"})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--check", help="a file for positions with their values, which a test of the engine compares")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1e9, help="plans the epochs to fit this time")
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--score-weight", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    game = importlib.import_module(args.game)
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    started = time.time()
    data = game.Data(args.data, args.device, args.score_weight)
    network = game.Network().to(args.device)
    count = len(data.target)
    # Neighbouring positions are of the same game: whole stretches are held back.
    order = torch.arange(count, device=args.device)
    held = order // 4096 % 100 == 0
    train, test = order[~held], order[held]
    print(f"{count} positions, {len(test)} held back, read in {time.time() - started:.0f} s", flush=True)
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-3)
    steps_per_epoch = max(1, len(train) // args.batch)

    def loss_on(which):
        """The loss over the entropy of the targets."""
        with torch.no_grad():
            losses = []
            for part in which.split(65536):
                inputs, target = data.batch(part, turn=False)
                entropy = F.binary_cross_entropy(target, target)
                losses.append(F.binary_cross_entropy_with_logits(network(*inputs), target) - entropy)
            return torch.stack(losses).mean().item()

    started, step, total = time.time(), 0, args.epochs * steps_per_epoch
    while step < total:
        shuffled = train[torch.randperm(len(train), device=args.device)]
        for part in shuffled[: steps_per_epoch * args.batch].split(args.batch):
            if step in (60, 160) and args.device == "cuda":
                torch.cuda.synchronize()
            if step == 60:
                timed = time.time()
            if step == 160:
                each = (time.time() - timed) / 100
                total = min(total, int((args.seconds - (time.time() - started)) / each * 0.97))
                print(f"{each * 1000:.2f} ms a step, {total} steps, {total / steps_per_epoch:.1f} epochs", flush=True)
            progress = step / total
            rate = args.rate * min(1, (step + 1) / 300) * (0.5 * (1 + math.cos(math.pi * min(1, progress))) * 0.995 + 0.005)
            for group in optimizer.param_groups:
                group["lr"] = rate
            inputs, target = data.batch(part, turn=True)
            loss = F.binary_cross_entropy_with_logits(network(*inputs), target)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            network.head.clip()
            step += 1
            if step % max(1, total // 12) == 0:
                print(f"step {step}  loss over entropy {loss_on(test):.6f}  {time.time() - started:.0f} s", flush=True)
            if step >= total:
                break
    export(network.groups(), game.VERSION, args.out)
    print(f"loss over entropy {loss_on(test):.6f} after {step} steps, {time.time() - started:.0f} s: {args.out}", flush=True)
    if args.check:
        which = test[:: max(1, len(test) // 50)][:50]
        inputs, _ = data.batch(which, turn=False)
        with torch.no_grad(), open(args.check, "w") as file:
            for at, value in zip(which.tolist(), network(*inputs).tolist()):
                file.write(f"{data.describe(at)} {value:.4f}\n")


if __name__ == "__main__":
    main()
