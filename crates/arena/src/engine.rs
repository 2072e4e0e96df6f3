//! The match engine: one game by its number, for matches, tournaments, tuning and experiments alike.

use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use ludwerk_core::{Agent, Game, Keyed, Notation, Observe, Rng, Seat};

use crate::board::{Begun, Board};
use crate::duel::{Ended, GameLimits, PlayedGame, play_game};
use crate::record::{Origin, Record};
use crate::schedule::Fixture;

/// Makes the agent with an index and a seed, anew for each game.
pub type MakeAgent<'a, G> = dyn Fn(usize, u64) -> Box<dyn Agent<G>> + Sync + 'a;

/// Plays the games of a schedule, each a pure function of its number unless a clock decides.
#[derive(Clone, Copy, Debug)]
pub struct Engine<'a, G: Game> {
    /// Where games begin.
    pub board: &'a Board<G>,
    /// How long a game and its moves may take.
    pub limits: GameLimits,
    /// What all randomness comes from.
    pub seed: u64,
}

/// A game that counts.
#[derive(Clone, Debug)]
pub struct FinishedGame<G: Game> {
    /// What statistics need of it.
    pub row: GameRow,
    /// The seed of its start and of chance.
    pub seed: u64,
    /// The game itself.
    pub played: PlayedGame<G>,
}

/// A game that has been played, as far as the statistics need it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRow {
    /// Which game.
    pub fixture: Fixture,
    /// Whether the opening that was asked for was found and could be played; else the game began at the start.
    pub has_opening: bool,
    /// What each seat got.
    pub returns: Vec<f64>,
    /// The points of each seat, in a game with points that ended by the rules.
    pub points: Option<Vec<i32>>,
    /// How it ended, in a few words.
    pub reason: String,
    /// Whose agent forfeited it.
    pub forfeit: Option<Seat>,
    /// The last that it printed, where it was an outside program; stores keep it in the record.
    pub output: Option<String>,
    /// How many plies it took, those of the opening included.
    pub plies: usize,
    /// What each seat spent.
    pub times: Vec<SeatTime>,
    /// When it ended, in seconds since 1970.
    pub finished: u64,
}

/// What the agent of a seat spent in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatTime {
    /// The time that passed, in milliseconds.
    pub ms: f64,
    /// The moves that it made.
    pub n_moves: u32,
    /// The processor time in milliseconds, where it is known of all its moves.
    pub cpu_ms: Option<f64>,
}

/// The time, in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl<G: Game + Keyed + Observe + Notation + Clone> Engine<'_, G> {
    /// Plays a game; `None` if it was broken off.
    pub fn play(
        &self,
        fixture: Fixture,
        make_agent: &MakeAgent<'_, G>,
        stop: &AtomicBool,
    ) -> Option<FinishedGame<G>> {
        // All games of a bout play the same deal, so that its luck cancels.
        let seed = Rng::derive(self.seed, fixture.opening as u64);
        let Begun { play, mut rng, has_opening } = self.board.begin(fixture.opening, seed);
        let agent_seed = |seat| Rng::derive(Rng::derive(self.seed, !(fixture.idx as u64)), seat);
        let mut agents: Vec<_> =
            (0..).zip(&fixture.seating).map(|(seat, &agent)| make_agent(agent, agent_seed(seat))).collect();
        let played = play_game(play, &mut agents, &mut rng, &self.limits, stop);
        Some(FinishedGame { row: GameRow::of_played(fixture, has_opening, &played)?, seed, played })
    }
}

impl<G: Game + Keyed + Notation + Clone> FinishedGame<G> {
    /// The record of the game between agents of these specs. `is_position` says whether it began in a position that does
    /// not follow from its seed.
    pub fn record(&self, specs: &[String], is_position: bool) -> Record {
        let origin = Origin { seed: Some(self.seed), is_position };
        let seats = self.row.fixture.seating.iter().map(|&agent| specs[agent].clone()).collect();
        Record::of_played(&self.played, origin, seats)
    }
}

impl GameRow {
    fn of_played<G: Game + Keyed + Clone>(
        fixture: Fixture,
        has_opening: bool,
        played: &PlayedGame<G>,
    ) -> Option<Self> {
        let n_seats = fixture.seating.len();
        let returns = played.ended.returns(n_seats)?;
        let mut times = vec![SeatTime { cpu_ms: Some(0.0), ..SeatTime::default() }; n_seats];
        for mv in &played.moves {
            if let Some(seat) = mv.seat {
                let SeatTime { ms, n_moves, cpu_ms } = &mut times[seat.idx()];
                *ms += mv.time.as_secs_f64() * 1e3;
                *n_moves += 1;
                *cpu_ms = cpu_ms.zip(mv.cpu).map(|(sum, cpu)| sum + cpu.as_secs_f64() * 1e3);
            }
        }
        let (reason, forfeit) = match &played.ended {
            Ended::Forfeit { seat, reason, .. } => (reason.clone(), Some(*seat)),
            ended => (ended.reason(), None),
        };
        Some(Self {
            fixture,
            has_opening,
            returns: returns.as_slice().to_vec(),
            points: played.play.outcome().and_then(|_| played.play.game().points(played.play.state())),
            reason,
            forfeit,
            output: played.ended.output().map(str::to_owned),
            plies: played.moves.len(),
            times,
            finished: now(),
        })
    }

    /// What an agent took of the win with all of its seats, and how many these were.
    pub fn taken(&self, agent: usize) -> (f64, usize) {
        let own = self.fixture.seating.iter().zip(&self.returns).filter(|&(&other, _)| other == agent);
        // Rounding may lead a whisker above a whole win.
        (own.clone().map(|(_, share)| share).sum::<f64>().min(1.0), own.count())
    }

    /// The agents of the seats from the best place to the last; those who share a place stand together. The shares
    /// of the win decide, and among those without any the points, in a game that has points.
    pub fn places(&self) -> Vec<Vec<usize>> {
        let rank = |seat: usize| {
            let share = self.returns[seat];
            let points = self.points.as_ref().filter(|_| share == 0.0).and_then(|points| points.get(seat));
            (share, points.copied().unwrap_or(0))
        };
        let mut seats: Vec<_> = (0..self.returns.len()).collect();
        seats.sort_by(|&a, &b| {
            let ((share_a, points_a), (share_b, points_b)) = (rank(a), rank(b));
            share_b.total_cmp(&share_a).then(points_b.cmp(&points_a)).then(a.cmp(&b))
        });
        let mut places: Vec<Vec<usize>> = Vec::new();
        let mut last = None;
        for seat in seats {
            if last == Some(rank(seat)) {
                places.last_mut().into_iter().for_each(|place| place.push(self.fixture.seating[seat]));
            } else {
                places.push(vec![self.fixture.seating[seat]]);
            }
            last = Some(rank(seat));
        }
        places
    }
}
