//! Selection: which move the next simulation tries, by UCT, progressive bias or PUCT, with or without RAVE.
//!
//! Nothing here knows the game: a move is a node with its statistics and its prior. The formulas are in `mcts.rs`.

use std::sync::atomic::Ordering::Relaxed;

use super::tree::{Family, NewChild, Node, Place, Tree};
use super::{MctsOptions, Selection};

/// What untried moves have in front of tried ones in UCT: everything is tried once, the likely first.
const UNTRIED_FIRST: f32 = 1e9;

/// What selection needs to know of a move: it takes the one with the greatest `value + scale·bonus`, where `scale`
/// depends on the visits of the position alone. So wide positions are looked through without a division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Urgency {
    /// The mean, mixed with all that is known beside it; not a number for a move of which nothing is known.
    pub value: f32,
    /// How far little-tried moves are preferred.
    pub bonus: f32,
}

impl Urgency {
    /// Both in one number, so that they can be stored at once.
    pub fn packed(self) -> u64 {
        u64::from(self.value.to_bits()) << 32 | u64::from(self.bonus.to_bits())
    }

    pub fn of_packed(packed: u64) -> Self {
        Self { value: f32::from_bits((packed >> 32) as u32), bonus: f32::from_bits(packed as u32) }
    }
}

/// By what a move is selected: the part of the options that says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    selection: Selection,
    exploration: f64,
    bias: f64,
    prior_visits: f64,
    pub rave: Option<f64>,
    pub solver: bool,
    /// An equal share.
    equal: f64,
    /// Nothing but mean and visits counts: UCT without priors by evaluation and RAVE.
    is_bare: bool,
}

impl Formula {
    pub fn new(options: &MctsOptions, n_seats: usize) -> Self {
        let MctsOptions { selection, exploration, bias, prior_visits, rave, solver, .. } = *options;
        let is_bare = selection == Selection::Uct && rave.is_none() && prior_visits <= 0.0;
        Self {
            selection,
            exploration,
            bias,
            prior_visits,
            rave,
            solver,
            equal: 1.0 / n_seats as f64,
            is_bare,
        }
    }

    /// What a bonus is multiplied with in a position with so many visits.
    fn scale(&self, n_visits: u32) -> f32 {
        let n_visits = f64::from(n_visits);
        let scale = self.exploration
            * match self.selection {
                Selection::Puct => n_visits.sqrt(),
                Selection::Uct | Selection::Bias => n_visits.ln().max(0.0).sqrt(),
            };
        scale as f32
    }

    /// What is known of a move with this prior that was neither tried nor judged.
    pub fn untried(prior: f32) -> Urgency {
        Urgency { value: f32::NAN, bonus: prior }
    }

    /// What is known of a move that is not proven, with how often its chooser played it later and with what success.
    #[inline]
    pub fn urgency(&self, node: &Node, later: (f64, f64)) -> Urgency {
        if !self.is_bare {
            return self.mixed(node, later);
        }
        let visits = f64::from(node.visits());
        if visits == 0.0 {
            return Self::untried(node.prior() as f32);
        }
        Urgency { value: (node.total() / visits) as f32, bonus: visits.sqrt().recip() as f32 }
    }

    /// The same by any formula.
    fn mixed(&self, node: &Node, (n_later, mean_later): (f64, f64)) -> Urgency {
        let visits = f64::from(node.visits());
        let prior = node.prior();
        let guess = node.guess().filter(|_| self.prior_visits > 0.0);
        let is_puct = self.selection == Selection::Puct;
        let is_known = visits > 0.0 || is_puct && (guess.is_some() || n_later > 0.0);
        if !is_known {
            return Self::untried(prior as f32);
        }
        let mut n = visits;
        let mut mean = if n == 0.0 { 0.0 } else { node.total() / n };
        // What a move was taken to be worth before it was tried counts as some simulations; without a guess beside
        // RAVE an equal share as one.
        if let Some(guess) = guess {
            n += self.prior_visits;
            mean += (guess - mean) * self.prior_visits / n;
        } else if self.rave.is_some() {
            n += 1.0;
            mean += (self.equal - mean) / n;
        }
        if let Some(equal) = self.rave
            && n_later > 0.0
        {
            mean += n_later / (n + n_later + n * n_later / equal) * (mean_later - mean);
        }
        let bonus = match self.selection {
            Selection::Puct => prior / (1.0 + visits),
            Selection::Uct => visits.sqrt().recip(),
            Selection::Bias => {
                mean += self.bias * prior / (1.0 + visits);
                visits.sqrt().recip()
            }
        };
        Urgency { value: mean as f32, bonus: bonus as f32 }
    }
}

/// The scales of few visits, which most positions have: to look one up takes less than a logarithm and a root.
pub(super) struct Scales {
    formula: Formula,
    /// 0 where it was not asked for, or is 0.
    known: Box<[f32; Self::N]>,
}

impl Scales {
    const N: usize = 1 << 10;

    /// None is known yet.
    pub fn new(formula: Formula) -> Self {
        Self { formula, known: Box::new([0.0; Self::N]) }
    }

