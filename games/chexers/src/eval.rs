//! Evaluation: the features of a published agent, the ideas that it gave up, and our own.
//!
//! The first seven are those of Song and Zhou's report (2019), with its defects repaired: no infinities where a player
//! has no pieces, and all six edges are edges. They look at the seat's own pieces. The next five are ideas that the
//! report describes and discarded, weighed by `tuned-maxn` alone; `extras.rs` has more of them. The others are leads:
//! what the seat has, less the mean of what the two rivals have. Those sum to zero over the seats, so that 0 is an even
//! game, which is what a draw is worth.

use ludwerk_core::{Evaluate, Feature, Seat, WeightFile, WeightPreset};

use crate::board::{
    AXES, BOARD, BySeat, EXITS_TO_WIN, GOALS, Hexes, N_SEATS, RED, RINGS, ROWS, State, after, before,
    neighbours,
};
use crate::rules::Chexers;

mod extras;
mod walls;

use extras::N_EXTRAS;
use walls::N_WALLS;

const N_REPORT: usize = 7;
const N_DISCARDED: usize = 5;
const N_LEADS: usize = 20;
/// The places of two leads.
const RACE: usize = 5;
const AHEAD: usize = 18;
/// What looks at the seat's own pieces comes before the leads.
const N_OWN: usize = N_REPORT + N_DISCARDED;
/// Where the extras begin, and those of them that are leads.
const EXTRAS: usize = N_OWN + N_LEADS;
const WALLS: usize = EXTRAS + N_EXTRAS;
const N_FEATURES: usize = WALLS + N_WALLS;

/// The weights of the report, in the order of its features.
const REPORT: [f64; N_REPORT] = [100.0, 70.0, -10.0, 1.0, -60.0, -5.0, 0.01];

const TABLE: [Feature; EXTRAS] = [
    plain("eat", "own pieces on the board and off it", 0.0, (0.0, 200.0)),
    plain("exit", "own exits; -1 if too few pieces are left to win", 0.0, (0.0, 200.0)),
    plain("dist", "mean steps to exit of the pieces still needed, the exit included", 0.0, (-50.0, 0.0)),
    plain("bound", "own neighbours of an own piece, on average", 0.0, (0.0, 20.0)),
    plain("danger-colour", "rivals that can turn an own piece", 0.0, (-200.0, 0.0)),
    plain("danger-pieces", "own pieces that can be turned", 0.0, (-50.0, 0.0)),
    plain("side", "edges and rivals' goals that an own piece stands on, on average", 0.0, (0.0, 10.0)),
    plain("place", "closeness of an own piece to the centre, 0 to 3, on average", 0.0, (-20.0, 20.0)),
    plain(
        "avoid",
        "steps from an own piece to the next rival, on average, when too few are left",
        0.0,
        (0.0, 50.0),
    ),
    plain("block-corners", "corners of rivals' goals that are held", 0.0, (0.0, 50.0)),
    plain(
        "phase-exit",
        "pieces that can exit and cannot be turned, when enough are left to win",
        0.0,
        (0.0, 200.0),
    ),
    plain(
        "phase-wait",
        "pieces in corners of rivals' goals, when too few are left to win",
        0.0,
        (0.0, 100.0),
    ),
    lead("lead-missing", "pieces that are missing to win", -4.7),
    lead("lead-fifth", "a fifth piece, exits included", 5.0),
    lead("lead-sixth", "a sixth", 3.6),
    lead("lead-more", "more than six", 5.3),
    lead("lead-exits", "exits", 2.8),
    lead("lead-race", "turns until the last exit that is needed", -0.15),
    lead("lead-hanging", "rivals that move sooner and can turn a piece", -3.0),
    lead("lead-shaky", "rivals that can turn a piece, if the seat is to move", 0.5),
    lead("lead-loose", "pieces that can be turned", -0.9),
    lead("lead-prey", "something to turn, if the seat is to move", 1.6),
    lead("lead-hope", "something to turn, if another is to move", 0.2),
    lead("lead-bound", "pairs of neighbouring pieces", 0.4),
    lead("lead-edge", "pieces on the edge", 0.0),
    lead("lead-corner", "pieces in corners, where nobody can turn them", 0.6),
    lead("lead-guard", "pieces on goals of rivals", -0.6),
    lead("lead-turn", "to be the one who moves", 0.0),
    lead("lead-crippled", "too few pieces left to win", -3.8),
    lead("lead-ready", "pieces that can exit, if enough are left to win", 3.1),
    lead("lead-ahead", "fewer turns to go than each of the others", 1.8),
    lead("lead-centre", "pieces in the centre and next to it", 0.0),
];

