//! What Linux tells of processes in `/proc`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Duration;

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

/// The processor time that a process has used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Used {
    /// When the process was started.
    pub started: u64,
    /// Its time, with that of its children that have ended and were waited for.
    pub time: Duration,
    /// The children that are there.
    pub children: Vec<ProcessId>,
}

impl Used {
    /// The time of the process with this number, if there is one.
    pub fn look(id: ProcessId) -> Option<Self> {
        let (started, [own, waited]) = Self::ticks(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)?;
        let tasks = fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten().map(|entry| entry.path());
        let (mut exact, mut children) = (Duration::ZERO, Vec::new());
        for task in tasks {
            let numbers = |file: &str| {
                let text = fs::read_to_string(task.join(file)).unwrap_or_default();
                text.split_whitespace().map_while(|word| word.parse::<u64>().ok()).collect::<Vec<_>>()
            };
            exact += Duration::from_nanos(numbers("schedstat").first().copied().unwrap_or(0));
            children.extend(numbers("children").into_iter().filter_map(|id| ProcessId::try_from(id).ok()));
        }
        // The one is in nanoseconds and knows living threads alone, the other counts all in hundredths of a second.
        Some(Self { started, time: own.max(exact) + waited, children })
    }

    /// The start, and the times of the process and of its children that have ended.
    fn ticks(stat: &str) -> Option<(u64, [Duration; 2])> {
        let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
        let number = |n: usize| fields.get(n).and_then(|field| field.parse::<u64>().ok());
        let per_second = rustix::param::clock_ticks_per_second().max(1);
        let both = |n: usize| {
            let ticks = number(n)?.checked_add(number(n + 1)?)?;
            Some(Duration::from_nanos(ticks.checked_mul(1_000_000_000 / per_second)?))
        };
        Some((number(19)?, [both(11)?, both(13)?]))
    }
}

/// The numbers of all processes of the system.
fn all_ids() -> Vec<ProcessId> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// All processes of the system.
pub(super) fn all() -> Vec<Process> {
    all_ids().into_iter().filter_map(Process::look).collect()
}

/// Who has which children.
pub(super) struct Children(HashMap<ProcessId, Vec<Process>>);

impl Children {
    /// As they are now.
    pub fn now() -> Self {
        Self::among(all())
    }

    fn among(processes: impl IntoIterator<Item = Process>) -> Self {
        let mut by_parent: HashMap<_, Vec<_>> = HashMap::new();
        for process in processes {
            by_parent.entry(process.parent).or_default().push(process);
        }
        Self(by_parent)
    }

    /// The children of a process.
    pub fn of(&self, parent: ProcessId) -> &[Process] {
        self.0.get(&parent).map_or(&[], Vec::as_slice)
    }

    /// The numbers of a process and all that descend from it.
    fn family_of(&self, ancestor: ProcessId) -> HashSet<ProcessId> {
        let mut family = HashSet::from([ancestor]);
        let mut waiting = vec![ancestor];
        while let Some(parent) = waiting.pop() {
            waiting.extend(self.of(parent).iter().map(|child| child.id).filter(|&id| family.insert(id)));
        }
        family
    }
}

/// The processes that are known not to be ours: they never become so, and need no second look.
#[derive(Default)]
pub(super) struct Strangers {
    known: HashSet<ProcessId>,
    n_looks: u32,
}

/// After so many looks everybody is looked at again, because numbers are used again.
const FORGET_AFTER: u32 = 40;

impl Strangers {
    /// Who has which children among the descendants of a process, at the cost of those that are new.
    pub fn children_below(&mut self, ancestor: ProcessId) -> Children {
        self.n_looks = (self.n_looks + 1) % FORGET_AFTER;
        if self.n_looks == 0 {
            self.known.clear();
        }
        let ids: Vec<_> = all_ids().into_iter().filter(|id| !self.known.contains(id)).collect();
        let children = Children::among(ids.iter().filter_map(|&id| Process::look(id)));
        let family = children.family_of(ancestor);
        self.known.extend(ids.into_iter().filter(|id| !family.contains(id)));
        children
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
    fn the_time_of_a_process_and_of_its_children_is_told() {
        let stat = "42 (a ) S 1 (b) S 7 8 9 0 -1 0 0 0 0 0 100 50 7 3 20 0 3 0 12345 0 0";
        let (started, [own, waited]) = Used::ticks(stat).unwrap();
        assert_eq!((started, own), (12345, 15 * waited));
        assert_eq!(Used::ticks("42 (a) S 1"), None);
        let id = std::process::id() as ProcessId;
        let before = Used::look(id).unwrap();
        let begun = std::time::Instant::now();
        while begun.elapsed() < Duration::from_millis(30) {}
        let after = Used::look(id).unwrap();
        assert!(after.time > before.time && after.started == before.started);
    }

    #[test]
    fn descendants_are_found_again_and_again() {
        let own = Process::look(std::process::id() as ProcessId).unwrap();
        assert!(own.resident() > 0 && own.fair_share() > 0 && !own.is_zombie);
        assert!(all().iter().any(|process| process.id == own.id && process.started == own.started));
        let mut strangers = Strangers::default();
        strangers.children_below(own.id);
        let mut sleeper = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let is_found = |children: &Children| {
            children.of(own.id).iter().any(|child| child.id == sleeper.id() as ProcessId)
        };
        assert!((0..3 * FORGET_AFTER).all(|_| is_found(&strangers.children_below(own.id))));
        assert!(is_found(&Children::now()));
        sleeper.kill().unwrap();
        sleeper.wait().unwrap();
    }
}
