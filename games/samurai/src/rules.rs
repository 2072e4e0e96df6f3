//! The rules: how plies change a position, when a game ends, and who has won.

use ludwerk_core::{
    ChanceMode, ConfigError, Configure, Game, GameInfo, Information, Keyed, Outcome, Returns, Rng, Seat,
    Termination, Turn, Turns, Utility, Variant, WithoutIndex, WithoutInterchange, WithoutSymmetry, mix,
};

use crate::board::{BESIDE_LAND, MOST_SEATS, Space, bit, edo, numbers, sea_numbers};
use crate::moves::{Action, SamuraiMove};
use crate::state::{End, HAND, Phase, State};
use crate::tile::{Kind, N_KINDS, Tile, Tiles};

/// Samurai, with a variant and a number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samurai {
    variant: Rules,
    n_seats: usize,
}

/// The variants, in the order in which they are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    Official,
    OfficialFull,
    Ffg,
    Thesis,
}

const RULES: [Rules; 4] = [Rules::Official, Rules::OfficialFull, Rules::Ffg, Rules::Thesis];

/// So many figures set aside end the game.
pub const MOST_ASIDE: u8 = 4;

const GOAL: &str = "\
Win figures (rice, helmets, buddhas) by having the most influence around the settlements where they stand: villages \
with one figure, cities with two, Edo with three.";
const DEALT: &str = "Figures and hands of five tiles are dealt at random. Hands are hidden.";
const CHOSEN: &str = "\
Before play every player secretly chooses the five tiles of the first hand. Then figures are placed one by one in \
turn, no two equal ones in a settlement, in the cities before the villages; Edo has its three from the beginning.";
const TURN: &str = "\
In your turn put one or more tiles of your hand on the map: at most one ordinary tile, and any number of character \
tiles. Ordinary are rice, helmet and buddha tiles, which influence figures of their kind, samurai, which influence all \
three, and the token exchange; they go on land. Character tiles are ships, which go on the sea, and the ronin, which \
goes on land, both for all kinds, and the figure exchange. Then end the turn: your hand is filled up to five.";
const PLAIN_TURN: &str = "\
In your turn put one or more tiles of your hand on the map: at most one ordinary tile, and any number of character \
tiles. Ordinary are rice, helmet and buddha tiles, which influence figures of their kind, and samurai, which influence \
all three; they go on land. Character tiles are ships, which go on the sea, and the ronin, which goes on land, both for \
all kinds. Then end the turn: your hand is filled up to five. There are no exchanges: everyone has 18 tiles.";
const AT_ONCE: &str = "\
A settlement is decided as soon as all land around it is occupied, even in the middle of a turn: each of its figures \
goes to the player with the most influence on its kind there, from land and sea; after a tie it is set aside.";
const LATE: &str = "\
A settlement whose land is all occupied is decided when the turn ends, not before: each of its figures goes to the \
player with the most influence on its kind there, from land and sea; after a tie it is set aside.";
const EXCHANGES: &str = "\
The token exchange (shift) moves one of your ordinary tiles to other land and stays in its place; the figure exchange \
(swap) exchanges two figures on the map.";
const END: &str = "The game ends at once when one kind is gone from the map or four figures are set aside.";
const LATE_END: &str = "\
The game ends when at the end of a turn one kind is gone from the map or four figures are set aside.";
const LAST_END: &str = "\
The game ends when no figure is left on the map, however many were set aside and whichever kind is gone before.";
const WINNER: &str = "\
A player who has the most of two kinds wins. Otherwise, among those who have the most of one kind, the one with more \
figures of the other two kinds wins, then the one with more figures in all. If nobody has the most of any kind, the \
player with the most figures in all wins.";
const PLAIN_WINNER: &str = "\
The player who has the most of more kinds wins; if that is equal, the one with more figures in all.";
const PLIES: &str = "\
Plies are written rice4@17, ship2@55, shift:17>25, swap:rice@5,buddha@9 and end; the numbers are those of the spaces.";
const PLAIN_PLIES: &str = "\
Plies are written rice4@17, ship2@55 and end; the numbers are those of the spaces.";
const SETUP_PLIES: &str = "\
Before play they are written hand:rice4,samurai3,ship2,ronin1,swap and figure:rice@5.";

