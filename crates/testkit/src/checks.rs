//! The checks of the conformance suite: what each promises, and how it is tested in one position.

mod hints;
mod interchange;
mod numbers;
mod secrets;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use ludwerk_core::{
    Area, Capable, History, MAX_SEATS, Move, MoveError, Playthrough, Rng, Seat, StrategyError, Turn, Viewer,
    action_mask, legal_actions,
};

use crate::conformance::Suite;

/// Tests one position; the text says what is wrong.
type Test<G> = fn(&Suite<G>, &<G as ludwerk_core::Game>::State, &mut Rng) -> Result<(), String>;

/// One promise.
pub struct Check<G: Capable> {
    pub name: &'static str,
    pub promise: &'static str,
    pub test: Test<G>,
}

/// All checks, in the order in which a newcomer would make them pass.
pub fn all<G: Capable>() -> Vec<Check<G>> {
    let check = |name, promise, test: Test<G>| Check { name, promise, test };
    vec![
        check("facts", "GameInfo tells the truth", facts),
        check("turns", "a player to move has a move, and nobody has one after the end", turns),
        check("legal moves", "each is listed once, plays, and is counted", legal_moves),
        check("illegal moves", "whatever is not listed is refused", illegal_moves),
        check("returns", "they exist exactly at the end, and are shares of the win", returns),
        check("move bits", "a move fits in 32 bits and comes back from them", move_bits),
        check("move text", "each move has a text of its own that reads back", move_text),
        check("position text", "a position has a text that reads back", position_text),
        check("bad text", "nonsense is an error, never a panic", bad_text),
        check("keys", "equal for equal positions, however they came about", keys),
        check("chance", "outcomes are the legal moves, and their probabilities sum to 1", chance),
        check(
            "observation",
            "a seat sees what it may see, and resampling looks the same to it",
            secrets::observation,
        ),
        check(
            "draws",
            "luck that is dealt leaves no chance plies, and left open it looks the same",
            secrets::draws,
        ),
        check(
            "secret moves",
            "a move is shown to those who can tell it, and to nobody else",
            secrets::secret_moves,
        ),
        check("symmetry", "it maps moves onto moves and commutes with play", symmetry),
        check("evaluation", "it is the weighted sum of its features, and sees no secret", evaluation),
        check("move hints", "they depend on position and move alone", hints::hints),
        check(
            "distinct moves",
            "legal ones that keep the value of the position, by what the player sees",
            hints::distinct_moves,
        ),
        check(
            "numbers",
            "a number stands for positions of one value, and ways back are moves",
            numbers::numbers,
        ),
        check("encoding", "indices are distinct, tensors finite and without secrets", encoding),
        check(
            "strategies",
            "each has a name of its own, and makes an agent that peeks only if it says so",
            strategies,
        ),
        check(
            "interchange",
            "words of other programs mean what there is, and their moves and positions read back",
            interchange::interchange,
        ),
        check(
            "picture",
            "cells have names, moves touch cells that are there, and the board shows what is seen",
            picture,
        ),
    ]
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

fn listed<G: Capable>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves
}

/// Some of the legal moves, where there are too many to look at each and every one.
fn some<G: Capable>(game: &G, state: &G::State, rng: &mut Rng) -> Vec<G::Move> {
    const ENOUGH: usize = 24;
    let mut moves = listed(game, state);
    for n in 0..moves.len().saturating_sub(1).min(ENOUGH) {
        let other = n + rng.below(moves.len() - n);
        moves.swap(n, other);
    }
    moves.truncate(ENOUGH);
    moves
}

fn after<G: Capable>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play_unchecked(&mut next, mv);
    next
}

fn first_repeated<T: Eq + Hash + Copy>(items: &[T]) -> Option<T> {
    let mut seen = HashSet::new();
    items.iter().copied().find(|item| !seen.insert(*item))
}

fn viewers<G: Capable>(game: &G) -> impl Iterator<Item = Viewer> {
    Seat::all(game.n_seats()).map(Viewer::Seat).chain([Viewer::Spectator])
}

