//! What must hold of a game in progress, whoever drives it: seats, chance, taking back, clocks, ends, records.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludwerk_arena::record::Origin;
use ludwerk_core::{Game as _, MoveError, Notation as _, Playthrough, Rng, Seat, TimeControl, Turn, Viewer};
use ludwerk_registry::{AnyGame, GAMES, Spec};
use ludwerk_session::{MOST_PLIES, Played, Player, Session, Setting, Thought, inform, inform_anew};
use ludwerk_testkit::toys::{Harvest, Kuhn, Nim, TicTacToe};
use proptest::prelude::*;

type Game = Session<String>;

const SECOND: Duration = Duration::from_secs(1);

fn human(name: &str) -> Player<String> {
    Player::Human(name.to_owned())
}

fn engine(spec: &str) -> Player<String> {
    Player::Engine { spec: spec.parse().unwrap(), peeks: false }
}

fn people(n: usize) -> Vec<Player<String>> {
    (0..n).map(|seat| human(&format!("p{seat}"))).collect()
}

fn setting(game: &AnyGame, seed: u64) -> Setting<String> {
    Setting::new(people(game.n_seats()), Origin { seed: Some(seed), is_position: false }, seed)
}

fn begin(game: &AnyGame, setting: Setting<String>, now: Instant) -> Game {
    let start = game.start(&mut Rng::new(setting.seed));
    Session::new(Playthrough::new(game.clone(), start), setting, now)
}

/// Toys with and without secrets and chance, and all games that there are.
fn games() -> Vec<AnyGame> {
    let toys = [AnyGame::new(TicTacToe), AnyGame::new(Kuhn), AnyGame::new(Harvest::new(3))];
    toys.into_iter().chain(GAMES.iter().map(|entry| entry.configure(None, None).unwrap())).collect()
}

/// A game whose turns take several moves.
fn with_long_turns() -> AnyGame {
    let entry = GAMES.iter().find(|entry| entry.info().has_long_turns()).unwrap();
    entry.configure(None, None).unwrap()
}

/// Plays the legal move with this number; `false` if there is none.
fn play_any(session: &mut Game, n: usize, now: Instant) -> bool {
    let legal = session.play().legal_moves();
    if session.is_over() || legal.is_empty() {
        return false;
    }
    session.play_move(legal[n % legal.len()], Thought::default(), now).unwrap();
    true
}

fn texts(session: &Game) -> Vec<String> {
    session.played().iter().map(|mv| mv.text.clone()).collect()
}

