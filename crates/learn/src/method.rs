//! What all ways of tuning have in common: they ask how good points are, and are told by games.
//!
//! A method never plays. It asks in batches, is told the scores of a batch, and asks the next, until it has no more
//! questions; [`tune`](crate::tuning::tune) plays, keeps the answers and hands them over. So a method is a pure function
//! of its settings and the answers, and a run that was broken off is the same run again with the answers that were kept.

use crate::trial::Score;

/// How good is a point?
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The point, rounded as it is to be played.
    pub point: Vec<f64>,
    /// What it plays against.
    pub against: Rival,
    /// In so many bouts.
    pub n_bouts: usize,
}

/// What a point plays against.
#[derive(Clone, Debug, PartialEq)]
pub enum Rival {
    /// The agent that all points can be compared by.
    Reference,
    /// Another point, rounded as it is to be played.
    Point(Vec<f64>),
}

/// What may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// All games.
    pub n_games: usize,
    /// The games of a bout.
    pub games_a_bout: usize,
}

impl Budget {
    /// How many bouts that are.
    pub fn n_bouts(self) -> usize {
        self.n_games / self.games_a_bout.max(1)
    }
}

/// A way of tuning.
pub trait Method {
    /// The name, as on the command line.
    fn name(&self) -> &'static str;

    /// The next questions; when there are none, the search is over. Each is played with openings and seeds of its own:
    /// many points on a few openings would learn the openings.
    fn ask(&mut self) -> Vec<Question>;

    /// The scores of the points that were asked for, in their order.
    fn tell(&mut self, scores: &[Score]);

    /// The time is up: what is still asked should serve to choose the answer.
    fn wind_up(&mut self);

    /// Which part of the time it needs after that.
    fn reserve(&self) -> f64 {
        0.0
    }

    /// The best point that is known so far, rounded as it is to be played.
    fn estimate(&self) -> Vec<f64>;

    /// How the search stands against the reference, where the last answers tell it.
    fn standing(&self) -> Option<Score>;

    /// What [`Method::standing`] is the score of, in a few words.
    fn standing_help(&self) -> &'static str;

    /// Where the search is, in a few words.
    fn status(&self) -> String;

    /// The settings on which its questions depend, by name.
    fn settings(&self) -> Vec<(&'static str, f64)>;
}
