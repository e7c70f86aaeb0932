"""Draws what train.py logs: python3 train/draw_loss.py LOSS.csv [--title WORDS] >LOSS.svg

Plain SVG, so that the same figures give the same bytes.
"""

import argparse
import csv
import math
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 260, 56, 12, 30, 40
SERIES = (("training", "#0072b2", "what is learned"), ("held_out", "#d55e00", "results of held-out games"))


def steps_between(low, high):
    """Four to eight round numbers."""
    step = 10 ** math.floor(math.log10(max(high - low, 1e-9)))
    for divisor in (1, 2, 5, 10):
        if (high - low) * divisor / step >= 4:
            step /= divisor
            break
    first = math.ceil(low / step - 1e-9)
    return [round((first + i) * step, 6) for i in range(int((high - low) / step + 1e-9) + 1) if (first + i) * step <= high + 1e-9]


def draw(rows, title):
    epochs = [int(row["epoch"]) for row in rows]
    values = [float(row[key]) for row in rows for key, _, _ in SERIES]
    low, high = min(values) - 0.003, max(values) + 0.003

    def x(epoch):
        return LEFT + (WIDTH - LEFT - RIGHT) * (epoch - epochs[0]) / max(1, epochs[-1] - epochs[0])

    def y(value):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">'
    yield f"<title>{escape(title)}: log loss after every epoch</title>"
    yield "<style>text{font:12px sans-serif;fill:#222}.rule{stroke:#ddd}.line{fill:none;stroke-width:2}</style>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    yield f'<text x="{LEFT}" y="18" font-weight="600">{escape(title)}, log loss</text>'
    for value in steps_between(low, high):
        yield f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        yield f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.3f}</text>'
    for epoch in epochs:
        if epoch == 1 or epoch % 2 == 0:
            yield f'<text x="{x(epoch):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{epoch}</text>'
    yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">epoch</text>'
    for i, (key, colour, name) in enumerate(SERIES):
        points = " ".join(f"{x(epoch):.1f},{y(float(row[key])):.1f}" for epoch, row in zip(epochs, rows))
        yield f'<polyline class="line" stroke="{colour}" points="{points}"/>'
        yield f'<text x="{WIDTH - RIGHT}" y="{TOP + 14 + 16 * i}" text-anchor="end" style="fill:{colour}">{name}</text>'
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser(description="Draws the loss of a training run.")
    parser.add_argument("log")
    parser.add_argument("--title", default="")
    wishes = parser.parse_args()
    with open(wishes.log, newline="", encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    if not rows:
        raise SystemExit(f"{wishes.log} holds no epochs")
    print("\n".join(draw(rows, wishes.title)))


if __name__ == "__main__":
    main()
