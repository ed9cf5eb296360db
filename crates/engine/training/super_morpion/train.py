"""Trains the network of Super Morpion on positions from `super_data`, and exports it.

    python3 train.py DATA... --out weights.net [--check check.txt] [--epochs N] [--seed N] ...

The network is described in src/knowledge/super_morpion/network/mod.rs, the file in file.rs beside it.
"""

import argparse
import math
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

PATTERNS = 3**9
STRIDE = PATTERNS + 3
SENT = 9 * STRIDE
SENT_PLACE = SENT + PATTERNS
ROWS = SENT_PLACE + 10
WIDTH, FIRST, SECOND, PHASES = 64, 8, 16, 4
INPUTS, HIDDEN, CODE = 18, 128, 64
# The engine keeps a row in 8 bits: numbers of up to 127 units of 1/181.
UNIT = 181
LARGEST = 127 / UNIT
VERSION = 2
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
# A position: see generate.rs.
RECORD = np.dtype([("boards", "<u2", 9), ("sent", "u1"), ("result", "u1"), ("share", "<u2"), ("ply", "u1"), ("kind", "u1")])


def cells():
    """What each cell holds in each pattern: 0, 1 the player to move, 2 the other."""
    numbers = np.arange(PATTERNS)
    return np.stack([numbers // 3**cell % 3 for cell in range(9)], axis=1)


def symmetries():
    """The eight symmetries: where each place goes, and which pattern becomes which."""
    turn = [row * 3 + column for column in range(3) for row in (2, 1, 0)]
    flip = [row * 3 + column for row in range(3) for column in (2, 1, 0)]
    places, place = [], list(range(9))
    for _ in range(4):
        places += [place, [place[i] for i in flip]]
        place = [place[i] for i in turn]
    powers = 3 ** np.arange(9)
    tables = []
    for place in places:
        # The new board has at cell i what the old one had at cell place[i].
        table = np.arange(STRIDE)
        table[:PATTERNS] = (cells()[:, place] * powers).sum(axis=1)
        tables.append(table)
    return np.array(places), np.array(tables)


def winnable():
    """The patterns in which the player to move can complete a line."""
    board = cells()
    can = np.zeros(STRIDE, dtype=bool)
    for line in LINES:
        three = board[:, line]
        can[:PATTERNS] |= ((three == 1).sum(axis=1) == 2) & ((three == 0).sum(axis=1) == 1)
    return can


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(INPUTS, HIDDEN)
        self.code = nn.Linear(HIDDEN, CODE)
        self.places = nn.Parameter(torch.randn(10, CODE, WIDTH) * 0.1)
        self.place_bias = nn.Parameter(torch.zeros(10, WIDTH))
        self.closed = nn.Parameter(torch.randn(9, 3, WIDTH) * 0.05)
        self.sent_place = nn.Parameter(torch.full((10, WIDTH), 0.3))
        self.first = nn.Parameter(torch.randn(PHASES, WIDTH, FIRST) * (1 / math.sqrt(WIDTH)))
        self.first_bias = nn.Parameter(torch.full((PHASES, FIRST), 0.2))
        self.second = nn.Parameter(torch.randn(PHASES, FIRST, SECOND) * (1 / math.sqrt(FIRST)))
        self.second_bias = nn.Parameter(torch.full((PHASES, SECOND), 0.2))
        self.last = nn.Parameter(torch.randn(PHASES, SECOND) * (1 / math.sqrt(SECOND)))
        self.last_bias = nn.Parameter(torch.zeros(PHASES))
        with torch.no_grad():
            for phases in (self.first, self.second, self.last):
                phases[:] = phases[:1]
        board = cells()
        inputs = np.concatenate([board == 1, board == 2], axis=1)
        self.register_buffer("inputs", torch.tensor(inputs, dtype=torch.float32))

    def rows(self):
        """All rows, as the engine bakes them."""
        code = F.relu(self.code(F.relu(self.hidden(self.inputs))))
        boards = torch.einsum("tc,pcw->ptw", code, self.places) + self.place_bias[:, None]
        places = torch.cat([boards[:9], self.closed], dim=1).reshape(9 * STRIDE, WIDTH)
        none = torch.zeros(1, WIDTH, device=code.device)
        rows = torch.cat([places, boards[9], self.sent_place, none]).clamp(-LARGEST, LARGEST)
        # The sums are those of rounded rows, as in the engine, the gradients those of exact ones.
        return rows + (torch.round(rows * UNIT) / UNIT - rows).detach()

    def forward(self, indices, phases):
        total = F.embedding_bag(indices, self.rows(), mode="sum", padding_idx=ROWS)
        x = total.clamp(0, 1) ** 2
        # Each phase has layers of its own: all are computed, one is taken.
        take = phases[:, None, None]
        x = (torch.einsum("bw,pwf->bpf", x, self.first) + self.first_bias).clamp(0, 1)
        x = x.gather(1, take.expand(-1, 1, FIRST))[:, 0]
        x = (torch.einsum("bf,pfs->bps", x, self.second) + self.second_bias).clamp(0, 1)
        x = x.gather(1, take.expand(-1, 1, SECOND))[:, 0]
        return (x * self.last[phases]).sum(dim=1) + self.last_bias[phases]

    @torch.no_grad()
    def clip(self):
        self.first.clamp_(-3.99, 3.99)

    def groups(self):
        """The numbers of the file, in the order in which the engine reads them."""
        yield self.hidden.weight.T
        yield self.hidden.bias
        yield self.code.weight.T
        yield self.code.bias
        for place in range(10):
            yield self.places[place]
            yield self.place_bias[place]
        yield self.closed
        yield self.sent_place
        for phase in range(PHASES):
            yield self.first[phase].T
            yield self.first_bias[phase]
            yield self.second[phase]
            yield self.second_bias[phase]
            yield self.last[phase]
            yield self.last_bias[phase : phase + 1]


def export(network, path):
    data = b"TROISNET" + struct.pack("<I", VERSION)
    for group in network.groups():
        numbers = group.detach().float().cpu().numpy().ravel()
        scale = np.float32(max(np.abs(numbers).max(), 1e-6) / 32767)
        data += struct.pack("<fI", scale, len(numbers)) + np.round(numbers / scale).astype("<i2").tobytes()
    checksum = 0xCBF29CE484222325
    for byte in data:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    with open(path, "wb") as file:
        file.write(data + struct.pack("<Q", checksum))


class Data:
    """Positions on the device, drawn in random order and turned by random symmetries."""

    def __init__(self, paths, device, args):
        records = np.concatenate([np.fromfile(path, dtype=RECORD) for path in paths])
        self.device = device
        self.boards = torch.tensor(records["boards"].astype(np.int16), device=device)
        self.sent = torch.tensor(records["sent"], device=device)
        result = torch.tensor(records["result"], device=device).float() / 2
        share = torch.tensor(records["share"].astype(np.int32), device=device).float() / 65535
        # What is proven needs no average with how the game went on.
        proven = torch.tensor(records["kind"] == 1, device=device)
        weight = torch.where(proven, 1.0, args.score_weight)
        self.target = weight * share + (1 - weight) * result
        if args.quiet:
            can = torch.tensor(winnable(), device=device)
            quiet = torch.empty(len(records), dtype=torch.bool, device=device)
            for part in torch.arange(len(records), device=device).split(1 << 20):
                boards, sent = self.boards[part].long(), self.sent[part].long()
                own = torch.cat([can[boards], can[boards].any(dim=1, keepdim=True)], dim=1)
                quiet[part] = ~own.gather(1, sent[:, None])[:, 0]
            self.boards, self.sent, self.target = self.boards[quiet], self.sent[quiet], self.target[quiet]
        places, tables = symmetries()
        self.places = torch.tensor(places, device=device)
        self.tables = torch.tensor(tables, device=device)
        inverse = np.argsort(places, axis=1)
        free = np.full((8, 1), 9)
        self.sent_after = torch.tensor(np.concatenate([inverse, free], axis=1), device=device)
        self.offsets = torch.arange(9, device=device) * STRIDE

    def __len__(self):
        return len(self.target)

    def batch(self, which, turn):
        boards, sent = self.boards[which].long(), self.sent[which].long()
        if turn:
            symmetry = torch.randint(8, (len(which),), device=self.device)
            boards = self.tables[symmetry[:, None], boards.gather(1, self.places[symmetry])]
            sent = self.sent_after[symmetry, sent]
        phases = ((boards >= PATTERNS).sum(dim=1) // 2).clamp(max=PHASES - 1)
        pattern = torch.cat([boards, torch.full_like(sent[:, None], ROWS - SENT)], dim=1).gather(1, sent[:, None])
        indices = torch.cat([boards + self.offsets, SENT + pattern, SENT_PLACE + sent[:, None]], dim=1)
        return indices, phases, self.target[which]


def entropy(target):
    return F.binary_cross_entropy(target, target)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--check")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1e9, help="plans the epochs to fit this time")
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--score-weight", type=float, default=0.7)
    parser.add_argument("--quiet", action="store_true", help="only positions in which no board can be won at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    started = time.time()
    data = Data(args.data, args.device, args)
    network = Network().to(args.device)
    count = len(data)
    # Neighbouring positions are of the same game: whole stretches are held back.
    order = torch.arange(count, device=args.device)
    held = order // 4096 % 100 == 0
    train, test = order[~held], order[held]
    print(f"{count} positions, {len(test)} held back, read in {time.time() - started:.0f} s", flush=True)
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-3)
    steps_per_epoch = max(1, len(train) // args.batch)

    def loss_on(which):
        with torch.no_grad():
            losses = []
            for part in which.split(65536):
                indices, phases, target = data.batch(part, turn=False)
                losses.append(F.binary_cross_entropy_with_logits(network(indices, phases), target) - entropy(target))
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
            indices, phases, target = data.batch(part, turn=True)
            loss = F.binary_cross_entropy_with_logits(network(indices, phases), target)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            network.clip()
            step += 1
            if step % max(1, total // 12) == 0:
                print(f"step {step}  loss over entropy {loss_on(test):.6f}  {time.time() - started:.0f} s", flush=True)
            if step >= total:
                break
    export(network, args.out)
    print(f"loss over entropy {loss_on(test):.6f} after {step} steps, {time.time() - started:.0f} s: {args.out}", flush=True)
    if args.check:
        which = test[:: max(1, len(test) // 50)][:50]
        indices, phases, _ = data.batch(which, turn=False)
        with torch.no_grad(), open(args.check, "w") as file:
            for at, value in zip(which.tolist(), network(indices, phases).tolist()):
                codes = " ".join(str(code) for code in data.boards[at].tolist())
                file.write(f"{codes} {data.sent[at].item()} {value:.4f}\n")


if __name__ == "__main__":
    main()
