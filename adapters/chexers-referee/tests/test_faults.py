"""The player with engines that have a fault: the game goes on, and one line says what happened."""

import gc
import os
import unittest
from unittest import mock

from ludwerk_player import Player
from ludwerk_player.rules import COLOURS
from ludwerk_player.settings import Settings

from .standin import Game, RandomPlayer
from .support import PlayerTest, children

# Turns of all three that suffice for every fault to happen twice.
TURNS = 27

# Long enough for a slow computer to start a program, and short enough to wait for it.
PATIENCE = 2.0


class Faults(PlayerTest):
    def play(self, make, seat=0, turns=TURNS, **options):
        """Plays some turns with a player of this kind on a seat; what was said besides the account at the end."""
        makers = [RandomPlayer] * 3
        makers[seat] = make
        game = Game(makers, most_turns=turns, **options)
        game.play()
        self.assertEqual(len(game.actions), turns)
        self.game = game
        return self.lines()

    def account(self):
        """What the player says at its end."""
        self.players[-1].close()
        return self.lines()[-1]

    def test_without_a_fault_nothing_is_said_but_the_account(self):
        self.assertEqual(self.play(self.fake("none"), seat=1), [])
        account = self.account()
        self.assertIn("ludwerk_player (green): ", account)
        self.assertIn(" s of 60 s of CPU used", account)
        self.assertIn("9 moves by the engine, 0 without it", account)

    def test_an_engine_that_does_not_begin_is_given_up(self):
        for fault, what in (
            ("dies-at-once", "this engine dies at once"),
            ("talks", "'Welcome to another program!', which is not GTP"),
            ("hangs-at-once", "the engine hangs: no answer to `name`"),
        ):
            with self.subTest(fault):
                self.said.seek(0)
                self.said.truncate()
                said = self.play(self.fake(fault, patience=PATIENCE if "hangs" in fault else 10))
                self.assertEqual(len(said), 1, said)
                self.assertTrue(said[0].startswith("ludwerk_player (red): "))
                self.assertIn(what, said[0])
                self.assertIn("playing on without the engine", said[0])
                self.assertIn("0 moves by the engine, 9 without it", self.account())

    def test_an_engine_that_fails_later_gets_a_second_life(self):
        for fault, what in (
            ("dies", "the engine died (exit code 3): error: this engine dies"),
            ("hangs", "the engine hangs: no answer to `genmove red`"),
            ("garbage", "'Segmentation fault', which is not GTP"),
            ("floods", "which is not GTP"),
            ("closes", "the engine died"),
            ("illegal", "illegal action: ('MOVE', ((0, 0), (3, 3)))"),
            ("no-action", "'resign' instead of an action"),
            ("refuses", "the engine refused: the agent broke down"),
        ):
            with self.subTest(fault):
                self.said.seek(0)
                self.said.truncate()
                said = self.play(self.fake(fault, patience=PATIENCE if "hangs" in fault else 10))
                self.assertEqual(len(said), 2, said)
                self.assertIn(what, said[0])
                self.assertIn("starting it again", said[0])
                self.assertIn(what, said[1])
                self.assertIn("playing on without the engine", said[1])
                # Two moves of each life.
                self.assertIn("4 moves by the engine, 5 without it", self.account())

    def test_a_fault_that_does_not_come_back_costs_nothing(self):
        said = self.play(self.fake("dies-once"), seat=2, turns=30)
        self.assertEqual(len(said), 1, said)
        self.assertIn("(blue): the engine died (exit code 3): error: this engine dies; starting it again", said[0])
        self.assertIn("10 moves by the engine, 0 without it", self.account())

    def test_an_engine_that_does_not_stop_is_stopped(self):
        said = self.play(self.fake("burns", seconds=1.0, patience=30))
        self.assertEqual(len(said), 1, said)
        self.assertIn("used up its CPU time", said[0])
        # It was let go until the margin, and hardly longer: at the latest the system has ended it.
        self.assertGreater(self.players[-1].cpu_seconds(), 0.8)
        self.assertLess(self.players[-1].cpu_seconds(), 1.5)

    def test_what_an_engine_says_of_its_time_is_not_believed_alone(self):
        said = self.play(self.fake("lies", seconds=1.2))
        self.assertEqual(len(said), 1, said)
        # Between two moves or within one, as it comes.
        self.assertRegex(said[0], "nearly used up|used up its CPU time")
        self.assertGreater(self.players[-1].cpu_seconds(), 0.9)

    def test_the_referee_itself_sees_next_to_nothing(self):
        self.play(self.fake("lies", seconds=1.2))
        self.assertLess(self.game.players[0].seconds, 0.5 * self.players[-1].cpu_seconds())

    def test_memory_is_limited(self):
        said = self.play(self.fake("memory"))
        self.assertEqual(len(said), 1, said)
        self.assertIn("MemoryError", said[0])

    def test_a_program_that_is_missing_is_asked_for(self):
        self.play(self.player(program="ludwerk-that-is-not-there"))
        folder = self.player(program=self.folder)
        self.play(folder)
        script = os.path.join(self.folder, "empty")
        with open(script, "wb") as file:
            file.write(b"\x7fELF")
        os.chmod(script, 0o755)
        said = self.play(self.player(program=script))
        self.assertEqual(len(said), 3, said)
        for line in said[:2]:
            self.assertIn("there is no program", line)
            self.assertIn("set LUDWERK to its path", line)
        self.assertIn("cannot be started", said[2])

    def test_the_engine_ends_with_the_player(self):
        player = self.fake("none")("red")
        self.assertEqual(len(children()), 1)
        self.players.clear()
        del player
        gc.collect()
        self.assertEqual(children(), [])

    def test_an_engine_that_stays_is_ended_by_force(self):
        self.play(self.fake("stays"))
        self.assertEqual(len(children()), 1)
        self.players[-1].close()
        self.assertEqual(children(), [])

    def test_three_players_share_nothing(self):
        game = Game([self.fake("dies-once"), self.fake("none"), self.fake("garbage")], most_turns=TURNS)
        game.play()
        colours = [line.split("(")[1].split(")")[0] for line in self.lines()]
        self.assertEqual(colours, ["red", "blue", "blue"])
        self.assertEqual(len({player._session for player in self.players}), len(COLOURS))

    def test_a_player_without_a_choice_does_not_ask(self):
        player = self.fake("none")("red")
        player._board.pieces = {(0, 0): "green"}
        self.assertEqual(player.action(), ("PASS", None))
        self.assertEqual(player._session._engine.n_generated, 0)

    def test_an_engine_learns_of_another_course(self):
        player = self.fake("none")("red")
        player.action()
        # The fake one knows no clear_board, and is replaced.
        for colour, action in (("red", ("MOVE", ((-3, 3), (-2, 2)))), ("green", ("MOVE", ((0, -3), (0, -2)))),
                               ("blue", ("MOVE", ((3, 0), (2, 0))))):
            player.update(colour, action)
        self.assertIn(player.action(), player._board.legal_actions("red"))
        self.assertIn("unknown command; starting it again", self.lines()[0])


