"""A match between two players of the engine, every opening once on either side.

    python3 engine_match.py [PICTURE [GAMES [ONE OTHER]]]
"""

import math
import random
import sys

import matplotlib

import tabuleiro

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def opening(game, seed):
    """Two random actions, the same for both games of a pair."""
    history = tabuleiro.History(game.new_initial_state())
    choice = random.Random(seed)
    for _ in range(2):
        history.apply_action(choice.choice(history.state.legal_actions()))
    return history


def play(history, seats):
    while not history.is_terminal() and len(history) < 400:
        for action in seats[history.current_player()].think(history):
            history.apply_action(action)
    return history


def main(picture="engine-match.svg", games="40", one="level:4", other="classic"):
    game = tabuleiro.Game("yavalath", swap=False)
    players = [tabuleiro.Player(one, seed=1, hash_mb=8), tabuleiro.Player(other, seed=2, hash_mb=8)]
    points, lengths = [], []
    for number in range(int(games)):
        side = number % 2
        seats = players if side == 0 else players[::-1]
        history = play(opening(game, number // 2), seats)
        points.append(history.returns()[side] / 2 + 0.5)
        lengths.append(len(history))
    mean = sum(points) / len(points)
    spread = math.sqrt(sum((p - mean) ** 2 for p in points) / len(points))
    print(f"{one} against {other}: {sum(points):g} of {len(points)} points")
    total, line = 0.0, []
    for point in points:
        total += point - 0.5
        line.append(total)
    figure, axis = plt.subplots(figsize=(7, 4))
    axis.step(range(1, len(line) + 1), line, where="mid", color="#009e73")
    axis.axhline(0, color="#888", linewidth=1)
    axis.set_xlabel("games")
    axis.set_ylabel(f"points of {one} above half")
    axis.set_title(
        f"{one} against {other}: {100 * mean:.0f} ± {196 * spread / math.sqrt(len(points)):.0f} %, "
        f"{sum(lengths) / len(lengths):.0f} actions a game"
    )
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None} if picture.endswith("svg") else None)
    return mean


if __name__ == "__main__":
    main(*sys.argv[1:])
