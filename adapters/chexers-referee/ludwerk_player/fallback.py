"""A move without the engine: quick and legal, and no more than decent.

The player falls back on it when the engine is gone, or when the CPU time is nearly used up.
"""

from .rules import DIRECTIONS, EXITS_TO_WIN, ON_BOARD, distance_to_goal

# A piece that can be captured is worth a detour of so many steps.
_THREAT_IN_STEPS = 2


def choose(board, colour):
    """One of the legal actions: the exit that wins, else a capture, else an exit, else a step to the goal.

    Of equal ones, it is the one that leaves the shortest way and the fewest own pieces that can be captured, and
    the first of those.
    """
    legal = board.legal_actions(colour)
    return min(legal, key=lambda action: _rank(board, colour, action)) if len(legal) > 1 else legal[0]


def _rank(board, colour, action):
    """Smaller is better."""
    is_exit = action[0] == "EXIT"
    has_won = is_exit and board.exits[colour] + 1 >= EXITS_TO_WIN
    # Below four pieces and exits there is nothing to win any more, unless pieces are captured.
    has_enough = len(board.places_of(colour)) + board.exits[colour] >= EXITS_TO_WIN
    kind = 0 if has_won else 1 if board.captures(colour, action) else 2 if is_exit and has_enough else 3
    after = board.copy()
    after.apply(colour, action)
    own = after.places_of(colour)
    way = sum(distance_to_goal(colour, place) for place in own)
    # Pieces that leave without need are lost to the end of the game.
    return (kind, is_exit and not has_enough, way + _THREAT_IN_STEPS * _n_threatened(after, colour))


def _n_threatened(board, colour):
    """How many pieces of a colour can be captured by the next action of another."""
    pieces = board.pieces
    return sum(any(_can_be_jumped(pieces, colour, place, step) for step in DIRECTIONS)
               for place in board.places_of(colour))


def _can_be_jumped(pieces, colour, place, step):
    """Whether another colour stands on one side of a piece, and the other side is free."""
    (q, r), (dq, dr) = place, step
    beyond = (q + dq, r + dr)
    return pieces.get((q - dq, r - dr), colour) != colour and beyond in ON_BOARD and beyond not in pieces
