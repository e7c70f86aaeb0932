"""Trains a net on examples: python3 train/train.py EXAMPLES… --out nets/GAME.net [--epochs N] …

Prints the log loss of the results of held-out games after every epoch and writes it to --log as CSV. The same
examples and seed on the same kind of processor give the same net.
"""

import argparse
import math
import shlex
import sys
import time

import numpy as np
import torch

from examples import Examples
from net import Net


def arguments():
    parser = argparse.ArgumentParser(description="Trains a net on examples of one game.")
    parser.add_argument("examples", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--log")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--search", type=float, default=0.5, help="how much search's opinion counts beside the result")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--pooled", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--made", help="what the net's file says of its making; the command where nothing is said")
    return parser.parse_args()


class Batches:
    """All examples in the memory of the device, given out batch by batch."""

    def __init__(self, examples, device):
        # Every number is below 32,768.
        def tensor(field, kind=np.int16):
            rows = examples.rows
            return torch.from_numpy(rows[field].astype(kind)).to(device) if field in rows.dtype.names else None

        self.device = device
        self.active, self.counts, self.cells = tensor("active"), tensor("counts"), tensor("cells")
        self.result = tensor("result", np.float32) / 2
        self.chance = tensor("chance", np.float32) / 65535

    def at(self, numbers):
        at = torch.from_numpy(numbers).to(self.device)
        counts = None if self.counts is None else self.counts[at].float()
        cells = None if self.cells is None else self.cells[at].long()
        return self.active[at].long(), counts, cells, self.result[at], self.chance[at]


def loss_of(logits, wanted):
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted)


@torch.no_grad()
def held_out_loss(net, batches, numbers, size):
    total = 0.0
    for begin in range(0, len(numbers), size):
        part = numbers[begin : begin + size]
        active, counts, cells, result, _ = batches.at(part)
        total += loss_of(net(active, counts, cells), result).item() * len(part)
    return total / max(1, len(numbers))


def rate_at(step, steps, highest):
    """Rises for the first twentieth, then falls to nothing as a cosine does."""
    warm = max(1, steps // 20)
    if step < warm:
        return highest * (step + 1) / warm
    return highest * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))


def train(wishes, examples):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(wishes.seed)
    order = np.random.default_rng(wishes.seed)
    learn, check = examples.split()
    net = Net(examples.sizes, wishes.hidden, wishes.pooled).to(device)
    optimiser = torch.optim.Adam(net.parameters(), lr=wishes.rate)
    batches = Batches(examples, device)
    steps_of_epoch = max(1, len(learn) // wishes.batch)
    log = ["epoch,training,held_out"]
    print(f"{len(learn)} examples to learn from, {len(check)} held out, on {device}", flush=True)
    begun = time.time()
    for epoch in range(wishes.epochs):
        mixed = order.permutation(learn)
        total = torch.zeros((), device=device)
        for i in range(steps_of_epoch):
            step = epoch * steps_of_epoch + i
            for group in optimiser.param_groups:
                group["lr"] = rate_at(step, wishes.epochs * steps_of_epoch, wishes.rate)
            active, counts, cells, result, chance = batches.at(mixed[i * wishes.batch : (i + 1) * wishes.batch])
            loss = loss_of(net(active, counts, cells), wishes.search * chance + (1 - wishes.search) * result)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            net.keep_in_range()
            total += loss.detach()
        kept = held_out_loss(net, batches, check, wishes.batch)
        log.append(f"{epoch + 1},{total.item() / steps_of_epoch:.5f},{kept:.5f}")
        print(f"epoch {epoch + 1}: training {total.item() / steps_of_epoch:.4f}, held-out {kept:.4f}, {time.time() - begun:.0f} s", flush=True)
    return net, log


def main():
    wishes = arguments()
    examples = Examples(wishes.examples)
    net, log = train(wishes, examples)
    made = wishes.made or "python3 train/train.py " + " ".join(shlex.quote(word) for word in sys.argv[1:])
    with open(wishes.out, "wb") as file:
        file.write(net.to_bytes(examples.sizes["game"], made))
    if wishes.log:
        with open(wishes.log, "w", encoding="ascii") as file:
            file.write("\n".join(log) + "\n")


if __name__ == "__main__":
    main()