/// The table with the extras at its end.
const FEATURES: [Feature; N_FEATURES] = {
    let mut features = [extras::FEATURES[0]; N_FEATURES];
    let mut n = 0;
    while n < N_FEATURES {
        features[n] = if n < EXTRAS {
            TABLE[n]
        } else if n < WALLS {
            extras::FEATURES[n - EXTRAS]
        } else {
            walls::FEATURES[n - WALLS]
        };
        n += 1;
    }
    features
};

const fn plain(name: &'static str, help: &'static str, weight: f64, bounds: (f64, f64)) -> Feature {
    let scale = (bounds.1 - bounds.0) / 10.0;
    Feature { name, help, weight, bounds, scale }
}

const fn lead(name: &'static str, help: &'static str, weight: f64) -> Feature {
    Feature { name, help, weight, bounds: (-10.0, 10.0), scale: 0.5 }
}

const REPORT_WEIGHTS: [f64; N_FEATURES] = {
    let mut weights = [0.0; N_FEATURES];
    let mut n = 0;
    while n < N_REPORT {
        weights[n] = REPORT[n];
        n += 1;
    }
    weights
};

/// The weights of the report with others by name.
const fn report_with<const N: usize>(changes: [(&str, f64); N]) -> [f64; N_FEATURES] {
    let mut weights = REPORT_WEIGHTS;
    let mut n = 0;
    while n < N {
        weights[place_of(changes[n].0)] = changes[n].1;
        n += 1;
    }
    weights
}

/// The place of a feature, which must exist.
const fn place_of(name: &str) -> usize {
    let mut n = 0;
    while !is_equal(FEATURES[n].name.as_bytes(), name.as_bytes()) {
        n += 1;
    }
    n
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut n = 0;
    while n < one.len() && n < other.len() && one[n] == other[n] {
        n += 1;
    }
    n == one.len() && n == other.len()
}

const NO_DANGER: [(&str, f64); 3] = [("danger-colour", 0.0), ("danger-pieces", 0.0), ("side", 0.0)];

const REPORT_AVOID: [f64; N_FEATURES] =
    report_with([NO_DANGER[0], NO_DANGER[1], NO_DANGER[2], ("avoid", 10.0), ("avoid-goal", 10.0)]);

const REPORT_PHASES: [f64; N_FEATURES] =
    report_with([("exit-safe", 1000.0), ("wait-dist", 10.0), ("wait-steps", -10.0)]);

const REPORT_BLOCKS: [f64; N_FEATURES] = report_with([("block-dist", 10.0), ("block-steps", -10.0)]);

/// The answer of `ludwerk tune spsa chexers --agent maxn:depth=1,weights=report --weights hex-0-0,… --games 6000
/// --opening-plies 3 --max-plies 400 --seed 1`.
const REPORT_PLACES: [f64; N_FEATURES] = report_with([
    ("hex-0-0", 27.54),
    ("hex-0-1", 24.37),
    ("hex-1-0", 16.6),
    ("hex-1-1", 7.47),
    ("hex-1-2", 12.62),
    ("hex-2-0", 6.7),
    ("hex-2-1", 5.24),
    ("hex-2-2", 13.44),
    ("hex-3-0", 2.89),
    ("hex-3-1", -0.89),
    ("hex-3-2", 4.2),
    ("hex-3-3", 1.9),
    ("hex-4-0", -11.35),
    ("hex-4-1", -9.64),
    ("hex-4-2", 0.05),
    ("hex-5-0", -19.41),
    ("hex-5-1", -17.78),
    ("hex-5-2", -4.32),
    ("hex-6-0", -2.78),
    ("hex-6-1", -20.77),
]);

