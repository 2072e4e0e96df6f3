//! Refusals: one type that becomes a response, and says what is wrong and what to do.

use std::fmt::Display;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludwerk_arena::record::RecordError;
use ludwerk_core::{AgentError, MoveError, PositionError, SetupError};
use ludwerk_registry::formats::FileError;
use ludwerk_registry::{AgentSpecError, GameError, SpecError};

use crate::dto::ErrorView;

/// A request that is refused.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    hint: Option<String>,
}

/// What most functions of the server give.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// A refusal with a word for programs and a sentence for people.
    pub fn new(status: StatusCode, code: &'static str, message: impl Display) -> Self {
        Self { status, code, message: message.to_string(), hint: None }
    }

    /// Adds what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Says what it is about.
    pub fn about(mut self, what: impl Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }

    /// Something in the request does not fit.
    pub fn bad(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// The caller may not do this.
    pub fn forbidden(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// The game has changed since the caller last saw it.
    pub fn conflict(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// Too much at once.
    pub fn too_many(message: impl Display) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message).hint("wait a moment and try again")
    }

    /// Something that is not the caller's fault. What it was goes to the log, not to the caller.
    pub fn internal(what: &str, error: impl Display) -> Self {
        tracing::error!("{what}: {error}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", format!("{what} failed"))
            .hint("the server's log tells more")
    }

    /// The body of the response.
    pub fn view(&self) -> ErrorView {
        ErrorView { error: self.message.clone(), hint: self.hint.clone(), code: self.code.to_owned() }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.view())).into_response();
        let advice = match self.status {
            StatusCode::UNAUTHORIZED => Some((header::WWW_AUTHENTICATE, "Bearer")),
            StatusCode::TOO_MANY_REQUESTS => Some((header::RETRY_AFTER, "1")),
            _ => None,
        };
        if let Some((name, value)) = advice {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// Errors of the layers below become refusals.
macro_rules! refused {
    ($($error:ty => |$it:ident| $refusal:expr;)*) => {$(
        impl From<$error> for ApiError {
            fn from($it: $error) -> Self {
                $refusal
            }
        }
    )*};
}

refused! {
    rusqlite::Error => |error| Self::internal("the database", error);
    GameError => |error| match &error {
        GameError::UnknownGame(_) => Self::bad("unknown_game", &error).hint(error.hint()),
        GameError::Config(ludwerk_core::ConfigError::Players { .. }) => Self::bad("players", &error),
        GameError::Config(_) => Self::bad("unknown_variant", &error).hint(error.hint()),
    };
    SpecError => |error| {
        Self::bad("agent", error).hint("write NAME or NAME:KEY=VALUE,KEY=VALUE, as in level:n=3")
    };
    AgentSpecError => |error| Self::bad("agent", &error).hint(error.hint());
    AgentError => |error| Self::bad("agent", error);
    MoveError => |error| match error {
        MoveError::Over => Self::conflict("over", error).hint("start a new game, or take moves back"),
        MoveError::Malformed { .. } | MoveError::Illegal { .. } => {
            Self::bad("illegal_move", error).hint("the game's position lists the legal moves")
        }
    };
    PositionError => |error| Self::bad("position", error);
    SetupError => |error| Self::bad("setup", error);
    RecordError => |error| Self::bad("record", &error).hint(error.hint());
    FileError => |error| Self::bad("format", error);
}
