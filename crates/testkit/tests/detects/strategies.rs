//! The strategies of a game with one defect.

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Report, Strategies, Strategy, StrategyError, StrategyOption, View,
};

use super::*;

const OPTION: StrategyOption = StrategyOption { name: "speed", default: "1", help: "How fast it is." };
const SPEEDY: Strategy =
    Strategy { name: "speedy", summary: "The first move.", options: &[OPTION], peeks: false };

impl<G: Capable, const FLAW: usize> Strategies for Broken<G, FLAW> {
    fn strategies(&self) -> &'static [Strategy] {
        match self.defect {
            Defect::StrategiesShareName => &[SPEEDY, SPEEDY],
            Defect::StrategyInCapitals => &[Strategy { name: "Speedy", ..SPEEDY }],
            Defect::StrategyOptionsShareName => &[Strategy { options: &[OPTION, OPTION], ..SPEEDY }],
            Defect::StrategyWithoutSummary => &[Strategy { summary: "", ..SPEEDY }],
            _ => &[SPEEDY],
        }
    }

    fn strategy(
        &self,
        _name: &str,
        options: &[(&str, &str)],
        _seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        match self.defect {
            Defect::StrategyRefusesItsDefaults => Err(StrategyError::bad_value(options[0].0, "write 2")),
            Defect::StrategyRefusesInSilence => Err(StrategyError::refused("")),
            _ => Ok(Box::new(First { peeks: self.has(Defect::StrategyPeeksInSecret) })),
        }
    }
}

struct First {
    peeks: bool,
}

impl<G: Observe> Agent<G> for First {
    fn peeks(&self) -> bool {
        self.peeks
    }

    fn decide(
        &mut self,
        view: &View<'_, G>,
        _: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        Ok(Decision { chosen: view.legal[0], report: Report::default() })
    }
}