fn facts<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let info = game.info();
    let (fewest, most) = info.seats;
    ensure(1 <= fewest && fewest <= most && most <= MAX_SEATS, || format!("seats {:?}", info.seats))?;
    ensure((fewest..=most).contains(&game.n_seats()), || format!("{} seats", game.n_seats()))?;
    ensure(info.variants.iter().any(|variant| variant.name == game.variant()), || {
        format!("variant {:?} is not among the declared ones", game.variant())
    })?;
    ensure(is_plain(info.id), || format!("id {:?} is not in lower case", info.id))?;
    ensure(info.variants.iter().all(|variant| is_plain(variant.name)), || {
        "a variant's name is not in lower case".to_owned()
    })?;
    let presets: Vec<_> = game.presets().iter().map(|preset| preset.name).collect();
    ensure(presets.iter().all(|name| is_plain(name)), || "a preset's name is not in lower case".to_owned())?;
    ensure(first_repeated(&presets).is_none(), || "two presets share a name".to_owned())?;
    let is_told = [info.title, info.summary].iter().all(|text| !text.is_empty());
    ensure(is_told, || "no title or summary".to_owned())?;
    let has_rules =
        |variant: &ludwerk_core::Variant| !variant.rules.is_empty() && !variant.rules.contains(&"");
    ensure(info.variants.iter().all(has_rules), || "a variant does not tell its rules".to_owned())?;
    ensure(info.has_chance() || game.turn(state) != Turn::Chance, || {
        "a chance ply, but the game is `Deterministic`".to_owned()
    })?;
    ensure(game.start(&mut Rng::new(1)) == game.start(&mut Rng::new(1)), || {
        "two starts with one seed differ".to_owned()
    })?;
    ensure(info.ends_by_history() || game.history_outcome(state, &History::new()).is_none(), || {
        "the way to a position ends the game, which is declared to end `ByPosition`".to_owned()
    })?;
    // Now and then, because a whole game is played: none may be longer than declared.
    match info.longest_game {
        Some(longest) if rng.below(16) == 0 => {
            let start = game.start(rng);
            ensure(random_game_ends(game, start, longest, rng), || {
                format!("a game went on after {longest} plies")
            })
        }
        _ => Ok(()),
    }
}

/// Lower case without blanks.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

fn random_game_ends<G: Capable>(game: &G, start: G::State, most_plies: u32, rng: &mut Rng) -> bool {
    let mut play = Playthrough::new(game.clone(), start);
    for _ in 0..most_plies {
        let Some(&mv) = rng.choose(&play.legal_moves()) else { break };
        if play.play(mv).is_err() {
            break;
        }
    }
    play.turn() == Turn::Over
}

fn turns<G: Capable>(suite: &Suite<G>, state: &G::State, _: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let n_moves = listed(game, state).len();
    match game.turn(state) {
        Turn::Player(seat) => {
            ensure(seat.idx() < game.n_seats(), || format!("seat {seat} of {} is to move", game.n_seats()))?;
            ensure(n_moves > 0, || format!("seat {seat} is to move and legal_moves lists nothing"))
        }
        Turn::Chance => ensure(n_moves > 0, || "a chance ply without outcomes".to_owned()),
        Turn::Over => ensure(n_moves == 0, || format!("{n_moves} legal moves after the end")),
    }
}

fn legal_moves<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let moves = listed(game, state);
    ensure(moves == listed(game, state), || "listing twice gives two lists".to_owned())?;
    if let Some(mv) = first_repeated(&moves) {
        return Err(format!("{mv:?} is listed twice"));
    }
    let counted = game.count_moves(state);
    ensure(counted == moves.len(), || format!("count_moves says {counted}, listed are {}", moves.len()))?;
    for &mv in &moves {
        ensure(game.is_legal(state, mv), || format!("{mv:?} is listed, but is_legal denies it"))?;
    }
    for mv in some(game, state, rng) {
        let next = game.play(state, mv).map_err(|error| format!("{mv:?} is listed, but {error}"))?;
        ensure(next == after(game, state, mv), || {
            format!("play and play_unchecked of {mv:?} give different positions")
        })?;
    }
    Ok(())
}

fn illegal_moves<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let moves: HashSet<_> = listed(game, state).into_iter().collect();
    // Moves of the next positions are rarely legal already now, and random bits are rarely moves.
    let of_others = listed(game, state).first().map(|&mv| listed(game, &after(game, state, mv)));
    let random_bits = (0..16).filter_map(|_| {
        let width = rng.below(33) as u32;
        G::Move::from_bits((rng.next_u64() & ((1u64 << width) - 1)) as u32)
    });
    for mv in random_bits.chain(of_others.unwrap_or_default()) {
        if moves.contains(&mv) {
            continue;
        }
        ensure(!game.is_legal(state, mv), || format!("{mv:?} is not listed, but is_legal approves it"))?;
        ensure(game.play(state, mv).is_err(), || format!("{mv:?} is not listed, but plays"))?;
    }
    Ok(())
}

