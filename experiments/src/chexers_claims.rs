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
mod survey;

use std::num::NonZeroUsize;

use ludwerk_arena::stats::interval;
use ludwerk_arena::{Board, Contest, Ended, GameLimits};
use ludwerk_chexers::{Chexers, LONGEST_GAME};
use ludwerk_search::MaxnOptions;
use serde::{Deserialize, Serialize};

use self::players::{Player, Report, Weights};
use self::survey::{Sample, Survey, survey};
use crate::verdict::Evidence;
use crate::{Experiment, Figure, Plan, Row, Verdict, Watch};

pub const EXPERIMENT: Experiment = Experiment {
    id: "chexers-claims",
    source: "Haichao Song and Haolin Zhou, COMP30024 Artificial Intelligence, Project B: Chexers, \
             University of Melbourne, 2019",
    published: "claims without figures: which agent is better, which depth fits into 60 seconds, what is saved by lazy \
                evaluation and shallow pruning, whether a fixed start helps",
    measures: "matches of the agents as they were meant, one of A with two of B and two of A with one of B, in all seats \
               equally often, after a random move of each player, a draw counting a third; nodes and evaluations are \
               counted over positions of games that the report's agent plays with itself",
    tolerance: "an agent is better or weaker when its share lies above or below a third (5% level, Holm's correction \
                for all matches of which something is claimed); 'always' fails with one game that is not won; time is judged by nodes at the speed of the report's program, \
                2,298 nodes in 0.15 s; more than 5% of the work saved is an obvious effect",
    rows,
};

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
    /// It is no better.
    NoBetter,
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

/// The programs as they were handed in.
const SHIPPED: Player = Player::Shipped("chexers-report-program");
const SHIPPED_GREEDY: Player = Player::Shipped("chexers-report-greedy");

const fn maxn(depth: u32) -> Player {
    Player::Maxn(Report::of_depth(depth))
}

const fn without_danger(depth: u32) -> Player {
    Player::Maxn(Report { weights: Weights::EatDistAndExit, ..Report::of_depth(depth) })
}

/// The report's agent with other weights of its own.
const fn judging_by(set: &'static str) -> Player {
    Player::Maxn(Report { weights: Weights::Set(set), ..Report::AGENT })
}

const fn one_reply(depth: u32) -> Player {
    Player::Maxn(Report::of_depth(depth).with_one_reply())
}

static GREEDY_V_RANDOM: Match = pairing("greedy v random", Claim::Better, [GREEDY, Player::Random], [200, 5]);

static MATCHES: &[Match] = &[
    pairing("max^n v greedy", Claim::Better, [REPORT, GREEDY], [150, 3]),
    pairing("max^n v paranoid, both to depth 3", Claim::Better, [REPORT, Player::Paranoid(3)], [150, 3]),
    pairing("max^n to depth 3 v paranoid to 4", Claim::Better, [REPORT, Player::Paranoid(4)], [100, 1]),
    pairing("max^n to depth 3 v paranoid to 5", Claim::Better, [REPORT, Player::Paranoid(5)], [120, 1]),
    pairing("max^n v paranoid, both to depth 4", Claim::Better, [maxn(4), Player::Paranoid(4)], [40, 1]),
    pairing("depth 3 v depth 1", Claim::Better, [REPORT, maxn(1)], [150, 3]),
    pairing("depth 3 v depth 2", Claim::Better, [REPORT, maxn(2)], [150, 3]),
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
        [150, 3],
    ),
    pairing(
        "max^n that judges by EAT and DIST alone v greedy with all features",
        Claim::Weaker,
        [
            Player::Maxn(Report { weights: Weights::EatAndDist, ..Report::AGENT }),
            Player::Greedy(Weights::Report),
        ],
        [150, 3],
    ),
    pairing(
        "max^n that judges by EAT, DIST and EXIT v greedy with all features",
        Claim::Weaker,
        [
            Player::Maxn(Report { weights: Weights::EatDistAndExit, ..Report::AGENT }),
            Player::Greedy(Weights::Report),
        ],
        [150, 3],
    ),
    pairing(
        "others taken to judge by EAT and DIST v others taken to judge alike",
        Claim::Better,
        [REPORT, OTHERS_ALIKE],
        [150, 3],
    ),
    pairing(
        "depth 3, others taken to judge alike, v depth 1",
        Claim::Nothing,
        [OTHERS_ALIKE, maxn(1)],
        [100, 0],
    ),
    pairing("depth 6 with one reply v depth 3 with all", Claim::Nothing, [one_reply(6), REPORT], [40, 0]),
    pairing("brs to depth 6 v max^n to depth 3", Claim::Nothing, [Player::BestReply(6), REPORT], [20, 0]),
    // What the report tried and dropped.
    pairing(
        "AVOID in the place of DANGER and SIDE v the report's agent",
        Claim::Weaker,
        [judging_by("report-avoid"), REPORT],
        [100, 3],
    ),
    pairing(
        "a table of values by place v the report's agent",
        Claim::NoBetter,
        [judging_by("report-places"), REPORT],
        [100, 3],
    ),
    pairing("phases v the report's agent", Claim::NoBetter, [judging_by("report-phases"), REPORT], [100, 3]),
    pairing(
        "goals blocked at first v the report's agent",
        Claim::NoBetter,
        [judging_by("report-blocks"), REPORT],
        [100, 3],
    ),
    pairing(
        "goals blocked at first v greedy",
        Claim::Nothing,
        [judging_by("report-blocks"), GREEDY],
        [100, 0],
    ),
    // The program itself keeps lists that begin with the game.
    from_the_start(
        "the report's greedy program v random",
        Claim::Better,
        [SHIPPED_GREEDY, Player::Random],
        [200, 5],
    ),
    from_the_start("the report's max^n program v random", Claim::Better, [SHIPPED, Player::Random], [200, 5]),
    from_the_start(
        "the report's max^n program v greedy, repaired",
        Claim::Nothing,
        [SHIPPED, GREEDY],
        [150, 3],
    ),
    from_the_start(
        "the report's max^n program v max^n, repaired, with the fixed start",
        Claim::Nothing,
        [SHIPPED, Player::Maxn(Report { has_fixed_start: true, ..Report::AGENT })],
        [150, 3],
    ),
];

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let mut rows = greedy_rows(plan);
    for pairing in MATCHES {
        if pairing.rounds[usize::from(plan.quick())] > 0 {
            rows.extend(pairing.play(plan).rows(pairing));
        }
    }
    rows.extend(depth_rows(plan));
    rows.extend(pruning_rows(plan));
    rows
}

