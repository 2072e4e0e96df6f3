//! Each formula worked by hand, whole turns against a list of all, and the search against plain minimax.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Configure as _, Game as _, Notation as _, Rng, Seat, Strategies as _};

use super::minimax::{LineValue, Minimax, Plan};
use super::reading::{Adding, Domain, Per, Points, Reading};
use super::turns::{Turns, best_turn};
use super::worth::Worth;
use crate::board::{BESIDE_LAND, BESIDE_SEA, BySeat, NONE, Space, sea_numbers};
use crate::moves::{Action, SamuraiMove};
use crate::rules::Samurai;
use crate::state::{Phase, State};
use crate::tile::{Kind, Tile};

fn thesis() -> Samurai {
    Samurai::configure(Some("thesis"), Some(2)).unwrap()
}

/// Land 22 lies between the villages 2 (helmet here) and 3 (buddha), land 23 between 3 and the city 6 (rice and
/// buddha). Red has samurai2 on 22, Blue buddha3 on 21 (beside 2 and 3). Round 4; Red is said to have captured
/// one rice and three helmets, Blue two buddhas.
fn example() -> State {
    let text = "h/b/h/b/r/r/rb/h/r/b/rh/h/rhb/h/b/b/r 1:buddha3@21,0:samurai2@22 0.0.0/0.0.0 0.0.0 00 \
                rice2,rice3,rice4,helmet2,ronin1/helmet3,helmet4,buddha2,samurai1,ship1 \
                helmet3,helmet4,buddha2,buddha3,buddha4,samurai1,samurai1,samurai2,samurai3,ship1,ship1,ship2/\
                rice2,rice3,rice4,helmet2,buddha4,samurai1,samurai2,samurai2,samurai3,ship1,ship2,ronin1 0 4";
    let mut state = thesis().parse_position(text).unwrap();
    state.captured.of_game_mut(2).copy_from_slice(&[[1, 3, 0], [0, 0, 2]]);
    state
}

fn land(id: u8) -> u8 {
    match Space::of_id(id) {
        Some(Space::Land(land)) => land,
        space => panic!("{id} is {space:?}"),
    }
}

fn tile(name: &str) -> Tile {
    Tile::of_name(name).unwrap()
}

/// What a tile is worth to Red on a land space of the example.
fn worth(reading: Reading, name: &str, id: u8) -> i32 {
    let worth = Worth::new(&reading, &example(), Seat::FIRST);
    worth.on_land(&worth.row(tile(name)), land(id))
}

const GREEDY: Reading = Reading::GREEDY;

#[test]
fn the_example_is_as_described() {
    assert_eq!(BESIDE_LAND[usize::from(land(22))], [2, 3]);
    assert_eq!(BESIDE_LAND[usize::from(land(23))], [3, 6]);
}

#[test]
fn greed_counts_strength_for_each_figure() {
    assert_eq!(worth(GREEDY, "samurai2", 23), 6000, "buddha in 3, rice and buddha in 6");
    assert_eq!(worth(GREEDY, "buddha3", 23), 6000);
    assert_eq!(worth(GREEDY, "helmet4", 23), 0);
    assert_eq!(worth(Reading { points: Points::Best, ..GREEDY }, "samurai2", 23), 4000, "only 6");
    assert_eq!(worth(Reading { per: Per::Group, ..GREEDY }, "samurai2", 23), 4000, "3 and 6, once each");
}

#[test]
fn the_domain_compares_influences() {
    let with = |domain| Reading { domain, ..GREEDY };
    // In 3 Red has 2 for buddha and Blue 3; in 6 nobody has anything.
    assert_eq!(worth(with(Domain::Literal), "buddha3", 23), 3000 - 1000 + 3000);
    assert_eq!(worth(with(Domain::Contrary), "buddha3", 23), 3000 + 1000 + 3000);
    assert_eq!(worth(with(Domain::Close), "buddha3", 23), 3000 - 1000 + 3000);
    // In 2 Red leads for helmet by 2.
    let beside_2 = |domain| worth(with(domain), "helmet2", 20);
    assert_eq!(BESIDE_LAND[usize::from(land(20))], [1, 2]);
    assert_eq!([Domain::Literal, Domain::Contrary, Domain::Close].map(beside_2), [4000, 0, 0]);
}

