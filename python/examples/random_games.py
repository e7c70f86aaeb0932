"""Random games and their statistics: how long they last and who wins, for all four games.

    python3 random_games.py [PICTURE]
"""

import sys

import matplotlib
import numpy as np

import tabuleiro

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

GAMES = {"yavalath": 20000, "eigenstate": 1000, "sixteen-stone": 400, "epaminondas": 100}


def play(name, count):
    """The lengths and the first player's rewards of at least so many finished games."""
    start = tabuleiro.Game(name).new_initial_state()
    # Each place plays the same number of games: else short games would be counted too often.
    places = min(count, 500)
    env = tabuleiro.VectorEnv(start, places, threads=0, seed=1)
    env.reset()
    lengths, rewards, played = [], [], np.zeros(places, int)
    while played.min() < count // places:
        _, reward, terminated, truncated, info = env.step(env.sample())
        ended = (terminated | truncated) & (played < count // places)
        lengths.append(info["lengths"][ended])  # indexing copies what we keep
        rewards.append(reward[ended, 0])
        played += ended
    return np.concatenate(lengths), np.concatenate(rewards)


def main(picture="random-games.svg"):
    figure, axes = plt.subplots(2, 2, figsize=(9, 6))
    for axis, (name, count) in zip(axes.flat, GAMES.items()):
        lengths, rewards = play(name, count)
        wins = (rewards > 0).mean()
        error = 1.96 * np.sqrt(wins * (1 - wins) / len(rewards))
        # Bins as wide as whole numbers, so that none holds more of them than its neighbours.
        width = max(1, int(lengths.max() - lengths.min()) // 40)
        bins = np.arange(lengths.min(), lengths.max() + width + 1, width) - 0.5
        axis.hist(lengths, bins=bins, color="#0072b2")
        axis.set_title(f"{tabuleiro.Game(name).title}: {len(lengths)} games")
        axis.set_xlabel(
            f"actions (mean {lengths.mean():.1f}); player 1 wins {100 * wins:.1f} ± {100 * error:.1f} %"
        )
        print(f"{name}: {len(lengths)} games, {lengths.mean():.1f} actions, player 1 wins {wins:.3f}")
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None} if picture.endswith("svg") else None)


if __name__ == "__main__":
    main(*sys.argv[1:])
