//! How other programs write Dobutsu Shogi: Fairy-Stockfish in UCI, and shogi programs in USI.
//!
//! Our squares run from `a1`, the top left as the first player sees it, to `c4`; a hen is `H`, and it is `+C` there.
//!
//! | | ours | UCI | USI |
//! |---|---|---|---|
//! | step | `Lb4-a3` | `b1a2` | `2d3c` |
//! | promotion | `Ca2-a1+` | `a3a4+` | `3b3a+` |
//! | drop | `C*b2` | `C@b3` | `C*2b` |
//! | position | `gle.c..C.ELG - - S` | `gle/1c1/1C1/ELG[] w 0 1` | `gle/1c1/1C1/ELG b - 1` |

use std::fmt::Write as _;

use ludwerk_core::interchange::MoveCodec;

/// As Fairy-Stockfish writes its variant `dobutsu`: ranks count from the first player's home.
#[derive(Debug)]
pub struct FairyUci;

/// As shogi programs write: files count from the right, ranks are letters from the top.
#[derive(Debug)]
pub struct ShogiUsi;

/// What Fairy-Stockfish calls the game.
pub const NAME: &str = "dobutsu";

const N_FILES: usize = 3;
const N_RANKS: usize = 4;

/// A square: file from the left, rank from the top, both from 0.
#[derive(Clone, Copy)]
struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    fn new(file: u8, rank: u8) -> Option<Self> {
        (usize::from(file) < N_FILES && usize::from(rank) < N_RANKS).then_some(Self { file, rank })
    }

    fn from_ours(text: &str) -> Option<Self> {
        let &[file, rank] = text.as_bytes() else { return None };
        Self::new(file.checked_sub(b'a')?, rank.checked_sub(b'1')?)
    }

    fn ours(self) -> String {
        format!("{}{}", char::from(b'a' + self.file), self.rank + 1)
    }

    fn from_uci(text: &str) -> Option<Self> {
        let &[file, rank] = text.as_bytes() else { return None };
        Self::new(file.checked_sub(b'a')?, b'4'.checked_sub(rank)?)
    }

    fn uci(self) -> String {
        format!("{}{}", char::from(b'a' + self.file), 4 - self.rank)
    }

    fn from_usi(text: &str) -> Option<Self> {
        let &[file, rank] = text.as_bytes() else { return None };
        Self::new(b'3'.checked_sub(file)?, rank.checked_sub(b'a')?)
    }

    fn usi(self) -> String {
        format!("{}{}", 3 - self.file, char::from(b'a' + self.rank))
    }
}

/// A move, however it is written.
enum Written {
    Step { from: Square, to: Square, promotes: bool },
    Drop { piece: char, to: Square },
}

impl Written {
    /// Reads `Lb4-a3`, `Ea4xb3`, `Ca2-a1+` or `C*b2`.
    fn from_ours(text: &str) -> Option<Self> {
        if let Some((piece, to)) = text.split_once('*') {
            return Some(Self::Drop { piece: letter(piece)?, to: Square::from_ours(to)? });
        }
        let (promotes, path) = promotion(text);
        let path = path.get(1..).filter(|path| path.len() == 5)?;
        let (from, to) = (Square::from_ours(path.get(..2)?)?, Square::from_ours(path.get(3..)?)?);
        Some(Self::Step { from, to, promotes })
    }

    /// Without the piece, which our notation does not need.
    fn ours(&self) -> String {
        match self {
            Self::Step { from, to, promotes } => format!("{}{}{}", from.ours(), to.ours(), plus(*promotes)),
            Self::Drop { piece, to } => format!("{piece}*{}", to.ours()),
        }
    }

    /// Reads `b1a2`, `a3a4+` or, with `@` for the sign, `C@b3`.
    fn from_theirs(text: &str, sign: char, square: fn(&str) -> Option<Square>) -> Option<Self> {
        if let Some((piece, to)) = text.split_once(sign) {
            return Some(Self::Drop { piece: letter(piece)?, to: square(to)? });
        }
        let (promotes, path) = promotion(text);
        Some(Self::Step { from: square(path.get(..2)?)?, to: square(path.get(2..)?)?, promotes })
    }

