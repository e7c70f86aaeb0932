#!/usr/bin/env python3
"""Draws what is known of openings: swap_map.py SIZE <OUTPUT >docs/swap-map-SIZE.svg

OUTPUT is what `tabuleiro solve yavalath --opening all` prints: one line an opening,
"CELL: win|loss|draw|open; N of M replies win …", other lines are left aside. An opening that comes
twice counts with its later line, so that results of several runs can be put together.
"""
import re
import sys

COLOURS = {"win": "#6b3fa0", "loss": "#d55e00", "draw": "#56b4e9", "open": "#e9e0cd"}
UNIT = 44


def cells(size):
    """Name, x, y and class (the same for symmetric cells) of every cell."""
    for row in range(2 * size - 1):
        length = 2 * size - 1 - abs(row - size + 1)
        for column in range(length):
            y = row - size + 1
            x = column - (length - 1) / 2
            q = x - y / 2
            cube = sorted(abs(c) for c in (q, y, -q - y))
            yield chr(ord("a") + row) + str(column + 1), x, y, tuple(round(c) for c in cube)


def read(lines):
    known = {}
    for line in lines:
        found = re.match(r"([a-k]\d+): (win|loss|draw|open); (\d+) of (\d+) ", line)
        if found:
            cell, value, won, replies = found.groups()
            known[cell] = (value, int(won), int(replies))
    return known


def draw(size, known):
    board = list(cells(size))
    classes = {kind: known[name] for name, _, _, kind in board if name in known}
    width, height = (2 * size - 1) * UNIT + 20, (2 * size - 1) * UNIT * 0.87 + 34
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-width / 2:.0f} {-height / 2:.0f} '
          f'{width:.0f} {height:.0f}" font-family="sans-serif" font-size="11" text-anchor="middle">')
    print(f'<title>Openings of size {size}: proven wins of the first player, and how many replies '
          f'to the others are proven</title>')
    corners = [(0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5)]
    for name, x, y, kind in board:
        cx, cy = x * UNIT, -y * UNIT * 0.866
        value, won, replies = classes.get(kind, ("open", 0, 0))
        points = " ".join(f"{cx + UNIT * 0.56 * a:.1f},{cy + UNIT * 0.56 * b:.1f}" for a, b in corners)
        ink = "#ffffff" if value == "win" else "#262626"
        words = value if value != "open" else f"{won}/{replies}"
        print(f'<polygon points="{points}" fill="{COLOURS[value]}" stroke="#8a7a5c"/>'
              f'<text x="{cx:.1f}" y="{cy - 2:.1f}" fill="{ink}" font-weight="bold">{name}</text>'
              f'<text x="{cx:.1f}" y="{cy + 11:.1f}" fill="{ink}">{words}</text>')
    print("</svg>")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("3", "4", "5", "6"):
        sys.exit("usage: swap_map.py SIZE <OUTPUT")
    draw(int(sys.argv[1]), read(sys.stdin))
