//! Perfect play, compared with sweeps over all positions that are too simple to be wrong.

mod common;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::ask;
use ludwerk_core::{
    Agent, Control, Decision, Game, Indexed, Keyed, Notation, Observe, Playthrough, Rng, Turn, Value,
};
use ludwerk_search::solved::{Solver, Tablebase, Verdict};
use ludwerk_search::{AlphaBeta, AlphaBetaOptions, Limits, Perfect, score};
use ludwerk_testkit::toys::{Board, Kings, Mark, Nim, Placed, Step, TicTacToe};

type TwoKings = Kings<true>;
const KINGS: TwoKings = Kings;

fn table_of<G: Indexed>(game: &G) -> Arc<Tablebase> {
    let stop = AtomicBool::new(false);
    let values = Solver::new(game, 2, &stop).solve(&mut |_| {}).unwrap();
    Arc::new(Tablebase::new(game, &values))
}

fn after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play_unchecked(&mut next, mv);
    next
}

fn moves_of<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves
}

/// Every position of the two kings that goes on, with where its moves lead: to another, or to a win.
struct AllKings {
    states: Vec<Placed>,
    moves: Vec<Vec<(Step, Option<usize>)>>,
}

impl AllKings {
    fn new() -> Self {
        let files = ["a", "b", "c", "d"];
        let squares: Vec<_> = (1..=7).flat_map(|rank| files.map(|file| format!("{file}{rank}"))).collect();
        let pairs = squares.iter().flat_map(|first| squares.iter().map(move |second| (first, second)));
        let texts = pairs.flat_map(|(first, second)| [0, 1].map(|seat| format!("{first} {second} {seat}")));
        let read = texts.filter_map(|text| KINGS.parse_position(&text).ok());
        let states: Vec<_> = read.filter(|state| KINGS.turn(state) != Turn::Over).collect();
        let numbers: HashMap<_, _> = states.iter().enumerate().map(|(n, &state)| (state, n)).collect();
        let ways = |state: &Placed| {
            let way = |mv| (mv, numbers.get(&after(&KINGS, state, mv)).copied());
            moves_of(&KINGS, state).into_iter().map(way).collect()
        };
        let moves = states.iter().map(ways).collect();
        Self { states, moves }
    }

    fn index(&self, state: Placed) -> usize {
        self.states.iter().position(|&other| other == state).unwrap()
    }

    /// The values of all positions for the player to move, if entering some of them is a draw: sweeps over all until
    /// nothing changes, the quickest decisions first.
    fn sweep(&self, is_draw: impl Fn(&Placed) -> bool) -> Vec<Verdict> {
        let is_draw: Vec<_> = self.states.iter().map(is_draw).collect();
        let mut values = vec![None; self.states.len()];
        let mut has_news = true;
        while has_news {
            let before = values.clone();
            for (n, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
                let worth = |to: Option<usize>| Self::worth(to, &is_draw, |to| before[to]);
                let worths: Vec<_> = self.moves[n].iter().map(|&(_, to)| worth(to)).collect();
                *value = match worths.iter().flatten().max() {
                    Some(&best @ Verdict::Win(_)) => Some(best),
                    Some(&best @ Verdict::Loss(_)) if worths.iter().all(Option::is_some) => Some(best),
                    _ => None,
                };
            }
            has_news = values != before;
        }
        values.into_iter().map(|value| value.unwrap_or(Verdict::Draw)).collect()
    }

    /// What a move is worth that leads there.
    fn worth(
        to: Option<usize>,
        is_draw: &[bool],
        value: impl Fn(usize) -> Option<Verdict>,
    ) -> Option<Verdict> {
        match to {
            None => Some(Verdict::Win(1)),
            Some(to) if is_draw[to] => Some(Verdict::Draw),
            Some(to) => value(to).map(Verdict::of_move_to),
        }
    }
}

