//! Grid search: every combination of a few parameters' values is played, with error bars.
//!
//! A grid has many cells of few games, so its best cell is the luckiest of many. Three things keep the search honest:
//! the choice goes by what a cell is worth at least when its neighbours are asked as well ([`smooth`]), the grid is
//! tested for showing anything but chance ([`noise`]), and what was chosen is measured again in games of its own.

pub mod axis;
pub mod cell;
pub mod heat;
pub mod line;
pub mod noise;
pub mod page;
pub mod parameters;
pub mod printed;
pub mod run;
pub mod smooth;
pub mod words;
