//! Dobutsu Shogi as KIF, the text in which Japanese programs keep shogi games, with the words that lishogi uses.
//!
//! `手合割：どうぶつしょうぎ` names the game, `先手：` and `後手：` the players. A move is its target, the piece and the
//! square it came from: `２二ひよこ(23)`, `同　ぞう(11)` for the target of the move before, `２三ひよこ打` for a drop,
//! `３一ひよこ成(32)` for a promotion. Files count from the right, so that our a is 3; ranks from the top. A position is
//! drawn, with the hands above and below. Read are also names in katakana and the names of shogi's pieces.
//!
//! KIF does not tell the rule set. A comment does so in what is written here; elsewhere the first is taken under which
//! all moves are legal.

use std::fmt::Write as _;

use ludwerk_core::interchange::{FileError, ParsedGame};
use ludwerk_core::{BySeat, Configure as _, Game as _, Notation as _, Returns, Seat};

use super::KIFU;
use crate::rules::Dobutsu;

/// The pieces: our letter, the name in moves, the sign on the board, and other names that are read.
const PIECES: [(char, &str, &str, &[&str]); 5] = [
    ('L', "ライオン", "ラ", &["らいおん", "ら", "獅", "玉", "王"]),
    ('G', "きりん", "き", &["キリン", "キ", "麒", "飛"]),
    ('E', "ぞう", "ぞ", &["ゾウ", "ゾ", "象", "角"]),
    ('C', "ひよこ", "ひ", &["ヒヨコ", "ヒ", "雛", "歩"]),
    ('H', "にわとり", "に", &["ニワトリ", "ニ", "鶏", "と"]),
];

const FILES: [char; 3] = ['１', '２', '３'];
const RANKS: [char; 4] = ['一', '二', '三', '四'];
const GAME: &str = "どうぶつしょうぎ";
/// What our comment begins with that tells the rule set.
const MARK: &str = "# ludwerk";
const HEADING: &str = "手数----指手---------消費時間--";
const SIDES: BySeat<&str, 2> = BySeat::new(["先手", "後手"]);
/// The same where one side has fewer pieces.
const HANDICAP_SIDES: BySeat<&str, 2> = BySeat::new(["下手", "上手"]);

/// How a game ends that the moves do not end: the word, whether the side to move has lost, won or shares, and our reason.
const ENDINGS: [(&str, Option<f64>, &str); 12] = [
    ("投了", Some(0.0), "resignation"),
    ("切れ負け", Some(0.0), "time"),
    ("反則負け", Some(0.0), "forfeit"),
    ("反則勝ち", Some(1.0), "forfeit"),
    ("不戦敗", Some(0.0), "forfeit"),
    ("詰み", Some(0.0), "mate"),
    ("詰", Some(0.0), "mate"),
    ("入玉勝ち", Some(1.0), "try"),
    ("トライ", Some(0.0), "try"),
    ("千日手", Some(0.5), "repetition"),
    ("持将棋", Some(0.5), "draw"),
    ("中断", None, ""),
];

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written<'a> {
    /// The target; `None` for that of the move before.
    to: Option<String>,
    piece: char,
    /// Where it came from; `None` for a drop.
    from: Option<String>,
    /// What follows: the time.
    rest: &'a str,
}

/// Whether a line is a move, or the end of a game.
pub fn is_move(line: &str) -> bool {
    body(line).is_some_and(|body| parse_move(body).is_some() || ending(body).is_some())
}

/// What stands behind the number of a move.
fn body(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < line.len()).then(|| rest.trim_start_matches("手目").trim_start())
}

fn ending(body: &str) -> Option<&'static (&'static str, Option<f64>, &'static str)> {
    ENDINGS.iter().find(|(word, ..)| body.starts_with(word))
}

fn digit(letter: char) -> Option<usize> {
    const FULL: [char; 4] = ['１', '２', '３', '４'];
    let half = letter.to_digit(10).map(|digit| digit as usize);
    let place = |set: &[char]| set.iter().position(|known| *known == letter).map(|n| n + 1);
    half.or_else(|| place(&FULL)).or_else(|| place(&RANKS)).filter(|n| (1..=4).contains(n))
}

/// Our name of the square at a file counted from the right and a rank counted from the top.
fn square(file: char, rank: char) -> Option<String> {
    let (file, rank) = (digit(file)?, digit(rank)?);
    (file <= 3).then(|| format!("{}{rank}", char::from(b'd' - file as u8)))
}