class FromEnvironment(PlayerTest):
    def settings(self, **variables):
        with mock.patch.dict(os.environ, variables):
            return Settings.from_environment("red")

    def test_variables_are_read(self):
        settings = self.settings(LUDWERK="/x/y", LUDWERK_SPEC="random", LUDWERK_SECONDS="2.5", LUDWERK_LOG="l")
        self.assertEqual((settings.program, settings.spec, settings.seconds, settings.log), ("/x/y", "random", 2.5, "l"))
        settings = self.settings(LUDWERK="", LUDWERK_SPEC="", LUDWERK_SECONDS="", LUDWERK_LOG="")
        self.assertEqual((settings.program, settings.spec, settings.seconds, settings.log),
                         ("ludwerk", "champion", 60.0, None))
        self.assertEqual(self.lines(), [])

    def test_a_wrong_number_of_seconds_is_told(self):
        for wrong in ("soon", "-1", "0", "nan", "inf"):
            self.assertEqual(self.settings(LUDWERK_SECONDS=wrong).seconds, 60.0)
            self.assertIn("LUDWERK_SECONDS is {!r}".format(wrong), self.lines()[-1])

    def test_the_player_of_the_package_reads_them(self):
        log = os.path.join(self.folder, "log")
        self.fake("none")
        with mock.patch.dict(os.environ, LUDWERK=os.path.join(self.folder, "none"), LUDWERK_SPEC="a b", LUDWERK_LOG=log):
            self.players.append(Player("green"))
        for colour, action in (("red", ("MOVE", ((-3, 0), (-2, 0)))),):
            self.players[-1].update(colour, action)
        self.players[-1].action()
        self.players[-1].close()
        with open(log) as file:
            lines = file.read().splitlines()
        self.assertIn(" engine chexers --protocol gtp --agent a b", lines[0])
        self.assertIn("green > play red MOVE -3,0 -2,0", lines)
        self.assertIn("green > genmove green", lines)
        self.assertTrue(all(line.startswith("green ") for line in lines))

    def test_a_log_that_cannot_be_written_is_told(self):
        Game([self.fake("none", log=self.folder), RandomPlayer, RandomPlayer], most_turns=6).play()
        self.assertEqual(len(self.lines()), 1)
        self.assertIn("LUDWERK_LOG cannot be written", self.lines()[0])


if __name__ == "__main__":
    unittest.main()