#[test]
fn the_table_of_two_kings_is_that_of_the_sweeps_with_and_without_predecessors() {
    let all = AllKings::new();
    let values = all.sweep(|_| false);
    let (with, without) = (table_of(&KINGS), table_of(&Kings::<false>));
    for (state, &value) in all.states.iter().zip(&values) {
        assert_eq!(with.probe(&KINGS, state), Some(value), "{}", KINGS.position_text(state));
        assert_eq!(without.probe(&KINGS, state), Some(value), "{}", KINGS.position_text(state));
    }
    // As the toy says of itself: each position counts for both seats.
    assert_eq!(values.len(), 2 * 703);
    assert_eq!(values.iter().filter(|&&value| value == Verdict::Draw).count(), 2 * 90);
    assert_eq!(values.iter().max_by_key(|value| value.plies()), Some(&Verdict::Loss(24)));
    assert!(values.contains(&Verdict::Win(23)));
}

/// Plays on from a position until the game is over.
fn play_out<G: Observe + Keyed + Clone>(play: &mut Playthrough<G>, agents: &mut [Perfect; 2])
where
    Perfect: Agent<G>,
{
    let stop = AtomicBool::new(false);
    while let Turn::Player(seat) = play.turn() {
        let decision = play.ask(&mut agents[seat.idx()], &mut Control::new(&stop, &mut |_| {})).unwrap();
        play.play(decision.chosen).unwrap();
    }
}

#[test]
fn a_game_between_perfect_players_takes_as_many_plies_as_the_table_says() {
    let table = table_of(&KINGS);
    for (n, state) in AllKings::new().states.into_iter().enumerate().step_by(11) {
        let verdict = table.probe(&KINGS, &state).unwrap();
        let mut agents = [0, 1].map(|seat| Perfect::new(Arc::clone(&table), 2 * n as u64 + seat));
        let mut play = Playthrough::new(KINGS, state);
        let Turn::Player(mover) = play.turn() else { unreachable!() };
        play_out(&mut play, &mut agents);
        let returns = play.outcome().unwrap().returns;
        match verdict {
            Verdict::Win(plies) => assert_eq!((returns[mover], play.moves().len()), (1.0, plies as usize)),
            Verdict::Loss(plies) => assert_eq!((returns[mover], play.moves().len()), (0.0, plies as usize)),
            Verdict::Draw => assert_eq!(returns[mover], 0.5),
        }
    }
}

fn decide<G: Observe + Keyed + Clone>(play: &Playthrough<G>, agent: &mut dyn Agent<G>) -> Decision<G::Move> {
    let stop = AtomicBool::new(false);
    play.ask(agent, &mut Control::new(&stop, &mut |_| {})).unwrap()
}

/// A game of two who mostly go back and forth, with all its positions, short of its end.
fn shuttling(all: &AllKings, rng: &mut Rng) -> (Playthrough<TwoKings>, Vec<Placed>) {
    let mut play = Playthrough::new(KINGS, all.states[rng.below(all.states.len())]);
    let mut states = vec![*play.state()];
    for _ in 0..rng.below(24) {
        let mut next = play.clone();
        // Four plies ago the same player stood where he would go back to.
        let word = |state: &Placed, n| KINGS.position_text(state).split(' ').nth(n).map(str::to_owned);
        let Turn::Player(seat) = next.turn() else { break };
        let earlier = states.len().checked_sub(3).map(|n| states[n]);
        let back =
            earlier.and_then(|earlier| KINGS.parse_move(play.state(), &word(&earlier, seat.idx())?).ok());
        let mv = match back {
            Some(mv) if rng.below(5) > 0 => mv,
            _ => *rng.choose(&next.legal_moves()).unwrap(),
        };
        next.play(mv).unwrap();
        if next.turn() == Turn::Over {
            break;
        }
        play = next;
        states.push(*play.state());
    }
    (play, states)
}