/// The piece whose name a text begins with, and what follows. Long names come first, or their beginnings would do.
fn piece(text: &str) -> Option<(char, &str)> {
    let names = PIECES.iter().flat_map(|(letter, name, sign, others)| {
        [name, sign].into_iter().chain(others.iter()).map(move |name| (*letter, *name))
    });
    let found = names.filter(|(_, name)| text.starts_with(name)).max_by_key(|(_, name)| name.len())?;
    Some((found.0, &text[found.1.len()..]))
}

fn parse_move(body: &str) -> Option<Written<'_>> {
    let body = body.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
    let (to, rest) = if let Some(rest) = body.strip_prefix('同') {
        (None, rest)
    } else {
        let mut letters = body.chars();
        let to = square(letters.next()?, letters.next()?)?;
        (Some(to), letters.as_str())
    };
    let (piece, rest) = piece(rest.trim_start())?;
    let rest = rest.strip_prefix('不').map_or(rest, |rest| rest.trim_start_matches('成'));
    let rest = rest.strip_prefix('成').unwrap_or(rest);
    if let Some(rest) = rest.strip_prefix('打') {
        return Some(Written { to, piece, from: None, rest });
    }
    let inner = rest.trim_start().strip_prefix(['(', '（'])?;
    let mut letters = inner.chars();
    let from = square(letters.next()?, letters.next()?)?;
    let rest = letters.as_str().strip_prefix([')', '）'])?;
    Some(Written { to, piece, from: Some(from), rest })
}

/// The time of a move from `( 0:05/00:00:05)`, in milliseconds.
fn parse_time(text: &str) -> Option<f64> {
    let inner = text.trim().strip_prefix(['(', '（'])?;
    let spent = inner.split(['/', ')', '）']).next()?;
    let mut seconds = 0.0;
    for part in spent.split(':') {
        seconds = seconds * 60.0 + part.trim().parse::<f64>().ok().filter(|part| *part >= 0.0)?;
    }
    Some(seconds * 1e3)
}

