//! What a report tells, gathered in one pass over the games.

use std::collections::BTreeMap;

use ludwerk_arena::GameRow;
use ludwerk_arena::stats::Shares;
use ludwerk_arena::stats::sprt::SequentialTest;
use ludwerk_arena::tournament::{About, Plan, Store, StoreError, Summary};
use ludwerk_core::{Game, GameInfo, Notation, Seat};

/// Plots have no more points than this.
const MOST_POINTS: usize = 160;

/// Everything but the games that are shown.
pub struct Facts {
    pub summary: Summary,
    pub plan: Plan,
    pub about: About,
    pub info: GameInfo,
    pub variant: String,
    pub seat_names: Vec<String>,
    /// The colour of each seat, as the style sheet numbers them.
    pub colours: Vec<usize>,
    /// For each agent, how its score came about.
    pub running: Vec<Vec<Point>>,
    /// For the sequential test: the log-likelihood ratio after so many bouts.
    pub llr: Vec<(usize, f64)>,
    pub openings: Openings,
    /// When the last game ended, in seconds since 1970.
    pub last_finished: u64,
    /// The games that are worth a look, with why.
    pub notable: Vec<(usize, Vec<&'static str>)>,
    /// For each agent and reason of a forfeit, the first such game.
    pub forfeited: BTreeMap<(usize, String), usize>,
}

/// The score of an agent after some of its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub games: usize,
    pub score: f64,
    pub ci95: (f64, f64),
}

/// What became of the games of each opening.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// By the number of the opening, or of the deal.
    pub by_number: BTreeMap<usize, OpeningSums>,
}

/// What became of the games of one opening, as the first seat sees it.
#[derive(Clone, Debug, Default)]
pub struct OpeningSums {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// The shares of the first seat.
    pub shares: Shares,
}

impl OpeningSums {
    pub fn n(&self) -> usize {
        self.wins + self.draws + self.losses
    }
}

impl Facts {
    pub fn gather<G: Game + Notation>(store: &Store, game: &G) -> Result<Self, StoreError> {
        let n_seats = game.n_seats();
        let summary = Summary::of_store(store, n_seats)?;
        let plan = store.plan().clone();
        let mut pass = Pass::new(&summary, &plan, n_seats);
        // The same games as those of the summary, which has checked them.
        let (mut left, planned) = (summary.games, summary.planned);
        if left > 0 {
            store.each(|row| {
                if row.fixture.idx < planned {
                    pass.add(&row);
                    left -= 1;
                }
                left > 0
            })?;
        }
        let notable = pass.notable.choose();
        let seat_names: Vec<_> = Seat::all(n_seats).map(|seat| game.seat_name(seat)).collect();
        Ok(Self {
            running: pass.running.into_iter().map(|running| running.points).collect(),
            llr: pass.test.map(|test| test.points).unwrap_or_default(),
            openings: pass.openings,
            last_finished: pass.last_finished,
            forfeited: pass.forfeited,
            notable,
            info: game.info().clone(),
            variant: game.variant().to_owned(),
            colours: colours(&seat_names),
            seat_names,
            about: store.about().clone(),
            plan,
            summary,
        })
    }

    /// The part of the win that a seat has if all are equal.
    pub fn equal_share(&self) -> f64 {
        1.0 / self.seat_names.len() as f64
    }
}

/// A colour for each seat: the one that it is called by, or else one that is free.
fn colours(names: &[String]) -> Vec<usize> {
    const WORDS: [(&str, usize); 10] = [
        ("blue", 0),
        ("orange", 1),
        ("green", 2),
        ("violet", 3),
        ("purple", 3),
        ("red", 4),
        ("grey", 5),
        ("black", 5),
        ("yellow", 6),
        ("gold", 6),
    ];
    let called = |name: &String| {
        WORDS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word)).map(|&(_, colour)| colour)
    };
    let taken: Vec<_> = names.iter().filter_map(called).collect();
    let mut free = (0..7).filter(|colour| !taken.contains(colour)).collect::<Vec<_>>().into_iter();
    names.iter().map(|name| called(name).or_else(|| free.next()).unwrap_or(5)).collect()
}

