//! Playing a game out from a position, and judging it where the playing is broken off.
//!
//! A rollout gives every seat a share of the win: the returns at the end, or, when it is cut off after a
//! number of plies, the evaluations of all seats turned into shares, `eᵢ → exp(eᵢ/scale) / Σ exp(eⱼ/scale)`.
//!
//! Moves are drawn at random, or in proportion to how likely the game says they are. With last good replies
//! (P. Drake, "The last-good-reply policy for Monte-Carlo Go", 2009) a seat first tries what it answered to the
//! same move the last time it did well; a reply that fails is forgotten (H. Baier and P. Drake, 2010).
//!
//! Deviation: a rollout does not look at the way it came, so that it sees no repetitions. One that takes
//! longer than any sensible game is judged where it stands.

use ludwerk_core::{BySeat, Evaluate, MAX_SEATS, Move, MoveHints, Outcome, Rng, Seat, Turn, mix};

use crate::evaluator::{EvalContext, Evaluator};
use crate::limits::{Halt, Meter};

/// A share of the win for each seat.
pub(crate) type Shares = BySeat<f64>;

/// How rollouts choose their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutPolicy {
    /// Every legal move is equally likely.
    Random,
    /// As likely as the game says.
    Likely,
    /// As the game draws them, faster than by listing them; as likely as it says where it has no such way.
    Quick,
}

/// How games are played out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutOptions {
    /// How moves are chosen.
    pub policy: RolloutPolicy,
    /// After so many plies the evaluation speaks; `None` to play to the end.
    pub cutoff: Option<u32>,
    /// How much better an evaluation makes a share `e` times as large, before they are made to sum to 1.
    pub scale: f64,
    /// Whether replies that did well are tried again.
    pub last_good_replies: bool,
    /// How much of a share is decided by the points at the end, in a game that has them: 0 for nothing.
    pub score: f64,
}

impl Default for RolloutOptions {
    fn default() -> Self {
        Self { policy: RolloutPolicy::Random, cutoff: None, scale: 5.0, last_good_replies: false, score: 0.0 }
    }
}

/// No rollout is longer than this, whatever the rules say.
const LONGEST: u32 = 2000;

/// Moves that share a slot share their replies.
const REPLY_SLOTS: usize = 4096;

/// Plays games out, and remembers what it needs for that.
pub(crate) struct Rollouts<'a, G: Evaluate> {
    game: &'a G,
    context: EvalContext<'a>,
    options: RolloutOptions,
    /// Whether moves are remembered that were played.
    records: bool,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    outcomes: Vec<(G::Move, f64)>,
    /// By seat and slot of the move before: the bits of a good reply.
    replies: Vec<Option<u32>>,
}

/// A move of a round and who made it; chance is nobody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub seat: Option<Seat>,
    pub bits: u32,
}

impl<'a, G: Evaluate + MoveHints> Rollouts<'a, G> {
    pub fn new(game: &'a G, evaluator: &'a Evaluator, options: RolloutOptions) -> Self {
        let n_replies = if options.last_good_replies { REPLY_SLOTS * game.n_seats() } else { 0 };
        Self {
            game,
            context: EvalContext::new(evaluator),
            options,
            records: options.last_good_replies,
            moves: Vec::new(),
            priors: Vec::new(),
            outcomes: Vec::new(),
            replies: vec![None; n_replies],
        }
    }

    /// Remembers the moves that are played or not; replies that did well cannot do without.
    pub fn recording(self, records: bool) -> Self {
        Self { records: records || self.options.last_good_replies, ..self }
    }

    /// Plays on from `state` and gives everyone's share; the moves are added to `played`, if they are remembered.
    pub fn play_out(
        &mut self,
        state: &mut G::State,
        played: &mut Vec<Played>,
        meter: &mut Meter<'_>,
        rng: &mut Rng,
    ) -> Result<Shares, Halt> {
        if self.options.policy == RolloutPolicy::Random && !self.records {
            self.play_at_random(state, played, meter, rng)
        } else {
            self.play::<false>(state, played, meter, rng)
        }
    }