/// A game as its lines tell it, before the rules are asked.
#[derive(Default)]
struct Draft<'a> {
    /// The line it begins on.
    line: usize,
    variant: Option<&'static str>,
    players: BySeat<Option<&'a str>, 2>,
    hands: BySeat<Option<&'a str>, 2>,
    rows: Vec<(usize, &'a str)>,
    second_begins: bool,
    moves: Vec<(usize, Written<'a>)>,
    ending: Option<&'static (&'static str, Option<f64>, &'static str)>,
    /// The side that the line at the end names as the winner.
    winner: Option<Seat>,
    has_variations: bool,
}

/// Reads all games of a file.
pub fn read(text: &str, variant: Option<&str>) -> Result<Vec<ParsedGame<Dobutsu>>, FileError> {
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    let mut draft = Draft { line: 1, ..Draft::default() };
    for (n, line) in text.lines().enumerate() {
        // What is like a heading after the moves begins another game.
        if draft.is_told() && begins_game(line) {
            drafts.push(std::mem::replace(&mut draft, Draft { line: n + 1, ..Draft::default() }));
        }
        draft.take(n + 1, line)?;
    }
    if draft.is_told() || !draft.rows.is_empty() {
        drafts.push(draft);
    }
    drafts.iter().map(|draft| draft.told(variant)).collect()
}

fn begins_game(line: &str) -> bool {
    let words = ["#KIF", MARK, "手合割", "開始日時", "棋戦", "場所", "先手", "後手", "下手", "上手"];
    words.iter().any(|word| line.starts_with(word))
}

impl<'a> Draft<'a> {
    /// Whether there were moves, or an end without any.
    fn is_told(&self) -> bool {
        !self.moves.is_empty() || self.ending.is_some() || self.winner.is_some()
    }

    fn take(&mut self, number: usize, line: &'a str) -> Result<(), FileError> {
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix(MARK) {
            let words = || rest.split_whitespace();
            self.variant = self.variant.or_else(|| words().find_map(known_variant));
        } else if trimmed.starts_with("変化") {
            self.has_variations = true;
        } else if trimmed.starts_with("まで") {
            let of = |names: BySeat<&str, 2>| {
                Seat::all(2).find(|&side| trimmed.contains(&format!("{}の勝", names[side])))
            };
            self.winner = of(SIDES).or_else(|| of(HANDICAP_SIDES));
        } else if let Some(row) = trimmed.strip_prefix('|') {
            self.rows.push((number, row));
        } else if let Some((key, value)) = trimmed.split_once(['：', ':']).filter(|_| body(line).is_none()) {
            self.take_heading(number, key.trim(), value.trim())?;
        } else if ["後手番", "上手番"].contains(&trimmed) {
            self.second_begins = true;
        } else if let Some(body) = body(line).filter(|_| !self.has_variations && self.ending.is_none()) {
            self.ending = ending(body);
            if self.ending.is_none() {
                let written = parse_move(body).ok_or_else(|| {
                    FileError::at(number, format!("{body:?} is no move; write ２二ひよこ(23)"))
                })?;
                self.moves.push((number, written));
            }
        }
        Ok(())
    }

    fn take_heading(&mut self, number: usize, key: &str, value: &'a str) -> Result<(), FileError> {
        let side = |names: BySeat<&str, 2>, ending: &str| {
            Seat::all(2).find(|&side| key.strip_prefix(names[side]) == Some(ending))
        };
        let of = |ending: &str| side(SIDES, ending).or_else(|| side(HANDICAP_SIDES, ending));
        if key == "手合割"
            && !["どうぶつ", "動物", "平手", "その他"].iter().any(|word| value.starts_with(word))
        {
            return Err(FileError::at(number, format!("this is a game of {value}, not of {GAME}")));
        }
        if let Some(side) = of("") {
            self.players[side] = Some(value).filter(|name| !name.is_empty());
        } else if let Some(side) = of("の持駒") {
            self.hands[side] = Some(value);
        } else if value.contains("lishogi") {
            self.variant = self.variant.or(known_variant("lishogi"));
        }
        Ok(())
    }

    /// The position that is drawn, as text; `None` for the usual start.
    fn position(&self) -> Result<Option<String>, FileError> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        let mut board = String::new();
        for &(number, row) in &self.rows {
            let cells = row.split('|').next().unwrap_or_default();
            let line = read_row(cells)
                .ok_or_else(|| FileError::at(number, format!("{cells:?} is no row of three squares")))?;
            board.push_str(&line);
        }
        let hand = |side: Seat| -> Result<String, FileError> {
            let text = self.hands[side].unwrap_or_default();
            let letters = read_hand(text)
                .ok_or_else(|| FileError::at(self.line, format!("{text:?} are no pieces in hand")))?;
            Ok(if side == Seat::FIRST { letters } else { letters.to_lowercase() })
        };
        let (first, second) = (hand(Seat::FIRST)?, hand(Seat::SECOND)?);
        let to_move = if self.second_begins { 'G' } else { 'S' };
        Ok(Some(format!("{board} {first} {second} {to_move}")))
    }

    /// The game by the rules that were asked for, that the file tells, or else that fit.
    fn told(&self, variant: Option<&str>) -> Result<ParsedGame<Dobutsu>, FileError> {
        if let Some(variant) = variant.or(self.variant) {
            return self.told_by(variant);
        }
        let mut first = None;
        for variant in Dobutsu::INFO.variants {
            match self.told_by(variant.name) {
                Ok(told) => return Ok(told),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or(FileError::Empty))
    }

    fn told_by(&self, variant: &str) -> Result<ParsedGame<Dobutsu>, FileError> {
        let game = Dobutsu::configure(Some(variant), None)?;
        let position = self.position()?;
        let at = self.rows.first().map_or(self.line, |(number, _)| *number);
        let mut told =
            ParsedGame::begin(game, position.as_deref()).map_err(|error| FileError::at(at, error))?;
        for (name, player) in told.seats.iter_mut().zip(*self.players.all()) {
            if let Some(player) = player {
                player.clone_into(name);
            }
        }
        let mut last = None;
        for (number, written) in &self.moves {
            let to = written.to.clone().or(last);
            let to = to.ok_or_else(|| FileError::at(*number, "同 stands before the first move"))?;
            let text = match &written.from {
                Some(from) => format!("{}{from}-{to}", written.piece),
                None => format!("{}*{to}", written.piece),
            };
            told.play.play_text(&text).map_err(|error| FileError::at(*number, error))?;
            told.times_ms.push(parse_time(written.rest));
            last = Some(to);
        }
        if self.has_variations {
            told.notes.push("variations are left out".to_owned());
        }
        let result = self.result(&told);
        told.conclude(result);
        Ok(told)
    }

    fn result(&self, told: &ParsedGame<Dobutsu>) -> Option<(Vec<f64>, String)> {
        let won_by = |seat| Returns::win(2, seat).as_slice().to_vec();
        let by_word = self.ending.and_then(|(_, share, reason)| {
            let mover = told.play.to_move()?;
            let share = (*share)?;
            let returns =
                if mover == Seat::FIRST { vec![share, 1.0 - share] } else { vec![1.0 - share, share] };
            Some((returns, (*reason).to_owned()))
        });
        match (self.winner, by_word) {
            (Some(winner), word) => {
                let reason = word.map_or_else(|| "as the file tells".to_owned(), |(_, reason)| reason);
                Some((won_by(winner), reason))
            }
            (None, word) => word,
        }
    }
}

fn known_variant(name: &str) -> Option<&'static str> {
    Dobutsu::INFO.variants.iter().map(|variant| variant.name).find(|known| *known == name)
}

