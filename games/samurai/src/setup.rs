//! Deals as JSON: which figures stand where, and who holds and will draw what.

use std::collections::BTreeMap;

use ludwerk_core::Seat;
use serde::{Deserialize, Serialize};

use crate::board::{Space, bit, edo};
use crate::notation::as_tiles;
use crate::rules::Samurai;
use crate::state::{HAND, Phase, State};
use crate::tile::{Kind, N_KINDS, Tile, Tiles};

/// A deal as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    players: usize,
    /// The figures in each settlement, by its id.
    #[serde(default)]
    figures: BTreeMap<u8, Vec<String>>,
    /// The hand of each seat.
    #[serde(default)]
    hands: Vec<Vec<String>>,
    /// The pile of each seat, in the order of drawing.
    piles: Vec<Vec<String>>,
}

/// The deal of a start position.
pub(crate) fn json(game: Samurai, start: &State) -> String {
    let n_seats = start.n_seats();
    let is_dealt = !game.has_setup();
    let figures_of = |settlement: u8| {
        Kind::ALL.into_iter().filter(move |&kind| start.figures(kind) & bit(settlement) != 0)
    };
    let figures = (0..start.extent().n_settlements as u8).filter(|_| is_dealt).map(|settlement| {
        (
            Space::Settlement(settlement).id(),
            figures_of(settlement).map(|kind| kind.name().to_owned()).collect(),
        )
    });
    let names = |tiles: &mut dyn Iterator<Item = Tile>| tiles.map(|tile| tile.name().to_owned()).collect();
    let deal = Deal {
        players: n_seats,
        figures: figures.collect(),
        hands: Seat::all(n_seats)
            .filter(|_| is_dealt)
            .map(|seat| names(&mut start.hand(seat).each()))
            .collect(),
        piles: Seat::all(n_seats).map(|seat| names(&mut start.pile(seat).tiles())).collect(),
    };
    serde_json::to_string(&deal).unwrap_or_default()
}

/// The start position of a deal.
pub(crate) fn parse(game: Samurai, json: &str) -> Result<State, String> {
    let deal: Deal = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let n_seats = ludwerk_core::Game::n_seats(&game);
    if deal.players != n_seats {
        return Err(format!("it is for {} players, not {n_seats}", deal.players));
    }
    let mut state = State::empty(n_seats);
    let is_chosen = game.has_setup() && deal.hands.is_empty() && deal.figures.is_empty();
    if is_chosen {
        state.phase = Phase::Hand;
        state.figures = [edo(n_seats); N_KINDS];
    } else {
        read_figures(&mut state, &deal.figures)?;
    }
    if deal.piles.len() != n_seats || !is_chosen && deal.hands.len() != n_seats {
        return Err(format!("hands and piles must be lists of {n_seats}"));
    }
    for seat in Seat::all(n_seats) {
        let hand = if is_chosen { Vec::new() } else { tiles(&deal.hands[seat.idx()])? };
        let pile = tiles(&deal.piles[seat.idx()])?;
        let all: Vec<_> = hand.iter().chain(&pile).copied().collect();
        if as_tiles(&all, game.tiles()) != Some(game.tiles()) {
            return Err(format!(
                "hand and pile of seat {seat} must be the {} tiles of a player together",
                game.tiles().len()
            ));
        }
        if !is_chosen && hand.len() != HAND as usize {
            return Err(format!("seat {seat} has {} tiles in hand, not {HAND}", hand.len()));
        }
        state.hands[seat] = hand.into_iter().collect::<Tiles>();
        state.piles[seat] = pile.into_iter().collect();
        state.left[seat] = game.tiles();
    }
    Ok(state)
}

fn tiles(names: &[String]) -> Result<Vec<Tile>, String> {
    let read = |name: &String| Tile::of_name(name).ok_or_else(|| format!("there is no tile {name:?}"));
    names.iter().map(read).collect()
}

fn read_figures(state: &mut State, figures: &BTreeMap<u8, Vec<String>>) -> Result<(), String> {
    let extent = state.extent();
    for (&id, names) in figures {
        let settlement = match Space::of_id(id) {
            Some(Space::Settlement(settlement)) if usize::from(settlement) < extent.n_settlements => {
                settlement
            }
            _ => return Err(format!("space {id} is no settlement on the board of {}", state.n_seats())),
        };
        for name in names {
            let kind = Kind::of_name(name).ok_or_else(|| format!("there is no figure {name:?}"))?;
            if state.figures(kind) & bit(settlement) != 0 {
                return Err(format!("settlement {id} has two figures of {name}"));
            }
            state.figures[kind as usize] |= bit(settlement);
        }
    }
    for settlement in 0..extent.n_settlements as u8 {
        let space = Space::Settlement(settlement);
        let n_figures =
            Kind::ALL.into_iter().filter(|&kind| state.figures(kind) & bit(settlement) != 0).count();
        if n_figures != usize::from(space.buildings()) {
            return Err(format!(
                "settlement {} has {n_figures} figures, not {}",
                space.id(),
                space.buildings()
            ));
        }
    }
    for kind in Kind::ALL {
        let n = state.figures(kind).count_ones() as usize;
        if n != extent.figures_each {
            return Err(format!("{n} figures of {}, there are {}", kind.name(), extent.figures_each));
        }
    }
    Ok(())
}
