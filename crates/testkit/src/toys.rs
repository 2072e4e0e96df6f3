//! Toy games, small enough to be solved by hand, that searches are tested on.

mod gamble;
mod harvest;
mod kings;
mod kuhn;
mod nim;
mod tictactoe;
mod tree;

pub use gamble::{Gamble, GambleMove, GambleState};
pub use harvest::{End, Harvest, Row};
pub use kings::{Kings, Placed, Step};
pub use kuhn::{Action, Kuhn, KuhnState};
pub use nim::{Heaps, Nim, Taken};
pub use tictactoe::{Board, Mark, TicTacToe};
pub use tree::{Branch, Tree, TreeError};
