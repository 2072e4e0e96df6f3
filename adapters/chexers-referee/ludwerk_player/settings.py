"""What the player is told from outside: environment variables, and the limits of the official rules."""

import os
import sys

# The limits of the official rules for a player and a game.
SECONDS = 60.0
MEGABYTES = 100

# The engine has died or hangs if it neither answers nor computes for so many seconds.
PATIENCE = 10.0


class Settings:
    """How the engine is started and what it may use."""

    def __init__(self, program="ludwerk", spec="champion", seconds=SECONDS, log=None, patience=PATIENCE):
        self.program = program
        self.spec = spec
        self.seconds = seconds
        self.log = log
        self.patience = patience
        self.megabytes = MEGABYTES

    @property
    def margin(self):
        """The CPU seconds that nobody may touch: clocks are coarse, and ending an engine takes a moment."""
        return min(1.0, self.seconds / 10)

    @classmethod
    def from_environment(cls, colour):
        """What LUDWERK, LUDWERK_SPEC, LUDWERK_SECONDS and LUDWERK_LOG say, where they say anything."""
        settings = cls(
            program=os.environ.get("LUDWERK") or "ludwerk",
            spec=os.environ.get("LUDWERK_SPEC") or "champion",
            log=os.environ.get("LUDWERK_LOG") or None,
        )
        text = os.environ.get("LUDWERK_SECONDS")
        if text:
            try:
                settings.seconds = float(text)
                if not 0 < settings.seconds < 1e6:
                    raise ValueError
            except ValueError:
                settings.seconds = SECONDS
                complain(colour, "LUDWERK_SECONDS is {!r}, not a number of seconds above 0; it is taken for {:g}"
                         .format(text, SECONDS))
        return settings


def complain(colour, text):
    """One line for people. The standard output belongs to the referee, so it goes to the other one."""
    try:
        print("ludwerk_player ({}): {}".format(colour, " ".join(text.split())), file=sys.stderr, flush=True)
    except (AttributeError, OSError, ValueError):
        pass  # There is nobody to tell.