#[test]
fn keeping_tiles_depends_on_the_round() {
    let reading = Reading { weights: [0.0, 0.38, 0.0], keep: [0.0, 0.5, 1.1, 3.1], ..GREEDY };
    // Round 4, boundary 10: six rounds too early.
    assert_eq!(worth(reading, "ronin1", 23), -7068, "0.38 * 3.1 * -6");
    assert_eq!(worth(reading, "samurai2", 23), -1140, "0.38 * 0.5 * -6");
    assert_eq!(worth(reading, "buddha3", 23), 0);
    let worth = Worth::new(&reading, &example(), Seat::FIRST);
    assert_eq!(worth.on_sea(&worth.row(Tile::SHIP2), 0), -2508, "0.38 * 1.1 * -6");
}

#[test]
fn the_state_of_the_score_counts_what_is_missing() {
    let reading = Reading { weights: [0.0, 0.0, 0.22], fixed: 12.0, penalty: 10.0, ..GREEDY };
    // Red has one rice and three helmets: three more rice, one more helmet, four buddhas are missing.
    assert_eq!(worth(reading, "rice2", 23), 880, "0.22 * 12 / 3, the rice in 6");
    assert_eq!(worth(reading, "helmet2", 20), 2640, "0.22 * 12 / 1, the helmet in 2");
    assert_eq!(worth(reading, "buddha2", 23), 2 * 660, "0.22 * 12 / 4, the buddhas in 3 and 6");
    let by_kind = Reading { score_per: Per::Group, ..reading };
    assert_eq!(worth(by_kind, "buddha2", 23), 660);
    assert_eq!(worth(by_kind, "samurai1", 23), 660 + 880);
    let mut decided = example();
    decided.captured[Seat::SECOND][Kind::Buddha as usize] = 4;
    let worth = Worth::new(&reading, &decided, Seat::FIRST);
    assert_eq!(worth.on_land(&worth.row(tile("buddha2")), land(23)), -2 * 2200, "0.22 * -10");
}

#[test]
fn ships_may_count_beside_decided_settlements() {
    let mut state = example();
    for figures in &mut state.figures {
        *figures = 0;
    }
    let count = |reading: Reading| {
        let worth = Worth::new(&reading, &state, Seat::FIRST);
        let row = worth.row(Tile::SHIP2);
        sea_numbers(state.free_sea).map(|sea| worth.on_sea(&row, sea)).max()
    };
    assert_eq!(count(GREEDY), Some(0));
    assert_eq!(count(Reading { counts_decided: true, ..GREEDY }), Some(4000), "two villages, or a city");
}

/// Positions of random play, some turns from the start.
fn positions(n: usize, seed: u64, n_plies: std::ops::Range<usize>) -> Vec<State> {
    let game = thesis();
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    let mut legal = Vec::new();
    while found.len() < n {
        let mut state = game.start(&mut rng);
        let n_plies = n_plies.start + rng.below(n_plies.len());
        for _ in 0..n_plies {
            legal.clear();
            game.legal_moves(&state, &mut legal);
            if let Some(&mv) = rng.choose(&legal) {
                game.play_unchecked(&mut state, mv);
            }
        }
        if state.phase == Phase::Turn {
            found.push(state);
        }
    }
    found
}

fn readings() -> Vec<Reading> {
    let full = Reading {
        domain: Domain::Close,
        adding: Adding::Whole,
        keep: [0.0, 0.0, 1.1, 3.1],
        weights: [1.0, 0.38, 0.22],
        fixed: 50.0,
        penalty: 10.0,
        ..GREEDY
    };
    vec![
        full,
        Reading { domain: Domain::Contrary, points: Points::Best, score_per: Per::Group, ..full },
        Reading { domain: Domain::Literal, per: Per::Group, counts_decided: true, ..full },
    ]
}

