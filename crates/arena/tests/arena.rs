//! Matches are fair and repeatable, and records keep what they hold.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::record::{Origin, Record, RecordError};
use ludwerk_arena::{
    Board, Contest, ContestError, Ended, GameLimits, Standings, Steering, run, run_at_equal_time,
};
use ludwerk_core::{
    Agent, AgentError, Configure, Control, Decision, Game, Keyed, Notation, Observe, Playthrough, Report,
    Rng, Seat, View, doc_game::Countdown,
};
use ludwerk_testkit::toys::{Board as Marks, Harvest, Kuhn, TicTacToe, Tree};

/// Plays the legal move with this index, or at random; breaks down when asked to.
enum Puppet {
    First,
    Random(Rng),
    Broken,
    GivesUp,
}

impl<G: Observe> Agent<G> for Puppet {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let chosen = match self {
            Self::First => view.legal[0],
            Self::Random(rng) => *rng.choose(view.legal).unwrap(),
            Self::GivesUp => return Err(AgentError::Resigned),
            Self::Broken => return Err(AgentError::Failed("out of order".to_owned())),
        };
        Ok(Decision { chosen, report: Report::default() })
    }
}

fn contest<G: Game + Keyed + Notation + Clone>(
    game: G,
    n_agents: usize,
    n_games: usize,
    n_threads: usize,
) -> Contest<G> {
    Contest {
        board: Board::new(game),
        n_agents,
        n_games,
        seed: 7,
        n_threads: NonZeroUsize::new(n_threads).unwrap(),
        limits: GameLimits::of_plies(100),
    }
}

fn tic_tac_toe_match(n_games: usize, n_threads: usize) -> (Standings, Vec<Vec<String>>) {
    let mut games = Vec::new();
    let make = |agent: usize, seed: u64| -> Box<dyn Agent<TicTacToe>> {
        Box::new(if agent == 0 { Puppet::First } else { Puppet::Random(Rng::new(seed)) })
    };
    let result =
        run(&contest(TicTacToe, 2, n_games, n_threads), &make, &AtomicBool::new(false), &mut |game| {
            assert_eq!(game.row.fixture.idx, games.len(), "games are handed out in order");
            games.push(game.played.play.move_texts());
        });
    (result.unwrap(), games)
}

/// Everything but the times, which no machine repeats.
fn scores(result: &Standings) -> Vec<(usize, usize, usize)> {
    let counts = |agent: ludwerk_arena::stats::Summary| (agent.wins, agent.draws, agent.losses);
    result.agents.iter().map(|agent| counts(agent.summary())).collect()
}

