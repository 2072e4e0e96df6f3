//! Games around games: one mechanism that forwards whatever a wrapper does not change.
//!
//! A wrapper says once, as a [`Wrapper`], how its states and moves contain those of the game inside. In each
//! implementation of a trait it then writes the methods that it changes, and [`forward!`](crate::forward) writes the
//! others:
//!
//! ```ignore
//! #[deny(clippy::missing_trait_methods)]
//! impl<G: Keyed> Keyed for Salted<G> {
//!     forward!(Keyed except key);
//!
//!     fn key(&self, state: &Self::State) -> u64 {
//!         self.game.key(state) ^ self.salt
//!     }
//! }
//! ```
//!
//! A method that a trait gets later and `forward!` does not know is either missing, or has a default and is refused by
//! the lint; a test of tidiness sees that every wrapper has it, and that `forward!` knows every method.

use std::borrow::Cow;

use crate::{Game, Observe};

/// The states of the game inside a wrapper.
pub type InnerState<W> = <<W as Wrapper>::Inner as Game>::State;

/// The moves of the game inside a wrapper.
pub type InnerMove<W> = <<W as Wrapper>::Inner as Game>::Move;

/// What a viewer sees of the game inside a wrapper.
pub type InnerObservation<W> = <<W as Wrapper>::Inner as Observe>::Observation;

/// A game around another one.
pub trait Wrapper: Game {
    /// The game inside.
    type Inner: Game + ?Sized;

    /// The game inside.
    fn inner(&self) -> &Self::Inner;

    /// The state inside.
    fn state_in(state: &Self::State) -> &InnerState<Self>;

    /// The state inside, to be changed.
    fn state_in_mut(state: &mut Self::State) -> &mut InnerState<Self>;

    /// The state around one that came from inside.
    fn wrap_state(state: InnerState<Self>) -> Self::State;

    /// The move inside. `None` for one that the game inside does not have.
    fn move_in(mv: Self::Move) -> Option<InnerMove<Self>>;

    /// The move around one that came from inside.
    fn wrap_move(mv: InnerMove<Self>) -> Self::Move;

    /// The moves inside.
    fn moves_in(moves: &[Self::Move]) -> Cow<'_, [InnerMove<Self>]> {
        moves.iter().filter_map(|&mv| Self::move_in(mv)).collect()
    }

    /// Appends what the game inside appends.
    fn append_moves(moves: &mut Vec<Self::Move>, append: impl FnOnce(&mut Vec<InnerMove<Self>>)) {
        let mut inner = Vec::new();
        append(&mut inner);
        moves.extend(inner.into_iter().map(Self::wrap_move));
    }

    /// Appends what the game inside appends, with its probabilities.
    fn append_outcomes(
        outcomes: &mut Vec<(Self::Move, f64)>,
        append: impl FnOnce(&mut Vec<(InnerMove<Self>, f64)>),
    ) {
        let mut inner = Vec::new();
        append(&mut inner);
        outcomes.extend(inner.into_iter().map(|(mv, probability)| (Self::wrap_move(mv), probability)));
    }
}

/// A wrapper whose observations contain those of the game inside.
pub trait ObserveWrapper: Wrapper<Inner: Observe> + Observe {
    /// What is seen of the game inside.
    fn observation_in(observation: &Self::Observation) -> &InnerObservation<Self>;

    /// The observation around one that came from inside.
    fn wrap_observation(observation: InnerObservation<Self>) -> Self::Observation;
}

