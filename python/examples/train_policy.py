"""A small policy learns Yavalath (four cells a side) from games against itself, with numpy alone.

    python3 train_policy.py [PICTURE [ROUNDS]]

One hidden layer; what was done in games that were won becomes likelier (REINFORCE).
"""

import sys

import matplotlib
import numpy as np

import tabuleiro

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

GAME = tabuleiro.Game("yavalath", size=4, swap=False)
PLACES, STEPS, HIDDEN, RATE = 512, 64, 128, 0.002
rng = np.random.default_rng(5)


class Policy:
    """Numbers for the actions of a position, from its planes, and Adam to make them better."""

    def __init__(self):
        inputs = int(np.prod(GAME.observation_tensor_shape()))
        actions = GAME.num_distinct_actions()
        self.weights = [
            rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.01, (HIDDEN, actions)).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def probabilities(self, planes, mask):
        hidden = np.maximum(planes @ self.weights[0] + self.weights[1], 0)
        logits = np.where(mask, hidden @ self.weights[2] + self.weights[3], -1e9)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True), hidden

    def choose(self, planes, mask):
        shares, _ = self.probabilities(planes, mask)
        noise = rng.gumbel(size=shares.shape).astype(np.float32)
        return np.argmax(np.where(mask, np.log(shares + 1e-9) + noise, -np.inf), axis=1)

    def learn(self, planes, mask, actions, advantages):
        shares, hidden = self.probabilities(planes, mask)
        slope = shares * advantages[:, None]
        slope[np.arange(len(actions)), actions] -= advantages
        slope /= len(actions)
        back = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [planes.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)]
        self.updates += 1
        for w, s, m, v in zip(self.weights, slopes, self.first, self.second):
            m += 0.1 * (s - m)
            v += 0.001 * (s * s - v)
            w -= RATE * (m / (1 - 0.9**self.updates)) / (
                np.sqrt(v / (1 - 0.999**self.updates)) + 1e-8
            )


def flat(observations):
    return observations.reshape(len(observations), -1).astype(np.float32)


def games_against_itself(policy, env):
    """What was seen and done in finished games, and what it brought to whoever did it."""
    seen, masks, done, movers, rewards, ended = [], [], [], [], [], []
    for _ in range(STEPS):
        seen.append(flat(env.observations))
        masks.append(env.action_mask.copy())
        movers.append(env.to_play.astype(int))
        done.append(policy.choose(seen[-1], masks[-1]))
        _, reward, terminated, _, _ = env.step(done[-1])
        rewards.append(reward.copy())
        ended.append(terminated.copy())
    # Backwards: each action is worth what its game brought to its player in the end.
    worth, known = np.zeros((PLACES, 2), np.float32), np.zeros(PLACES, bool)
    values, counts = [], []
    for t in reversed(range(STEPS)):
        worth[ended[t]] = rewards[t][ended[t]]
        known |= ended[t]
        values.append(worth[np.arange(PLACES), movers[t]])
        counts.append(known.copy())
    keep = np.concatenate(counts[::-1])
    columns = (seen, masks, done, values[::-1])
    return [np.concatenate(column)[keep] for column in columns]


def share_against_random(policy, games=1000):
    """The share of the points against random actions, both sides alike."""
    env = tabuleiro.VectorEnv(GAME.new_initial_state(), games, threads=0, seed=9)
    env.reset()
    side = np.arange(games) % 2
    points, open_games = np.zeros(games), np.ones(games, bool)
    while open_games.any():
        chosen = policy.choose(flat(env.observations), env.action_mask)
        actions = np.where(env.to_play == side, chosen, env.sample()).astype(np.int32)
        _, rewards, terminated, _, _ = env.step(actions)
        ended = terminated & open_games
        points[ended] = rewards[ended, side[ended]] / 2 + 0.5
        open_games &= ~terminated
    return points.mean()


def main(picture="train-policy.svg", rounds="100"):
    policy = Policy()
    env = tabuleiro.VectorEnv(GAME.new_initial_state(), PLACES, threads=0, seed=3)
    env.reset()
    when, shares = [], []
    for turn in range(int(rounds) + 1):
        if turn % 5 == 0:
            when.append(turn)
            shares.append(share_against_random(policy))
            print(f"round {turn}: {100 * shares[-1]:.1f} % against random", flush=True)
        policy.learn(*games_against_itself(policy, env))
    figure, axis = plt.subplots(figsize=(7, 4))
    axis.plot(when, 100 * np.array(shares), "o-", color="#d55e00")
    axis.axhline(50, color="#888", linewidth=1)
    axis.set_xlabel(f"rounds of {PLACES * STEPS} actions")
    axis.set_ylabel("points against random, %")
    axis.set_title("Yavalath, four cells a side: a policy that learns by itself")
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None} if picture.endswith("svg") else None)
    return shares


if __name__ == "__main__":
    main(*sys.argv[1:])
