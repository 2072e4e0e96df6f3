//! The agents of tournaments: they stop thinking in time, whatever their specs say.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ludwerk_core::{Agent, AgentError, Control, Decision, Report, View};
use ludwerk_registry::{AnyGame, AnyMove};

use crate::lobby::lock;

/// How often it is looked for agents that think too long.
const WATCH: Duration = Duration::from_millis(10);

/// Watches over agents that think.
#[derive(Default)]
pub struct Watch {
    thinking: Mutex<Vec<(Instant, Arc<AtomicBool>)>>,
    is_over: AtomicBool,
}

impl Watch {
    /// Stops whoever thinks too long, and all when `stop` is set, until it is over.
    pub fn keep(&self, stop: &AtomicBool) {
        while !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(WATCH);
            let (now, all) = (Instant::now(), stop.load(Ordering::Relaxed));
            for (_, flag) in lock(&self.thinking).iter().filter(|(until, _)| all || *until <= now) {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Nobody thinks any more.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// An agent that is watched over.
pub struct Watched {
    agent: Box<dyn Agent<AnyGame>>,
    watch: Arc<Watch>,
    /// The longest that it may think about a move.
    most: Duration,
    flag: Arc<AtomicBool>,
}

impl Watched {
    /// The agent, with so much time for a move.
    pub fn new(agent: Box<dyn Agent<AnyGame>>, watch: &Arc<Watch>, most: Duration) -> Self {
        Self { agent, watch: Arc::clone(watch), most, flag: Arc::default() }
    }
}

/// An agent that thinks; it no longer does when this is dropped, even if it broke down.
struct Thinking<'a> {
    watch: &'a Watch,
    flag: &'a Arc<AtomicBool>,
}

impl<'a> Thinking<'a> {
    fn begin(watch: &'a Watch, flag: &'a Arc<AtomicBool>, time: Duration) -> Self {
        flag.store(false, Ordering::Relaxed);
        lock(&watch.thinking).push((Instant::now() + time, Arc::clone(flag)));
        Self { watch, flag }
    }
}

impl Drop for Thinking<'_> {
    fn drop(&mut self) {
        lock(&self.watch.thinking).retain(|(_, flag)| !Arc::ptr_eq(flag, self.flag));
    }
}

impl Agent<AnyGame> for Watched {
    fn peeks(&self) -> bool {
        self.agent.peeks()
    }

    fn decide(
        &mut self,
        view: &View<'_, AnyGame>,
        control: &mut Control<'_, AnyMove>,
    ) -> Result<Decision<AnyMove>, AgentError> {
        let Self { agent, watch, most, flag } = self;
        // On a clock the agent knows best how to use it; here it is only kept from running out.
        let on_clock = control.clock().and_then(|clock| clock.allowance(view.seat));
        let _thinking = Thinking::begin(watch, flag, on_clock.map_or(*most, |left| left.min(*most)));
        let (stop, terms) = (control.stop_flag(), control.terms());
        let mut show = |report: &Report<AnyMove>| {
            // The game may be broken off for a reason of its own.
            flag.fetch_or(stop.load(Ordering::Relaxed), Ordering::Relaxed);
            control.report(report);
        };
        agent.decide(view, &mut Control::new(flag, &mut show).on_terms(terms))
    }
}
