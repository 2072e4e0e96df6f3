//! The claims of a report on a Chexers agent, measured.
//!
//! The report gives no numbers, so each claim is put as a question that games or counts can answer. Its agents
//! are taken as they were meant, with the defects of its program repaired; one section plays the program as it was.
//! Matches seat one of A with two of B and two of A with one of B, in all seats equally often, and each game
//! starts after random plies; a draw is a third. Equal players score a third. What a search costs is counted over
//! positions of games that the report's agent plays with itself.
//! Seconds are told and never judged: where the report speaks of a limit of time, nodes are judged at the speed that
//! its program was measured to have.

mod players;
mod shipped;
mod survey;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::stats::{Tally, interval};
use ludwerk_arena::{Contest, ContestResult, GameLimits};
use ludwerk_chexers::{Chexers, LONGEST_GAME};
use ludwerk_search::MaxnOptions;

use self::players::{Player, Report, Weights};
use self::shipped::Shipped;
use self::survey::{Sample, Survey, survey};
use crate::{Experiment, Figure, Kind, Row, Run};

pub const EXPERIMENT: Experiment = Experiment {
    id: "chexers-claims",
    source: "Haichao Song and Haolin Zhou, COMP30024 Artificial Intelligence, Project B: Chexers, \
             University of Melbourne, 2019",
    run,
};

const HOLDS: &str = "holds";
const DOES_NOT_HOLD: &str = "does not hold";
const UNDECIDED: &str = "undecided";

/// The time for all moves of one player in a game, in seconds.
const TIME_LIMIT: f64 = 60.0;

/// What the report's program needs for a node on a machine like ours, in seconds: 2,298 of them in 0.15 s.
const SECONDS_PER_NODE_THERE: f64 = 0.15 / 2298.0;

/// The share of the win of one of three equal players.
const EQUAL: f64 = 1.0 / 3.0;

/// Saving more than this share of the work is an obvious effect.
const OBVIOUS: f64 = 0.05;

/// Who wins more than this share of games for sure, and has lost none, wins always.
const ALWAYS: f64 = 0.99;

/// What is said of the first player of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// It is the better one.
    Better,
    /// It is the weaker one.
    Weaker,
    /// Nothing.
    Nothing,
}

/// Two agents that are compared in games.
struct Match {
    what: &'static str,
    claim: Claim,
    players: [Player; 2],
    /// Rounds of six games, in all and in a quick run; none leaves it out.
    rounds: [usize; 2],
    /// Random plies before the agents take over.
    opening_plies: usize,
}

/// One random ply for each seat, so that games differ.
const OPENING_PLIES: usize = 3;

const fn from_the_start(what: &'static str, claim: Claim, players: [Player; 2], rounds: [usize; 2]) -> Match {
    Match { what, claim, players, rounds, opening_plies: 0 }
}

const fn pairing(what: &'static str, claim: Claim, players: [Player; 2], rounds: [usize; 2]) -> Match {
    Match { what, claim, players, rounds, opening_plies: OPENING_PLIES }
}

const GREEDY: Player = Player::Greedy(Weights::EatDistAndExit);
const REPORT: Player = Player::Maxn(Report::AGENT);
const OTHERS_ALIKE: Player = Player::Maxn(Report { others: Weights::Report, ..Report::AGENT });

const fn maxn(depth: u32) -> Player {
    Player::Maxn(Report::of_depth(depth))
}

const fn without_danger(depth: u32) -> Player {
    Player::Maxn(Report { weights: Weights::EatDistAndExit, ..Report::of_depth(depth) })
}

const fn one_reply(depth: u32) -> Player {
    Player::Maxn(Report::of_depth(depth).with_one_reply())
}

const GREEDY_V_RANDOM: Match = pairing("greedy v random", Claim::Better, [GREEDY, Player::Random], [200, 5]);

