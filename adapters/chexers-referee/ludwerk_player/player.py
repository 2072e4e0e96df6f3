"""The class that the official referee asks for."""

import weakref

from . import fallback
from .rules import Board
from .session import Session
from .settings import Settings


class Player:
    """One player in one game.

    The referee makes one for its colour, asks it for an action when it is its turn, and tells it every action of
    every player, its own included. Nothing is shared between players, so three of them may play each other.
    """

    def __init__(self, colour, settings=None):
        self.colour = colour
        self._board = Board()
        self._history = []
        self._session = Session(colour, settings or Settings.from_environment(colour))
        # The engine ends with the player or with the process, whichever is first.
        self._end = weakref.finalize(self, self._session.close)
        with self._session.charged():
            self._session.open()

    def action(self):
        """The action of this player, whose turn it is."""
        with self._session.charged():
            legal = self._board.legal_actions(self.colour)
            if len(legal) == 1:
                return legal[0]
            action = self._session.action(self._history, legal)
            if action is None:
                action = fallback.choose(self._board, self.colour)
                self._session.played_alone(action)
            return action

    def update(self, colour, action):
        """Takes note of an action that a player has done."""
        with self._session.charged():
            self._board.apply(colour, action)
            self._history.append((colour, action))

    def cpu_seconds(self):
        """The CPU time used so far by this player, its engine included."""
        return self._session.cpu_seconds()

    def close(self):
        """Ends the engine. The referee does not call this; it also happens by itself."""
        self._end()
