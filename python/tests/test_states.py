"""States, histories and records against each other, and against what the repository records."""

import copy
import json
import os
import pathlib
import pickle
import random
import unittest
import xml.etree.ElementTree

import numpy as np

import tabuleiro

ROOT = pathlib.Path(__file__).resolve().parents[2]
POSITIONS = {"full": 4000, "long": 100_000}.get(os.environ.get("TABULEIRO_TEST_TIER"), 2500)


# Actions and wins of 1000 playouts from the start with seed 7.
WIDE_PLAYOUTS = [
    ("yavalath", {}, (19963, [454, 546])),
    ("yavalath", {"players": 3}, (33532, [299, 325, 376])),
    ("sixteen-stone", {}, (198768, [486, 514])),
]


def all_games():
    """Every game with every value of every option at least once."""
    for name in tabuleiro.games():
        yield tabuleiro.Game(name)
        for key, values in tabuleiro.Game(name).option_values.items():
            for value in values:
                yield tabuleiro.Game(name, **{key: value})


def random_states(rng, at_least):
    """Positions of random games of all kinds, so many of them or more."""
    seen = 0
    while seen < at_least:
        for game in all_games():
            state = game.new_initial_state()
            for _ in range(rng.randrange(1, 90)):
                if state.is_terminal():
                    break
                yield state
                seen += 1
                state.apply_action(rng.choice(state.legal_actions()))


class States(unittest.TestCase):
    def test_every_legal_action_is_one_number_and_one_text(self):
        rng = random.Random(4)
        for state in random_states(rng, POSITIONS):
            legal = state.legal_actions()
            self.assertEqual(legal, sorted(set(legal)))
            texts = [state.action_to_string(a) for a in legal]
            self.assertEqual(sorted(texts), state.legal_texts())
            self.assertEqual(len(set(texts)), len(texts))
            for action, text in rng.sample(list(zip(legal, texts)), min(5, len(legal))):
                self.assertEqual(state.string_to_action(text), action)
            mask = state.legal_actions_mask()
            self.assertEqual(np.flatnonzero(mask).tolist(), legal)
            self.assertEqual(mask.shape, (state.game.num_distinct_actions(),))

    def test_texts_copies_and_pickles(self):
        rng = random.Random(5)
        for state in random_states(rng, 400):
            self.assertEqual(state.game.parse(state.text), state)
            self.assertEqual(pickle.loads(pickle.dumps(state)), state)
            other = copy.deepcopy(state)
            other.apply_action(state.legal_actions()[-1])
            self.assertNotEqual(other, state)
            self.assertEqual(state.after(state.legal_actions()[-1]), other)

    def test_symmetries(self):
        rng = random.Random(6)
        for state in random_states(rng, 300):
            symmetry = rng.randrange(state.symmetry_count())
            action = rng.choice(state.legal_actions())
            image = state.transformed(symmetry)
            moved = state.transformed_action(action, symmetry)
            self.assertEqual(len(image.legal_actions()), len(state.legal_actions()))
            self.assertEqual(image.after(moved), state.after(action).transformed(symmetry))
            self.assertEqual(image.symmetric_key, state.symmetric_key)

    def test_observations(self):
        for game in all_games():
            state = game.new_initial_state()
            planes = state.observation_tensor()
            self.assertEqual(planes.shape, game.observation_tensor_shape())
            self.assertEqual(len(game.planes), planes.shape[0])
            self.assertEqual(planes.dtype, np.uint8)

    def test_signatures_are_those_of_the_program(self):
        recorded = {}
        for line in (ROOT / "bench" / "signature.txt").read_text().splitlines():
            words = line.split()
            if words and words[0] == "playouts":
                recorded[" ".join(words[1:-1])] = words[-1]
        compared = 0
        for line, signature in recorded.items():
            name, *options = line.split()
            pairs = dict(o.split("=") for part in options for o in part.split(",") if "=" in o)
            self.assertEqual(tabuleiro.Game(name, **pairs).playout_signature(), signature, line)
            compared += 1
        self.assertGreaterEqual(compared, 4)

    def test_playouts_are_those_of_the_library(self):
        """The figures stand in tests/wide/playouts_test.cc, too."""
        for name, options, expected in WIDE_PLAYOUTS:
            state = tabuleiro.Game(name, **options).new_initial_state()
            played = state.playouts(1000, seed=7)
            self.assertEqual((played["actions"], played["wins"]), expected, name)

    def test_playouts_in_parts(self):
        state = tabuleiro.Game("yavalath").new_initial_state()
        part = state.playouts(65536, seed=3)
        whole = state.playouts(65536 + 5000, seed=3)
        again = state.playouts(65536 + 5000, seed=3)
        self.assertEqual(whole, again)
        self.assertEqual(whole["playouts"], 65536 + 5000)
        rest = {key: np.array(whole[key]) - np.array(part[key]) for key in whole}
        self.assertAlmostEqual(rest["actions"] / 5000, part["actions"] / 65536, delta=0.5)
        self.assertAlmostEqual(rest["wins"][0] / 5000, part["wins"][0] / 65536, delta=0.04)
        # Whoever asks for the next seed gets other games than those of the second part.
        other = state.playouts(5000, seed=4)
        self.assertNotEqual(other["actions"], rest["actions"])

    def test_playouts_agree_with_the_rules(self):
        for name, options, count in (
            ("yavalath", {}, 40000),
            ("yavalath", {"players": 3}, 20000),
            ("sixteen-stone", {}, 2000),
        ):
            state = tabuleiro.Game(name, **options).new_initial_state()
            wide, rules = (state.playouts(count, seed=5, wide=w) for w in (True, False))
            self.assertNotEqual(wide, rules)
            for a, b in zip(wide["wins"], rules["wins"]):
                # Five standard deviations of the difference of two shares.
                self.assertLess(abs(a - b) / count, 5 * (2 * 0.25 / count) ** 0.5, name)
            self.assertAlmostEqual(wide["actions"] / rules["actions"], 1, delta=0.03)
        for name in ("epaminondas", "eigenstate"):
            state = tabuleiro.Game(name).new_initial_state()
            self.assertEqual(state.playouts(3, seed=5), state.playouts(3, seed=5, wide=False))

    def test_perft(self):
        state = tabuleiro.Game("epaminondas").new_initial_state()
        self.assertEqual(state.perft(4), 245799684)

    def test_scene_and_picture(self):
        for game in all_games():
            history = tabuleiro.History(game.new_initial_state())
            history.apply_action(history.state.legal_actions()[0])
            scene = history.scene()
            self.assertGreater(len(scene["cells"]), 18)
            json.dumps(scene)
            picture = xml.etree.ElementTree.fromstring(history.svg())
            self.assertTrue(picture.tag.endswith("svg"))


