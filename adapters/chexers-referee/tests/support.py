"""What the tests share: the built program, the project's data, fake engines, what is said to people."""

import contextlib
import io
import json
import os
import shutil
import stat
import sys
import tempfile
import unittest

from ludwerk_player.player import Player
from ludwerk_player.settings import Settings

HERE = os.path.dirname(os.path.abspath(__file__))
ADAPTER = os.path.dirname(HERE)
PROJECT = os.path.dirname(os.path.dirname(ADAPTER))


def data(name):
    """The lines of a file of the game's own tests."""
    path = os.path.join(PROJECT, "games", "chexers", "tests", "data", name)
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def built_program():
    """The program ludwerk: the one that LUDWERK_PROGRAM names, else the one that was built last."""
    built = [os.path.join(PROJECT, "target", profile, "ludwerk") for profile in ("debug", "release")]
    named = os.environ.get("LUDWERK_PROGRAM")
    there = [path for path in ([named] if named else built) if os.path.exists(path)]
    if not there:
        raise AssertionError("there is no program to test with: run `cargo build --package ludwerk-cli` first")
    return max(there, key=os.path.getmtime)


def children():
    """The processes that this one has started and that are still there."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/{}/stat".format(name)) as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.append(int(name))
    return found


class PlayerTest(unittest.TestCase):
    """A test with a folder of its own, that leaves no process behind and nothing on the standard output."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.said, self.printed = io.StringIO(), io.StringIO()
        self.players = []
        outputs = contextlib.ExitStack()
        outputs.enter_context(contextlib.redirect_stderr(self.said))
        outputs.enter_context(contextlib.redirect_stdout(self.printed))
        self.addCleanup(outputs.close)

    def tearDown(self):
        for player in self.players:
            player.close()
        self.assertEqual(children(), [], "an engine was left behind")
        self.assertEqual(self.printed.getvalue(), "")

    def lines(self):
        """What was said to people so far, a line each."""
        return self.said.getvalue().splitlines()

    def player(self, **settings):
        """A function that makes a player for a colour."""
        def make(colour):
            player = Player(colour, Settings(**settings))
            self.players.append(player)
            return player
        return make

    def fake(self, fault, **settings):
        """A function that makes a player with an engine that has a fault."""
        path = os.path.join(self.folder, fault)
        with open(path, "w") as file:
            file.write('#!/bin/sh\nexec "{}" "{}" {} "{}" "$@"\n'.format(
                sys.executable, os.path.join(HERE, "fake_engine.py"), fault, self.folder))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return self.player(program=path, **settings)
