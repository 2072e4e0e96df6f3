//! Gamble: draw an unknown card, or take two points. The smallest game whose luck is dealt in advance.
//!
//! The cards 0 to 5 lie shuffled in a pile. Four times, the players in turn either draw the top card, which its
//! owner alone sees, or stay and get 2 points. A card is worth its number; a player's share is 1/2 plus a
//! twentieth of his lead.
//!
//! The order of the pile is part of the state, so the true game has no chance plies. In a state whose draws are left
//! open the pile is a set, and a chance ply follows every draw.

use ludwerk_core::{
    BySeat, ChanceMode, ConfigError, Configure, Game, GameInfo, Information, Keyed, Move, MoveError,
    Notation, Observe, Outcome, PositionError, Returns, Rng, Seat, Termination, Turn, Turns, Utility,
    Variant, Viewer, WithoutDeal, WithoutEncoding, WithoutEvaluation, WithoutIndex, WithoutInterchange,
    WithoutMoveOrdering, WithoutMovePolicy, WithoutPicture, WithoutPresets, WithoutPruning,
    WithoutStrategies, WithoutSymmetry, mix,
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Gamble;

const N_CARDS: u8 = 6;
const N_TURNS: u8 = 4;
const POINTS_FOR_STAYING: u32 = 2;

/// What everyone has, and the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GambleState {
    /// A bit for each card in a hand; none in the hands that the viewer of an observation does not see.
    hands: BySeat<u8, 2>,
    /// How many cards a hand holds.
    n_held: BySeat<u8, 2>,
    n_stays: BySeat<u8, 2>,
    /// The cards of the pile, the next one first, three bits each; 0 in an observation.
    pile: u32,
    /// The draws are left to chance plies, and the pile is sorted.
    is_open: bool,
    /// A draw was announced, and chance is to say which card it is.
    is_drawing: bool,
}

/// What a player does, or the card that chance gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GambleMove {
    /// The card that is drawn, where draws are left open.
    Card(u8),
    /// Draws a card.
    Draw,
    /// Takes two points.
    Stay,
}

impl Move for GambleMove {
    fn to_bits(self) -> u32 {
        match self {
            Self::Card(card) => u32::from(card),
            Self::Draw => 6,
            Self::Stay => 7,
        }
    }

    fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            0..=5 => Some(Self::Card(bits as u8)),
            6 => Some(Self::Draw),
            7 => Some(Self::Stay),
            _ => None,
        }
    }
}

impl GambleState {
    /// The position with this pile, when nothing else has happened.
    fn start(pile: &[u8], is_open: bool) -> Self {
        let none = BySeat::default();
        let mut state =
            Self { hands: none, n_held: none, n_stays: none, pile: 0, is_open, is_drawing: false };
        state.set_pile(pile);
        state
    }

    fn n_done(self) -> u8 {
        self.n_held.all().iter().chain(self.n_stays.all()).sum()
    }

    fn to_move(self) -> Seat {
        Seat::new(usize::from(self.n_done() % 2))
    }

    fn n_left(self) -> usize {
        usize::from(N_CARDS - self.n_held[Seat::FIRST] - self.n_held[Seat::SECOND])
    }

    fn pile_cards(self) -> Vec<u8> {
        (0..self.n_left()).map(|n| (self.pile >> (3 * n) & 7) as u8).collect()
    }

    fn set_pile(&mut self, cards: &[u8]) {
        self.pile = cards.iter().rev().fold(0, |pile, &card| pile << 3 | u32::from(card));
    }

    /// Moves a card from the pile to the hand of whoever is to move.
    fn give(&mut self, card: u8) {
        let mut cards = self.pile_cards();
        let seat = self.to_move();
        cards.retain(|&other| other != card);
        self.hands[seat] |= 1 << card;
        self.n_held[seat] += 1;
        self.set_pile(&cards);
    }

    fn points(self, seat: Seat) -> u32 {
        let cards: u32 = cards_of(self.hands[seat]).map(u32::from).sum();
        cards + POINTS_FOR_STAYING * u32::from(self.n_stays[seat])
    }
}

