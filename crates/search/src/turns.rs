//! The likeliest turns of a player, found by a beam search over their plies.
//!
//! Idea: a turn of several plies has far too many ways to be played, and most of them are no good. A game tells how
//! likely a good player makes each ply, so turns are built ply by ply, and of those of equal length only the likeliest
//! are kept; of all that are complete the likeliest remain.
//! Formula: a turn is as likely as the product of its plies, each compared with an average move
//! ([`ludwerk_core::MovePolicy::priors`]). Where there are no more turns than are wanted, all are found.
//! Games: any. Where a turn is one ply, these are the likeliest moves.
//! Source: B. Lowerre, "The HARPY speech recognition system" (1976), for beam search.

use ludwerk_core::{Game, MoveHints};

use crate::limits::{Halt, Meter};

/// A turn that takes more plies is handed over in parts.
const MOST_PLIES: usize = 64;

/// A way to go on: some plies in a row, and where they lead.
#[derive(Clone, Debug)]
pub(crate) struct Choice<S> {
    /// Where its plies are in the list of all.
    pub plies: std::ops::Range<usize>,
    /// The position after them, where it is known already.
    pub next: Option<S>,
    /// How likely it is, compared with others; as an outcome of chance, its probability.
    pub weight: f64,
}

/// Finds turns; what it needs for that is kept to be used again.
pub(crate) struct Beam<G: Game> {
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    /// The turns of one length that are not complete, and those that are one ply longer.
    begun: Vec<Begun<G::State>>,
    longer: Vec<Begun<G::State>>,
    offers: Vec<Offer<G::Move>>,
    /// Plies, each with the place of the one before it.
    steps: Vec<(G::Move, usize)>,
    complete: Vec<Begun<G::State>>,
}

/// The plies of a turn up to here.
struct Begun<S> {
    state: S,
    /// The place of the last ply.
    last: usize,
    weight: f64,
}

/// A ply that could come next.
struct Offer<M> {
    mv: M,
    /// Which turn it goes on with.
    begun: usize,
    weight: f64,
}

/// The place before the first ply.
const NOWHERE: usize = usize::MAX;

impl<G: MoveHints> Beam<G> {
    pub fn new() -> Self {
        Self {
            moves: Vec::new(),
            priors: Vec::new(),
            begun: Vec::new(),
            longer: Vec::new(),
            offers: Vec::new(),
            steps: Vec::new(),
            complete: Vec::new(),
        }
    }

    /// Appends the `width` likeliest turns of the player to move, the likeliest first and equal ones in the order of
    /// the game; single plies if not `whole`. Every position on the way is counted.
    pub fn list(
        &mut self,
        game: &G,
        state: &G::State,
        (width, whole): (usize, bool),
        meter: &mut Meter<'_>,
        plies: &mut Vec<G::Move>,
        choices: &mut Vec<Choice<G::State>>,
    ) -> Result<(), Halt> {
        let mover = game.turn(state);
        self.steps.clear();
        self.complete.clear();
        self.begun.clear();
        self.begun.push(Begun { state: state.clone(), last: NOWHERE, weight: 1.0 });
        for n_plies in 1..=MOST_PLIES {
            self.offer_plies(game, width);
            self.longer.clear();
            for Offer { mv, begun, weight } in self.offers.drain(..) {
                let before = &self.begun[begun];
                meter.enter()?;
                let mut next = before.state.clone();
                game.play_unchecked(&mut next, mv);
                self.steps.push((mv, before.last));
                let goes_on = whole && n_plies < MOST_PLIES && game.turn(&next) == mover;
                let list = if goes_on { &mut self.longer } else { &mut self.complete };
                list.push(Begun { state: next, last: self.steps.len() - 1, weight });
            }
            if self.longer.is_empty() {
                break;
            }
            std::mem::swap(&mut self.begun, &mut self.longer);
        }
        // Stable, so that equal ones stay as they are.
        self.complete.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        self.complete.truncate(width);
        for turn in self.complete.drain(..) {
            let first = plies.len();
            let mut step = turn.last;
            while step != NOWHERE {
                let (mv, before) = self.steps[step];
                plies.push(mv);
                step = before;
            }
            plies[first..].reverse();
            choices.push(Choice { plies: first..plies.len(), next: Some(turn.state), weight: turn.weight });
        }
        Ok(())
    }

    /// Of all plies with which the turns that are begun may go on, offers the likeliest, in order.
    fn offer_plies(&mut self, game: &G, width: usize) {
        self.offers.clear();
        for (n, begun) in self.begun.iter().enumerate() {
            self.moves.clear();
            game.distinct_moves(&begun.state, &mut self.moves);
            self.priors.clear();
            game.priors(&begun.state, &self.moves, &mut self.priors);
            let weights = self.priors.iter().map(|&prior| begun.weight * f64::from(prior));
            let offers = self.moves.iter().zip(weights);
            self.offers.extend(offers.map(|(&mv, weight)| Offer { mv, begun: n, weight }));
        }
        self.offers.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        self.offers.truncate(width);
    }
}
