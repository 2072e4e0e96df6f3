//! Whatever comes from outside gets a clear refusal, and changes nothing.

use axum::body::Body;
use axum::http::Method;
use serde_json::json;

use crate::support::{Server, against, both_here, n_moves, request};

#[tokio::test]
async fn moves_that_cannot_be_played_change_nothing() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let before = server.look(&id, Some(&key)).await;
    server.play(&id, &key, "Lb4-b2", 0).await.refused(422, "illegal_move");
    server.play(&id, &key, "nonsense", 0).await.refused(422, "illegal_move");
    server.play(&id, &key, "", 0).await.refused(422, "illegal_move");
    server.play(&id, &key, &"x".repeat(100_000), 0).await.refused(422, "illegal_move");
    server.play(&id, &key, "Cb3xb2", 1).await.refused(409, "stale");
    server.play(&id, &key, "Cb3xb2", usize::MAX).await.refused(409, "stale");
    server.play("nothing", &key, "Cb3xb2", 0).await.refused(404, "not_found");
    assert_eq!(server.look(&id, Some(&key)).await, before);
}

#[tokio::test]
async fn of_two_equal_requests_one_is_stale() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let (one, other) = tokio::join!(server.play(&id, &key, "Cb3xb2", 0), server.play(&id, &key, "Cb3xb2", 0));
    let mut codes = [one.status.as_u16(), other.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409]);
    assert_eq!(n_moves(&server.look(&id, None).await), 1);
}

#[tokio::test]
async fn bodies_that_are_no_json_are_refused() {
    let server = Server::new();
    let post = |kind: &'static str, body: &str| {
        let request = request(Method::POST, "/api/games", None).header("content-type", kind);
        request.body(Body::from(body.to_owned())).unwrap()
    };
    server.send(post("application/json", "{")).await.refused(400, "malformed");
    server.send(post("application/json", "")).await.refused(400, "malformed");
    server.send(post("application/json", "[]")).await.refused(422, "malformed");
    server.send(post("application/json", "{\"game\":\"dobutsu\"}")).await.refused(422, "malformed");
    server
        .send(post("application/json", "{\"game\":\"dobutsu\",\"seats\":[],\"typo\":1}"))
        .await
        .refused(422, "malformed");
    server.send(post("text/plain", "{}")).await.refused(415, "not_json");
    let huge = format!("{{\"game\":\"{}\"}}", "x".repeat(1 << 20));
    server.send(post("application/json", &huge)).await.refused(413, "too_large");
    let deep = "[".repeat(100_000);
    server.send(post("application/json", &deep)).await.refused(422, "malformed");
}

#[tokio::test]
async fn games_that_cannot_be_made_say_why() {
    let server = Server::new();
    let refused = async |wanted: serde_json::Value, code: &str| {
        server.post("/api/games", None, wanted).await.refused(422, code);
    };
    let seats = both_here();
    refused(json!({"game": "chess", "seats": seats}), "unknown_game").await;
    refused(json!({"game": "dobutsu", "variant": "blitz", "seats": seats}), "unknown_variant").await;
    refused(json!({"game": "dobutsu", "seats": []}), "players").await;
    refused(json!({"game": "dobutsu", "seats": [{"kind": "here"}]}), "players").await;
    refused(json!({"game": "dobutsu", "seats": vec![json!({"kind": "here"}); 5000]}), "players").await;
    refused(json!({"game": "dobutsu", "seats": against("genius")}), "agent").await;
    refused(json!({"game": "dobutsu", "seats": against("level:n=11")}), "agent").await;
    refused(json!({"game": "dobutsu", "seats": against("")}), "agent").await;
    refused(json!({"game": "dobutsu", "seats": seats, "position": "nonsense"}), "position").await;
    refused(json!({"game": "dobutsu", "seats": seats, "moves": ["Cb3xb2", "Cb3xb2"]}), "illegal_move").await;
    refused(json!({"game": "dobutsu", "seats": seats, "seed": 1_u64 << 53}), "seed").await;
    refused(
        json!({"game": "dobutsu", "seats": seats, "clock": {"base_seconds": 0, "increment_seconds": 0}}),
        "clock",
    )
    .await;
    refused(json!({"game": "dobutsu", "seats": seats, "clock": {"base_seconds": u32::MAX, "increment_seconds": u32::MAX}}), "clock").await;
    refused(
        json!({"game": "dobutsu", "seats": [{"kind": "here", "name": "x".repeat(500)}, {"kind": "here"}]}),
        "name",
    )
    .await;
    let listed = server.get("/api/games", None).await.ok();
    assert_eq!(listed["total"], 0, "nothing was made");
}