const MATCHES: &[Match] = &[
    pairing("max^n v greedy", Claim::Better, [REPORT, GREEDY], [150, 2]),
    pairing("max^n v paranoid, both to depth 3", Claim::Better, [REPORT, Player::Paranoid(3)], [150, 1]),
    pairing("max^n to depth 3 v paranoid to 4", Claim::Better, [REPORT, Player::Paranoid(4)], [100, 0]),
    pairing("max^n to depth 3 v paranoid to 5", Claim::Better, [REPORT, Player::Paranoid(5)], [120, 0]),
    pairing("max^n v paranoid, both to depth 4", Claim::Better, [maxn(4), Player::Paranoid(4)], [40, 0]),
    pairing("depth 3 v depth 1", Claim::Better, [REPORT, maxn(1)], [150, 1]),
    pairing("depth 3 v depth 2", Claim::Better, [REPORT, maxn(2)], [150, 1]),
    pairing("depth 3 v depth 4, whatever the time", Claim::Nothing, [REPORT, maxn(4)], [40, 0]),
    pairing("depth 2 v depth 1", Claim::Nothing, [maxn(2), maxn(1)], [150, 0]),
    pairing(
        "depth 3 v depth 1, both judging by EAT, DIST and EXIT alone",
        Claim::Nothing,
        [without_danger(3), without_danger(1)],
        [150, 0],
    ),
    pairing("depth 4 v depth 1, whatever the time", Claim::Nothing, [maxn(4), maxn(1)], [40, 0]),
    pairing("depth 4 v depth 2, whatever the time", Claim::Nothing, [maxn(4), maxn(2)], [40, 0]),
    // A book knows games from the start alone.
    from_the_start(
        "fixed start v none",
        Claim::Better,
        [Player::Maxn(Report { has_fixed_start: true, ..Report::AGENT }), REPORT],
        [150, 1],
    ),
    pairing(
        "max^n that judges by EAT and DIST alone v greedy with all features",
        Claim::Weaker,
        [
            Player::Maxn(Report { weights: Weights::EatAndDist, ..Report::AGENT }),
            Player::Greedy(Weights::Report),
        ],
        [150, 1],
    ),
    pairing(
        "max^n that judges by EAT, DIST and EXIT v greedy with all features",
        Claim::Weaker,
        [
            Player::Maxn(Report { weights: Weights::EatDistAndExit, ..Report::AGENT }),
            Player::Greedy(Weights::Report),
        ],
        [150, 1],
    ),
    pairing(
        "others taken to judge by EAT and DIST v others taken to judge alike",
        Claim::Better,
        [REPORT, OTHERS_ALIKE],
        [150, 1],
    ),
    pairing(
        "depth 3, others taken to judge alike, v depth 1",
        Claim::Nothing,
        [OTHERS_ALIKE, maxn(1)],
        [100, 0],
    ),
    pairing("depth 6 with one reply v depth 3 with all", Claim::Nothing, [one_reply(6), REPORT], [40, 0]),
    pairing("brs to depth 6 v max^n to depth 3", Claim::Nothing, [Player::BestReply(6), REPORT], [20, 0]),
    // The program itself keeps lists that begin with the game.
    from_the_start(
        "the report's greedy program v random",
        Claim::Better,
        [Player::Shipped(Shipped::Greedy), Player::Random],
        [200, 2],
    ),
    from_the_start(
        "the report's max^n program v random",
        Claim::Better,
        [Player::Shipped(Shipped::Maxn), Player::Random],
        [200, 2],
    ),
    from_the_start(
        "the report's max^n program v greedy, repaired",
        Claim::Nothing,
        [Player::Shipped(Shipped::Maxn), GREEDY],
        [150, 1],
    ),
    from_the_start(
        "the report's max^n program v max^n, repaired, with the fixed start",
        Claim::Nothing,
        [Player::Shipped(Shipped::Maxn), Player::Maxn(Report { has_fixed_start: true, ..Report::AGENT })],
        [150, 1],
    ),
];

/// Where a run is: tells how much is done, and hears whether to go on.
struct Ahead<'a, 'b> {
    run: &'a mut Run<'b>,
    n_steps: usize,
    n_done: usize,
}

impl Ahead<'_, '_> {
    /// So much of the present step is done; `None` to break off.
    fn tell(&mut self, part: f64, what: &str) -> Option<()> {
        let done = (self.n_done as f64 + part) / self.n_steps as f64;
        (self.run.progress)(done, what).is_continue().then_some(())
    }
}