/// What is counted while the games go by.
struct Pass<'a> {
    summary: &'a Summary,
    running: Vec<Running>,
    test: Option<Test>,
    openings: Openings,
    n_openings: usize,
    last_finished: u64,
    notable: Notable,
    forfeited: BTreeMap<(usize, String), usize>,
}

impl<'a> Pass<'a> {
    fn new(summary: &'a Summary, plan: &Plan, n_seats: usize) -> Self {
        let sprt = plan.sprt().ok().flatten();
        Self {
            running: summary.agents.iter().map(|agent| Running::new(agent.games)).collect(),
            test: sprt
                .zip(summary.sprt)
                .map(|(sprt, row)| Test::new(SequentialTest::new(sprt, n_seats), row.bouts as usize)),
            openings: Openings::default(),
            n_openings: plan.openings.len(),
            last_finished: 0,
            notable: Notable::default(),
            forfeited: BTreeMap::new(),
            summary,
        }
    }

    fn add(&mut self, row: &GameRow) {
        let seating = &row.fixture.seating;
        self.last_finished = self.last_finished.max(row.finished);
        let mut agents = seating.clone();
        agents.sort_unstable();
        agents.dedup();
        for agent in agents {
            let own = seating.iter().zip(&row.returns).filter(|&(&other, _)| other == agent);
            self.running[agent].add(own.map(|(_, &share)| share));
        }
        if let Some(test) = &mut self.test {
            test.add(row);
        }
        // A list of openings begins anew at its end.
        let opening = row.fixture.opening;
        let number = if self.n_openings > 0 { opening % self.n_openings } else { opening };
        let sums = self.openings.by_number.entry(number).or_default();
        let share = row.returns.first().copied().unwrap_or(0.0);
        match share {
            share if share >= 1.0 => sums.wins += 1,
            share if share <= 0.0 => sums.losses += 1,
            _ => sums.draws += 1,
        }
        sums.shares.add(share);
        if let Some(seat) = row.forfeit {
            self.forfeited.entry((seating[seat.idx()], row.reason.clone())).or_insert(row.fixture.idx);
        }
        self.notable.add(row, self.summary);
    }
}

/// The score of an agent as it grows.
struct Running {
    n_games: usize,
    n_planned: usize,
    shares: Shares,
    points: Vec<Point>,
}

impl Running {
    fn new(n_planned: usize) -> Self {
        Self { n_games: 0, n_planned, shares: Shares::default(), points: Vec::new() }
    }

    fn add(&mut self, shares: impl Iterator<Item = f64>) {
        shares.for_each(|share| self.shares.add(share));
        self.n_games += 1;
        if is_shown(self.n_games, self.n_planned) {
            let (score, ci95) = (self.shares.mean(), self.shares.ci95());
            self.points.push(Point { games: self.n_games, score, ci95 });
        }
    }
}

/// Whether the `nth` of so many is one of the points of a plot: evenly spread, the last among them.
fn is_shown(nth: usize, n: usize) -> bool {
    n <= MOST_POINTS || nth * MOST_POINTS / n > (nth - 1) * MOST_POINTS / n
}

/// The sequential test as it goes on.
struct Test {
    sprt: SequentialTest,
    n_planned: usize,
    bout: usize,
    /// What the first agent took in each game of the bout.
    shares: Vec<f64>,
    points: Vec<(usize, f64)>,
}

impl Test {
    fn new(sprt: SequentialTest, n_planned: usize) -> Self {
        Self { sprt, n_planned, bout: 0, shares: Vec::new(), points: vec![(0, 0.0)] }
    }

    /// Takes the next game in the order of their numbers.
    fn add(&mut self, row: &GameRow) {
        if row.fixture.bout != self.bout {
            self.shares.clear();
            self.bout = row.fixture.bout;
        }
        self.shares.push(row.taken(0).0);
        let n = self.sprt.n_bouts() as usize;
        if self.shares.len() == self.sprt.n_games_a_bout() && n < self.n_planned {
            self.sprt.add(&self.shares);
            if is_shown(n + 1, self.n_planned) {
                self.points.push((n + 1, self.sprt.llr()));
            }
        }
    }
}