const REPORT_RIVALS: [f64; N_FEATURES] = {
    let mut weights = [0.0; N_FEATURES];
    weights[0] = REPORT[0];
    weights[2] = REPORT[2];
    weights
};

const REPORT_GREEDY: [f64; N_FEATURES] = {
    let mut weights = REPORT_RIVALS;
    weights[1] = REPORT[1];
    weights
};

impl Evaluate for Chexers {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &[
            WeightPreset {
                name: "report",
                help: "the evaluation of Song and Zhou's report (2019), repaired",
                weights: &REPORT_WEIGHTS,
            },
            WeightPreset {
                name: "report-greedy",
                help: "what the report's greedy agent looks at: EAT, DIST and EXIT",
                weights: &REPORT_GREEDY,
            },
            WeightPreset {
                name: "report-rivals",
                help: "how the report takes the others to judge: by EAT and DIST alone",
                weights: &REPORT_RIVALS,
            },
            WeightPreset {
                name: "report-places",
                help: "the report's with a table of values by place, tuned by SPSA, an idea that it dropped",
                weights: &REPORT_PLACES,
            },
            WeightPreset {
                name: "report-avoid",
                help: "the report's with AVOID in the place of DANGER and SIDE, an idea that it dropped",
                weights: &REPORT_AVOID,
            },
            WeightPreset {
                name: "report-phases",
                help: "the report's with phases for leaving and for waiting, an idea that it dropped",
                weights: &REPORT_PHASES,
            },
            WeightPreset {
                name: "report-blocks",
                help: "the report's, blocking the rivals' goals at first, an idea that it dropped",
                weights: &REPORT_BLOCKS,
            },
        ]
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        &[
            WeightFile {
                name: "tuned",
                help: "found by SPSA for mcts, from the weights of the table",
                bytes: include_bytes!("../weights/tuned.toml"),
                is_default: true,
            },
            WeightFile {
                name: "tuned-maxn",
                help: "found by SPSA for maxn, all features",
                bytes: include_bytes!("../weights/tuned-maxn.toml"),
                is_default: false,
            },
            WeightFile {
                name: "learnt-q",
                help: "by Q-learning from nothing, in 20,000 games of greedy",
                bytes: include_bytes!("../weights/learnt-q.toml"),
                is_default: false,
            },
            WeightFile {
                name: "report-ga",
                help: "the report's seven, by a genetic algorithm for maxn to depth 1",
                bytes: include_bytes!("../weights/report-ga.toml"),
                is_default: false,
            },
            WeightFile {
                name: "net",
                help: "a network of 64 units for mcts, fitted to 6,000 games of it; weaker than the default",
                bytes: include_bytes!("../weights/small.net"),
                is_default: false,
            },
        ]
    }

    fn n_extra_features(&self) -> usize {
        N_EXTRAS + N_WALLS
    }

    fn measure(&self, state: &State, seat: Seat, values: &mut [f64]) {
        values[..N_REPORT].copy_from_slice(&measure_report(state, seat));
        values[N_REPORT..N_OWN].copy_from_slice(&measure_discarded(state, seat));
        let reach = reach(state);
        values[N_OWN..EXTRAS].copy_from_slice(&leads(&assets_of_all(state, &reach), seat));
        values[EXTRAS..WALLS].copy_from_slice(&extras::measure(state, seat));
        values[WALLS..].copy_from_slice(&leads(&walls::of_all(state, &reach), seat));
    }

    /// Leaves out the groups that count for nothing.
    #[inline]
    fn evaluate(&self, state: &State, seat: Seat, weights: &[f64]) -> f64 {
        let Some(weights) = weights.first_chunk::<N_FEATURES>() else { return 0.0 };
        let (report, rest) = weights.split_at(N_REPORT);
        let (discarded, rest) = rest.split_at(N_DISCARDED);
        let (of_leads, rest) = rest.split_at(N_LEADS);
        let (extras, of_walls) = rest.split_at(N_EXTRAS);
        let mut sum = 0.0;
        if is_any(report) {
            sum += weigh_report(state, seat, report);
        }
        if is_any(discarded) {
            sum += dot(&measure_discarded(state, seat), discarded);
        }
        if is_any(of_leads) || is_any(of_walls) {
            let reach = reach(state);
            sum += dot(&leads(&assets_of_all(state, &reach), seat), of_leads);
            if is_any(of_walls) {
                sum += dot(&leads(&walls::of_all(state, &reach), seat), of_walls);
            }
        }
        if is_any(extras) {
            sum += dot(&extras::measure(state, seat), extras);
        }
        sum
    }

    /// Leads alone are measured once for all seats.
    #[inline]
    fn evaluate_all(&self, state: &State, weights: &[f64], values: &mut [f64]) {
        let Some(weights) = weights.first_chunk::<N_FEATURES>() else { return };
        if is_any(&weights[..N_OWN]) || is_any(&weights[EXTRAS..WALLS]) {
            for (seat, value) in Seat::all(values.len()).zip(values) {
                *value = self.evaluate(state, seat, weights);
            }
            return;
        }
        let (of_leads, of_walls) = (&weights[N_OWN..EXTRAS], &weights[WALLS..]);
        let reach = reach(state);
        let all = assets_of_all(state, &reach);
        let walls = is_any(of_walls).then(|| walls::of_all(state, &reach));
        for (seat, value) in Seat::all(values.len()).zip(values) {
            *value = dot(&leads(&all, seat), of_leads);
            if let Some(walls) = &walls {
                *value += dot(&leads(walls, seat), of_walls);
            }
        }
    }
}