/// Where entering a position for the third time is a draw, whoever can force a win can do so without repeating
/// anything. So the exact values are those of a game in which positions are drawn that have occurred twice.
#[test]
fn repetition_is_avoided_by_the_winner_and_sought_by_the_loser() {
    let (table, all) = (table_of(&KINGS), AllKings::new());
    let plain = all.sweep(|_| false);
    let mut rng = Rng::new(5);
    let (mut n_changed, mut n_exact) = (0, 0);
    for seed in 0..300 {
        let (play, states) = shuttling(&all, &mut rng);
        let has_occurred_twice = |state: &Placed| states.iter().filter(|&other| other == state).count() >= 2;
        if !states.iter().any(has_occurred_twice) {
            continue;
        }
        let exact = all.sweep(has_occurred_twice);
        let number = all.index(*play.state());
        let (by_table, value) = (plain[number], exact[number]);
        let Decision { chosen, report } = decide(&play, &mut Perfect::new(Arc::clone(&table), seed));
        let &(_, to) = all.moves[number].iter().find(|&&(mv, _)| mv == chosen).unwrap();
        let is_draw: Vec<_> = all.states.iter().map(has_occurred_twice).collect();
        let worth = AllKings::worth(to, &is_draw, |to| Some(exact[to]));
        let told = play.move_texts().join(" ");
        // The move keeps what can be had, and a draw that is told of is one.
        assert_eq!(worth.unwrap().name(), value.name(), "{told}");
        assert!(report.value.map(Value::number) != Some(0.0) || value == Verdict::Draw, "{told}");
        if value == by_table {
            assert_eq!(report.value.map(Value::number), Some(value.value()), "{told}");
        } else {
            n_changed += 1;
            n_exact += usize::from(report.value.map(Value::number) == Some(value.value()));
        }
    }
    // What is too deep to be seen is rare.
    assert!(n_changed > 20 && n_exact * 10 >= n_changed * 8, "{n_exact} of {n_changed}");
}

