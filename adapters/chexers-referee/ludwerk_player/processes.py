"""Another process under limits: starting it, reading from it with patience, the CPU it uses, its end.

Nothing here knows a protocol. On Linux the system tells the CPU time of a running process, elsewhere only that
of one that has ended; on Windows it tells neither, and there are no limits.
"""

import math
import os
import signal
import subprocess
import tempfile
import time

try:
    import resource
except ImportError:  # Windows
    resource = None

if os.name == "posix":
    import select
else:
    import queue
    import threading

# So many seconds a process may take to end by itself.
FAREWELL = 1.0

_MOST_ERROR_BYTES = 4096


class Child:
    """A running process with pipes to its standard input and output."""

    def __init__(self, command, megabytes, cpu_seconds):
        self._errors = tempfile.TemporaryFile()
        # A second heap for every thread would fill the address space with nothing.
        environment = dict(os.environ, MALLOC_ARENA_MAX="1")
        limits = {}
        if resource is not None:
            limits["preexec_fn"] = lambda: _set_limits(megabytes, cpu_seconds)
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                bufsize=0, env=environment, **limits)
        except Exception:
            self._errors.close()
            raise
        self.pid = self._process.pid
        self.returncode = None
        # The last of what it wrote to its standard error, after its end.
        self.last_words = ""
        self._final_cpu = None
        self._output = _Reader(self._process.stdout)

    def write(self, data):
        """Sends bytes; OSError if nobody listens any more."""
        self._process.stdin.write(data)

    def read(self, seconds):
        """The next bytes, b"" at the end of the output, None if none came for so long."""
        return self._output.read(seconds)

    def cpu_seconds(self):
        """The CPU time used so far, None where the system does not tell."""
        if self._final_cpu is not None:
            return self._final_cpu
        try:
            with open("/proc/{}/stat".format(self.pid), "rb") as file:
                # The name stands in parentheses and may contain anything.
                fields = file.read().rpartition(b")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError, AttributeError):
            return None

    def peak_megabytes(self):
        """The most address space that it had, None where the system does not tell."""
        try:
            with open("/proc/{}/status".format(self.pid), "rb") as file:
                lines = [line.split() for line in file if line.startswith(b"VmPeak:")]
            return int(lines[0][1]) / 1024
        except (OSError, ValueError, IndexError):
            return None

    def end(self, patience=FAREWELL):
        """Closes the pipes, waits a moment, and kills it if it is still there. May be called again."""
        if self.returncode is None:
            try:
                self._process.stdin.close()
            except OSError:
                pass
            begun = time.monotonic()
            while not self._reap() and time.monotonic() - begun < patience:
                time.sleep(0.005)
            if self.returncode is None:
                self._process.kill()
                while not self._reap():
                    time.sleep(0.005)
            self._output.close()
            self.last_words = self._read_errors()

    def _read_errors(self):
        try:
            self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(0, self._errors.tell() - _MOST_ERROR_BYTES))
            return self._errors.read().decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""
        finally:
            self._errors.close()

    def how_it_ended(self):
        """The exit code or the signal, in words."""
        if self.returncode is None:
            return "still running"
        if self.returncode >= 0:
            return "exit code {}".format(self.returncode)
        try:
            return signal.Signals(-self.returncode).name
        except ValueError:
            return "signal {}".format(-self.returncode)

    def _reap(self):
        """Whether it has ended. Its CPU time is only told to whoever takes note of its end."""
        if self.returncode is not None:
            return True
        if not hasattr(os, "wait4"):
            self.returncode = self._process.poll()
            return self.returncode is not None
        try:
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        except ChildProcessError:  # Somebody else has taken note.
            self.returncode = self._process.returncode = self._process.returncode or 0
            return True
        if pid == 0:
            return False
        self.returncode = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        self._process.returncode = self.returncode
        self._final_cpu = usage.ru_utime + usage.ru_stime
        return True


def _set_limits(megabytes, cpu_seconds):
    """Runs in the new process: the system itself stops one that takes more than it may."""
    # What the system holds against this limit is sampled and may be a tenth more than was used, so that a limit that is
    # just enough would end an engine in the middle of a long game. This one is for what nobody else has ended.
    seconds = math.ceil(1.25 * cpu_seconds) + 1
    limits = (
        (resource.RLIMIT_AS, megabytes << 20, megabytes << 20),
        # At the first it is told by a signal, which ends it and says why.
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_CORE, 0, 0),
    )
    for which, soft, hard in limits:
        try:
            resource.setrlimit(which, (soft, hard))
        except (OSError, ValueError):
            pass  # Some systems know the limit and refuse it.


class _Reader:
    """Reads a pipe with a time limit."""

    def __init__(self, pipe):
        self._pipe = pipe
        if os.name != "posix":
            # Windows cannot wait for a pipe, so a thread does.
            self._chunks = queue.Queue()
            threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self):
        chunk = b"?"
        while chunk:
            try:
                chunk = os.read(self._pipe.fileno(), 65536)
            except (OSError, ValueError):
                chunk = b""
            self._chunks.put(chunk)

    def read(self, seconds):
        if os.name != "posix":
            try:
                return self._chunks.get(timeout=seconds)
            except queue.Empty:
                return None
        ready, _, _ = select.select([self._pipe], [], [], seconds)
        return os.read(self._pipe.fileno(), 65536) if ready else None

    def close(self):
        try:
            self._pipe.close()
        except OSError:
            pass
