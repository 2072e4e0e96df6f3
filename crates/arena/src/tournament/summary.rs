//! The table of a tournament: what its games say, with error bars.

use serde::Serialize;

use super::meetings::Meetings;
use super::plan::{Format, Plan, PlanError};
use super::store::{Store, StoreError};
use crate::engine::GameRow;
use crate::pool::InOrder;
use crate::record::Record;
use crate::schedule::Schedule;
use crate::standings::{AgentRow, Standings};
use crate::stats::rating::Fit;
use crate::stats::sprt::{SequentialTest, Verdict};

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
    /// The ratings, with all that they say of each other.
    #[serde(skip)]
    pub fit: Fit,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtRow>,
    /// One for each seat.
    pub seats: Vec<SeatRow>,
    /// Games that were forfeited.
    pub forfeits: Vec<ForfeitRow>,
    /// Games for which no random opening was found.
    pub without_opening: usize,
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
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema), schema(as = SprtView))]
pub struct SprtRow {
    /// The difference that is to be refuted.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How far the evidence is: the log-likelihood ratio.
    pub llr: f64,
    /// At this the test ends: no better than `elo0`.
    pub lower: f64,
    /// At this the test ends: better by `elo1`.
    pub upper: f64,
    /// What came out.
    pub verdict: Verdict,
    /// The bouts that count.
    pub bouts: u64,
}

/// What a seat took, whoever sat there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema), schema(as = SeatShareView))]
pub struct SeatRow {
    /// The mean share.
    pub score: Option<f64>,
    /// Its 95% interval.
    #[cfg_attr(feature = "wire", schema(value_type = (f64, f64)))]
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
        let firsts = counts.standings.forfeits.values().map(|told| told.first);
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
    meetings: Meetings,
    sequential: Option<Sequential>,
}

impl Counts {
    pub(super) fn new(plan: &Plan, n_seats: usize) -> Result<Self, PlanError> {
        let schedule = Schedule::new(plan, n_seats)?;
        let n_seatings = schedule.n_seatings();
        let sequential = plan.sprt()?.map(|sprt| Sequential::new(SequentialTest::new(sprt, n_seats)));
        let n_agents = plan.agents.len();
        let standings = Standings::new(n_agents, n_seats);
        Ok(Self { standings, meetings: Meetings::new(n_agents, n_seats, n_seatings), schedule, sequential })
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
        let closed = self.meetings.add(row);
        if let (Some(sequential), Some(bout)) = (&mut self.sequential, closed) {
            sequential.add(row.fixture.bout, bout.iter().map(|game| game.taken(0).0).collect());
        }
    }

    /// Whether the test has been decided.
    pub(super) fn is_decided(&self) -> bool {
        self.sequential.as_ref().is_some_and(|sequential| sequential.verdict != Verdict::Open)
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
        let (standings, mut meetings) = (&self.standings, self.meetings.clone());
        meetings.close_all();
        let fit = meetings.rankings.fit(plan.agents.len());
        let mut ranked: Vec<_> = (0..plan.agents.len()).collect();
        ranked.sort_by(|&a, &b| fit.ratings[b].elo.total_cmp(&fit.ratings[a].elo).then(a.cmp(&b)));
        let names = plan.names();
        let agents = standings.agents.iter().enumerate().map(|(agent, sums)| {
            let rank = 1 + ranked.iter().position(|&other| other == agent).unwrap_or(0);
            let spec = plan.agents[agent].spec().to_owned();
            sums.row(names[agent].clone(), spec, rank, &meetings.bouts[agent], fit.ratings[agent])
        });
        let n_agents = plan.agents.len();
        let cell = |a: usize, b: usize| cross_cell(&meetings, a, b);
        let seats = standings.seats.iter().map(|shares| {
            let (lo, hi) = shares.ci95();
            SeatRow { score: (shares.n() > 0).then(|| shares.mean()), ci95: [lo, hi] }
        });
        let forfeits = standings.forfeits.iter().map(|((agent, reason), told)| ForfeitRow {
            agent: *agent,
            reason: reason.clone(),
            times: told.times,
            output: told.output.clone(),
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
            sprt: self.sequential.as_ref().map(Sequential::row),
            seats: seats.collect(),
            forfeits: forfeits.collect(),
            without_opening: standings.n_without_opening,
            fit,
        }
    }
}

fn cross_cell(meetings: &Meetings, a: usize, b: usize) -> Option<CrossCell> {
    let meeting = meetings.cross.get(&(a.min(b), a.max(b)))?;
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

/// The sequential test of a tournament. Bouts are looked at in their order, whatever the order in which they end, so it
/// stops at the same bout on any number of threads, and after any interruption.
#[derive(Clone, Debug)]
struct Sequential {
    test: SequentialTest,
    /// What the first agent took in the games of bouts that are not due.
    bouts: InOrder<Vec<f64>>,
    llr: f64,
    verdict: Verdict,
}

impl Sequential {
    fn new(test: SequentialTest) -> Self {
        Self { test, bouts: InOrder::default(), llr: 0.0, verdict: Verdict::Open }
    }

    /// Takes what the first agent took in the games of a bout. After the test has been decided no more bouts count.
    fn add(&mut self, bout: usize, shares: Vec<f64>) {
        self.bouts.put(bout, shares);
        while self.verdict == Verdict::Open
            && let Some(shares) = self.bouts.next()
        {
            self.test.add(&shares);
            self.llr = self.test.llr();
            self.verdict = self.test.sprt().verdict(self.llr);
        }
    }

    fn row(&self) -> SprtRow {
        let sprt = self.test.sprt();
        let (lower, upper) = sprt.bounds();
        let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
        SprtRow { elo0, elo1, llr: self.llr, lower, upper, verdict: self.verdict, bouts: self.test.n_bouts() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sprt::Sprt;

    fn test() -> Sequential {
        Sequential::new(SequentialTest::new(Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap(), 2))
    }

    #[test]
    fn the_decision_does_not_depend_on_the_order_in_which_bouts_end() {
        // Three of four games are won.
        let bouts: Vec<_> =
            (0..200).map(|bout| (bout, vec![1.0, f64::from(u8::from(bout % 2 == 0))])).collect();
        let decide = |bouts: &mut dyn Iterator<Item = &(usize, Vec<f64>)>| {
            let mut test = test();
            bouts.for_each(|(bout, shares)| test.add(*bout, shares.clone()));
            test.row()
        };
        let in_order = decide(&mut bouts.iter());
        assert!(in_order.verdict == Verdict::Accepted && (5..150).contains(&in_order.bouts), "{in_order:?}");
        assert_eq!(decide(&mut bouts.iter().rev()), in_order);
        assert_eq!(decide(&mut bouts.iter().skip(100).chain(&bouts[..100])), in_order);
    }

    #[test]
    fn a_bout_that_is_missing_holds_up_the_test() {
        let mut test = test();
        (1..200).for_each(|bout| test.add(bout, vec![1.0, 1.0]));
        assert_eq!((test.verdict, test.llr), (Verdict::Open, 0.0));
        test.add(0, vec![1.0, 1.0]);
        assert_ne!(test.verdict, Verdict::Open);
    }
}
