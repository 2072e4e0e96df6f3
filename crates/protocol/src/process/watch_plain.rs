//! The watch over programs where `/proc` does not tell their processes.
//!
//! On other unixes a program has a process group of its own, which is killed as a whole; memory and processes are not
//! limited, and what leaves the group escapes. Elsewhere programs are not started at all.

use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::time::Duration;

use super::{ProcessError, ProcessLimits};

/// The ends of a program's pipes.
pub(super) struct Pipes {
    pub input: ChildStdin,
    pub output: ChildStdout,
    pub errors: ChildStderr,
}

#[cfg(unix)]
mod inner {
    use super::*;
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// A program that is watched.
    pub struct Watched {
        child: Mutex<Child>,
    }

    /// Starts a command in a group of its own.
    pub fn start(command: &str, _limits: &ProcessLimits) -> Result<(Arc<Watched>, Pipes), ProcessError> {
        let spawned = Command::new("/bin/sh")
            .args(["-c", command])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = spawned.map_err(|error| ProcessError::NotStarted(error.to_string()))?;
        let pipes = child.stdin.take().zip(child.stdout.take()).zip(child.stderr.take());
        let Some(((input, output), errors)) = pipes else {
            return Err(ProcessError::NotStarted("it has no pipes".to_owned()));
        };
        Ok((Arc::new(Watched { child: Mutex::new(child) }), Pipes { input, output, errors }))
    }

    impl Watched {
        fn child(&self) -> MutexGuard<'_, Child> {
            self.child.lock().unwrap_or_else(PoisonError::into_inner)
        }

        pub fn exit(&self) -> Option<ExitStatus> {
            self.child().try_wait().ok().flatten()
        }

        pub fn verdict(&self) -> Option<ProcessError> {
            None
        }

        pub fn cpu_time(&self) -> Option<Duration> {
            None
        }

        /// Kills the group, and waits for its first process.
        pub fn end_all(&self) {
            let mut child = self.child();
            if let Some(group) = Pid::from_raw(child.id() as i32) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            let _ = child.wait();
        }
    }
}

#[cfg(not(unix))]
mod inner {
    use super::*;

    /// A program that is watched: there is none.
    pub enum Watched {}

    /// Says that there is no such thing here.
    pub fn start(_command: &str, _limits: &ProcessLimits) -> Result<(Arc<Watched>, Pipes), ProcessError> {
        Err(ProcessError::NotStarted("outside programs need a unix system".to_owned()))
    }

    impl Watched {
        pub fn exit(&self) -> Option<ExitStatus> {
            match *self {}
        }

        pub fn verdict(&self) -> Option<ProcessError> {
            match *self {}
        }

        pub fn cpu_time(&self) -> Option<Duration> {
            match *self {}
        }

        pub fn end_all(&self) {
            match *self {}
        }
    }
}

pub(super) use inner::{Watched, start};
