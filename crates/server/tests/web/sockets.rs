//! The WebSocket of a game.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::{Server, against, both_here, n_moves, request};

const PATIENCE: Duration = Duration::from_secs(20);

/// A client's end.
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn connect(address: SocketAddr, id: &str) -> Self {
        let (stream, _) = connect_async(format!("ws://{address}/api/games/{id}/live")).await.unwrap();
        Self(stream)
    }

    /// Connects, says who it is, and takes the first view.
    pub async fn open(address: SocketAddr, id: &str, key: Option<&str>) -> Self {
        Self::open_as(address, id, key, None).await
    }

    /// The same for one of several people at one screen.
    pub async fn open_as(address: SocketAddr, id: &str, key: Option<&str>, seat: Option<usize>) -> Self {
        let mut socket = Self::connect(address, id).await;
        socket.say(&json!({"type": "hello", "token": key, "seat": seat}).to_string()).await;
        let first = socket.next().await.unwrap();
        assert_eq!(first["type"], "game", "{first}");
        socket
    }

    async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next message; `None` when the server has closed the socket.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The message with the game after so many moves.
    pub async fn game_after(&mut self, plies: usize) -> Value {
        loop {
            let message = self.next().await.expect("the socket stays open");
            if message["type"] == "game" && n_moves(&message["game"]) == plies {
                return message;
            }
        }
    }
}

#[tokio::test]
async fn moves_and_thoughts_arrive_by_themselves() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, key) = server.create("dobutsu", against("alphabeta:time=300ms")).await;
    let mut player = Socket::open(address, &id, Some(&key)).await;
    let mut spectator = Socket::open(address, &id, None).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let mut thoughts = 0;
    loop {
        let message = player.next().await.unwrap();
        match message["type"].as_str() {
            Some("thinking") => {
                assert!(message["thinking"]["nodes"].as_u64().unwrap() > 0);
                thoughts += 1;
            }
            _ if n_moves(&message["game"]) == 2 => break,
            _ => {}
        }
    }
    assert!(thoughts > 0, "an agent's thoughts are shown while it thinks");
    let seen = spectator.game_after(2).await;
    assert_eq!((&seen["game"]["you"], &seen["game"]["viewer"]), (&json!([]), &Value::Null));
}

#[tokio::test]
async fn whoever_follows_a_game_is_sent_a_change_once_and_all_alike() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, key) = server.create("dobutsu", both_here()).await;
    let mut player = Socket::open(address, &id, Some(&key)).await;
    let mut spectators = [Socket::open(address, &id, None).await, Socket::open(address, &id, None).await];
    let path = format!("/api/games/{id}/moves");
    let wanted = request(Method::POST, &path, Some(&key))
        .header("content-type", "application/json")
        .header("prefer", "respond-async, return=minimal")
        .body(Body::from(json!({"move": "Cb3xb2", "ply": 0}).to_string()));
    let answer = server.send(wanted.unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (204, ""));
    let sent = player.game_after(1).await;
    assert_eq!(sent["game"], server.look(&id, Some(&key)).await, "a request is told the same");
    let [one, other] = &mut spectators;
    let seen = one.game_after(1).await;
    assert_eq!(seen, other.game_after(1).await);
    assert_eq!(seen["game"], server.look(&id, None).await);
    assert_ne!(seen["game"]["you"], sent["game"]["you"], "but each audience for itself");
    // A refusal is told as ever.
    let again = request(Method::POST, &path, Some(&key))
        .header("content-type", "application/json")
        .header("prefer", "return=minimal")
        .body(Body::from(json!({"move": "Cb3xb2", "ply": 0}).to_string()));
    server.send(again.unwrap()).await.refused(409, "stale");
}

