//! Samurai and the searches: nobody sees what he may not, and whole turns are searched exactly.

use std::sync::atomic::AtomicBool;

use ludwerk_core::value::{self, Unit};
use ludwerk_core::{
    Agent, Configure, Control, Decision, Evaluate, Game, Keyed, Notation, Observe, Playthrough, Pruning,
    Report, Rng, Seat, Turn, Viewer,
};
use ludwerk_registry::{AnyGame, Spec, Value};
use ludwerk_samurai::tile::Tile;
use ludwerk_samurai::{Phase, Samurai, SamuraiMove, State};
use ludwerk_search::{AlphaBeta, AlphaBetaOptions, Limits, Maxn, MaxnOptions, Open};

fn game(players: usize) -> Samurai {
    Samurai::configure(None, Some(players)).unwrap()
}

/// A position after so many random plies.
fn random_position(game: Samurai, plies: usize, rng: &mut Rng) -> State {
    let mut state = game.start(rng);
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.legal_moves(&state, &mut moves);
        let Some(&mv) = rng.choose(&moves) else { break };
        game.play_unchecked(&mut state, mv);
    }
    state
}

fn ask<G: Observe + Keyed + Clone>(game: &G, state: G::State, agent: &mut dyn Agent<G>) -> Decision<G::Move> {
    let stop = AtomicBool::new(false);
    let mut silent = |_: &Report<G::Move>| {};
    let play = Playthrough::new(game.clone(), state);
    play.ask(agent, &mut Control::new(&stop, &mut silent)).unwrap()
}

/// A program that tells a checksum of every letter that it was told, as the number of its positions.
fn witness() -> Spec {
    let script = r#"echo ludwerk 1
        while read -r word rest; do
            if [ "$word" = move ]; then
                echo "info {\"nodes\":$(echo "$rest" | cksum | cut -d ' ' -f 1)}"
                echo "$rest" | sed -E 's/.*"legal":."([^"]*)".*/play \1/'
            fi
        done"#;
    Spec { name: "process".to_owned(), options: vec![("cmd".to_owned(), Value::Text(script.to_owned()))] }
}

/// One spec for each agent that plays the game and does not peek, small enough to be quick.
fn fair_specs(any: &AnyGame) -> Vec<String> {
    let fair =
        any.agents().filter(|agent| any.refusal(agent).is_none() && !agent.peeks && agent.name != "qtable");
    let mut specs: Vec<String> = fair
        .map(|agent| match agent.name {
            "ismcts" | "champion" => format!("{}:iterations=60", agent.name),
            "pimc" => "pimc:inner=(mcts:iterations=30),worlds=4".to_owned(),
            "level" => "level:n=3".to_owned(),
            "mix" => "mix:other=(level:n=3)".to_owned(),
            "process" => witness().to_string(),
            name => name.to_owned(),
        })
        .collect();
    let inner = [
        "alphabeta:nodes=500",
        "expectimax:nodes=500",
        "maxn:nodes=500",
        "paranoid:nodes=500",
        "brs:nodes=500",
    ];
    let plays =
        |spec: &&str| any.n_seats() == 2 || !spec.starts_with("alphabeta") && !spec.starts_with("expectimax");
    if any.n_seats() == 2 {
        specs.push(
            "expectiminimax:worlds=2,inner=(expectimax:depth=2,turns=on,candidates=4,replies=2,samples=1)"
                .to_owned(),
        );
    }
    specs.extend(inner.into_iter().filter(plays).map(|spec| format!("pimc:inner=({spec}),worlds=2")));
    specs
}

#[test]
fn an_agent_that_does_not_peek_cannot_tell_deals_apart_that_differ_in_what_is_hidden() {
    let mut rng = Rng::new(5);
    for players in 2..=4 {
        let game = game(players);
        let any = AnyGame::new(game);
        let specs = fair_specs(&any);
        assert!(specs.len() >= 12, "{specs:?}");
        for plies in [0, 7] {
            let state = random_position(game, plies, &mut rng);
            let Turn::Player(seat) = game.turn(&state) else { continue };
            let other = game.shuffle_hidden(&state, seat, &mut rng);
            assert_ne!(state, other);
            for spec in &specs {
                let told = [state, other].map(|state| {
                    let text = game.position_text(&state);
                    let start = any.parse_position(&text).unwrap();
                    let mut agent = any.agent(&spec.parse().unwrap(), 9).unwrap();
                    let decision = ask(&any, start, &mut *agent);
                    (decision.chosen, decision.report)
                });
                assert_eq!(told[0], told[1], "{spec} with {players} players after {plies} plies");
            }
        }
    }
}