    /// Apart from the descent through a tree, so that the few variables of this loop stay in registers.
    #[inline(never)]
    fn play_at_random(
        &mut self,
        state: &mut G::State,
        played: &mut Vec<Played>,
        meter: &mut Meter<'_>,
        rng: &mut Rng,
    ) -> Result<Shares, Halt> {
        self.play::<true>(state, played, meter, rng)
    }

    /// Plays on. With `ANY` every legal move is equally likely, and none is remembered: to ask about that at every
    /// position would take as long as to play a move in a small game.
    #[inline]
    fn play<const ANY: bool>(
        &mut self,
        state: &mut G::State,
        played: &mut Vec<Played>,
        meter: &mut Meter<'_>,
        rng: &mut Rng,
    ) -> Result<Shares, Halt> {
        let mut n_left = self.options.cutoff.unwrap_or(LONGEST).min(LONGEST);
        loop {
            let (seat, mv) = match self.game.turn(state) {
                Turn::Player(_) if n_left == 0 => break,
                Turn::Player(seat) => {
                    n_left -= 1;
                    let mv = if ANY { self.any(state, rng) } else { self.choose(state, seat, played, rng) };
                    (Some(seat), mv)
                }
                Turn::Chance => (None, self.draw(state, rng)),
                Turn::Over => match self.game.outcome(state) {
                    Some(outcome) => return Ok(self.shares_at_end(state, &outcome)),
                    None => break,
                },
            };
            let Some(mv) = mv else { break };
            meter.enter()?;
            self.game.play_unchecked(state, mv);
            if !ANY && self.records {
                played.push(Played { seat, bits: mv.to_bits() });
            }
        }
        Ok(self.judge(state))
    }

    /// Any legal move.
    #[inline]
    fn any(&mut self, state: &G::State, rng: &mut Rng) -> Option<G::Move> {
        self.moves.clear();
        self.game.legal_moves(state, &mut self.moves);
        rng.choose(&self.moves).copied()
    }

    /// What chance brings.
    pub fn draw(&mut self, state: &G::State, rng: &mut Rng) -> Option<G::Move> {
        self.outcomes.clear();
        self.game.chance_outcomes(state, &mut self.outcomes);
        let mut left = rng.unit();
        for &(mv, probability) in &self.outcomes {
            if left < probability {
                return Some(mv);
            }
            left -= probability;
        }
        self.outcomes.last().map(|&(mv, _)| mv)
    }

    /// The returns, mixed with what the points would be worth as evaluations.
    pub fn shares_at_end(&self, state: &G::State, outcome: &Outcome) -> Shares {
        let mut shares = shares_of(outcome.returns.as_slice());
        let weight = self.options.score;
        if weight > 0.0
            && let Some(points) = self.game.points(state)
        {
            let mut by_points = [0.0; MAX_SEATS];
            by_points.iter_mut().zip(&points).for_each(|(share, &points)| *share = f64::from(points));
            into_shares(&mut by_points[..points.len()], POINTS_SCALE);
            shares
                .all_mut()
                .iter_mut()
                .zip(by_points)
                .for_each(|(share, of_points)| *share += weight * (of_points - *share));
        }
        shares
    }

    fn choose(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        played: &[Played],
        rng: &mut Rng,
    ) -> Option<G::Move> {
        let before = played.last().filter(|_| self.options.last_good_replies);
        let reply = before.and_then(|before| self.replies[reply_slot(seat, before.bits)]);
        let reply = reply.and_then(G::Move::from_bits);
        if self.options.policy == RolloutPolicy::Quick {
            let is_legal = |mv: &G::Move| self.game.is_legal(state, *mv);
            if let Some(mv) = reply.filter(is_legal).or_else(|| self.game.rollout_move(state, rng)) {
                return Some(mv);
            }
        }
        self.moves.clear();
        self.game.legal_moves(state, &mut self.moves);
        if let Some(mv) = reply.filter(|mv| self.moves.contains(mv)) {
            return Some(mv);
        }
        if self.options.policy == RolloutPolicy::Random {
            return rng.choose(&self.moves).copied();
        }
        self.priors.clear();
        self.game.priors(state, &self.moves, &mut self.priors);
        let sum: f32 = self.priors.iter().sum();
        let mut left = rng.unit() as f32 * sum;
        for (&mv, &prior) in self.moves.iter().zip(&self.priors) {
            if left < prior {
                return Some(mv);
            }
            left -= prior;
        }
        self.moves.last().copied()
    }