const INFO: GameInfo = GameInfo {
    id: "samurai",
    title: "Samurai",
    summary: "Surround the villages and cities of Japan, and win the majority of rice, helmets or buddhas.",
    variants: &[
        Variant {
            name: "official",
            summary: "The rules of 1998, hands and figures dealt at random.",
            rules: &[GOAL, DEALT, TURN, AT_ONCE, EXCHANGES, END, WINNER, PLIES],
        },
        Variant {
            name: "official-full",
            summary: "The rules of 1998: hands are chosen, figures placed in turn.",
            rules: &[GOAL, CHOSEN, TURN, AT_ONCE, EXCHANGES, END, WINNER, PLIES, SETUP_PLIES],
        },
        Variant {
            name: "ffg",
            summary: "The edition of 2015: captures and the end are judged at the end of a turn.",
            rules: &[GOAL, DEALT, TURN, LATE, EXCHANGES, LATE_END, WINNER, PLIES],
        },
        Variant {
            name: "thesis",
            summary: "Zhou's study of 2019: two players, no exchanges, to the last figure.",
            rules: &[GOAL, DEALT, PLAIN_TURN, AT_ONCE, LAST_END, PLAIN_WINNER, PLAIN_PLIES],
        },
    ],
    seats: (2, MOST_SEATS),
    information: Information::Imperfect,
    chance_mode: ChanceMode::Dealt,
    turns: Turns::SeveralPlies,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    // Each tile is a ply and may be followed by the end of a turn; before that come the hands and the figures.
    longest_game: Some((2 * 20 + 1 + 9) * MOST_SEATS as u32),
};

impl Configure for Samurai {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let idx = INFO.variant_idx(variant)?;
        let seats = if RULES[idx] == Rules::Thesis { (2, 2) } else { INFO.seats };
        let n_seats = INFO.check_players(INFO.variants[idx].name, seats, players)?;
        Ok(Self { variant: RULES[idx], n_seats })
    }
}

impl Samurai {
    /// The tiles that each player has.
    pub fn tiles(self) -> Tiles {
        if self.variant == Rules::Thesis { Tiles::WITHOUT_EXCHANGES } else { Tiles::ALL }
    }

    /// Whether hands are chosen and figures placed by the players.
    pub(crate) fn has_setup(self) -> bool {
        self.variant == Rules::OfficialFull
    }

    /// Whether surrounded settlements wait for the end of the turn.
    pub(crate) fn captures_at_end(self) -> bool {
        self.variant == Rules::Ffg
    }

    /// How many figures set aside end the game; `None` where they do not.
    pub(crate) fn most_aside(self) -> Option<u8> {
        (self.variant != Rules::Thesis).then_some(MOST_ASIDE)
    }

    /// A position with an empty board and shuffled piles of all tiles.
    fn shuffled(self, rng: &mut Rng) -> State {
        let mut state = State::empty(self.n_seats);
        for seat in Seat::all(self.n_seats) {
            let mut tiles: Vec<_> = self.tiles().each().collect();
            rng.shuffle(&mut tiles);
            state.piles[seat] = tiles.into_iter().collect();
            state.left[seat] = self.tiles();
        }
        state
    }

    /// A dealt game with these figures, by settlement: hands and piles are drawn at random.
    pub fn deal(self, figures: &[Vec<Kind>], rng: &mut Rng) -> State {
        let mut state = self.shuffled(rng);
        for (settlement, kinds) in figures.iter().enumerate() {
            for &kind in kinds {
                state.figures[kind as usize] |= bit(settlement as u8);
            }
        }
        for seat in Seat::all(self.n_seats) {
            refill(&mut state, seat);
        }
        state
    }

    /// Figures for each settlement, every deal without two equal ones in one place equally likely.
    fn random_figures(self, rng: &mut Rng) -> Vec<Vec<Kind>> {
        let extent = State::empty(self.n_seats).extent();
        let mut supply: Vec<_> =
            Kind::ALL.into_iter().flat_map(|kind| [kind].repeat(extent.figures_each - 1)).collect();
        loop {
            rng.shuffle(&mut supply);
            let mut rest = supply.iter().copied();
            let figures: Vec<Vec<_>> = (0..extent.n_settlements as u8)
                .map(|settlement| match usize::from(Space::Settlement(settlement).buildings()) {
                    N_KINDS => Kind::ALL.to_vec(),
                    n => rest.by_ref().take(n).collect(),
                })
                .collect();
            let differ = |kinds: &Vec<Kind>| kinds.len() != 2 || kinds[0] != kinds[1];
            if figures.iter().all(differ) {
                return figures;
            }
        }
    }

