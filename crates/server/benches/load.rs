//! The web app under load: `cargo bench -p ludwerk-server --bench load`.
//!
//! People play 200 games against agents, 2,000 spectators look on through sockets that say nothing, and meanwhile
//! someone opens the page, the catalog and a game again and again: that is what is timed. Everything runs on this
//! machine, the clients included, for half a minute each: once with agents that answer at once, once with
//! agents that keep every core busy. Ends with 1 where the median is not below 100 ms.
//!
//! Needs about 4,500 open files: `ulimit -n 8192` where the limit is lower.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use ludwerk_registry::GAMES;
use ludwerk_server::{App, Settings};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const N_GAMES: usize = 200;
const N_SPECTATORS: usize = 2000;
const DURATION: Duration = Duration::from_secs(30);

/// How long a person thinks about a move.
const THINKING: Duration = Duration::from_millis(1500);

/// What must hold.
const MOST_MEDIAN: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let mut is_fast_enough = true;
    println!("{N_GAMES} games, {N_SPECTATORS} spectators, {} s each", DURATION.as_secs());
    println!(
        "{:<24} {:<10} {:>9} {:>9} {:>9} {:>9}",
        "agents", "asked for", "requests", "median", "95 %", "99 %"
    );
    for spec in ["level:n=3", "level:n=10"] {
        is_fast_enough &= run(spec);
    }
    if is_fast_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(spec: &'static str) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings {
        requests_per_second: u32::MAX,
        request_burst: u32::MAX,
        game_burst: u32::MAX,
        ..Settings::new(folder.path().to_owned())
    };
    let server = Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let clients = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let address = server.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let app = App::open(settings, GAMES).expect("a server");
        tokio::spawn(app.serve(listener, std::future::pending()));
        address
    });
    let is_fast_enough = clients.block_on(load(address, spec));
    clients.shutdown_background();
    server.shutdown_background();
    is_fast_enough
}

async fn load(address: SocketAddr, spec: &'static str) -> bool {
    let (stop, n_moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut ids = Vec::new();
    let mut players = Vec::new();
    for n in 0..N_GAMES {
        let seats = json!([{"kind": "here"}, {"kind": "engine", "spec": spec}]);
        let created =
            Client::new(address).post("/api/games", None, &json!({"game": "dobutsu", "seats": seats})).await;
        let id = created["game"]["id"].as_str().expect("an address").to_owned();
        let key = created["token"].as_str().expect("a key").to_owned();
        ids.push(id.clone());
        let (stop, n_moves) = (Arc::clone(&stop), Arc::clone(&n_moves));
        players.push(tokio::spawn(async move {
            // People do not all move at the same moment.
            tokio::time::sleep(THINKING * n as u32 / N_GAMES as u32).await;
            play(address, id, key, &stop, &n_moves).await;
        }));
    }
    let mut spectators = Vec::new();
    for n in 0..N_SPECTATORS {
        spectators.push(open_socket(address, &ids[n % N_GAMES], None).await);
    }
    // Spectators read what they are sent.
    for socket in spectators {
        tokio::spawn(async move { socket.for_each(async |_| {}).await });
    }
    n_moves.store(0, Ordering::Relaxed);
    let begun = Instant::now();
    let paths = ["/", "/api/catalog", &format!("/api/games/{}", ids[0])];
    let mut times = [const { Vec::new() }; 3];
    let mut client = Client::new(address);
    while begun.elapsed() < DURATION {
        for (path, times) in paths.iter().zip(&mut times) {
            let asked = Instant::now();
            client.get(path).await;
            times.push(asked.elapsed());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
    stop.store(true, Ordering::Relaxed);
    let moves = n_moves.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64();
    let mut is_fast_enough = true;
    for (name, times) in ["page", "catalog", "game"].into_iter().zip(&mut times) {
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
        println!(
            "{spec:<24} {name:<10} {:>9} {:>9} {:>9} {:>9}",
            times.len(),
            ms(at(0.5)),
            ms(at(0.95)),
            ms(at(0.99))
        );
        is_fast_enough &= at(0.5) < MOST_MEDIAN;
    }
    println!("{spec:<24} {moves:.0} moves a second were played and answered");
    is_fast_enough
}

/// Plays games as a person would: a legal move, some thought, the next.
async fn play(address: SocketAddr, mut id: String, key: String, stop: &AtomicBool, n_moves: &AtomicUsize) {
    let mut client = Client::new(address);
    let mut socket = open_socket(address, &id, Some(&key)).await;
    let mut n = 0_usize;
    // A game is also sent again when someone comes or goes.
    let mut answered = None;
    while !stop.load(Ordering::Relaxed) {
        let Some(Ok(message)) = socket.next().await else { return };
        let Message::Text(text) = message else { continue };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let game = &message["game"];
        if !game["result"].is_null() {
            let again = client.post(&format!("/api/games/{id}/again"), Some(&key), &Value::Null).await;
            id = again["game"]["id"].as_str().expect("an address").to_owned();
            socket = open_socket(address, &id, Some(&key)).await;
            answered = None;
            continue;
        }
        let legal = game["position"]["legal"].as_array().filter(|legal| !legal.is_empty());
        let ply = game["moves"].as_array().map(Vec::len);
        if let (Some(legal), Some(0)) = (legal, game["position"]["to_move"].as_u64())
            && answered != ply
        {
            answered = ply;
            tokio::time::sleep(THINKING).await;
            n = n.wrapping_mul(31).wrapping_add(7);
            let mv = &legal[n % legal.len()]["move"];
            client
                .post(&format!("/api/games/{id}/moves"), Some(&key), &json!({"move": mv, "ply": ply}))
                .await;
            n_moves.fetch_add(2, Ordering::Relaxed);
        }
    }
}

async fn open_socket(
    address: SocketAddr,
    id: &str,
    key: Option<&str>,
) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let (mut socket, _) =
        connect_async(format!("ws://{address}/api/games/{id}/live")).await.expect("a socket");
    let hello = json!({"type": "hello", "token": key}).to_string();
    socket.send(Message::text(hello)).await.expect("a hello");
    socket
}

/// A connection that is kept open, with no more of HTTP than is needed here.
struct Client {
    address: SocketAddr,
    stream: Option<TcpStream>,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    async fn get(&mut self, path: &str) -> Vec<u8> {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        self.ask(head.as_bytes()).await
    }

    async fn post(&mut self, path: &str, key: Option<&str>, body: &Value) -> Value {
        let body = body.to_string();
        let key = key.map_or(String::new(), |key| format!("authorization: Bearer {key}\r\n"));
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\n{key}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        serde_json::from_slice(&self.ask(request.as_bytes()).await).unwrap_or(Value::Null)
    }

    async fn ask(&mut self, request: &[u8]) -> Vec<u8> {
        if self.stream.is_none() {
            self.stream = Some(TcpStream::connect(self.address).await.expect("a connection"));
        }
        let stream = self.stream.as_mut().expect("it is open");
        stream.write_all(request).await.expect("a request");
        let mut answer = Vec::new();
        loop {
            let head = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            if let Some(end) = head.map(|at| at + 4) {
                let text = String::from_utf8_lossy(&answer[..end]).to_lowercase();
                assert!(text.starts_with("http/1.1 2"), "{}", String::from_utf8_lossy(&answer));
                let length =
                    text.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
                let length: usize = length.expect("a length");
                if answer.len() >= end + length {
                    return answer.split_off(end);
                }
            }
            assert!(stream.read_buf(&mut answer).await.expect("an answer") > 0, "the server hung up");
        }
    }
}
