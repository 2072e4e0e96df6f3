//! Selection: which move the next simulation tries, by UCT, progressive bias or PUCT, with or without RAVE.
//!
//! Nothing here knows the game: a move is a node with its statistics and its prior. The formulas are in `mcts.rs`.

use ludwerk_core::Seat;

use super::tree::{Family, NewChild, Node, Tree};
use super::{MctsOptions, Selection};

/// What untried moves have in front of tried ones in UCT: everything is tried once, the likely first.
const UNTRIED_FIRST: f64 = 1e9;

/// The move to try next in a position with so many visits: the best mix of what has done well and what has been tried
/// little. `equal` is an equal share.
pub(super) fn select(
    tree: &Tree,
    options: &MctsOptions,
    family: Family,
    n_visits: u32,
    seat: Seat,
    equal: f64,
) -> u32 {
    let n_visits = f64::from(n_visits);
    let untried = || value_of_untried(tree, options, family, equal);
    let c = options.exploration;
    let is_plain = options.rave.is_none() && options.guess == 0.0;
    // The formulas are told apart once a position, not once a move.
    match options.selection {
        Selection::Puct => {
            let (untried, scale) = (untried(), c * n_visits.sqrt());
            let bonus = |node: &Node, visits: f64| scale * node.prior() / (1.0 + visits);
            if is_plain {
                let mean =
                    |_, node: &Node, visits| if visits == 0.0 { untried } else { node.total() / visits };
                best(tree, options, family, seat, mean, bonus)
            } else {
                best(tree, options, family, seat, mixed_mean(tree, options, untried), bonus)
            }
        }
        Selection::Uct | Selection::Bias => {
            let (log_visits, untried) = (n_visits.ln(), untried());
            let b = if options.selection == Selection::Bias { options.bias } else { 0.0 };
            let bonus = |node: &Node, visits: f64| {
                if visits == 0.0 {
                    return UNTRIED_FIRST + node.prior();
                }
                c * (log_visits / visits).sqrt() + b * node.prior() / (1.0 + visits)
            };
            if is_plain {
                best(
                    tree,
                    options,
                    family,
                    seat,
                    |_, node, visits: f64| node.total() / visits.max(1.0),
                    bonus,
                )
            } else {
                best(tree, options, family, seat, mixed_mean(tree, options, untried), bonus)
            }
        }
    }
}

/// The first of the moves with the greatest sum of mean and bonus. The mean of a proven move is what is proven.
#[inline]
fn best(
    tree: &Tree,
    options: &MctsOptions,
    family: Family,
    seat: Seat,
    mean: impl Fn(u32, &Node, f64) -> f64,
    bonus: impl Fn(&Node, f64) -> f64,
) -> u32 {
    let mut best = (f64::NEG_INFINITY, family.first_block * super::tree::BLOCK);
    for (first, nodes) in tree.slices(family) {
        for (idx, node) in (first..).zip(nodes) {
            let visits = f64::from(node.visits());
            let proof = if node.is_proven() && options.solver { tree.proof_of(node) } else { None };
            let mean = match proof {
                // A proven loss is never tried again, unless all moves are.
                Some(proof) if proof.returns[seat] == 0.0 => continue,
                Some(proof) => proof.returns[seat],
                None => mean(idx, node, visits),
            };
            let urgency = mean + bonus(node, visits);
            if urgency > best.0 {
                best = (urgency, idx);
            }
        }
    }
    best.1
}

/// The mean of a move that is not proven, mixed with what is known of it beside the simulations that tried it.
fn mixed_mean(tree: &Tree, options: &MctsOptions, untried: f64) -> impl Fn(u32, &Node, f64) -> f64 {
    let (rave, weight_of_guess) = (options.rave, options.guess);
    move |idx, node, visits| {
        let (n_later, mean_later) = if rave.is_some() { tree.amaf(idx) } else { (0.0, 0.0) };
        let guess = node.guess();
        // Most moves were neither tried nor played later.
        if visits == 0.0 && n_later == 0.0 {
            return guess.unwrap_or(untried);
        }
        let mut n = visits;
        let mut mean = if n == 0.0 { untried } else { node.total() / n };
        // What a move was taken to be worth before it was tried counts as some simulations.
        if let Some(guess) = guess {
            n += weight_of_guess;
            mean += (guess - mean) * weight_of_guess / n;
        } else if rave.is_some() {
            n += 1.0;
            mean += (untried - mean) / n;
        }
        if let Some(equal) = rave {
            mean += n_later / (n + n_later + n * n_later / equal) * (mean_later - mean);
        }
        mean
    }
}

/// What a move is taken to be worth before it was tried: as much as its siblings on average.
fn value_of_untried(tree: &Tree, options: &MctsOptions, family: Family, equal: f64) -> f64 {
    let is_wanted = options.selection == Selection::Puct || options.rave.is_some();
    // Where the evaluation was asked, its answer is what is needed.
    if !is_wanted || options.guess > 0.0 {
        return 0.0;
    }
    let (mut total, mut n) = (0.0, 0.0);
    for (_, nodes) in tree.slices(family) {
        for node in nodes {
            total += node.total();
            n += f64::from(node.visits());
        }
    }
    if n > 0.0 { total / n } else { equal }
}

/// Sorts children, likelier ones first. In long lists those whose likelihoods are within a sixteenth of each other stay
/// as they are, which makes no difference and takes one pass instead of many comparisons.
pub(super) fn sort_by_likelihood(children: &mut Vec<NewChild>, spare: &mut Vec<NewChild>) {
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
        sort_by_likelihood(&mut listed, &mut Vec::new());
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
        sort_by_likelihood(&mut listed, &mut Vec::new());
        assert_eq!(listed.iter().map(|child| child.bits).collect::<Vec<_>>(), [1, 4, 5, 0, 2, 3]);
    }
}
