"""Whatever is passed: an exception with words, never a crash, and nothing is lost."""

import os
import random
import unittest

import numpy as np

import tabuleiro

ROUNDS = {"full": 6000, "long": 200_000}.get(os.environ.get("TABULEIRO_TEST_TIER"), 2500)


def anything(rng):
    """A value that somebody may pass by mistake."""
    return rng.choice(
        [
            lambda: rng.randrange(-5, 130),
            lambda: rng.choice([-1, 2**31 - 1, 2**31, 2**63, -(2**63), 2**64, 10**30, -(10**30)]),
            lambda: rng.choice(["", "e5", "a1-b2", "swap", "end", "\0", "é", "x" * 5000, "\udcff"]),
            lambda: "".join(chr(rng.randrange(1, 300)) for _ in range(rng.randrange(12))),
            lambda: rng.choice([None, True, False, 1.5, float("nan"), b"e5", [], {}, object()]),
            lambda: [rng.randrange(-3, 70) for _ in range(rng.randrange(6))],
            lambda: np.array(rng.choice([[1], [[1, 2]], [1.5], ["a"], [2**40]])),
            lambda: np.int64(rng.randrange(-3, 70)),
            lambda: rng.choice([int, tabuleiro, tabuleiro.Game("yavalath")]),
            lambda: tabuleiro.Game("eigenstate").new_initial_state(),
        ]
    )()


EXPECTED = (TypeError, ValueError, OverflowError, MemoryError, AttributeError)


class Fuzz(unittest.TestCase):
    def call(self, function, *args, **kwargs):
        """True where it went well."""
        try:
            function(*args, **kwargs)
            return True
        except EXPECTED as error:
            self.assertTrue(str(error) or isinstance(error, MemoryError))
            return False

    def test_games(self):
        rng = random.Random(1)
        for _ in range(ROUNDS):
            self.call(tabuleiro.Game, anything(rng), **{rng.choice(["size", "swap", "x"]): anything(rng)})
            self.call(tabuleiro.Game("yavalath").parse, anything(rng))
            self.call(tabuleiro.read_records, anything(rng))

    def test_states_and_histories(self):
        rng = random.Random(2)
        takers = ["apply_action", "after", "action_to_string", "string_to_action", "words", "transformed"]
        for name in tabuleiro.games():
            state = tabuleiro.Game(name).new_initial_state()
            history = tabuleiro.History(state)
            for _ in range(ROUNDS // 4):
                if state.is_terminal() or history.is_terminal():
                    state = tabuleiro.Game(name).new_initial_state()
                    history = tabuleiro.History(state)
                before = state.text
                taker = rng.choice(takers)
                went_well = self.call(getattr(state, taker), anything(rng))
                if not went_well or taker != "apply_action":
                    self.assertEqual(state.text, before)
                self.call(state.transformed_action, anything(rng), anything(rng))
                self.call(history.play, anything(rng))
                self.call(history.apply_action, anything(rng))
                self.call(history.to_pgn, anything(rng))
                self.call(tabuleiro.History, anything(rng))
                if not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))

    def test_vector_env(self):
        rng = random.Random(3)
        start = tabuleiro.Game("sixteen-stone").new_initial_state()
        env = tabuleiro.VectorEnv(start, 3)
        for _ in range(ROUNDS):
            self.call(env.step, anything(rng))
            self.call(env.step, [anything(rng) for _ in range(3)])
            self.call(env.state, anything(rng))
            self.call(env.reset, anything(rng))
            if rng.random() < 0.02:
                given = [anything(rng) for _ in range(4)]
                small = [g if not isinstance(g, int) or abs(g) < 200 else -1 for g in given]
                self.call(tabuleiro.VectorEnv, start, *small)
        env.reset(1)
        env.step(env.sample())

    def test_engine(self):
        rng = random.Random(4)
        engine = tabuleiro.Engine(hash_mb=1)
        state = tabuleiro.Game("yavalath", size=3).new_initial_state()
        for _ in range(ROUNDS // 100):
            self.call(tabuleiro.Engine, rng.choice([0, -1, 10**9, "a", None]))
            self.call(engine.think, anything(rng), nodes=10)
            self.call(engine.think, state, nodes=rng.choice([-1, 0, 2**70, "x", 1.5]))
            self.call(engine.analyse, state, time_ms=0, lines=rng.choice([-1, 0, 99, None]))
            self.call(engine.explain, anything(rng), time_ms=1)
            self.call(engine.review, anything(rng), nodes=100)
            self.call(tabuleiro.Player, anything(rng))
            self.call(tabuleiro.prove_win, anything(rng), nodes=10)
            self.call(tabuleiro.Proof, rng.choice(["/", "", "no such file", __file__, None, 5]))
            self.call(tabuleiro.proven_actions, anything(rng))
            self.call(tabuleiro.set_language, anything(rng))
        tabuleiro.set_language("en")


if __name__ == "__main__":
    unittest.main()
