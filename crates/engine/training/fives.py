"""The network of Three Fives for two: src/knowledge/fives/network/mod.rs describes it."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from network import WIDTH, Encoder, Head, quantise

POINTS, HEXAGON = 19, 7
PATTERNS = 3**HEXAGON
HANDS = 6**3
PIECES = HEXAGON * PATTERNS
HAND = PIECES + 2 * 2 * POINTS
WAYS = HAND + 2 * HANDS
GROUPS = WAYS + 16
PHASES = 9
ROWS = GROUPS + PHASES
VERSION = 101
# A position: see generate/fives.rs.
RECORD = np.dtype(
    [
        ("own", "<u4"),
        ("other", "<u4"),
        ("medium", "<u4"),
        ("large", "<u4"),
        ("share", "<u2"),
        ("handwritten", "<i2"),
        ("hands", "u1", 3),
        ("groups", "u1"),
        ("ways", "u1"),
        ("result", "u1"),
    ]
)
# The row and the column of each point.
PLACES = [(row, column) for row, columns in enumerate([(1, 4), (1, 5), (1, 6), (2, 6), (3, 6)]) for column in range(*columns)]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)]


def hexagons():
    """For each interior point, the seven points of its hexagon, in order."""
    around = [[(r + i, c + j) for i, j in [(0, 0), *DIRECTIONS]] for r, c in PLACES]
    inside = [[PLACES.index(place) for place in places] for places in around if all(p in PLACES for p in places)]
    assert len(inside) == HEXAGON
    return np.sort(np.array(inside), axis=1)


def symmetries():
    """The twelve symmetries: which old point each new point is."""
    # In cubic coordinates around the centre: x + y + z = 0, neighbours differ by 1, −1 and 0.
    cubic = [(column - 3 - (row - 2), 3 - column, row - 2) for row, column in PLACES]
    found = []
    for sign in (1, -1):
        for axes in [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)]:
            found.append([cubic.index(tuple(sign * point[axis] for axis in axes)) for point in cubic])
    assert len(set(map(tuple, found))) == 12
    return np.array(found)


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        numbers = np.arange(PATTERNS)
        cells = np.stack([numbers // 3**cell % 3 for cell in range(HEXAGON)], axis=1)
        self.encoder = Encoder(np.concatenate([cells == 1, cells == 2], axis=1), HEXAGON)
        self.pieces = nn.Parameter(torch.randn(2 * 2 * POINTS, WIDTH) * 0.05)
        # For each owner, size and number of pieces.
        self.hands = nn.Parameter(torch.randn(2, 3, 6, WIDTH) * 0.02)
        self.ways = nn.Parameter(torch.randn(16, WIDTH) * 0.05)
        self.completed = nn.Parameter(torch.full((PHASES, WIDTH), 0.3))
        self.head = Head(PHASES)
        self.handwritten = nn.Parameter(torch.full((PHASES,), 0.9))
        with torch.no_grad():
            self.head.last *= 0.3

    def rows(self):
        """All rows, as the engine computes them."""
        small, medium, large = self.hands.unbind(1)
        hands = (small[:, None, None] + medium[:, None, :, None] + large[:, :, None, None]).reshape(2 * HANDS, WIDTH)
        hexagons = self.encoder().reshape(PIECES, WIDTH)
        return quantise(torch.cat([hexagons, self.pieces, hands, self.ways, self.completed]))

    def forward(self, indices, phases, handwritten):
        total = F.embedding_bag(indices, self.rows(), mode="sum", padding_idx=ROWS)
        return self.head(total, phases) + self.handwritten[phases] * handwritten

    def groups(self):
        """The numbers of the file, in the order in which the engine reads them."""
        yield from self.encoder.groups()
        yield self.pieces
        yield self.hands
        yield self.ways
        yield self.completed
        for phase in range(PHASES):
            yield from self.head.groups(phase)
            yield self.handwritten[phase : phase + 1]


class Data:
    """Positions on the device, turned by random symmetries where asked."""

    def __init__(self, paths, device, score_weight):
        records = np.concatenate([np.fromfile(path, dtype=RECORD) for path in paths])
        self.records, self.device = records, device
        on = lambda array: torch.tensor(array, device=device)
        bits = lambda name: (records[name][:, None] >> np.arange(POINTS) & 1).astype(np.uint8)
        size = 1 + bits("medium") + 2 * bits("large")
        # What each point holds: 0, or 1 to 3 the mover's pieces by size, 4 to 6 the other's.
        self.points = on(bits("own") * size + bits("other") * (size + 3))
        low, high = records["hands"] & 15, records["hands"] >> 4
        number = lambda hand: (hand.astype(np.int64) * [1, 6, 36]).sum(axis=1)
        groups = np.minimum(records["groups"] & 15, 2) * 3 + np.minimum(records["groups"] >> 4, 2)
        self.phases = on(groups.astype(np.int64))
        ways = (records["ways"] & 15) * 4 + (records["ways"] >> 4)
        others = [HAND + number(low), HAND + HANDS + number(high), WAYS + ways.astype(np.int64), GROUPS + groups.astype(np.int64)]
        self.others = on(np.stack(others, axis=1).astype(np.int16))
        self.handwritten = on(records["handwritten"].astype(np.float32) / 400)
        result = on(records["result"] & 15).float() / 2
        share = on(records["share"].astype(np.int32)).float() / 65535
        # What is proven needs no average with how the game went on.
        weight = torch.where(on(records["result"] >= 16), 1.0, score_weight)
        self.target = weight * share + (1 - weight) * result
        self.symmetries = on(symmetries())
        self.hexagons = on(hexagons())
        self.powers = on(3 ** np.arange(HEXAGON))
        self.places = torch.arange(HEXAGON, device=device) * PATTERNS
        # The row of each thing that a point can hold, less the number of the point: none for small pieces.
        first = [ROWS, ROWS, PIECES, PIECES + POINTS, ROWS, PIECES + 2 * POINTS, PIECES + 3 * POINTS]
        table = [[row if row == ROWS else row + point for row in first] for point in range(POINTS)]
        self.pieces = on(np.array(table))
        self.numbers = torch.arange(POINTS, device=device)

    def batch(self, which, turn):
        points = self.points[which].long()
        if turn:
            symmetry = torch.randint(12, (len(which),), device=self.device)
            points = points.gather(1, self.symmetries[symmetry])
        owners = (points + 2) // 3
        patterns = (owners[:, self.hexagons] * self.powers).sum(dim=2)
        indices = torch.cat([patterns + self.places, self.pieces[self.numbers, points], self.others[which].long()], dim=1)
        return (indices, self.phases[which], self.handwritten[which]), self.target[which]

    def describe(self, at):
        """A position for the file of checks, in the notation of the rules: the player to move is the first."""
        record, points = self.records[at], [".", "1S", "1M", "1L", "2S", "2M", "2L"]
        rows = {}
        for (row, _), point in zip(PLACES, self.points[at].tolist()):
            rows[row] = rows.get(row, "") + points[point]
        board = "/".join(rows[row] for row in range(4, -1, -1))
        hands = "/".join("".join(str(hand >> shift & 15) for hand in record["hands"].tolist()) for shift in (0, 4))
        groups = "/".join(str(record["groups"] >> shift & 15) for shift in (0, 4))
        return f"{board} {hands} {groups} 1 - players=2,repetition=3"
