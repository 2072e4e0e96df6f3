//! A game given as an explicit tree, read from a string: what search tests are made of.
//!
//! ```text
//! tree   = leaf | choice | chance
//! leaf   = "[" share share … "]"             returns, one a seat
//! choice = SEAT "(" tree tree … ")"          that seat chooses
//! chance = "?" "(" WEIGHT tree WEIGHT tree … ")"   nature chooses, by weight
//! ```
//!
//! The branches of a node are moves called `a`, `b`, `c`, …

use ludwerk_core::{
    ChanceMode, Game, GameInfo, Information, Keyed, MAX_SEATS, Move, MoveError, Notation, Outcome,
    PerfectInformation, PositionError, Returns, Rng, Seat, Termination, Turn, Turns, Utility, Variant,
    WithoutDeal, WithoutEncoding, WithoutEvaluation, WithoutIndex, WithoutInterchange, WithoutMoveOrdering,
    WithoutMovePolicy, WithoutPicture, WithoutPresets, WithoutPruning, WithoutStrategies, WithoutSymmetry,
    mix,
};
use thiserror::Error;

/// A game tree.
///
/// ```
/// use ludwerk_testkit::{oracle::backward_induction, toys::Tree};
/// use ludwerk_core::{Game, Rng};
/// let tree = Tree::parse("0(1([1 0] [0 1]) ?(1 [1 0] 3 [0 1]))").unwrap();
/// let start = tree.start(&mut Rng::new(0));
/// assert_eq!(backward_induction(&tree, &start).as_slice(), [0.25, 0.75]);
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    info: GameInfo,
    n_seats: usize,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Leaf(Returns),
    Choice(Seat, Vec<u32>),
    /// Children with their probabilities.
    Chance(Vec<(u32, f64)>),
}

/// A text that is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a tree, at byte {at}: {reason}")]
pub struct TreeError {
    /// Where the text is wrong.
    pub at: usize,
    /// What is wrong.
    pub reason: String,
}

/// The branch to follow, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u8);

impl Move for Branch {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        u8::try_from(bits).ok().map(Self)
    }
}

/// The most branches of a node: they are called by the letters of the alphabet.
const MOST_BRANCHES: usize = 26;

impl Tree {
    /// Reads a tree.
    ///
    /// # Errors
    /// A [`TreeError`] that says where and what.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let mut reader = Reader { text, at: 0, nodes: Vec::new(), n_seats: None };
        reader.tree()?;
        reader.skip_blanks();
        if reader.at != text.len() {
            return Err(reader.error("something follows the tree"));
        }
        let n_seats = reader.n_seats.unwrap_or(1);
        let nodes = reader.nodes;
        if nodes.iter().any(|node| matches!(node, Node::Choice(seat, _) if seat.idx() >= n_seats)) {
            return Err(TreeError { at: 0, reason: format!("a seat is beyond the {n_seats} returns") });
        }
        let sums_to_one = |node: &Node| match node {
            Node::Leaf(returns) => (returns.as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-9,
            _ => true,
        };
        let has_chance = nodes.iter().any(|node| matches!(node, Node::Chance(_)));
        let is_constant_sum = nodes.iter().all(sums_to_one);
        let info = GameInfo {
            id: "tree",
            title: "Tree",
            summary: "An explicit game tree.",
            variants: &[Variant { name: "standard", summary: "As given.", rules: &["Choose a branch."] }],
            seats: (1, MAX_SEATS),
            information: Information::Perfect,
            chance_mode: if has_chance { ChanceMode::Explicit } else { ChanceMode::Deterministic },
            turns: Turns::OnePly,
            utility: if is_constant_sum { Utility::ConstantSum } else { Utility::GeneralSum },
            termination: Termination::ByPosition,
            longest_game: Some(nodes.len() as u32),
        };
        Ok(Self { info, n_seats, nodes })
    }

    /// A random tree in which a player moves first: seats in any order, up to `depth` plies deep, leaves that
    /// are won or shared by all, and chance plies where they are wanted.
    ///
    /// # Panics
    /// With more than [`MAX_SEATS`] seats.
    pub fn random(rng: &mut Rng, n_seats: usize, depth: u32, has_chance: bool) -> Self {
        loop {
            let tree = Self::parse(&random_text(rng, n_seats, depth, has_chance)).expect("a tree");
            if matches!(tree.turn(&0), Turn::Player(_)) {
                return tree;
            }
        }
    }