    fn play_tile(self, state: &mut State, seat: Seat, mv: SamuraiMove) {
        let mut touched = 0;
        match mv.action() {
            Action::Land(tile, land) => {
                state.spend(seat, tile);
                state.lay_on_land(seat, tile, land);
                state.ordinary_used |= tile.is_ordinary();
                touched = beside(land);
            }
            Action::Sea(tile, sea) => {
                state.spend(seat, tile);
                state.lay_on_sea(seat, tile, sea);
            }
            Action::Shift(from, to) => {
                let Some((_, moved)) = state.on_land(from) else { return };
                state.spend(seat, Tile::SHIFT);
                state.take_from_land(seat, moved, from);
                state.lay_on_land(seat, Tile::SHIFT, from);
                state.lay_on_land(seat, moved, to);
                state.ordinary_used = true;
                touched = beside(to);
            }
            Action::Swap([(one, kind), (other, other_kind)]) => {
                state.spend(seat, Tile::SWAP);
                state.swapped |= seat.bit();
                if kind != other_kind {
                    let both = bit(one) | bit(other);
                    state.figures[kind as usize] ^= both;
                    state.figures[other_kind as usize] ^= both;
                }
            }
            _ => return,
        }
        state.has_played = true;
        state.passes = 0;
        let has_captured = !self.captures_at_end() && state.capture(touched);
        state.last = (state.is_searched && !has_captured).then_some(mv);
        if has_captured {
            self.test_end(state);
        }
    }

    fn end_turn(self, state: &mut State, seat: Seat) {
        if self.captures_at_end() {
            state.capture(state.open());
            self.test_end(state);
        }
        state.last = None;
        if matches!(state.phase, Phase::Over(_)) {
            return;
        }
        if !state.draws_open {
            refill(state, seat);
        } else if state.hands[seat].len() < HAND && !state.piles[seat].is_empty() {
            state.phase = Phase::Draw;
            state.ordinary_used = false;
            state.has_played = false;
            return;
        }
        next_player(state);
    }

    fn test_end(self, state: &mut State) {
        let n_aside = state.aside.iter().sum::<u8>();
        let end = match self.most_aside() {
            None => (state.open() == 0).then_some(End::Figures),
            Some(_) if state.figures.contains(&0) => Some(End::Kind),
            Some(most) => (n_aside >= most).then_some(End::Ties),
        };
        if let Some(end) = end {
            over(state, end);
        }
    }

    /// Who shares the win when the game ends now.
    pub(crate) fn winners(self, state: &State) -> Returns {
        let seats = || Seat::all(self.n_seats);
        let total = |seat: Seat| state.captured(seat).iter().map(|&n| u32::from(n)).sum::<u32>();
        let majorities: [Option<Seat>; N_KINDS] = Kind::ALL.map(|kind| majority(state, kind));
        let n_majorities =
            |seat: Seat| majorities.iter().filter(|&&holder| holder == Some(seat)).count() as u32;
        let most = seats().map(n_majorities).max().unwrap_or(0);
        let others = |seat: Seat| {
            let own = (0..N_KINDS).filter(|&kind| majorities[kind] == Some(seat));
            total(seat) - own.map(|kind| u32::from(state.captured(seat)[kind])).sum::<u32>()
        };
        // Higher is better, the first number first.
        let rank = |seat: Seat| match (self.variant, most) {
            (Rules::Thesis, _) | (_, 0) => (n_majorities(seat), total(seat), 0),
            (_, 1) => (n_majorities(seat), others(seat), total(seat)),
            _ => (n_majorities(seat), 0, 0),
        };
        let best = seats().map(rank).max();
        Returns::shared(self.n_seats, |seat| Some(rank(seat)) == best)
    }
}

