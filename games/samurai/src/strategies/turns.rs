//! Whole turns: sets of tiles, all judged on the board before the turn.
//!
//! A turn has a part on land (an ordinary tile, the ronin) and a part at sea (ships). The parts share no space, so
//! the best turn is the best of each, and all turns are all pairs of parts. Tiles are laid in one order, ships first:
//! they surround nothing, and count in what the land tiles then decide. Spaces beside the same open settlements are
//! equal, and one of them stands for all.

use ludwerk_core::{Game as _, Rng, Seat};

use crate::board::{BESIDE_LAND, BESIDE_SEA, NONE, Space, bit, numbers, sea_numbers};
use crate::moves::{Action, SamuraiMove};
use crate::rules::Samurai;
use crate::state::{Phase, State};
use crate::strategies::worth::{Row, Worth};
use crate::tile::{Tile, Tiles};

/// No space.
const NOWHERE: u8 = u8::MAX;

/// The tiles of a turn on land, or those at sea, and what they are worth together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub value: i32,
    /// On land: the number of the ordinary tile, its space, that of the ronin. At sea: the spaces of the stronger
    /// ship and of the weaker ones.
    what: [u8; 3],
}

impl Part {
    const NOTHING: Self = Self { value: 0, what: [NOWHERE; 3] };

    fn is_empty(self) -> bool {
        self.what == [NOWHERE; 3]
    }
}

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    land: Part,
    sea: Part,
}

impl Turn {
    /// A turn without tiles.
    pub const EMPTY: Self = Self { land: Part::NOTHING, sea: Part::NOTHING };

    /// The turn with these parts.
    pub fn of_parts(land: Part, sea: Part) -> Self {
        Self { land, sea }
    }

    /// What its tiles are worth together.
    #[inline]
    pub fn value(self) -> i32 {
        self.land.value + self.sea.value
    }

    /// Whether it has no tiles.
    pub fn is_empty(self) -> bool {
        self.land.is_empty() && self.sea.is_empty()
    }

    /// The same tiles on the same spaces.
    pub fn is_same(self, other: Self) -> bool {
        self.land.what == other.land.what && self.sea.what == other.sea.what
    }

    /// Its plies without the end of the turn.
    #[inline]
    pub fn plies(self) -> impl Iterator<Item = SamuraiMove> {
        let [ordinary, land, ronin] = self.land.what;
        let ships = [(Tile::SHIP2, 0), (Tile::SHIP1, 1), (Tile::SHIP1, 2)].into_iter();
        let at_sea = ships
            .filter(move |&(_, n)| self.sea.what[n] != NOWHERE)
            .map(move |(ship, n)| SamuraiMove::sea(ship, self.sea.what[n]));
        let tile = Tile::of_idx(ordinary).map(|tile| SamuraiMove::land(tile, land));
        at_sea.chain(tile).chain((ronin != NOWHERE).then(|| SamuraiMove::land(Tile::RONIN, ronin)))
    }

    /// The position after it; tiles that the end of the game leaves unplayed are left out.
    #[inline]
    pub fn played(self, game: Samurai, state: &State) -> State {
        let mut after = *state;
        for mv in self.plies() {
            game.play_unchecked(&mut after, mv);
            if matches!(after.phase, Phase::Over(_)) {
                return after;
            }
        }
        let end = if after.has_played { SamuraiMove::END } else { SamuraiMove::PASS };
        game.play_unchecked(&mut after, end);
        after
    }

    /// The turn with the values that its tiles have here, if it can be played here.
    pub fn judged(self, worth: &Worth, state: &State, seat: Seat) -> Option<Self> {
        let mut turn = self;
        let mut hand = state.hand(seat);
        (turn.land.value, turn.sea.value) = (0, 0);
        for mv in self.plies() {
            let (tile, value) = match mv.action() {
                Action::Land(tile, land) if state.free_land >> land & 1 != 0 => (tile, &mut turn.land.value),
                Action::Sea(tile, sea) if state.free_sea >> sea & 1 != 0 => (tile, &mut turn.sea.value),
                _ => return None,
            };
            if !hand.has(tile) {
                return None;
            }
            hand = hand.without(tile);
            let row = worth.row(tile);
            *value += match mv.target() {
                Some(Space::Land(land)) => worth.on_land(&row, land),
                Some(Space::Sea(sea)) => worth.on_sea(&row, sea),
                _ => 0,
            };
        }
        (!turn.is_empty()).then_some(turn)
    }
}

