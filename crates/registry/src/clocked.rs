//! Agents under a clock: how long they think is said by the clock, not by themselves.

use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{
    Agent, AgentError, Clock, Control, Decision, Interchange as _, MoveClock, Report, View, Work,
};
use ludwerk_protocol::time_manager::{until, wall_time};
use ludwerk_protocol::{Dialect, MovesToGo, TimeBudget};

use crate::{AgentSpecError, AnyGame, AnyMove, Spec, Value};

/// The budgets that make an agent as strong as it is meant to be, whatever the clock says.
const WORK_BUDGETS: [&str; 3] = ["depth", "nodes", "iterations"];

/// Longer than any clock.
const ENDLESS: &str = "1000000s";

/// The agent that tells the clock to another program.
const PROCESS: &str = "process";

impl AnyGame {
    /// The spec of the same agent when a clock says how long it thinks: until it is told to stop, unless its spec says
    /// otherwise. A budget that was written stays, and one that makes a level or another preset what it is; the
    /// champion takes all the time.
    pub fn paced(&self, spec: &Spec) -> Spec {
        let has_any =
            |spec: &Spec, budgets: &[&str]| budgets.iter().any(|budget| spec.value(budget).is_some());
        let is_preset_bound =
            spec.name != "champion" && self.resolve(spec).is_ok_and(|meant| has_any(&meant, &WORK_BUDGETS));
        let is_bound = is_preset_bound || has_any(spec, &["time"]) || has_any(spec, &WORK_BUDGETS);
        let mut endless = spec.clone();
        endless.options.push(("time".to_owned(), Value::Text(ENDLESS.to_owned())));
        // An agent without such an option is never in a hurry.
        let can_wait = spec.name != PROCESS && !is_bound && self.agent(&endless, 0).is_ok();
        if can_wait { endless } else { spec.clone() }
    }

    /// Makes the agent that `spec` describes for games under a clock: whenever [`Control::clock`] tells one, the agent
    /// thinks for a sensible share of what is left to its seat, or less if its spec bounds it. Without a clock it is
    /// the agent that [`AnyGame::agent`] makes. An outside program looks after its time itself.
    ///
    /// # Errors
    /// An [`AgentSpecError`] as [`AnyGame::agent`].
    pub fn agent_on_clock(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Agent<AnyGame>>, AgentSpecError> {
        let own = self.agent(spec, seed)?;
        if spec.name == PROCESS {
            return Ok(own);
        }
        let paced_spec = Some(self.paced(spec)).filter(|paced| paced != spec);
        let dialect = self.dialect();
        Ok(Box::new(OnClock { own, paced_spec, paced: None, seed, dialect, n_made: None }))
    }
}

/// An agent that looks at the clock.
struct OnClock {
    /// As the spec says.
    own: Box<dyn Agent<AnyGame>>,
    /// The one that thinks until it is told to stop, if that is another.
    paced_spec: Option<Spec>,
    /// It, as soon as a clock was seen.
    paced: Option<Box<dyn Agent<AnyGame>>>,
    seed: u64,
    dialect: Dialect,
    /// The moves that its seat has made.
    n_made: Option<u32>,
}

impl OnClock {
    fn on(
        &mut self,
        clock: &Clock,
        view: &View<'_, AnyGame>,
        control: &mut Control<'_, AnyMove>,
    ) -> Result<Decision<AnyMove>, AgentError> {
        // It may join a game that others began.
        let n_before = (view.history.len() / self.dialect.colours.len().max(1)) as u32;
        let n_made = *self.n_made.get_or_insert(n_before);
        self.n_made = Some(n_made.saturating_add(1));
        if let [only] = *view.legal {
            return Ok(Decision { chosen: only, report: Report { pv: vec![only], ..Report::default() } });
        }
        if let (None, Some(spec)) = (&self.paced, &self.paced_spec) {
            let made = view.game.agent(spec, self.seed);
            self.paced = Some(made.map_err(|error| AgentError::Failed(error.to_string()))?);
        }
        let agent = self.paced.as_mut().unwrap_or(&mut self.own);
        let horizon = MovesToGo::of_seat(&self.dialect, view.seat, n_made);
        let allotment = TimeBudget::of_seat(clock, view.seat).allot(horizon);
        let move_clock = allotment.map(|allotment| MoveClock::start(allotment, wall_time()));
        let (asked_to_stop, terms) = (control.stop_flag(), control.terms());
        let is_ending = || asked_to_stop.load(Ordering::Relaxed);
        until(move_clock.as_ref(), is_ending, |stop| {
            let mut forward = |report: &Report<AnyMove>| control.report(report);
            let inner = Control::new(stop, &mut forward).on_terms(terms);
            agent.decide(view, &mut inner.with_move_clock(move_clock.as_ref()))
        })
    }
}

impl Agent<AnyGame> for OnClock {
    fn peeks(&self) -> bool {
        self.own.peeks()
    }

