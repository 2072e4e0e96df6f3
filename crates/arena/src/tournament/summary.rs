//! The table of a tournament: what its games say, with error bars.

use serde::Serialize;

use super::plan::{Format, Plan, PlanError};
use super::schedule::Schedule;
use super::sequential::Sequential;
use super::standings::Standings;
use super::store::{GameRow, Store, StoreError};
use crate::record::Record;
use crate::stats::interval;
use crate::stats::sprt::Verdict;

/// What the games of a tournament say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// What it is called.
    pub name: Option<String>,
    /// The game's id.
    pub game: String,
    /// Who meets whom.
    pub format: Format,
    /// Where all randomness comes from.
    pub seed: u64,
    /// The games that count.
    pub games: usize,
    /// The games that were planned; fewer count when a test has been decided.
    pub planned: usize,
    /// Whether there is nothing left to play.
    pub complete: bool,
    /// One for each agent, in the order of the plan.
    pub agents: Vec<AgentRow>,
    /// For each agent, how it did against each other; `None` for those who never met.
    pub cross: Vec<Vec<Option<CrossCell>>>,
    /// For each agent, the likelihood that it is better than each other, by the ratings.
    pub los: Vec<Vec<f64>>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtRow>,
    /// One for each seat.
    pub seats: Vec<SeatRow>,
    /// Games that were forfeited.
    pub forfeits: Vec<ForfeitRow>,
    /// Games for which no random opening was found.
    pub without_opening: usize,
}

/// How an agent did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentRow {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub spec: String,
    /// Its place by rating, counted from 1.
    pub rank: usize,
    /// Its games.
    pub games: usize,
    /// Whole wins, one a seat.
    pub wins: usize,
    /// Shared wins.
    pub draws: usize,
    /// Games without any share.
    pub losses: usize,
    /// The mean share of a seat.
    pub score: Option<f64>,
    /// The 95% interval of the score, from the spread of bouts.
    pub ci95: [f64; 2],
    /// Its rating; the mean of all is 0.
    pub elo: f64,
    /// Half the width of the 95% interval of the rating; `None` (infinite) if it has met nobody.
    pub elo_error: f64,
    /// The moves that it made.
    pub moves: u64,
    /// The mean time of a move.
    pub ms_per_move: f64,
    /// The mean processor time of a move, where it is known of all.
    pub cpu_ms_per_move: Option<f64>,
    /// The games that it forfeited.
    pub forfeits: usize,
}

/// How an agent did against another: who came before whom.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossCell {
    /// How often it came before the other.
    pub wins: usize,
    /// How often they shared a place.
    pub draws: usize,
    /// How often it came after the other.
    pub losses: usize,
    /// Wins and half of the draws, as a part of all.
    pub score: f64,
    /// In games for two: how many pairs of games brought 0, ½, 1, 1½ and 2 points.
    pub pairs: Option<[u64; 5]>,
    /// In games for two: the Elo difference by their own games alone, with half the width of its 95% interval.
    pub elo: Option<[f64; 2]>,
}

/// A sequential test of the first agent against the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtRow {
    /// The difference that is to be refuted.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Below this the test is rejected.
    pub lower: f64,
    /// Above this it is accepted.
    pub upper: f64,
    /// `accepted`, `rejected` or `open`.
    pub verdict: &'static str,
    /// The bouts that count.
    pub bouts: u64,
}

/// What a seat took, whoever sat there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatRow {
    /// The mean share.
    pub score: Option<f64>,
    /// Its 95% interval.
    pub ci95: [f64; 2],
}

/// Games that an agent forfeited for the same reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForfeitRow {
    /// The agent, by its number in the plan.
    pub agent: usize,
    /// The reason.
    pub reason: String,
    /// How often.
    pub times: usize,
    /// The last that the program printed in the first of these games, where it was a program.
    pub output: Option<String>,
}