#[test]
fn a_whole_turn_is_chosen_once_and_played_to_its_end() {
    let any = AnyGame::new(game(2));
    let narrow =
        "pimc:worlds=3,turns=on,inner=(expectimax:depth=2,turns=on,candidates=6,replies=2,samples=2,scale=1)";
    let mut agent = any.agent(&narrow.parse().unwrap(), 3).unwrap();
    let mut play = Playthrough::new(any.clone(), any.start(&mut Rng::new(8)));
    let mut ask = |play: &Playthrough<AnyGame>| {
        let stop = AtomicBool::new(false);
        play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap()
    };
    let mut n_remembered = 0;
    for _ in 0..12 {
        let Some(seat) = play.to_move() else { break };
        let first = ask(&play);
        let unit = first.report.value.map(value::Value::unit);
        assert!(first.report.nodes > 0 && unit == Some(Unit::WinProbability));
        let turn = first.report.pv;
        // A turn has two plies at least, and the same one is the first line.
        assert!(turn.len() > 1 && first.report.lines[0].pv == turn, "{turn:?}");
        for (n, &ply) in turn.iter().enumerate() {
            if n > 0 {
                let next = ask(&play);
                assert_eq!((next.chosen, next.report.nodes), (ply, 0));
                n_remembered += 1;
            }
            assert_eq!(play.to_move(), Some(seat));
            play.play(ply).unwrap();
        }
        assert_ne!(play.to_move(), Some(seat));
    }
    assert!(n_remembered > 12);
    // A position that was not expected is searched.
    let first = ask(&play);
    let other = play.legal_moves().into_iter().find(|&mv| mv != first.chosen).unwrap();
    play.play(other).unwrap();
    assert!(ask(&play).report.nodes > 0);
}

/// How often each tile is in the hand of another, and first in the own pile, when it is unseen.
#[test]
fn resampling_deals_what_is_unseen_uniformly() {
    const N: u32 = 20_000;
    let game = game(3);
    let mut rng = Rng::new(6);
    let state = random_position(game, 20, &mut rng);
    let Turn::Player(seat) = game.turn(&state) else { panic!("somebody is to move") };
    let seen = game.observe(&state, Viewer::Seat(seat));
    let other = seat.next(3);
    let (mut in_hand, mut first) = ([0u32; 17], [0u32; 17]);
    for _ in 0..N {
        let world = game.resample(&seen, &mut rng);
        assert_eq!(world.hand(seat), state.hand(seat));
        world.hand(other).each().for_each(|tile| in_hand[usize::from(tile.idx())] += 1);
        let drawn = world.pile(seat).tiles().next().expect("there are tiles to draw");
        first[usize::from(drawn.idx())] += 1;
    }
    let is_near = |count: u32, probability: f64| {
        // Five standard deviations of a binomial; counts of two equal tiles spread less than that of one twice.
        let (mean, variance) = (f64::from(N) * probability, f64::from(N) * probability);
        (f64::from(count) - mean).abs() <= 5.0 * variance.sqrt()
    };
    let (unseen, own) = (state.left(other), state.left(seat).minus(state.hand(seat)));
    let share = f64::from(state.hand(other).len()) / f64::from(unseen.len());
    for tile in Tile::all() {
        let n = usize::from(tile.idx());
        assert!(is_near(in_hand[n], share * f64::from(unseen.count(tile))), "{tile:?}: {in_hand:?}");
        let chance = f64::from(own.count(tile)) / f64::from(own.len());
        assert!(is_near(first[n], chance), "{tile:?}: {first:?}");
    }
}

