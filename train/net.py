"""The net as src/eval/net.cc computes it, in floating point, and the file that it is kept in."""

import hashlib
import json

import torch
from torch import nn

# As in src/eval/net.h.
FIRST_SCALE, PATTERN_SCALE, WEIGHT_SCALE, VALUE_SCALE, POOLED_UNIT = 4096, 256, 256, 512, 8
INT16 = 32767


class Rows(torch.autograd.Function):
    """Rows of a table, chosen by numbers. Adding up the gradients of few rows used often is quicker so."""

    @staticmethod
    def forward(context, table, numbers):
        context.save_for_backward(numbers)
        context.rows = table.shape[0]
        return table[numbers]

    @staticmethod
    def backward(context, gradient):
        (numbers,) = context.saved_tensors
        total = torch.zeros(context.rows, gradient.shape[-1], device=gradient.device)
        return total.index_add_(0, numbers.flatten(), gradient.flatten(0, -2)), None


class Net(nn.Module):
    def __init__(self, sizes, hidden=64, pooled=16, second=16):
        super().__init__()
        self.sizes, self.hidden, self.second = sizes, hidden, second
        self.pooled = pooled if sizes["patterns"] > 0 else 0
        inputs = sizes["active"] + sizes["counted"]
        self.first = nn.Parameter(torch.randn(inputs, hidden) * 0.05)
        self.first_bias = nn.Parameter(torch.full((hidden,), 0.2))
        self.direct = nn.Parameter(torch.zeros(inputs))
        if self.pooled:
            self.patterns = nn.Parameter(torch.randn(sizes["patterns"], pooled) * 0.1)
        wide = hidden + self.pooled
        self.second_layer = nn.Linear(wide, second)
        nn.init.normal_(self.second_layer.weight, std=(2 / wide) ** 0.5)
        nn.init.constant_(self.second_layer.bias, 0.1)
        self.third_layer = nn.Linear(second, 1)
        nn.init.zeros_(self.third_layer.bias)

    def forward(self, active, counts, cells):
        """The logit of the chance of the player to move."""
        none = torch.zeros(1, self.hidden, device=active.device)  # what fills a list up
        table = torch.cat([self.first[: self.sizes["active"]], none])
        sums = nn.functional.embedding_bag(active, table, mode="sum") + self.first_bias
        direct_table = torch.cat([self.direct[: self.sizes["active"]], none[0, :1]]).unsqueeze(1)
        direct = nn.functional.embedding_bag(active, direct_table, mode="sum").squeeze(1)
        if counts is not None:
            sums = sums + counts @ self.first[self.sizes["active"] :]
            direct = direct + counts @ self.direct[self.sizes["active"] :]
        values = sums.clamp(0, 1)
        if self.pooled:
            around = Rows.apply(self.patterns, cells).sum(2).clamp(0, 1)
            values = torch.cat([values, around.sum(1) / POOLED_UNIT], 1)
        return self.third_layer(self.second_layer(values).clamp(0, 1)).squeeze(1) + direct

    @torch.no_grad()
    def keep_in_range(self):
        """No number may be larger than its sixteen bits hold."""
        self.first.clamp_(-7.9, 7.9)
        self.direct.clamp_(-7.9, 7.9)
        if self.pooled:
            self.patterns.clamp_(-30, 30)
        self.second_layer.weight.clamp_(-30, 30)
        self.third_layer.weight.clamp_(-100, 100)

    @torch.no_grad()
    def to_bytes(self, game, made):
        def whole(values, scale, bits):
            numbers = torch.round(values.detach().double().cpu() * scale)
            assert numbers.abs().max() < 2 ** (bits - 1), "a number is too large"
            return numbers.to(torch.int32 if bits == 32 else torch.int16).numpy().tobytes()

        header = {
            "game": game,
            "active": self.sizes["active"],
            "counted": self.sizes["counted"],
            "patterns": self.sizes["patterns"],
            "hidden": self.hidden,
            "pooled": self.pooled,
            "second": self.second,
            "made": made,
        }
        both = VALUE_SCALE * WEIGHT_SCALE
        content = b"tabuleiro net 1\n" + json.dumps(header).encode() + b"\n"
        content += whole(self.first_bias, FIRST_SCALE, 32)
        content += whole(self.first, FIRST_SCALE, 16)
        content += whole(self.direct, FIRST_SCALE, 16)
        if self.pooled:
            content += whole(self.patterns, PATTERN_SCALE, 16)
        content += whole(self.second_layer.bias, both, 32)
        content += whole(self.second_layer.weight.t().contiguous(), WEIGHT_SCALE, 16)
        content += whole(self.third_layer.bias, both, 32)
        content += whole(self.third_layer.weight, WEIGHT_SCALE, 16)
        return content + hashlib.sha256(content).digest()