/// What came of a match.
#[derive(Default, Serialize, Deserialize)]
struct Played {
    score: f64,
    ci95: [f64; 2],
    n_games: usize,
    /// Games that the first player won, from one of its seats.
    n_won: usize,
    /// Games that a program as it was handed in gave up, by an illegal action or a breakdown.
    n_given_up: usize,
}

impl Match {
    fn play(&'static self, plan: &mut Plan<'_>) -> Played {
        let n_games = 6 * self.rounds[usize::from(plan.quick())];
        let seed = plan.stream(1);
        let slower = self.players.iter().map(|player| player.seconds()).fold(0.0, f64::max);
        plan.measure(self.what, slower * n_games as f64, move |watch| self.play_games(n_games, seed, watch))
    }

    /// Plays the match on this thread alone; `None` if it was broken off.
    fn play_games(&self, n_games: usize, seed: u64, watch: &Watch<'_>) -> Option<Played> {
        let contest = Contest {
            board: Board { opening_plies: self.opening_plies, ..Board::new(Chexers) },
            n_agents: 2,
            n_games,
            seed,
            n_threads: NonZeroUsize::MIN,
            limits: GameLimits::of_plies(LONGEST_GAME),
        };
        let (mut n_played, mut n_won, mut n_given_up) = (0, 0, 0);
        let make = |agent: usize, seed: u64| self.players[agent].agent(seed);
        let result = ludwerk_arena::run(&contest, &make, watch.stop(), &mut |game| {
            n_played += 1;
            let winner = game.played.ended.returns(3).and_then(|returns| returns.sole_winner());
            n_won += usize::from(winner.is_some_and(|seat| game.row.fixture.seating[seat.idx()] == 0));
            if let Ended::Forfeit { seat, .. } = game.played.ended {
                n_given_up += usize::from(matches!(
                    self.players[game.row.fixture.seating[seat.idx()]],
                    Player::Shipped(_)
                ));
            }
            let _ = watch.tell(f64::from(n_played) / n_games as f64);
        });
        // Nobody else has a reason to give up.
        let is_sound = |n_forfeits: usize, n: usize| n == n_games && n_forfeits == n_given_up;
        let result = result.ok().filter(|result| {
            is_sound(result.forfeits.values().map(|told| told.times).sum(), result.n_games)
        })?;
        let summary = result.agents.first()?.summary();
        let ci95 = [summary.ci95.0, summary.ci95.1];
        Some(Played { score: summary.score, ci95, n_games, n_won, n_given_up })
    }
}

impl Played {
    /// The score, and where a program as it was handed in takes part, how often it gave up.
    fn rows(&self, pairing: &Match) -> Vec<Row> {
        let mut rows = vec![self.row(pairing)];
        if pairing.players.iter().any(|player| matches!(player, Player::Shipped(_))) {
            let what = format!("{}: games given up by an illegal action or a breakdown", pairing.what);
            rows.push(Row::new(what, Figure::Count(self.n_given_up as u64)));
        }
        rows
    }