    fn node(&self, state: u32) -> &Node {
        &self.nodes[state as usize]
    }
}

/// A state is the index of a node; the root is 0.
impl Game for Tree {
    type State = u32;
    type Move = Branch;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn variant(&self) -> &'static str {
        "standard"
    }

    fn n_seats(&self) -> usize {
        self.n_seats
    }

    fn start(&self, _rng: &mut Rng) -> u32 {
        0
    }

    fn turn(&self, state: &u32) -> Turn {
        match self.node(*state) {
            Node::Leaf(_) => Turn::Over,
            Node::Choice(seat, _) => Turn::Player(*seat),
            Node::Chance(_) => Turn::Chance,
        }
    }

    fn legal_moves(&self, state: &u32, moves: &mut Vec<Branch>) {
        let n_children = match self.node(*state) {
            Node::Leaf(_) => 0,
            Node::Choice(_, children) => children.len(),
            Node::Chance(children) => children.len(),
        };
        moves.extend((0..n_children as u8).map(Branch));
    }

    fn play_unchecked(&self, state: &mut u32, mv: Branch) {
        *state = match self.node(*state) {
            Node::Leaf(_) => *state,
            Node::Choice(_, children) => children[usize::from(mv.0)],
            Node::Chance(children) => children[usize::from(mv.0)].0,
        };
    }

    fn outcome(&self, state: &u32) -> Option<Outcome> {
        match self.node(*state) {
            Node::Leaf(returns) => Some(Outcome { returns: *returns, reason: "leaf" }),
            _ => None,
        }
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }

    fn chance_outcomes(&self, state: &u32, outcomes: &mut Vec<(Branch, f64)>) {
        if let Node::Chance(children) = self.node(*state) {
            outcomes.extend((0u8..).zip(children).map(|(branch, &(_, p))| (Branch(branch), p)));
        }
    }
}

impl Keyed for Tree {
    fn key(&self, state: &u32) -> u64 {
        mix(u64::from(*state))
    }

    fn key_from_scratch(&self, state: &u32) -> u64 {
        self.key(state)
    }
}

impl Notation for Tree {
    fn move_text(&self, _state: &u32, mv: Branch) -> String {
        char::from(b'a' + mv.0).to_string()
    }

    fn parse_move(&self, state: &u32, text: &str) -> Result<Branch, MoveError> {
        let &[letter @ b'a'..=b'z'] = text.as_bytes() else {
            return Err(MoveError::malformed(text, "branches are called a, b, c, …"));
        };
        if self.turn(state) == Turn::Over {
            return Err(MoveError::Over);
        }
        let mv = Branch(letter - b'a');
        if self.is_legal(state, mv) {
            Ok(mv)
        } else {
            Err(MoveError::illegal(text, "there is no such branch"))
        }
    }

    fn position_text(&self, state: &u32) -> String {
        format!("node{state}")
    }

    fn parse_position(&self, text: &str) -> Result<u32, PositionError> {
        text.strip_prefix("node")
            .and_then(|number| number.parse().ok())
            .filter(|&node: &u32| (node as usize) < self.nodes.len() && text == format!("node{node}"))
            .ok_or_else(|| PositionError::new(text, format!("nodes are 0 to {}", self.nodes.len() - 1)))
    }

    fn position_help(&self) -> String {
        "`node3`: the third node after the root, in the order of the text".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("Seat {seat}")
    }
}

impl PerfectInformation for Tree {}
impl WithoutDeal for Tree {}
impl WithoutEncoding for Tree {}
impl WithoutEvaluation for Tree {}
impl WithoutMoveOrdering for Tree {}
impl WithoutMovePolicy for Tree {}
impl WithoutPruning for Tree {}
impl WithoutInterchange for Tree {}
impl WithoutPicture for Tree {}
impl WithoutPresets for Tree {}
impl WithoutStrategies for Tree {}
impl WithoutSymmetry for Tree {}
impl WithoutIndex for Tree {}

