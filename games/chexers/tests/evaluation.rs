//! The evaluation against its definitions: the report's features computed anew with coordinates and loops, sums with
//! weights, the ideas that the report gave up on positions made by hand, and the game's rotation.

use std::collections::BTreeMap;

use ludwerk_chexers::Chexers;
use ludwerk_chexers::board::{BLUE, GREEN, RED, State};
use ludwerk_core::{BySeat, Evaluate, Game, Notation, Playthrough, Rng, Seat};

const GAMES: &str = include_str!("data/games.jsonl");
const EDGE_GAMES: &str = include_str!("data/edge-games.jsonl");
const POSITIONS: &str = include_str!("data/positions.jsonl");

type Place = (i32, i32);

const STEPS: [Place; 6] = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)];

/// Where the pieces of each seat can leave the board.
const GOALS: [[Place; 4]; 3] = [
    [(3, -3), (3, -2), (3, -1), (3, 0)],
    [(-3, 3), (-2, 3), (-1, 3), (0, 3)],
    [(-3, 0), (-2, -1), (-1, -2), (0, -3)],
];

/// A position read from its text.
#[derive(Clone, Debug, PartialEq)]
struct Board {
    /// Who stands on a hex.
    owners: BTreeMap<Place, Seat>,
    exits: [u32; 3],
    to_move: Seat,
}

const LETTERS: BySeat<char, 3> = BySeat::new(['r', 'g', 'b']);
const COLOURS: BySeat<&str, 3> = BySeat::new(["red", "green", "blue"]);

/// All hexes by `q` and then by `r`.
fn places() -> impl Iterator<Item = Place> {
    (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r))).filter(|&place| is_on_board(place))
}

fn is_on_board((q, r): Place) -> bool {
    q.abs() <= 3 && r.abs() <= 3 && (q + r).abs() <= 3
}

fn steps_between((q, r): Place, (to_q, to_r): Place) -> i32 {
    let (dq, dr) = (to_q - q, to_r - r);
    dq.abs().max(dr.abs()).max((dq + dr).abs())
}

impl Board {
    fn of(state: &State) -> Self {
        let text = Chexers.position_text(state);
        let [letters, colour, exits] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
        let owner = |letter| Seat::all(3).find(|&seat| LETTERS[seat] == letter);
        let owners =
            places().zip(letters.chars()).filter_map(|(place, c)| Some((place, owner(c)?))).collect();
        let exits: Vec<u32> = exits.split(',').map(|number| number.parse().unwrap()).collect();
        let to_move = Seat::all(3).find(|&seat| COLOURS[seat] == colour).unwrap();
        Self { owners, exits: exits.try_into().unwrap(), to_move }
    }

    fn state(&self) -> State {
        let letter = |place| self.owners.get(&place).map_or('.', |&seat| LETTERS[seat]);
        let letters: String = places().map(letter).collect();
        let [red, green, blue] = self.exits;
        Chexers.parse_position(&format!("{letters} {} {red},{green},{blue}", COLOURS[self.to_move])).unwrap()
    }

    /// The same position seen by the next seat: a third of a turn, red for green for blue for red.
    fn rotated(&self) -> Self {
        let owners = self
            .owners
            .iter()
            .map(|(&(q, r), &seat)| ((-q - r, q), seat.next(3)))
            .collect::<BTreeMap<_, _>>();
        let [red, green, blue] = self.exits;
        Self { owners, exits: [blue, red, green], to_move: self.to_move.next(3) }
    }

    fn pieces(&self, seat: Seat) -> Vec<Place> {
        self.owners.iter().filter(|&(_, &owner)| owner == seat).map(|(&place, _)| place).collect()
    }

    /// Whether `enemy` stands next to a place with nothing on the other side.
    fn is_threatened(&self, (q, r): Place, enemy: Seat) -> bool {
        STEPS.iter().any(|&(dq, dr)| {
            let (from, to) = ((q + dq, r + dr), (q - dq, r - dr));
            self.owners.get(&from) == Some(&enemy) && is_on_board(to) && !self.owners.contains_key(&to)
        })
    }