    fn row(&self, pairing: &Match) -> Row {
        let what = format!("{}: share of the first", pairing.what);
        let ours = Figure::Share { score: self.score, ci95: self.ci95, games: self.n_games };
        let claim = match pairing.claim {
            Claim::Better => "the first is better",
            Claim::Weaker => "the first is weaker",
            Claim::NoBetter => "the first is no better",
            Claim::Nothing => return Row::new(what, ours),
        };
        let test = Evidence::of_side(ours.estimate(), EQUAL, pairing.claim == Claim::Better);
        Row::tested(what, Figure::Claim(claim), ours, test)
    }
}

/// "The greedy agent can win the random agent under all circumstances": is it better, and does it win always?
fn greedy_rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let played = GREEDY_V_RANDOM.play(plan);
    let (won, lost) = (played.n_won, played.n_games - played.n_won);
    let (lo, hi) = interval([(1.0, won), (0.0, lost)]);
    // One game that is not won is enough against it; for it speaks that no more than one in a hundred can be lost.
    let holds = if lost > 0 { Some(false) } else { (lo > ALWAYS).then_some(true) };
    let score = won as f64 / played.n_games as f64;
    let ours = Figure::Share { score, ci95: [lo, hi], games: played.n_games };
    let what = "greedy v random: games won by a greedy agent";
    let always = Row::measured(what, Figure::Claim("always"), ours, Verdict::of_claim(holds));
    vec![played.row(&GREEDY_V_RANDOM), always]
}

/// The positions whose searches are counted.
fn sample(is_quick: bool, seed: u64) -> Sample {
    if is_quick { Sample::of_games(1, 9, seed) } else { Sample::of_games(20, 5, seed) }
}

/// What depths and best replies cost, and whether they fit into the time of a game.
fn depth_rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let (quick, seed) = (plan.quick(), plan.stream(7));
    let turns: f64 = plan.measure("turns of a game", 1.0, move |_| Some(sample(quick, seed).turns_per_game));
    let mut rows =
        vec![Row::new("turns of a player in a game, on average", Figure::Count(turns.round() as u64))];
    let all: &[(&'static str, Player, Option<bool>)] = &[
        ("max^n to depth 1", maxn(1), Some(true)),
        ("max^n to depth 2", maxn(2), Some(true)),
        ("max^n to depth 3", maxn(3), Some(true)),
        ("max^n to depth 4", maxn(4), Some(false)),
        ("max^n to depth 6 with one reply", one_reply(6), Some(false)),
        ("max^n to depth 9 with one reply", one_reply(9), None),
        ("brs to depth 6", Player::BestReply(6), Some(false)),
    ];
    for &(name, player, fits) in all {
        let cost = plan.measure(format!("cost of {name}"), 2.0, move |watch| {
            let survey = survey(&sample(quick, seed), |seed| player.agent(seed), watch)?;
            Some(Cost::of(&survey))
        });
        rows.extend(cost.rows(name, turns, fits));
    }
    rows
}

/// Means over positions.
#[derive(Default, Serialize, Deserialize)]
struct Cost {
    nodes: f64,
    seconds: f64,
    longest: f64,
}

impl Cost {
    fn of(survey: &Survey) -> Self {
        let n = survey.nodes.len() as f64;
        Self {
            nodes: survey.nodes.iter().sum::<u64>() as f64 / n,
            seconds: survey.seconds.iter().sum::<f64>() / n,
            longest: survey.seconds.iter().copied().fold(0.0, f64::max),
        }
    }

    /// Nodes and seconds of a search, and what a game would have taken the report's program.
    fn rows(&self, name: &str, turns_per_game: f64, fits: Option<bool>) -> Vec<Row> {
        let there = self.nodes * turns_per_game * SECONDS_PER_NODE_THERE;
        let what = format!("{name}: seconds a game at the speed of the report's program");
        let judged = match fits {
            Some(fits) => {
                let claim = if fits { "fits into 60 s" } else { "does not fit into 60 s" };
                let holds = (there <= TIME_LIMIT) == fits;
                let verdict = Verdict::of_claim(Some(holds));
                Row::measured(what, Figure::Claim(claim), Figure::Seconds(there), verdict)
            }
            None => Row::new(what, Figure::Seconds(there)),
        };
        let new = |what: &str, ours: Figure| Row::new(format!("{name}: {what}"), ours);
        vec![
            new("nodes a move", Figure::Count(self.nodes.round() as u64)),
            new("seconds a move", Figure::Seconds(self.seconds)),
            new("seconds of the longest move", Figure::Seconds(self.longest)),
            new("seconds a game", Figure::Seconds(self.seconds * turns_per_game)),
            judged,
        ]
    }
}

