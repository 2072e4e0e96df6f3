//! The words and files of other programs behind the face of [`AnyGame`].

use ludwerk_core::interchange::{Dialect, FileFormat};
use ludwerk_core::{CompleteGame, Interchange};

use super::{AnyGame, Typed};

/// What [`AnyGame`] forwards to the real game.
pub(super) trait DynInterchange {
    fn dialect(&self) -> Dialect;
    fn file_formats(&self) -> &'static [&'static dyn FileFormat];
}

impl<G: CompleteGame> DynInterchange for Typed<G> {
    fn dialect(&self) -> Dialect {
        self.0.dialect()
    }

    fn file_formats(&self) -> &'static [&'static dyn FileFormat] {
        self.0.file_formats()
    }
}

impl Interchange for AnyGame {
    fn dialect(&self) -> Dialect {
        self.0.dialect()
    }

    fn file_formats(&self) -> &'static [&'static dyn FileFormat] {
        self.0.file_formats()
    }
}
