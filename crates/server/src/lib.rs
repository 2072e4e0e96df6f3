//! The web app: HTTP, WebSocket, storage, and the page inside.

pub mod dto;
pub mod typescript;