/// Games that are worth a look, found as they go by.
#[derive(Default)]
struct Notable {
    /// By what makes them so: the game, and how much it is so.
    best: BTreeMap<&'static str, (f64, usize)>,
    forfeits: BTreeMap<usize, usize>,
}

/// In the order in which games are shown.
const KINDS: [&str; 7] = [
    "a game of the two best",
    "the closest",
    "the greatest surprise",
    "the longest",
    "the shortest",
    "the first",
    "the longest draw",
];

/// So many forfeited games are shown, of different agents.
const MOST_FORFEITS: usize = 3;

impl Notable {
    fn add(&mut self, row: &GameRow, summary: &Summary) {
        let idx = row.fixture.idx;
        if let Some(seat) = row.forfeit {
            self.forfeits.entry(row.fixture.seating[seat.idx()]).or_insert(idx);
            return;
        }
        let plies = row.plies as f64;
        let n_best = (1..=2)
            .filter(|&rank| row.fixture.seating.iter().any(|&agent| summary.agents[agent].rank == rank))
            .count();
        if n_best == 2 {
            self.offer("a game of the two best", 0.0, idx);
        }
        self.offer("the longest", plies, idx);
        self.offer("the shortest", -plies, idx);
        self.offer("the first", 0.0, idx);
        let elo = |seat: usize| summary.agents[row.fixture.seating[seat]].elo;
        if let Some(winner) = row.returns.iter().position(|&share| share >= 1.0) {
            let others = (0..row.returns.len()).filter(|&seat| seat != winner).map(elo);
            let surprise = others.fold(f64::NEG_INFINITY, f64::max) - elo(winner);
            // What the error bars do not tell apart is no surprise.
            if surprise > 20.0 {
                self.offer("the greatest surprise", surprise, idx);
            }
        } else {
            self.offer("the longest draw", plies, idx);
        }
        if let Some(points) = &row.points {
            let mut points = points.clone();
            points.sort_unstable();
            if let [.., second, first] = points[..] {
                self.offer("the closest", plies / 1e6 - (f64::from(first) - f64::from(second)), idx);
            }
        }
    }

    /// Takes a game if it is more so than the one before; the earlier of equals stays.
    fn offer(&mut self, kind: &'static str, how_much: f64, idx: usize) {
        let best = self.best.entry(kind).or_insert((how_much, idx));
        if how_much > best.0 {
            *best = (how_much, idx);
        }
    }

    fn choose(self) -> Vec<(usize, Vec<&'static str>)> {
        let mut chosen: Vec<(usize, Vec<&'static str>)> = Vec::new();
        let best = KINDS.into_iter().filter_map(|kind| self.best.get(kind).map(|&(_, idx)| (idx, kind)));
        let forfeits = self.forfeits.values().take(MOST_FORFEITS).map(|&idx| (idx, "forfeited"));
        for (idx, kind) in best.chain(forfeits) {
            match chosen.iter_mut().find(|(other, _)| *other == idx) {
                Some((_, kinds)) => kinds.push(kind),
                None => chosen.push((idx, vec![kind])),
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_has_the_colour_that_it_is_called_by() {
        let of = |names: &[&str]| colours(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["Red", "Green", "Blue"]), [4, 2, 0]);
        assert_eq!(of(&["Forest", "Sky"]), [0, 1]);
        assert_eq!(of(&["First", "Blue"]), [1, 0]);
    }

    #[test]
    fn plots_are_thinned_evenly_and_keep_the_last_point() {
        for n in [1, 159, 160, 161, 1000, 123_457] {
            let shown: Vec<_> = (1..=n).filter(|&nth| is_shown(nth, n)).collect();
            assert_eq!(shown.len(), n.min(MOST_POINTS));
            assert_eq!(shown.last(), Some(&n));
        }
    }
}