/// What a session says of its moves is what its playthrough says.
fn check_whole(session: &Game) {
    assert_eq!(texts(session), session.play().move_texts());
    assert_ne!(session.play().turn(), Turn::Chance, "chance has drawn");
    assert_eq!(session.is_over(), session.result().is_some());
    assert!(session.unstored_from() <= session.played().len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is played, taken back and played again: moves and position agree, and the deal and the draws stay.
    #[test]
    fn taking_back_changes_neither_the_deal_nor_what_chance_draws(
        seed in any::<u64>(),
        steps in prop::collection::vec((0..4_u8, any::<usize>()), 1..30),
    ) {
        for game in games() {
            let now = Instant::now();
            let mut session = begin(&game, setting(&game, seed), now);
            let everybody: Vec<_> = session.seats().collect();
            for &(what, n) in &steps {
                let before = (texts(&session), game.position_text(session.play().state()));
                match what {
                    0 => {
                        if session.undo(&everybody, now) {
                            prop_assert!(session.redo(&everybody, now));
                            // Each of several people takes back his own move alone, and chance draws the same.
                            let after = (texts(&session), game.position_text(session.play().state()));
                            prop_assert_eq!(before, after);
                        } else {
                            prop_assert_eq!(before.0, texts(&session));
                        }
                    }
                    1 => { session.undo(&everybody[..1], now); }
                    _ => { play_any(&mut session, n, now); }
                }
                check_whole(&session);
            }
            // The same moves without detours lead to the same game.
            let mut straight = begin(&game, setting(&game, seed), now);
            let found: Vec<_> = session.play().moves().to_vec();
            for (ply, mv) in found.into_iter().enumerate() {
                if straight.played().len() == ply {
                    straight.play_move(mv, Thought::default(), now).unwrap();
                }
            }
            prop_assert_eq!(texts(&straight), texts(&session));
        }
    }

    /// On a clock nobody gains by waiting or by taking back within a turn, and what is left is what was not spent.
    #[test]
    fn a_clock_counts_what_was_spent(waits in prop::collection::vec(0..400_u64, 2..40), seed in any::<u64>()) {
        for game in [AnyGame::new(TicTacToe), with_long_turns()] {
            let mut now = Instant::now();
            let clock = TimeControl { per_move: None, game: Some(100 * SECOND), increment: SECOND };
            let mut session = begin(&game, Setting { clock: Some(clock), ..setting(&game, seed) }, now);
            for &wait in &waits {
                let Some(mover) = session.to_move() else { break };
                let others: Vec<_> = session.seats().filter(|&seat| seat != mover).collect();
                let left = |session: &Game, now| session.seats().map(|seat| session.clock_ms(seat, now).unwrap()).collect::<Vec<_>>();
                let before = left(&session, now);
                now += Duration::from_millis(wait);
                let waited = left(&session, now);
                prop_assert!(waited[mover.idx()] <= before[mover.idx()]);
                prop_assert!(others.iter().all(|seat| waited[seat.idx()] == before[seat.idx()]));
                if !play_any(&mut session, wait as usize, now) {
                    break;
                }
                let played = left(&session, now);
                prop_assert!(played[mover.idx()] <= waited[mover.idx()] + 1000.1, "an increment at most");
                if session.is_within_turn(&[mover]) {
                    prop_assert!((played[mover.idx()] - waited[mover.idx()]).abs() < 0.1 || waited[mover.idx()] == 100_000.0);
                    session.undo(&[mover], now);
                    prop_assert!(left(&session, now)[mover.idx()] <= waited[mover.idx()] + 0.1);
                }
            }
        }
    }
}

#[test]
fn time_runs_out_after_the_first_move_of_a_seat() {
    let game = AnyGame::new(TicTacToe);
    let clock = TimeControl { per_move: None, game: Some(10 * SECOND), increment: Duration::ZERO };
    let start = Instant::now();
    let mut session = begin(&game, Setting { clock: Some(clock), ..setting(&game, 1) }, start);
    let later = start + 100 * SECOND;
    assert_eq!(session.time_left(later), None, "nobody loses before he has come");
    assert!(play_any(&mut session, 0, later) && play_any(&mut session, 0, later));
    assert_eq!(session.time_left(later + 4 * SECOND), Some(6 * SECOND));
    assert_eq!(session.clock(later + 4 * SECOND).unwrap().left, [6 * SECOND, 10 * SECOND]);
    assert!(!session.end_by_time(later + 9 * SECOND));
    assert!(session.end_by_time(later + 11 * SECOND));
    let end = session.result().unwrap();
    assert_eq!((end.reason.as_str(), end.returns), ("time", vec![0.0, 1.0]));
    assert_eq!(session.clock_ms(Seat::FIRST, later + 50 * SECOND), Some(-1000.0), "it stands still");
    let everybody: Vec<_> = session.seats().collect();
    assert!(!session.may_undo(&everybody), "what ran out stays so");
    assert_eq!(session.play_text("a1", later), Err(MoveError::Over));
}

#[test]
fn of_several_hands_each_is_shown_to_whoever_says_that_he_sits_there() {
    let game = AnyGame::new(Kuhn);
    let session = begin(&game, setting(&game, 3), Instant::now());
    let both: Vec<_> = session.seats().collect();
    assert_eq!(session.viewer(&both, None), Viewer::Spectator);
    assert_eq!(session.viewer(&both, Some(Seat::SECOND)), Viewer::Seat(Seat::SECOND));
    assert_eq!(session.viewer(&both[..1], Some(Seat::SECOND)), Viewer::Seat(Seat::FIRST), "it is not his");
    assert_eq!(session.viewer(&[], None), Viewer::Spectator);
    assert!(session.has_secrets() && !session.tells_thoughts());
    let open = begin(&AnyGame::new(TicTacToe), setting(&AnyGame::new(TicTacToe), 3), Instant::now());
    assert_eq!(open.viewer(&both, None), Viewer::Seat(Seat::FIRST), "the one to move");
    assert!(open.tells_thoughts());
}

#[test]
fn a_move_that_is_not_shown_is_not_told() {
    let game = AnyGame::new(Kuhn);
    let mut session = begin(&game, setting(&game, 3), Instant::now());
    play_any(&mut session, 0, Instant::now());
    let told: Vec<_> = session.move_texts(Viewer::Spectator).collect();
    assert_eq!(told, session.play().move_texts_for(Viewer::Spectator));
    assert!(told.contains(&"…"), "the deal is hidden: {told:?}");
}

#[test]
fn in_a_test_only_the_turn_under_way_is_taken_back() {
    for game in games() {
        let mut session = begin(&game, Setting { is_test: true, ..setting(&game, 5) }, Instant::now());
        let everybody: Vec<_> = session.seats().collect();
        for n in 0..12 {
            play_any(&mut session, n, Instant::now());
            assert_eq!(session.may_undo(&everybody), session.is_within_turn(&everybody), "{game:?}");
            assert_eq!(session.tells_thoughts(), session.is_over());
        }
    }
}

#[test]
fn whoever_thinks_about_a_game_keeps_it_as_it_was() {
    let game = AnyGame::new(TicTacToe);
    let mut session = begin(&game, setting(&game, 0), Instant::now());
    play_any(&mut session, 0, Instant::now());
    let thought_about = Arc::clone(session.play());
    play_any(&mut session, 0, Instant::now());
    assert_eq!((thought_about.moves().len(), session.play().moves().len()), (1, 2));
}

#[test]
fn agents_that_never_end_play_a_draw() {
    let game = AnyGame::new(Nim::new([u8::MAX; 4]));
    let players = vec![engine("random"), engine("random")];
    let setting = Setting { players, ..setting(&game, 0) };
    let mut session = begin(&game, setting, Instant::now());
    assert_eq!(
        session.engine_to_move().map(|(seat, spec)| (seat, spec.name.as_str())),
        Some((Seat::FIRST, "random"))
    );
    while session.played().len() < MOST_PLIES {
        assert!(!session.is_too_long());
        // The smallest move there is.
        assert!(play_any(&mut session, 0, Instant::now()));
    }
    assert!(session.is_too_long());
    session.end_too_long(Instant::now());
    let end = session.result().unwrap();
    assert_eq!((end.returns.as_slice(), end.reason.as_str()), ([0.5, 0.5].as_slice(), "ply limit"));
    assert!(session.engine_to_move().is_none());
    assert!(session.assessable(Seat::FIRST).is_some());
}

#[test]
fn a_record_has_the_moves_the_times_and_an_end_by_resignation() {
    let game = AnyGame::new(TicTacToe);
    let start = Instant::now();
    let mut session = begin(&game, setting(&game, 7), start);
    let thought = Thought { value: Some(0.25), ..Thought::default() };
    let mv = session.play().legal_moves()[4];
    session.play_move(mv, thought, start + 2 * SECOND).unwrap();
    session.end(Seat::SECOND, "resignation", start + 3 * SECOND);
    let record = session.record();
    assert_eq!(record.seats, ["p0", "p1"]);
    assert_eq!((record.moves[0].ms, record.moves[0].value), (Some(2000.0), Some(0.25)));
    let result = record.result.clone().unwrap();
    assert_eq!((result.returns, result.reason.as_str()), (vec![1.0, 0.0], "resignation"));
    let play = record.replay(&game).unwrap();
    let read = Played::of_record(&record, &play);
    assert_eq!(read, session.played());
}

#[test]
fn players_are_stored_as_before() {
    let stored =
        r#"[{"human":"Ann"},{"engine":{"spec":"level:n=3"}},{"engine":{"spec":"random","peeks":true}}]"#;
    let read: Vec<Player<String>> = serde_json::from_str(stored).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), stored);
    assert!(serde_json::from_str::<Player<String>>(r#"{"engine":{"spec":":"}}"#).is_err());
}

#[test]
fn agents_that_adapt_are_told_of_the_person_anew_for_each_game() {
    let unknown = ludwerk_registry::levels::Strength::UNKNOWN;
    let mut players = vec![engine("adaptive-level"), human("Ann")];
    inform(&mut players, &unknown);
    let told = |players: &[Player<String>]| players[0].spec().map(Spec::to_string).unwrap();
    let first = told(&players);
    assert!(first.contains("prior=") && first.contains("seats=1"), "{first}");
    let results = "6.00/1.00".parse().unwrap();
    let known = ludwerk_registry::levels::Strength { results, ..unknown };
    inform(&mut players, &known);
    assert_eq!(told(&players), first, "what it was told stays");
    inform_anew(&mut players, &known);
    assert!(told(&players).contains("prior=6.00/1.00"), "{}", told(&players));
}
