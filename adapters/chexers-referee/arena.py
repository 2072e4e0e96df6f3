"""Games of three packages under the official referee, seat by seat in turn, and a table of how they ended.

    python arena.py FOLDER ludwerk_player other_player other_player --games 6 --jobs 2

FOLDER holds the referee and the other packages, each in a folder of its own. Every game is a process of its own, so
that no player finds what another game has left behind.
"""

import argparse
import itertools
import math
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
COLOURS = ("red", "green", "blue")


class Played:
    """How one game ended, and what our players said of themselves."""

    def __init__(self, order, packages, options):
        self.packages = [packages[n] for n in order]
        self.order = order
        command = [sys.executable, "-m", "referee", "-v", "1", "-t", str(options.time), "-s", str(options.space)]
        path = os.pathsep.join([options.folder, HERE, os.environ.get("PYTHONPATH", "")])
        begun = time.monotonic()
        ended = subprocess.run(
            command + self.packages, cwd=options.folder, env=dict(os.environ, PYTHONPATH=path),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        self.seconds = time.monotonic() - begun
        self.notes = [line for line in ended.stderr.splitlines() if line.strip()]
        said = ended.stdout.lower()
        found = re.search("winner: *(red|green|blue)", said)
        self.winner = order[COLOURS.index(found.group(1))] if found else None
        self.is_draw = not found and "draw detected" in said
        self.n_turns = len(re.findall("'s turn", said))
        if not found and not self.is_draw:
            self.notes += [line for line in ended.stdout.splitlines() if "error" in line.lower()][-2:]

    def __str__(self):
        end = "drawn" if self.is_draw else "broken off" if self.winner is None else "{} won".format(
            COLOURS[self.order.index(self.winner)])
        return "{}: {}, {} turns, {:.0f} s".format(" ".join(self.packages), end, self.n_turns, self.seconds)


def orders(packages):
    """All ways to seat the packages; two players of the same package are not told apart."""
    seen, kept = set(), []
    for order in itertools.permutations(range(3)):
        names = tuple(packages[n] for n in order)
        if names not in seen:
            seen.add(names)
            kept.append(order)
    return kept


def interval(k, n):
    """The 95% interval of a proportion (Wilson, 1927)."""
    z = 1.96
    middle, width = (k + z * z / 2) / (n + z * z), z / (n + z * z) * math.sqrt(k * (n - k) / n + z * z / 4)
    return 100 * (middle - width), 100 * (middle + width)


def table(packages, games):
    """What each package won, of the games that ended by the rules."""
    ended = [game for game in games if game.is_draw or game.winner is not None]
    lines = ["{} games, {} broken off, {} drawn".format(
        len(games), len(games) - len(ended), sum(game.is_draw for game in games))]
    for n, package in enumerate(packages):
        won = sum(game.winner == n for game in ended)
        lost = len(ended) - won - sum(game.is_draw for game in ended)
        if ended:
            lines.append("{}: {} won ({:.0f}%, {:.0f} to {:.0f}), {} lost".format(
                package, won, 100 * won / len(ended), *interval(won, len(ended)), lost))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description="Games of three packages under the official referee.")
    parser.add_argument("folder", help="where the referee and the packages are")
    parser.add_argument("packages", nargs=3)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, for its seats")
    parser.add_argument("--time", type=float, default=60, help="CPU seconds for a player and a game")
    parser.add_argument("--space", type=float, default=100, help="megabytes for a player")
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)
    seatings = orders(options.packages)
    games = []

    def play(n):
        return Played(seatings[n % len(seatings)], options.packages, options)

    with ThreadPoolExecutor(options.jobs) as pool:
        for game in pool.map(play, range(options.first, options.first + options.games)):
            games.append(game)
            print(game, *game.notes, sep="\n  ", flush=True)
    print(table(options.packages, games))


if __name__ == "__main__":
    main()