/// What one agent takes with one of three seats, the other takes not with its two.
#[test]
fn with_more_seats_than_agents_it_is_told_who_took_what_with_how_many() {
    let game = Harvest::configure(None, Some(3)).unwrap();
    let make = |agent: usize, seed: u64| -> Box<dyn Agent<Harvest>> {
        Box::new(if agent == 0 { Puppet::First } else { Puppet::Random(Rng::new(seed)) })
    };
    let result = run(&contest(game, 2, 60, 2), &make, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let [one, other] = &result.agents[..] else { panic!("two agents") };
    let by_seats = one.by_seats();
    for (ours, theirs) in by_seats.iter().zip(other.by_seats().iter().rev()) {
        assert_eq!(ours.seats + theirs.seats, 3);
        assert_eq!((ours.games, theirs.games), (30, 30));
        assert!((ours.share + theirs.share - 1.0).abs() < 1e-9, "{ours:?} {theirs:?}");
        assert!(ours.ci95.0 <= ours.share && ours.share <= ours.ci95.1);
    }
    // A third of its seats it had alone, two thirds as one of two.
    let mean = (by_seats[0].share + by_seats[1].share) / 3.0;
    assert!((mean - one.summary().score).abs() < 1e-9);
}

#[test]
fn random_openings_are_those_of_the_round() {
    let make = |_: usize, _: u64| -> Box<dyn Agent<TicTacToe>> { Box::new(Puppet::First) };
    let starts = |opening_plies: usize| {
        let board = Board { opening_plies, ..Board::new(TicTacToe) };
        let contest = Contest { board, ..contest(TicTacToe, 2, 40, 1) };
        let mut starts = Vec::new();
        run(&contest, &make, &AtomicBool::new(false), &mut |game| starts.push(*game.played.play.start()))
            .unwrap();
        starts
    };
    let marks = |board: &Marks| TicTacToe.position_text(board).matches(['x', 'o']).count();
    let openings = starts(3);
    assert!(openings.iter().all(|board| marks(board) == 3));
    assert!(openings.chunks(2).all(|pair| pair[0] == pair[1]), "both seatings begin alike");
    assert!(openings.windows(2).any(|pair| pair[0] != pair[1]));
    // No game goes on after nine plies: there is no such opening, and the start serves.
    assert!(starts(9).iter().all(|board| marks(board) == 0));
    let board = Board { opening_plies: 9, ..Board::new(TicTacToe) };
    let contest = Contest { board, ..contest(TicTacToe, 2, 4, 1) };
    let result = run(&contest, &make, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(result.n_without_opening, 4);
}

#[test]
fn each_opening_is_played_in_all_seatings() {
    let make = |_: usize, _: u64| -> Box<dyn Agent<TicTacToe>> { Box::new(Puppet::First) };
    let openings = vec!["b2 a1".to_owned(), "c3".to_owned()];
    let contest =
        Contest { board: Board { openings, ..Board::new(TicTacToe) }, ..contest(TicTacToe, 2, 6, 2) };
    let mut begun = Vec::new();
    let result = run(&contest, &make, &AtomicBool::new(false), &mut |game| {
        let n_told = game.played.moves.iter().take_while(|mv| mv.seat.is_none()).count();
        let texts = game.played.play.move_texts();
        begun.push((texts[..n_told].join(" "), game.row.fixture.seating.clone()));
    })
    .unwrap();
    let expected = ["b2 a1", "b2 a1", "c3", "c3", "b2 a1", "b2 a1"];
    assert_eq!(begun.iter().map(|(line, _)| line.as_str()).collect::<Vec<_>>(), expected);
    assert!(begun.chunks(2).all(|pair| pair[0].1 != pair[1].1), "both seatings");
    assert_eq!(result.n_without_opening, 0);
    for (line, what) in [("b2 b2", "opening 2: "), ("a1 b1 a2 b2 a3", "opening 2 ends the game")] {
        let openings = vec!["b2".to_owned(), line.to_owned()];
        let contest = Contest { board: Board { openings, ..Board::new(TicTacToe) }, ..contest.clone() };
        let error = run(&contest, &make, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
        assert!(error.to_string().starts_with(what), "{error}");
    }
}

#[test]
fn threads_change_nothing() {
    let (one, games_of_one) = tic_tac_toe_match(101, 1);
    let (three, games_of_three) = tic_tac_toe_match(101, 3);
    assert_eq!(one.n_games, 102, "rounded up to whole rounds");
    assert_eq!((scores(&one), games_of_one), (scores(&three), games_of_three));
    let [(wins, draws, losses), (other_wins, other_draws, other_losses)] = scores(&one)[..] else { panic!() };
    assert_eq!((wins, draws, losses), (other_losses, other_draws, other_wins));
    assert_eq!(wins + draws + losses, 102);
}

#[test]
fn all_mixed_seatings_are_played_equally_often() {
    let tree = Tree::parse("0(1(2([1 0 0])))").unwrap();
    let mut seatings = Vec::new();
    let make = |_: usize, _: u64| -> Box<dyn Agent<Tree>> { Box::new(Puppet::First) };
    let result = run(&contest(tree, 2, 7, 2), &make, &AtomicBool::new(false), &mut |game| {
        seatings.push(game.row.fixture.seating.clone());
    })
    .unwrap();
    assert_eq!(result.n_games, 12);
    seatings.sort_unstable();
    seatings.dedup();
    assert_eq!(seatings.len(), 6);
    // Seat 0 always wins; both agents sit there equally often.
    assert_eq!(scores(&result), [(6, 0, 12), (6, 0, 12)]);
    assert!(result.agents[0].summary().elo.abs() < 1e-6);
}

#[test]
fn a_broken_agent_forfeits_and_the_match_goes_on() {
    let make = |agent: usize, _: u64| -> Box<dyn Agent<Countdown>> {
        Box::new(if agent == 0 { Puppet::First } else { Puppet::Broken })
    };
    let stop = AtomicBool::new(false);
    let mut reasons = Vec::new();
    let result = run(&contest(Countdown::new(5), 2, 4, 1), &make, &stop, &mut |game| {
        reasons.push(game.played.ended.reason());
    })
    .unwrap();
    assert_eq!(scores(&result), [(4, 0, 0), (0, 0, 4)]);
    let told = result.forfeits.get(&(1, "out of order".to_owned())).unwrap();
    assert_eq!((told.times, told.output.as_deref()), (4, None));
    assert_eq!(reasons[0], "forfeit by seat 1: out of order");
}

#[test]
fn whoever_resigns_has_lost_and_forfeited_nothing() {
    let make = |agent: usize, _: u64| -> Box<dyn Agent<Countdown>> {
        Box::new(if agent == 0 { Puppet::First } else { Puppet::GivesUp })
    };
    let result = run(&contest(Countdown::new(5), 2, 4, 1), &make, &AtomicBool::new(false), &mut |game| {
        let loser = if game.row.fixture.seating == [0, 1] { Seat::SECOND } else { Seat::FIRST };
        assert_eq!(game.played.ended, Ended::Resigned { seat: loser });
        let record = Record::of_played(&game.played, Origin::default(), vec![String::new(); 2]);
        let result = record.result.unwrap();
        assert_eq!((result.reason.as_str(), result.returns[loser.idx()]), ("resignation", 0.0));
        assert!(record.moves.iter().all(|mv| mv.cpu_ms.is_some()));
    })
    .unwrap();
    assert_eq!(scores(&result), [(4, 0, 0), (0, 0, 4)]);
    assert!(result.forfeits.is_empty());
    assert!(result.agents[0].cpu_ms_per_move().is_some());
    assert_eq!(result.agents[1].cpu_ms_per_move(), None, "it made no move");
}

/// Plays the first legal move after so much processor time.
struct Worker(std::time::Duration);

impl<G: Observe> Agent<G> for Worker {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let now = || {
            let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
            std::time::Duration::try_from(time).unwrap()
        };
        let begun = now();
        while now().saturating_sub(begun) < self.0 {}
        Ok(Decision { chosen: view.legal[0], report: Report::default() })
    }
}

#[test]
fn one_agent_is_steered_until_both_use_the_same_time() {
    let micros = |micros: f64| std::time::Duration::from_secs_f64(micros / 1e6);
    // What the steered one is given costs it two thirds.
    let make = |agent: usize, _: u64, budget: f64| -> Box<dyn Agent<TicTacToe>> {
        Box::new(Worker(micros(if agent == 1 { budget / 1.5 } else { 400.0 })))
    };
    for n_threads in [1, 2] {
        let mut steering = Steering::new(1, 5000.0);
        let mut budgets = Vec::new();
        let contest = contest(TicTacToe, 2, 40, n_threads);
        let stop = AtomicBool::new(false);
        let (result, n_trials) =
            run_at_equal_time(&contest, &mut steering, &make, &stop, &mut |game, budget| {
                assert_eq!(game.row.fixture.idx, budgets.len());
                budgets.push(budget);
            })
            .unwrap();
        assert_eq!((result.n_games, budgets.len()), (40, 40));
        assert!((2..=10).contains(&n_trials) && n_trials % 2 == 0, "{n_trials}");
        let [theirs, ours] = &result.agents[..] else { panic!() };
        let ratio = ours.cpu_ms_per_move().unwrap() / theirs.cpu_ms_per_move().unwrap();
        assert!((ratio - 1.0).abs() < 0.1, "{ratio}");
        assert!((steering.budget() / 600.0 - 1.0).abs() < 0.3, "{}", steering.budget());
    }
}

#[test]
fn a_game_that_is_too_long_is_shared() {
    let make = |_: usize, _: u64| -> Box<dyn Agent<Countdown>> { Box::new(Puppet::First) };
    let mut contest = contest(Countdown::new(50), 2, 2, 1);
    contest.limits = GameLimits::of_plies(10);
    let result = run(&contest, &make, &AtomicBool::new(false), &mut |game| {
        assert_eq!(game.played.ended, Ended::TooLong);
    })
    .unwrap();
    assert_eq!(scores(&result), [(0, 2, 0), (0, 2, 0)]);
}

#[test]
fn stopping_keeps_the_games_before() {
    let stop = AtomicBool::new(false);
    let make =
        |_: usize, seed: u64| -> Box<dyn Agent<TicTacToe>> { Box::new(Puppet::Random(Rng::new(seed))) };
    let mut n_seen = 0;
    let result = run(&contest(TicTacToe, 2, 100_000, 2), &make, &stop, &mut |game| {
        n_seen = game.row.fixture.idx + 1;
        stop.store(n_seen >= 20, Ordering::Relaxed);
    })
    .unwrap();
    assert_eq!(result.n_games, n_seen);
    assert!((20..1000).contains(&n_seen), "{n_seen}");
}

#[test]
fn chance_and_hidden_cards_are_played_too() {
    let make = |_: usize, seed: u64| -> Box<dyn Agent<Kuhn>> { Box::new(Puppet::Random(Rng::new(seed))) };
    let mut deals = Vec::new();
    run(&contest(Kuhn, 2, 40, 1), &make, &AtomicBool::new(false), &mut |game| {
        deals.push(game.played.play.move_texts()[..2].to_vec());
    })
    .unwrap();
    assert!(deals.chunks(2).all(|round| round[0] == round[1]), "a round plays one deal");
    assert!(deals.iter().any(|deal| deal != &deals[0]));
}

#[test]
fn too_many_or_too_few_agents_are_refused() {
    for n_agents in [0, 1, 3] {
        let error = contest(TicTacToe, n_agents, 10, 1).schedule().unwrap_err();
        assert_eq!(error, ContestError::Agents { game: "tictactoe".into(), n_seats: 2, n_agents });
    }
}

fn some_record() -> Record {
    let start = TicTacToe.start(&mut Rng::new(0));
    let mut play = Playthrough::new(TicTacToe, start);
    for mv in ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"] {
        play.play_text(mv).unwrap();
    }
    Record::of_play(
        &play,
        &[],
        Origin { seed: Some(1), is_position: false },
        vec!["Ada".into(), "random".into()],
    )
}

#[test]
fn records_read_back() {
    let record = some_record();
    let mut line = Vec::new();
    record.write_line(&mut line).unwrap();
    let text = String::from_utf8(line).unwrap();
    assert_eq!(Record::parse(&text).unwrap(), record);
    assert_eq!(Record::parse_all(&text.repeat(3)).unwrap().len(), 3);
    let play = record.replay(&TicTacToe).unwrap();
    assert_eq!(play.outcome().unwrap().returns.as_slice(), record.result.unwrap().returns);
}

#[test]
fn bad_records_are_told_apart() {
    let parse = |text: &str| Record::parse(text).unwrap_err();
    assert!(matches!(parse("{"), RecordError::Malformed(_)));
    assert!(matches!(parse("{\"format\":\"pgn\"}"), RecordError::Malformed(_)));
    assert!(matches!(parse("{\"format\":\"ludwerk-record/1\"}"), RecordError::Malformed(_)));
    assert!(matches!(parse("{\"format\":\"ludwerk-record/2\"}"), RecordError::LaterVersion { found: 2 }));

    let record = some_record();
    let text = serde_json::to_string(&record).unwrap();
    for (good, bad) in [("record/1", "record/0"), ("record/1", "record/+1"), ("\"Ada\",", "")] {
        assert!(matches!(parse(&text.replace(good, bad)), RecordError::Malformed(_)), "{bad}");
    }
    assert!(matches!(record.replay(&Countdown::new(3)), Err(RecordError::OtherGame { .. })));
    let mut illegal = record.clone();
    illegal.moves[4].text = "b2".to_owned();
    let error = illegal.replay(&TicTacToe).unwrap_err();
    assert_eq!(error.to_string(), "move 5 of the record: b2 is not legal here: the square is taken");
    let mut wrong = record;
    wrong.result.as_mut().unwrap().returns = vec![1.0, 0.0];
    assert!(matches!(wrong.replay(&TicTacToe), Err(RecordError::Result { .. })));
}
