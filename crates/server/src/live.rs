//! The WebSocket of a game: the whole game at first and after each change, and thoughts in between.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use ludwerk_core::{MAX_SEATS, Seat};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};

use crate::api::blocking;
use crate::dto::{ClientMessage, ServerMessage};
use crate::error::{ApiError, ApiResult};
use crate::extract::PathPart;
use crate::game::Caller;
use crate::lobby::{Event, LiveGame, Lobby};

/// How long a client may take to say who it is.
const HELLO: Duration = Duration::from_secs(10);

/// How often the server makes sure that the other side is still there.
const PING: Duration = Duration::from_secs(25);

/// A client that takes so long to read a message is gone.
const SEND: Duration = Duration::from_secs(20);

/// Clients have little to say.
const MOST_BYTES: usize = 4 << 10;

/// Opens the socket of a game.
pub async fn live(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    let upgrade = upgrade.map_err(|rejection| {
        ApiError::new(rejection.status(), "not_a_socket", rejection.body_text())
            .hint("open this address as a WebSocket")
    })?;
    let finder = Arc::clone(&lobby);
    let game = blocking(move || finder.live(&id)).await?;
    let Ok(place) = Arc::clone(&lobby.sockets).try_acquire_owned() else {
        return Err(ApiError::too_many("too many people are watching games here"));
    };
    Ok(upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .on_upgrade(async move |socket| serve(socket, place, game).await))
}

async fn serve(mut socket: WebSocket, place: OwnedSemaphorePermit, game: Arc<LiveGame>) {
    let caller = match timeout(HELLO, hello(&mut socket)).await {
        Ok(Ok(caller)) => caller,
        Ok(Err(None)) => return,
        Ok(Err(Some(problem))) => return refuse(&mut socket, problem).await,
        Err(_) => return refuse(&mut socket, "the first message did not come").await,
    };
    let subscriber = Subscriber { game, caller };
    if let Err(error) = subscriber.ask(LiveGame::check_key).await.flatten() {
        let _ = send(&mut socket, &ServerMessage::Error { error: error.view() }).await;
        return;
    }
    // Following begins before the first look, so that nothing falls in between.
    let events = subscriber.game.events.subscribe();
    let _ = subscriber.ask(|game, caller| game.count_online(caller, true)).await;
    follow(&mut socket, &subscriber, events).await;
    let _ = subscriber.ask(|game, caller| game.count_online(caller, false)).await;
    drop(place);
}

/// Whoever is at the other end, and the game that he follows.
struct Subscriber {
    game: Arc<LiveGame>,
    caller: Caller,
}

impl Subscriber {
    /// Asks the game for something. It may be busy for a moment, which must hold up nobody else.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&LiveGame, &Caller) -> T + Send + 'static,
    ) -> ApiResult<T> {
        let (game, caller) = (Arc::clone(&self.game), self.caller.clone());
        blocking(move || Ok(question(&game, &caller))).await
    }

    /// Sends the game unless the client has just this version; gives the version that it has then.
    async fn send_game(&self, socket: &mut WebSocket, has: Option<u64>) -> Result<Option<u64>, ()> {
        let asked = self.ask(LiveGame::rendered).await;
        let (version, rendered) = asked.map_err(|_| ())?;
        if has != Some(version) {
            send_message(socket, rendered.message()).await?;
        }
        Ok(Some(version))
    }
}

/// Who the client is; a sentence where it says something else, nothing where it is gone.
async fn hello(socket: &mut WebSocket) -> Result<Caller, Option<&'static str>> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                let message: Result<ClientMessage, _> = serde_json::from_str(&text);
                return match message {
                    Ok(ClientMessage::Hello { token, seat }) => {
                        let seat = seat.and_then(|idx| Seat::checked(idx, MAX_SEATS));
                        Ok(Caller { key: token.filter(|token| !token.is_empty()), seat })
                    }
                    Err(_) => Err(Some("the first message is not {\"type\":\"hello\",\"token\":…}")),
                };
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(Some("messages are text")),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
        }
    }
}

async fn follow(socket: &mut WebSocket, subscriber: &Subscriber, mut events: Receiver<Event>) {
    let mut ping = interval(PING);
    ping.tick().await;
    let Ok(mut has) = subscriber.send_game(socket, None).await else { return };
    loop {
        let sent = tokio::select! {
            event = events.recv() => match event {
                // Whoever is too slow for every step gets the game as it is now.
                Ok(Event::Changed) | Err(RecvError::Lagged(_)) => {
                    subscriber.send_game(socket, has).await.map(|version| has = version)
                }
                Ok(Event::Thinking(thinking)) => send(socket, &ServerMessage::Thinking { thinking }).await,
                Ok(Event::Deleted) => {
                    let _ = send(socket, &ServerMessage::Deleted).await;
                    return;
                }
                Ok(Event::Lost) | Err(RecvError::Closed) => return,
            },
            said = socket.recv() => match said {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                    return refuse(socket, "nothing more is expected; moves are sent by HTTP").await;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            _ = ping.tick() => send_message(socket, Message::Ping(Vec::new().into())).await,
        };
        if sent.is_err() {
            return;
        }
    }
}

async fn refuse(socket: &mut WebSocket, problem: &str) {
    let error = ApiError::bad("malformed", problem).view();
    let _ = send(socket, &ServerMessage::Error { error }).await;
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), ()> {
    let text = serde_json::to_string(message).map_err(|_| ())?;
    send_message(socket, Message::Text(text.into())).await
}

async fn send_message(socket: &mut WebSocket, message: Message) -> Result<(), ()> {
    match timeout(SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}
