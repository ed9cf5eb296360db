"""What the networks of all games have in common: rows from an encoder, the layers behind the sum of rows, the file.

src/network/ has the same in the engine.
"""

import math
import struct

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

WIDTH, FIRST, SECOND = 64, 8, 16
HIDDEN, CODE = 128, 64
# The engine keeps a row in 8 bits: numbers of up to 127 units of 1/181.
UNIT = 181
LARGEST = 127 / UNIT


class Encoder(nn.Module):
    """The rows of all patterns of one part of a board, at each place."""

    def __init__(self, inputs, places):
        super().__init__()
        self.hidden = nn.Linear(inputs.shape[1], HIDDEN)
        self.code = nn.Linear(HIDDEN, CODE)
        self.places = nn.Parameter(torch.randn(places, CODE, WIDTH) * 0.1)
        self.bias = nn.Parameter(torch.zeros(places, WIDTH))
        self.register_buffer("inputs", torch.tensor(inputs, dtype=torch.float32))

    def forward(self):
        code = F.relu(self.code(F.relu(self.hidden(self.inputs))))
        return torch.einsum("tc,pcw->ptw", code, self.places) + self.bias[:, None]

    def groups(self):
        yield self.hidden.weight.T
        yield self.hidden.bias
        yield self.code.weight.T
        yield self.code.bias
        for place, bias in zip(self.places, self.bias):
            yield place
            yield bias


def quantise(rows):
    """The rows as the engine has them, and one of zeros. Gradients are those of exact rows."""
    none = torch.zeros(1, WIDTH, device=rows.device)
    rows = torch.cat([rows, none]).clamp(-LARGEST, LARGEST)
    return rows + (torch.round(rows * UNIT) / UNIT - rows).detach()


class Head(nn.Module):
    """The layers behind the sum of rows, once for each phase."""

    def __init__(self, phases):
        super().__init__()
        self.first = nn.Parameter(torch.randn(phases, WIDTH, FIRST) * (1 / math.sqrt(WIDTH)))
        self.first_bias = nn.Parameter(torch.full((phases, FIRST), 0.2))
        self.second = nn.Parameter(torch.randn(phases, FIRST, SECOND) * (1 / math.sqrt(FIRST)))
        self.second_bias = nn.Parameter(torch.full((phases, SECOND), 0.2))
        self.last = nn.Parameter(torch.randn(phases, SECOND) * (1 / math.sqrt(SECOND)))
        self.last_bias = nn.Parameter(torch.zeros(phases))
        with torch.no_grad():
            for weights in (self.first, self.second, self.last):
                weights[:] = weights[:1]

    def forward(self, total, phases):
        x = total.clamp(0, 1) ** 2
        # All phases are computed, and one is taken.
        take = phases[:, None, None]
        x = (torch.einsum("bw,pwf->bpf", x, self.first) + self.first_bias).clamp(0, 1)
        x = x.gather(1, take.expand(-1, 1, FIRST))[:, 0]
        x = (torch.einsum("bf,pfs->bps", x, self.second) + self.second_bias).clamp(0, 1)
        x = x.gather(1, take.expand(-1, 1, SECOND))[:, 0]
        return (x * self.last[phases]).sum(dim=1) + self.last_bias[phases]

    @torch.no_grad()
    def clip(self):
        """Keeps the weights within what the engine can compute with."""
        self.first.clamp_(-3.99, 3.99)

    def groups(self, phase):
        yield self.first[phase].T
        yield self.first_bias[phase]
        yield self.second[phase]
        yield self.second_bias[phase]
        yield self.last[phase]
        yield self.last_bias[phase : phase + 1]


def export(groups, version, path):
    """Writes the numbers of a network to its file."""
    data = b"TROISNET" + struct.pack("<I", version)
    for group in groups:
        numbers = group.detach().float().cpu().numpy().ravel()
        scale = np.float32(max(np.abs(numbers).max(), 1e-6) / 32767)
        data += struct.pack("<fI", scale, len(numbers)) + np.round(numbers / scale).astype("<i2").tobytes()
    checksum = 0xCBF29CE484222325
    for byte in data:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    with open(path, "wb") as file:
        file.write(data + struct.pack("<Q", checksum))
