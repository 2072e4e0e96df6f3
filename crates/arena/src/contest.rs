//! A match: the same agents, many games, all seatings equally often.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludwerk_core::{Agent, Game, Keyed, Notation, Observe, Playthrough, Rng, Seat, Turn, sample_chance};
use thiserror::Error;

use crate::duel::{Ended, GameLimits, PlayedGame, play_game};
use crate::pool::in_parallel;
use crate::seating::{Seating, mixed_seatings};
use crate::stats::{Summary, Tally, interval};
use crate::tournament::{OpeningError, opening_line};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest<G: Game> {
    /// The rules.
    pub game: G,
    /// Where every game starts; `None` for the game's own start, dealt anew for each round.
    pub start: Option<G::State>,
    /// So many random plies are played from the start before the agents take over, the same ones in all games
    /// of a round: different games where equal agents would play the same one again.
    pub opening_plies: usize,
    /// Lines of moves that come before the agents take over; the rounds take one after the other, so that each is
    /// played in all seatings. None of them where plies are drawn at random.
    pub openings: Vec<String>,
    /// The number of agents.
    pub n_agents: usize,
    /// At least this many games; rounded up to whole rounds of all seatings.
    pub n_games: usize,
    /// What all randomness comes from.
    pub seed: u64,
    /// How many games run at the same time. Does not change any result.
    pub n_threads: NonZeroUsize,
    /// How long a game and its moves may take.
    pub limits: GameLimits,
}

/// A match that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContestError {
    /// The number of agents does not suit the seats.
    #[error("a match of {game} needs {} agents, not {n_agents}", wanted(*n_seats))]
    Agents {
        /// The game's id.
        game: String,
        /// How many can sit.
        n_seats: usize,
        /// How many there are.
        n_agents: usize,
    },
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Nobody tells what moves cost.
    #[error("the processor time of an agent cannot be measured")]
    Unmeasured,
}

fn wanted(n_seats: usize) -> String {
    if n_seats <= 2 { "2".to_owned() } else { format!("2 to {n_seats}") }
}

/// One game of the match, as it is handed out when it ends.
#[derive(Debug)]
pub struct GameResult<G: Game> {
    /// Its number, counted from 0.
    pub idx: usize,
    /// The seed of its start and of chance.
    pub seed: u64,
    /// The agent at each seat.
    pub seating: Seating,
    /// Whether the opening that was asked for was found and could be played; else the game began at the start.
    pub has_opening: bool,
    /// The game itself.
    pub played: PlayedGame<G>,
}

/// The whole match.
#[derive(Clone, Debug, PartialEq)]
pub struct ContestResult {
    /// The games that count.
    pub n_games: usize,
    /// One for each agent.
    pub agents: Vec<AgentResult>,
    /// Games that ended by a forfeit: the agent and the reason, and how often it came.
    pub forfeits: BTreeMap<(usize, String), Forfeits>,
    /// Games without the opening that was asked for, which began at the start.
    pub n_without_opening: usize,
}

/// How one agent did.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentResult {
    /// Score with error bars.
    pub summary: Summary,
    /// The same by how many seats it had, fewest first: to hold out alone against two is another thing than to sit
    /// at a table with oneself.
    pub by_seats: Vec<Company>,
    /// The mean time for a move.
    pub time_per_move: Duration,
    /// The mean processor time for a move, where it is known of all moves.
    pub cpu_per_move: Option<Duration>,
}

/// Why games were forfeited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeits {
    /// How many.
    pub n_games: usize,
    /// The last that the program printed in the first of them, where it was a program.
    pub output: Option<String>,
}

/// How an agent did in the games in which it had so many seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Company {
    /// How many seats it had.
    pub n_own_seats: usize,
    /// The games.
    pub n_games: usize,
    /// The mean of what its seats took together.
    pub share: f64,
    /// The 95% interval of that.
    pub ci95: (f64, f64),
}

impl<G: Game + Clone> Contest<G> {
    /// The seatings of one round.
    ///
    /// # Errors
    /// [`ContestError::Agents`].
    pub fn seatings(&self) -> Result<Vec<Seating>, ContestError> {
        let n_seats = self.game.n_seats();
        let seatings = mixed_seatings(self.n_agents, n_seats);
        if seatings.is_empty() || self.n_agents < 2 {
            return Err(ContestError::Agents {
                game: self.game.info().id.to_owned(),
                n_seats,
                n_agents: self.n_agents,
            });
        }
        Ok(seatings)
    }