impl Summary {
    /// Counts what is stored, in the order of the games.
    ///
    /// # Errors
    /// A [`StoreError`] when the games cannot be read.
    pub fn of_store(store: &Store, n_seats: usize) -> Result<Self, StoreError> {
        let damaged = |error: PlanError| StoreError::Damaged {
            folder: store.folder().display().to_string(),
            why: error.what,
        };
        let mut counts = Counts::new(store.plan(), n_seats).map_err(damaged)?;
        counts.add_stored(store, |counts| !counts.is_decided())?;
        let mut summary = counts.summary(store.plan(), store.seed());
        let firsts = counts.standings.forfeits.values().map(|&(_, first)| first);
        for (row, first) in summary.forfeits.iter_mut().zip(firsts) {
            let record = store.record(first)?.and_then(|text| Record::parse(&text).ok());
            row.output = record.and_then(|record| record.result?.output);
        }
        Ok(summary)
    }
}

/// What is counted while games are played, for whoever watches.
#[derive(Clone, Debug)]
pub struct Counts {
    schedule: Schedule,
    standings: Standings,
    sequential: Option<Sequential>,
}

impl Counts {
    pub(super) fn new(plan: &Plan, n_seats: usize) -> Result<Self, PlanError> {
        let schedule = Schedule::new(plan, n_seats)?;
        let n_seatings = schedule.n_seatings();
        let sequential = plan.sprt()?.map(|sprt| Sequential::new(sprt, n_seatings, n_seats));
        Ok(Self { standings: Standings::new(plan.agents.len(), n_seats, n_seatings), schedule, sequential })
    }

    /// Counts the stored games in the order of their numbers, as long as `goes_on` says so.
    pub(super) fn add_stored(
        &mut self,
        store: &Store,
        goes_on: impl Fn(&Self) -> bool,
    ) -> Result<(), StoreError> {
        let mut misfit = None;
        store.each(|row| {
            if !self.fits(&row) {
                misfit = Some(row.fixture.idx);
                return false;
            }
            // The plan may have become shorter.
            if row.fixture.idx < self.schedule.n_games() {
                self.add(&row);
            }
            goes_on(self)
        })?;
        match misfit {
            None => Ok(()),
            Some(idx) => Err(StoreError::Damaged {
                folder: store.folder().display().to_string(),
                why: format!("game {idx} does not fit the plan"),
            }),
        }
    }

    /// Whether a stored game is one of this tournament: numbers from a file are not to be trusted.
    fn fits(&self, row: &GameRow) -> bool {
        let n_seats = self.schedule.n_seats();
        row.returns.len() == n_seats
            && row.fixture.seating.len() == n_seats
            && row.fixture.seating.iter().all(|&agent| agent < self.schedule.n_agents())
            && row.returns.iter().all(|share| (0.0..=1.0).contains(share))
            && row.forfeit.is_none_or(|seat| seat.idx() < n_seats)
            && row.points.as_ref().is_none_or(|points| points.len() == n_seats)
    }

    pub(super) fn add(&mut self, row: &GameRow) {
        self.standings.add(row);
        if let Some(sequential) = &mut self.sequential {
            sequential.add(row);
        }
    }

    /// Whether the test has been decided.
    pub(super) fn is_decided(&self) -> bool {
        self.sequential.as_ref().is_some_and(|sequential| sequential.decided().is_some())
    }

    /// How many games have been counted.
    pub fn n_games(&self) -> usize {
        self.standings.n_games
    }

    /// How many there will be at most.
    pub fn n_planned(&self) -> usize {
        self.schedule.n_games()
    }