/// Who has more figures of a kind than each of the others.
pub fn majority(state: &State, kind: Kind) -> Option<Seat> {
    let count = |seat: Seat| state.captured(seat)[kind as usize];
    let most = Seat::all(state.n_seats()).map(count).max()?;
    let mut holders = Seat::all(state.n_seats()).filter(|&seat| count(seat) == most);
    holders.next().filter(|_| holders.next().is_none())
}

#[inline]
fn beside(land: u8) -> u64 {
    let [one, other] = BESIDE_LAND[usize::from(land)];
    bit(one) | bit(other)
}

fn refill(state: &mut State, seat: Seat) {
    while state.hands[seat].len() < HAND {
        let Some(tile) = state.piles[seat].draw() else { break };
        state.hands[seat] = state.hands[seat].with(tile);
    }
}

fn over(state: &mut State, end: End) {
    state.phase = Phase::Over(end);
    state.to_move = Seat::FIRST;
    state.last = None;
    state.ordinary_used = false;
    state.has_played = false;
}

/// Hands the turn on to the next player who holds a tile.
fn next_player(state: &mut State) {
    state.ordinary_used = false;
    state.has_played = false;
    state.phase = Phase::Turn;
    for _ in 0..state.n_seats {
        if state.passes >= state.n_seats {
            break;
        }
        state.to_move = state.to_move.next(state.n_seats());
        state.round += u8::from(state.to_move == Seat::FIRST);
        if !state.hands[state.to_move()].is_empty() {
            return;
        }
        state.passes += 1;
    }
    over(state, End::Stuck);
}

impl State {
    /// The position in which the player to move is left out; `None` if nobody else can move.
    pub(crate) fn skipped(&self) -> Option<Self> {
        let mut next = *self;
        next_player(&mut next);
        (next.phase == Phase::Turn && next.to_move != self.to_move).then_some(next)
    }
}

impl Game for Samurai {
    type State = State;
    type Move = SamuraiMove;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &str {
        INFO.variants[self.variant as usize].name
    }

    fn n_seats(&self) -> usize {
        self.n_seats
    }

