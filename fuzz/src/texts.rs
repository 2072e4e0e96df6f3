//! What people write: agents, and files in TOML.

use ludwerk_arena::tournament::Plan;
use ludwerk_learn::grid::axis::Axis;
use ludwerk_learn::space::{OptionRange, WeightChoice};
use ludwerk_registry::levels::LevelsFile;
use ludwerk_registry::{Spec, WeightsFile, games, parse_size};

/// The description of an agent reads back as it was written, and games take or refuse it.
pub fn specs(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = (Spec::parse_list(text), parse_size(text), ludwerk_core::parse_duration(text));
    let _ = (text.parse::<ludwerk_core::TimeControl>(), text.parse::<Axis>(), text.parse::<OptionRange>());
    let Ok(_) = text.parse::<WeightChoice>();
    let Ok(spec) = text.parse::<Spec>() else { return };
    assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec));
    for entry in games() {
        let Ok(game) = entry.configure(None, None) else { continue };
        if let Ok(resolved) = game.resolve(&spec) {
            assert_eq!(resolved.to_string().parse::<Spec>().as_ref(), Ok(&resolved));
        }
    }
}

/// Plans of tournaments, tables of levels and files of weights read back as they were written.
pub fn plans(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = Plan::parse_openings(text);
    if let Ok(plan) = Plan::parse(text) {
        let _ = plan.check();
        let again = Plan::parse(&plan.to_toml()).expect("what was written can be read");
        assert_eq!(again.to_toml(), plan.to_toml());
    }
    if let Ok(levels) = LevelsFile::parse(text) {
        let _ = levels.levels();
        LevelsFile::parse(&levels.text().expect("it can be written")).expect("what was written can be read");
    }
    if let Ok(weights) = WeightsFile::parse(text) {
        WeightsFile::parse(&weights.text()).expect("what was written can be read");
        for game in games().iter().filter_map(|entry| entry.configure(None, None).ok()) {
            let _ = weights.weights_for(&game);
        }
    }
}
