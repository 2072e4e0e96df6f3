//! Networks: the forward pass against the formula, the backward pass against differences of what plays, fitting, and a
//! whole run that is broken off.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Encode as _, Game as _, Playthrough, Rng, Seat, Turn, sample_chance};
use ludwerk_learn::journal::Journal;
use ludwerk_learn::net::fit::Fit;
use ludwerk_learn::net::model::Model;
use ludwerk_learn::net::samples::Samples;
use ludwerk_learn::net::selfplay::SelfPlay;
use ludwerk_learn::net::{Plan, Training};
use ludwerk_registry::{AnyGame, AnyState, GAMES};
use ludwerk_search::{Accumulator, Net, NetInfo, net_viewer};

fn info(game: &AnyGame) -> NetInfo {
    NetInfo {
        game: game.info().id.to_owned(),
        variant: game.variant().to_owned(),
        n_seats: game.n_seats(),
        points: 1.0,
        made: "for a test".to_owned(),
    }
}

/// The positions of a random game.
fn positions(game: &AnyGame, seed: u64) -> Vec<AnyState> {
    let mut rng = Rng::new(seed);
    let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
    let mut states = Vec::new();
    while states.len() < 60 {
        let mv = match play.turn() {
            Turn::Over => break,
            Turn::Chance => sample_chance(game, play.state(), &mut rng),
            Turn::Player(_) => *rng.choose(&play.legal_moves()).unwrap(),
        };
        play.play(mv).unwrap();
        if play.turn() != Turn::Over {
            states.push(play.state().clone());
        }
    }
    states
}

/// The formula, as plainly as it can be written: every input of the tensor, on or off, times every weight.
fn formula(net: &Net, tensor: &[f32]) -> f64 {
    let layers = net.layers();
    let mut numbers: Vec<f64> = tensor.iter().map(|&input| f64::from(input)).collect();
    for (n, (layer, &width)) in layers.iter().zip(&net.widths()).enumerate() {
        let (weights, biases) = layer.split_at(layer.len() - width);
        let n_before = numbers.len();
        let weight = |from: usize, to: usize| {
            // The first layer has a row for each input, the others have one for each output.
            f64::from(if n == 0 { weights[from * width + to] } else { weights[to * n_before + from] })
        };
        let sum = |to: usize| {
            f64::from(biases[to]) + (0..n_before).map(|from| numbers[from] * weight(from, to)).sum::<f64>()
        };
        let sums: Vec<f64> = (0..width).map(sum).collect();
        let is_last = n + 1 == layers.len();
        numbers = sums.into_iter().map(|sum| if is_last { sum } else { sum.clamp(0.0, 1.0) }).collect();
    }
    numbers[0]
}

#[test]
fn what_plays_and_what_learns_say_what_the_formula_says() {
    for entry in GAMES {
        let game = entry.configure(None, None).unwrap();
        if game.n_inputs() == 0 {
            continue;
        }
        for widths in [&[24][..], &[16, 8], &[20, 12, 5]] {
            let model = Model::new(game.n_inputs(), 10, widths, &mut Rng::new(7));
            let net = model.net(info(&game)).unwrap();
            let mut memory = Accumulator::default();
            let states = positions(&game, 3);
            // Back and forth, so that the first layer is carried over from all sorts of positions.
            for n in (0..states.len()).chain((0..states.len()).rev().step_by(3)) {
                for seat in Seat::all(game.n_seats()) {
                    let viewer = net_viewer(&game, &states[n], seat);
                    let mut tensor = vec![0.0; game.n_inputs()];
                    game.encode(&states[n], viewer, &mut tensor);
                    let sign = if viewer == seat { 1.0 } else { -1.0 };
                    let expected = (sign * formula(&net, &tensor)) as f32;
                    let plays = net.logit(&game, &states[n], seat, &mut memory);
                    assert!((plays - expected).abs() < 1e-5, "{}: {plays} {expected}", game.info().id);
                    let fresh = net.logit(&game, &states[n], seat, &mut Accumulator::default());
                    assert_eq!(plays, fresh, "the way to a position does not count");
                    let mut inputs = Vec::new();
                    game.add_inputs(&states[n], viewer, &mut inputs);
                    let learns = sign as f32 * model.logit(&inputs);
                    assert!((learns - expected).abs() < 1e-5, "{}: {learns} {expected}", game.info().id);
                }
            }
        }
    }
}