/// The ordinary tiles of a hand that go on land, if one may still be played.
fn ordinary(state: &State, seat: Seat) -> impl Iterator<Item = Tile> {
    let hand = if state.ordinary_used { Tiles::NONE } else { state.hand(seat) };
    hand.sorts().filter(|tile| tile.is_movable())
}

/// The best few of what is offered, the best first.
struct Top<T, const N: usize>([Option<(i32, u32, T)>; N]);

impl<T: Copy, const N: usize> Top<T, N> {
    fn new() -> Self {
        Self([None; N])
    }

    #[inline]
    fn offer(&mut self, value: i32, luck: u32, what: T) {
        let is_better = |held: &Option<(i32, u32, T)>| held.is_none_or(|(v, l, _)| (value, luck) > (v, l));
        let Some(place) = self.0.iter().position(is_better) else { return };
        self.0[place..].rotate_right(1);
        self.0[place] = Some((value, luck, what));
    }

    fn get(&self, n: usize) -> Option<(i32, T)> {
        self.0[n].map(|(value, _, what)| (value, what))
    }
}

/// The turn that is worth the most: with `may_be_empty` it may have no tiles, else it has none only if none can be
/// played. Ties are broken by `rng`, if there is one.
pub fn best_turn(
    worth: &Worth,
    state: &State,
    seat: Seat,
    may_be_empty: bool,
    mut rng: Option<&mut Rng>,
) -> Turn {
    let mut luck = || rng.as_mut().map_or(0, |rng| rng.next_u64() as u32);
    let land = best_land(worth, state, seat, &mut luck);
    let sea = best_sea(worth, state, seat, &mut luck);
    // The best of each, which may be nothing; not nothing of both, if something can be played.
    let or_nothing = |part: Option<Part>| part.filter(|part| part.value > 0).unwrap_or(Part::NOTHING);
    let free = Turn::of_parts(or_nothing(land), or_nothing(sea));
    if may_be_empty || !free.is_empty() {
        return free;
    }
    let only = |part: Option<Part>| part.map_or(i32::MIN, |part| part.value);
    match (land, sea) {
        (Some(part), _) if only(land) >= only(sea) => Turn::of_parts(part, Part::NOTHING),
        (_, Some(part)) => Turn::of_parts(Part::NOTHING, part),
        _ => Turn::EMPTY,
    }
}

/// The best part on land that has tiles.
fn best_land(worth: &Worth, state: &State, seat: Seat, luck: &mut impl FnMut() -> u32) -> Option<Part> {
    let mut ordinary_at = [(i32::MIN, 0, NOWHERE); 64];
    let mut has_ordinary = false;
    for tile in ordinary(state, seat) {
        let row = worth.row(tile);
        has_ordinary = true;
        for land in numbers(state.free_land) {
            let offer = (worth.on_land(&row, land), luck(), tile.idx());
            let held = &mut ordinary_at[usize::from(land)];
            if (offer.0, offer.1) > (held.0, held.1) || held.2 == NOWHERE {
                *held = offer;
            }
        }
    }
    let mut tiles = Top::<(u8, u8), 2>::new();
    if has_ordinary {
        for land in numbers(state.free_land) {
            let (value, luck, tile) = ordinary_at[usize::from(land)];
            tiles.offer(value, luck, (tile, land));
        }
    }
    let mut ronins = Top::<u8, 2>::new();
    if state.hand(seat).has(Tile::RONIN) {
        let row = worth.row(Tile::RONIN);
        for land in numbers(state.free_land) {
            ronins.offer(worth.on_land(&row, land), luck(), land);
        }
    }
    let mut best: Option<Part> = None;
    let mut offer = |tile: Option<(i32, (u8, u8))>, ronin: Option<(i32, u8)>| {
        let value = tile.map_or(0, |tile| tile.0) + ronin.map_or(0, |ronin| ronin.0);
        let (idx, land) = tile.map_or((NOWHERE, NOWHERE), |tile| tile.1);
        let ronin = ronin.map_or(NOWHERE, |ronin| ronin.1);
        let part = Part { value, what: [idx, land, ronin] };
        if !part.is_empty() && land != ronin && best.is_none_or(|best| value > best.value) {
            best = Some(part);
        }
    };
    for n in 0..2 {
        offer(tiles.get(n), None);
        offer(None, ronins.get(n));
        for m in 0..2 {
            if let (Some(tile), Some(ronin)) = (tiles.get(n), ronins.get(m)) {
                offer(Some(tile), Some(ronin));
            }
        }
    }
    best
}