fn random_text(rng: &mut Rng, n_seats: usize, depth: u32, has_chance: bool) -> String {
    if depth == 0 || rng.below(6) == 0 {
        let winner = Seat::new(rng.below(n_seats));
        let is_draw = rng.below(3) == 0;
        let share = |seat| if is_draw { 1.0 / n_seats as f64 } else { f64::from(u8::from(seat == winner)) };
        let shares: Vec<_> = Seat::all(n_seats).map(|seat| share(seat).to_string()).collect();
        return format!("[{}]", shares.join(" "));
    }
    let children: Vec<_> =
        (0..=rng.below(3)).map(|_| random_text(rng, n_seats, depth - 1, has_chance)).collect();
    if has_chance && rng.below(3) == 0 {
        let weighted: Vec<_> = children.iter().map(|child| format!("{} {child}", 1 + rng.below(5))).collect();
        return format!("?({})", weighted.join(" "));
    }
    format!("{}({})", rng.below(n_seats), children.join(" "))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node>,
    n_seats: Option<usize>,
}

impl Reader<'_> {
    fn error(&self, reason: &str) -> TreeError {
        TreeError { at: self.at, reason: reason.to_owned() }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips blanks and looks at the next byte.
    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<(), TreeError> {
        if self.peek() != Some(byte) {
            return Err(self.error(&format!("{:?} was expected", char::from(byte))));
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Result<f64, TreeError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !matches!(c, '0'..='9' | '.' | '-')).unwrap_or(rest.len());
        let number = rest[..end].parse().map_err(|_| self.error("a number was expected"))?;
        self.at += end;
        Ok(number)
    }

    /// Reads a tree and gives the index of its root.
    fn tree(&mut self) -> Result<u32, TreeError> {
        let idx = self.nodes.len();
        // Holds the place, so that nodes are numbered in the order of the text.
        self.nodes.push(Node::Leaf(Returns::draw(1)));
        self.nodes[idx] = match self.peek() {
            Some(b'[') => self.leaf()?,
            Some(b'?') => self.chance()?,
            Some(b'0'..=b'9') => self.choice()?,
            _ => return Err(self.error("a tree starts with [, ? or a seat")),
        };
        Ok(idx as u32)
    }

    fn leaf(&mut self) -> Result<Node, TreeError> {
        self.expect(b'[')?;
        let mut shares = Vec::new();
        while self.peek() != Some(b']') {
            if shares.len() == MAX_SEATS {
                return Err(self.error("too many seats"));
            }
            shares.push(self.number()?);
        }
        self.expect(b']')?;
        if shares.is_empty() || *self.n_seats.get_or_insert(shares.len()) != shares.len() {
            return Err(self.error("every leaf has the same number of returns, at least one"));
        }
        Ok(Node::Leaf(Returns::from_shares(&shares)))
    }

    fn choice(&mut self) -> Result<Node, TreeError> {
        let seat = self.number()?;
        let seat = Some(seat).filter(|seat| seat.fract() == 0.0);
        let seat = seat.and_then(|seat| Seat::checked(seat as usize, MAX_SEATS));
        let seat = seat.ok_or_else(|| self.error("no such seat"))?;
        let children = self.children(Self::tree)?;
        Ok(Node::Choice(seat, children))
    }

    fn chance(&mut self) -> Result<Node, TreeError> {
        self.expect(b'?')?;
        let children = self.children(|reader| {
            let weight = reader.number()?;
            if weight <= 0.0 {
                return Err(reader.error("a weight is greater than 0"));
            }
            Ok((reader.tree()?, weight))
        })?;
        let sum: f64 = children.iter().map(|&(_, weight)| weight).sum();
        Ok(Node::Chance(children.into_iter().map(|(child, weight)| (child, weight / sum)).collect()))
    }

    fn children<T>(
        &mut self,
        child: impl Fn(&mut Self) -> Result<T, TreeError>,
    ) -> Result<Vec<T>, TreeError> {
        self.expect(b'(')?;
        let mut children = Vec::new();
        while self.peek() != Some(b')') {
            if children.len() == MOST_BRANCHES {
                return Err(self.error("too many branches"));
            }
            children.push(child(self)?);
        }
        if children.is_empty() {
            return Err(self.error("a node needs a branch"));
        }
        self.expect(b')')?;
        Ok(children)
    }
}
