//! The web app: HTTP, WebSocket, storage, and the page inside.
//!
//! [`App::open`] builds everything, [`App::router`] is what tests talk to without a socket, and
//! [`App::serve`] listens. The `lobby` has all games; a `game` is a session of
//! `ludwerk-session` with the keys of its seats. It is stored at every move (`store`), so that the death of the
//! process loses nothing but the move in flight.

mod api;
pub mod dto;
mod engines;
mod error;
mod extract;
mod game;
mod guard;
mod keys;
mod live;
mod lobby;
mod page;
mod priority;
mod settings;
mod store;
mod tablebases;
mod tournaments;
mod view;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::middleware::from_fn_with_state;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ludwerk_registry::GameEntry;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;

use crate::guard::Guard;
use crate::lobby::Lobby;

pub use settings::{MakeReport, Settings};
pub use store::StoreError;

/// How often games that nobody looks at are forgotten.
const SWEEP: Duration = Duration::from_secs(60);

/// How long a client may take for the head of a request, also between two requests.
const HEADER_TIME: Duration = Duration::from_secs(30);

/// How long requests that are under way at the end may take.
const GRACE: Duration = Duration::from_secs(3);

/// The web app.
pub struct App {
    lobby: Arc<Lobby>,
}

impl App {
    /// Opens the data folder and lets unfinished games go on. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// A [`StoreError`] that says why the data cannot be used.
    pub fn open(settings: Settings, games: &'static [GameEntry]) -> Result<Self, StoreError> {
        let lobby = Lobby::open(settings, games)?;
        let resumed = Arc::clone(&lobby);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = resumed.resume() {
                tracing::warn!("games cannot be resumed: {}", error.view().error);
            }
        });
        let swept = Arc::downgrade(&lobby);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                let Some(lobby) = swept.upgrade() else { return };
                let _ = tokio::task::spawn_blocking(move || lobby.forget_idle()).await;
            }
        });
        Ok(Self { lobby })
    }

    /// All routes: the interface under `/api`, the page everywhere else.
    pub fn router(&self) -> Router {
        let guard = Guard::new(&self.lobby.settings);
        let (routes, _) = api::routes();
        routes
            .fallback(page::page)
            .with_state(Arc::clone(&self.lobby))
            .layer(CompressionLayer::new())
            .layer(from_fn_with_state(guard, guard::guard))
    }

    /// Answers on `listener` until `end` comes, then lets what is under way finish.
    pub async fn serve(self, listener: TcpListener, end: impl Future<Output = ()> + Send + 'static) {
        let router = self.router();
        let places = Arc::new(Semaphore::new(self.lobby.settings.most_connections));
        let (ending, _) = watch::channel(());
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
        let mut end = pin!(end);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut end => break,
            };
            let Ok((stream, client)) = accepted else {
                // Usually too many open files: some will be closed soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            // Beyond that many the newest is turned away, so that those who are there are still served.
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
            let service = TowerToHyperService::new(router.clone().layer(Extension(ConnectInfo(client))));
            let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
            let mut ending = ending.subscribe();
            tokio::spawn(async move {
                let mut connection = pin!(connection);
                // A client that goes away in the middle is nobody's fault.
                tokio::select! {
                    _ = &mut connection => {}
                    _ = ending.changed() => {
                        connection.as_mut().graceful_shutdown();
                        let _ = connection.await;
                    }
                }
                drop(place);
            });
        }
        self.lobby.engines.close();
        self.lobby.tournaments.close();
        self.lobby.tablebases.close();
        let _ = ending.send(());
        tokio::select! {
            () = ending.closed() => {}
            () = tokio::time::sleep(GRACE) => {}
        }
        let lobby = Arc::clone(&self.lobby);
        // Whatever becomes of it, the server ends.
        let _ = tokio::task::spawn_blocking(move || lobby.tablebases.wait()).await;
    }
}

/// The description of the interface in OpenAPI, as `/api/openapi.json` gives it.
pub fn openapi() -> String {
    let (_, description) = api::routes();
    serde_json::to_string_pretty(&description)
        .unwrap_or_else(|error| unreachable!("a description is JSON: {error}"))
}