fn returns<G: Capable>(suite: &Suite<G>, state: &G::State, _: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let is_over = game.turn(state) == Turn::Over;
    ensure(game.points(state).is_none_or(|points| points.len() == game.n_seats()), || {
        "points are not one a seat".to_owned()
    })?;
    let Some(outcome) = game.outcome(state) else {
        return ensure(!is_over, || "the game is over, but outcome() gives nothing".to_owned());
    };
    ensure(is_over, || "outcome() gives a result, but the game goes on".to_owned())?;
    let shares = outcome.returns.as_slice();
    ensure(shares.len() == game.n_seats(), || format!("{} returns", shares.len()))?;
    ensure(shares.iter().all(|share| (0.0..=1.0).contains(share)), || format!("returns {shares:?}"))?;
    let sum: f64 = shares.iter().sum();
    ensure(!game.info().is_constant_sum() || (sum - 1.0).abs() < 1e-9, || format!("returns sum to {sum}"))?;
    ensure(!outcome.reason.is_empty(), || "no reason given".to_owned())
}

fn move_bits<G: Capable>(suite: &Suite<G>, state: &G::State, _: &mut Rng) -> Result<(), String> {
    let size = size_of::<G::Move>();
    ensure(size <= 8, || format!("a move takes {size} bytes, more than 8"))?;
    let moves = listed(&suite.game, state);
    for &mv in &moves {
        let back = G::Move::from_bits(mv.to_bits());
        ensure(back == Some(mv), || format!("{mv:?} comes back as {back:?}"))?;
    }
    Ok(())
}

fn move_text<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let moves = some(game, state, rng);
    let texts: Vec<_> = moves.iter().map(|&mv| game.move_text(state, mv)).collect();
    let references: Vec<_> = texts.iter().map(String::as_str).collect();
    if let Some(text) = first_repeated(&references) {
        return Err(format!("two moves are called {text:?}"));
    }
    for (&mv, text) in moves.iter().zip(&texts) {
        let back = game.parse_move(state, text);
        ensure(back.as_ref() == Ok(&mv), || format!("{mv:?} is {text:?}, which reads back as {back:?}"))?;
        let words = game.split_moves(text);
        ensure(words == [text], || format!("{text:?} is split into {words:?}"))?;
    }
    let line = texts.join(" ");
    ensure(game.split_moves(&line) == references, || format!("{line:?} is not split into its moves"))
}

fn position_text<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let text = suite.game.position_text(state);
    let back = suite.game.parse_position(&text).map_err(|error| error.to_string())?;
    ensure(back == *state, || format!("{text:?} reads back as {:?}", suite.game.position_text(&back)))?;
    let start = suite.game.start(rng);
    let Some(json) = suite.game.setup_json(&start) else { return Ok(()) };
    let back = suite.game.parse_setup(&json).map_err(|error| format!("the setup {json}: {error}"))?;
    ensure(back == start, || format!("the setup {json} reads back as {back:?}"))
}

fn bad_text<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let position = game.position_text(state);
    let moves = listed(game, state);
    let mv = rng.choose(&moves).map_or(String::new(), |&mv| game.move_text(state, mv));
    for text in ["", " ", "ä", "\u{1f981}", "-", "*", "+++++", "x"] {
        ensure(game.parse_position(text).is_err(), || format!("{text:?} is read as a position"))?;
        ensure(game.parse_move(state, text).is_err(), || format!("{text:?} is read as a move"))?;
    }
    for _ in 0..4 {
        // Whatever a damaged text is read as, it must be a real position or a legal move.
        if let Ok(read) = game.parse_position(&damaged(&position, rng)) {
            let text = game.position_text(&read);
            ensure(game.parse_position(&text).as_ref() == Ok(&read), || {
                format!("{text:?} was read, but does not read back")
            })?;
        }
        let text = damaged(&mv, rng);
        if let Ok(read) = game.parse_move(state, &text) {
            ensure(moves.contains(&read), || format!("{text:?} is read as {read:?}, which is not legal"))?;
        }
    }
    if game.turn(state) == Turn::Over {
        // Nothing is legal now, so what is written is a move of the start.
        let start = game.start(rng);
        for mv in some(game, &start, rng) {
            let text = game.move_text(&start, mv);
            let read = game.parse_move(state, &text);
            ensure(read == Err(MoveError::Over), || format!("{text:?} after the end is read as {read:?}"))?;
        }
    }
    Ok(())
}

