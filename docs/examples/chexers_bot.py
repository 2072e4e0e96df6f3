"""A bot for Chexers that speaks the protocol "ludwerk": it looks one move ahead, at its pieces and their ways."""
import json
import random
import sys

HEXES = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]  # as a position lists them
SIDES = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
STEPS_TO_EXIT = {"r": lambda q, r: 4 - q, "g": lambda q, r: 4 - r, "b": lambda q, r: 4 + q + r}


def after(board, move, own):
    """The board after a move."""
    board, (kind, *places) = dict(board), move.split()
    places = [tuple(map(int, place.split(","))) for place in places]
    if places:
        board[places[0]] = "."
    if kind in ("MOVE", "JUMP"):
        board[places[1]] = own
    if kind == "JUMP":  # whatever was jumped over is ours
        board[tuple((a + b) // 2 for a, b in zip(*places))] = own
    return board


def worth(board, own):
    """Many pieces with short ways are good; a neighbour who could jump over one is bad."""
    pieces = [place for place in HEXES if board[place] == own]
    ways = sum(STEPS_TO_EXIT[own](*place) for place in pieces)
    threats = sum(board.get((q + a, r + b), own) not in (own, ".") and board.get((q - a, r - b)) == "."
                  for q, r in pieces for a, b in SIDES)
    return 10 * len(pieces) - ways - 5 * threats


print("ludwerk 1", flush=True)
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "move":
        told = json.loads(rest)
        own, board = "rgb"[told["seat"]], dict(zip(HEXES, told["position"]))
        best = lambda move: (worth(after(board, move, own), own) + 10 * move.startswith("EXIT"), random.random())
        print("play", max(told["legal"], key=best), flush=True)
