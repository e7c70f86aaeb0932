"""What the folder of a tournament says."""

import math
import pathlib
import shutil
import tempfile
import unittest

import tabuleiro

MATCH = pathlib.Path(__file__).resolve().parent / "data" / "match"


# Two games of one opening.
ONE_SIDED = "".join(
    f'''[Event "tabuleiro arena"]
[Round "{number}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Game "yavalath"]
[Variant "size=4"]
[Reason "time"]
[DepthSum "0/0"]
[DepthTurns "0/0"]
[Points "{points}"]
[Thinking "0/0"]
[Thought "1/0"]

1. b5 {result}

'''
    for number, white, black, result, points in (
        (1, "level:3", "level:2", "1-0", "1/0"),
        (2, "level:2", "level:3", "0-1", "0/1"),
    )
)


class ArenaResults(unittest.TestCase):
    def test_points_and_elo(self):
        results = tabuleiro.arena_results(str(MATCH))
        self.assertEqual((results["game"], results["options"]["size"]), ("yavalath", "4"))
        self.assertEqual(len(results["played"]), results["games"])
        points = {player["name"]: 0.0 for player in results["players"]}
        for game in results["played"]:
            for name, point in zip(game["players"], game["points"]):
                points[name] += point
        for player in results["players"]:
            self.assertEqual(points[player["name"]], player["points"])
            self.assertEqual(player["won"] + player["drawn"] + player["lost"], player["games"])
            elo = player["elo"]
            self.assertLessEqual(elo["low"], elo["value"])
            self.assertLessEqual(elo["value"], elo["high"])
        best, other = results["players"]
        self.assertAlmostEqual(best["elo"]["value"], -other["elo"]["value"])
        self.assertEqual(results["cross"][0][1], {"games": 12, "points": best["points"]})
        self.assertIsNone(results["cross"][0][0])

    def test_half_a_tournament(self):
        with tempfile.TemporaryDirectory() as folder:
            half = pathlib.Path(folder) / "half"
            shutil.copytree(MATCH, half)
            games = (half / "games.pgn").read_text(encoding="utf-8")
            (half / "games.pgn").write_text(games[: len(games) // 2], encoding="utf-8")
            results = tabuleiro.arena_results(str(half))
            self.assertEqual(results["planned"], 12)
            self.assertIn(results["games"], range(1, 12))
            # Of one pair of games, both won by the same player, nothing limits the difference.
            (half / "games.pgn").write_text(ONE_SIDED, encoding="utf-8")
            self.assertEqual(tabuleiro.arena_results(str(half))["players"][0]["elo"]["high"], math.inf)
            (half / "settings.json").write_text("{}", encoding="utf-8")
            with self.assertRaises(tabuleiro.Error):
                tabuleiro.arena_results(str(half))


if __name__ == "__main__":
    unittest.main()