/// The text with one character changed, added, removed or doubled.
fn damaged(text: &str, rng: &mut Rng) -> String {
    const LETTERS: [char; 16] =
        ['a', 'G', 'c', 'E', '1', '4', '9', '-', '*', 'x', '+', '.', ' ', ',', 'ß', '\u{1f981}'];
    let mut characters: Vec<char> = text.chars().collect();
    let letter = LETTERS[rng.below(LETTERS.len())];
    let at = rng.below(characters.len() + 1);
    match rng.below(3) {
        0 => characters.insert(at, letter),
        1 if at < characters.len() => characters[at] = letter,
        _ if at < characters.len() => drop(characters.remove(at)),
        _ => characters.push(letter),
    }
    characters.into_iter().collect()
}

fn keys<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let key = game.key(state);
    ensure(key == game.key_from_scratch(state), || "the incremental key is wrong".to_owned())?;
    let text = game.position_text(state);
    let read = game.parse_position(&text).map_err(|error| error.to_string())?;
    ensure(key == game.key(&read), || format!("{text:?} has another key when it is read back"))?;
    let mut seen: HashMap<u64, G::State> = HashMap::new();
    for mv in some(game, state, rng) {
        let next = after(game, state, mv);
        let twin = seen.entry(game.key(&next)).or_insert_with(|| next.clone());
        ensure(*twin == next, || format!("the position after {mv:?} shares its key with a sibling"))?;
    }
    // Siblings have all but one move in common, and so would share a part that the key ignores.
    // A neighbour has one character of another position's text: it differs anywhere.
    for _ in 0..2 {
        let text = crossed(&text, &game.position_text(&random_position(game, rng)), rng);
        let Ok(neighbour) = game.parse_position(&text) else { continue };
        ensure(
            game.key(&neighbour) != key || neighbour == *state || plays_alike(game, &neighbour, state),
            || format!("{text:?} has the same key, but plays differently"),
        )?;
    }
    Ok(())
}

fn random_position<G: Capable>(game: &G, rng: &mut Rng) -> G::State {
    let mut state = game.start(rng);
    for _ in 0..rng.below(32) {
        let Some(&mv) = rng.choose(&listed(game, &state)) else { break };
        game.play_unchecked(&mut state, mv);
    }
    state
}

/// The text with one character taken from the same place of the other.
fn crossed(text: &str, other: &str, rng: &mut Rng) -> String {
    let at = rng.below(text.chars().count().max(1));
    text.chars()
        .enumerate()
        .map(|(i, c)| if i == at { other.chars().nth(at).unwrap_or(c) } else { c })
        .collect()
}

/// Whether two positions cannot be told apart by what can happen in the next two plies. Counters of
/// moves, which keys leave out, may still differ.
fn plays_alike<G: Capable>(game: &G, one: &G::State, other: &G::State) -> bool {
    let alike = |one: &G::State, other: &G::State| {
        game.turn(one) == game.turn(other)
            && listed(game, one) == listed(game, other)
            && game.outcome(one) == game.outcome(other)
    };
    alike(one, other)
        && listed(game, one).into_iter().all(|mv| alike(&after(game, one, mv), &after(game, other, mv)))
}

fn chance<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    if game.turn(state) != Turn::Chance {
        return Ok(());
    }
    let mut outcomes = Vec::new();
    game.chance_outcomes(state, &mut outcomes);
    let moves: Vec<_> = outcomes.iter().map(|&(mv, _)| mv).collect();
    ensure(moves == listed(game, state), || "the outcomes are not the legal moves".to_owned())?;
    ensure(outcomes.iter().all(|&(_, p)| p > 0.0 && p <= 1.0), || format!("{outcomes:?}"))?;
    let sum: f64 = outcomes.iter().map(|&(_, p)| p).sum();
    ensure((sum - 1.0).abs() < 1e-9, || format!("the probabilities sum to {sum}"))?;
    let drawn = ludwerk_core::sample_chance(game, state, rng);
    ensure(moves.contains(&drawn), || format!("{drawn:?} was drawn, which is no outcome"))
}

fn player(viewer: Viewer) -> Turn {
    match viewer {
        Viewer::Seat(seat) => Turn::Player(seat),
        Viewer::Spectator => Turn::Over,
    }
}

