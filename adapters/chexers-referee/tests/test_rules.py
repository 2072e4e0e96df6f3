"""The rules in Python against the data by which the rules of the engine are verified, and the stand-in too."""

import ast
import glob
import os
import unittest

from ludwerk_player import fallback
from ludwerk_player.rules import COLOURS, PASS, Board, action_text, parse_action

from .standin import Game, Judge, RandomPlayer
from .support import ADAPTER, data


def perft(board, ply, depth):
    if depth == 0:
        return 1
    total, colour = 0, COLOURS[ply % 3]
    for action in board.legal_actions(colour):
        after = board.copy()
        after.apply(colour, action)
        total += perft(after, ply + 1, depth - 1)
    return total


class Rules(unittest.TestCase):
    def test_legal_actions_are_those_of_the_referee(self):
        positions = data("positions.jsonl")
        self.assertGreater(len(positions), 100)
        for position in positions:
            board = Board.from_text(position["board"], position["scores"])
            legal = [action_text(action) for action in board.legal_actions(position["turn"])]
            self.assertEqual(sorted(legal), sorted(position["legal"]), position["name"])
            self.assertEqual(board.text(), position["board"])

    def test_leaves_are_counted_as_published(self):
        self.assertEqual([perft(Board(), 0, depth) for depth in range(1, 5)], [8, 64, 512, 6784])

    def test_games_go_the_same_way_and_end_the_same(self):
        games = data("edge-games.jsonl") + data("games.jsonl")
        for game in games:
            judge = Judge()
            for text, n_legal in zip(game["moves"], game["legal"]):
                self.assertIsNone(judge.result())
                self.assertEqual(len(judge.board.legal_actions(judge.colour())), n_legal)
                judge.play(parse_action(text))
            self.assertEqual(judge.result(), game["result"])
            self.assertEqual(judge.board.text(), game["final"])
            self.assertEqual([judge.board.exits[colour] for colour in COLOURS], game["exits"])

    def test_actions_are_the_tuples_of_the_referee_and_read_back(self):
        for action, text in (
            (("MOVE", ((-3, 0), (-2, 0))), "MOVE -3,0 -2,0"),
            (("JUMP", ((0, 0), (2, -2))), "JUMP 0,0 2,-2"),
            (("EXIT", (3, -1)), "EXIT 3,-1"),
            (PASS, "PASS"),
        ):
            self.assertEqual(action_text(action), text)
            self.assertEqual(parse_action(" " + text + "\r"), action)
        for wrong in ("", "pass", "PASS 0,0", "MOVE 0,0", "EXIT 0,0 1,0", "MOVE 0,0 1;0", "EXIT 10,0", "EXIT 0"):
            self.assertRaises(ValueError, parse_action, wrong)

    def test_the_stand_in_takes_no_lists(self):
        self.assertRaises(ValueError, Judge().play, ["MOVE", ((-3, 0), (-2, 0))])
        self.assertRaises(ValueError, Judge().play, ("MOVE", [(-3, 0), (-2, 0)]))


class FallbackPlayer(RandomPlayer):
    """Plays as the player does without an engine."""

    def action(self):
        return fallback.choose(self._board, self._colour)


class Fallback(unittest.TestCase):
    def choice(self, board, colour, exits=(0, 0, 0)):
        return action_text(fallback.choose(Board.from_text(board, exits), colour))

    def test_it_prefers_the_win_then_a_capture_then_an_exit(self):
        board = ".....g.....g......rb....gr........r.."
        self.assertTrue(self.choice(board, "red").startswith("JUMP "))
        self.assertEqual(self.choice(board, "red", (3, 0, 0)), "EXIT 3,-2")
        self.assertEqual(self.choice("rrr...............................r..", "red"), "EXIT 3,-2")
        self.assertEqual(self.choice("..................g......b...........", "red"), "PASS")

    def test_it_beats_chance_on_every_seat(self):
        wins = 0
        for seed in range(12):
            makers = [lambda colour, seed=seed: RandomPlayer(colour, seed)] * 3
            makers[seed % 3] = FallbackPlayer
            wins += Game(makers).play() == "winner: " + COLOURS[seed % 3].capitalize()
        self.assertGreaterEqual(wins, 10)


class Package(unittest.TestCase):
    def test_the_sources_are_python_3_6_and_need_nothing_installed(self):
        allowed = {"contextlib", "math", "os", "queue", "re", "resource", "select", "shutil", "signal", "subprocess",
                   "sys", "tempfile", "threading", "time", "weakref"}
        sources = glob.glob(os.path.join(ADAPTER, "ludwerk_player", "*.py"))
        self.assertGreater(len(sources), 5)
        for path in sources:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            # Older interpreters cannot be asked about others, and need not be.
            known = {"feature_version": (3, 6)} if hasattr(ast, "Constant") and hasattr(ast, "NamedExpr") else {}
            tree = ast.parse(text, path, **known)
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    self.assertLessEqual({alias.name for alias in node.names}, allowed, path)
                if isinstance(node, ast.ImportFrom):
                    self.assertEqual(node.level, 1, path)


if __name__ == "__main__":
    unittest.main()