/// What `seat` gets with so many whole turns to go, by every legal ply in every order.
fn plain_value(game: &Samurai, state: &State, seat: Seat, turns: u32, weights: &[f64]) -> f64 {
    if let Some(outcome) = game.outcome(state) {
        return if outcome.returns[seat] > 0.5 {
            1e9
        } else if outcome.returns[seat] < 0.5 {
            -1e9
        } else {
            0.0
        };
    }
    let Turn::Player(mover) = game.turn(state) else { panic!("a dealt game has no chance plies") };
    if turns == 0 {
        let sign = if mover == seat { 1.0 } else { -1.0 };
        return sign * game.evaluate(state, mover, weights);
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut next = *state;
        game.play_unchecked(&mut next, mv);
        let goes_on = game.turn(&next) == Turn::Player(mover);
        plain_value(game, &next, seat, if goes_on { turns } else { turns - 1 }, weights)
    });
    if mover == seat {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// Late positions with few free spaces, where every order of every turn can be tried.
fn late_positions(n: usize) -> Vec<State> {
    let game = game(2);
    let mut rng = Rng::new(8);
    let mut found = Vec::new();
    while found.len() < n {
        let state = random_position(game, 40 + rng.below(20), &mut rng);
        let is_small = state.free_land().count_ones() <= 5 && state.hand(state.to_move()).len() <= 4;
        // Ships on forty sea spaces would make the plain search too long.
        let ships = |seat: Seat| state.hand(seat).has(Tile::SHIP1) || state.hand(seat).has(Tile::SHIP2);
        if state.phase() == Phase::Turn && is_small && !ships(Seat::FIRST) && !ships(Seat::SECOND) {
            found.push(state);
        }
    }
    found
}

#[test]
fn alphabeta_over_whole_turns_has_the_value_of_trying_everything() {
    let game = game(2);
    let weights = game.default_weights();
    let open = Open::new(game);
    let (mut n_decided, mut n_open) = (0, 0);
    for state in late_positions(60) {
        let Turn::Player(seat) = game.turn(&state) else { continue };
        // The world as a search sees it, which leaves out orders of plies.
        let world = game.resample(&game.observe(&state, Viewer::Seat(seat)), &mut Rng::new(3));
        let plain = plain_value(&game, &world, seat, 2, &weights);
        let options = AlphaBetaOptions { turns: true, exact: true, ..AlphaBetaOptions::default() };
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let mut agent = AlphaBeta::new(options, limits, weights.clone(), 1);
        let value = ask(&open, world, &mut agent).report.value.unwrap().number();
        if plain.abs() > 1e8 {
            n_decided += 1;
            assert_eq!(value > 1e5, plain > 0.0, "{}: {value}, {plain}", game.position_text(&world));
        } else {
            n_open += 1;
            assert!((value - plain).abs() < 1e-3, "{}: {value}, {plain}", game.position_text(&world));
        }
    }
    assert!(n_decided > 0 && n_open > 0, "{n_decided} decided, {n_open} open");
}

#[test]
fn whole_turns_end_where_the_turn_does() {
    let game = game(3);
    let state = random_position(game, 0, &mut Rng::new(2));
    let options = MaxnOptions { turns: true, ..MaxnOptions::default() };
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut agent = Maxn::new(options, limits, game.default_weights(), 1);
    let pv: Vec<SamuraiMove> = ask(&Open::new(game), state, &mut agent).report.pv;
    assert_eq!(pv.last(), Some(&SamuraiMove::END));
    assert!(pv.len() >= 2);
}

#[test]
fn distinct_plies_are_fewer() {
    let game = game(2);
    let mut rng = Rng::new(4);
    let (mut n_legal, mut n_distinct) = (0, 0);
    for plies in 0..60 {
        let state = random_position(game, plies, &mut rng);
        if state.has_played() {
            continue;
        }
        let (mut legal, mut distinct) = (Vec::new(), Vec::new());
        game.legal_moves(&state, &mut legal);
        game.distinct_moves(&state, &mut distinct);
        assert!(distinct.iter().all(|mv| legal.contains(mv)));
        n_legal += legal.len();
        n_distinct += distinct.len();
    }
    assert!(5 * n_distinct < 4 * n_legal, "{n_distinct} of {n_legal}");
}

/// Points reach the worlds of `pimc`: with them in the value of a playout the search judges differently.
#[test]
fn score_counts_in_the_worlds_of_another_agent() {
    let entry = ludwerk_registry::game("samurai").unwrap();
    let any = entry.configure(None, None).unwrap();
    let values = |score: &str| {
        let text =
            format!("pimc:worlds=2,inner=(mcts:iterations=60,rollout=random,cutoff=none,score={score})");
        let mut agent = any.agent(&text.parse().unwrap(), 1).unwrap();
        let start = any.start(&mut Rng::new(1));
        let decision = ask(&any, start, agent.as_mut());
        decision.report.lines.iter().map(|line| line.value.number().to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(values("0"), values("0"));
    assert_ne!(values("0"), values("1"));
}
