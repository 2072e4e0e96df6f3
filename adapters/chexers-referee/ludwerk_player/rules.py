"""The rules of Chexers as far as a player needs them: the board, the legal actions, what an action does.

Actions are the tuples of the official referee: ("MOVE", ((q, r), (q, r))), ("JUMP", ((q, r), (q, r))),
("EXIT", (q, r)) and ("PASS", None). Their text, which the engine reads and writes, is `MOVE -3,0 -2,0`,
`JUMP 0,0 2,0`, `EXIT 3,-1` and `PASS`.
"""

import re

COLOURS = ("red", "green", "blue")

DIRECTIONS = ((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1))

# All hexes by q, then by r: the order of the board in a text.
HEXES = tuple((q, r) for q in range(-3, 4) for r in range(-3, 4) if -3 <= q + r <= 3)

ON_BOARD = frozenset(HEXES)

_STARTS = {
    "red": ((-3, 0), (-3, 1), (-3, 2), (-3, 3)),
    "green": ((0, -3), (1, -3), (2, -3), (3, -3)),
    "blue": ((3, 0), (2, 1), (1, 2), (0, 3)),
}

EXITS_TO_WIN = 4

PASS = ("PASS", None)

_NUMBER = r"(-?[0-9])"
_HEX = _NUMBER + "," + _NUMBER
_ACTION = re.compile("(?:(MOVE|JUMP) {0} {0}|(EXIT) {0}|(PASS))".format(_HEX))


def distance_to_goal(colour, place):
    """How many steps of one hex a piece is away from its goal edge; 0 on it."""
    q, r = place
    return 3 - q if colour == "red" else 3 - r if colour == "green" else 3 + q + r


def action_text(action):
    """The text of an action."""
    name, where = action
    if name == "PASS":
        return name
    places = (where,) if name == "EXIT" else where
    return " ".join([name] + ["{},{}".format(q, r) for q, r in places])


def parse_action(text):
    """The action that a text means; ValueError if it means none."""
    found = _ACTION.fullmatch(text.strip())
    if found is None:
        raise ValueError("not an action: {!r}".format(text))
    step, q1, r1, q2, r2, leave, q, r, _ = found.groups()
    if step:
        return (step, ((int(q1), int(r1)), (int(q2), int(r2))))
    if leave:
        return (leave, (int(q), int(r)))
    return PASS


class Board:
    """A position: whose pieces are where, and how many have left the board."""

    def __init__(self):
        self.pieces = {place: colour for colour in COLOURS for place in _STARTS[colour]}
        self.exits = dict.fromkeys(COLOURS, 0)

    @classmethod
    def from_text(cls, text, exits=(0, 0, 0)):
        """The position of 37 letters, by q and then by r: `r`, `g`, `b` or `.`."""
        if len(text) != len(HEXES):
            raise ValueError("a board has {} letters, not {}".format(len(HEXES), len(text)))
        words = {colour[0]: colour for colour in COLOURS}
        board = cls()
        board.pieces = {place: words[letter] for place, letter in zip(HEXES, text) if letter != "."}
        board.exits = dict(zip(COLOURS, exits))
        return board

    def text(self):
        """The position as 37 letters."""
        return "".join(self.pieces.get(place, ".")[0] for place in HEXES)

    def copy(self):
        """A position that can change by itself."""
        other = Board.__new__(Board)
        other.pieces = dict(self.pieces)
        other.exits = dict(self.exits)
        return other

    def places_of(self, colour):
        """Where the pieces of a colour are, in the order of the board."""
        return [place for place in HEXES if self.pieces.get(place) == colour]

    def legal_actions(self, colour):
        """Everything that a colour may do if it is its turn; never empty."""
        actions = []
        for place in self.places_of(colour):
            if distance_to_goal(colour, place) == 0:
                actions.append(("EXIT", place))
            q, r = place
            for dq, dr in DIRECTIONS:
                near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
                if near in ON_BOARD and near not in self.pieces:
                    actions.append(("MOVE", (place, near)))
                elif far in ON_BOARD and far not in self.pieces:
                    actions.append(("JUMP", (place, far)))
        return actions or [PASS]

    def captures(self, colour, action):
        """Whether an action turns a piece of another colour."""
        name, where = action
        return name == "JUMP" and self.pieces.get(_between(*where)) != colour

    def apply(self, colour, action):
        """Does a legal action of a colour."""
        name, where = action
        if name == "EXIT":
            del self.pieces[tuple(where)]
            self.exits[colour] += 1
        elif name in ("MOVE", "JUMP"):
            origin, target = where
            self.pieces[tuple(target)] = self.pieces.pop(tuple(origin))
            if name == "JUMP":
                self.pieces[_between(origin, target)] = colour


def _between(origin, target):
    """The hex that is jumped over."""
    return ((origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2)