    /// The seven features of the report, as it defines them; finite where its program is not.
    fn report_features(&self, seat: Seat) -> [f64; 7] {
        let own = self.pieces(seat);
        let (n, exits) = (own.len(), self.exits[seat.idx()]);
        let material = n as f64 + f64::from(exits);
        let mean = |sum: f64| if n == 0 { 0.0 } else { sum / n as f64 };
        let rivals: Vec<Seat> = Seat::all(3).filter(|&other| other != seat).collect();
        let mut turns: Vec<i32> = own
            .iter()
            .map(|&piece| GOALS[seat.idx()].iter().map(|&goal| steps_between(piece, goal)).min().unwrap() + 1)
            .collect();
        turns.sort_unstable();
        turns.truncate(4 - exits as usize);
        let dist = match (exits, n) {
            (4, _) => 0.0,
            (_, 0) => 7.0,
            _ => f64::from(turns.iter().sum::<i32>()) / turns.len() as f64,
        };
        let bound =
            own.iter().flat_map(|&one| own.iter().filter(move |&&two| steps_between(one, two) == 1)).count();
        let reaches = |piece: &Place, rival: &Seat| self.is_threatened(*piece, *rival);
        let colours = rivals.iter().filter(|rival| own.iter().any(|piece| reaches(piece, rival))).count();
        let pieces = own.iter().filter(|piece| rivals.iter().any(|rival| reaches(piece, rival))).count();
        let side = |&(q, r): &Place| {
            let foreign = rivals.iter().any(|&rival| GOALS[rival.idx()].contains(&(q, r)));
            [q.abs() == 3, r.abs() == 3, (q + r).abs() == 3, foreign].into_iter().filter(|&is| is).count()
        };
        [
            material,
            if material >= 4.0 { f64::from(exits) } else { -1.0 },
            dist,
            mean(bound as f64),
            colours as f64,
            pieces as f64,
            mean(own.iter().map(side).sum::<usize>() as f64),
        ]
    }
}

/// What stands after a key of a line of JSON, up to `end`.
fn value<'a>(line: &'a str, key: &str, end: char) -> &'a str {
    let (_, rest) = line.split_once(&format!("\"{key}\":")).expect("the key is there");
    rest.split_once(end).expect("its end").0.trim().trim_matches(['"', '['])
}

/// Every position of the recorded games, of those made to be awkward, and some with few pieces or many exits.
fn positions() -> Vec<State> {
    let mut states = Vec::new();
    for line in GAMES.lines().chain(EDGE_GAMES.lines()) {
        let mut play = Playthrough::new(Chexers, Chexers.start(&mut Rng::new(0)));
        states.push(*play.state());
        let (_, moves) = line.split_once("\"moves\":").unwrap();
        for text in moves.split_once(']').unwrap().0.split('"').skip(1).step_by(2) {
            play.play_text(text).unwrap();
            states.push(*play.state());
        }
    }
    for line in POSITIONS.lines() {
        let [board, turn] = ["board", "turn"].map(|key| value(line, key, ','));
        let text = format!("{board} {turn} {}", value(line, "scores", ']'));
        states.push(Chexers.parse_position(&text).unwrap());
    }
    states
}

fn measured(state: &State, seat: Seat) -> Vec<f64> {
    let mut values = vec![f64::NAN; Chexers.features().len()];
    Chexers.measure(state, seat, &mut values);
    values
}

/// The features of a position, by name.
fn feature(text: &str, seat: Seat, name: &str) -> f64 {
    let place = Chexers.features().iter().position(|feature| feature.name == name).expect("a feature");
    measured(&Chexers.parse_position(text).unwrap(), seat)[place]
}

#[test]
fn the_reports_features_are_those_of_its_definitions() {
    let states = positions();
    assert!(states.len() > 5000, "{}", states.len());
    let (mut n_without_pieces, mut n_won) = (0, 0);
    for state in &states {
        let board = Board::of(state);
        assert_eq!(&board.state(), state);
        for seat in Seat::all(3) {
            let ours = measured(state, seat);
            let defined = board.report_features(seat);
            assert_eq!(ours[..7], defined, "seat {seat} in {}", Chexers.position_text(state));
            assert!(ours.iter().all(|value| value.is_finite()));
            n_without_pieces += usize::from(board.pieces(seat).is_empty());
            n_won += usize::from(board.exits[seat.idx()] == 4);
        }
    }
    assert!(n_without_pieces > 0 && n_won > 0, "{n_without_pieces} {n_won}");
}

