//! The web app as a real process: started, killed in the middle, started again.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{ludwerk, run};

/// A running web app; killed when the test is done with it, whichever way.
struct Served {
    child: Child,
    address: String,
    /// What it writes to standard error, read as it comes so that it never has to wait.
    log: Option<JoinHandle<String>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(data: &Path) -> Self {
        Self::start_with(data, "0", &[])
    }

    fn start_with(data: &Path, port: &str, words: &[&str]) -> Self {
        let mut child = ludwerk()
            .args(["serve", "--json", "--port", port, "--data"])
            .arg(data)
            .args(words)
            .env("LUDWERK_LOG", "trace")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).expect("JSON");
        let url = told["url"].as_str().expect("an address");
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let mut stderr = child.stderr.take().expect("a pipe");
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("UTF-8");
            text
        });
        Self { child, address, log: Some(log) }
    }

    /// One request on a connection of its own.
    fn ask(&self, method: &str, path: &str, key: Option<&str>, body: &Value) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let key = key.map_or(String::new(), |key| format!("authorization: Bearer {key}\r\n"));
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{key}content-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len(),
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let code = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a code");
        (code, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Asks it to end as Ctrl-C does; gives its exit code and what it wrote to standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill");
        let code = self.child.wait().expect("it ends").code();
        let log = self.log.take().and_then(|log| log.join().ok()).expect("a log");
        (code, log)
    }
}

fn moves(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().expect("moves");
    moves.iter().map(|mv| mv["move"].as_str().expect("text").to_owned()).collect()
}

/// Kills the server again and again in the middle of a game between a person and an agent: every move that was
/// answered for is there afterwards, and the game goes on.
#[test]
fn a_killed_server_loses_no_answered_move() {
    let folder = TempDir::new().expect("a folder");
    let mut server = Served::start(folder.path());
    let seats = json!([{"kind": "here"}, {"kind": "engine", "spec": "alphabeta:nodes=30000"}]);
    let (code, created) =
        server.ask("POST", "/api/games", None, &json!({"game": "dobutsu", "seats": seats, "seed": 5}));
    assert_eq!(code, 201, "{created}");
    let key = created["token"].as_str().expect("a key").to_owned();
    let path = format!("/api/games/{}", created["game"]["id"].as_str().expect("an address"));
    let mut known: Vec<String> = Vec::new();
    for round in 0..6 {
        let begun = Instant::now();
        let game = loop {
            let (code, game) = server.ask("GET", &path, Some(&key), &Value::Null);
            assert_eq!(code, 200, "{game}");
            assert!(moves(&game).starts_with(&known), "round {round}: {known:?} was answered for: {game}");
            if game["position"]["to_move"] == 0 || !game["result"].is_null() {
                break game;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "the agent does not move: {game}");
            std::thread::sleep(Duration::from_millis(5));
        };
        if !game["result"].is_null() {
            break;
        }
        known = moves(&game);
        let choice = &game["position"]["legal"][round % 2]["move"];
        let body = json!({"move": choice, "ply": known.len()});
        let (code, game) = server.ask("POST", &format!("{path}/moves"), Some(&key), &body);
        assert_eq!(code, 200, "{game}");
        known = moves(&game);
        // The agent is thinking, or has just stored its move: any moment is a good moment.
        std::thread::sleep(Duration::from_millis(3 * round as u64));
        drop(server);
        server = Served::start(folder.path());
    }
    assert!(known.len() >= 3, "the game went on: {known:?}");
}

#[test]
fn it_ends_in_good_order_and_logs_no_keys() {
    let folder = TempDir::new().expect("a folder");
    let server = Served::start(folder.path());
    let seats = json!([{"kind": "here"}, {"kind": "invited"}]);
    let (_, created) = server.ask("POST", "/api/games", None, &json!({"game": "dobutsu", "seats": seats}));
    let key = created["token"].as_str().expect("a key");
    let path = format!("/api/games/{}", created["game"]["id"].as_str().expect("an address"));
    let body = json!({"move": "Cb3xb2", "ply": 0});
    assert_eq!(server.ask("POST", &format!("{path}/moves"), Some(key), &body).0, 200);
    assert_eq!(server.ask("GET", &path, Some("a-foreign-key"), &Value::Null).0, 401);
    let begun = Instant::now();
    let (code, log) = server.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(log.contains("all games are kept"), "{log}");
    assert!(log.contains("POST") && log.contains(&path), "requests are logged: {log}");
    let guest = created["game"]["invitations"][0]["token"].as_str().expect("a link");
    for secret in [key, guest, "a-foreign-key"] {
        assert!(!log.contains(secret), "{log}");
    }
}

/// What an agent would answer in a hurry because the program ends is not played: it thinks again the next time.
#[test]
fn an_end_in_the_middle_of_a_thought_makes_no_move() {
    let folder = TempDir::new().expect("a folder");
    let server = Served::start(folder.path());
    let seats = json!([{"kind": "here"}, {"kind": "engine", "spec": "alphabeta:time=9s"}]);
    let (_, created) = server.ask("POST", "/api/games", None, &json!({"game": "dobutsu", "seats": seats}));
    let key = created["token"].as_str().expect("a key").to_owned();
    let path = format!("/api/games/{}", created["game"]["id"].as_str().expect("an address"));
    server.ask("POST", &format!("{path}/moves"), Some(&key), &json!({"move": "Cb3xb2", "ply": 0}));
    std::thread::sleep(Duration::from_millis(300));
    // A request that is never finished keeps the program alive for a while.
    let mut unfinished = TcpStream::connect(&server.address).expect("a connection");
    write!(
        unfinished,
        "POST /api/games HTTP/1.1\r\nhost: {}\r\ncontent-length: 100\r\n\r\n{{",
        server.address
    )
    .expect("half a request");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(server.end().0, Some(0));
    let server = Served::start(folder.path());
    let (_, game) = server.ask("GET", &path, Some(&key), &Value::Null);
    assert_eq!(moves(&game), ["Cb3xb2"]);
}

#[test]
fn whoever_sends_too_much_is_told_so() {
    let folder = TempDir::new().expect("a folder");
    let server = Served::start(folder.path());
    let huge = Value::String("x".repeat(5 << 20));
    for _ in 0..5 {
        let (code, answer) = server.ask("POST", "/api/games", None, &huge);
        assert_eq!((code, answer["code"].as_str()), (413, Some("too_large")));
    }
}

#[test]
fn a_port_or_a_folder_in_use_is_told() {
    let folder = TempDir::new().expect("a folder");
    let server = Served::start(folder.path());
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    let other = TempDir::new().expect("a folder");
    let data = other.path().to_str().expect("UTF-8");
    let answer = run(&["serve", "--port", &port, "--data", data]);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.stderr.contains("cannot listen") && answer.stderr.contains("hint: another program"),
        "{}",
        answer.stderr
    );
    let data = folder.path().to_str().expect("UTF-8");
    let answer = run(&["serve", "--port", "0", "--data", data]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("another ludwerk uses"), "{}", answer.stderr);
    let answer = run(&["serve", "--port", "0", "--data", "/dev/null/folder"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("hint: name a folder"), "{}", answer.stderr);
    drop(server);
}
