//! Grids of an agent's weights and options: what makes one, and games of its cells.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use ludwerk_learn::grid::axis::Axis;
use ludwerk_learn::grid::parameters::{Parameters, ParametersError};
use ludwerk_learn::grid::run::{Agents, Order, Stage};
use ludwerk_learn::journal::Journal;
use ludwerk_learn::trial::Trial;

use crate::{game, spec};

fn axes(texts: &[&str]) -> Vec<Axis> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn parameters(game_id: &str, agent: &str, texts: &[&str]) -> Result<Parameters, ParametersError> {
    Parameters::new(&game(game_id), &spec(agent), &axes(texts))
}

fn refusal(game_id: &str, agent: &str, texts: &[&str]) -> (String, String) {
    let error = parameters(game_id, agent, texts).unwrap_err();
    (error.to_string(), error.hint())
}

#[test]
fn an_axis_is_a_weight_or_an_option() {
    let texts = ["nodes=10,20", "hen-on-board=1..9:4"];
    let both = parameters("dobutsu", "alphabeta:nodes=50", &texts).unwrap();
    let specs: Vec<_> = both.specs(&axes(&texts)).iter().map(ToString::to_string).collect();
    assert_eq!(specs.len(), 6);
    assert_eq!(specs[1], "alphabeta:nodes=10,weights=(start:hen-on-board=5)");
    // The start is not on the grid, and is left as it was.
    assert_eq!(both.start().to_string(), "alphabeta:nodes=50,weights=start");
    assert_eq!(both.start_values()[0], 50.0);
    assert_eq!(both.limits()[0], ((10.0, 50.0), true));
    assert!(!both.limits()[1].1);
}

#[test]
fn what_makes_no_grid_is_refused() {
    assert_eq!(parameters("dobutsu", "greedy", &[]), Err(ParametersError::NoAxis));
    let (message, hint) = refusal("dobutsu", "alphabeta", &["hen-on-bord=1..9:4"]);
    assert!(message.contains("no option \"hen-on-bord\""), "{message}");
    assert!(hint.contains("hen-on-board"), "{hint}");
    let (message, hint) = refusal("dobutsu", "greedy", &["hen-on-board=1..900:400"]);
    assert!(message.contains("to 801"), "{message}");
    assert!(hint.contains("between"), "{hint}");
    let (message, _) = refusal("dobutsu", "greedy", &["hen-on-board=1,2", "hen-on-board=1,2"]);
    assert!(message.contains("two axes"), "{message}");
    let fine = ["hen-on-board=0..10:0.1", "chick-in-hand=0..10:0.1"];
    let (message, hint) = refusal("dobutsu", "greedy", &fine);
    assert!(message.contains("10201 cells"), "{message}");
    assert!(hint.contains("--zoom"), "{hint}");
    let (message, _) = refusal("dobutsu", "alphabeta", &["nodes=0.5,0.7"]);
    assert!(message.contains("cannot play"), "{message}");
    let (message, _) = refusal("dobutsu", "random", &["hen-on-board=1,2"]);
    assert!(message.contains("takes no weights"), "{message}");
}

#[test]
fn more_nodes_are_the_better_cell_on_any_number_of_threads() {
    let dobutsu = game("dobutsu");
    let axes = axes(&["nodes=1,300"]);
    let parameters = Parameters::new(&dobutsu, &spec("alphabeta:nodes=20"), &axes).unwrap();
    let play = |n_threads| {
        let n_threads = NonZeroUsize::new(n_threads).unwrap();
        let trial = Trial { game: dobutsu.clone(), opening_plies: 2, most_plies: 60, n_threads };
        let opponent = parameters.start().clone();
        let player = Agents { trial: &trial, cells: parameters.specs(&axes), opponent, seed: 1 };
        let stop = AtomicBool::new(false);
        let order = Order { stage: 0, axes: axes.clone(), n_bouts: 12, start: parameters.start_values() };
        Stage::play(order, &player, &mut Journal::in_memory(), &stop, &mut |_| {}).unwrap()
    };
    let stage = play(1);
    assert_eq!((stage.chosen, stage.name(1)), (1, "nodes=300".to_owned()));
    assert_eq!(stage.cells[0].games, 24);
    assert!(stage.noise.has_signal());
    assert_eq!(play(3), stage);
}