/// The report's own figures: its weights, and what it says of taking a piece with one or two rivals in reach.
#[test]
fn the_reports_weights_are_the_printed_ones() {
    let preset = |name| Chexers.weight_presets().iter().find(|preset| preset.name == name).unwrap().weights;
    let named = |weights: &[f64]| -> Vec<(&str, f64)> {
        let names = Chexers.features().iter().map(|feature| feature.name);
        names.zip(weights.iter().copied()).filter(|&(_, weight)| weight != 0.0).collect()
    };
    assert_eq!(named(preset("report-rivals")), [("eat", 100.0), ("dist", -10.0)]);
    let expected = [
        ("eat", 100.0),
        ("exit", 70.0),
        ("dist", -10.0),
        ("bound", 1.0),
        ("danger-colour", -60.0),
        ("danger-pieces", -5.0),
        ("side", 0.01),
    ];
    assert_eq!(named(preset("report")), expected);
}

#[test]
fn the_value_is_the_weighted_sum() {
    let n_features = Chexers.features().len();
    let mut rng = Rng::new(1);
    let mut sets = vec![Chexers.default_weights(), vec![0.0; n_features], vec![1.0; n_features]];
    sets.extend(Chexers.weight_presets().iter().map(|preset| preset.weights.to_vec()));
    sets.extend((0..n_features).map(|n| (0..n_features).map(|m| f64::from(u8::from(n == m))).collect()));
    sets.extend((0..20).map(|_| {
        let mut weight = || if rng.below(2) == 0 { 0.0 } else { rng.unit() * 20.0 - 10.0 };
        (0..n_features).map(|_| weight()).collect()
    }));
    for state in positions().iter().step_by(7) {
        for seat in Seat::all(3) {
            let values = measured(state, seat);
            for weights in &sets {
                let sum: f64 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
                let ours = Chexers.evaluate(state, seat, weights);
                assert!((ours - sum).abs() < 1e-9, "{ours} is not {sum}: {}", Chexers.position_text(state));
            }
        }
    }
}

#[test]
fn leads_sum_to_zero() {
    let is_lead: Vec<bool> =
        Chexers.features().iter().map(|feature| feature.name.starts_with("lead-")).collect();
    assert!(is_lead.iter().filter(|&&is| is).count() > 10);
    let mut differs = vec![false; is_lead.len()];
    for state in &positions() {
        let seats: Vec<_> = Seat::all(3).map(|seat| measured(state, seat)).collect();
        for n in (0..is_lead.len()).filter(|&n| is_lead[n]) {
            let sum: f64 = seats.iter().map(|values| values[n]).sum();
            assert!(sum.abs() < 1e-9, "{}", Chexers.features()[n].name);
            differs[n] |= seats[0][n] != 0.0;
        }
    }
    // Not because they are all 0.
    assert_eq!(differs, is_lead);
}

#[test]
fn every_feature_turns_with_the_board() {
    for state in positions().iter().step_by(3) {
        let board = Board::of(state);
        let rotated = board.rotated();
        assert_eq!(rotated.rotated().rotated(), board);
        for seat in Seat::all(3) {
            assert_eq!(measured(state, seat), measured(&rotated.state(), seat.next(3)));
        }
    }
}

/// A position with a piece of a seat on each of some hexes.
fn position(pieces: [&[Place]; 3], to_move: Seat, exits: [u32; 3]) -> String {
    let owners =
        Seat::all(3).flat_map(|seat| pieces[seat.idx()].iter().map(move |&place| (place, seat))).collect();
    Chexers.position_text(&Board { owners, exits, to_move }.state())
}

#[test]
fn places_count_by_their_distance_from_the_centre() {
    // 3, 2, 1 and 0 for the rings.
    let text = position([&[(0, 0), (1, 0), (-1, 2), (3, -3)], &[(0, -3)], &[]], Seat::FIRST, [0; 3]);
    assert_eq!(feature(&text, Seat::FIRST, "place"), 6.0 / 4.0);
    assert_eq!([feature(&text, Seat::SECOND, "place"), feature(&text, Seat::new(2), "place")], [0.0, 0.0]);
}