fn cards_of(hand: u8) -> impl Iterator<Item = u8> {
    (0..N_CARDS).filter(move |card| hand >> card & 1 != 0)
}

const INFO: GameInfo = GameInfo {
    id: "gamble",
    title: "Gamble",
    summary: "Draw an unknown card or take two points.",
    variants: &[Variant {
        name: "standard",
        summary: "Six cards.",
        rules: &[
            "In turn, twice each, draw a card from 0 to 5, which counts its number, or stay for two points.",
        ],
    }],
    seats: (2, 2),
    information: Information::Imperfect,
    chance_mode: ChanceMode::Dealt,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(N_TURNS as u32),
};

impl Configure for Gamble {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[0].name, INFO.seats, players)?;
        Ok(Self)
    }
}

impl Game for Gamble {
    type State = GambleState;
    type Move = GambleMove;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, rng: &mut Rng) -> GambleState {
        let mut pile: Vec<u8> = (0..N_CARDS).collect();
        rng.shuffle(&mut pile);
        GambleState::start(&pile, false)
    }

    fn turn(&self, state: &GambleState) -> Turn {
        match state {
            _ if state.is_drawing => Turn::Chance,
            _ if state.n_done() == N_TURNS => Turn::Over,
            _ => Turn::Player(state.to_move()),
        }
    }

    fn legal_moves(&self, state: &GambleState, moves: &mut Vec<GambleMove>) {
        match self.turn(state) {
            Turn::Chance => moves.extend(state.pile_cards().into_iter().map(GambleMove::Card)),
            Turn::Player(_) => moves.extend([GambleMove::Draw, GambleMove::Stay]),
            Turn::Over => {}
        }
    }

    fn play_unchecked(&self, state: &mut GambleState, mv: GambleMove) {
        match mv {
            GambleMove::Card(card) => {
                state.give(card);
                state.is_drawing = false;
            }
            GambleMove::Draw if state.is_open => state.is_drawing = true,
            GambleMove::Draw => state.give((state.pile & 7) as u8),
            GambleMove::Stay => {
                let mover = state.to_move();
                state.n_stays[mover] += 1;
            }
        }
    }

    fn outcome(&self, state: &GambleState) -> Option<Outcome> {
        let points = [Seat::FIRST, Seat::SECOND].map(|seat| f64::from(state.points(seat)));
        let lead = (points[0] - points[1]) / 20.0;
        let returns = Returns::from_shares(&[0.5 + lead, 0.5 - lead]);
        (self.turn(state) == Turn::Over).then_some(Outcome { returns, reason: "all turns taken" })
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }

    fn chance_outcomes(&self, state: &GambleState, outcomes: &mut Vec<(GambleMove, f64)>) {
        let cards = state.pile_cards();
        let probability = 1.0 / cards.len() as f64;
        outcomes.extend(cards.into_iter().map(|card| (GambleMove::Card(card), probability)));
    }
}

impl Observe for Gamble {
    /// The state without the pile and without the cards that are not the viewer's. Whether draws are left open is
    /// no part of it, unless one is just being made.
    type Observation = (Viewer, GambleState);

    fn observe(&self, state: &GambleState, viewer: Viewer) -> Self::Observation {
        let mut seen = GambleState { pile: 0, is_open: state.is_drawing, ..*state };
        for seat in Seat::all(2) {
            if viewer != Viewer::Seat(seat) {
                seen.hands[seat] = 0;
            }
        }
        (viewer, seen)
    }

    fn shows_move(&self, state: &GambleState, mv: GambleMove, viewer: Viewer) -> bool {
        // The last card needs no showing.
        !matches!(mv, GambleMove::Card(_)) || viewer == Viewer::Seat(state.to_move())
    }

    fn information_key(&self, state: &GambleState, seat: Seat) -> u64 {
        let (_, seen) = self.observe(state, Viewer::Seat(seat));
        mix(self.key(&seen) ^ seat.idx() as u64)
    }

