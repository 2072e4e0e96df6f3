//! Proof that every check of the conformance suite can fail.
//!
//! [`Broken`] wraps a toy game, passes everything on and breaks one promise, as its [`Defect`] says.
//! For each defect the suite must blame the check that guards that promise, and for that reason; without
//! a defect it must blame none. A check that no defect trips would be worth nothing.

#[path = "detects/defects.rs"]
mod defects;
#[path = "detects/hints.rs"]
mod hints;
#[path = "detects/interchange.rs"]
mod interchange;
#[path = "detects/numbers.rs"]
mod numbers;
#[path = "detects/strategies.rs"]
mod strategies;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use defects::{Defect, EXPECTED};
use ludwerk_core::wrapper::{ObserveWrapper, Wrapper};
use ludwerk_core::{
    Capable, ChanceMode, Deal, Draw, Encode, Evaluate, Feature, Game, GameInfo, History, Information, Keyed,
    Move, MoveError, MoveOrdering, MovePolicy, Notation, Observe, Outcome, Picture, PositionError, Preset,
    Presets, Pruning, Returns, Rng, Seat, Symmetry, Turn, Variant, Viewer, WeightPreset, forward, mix,
};
use ludwerk_testkit::toys::{Kings, Kuhn, TicTacToe};
use ludwerk_testkit::{Suite, conformance, failures};

/// The names of the checks. The checks themselves are private, so they are listed here again;
/// `the_list_of_checks_is_complete` notices when one is added.
const CHECKS: &str = "facts, turns, legal moves, illegal moves, returns, move bits, move text, position text, \
    bad text, keys, chance, observation, draws, secret moves, symmetry, evaluation, move hints, distinct moves, numbers, \
    encoding, strategies, interchange, picture";

/// A toy game with a defect. `FLAW` is what is wrong with its moves; see [`Ply`].
#[derive(Clone)]
struct Broken<G, const FLAW: usize> {
    inner: G,
    defect: Defect,
    info: GameInfo,
    /// Counts calls, for defects that answer differently every other time.
    n_calls: Arc<AtomicU32>,
}

/// A position of the toy game, and the number of plies that led to it. Neither equality nor text know
/// of that number: it stands for whatever a careless game remembers beside its position.
#[derive(Clone, Debug)]
struct Position<S> {
    inner: S,
    n_plies: u32,
}

impl<S: PartialEq> PartialEq for Position<S> {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

/// A move of the toy game. Bits know nothing of the game that they come from, so what is wrong with
/// them must be told by the type: one of the constants below, and as many bytes of padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Ply<M, const FLAW: usize> {
    inner: M,
    padding: [u8; FLAW],
}

const SOUND: usize = 0;
const COLLIDING: usize = 1;
const LOST: usize = 2;
const WIDE: usize = 8;

impl<M, const FLAW: usize> Ply<M, FLAW> {
    fn new(inner: M) -> Self {
        Self { inner, padding: [0; FLAW] }
    }
}

impl<M: Move, const FLAW: usize> Move for Ply<M, FLAW> {
    fn to_bits(self) -> u32 {
        if FLAW == COLLIDING { 0 } else { self.inner.to_bits() }
    }

    fn from_bits(bits: u32) -> Option<Self> {
        if FLAW == LOST { None } else { M::from_bits(bits).map(Self::new) }
    }
}

/// What a viewer sees, and the whole position where the game leaks it.
#[derive(Clone, Debug, PartialEq)]
struct Seen<O, S> {
    inner: O,
    leak: Option<S>,
}

impl<G: Capable, const FLAW: usize> Broken<G, FLAW> {
    fn new(inner: G, defect: Defect) -> Self {
        let mut info = inner.info().clone();
        match defect {
            Defect::NoSeatsDeclared => info.seats = (0, 2),
            Defect::OtherSeatsDeclared => info.seats = (3, 4),
            Defect::VariantInCapitals => {
                info.variants = &[Variant { name: "STANDARD", summary: "Loud.", rules: &["AS EVER."] }];
            }
            Defect::IdInCapitals => info.id = "TTT",
            Defect::TitleMissing => info.title = "",
            Defect::RulesMissing => {
                info.variants = &[Variant { name: "standard", summary: "Untold.", rules: &[] }];
            }
            Defect::ChanceUndeclared => info.chance_mode = ChanceMode::Deterministic,
            Defect::LongestGameUnderstated => info.longest_game = Some(4),
            Defect::DealtWithChancePlies | Defect::UndrawnLooksDifferent => {
                info.chance_mode = ChanceMode::Dealt;
            }
            Defect::HiddenUndeclared => info.information = Information::Perfect,
            Defect::HiddenWithoutShuffle => info.information = Information::Imperfect,
            _ => {}
        }
        Self { inner, defect, info, n_calls: Arc::default() }
    }

