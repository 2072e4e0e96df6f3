//! What a seat may see: the board, all counts, its own hand; never another hand or the order of a pile.
//!
//! Which tiles a player has not played yet is no secret, so an unseen hand is some of those, and any of them equally
//! likely. Resampling shuffles what is unseen of each player and deals it to hand and pile.

use ludwerk_core::{Game as _, Observe, Rng, Seat, Viewer, mix};

use crate::board::BySeat;
use crate::moves::{Action, SamuraiMove};
use crate::rules::Samurai;
use crate::state::State;
use crate::tile::{Pile, Tile, Tiles};

/// What a viewer sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Observation {
    viewer: Viewer,
    /// The position without piles and without the hands of others.
    seen: State,
    n_in_hand: BySeat<u8>,
    n_in_pile: BySeat<u8>,
}

impl Observation {
    /// Who sees it.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The board and all else that is public; hands and piles that are not seen are empty.
    pub fn board(&self) -> &State {
        &self.seen
    }

    /// The hand of a seat, if the viewer may see it.
    pub fn hand(&self, seat: Seat) -> Option<Tiles> {
        (self.viewer == Viewer::Seat(seat)).then(|| self.seen.hands[seat])
    }

    /// How many tiles a seat has in hand.
    pub fn n_in_hand(&self, seat: Seat) -> u8 {
        self.n_in_hand[seat]
    }

    /// How many tiles a seat has still to draw.
    pub fn n_in_pile(&self, seat: Seat) -> u8 {
        self.n_in_pile[seat]
    }

    /// A position that looks like this, with the unseen tiles dealt at random.
    fn dealt(&self, rng: &mut Rng) -> State {
        let mut state = self.seen;
        state.is_searched = true;
        for seat in Seat::all(state.n_seats()) {
            let mut unseen = [Tile::SWAP; Pile::MOST];
            let mut n_unseen = 0;
            for tile in state.left[seat].minus(state.hands[seat]).each() {
                unseen[n_unseen] = tile;
                n_unseen += 1;
            }
            let unseen = &mut unseen[..n_unseen];
            rng.shuffle(unseen);
            let n_hidden =
                if self.viewer == Viewer::Seat(seat) { 0 } else { usize::from(self.n_in_hand[seat]) };
            let (hand, pile) = unseen.split_at(n_hidden.min(n_unseen));
            for &tile in hand {
                state.hands[seat] = state.hands[seat].with(tile);
            }
            state.piles[seat] = pile.iter().copied().collect();
        }
        state
    }
}

impl State {
    /// The same position with piles that have no order: chance will draw from them.
    pub(crate) fn with_open_draws(mut self) -> Self {
        self.draws_open = true;
        for pile in self.piles.all_mut() {
            *pile = pile.as_set().each().collect();
        }
        self
    }
}

impl Observe for Samurai {
    type Observation = Observation;

    fn observe(&self, state: &State, viewer: Viewer) -> Observation {
        let mut seen = *state;
        for seat in Seat::all(state.n_seats()) {
            seen.piles[seat] = Pile::default();
            if viewer != Viewer::Seat(seat) {
                seen.hands[seat] = Tiles::NONE;
            }
        }
        // Whether piles have an order is nothing that can be seen, nor what a search keeps for itself.
        seen.draws_open = false;
        seen.is_searched = false;
        seen.last = None;
        Observation {
            viewer,
            seen,
            n_in_hand: state.hands.map(|hand| hand.len() as u8),
            n_in_pile: state.piles.map(|pile| pile.len() as u8),
        }
    }

    /// A chosen hand and a drawn tile are seen by their owner alone.
    fn shows_move(&self, state: &State, mv: SamuraiMove, viewer: Viewer) -> bool {
        !matches!(mv.action(), Action::Hand(_) | Action::Draw(_)) || viewer == Viewer::Seat(state.to_move())
    }

    #[inline]
    fn information_key(&self, state: &State, seat: Seat) -> u64 {
        // How many tiles others hold follows from what they have left, but for chosen hands.
        let counts = state.hands.all().iter().fold(0, |word, hand| word << 8 | u64::from(hand.len()));
        let public = state.public_key() ^ mix(counts).rotate_left(17);
        mix(public ^ mix(state.hands[seat].bits() ^ (seat.idx() as u64) << 56))
    }

    fn observation_text(&self, observation: &Observation) -> String {
        observation.text()
    }

    fn resample(&self, observation: &Observation, rng: &mut Rng) -> State {
        observation.dealt(rng)
    }

    fn resample_undrawn(&self, observation: &Observation, rng: &mut Rng) -> State {
        observation.dealt(rng).with_open_draws()
    }

    fn undrawn(&self, state: &State) -> State {
        state.with_open_draws()
    }
}

impl Samurai {
    /// Changes what a seat cannot see, at random: for tests of those who must not see it.
    pub fn shuffle_hidden(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = *state;
        for owner in Seat::all(self.n_seats()) {
            let n_in_hand = if owner == seat { 0 } else { state.hands[owner].len() as usize };
            let mut tiles: Vec<_> = state.piles[owner].tiles().collect();
            if owner != seat {
                tiles.extend(state.hands[owner].each());
            }
            rng.shuffle(&mut tiles);
            if owner != seat {
                other.hands[owner] = tiles[..n_in_hand].iter().copied().collect();
            }
            other.piles[owner] = tiles[n_in_hand..].iter().copied().collect();
            if state.draws_open {
                other.piles[owner] = other.piles[owner].as_set().each().collect();
            }
        }
        other
    }
}