class Histories(unittest.TestCase):
    def test_random_games_are_read_back_from_their_records(self):
        rng = random.Random(7)
        for game in all_games():
            history = tabuleiro.History(game.new_initial_state())
            while not history.is_terminal() and len(history) < 300:
                history.apply_action(rng.choice(history.state.legal_actions()))
            for text in (history.to_pgn(["A", "B"]), history.to_json()):
                [again] = tabuleiro.read_records(text)
                # A record ends with a whole turn.
                whole = len(again.actions)
                self.assertEqual(again.actions, history.actions[:whole])
                self.assertGreaterEqual(whole, len(history) - 3)
            if history.is_terminal():
                self.assertIn(history.result, ("p1win", "p2win", "p3win", "draw"))
                self.assertAlmostEqual(sum(history.returns()), 0)
                self.assertEqual(history.current_player(), tabuleiro.TERMINAL_PLAYER)
                self.assertTrue(history.reason)

    def test_repetition_is_a_draw(self):
        crossings = tabuleiro.Game("epaminondas", rules="crossings").new_initial_state()
        history = tabuleiro.History(crossings)
        there_and_back = None
        first = history.state
        for text in first.legal_texts():
            one = first.after(text)
            for reply in one.legal_texts():
                two = one.after(reply)
                back = text.split("-")[::-1]
                if "-".join(back) in two.legal_texts():
                    three = two.after("-".join(back))
                    home = "-".join(reply.split("-")[::-1])
                    if home in three.legal_texts() and three.after(home) == first:
                        there_and_back = f"{text} {reply} {'-'.join(back)} {home}"
                        break
            if there_and_back:
                break
        self.assertTrue(there_and_back)
        history.play(there_and_back)
        self.assertFalse(history.is_terminal())
        history.play(there_and_back)
        self.assertEqual(history.result, "draw")
        with self.assertRaises(tabuleiro.Error):
            history.play(there_and_back)


if __name__ == "__main__":
    unittest.main()