    /// Plays the game number `idx`: a pure function of the contest, the agents and the number. `seatings` are those of
    /// [`Contest::seatings`], and `make_agent` makes the agent with an index and a seed.
    pub fn play(
        &self,
        seatings: &[Seating],
        idx: usize,
        make_agent: &(dyn Fn(usize, u64) -> Box<dyn Agent<G>> + Sync),
        stop: &AtomicBool,
    ) -> GameResult<G>
    where
        G: Keyed + Observe + Notation,
    {
        let seating = seatings[idx % seatings.len()].clone();
        // All seatings of a round play the same deal, so that its luck cancels.
        let seed = Rng::derive(self.seed, (idx / seatings.len()) as u64);
        let mut rng = Rng::new(seed);
        let begun = self.begin(idx / seatings.len(), &mut rng);
        let has_opening = begun.is_ok();
        let play = begun.unwrap_or_else(|start| Playthrough::new(self.game.clone(), start));
        let agent_seed = |seat: usize| Rng::derive(Rng::derive(self.seed, !(idx as u64)), seat as u64);
        let mut agents: Vec<_> =
            seating.iter().enumerate().map(|(seat, &agent)| make_agent(agent, agent_seed(seat))).collect();
        let played = play_game(play, &mut agents, &mut rng, &self.limits, stop);
        GameResult { idx, seed, seating, has_opening, played }
    }

    /// The beginning of the games of a round; where its opening cannot be had, the start alone.
    fn begin(&self, round: usize, rng: &mut Rng) -> Result<Playthrough<G>, G::State>
    where
        G: Keyed + Notation,
    {
        let start = self.start.clone().unwrap_or_else(|| self.game.start(rng));
        if self.openings.is_empty() {
            let opening = random_opening(&self.game, &start, self.opening_plies, rng).ok_or(start)?;
            return Ok(Playthrough::new(self.game.clone(), opening));
        }
        let nth = round % self.openings.len();
        opening_line(&self.game, start.clone(), nth, &self.openings[nth]).map_err(|_| start)
    }

    /// Whether all openings can be played. Each should go with every deal; one is tried.
    ///
    /// # Errors
    /// [`ContestError::Opening`] for the first that cannot.
    pub fn check_openings(&self) -> Result<(), ContestError>
    where
        G: Keyed + Notation,
    {
        for (nth, line) in self.openings.iter().enumerate() {
            let start = || self.game.start(&mut Rng::new(Rng::derive(self.seed, nth as u64)));
            opening_line(&self.game, self.start.clone().unwrap_or_else(start), nth, line)?;
        }
        Ok(())
    }

    /// The number of games that will be played: whole rounds.
    ///
    /// # Errors
    /// [`ContestError::Agents`].
    pub fn n_games_rounded(&self) -> Result<usize, ContestError> {
        let a_round = self.seatings()?.len();
        let most = usize::MAX - usize::MAX % a_round;
        Ok(self.n_games.div_ceil(a_round).checked_mul(a_round).unwrap_or(most))
    }
}

/// Plays the match. `make_agent` makes the agent with an index and a seed, anew for each game;
/// `on_game` is handed every game in order, as soon as it and all before it have ended.
/// When `stop` is set, running games are broken off and the result is that of the games before.
///
/// # Errors
/// [`ContestError`] before anything is played.
pub fn run<G: Game + Keyed + Observe + Notation + Clone>(
    contest: &Contest<G>,
    make_agent: &(dyn Fn(usize, u64) -> Box<dyn Agent<G>> + Sync),
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&GameResult<G>),
) -> Result<ContestResult, ContestError> {
    run_numbered(contest, &|_, agent, seed| make_agent(agent, seed), stop, on_game)
}

/// The same where the number of the game is told before the agent and the seed.
pub(crate) fn run_numbered<G: Game + Keyed + Observe + Notation + Clone>(
    contest: &Contest<G>,
    make_agent: &(dyn Fn(usize, usize, u64) -> Box<dyn Agent<G>> + Sync),
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&GameResult<G>),
) -> Result<ContestResult, ContestError> {
    let seatings = contest.seatings()?;
    let n_games = contest.n_games_rounded()?;
    contest.check_openings()?;
    let mut tallies = Tallies::new(contest.n_agents);
    // Games end out of order; they are counted and shown in order, whatever the threads do.
    // The first game that was broken off ends the count, even if a later one had ended before.
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    let play = |idx| contest.play(&seatings, idx, &|agent, seed| make_agent(idx, agent, seed), stop);
    in_parallel(contest.n_threads, 0..n_games, stop, play, |result| {
        waiting.insert(result.idx, result);
        while let Some(result) = waiting.remove(&due)
            && tallies.add(&result)
        {
            due += 1;
            on_game(&result);
        }
    });
    Ok(tallies.result())
}

/// The position after so many random plies. An opening that ends the game is drawn again; if that goes on, there is
/// none.
pub fn random_opening<G: Game + Keyed + Clone>(
    game: &G,
    start: &G::State,
    n_plies: usize,
    rng: &mut Rng,
) -> Option<G::State> {
    random_beginning(game, start, n_plies, rng).map(|play| play.state().clone())
}

