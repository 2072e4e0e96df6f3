"""How long engines of Dobutsu Shogi take to a depth: one thread, the same positions, processor time.

    python3 experiments/peers/time_to_depth.py --depths 14,16,18,20 \
        'target/release/ludwerk engine dobutsu --protocol uci' \
        '/path/to/fairy-stockfish'

Each command is an engine that speaks UCI and plays the variant `dobutsu`. The positions are balanced openings that come
with the game. Every search begins with an empty table, and a row sums up all positions.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

OPENINGS = Path(__file__).parents[2] / "games" / "dobutsu" / "data" / "openings.txt"


def uci_move(text):
    """A move in the notation of engines, whose ranks count from the other side."""

    def square(name):
        return name[0] + str(5 - int(name[1]))

    piece, target = re.fullmatch(r"([A-Z])\*(..)", text).groups() if "*" in text else (None, None)
    if piece:
        return f"{piece}@{square(target)}"
    source, target, promotes = re.fullmatch(r"[A-Z](..)[-x](..)(\+?)", text).groups()
    return square(source) + square(target) + promotes


class Engine:
    """A program on the other end of two pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        self.until("uciok")
        for name, value in [("UCI_Variant", "dobutsu"), ("Threads", 1), ("Hash", 64)]:
            self.send(f"setoption name {name} value {value}")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        """All lines up to the one that begins with the word."""
        lines = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            if not line:
                sys.exit("an engine ended too early")
            lines.append(line)
        return lines

    def seconds(self):
        """The processor time of the engine, and of a shell before it, so far."""
        total = 0.0
        parents = {self.process.pid}
        for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(folder.name) in parents or int(fields[1]) in parents:
                parents.add(int(folder.name))
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return total

    def search(self, moves, depth):
        """The nodes that a search to the depth takes."""
        self.send("ucinewgame")
        self.send("isready")
        self.until("readyok")
        self.send("position startpos moves " + " ".join(moves))
        self.send(f"go depth {depth}")
        told = [re.search(r" nodes (\d+)", line) for line in self.until("bestmove")]
        return [int(found[1]) for found in told if found][-1]


def main():
    """Prints a row for each engine and depth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="+", metavar="COMMAND")
    parser.add_argument("--depths", default="14,16,18,20")
    parser.add_argument("--positions", type=int, default=16)
    args = parser.parse_args()
    lines = [line.split() for line in OPENINGS.read_text().splitlines() if line and line[0] != "#"]
    openings = [[uci_move(move) for move in line] for line in lines[:: len(lines) // args.positions]]
    openings = openings[: args.positions]
    print(f"{'depth':>5} {'nodes':>12} {'CPU s':>8}  engine")
    for depth in args.depths.split(","):
        for command in args.commands:
            engine = Engine(command)
            begun = engine.seconds()
            nodes = sum(engine.search(moves, depth) for moves in openings)
            print(f"{depth:>5} {nodes:>12,} {engine.seconds() - begun:>8.2f}  {command}", flush=True)
            engine.send("quit")
            engine.process.wait()


if __name__ == "__main__":
    main()
