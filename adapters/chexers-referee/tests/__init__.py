"""Tests of the player: rules, faults of engines, and games with the real program."""