/// A game after so many random plies. An opening that ends the game is drawn again; if that goes on,
/// the game has no such opening.
pub(crate) fn random_beginning<G: Game + Keyed + Clone>(
    game: &G,
    start: &G::State,
    n_plies: usize,
    rng: &mut Rng,
) -> Option<Playthrough<G>> {
    const ATTEMPTS: usize = 100;
    for _ in 0..ATTEMPTS {
        let mut play = Playthrough::new(game.clone(), start.clone());
        for _ in 0..n_plies {
            let mv = match play.turn() {
                Turn::Chance => Some(sample_chance(game, play.state(), rng)),
                Turn::Player(_) => rng.choose(&play.legal_moves()).copied(),
                Turn::Over => None,
            };
            if mv.is_none_or(|mv| play.play(mv).is_err()) {
                break;
            }
        }
        if play.moves().len() == n_plies && play.turn() != Turn::Over {
            return Some(play);
        }
    }
    None
}

fn company(n_own_seats: usize, shares: &BTreeMap<u64, usize>) -> Company {
    let shares = || shares.iter().map(|(&bits, &times)| (f64::from_bits(bits), times));
    let n_games = shares().map(|(_, times)| times).sum();
    let sum: f64 = shares().map(|(share, times)| share * times as f64).sum();
    Company { n_own_seats, n_games, share: sum / n_games as f64, ci95: interval(shares()) }
}

struct Tallies {
    n_games: usize,
    scores: Vec<Tally>,
    /// For each agent, by its number of seats: what they took together, as bits, and how often.
    companies: Vec<BTreeMap<usize, BTreeMap<u64, usize>>>,
    times: Vec<(Duration, u32)>,
    cpu: Vec<Option<Duration>>,
    forfeits: BTreeMap<(usize, String), Forfeits>,
    n_without_opening: usize,
}

impl Tallies {
    fn new(n_agents: usize) -> Self {
        Self {
            n_games: 0,
            scores: vec![Tally::default(); n_agents],
            companies: vec![BTreeMap::new(); n_agents],
            times: vec![(Duration::ZERO, 0); n_agents],
            cpu: vec![Some(Duration::ZERO); n_agents],
            forfeits: BTreeMap::new(),
            n_without_opening: 0,
        }
    }

    /// Counts a game; `false` if it does not count.
    fn add<G: Game>(&mut self, result: &GameResult<G>) -> bool {
        let n_seats = result.seating.len();
        let Some(returns) = result.played.ended.returns(n_seats) else { return false };
        self.n_games += 1;
        self.n_without_opening += usize::from(!result.has_opening);
        let seated = || Seat::all(n_seats).zip(result.seating.iter().copied());
        for (seat, agent) in seated() {
            let n_own_seats = result.seating.iter().filter(|&&other| other == agent).count();
            self.scores[agent].add(returns[seat], n_own_seats, n_seats);
        }
        for (agent, companies) in self.companies.iter_mut().enumerate() {
            let own = || seated().filter(move |&(_, other)| other == agent);
            // Rounding may lead a whisker above a whole win.
            let share = own().map(|(seat, _)| returns[seat]).sum::<f64>().min(1.0);
            let company = companies.entry(own().count()).or_default();
            *company.entry(share.to_bits()).or_default() += 1;
        }
        for mv in &result.played.moves {
            if let Some(seat) = mv.seat {
                let (time, n_moves) = &mut self.times[result.seating[seat.idx()]];
                *time += mv.time;
                *n_moves += 1;
                let cpu = &mut self.cpu[result.seating[seat.idx()]];
                *cpu = cpu.zip(mv.cpu).map(|(sum, more)| sum + more);
            }
        }
        if let Ended::Forfeit { seat, reason, output } = &result.played.ended {
            let first = || Forfeits { n_games: 0, output: output.clone() };
            let key = (result.seating[seat.idx()], reason.clone());
            self.forfeits.entry(key).or_insert_with(first).n_games += 1;
        }
        true
    }

    fn result(self) -> ContestResult {
        let agents = self.scores.iter().zip(&self.companies).zip(&self.times).zip(&self.cpu).map(
            |(((tally, companies), &(time, n_moves)), cpu)| AgentResult {
                summary: tally.summary(),
                by_seats: companies
                    .iter()
                    .map(|(&n_own_seats, shares)| company(n_own_seats, shares))
                    .collect(),
                time_per_move: time.checked_div(n_moves).unwrap_or_default(),
                cpu_per_move: cpu.and_then(|cpu| cpu.checked_div(n_moves)),
            },
        );
        ContestResult {
            n_games: self.n_games,
            agents: agents.collect(),
            forfeits: self.forfeits,
            n_without_opening: self.n_without_opening,
        }
    }
}