/// All positions of tic-tac-toe that a game can reach.
fn all_boards() -> Vec<Board> {
    let mut found = vec![TicTacToe.start(&mut Rng::new(0))];
    let mut at = 0;
    while at < found.len() {
        for mv in moves_of(&TicTacToe, &found[at]) {
            let next = after(&TicTacToe, &found[at], mv);
            if !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
    }
    found.retain(|state| TicTacToe.turn(state) != Turn::Over);
    found
}

/// The value for the player to move, by plain recursion.
fn negamax(state: Board, ply: u32) -> f64 {
    match TicTacToe.outcome(&state) {
        // Whoever is to move when the game is over has not won.
        Some(outcome) if outcome.returns.sole_winner().is_some() => f64::from(ply) - score::WIN,
        Some(_) => 0.0,
        None => {
            let values = moves_of(&TicTacToe, &state).into_iter();
            values
                .map(|mv| -negamax(after(&TicTacToe, &state, mv), ply + 1))
                .fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

#[test]
fn moves_of_tic_tac_toe_have_their_exact_values_and_draws_are_set_with_traps() {
    let table = table_of(&TicTacToe);
    let mut seeds = Rng::new(1);
    let boards = all_boards();
    for state in boards.iter().filter(|state| moves_of(&TicTacToe, state).len() < 8).step_by(3) {
        let (chosen, report) =
            ask(&TicTacToe, state, &mut Perfect::new(Arc::clone(&table), seeds.next_u64()));
        let text = TicTacToe.position_text(state);
        let moves = moves_of(&TicTacToe, state);
        assert_eq!(report.lines.len(), moves.len(), "{text}");
        assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value), "{text}");
        for line in &report.lines {
            assert_eq!(line.value.number(), -negamax(after(&TicTacToe, state, line.mv), 1), "{text}");
        }
        assert_eq!((report.pv[0], report.lines[0].mv), (chosen, chosen));
        assert_eq!(report.value, Some(report.lines[0].value));
        if report.value.map(Value::number) != Some(0.0) {
            assert_eq!(report.depth as usize, report.pv.len(), "{text}: a decided line goes to the end");
            continue;
        }
        let n_traps = |mv| {
            let next = after(&TicTacToe, state, mv);
            let replies = moves_of(&TicTacToe, &next);
            let loses = |&reply: &Mark| -negamax(after(&TicTacToe, &next, reply), 2) < 0.0;
            replies.iter().filter(|reply| loses(reply)).count()
        };
        // All draws leave equally many replies, so that the greatest share is the greatest number.
        let drawn = report.lines.iter().filter(|line| line.value.number() == 0.0);
        assert_eq!(Some(n_traps(chosen)), drawn.map(|line| n_traps(line.mv)).max(), "{text}");
    }
}

/// The numbers on the page `docs/algorithms/perfect.md`.
#[test]
fn perfect_begins_tic_tac_toe_in_a_corner() {
    let table = table_of(&TicTacToe);
    for (position, n_losing) in [("x........", 7), (".x.......", 4), ("....x....", 4)] {
        let state = TicTacToe.parse_position(position).unwrap();
        let moves = table.moves(&TicTacToe, &state);
        let loses = |&&(_, verdict): &&(Mark, Verdict)| matches!(verdict, Verdict::Loss(_));
        assert_eq!(moves.iter().filter(loses).count(), n_losing, "{position}");
    }
    let start = TicTacToe.start(&mut Rng::new(0));
    for seed in 0..10 {
        let (chosen, _) = ask(&TicTacToe, &start, &mut Perfect::new(Arc::clone(&table), seed));
        assert!([0, 2, 6, 8].contains(&chosen.0), "{chosen:?}");
    }
}

#[test]
fn equal_seeds_choose_alike_and_others_choose_otherwise() {
    let table = table_of(&TicTacToe);
    let state = TicTacToe.parse_position("x...o....").unwrap();
    let chosen = |seed| ask(&TicTacToe, &state, &mut Perfect::new(Arc::clone(&table), seed)).0;
    assert_eq!(chosen(1), chosen(1));
    assert!((0..20).any(|seed| chosen(seed) != chosen(1)));
}

#[test]
fn another_game_and_a_game_without_a_table_are_refused_in_a_sentence() {
    let mut agent = Perfect::new(table_of(&TicTacToe), 0);
    let stop = AtomicBool::new(false);
    let kings = Playthrough::new(KINGS, KINGS.start(&mut Rng::new(0)));
    let error = kings.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap_err();
    assert_eq!(error.to_string(), "perfect has no tablebase of Two kings: it is the tablebase of tictactoe");
    let nim = Playthrough::new(Nim::new([1, 2, 3, 0]), Nim::new([1, 2, 3, 0]).start(&mut Rng::new(0)));
    let error = nim.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap_err();
    assert_eq!(error.to_string(), "perfect plays games that can be solved as a whole; Nim cannot");
}

/// Alpha-beta on the two kings, which knows nothing about positions.
fn search(options: AlphaBetaOptions, depth: u32, seed: u64) -> AlphaBeta {
    AlphaBeta::new(options, Limits::of_depth(depth), Vec::new(), seed)
}

#[test]
fn alphabeta_with_a_table_knows_every_value_at_once() {
    let (table, all) = (table_of(&KINGS), AllKings::new());
    for (n, (state, value)) in all.states.iter().zip(all.sweep(|_| false)).enumerate().step_by(5) {
        // Depth changes nothing, and neither do switches: the table knows all that there is.
        let (tt, exact) = ((n % 2 == 0).then_some(1 << 12), n % 3 == 0);
        let options = AlphaBetaOptions { tt, exact, lmr: true, ..AlphaBetaOptions::default() };
        let depth = 1 + n as u32 % 9;
        let mut agent = search(options, depth, n as u64).with_tablebase(Arc::clone(&table));
        let (chosen, report) = ask(&KINGS, state, &mut agent);
        assert_eq!(report.value.map(Value::number), Some(value.value()), "{}", KINGS.position_text(state));
        let &(_, to) = all.moves[n].iter().find(|&&(mv, _)| mv == chosen).unwrap();
        let worth = to.map_or(Some(Verdict::Win(1)), |to| {
            table.probe(&KINGS, &all.states[to]).map(Verdict::of_move_to)
        });
        assert_eq!(worth, Some(value), "{}", KINGS.position_text(state));
        // One for the root, and two at most for each of its moves: the second where the first surprised.
        assert!(report.nodes <= 1 + 2 * all.moves[n].len() as u64, "{} nodes", report.nodes);
    }
    let table = table_of(&TicTacToe);
    for state in all_boards().iter().filter(|state| moves_of(&TicTacToe, state).len() < 8).step_by(9) {
        let mut agent = AlphaBeta::new(AlphaBetaOptions::default(), Limits::of_depth(2), vec![1.0, 1.0], 1)
            .with_tablebase(Arc::clone(&table));
        assert_eq!(ask(&TicTacToe, state, &mut agent).1.value.map(Value::number), Some(negamax(*state, 0)));
    }
}

#[test]
fn what_alphabeta_proves_by_itself_agrees_with_the_table() {
    const DEPTH: u32 = 9;
    let (table, all) = (table_of(&KINGS), AllKings::new());
    let mut n_proofs = 0;
    for (n, state) in all.states.iter().enumerate().step_by(7) {
        let value = table.probe(&KINGS, state).unwrap();
        let options =
            AlphaBetaOptions { exact: n % 2 == 0, tt: Some(1 << 20), ..AlphaBetaOptions::default() };
        let (_, report) = ask(&KINGS, state, &mut search(options, DEPTH, n as u64));
        let is_near = value.plies().is_some_and(|plies| plies <= DEPTH);
        let expected = if is_near { value.value() } else { 0.0 };
        assert_eq!(report.value.map(Value::number), Some(expected), "{}", KINGS.position_text(state));
        n_proofs += usize::from(is_near);
    }
    assert!(n_proofs > 50, "{n_proofs}");
    let table = table_of(&TicTacToe);
    for state in all_boards().iter().step_by(5) {
        let mut agent = AlphaBeta::new(AlphaBetaOptions::default(), Limits::of_depth(9), vec![1.0, 1.0], 1);
        let value = table.probe(&TicTacToe, state).map(Verdict::value);
        assert_eq!(ask(&TicTacToe, state, &mut agent).1.value.map(Value::number), value);
    }
}

#[test]
fn a_repetition_goes_before_the_table() {
    let table = table_of(&KINGS);
    let all = AllKings::new();
    let mut rng = Rng::new(2);
    let mut n_drawn = 0;
    for seed in 0..400 {
        let (play, _) = shuttling(&all, &mut rng);
        let best = play.legal_moves().into_iter().map(|mv| {
            let mut next = play.clone();
            next.play(mv).unwrap();
            match next.outcome() {
                Some(outcome) if outcome.returns.sole_winner().is_some() => Verdict::Win(1),
                Some(_) => {
                    n_drawn += 1;
                    Verdict::Draw
                }
                None => table.probe(&KINGS, next.state()).unwrap().of_move_to(),
            }
        });
        let best = best.max().unwrap();
        let mut agent = search(AlphaBetaOptions::default(), 5, seed).with_tablebase(Arc::clone(&table));
        assert_eq!(decide(&play, &mut agent).report.value.map(Value::number), Some(best.value()));
    }
    assert!(n_drawn > 20, "{n_drawn}");
}

#[test]
fn alphabeta_refuses_the_table_of_another_game() {
    let mut agent = search(AlphaBetaOptions::default(), 3, 0).with_tablebase(table_of(&TicTacToe));
    let stop = AtomicBool::new(false);
    let kings = Playthrough::new(KINGS, KINGS.start(&mut Rng::new(0)));
    let error = kings.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "alphabeta has no tablebase of Two kings: it is the tablebase of tictactoe"
    );
}
