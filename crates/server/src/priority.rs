//! Long work lets the games of people go first.

/// Lets the threads of people run before this one and those that it starts.
pub fn give_people_precedence() {
    // On Linux this concerns the calling thread, and its children inherit it; elsewhere it would be the whole program.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        let lowered = getpriority_process(None).and_then(|nice| setpriority_process(None, lower(nice)));
        if let Err(error) = lowered {
            tracing::warn!("work that nobody waits for runs with the usual priority: {error}");
        }
    }
}

/// A nice value that leaves others ten times the processor, where there is not enough for all.
#[cfg(target_os = "linux")]
fn lower(nice: i32) -> i32 {
    (nice + 10).min(19)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use rustix::process::getpriority_process;

    use super::*;

    #[test]
    fn what_nobody_waits_for_runs_after_the_games_of_people() {
        let of_people = getpriority_process(None).unwrap();
        let of_games = thread::spawn(|| {
            give_people_precedence();
            thread::spawn(|| getpriority_process(None).unwrap()).join().unwrap()
        });
        assert_eq!(of_games.join().unwrap(), lower(of_people));
        assert_eq!(getpriority_process(None).unwrap(), of_people, "other threads stay as they are");
    }
}
