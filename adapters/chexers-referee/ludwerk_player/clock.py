"""How much CPU time a move may take.

Each move gets the same part of what is left, so that most is spent while the game is decided and a longer game gets
smaller and smaller shares. A reserve for as many hasty moves as the longest game still has is not touched, so that no
game runs dry.
"""

# The longest game has so many turns for each player.
MOST_TURNS = 256

# This part of what is left goes into a move.
PART = 1 / 25

# This part of all the time is kept in reserve for hasty moves.
RESERVE = 1 / 12

# No more than this part of what is left may be at stake in one move.
MOST_PART = 1 / 4

# Where others keep the computer busy, the engine gets no more than this many times its share on the wall.
MOST_PATIENCE = 4.0


class Clock:
    """Divides the CPU time of a game, and learns how much of the time on the wall is CPU time here."""

    def __init__(self, seconds):
        self._haste = RESERVE * seconds / MOST_TURNS
        # CPU seconds in a second on the wall.
        self._pace = 1.0

    def share(self, left, n_turns):
        """The CPU seconds for a move, with so many left and after so many turns of this player."""
        later = max(0, MOST_TURNS - 1 - n_turns)
        haste = min(self._haste, left / (later + 1))
        return max(haste, (left - later * haste) * PART)

    def on_the_wall(self, left, n_turns):
        """The same in seconds on the wall, which is what the engine looks at: more where it has to wait for the CPU."""
        share = self.share(left, n_turns)
        return max(share, min(share / self._pace, left * MOST_PART))

    def learn(self, cpu, wall):
        """A move took so much."""
        if wall > 0.01:
            now = min(1.0, max(1 / MOST_PATIENCE, cpu / wall))
            self._pace += (now - self._pace) / 4