    fn has(&self, defect: Defect) -> bool {
        self.defect == defect
    }

    /// Whether the game has this defect, and shows it at this call: at every other one.
    fn has_at_times(&self, defect: Defect) -> bool {
        self.has(defect) && self.n_calls.fetch_add(1, Ordering::Relaxed) % 2 == 1
    }

    fn listed(&self, state: &Position<G::State>) -> Vec<Ply<G::Move, FLAW>> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves
    }

    /// The fourth square of tic-tac-toe, a pass of Kuhn poker: legal or not, it can be played anywhere.
    fn some_move() -> G::Move {
        G::Move::from_bits(3).expect("both toy games have a move with these bits")
    }

    fn inner_start(&self) -> G::State {
        self.inner.start(&mut Rng::new(0))
    }

    /// A number that gives everything away, hidden cards included.
    fn secret(&self, state: &Position<G::State>) -> u16 {
        self.inner.key(&state.inner) as u16
    }
}

impl<G: Capable, const FLAW: usize> Wrapper for Broken<G, FLAW> {
    type Inner = G;

    fn inner(&self) -> &G {
        &self.inner
    }

    fn state_in(state: &Self::State) -> &G::State {
        &state.inner
    }

    fn state_in_mut(state: &mut Self::State) -> &mut G::State {
        &mut state.inner
    }

    fn wrap_state(inner: G::State) -> Self::State {
        Position { inner, n_plies: 0 }
    }

    fn move_in(mv: Self::Move) -> Option<G::Move> {
        Some(mv.inner)
    }

    fn wrap_move(mv: G::Move) -> Self::Move {
        Ply::new(mv)
    }
}

impl<G: Capable, const FLAW: usize> ObserveWrapper for Broken<G, FLAW> {
    fn observation_in(seen: &Self::Observation) -> &G::Observation {
        &seen.inner
    }

