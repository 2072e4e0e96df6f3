//! Kuhn poker: three cards, two players, one bet. The smallest game with hidden cards worth playing.
//!
//! Each antes one chip and gets one of J, Q, K. A player may pass or bet one chip; a bet may be called
//! (by another `bet`) or folded to (by a `pass`). A player's share is 1/2 plus a quarter of the chips
//! won, so that winning two chips is a whole win. Against best play the first player gets
//! 1/2 − 1/72 (Kuhn 1950: a loss of 1/18 chip).

mod players;

use ludwerk_core::{
    BySeat, ChanceMode, ConfigError, Configure, Game, GameInfo, Information, Keyed, Move, MoveError,
    Notation, Observe, Outcome, PositionError, Returns, Rng, Seat, Termination, Turn, Turns, Utility,
    Variant, Viewer, WithoutDeal, WithoutEncoding, WithoutEvaluation, WithoutIndex, WithoutInterchange,
    WithoutMoveOrdering, WithoutMovePolicy, WithoutPicture, WithoutPresets, WithoutPruning, WithoutSymmetry,
    mix,
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Kuhn;

/// The cards dealt so far, and what was bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KuhnState {
    /// 0 to 2 for J, Q, K; `None` before the deal, and for cards that the viewer of an observation
    /// does not see.
    cards: BySeat<Option<u8>, 2>,
    n_dealt: u8,
    /// Bit `i` is set if action `i` was a bet.
    bets: u8,
    n_actions: u8,
}

/// A move, or the card that chance deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Deals this card.
    Deal(u8),
    /// Checks, or folds to a bet.
    Pass,
    /// Bets, or calls a bet.
    Bet,
}

impl Move for Action {
    fn to_bits(self) -> u32 {
        match self {
            Self::Deal(card) => u32::from(card),
            Self::Pass => 3,
            Self::Bet => 4,
        }
    }

    fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            0..=2 => Some(Self::Deal(bits as u8)),
            3 => Some(Self::Pass),
            4 => Some(Self::Bet),
            _ => None,
        }
    }
}

const CARDS: [char; 3] = ['J', 'Q', 'K'];

impl KuhnState {
    fn dealt() -> Self {
        Self { cards: BySeat::default(), n_dealt: 0, bets: 0, n_actions: 0 }
    }

    fn free_cards(self) -> impl Iterator<Item = u8> {
        (0..3).filter(move |card| !self.cards.all().contains(&Some(*card)))
    }

    fn to_move(self) -> Seat {
        Seat::new(usize::from(self.n_actions % 2))
    }

    /// Who gets the next card of the deal.
    fn receiver(self) -> Seat {
        Seat::new(usize::from(self.n_dealt))
    }

    fn higher_card(self) -> Seat {
        if self.cards[Seat::SECOND] > self.cards[Seat::FIRST] { Seat::SECOND } else { Seat::FIRST }
    }

    /// Who wins how many chips, once the betting is over; `None` for the showdown's winner.
    fn settlement(self) -> Option<(Option<Seat>, f64)> {
        match (self.n_actions, self.bets) {
            (2, 0b00) => Some((None, 1.0)),
            (2, 0b01) => Some((Some(Seat::FIRST), 1.0)),
            (2, 0b11) | (3, 0b110) => Some((None, 2.0)),
            (3, 0b010) => Some((Some(Seat::SECOND), 1.0)),
            _ => None,
        }
    }
}

const INFO: GameInfo = GameInfo {
    id: "kuhn",
    title: "Kuhn poker",
    summary: "Poker with three cards and one bet.",
    variants: &[Variant {
        name: "standard",
        summary: "As Kuhn described it in 1950.",
        rules: &["Pass or bet one chip. The higher card wins, if nobody folds."],
    }],
    seats: (2, 2),
    information: Information::Imperfect,
    chance_mode: ChanceMode::Explicit,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(5),
};

impl Configure for Kuhn {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[0].name, INFO.seats, players)?;
        Ok(Self)
    }
}

