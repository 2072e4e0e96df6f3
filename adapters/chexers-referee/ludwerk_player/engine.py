"""The program `ludwerk` as an engine: questions and answers by GTP, and what can go wrong with them."""

import os
import shutil
import subprocess
import time

from .processes import FAREWELL, Child
from .rules import action_text, parse_action

# How often a silent engine is looked after, in seconds.
_TICK = 0.1

# No answer to what we ask is longer.
_MOST_BYTES = 65536

# So much of an answer that makes no sense is shown.
_MOST_SHOWN = 60


class EngineFailure(Exception):
    """The engine is of no use any more. The text says why and what to do."""

    def __init__(self, text, is_final=False):
        super().__init__(text)
        # Whether another try would fail in the same way.
        self.is_final = is_final


class Refused(Exception):
    """The engine understood and said no."""


class Engine:
    """A running engine, with the actions it knows of."""

    def __init__(self, settings, cpu_seconds, log):
        self._settings = settings
        self._log = log
        self._buffer = b""
        self._n_asked = 0
        self._reported_cpu = 0.0
        self._waited_since_report = 0.0
        self.peak_megabytes = None
        # The CPU seconds that it may use from its start to its end. It knows of half a margin less, so that the last
        # move of the longest game, which may take all that is left, does not end it.
        self.allowance = cpu_seconds + settings.margin / 2
        # What it has been told, and what it has said: pairs of colour and action.
        self.known = []
        self.n_generated = 0
        self._child = self._start()
        try:
            self._ask("name")
            self._ask("time_settings {:.3f} 0 0".format(cpu_seconds))
        except Refused as refusal:
            self.end(by_force=True)
            raise EngineFailure("the engine does not speak our GTP ({}); {} should be the program ludwerk (set LUDWERK)"
                                .format(refusal, settings.program), is_final=True)
        except EngineFailure as failure:
            self.end(by_force=True)
            failure.is_final = True
            raise
        except BaseException:
            self.end(by_force=True)
            raise

    def _start(self):
        settings = self._settings
        program = shutil.which(settings.program)
        if program is None:
            raise EngineFailure("there is no program {!r}; put ludwerk on the PATH, or set LUDWERK to its path"
                                .format(settings.program), is_final=True)
        command = [program, "engine", "chexers", "--protocol", "gtp", "--agent", settings.spec]
        if os.name == "posix":
            command += ["--clock", "cpu"]
        self._log("# " + " ".join(command))
        try:
            return Child(command, settings.megabytes, self.allowance)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise EngineFailure("{} cannot be started ({}); set LUDWERK to the path of a program that runs here"
                                .format(program, error), is_final=True)

    def generate(self, history, colour, seconds):
        """The engine's action after all those of a history, with so many CPU seconds left to the end of the game."""
        try:
            self._tell(history)
            self._ask("time_left {} {:.3f} 0".format(colour, max(seconds, 0.001)))
            answer = self._ask("genmove " + colour)
        except Refused as refusal:
            raise EngineFailure("the engine refused: {}".format(refusal))
        try:
            action = parse_action(answer)
        except ValueError:
            raise EngineFailure("the engine answered {!r} instead of an action".format(answer[:_MOST_SHOWN]))
        self.known.append((colour, action))
        self.n_generated += 1
        self._take_cpu()
        return action

    def _tell(self, history):
        """Brings the engine's board up to date."""
        if self.known != history[:len(self.known)]:
            # The game took another course than the engine knows of.
            self._ask("clear_board")
            self.known = []
        for colour, action in history[len(self.known):]:
            self._ask("play {} {}".format(colour, action_text(action)))
            self.known.append((colour, action))

    def _take_cpu(self):
        """Asks the engine for the CPU time it has used."""
        try:
            used = float(self._ask("cputime"))
        except (Refused, ValueError):
            return  # Not every system tells it; then the time on the wall counts.
        if 0 <= used < 1e9:
            self._reported_cpu = max(self._reported_cpu, used)
            self._waited_since_report = 0.0

    def cpu_seconds(self):
        """The CPU time used so far: what the system says and what the engine says, whichever is more.

        Where the system says nothing, the seconds that we waited since the engine's last word count instead.
        """
        measured = self._child.cpu_seconds()
        if measured is None:
            return self._reported_cpu + self._waited_since_report
        return max(measured, self._reported_cpu)

    def _ask(self, command):
        """The answer to a command. Refused or EngineFailure if there is none."""
        self._n_asked += 1
        self._log("> " + command)
        begun = time.monotonic()
        try:
            self._child.write("{} {}\n".format(self._n_asked, command).encode("ascii", "replace"))
            lines = self._answer(command)
        except OSError:
            raise self._death()
        finally:
            self._waited_since_report += time.monotonic() - begun
        head, text = lines[0], "\n".join(lines)
        self._log("< " + text)
        sign, number = head[0], head[1:].split(" ", 1)[0]
        if number != str(self._n_asked):
            raise self._nonsense(head)
        text = text[1 + len(number):].strip()
        if sign == "?":
            raise Refused(text)
        return text

    def _answer(self, command):
        """The lines of an answer, which ends with an empty line."""
        lines = []
        patience = self._settings.patience
        idle, waited, cpu = 0.0, 0.0, None
        while True:
            while b"\n" in self._buffer:
                line, self._buffer = self._buffer.split(b"\n", 1)
                line = line.decode("utf-8", "replace").rstrip("\r")
                if not lines and line and line[0] not in "=?":
                    raise self._nonsense(line)
                if line:
                    lines.append(line)
                elif lines:
                    return lines
            if len(self._buffer) + sum(map(len, lines)) > _MOST_BYTES:
                raise self._nonsense(self._buffer.decode("utf-8", "replace"))
            begun = time.monotonic()
            chunk = self._child.read(_TICK)
            if chunk == b"":
                raise self._death()
            if chunk:
                self._buffer += chunk
                continue
            # While the computer sleeps or this process stands still, no patience is lost.
            passed = min(time.monotonic() - begun, 2 * _TICK)
            waited += passed
            before, cpu = cpu, self._child.cpu_seconds()
            idle = 0.0 if cpu is not None and cpu != before else idle + passed
            if (waited if cpu is None else cpu) > self.allowance:
                raise EngineFailure("the engine has used up its CPU time and does not stop", is_final=True)
            if idle > patience or waited > self.allowance + patience:
                raise EngineFailure("the engine hangs: no answer to `{}` for {:.0f} s".format(command, waited))

    def _nonsense(self, text):
        return EngineFailure("the engine answered {!r}, which is not GTP; {} should be the program ludwerk (set LUDWERK)"
                             .format(text[:_MOST_SHOWN], self._settings.program))

    def _death(self):
        """Why the engine is not there any more."""
        self.end()
        how = self._child.how_it_ended()
        lines = [line.strip() for line in self._child.last_words.splitlines() if line.strip()]
        lines = [line for line in lines if not line.startswith("seed ")]
        said = "; ".join(line for line in lines if line.startswith(("error", "hint", "memory"))) or "".join(lines[-1:])
        advice, is_final = "", False
        if how == "SIGXCPU":
            advice, is_final = "; it has used up its CPU time", True
        elif "memory allocation" in said:
            advice = "; it may take {} MB, so choose a spec with smaller tables in LUDWERK_SPEC".format(
                self._settings.megabytes)
        elif how == "exit code 2":
            advice, is_final = "; check LUDWERK_SPEC, which is {!r}".format(self._settings.spec), True
        return EngineFailure("the engine died ({}){}{}".format(how, ": " + said if said else "", advice), is_final)

    def end(self, by_force=False):
        """Ends the engine. One that stands idle ends by itself when its input does. May be called again."""
        if self._child.returncode is None:
            self.peak_megabytes = self._child.peak_megabytes()
            self._child.end(0.0 if by_force else FAREWELL)