fn run(run: &mut Run<'_>) -> Option<Vec<Row>> {
    let quick = run.quick;
    let rounds = |pairing: &Match| pairing.rounds[usize::from(quick)];
    let matches: Vec<_> = MATCHES.iter().filter(|pairing| rounds(pairing) > 0).collect();
    let mut ahead = Ahead { run, n_steps: matches.len() + 5, n_done: 0 };
    let mut rows = greedy_rows(rounds(&GREEDY_V_RANDOM), &mut ahead)?;
    for pairing in matches {
        let played = play(pairing, rounds(pairing), &mut ahead)?;
        rows.push(played.row(pairing));
    }
    ahead.tell(0.0, "positions")?;
    let sample = Sample::of_games(if quick { 1 } else { 20 }, if quick { 9 } else { 5 });
    ahead.n_done += 1;
    rows.extend(depth_rows(&sample, quick, &mut ahead)?);
    rows.extend(pruning_rows(&sample, &mut ahead)?);
    Some(rows)
}

/// What came of a match.
struct Played {
    score: f64,
    ci95: [f64; 2],
    n_games: usize,
    /// Games that the first player won, from one of its seats.
    n_won: usize,
}

/// Plays a match; `None` if it was broken off.
fn play(pairing: &Match, n_rounds: usize, ahead: &mut Ahead<'_, '_>) -> Option<Played> {
    ahead.tell(0.0, pairing.what)?;
    let contest = Contest {
        game: Chexers,
        start: None,
        opening_plies: pairing.opening_plies,
        n_agents: 2,
        n_games: 6 * n_rounds,
        seed: 1,
        n_threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        limits: GameLimits::of_plies(LONGEST_GAME),
    };
    let stop = AtomicBool::new(false);
    let (mut n_games, mut n_won) = (0, 0);
    let make = |agent: usize, seed: u64| pairing.players[agent].agent(seed);
    let result = ludwerk_arena::run(&contest, &make, &stop, &mut |game| {
        n_games += 1;
        let winner = game.played.ended.returns(3).and_then(|returns| returns.sole_winner());
        n_won += usize::from(winner.is_some_and(|seat| game.seating[seat] == 0));
        if ahead.tell(n_games as f64 / contest.n_games as f64, pairing.what).is_none() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    ahead.n_done += 1;
    let is_whole = |result: &ContestResult| !stop.load(Ordering::Relaxed) && result.forfeits.is_empty();
    let result = result.ok().filter(is_whole)?;
    let summary = result.agents.first()?.summary;
    Some(Played { score: summary.score, ci95: [summary.ci95.0, summary.ci95.1], n_games, n_won })
}

impl Played {
    fn row(&self, pairing: &Match) -> Row {
        let [lo, hi] = self.ci95;
        let is_better = if lo > EQUAL { Some(true) } else { (hi < EQUAL).then_some(false) };
        let (kind, ok) = match pairing.claim {
            Claim::Better => (Kind::Measured, is_better),
            Claim::Weaker => (Kind::Measured, is_better.map(|is| !is)),
            Claim::Nothing => (Kind::New, None),
        };
        Row {
            what: format!("{}: share of the first, {} games", pairing.what, self.n_games),
            kind,
            published: None,
            ours: Figure::Share { score: self.score, ci95: self.ci95, games: self.n_games },
            ok,
            verdict: (kind == Kind::Measured).then(|| verdict(ok)),
        }
    }
}

fn verdict(ok: Option<bool>) -> &'static str {
    match ok {
        Some(true) => HOLDS,
        Some(false) => DOES_NOT_HOLD,
        None => UNDECIDED,
    }
}

/// "The greedy agent can win the random agent under all circumstances": is it better, and does it win always?
fn greedy_rows(n_rounds: usize, ahead: &mut Ahead<'_, '_>) -> Option<Vec<Row>> {
    let played = play(&GREEDY_V_RANDOM, n_rounds, ahead)?;
    let (won, lost) = (played.n_won, played.n_games - played.n_won);
    let (lo, hi) = interval([(1.0, won), (0.0, lost)]);
    // One game that is not won is enough against it; for it speaks that no more than one in a hundred can be lost.
    let ok = if lost > 0 { Some(false) } else { (lo > ALWAYS).then_some(true) };
    let always = Row {
        what: format!("greedy v random: games won by a greedy agent, of {}", played.n_games),
        kind: Kind::Measured,
        published: Some(Figure::Share { score: 1.0, ci95: [1.0, 1.0], games: 0 }),
        ours: Figure::Share {
            score: won as f64 / played.n_games as f64,
            ci95: [lo, hi],
            games: played.n_games,
        },
        ok,
        verdict: Some(verdict(ok)),
    };
    Some(vec![played.row(&GREEDY_V_RANDOM), always])
}

/// What depths and best replies cost, and whether they fit into the time of a game.
fn depth_rows(sample: &Sample, quick: bool, ahead: &mut Ahead<'_, '_>) -> Option<Vec<Row>> {
    let turns = Figure::Count(sample.turns_per_game.round() as u64);
    let mut rows = vec![Row::new("turns of a player in a game, on average".to_owned(), turns)];
    let all: &[(&str, Player, Option<bool>)] = &[
        ("max^n to depth 1", maxn(1), Some(true)),
        ("max^n to depth 2", maxn(2), Some(true)),
        ("max^n to depth 3", maxn(3), Some(true)),
        ("max^n to depth 4", maxn(4), Some(false)),
        ("max^n to depth 6 with one reply", one_reply(6), Some(false)),
        ("max^n to depth 9 with one reply", one_reply(9), None),
        ("brs to depth 6", Player::BestReply(6), Some(false)),
    ];
    for &(name, player, fits) in if quick { &all[..3] } else { all } {
        ahead.tell(0.0, name)?;
        let survey = survey(sample, |seed| player.agent(seed));
        rows.extend(cost_rows(name, &survey, sample.turns_per_game, fits));
    }
    ahead.n_done += 1;
    Some(rows)
}

/// Nodes and seconds of a search, and what a game would have taken the report's program.
fn cost_rows(name: &str, survey: &Survey, turns_per_game: f64, fits: Option<bool>) -> Vec<Row> {
    let n = survey.nodes.len() as f64;
    let nodes = survey.nodes.iter().sum::<u64>() as f64 / n;
    let seconds = survey.seconds.iter().sum::<f64>() / n;
    let there = nodes * turns_per_game * SECONDS_PER_NODE_THERE;
    let ok = fits.map(|fits| (there <= TIME_LIMIT) == fits);
    let expected = match fits {
        Some(true) => ": fits into 60",
        Some(false) => ": does not fit into 60",
        None => "",
    };
    vec![
        Row::new(format!("{name}: nodes a move"), Figure::Count(nodes.round() as u64)),
        Row::new(format!("{name}: seconds a move"), Figure::Seconds(seconds)),
        Row::new(
            format!("{name}: seconds of the longest move"),
            Figure::Seconds(survey.seconds.iter().copied().fold(0.0, f64::max)),
        ),
        Row::new(format!("{name}: seconds a game"), Figure::Seconds(seconds * turns_per_game)),
        Row {
            what: format!("{name}: seconds a game at the speed of the report's program{expected}"),
            kind: if fits.is_some() { Kind::Measured } else { Kind::New },
            published: None,
            ours: Figure::Seconds(there),
            ok,
            verdict: fits.map(|_| verdict(ok)),
        },
    ]
}

/// Lazy evaluation and shallow pruning, each on and off.
fn pruning_rows(sample: &Sample, ahead: &mut Ahead<'_, '_>) -> Option<Vec<Row>> {
    ahead.tell(0.0, "lazy evaluation")?;
    let of = |options| survey(sample, |seed| Report::AGENT.with(options).search(seed));
    let plain = Report::AGENT.options;
    let lazy = of(plain);
    let eager = of(MaxnOptions { lazy: false, ..plain });
    ahead.n_done += 1;
    ahead.tell(0.0, "shallow pruning")?;
    let whole = of(MaxnOptions { relative: true, ..plain });
    let shallow = of(MaxnOptions { shallow: true, ..plain });
    let n = sample.positions.len() as u64;
    let equal =
        |same: &dyn Fn(usize) -> bool| (0..sample.positions.len()).filter(|&n| same(n)).count() as u64;
    let lazy_choice = equal(&|n| lazy.chosen[n] == eager.chosen[n]);
    let lazy_nodes = equal(&|n| lazy.nodes[n] == eager.nodes[n]);
    let shallow_choice = equal(&|n| shallow.chosen[n] == whole.chosen[n]);
    let mean = |seconds: &[f64]| Figure::Seconds(seconds.iter().sum::<f64>() / seconds.len() as f64);
    Some(vec![
        Row::exact("lazy evaluation: positions with the same choice".to_owned(), n, lazy_choice),
        Row::exact("lazy evaluation: positions with the same nodes".to_owned(), n, lazy_nodes),
        saved("lazy evaluation: evaluations saved", &eager.evaluations, &lazy.evaluations, true),
        Row::new("lazy evaluation: seconds a move with it".to_owned(), mean(&lazy.seconds)),
        Row::new("lazy evaluation: seconds a move without".to_owned(), mean(&eager.seconds)),
        Row::exact("shallow pruning: positions with the same choice".to_owned(), n, shallow_choice),
        saved("shallow pruning: nodes saved, no obvious effect", &whole.nodes, &shallow.nodes, false),
    ])
}

/// The mean share of the work that is saved, and whether it is obvious or not, as `claimed`.
fn saved(what: &str, before: &[u64], after: &[u64], claimed: bool) -> Row {
    let mut tally = Tally::default();
    for (&before, &after) in before.iter().zip(after) {
        tally.add(1.0 - after as f64 / before as f64, 1, 2);
    }
    let summary = tally.summary();
    let (lo, hi) = summary.ci95;
    let is_obvious = if lo > OBVIOUS { Some(true) } else { (hi <= OBVIOUS).then_some(false) };
    let ok = is_obvious.map(|is| is == claimed);
    Row {
        what: format!("{what}, {} positions", before.len()),
        kind: Kind::Measured,
        published: None,
        ours: Figure::Share { score: summary.score, ci95: [lo, hi], games: before.len() },
        ok,
        verdict: Some(verdict(ok)),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    fn go_on(_: f64, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[test]
    fn a_quick_run_has_a_verdict_for_every_claim() {
        let reproduction = EXPERIMENT.run(&mut Run { quick: true, progress: &mut go_on }).unwrap();
        for row in &reproduction.rows {
            match row.kind {
                Kind::Exact => assert_eq!(row.ok, Some(true), "{row:?}"),
                Kind::Measured => assert_eq!(row.verdict, Some(verdict(row.ok)), "{row:?}"),
                Kind::New => assert_eq!((row.ok, row.verdict), (None, None), "{row:?}"),
            }
        }
        let has = |kind| reproduction.rows.iter().any(|row| row.kind == kind);
        assert!(has(Kind::Exact) && has(Kind::Measured) && has(Kind::New));
    }

    #[test]
    fn a_match_repeats_and_can_be_broken_off() {
        let play = |progress: &mut dyn FnMut(f64, &str) -> ControlFlow<()>| {
            let mut run = Run { quick: true, progress };
            let mut ahead = Ahead { run: &mut run, n_steps: 1, n_done: 0 };
            greedy_rows(1, &mut ahead)
        };
        let rows = play(&mut go_on).unwrap();
        assert_eq!(Some(&rows), play(&mut go_on).as_ref());
        let Figure::Share { games, .. } = rows[0].ours else { panic!("{rows:?}") };
        assert_eq!(games, 6);
        let mut n_told = 0;
        let broken = play(&mut |_, _| {
            n_told += 1;
            if n_told < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(broken, None);
    }

    #[test]
    fn what_is_claimed_is_judged_by_the_interval() {
        let judge = |claim, ci95: [f64; 2]| {
            let played = Played { score: 0.4, ci95, n_games: 6, n_won: 3 };
            played.row(&Match { claim, ..GREEDY_V_RANDOM }).verdict
        };
        let (above, below, across) = ([0.4, 0.5], [0.1, 0.3], [0.3, 0.4]);
        assert_eq!(
            [above, below, across].map(|ci95| judge(Claim::Better, ci95)),
            [HOLDS, DOES_NOT_HOLD, UNDECIDED].map(Some)
        );
        assert_eq!(
            [above, below, across].map(|ci95| judge(Claim::Weaker, ci95)),
            [DOES_NOT_HOLD, HOLDS, UNDECIDED].map(Some)
        );
        assert_eq!(judge(Claim::Nothing, above), None);
    }

    #[test]
    fn savings_are_obvious_or_not() {
        let row = |after: u64, claimed| saved("work saved", &[100; 400], &[after; 400], claimed).verdict;
        assert_eq!([row(40, true), row(40, false)], [HOLDS, DOES_NOT_HOLD].map(Some));
        assert_eq!([row(99, true), row(99, false)], [DOES_NOT_HOLD, HOLDS].map(Some));
    }
}
