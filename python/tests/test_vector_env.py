"""The vector environment is the games of History, stepped together."""

import os
import threading
import unittest

import numpy as np

import tabuleiro

STEPS = {"full": 600, "long": 5000}.get(os.environ.get("TABULEIRO_TEST_TIER"), 250)
GAMES = [
    ("yavalath", {}),
    ("yavalath", {"size": 3}),
    ("yavalath", {"players": 3}),
    ("yavalath", {"size": 6, "swap": False}),
    ("eigenstate", {}),
    ("sixteen-stone", {}),
    ("sixteen-stone", {"size": 10, "capture": "optional"}),
    ("epaminondas", {"rules": "crossings"}),
]


class VectorEnvs(unittest.TestCase):
    def follow(self, name, options):
        """Plays random steps and compares every array with what the histories say."""
        start = tabuleiro.Game(name, **options).new_initial_state()
        env = tabuleiro.VectorEnv(start, 3, seed=11, max_actions=120)
        observations, info = env.reset()
        histories = [tabuleiro.History(start) for _ in range(3)]
        ended = 0
        for _ in range(STEPS):
            actions = env.sample()
            again, rewards, terminated, truncated, info = env.step(actions)
            self.assertIs(again, again)
            for i, history in enumerate(histories):
                history.apply_action(int(actions[i]))
                over = history.is_terminal()
                self.assertEqual(bool(terminated[i]), over)
                self.assertEqual(bool(truncated[i]), not over and len(history) >= 120)
                expected = history.returns() if over else [0.0] * start.game.num_players()
                self.assertEqual(rewards[i].tolist(), expected)
                if terminated[i] or truncated[i]:
                    self.assertEqual(info["lengths"][i], len(history))
                    histories[i] = history = tabuleiro.History(start)
                    ended += 1
                state = history.state
                self.assertTrue((observations[i] == state.observation_tensor()).all())
                self.assertTrue((info["action_mask"][i] == state.legal_actions_mask()).all())
                self.assertEqual(info["to_play"][i], state.current_player())
                self.assertEqual(env.state(i), state)
        self.assertGreater(ended, 0)

    def test_games_are_those_of_histories(self):
        for name, options in GAMES:
            with self.subTest(name, **options):
                self.follow(name, options)

    def follow_ends(self, name, options):
        """What is kept of games that ended is what their histories came to."""
        start = tabuleiro.Game(name, **options).new_initial_state()
        env = tabuleiro.VectorEnv(start, 3, seed=11, max_actions=120, final_observations=True)
        _, info = env.reset()
        self.assertFalse(info["_final_observation"].any())
        histories = [tabuleiro.History(start) for _ in range(3)]
        terminations = 0
        for _ in range(STEPS):
            actions = env.sample()
            observations, _, terminated, truncated, info = env.step(actions)
            ended = info["_final_observation"]
            self.assertTrue((ended == (terminated | truncated)).all())
            self.assertTrue((ended == info["_final_info"]).all())
            for i, history in enumerate(histories):
                history.apply_action(int(actions[i]))
                if not ended[i]:
                    continue
                last = history.state
                kept = info["final_info"]
                self.assertTrue((info["final_observation"][i] == last.observation_tensor()).all())
                self.assertTrue((observations[i] == start.observation_tensor()).all())
                self.assertFalse(np.shares_memory(observations, info["final_observation"]))
                terminations += int(terminated[i])
                if terminated[i]:
                    self.assertFalse(kept["action_mask"][i].any())
                else:
                    self.assertTrue((kept["action_mask"][i] == last.legal_actions_mask()).all())
                    self.assertEqual(kept["to_play"][i], last.current_player())
                histories[i] = tabuleiro.History(start)
        return terminations

    def test_games_that_ended_can_be_seen(self):
        terminations = 0
        for name, options in GAMES:
            with self.subTest(name, **options):
                terminations += self.follow_ends(name, options)
        self.assertGreater(terminations, 10)

    def test_who_does_not_ask_has_no_final_observations(self):
        env = tabuleiro.VectorEnv(tabuleiro.Game("yavalath").new_initial_state(), 2)
        _, info = env.reset()
        self.assertEqual(set(info), {"action_mask", "to_play", "lengths"})

    def test_random_games_are_playouts(self):
        """Game i with seed s is the playout with seed s + i."""
        for name in ("yavalath", "sixteen-stone"):
            start = tabuleiro.Game(name).new_initial_state()
            env = tabuleiro.VectorEnv(start, 64, seed=100)
            env.reset()
            outcome = {}
            for _ in range(2100):
                _, rewards, terminated, truncated, info = env.step(env.sample())
                for i in np.flatnonzero(terminated | truncated):
                    outcome.setdefault(int(i), (rewards[i].tolist(), int(info["lengths"][i])))
                if len(outcome) == 64:
                    break
            self.assertEqual(len(outcome), 64)
            same = 0
            for i, (rewards, length) in outcome.items():
                playout = start.playouts(1, seed=100 + i, wide=False)
                if playout["actions"] != length:  # a draw that only a history knows
                    self.assertEqual(rewards, [0.0, 0.0])
                    continue
                wins = playout["wins"]
                self.assertEqual(rewards, [wins[0] - wins[1] + 0.0, wins[1] - wins[0] + 0.0])
                same += 1
            self.assertGreater(same, 50)

    def test_threads_do_not_change_games(self):
        start = tabuleiro.Game("yavalath").new_initial_state()
        envs = [tabuleiro.VectorEnv(start, 1000, threads=t, seed=3) for t in (1, 3)]
        for _ in range(80):
            steps = [env.step(env.sample()) for env in envs]
            for a, b in zip(steps[0][:4], steps[1][:4]):
                self.assertTrue((a == b).all())

    def test_arrays_stay_where_they_are(self):
        env = tabuleiro.VectorEnv(tabuleiro.Game("yavalath").new_initial_state(), 8)
        observations, info = env.reset()
        place = observations.__array_interface__["data"]
        again, rewards, _, _, info2 = env.step(env.sample())
        self.assertEqual(again.__array_interface__["data"], place)
        self.assertTrue(np.shares_memory(info["action_mask"], info2["action_mask"]))
        self.assertTrue(np.shares_memory(observations, env.observations))
        del env
        self.assertEqual(observations.sum(), observations.sum())

    def test_scribbling_over_arrays_harms_nobody(self):
        """What is legal is not read from arrays that others may write to."""
        for name in tabuleiro.games():
            env = tabuleiro.VectorEnv(tabuleiro.Game(name).new_initial_state(), 4)
            env.action_mask[:] = True
            env.observations[:] = 77
            with self.assertRaises(tabuleiro.Error):
                env.step([env.game.num_distinct_actions() - 1] * 3 + [-1])
            for _ in range(50):
                env.step(env.sample())

    def test_two_threads_of_python_may_share_one(self):
        env = tabuleiro.VectorEnv(tabuleiro.Game("yavalath").new_initial_state(), 512, threads=2)
        errors = []

        def play():
            try:
                for _ in range(200):
                    try:
                        env.step(env.sample().copy())
                    except tabuleiro.Error:
                        pass  # the other one stepped in between
            except Exception as error:  # whatever else it is
                errors.append(error)

        threads = [threading.Thread(target=play) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])


    def test_actions_that_change_meanwhile(self):
        """Another thread writes into the actions of a step under way."""
        env = tabuleiro.VectorEnv(tabuleiro.Game("yavalath").new_initial_state(), 2000)
        actions = env.sample().copy()
        done = threading.Event()

        def scribble():
            while not done.is_set():
                actions[:] = 2**31 - 1
                np.copyto(actions, 5)

        other = threading.Thread(target=scribble)
        other.start()
        refused = 0
        for _ in range(300):
            try:
                env.step(actions)
            except tabuleiro.Error:
                refused += 1
        done.set()
        other.join()
        self.assertGreater(refused, 0)
        env.step(env.sample())


if __name__ == "__main__":
    unittest.main()