/// The best part at sea that has tiles.
fn best_sea(worth: &Worth, state: &State, seat: Seat, luck: &mut impl FnMut() -> u32) -> Option<Part> {
    let hand = state.hand(seat);
    let mut top = |ship: Tile| {
        let mut spaces = Top::<u8, 3>::new();
        if hand.has(ship) {
            let row = worth.row(ship);
            for sea in sea_numbers(state.free_sea) {
                spaces.offer(worth.on_sea(&row, sea), luck(), sea);
            }
        }
        spaces
    };
    let (strong, weak) = (top(Tile::SHIP2), top(Tile::SHIP1));
    if strong.get(0).is_none() && weak.get(0).is_none() {
        return None;
    }
    let two_weak = hand.count(Tile::SHIP1) > 1;
    let choices = |top: &Top<u8, 3>| [None, top.get(0), top.get(1), top.get(2)];
    let mut best: Option<Part> = None;
    for (n, one) in choices(&weak).into_iter().enumerate() {
        let others = choices(&weak);
        for other in others.into_iter().enumerate().filter(|&(m, _)| m == 0 || two_weak && m < n) {
            for strong in choices(&strong) {
                let what = [strong, one, other.1].map(|ship| ship.map_or(NOWHERE, |ship| ship.1));
                let value = [strong, one, other.1].into_iter().flatten().map(|ship| ship.0).sum();
                let part = Part { value, what };
                if part.is_empty() || what[0] != NOWHERE && what[1..].contains(&what[0]) {
                    continue;
                }
                if best.is_none_or(|best| value > best.value) {
                    best = Some(part);
                }
            }
        }
    }
    best
}

/// Equal spaces: those beside the same open settlements. The first few of them, the lowest first.
#[derive(Clone, Copy)]
struct Class {
    beside: [u8; 2],
    spaces: [u8; 3],
}

/// Gives each space to its class.
fn classes<const N: usize>(spaces: impl Iterator<Item = (u8, [u8; 2])>, open: u64) -> ([Class; N], usize) {
    let mut classes = [Class { beside: [NONE; 2], spaces: [NOWHERE; 3] }; N];
    let mut n_classes = 0;
    for (space, beside) in spaces {
        let [one, other] =
            beside.map(|settlement| if open & bit(settlement) == 0 { NONE } else { settlement });
        let beside = [one.min(other), one.max(other)];
        if let Some(class) = classes[..n_classes].iter_mut().find(|class| class.beside == beside) {
            if let Some(place) = class.spaces.iter_mut().find(|place| **place == NOWHERE) {
                *place = space;
            }
        } else {
            classes[n_classes] = Class { beside, spaces: [space, NOWHERE, NOWHERE] };
            n_classes += 1;
        }
    }
    (classes, n_classes)
}

/// All turns of a player: every part on land with every part at sea, but both empty.
#[derive(Default)]
pub struct Turns {
    land: Vec<Part>,
    sea: Vec<Part>,
}