/// Writes the methods of a trait that a [`Wrapper`] does not change: `forward!(Game except info turn);`, inside the
/// implementation. `forward!(Wrapper)` writes the conversions of one whose states and moves are those of the game
/// inside.
#[macro_export]
macro_rules! forward {
    (Wrapper) => {
        fn state_in(state: &Self::State) -> &$crate::wrapper::InnerState<Self> {
            state
        }
        fn state_in_mut(state: &mut Self::State) -> &mut $crate::wrapper::InnerState<Self> {
            state
        }
        fn wrap_state(state: $crate::wrapper::InnerState<Self>) -> Self::State {
            state
        }
        fn move_in(mv: Self::Move) -> Option<$crate::wrapper::InnerMove<Self>> {
            Some(mv)
        }
        fn wrap_move(mv: $crate::wrapper::InnerMove<Self>) -> Self::Move {
            mv
        }
        fn moves_in(moves: &[Self::Move]) -> std::borrow::Cow<'_, [$crate::wrapper::InnerMove<Self>]> {
            moves.into()
        }
        fn append_moves(
            moves: &mut Vec<Self::Move>,
            append: impl FnOnce(&mut Vec<$crate::wrapper::InnerMove<Self>>),
        ) {
            append(moves);
        }
        fn append_outcomes(
            outcomes: &mut Vec<(Self::Move, f64)>,
            append: impl FnOnce(&mut Vec<($crate::wrapper::InnerMove<Self>, f64)>),
        ) {
            append(outcomes);
        }
    };
    ($trait:ident $(except $($own:ident)+)?) => {
        $crate::__forward_all!($trait [$($($own)+)?]);
    };
}

/// The methods of each trait. Each is written, or is one that the wrapper has of its own.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_all {
    (Game $own:tt) => { $crate::__forward_each!($own
        info variant n_seats start turn legal_moves play_unchecked outcome chance_outcomes points history_outcome
        result count_moves is_legal play
    ); };
    (Keyed $own:tt) => { $crate::__forward_each!($own key key_from_scratch); };
    (Notation $own:tt) => { $crate::__forward_each!($own
        move_text parse_move position_text parse_position position_help seat_name split_moves
    ); };
    (Deal $own:tt) => { $crate::__forward_each!($own parse_setup setup_json); };
    (Observe $own:tt) => { $crate::__forward_each!($own
        observe shows_move information_key observation_text resample resample_undrawn undrawn
    ); };
    (MoveOrdering $own:tt) => { $crate::__forward_each!($own priority priorities is_noisy); };
    (MovePolicy $own:tt) => { $crate::__forward_each!($own prior priors rollout_move); };
    (Pruning $own:tt) => { $crate::__forward_each!($own
        distinct_moves null_move skip_turn foreseen_outcome standstill least_turns_to_win
    ); };
    (Encode $own:tt) => { $crate::__forward_each!($own
        n_actions action_index tensor_shape add_inputs n_inputs encode
    ); };
    (Evaluate $own:tt) => { $crate::__forward_each!($own
        features n_extra_features weight_presets weight_files measure evaluate evaluate_all default_weights
    ); };
    (Draw $own:tt) => { $crate::__forward_each!($own board picture touches hand_text tallies shapes); };
    (Presets $own:tt) => { $crate::__forward_each!($own presets); };
    (Interchange $own:tt) => { $crate::__forward_each!($own dialect file_formats); };
    (Symmetry $own:tt) => { $crate::__forward_each!($own n_symmetries map_state map_move map_seat); };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __forward_each {
    ($own:tt $($method:ident)+) => { $($crate::__forward!($method $own);)+ };
}

