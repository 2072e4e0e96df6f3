//! The processes of one program: its first one, their children, and those that tried to get away.
//!
//! Whoever loses its parent becomes a child of ours, because we adopt orphans. Whose orphan it is tells what it was
//! when it was seen before, its process group, or the mark in its environment.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::proc_files::{Children, Process, ProcessId, Used};

/// What is known of the processes of a program.
pub(super) struct Tree {
    root: ProcessId,
    /// The entry in the environment by which they are known.
    mark: String,
    /// Those that were seen, with the times of their start.
    seen: HashMap<ProcessId, u64>,
    /// The process groups that were seen.
    groups: HashSet<ProcessId>,
    /// The most processor time that was counted: it never becomes less.
    cpu_time: Duration,
}

impl Tree {
    /// The tree of a program that has just been started, in a group of its own.
    pub fn new(root: ProcessId, mark: String) -> Self {
        Self { root, mark, seen: HashMap::new(), groups: HashSet::from([root]), cpu_time: Duration::ZERO }
    }

    /// The first process.
    pub fn root(&self) -> ProcessId {
        self.root
    }

    /// Whether a child of ours is one of the program, as far as it is known without a look into its environment.
    pub fn knows(&self, process: &Process) -> bool {
        process.id == self.root
            || self.seen.get(&process.id) == Some(&process.started)
            || self.groups.contains(&process.group)
    }

    /// Whether a child of ours has the mark of the program.
    pub fn marks(&self, process: &Process) -> bool {
        process.has_in_environment(&self.mark)
    }

    /// The processor time of all its processes, those included that the last look had not seen yet. An orphan that has
    /// ended counts no more, unless it was counted while it lived.
    pub fn cpu_time(&mut self) -> Option<Duration> {
        let mut waiting: Vec<_> = self.seen.iter().map(|(&id, &started)| (id, Some(started))).collect();
        waiting.push((self.root, None));
        let mut counted = HashSet::new();
        let mut sum = Duration::ZERO;
        while let Some((id, started)) = waiting.pop() {
            if !counted.insert(id) {
                continue;
            }
            let used = Used::look(id).filter(|used| started.is_none_or(|started| used.started == started));
            if let Some(used) = used {
                sum += used.time;
                waiting.extend(used.children.into_iter().map(|child| (child, None)));
            } else if id == self.root {
                return None;
            }
        }
        self.cpu_time = self.cpu_time.max(sum);
        Some(self.cpu_time)
    }

    /// All processes of the program, of whom these are children of ours, and remembers them.
    pub fn gather(&mut self, ours: Vec<Process>, children: &Children, own_group: ProcessId) -> Vec<Process> {
        let mut members = ours;
        let mut known: HashSet<ProcessId> = members.iter().map(|process| process.id).collect();
        let mut next = 0;
        while let Some(process) = members.get(next).copied() {
            members.extend(children.of(process.id).iter().filter(|child| known.insert(child.id)));
            next += 1;
        }
        self.seen = members.iter().map(|process| (process.id, process.started)).collect();
        // It may have joined our group; what is in there is not all its own.
        self.groups.extend(members.iter().map(|process| process.group).filter(|&group| group != own_group));
        members
    }
}
