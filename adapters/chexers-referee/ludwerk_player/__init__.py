"""A player for the official Chexers referee that lets the program `ludwerk` think for it.

    python -m referee ludwerk_player my_player my_player

The README beside this package tells how to install it and which environment variables it reads.
"""

from .player import Player

__all__ = ["Player"]