    fn theirs(&self, sign: char, square: fn(Square) -> String) -> String {
        match self {
            Self::Step { from, to, promotes } => {
                format!("{}{}{}", square(*from), square(*to), plus(*promotes))
            }
            Self::Drop { piece, to } => format!("{piece}{sign}{}", square(*to)),
        }
    }
}

/// The piece that is dropped, whoever drops it.
fn letter(text: &str) -> Option<char> {
    let mut letters = text.chars().map(|letter| letter.to_ascii_uppercase());
    let only = letters.next().filter(|letter| "CEG".contains(*letter))?;
    letters.next().is_none().then_some(only)
}

fn promotion(text: &str) -> (bool, &str) {
    text.strip_suffix('+').map_or((false, text), |rest| (true, rest))
}

fn plus(promotes: bool) -> &'static str {
    if promotes { "+" } else { "" }
}

/// Our board of 12 letters as rows with gaps counted: `gle/1c1/1C1/ELG`.
fn rows(board: &str) -> Option<String> {
    let squares: Vec<char> = board.chars().collect();
    if squares.len() != N_FILES * N_RANKS {
        return None;
    }
    let row = |squares: &[char]| {
        let (mut text, mut gap) = (String::new(), 0);
        for &piece in squares {
            if piece == '.' {
                gap += 1;
                continue;
            }
            if gap > 0 {
                let _ = write!(text, "{gap}");
                gap = 0;
            }
            match piece {
                'H' => text.push_str("+C"),
                'h' => text.push_str("+c"),
                piece => text.push(piece),
            }
        }
        if gap > 0 {
            let _ = write!(text, "{gap}");
        }
        text
    };
    Some(squares.chunks(N_FILES).map(row).collect::<Vec<_>>().join("/"))
}

/// The board back from its rows.
fn board(rows: &str) -> Option<String> {
    let mut board = String::new();
    let mut n_rows = 0;
    for row in rows.split('/') {
        let before = board.chars().count();
        let mut letters = row.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '1'..='3' => board.extend(std::iter::repeat_n('.', letter.to_digit(10)? as usize)),
                '+' => board.push(match letters.next()? {
                    'C' => 'H',
                    'c' => 'h',
                    _ => return None,
                }),
                letter if "CEGLcegl".contains(letter) => board.push(letter),
                _ => return None,
            }
        }
        if board.chars().count() - before != N_FILES {
            return None;
        }
        n_rows += 1;
    }
    (n_rows == N_RANKS).then_some(board)
}

/// A position, however it is written.
struct Place {
    board: String,
    /// The letters in the hands of both, in our order.
    hands: [String; 2],
    second_moves: bool,
}

impl Place {
    fn from_ours(text: &str) -> Option<Self> {
        let parts: Vec<_> = text.split_whitespace().collect();
        let [board, first, second, to_move, ..] = parts[..] else { return None };
        let hand = |text: &str| if text == "-" { String::new() } else { text.to_owned() };
        Some(Self {
            board: board.to_owned(),
            hands: [hand(first), hand(second)],
            second_moves: to_move == "G",
        })
    }

    fn ours(&self) -> String {
        let [first, second] = self.hands.each_ref().map(|hand| if hand.is_empty() { "-" } else { hand });
        format!("{} {first} {second} {}", self.board, if self.second_moves { "G" } else { "S" })
    }

    /// Sorts letters into the hands: capitals are the first player's. A number counts the letter after it.
    fn read_hands(text: &str) -> Option<[String; 2]> {
        /// A set has two of each; more is refused by the rules.
        const MOST: usize = 9;
        let mut letters: Vec<char> = Vec::new();
        let mut count = None;
        for letter in text.chars() {
            match letter {
                '1'..='9' if count.is_none() => count = Some(letter.to_digit(10)? as usize),
                letter if "CEGceg".contains(letter) => {
                    letters.extend(std::iter::repeat_n(letter, count.take().unwrap_or(1).min(MOST)));
                }
                _ => return None,
            }
        }
        letters.sort_unstable();
        let hand = |is_first: bool| {
            letters.iter().filter(|letter| letter.is_ascii_uppercase() == is_first).collect()
        };
        count.is_none().then(|| [hand(true), hand(false)])
    }
}