    fn observation_text(&self, (viewer, seen): &Self::Observation) -> String {
        let hand = |seat: Seat| match viewer {
            Viewer::Seat(own) if *own == seat => hand_text(seen.hands[seat]),
            _ => "?".repeat(usize::from(seen.n_held[seat])),
        };
        format!(
            "{}/{} {}/{}",
            hand(Seat::FIRST),
            hand(Seat::SECOND),
            seen.n_stays[Seat::FIRST],
            seen.n_stays[Seat::SECOND]
        )
    }

    fn resample(&self, &(viewer, mut state): &Self::Observation, rng: &mut Rng) -> GambleState {
        let mut free: Vec<_> = (0..N_CARDS)
            .filter(|card| (state.hands[Seat::FIRST] | state.hands[Seat::SECOND]) >> card & 1 == 0)
            .collect();
        rng.shuffle(&mut free);
        for seat in Seat::all(2).filter(|&seat| viewer != Viewer::Seat(seat)) {
            let hand = free.split_off(free.len() - usize::from(state.n_held[seat]));
            state.hands[seat] = hand.iter().fold(0, |hand, card| hand | 1 << card);
        }
        if state.is_open {
            free.sort_unstable();
        }
        state.set_pile(&free);
        state
    }

    fn resample_undrawn(&self, observation: &Self::Observation, rng: &mut Rng) -> GambleState {
        self.undrawn(&self.resample(observation, rng))
    }

    fn undrawn(&self, state: &GambleState) -> GambleState {
        let mut cards = state.pile_cards();
        cards.sort_unstable();
        let mut open = GambleState { is_open: true, ..*state };
        open.set_pile(&cards);
        open
    }
}

impl Keyed for Gamble {
    fn key(&self, state: &GambleState) -> u64 {
        let flags = u64::from(state.is_open) << 1 | u64::from(state.is_drawing);
        let pairs = [state.hands, state.n_held, state.n_stays];
        let pairs =
            pairs.iter().fold(flags, |bits, pair| bits << 16 | u64::from(u16::from_le_bytes(*pair.all())));
        mix(mix(pairs) ^ u64::from(state.pile))
    }

    fn key_from_scratch(&self, state: &GambleState) -> u64 {
        self.key(state)
    }
}

fn hand_text(hand: u8) -> String {
    if hand == 0 { "-".to_owned() } else { cards_of(hand).map(|card| card.to_string()).collect() }
}

/// A position is the hands, the pile with its top card first (after a `~` if draws are left open), how often each has
/// stayed, and `?` if a card is being drawn: `5/- ~01234 0/1 ?`.
impl Notation for Gamble {
    fn move_text(&self, _state: &GambleState, mv: GambleMove) -> String {
        match mv {
            GambleMove::Card(card) => format!("card:{card}"),
            GambleMove::Draw => "draw".to_owned(),
            GambleMove::Stay => "stay".to_owned(),
        }
    }

    fn parse_move(&self, state: &GambleState, text: &str) -> Result<GambleMove, MoveError> {
        let mv = (0..8)
            .filter_map(GambleMove::from_bits)
            .find(|&mv| self.move_text(state, mv) == text)
            .ok_or_else(|| MoveError::malformed(text, "write draw or stay"))?;
        if self.turn(state) == Turn::Over {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, mv) { Ok(mv) } else { Err(MoveError::illegal(text, "not now")) }
    }

    fn position_text(&self, state: &GambleState) -> String {
        let pile: String = state.pile_cards().iter().map(ToString::to_string).collect();
        let [first, second] = state.hands.all().map(hand_text);
        let (sign, end) = (if state.is_open { "~" } else { "" }, if state.is_drawing { " ?" } else { "" });
        format!(
            "{first}/{second} {sign}{pile} {}/{}{end}",
            state.n_stays[Seat::FIRST],
            state.n_stays[Seat::SECOND]
        )
    }