/// Three squares as our position text has them. A `v` stands before a piece of the second player.
fn read_row(cells: &str) -> Option<String> {
    let mut rest = cells;
    let mut row = String::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return (row.chars().count() == 3).then_some(row);
        }
        if let Some(after) = rest.strip_prefix(['・', '･', '.']) {
            row.push('.');
            rest = after;
            continue;
        }
        let after = rest.strip_prefix(['v', 'V']);
        let (letter, left) = piece(after.unwrap_or(rest))?;
        row.push(if after.is_some() { letter.to_ascii_lowercase() } else { letter });
        rest = left;
    }
}

/// The pieces of a hand as our position text has them.
fn read_hand(text: &str) -> Option<String> {
    let mut letters = String::new();
    let mut rest = text.trim();
    if rest.is_empty() || rest == "なし" {
        return Some("-".to_owned());
    }
    while !rest.is_empty() {
        let (letter, left) = piece(rest)?;
        let count = left.chars().next().and_then(digit);
        let left =
            if count.is_some() { &left[left.chars().next().map_or(0, char::len_utf8)..] } else { left };
        letters.extend(std::iter::repeat_n(letter, count.unwrap_or(1)));
        rest = left.trim_start();
    }
    let order = |letter: &char| ['C', 'E', 'G', 'H', 'L'].iter().position(|known| known == letter);
    let mut sorted: Vec<_> = letters.chars().collect();
    sorted.sort_by_key(order);
    Some(sorted.into_iter().collect())
}

/// A game as a text, and notes on what is not in it.
pub fn write(told: &ParsedGame<Dobutsu>) -> Result<String, FileError> {
    let game = told.play.game();
    let mut text = format!("#KIF version=2.0 encoding=UTF-8\n{MARK} {}\n手合割：{GAME}\n", game.variant());
    if told.is_position {
        let position = game.position_text(told.play.start());
        write_position(&mut text, &position)
            .ok_or_else(|| FileError::Cannot { format: KIFU, what: format!("the position {position}") })?;
    }
    for (side, name) in SIDES.all().iter().zip(&told.seats) {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{side}：{name}");
    }
    let _ = writeln!(text, "{HEADING}");
    let mut last = String::new();
    let mut totals = BySeat::<f64, 2>::default();
    let n_moves = told.play.moves().len();
    for (ply, mv) in told.play.move_texts().iter().enumerate() {
        let (body, to) = move_text(mv, &last);
        let time = told.times_ms.get(ply).copied().flatten().map_or(String::new(), |ms| {
            let total = &mut totals[told.play.seat_at(ply).unwrap_or(Seat::FIRST)];
            let seconds = (ms / 1e3).round();
            *total += seconds;
            time_text(seconds as u64, *total as u64)
        });
        let _ = writeln!(text, "{:>4}   {body}{time}", ply + 1);
        last = to;
    }
    write_ending(&mut text, told, n_moves);
    Ok(text)
}

