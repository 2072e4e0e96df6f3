//! Networks: our forward pass against candle's, fitting, and a whole run that is broken off.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use candle_core::{Device, Tensor};
use ludwerk_core::{Encode as _, Game as _, Playthrough, Rng, Turn, sample_chance};
use ludwerk_learn::journal::Journal;
use ludwerk_learn::net::fit::{Fit, Model};
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

#[test]
fn our_forward_pass_is_candles() {
    for entry in GAMES {
        let game = entry.configure(None, None).unwrap();
        if game.n_inputs() == 0 {
            continue;
        }
        for widths in [&[24][..], &[16, 8], &[20, 12, 5]] {
            let mut rng = Rng::new(7);
            let model = Model::new(game.n_inputs(), 10, widths, &mut rng).unwrap();
            let net = model.net(info(&game)).unwrap();
            let mut memory = Accumulator::default();
            let states = positions(&game, 3);
            // Back and forth, so that the first layer is carried over from all sorts of positions.
            for n in (0..states.len()).chain((0..states.len()).rev().step_by(3)) {
                for seat in 0..game.n_seats() {
                    let viewer = net_viewer(&game, &states[n], seat);
                    let mut tensor = vec![0.0; game.n_inputs()];
                    game.encode(&states[n], viewer, &mut tensor);
                    let batch = Tensor::from_vec(tensor, (1, game.n_inputs()), &Device::Cpu).unwrap();
                    let candle = model.forward(&batch).unwrap().to_vec1::<f32>().unwrap()[0];
                    let candle = if viewer == seat { candle } else { -candle };
                    let ours = net.logit(&game, &states[n], seat, &mut memory);
                    assert!((ours - candle).abs() < 1e-5, "{}: {ours} {candle}", game.info().id);
                    let fresh = net.logit(&game, &states[n], seat, &mut Accumulator::default());
                    assert_eq!(ours, fresh, "the way to a position does not count");
                }
            }
        }
    }
}

#[test]
fn a_network_that_is_gone_on_with_is_the_same() {
    let game = GAMES[0].configure(None, None).unwrap();
    let model = Model::new(game.n_inputs(), 8, &[12, 6], &mut Rng::new(1)).unwrap();
    let net = model.net(info(&game)).unwrap();
    assert_eq!(Model::of_net(&net).unwrap().net(info(&game)).unwrap(), net);
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
    let mut model = Model::new(6, 3, &settings.widths, &mut rng).unwrap();
    let loss = model.fit(&samples, &settings, &mut rng, |_, _| true).unwrap();
    assert!(loss.of_mean > 0.6 && loss.kept_back < 0.1, "{loss:?}");
    assert!(loss.least < 1e-6, "{loss:?}");
}

#[test]
fn targets_that_are_sure_make_no_loss_infinite() {
    let mut rng = Rng::new(3);
    let mut samples = Samples::default();
    for n in 0..400 {
        samples.push(&[n % 2], f32::from(n % 2));
    }
    let settings = Fit { widths: vec![8], epochs: 60, batch: 16, rate: 0.5, decay: 0.0 };
    let mut model = Model::new(2, 1, &settings.widths, &mut rng).unwrap();
    let loss = model.fit(&samples, &settings, &mut rng, |_, _| true).unwrap();
    assert!(loss.learnt.is_finite() && loss.kept_back.is_finite(), "{loss:?}");
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
