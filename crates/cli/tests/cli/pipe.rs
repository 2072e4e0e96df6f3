//! Whole games through a pipe: a player who knows nothing but what is printed finds all that moves name on the board,
//! and comes to the end.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::{ludwerk, run_with_input};

/// A game in plain lines, read and answered line by line.
struct Pipe {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    /// The board as it was printed last.
    board: Vec<String>,
}

impl Pipe {
    /// A game with these words; gives what is printed up to the first question.
    fn open(words: &[&str]) -> (Self, Vec<String>) {
        let mut child = ludwerk()
            .args(["play", "--plain"])
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("a pipe");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut pipe = Self { child, stdin, lines, board: Vec::new() };
        let said = pipe.listen();
        (pipe, said)
    }

    /// What is printed up to the next question, which is the last line.
    fn listen(&mut self) -> Vec<String> {
        let mut said = Vec::new();
        for line in self.lines.by_ref() {
            said.push(line.expect("UTF-8 on stdout"));
            if said.last().is_some_and(|line| is_question(line)) {
                break;
            }
        }
        assert!(said.last().is_some_and(|line| is_question(line)), "it ended without a word: {said:?}");
        let blocks: Vec<_> = said.split(String::is_empty).filter(|block| block.len() > 2).collect();
        if let Some(board) = blocks.last().filter(|_| said.iter().any(String::is_empty)) {
            self.board = board.to_vec();
        }
        said
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        writeln!(self.stdin, "{line}").expect("it listens");
        self.listen()
    }

    /// The legal moves, as `moves` lists them.
    fn moves(&mut self) -> Vec<String> {
        let said = self.ask("moves");
        let listed = said.iter().flat_map(|line| line.split("  "));
        let texts = listed.filter_map(|item| {
            let (number, text) = item.trim().split_once(". ")?;
            number.parse::<usize>().ok().map(|_| text.to_owned())
        });
        texts.collect()
    }

    /// Plays until the result is told, each move by the rank that `worth` gives it; checks before each that `is_shown`
    /// finds on the board what the legal moves name. Gives the result.
    fn play(
        mut self,
        mut said: Vec<String>,
        worth: impl Fn(&str) -> i32,
        is_shown: impl Fn(&[String], &str) -> bool,
    ) -> String {
        for turn in 0..300 {
            let question = said.pop().expect("a question");
            if is_result(&question) {
                writeln!(self.stdin, "quit").expect("it listens");
                assert!(self.child.wait().expect("it ends").success());
                return question;
            }
            let moves = self.moves();
            assert!(!moves.is_empty(), "no moves were listed");
            for mv in &moves {
                assert!(is_shown(&self.board, mv), "{mv} names what is not seen:\n{}", self.board.join("\n"));
            }
            let best = moves.iter().map(|mv| worth(mv)).max().expect("a move");
            let chosen: Vec<_> = moves.iter().filter(|mv| worth(mv) == best).collect();
            said = self.ask(chosen[turn * 7 % chosen.len()]);
        }
        panic!("no end in 300 turns");
    }
}

fn is_result(line: &str) -> bool {
    line.contains(" wins by ") || line.starts_with("A draw by ")
}

fn is_question(line: &str) -> bool {
    is_result(line) || line.ends_with("(human) to move.")
}

/// Whether a square such as `b3` can be found by the letters above the board and the numbers beside it.
fn has_square(board: &[String], square: &str) -> bool {
    let (file, rank) = square.split_at(1);
    let words = |line: &String| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let files = board.iter().map(words).find(|words| words.first().is_some_and(|word| word == "a"));
    files.is_some_and(|files| files.contains(&file.to_owned()))
        && board.iter().any(|line| line.split_whitespace().next() == Some(rank))
}

/// Whether a space with this name is on the board, alone or with what is there.
fn has_space(board: &[String], name: &str) -> bool {
    board.iter().flat_map(|line| line.split_whitespace()).any(|word| {
        word.strip_prefix(name)
            .is_some_and(|rest| matches!(rest, "" | "." | "~" | "x") || rest.starts_with(':'))
    })
}

#[test]
fn dobutsu_is_played_to_the_end_through_a_pipe() {
    let (pipe, said) = Pipe::open(&["dobutsu", "--seats", "human,random", "--seed", "1"]);
    let squares = |mv: &str| -> Vec<String> {
        let bare: String = mv.chars().filter(|letter| !letter.is_uppercase()).collect();
        let names = bare.split(['-', 'x', '*']).filter(|name| !name.is_empty());
        names.map(|name| name.trim_end_matches('+').to_owned()).collect()
    };
    let result = pipe.play(
        said,
        |mv| i32::from(mv.contains('x')),
        |board, mv| squares(mv).iter().all(|square| has_square(board, square)),
    );
    assert!(result.contains(" wins by ") || result.contains("A draw"), "{result}");
}