/// Lazy evaluation and shallow pruning, each on and off.
fn pruning_rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let (quick, seed) = (plan.quick(), plan.stream(7));
    let mut of = |what: &'static str, options: MaxnOptions| -> Survey {
        plan.measure(format!("positions {what}"), 1.0, move |watch| {
            survey(&sample(quick, seed), |seed| Report::AGENT.with(options).search(seed), watch)
        })
    };
    let plain = Report::AGENT.options;
    let lazy = of("with lazy evaluation", plain);
    let eager = of("without lazy evaluation", MaxnOptions { lazy: false, ..plain });
    let whole = of("without shallow pruning", MaxnOptions { relative: true, ..plain });
    let shallow = of("with shallow pruning", MaxnOptions { shallow: true, ..plain });
    let n = lazy.nodes.len() as u64;
    let mean = |seconds: &[f64]| Figure::Seconds(seconds.iter().sum::<f64>() / seconds.len() as f64);
    let lazy_choice = equal(&lazy.chosen, &eager.chosen);
    let lazy_nodes = equal(&lazy.nodes, &eager.nodes);
    let shallow_choice = equal(&shallow.chosen, &whole.chosen);
    vec![
        Row::exact("lazy evaluation: positions with the same choice", n, lazy_choice),
        Row::exact("lazy evaluation: positions with the same nodes", n, lazy_nodes),
        saved("lazy evaluation: evaluations saved", &eager.evaluations, &lazy.evaluations, true),
        Row::new("lazy evaluation: seconds a move with it", mean(&lazy.seconds)),
        Row::new("lazy evaluation: seconds a move without", mean(&eager.seconds)),
        Row::exact("shallow pruning: positions with the same choice", n, shallow_choice),
        saved("shallow pruning: nodes saved", &whole.nodes, &shallow.nodes, false),
    ]
}

/// In how many places two lists are equal.
fn equal<T: PartialEq>(one: &[T], other: &[T]) -> u64 {
    one.iter().zip(other).filter(|(one, other)| one == other).count() as u64
}

/// The mean share of the work that is saved, and whether it is obvious or not, as `claimed`.
fn saved(what: &str, before: &[u64], after: &[u64], claimed: bool) -> Row {
    let shares = || before.iter().zip(after).map(|(&before, &after)| 1.0 - after as f64 / before as f64);
    let (lo, hi) = interval(shares().map(|share| (share, 1)));
    let is_obvious = if lo > OBVIOUS { Some(true) } else { (hi <= OBVIOUS).then_some(false) };
    let holds = is_obvious.map(|is| is == claimed);
    let score = shares().sum::<f64>() / before.len() as f64;
    let ours = Figure::Share { score, ci95: [lo, hi], games: before.len() };
    let claim = if claimed { "a lot" } else { "no obvious effect" };
    let what = format!("{what}, over positions");
    Row::measured(what, Figure::Claim(claim), ours, Verdict::of_claim(holds))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn a_match_repeats_and_can_be_broken_off() {
        let play = |stop: bool| {
            let (stop, given_up) = (AtomicBool::new(stop), AtomicBool::new(false));
            GREEDY_V_RANDOM.play_games(6, 1, &Watch::new(&stop, &given_up))
        };
        let [one, other] = [play(false), play(false)].map(|played| played.unwrap().row(&GREEDY_V_RANDOM));
        assert_eq!(one, other);
        assert!(play(true).is_none());
    }

    #[test]
    fn what_is_claimed_is_judged_by_the_interval() {
        let judge = |claim, ci95: [f64; 2]| {
            let played =
                Played { score: f64::midpoint(ci95[0], ci95[1]), ci95, n_games: 6, n_won: 3, n_given_up: 0 };
            played.row(&Match { claim, ..GREEDY_V_RANDOM }).verdict
        };
        let (above, below, across) = ([0.4, 0.5], [0.1, 0.3], [0.3, 0.4]);
        assert_eq!(
            [above, below, across].map(|ci95| judge(Claim::Better, ci95)),
            [Verdict::Confirmed, Verdict::Refuted, Verdict::Open]
        );
        assert_eq!(
            [above, below, across].map(|ci95| judge(Claim::Weaker, ci95)),
            [Verdict::Refuted, Verdict::Confirmed, Verdict::Open]
        );
        assert_eq!(judge(Claim::Nothing, above), Verdict::New);
    }

    #[test]
    fn savings_are_obvious_or_not() {
        let row = |after: u64, claimed| saved("work saved", &[100; 400], &[after; 400], claimed).verdict;
        assert_eq!([row(40, true), row(40, false)], [Verdict::Confirmed, Verdict::Refuted]);
        assert_eq!([row(99, true), row(99, false)], [Verdict::Refuted, Verdict::Confirmed]);
    }
}