#[test]
fn the_best_turn_is_the_first_of_all_turns() {
    let mut turns = Turns::default();
    for state in positions(60, 11, 0..30) {
        for reading in readings() {
            let seat = state.to_move();
            let worth = Worth::new(&reading, &state, seat);
            let best = best_turn(&worth, &state, seat, state.has_played, None);
            turns.list(&worth, &state, seat, None);
            let all = turns.in_shells().filter(|turn| state.has_played || !turn.is_empty());
            assert_eq!(Some(best.value()), all.map(super::Turn::value).max());
            if !best.is_empty() {
                let judged = best.judged(&worth, &state, seat).unwrap();
                assert_eq!(judged.value(), best.value());
            }
        }
    }
}

/// The value of a tile, straight from the formulas.
fn plain_worth(reading: &Reading, state: &State, seat: Seat, mv: SamuraiMove) -> i32 {
    let (tile, beside) = match mv.action() {
        Action::Land(tile, land) => (tile, BESIDE_LAND[usize::from(land)]),
        Action::Sea(tile, sea) => (tile, BESIDE_SEA[usize::from(sea)]),
        action => panic!("{action:?}"),
    };
    let score = |kind: Kind| {
        let [own, other] = [seat, seat.other()].map(|seat| f64::from(state.captured(seat)[kind as usize]));
        let value = if own.max(other) >= 4.0 { -reading.penalty } else { reading.fixed / (4.0 - own) };
        (reading.weights[2] * value * 1000.0).round() as i32
    };
    let per_settlement = beside.into_iter().filter(|&settlement| settlement != NONE).map(|settlement| {
        let kinds: Vec<_> = Kind::ALL
            .into_iter()
            .filter(|&kind| tile.influences(kind) && state.figures(kind) >> settlement & 1 != 0)
            .collect();
        let figure = |kind: Kind| {
            let own = i32::from(state.influence(settlement, seat).on(kind));
            let other = i32::from(state.influence(settlement, seat.other()).on(kind));
            let domain = match reading.domain {
                Domain::Nothing => 0,
                Domain::Literal => own - other,
                Domain::Contrary => other - own,
                Domain::Close => -(own - other).abs(),
            };
            let score = if reading.score_per == Per::Figure { score(kind) } else { 0 };
            1000 * (i32::from(tile.strength()) + domain) + score
        };
        let figures: Vec<_> = kinds.iter().copied().map(figure).collect();
        let is_decided = state.open() >> settlement & 1 == 0;
        let value = if is_decided && reading.counts_decided && tile.is_ship() {
            let n = if reading.per == Per::Figure { Space::Settlement(settlement).buildings() } else { 1 };
            Some(1000 * i32::from(tile.strength()) * i32::from(n))
        } else if reading.per == Per::Figure {
            (!figures.is_empty()).then(|| figures.iter().sum())
        } else {
            figures.iter().copied().max()
        };
        (value, kinds)
    });
    let each: Vec<_> = per_settlement.collect();
    let by_kind = |kinds: &[Kind]| {
        let counts = |kind: &Kind| kinds.contains(kind) && reading.score_per == Per::Group;
        Kind::ALL.into_iter().filter(counts).map(score).sum::<i32>()
    };
    let points = match reading.points {
        Points::Sum => {
            let kinds: Vec<_> = each.iter().flat_map(|(_, kinds)| kinds.clone()).collect();
            each.iter().filter_map(|(value, _)| *value).sum::<i32>() + by_kind(&kinds)
        }
        Points::Best => each
            .iter()
            .filter_map(|(value, kinds)| value.map(|value| value + by_kind(kinds)))
            .max()
            .unwrap_or(0),
    };
    let class = match tile {
        Tile::RONIN => 3,
        Tile::SHIP1 | Tile::SHIP2 => 2,
        _ => 0,
    };
    let keep = reading.weights[1] * reading.keep[class] * (f64::from(state.round()) - reading.boundary);
    points + (keep * 1000.0).round() as i32
}

/// Plain minimax: every turn in every legal order of tiles, without any cut.
struct Plain {
    game: Samurai,
    reading: Reading,
    line: LineValue,
    root: Seat,
}

impl Plain {
    fn best(&self, state: &State, depth: u32, last: i32) -> i32 {
        if depth == 0 || matches!(state.phase(), Phase::Over(_)) {
            return if self.line == LineValue::Accumulated { 0 } else { last };
        }
        let mut values = Vec::new();
        self.turns(state, state, 0, depth, last, &mut values);
        let best = if state.to_move() == self.root { values.iter().max() } else { values.iter().min() };
        *best.unwrap()
    }

