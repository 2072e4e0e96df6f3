//! The program has all that the program of Ludwerk has, for this game.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_breakthrough-lab");

/// Runs a command and gives what it printed.
fn run(words: &str) -> String {
    let output = Command::new(PROGRAM).args(words.split(' ')).output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn commands_know_this_game_alone() {
    let games = run("games --json");
    assert!(games.contains(r#""id":"breakthrough""#) && games.matches(r#""id""#).count() == 1, "{games}");
    assert!(run("perft breakthrough --depth 2").contains("484"));
    let search = run("search breakthrough --variant small --agent alphabeta:depth=3 --json");
    assert!(search.contains(r#""move":""#), "{search}");
    let played = run("match breakthrough greedy random --variant small --games 10 --seed 1 --json");
    assert!(played.contains(r#""games":10"#), "{played}");
}

#[test]
fn the_program_calls_itself_by_its_name() {
    assert!(run("--version").starts_with("breakthrough-lab (ludwerk "));
    assert!(run("search --help").contains("`breakthrough-lab agents`"));
    let output = Command::new(PROGRAM).args(["perft", "chess", "--depth", "1"]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("breakthrough") && errors.contains("`breakthrough-lab games`"), "{errors}");
}

/// The web app, ended with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let data = concat!(env!("CARGO_TARGET_TMPDIR"), "/breakthrough-lab");
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--port", "0", "--json", "--data", data])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
        Self { child, address: address.to_owned() }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_web_app_offers_the_game_with_its_board() {
    let server = Server::start();
    let catalog = server.get("/api/catalog");
    assert!(catalog.starts_with("HTTP/1.1 200"), "{catalog}");
    assert!(catalog.contains(r#""id":"breakthrough""#), "{catalog}");
    let board = server.get("/boards/breakthrough.js");
    assert!(board.contains("text/javascript") && board.ends_with(include_str!("../board.js")), "{board}");
}
