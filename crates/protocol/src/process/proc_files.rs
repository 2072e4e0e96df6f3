//! What Linux tells of processes in `/proc`.

use std::collections::HashMap;
use std::fs;
use std::sync::LazyLock;

/// The number of a process.
pub(super) type ProcessId = i32;

/// A process at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub id: ProcessId,
    pub parent: ProcessId,
    pub group: ProcessId,
    /// When it was started: with its number the name of this very process.
    pub started: u64,
    pub n_threads: u32,
    /// It has ended, and its parent has not looked yet.
    pub is_zombie: bool,
}

impl Process {
    /// The process with this number, if there is one.
    pub fn look(id: ProcessId) -> Option<Self> {
        Self::parse(id, &fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    fn parse(id: ProcessId, stat: &str) -> Option<Self> {
        // The name may have blanks and brackets; the last bracket ends it.
        let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
        let number = |n: usize| fields.get(n).and_then(|field| field.parse::<u64>().ok());
        Some(Self {
            id,
            parent: number(1)? as ProcessId,
            group: number(2)? as ProcessId,
            n_threads: number(17)? as u32,
            started: number(19)?,
            is_zombie: matches!(fields.first()?, &"Z" | &"X" | &"x"),
        })
    }

    /// The memory that it holds, in bytes; what it shares with others counts in full.
    pub fn resident(&self) -> u64 {
        let statm = fs::read_to_string(format!("/proc/{}/statm", self.id)).unwrap_or_default();
        let pages: u64 = statm.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        pages * rustix::param::page_size() as u64
    }

    /// The same with what is shared divided among those who share it. Takes the system longer to tell.
    pub fn fair_share(&self) -> u64 {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.id)).unwrap_or_default();
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let kib =
            line.and_then(|line| line.trim().strip_suffix("kB")).and_then(|n| n.trim().parse::<u64>().ok());
        kib.map_or_else(|| self.resident(), |kib| kib << 10)
    }

    /// Whether it was started with this in its environment.
    pub fn has_in_environment(&self, entry: &str) -> bool {
        let environment = fs::read(format!("/proc/{}/environ", self.id)).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|found| found == entry.as_bytes())
    }
}

/// All processes of the system.
pub(super) fn all() -> Vec<Process> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    let names = folder.flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.to_str()?.parse().ok()).filter_map(Process::look).collect()
}

/// Whether the system lists the children of a process.
static HAS_LISTS: LazyLock<bool> = LazyLock::new(|| {
    let own = std::process::id();
    fs::read_to_string(format!("/proc/{own}/task/{own}/children")).is_ok()
});

/// Who has which children.
pub(super) enum Children {
    /// As the system lists them, one process after the other: quick, and one may be missed when others come and go.
    Listed,
    /// Of a survey of all processes.
    Surveyed(HashMap<ProcessId, Vec<Process>>),
}

impl Children {
    /// The quick way, where the system has it.
    pub fn listed() -> Self {
        if *HAS_LISTS { Self::Listed } else { Self::surveyed() }
    }

    /// The sure way.
    pub fn surveyed() -> Self {
        let mut by_parent: HashMap<_, Vec<_>> = HashMap::new();
        for process in all() {
            by_parent.entry(process.parent).or_default().push(process);
        }
        Self::Surveyed(by_parent)
    }

    /// The children of a process.
    pub fn of(&self, parent: ProcessId) -> Vec<Process> {
        match self {
            Self::Surveyed(by_parent) => by_parent.get(&parent).cloned().unwrap_or_default(),
            Self::Listed => {
                let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return Vec::new() };
                let lists = threads
                    .flatten()
                    .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
                let ids: Vec<ProcessId> = lists
                    .flat_map(|list| {
                        list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()
                    })
                    .collect();
                ids.into_iter().filter_map(Process::look).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_and_blanks_is_no_obstacle() {
        let stat = "42 (a ) S 1 (b) Z 7 8 9 0 -1 0 0 0 0 0 0 0 0 0 20 0 3 0 12345 0 0";
        let expected = Process { id: 42, parent: 7, group: 8, started: 12345, n_threads: 3, is_zombie: true };
        assert_eq!(Process::parse(42, stat), Some(expected));
        assert_eq!(Process::parse(42, "42 (a"), None);
    }

    #[test]
    fn this_process_is_found_both_ways() {
        let own = Process::look(std::process::id() as ProcessId).unwrap();
        assert!(own.resident() > 0 && own.fair_share() > 0 && !own.is_zombie);
        assert!(all().iter().any(|process| process.id == own.id && process.started == own.started));
        for children in [Children::listed(), Children::surveyed()] {
            assert!(children.of(own.parent).iter().any(|process| process.id == own.id));
        }
    }
}
