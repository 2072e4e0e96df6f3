//! A small process beside us that ends all programs when we are killed ourselves.
//!
//! It reads a pipe of which we hold the other end. When that breaks off while programs are running, it looks for the
//! processes that carry our mark in their environment, and kills them. What has wiped its environment and left its
//! parents behind escapes it, but only then: as long as we live, orphans are ours.

use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use super::proc_files::ProcessId;

/// What the guard does, for a shell. It is told `+` and `-` when a program is started and ended.
const SCRIPT: &str = r#"
trap '' HUP INT TERM QUIT
n=0
while read -r sign; do
  case $sign in
    +) n=$((n + 1)) ;;
    -) n=$((n - 1)) ;;
  esac
done
[ "$n" -gt 0 ] || exit 0
for round in 1 2 3 4 5 6 7 8 9 10; do
  found=
  for folder in /proc/[0-9]*; do
    if grep -qs "$1" "$folder/environ"; then
      kill -9 "${folder#/proc/}" 2>/dev/null && found=yes
    fi
  done
  [ -n "$found" ] || exit 0
  sleep 0.1
done
"#;

/// The guard, while it is there.
pub(super) struct Guard {
    process: Child,
}

impl Guard {
    /// Sets a guard over processes whose environment has an entry that begins like this.
    pub fn start(mark: &str) -> io::Result<Self> {
        let process = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "ludwerk-guard", mark])
            .process_group(0)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { process })
    }

    pub fn id(&self) -> ProcessId {
        self.process.id() as ProcessId
    }

    /// Tells it that a program is there.
    pub fn add(&mut self) {
        self.tell(b"+\n");
    }

    /// Tells it that a program is gone.
    pub fn remove(&mut self) {
        self.tell(b"-\n");
    }

    /// A guard that is gone guards nothing; that is no reason to stop.
    fn tell(&mut self, sign: &[u8]) {
        if let Some(pipe) = &mut self.process.stdin {
            let _ = pipe.write_all(sign);
        }
    }
}
