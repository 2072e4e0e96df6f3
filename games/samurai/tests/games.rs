//! Games and positions whose legal plies, captures and results were verified by an independent program.

use ludwerk_core::{Configure, Deal as _, Game, Notation, Playthrough, Seat};
use ludwerk_samurai::{Phase, Samurai, State};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Played {
    variant: String,
    players: usize,
    setup: Value,
    moves: Vec<String>,
    to_move: Vec<usize>,
    legal: Vec<usize>,
    captured: Vec<[u8; 3]>,
    set_aside: u8,
    returns: Vec<f64>,
    end: String,
}

#[derive(Deserialize)]
struct Listed {
    variant: String,
    players: usize,
    setup: Value,
    moves: Vec<String>,
    legal: Vec<String>,
}

fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn begin(variant: &str, players: usize, setup: &Value) -> Playthrough<Samurai> {
    let game = Samurai::configure(Some(variant), Some(players)).unwrap();
    let start = game.parse_setup(&setup.to_string()).unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&game.setup_json(&start).unwrap()).unwrap()["piles"],
        setup["piles"]
    );
    Playthrough::new(game, start)
}

#[test]
fn verified_games_replay() {
    let games: Vec<Played> = lines(include_str!("data/games.jsonl"));
    assert_eq!(games.len(), 83);
    for (n, game) in games.iter().enumerate() {
        let mut play = begin(&game.variant, game.players, &game.setup);
        for (ply, text) in game.moves.iter().enumerate() {
            assert_eq!(play.to_move(), Some(Seat::new(game.to_move[ply])), "game {n}, ply {ply}");
            assert_eq!(play.legal_moves().len(), game.legal[ply], "game {n}, ply {ply}");
            play.play_text(text).unwrap_or_else(|error| panic!("game {n}, ply {ply}: {error}"));
        }
        let outcome = play.outcome().unwrap_or_else(|| panic!("game {n} is not over"));
        assert_eq!(
            (outcome.returns.as_slice(), outcome.reason),
            (&game.returns[..], &game.end[..]),
            "game {n}"
        );
        let end: &State = play.state();
        assert!(matches!(end.phase(), Phase::Over(_)));
        for (seat, captured) in Seat::all(game.players).zip(&game.captured) {
            assert_eq!(end.captured(seat), *captured, "game {n}");
        }
        assert_eq!(end.aside().iter().sum::<u8>(), game.set_aside, "game {n}");
    }
}

#[test]
fn verified_positions_list_the_same_plies() {
    let positions: Vec<Listed> = lines(include_str!("data/positions.jsonl"));
    assert_eq!(positions.len(), 79);
    for (n, position) in positions.iter().enumerate() {
        let mut play = begin(&position.variant, position.players, &position.setup);
        for text in &position.moves {
            play.play_text(text).unwrap();
        }
        let game = play.game();
        let mut texts: Vec<_> =
            play.legal_moves().iter().map(|&mv| game.move_text(play.state(), mv)).collect();
        texts.sort();
        let mut expected = position.legal.clone();
        expected.sort();
        assert_eq!(texts, expected, "position {n}");
        assert_eq!(game.count_moves(play.state()), expected.len());
    }
}
