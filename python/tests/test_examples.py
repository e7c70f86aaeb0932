"""The examples run from the first line to their pictures."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


FEW_STEPS = """
import speed
speed.TIMES = 1
speed.ENVIRONMENTS = (("yavalath", {}, 4096, 3),)
speed.PLAYOUTS = (("yavalath", {}, 800),)
speed.main()
"""


class Examples(unittest.TestCase):
    def run_example(self, name, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "picture.svg"
            command = [sys.executable, str(EXAMPLES / name), str(picture), *arguments]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater(picture.stat().st_size, 1000)
            return done.stdout

    def test_random_games(self):
        self.assertIn("yavalath: 20000 games", self.run_example("random_games.py"))

    def test_train_policy(self):
        self.assertIn("round 0", self.run_example("train_policy.py", "1"))

    def test_draw_position(self):
        self.run_example("draw_position.py")

    def test_speed(self):
        """Without its figures, which would take long: a row a game, two columns a number of threads."""
        command = [sys.executable, "-c", FEW_STEPS, "--threads", "1,2", "--games", "300"]
        done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split("|") for line in done.stdout.splitlines() if line.startswith("| ")]
        self.assertEqual([len(row) for row in rows], [8] * 2 + [5] * 2)
        self.assertEqual(rows[1][1:3], [" yavalath ", " 300 "])
        self.assertRegex(rows[1][5], r"\(\d+\.\d\d\)")

    def test_engine_match(self):
        said = self.run_example("engine_match.py", "2", "level:1", "random")
        self.assertIn("of 2 points", said)


if __name__ == "__main__":
    unittest.main()