#[tokio::test]
async fn agents_get_no_more_of_the_machine_than_allowed() {
    let server = Server::new();
    for spec in [
        "alphabeta:tt=64GiB",
        "alphabeta:threads=64",
        "mcts:memory=1024GiB",
        "mcts:memory=99999999999999999999GiB",
        "book:file=/etc/passwd",
        "champion:tt=2GiB",
        "sampler:inner=(alphabeta:tt=64GiB)",
        "sampler:inner=(book:file=/etc/passwd)",
        "sampler:inner=\"book:file=/etc/passwd\"",
        "process:cmd=\"touch /tmp/never\"",
        "process:cmd=\"touch /tmp/never\",protocol=gtp",
        "book:lines=\"*\",inner=(process:cmd=\"touch /tmp/never\")",
        "sampler:inner=(book:lines=\"*\",inner=(process:cmd=\"touch /tmp/never\"))",
        "sampler:inner=\"process:cmd=touch\"",
        "pimc:inner=(process:cmd=\"touch /tmp/never\")",
        "adaptive:inner=(process:cmd=\"touch /tmp/never\")",
    ] {
        let wanted = json!({"game": "dobutsu", "seats": against(spec)});
        let query = json!({"at": {"game": "dobutsu"}, "agent": spec});
        for (path, body) in [("/api/games", wanted), ("/api/analysis", query)] {
            let answer = server.post(path, None, body).await;
            let reason = answer.body["error"].as_str().unwrap_or_default().to_owned();
            assert!(reason.contains("not allowed here") || reason.contains("cannot be"), "{spec}: {reason}");
            answer.refused(422, "agent");
        }
    }
    // What the server does not read as a size, no agent does.
    server
        .post("/api/games", None, json!({"game": "dobutsu", "seats": against("alphabeta:tt=+64GiB")}))
        .await
        .refused(422, "agent");
}

#[tokio::test]
async fn a_flood_is_held_back_and_others_are_not() {
    let server = Server::with(|settings| (settings.requests_per_second, settings.request_burst) = (1, 20));
    let mut held_back = 0;
    for _ in 0..40 {
        let answer = server.get("/api/games", None).await;
        if answer.status == 429 {
            held_back += 1;
            answer.refused(429, "too_many");
        }
    }
    assert!((18..=20).contains(&held_back), "{held_back}");
    let server = Server::with(|settings| (settings.games_per_minute, settings.game_burst) = (1, 3));
    for n in 0..5 {
        let answer = server.post("/api/games", None, json!({"game": "dobutsu", "seats": both_here()})).await;
        assert_eq!(answer.status.as_u16(), if n < 3 { 201 } else { 429 });
    }
    assert_eq!(server.get("/api/games", None).await.ok()["total"], 3, "looking is still allowed");
}

#[tokio::test]
async fn too_many_questions_wait_in_no_queue() {
    let server = Server::with(|settings| settings.most_questions = 1);
    let query = json!({"at": {"game": "dobutsu"}, "time_ms": 400});
    let ask = || server.post("/api/analysis", None, query.clone());
    let answers = tokio::join!(ask(), ask(), ask(), ask());
    let codes =
        [answers.0.status, answers.1.status, answers.2.status, answers.3.status].map(|code| code.as_u16());
    assert!(codes.contains(&200) && codes.contains(&429), "{codes:?}");
    assert!(codes.iter().all(|code| [200, 429].contains(code)), "{codes:?}");
}