    fn wrap_observation(inner: G::Observation) -> Self::Observation {
        Seen { inner, leak: None }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Game for Broken<G, FLAW> {
    type State = Position<G::State>;
    type Move = Ply<G::Move, FLAW>;

    forward!(Game except info variant start turn legal_moves play_unchecked outcome chance_outcomes points history_outcome count_moves is_legal play result);

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn variant(&self) -> &str {
        if self.has(Defect::VariantUndeclared) { "unheard-of" } else { self.info.variants[0].name }
    }

    fn start(&self, rng: &mut Rng) -> Self::State {
        let mut start = Position { inner: self.inner.start(rng), n_plies: 0 };
        if self.has_at_times(Defect::StartIgnoresSeed) {
            let first = self.listed(&start)[0];
            self.play_unchecked(&mut start, first);
        }
        start
    }

    fn turn(&self, state: &Self::State) -> Turn {
        match self.inner.turn(&state.inner) {
            Turn::Player(seat) if self.has(Defect::SeatBeyondTableMoves) => {
                Turn::Player(Seat::new(seat.idx() + 2))
            }
            Turn::Player(_) if self.has(Defect::TurnStays) => Turn::Player(Seat::FIRST),
            turn => turn,
        }
    }

    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        let mut own = Vec::new();
        self.inner.legal_moves(&state.inner, &mut own);
        match self.defect {
            Defect::PlayerWithoutMoves | Defect::ChanceWithoutOutcomes => own.clear(),
            Defect::MovesAfterEnd if own.is_empty() => own.push(Self::some_move()),
            Defect::MoveListedTwice => own.extend(own.first().copied()),
            _ if self.has_at_times(Defect::ListingChanges) => own.reverse(),
            _ => {}
        }
        moves.extend(own.into_iter().map(Ply::new));
    }

    fn play_unchecked(&self, state: &mut Self::State, mv: Self::Move) {
        self.inner.play_unchecked(&mut state.inner, mv.inner);
        state.n_plies += 1;
        if self.has(Defect::PlayPanicsLater) && state.n_plies == 4 {
            resume_unwind(Box::new("fourth"))
        }
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        let outcome = self.inner.outcome(&state.inner);
        let share = |shares: &[f64]| {
            outcome.map(|outcome| Outcome { returns: Returns::from_shares(shares), ..outcome })
        };
        match self.defect {
            Defect::OutcomeMissing => None,
            Defect::OutcomeTooEarly => Some(Outcome { returns: Returns::draw(2), reason: "impatience" }),
            Defect::ReturnsForThreeSeats => share(&[1.0, 0.0, 0.0]),
            Defect::ReturnsBelowZero => share(&[-0.5, 1.5]),
            Defect::ReturnsSumToTwo => share(&[1.0, 1.0]),
            Defect::EnderLoses => outcome.map(|outcome| Outcome {
                returns: outcome
                    .returns
                    .sole_winner()
                    .map_or(outcome.returns, |seat| Returns::win(2, seat.other())),
                ..outcome
            }),
            Defect::ReasonMissing => outcome.map(|outcome| Outcome { reason: "", ..outcome }),
            Defect::OutcomeDependsOnOrientation if self.secret(state).is_multiple_of(2) => share(&[0.5, 0.5]),
            _ => outcome,
        }
    }

    fn chance_outcomes(&self, state: &Self::State, outcomes: &mut Vec<(Self::Move, f64)>) {
        let mut own = Vec::new();
        self.inner.chance_outcomes(&state.inner, &mut own);
        match self.defect {
            Defect::ChanceOutcomeMissing => drop(own.pop()),
            Defect::ProbabilityZero => {
                own[1].1 += own[0].1;
                own[0].1 = 0.0;
            }
            Defect::ProbabilitiesSumToNineTenths => own.iter_mut().for_each(|(_, p)| *p *= 0.9),
            _ if self.has_at_times(Defect::ChanceOutcomesChange) => own = vec![(Self::some_move(), 1.0)],
            _ => {}
        }
        outcomes.extend(own.into_iter().map(|(mv, probability)| (Ply::new(mv), probability)));
    }

    fn points(&self, state: &Self::State) -> Option<Vec<i32>> {
        if self.has(Defect::PointsForThreeSeats)
            || self.has(Defect::PointsForThreeSeatsBeforeEnd) && self.turn(state) != Turn::Over
        {
            Some(vec![0; 3])
        } else {
            self.inner.points(&state.inner)
        }
    }

    fn history_outcome(&self, _: &Self::State, _: &History) -> Option<Outcome> {
        self.has(Defect::HistoryUndeclared)
            .then(|| Outcome { returns: Returns::draw(2), reason: "impatience" })
    }

    fn count_moves(&self, state: &Self::State) -> usize {
        self.listed(state).len() + usize::from(self.has(Defect::CountOffByOne))
    }

    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let listed = self.listed(state);
        match self.defect {
            Defect::LegalMoveDenied => listed.contains(&mv) && listed[0] != mv,
            Defect::UnlistedMoveApproved => true,
            _ => listed.contains(&mv),
        }
    }

    fn play(&self, state: &Self::State, mv: Self::Move) -> Result<Self::State, MoveError> {
        let played = self.inner.play(&state.inner, mv.inner);
        let inner = match self.defect {
            Defect::LegalMoveDoesNotPlay => return Err(MoveError::illegal("it", "today is Monday")),
            Defect::PlayDiffersFromUnchecked => state.inner.clone(),
            Defect::UnlistedMovePlays => played.unwrap_or_else(|_| state.inner.clone()),
            _ => played?,
        };
        Ok(Position { inner, n_plies: state.n_plies + 1 })
    }

