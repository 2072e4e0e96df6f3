"""Games with the real program, under the stand-in referee."""

import os
import re
import signal
import subprocess
import sys
import unittest

from .standin import Game, RandomPlayer
from .support import ADAPTER, PlayerTest, built_program

# Thinks a little, and in the same way on every machine.
QUICK = "mcts:iterations=20"


class RealEngine(PlayerTest):
    def setUp(self):
        super().setUp()
        self.program = built_program()

    def real(self, spec=QUICK, **settings):
        return self.player(program=self.program, spec=spec, **settings)

    def account(self, n=-1):
        self.players[n].close()
        return self.lines()[-1]

    def test_three_engines_play_a_game_to_its_end(self):
        game = Game([self.real(), self.real("random"), self.real()])
        self.assertIsNotNone(game.play())
        self.assertEqual(self.lines(), [])
        for n in range(3):
            self.assertIn(" 0 without it; at most ", self.account(n))

    def test_the_champion_stays_within_its_time_in_a_whole_game(self):
        game = Game([RandomPlayer, RandomPlayer, self.real("champion", seconds=3.0)])
        self.assertIsNotNone(game.play())
        account = self.account()
        used, of = map(float, re.search(r": ([0-9.]+) s of ([0-9.]+) s of CPU used", account).groups())
        self.assertEqual(of, 3.0)
        self.assertLess(used, of)
        # Should the time end early, on a slow computer, the game is played to its end all the same.
        self.assertGreater(int(re.search("([0-9]+) moves by the engine", account).group(1)), 10)
        self.assertLess(float(re.search(r"at most ([0-9]+) MB", account).group(1)), 100.0)

    def test_engine_and_adapter_agree_in_long_games(self):
        # Every action is checked by the rules in Python, and every one of the others by the engine.
        for seat in range(3):
            makers = [lambda colour: RandomPlayer(colour, 5)] * 3
            makers[seat] = self.real("random")
            self.assertIsNotNone(Game(makers).play())
        self.assertEqual(self.lines(), [])

    def test_an_engine_that_is_killed_comes_back_once(self):
        def kill(game):
            if game.judge.n_turns in (6, 12):
                os.kill(self.players[0]._session._engine._child.pid, signal.SIGKILL)
        game = Game([self.real(), RandomPlayer, RandomPlayer], most_turns=21, after_turn=kill)
        game.play()
        said = self.lines()
        self.assertEqual(len(said), 2, said)
        self.assertIn("(red): the engine died (SIGKILL); starting it again", said[0])
        self.assertIn("(red): the engine died (SIGKILL); playing on without the engine", said[1])
        self.assertIn("4 moves by the engine, 3 without it", self.account())

    def test_a_wrong_spec_is_told_with_the_hint(self):
        Game([self.real("fnord"), self.real("mcts:fnord=1"), RandomPlayer], most_turns=9).play()
        said = self.lines()
        self.assertEqual(len(said), 2, said)
        for line, what in zip(said, ("fnord", "mcts:fnord=1")):
            self.assertIn("error: ", line)
            self.assertIn("hint: ", line)
            self.assertIn("check LUDWERK_SPEC, which is {!r}".format(what), line)
            self.assertIn("playing on without the engine", line)

    def test_the_engine_is_told_of_another_course(self):
        player = self.real()("red")
        player.action()
        for colour, action in (("red", ("MOVE", ((-3, 3), (-2, 2)))), ("green", ("MOVE", ((0, -3), (0, -2)))),
                               ("blue", ("MOVE", ((3, 0), (2, 0))))):
            player.update(colour, action)
        self.assertIn(player.action(), player._board.legal_actions("red"))
        self.assertEqual(self.lines(), [])

    def test_the_package_plays_by_its_name_and_ends_with_the_process(self):
        environment = dict(os.environ, LUDWERK=self.program, LUDWERK_SPEC="random", LUDWERK_SECONDS="5",
                           LUDWERK_LOG=os.path.join(self.folder, "log"), PYTHONDONTWRITEBYTECODE="1")
        names = ["tests.standin", "ludwerk_player", "tests.standin"]
        done = subprocess.run([sys.executable, "-m", "tests.standin", "-t", "60", "-s", "100"] + names,
                              cwd=ADAPTER, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True)
        self.assertRegex(done.stdout, r"\A\* (winner|draw detected): .*\n\Z")
        self.assertRegex(done.stderr, r"\Aludwerk_player \(green\): .* of 5 s of CPU used: .*\n\Z")
        self.assertEqual(done.returncode, 0)
        with open(os.path.join(self.folder, "log")) as file:
            self.assertIn("green > genmove green\n", file.read())


if __name__ == "__main__":
    unittest.main()