    fn work(&self) -> Work {
        self.own.work()
    }

    fn prepare(&mut self, game: &AnyGame, stop: &AtomicBool) -> Result<(), AgentError> {
        self.own.prepare(game, stop)
    }

    fn decide(
        &mut self,
        view: &View<'_, AnyGame>,
        control: &mut Control<'_, AnyMove>,
    ) -> Result<Decision<AnyMove>, AgentError> {
        match control.clock() {
            Some(clock) => self.on(clock, view, control),
            None => self.own.decide(view, control),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use ludwerk_core::{Game as _, Playthrough, Rng, TimeControl};

    use super::*;

    fn dobutsu() -> AnyGame {
        crate::game("dobutsu").unwrap().configure(None, None).unwrap()
    }

    #[test]
    fn under_a_clock_an_agent_without_a_budget_takes_all_the_time() {
        let game = dobutsu();
        let paced = |text: &str| game.paced(&text.parse().unwrap()).to_string();
        for text in ["champion", "mcts", "alphabeta:lmr=off"] {
            assert!(paced(text).ends_with(&format!("time={ENDLESS}")), "{text}");
        }
        for text in ["mcts:iterations=10", "champion:nodes=5", "alphabeta:time=2s", "level:n=3", "random"] {
            assert_eq!(paced(text), text);
        }
    }

    /// Plays a game by a clock, and gives what is left to the seats.
    fn left_after_a_game(specs: [&str; 2], control: &str) -> Clock {
        let game = dobutsu();
        let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
        let mut agents = specs.map(|spec| game.agent_on_clock(&spec.parse().unwrap(), 3).unwrap());
        let mut clock = Clock::new(control.parse::<TimeControl>().unwrap(), 2);
        while let Some(seat) = play.to_move().filter(|_| play.moves().len() < 300) {
            let (stop, mut ignore) = (AtomicBool::new(false), |_: &Report<AnyMove>| ());
            let begun = Instant::now();
            let decision = {
                let mut control = Control::new(&stop, &mut ignore).with_clock(Some(&clock));
                play.ask(agents[seat.idx()].as_mut(), &mut control).unwrap()
            };
            clock.spend(seat, begun.elapsed());
            assert!(!clock.left[seat.idx()].is_zero(), "{} has no time left", specs[seat.idx()]);
            play.play(decision.chosen).unwrap();
        }
        clock
    }

    #[test]
    fn no_agent_runs_out_of_time() {
        let clock = left_after_a_game(["mcts", "champion"], "2s");
        let most = clock.control.game.unwrap();
        assert!(clock.left.iter().all(|&left| left < most), "they think: {:?}", clock.left);
    }

    #[test]
    fn without_a_clock_an_agent_is_as_it_was_and_with_one_it_stops_when_asked() {
        let game = dobutsu();
        let play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
        let spec = "mcts:iterations=200".parse().unwrap();
        let ask = |agent: &mut dyn Agent<AnyGame>, clock: Option<&Clock>, stop: bool| {
            let (stop, mut ignore) = (AtomicBool::new(stop), |_: &Report<AnyMove>| ());
            play.ask(agent, &mut Control::new(&stop, &mut ignore).with_clock(clock)).unwrap()
        };
        let mut agents = [game.agent(&spec, 9).unwrap(), game.agent_on_clock(&spec, 9).unwrap()];
        let [plain, on_clock] = agents.each_mut().map(|agent| ask(agent.as_mut(), None, false));
        assert_eq!(plain, on_clock);
        let hours = Clock::new("100h".parse().unwrap(), 2);
        let mut endless = game.agent_on_clock(&"champion".parse().unwrap(), 9).unwrap();
        assert!(play.legal_moves().contains(&ask(endless.as_mut(), Some(&hours), true).chosen));
    }
}
