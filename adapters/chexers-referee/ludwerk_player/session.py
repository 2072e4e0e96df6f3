"""The thinking of one player in one game: the engine, its second life, and the account of the CPU time."""

import contextlib
import time

from .engine import Engine, EngineFailure
from .settings import complain

# With fewer CPU seconds left than this the engine is not asked any more.
_LITTLE = 0.1


class Session:
    """Asks the engine while there is one and while there is time."""

    def __init__(self, colour, settings):
        self._colour = colour
        self._settings = settings
        self._engine = None
        self._has_restarted = False
        self._ended_cpu = 0.0
        self._own_cpu = 0.0
        self._peak_megabytes = None
        self._n_moves = [0, 0]  # without the engine, by the engine
        self._is_closed = False
        self._log_file = None

    @contextlib.contextmanager
    def charged(self):
        """What is done inside is charged to our CPU time, as the referee charges it."""
        begun = time.process_time()
        try:
            yield
        finally:
            self._own_cpu += time.process_time() - begun

    def open(self):
        """Starts the engine, so that its faults are told before the game."""
        self._open_log()
        try:
            self._engine = self._start()
        except EngineFailure as failure:
            self._give_up(failure)

    def cpu_seconds(self):
        """The CPU time that the player has used: this adapter's and that of all its engines."""
        running = self._engine.cpu_seconds() if self._engine else 0.0
        return self._own_cpu + self._ended_cpu + running

    def seconds_left(self):
        """The CPU time that may still be used."""
        return self._settings.seconds - self._settings.margin - self.cpu_seconds()

    def action(self, history, legal):
        """The engine's action, or None if there is no engine to ask."""
        while self._engine:
            left = self.seconds_left()
            if left < _LITTLE:
                self._retire()
                complain(self._colour, "the CPU time is nearly used up ({:.2f} of {:g} s); "
                         "playing on without the engine".format(self.cpu_seconds(), self._settings.seconds))
                break
            try:
                action = self._engine.generate(history, self._colour, left)
                if action in legal:
                    self._note(action, True)
                    return action
                raise EngineFailure("the engine chose an illegal action: {}".format(action))
            except EngineFailure as failure:
                self._recover(failure)
        return None

    def played_alone(self, action):
        """Takes note of an action that was chosen without the engine."""
        self._note(action, False)

    def close(self):
        """Ends the engine and says what was used. May be called again."""
        if self._is_closed:
            return
        self._is_closed = True
        self._retire()
        memory = "" if self._peak_megabytes is None else "; at most {:.0f} MB".format(self._peak_megabytes)
        complain(self._colour, "{:.2f} s of {:g} s of CPU used: engine {:.2f} s, adapter {:.2f} s; "
                 "{} moves by the engine, {} without it{}".format(
                     self.cpu_seconds(), self._settings.seconds, self._ended_cpu, self._own_cpu,
                     self._n_moves[True], self._n_moves[False], memory))
        if self._log_file:
            self._log_file.close()

    def _start(self):
        left = self.seconds_left()
        if left < _LITTLE:
            raise EngineFailure("there is no CPU time left for an engine", is_final=True)
        return Engine(self._settings, left, self._log)

    def _recover(self, failure):
        """After a failure: another engine, if that may help, or none."""
        # One that never played a move will not play one the next time.
        may_help = self._engine.n_generated > 0 and not failure.is_final and not self._has_restarted
        self._retire(by_force=True)
        if not may_help:
            self._give_up(failure)
            return
        self._has_restarted = True
        complain(self._colour, "{}; starting it again".format(failure))
        try:
            self._engine = self._start()
        except EngineFailure as second:
            self._give_up(second)

    def _give_up(self, failure):
        complain(self._colour, "{}; playing on without the engine, which is weak".format(failure))

    def _retire(self, by_force=False):
        """Ends the engine and keeps its account."""
        engine, self._engine = self._engine, None
        if engine:
            engine.end(by_force)
            self._ended_cpu += engine.cpu_seconds()
            peaks = [peak for peak in (self._peak_megabytes, engine.peak_megabytes) if peak is not None]
            self._peak_megabytes = max(peaks) if peaks else None

    def _note(self, action, is_of_engine):
        self._n_moves[is_of_engine] += 1
        self._log("# {} {}, {:.3f} s of CPU used".format(
            "engine" if is_of_engine else "alone", action, self.cpu_seconds()))

    def _open_log(self):
        if self._settings.log:
            try:
                self._log_file = open(self._settings.log, "a", encoding="utf-8", buffering=1)
            except OSError as error:
                complain(self._colour, "LUDWERK_LOG cannot be written ({}); there will be no log".format(error))

    def _log(self, text):
        if self._log_file:
            try:
                for line in text.splitlines():
                    self._log_file.write("{} {}\n".format(self._colour, line))
            except (OSError, ValueError):
                self._log_file = None