impl Turns {
    /// Lists the parts, the most valuable first; ties in the order of `rng`, if there is one.
    pub fn list(&mut self, worth: &Worth, state: &State, seat: Seat, rng: Option<&mut Rng>) {
        self.land.clear();
        self.sea.clear();
        self.list_land(worth, state, seat);
        self.list_sea(worth, state, seat);
        if let Some(rng) = rng {
            rng.shuffle(&mut self.land);
            rng.shuffle(&mut self.sea);
            self.land.sort_by_key(|part| -part.value);
            self.sea.sort_by_key(|part| -part.value);
        } else {
            self.land.sort_unstable_by_key(|part| (-part.value, part.what));
            self.sea.sort_unstable_by_key(|part| (-part.value, part.what));
        }
    }

    fn list_land(&mut self, worth: &Worth, state: &State, seat: Seat) {
        let free = numbers(state.free_land).map(|land| (land, BESIDE_LAND[usize::from(land)]));
        let (classes, n_classes) = classes::<64>(free, state.open());
        let classes = &classes[..n_classes];
        self.land.push(Part::NOTHING);
        for tile in ordinary(state, seat) {
            let row = worth.row(tile);
            self.land.extend(classes.iter().map(|class| Part {
                value: worth.between(&row, class.beside),
                what: [tile.idx(), class.spaces[0], NOWHERE],
            }));
        }
        if state.hand(seat).has(Tile::RONIN) {
            let row = worth.row(Tile::RONIN);
            for n in 0..self.land.len() {
                let Part { value, what: [tile, land, _] } = self.land[n];
                self.land.extend(classes.iter().filter_map(|class| {
                    let space = class.spaces.into_iter().find(|&space| space != land);
                    let ronin = space.filter(|&space| space != NOWHERE)?;
                    let value = value + worth.between(&row, class.beside);
                    Some(Part { value, what: [tile, land, ronin] })
                }));
            }
        }
    }

    fn list_sea(&mut self, worth: &Worth, state: &State, seat: Seat) {
        self.sea.push(Part::NOTHING);
        let hand = state.hand(seat);
        if !hand.has(Tile::SHIP1) && !hand.has(Tile::SHIP2) {
            return;
        }
        let free = sea_numbers(state.free_sea).map(|sea| (sea, BESIDE_SEA[usize::from(sea)]));
        // Beside decided settlements ships may count, too: then spaces are equal only if they share those.
        let (classes, n_classes) = classes::<96>(free, worth.seen_from_sea());
        let classes = &classes[..n_classes];
        if hand.has(Tile::SHIP2) {
            add_ship(&mut self.sea, worth, &worth.row(Tile::SHIP2), classes, (0, 0));
        }
        if hand.has(Tile::SHIP1) {
            let row = worth.row(Tile::SHIP1);
            let n_without = self.sea.len();
            add_ship(&mut self.sea, worth, &row, classes, (1, 0));
            if hand.count(Tile::SHIP1) > 1 {
                add_ship(&mut self.sea, worth, &row, classes, (2, n_without));
            }
        }
    }

    /// All turns; those of the most valuable parts come first.
    pub fn in_shells(&self) -> impl Iterator<Item = Turn> {
        let (n_land, n_sea) = (self.land.len(), self.sea.len());
        let pair = |land: usize, sea: usize| Turn::of_parts(self.land[land], self.sea[sea]);
        (0..n_land.max(n_sea)).flat_map(move |shell| {
            let row =
                (0..n_sea.min(shell + 1)).filter(move |_| shell < n_land).map(move |sea| pair(shell, sea));
            let column =
                (0..n_land.min(shell)).filter(move |_| shell < n_sea).map(move |land| pair(land, shell));
            row.chain(column)
        })
    }
}

/// Adds to the parts from number `first` on the same with one more ship, as number `place` of its spaces.
fn add_ship(
    parts: &mut Vec<Part>,
    worth: &Worth,
    row: &Row,
    classes: &[Class],
    (place, first): (usize, usize),
) {
    for n in first..parts.len() {
        let Part { value, what } = parts[n];
        parts.extend(classes.iter().filter_map(|class| {
            let space = class.spaces.into_iter().find(|space| !what.contains(space))?;
            // Of two equal ships the first has the lower space.
            if space == NOWHERE || place == 2 && space < what[1] {
                return None;
            }
            let mut with = what;
            with[place] = space;
            Some(Part { value: value + worth.between(row, class.beside), what: with })
        }));
    }
}