impl MoveCodec for FairyUci {
    fn variant(&self) -> Option<&'static str> {
        Some(NAME)
    }

    fn move_to_theirs(&self, ours: &str) -> Option<String> {
        Written::from_ours(ours).map(|written| written.theirs('@', Square::uci))
    }

    fn move_to_ours(&self, theirs: &str) -> Option<String> {
        Written::from_theirs(theirs, '@', Square::from_uci).map(|written| written.ours())
    }

    fn is_meant(&self, text: &str, written: &str) -> bool {
        is_same(text, written)
    }

    fn position_to_theirs(&self, ours: &str) -> Option<String> {
        let place = Place::from_ours(ours)?;
        let side = if place.second_moves { 'b' } else { 'w' };
        Some(format!("{}[{}] {side} 0 1", rows(&place.board)?, place.hands.concat()))
    }

    fn position_to_ours(&self, theirs: &str) -> Option<String> {
        let mut parts = theirs.split_whitespace();
        let (place, side) = (parts.next()?, parts.next()?);
        let (rows, hands) = match place.split_once('[') {
            Some((rows, hands)) => (rows, hands.strip_suffix(']')?.trim_matches('-')),
            None => (place, ""),
        };
        let second_moves = match side {
            "w" => false,
            "b" => true,
            _ => return None,
        };
        Some(Place { board: board(rows)?, hands: Place::read_hands(hands)?, second_moves }.ours())
    }
}

impl MoveCodec for ShogiUsi {
    fn variant(&self) -> Option<&'static str> {
        Some(NAME)
    }

    fn move_to_theirs(&self, ours: &str) -> Option<String> {
        Written::from_ours(ours).map(|written| written.theirs('*', Square::usi))
    }

    fn move_to_ours(&self, theirs: &str) -> Option<String> {
        Written::from_theirs(theirs, '*', Square::from_usi).map(|written| written.ours())
    }

    fn is_meant(&self, text: &str, written: &str) -> bool {
        is_same(text, written)
    }

    fn position_to_theirs(&self, ours: &str) -> Option<String> {
        let place = Place::from_ours(ours)?;
        let side = if place.second_moves { 'w' } else { 'b' };
        let mut hands = String::new();
        let letters: Vec<char> = place.hands.concat().chars().collect();
        for equal in letters.chunk_by(|one, other| one == other) {
            if equal.len() > 1 {
                let _ = write!(hands, "{}", equal.len());
            }
            hands.push(equal[0]);
        }
        let hands = if hands.is_empty() { "-" } else { hands.as_str() };
        Some(format!("{} {side} {hands} 1", rows(&place.board)?))
    }

    fn position_to_ours(&self, theirs: &str) -> Option<String> {
        let mut parts = theirs.split_whitespace();
        let (rows, side, hands) = (parts.next()?, parts.next()?, parts.next()?);
        let second_moves = match side {
            "b" => false,
            "w" => true,
            _ => return None,
        };
        let hands = Place::read_hands(if hands == "-" { "" } else { hands })?;
        Some(Place { board: board(rows)?, hands, second_moves }.ours())
    }
}

/// A chick that moves to the far rank without promoting is not the move that the rules know, so the sign counts.
fn is_same(text: &str, written: &str) -> bool {
    text.eq_ignore_ascii_case(written)
}

#[cfg(test)]
mod tests {
    use ludwerk_core::interchange::{read_move, write_move};
    use ludwerk_core::{Configure as _, Game as _, Notation as _, Playthrough, Rng};

    use super::*;
    use crate::Dobutsu;

