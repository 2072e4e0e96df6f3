//! Blokus keeps the core's promises in all its variants, and counts as published.

use ludwerk_blokus::{Classic, Duo};
use ludwerk_core::Configure;
use ludwerk_testkit::{PerftTable, Suite, conformance};

#[test]
fn variants_for_two_conform() {
    for variant in ["duo", "duo-free", "thesis", "thesis-free"] {
        conformance(&Suite::new(Duo::configure(Some(variant), None).unwrap()).with_cases(24));
    }
}

#[test]
fn variants_of_classic_conform() {
    for variant in ["classic", "classic-2", "classic-3"] {
        conformance(&Suite::new(Classic::configure(Some(variant), None).unwrap()).with_cases(12));
    }
}

#[test]
fn perft_counts_as_published() {
    let table = PerftTable::parse(include_str!("blokus.perft")).unwrap();
    assert_eq!(table.check::<Duo>(100_000_000).unwrap(), 12);
    let table = PerftTable::parse(include_str!("classic.perft")).unwrap();
    assert_eq!(table.check::<Classic>(1_000_000).unwrap(), 3);
}