/// The mean cross-entropy of what a network says to the ones to move.
fn loss(net: &Net, game: &AnyGame, states: &[AnyState], targets: &[f32]) -> f64 {
    let mut memory = Accumulator::default();
    let one = |(state, &target): (&AnyState, &f32)| {
        let Turn::Player(mover) = game.turn(state) else { panic!("somebody is to move") };
        let logit = f64::from(net.logit(game, state, mover, &mut memory));
        let share = 1.0 / (1.0 + (-logit).exp());
        -f64::from(target) * share.ln() - (1.0 - f64::from(target)) * (1.0 - share).ln()
    };
    states.iter().zip(targets).map(one).sum::<f64>() / states.len() as f64
}

#[test]
fn the_backward_pass_is_what_small_changes_of_the_network_that_plays_do_to_its_loss() {
    /// A number of binary places, so that the fixed-point numbers of the first layer take the step exactly.
    const STEP: f32 = 1.0 / 1024.0;
    let game = ludwerk_registry::game("dobutsu").unwrap().configure(None, None).unwrap();
    let mut rng = Rng::new(11);
    let states: Vec<AnyState> = (1..4).flat_map(|seed| positions(&game, seed)).collect();
    let mut samples = Samples::default();
    let mut targets = Vec::new();
    for state in &states {
        let Turn::Player(mover) = game.turn(state) else { panic!("somebody is to move") };
        let mut inputs = Vec::new();
        game.add_inputs(state, mover, &mut inputs);
        targets.push(rng.unit() as f32);
        samples.push(&inputs, targets[targets.len() - 1]);
    }
    let which: Vec<usize> = (0..samples.len()).collect();
    for widths in [&[24][..], &[16, 8], &[20, 12, 5]] {
        let net = Model::new(game.n_inputs(), 10, widths, &mut rng).net(info(&game)).unwrap();
        let (said, gradient) = Model::of_net(&net).gradient(&samples, &which);
        assert!((said - loss(&net, &game, &states, &targets)).abs() < 1e-6);
        let moved = |layer: usize, n: usize, way: f32| {
            let mut layers = net.layers();
            layers[layer][n] += way;
            let net = Net::new(info(&game), game.n_inputs(), layers).unwrap();
            loss(&net, &game, &states, &targets)
        };
        for (layer, slopes) in gradient.iter().enumerate() {
            assert_eq!(slopes.len(), net.layers()[layer].len());
            assert!(
                slopes.iter().any(|slope| slope.abs() > 1e-3),
                "{widths:?}: layer {layer} learns nothing"
            );
            let (mut n_checked, mut n_at_limits) = (0, 0);
            for n in (0..slopes.len()).step_by(slopes.len().div_ceil(150)).chain([slopes.len() - 1]) {
                let (less, more) = (moved(layer, n, -STEP), moved(layer, n, STEP));
                let (before, after) = ((said - less) / f64::from(STEP), (more - said) / f64::from(STEP));
                // An activation reaches a limit within the step.
                if (before - after).abs() > 1e-3 {
                    n_at_limits += 1;
                    continue;
                }
                n_checked += 1;
                let (slope, measured) = (f64::from(slopes[n]), f64::midpoint(before, after));
                assert!((slope - measured).abs() < 5e-4, "{widths:?}: {layer}, {n}: {slope} {measured}");
            }
            assert!(n_at_limits * 10 <= n_checked, "{widths:?}: layer {layer}: {n_at_limits} of {n_checked}");
        }
    }
}