    /// What a bonus is multiplied with in a position with so many visits.
    #[inline]
    pub fn of(&mut self, n_visits: u32) -> f32 {
        let Some(known) = self.known.get_mut(n_visits as usize) else { return self.formula.scale(n_visits) };
        if *known == 0.0 {
            *known = self.formula.scale(n_visits);
        }
        *known
    }
}

/// The move to try next in a position whose visits have this scale: the best mix of what has done well and what has been
/// tried little.
#[inline]
pub(super) fn select<'t>(tree: &'t Tree, formula: &Formula, family: Family<'t>, scale: f32) -> Place<'t> {
    let (mut best, mut best_place) = (f32::NEG_INFINITY, family.first());
    let (mut best_untried, mut untried) = (f32::NEG_INFINITY, None);
    for (first, urgencies) in tree.urgencies(family) {
        for (n, packed) in urgencies.iter().enumerate() {
            let Urgency { value, bonus } = Urgency::of_packed(packed.load(Relaxed));
            let urgency = value + scale * bonus;
            // Nothing is greater than what is not a number.
            if urgency > best {
                (best, best_place) = (urgency, first.next(n as u32));
            } else if value.is_nan() && bonus > best_untried {
                (best_untried, untried) = (bonus, Some(first.next(n as u32)));
            }
        }
    }
    // Of the moves of which nothing is known the likeliest is the most urgent.
    let Some(untried) = untried else { return best_place };
    let urgency = match formula.selection {
        Selection::Puct => value_of_untried(tree, family, formula.equal) as f32 + scale * best_untried,
        Selection::Uct | Selection::Bias => UNTRIED_FIRST + best_untried,
    };
    if urgency > best { untried } else { best_place }
}

/// What a move is taken to be worth before anything is known of it: as much as its siblings on average.
fn value_of_untried(tree: &Tree, family: Family<'_>, equal: f64) -> f64 {
    let (mut total, mut n) = (0.0, 0.0);
    for (_, nodes) in tree.slices(family) {
        for node in nodes {
            total += node.total();
            n += f64::from(node.visits());
        }
    }
    if n > 0.0 { total / n } else { equal }
}

/// Sorts children, likelier ones first. In long lists those whose priors are within a sixteenth of each other stay
/// as they are, which makes no difference and takes one pass instead of many comparisons.
pub(super) fn sort_by_prior(children: &mut Vec<NewChild>, spare: &mut Vec<NewChild>) {
    /// Shorter lists are sorted by insertion.
    const SHORT: usize = 40;
    /// Halves of a half ..., each divided into sixteen; what is less likely than all of them comes last.
    const N_BUCKETS: usize = 32 * 16;
    // The upper bits of a number that is not negative are its power of two and its first digits.
    const SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - 4;
    if children.len() <= SHORT {
        for at in 1..children.len() {
            let child = children[at];
            let mut to = at;
            while to > 0 && children[to - 1].prior < child.prior {
                children[to] = children[to - 1];
                to -= 1;
            }
            children[to] = child;
        }
        return;
    }
    let bucket = |child: &NewChild| {
        let below_one = (1_f32.to_bits() >> SHIFT).saturating_sub(child.prior.to_bits() >> SHIFT);
        (below_one as usize).min(N_BUCKETS - 1)
    };
    let mut places = [0_u32; N_BUCKETS];
    for child in &*children {
        places[bucket(child)] += 1;
    }
    let mut n_before = 0;
    for place in &mut places {
        (n_before, *place) = (n_before + *place, n_before);
    }
    spare.clear();
    spare.extend_from_slice(children);
    for child in &*spare {
        let place = &mut places[bucket(child)];
        children[*place as usize] = *child;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelier_children_come_first() {
        let mut rng = ludwerk_core::Rng::new(1);
        let priors =
            (0..700).map(|n| if n % 7 == 0 { 0.0 } else { rng.unit().powi(8) as f32 }).chain([1.0, f32::NAN]);
        let mut listed: Vec<_> = priors.zip(0..).map(|(prior, bits)| NewChild { bits, prior }).collect();
        sort_by_prior(&mut listed, &mut Vec::new());
        let mut numbers: Vec<_> = listed.iter().map(|child| child.bits).collect();
        for pair in listed.windows(2).filter(|pair| pair.iter().all(|child| child.prior > 1e-9)) {
            assert!(pair[0].prior > pair[1].prior * (1.0 - 1.0 / 16.0), "{pair:?}");
        }
        assert!(listed[listed.len() - 90..].iter().all(|child| child.prior < 1e-9));
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..702), "none is lost");
    }

    #[test]
    fn short_lists_are_sorted_exactly_and_equal_ones_stay_in_their_order() {
        let priors = [0.2, 0.3, 0.2, 0.1, 0.3, 0.25];
        let mut listed: Vec<_> =
            priors.iter().zip(0..).map(|(&prior, bits)| NewChild { bits, prior }).collect();
        sort_by_prior(&mut listed, &mut Vec::new());
        assert_eq!(listed.iter().map(|child| child.bits).collect::<Vec<_>>(), [1, 4, 5, 0, 2, 3]);
    }
}
