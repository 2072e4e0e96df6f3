"""Engines with faults, for the tests: `python fake_engine.py FAULT FOLDER …`.

They speak as much GTP as the player does. FOLDER is where a fault remembers that it has happened.
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from ludwerk_player.rules import Board, action_text, parse_action  # noqa: E402

# The faults happen at this move of the engine.
AT_MOVE = 3


def burn():
    while True:
        pass


def sleep():
    while True:
        time.sleep(1)


def answer(text):
    sys.stdout.write(text + "\n\n")
    sys.stdout.flush()


def happens_once(folder):
    marker = os.path.join(folder, "happened")
    if os.path.exists(marker):
        return False
    open(marker, "w").close()
    return True


def generate(fault, folder, board, colour, n_moves):
    """The answer to genmove, unless the fault comes first."""
    if fault == "memory":
        sys.stdout.write("x" * len(bytearray(200 << 20)))
    if n_moves == AT_MOVE:
        if fault == "dies" or fault == "dies-once" and happens_once(folder):
            sys.stderr.write("error: this engine dies\n")
            sys.exit(3)
        if fault == "hangs":
            sleep()
        if fault == "burns":
            burn()
        if fault == "garbage":
            return "Segmentation fault"
        if fault == "floods":
            while True:
                sys.stdout.write("=" * 4096)
        if fault == "closes":
            os.close(1)
            sleep()
        if fault == "illegal":
            return "= MOVE 0,0 3,3"
        if fault == "no-action":
            return "= resign"
        if fault == "refuses":
            return "? the agent broke down"
    if fault == "lies":
        begun = time.process_time()
        while time.process_time() - begun < 0.2:
            pass
    action = board.legal_actions(colour)[0]
    board.apply(colour, action)
    return "= " + action_text(action)


def main():
    fault, folder = sys.argv[1:3]
    board, n_moves = Board(), 0
    if fault == "dies-at-once":
        sys.exit("error: this engine dies at once")
    if fault == "hangs-at-once":
        sleep()
    if fault == "talks":
        print("Welcome to another program!", flush=True)
    for line in sys.stdin:
        number, name, *words = line.split()
        if name == "genmove":
            n_moves += 1
            said = generate(fault, folder, board, words[0], n_moves)
        elif name == "play":
            board.apply(words[0], parse_action(" ".join(words[1:])))
            said = "= "
        elif name == "cputime":
            said = "= 0.0" if fault == "lies" else "= {}".format(time.process_time())
        elif name in ("name", "time_settings", "time_left", "quit"):
            said = "= "
        else:
            said = "? unknown command"
        answer(said if said.startswith("Segm") else said[0] + number + said[1:])
    if fault == "stays":
        sleep()


main()
