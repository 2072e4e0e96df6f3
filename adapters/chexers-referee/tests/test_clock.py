"""How the CPU time of a game is divided."""

import unittest

from ludwerk_player.clock import MOST_PATIENCE, MOST_TURNS, Clock


class Time(unittest.TestCase):
    def test_the_longest_game_does_not_run_dry(self):
        for seconds in (1.0, 6.0, 59.0, 600.0):
            clock, left = Clock(seconds), seconds
            # Starting the engine and answering cost a little beside the thinking.
            more = seconds / 20000
            for turn in range(MOST_TURNS):
                share = clock.share(left, turn)
                self.assertGreater(share, seconds / 10000)
                left -= share + more
                self.assertGreater(left, 0, (seconds, turn))
            # What nobody foresaw is no reason to give up.
            self.assertGreater(clock.share(left, MOST_TURNS + 10), 0)

    def test_most_is_used_while_the_game_is_decided(self):
        clock, left = Clock(59.0), 59.0
        for turn in range(40):
            left -= clock.share(left, turn)
        self.assertLess(left, 0.3 * 59.0)

    def test_whoever_waits_for_the_cpu_gets_more_time_on_the_wall(self):
        clock = Clock(59.0)
        alone = clock.on_the_wall(40.0, 10)
        self.assertEqual(alone, clock.share(40.0, 10))
        for _ in range(20):
            clock.learn(0.5, 1.0)
        self.assertAlmostEqual(clock.on_the_wall(40.0, 10), 2 * alone, delta=0.1 * alone)
        for _ in range(20):
            clock.learn(0.0, 1.0)
        self.assertLessEqual(clock.on_the_wall(40.0, 10), MOST_PATIENCE * alone)
        # Near the end that would be too much at once.
        self.assertLessEqual(clock.on_the_wall(1.0, 255), 1.0)


if __name__ == "__main__":
    unittest.main()