/// A move in its words, and its target.
fn move_text(mv: &str, last: &str) -> (String, String) {
    let letter = mv.chars().next().unwrap_or_default();
    let name = PIECES.iter().find(|(known, ..)| *known == letter).map_or("", |(_, name, ..)| *name);
    let path = mv.trim_end_matches('+');
    let to = &path[path.len() - 2..];
    // How far a square is from the right and from the top.
    let place = |square: &str| match square.as_bytes() {
        [file, rank] => (usize::from(b'c' - file), usize::from(rank - b'1')),
        _ => (0, 0),
    };
    let (file, rank) = place(to);
    let target = if to == last { "同　".to_owned() } else { format!("{}{}", FILES[file], RANKS[rank]) };
    let body = if mv.contains('*') {
        // A drop goes to an empty square, which nobody has moved to before.
        format!("{target}{name}打")
    } else {
        let (file, rank) = place(&path[1..3]);
        let promotion = if mv.ends_with('+') { "成" } else { "" };
        format!("{target}{name}{promotion}({}{})", file + 1, rank + 1)
    };
    (body, to.to_owned())
}

fn time_text(seconds: u64, total: u64) -> String {
    let (hours, minutes) = (total / 3600, total / 60 % 60);
    format!("   ({:>2}:{:02}/{hours:02}:{minutes:02}:{:02})", seconds / 60, seconds % 60, total % 60)
}

fn write_ending(text: &mut String, told: &ParsedGame<Dobutsu>, n_moves: usize) {
    let Some((returns, reason)) = &told.result else {
        let _ = writeln!(text, "{:>4}   中断", n_moves + 1);
        return;
    };
    let winner = Seat::all(2).zip(returns).find_map(|(seat, &share)| (share == 1.0).then_some(seat));
    let is_by_rules = told.play.outcome().is_some();
    let reason = if reason.starts_with("forfeit") { "forfeit" } else { reason.as_str() };
    let mover = told.play.to_move().unwrap_or(Seat::FIRST);
    let share = returns.get(mover.idx()).copied();
    // The rules end a game without a word, but for a repetition, which is not seen on the board.
    let fits = |ending: &&(&str, Option<f64>, &str)| {
        if is_by_rules {
            reason == "repetition" && ending.2 == reason
        } else {
            ending.1 == share && ending.2 == reason
        }
    };
    let word = ENDINGS.iter().find(fits).map(|(word, ..)| *word);
    let word = word.or(if is_by_rules || winner.is_some() { None } else { Some("持将棋") });
    if let Some(word) = word {
        let _ = writeln!(text, "{:>4}   {word}", n_moves + 1);
    }
    let how = match winner {
        Some(winner) => format!("{}の勝ち", SIDES[winner]),
        None => word.unwrap_or("持将棋").to_owned(),
    };
    let _ = writeln!(text, "まで{n_moves}手で{how}");
}

/// A position as KIF draws it; `None` if there are no words for it.
fn write_position(text: &mut String, position: &str) -> Option<()> {
    let words: Vec<_> = position.split_whitespace().collect();
    let [board, first, second, to_move] = words[..] else { return None };
    let name_of = |letter: char| PIECES.iter().find(|(known, ..)| *known == letter.to_ascii_uppercase());
    let hand = |letters: &str| {
        let mut counted: Vec<(char, usize)> = Vec::new();
        for letter in letters.chars().filter(|letter| *letter != '-') {
            match counted.last_mut().filter(|(known, _)| *known == letter) {
                Some((_, count)) => *count += 1,
                None => counted.push((letter, 1)),
            }
        }
        let named = counted.iter().map(|&(letter, count)| {
            let name = name_of(letter).map_or("", |(_, name, ..)| *name);
            if count > 1 { format!("{name}{}", RANKS[count - 1]) } else { name.to_owned() }
        });
        let named: Vec<_> = named.collect();
        if named.is_empty() { "なし".to_owned() } else { named.join("　") }
    };
    let _ = writeln!(text, "後手の持駒：{}\n  ３ ２ １\n+---------+", hand(second));
    let squares: Vec<_> = board.chars().collect();
    for (row, rank) in squares.chunks(3).zip(RANKS) {
        let cells = row.iter().map(|&letter| match name_of(letter) {
            Some((_, _, sign, _)) if letter.is_ascii_lowercase() => format!("v{sign}"),
            Some((_, _, sign, _)) => format!(" {sign}"),
            None => " ・".to_owned(),
        });
        let _ = writeln!(text, "|{}|{rank}", cells.collect::<String>());
    }
    let _ = writeln!(text, "+---------+\n先手の持駒：{}", hand(first));
    if to_move == "G" {
        let _ = writeln!(text, "後手番");
    }
    Some(())
}
