"""The network of Super Morpion: src/knowledge/super_morpion/network/mod.rs describes it."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from network import WIDTH, Encoder, Head, quantise

PATTERNS = 3**9
STRIDE = PATTERNS + 3
SENT = 9 * STRIDE
SENT_PLACE = SENT + PATTERNS
ROWS = SENT_PLACE + 10
PHASES = 4
VERSION = 2
# A position: see generate/super_morpion.rs.
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


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        board = cells()
        self.encoder = Encoder(np.concatenate([board == 1, board == 2], axis=1), 10)
        self.closed = nn.Parameter(torch.randn(9, 3, WIDTH) * 0.05)
        self.sent_place = nn.Parameter(torch.full((10, WIDTH), 0.3))
        self.head = Head(PHASES)

    def rows(self):
        """All rows, as the engine computes them."""
        boards = self.encoder()
        places = torch.cat([boards[:9], self.closed], dim=1).reshape(9 * STRIDE, WIDTH)
        return quantise(torch.cat([places, boards[9], self.sent_place]))

    def forward(self, indices, phases):
        return self.head(F.embedding_bag(indices, self.rows(), mode="sum", padding_idx=ROWS), phases)

    def groups(self):
        """The numbers of the file, in the order in which the engine reads them."""
        yield from self.encoder.groups()
        yield self.closed
        yield self.sent_place
        for phase in range(PHASES):
            yield from self.head.groups(phase)


class Data:
    """Positions on the device, turned by random symmetries where asked."""

    def __init__(self, paths, device, score_weight):
        records = np.concatenate([np.fromfile(path, dtype=RECORD) for path in paths])
        self.device = device
        self.boards = torch.tensor(records["boards"].astype(np.int16), device=device)
        self.sent = torch.tensor(records["sent"], device=device)
        result = torch.tensor(records["result"], device=device).float() / 2
        share = torch.tensor(records["share"].astype(np.int32), device=device).float() / 65535
        # What is proven needs no average with how the game went on.
        proven = torch.tensor(records["kind"] == 1, device=device)
        weight = torch.where(proven, 1.0, score_weight)
        self.target = weight * share + (1 - weight) * result
        places, tables = symmetries()
        self.places = torch.tensor(places, device=device)
        self.tables = torch.tensor(tables, device=device)
        inverse = np.argsort(places, axis=1)
        free = np.full((8, 1), 9)
        self.sent_after = torch.tensor(np.concatenate([inverse, free], axis=1), device=device)
        self.offsets = torch.arange(9, device=device) * STRIDE

    def batch(self, which, turn):
        boards, sent = self.boards[which].long(), self.sent[which].long()
        if turn:
            symmetry = torch.randint(8, (len(which),), device=self.device)
            boards = self.tables[symmetry[:, None], boards.gather(1, self.places[symmetry])]
            sent = self.sent_after[symmetry, sent]
        phases = ((boards >= PATTERNS).sum(dim=1) // 2).clamp(max=PHASES - 1)
        pattern = torch.cat([boards, torch.full_like(sent[:, None], ROWS - SENT)], dim=1).gather(1, sent[:, None])
        indices = torch.cat([boards + self.offsets, SENT + pattern, SENT_PLACE + sent[:, None]], dim=1)
        return (indices, phases), self.target[which]

    def describe(self, at):
        """A position for the file of checks."""
        return " ".join(str(code) for code in self.boards[at].tolist()) + f" {self.sent[at].item()}"
