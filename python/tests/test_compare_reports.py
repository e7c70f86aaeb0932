"""tools/compare_reports.py tells chance from a difference."""

import copy
import importlib.util
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "compare_reports.py"
spec = importlib.util.spec_from_file_location("compare_reports", TOOL)
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)


def mean(rng, truth, games=100):
    """An estimate of a mean of numbers that are normally distributed about the truth."""
    value, half = rng.gauss(truth, games**-0.5), 1.96 * games**-0.5
    return {"value": value, "low": value - half, "high": value + half, "games": games, "interval": "bootstrap"}


def report(seed, truth=5.0):
    rng = random.Random(seed)
    figures = [{f"figure{i}": mean(rng, truth) for i in range(18)} for _ in range(6)]
    figures[3]["drama"] = None  # games by chance have none
    return {
        "game": "yavalath",
        "options": {"size": "3"},
        "settings": {"games": 100, "nodes": 64, "seed": seed},
        "strengths": [{"nodes": 64 - i, "figures": figures[i]} for i in range(5)],
        "steps": [{"nodes": 64, "against": 16, "score": mean(rng, truth)}],
        "levels": mean(rng, truth),
        "compared": [{"options": {"size": "4"}, "figures": figures[5]}],
    }


class CompareReports(unittest.TestCase):
    def run_tool(self, *reports):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for number, one in enumerate(reports):
                made = pathlib.Path(folder) / str(number)
                made.mkdir()
                (made / "report.json").write_text(json.dumps(one), encoding="utf-8")
                paths.append(str(made))
            done = subprocess.run([sys.executable, str(TOOL), *paths], capture_output=True, text=True)
            return done.returncode, done.stdout, done.stderr

    def test_other_seeds_differ_by_chance(self):
        outside = apart = figures = 0
        for seed in range(0, 40, 2):
            one, other = report(seed), report(seed + 1)
            lines, explained = tool.compare(one, other)
            self.assertTrue(explained, lines)
            figures += 6 * 18 + 2
            outside += len(lines) - 1
            apart += sum(line.startswith("apart") for line in lines)
        # The difference of two estimates spreads √2 times as far as one: 16.6 % and 0.56 %.
        self.assertAlmostEqual(outside / figures, 0.166, delta=0.03)
        self.assertAlmostEqual(apart / figures, 0.0056, delta=0.004)

    def test_what_differs_is_named(self):
        status, out, _ = self.run_tool(report(1), report(2))
        self.assertEqual(status, 0, out)
        self.assertIn("110 figures", out)
        other = report(2)
        other["strengths"][0]["figures"]["figure7"] = mean(random.Random(1), 9.0)
        status, out, _ = self.run_tool(report(1), other)
        self.assertEqual(status, 0, "one figure may be chance")
        self.assertRegex(out, "apart +nodes 64: figure7: ")

    def test_another_truth_is_no_chance(self):
        status, out, _ = self.run_tool(report(1), report(2, truth=5.5))
        self.assertEqual(status, 1, out)

    def test_what_cannot_be_compared(self):
        status, _, err = self.run_tool(report(1), report(1))
        self.assertEqual(status, 2)
        self.assertIn("same seed", err)
        other = copy.deepcopy(report(2))
        other["options"]["size"] = "5"
        status, _, err = self.run_tool(report(1), other)
        self.assertEqual(status, 2)
        self.assertIn("'size': '5'", err)

    def error_for(self, *paths):
        """The one plain line with which it refuses."""
        done = subprocess.run([sys.executable, str(TOOL), *map(str, paths)], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertNotRegex(done.stderr, "Errno|Traceback|Error")
        return done.stderr

    def test_errors_are_plain(self):
        self.assertIn("there is no nowhere", self.error_for("nowhere", "else"))
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "empty").mkdir()
            self.assertIn("there is no", self.error_for(folder / "empty", folder))
            good = folder / "good.json"
            good.write_text(json.dumps(report(1)), encoding="utf-8")
            without_low = report(2)
            del without_low["levels"]["low"]
            for number, (content, words) in enumerate(
                [
                    (b"", "no JSON"),
                    (b'{"game": "yav', "no JSON"),
                    (b"\xff\xfe", "no JSON"),
                    (b"[" * 100_000, "no JSON"),
                    (b"{}", "no report of the lab"),
                    (b"[1, 2]", "no report of the lab"),
                    (b'"yavalath"', "no report of the lab"),
                    (b"7", "no report of the lab"),
                    (json.dumps(without_low).encode(), "no report of the lab"),
                ]
            ):
                bad = folder / f"{number}.json"
                bad.write_bytes(content)
                self.assertIn(words, self.error_for(good, bad))


if __name__ == "__main__":
    unittest.main()