impl Game for Kuhn {
    type State = KuhnState;
    type Move = Action;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, _rng: &mut Rng) -> KuhnState {
        KuhnState::dealt()
    }

    fn turn(&self, state: &KuhnState) -> Turn {
        if state.n_dealt < 2 {
            Turn::Chance
        } else if state.settlement().is_some() {
            Turn::Over
        } else {
            Turn::Player(state.to_move())
        }
    }

    fn legal_moves(&self, state: &KuhnState, moves: &mut Vec<Action>) {
        match self.turn(state) {
            Turn::Chance => moves.extend(state.free_cards().map(Action::Deal)),
            Turn::Player(_) => moves.extend([Action::Pass, Action::Bet]),
            Turn::Over => {}
        }
    }

    fn play_unchecked(&self, state: &mut KuhnState, mv: Action) {
        if let Action::Deal(card) = mv {
            let receiver = state.receiver();
            state.cards[receiver] = Some(card);
            state.n_dealt += 1;
        } else {
            state.bets |= u8::from(mv == Action::Bet) << state.n_actions;
            state.n_actions += 1;
        }
    }

    fn outcome(&self, state: &KuhnState) -> Option<Outcome> {
        let (winner, chips) = state.settlement()?;
        let winner = winner.unwrap_or_else(|| state.higher_card());
        let mut shares = [0.5 - chips / 4.0; 2];
        shares[winner.idx()] = 0.5 + chips / 4.0;
        let reason = if state.settlement()?.0.is_some() { "fold" } else { "showdown" };
        Some(Outcome { returns: Returns::from_shares(&shares), reason })
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }

    fn chance_outcomes(&self, state: &KuhnState, outcomes: &mut Vec<(Action, f64)>) {
        let n_free = state.free_cards().count() as f64;
        outcomes.extend(state.free_cards().map(|card| (Action::Deal(card), 1.0 / n_free)));
    }
}

impl Observe for Kuhn {
    /// The state without the cards that are not the viewer's. At the end all cards stay hidden that
    /// were: the returns tell enough.
    type Observation = (Viewer, KuhnState);

    fn observe(&self, state: &KuhnState, viewer: Viewer) -> Self::Observation {
        let mut seen = *state;
        for seat in Seat::all(2) {
            if viewer != Viewer::Seat(seat) {
                seen.cards[seat] = None;
            }
        }
        (viewer, seen)
    }

    fn shows_move(&self, state: &KuhnState, mv: Action, viewer: Viewer) -> bool {
        !matches!(mv, Action::Deal(_)) || viewer == Viewer::Seat(state.receiver())
    }

    fn information_key(&self, state: &KuhnState, seat: Seat) -> u64 {
        let (_, seen) = self.observe(state, Viewer::Seat(seat));
        mix(self.key(&seen) ^ (u64::from(seen.n_dealt) << 8 | seat.idx() as u64))
    }

    /// A card that is dealt and not seen is `?`.
    fn observation_text(&self, (_, seen): &Self::Observation) -> String {
        let text = self.position_text(seen);
        let (cards, actions) = text.split_once(':').unwrap_or((&text, ""));
        let shown = (0..seen.n_dealt).zip(cards.chars());
        let cards: String = shown.map(|(_, card)| if card == '-' { '?' } else { card }).collect();
        format!("{cards}:{actions}")
    }

    fn resample(&self, observation: &Self::Observation, rng: &mut Rng) -> KuhnState {
        let (_, mut state) = *observation;
        for seat in Seat::all(usize::from(state.n_dealt)) {
            if state.cards[seat].is_none() {
                let free: Vec<_> = state.free_cards().collect();
                state.cards[seat] = rng.choose(&free).copied();
            }
        }
        state
    }

    fn resample_undrawn(&self, observation: &Self::Observation, rng: &mut Rng) -> Self::State {
        self.resample(observation, rng)
    }

    fn undrawn(&self, state: &Self::State) -> Self::State {
        *state
    }
}