    /// The table so far. Takes some time: the ratings are fitted.
    pub fn summary(&self, plan: &Plan, seed: u64) -> Summary {
        let mut standings = self.standings.clone();
        standings.close_all();
        let fit = standings.rankings.fit(plan.agents.len());
        let mut ranked: Vec<_> = (0..plan.agents.len()).collect();
        ranked.sort_by(|&a, &b| fit.ratings[b].elo.total_cmp(&fit.ratings[a].elo).then(a.cmp(&b)));
        let names = plan.names();
        let agents = standings.agents.iter().enumerate().map(|(agent, sums)| {
            let summary = sums.tally.summary();
            let (lo, hi) = sums.ci95();
            AgentRow {
                name: names[agent].clone(),
                spec: plan.agents[agent].spec().to_owned(),
                rank: 1 + ranked.iter().position(|&other| other == agent).unwrap_or(0),
                games: sums.n_games,
                wins: summary.wins,
                draws: summary.draws,
                losses: summary.losses,
                score: Some(summary.score).filter(|score| !score.is_nan()),
                ci95: [lo, hi],
                elo: fit.ratings[agent].elo,
                elo_error: fit.ratings[agent].error,
                moves: sums.n_moves,
                ms_per_move: if sums.n_moves == 0 { 0.0 } else { sums.ms / sums.n_moves as f64 },
                cpu_ms_per_move: sums.cpu_ms.filter(|_| sums.n_moves > 0).map(|ms| ms / sums.n_moves as f64),
                forfeits: sums.n_forfeits,
            }
        });
        let n_agents = plan.agents.len();
        let cell = |a: usize, b: usize| cross_cell(&standings, a, b);
        let seats = standings.seats.iter().map(|shares| {
            let shares = || shares.iter().map(|(&bits, &times)| (f64::from_bits(bits), times));
            let n: usize = shares().map(|(_, times)| times).sum();
            let sum: f64 = shares().map(|(share, times)| share * times as f64).sum();
            let (lo, hi) = interval(shares());
            SeatRow { score: (n > 0).then(|| sum / n as f64), ci95: [lo, hi] }
        });
        let forfeits = standings.forfeits.iter().map(|((agent, reason), &(times, _))| ForfeitRow {
            agent: *agent,
            reason: reason.clone(),
            times,
            output: None,
        });
        Summary {
            name: plan.name.clone(),
            game: plan.game.clone(),
            format: plan.format,
            seed,
            games: standings.n_games,
            planned: self.schedule.n_games(),
            complete: self.is_decided() || standings.n_games >= self.schedule.n_games(),
            agents: agents.collect(),
            cross: (0..n_agents).map(|a| (0..n_agents).map(|b| cell(a, b)).collect()).collect(),
            los: fit.los.clone(),
            sprt: self.sequential.as_ref().map(sprt_row),
            seats: seats.collect(),
            forfeits: forfeits.collect(),
            without_opening: standings.n_without_opening,
        }
    }
}

fn cross_cell(standings: &Standings, a: usize, b: usize) -> Option<CrossCell> {
    let meeting = standings.cross.get(&(a.min(b), a.max(b)))?;
    let (wins, losses) = if a < b { (meeting.wins, meeting.losses) } else { (meeting.losses, meeting.wins) };
    let pairs = if a < b { meeting.pairs.clone() } else { meeting.pairs.reversed() };
    let n = wins + meeting.draws + losses;
    Some(CrossCell {
        wins,
        draws: meeting.draws,
        losses,
        score: (wins as f64 + meeting.draws as f64 / 2.0) / n as f64,
        pairs: pairs.summary().map(|_| pairs.pentanomial()),
        elo: pairs.summary().map(|summary| [summary.elo, summary.elo_error]),
    })
}

fn sprt_row(sequential: &Sequential) -> SprtRow {
    let sprt = sequential.sprt();
    let (lower, upper) = sprt.bounds();
    SprtRow {
        elo0: sprt.elo0(),
        elo1: sprt.elo1(),
        llr: sequential.llr(),
        lower,
        upper,
        verdict: match sequential.decided() {
            Some((_, Verdict::Accept)) => "accepted",
            Some((_, Verdict::Reject)) => "rejected",
            Some((_, Verdict::GoOn)) | None => "open",
        },
        bouts: sequential.counts().n(),
    }
}