#[test]
fn a_network_that_is_gone_on_with_is_the_same() {
    let game = GAMES[0].configure(None, None).unwrap();
    let model = Model::new(game.n_inputs(), 8, &[12, 6], &mut Rng::new(1));
    let net = model.net(info(&game)).unwrap();
    assert_eq!(Model::of_net(&net).net(info(&game)).unwrap(), net);
    assert_eq!(net.widths(), [12, 6, 1]);
}

#[test]
fn fitting_finds_a_rule_that_no_sum_of_features_says() {
    // Worth 1 if exactly one of the first two inputs is on, 0 otherwise; the others mean nothing.
    let mut rng = Rng::new(5);
    let mut samples = Samples::default();
    for _ in 0..2000 {
        let inputs: Vec<u16> = (0..6).filter(|_| rng.below(2) == 0).collect();
        let n_on = inputs.iter().filter(|&&input| input < 2).count();
        samples.push(&inputs, if n_on == 1 { 1.0 } else { 0.0 });
    }
    let settings = Fit { widths: vec![16], epochs: 40, batch: 64, rate: 0.02, decay: 0.0 };
    let mut model = Model::new(6, 3, &settings.widths, &mut rng);
    let loss = model.fit(&samples, &settings, &mut rng, |_, _| true);
    assert!(loss.baseline > 0.6 && loss.validation < 0.1, "{loss:?}");
    assert!(loss.irreducible < 1e-6, "{loss:?}");
}

#[test]
fn targets_that_are_sure_make_no_loss_infinite() {
    let mut rng = Rng::new(3);
    let mut samples = Samples::default();
    for n in 0..400 {
        samples.push(&[n % 2], f32::from(n % 2));
    }
    let settings = Fit { widths: vec![8], epochs: 60, batch: 16, rate: 0.5, decay: 0.0 };
    let mut model = Model::new(2, 1, &settings.widths, &mut rng);
    let loss = model.fit(&samples, &settings, &mut rng, |_, _| true);
    assert!(loss.training.is_finite() && loss.validation.is_finite(), "{loss:?}");
    model.net(info(&ludwerk_registry::game("dobutsu").unwrap().configure(None, None).unwrap())).unwrap();
}

fn plan() -> Plan {
    Plan {
        agent: "alphabeta:depth=1,tt=off".to_owned(),
        generations: 2,
        games: 12,
        window: 2,
        selfplay: SelfPlay { opening_plies: 4, exploration: 0.1, outcome: 0.5, most_plies: 80 },
        fit: Fit { widths: vec![8], epochs: 2, batch: 32, rate: 0.01, decay: 0.0 },
        seed: 9,
    }
}

fn train(game: &AnyGame, plan: &Plan, folder: &std::path::Path, n_threads: usize) -> Vec<Vec<u8>> {
    let training = Training {
        game,
        plan,
        folder,
        made: "for a test".to_owned(),
        n_threads: NonZeroUsize::new(n_threads).unwrap(),
        stop: &AtomicBool::new(false),
    };
    training.check().unwrap();
    (1..=plan.generations)
        .map(|number| {
            std::fs::read(training.generation(number, &mut Journal::in_memory(), &mut |_| {}).unwrap().file)
                .unwrap()
        })
        .collect()
}

#[test]
fn a_run_is_the_same_with_more_threads_and_after_a_break() {
    let game = ludwerk_registry::game("dobutsu").unwrap().configure(None, None).unwrap();
    let plan = plan();
    let folders = [0; 3].map(|_| tempfile::tempdir().unwrap());
    let straight = train(&game, &plan, folders[0].path(), 1);
    assert_eq!(train(&game, &plan, folders[1].path(), 3), straight);
    // The first generation's games are there, its network is not.
    let name = "generation-1-part-1.samples";
    std::fs::copy(folders[0].path().join(name), folders[2].path().join(name)).unwrap();
    assert_eq!(train(&game, &plan, folders[2].path(), 2), straight);
    let net = Net::from_bytes(&straight[1]).unwrap();
    assert_eq!(net.info().game, "dobutsu");
    net.check_game(&game).unwrap();
}
