"""A stand-in for the official referee, which is not ours to ship: the same calls in the same order.

It makes three players for red, green and blue, asks each in turn for its action, checks it, and tells it to all three,
also after the last one. CPU time is charged per player over all calls and memory for all three together, as the
official one does it. As a program it plays one game of three packages:

    python -m tests.standin [-t SECONDS] [-s MEGABYTES] RED GREEN BLUE
"""

import argparse
import importlib
import random
import time

from ludwerk_player.rules import COLOURS, Board

MOST_TURNS = 256 * len(COLOURS)
MOST_REPEATS = 4


class Judge:
    """The rules with their ends: four exits, repetition, too many turns."""

    def __init__(self):
        self.board = Board()
        self.n_turns = 0
        self._seen = {}
        self._draw = None
        self._count()

    def _count(self):
        key = (self.board.text(), self.n_turns % len(COLOURS))
        self._seen[key] = self._seen.get(key, 0) + 1
        return self._seen[key]

    def colour(self):
        return COLOURS[self.n_turns % len(COLOURS)]

    def play(self, action):
        """Does an action of the colour to move; ValueError if it is illegal."""
        legal = self.board.legal_actions(self.colour())
        # A list that looks like a tuple is not one.
        if action not in legal or not isinstance(action, tuple):
            raise ValueError("{} is none of {}".format(action, legal))
        self.board.apply(self.colour(), action)
        self.n_turns += 1
        if self.n_turns >= MOST_TURNS:
            self._draw = "draw detected: maximum number of turns reached."
        if self._count() >= MOST_REPEATS:
            self._draw = "draw detected: game state occurred 4 times."

    def result(self):
        """How the game ended, None before it did."""
        if self._draw:
            return self._draw
        winners = [colour for colour in COLOURS if self.board.exits[colour] >= 4]
        return "winner: " + winners[0].capitalize() if winners else None


class Charged:
    """A player whose CPU time is counted. It is looked at after a call, not during it."""

    def __init__(self, make, colour, seconds):
        self.colour = colour
        self.seconds = 0.0
        self._limit = seconds
        self.player = self._call(make, colour)

    def _call(self, function, *args):
        begun = time.process_time()
        result = function(*args)
        self.seconds += time.process_time() - begun
        if self._limit and self.seconds > self._limit:
            raise OverLimit("{} used {:.2f} s".format(self.colour, self.seconds))
        return result

    def action(self):
        return self._call(self.player.action)

    def update(self, colour, action):
        self._call(self.player.update, colour, action)


class OverLimit(Exception):
    """A player took more than it may."""


class Game:
    """A game of three players, made by three functions of a colour. `after_turn` is called with the game."""

    def __init__(self, makers, seconds=60.0, megabytes=100.0, most_turns=MOST_TURNS, after_turn=None):
        self.judge = Judge()
        self.actions = []
        self._megabytes = megabytes
        self._most_turns = most_turns
        self._after_turn = after_turn or (lambda game: None)
        self._peak = peak_megabytes()
        self.players = [Charged(make, colour, seconds) for make, colour in zip(makers, COLOURS)]

    def play(self):
        """Plays to the end, or for so many turns. The result, if there is one."""
        while self.judge.result() is None and self.judge.n_turns < self._most_turns:
            colour = self.judge.colour()
            action = self.players[COLOURS.index(colour)].action()
            self.judge.play(action)
            self.actions.append(action)
            for player in self.players:
                player.update(colour, action)
            if self._megabytes and peak_megabytes() - self._peak > 3 * self._megabytes:
                raise OverLimit("the players took too much memory")
            self._after_turn(self)
        return self.judge.result()


def peak_megabytes():
    """The most address space this process had; 0 where the system does not tell."""
    try:
        with open("/proc/self/status") as file:
            return [int(line.split()[1]) for line in file if line.startswith("VmPeak:")][0] / 1024
    except OSError:
        return 0.0


class RandomPlayer:
    """Any legal action, by a seed."""

    def __init__(self, colour, seed=1):
        self._colour = colour
        self._board = Board()
        self._random = random.Random("{} {}".format(seed, colour))

    def action(self):
        legal = self._board.legal_actions(self._colour)
        return legal[int(self._random.random() * len(legal))]

    def update(self, colour, action):
        self._board.apply(colour, action)


# The name that the referee looks for.
Player = RandomPlayer


def main():
    parser = argparse.ArgumentParser(description="A game of three packages.")
    parser.add_argument("-t", type=float, default=None, metavar="SECONDS")
    parser.add_argument("-s", type=float, default=None, metavar="MEGABYTES")
    parser.add_argument("packages", nargs=3)
    args = parser.parse_args()
    makers = [importlib.import_module(name).Player for name in args.packages]
    try:
        print("*", Game(makers, args.t, args.s).play())
    except ValueError:
        print("* error: invalid action!")
    except OverLimit:
        print("* error: resource limit exceeded!")


if __name__ == "__main__":
    main()
