//! Ctrl-C: the first asks for an orderly end, the second ends at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

static STOP: AtomicBool = AtomicBool::new(false);
static AT_A_PROMPT: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C and for the system's request to end.
pub fn install() {
    // Without a handler the program would just die, which is the next best thing.
    let _ = ctrlc::set_handler(|| {
        let at_once = STOP.swap(true, Ordering::Relaxed) || AT_A_PROMPT.load(Ordering::Relaxed);
        if at_once {
            let _ = Failure::interrupted(
                "ended",
                "what was answered before holds; `play --save FILE` keeps a game",
            )
            .report();
            process::exit(2);
        }
    });
}

/// Set once somebody has asked to stop.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

pub fn is_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// While a line is read from standard input, nothing but the handler can react.
pub fn while_at_a_prompt<T>(read: impl FnOnce() -> T) -> T {
    AT_A_PROMPT.store(true, Ordering::Relaxed);
    let result = read();
    AT_A_PROMPT.store(false, Ordering::Relaxed);
    result
}