/// One method, unless it is among those that the wrapper has of its own.
#[doc(hidden)]
#[macro_export]
#[rustfmt::skip]
macro_rules! __forward {
    (info [info $($own:ident)*]) => {};
    (variant [variant $($own:ident)*]) => {};
    (n_seats [n_seats $($own:ident)*]) => {};
    (start [start $($own:ident)*]) => {};
    (turn [turn $($own:ident)*]) => {};
    (legal_moves [legal_moves $($own:ident)*]) => {};
    (play_unchecked [play_unchecked $($own:ident)*]) => {};
    (outcome [outcome $($own:ident)*]) => {};
    (chance_outcomes [chance_outcomes $($own:ident)*]) => {};
    (points [points $($own:ident)*]) => {};
    (history_outcome [history_outcome $($own:ident)*]) => {};
    (result [result $($own:ident)*]) => {};
    (count_moves [count_moves $($own:ident)*]) => {};
    (is_legal [is_legal $($own:ident)*]) => {};
    (play [play $($own:ident)*]) => {};
    (key [key $($own:ident)*]) => {};
    (key_from_scratch [key_from_scratch $($own:ident)*]) => {};
    (move_text [move_text $($own:ident)*]) => {};
    (parse_move [parse_move $($own:ident)*]) => {};
    (position_text [position_text $($own:ident)*]) => {};
    (parse_position [parse_position $($own:ident)*]) => {};
    (position_help [position_help $($own:ident)*]) => {};
    (seat_name [seat_name $($own:ident)*]) => {};
    (split_moves [split_moves $($own:ident)*]) => {};
    (parse_setup [parse_setup $($own:ident)*]) => {};
    (setup_json [setup_json $($own:ident)*]) => {};
    (observe [observe $($own:ident)*]) => {};
    (shows_move [shows_move $($own:ident)*]) => {};
    (information_key [information_key $($own:ident)*]) => {};
    (observation_text [observation_text $($own:ident)*]) => {};
    (resample [resample $($own:ident)*]) => {};
    (resample_undrawn [resample_undrawn $($own:ident)*]) => {};
    (undrawn [undrawn $($own:ident)*]) => {};
    (priority [priority $($own:ident)*]) => {};
    (priorities [priorities $($own:ident)*]) => {};
    (is_noisy [is_noisy $($own:ident)*]) => {};
    (prior [prior $($own:ident)*]) => {};
    (priors [priors $($own:ident)*]) => {};
    (rollout_move [rollout_move $($own:ident)*]) => {};
    (distinct_moves [distinct_moves $($own:ident)*]) => {};
    (null_move [null_move $($own:ident)*]) => {};
    (skip_turn [skip_turn $($own:ident)*]) => {};
    (foreseen_outcome [foreseen_outcome $($own:ident)*]) => {};
    (standstill [standstill $($own:ident)*]) => {};
    (least_turns_to_win [least_turns_to_win $($own:ident)*]) => {};
    (n_actions [n_actions $($own:ident)*]) => {};
    (action_index [action_index $($own:ident)*]) => {};
    (tensor_shape [tensor_shape $($own:ident)*]) => {};
    (add_inputs [add_inputs $($own:ident)*]) => {};
    (n_inputs [n_inputs $($own:ident)*]) => {};
    (encode [encode $($own:ident)*]) => {};
    (features [features $($own:ident)*]) => {};
    (n_extra_features [n_extra_features $($own:ident)*]) => {};
    (weight_presets [weight_presets $($own:ident)*]) => {};
    (weight_files [weight_files $($own:ident)*]) => {};
    (measure [measure $($own:ident)*]) => {};
    (evaluate [evaluate $($own:ident)*]) => {};
    (evaluate_all [evaluate_all $($own:ident)*]) => {};
    (default_weights [default_weights $($own:ident)*]) => {};
    (board [board $($own:ident)*]) => {};
    (picture [picture $($own:ident)*]) => {};
    (touches [touches $($own:ident)*]) => {};
    (hand_text [hand_text $($own:ident)*]) => {};
    (tallies [tallies $($own:ident)*]) => {};
    (shapes [shapes $($own:ident)*]) => {};
    (presets [presets $($own:ident)*]) => {};
    (n_symmetries [n_symmetries $($own:ident)*]) => {};
    (map_state [map_state $($own:ident)*]) => {};
    (map_move [map_move $($own:ident)*]) => {};
    (map_seat [map_seat $($own:ident)*]) => {};
    (dialect [dialect $($own:ident)*]) => {};
    (file_formats [file_formats $($own:ident)*]) => {};
    ($method:ident [$other:ident $($own:ident)*]) => { $crate::__forward!($method [$($own)*]); };
    (info []) => { #[inline] fn info(&self) -> &$crate::GameInfo {
        $crate::wrapper::Wrapper::inner(self).info()
    } };
    (variant []) => { #[inline] fn variant(&self) -> &str {
        $crate::wrapper::Wrapper::inner(self).variant()
    } };
    (n_seats []) => { #[inline] fn n_seats(&self) -> usize {
        $crate::wrapper::Wrapper::inner(self).n_seats()
    } };
    (start []) => { #[inline] fn start(&self, rng: &mut $crate::Rng) -> Self::State {
        Self::wrap_state($crate::wrapper::Wrapper::inner(self).start(rng))
    } };
    (turn []) => { #[inline] fn turn(&self, state: &Self::State) -> $crate::Turn {
        $crate::wrapper::Wrapper::inner(self).turn(Self::state_in(state))
    } };
    (legal_moves []) => { #[inline] fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        Self::append_moves(moves, |moves| $crate::wrapper::Wrapper::inner(self).legal_moves(Self::state_in(state), moves))
    } };
    (play_unchecked []) => { #[inline] fn play_unchecked(&self, state: &mut Self::State, mv: Self::Move) {
        if let Some(mv) = Self::move_in(mv) { $crate::wrapper::Wrapper::inner(self).play_unchecked(Self::state_in_mut(state), mv) }
    } };
    (outcome []) => { #[inline] fn outcome(&self, state: &Self::State) -> Option<$crate::Outcome> {
        $crate::wrapper::Wrapper::inner(self).outcome(Self::state_in(state))
    } };
    (chance_outcomes []) => { #[inline] fn chance_outcomes(&self, state: &Self::State, outcomes: &mut Vec<(Self::Move, f64)>) {
        Self::append_outcomes(outcomes, |outcomes| $crate::wrapper::Wrapper::inner(self).chance_outcomes(Self::state_in(state), outcomes))
    } };
    (points []) => { #[inline] fn points(&self, state: &Self::State) -> Option<Vec<i32>> {
        $crate::wrapper::Wrapper::inner(self).points(Self::state_in(state))
    } };
    (history_outcome []) => { #[inline] fn history_outcome(&self, state: &Self::State, history: &$crate::History) -> Option<$crate::Outcome> {
        $crate::wrapper::Wrapper::inner(self).history_outcome(Self::state_in(state), history)
    } };
    (result []) => { #[inline] fn result(&self, state: &Self::State, history: &$crate::History) -> Option<$crate::Outcome> {
        $crate::wrapper::Wrapper::inner(self).result(Self::state_in(state), history)
    } };
    (count_moves []) => { #[inline] fn count_moves(&self, state: &Self::State) -> usize {
        $crate::wrapper::Wrapper::inner(self).count_moves(Self::state_in(state))
    } };
    (is_legal []) => { #[inline] fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        Self::move_in(mv).is_some_and(|mv| $crate::wrapper::Wrapper::inner(self).is_legal(Self::state_in(state), mv))
    } };
    (play []) => { #[inline] fn play(&self, state: &Self::State, mv: Self::Move) -> Result<Self::State, $crate::MoveError> {
        let mv = Self::move_in(mv).ok_or_else(|| $crate::MoveError::illegal(format!("{mv:?}"), "there is no such move"))?;
        $crate::wrapper::Wrapper::inner(self).play(Self::state_in(state), mv).map(Self::wrap_state)
    } };
    (key []) => { #[inline] fn key(&self, state: &Self::State) -> u64 {
        $crate::wrapper::Wrapper::inner(self).key(Self::state_in(state))
    } };
    (key_from_scratch []) => { #[inline] fn key_from_scratch(&self, state: &Self::State) -> u64 {
        $crate::wrapper::Wrapper::inner(self).key_from_scratch(Self::state_in(state))
    } };
    (move_text []) => { #[inline] fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        Self::move_in(mv).map_or_else(|| "?".to_owned(), |mv| $crate::wrapper::Wrapper::inner(self).move_text(Self::state_in(state), mv))
    } };
    (parse_move []) => { #[inline] fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, $crate::MoveError> {
        $crate::wrapper::Wrapper::inner(self).parse_move(Self::state_in(state), text).map(Self::wrap_move)
    } };
    (position_text []) => { #[inline] fn position_text(&self, state: &Self::State) -> String {
        $crate::wrapper::Wrapper::inner(self).position_text(Self::state_in(state))
    } };
    (parse_position []) => { #[inline] fn parse_position(&self, text: &str) -> Result<Self::State, $crate::PositionError> {
        $crate::wrapper::Wrapper::inner(self).parse_position(text).map(Self::wrap_state)
    } };
    (position_help []) => { #[inline] fn position_help(&self) -> String {
        $crate::wrapper::Wrapper::inner(self).position_help()
    } };
    (seat_name []) => { #[inline] fn seat_name(&self, seat: $crate::Seat) -> String {
        $crate::wrapper::Wrapper::inner(self).seat_name(seat)
    } };
    (split_moves []) => { #[inline] fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        $crate::wrapper::Wrapper::inner(self).split_moves(text)
    } };
    (parse_setup []) => { #[inline] fn parse_setup(&self, json: &str) -> Result<Self::State, $crate::SetupError> {
        $crate::wrapper::Wrapper::inner(self).parse_setup(json).map(Self::wrap_state)
    } };
    (setup_json []) => { #[inline] fn setup_json(&self, start: &Self::State) -> Option<String> {
        $crate::wrapper::Wrapper::inner(self).setup_json(Self::state_in(start))
    } };
    (observe []) => { #[inline] fn observe(&self, state: &Self::State, viewer: $crate::Viewer) -> Self::Observation {
        Self::wrap_observation($crate::wrapper::Wrapper::inner(self).observe(Self::state_in(state), viewer))
    } };
    (shows_move []) => { #[inline] fn shows_move(&self, state: &Self::State, mv: Self::Move, viewer: $crate::Viewer) -> bool {
        Self::move_in(mv).is_some_and(|mv| $crate::wrapper::Wrapper::inner(self).shows_move(Self::state_in(state), mv, viewer))
    } };
    (information_key []) => { #[inline] fn information_key(&self, state: &Self::State, seat: $crate::Seat) -> u64 {
        $crate::wrapper::Wrapper::inner(self).information_key(Self::state_in(state), seat)
    } };
    (observation_text []) => { #[inline] fn observation_text(&self, observation: &Self::Observation) -> String {
        $crate::wrapper::Wrapper::inner(self).observation_text(Self::observation_in(observation))
    } };
    (resample []) => { #[inline] fn resample(&self, observation: &Self::Observation, rng: &mut $crate::Rng) -> Self::State {
        Self::wrap_state($crate::wrapper::Wrapper::inner(self).resample(Self::observation_in(observation), rng))
    } };
    (resample_undrawn []) => { #[inline] fn resample_undrawn(&self, observation: &Self::Observation, rng: &mut $crate::Rng) -> Self::State {
        Self::wrap_state($crate::wrapper::Wrapper::inner(self).resample_undrawn(Self::observation_in(observation), rng))
    } };
    (undrawn []) => { #[inline] fn undrawn(&self, state: &Self::State) -> Self::State {
        Self::wrap_state($crate::wrapper::Wrapper::inner(self).undrawn(Self::state_in(state)))
    } };
    (priority []) => { #[inline] fn priority(&self, state: &Self::State, mv: Self::Move) -> i32 {
        Self::move_in(mv).map_or(0, |mv| $crate::wrapper::Wrapper::inner(self).priority(Self::state_in(state), mv))
    } };
    (priorities []) => { #[inline] fn priorities(&self, state: &Self::State, moves: &[Self::Move], priorities: &mut Vec<i32>) {
        $crate::wrapper::Wrapper::inner(self).priorities(Self::state_in(state), &Self::moves_in(moves), priorities)
    } };
    (is_noisy []) => { #[inline] fn is_noisy(&self, state: &Self::State, mv: Self::Move) -> bool {
        Self::move_in(mv).is_some_and(|mv| $crate::wrapper::Wrapper::inner(self).is_noisy(Self::state_in(state), mv))
    } };
    (prior []) => { #[inline] fn prior(&self, state: &Self::State, mv: Self::Move) -> f32 {
        Self::move_in(mv).map_or(1.0, |mv| $crate::wrapper::Wrapper::inner(self).prior(Self::state_in(state), mv))
    } };
    (priors []) => { #[inline] fn priors(&self, state: &Self::State, moves: &[Self::Move], priors: &mut Vec<f32>) {
        $crate::wrapper::Wrapper::inner(self).priors(Self::state_in(state), &Self::moves_in(moves), priors)
    } };
    (rollout_move []) => { #[inline] fn rollout_move(&self, state: &mut Self::State, rng: &mut $crate::Rng) -> Option<Self::Move> {
        $crate::wrapper::Wrapper::inner(self).rollout_move(Self::state_in_mut(state), rng).map(Self::wrap_move)
    } };
    (distinct_moves []) => { #[inline] fn distinct_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        Self::append_moves(moves, |moves| $crate::wrapper::Wrapper::inner(self).distinct_moves(Self::state_in(state), moves))
    } };
    (null_move []) => { #[inline] fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        $crate::wrapper::Wrapper::inner(self).null_move(Self::state_in(state)).map(Self::wrap_state)
    } };
    (skip_turn []) => { #[inline] fn skip_turn(&self, state: &Self::State) -> Option<Self::State> {
        $crate::wrapper::Wrapper::inner(self).skip_turn(Self::state_in(state)).map(Self::wrap_state)
    } };
    (foreseen_outcome []) => { #[inline] fn foreseen_outcome(&self, state: &Self::State, history: &$crate::History) -> Option<$crate::Outcome> {
        $crate::wrapper::Wrapper::inner(self).foreseen_outcome(Self::state_in(state), history)
    } };
    (standstill []) => { #[inline] fn standstill(&self, history: &$crate::History) -> usize {
        $crate::wrapper::Wrapper::inner(self).standstill(history)
    } };
    (least_turns_to_win []) => { #[inline] fn least_turns_to_win(&self, state: &Self::State, seat: $crate::Seat) -> Option<u32> {
        $crate::wrapper::Wrapper::inner(self).least_turns_to_win(Self::state_in(state), seat)
    } };
    (n_actions []) => { #[inline] fn n_actions(&self) -> usize {
        $crate::wrapper::Wrapper::inner(self).n_actions()
    } };
    (action_index []) => { #[inline] fn action_index(&self, state: &Self::State, mv: Self::Move) -> usize {
        Self::move_in(mv).map_or(0, |mv| $crate::wrapper::Wrapper::inner(self).action_index(Self::state_in(state), mv))
    } };
    (tensor_shape []) => { #[inline] fn tensor_shape(&self) -> [usize; 3] {
        $crate::wrapper::Wrapper::inner(self).tensor_shape()
    } };
    (add_inputs []) => { #[inline] fn add_inputs(&self, state: &Self::State, seat: $crate::Seat, inputs: &mut Vec<u16>) {
        $crate::wrapper::Wrapper::inner(self).add_inputs(Self::state_in(state), seat, inputs)
    } };
    (n_inputs []) => { #[inline] fn n_inputs(&self) -> usize {
        $crate::wrapper::Wrapper::inner(self).n_inputs()
    } };
    (encode []) => { #[inline] fn encode(&self, state: &Self::State, seat: $crate::Seat, tensor: &mut [f32]) {
        $crate::wrapper::Wrapper::inner(self).encode(Self::state_in(state), seat, tensor)
    } };
    (features []) => { #[inline] fn features(&self) -> &'static [$crate::Feature] {
        $crate::wrapper::Wrapper::inner(self).features()
    } };
    (n_extra_features []) => { #[inline] fn n_extra_features(&self) -> usize {
        $crate::wrapper::Wrapper::inner(self).n_extra_features()
    } };
    (weight_presets []) => { #[inline] fn weight_presets(&self) -> &'static [$crate::WeightPreset] {
        $crate::wrapper::Wrapper::inner(self).weight_presets()
    } };
    (weight_files []) => { #[inline] fn weight_files(&self) -> &'static [$crate::WeightFile] {
        $crate::wrapper::Wrapper::inner(self).weight_files()
    } };
    (measure []) => { #[inline] fn measure(&self, state: &Self::State, seat: $crate::Seat, values: &mut [f64]) {
        $crate::wrapper::Wrapper::inner(self).measure(Self::state_in(state), seat, values)
    } };
    (evaluate []) => { #[inline] fn evaluate(&self, state: &Self::State, seat: $crate::Seat, weights: &[f64]) -> f64 {
        $crate::wrapper::Wrapper::inner(self).evaluate(Self::state_in(state), seat, weights)
    } };
    (evaluate_all []) => { #[inline] fn evaluate_all(&self, state: &Self::State, weights: &[f64], values: &mut [f64]) {
        $crate::wrapper::Wrapper::inner(self).evaluate_all(Self::state_in(state), weights, values)
    } };
    (default_weights []) => { #[inline] fn default_weights(&self) -> Vec<f64> {
        $crate::wrapper::Wrapper::inner(self).default_weights()
    } };
    (board []) => { #[inline] fn board(&self, observation: &Self::Observation) -> Self::Board {
        $crate::wrapper::Wrapper::inner(self).board(Self::observation_in(observation))
    } };
    (picture []) => { #[inline] fn picture(&self, observation: &Self::Observation) -> $crate::Picture {
        $crate::wrapper::Wrapper::inner(self).picture(Self::observation_in(observation))
    } };
    (touches []) => { #[inline] fn touches(&self, observation: &Self::Observation, mv: Self::Move) -> Vec<String> {
        Self::move_in(mv).map_or_else(Vec::new, |mv| $crate::wrapper::Wrapper::inner(self).touches(Self::observation_in(observation), mv))
    } };
    (hand_text []) => { #[inline] fn hand_text(&self, observation: &Self::Observation, seat: $crate::Seat) -> Option<String> {
        $crate::wrapper::Wrapper::inner(self).hand_text(Self::observation_in(observation), seat)
    } };
    (tallies []) => { #[inline] fn tallies(&self, observation: &Self::Observation) -> Vec<$crate::Tally> {
        $crate::wrapper::Wrapper::inner(self).tallies(Self::observation_in(observation))
    } };
    (shapes []) => { #[inline] fn shapes(&self) -> Vec<$crate::Shape> {
        $crate::wrapper::Wrapper::inner(self).shapes()
    } };
    (presets []) => { #[inline] fn presets(&self) -> &'static [$crate::Preset] {
        $crate::wrapper::Wrapper::inner(self).presets()
    } };
    (n_symmetries []) => { #[inline] fn n_symmetries(&self) -> usize {
        $crate::wrapper::Wrapper::inner(self).n_symmetries()
    } };
    (map_state []) => { #[inline] fn map_state(&self, symmetry: usize, state: &Self::State) -> Self::State {
        Self::wrap_state($crate::wrapper::Wrapper::inner(self).map_state(symmetry, Self::state_in(state)))
    } };
    (map_move []) => { #[inline] fn map_move(&self, symmetry: usize, mv: Self::Move) -> Self::Move {
        Self::move_in(mv).map_or(mv, |mv| Self::wrap_move($crate::wrapper::Wrapper::inner(self).map_move(symmetry, mv)))
    } };
    (map_seat []) => { #[inline] fn map_seat(&self, symmetry: usize, seat: $crate::Seat) -> $crate::Seat {
        $crate::wrapper::Wrapper::inner(self).map_seat(symmetry, seat)
    } };
    (dialect []) => { #[inline] fn dialect(&self) -> $crate::interchange::Dialect {
        $crate::wrapper::Wrapper::inner(self).dialect()
    } };
    (file_formats []) => { #[inline] fn file_formats(&self) -> &'static [&'static dyn $crate::interchange::FileFormat] {
        $crate::wrapper::Wrapper::inner(self).file_formats()
    } };
}