#[tokio::test]
async fn pages_of_other_sites_may_do_nothing() {
    let server = Server::new();
    let post = |origin: &str, host: &str| {
        axum::http::Request::builder()
            .method(Method::POST)
            .uri("/api/games")
            .header("host", host)
            .header("origin", origin)
            .header("content-type", "application/json")
            .body(Body::from(json!({"game": "dobutsu", "seats": both_here()}).to_string()))
            .unwrap()
    };
    server.send(post("http://evil.example", "127.0.0.1:7878")).await.refused(403, "origin");
    server.send(post("http://127.0.0.1:9999", "127.0.0.1:7878")).await.refused(403, "origin");
    server.send(post("null", "127.0.0.1:7878")).await.refused(403, "origin");
    server.send(post("http://evil.example", "evil.example")).await.refused(403, "host");
    server.send(post("http://127.0.0.1:7878", "127.0.0.1:7878")).await.ok();
    server.send(post("http://localhost:7878", "LOCALHOST:7878")).await.ok();
}

#[tokio::test]
async fn every_answer_carries_the_promises_to_the_browser() {
    let server = Server::new();
    for path in ["/", "/api/catalog", "/api/nothing", "/api/games/nothing", "/library"] {
        let answer = server.get(path, None).await;
        let header =
            |name: &str| answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn unknown_addresses_and_methods_are_told_in_json() {
    let server = Server::new();
    server.get("/api/nothing", None).await.refused(404, "not_found");
    server.get("/api/games/a/b/c/d", None).await.refused(404, "not_found");
    server.get("/api", None).await.refused(404, "not_found");
    server.get("/api/", None).await.refused(404, "not_found");
    assert_eq!(server.delete("/", None).await.status, 405);
    server.delete("/api/catalog", None).await.refused(405, "method");
    server.get("/api/games?limit=many", None).await.refused(400, "malformed");
    server.get("/api/games?limit=0", None).await.refused(400, "malformed");
    server.get("/api/games?limit=201", None).await.refused(400, "malformed");
    server.get("/api/games?typo=1", None).await.refused(400, "malformed");
    server.get("/api/games/%FF", None).await.refused(404, "not_found");
    server.get("/api/catalog/chess/demo", None).await.refused(422, "unknown_game");
}

#[tokio::test]
async fn positions_and_lines_are_checked() {
    let server = Server::new();
    let refused = async |query: serde_json::Value, code: &str| {
        server.post("/api/positions", None, query).await.refused(422, code);
    };
    refused(json!({"game": "dobutsu", "position": "x"}), "position").await;
    refused(json!({"game": "dobutsu", "moves": ["Cb3xb2", "Cb3xb2"]}), "illegal_move").await;
    refused(json!({"game": "dobutsu", "moves": vec!["x"; 1001]}), "too_long").await;
    refused(json!({"game": "dobutsu", "setup": {"any": 1}}), "setup").await;
    refused(json!({"game": "dobutsu", "players": 7}), "players").await;
    let line = json!({"game": "dobutsu", "position": "gle.c..C.ELG - - S", "moves": ["Cb3xb2"]});
    let line = server.post("/api/positions", None, line).await.ok();
    assert_eq!((line["positions"].as_array().unwrap().len(), &line["is_position"]), (2, &json!(true)));
}

#[tokio::test]
async fn a_body_that_never_comes_is_not_waited_for() {
    let server = Server::with(|settings| settings.request_time = std::time::Duration::from_millis(100));
    let endless = Body::from_stream(futures_util::stream::pending::<Result<String, std::io::Error>>());
    let slow = request(Method::POST, "/api/games", None).header("content-type", "application/json");
    server.send(slow.body(endless).unwrap()).await.refused(408, "slow");
}