#[test]
fn rivals_are_avoided_only_by_the_weak() {
    let red: &[Place] = &[(-3, 0), (-1, 0)];
    let rivals: [&[Place]; 2] = [&[(1, 0)], &[(-3, 3)]];
    // From -3,0 blue is three steps away, and from -1,0 green is two.
    let weak = position([red, rivals[0], rivals[1]], Seat::FIRST, [0; 3]);
    assert_eq!(feature(&weak, Seat::FIRST, "avoid"), 5.0 / 2.0);
    let strong = position([red, rivals[0], rivals[1]], Seat::FIRST, [2, 0, 0]);
    assert_eq!(feature(&strong, Seat::FIRST, "avoid"), 0.0);
    // Who has nobody to avoid, and who has nothing left.
    let alone = position([red, &[], &[]], Seat::FIRST, [0; 3]);
    assert!(Seat::all(3).all(|seat| feature(&alone, seat, "avoid") == 0.0));
}

#[test]
fn corners_of_rivals_goals_are_held() {
    // The corners 3,-3 and 3,0 are of red's own goal, the other four of the rivals'.
    let corners: &[Place] = &[(3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0)];
    let many = position([corners, &[(0, -3)], &[(0, 0)]], Seat::FIRST, [0; 3]);
    assert_eq!(feature(&many, Seat::FIRST, "block-corners"), 3.0);
    // Green stands in a corner of blue's goal.
    assert_eq!(feature(&many, Seat::SECOND, "block-corners"), 1.0);
    assert_eq!(feature(&many, Seat::new(2), "block-corners"), 0.0);
}

#[test]
fn phases_depend_on_whether_the_game_can_be_won() {
    // Red could exit from 3,-1 and 3,0; green can jump along the edge over 3,-1 if 3,-2 has it and 3,0 is empty.
    let ready: &[Place] = &[(3, -1), (0, 0), (-1, 0), (-3, 3)];
    let safe = position([ready, &[(0, -3)], &[]], Seat::FIRST, [0; 3]);
    assert_eq!(feature(&safe, Seat::FIRST, "phase-exit"), 1.0);
    assert_eq!(feature(&safe, Seat::FIRST, "phase-wait"), 0.0);
    let threatened = position([ready, &[(3, -2)], &[]], Seat::FIRST, [0; 3]);
    assert_eq!(feature(&threatened, Seat::FIRST, "phase-exit"), 0.0);
    // With three pieces nothing can be won: waiting in a corner counts, readiness does not.
    let few = position([&[(3, -1), (0, 0), (-3, 3)], &[(0, -3)], &[]], Seat::FIRST, [0; 3]);
    assert_eq!(feature(&few, Seat::FIRST, "phase-exit"), 0.0);
    assert_eq!(feature(&few, Seat::FIRST, "phase-wait"), 1.0);
    // An exit made earlier counts like a piece.
    let enough = position([&[(3, -1), (0, 0), (-3, 3)], &[(0, -3)], &[]], Seat::FIRST, [1, 0, 0]);
    assert_eq!(feature(&enough, Seat::FIRST, "phase-exit"), 1.0);
}

#[test]
fn what_hangs_depends_on_who_moves_first() {
    // Three neighbours in the middle of the board: everybody can turn everybody.
    let pieces: [&[Place]; 3] = [&[(0, 0)], &[(1, 0)], &[(0, 1)]];
    let hanging = |to_move| {
        let text = position(pieces, to_move, [3, 3, 3]);
        [RED, GREEN, BLUE].map(|seat| feature(&text, seat, "lead-hanging"))
    };
    // Who moves is in no danger, the next fears one, the last fears two; less the mean of the others'.
    assert_eq!(hanging(Seat::FIRST), [-1.5, 0.0, 1.5]);
    assert_eq!(hanging(Seat::SECOND), [1.5, -1.5, 0.0]);
    assert_eq!(hanging(Seat::new(2)), [0.0, 1.5, -1.5]);
}