    fn start(&self, rng: &mut Rng) -> State {
        if !self.has_setup() {
            let figures = self.random_figures(rng);
            return self.deal(&figures, rng);
        }
        let mut state = self.shuffled(rng);
        state.figures = [edo(self.n_seats); N_KINDS];
        state.phase = Phase::Hand;
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Over(_) => Turn::Over,
            Phase::Draw => Turn::Chance,
            _ => Turn::Player(state.to_move()),
        }
    }

    #[inline]
    fn legal_moves(&self, state: &State, moves: &mut Vec<SamuraiMove>) {
        let seat = state.to_move();
        match state.phase {
            Phase::Turn => list_tiles(state, seat, moves),
            Phase::Draw => moves
                .extend(state.piles[seat].as_set().sorts().map(|tile| SamuraiMove::new(Action::Draw(tile)))),
            Phase::Hand => list_hands(state.piles[seat].as_set(), moves),
            Phase::Figure => list_figures(state, moves),
            Phase::Over(_) => {}
        }
    }

    fn is_legal(&self, state: &State, mv: SamuraiMove) -> bool {
        let seat = state.to_move();
        let hand = state.hands[seat];
        let may_put = |tile: Tile| hand.has(tile) && !(tile.is_ordinary() && state.ordinary_used);
        let is_turn = state.phase == Phase::Turn;
        match mv.action() {
            Action::Land(tile, land) => is_turn && may_put(tile) && state.free_land >> land & 1 != 0,
            Action::Sea(tile, sea) => is_turn && may_put(tile) && state.free_sea >> sea & 1 != 0,
            Action::Shift(from, to) => {
                let are_fit = state.movable[seat] >> from & 1 != 0 && state.free_land >> to & 1 != 0;
                is_turn && may_put(Tile::SHIFT) && are_fit
            }
            Action::Swap([one, other]) => is_turn && may_put(Tile::SWAP) && may_swap(state, one, other),
            Action::End => is_turn && state.has_played,
            Action::Hand(tiles) => {
                state.phase == Phase::Hand
                    && tiles.len() == HAND
                    && state.piles[seat].as_set().contains(tiles)
            }
            Action::Draw(tile) => state.phase == Phase::Draw && state.piles[seat].as_set().has(tile),
            Action::Figure(..) | Action::Pass => {
                let mut moves = Vec::new();
                self.legal_moves(state, &mut moves);
                moves.contains(&mv)
            }
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: SamuraiMove) {
        let seat = state.to_move();
        match mv.action() {
            Action::End => self.end_turn(state, seat),
            Action::Pass => {
                state.passes += 1;
                next_player(state);
            }
            Action::Draw(tile) => {
                state.hands[seat] = state.hands[seat].with(tile);
                state.piles[seat] = state.piles[seat].without(Tiles::NONE.with(tile));
                if state.hands[seat].len() >= HAND || state.piles[seat].is_empty() {
                    next_player(state);
                }
            }
            Action::Hand(tiles) => {
                state.hands[seat] = tiles;
                state.piles[seat] = state.piles[seat].without(tiles);
                state.to_move = state.to_move.next(state.n_seats());
                if state.to_move == Seat::FIRST {
                    state.phase = Phase::Figure;
                }
            }
            Action::Figure(kind, settlement) => {
                state.figures[kind as usize] |= bit(settlement);
                state.to_move = state.to_move.next(state.n_seats());
                if Kind::ALL.into_iter().all(|kind| state.supply(kind) == 0) {
                    state.phase = Phase::Turn;
                }
            }
            _ => self.play_tile(state, seat, mv),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        match state.phase {
            Phase::Over(end) => Some(Outcome { returns: self.winners(state), reason: end.name() }),
            _ => None,
        }
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(SamuraiMove, f64)>) {
        if state.phase != Phase::Draw {
            return;
        }
        let tiles = state.piles[state.to_move()].as_set();
        let n_tiles = f64::from(tiles.len());
        outcomes.extend(
            tiles
                .sorts()
                .map(|tile| (SamuraiMove::new(Action::Draw(tile)), f64::from(tiles.count(tile)) / n_tiles)),
        );
    }

    fn points(&self, state: &State) -> Option<Vec<i32>> {
        Some(
            Seat::all(self.n_seats)
                .map(|seat| state.captured(seat).iter().map(|&n| i32::from(n)).sum())
                .collect(),
        )
    }
}

#[inline]
fn list_tiles(state: &State, seat: Seat, moves: &mut Vec<SamuraiMove>) {
    let before = moves.len();
    for tile in state.hands[seat].sorts() {
        if tile.is_ordinary() && state.ordinary_used {
            continue;
        }
        if tile.is_for_land() {
            moves.extend(numbers(state.free_land).map(|land| SamuraiMove::land(tile, land)));
        } else if tile.is_ship() {
            moves.extend(sea_numbers(state.free_sea).map(|sea| SamuraiMove::sea(tile, sea)));
        } else if tile == Tile::SHIFT {
            for from in numbers(state.movable[seat]) {
                moves.extend(numbers(state.free_land).map(|to| SamuraiMove::new(Action::Shift(from, to))));
            }
        } else {
            list_swaps(state, |one, other| moves.push(SamuraiMove::new(Action::Swap([one, other]))));
        }
    }
    if state.has_played {
        moves.push(SamuraiMove::END);
    } else if moves.len() == before {
        moves.push(SamuraiMove::PASS);
    }
}

/// Calls `with` with each pair of figures that may be exchanged.
pub(crate) fn list_swaps(state: &State, mut with: impl FnMut((u8, Kind), (u8, Kind))) {
    let open = state.open();
    for one in numbers(open) {
        for other in numbers(open & !(bit(one) * 2 - 1)) {
            for kind in Kind::ALL {
                for other_kind in Kind::ALL {
                    if may_swap(state, (one, kind), (other, other_kind)) {
                        with((one, kind), (other, other_kind));
                    }
                }
            }
        }
    }
}

/// Whether both figures are there, and no settlement has two equal ones afterwards.
#[inline]
fn may_swap(state: &State, (one, kind): (u8, Kind), (other, other_kind): (u8, Kind)) -> bool {
    let has = |settlement: u8, kind: Kind| state.figures(kind) & bit(settlement) != 0;
    one < other
        && has(one, kind)
        && has(other, other_kind)
        && (kind == other_kind || !has(one, other_kind) && !has(other, kind))
}

/// Every figure that may be placed: cities first.
fn list_figures(state: &State, moves: &mut Vec<SamuraiMove>) {
    let extent = state.extent();
    let n_figures =
        |settlement: u8| Kind::ALL.into_iter().filter(|&k| state.figures(k) & bit(settlement) != 0).count();
    let room =
        |settlement: u8| usize::from(Space::Settlement(settlement).buildings()) - n_figures(settlement);
    let all = || 0..extent.n_settlements as u8;
    let is_city = |settlement: &u8| Space::Settlement(*settlement).buildings() > 1;
    let cities_first = all().any(|settlement| is_city(&settlement) && room(settlement) > 0);
    for settlement in all().filter(|settlement| room(*settlement) > 0 && is_city(settlement) == cities_first)
    {
        for kind in Kind::ALL {
            if state.supply(kind) > 0 && state.figures(kind) & bit(settlement) == 0 {
                moves.push(SamuraiMove::new(Action::Figure(kind, settlement)));
            }
        }
    }
}

/// Every choice of five tiles.
pub(crate) fn list_hands(tiles: Tiles, moves: &mut Vec<SamuraiMove>) {
    fn choose(sorts: &[(Tile, u8)], chosen: Tiles, moves: &mut Vec<SamuraiMove>) {
        let missing = HAND - chosen.len();
        if missing == 0 {
            moves.push(SamuraiMove::new(Action::Hand(chosen)));
            return;
        }
        let Some((&(tile, count), rest)) = sorts.split_first() else { return };
        let mut with = chosen;
        for n in 0..=u32::from(count).min(missing) {
            if n > 0 {
                with = with.with(tile);
            }
            choose(rest, with, moves);
        }
    }
    let sorts: Vec<_> = tiles.sorts().map(|tile| (tile, tiles.count(tile))).collect();
    choose(&sorts, Tiles::NONE, moves);
}

/// Odd numbers without pattern, for the words of a position.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl State {
    /// What all players see, hashed.
    pub(crate) fn public_key(&self) -> u64 {
        let small =
            [self.to_move.idx() as u8, self.round, self.passes, phase_byte(self.phase)].map(u64::from);
        let flags = u64::from(self.ordinary_used) | u64::from(self.has_played) << 1;
        let mut sum =
            self.board_key ^ mix(small[0] | small[1] << 8 | small[2] << 16 | small[3] << 24 | flags << 32);
        let mut add = |word: u64| sum = (sum.rotate_left(23) ^ word).wrapping_mul(FACTOR);
        self.figures.into_iter().for_each(&mut add);
        for captured in self.captured.of_game(self.n_seats()) {
            add(captured.iter().fold(1, |word, &n| word << 8 | u64::from(n)));
        }
        add(self.aside.iter().fold(1, |word, &n| word << 8 | u64::from(n)));
        self.left.of_game(self.n_seats()).iter().for_each(|tiles| add(tiles.bits()));
        sum
    }
}

fn phase_byte(phase: Phase) -> u8 {
    match phase {
        Phase::Hand => 1,
        Phase::Figure => 2,
        Phase::Turn => 3,
        Phase::Draw => 4,
        Phase::Over(end) => 5 + end as u8,
    }
}

impl Keyed for Samurai {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let last = state.last.map_or(0, |mv| u64::from(ludwerk_core::Move::to_bits(mv)));
        let world = u64::from(state.draws_open) << 33 | u64::from(state.is_searched) << 32 | last;
        let mut sum = state.public_key() ^ mix(world);
        for seat in Seat::all(state.n_seats()) {
            let pile = state.piles[seat].bits();
            for word in [state.hands[seat].bits(), pile as u64, (pile >> 64) as u64] {
                sum = (sum.rotate_left(23) ^ word).wrapping_mul(FACTOR);
            }
        }
        mix(sum)
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        let mut fresh = *state;
        fresh.board_key = state.board_key_from_scratch();
        self.key(&fresh)
    }
}

impl WithoutSymmetry for Samurai {}
impl WithoutInterchange for Samurai {}
impl WithoutIndex for Samurai {}