#[test]
fn blokus_is_played_to_the_end_through_a_pipe() {
    let (mut pipe, mut said) = Pipe::open(&["blokus", "--seats", "human,random", "--seed", "1"]);
    // The orientations are shown on request, and their numbers place a piece.
    let shown = pipe.ask("shapes F");
    assert_eq!(shown[0], "Piece 20: F");
    assert!(shown[1].starts_with("20.1  20.2  20.3"), "{shown:?}");
    assert_eq!(
        shown[2..5],
        [
            ".#.   #..   .#.   ..#   .#.   .#.   .##   ##.".to_owned(),
            "##.   ###   ###   ###   .##   ###   ##.   .##".to_owned(),
            ".##   .#.   #..   .#.   ##.   ..#   .#.   .#.".to_owned()
        ]
    );
    said.extend(pipe.ask("20.2 e10"));
    let row = pipe.board.iter().find(|line| line.starts_with("10 ")).expect("the tenth row");
    assert_eq!(row.split_whitespace().nth(5), Some("B"), "{row}");
    let result = pipe.play(
        said,
        |mv| mv.matches(',').count() as i32,
        |board, mv| mv == "pass" || mv.split(',').all(|square| has_square(board, square)),
    );
    assert!(result.contains(" by points"), "{result}");
}

#[test]
fn chexers_is_played_to_the_end_through_a_pipe() {
    let (pipe, said) = Pipe::open(&["chexers", "--seats", "human,random,random", "--seed", "2"]);
    // Red goes to the right: the larger `q`, the nearer.
    let worth = |mv: &str| match mv.split([' ', ',']).collect::<Vec<_>>()[..] {
        ["EXIT", ..] => 100,
        [_, from, _, to, _] => to.parse::<i32>().unwrap() - from.parse::<i32>().unwrap(),
        _ => 0,
    };
    let result = pipe.play(said, worth, |board, mv| mv.split(' ').skip(1).all(|hex| has_space(board, hex)));
    assert_eq!(result, "Red (human) wins by four exits.");
}

#[test]
fn samurai_is_played_to_the_end_through_a_pipe() {
    for variant in ["official", "thesis"] {
        let words = ["samurai", "--variant", variant, "--seats", "human,random", "--seed", "1"];
        let (mut pipe, said) = Pipe::open(&words);
        // Who counts for what is counted on request: a row for each of the 21 figures.
        let table = pipe.ask("table");
        assert_eq!(table[0], "Influence on every figure");
        let headings: Vec<_> = table[1].split_whitespace().collect();
        assert_eq!(headings, ["space", "is", "figure", "Red", "Blue", "goes", "to", "land", "left", "which"]);
        assert_eq!(table.len(), 2 + 21 + 1, "{table:?}");
        let rules = pipe.ask("rules").join(" ");
        assert_eq!(rules.contains("swap"), variant == "official", "{rules}");
        let result = pipe.play(
            said,
            |mv| i32::from(mv != "end"),
            |board, mv| {
                let places = mv.split(['@', '>', ':', ',']).filter(|part| part.parse::<u8>().is_ok());
                places.into_iter().all(|place| has_space(board, place))
            },
        );
        assert!(result.contains("(human) wins by") || result.contains("(random) wins by"), "{result}");
    }
}

#[test]
fn agents_that_peek_play_people_only_where_it_was_asked_for_and_is_told() {
    let mix = "human,mix:one=(random),other=(samurai-a4),share=0.5";
    let seats = ["human,samurai-a4", "peek,human", "human,sampler:inner=(peek:inner=(random))", mix];
    for seats in seats {
        let words = ["play", "samurai", "--plain", "--variant", "thesis", "--seats", seats, "--seed", "1"];
        let refused = run_with_input(&words, "quit\n");
        assert_eq!(refused.code, Some(2), "{seats}: {}", refused.stdout);
        assert!(refused.stderr.contains("peeks: it looks at what is hidden"), "{}", refused.stderr);
        assert!(
            refused.stderr.contains("hint: choose another agent, or add --allow-peeking"),
            "{}",
            refused.stderr
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    let words = ["play", "samurai", "--plain", "--variant", "thesis", "--seats", "human,samurai-a4"];
    let played = run_with_input(
        &[&words[..], &["--allow-peeking", "--seed", "1", "--save", file]].concat(),
        "1\nquit\n",
    );
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert!(
        played.stdout.contains("Blue peeks: the agent there sees what is hidden from you."),
        "{}",
        played.stdout
    );
    let record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(record["peeks"], serde_json::json!([1]));
    // A saved game is no way around it, neither at the start nor in the middle.
    let loaded = run_with_input(&["play", "samurai", "--plain", "--load", file], "quit\n");
    assert_eq!(loaded.code, Some(2), "{}", loaded.stdout);
    assert!(loaded.stderr.contains("--allow-peeking"), "{}", loaded.stderr);
    let load = format!("load {file}\nquit\n");
    let honest = ["play", "samurai", "--plain", "--variant", "thesis", "--seats", "human,random"];
    let loaded = run_with_input(&honest, &load);
    assert!(loaded.stderr.contains("peeks: it looks at what is hidden"), "{}", loaded.stderr);
    assert!(!loaded.stdout.contains("Loaded"), "{}", loaded.stdout);
    let loaded = run_with_input(&["play", "samurai", "--plain", "--load", file, "--allow-peeking"], "quit\n");
    assert!(loaded.stdout.contains("Blue peeks"), "{}", loaded.stdout);
    // Among agents there is nobody to be cheated.
    let agents =
        ["play", "samurai", "--plain", "--variant", "thesis", "--seats", "random,samurai-a4", "--seed", "1"];
    let watched = run_with_input(&agents, "");
    assert_eq!(watched.code, Some(0), "{}", watched.stderr);
    assert!(!watched.stdout.contains("peeks"), "{}", watched.stdout);
}
