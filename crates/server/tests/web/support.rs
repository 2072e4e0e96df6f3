//! A server for a test, and how to talk to it.

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use ludwerk_registry::{GAMES, GameEntry};
use ludwerk_server::{App, Settings};
use ludwerk_testkit::toys::{Harvest, Kuhn, TicTacToe};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt as _;

/// The games of the registry, and toys: one with secrets and luck, one without a picture of its own.
fn games() -> &'static [GameEntry] {
    static ALL: OnceLock<Vec<GameEntry>> = OnceLock::new();
    ALL.get_or_init(|| {
        let marks = GameEntry::of::<TicTacToe>().board("export default () => () => null;\n");
        let toys = [GameEntry::of::<Kuhn>(), marks, GameEntry::of::<Harvest>()];
        GAMES.iter().copied().chain(toys).collect()
    })
}

/// A server on a folder of its own.
pub struct Server {
    pub router: Router,
    app: Option<App>,
    folder: TempDir,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
}

impl Answer {
    /// The body of a request that must have been granted.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        self.body
    }

    /// Checks that the request was refused like this, with a sentence for people.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.body["code"].as_str()), (status, Some(code)), "{}", self.text);
        assert!(self.body["error"].as_str().is_some_and(|sentence| sentence.len() > 5), "{}", self.text);
    }
}

pub fn settings(folder: &TempDir) -> Settings {
    Settings {
        engine_threads: 1,
        pace: Duration::from_millis(1),
        database_time: Duration::from_millis(50),
        ..Settings::new(folder.path().to_owned())
    }
}

impl Server {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::on(TempDir::new().unwrap(), change)
    }

    fn on(folder: TempDir, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = settings(&folder);
        change(&mut settings);
        let app = App::open(settings, games()).unwrap();
        Self { router: app.router(), app: Some(app), folder }
    }

    pub fn folder(&self) -> &TempDir {
        &self.folder
    }

    /// The same folder under a new server, after the old one has let go of it.
    pub async fn restarted(self) -> Self {
        let Self { router, app, folder } = self;
        drop((router, app));
        // Whatever was under way holds the old server for a moment.
        let begun = Instant::now();
        loop {
            match App::open(settings(&folder), games()) {
                Ok(app) => return Self { router: app.router(), app: Some(app), folder },
                Err(error) => assert!(begun.elapsed() < Duration::from_secs(10), "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Listens on a real port.
    pub async fn listen(&mut self) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = self.app.take().unwrap();
        tokio::spawn(app.serve(listener, std::future::pending()));
        address
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 64 << 20).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: serde_json::from_str(&text).unwrap_or(Value::Null),
            text,
        }
    }

    pub async fn get(&self, path: &str, key: Option<&str>) -> Answer {
        self.send(request(Method::GET, path, key).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, key: Option<&str>, body: Value) -> Answer {
        let request = request(Method::POST, path, key).header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub async fn delete(&self, path: &str, key: Option<&str>) -> Answer {
        self.send(request(Method::DELETE, path, key).body(Body::empty()).unwrap()).await
    }

    /// Makes a game; gives its address and the maker's key.
    pub async fn create(&self, game: &str, seats: Value) -> (String, String) {
        let wanted = json!({"game": game, "seats": seats, "seed": 1});
        let created = self.post("/api/games", None, wanted).await.ok();
        (text(&created["game"]["id"]), text(&created["token"]))
    }

    /// Takes the seat of the first invitation; gives its key.
    pub async fn accept(&self, id: &str, owner: &str) -> String {
        let game = self.look(id, Some(owner)).await;
        let word = game["invitations"][0]["token"].clone();
        let accepted = self.post(&format!("/api/games/{id}/accept"), None, json!({"token": word})).await.ok();
        text(&accepted["token"])
    }

    pub async fn look(&self, id: &str, key: Option<&str>) -> Value {
        self.get(&format!("/api/games/{id}"), key).await.ok()
    }

    pub async fn play(&self, id: &str, key: &str, mv: &str, ply: usize) -> Answer {
        self.post(&format!("/api/games/{id}/moves"), Some(key), json!({"move": mv, "ply": ply})).await
    }

    /// Looks at the game until `wanted` holds.
    pub async fn wait_for(&self, id: &str, key: Option<&str>, wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let game = self.look(id, key).await;
            if wanted(&game) {
                return game;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "it did not come: {game}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

pub fn request(method: Method, path: &str, key: Option<&str>) -> axum::http::request::Builder {
    let request = Request::builder().method(method).uri(path).header("host", "127.0.0.1:7878");
    match key {
        Some(key) => request.header("authorization", format!("Bearer {key}")),
        None => request,
    }
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// The texts of the moves of a game.
pub fn moves(game: &Value) -> Vec<String> {
    game["moves"].as_array().unwrap().iter().map(|mv| text(&mv["move"])).collect()
}

pub fn n_moves(game: &Value) -> usize {
    game["moves"].as_array().unwrap().len()
}

/// Two people at one screen.
pub fn both_here() -> Value {
    json!([{"kind": "here"}, {"kind": "here"}])
}

/// The maker of the game begins against an agent.
pub fn against(spec: &str) -> Value {
    json!([{"kind": "here", "name": "Ada"}, {"kind": "engine", "spec": spec}])
}