    #[test]
    fn moves_and_positions_as_the_others_write_them() {
        for (ours, uci, usi) in [
            ("Lb4-a3", "b1a2", "2d3c"),
            ("Ea4xb3", "a1b2", "3d2c"),
            ("Ca2-a1+", "a3a4+", "3b3a+"),
            ("C*b2", "C@b3", "C*2b"),
            ("G*c4", "G@c1", "G*1d"),
        ] {
            assert_eq!(FairyUci.move_to_theirs(ours).as_deref(), Some(uci));
            assert_eq!(ShogiUsi.move_to_theirs(ours).as_deref(), Some(usi));
        }
        for (ours, fen, sfen) in [
            ("gle.c..C.ELG - - S", "gle/1c1/1C1/ELG[] w 0 1", "gle/1c1/1C1/ELG b - 1"),
            ("gl..e....ELG C c S", "gl1/1e1/3/ELG[Cc] w 0 1", "gl1/1e1/3/ELG b Cc 1"),
            ("Hl....h..E.L CC eg G", "+Cl1/3/+c2/E1L[CCeg] b 0 1", "+Cl1/3/+c2/E1L w 2Ceg 1"),
        ] {
            assert_eq!(FairyUci.position_to_theirs(ours).as_deref(), Some(fen));
            assert_eq!(FairyUci.position_to_ours(fen).as_deref(), Some(ours));
            assert_eq!(ShogiUsi.position_to_theirs(ours).as_deref(), Some(sfen));
            assert_eq!(ShogiUsi.position_to_ours(sfen).as_deref(), Some(ours));
        }
        // With the fields for castling, which Fairy-Stockfish prints, and a dash for empty hands.
        let start = Some("gle.c..C.ELG - - S".to_owned());
        assert_eq!(FairyUci.position_to_ours("gle/1c1/1C1/ELG[-] w - - 0 1"), start);
    }

    #[test]
    fn strange_texts_are_no_moves_and_no_positions() {
        for text in [
            "", "b1", "b1a", "b5a4", "d1c1", "b1a2++", "L@b2", "CC@b2", "@b2", "C@", "ä1a2", "b1ä", "C@ä",
            "0000", "resign",
        ] {
            assert_eq!(FairyUci.move_to_ours(text), None, "{text}");
            assert_eq!(ShogiUsi.move_to_ours(text), None, "{text}");
        }
        for text in [
            "",
            "gle",
            "gle/1c1/1C1 w",
            "gle/1c1/1C1/ELG[ w",
            "gle/1c1/1C1/ELG[] x",
            "gle/1c1/1C1/ELGG[] w",
            "gle/1c1/1C1/EL+G[] w",
            "gle/1c1/1C1/ELG[L] w",
            "gle/4/1C1/ELG[] w",
            "gle/1c1/1C1/ELG[2] w",
        ] {
            assert_eq!(FairyUci.position_to_ours(text), None, "{text}");
        }
        assert_eq!(ShogiUsi.position_to_ours("gle/1c1/1C1/ELG b"), None);
    }

    #[test]
    fn every_move_and_position_of_random_games_reads_back() {
        for variant in Dobutsu::INFO.variants {
            let game = Dobutsu::configure(Some(variant.name), None).unwrap();
            let mut rng = Rng::new(5);
            for _ in 0..40 {
                let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
                while play.outcome().is_none() && play.moves().len() < 120 {
                    let ours = game.position_text(play.state());
                    let legal = play.legal_moves();
                    for codec in [&FairyUci as &dyn MoveCodec, &ShogiUsi] {
                        let theirs = codec.position_to_theirs(&ours).unwrap();
                        assert_eq!(codec.position_to_ours(&theirs).as_ref(), Some(&ours), "{theirs}");
                        for &mv in &legal {
                            let text = write_move(&game, codec, play.state(), mv).unwrap();
                            assert_eq!(read_move(&game, codec, play.state(), &text), Ok(mv), "{text}");
                            if let Some(plain) = text.strip_suffix('+') {
                                let error = read_move(&game, codec, play.state(), plain).unwrap_err();
                                assert!(error.contains(&text), "a chick must promote: {error}");
                            }
                        }
                    }
                    play.play(*rng.choose(&legal).unwrap()).unwrap();
                }
            }
        }
    }
}