    fn result(&self, state: &Self::State, history: &History) -> Option<Outcome> {
        self.outcome(state).or_else(|| self.history_outcome(state, history))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Notation for Broken<G, FLAW> {
    forward!(Notation except move_text parse_move position_text parse_position split_moves);

    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        let text = self.inner.move_text(&state.inner, mv.inner);
        match self.defect {
            Defect::TwoMovesShareText => "move".to_owned(),
            Defect::MoveTextHasBlank => text.chars().map(String::from).collect::<Vec<_>>().join(" "),
            _ => text,
        }
    }

    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError> {
        let joined = text.replace(' ', "");
        let text = if self.has(Defect::MoveTextHasBlank) { &joined } else { text };
        let parsed = self.inner.parse_move(&state.inner, text).map(Ply::new);
        match self.defect {
            Defect::MoveAfterEndIsRead if parsed == Err(MoveError::Over) => Ok(Ply::new(Self::some_move())),
            Defect::TextReadsAsOtherMove => parsed.map(|_| self.listed(state)[0]),
            Defect::NonsenseIsMove => parsed.or_else(|error| self.listed(state).pop().ok_or(error)),
            Defect::IllegalMoveIsRead if parsed != Err(MoveError::Over) => parsed.or_else(|error| {
                let mut all = (0..16).filter_map(Self::Move::from_bits);
                all.find(|&mv| self.move_text(state, mv) == text).ok_or(error)
            }),
            _ => parsed,
        }
    }

    fn position_text(&self, state: &Self::State) -> String {
        let text = self.inner.position_text(&state.inner);
        match self.defect {
            Defect::PositionTextDropsMarks => text.replace('o', "."),
            Defect::PositionTextUnreadable => text + "!",
            _ => text,
        }
    }

    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError> {
        if self.has(Defect::ParserPanicsBeyondAscii) && !text.is_ascii() {
            // This is a panic, except that it prints nothing.
            resume_unwind(Box::new("byte 1 is not a char boundary"));
        }
        let parsed = self.inner.parse_position(text);
        let inner = match self.defect {
            Defect::NonsenseIsPosition => parsed.unwrap_or_else(|_| self.inner_start()),
            // What is read has two marks on one square, and no text has room for them.
            Defect::DamagedPositionIsRead if text.contains('.') => parsed.unwrap_or_else(|_| {
                let mut state = self.inner_start();
                self.inner.play_unchecked(&mut state, Self::some_move());
                self.inner.play_unchecked(&mut state, Self::some_move());
                state
            }),
            _ => parsed?,
        };
        Ok(Position { inner, n_plies: 0 })
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        if self.has(Defect::LineNotSplit) { vec![text] } else { self.inner.split_moves(text) }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Deal for Broken<G, FLAW> {
    forward!(Deal except setup_json);

    fn setup_json(&self, _: &Self::State) -> Option<String> {
        self.has(Defect::SetupDoesNotReadBack).then(|| "{}".to_owned())
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Keyed for Broken<G, FLAW> {
    fn key(&self, state: &Self::State) -> u64 {
        match self.defect {
            Defect::KeyDependsOnHistory => self.inner.key(&state.inner) ^ mix(u64::from(state.n_plies)),
            Defect::KeyIgnoresFirstCard if matches!(self.turn(state), Turn::Player(_) | Turn::Over) => {
                let seen = self.inner.observe(&state.inner, Viewer::Seat(Seat::SECOND));
                self.inner.key(&self.inner.resample(&seen, &mut Rng::new(0)))
            }
            // The same cards are drawn for all positions that a spectator cannot tell apart.
            Defect::KeyIgnoresCards => {
                let seen = self.inner.observe(&state.inner, Viewer::Spectator);
                self.inner.key(&self.inner.resample(&seen, &mut Rng::new(0)))
            }
            _ => self.inner.key(&state.inner),
        }
    }

    fn key_from_scratch(&self, state: &Self::State) -> u64 {
        self.key(state) ^ u64::from(self.has(Defect::KeyFromScratchWrong))
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Observe for Broken<G, FLAW> {
    type Observation = Seen<G::Observation, G::State>;

    forward!(Observe except observe information_key shows_move undrawn resample resample_undrawn);

    fn observe(&self, state: &Self::State, viewer: Viewer) -> Self::Observation {
        let is_on_turn = matches!(self.turn(state), Turn::Player(seat) if viewer == Viewer::Seat(seat));
        let shown = match self.defect {
            Defect::ObservationShowsNothing => self.inner_start(),
            // To the seat on turn all turns and mirrors of a board look like the one with the least key.
            Defect::ObservationForgetsOrientation if is_on_turn => {
                let turned = |symmetry| self.inner.map_state(symmetry, &state.inner);
                let turns = (0..self.inner.n_symmetries()).map(turned);
                turns.min_by_key(|turn| self.inner.key(turn)).expect("there is the identity")
            }
            _ => state.inner.clone(),
        };
        // The cards are shown after the game, when no move could give the leak away.
        let leaks = self.has(Defect::ObservationLeaks)
            || self.has(Defect::SpectatorSeesAll) && viewer == Viewer::Spectator;
        let leak = (leaks && self.turn(state) == Turn::Over).then(|| state.inner.clone());
        Seen { inner: self.inner.observe(&shown, viewer), leak }
    }

    fn information_key(&self, state: &Self::State, seat: Seat) -> u64 {
        match self.defect {
            Defect::InformationKeyLeaks => self.inner.key(&state.inner),
            Defect::InformationKeyIsBlind => 7,
            _ => self.inner.information_key(&state.inner, seat),
        }
    }

    fn shows_move(&self, state: &Self::State, mv: Self::Move, viewer: Viewer) -> bool {
        let is_own = matches!(self.turn(state), Turn::Player(seat) if viewer == Viewer::Seat(seat));
        let is_spoilt = match self.defect {
            Defect::OwnMoveIsSecret => is_own,
            Defect::OpenMoveIsSecret | Defect::SecretInOpenGame => !is_own,
            _ => false,
        };
        let is_shown = self.inner.shows_move(&state.inner, mv.inner, viewer);
        !is_spoilt && (is_shown || self.has(Defect::SecretMoveIsShown))
    }

    fn undrawn(&self, state: &Self::State) -> Self::State {
        let mut open = state.clone();
        if self.has(Defect::UndrawnWithoutDealt) || self.has(Defect::UndrawnLooksDifferent) {
            self.inner.play_unchecked(&mut open.inner, Self::some_move());
        }
        open
    }

    fn resample(&self, seen: &Self::Observation, rng: &mut Rng) -> Self::State {
        let mut inner = seen.leak.clone().unwrap_or_else(|| self.inner.resample(&seen.inner, rng));
        if self.has(Defect::ResampleRedealsAll) {
            inner = self.inner.resample(&self.inner.observe(&inner, Viewer::Spectator), rng);
        }
        Position { inner, n_plies: 0 }
    }

    fn resample_undrawn(&self, seen: &Self::Observation, rng: &mut Rng) -> Self::State {
        self.resample(seen, rng)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Symmetry for Broken<G, FLAW> {
    forward!(Symmetry except map_state map_move map_seat);

    fn map_state(&self, symmetry: usize, state: &Self::State) -> Self::State {
        let mirror = usize::from(self.has(Defect::IdentityIsMirror));
        Position { inner: self.inner.map_state(symmetry ^ mirror, &state.inner), ..*state }
    }

    fn map_move(&self, symmetry: usize, mv: Self::Move) -> Self::Move {
        let mirrors = [Defect::IdentityIsMirror, Defect::SymmetryTurnsMovesOtherWay].contains(&self.defect);
        let image = self.inner.map_move(symmetry ^ usize::from(mirrors), mv.inner);
        Ply::new(if self.has(Defect::SymmetryMergesMoves) { Self::some_move() } else { image })
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        let image = self.inner.map_seat(symmetry, seat);
        if self.has(Defect::SymmetrySwapsSeats) { image.other() } else { image }
    }
}

const SOUND_FEATURE: Feature =
    Feature { name: "feature", help: "", weight: 1.0, bounds: (0.0, 2.0), scale: 0.1 };
const HEAVY_FEATURE: Feature = Feature { name: "heavy", weight: 3.0, ..SOUND_FEATURE };

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Evaluate for Broken<G, FLAW> {
    forward!(Evaluate except features weight_presets measure evaluate evaluate_all default_weights);

    fn features(&self) -> &'static [Feature] {
        match self.defect {
            Defect::FeaturesShareName => &[SOUND_FEATURE, SOUND_FEATURE],
            Defect::WeightOutOfBounds => &[SOUND_FEATURE, HEAVY_FEATURE],
            Defect::EvaluationReadsHiddenCard => &[SOUND_FEATURE],
            _ => self.inner.features(),
        }
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        match self.defect {
            Defect::PresetHasGaps => &[WeightPreset { name: "short", help: "", weights: &[1.0] }],
            _ => self.inner.weight_presets(),
        }
    }

    fn measure(&self, state: &Self::State, seat: Seat, values: &mut [f64]) {
        match self.defect {
            Defect::FeatureUnmeasured => {}
            Defect::EvaluationReadsHiddenCard => values.fill(f64::from(self.secret(state))),
            _ => self.inner.measure(&state.inner, seat, values),
        }
    }

    fn evaluate(&self, state: &Self::State, seat: Seat, weights: &[f64]) -> f64 {
        let mut values = vec![0.0; weights.len()];
        self.measure(state, seat, &mut values);
        let sum: f64 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
        if self.has(Defect::EvaluateIsNotWeightedSum) { sum + 0.001 } else { sum }
    }

    fn evaluate_all(&self, state: &Self::State, weights: &[f64], values: &mut [f64]) {
        for (seat, value) in Seat::all(values.len()).zip(values) {
            *value = self.evaluate(state, seat, weights);
            if self.has(Defect::EvaluateAllForgetsTheOthers) && seat > Seat::FIRST {
                *value = f64::NAN;
            }
        }
    }

    fn default_weights(&self) -> Vec<f64> {
        self.features().iter().map(|feature| feature.weight).collect()
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Presets for Broken<G, FLAW> {
    fn presets(&self) -> &'static [Preset] {
        const SOUND: Preset = Preset { name: "champion", spec: "random", help: "the best" };
        match self.defect {
            Defect::PresetsShareName => &[SOUND, SOUND],
            Defect::PresetInCapitals => &[Preset { name: "Champion", ..SOUND }],
            _ => self.inner.presets(),
        }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Encode for Broken<G, FLAW> {
    forward!(Encode except n_actions action_index tensor_shape add_inputs n_inputs encode);

    fn n_actions(&self) -> usize {
        if self.has(Defect::TensorHoldsSecrets) { 16 } else { self.inner.n_actions() }
    }

    fn action_index(&self, state: &Self::State, mv: Self::Move) -> usize {
        match self.defect {
            Defect::IndexTooLarge => self.n_actions() + mv.to_bits() as usize,
            Defect::IndexUsedTwice => 0,
            Defect::TensorHoldsSecrets => mv.to_bits() as usize,
            _ => self.inner.action_index(&state.inner, mv.inner),
        }
    }

    fn tensor_shape(&self) -> [usize; 3] {
        if self.has(Defect::TensorHoldsSecrets) { [1, 1, 1] } else { self.inner.tensor_shape() }
    }

    fn add_inputs(&self, state: &Self::State, seat: Seat, inputs: &mut Vec<u16>) {
        self.inner.add_inputs(&state.inner, seat, inputs);
        match self.defect {
            Defect::InputTooLarge => inputs.push(self.n_inputs() as u16),
            Defect::InputToldTwice => inputs.extend(inputs.first().copied()),
            Defect::TensorHoldsSecrets => inputs.extend((self.secret(state) & 1 != 0).then_some(0)),
            _ => {}
        }
    }

    fn n_inputs(&self) -> usize {
        self.tensor_shape().iter().product()
    }

    fn encode(&self, state: &Self::State, seat: Seat, tensor: &mut [f32]) {
        let mut inputs = Vec::new();
        self.add_inputs(state, seat, &mut inputs);
        tensor.fill(0.0);
        for input in inputs {
            tensor[usize::from(input)] = 1.0;
        }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Draw for Broken<G, FLAW> {
    /// What the game inside shows, whether that was asked for before, and a map whose keys are no texts.
    type Board = (G::Board, bool, HashMap<[u8; 1], ()>);

    forward!(Draw except board picture touches);

    fn board(&self, seen: &Self::Observation) -> Self::Board {
        let unsuited = self.has(Defect::BoardOfNoData).then_some(([0], ()));
        let again = self.has_at_times(Defect::BoardOfMoreThanIsSeen);
        (self.inner.board(&seen.inner), again, unsuited.into_iter().collect())
    }

    fn picture(&self, seen: &Self::Observation) -> Picture {
        let mut picture = self.inner.picture(&seen.inner);
        match (self.defect, picture.cells.as_mut_slice()) {
            (Defect::CellsShareName, [first, second, ..]) => second.name.clone_from(&first.name),
            (Defect::CellsSharePlace, [first, second, ..]) => (second.x, second.y) = (first.x, first.y),
            (Defect::CellWithoutName, [first, ..]) => first.name.clear(),
            (Defect::HandOfNobody, [first, ..]) => first.area = ludwerk_core::Area::Hand(Seat::new(2)),
            (Defect::CellTextTooLong, [first, ..]) => "long".clone_into(&mut first.text),
            (Defect::CellOfNobody, [first, ..]) => first.owner = Some(Seat::new(2)),
            _ => {}
        }
        picture
    }

    fn touches(&self, seen: &Self::Observation, mv: Self::Move) -> Vec<String> {
        let names_empty = self.inner.picture(&seen.inner).cells.is_empty();
        let mut touches = self.inner.touches(&seen.inner, mv.inner);
        touches.extend(
            (self.has(Defect::TouchOfNoCell) || self.has(Defect::TouchWithoutPicture) && names_empty)
                .then(|| "z9".to_owned()),
        );
        touches
    }
}

fn tic_tac_toe<const FLAW: usize>(defect: Defect) -> Suite<Broken<TicTacToe, FLAW>> {
    Suite::new(Broken::new(TicTacToe, defect))
}

fn kuhn(defect: Defect) -> Suite<Broken<Kuhn, SOUND>> {
    Suite::new(Broken::new(Kuhn, defect)).with_shuffle_hidden(|game, state, seat, rng| Position {
        inner: game.inner.shuffle_hidden(&state.inner, seat, rng),
        ..*state
    })
}

fn kings(defect: Defect) -> Suite<Broken<Kings, SOUND>> {
    Suite::new(Broken::new(Kings, defect))
}

/// What the suite says of games with this defect. Tic-tac-toe has all capabilities, Kuhn poker has chance
/// and secrets; a defect need not show in both. The two kings know the ways back.
fn failures_with(defect: Defect) -> Vec<String> {
    match defect {
        Defect::BitsCollide => failures(&tic_tac_toe::<COLLIDING>(defect)),
        Defect::BitsLost => failures(&tic_tac_toe::<LOST>(defect)),
        Defect::MoveTooWide => failures(&tic_tac_toe::<WIDE>(defect)),
        Defect::WayBackTwice | Defect::WayBackMissing | Defect::KindOfColour => failures(&kings(defect)),
        _ => [failures(&tic_tac_toe::<SOUND>(defect)), failures(&kuhn(defect))].concat(),
    }
}

#[test]
fn every_defect_is_reported_by_the_check_that_guards_its_promise() {
    let mut missed = Vec::new();
    for &(defect, check, reason) in EXPECTED {
        let Ok(told) = catch_unwind(AssertUnwindSafe(|| failures_with(defect))) else {
            missed.push(format!("{defect:?} PANICS failures()"));
            continue;
        };
        let blames = |failure: &String| failure.starts_with(&format!("{check}:")) && failure.contains(reason);
        if !told.iter().any(blames) {
            missed.push(format!("{defect:?} should fail {check:?} with {reason:?}, but got {told:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn without_a_defect_nothing_is_reported() {
    assert_eq!(failures(&tic_tac_toe::<SOUND>(Defect::None)), [""; 0]);
    assert_eq!(failures(&kuhn(Defect::None)), [""; 0]);
    assert_eq!(failures(&kings(Defect::None)), [""; 0]);
}

#[test]
fn every_check_is_expected_to_report_some_defect() {
    assert!(CHECKS.split(", ").count() >= 23);
    for check in CHECKS.split(", ") {
        assert!(EXPECTED.iter().any(|&(_, expected, _)| expected == check), "no defect trips {check:?}");
    }
}

/// The report says how many checks there are, which is the only way to learn it from outside.
#[test]
fn the_list_of_checks_is_complete() {
    let suite = tic_tac_toe::<SOUND>(Defect::TitleMissing);
    let panic = catch_unwind(AssertUnwindSafe(|| conformance(&suite))).expect_err("a title is required");
    let report = panic.downcast_ref::<String>().expect("the report is a text");
    assert!(report.contains(&format!("1 of {} checks fail", CHECKS.split(", ").count())), "{report}");
}