#[tokio::test]
async fn thoughts_come_now_and_then_however_many_there_are() {
    let mut server = Server::with(|settings| settings.think = Duration::from_millis(900));
    let address = server.listen().await;
    let seats =
        json!([{"kind": "here"}, {"kind": "engine", "spec": "pimc:worlds=1000000000,inner=(random)"}]);
    let created = server.post("/api/games", None, json!({"game": "kuhn", "seats": seats})).await.ok();
    let (id, key) = (created["game"]["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let mut socket = Socket::open(address, id, Some(key)).await;
    server.play(id, key, "pass", 2).await.ok();
    let mut n_messages = 0;
    loop {
        let message = socket.next().await.unwrap();
        n_messages += 1;
        if message["type"] == "game" && n_moves(&message["game"]) == 4 {
            break;
        }
    }
    assert!(n_messages < 15, "{n_messages} messages in a second");
}

#[tokio::test]
async fn silent_connections_do_not_shut_others_out_for_ever() {
    let mut server = Server::with(|settings| settings.most_connections = 2);
    let address = server.listen().await;
    let silent = [TcpStream::connect(address).await.unwrap(), TcpStream::connect(address).await.unwrap()];
    // The server has to notice them before the third comes.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut third = TcpStream::connect(address).await.unwrap();
    let turned_away = timeout(PATIENCE, third.read(&mut [0; 16])).await.unwrap();
    assert_eq!(turned_away.unwrap_or(0), 0, "the newest is turned away");
    drop(silent);
    let begun = std::time::Instant::now();
    let (id, _) = server.create("dobutsu", both_here()).await;
    while refusal_or_none(address, &format!("/api/games/{id}/live")).await != Some(101) {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn refusal_or_none(address: SocketAddr, path: &str) -> Option<u16> {
    match connect_async(format!("ws://{address}{path}")).await {
        Ok(_) => Some(101),
        Err(tungstenite::Error::Http(response)) => Some(response.status().as_u16()),
        Err(_) => None,
    }
}

#[tokio::test]
async fn others_see_who_is_there() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, key) = server.create("dobutsu", both_here()).await;
    assert_eq!(server.look(&id, None).await["seats"][0]["online"], false);
    let socket = Socket::open(address, &id, Some(&key)).await;
    server.wait_for(&id, None, |game| game["seats"][0]["online"] == true).await;
    drop(socket);
    server.wait_for(&id, None, |game| game["seats"][0]["online"] == false).await;
}

#[tokio::test]
async fn a_deleted_game_says_good_bye() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, key) = server.create("dobutsu", both_here()).await;
    let mut socket = Socket::open(address, &id, None).await;
    server.delete(&format!("/api/games/{id}"), Some(&key)).await;
    assert_eq!(socket.next().await.unwrap()["type"], "deleted");
    assert_eq!(socket.next().await, None);
}

#[tokio::test]
async fn nonsense_closes_the_socket_with_a_reason() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, _) = server.create("dobutsu", both_here()).await;
    for nonsense in
        ["", "hello", "{}", "[1,2]", r#"{"type":"move","move":"Cb3xb2"}"#, r#"{"type":"hello","extra":1}"#]
    {
        let mut socket = Socket::connect(address, &id).await;
        socket.say(nonsense).await;
        let said = socket.next().await.unwrap();
        assert_eq!(
            (said["type"].as_str(), said["error"]["code"].as_str()),
            (Some("error"), Some("malformed"))
        );
        assert_eq!(socket.next().await, None);
    }
    let mut socket = Socket::connect(address, &id).await;
    socket.say(&json!({"type": "hello", "token": "foreign"}).to_string()).await;
    assert_eq!(socket.next().await.unwrap()["error"]["code"], "unknown_key");
    let mut socket = Socket::connect(address, &id).await;
    let _ = socket.0.send(Message::text("x".repeat(100_000))).await;
    assert_eq!(socket.next().await, None, "a flood is not read");
}

async fn refusal(address: SocketAddr, path: &str, origin: Option<&str>) -> u16 {
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Ok(_) => 101,
        Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn pages_of_other_sites_get_no_socket() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, _) = server.create("dobutsu", both_here()).await;
    let path = format!("/api/games/{id}/live");
    assert_eq!(refusal(address, &path, Some("http://evil.example")).await, 403);
    assert_eq!(refusal(address, &path, Some("null")).await, 403);
    assert_eq!(refusal(address, &path, Some(&format!("http://{address}"))).await, 101);
    assert_eq!(refusal(address, &path, None).await, 101);
    assert_eq!(refusal(address, "/api/games/nothing/live", None).await, 404);
}

#[tokio::test]
async fn there_are_only_so_many_sockets() {
    let mut server = Server::with(|settings| settings.most_sockets = 2);
    let address = server.listen().await;
    let (id, _) = server.create("dobutsu", both_here()).await;
    let path = format!("/api/games/{id}/live");
    let first = Socket::open(address, &id, None).await;
    let _second = Socket::open(address, &id, None).await;
    assert_eq!(refusal(address, &path, None).await, 429);
    drop(first);
    // Its place is free as soon as the server has noticed.
    let begun = std::time::Instant::now();
    while refusal(address, &path, None).await != 101 {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