impl Keyed for Kuhn {
    fn key(&self, state: &KuhnState) -> u64 {
        let card = |seat: Seat| u64::from(state.cards[seat].map_or(3, |card| card));
        let betting = u64::from(state.bets) << 8 | u64::from(state.n_actions);
        mix(card(Seat::FIRST) << 32 | card(Seat::SECOND) << 24 | betting)
    }

    fn key_from_scratch(&self, state: &KuhnState) -> u64 {
        self.key(state)
    }
}

/// A position is the two cards (`-` before the deal) and the actions (`p` and `b`): `JQ:pb`.
impl Notation for Kuhn {
    fn move_text(&self, _state: &KuhnState, mv: Action) -> String {
        match mv {
            Action::Deal(card) => CARDS[usize::from(card)].to_string(),
            Action::Pass => "pass".to_owned(),
            Action::Bet => "bet".to_owned(),
        }
    }

    fn parse_move(&self, state: &KuhnState, text: &str) -> Result<Action, MoveError> {
        let mv = (0..5)
            .filter_map(Action::from_bits)
            .find(|&mv| self.move_text(state, mv) == text)
            .ok_or_else(|| MoveError::malformed(text, "write pass, bet, J, Q or K"))?;
        if self.turn(state) == Turn::Over {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, mv) { Ok(mv) } else { Err(MoveError::illegal(text, "not now")) }
    }

    fn position_text(&self, state: &KuhnState) -> String {
        let cards = state.cards.all().map(|card| card.map_or('-', |card| CARDS[usize::from(card)]));
        let actions = (0..state.n_actions).map(|i| if state.bets >> i & 1 != 0 { 'b' } else { 'p' });
        format!("{}{}:{}", cards[0], cards[1], actions.collect::<String>())
    }

    fn parse_position(&self, text: &str) -> Result<KuhnState, PositionError> {
        let error = |reason: &str| PositionError::new(text, reason);
        let (cards, actions) = text.split_once(':').ok_or_else(|| error("no colon"))?;
        let mut state = KuhnState::dealt();
        let mut play = |mv: Action| {
            if !self.is_legal(&state, mv) {
                return Err(error("the game does not go like this"));
            }
            self.play_unchecked(&mut state, mv);
            Ok(())
        };
        for letter in cards.trim_end_matches('-').chars() {
            let card = CARDS.iter().position(|&card| card == letter);
            play(Action::Deal(card.ok_or_else(|| error("no such card"))? as u8))?;
        }
        for action in actions.chars() {
            play(match action {
                'p' => Action::Pass,
                'b' => Action::Bet,
                _ => return Err(error("actions are p or b")),
            })?;
        }
        if self.position_text(&state) == text {
            Ok(state)
        } else {
            Err(error("two cards and a colon are needed"))
        }
    }

    fn position_help(&self) -> String {
        "`JQ:pb`: the first player's card, the second's, and what was done".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["First", "Second"][seat.idx()].to_owned()
    }
}

impl WithoutDeal for Kuhn {}
impl WithoutEncoding for Kuhn {}
impl WithoutEvaluation for Kuhn {}
impl WithoutMoveOrdering for Kuhn {}
impl WithoutMovePolicy for Kuhn {}
impl WithoutPruning for Kuhn {}
impl WithoutInterchange for Kuhn {}
impl WithoutPicture for Kuhn {}
impl WithoutPresets for Kuhn {}
impl WithoutSymmetry for Kuhn {}
impl WithoutIndex for Kuhn {}

impl Kuhn {
    /// Swaps the card that `seat` does not see with the one that was not dealt, or leaves it.
    pub fn shuffle_hidden(self, state: &KuhnState, seat: Seat, rng: &mut Rng) -> KuhnState {
        let mut other = *state;
        let hidden = seat.other();
        if let (Some(_), Some(left)) = (state.cards[hidden], state.free_cards().next())
            && state.n_dealt == 2
            && rng.below(2) == 0
        {
            other.cards[hidden] = Some(left);
        }
        other
    }
}