    /// The evaluations of all seats as shares; equal ones in a game without evaluation.
    #[inline]
    pub fn judge(&self, state: &G::State) -> Shares {
        let n_seats = self.game.n_seats();
        let mut shares = Shares::default();
        let of_game = shares.of_game_mut(n_seats);
        self.context.values(self.game, state, of_game);
        into_shares(of_game, self.options.scale);
        shares
    }

    /// Remembers the replies of those who did better than an equal share, and forgets those of the others.
    pub fn learn(&mut self, played: &[Played], shares: &Shares) {
        if !self.options.last_good_replies {
            return;
        }
        let equal = 1.0 / self.game.n_seats() as f64;
        for pair in played.windows(2) {
            let [before, Played { seat: Some(seat), bits }] = pair else { continue };
            let reply = &mut self.replies[reply_slot(*seat, before.bits)];
            if shares[*seat] > equal {
                *reply = Some(*bits);
            } else if *reply == Some(*bits) {
                *reply = None;
            }
        }
    }
}

/// How many points more make a share `e` times as large.
const POINTS_SCALE: f64 = 10.0;

/// Turns values into shares that sum to 1: `scale` more makes one `e` times as large.
pub(crate) fn into_shares(values: &mut [f64], scale: f64) {
    // The greatest is taken off first: no exponential overflows then.
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for value in &mut *values {
        *value = ((*value - greatest) / scale).exp();
        sum += *value;
    }
    for value in values {
        *value /= sum;
    }
}

fn reply_slot(seat: Seat, bits: u32) -> usize {
    seat.idx() * REPLY_SLOTS + mix(u64::from(bits)) as usize % REPLY_SLOTS
}

/// Shares of so many seats, in their order.
pub(crate) fn shares_of(shares: &[f64]) -> Shares {
    let mut all = [0.0; MAX_SEATS];
    all[..shares.len()].copy_from_slice(shares);
    Shares::new(all)
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Evaluate as _, Game as _};
    use ludwerk_testkit::toys::TicTacToe;

    use super::*;

    #[test]
    fn a_reply_that_did_well_is_played_again_until_it_fails() {
        let weights = Evaluator::from(TicTacToe.default_weights());
        let options = RolloutOptions { last_good_replies: true, ..RolloutOptions::default() };
        let mut rollouts = Rollouts::new(&TicTacToe, &weights, options);
        let played =
            [Played { seat: Some(Seat::SECOND), bits: 4 }, Played { seat: Some(Seat::FIRST), bits: 8 }];
        let start = TicTacToe.start(&mut Rng::new(0));
        let mut rng = Rng::new(1);
        let mut n_replies = |rollouts: &mut Rollouts<'_, TicTacToe>| {
            let is_reply = |_: &usize| {
                rollouts
                    .choose(&mut start.clone(), Seat::FIRST, &played[..1], &mut rng)
                    .is_some_and(|mv| mv.to_bits() == 8)
            };
            (0..90).filter(is_reply).count()
        };
        assert!(n_replies(&mut rollouts) < 45);
        rollouts.learn(&played, &shares_of(&[1.0, 0.0]));
        assert_eq!(n_replies(&mut rollouts), 90);
        rollouts.learn(&played, &shares_of(&[0.0, 1.0]));
        assert!(n_replies(&mut rollouts) < 45);
    }

    #[test]
    fn evaluations_become_shares_however_steep_the_scale() {
        let weights = Evaluator::from(TicTacToe.default_weights());
        let state = TicTacToe.start(&mut Rng::new(0));
        let mut ahead = state;
        TicTacToe.play_unchecked(&mut ahead, ludwerk_testkit::toys::Mark(4));
        for scale in [1e-310, 1.0, 1e300] {
            let options = RolloutOptions { scale, ..RolloutOptions::default() };
            let shares = Rollouts::new(&TicTacToe, &weights, options).judge(&ahead);
            let (first, second) = (shares[Seat::FIRST], shares[Seat::SECOND]);
            assert!((first + second - 1.0).abs() < 1e-9 && first >= second, "{scale}: {shares:?}");
        }
    }
}