/// Whether a group of features counts for anything.
#[inline]
fn is_any(weights: &[f64]) -> bool {
    weights.iter().any(|&weight| weight != 0.0)
}

#[inline]
fn dot(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// What the report's features are for a seat.
fn measure_report(state: &State, seat: Seat) -> [f64; N_REPORT] {
    let own = state.pieces(seat);
    let danger = danger(state, seat);
    [
        f64::from(material(state, seat)),
        exit_feature(state, seat),
        mean_distance(state, seat),
        per_piece(2 * neighbouring_pairs(own), own),
        f64::from(danger.iter().filter(|&&pieces| pieces != 0).count() as u32),
        f64::from((danger[0] | danger[1]).count_ones()),
        per_piece(edges_touched(state, seat), own),
    ]
}

/// Their sum with weights, without what weighs nothing: the opponents are taken to look at two of them only.
#[inline]
fn weigh_report(state: &State, seat: Seat, weights: &[f64]) -> f64 {
    let &[eat, exit, dist, bound, danger_colour, danger_pieces, side] = weights else { return 0.0 };
    let own = state.pieces(seat);
    let mut sum = eat * f64::from(material(state, seat)) + dist * mean_distance(state, seat);
    if exit != 0.0 {
        sum += exit * exit_feature(state, seat);
    }
    if bound != 0.0 {
        sum += bound * per_piece(2 * neighbouring_pairs(own), own);
    }
    if danger_colour != 0.0 || danger_pieces != 0.0 {
        let danger = danger(state, seat);
        let n_colours = u32::from(danger[0] != 0) + u32::from(danger[1] != 0);
        sum += danger_colour * f64::from(n_colours);
        sum += danger_pieces * f64::from((danger[0] | danger[1]).count_ones());
    }
    if side != 0.0 {
        sum += side * per_piece(edges_touched(state, seat), own);
    }
    sum
}

/// Pieces on the board and exits.
#[inline]
fn material(state: &State, seat: Seat) -> u32 {
    state.n_pieces(seat) + u32::from(state.exits(seat))
}

#[inline]
fn exit_feature(state: &State, seat: Seat) -> f64 {
    if material(state, seat) >= u32::from(EXITS_TO_WIN) { f64::from(state.exits(seat)) } else { -1.0 }
}

/// The turns that the `n` foremost of the seat's pieces need to exit.
#[inline]
fn turns_of_foremost(state: &State, seat: Seat, mut n: u32) -> u32 {
    let own = state.pieces(seat);
    let mut turns = 0;
    for (row, steps) in ROWS[seat].iter().zip(1..) {
        let here = (own & row).count_ones().min(n);
        turns += here * steps;
        n -= here;
        if n == 0 {
            break;
        }
    }
    turns
}

/// The mean number of turns that the pieces still needed take to exit. The report has infinities where there are no
/// pieces and where none is needed; here it is the farthest that a piece can be, and 0.
#[inline]
fn mean_distance(state: &State, seat: Seat) -> f64 {
    const FARTHEST: f64 = 7.0;
    let needed = u32::from(EXITS_TO_WIN - state.exits(seat).min(EXITS_TO_WIN));
    if needed == 0 {
        return 0.0;
    }
    let counted = needed.min(state.n_pieces(seat));
    if counted == 0 {
        FARTHEST
    } else {
        f64::from(turns_of_foremost(state, seat, counted)) / f64::from(counted)
    }
}

#[inline]
fn per_piece(sum: u32, own: Hexes) -> f64 {
    if own == 0 { 0.0 } else { f64::from(sum) / f64::from(own.count_ones()) }
}

#[inline]
pub(crate) fn neighbouring_pairs(own: Hexes) -> u32 {
    AXES.into_iter().map(|axis| (own & own << axis).count_ones()).sum()
}

/// The pieces of a seat that each of its rivals can turn, the next to move first.
#[inline]
fn danger(state: &State, seat: Seat) -> [Hexes; 2] {
    [state.threatened(seat, after(seat)), state.threatened(seat, before(seat))]
}

/// Whether a seat could turn a piece of a rival, if it were to move.
fn has_prey(state: &State, seat: Seat) -> bool {
    state.threatened(after(seat), seat) != 0 || state.threatened(before(seat), seat) != 0
}

/// How many edges the pieces of a seat stand on, corners twice and rivals' goals once more.
#[inline]
fn edges_touched(state: &State, seat: Seat) -> u32 {
    let own = state.pieces(seat);
    let on_edges: u32 = ROWS.all().iter().map(|rows| (own & (rows[0] | rows[6])).count_ones()).sum();
    on_edges + (own & (GOALS[after(seat)] | GOALS[before(seat)])).count_ones()
}

/// Hexes on an edge.
pub(crate) const EDGE: Hexes = {
    let [red, green, blue] = EDGES;
    red | green | blue
};

/// The two edges of each player, his home and his goal.
const EDGES: [Hexes; N_SEATS] = {
    let [red, green, blue] = ROWS.all();
    [red[0] | red[6], green[0] | green[6], blue[0] | blue[6]]
};

/// Hexes on two edges.
pub(crate) const CORNERS: Hexes = {
    let [red, green, blue] = EDGES;
    red & green | green & blue | blue & red
};

/// What the ideas that the report gave up are for a seat.
fn measure_discarded(state: &State, seat: Seat) -> [f64; N_DISCARDED] {
    let own = state.pieces(seat);
    let can_win = material(state, seat) >= u32::from(EXITS_TO_WIN);
    let corners = CORNERS & (GOALS[after(seat)] | GOALS[before(seat)]);
    let [next, last] = danger(state, seat);
    let ready = (own & GOALS[seat] & !(next | last)).count_ones();
    let waiting = f64::from((own & corners).count_ones());
    [
        per_piece(RINGS.iter().map(|ring| (own & ring).count_ones()).sum(), own),
        if can_win { 0.0 } else { per_piece(steps_between(own, state.others(seat)), own) },
        waiting,
        if can_win { f64::from(ready) } else { 0.0 },
        if can_win { 0.0 } else { waiting },
    ]
}

/// For each hex of a set the steps to the nearest of another set, summed up; 0 if one of them is empty.
fn steps_between(mut left: Hexes, to: Hexes) -> u32 {
    let (mut reached, mut sum) = (to, 0);
    left &= !reached;
    while reached != BOARD && reached != 0 && left != 0 {
        sum += left.count_ones();
        reached |= neighbours(reached);
        left &= !reached;
    }
    sum
}

/// What every seat has, in the order of the leads.
#[inline]
fn assets_of_all(state: &State, reach: &BySeat<Hexes>) -> BySeat<[i32; N_LEADS]> {
    let mut all = BySeat::from_fn(|seat| assets(state, seat, reach));
    // Whoever moves earlier is ahead of another with as many turns to go.
    let turn = |seat: Seat| seat.turns_after(state.to_move(), N_SEATS);
    let foremost = Seat::all(N_SEATS).min_by_key(|&seat| (all[seat][RACE], turn(seat))).unwrap_or(RED);
    all[foremost][AHEAD] = 1;
    all
}

/// What a seat has, less the mean of what its rivals have.
#[inline]
fn leads<const N: usize>(all: &BySeat<[i32; N]>, seat: Seat) -> [f64; N] {
    let (own, next, last) = (&all[seat], &all[after(seat)], &all[before(seat)]);
    std::array::from_fn(|n| f64::from(2 * own[n] - next[n] - last[n]) * 0.5)
}

/// For each seat the hexes where it could turn a foreign piece.
#[inline]
fn reach(state: &State) -> BySeat<Hexes> {
    let vacant = state.vacant();
    let mut reach = BySeat::default();
    for axis in AXES {
        let (above, below) = (vacant >> axis, vacant << axis);
        for seat in Seat::all(N_SEATS) {
            reach[seat] |= state.pieces(seat) << axis & above | state.pieces(seat) >> axis & below;
        }
    }
    reach
}

/// What a seat has, in the order of the leads.
#[inline]
fn assets(state: &State, seat: Seat, reach: &BySeat<Hexes>) -> [i32; N_LEADS] {
    let own = state.pieces(seat);
    let (next, last) = (after(seat), before(seat));
    let n_pieces = state.n_pieces(seat);
    let exits = u32::from(state.exits(seat));
    let material = n_pieces + exits;
    let needed = u32::from(EXITS_TO_WIN).saturating_sub(exits);
    let missing = needed.saturating_sub(n_pieces);
    let by_next = own & reach[next];
    let by_last = own & reach[last];
    let mover = state.to_move();
    let (is_mover, is_second) = (mover == seat, after(mover) == seat);
    let n_threats = u32::from(by_next != 0) + u32::from(by_last != 0);
    // Before the seat moves itself, the last player has a move, and the next one too unless the seat comes second.
    let hanging = match (is_mover, is_second) {
        (true, _) => 0,
        (false, true) => u32::from(by_last != 0),
        (false, false) => n_threats,
    };
    let has_prey = u32::from(reach[seat] & state.others(seat) != 0);
    [
        missing,
        u32::from(material >= 5),
        u32::from(material >= 6),
        material.saturating_sub(6),
        exits,
        turns_of_foremost(state, seat, needed.min(n_pieces)) + 7 * missing,
        hanging,
        if is_mover { n_threats } else { 0 },
        (by_next | by_last).count_ones(),
        if is_mover { has_prey } else { 0 },
        if is_mover { 0 } else { has_prey },
        neighbouring_pairs(own),
        (own & EDGE).count_ones(),
        (own & CORNERS).count_ones(),
        (own & (GOALS[next] | GOALS[last])).count_ones(),
        u32::from(is_mover),
        u32::from(missing > 0),
        if missing > 0 { 0 } else { (own & GOALS[seat]).count_ones() },
        0,
        (own & RINGS[1]).count_ones(),
    ]
    .map(|value| value as i32)
}
