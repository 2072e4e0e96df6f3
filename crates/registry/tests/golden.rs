//! Golden games: the same seed gives the same game on every machine and in every version.
//! A change here changes every recorded result, and must be meant.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Control, Game, Playthrough, Rng};
use ludwerk_registry::game;

/// Plays `specs` against each other from a start dealt with `seed`, and tells the moves and the end.
fn playthrough(id: &str, variant: &str, specs: &[&str], seed: u64) -> String {
    let game = game(id).unwrap().configure(Some(variant), None).unwrap();
    let mut agents: Vec<_> = (0u64..)
        .zip(specs)
        .map(|(seat, spec)| game.agent(&spec.parse().unwrap(), seed + seat).unwrap())
        .collect();
    let start = game.start(&mut Rng::new(seed));
    let mut play = Playthrough::new(game.clone(), start);
    while let Some(seat) = play.to_move() {
        let stop = AtomicBool::new(false);
        let decision = play.ask(agents[seat.idx()].as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
        play.play(decision.chosen).unwrap();
    }
    format!("{} {}", play.move_texts().join(" "), play.outcome().unwrap().reason)
}

#[test]
fn random_play_of_dobutsu() {
    assert_eq!(
        playthrough("dobutsu", "official", &["random", "random"], 23),
        "Gc4-c3 Lb1-a2 Lb4-c4 Ga1-b1 Gc3-c2 Cb2xb3 Ea4xb3 La2-a3 C*a1 C*b4 Gc2-c3 La3-a2 Gc3-c2 La2xa1 \
         Gc2-c3 C*a3 Eb3-a2 Ca3-a4+ Ea2xb1 Ha4-a3 G*b2 Ha3-a4 Lc4xb4 Ec1xb2 C*a2 G*c1 Gc3-c4 Gc1-c2 \
         Ca2xa1+ catch"
    );
}

#[test]
fn greedy_play_of_dobutsu() {
    assert_eq!(
        playthrough("dobutsu", "lishogi", &["greedy", "greedy"], 48),
        "Cb3xb2 Ec1xb2 C*c3 Eb2xc3 Gc4xc3 C*a3 E*b2 Ca3xa4+ Lb4xa4 Lb1xb2 C*a3 Lb2xc3 Ca3-a2 Lc3-c4 try"
    );
}