    fn parse_position(&self, text: &str) -> Result<GambleState, PositionError> {
        let error = |reason: &str| PositionError::new(text, reason);
        let words: Vec<_> = text.split(' ').collect();
        let (&[hands, pile, stays], drawing) =
            words.split_first_chunk().ok_or_else(|| error("three parts"))?;
        let number = |c: char| c.to_digit(u32::from(N_CARDS)).map(|digit| digit as u8);
        let digits = |text: &str| text.chars().map(number).collect::<Option<Vec<_>>>();
        let pair = |text: &str| {
            let (first, second) = text.split_once('/')?;
            let hand = |text: &str| if text == "-" { Some(Vec::new()) } else { digits(text) };
            Some(BySeat::new([hand(first)?, hand(second)?]))
        };
        let hands = pair(hands).ok_or_else(|| error("hands are cards from 0 to 5"))?;
        let stays = pair(stays).ok_or_else(|| error("stays are numbers"))?;
        let cards =
            digits(pile.trim_start_matches('~')).ok_or_else(|| error("a pile is cards from 0 to 5"))?;
        let mut all = [hands[Seat::FIRST].clone(), hands[Seat::SECOND].clone(), cards.clone()].concat();
        all.sort_unstable();
        if all != (0..N_CARDS).collect::<Vec<_>>() || stays.all().iter().any(|stays| stays.len() != 1) {
            return Err(error("each card is somewhere, once"));
        }
        let mut state = GambleState::start(&[], pile.starts_with('~'));
        for seat in Seat::all(2) {
            state.hands[seat] = hands[seat].iter().fold(0, |hand, card| hand | 1 << card);
            state.n_held[seat] = hands[seat].len() as u8;
            state.n_stays[seat] = stays[seat][0];
        }
        state.set_pile(&cards);
        state.is_drawing = drawing == ["?"];
        let turns = [Seat::FIRST, Seat::SECOND].map(|seat| state.n_held[seat] + state.n_stays[seat]);
        let is_reached = turns[0] == turns[1] || turns[0] == turns[1] + 1;
        let may_draw = !state.is_drawing || state.is_open && state.n_done() < N_TURNS;
        if !is_reached || state.n_done() > N_TURNS || !may_draw {
            return Err(error("the game does not go like this"));
        }
        if state.is_open && self.undrawn(&state) != state || self.position_text(&state) != text {
            return Err(error("cards of hands and open piles are sorted, and nothing follows"));
        }
        Ok(state)
    }

    fn position_help(&self) -> String {
        "`5/- ~01234 0/1`: the hands, the pile (`~` if draws are left open), and how often each stayed"
            .to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["First", "Second"][seat.idx()].to_owned()
    }
}

impl WithoutDeal for Gamble {}
impl WithoutEncoding for Gamble {}
impl WithoutEvaluation for Gamble {}
impl WithoutMoveOrdering for Gamble {}
impl WithoutMovePolicy for Gamble {}
impl WithoutPruning for Gamble {}
impl WithoutInterchange for Gamble {}
impl WithoutPicture for Gamble {}
impl WithoutPresets for Gamble {}
impl WithoutStrategies for Gamble {}
impl WithoutSymmetry for Gamble {}
impl WithoutIndex for Gamble {}

impl Gamble {
    /// Redeals the cards that `seat` does not see among the other's hand and the pile.
    pub fn shuffle_hidden(self, state: &GambleState, seat: Seat, rng: &mut Rng) -> GambleState {
        let other = seat.other();
        let mut unseen: Vec<_> = cards_of(state.hands[other]).chain(state.pile_cards()).collect();
        rng.shuffle(&mut unseen);
        let (hand, pile) = unseen.split_at(usize::from(state.n_held[other]));
        let mut shuffled = *state;
        shuffled.hands[other] = hand.iter().fold(0, |hand, card| hand | 1 << card);
        let mut pile = pile.to_vec();
        if state.is_open {
            pile.sort_unstable();
        }
        shuffled.set_pile(&pile);
        shuffled
    }
}
