//! The web app: HTTP, WebSocket, storage, and the page inside.
//!
//! [`App::open`] builds everything, [`App::router`] is what tests talk to without a socket, and
//! [`App::serve`] listens. A game is a list of moves plus seats (`room`); it is stored at every move
//! (`store`), so that the death of the process loses nothing but the move in flight.

mod api;
pub mod dto;
mod engines;
mod error;
mod extract;
mod guard;
mod hall;
mod keys;
mod live;
mod page;
mod room;
mod settings;
mod store;
pub mod typescript;
mod view;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use ludwerk_registry::GameEntry;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

use crate::guard::Guard;
use crate::hall::Hall;

pub use settings::Settings;
pub use store::StoreError;

/// How often games that nobody looks at are forgotten.
const SWEEP: Duration = Duration::from_secs(60);

/// The web app.
pub struct App {
    hall: Arc<Hall>,
}

impl App {
    /// Opens the data folder and lets unfinished games go on. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// A [`StoreError`] that says why the data cannot be used.
    pub fn open(settings: Settings, games: &'static [GameEntry]) -> Result<Self, StoreError> {
        let hall = Hall::open(settings, games)?;
        let resumed = Arc::clone(&hall);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = resumed.resume() {
                tracing::warn!("games cannot go on: {}", error.view().error);
            }
        });
        let swept = Arc::downgrade(&hall);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                let Some(hall) = swept.upgrade() else { return };
                hall.forget_idle();
            }
        });
        Ok(Self { hall })
    }

    /// All routes: the interface under `/api`, the page everywhere else.
    pub fn router(&self) -> Router {
        let guard = Guard::new(&self.hall.settings);
        let (routes, _) = api::routes();
        routes
            .fallback(page::page)
            .with_state(Arc::clone(&self.hall))
            .layer(CompressionLayer::new())
            .layer(from_fn_with_state(guard, guard::guard))
    }

    /// Answers on `listener` until `end` comes, then lets what is under way finish.
    ///
    /// # Errors
    /// What the system says.
    pub async fn serve(
        self,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        /// Open sockets would keep the server alive for ever.
        const GRACE: Duration = Duration::from_secs(3);
        let (told, ended) = tokio::sync::oneshot::channel();
        let hall = Arc::clone(&self.hall);
        let service = self.router().into_make_service_with_connect_info::<SocketAddr>();
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            end.await;
            hall.engines.close();
            let _ = told.send(());
        });
        let patience = async {
            let _ = ended.await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            result = serving => result,
            () = patience => Ok(()),
        }
    }
}

/// The description of the interface in OpenAPI, as `/api/openapi.json` gives it.
pub fn openapi() -> String {
    let (_, description) = api::routes();
    serde_json::to_string_pretty(&description)
        .unwrap_or_else(|error| unreachable!("a description is JSON: {error}"))
}
