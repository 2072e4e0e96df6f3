//! Players of Kuhn poker in code: one that nobody beats, and one that looks at the other's card.

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Report, Rng, Seat, Strategies, Strategy, StrategyError,
    StrategyOption, View,
};

use super::{Action, Kuhn};

const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "kuhn-nash",
        summary: "The strategies that Kuhn proved to be best.",
        options: &[StrategyOption {
            name: "bluff",
            default: "0.2",
            help: "How often the first player bets a jack, from 0 to 1/3.",
        }],
        peeks: false,
    },
    Strategy {
        name: "kuhn-cheat",
        summary: "PEEKS at the other's card, and bets when it is lower.",
        options: &[],
        peeks: true,
    },
];

impl Strategies for Kuhn {
    fn strategies(&self) -> &'static [Strategy] {
        STRATEGIES
    }

    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        match (name, options) {
            ("kuhn-nash", [("bluff", text)]) => {
                let bluff = text.parse().ok().filter(|bluff| (0.0..=1.0 / 3.0).contains(bluff));
                let hint = || StrategyError::bad_value("bluff", "write bluff=0.2, from 0 to 1/3");
                Ok(Box::new(Nash { bluff: bluff.ok_or_else(hint)?, rng: Rng::new(seed) }))
            }
            ("kuhn-cheat", []) => Ok(Box::new(Cheat)),
            _ => Err(StrategyError::refused(format!("kuhn has no strategy {name:?}"))),
        }
    }
}

struct Nash {
    bluff: f64,
    rng: Rng,
}

impl Agent<Kuhn> for Nash {
    fn decide(
        &mut self,
        view: &View<'_, Kuhn>,
        _control: &mut Control<'_, Action>,
    ) -> Result<Decision<Action>, AgentError> {
        let (_, seen) = view.observation;
        let card = seen.cards[view.seat].unwrap_or(0);
        let is_facing_a_bet = seen.bets != 0;
        // How often it bets or calls with jack, queen and king, by what has been done.
        let often = match (view.seat, is_facing_a_bet) {
            (Seat::FIRST, false) => [self.bluff, 0.0, 3.0 * self.bluff],
            (Seat::FIRST, true) => [0.0, self.bluff + 1.0 / 3.0, 1.0],
            (_, false) => [1.0 / 3.0, 0.0, 1.0],
            (_, true) => [0.0, 1.0 / 3.0, 1.0],
        };
        let chosen = if self.rng.unit() < often[usize::from(card)] { Action::Bet } else { Action::Pass };
        Ok(Decision { chosen, report: Report { nodes: 1, pv: vec![chosen], ..Report::default() } })
    }
}

struct Cheat;

impl Agent<Kuhn> for Cheat {
    fn peeks(&self) -> bool {
        true
    }

    fn decide(
        &mut self,
        view: &View<'_, Kuhn>,
        _control: &mut Control<'_, Action>,
    ) -> Result<Decision<Action>, AgentError> {
        let truth = view.truth.ok_or_else(|| AgentError::Failed("it was shown nothing".to_owned()))?;
        let is_higher = truth.cards[view.seat] > truth.cards[view.seat.other()];
        let chosen = if is_higher { Action::Bet } else { Action::Pass };
        Ok(Decision { chosen, report: Report { nodes: 1, pv: vec![chosen], ..Report::default() } })
    }
}