fn symmetry<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    ensure(game.map_state(0, state) == *state, || "symmetry 0 is not the identity".to_owned())?;
    for symmetry in 0..game.n_symmetries() {
        let image = game.map_state(symmetry, state);
        let turn = match game.turn(state) {
            Turn::Player(seat) => Turn::Player(game.map_seat(symmetry, seat)),
            other => other,
        };
        ensure(game.turn(&image) == turn, || format!("symmetry {symmetry}: the turn is not mapped"))?;
        let moves = listed(game, state);
        let mapped: HashSet<_> = moves.iter().map(|&mv| game.map_move(symmetry, mv)).collect();
        let of_image: HashSet<_> = listed(game, &image).into_iter().collect();
        ensure(mapped == of_image, || {
            format!("symmetry {symmetry} maps the moves to {mapped:?}, but legal are {of_image:?}")
        })?;
        for mv in some(game, state, rng) {
            let played_then_mapped = game.map_state(symmetry, &after(game, state, mv));
            let mapped_then_played = after(game, &image, game.map_move(symmetry, mv));
            ensure(played_then_mapped == mapped_then_played, || {
                format!("symmetry {symmetry} does not commute with {mv:?}")
            })?;
        }
        if let (Some(outcome), Some(of_image)) = (game.outcome(state), game.outcome(&image)) {
            for seat in Seat::all(game.n_seats()) {
                let mapped = game.map_seat(symmetry, seat);
                ensure(outcome.returns[seat] == of_image.returns[mapped], || {
                    format!("symmetry {symmetry} does not map the returns of seat {seat}")
                })?;
            }
        }
    }
    Ok(())
}

fn evaluation<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let features = game.features();
    if features.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = features.iter().map(|feature| feature.name).collect();
    ensure(first_repeated(&names).is_none(), || "two features share a name".to_owned())?;
    for feature in features {
        let (least, greatest) = feature.bounds;
        ensure((least..=greatest).contains(&feature.weight), || {
            format!("the weight of {} is out of its bounds", feature.name)
        })?;
        ensure(feature.scale > 0.0 || least == greatest, || {
            format!("{} can be tuned, and has no scale", feature.name)
        })?;
    }
    for preset in game.weight_presets() {
        ensure(preset.weights.len() == features.len(), || format!("preset {} has gaps", preset.name))?;
    }
    let random: Vec<f64> = features.iter().map(|_| rng.unit() * 8.0 - 4.0).collect();
    // What has no weight may be left out, so some have none.
    let sparse: Vec<f64> = random.iter().map(|&weight| if rng.unit() < 0.5 { 0.0 } else { weight }).collect();
    for seat in Seat::all(game.n_seats()) {
        let mut values = vec![f64::NAN; features.len()];
        game.measure(state, seat, &mut values);
        ensure(values.iter().all(|value| value.is_finite()), || format!("seat {seat}: {values:?}"))?;
        for weights in [&random, &sparse, &game.default_weights()] {
            let sum: f64 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
            let evaluated = game.evaluate(state, seat, weights);
            ensure((sum - evaluated).abs() <= 1e-9 * sum.abs().max(1.0), || {
                format!("seat {seat}: evaluate gives {evaluated}, the weighted sum is {sum}")
            })?;
            let mut all = vec![f64::NAN; game.n_seats()];
            game.evaluate_all(state, weights, &mut all);
            ensure((all[seat.idx()] - evaluated).abs() <= 1e-9 * sum.abs().max(1.0), || {
                format!("seat {seat}: evaluate_all gives {}, evaluate {evaluated}", all[seat.idx()])
            })?;
        }
        let possible = game.resample(&game.observe(state, Viewer::Seat(seat)), rng);
        let mut of_possible = values.clone();
        game.measure(&possible, seat, &mut of_possible);
        ensure(values == of_possible, || format!("seat {seat}'s evaluation depends on secrets"))?;
    }
    Ok(())
}

