"""Reads files of examples, as `tabuleiro selfplay GAME --examples FILE` writes them (docs/learning.md)."""

import json

import numpy as np

MAGIC = b"tabuleiro examples 1\n"
HELD_OUT_EVERY = 20  # of so many games one is kept for checking


class Examples:
    """What a net looks at in many positions, how their games ended, and what search thought."""

    def __init__(self, paths):
        self.sizes = None
        parts = []
        for path in paths:
            parts.append(self.read(path))
        self.rows = parts[0] if len(parts) == 1 else np.concatenate(parts)

    def read(self, path):
        with open(path, "rb") as file:
            if file.readline() != MAGIC:
                raise SystemExit(f"{path} holds no examples")
            sizes = json.loads(file.readline())
            start = file.tell()
        if self.sizes not in (None, sizes):
            raise SystemExit(f"{path} holds examples of another game")
        self.sizes = sizes
        fields = [
            ("game", "<u4"),
            ("result", "<u2"),
            ("chance", "<u2"),
            ("active", "<u2", (sizes["max_active"],)),
            ("counts", "<i2", (sizes["counted"],)),
            ("cells", "<u2", (sizes["cells"], sizes["patterns_of_cell"])),
        ]
        kept = [field for field in fields if len(field) < 3 or 0 not in field[2]]
        return np.memmap(path, dtype=np.dtype(kept), mode="r", offset=start)

    def __len__(self):
        return len(self.rows)

    def split(self):
        """The numbers of the examples to learn from, and of those of held-out games (hence openings)."""
        held_out = self.rows["game"] % HELD_OUT_EVERY == 0
        return np.flatnonzero(~held_out), np.flatnonzero(held_out)
