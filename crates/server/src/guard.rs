//! At the door: who may speak to the server, how often, and with which promises to the browser.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::settings::Settings;

/// What a browser may do with the page: nothing that does not come from here.
const CONTENT_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

const PROMISES: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The most bytes of a request, records aside.
const MOST_BODY: usize = 256 << 10;

/// The most bytes of a file of records.
const MOST_RECORDS: usize = 8 << 20;

/// The most bytes of a request that is refused anyhow.
const MOST_DROPPED: usize = 64 << 20;

/// Watches the door.
pub struct Guard {
    is_local: bool,
    /// The longest that a request may take, its body and an agent's answer included.
    patience: Duration,
    requests: Allowance,
    games: Allowance,
}

impl Guard {
    /// A guard as the settings have it.
    pub fn new(settings: &Settings) -> Arc<Self> {
        Arc::new(Self {
            is_local: settings.address.is_loopback(),
            patience: settings.request_time,
            requests: Allowance::new(f64::from(settings.requests_per_second), settings.request_burst),
            games: Allowance::new(f64::from(settings.games_per_minute) / 60.0, settings.game_burst),
        })
    }

    /// Reads the body, and hands the request on if there is nothing against it.
    async fn answer(&self, request: Request, next: Next) -> Result<Response, ApiError> {
        let checked = self.check(&request);
        let most = match request.uri().path() {
            _ if checked.is_err() => 0,
            "/api/records" => MOST_RECORDS,
            _ => MOST_BODY,
        };
        let (parts, body) = request.into_parts();
        // A client that is refused while it still sends would see a broken connection instead of the reason.
        let body = read_body(body, most).await;
        checked?;
        Ok(next.run(Request::from_parts(parts, Body::from(body?))).await)
    }

    fn check(&self, request: &Request) -> Result<(), ApiError> {
        let headers = request.headers();
        // A foreign name for this machine is how a foreign page would get past the browser's rules.
        let host = host(request);
        if self.is_local && !host.is_some_and(is_local_name) {
            return Err(ApiError::forbidden("host", "this server answers to localhost and 127.0.0.1 only"));
        }
        let method = request.method();
        let is_socket = headers.contains_key(header::UPGRADE);
        if (is_socket || !matches!(*method, Method::GET | Method::HEAD)) && is_foreign(headers, host) {
            return Err(ApiError::forbidden("origin", "this request comes from the page of another site"));
        }
        let address = client(request);
        let path = request.uri().path();
        let makes_games = method == Method::POST
            && (["/api/games", "/api/records", "/api/tournaments"].contains(&path)
                || path.starts_with("/api/series")
                || path.ends_with("/again"));
        if !self.requests.take(address) || makes_games && !self.games.take(address) {
            return Err(ApiError::too_many("too many requests at once"));
        }
        Ok(())
    }
}

/// The middleware.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match timeout(guard.patience, guard.answer(request, next)).await {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => error.into_response(),
        Err(_) => {
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "slow", "the request took too long").into_response()
        }
    };
    for (name, value) in PROMISES {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if path.starts_with("/api/") {
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    // Paths hold no keys, and headers are not logged.
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    tracing::debug!("{method} {path} {} {ms:.1} ms", response.status().as_u16());
    response
}

/// The body, if it has no more than `most` bytes; the rest is read and dropped, up to a point.
async fn read_body(body: Body, most: usize) -> Result<Vec<u8>, ApiError> {
    let mut chunks = body.into_data_stream();
    let (mut bytes, mut n_bytes) = (Vec::new(), 0);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| {
            ApiError::new(StatusCode::BAD_REQUEST, "malformed", format!("half a request: {error}"))
        })?;
        n_bytes += chunk.len();
        if n_bytes <= most {
            bytes.extend_from_slice(&chunk);
        } else if n_bytes > MOST_DROPPED {
            break;
        } else {
            bytes.clear();
        }
    }
    if n_bytes > most {
        let problem = format!("a body of more than {most} bytes is not read");
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", problem));
    }
    Ok(bytes)
}

/// The name by which the client called this server, without the port.
fn host(request: &Request) -> Option<&str> {
    let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    named.or_else(|| request.uri().authority().map(Authority::as_str))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

fn is_local_name(host: &str) -> bool {
    let name = without_port(host);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Whether a browser sends this for the page of another site. Programs send no origin.
fn is_foreign(headers: &HeaderMap, host: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let own = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, name)| name);
    match (own, host) {
        (Some(own), Some(host)) => !own.eq_ignore_ascii_case(host),
        _ => true,
    }
}

fn client(request: &Request) -> IpAddr {
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    info.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip())
}

/// So many at once, and so many a second in the long run, for each address.
struct Allowance {
    per_second: f64,
    burst: f64,
    left: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

/// Addresses that have been quiet are forgotten when there are so many.
const MOST_ADDRESSES: usize = 10_000;

impl Allowance {
    fn new(per_second: f64, burst: u32) -> Self {
        Self { per_second, burst: f64::from(burst), left: Mutex::new(HashMap::new()) }
    }

    fn take(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let refilled = |left: f64, since: Instant| {
            (left + now.duration_since(since).as_secs_f64() * self.per_second).min(self.burst)
        };
        if all.len() >= MOST_ADDRESSES {
            all.retain(|_, (left, since)| refilled(*left, *since) < self.burst);
        }
        let (left, since) = all.entry(address).or_insert((self.burst, now));
        *left = refilled(*left, *since);
        *since = now;
        if *left < 1.0 {
            return false;
        }
        *left -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_names_are_known_in_all_their_forms() {
        for name in ["localhost", "LOCALHOST:7878", "127.0.0.1:80", "127.0.0.1", "[::1]:7878", "[::1]"] {
            assert!(is_local_name(name), "{name}");
        }
        for name in ["example.org", "localhost.example.org", "127.0.0.1.example.org:7878", "10.0.0.1", ""] {
            assert!(!is_local_name(name), "{name}");
        }
    }

    #[test]
    fn a_burst_is_allowed_and_then_no_more() {
        let allowance = Allowance::new(0.001, 3);
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let taken = (0..5).filter(|_| allowance.take(address)).count();
        assert_eq!(taken, 3);
        assert!(allowance.take(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), "others are not affected");
    }
}