    /// The values of all turns that go on from `now`, with tiles judged on the board `before` the turn.
    fn turns(&self, before: &State, now: &State, sum: i32, depth: u32, last: i32, values: &mut Vec<i32>) {
        let seat = before.to_move();
        let mut legal = Vec::new();
        self.game.legal_moves(now, &mut legal);
        for mv in legal {
            let mut next = *now;
            self.game.play_unchecked(&mut next, mv);
            let is_tile = matches!(mv.action(), Action::Land(..) | Action::Sea(..));
            let sum = sum + if is_tile { plain_worth(&self.reading, before, seat, mv) } else { 0 };
            if is_tile && !matches!(next.phase(), Phase::Over(_)) {
                self.turns(before, &next, sum, depth, last, values);
                continue;
            }
            let is_own = seat == self.root;
            let has_tiles = mv != SamuraiMove::PASS;
            values.push(match self.line {
                LineValue::Accumulated if is_own => sum + self.best(&next, depth - 1, last),
                LineValue::Accumulated => -sum + self.best(&next, depth - 1, last),
                LineValue::Last => self.best(&next, depth - 1, if is_own && has_tiles { sum } else { last }),
            });
        }
    }
}

#[test]
fn the_search_has_the_value_of_plain_minimax() {
    let game = thesis();
    let mut rng = Rng::new(3);
    let mut n_tested = 0;
    for (n, mut state) in positions(1500, 5, 20..60).into_iter().enumerate() {
        // Few spaces, or plain minimax takes for ever.
        let seas: Vec<_> = sea_numbers(state.free_sea).collect();
        state.free_sea = (0..3).filter_map(|_| rng.choose(&seas)).fold(0, |set, sea| set | 1 << sea);
        let n_lands = state.free_land.count_ones();
        let n_characters: u32 = Seat::all(2)
            .map(|seat| state.hand(seat).each().filter(|tile| !tile.is_ordinary()).count() as u32)
            .sum();
        if n_lands > 5 || n_characters > 4 || state.has_played {
            continue;
        }
        let depth = if n_lands <= 3 && n_characters <= 2 { 5 } else { 3 };
        let reading = readings()[n % 3];
        for (line, sees_piles) in [(LineValue::Accumulated, n % 2 == 0), (LineValue::Last, false)] {
            let plan = Plan { reading, depth, line, sees_piles, nodes: None, time: None };
            let found = Minimax::new(game, plan, 1).search(&state, &AtomicBool::new(false));
            let mut open = state;
            if !sees_piles {
                open.piles = BySeat::default();
            }
            let plain = Plain { game, reading, line, root: state.to_move() };
            assert_eq!(
                found.value,
                plain.best(&open, depth, 0),
                "{line:?} depth {depth} {:?}\n{}",
                reading,
                game.position_text(&state)
            );
            assert!(found.is_finished);
            n_tested += 1;
        }
    }
    assert!(n_tested > 200, "{n_tested}");
}

#[test]
fn a_budget_ends_the_search_with_the_best_so_far() {
    let state = positions(1, 8, 0..1)[0];
    let reading = readings()[0];
    let plan = Plan {
        reading,
        depth: 5,
        line: LineValue::Accumulated,
        sees_piles: false,
        nodes: Some(500),
        time: None,
    };
    let found = Minimax::new(thesis(), plan, 1).search(&state, &AtomicBool::new(false));
    assert!(!found.is_finished && found.nodes == 500 && found.depth < 5);
    let again = Minimax::new(thesis(), plan, 1).search(&state, &AtomicBool::new(false));
    assert_eq!(found, again);
}

#[test]
fn the_declared_defaults_are_those_that_are_used() {
    let game = thesis();
    for strategy in game.strategies() {
        let defaults: Vec<_> = strategy.options.iter().map(|option| (option.name, option.default)).collect();
        assert!(game.strategy(strategy.name, &defaults, 1).is_ok(), "{}", strategy.name);
    }
}