fn encoding<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    if game.n_actions() == 0 {
        return Ok(());
    }
    if let Turn::Player(_) = game.turn(state) {
        let mut indices = Vec::new();
        legal_actions(game, state, &mut indices);
        ensure(indices.iter().all(|&idx| idx < game.n_actions()), || format!("indices {indices:?}"))?;
        if let Some(idx) = first_repeated(&indices) {
            return Err(format!("two moves share the index {idx}"));
        }
        let mut mask = vec![true; game.n_actions()];
        action_mask(game, state, &mut mask);
        let n_legal = mask.iter().filter(|&&is_legal| is_legal).count();
        ensure(n_legal == indices.len(), || format!("the mask has {n_legal} of {} actions", indices.len()))?;
    }
    let inputs_for = |state: &G::State, seat: Seat| {
        let mut inputs = Vec::new();
        game.add_inputs(state, seat, &mut inputs);
        inputs.sort_unstable();
        inputs
    };
    for seat in Seat::all(game.n_seats()) {
        let inputs = inputs_for(state, seat);
        ensure(inputs.iter().all(|&input| usize::from(input) < game.n_inputs()), || {
            format!("seat {seat}: an input lies beyond the tensor")
        })?;
        if let Some(input) = first_repeated(&inputs) {
            return Err(format!("seat {seat}: input {input} is told twice"));
        }
        let possible = game.resample(&game.observe(state, Viewer::Seat(seat)), rng);
        ensure(inputs == inputs_for(&possible, seat), || format!("seat {seat}'s tensor holds secrets"))?;
    }
    Ok(())
}

fn picture<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    for viewer in viewers(game) {
        let seen = game.observe(state, viewer);
        let board = |seen: &G::Observation| {
            serde_json::to_value(game.board(seen))
                .map_err(|error| format!("the board is no plain data: {error}"))
        };
        let possible = game.resample(&seen, rng);
        ensure(board(&game.observe(&possible, viewer))? == board(&seen)?, || {
            format!("the board of {viewer:?} depends on more than what is seen")
        })?;
        let picture = game.picture(&seen);
        let names: Vec<_> = picture.cells.iter().map(|cell| cell.name.as_str()).collect();
        if let Some(name) = first_repeated(&names) {
            return Err(format!("two cells are called {name:?}"));
        }
        let places: Vec<_> = picture.cells.iter().map(|cell| (cell.area, cell.x, cell.y)).collect();
        if let Some(place) = first_repeated(&places) {
            return Err(format!("two cells lie at {place:?}"));
        }
        for cell in &picture.cells {
            ensure(cell.text.chars().count() <= 3, || format!("{:?} is too long", cell.text))?;
            ensure(!cell.name.is_empty(), || "a cell without a name".to_owned())?;
            ensure(!matches!(cell.area, Area::Hand(seat) if seat.idx() >= game.n_seats()), || {
                format!("{:?}", cell.area)
            })?;
            ensure(cell.owner.is_none_or(|seat| seat.idx() < game.n_seats()), || {
                format!("{:?}", cell.owner)
            })?;
        }
        if game.turn(state) != player(viewer) {
            continue;
        }
        for mv in some(game, state, rng) {
            let touches = game.touches(&seen, mv);
            ensure(touches.iter().all(|touch| names.contains(&touch.as_str())), || {
                format!("{mv:?} touches {touches:?}, and not all of that is there")
            })?;
        }
    }
    Ok(())
}

fn strategies<G: Capable>(suite: &Suite<G>, _: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    let names: Vec<_> = game.strategies().iter().map(|strategy| strategy.name).collect();
    ensure(first_repeated(&names).is_none(), || "two strategies share a name".to_owned())?;
    for strategy in game.strategies() {
        let name = strategy.name;
        let options: Vec<_> = strategy.options.iter().map(|option| option.name).collect();
        ensure(is_plain(name) && options.iter().all(|option| is_plain(option)), || {
            format!("the names of {name:?} are not in lower case")
        })?;
        ensure(first_repeated(&options).is_none(), || format!("two options of {name} share a name"))?;
        let is_told =
            !strategy.summary.is_empty() && strategy.options.iter().all(|option| !option.help.is_empty());
        ensure(is_told, || format!("{name}: no summary or help"))?;
        let defaults: Vec<_> = strategy.options.iter().map(|option| (option.name, option.default)).collect();
        match game.strategy(name, &defaults, rng.next_u64()) {
            Ok(agent) => ensure(agent.peeks() == strategy.peeks, || {
                format!("{name} says that it peeks: {}, its agent {}", strategy.peeks, agent.peeks())
            })?,
            Err(StrategyError::Refused(sentence)) => {
                ensure(!sentence.is_empty(), || format!("{name} refuses without a reason"))?;
            }
            Err(error @ StrategyError::BadValue { .. }) => {
                return Err(format!("{name} does not take its own defaults: {error}"));
            }
        }
    }
    Ok(())
}
