"""The engine, its players, analysis, reviews and proofs."""

import os
import pathlib
import signal
import threading
import unittest

import tabuleiro

ROOT = pathlib.Path(__file__).resolve().parents[2]
VARIANTS = [
    ("eigenstate", {}),
    ("sixteen-stone", {}),
    ("yavalath", {}),
    ("yavalath", {"players": 3}),
    ("epaminondas", {"rules": "crossings"}),
]


def start(name, **options):
    return tabuleiro.Game(name, **options).new_initial_state()


class Engines(unittest.TestCase):
    def test_think_gives_a_legal_rest_of_the_turn(self):
        engine = tabuleiro.Engine(hash_mb=4)
        for name, options in VARIANTS:
            history = tabuleiro.History(start(name, **options))
            mover = history.current_player()
            actions = engine.think(history, nodes=300)
            self.assertTrue(actions)
            for action in actions:
                self.assertEqual(history.current_player(), mover)
                history.apply_action(action)
            self.assertTrue(history.state.at_turn_start)

    def test_the_same_question_has_the_same_answer(self):
        history = tabuleiro.History(start("yavalath"))
        history.play("e5 e4 d4 f5")
        answers = [tabuleiro.Engine(hash_mb=4).think(history, nodes=3000) for _ in range(2)]
        self.assertEqual(answers[0], answers[1])

    def test_analysis(self):
        engine = tabuleiro.Engine(hash_mb=4)
        for name, options in VARIANTS:
            with self.subTest(name, **options):
                state = start(name, **options)
                analysis = engine.analyse(state, time_ms=60, lines=2)
                self.assertEqual(analysis["game"], name)
                self.assertEqual(analysis["to_move"], 1)
                for line in analysis["lines"]:
                    self.assertAlmostEqual(sum(line["chances"]), 1, places=3)
                    tabuleiro.History(state).play(" ".join(line["line"][:1]))
                    self.assertEqual(len(line["words"]), len(line["line"]))
                    self.assertTrue(all(line["words"]))
        self.assertEqual(engine.analyse(state, time_ms=0)["lines"], [])

    def test_explain_and_review(self):
        engine = tabuleiro.Engine(hash_mb=4)
        history = tabuleiro.History(start("yavalath", size=4, swap=False))
        # White threatens four on c5 or c1's side; black looks elsewhere.
        history.play("c2 a1 c3 b5 c5 g1")
        explained = engine.explain(history, time_ms=400)
        self.assertEqual(explained["turn"], "g1")
        self.assertEqual(explained["better"][0], "c4")
        self.assertGreater(explained["chances_before"][1] + 0.01, explained["chances_after"][1])
        self.assertTrue(explained["reasons"])
        history.play("c4")
        self.assertEqual(history.result, "p1win")
        review = engine.review(history, nodes=500)
        self.assertEqual(len(review["turns"]), 7)
        [again] = tabuleiro.read_records(review["pgn"])
        self.assertEqual(again.actions, history.actions)
        with self.assertRaises(tabuleiro.Error):
            engine.review(tabuleiro.History(start("yavalath")))

    def test_players(self):
        for who in ("random", "classic", "level:1"):
            for name, options in VARIANTS:
                state = start(name, **options)
                answers = [tabuleiro.Player(who, seed=4, hash_mb=1).think(state) for _ in range(2)]
                self.assertEqual(answers[0], answers[1])
                self.assertIn(answers[0][0], state.legal_actions())
        with self.assertRaises(tabuleiro.Error):
            tabuleiro.Player("grandmaster")

    def test_an_interrupt_ends_thinking(self):
        engine = tabuleiro.Engine(hash_mb=4, proofs=False)
        state = start("epaminondas")
        # Whoever starts the tests in the background may have them ignore interrupts.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            engine.think(state, time_ms=3_000_000)
        self.assertTrue(engine.think(state, nodes=100))

    def test_two_threads_share_an_engine(self):
        engine = tabuleiro.Engine(hash_mb=4)
        state, answers = start("yavalath"), []

        def think():
            for _ in range(5):
                answers.append(engine.think(state, nodes=200))
                engine.clear()

        threads = [threading.Thread(target=think) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(answers), 15)


class Proofs(unittest.TestCase):
    def test_wins_are_found_and_hold(self):
        state = start("yavalath", size=3, swap=False).game.parse("3/4/w1ww1/3b/b1b w -")
        win = tabuleiro.prove_win(state)
        self.assertEqual((win["player"], win["turns"]), (0, 1))
        self.assertEqual(state.after(win["action"]).result, "p1win")
        self.assertIsNone(tabuleiro.prove_win(start("epaminondas"), nodes=10))

    def test_files(self):
        smallest = min((ROOT / "proofs").glob("*.proof"), key=lambda p: p.stat().st_size)
        proof = tabuleiro.Proof(str(smallest))
        self.assertGreater(len(proof), 0)
        verdict = proof.check()
        self.assertTrue(verdict["holds"], verdict["gap"])
        self.assertEqual(verdict["gap"], "")
        with self.assertRaises(tabuleiro.Error):
            tabuleiro.Proof(str(ROOT / "README.md"))

    def test_what_is_proven_about_openings(self):
        game = tabuleiro.Game("yavalath", swap=False)
        known = tabuleiro.proven_actions(game.new_initial_state())
        self.assertTrue(known)
        self.assertEqual(known[0]["result"], "win")
        self.assertIn(known[0]["action"], game.new_initial_state().legal_actions())


if __name__ == "__main__":
    unittest.main()
