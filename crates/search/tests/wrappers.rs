//! Worlds with open cards are games: the conformance suite holds for them.

use ludwerk_search::Open;
use ludwerk_testkit::toys::{Gamble, Kings, Kuhn, TicTacToe};
use ludwerk_testkit::{Suite, conformance};

#[test]
fn worlds_with_open_cards_conform() {
    conformance(&Suite::new(Open::new(TicTacToe)));
    conformance(&Suite::new(Open::new(Kings::<true>)));
    conformance(&Suite::new(Open::new(Kuhn)));
    conformance(&Suite::new(Open::new(Gamble)));
}

#[test]
fn worlds_with_draws_left_open_conform() {
    conformance(&Suite::new(Open::with_draws(Gamble)));
}
