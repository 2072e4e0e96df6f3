//! Tournaments over the wire: made, watched, stopped, prolonged, deleted, and never a danger to the machine.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Server, request, text};

/// Quick agents of which the last is the best.
fn quick() -> Value {
    json!({
        "game": "dobutsu", "seed": 5, "games": 10, "opening_plies": 2,
        "agents": [{"spec": "random"}, {"name": "Greedy", "spec": "greedy"}, {"spec": "alphabeta:depth=3"}],
    })
}

/// Two agents that take their time: a game of theirs lasts seconds.
fn slow() -> Value {
    let agent = json!({"spec": "mcts:time=200ms"});
    json!({"game": "blokus", "agents": [agent, agent], "games": 100, "seed": 1})
}

async fn make(server: &Server, wanted: Value) -> (String, String) {
    let made = server.post("/api/tournaments", None, wanted).await.ok();
    (text(&made["tournament"]["id"]), text(&made["token"]))
}

async fn look(server: &Server, id: &str) -> Value {
    server.get(&format!("/api/tournaments/{id}"), None).await.ok()
}

/// Looks until `wanted` holds.
async fn wait_for(server: &Server, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let tournament = look(server, id).await;
        if wanted(&tournament) {
            return tournament;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it did not come: {tournament}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn is(state: &'static str) -> impl Fn(&Value) -> bool {
    move |tournament| tournament["state"] == state
}

fn n_games(tournament: &Value) -> u64 {
    tournament["games"].as_u64().unwrap()
}

/// The table without what differs from run to run: times, and what is counted for watchers.
fn table(tournament: &Value) -> Value {
    let mut agents = tournament["agents"].clone();
    for agent in agents.as_array_mut().unwrap() {
        // The one thing that depends on the machine.
        (agent["ms_per_move"], agent["cpu_ms_per_move"]) = (json!(null), json!(null));
    }
    json!([agents, tournament["cross"], tournament["seats"], tournament["forfeits"]])
}

#[tokio::test]
async fn a_tournament_is_made_and_played_to_its_end() {
    let server = Server::new();
    let draft = server.post("/api/tournaments/draft", None, quick()).await.ok();
    assert_eq!((&draft["games"], &draft["bout"], &draft["problem"]), (&json!(30), &json!(2), &json!(null)));
    let (id, _) = make(&server, quick()).await;
    let done = wait_for(&server, &id, is("complete")).await;
    assert_eq!((n_games(&done), &done["planned"]), (30, &json!(30)));
    let names: Vec<_> = done["agents"].as_array().unwrap().iter().map(|agent| text(&agent["name"])).collect();
    assert_eq!(names, ["random", "Greedy", "alphabeta:depth=3"]);
    assert_eq!(done["agents"][2]["rank"], 1);
    assert_eq!(done["agents"][0]["rank"], 3);
    let meeting = &done["cross"][2][0];
    assert_eq!(meeting["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 5);
    assert!(meeting["los"].as_f64().unwrap() > 0.5);
    assert_eq!(done["seats"].as_array().unwrap().len(), 2);
    assert_eq!((&done["plan"]["seed"], &done["plan"]["format"]), (&json!(5), &json!("round-robin")));
    // The same plan on the command line is the same tournament.
    let plan = ludwerk_arena::tournament::Plan::parse(&text(&done["plan"]["file"])).unwrap();
    assert_eq!((plan.seed, plan.games, plan.agents.len()), (Some(5), Some(10), 3));
    assert_eq!((&done["owner"], &done["report"]), (&json!(false), &json!(false)));
    let listed = server.get("/api/tournaments", None).await.ok();
    let listed = &listed["tournaments"][0];
    assert_eq!(
        (&listed["id"], &listed["state"], &listed["games"]),
        (&json!(id), &json!("complete"), &json!(30))
    );
    assert_eq!(listed["agents"][0], "alphabeta:depth=3", "the best first");
}

#[tokio::test]
async fn games_are_filtered_paged_and_opened() {
    let server = Server::new();
    let (id, _) = make(&server, quick()).await;
    let done = wait_for(&server, &id, is("complete")).await;
    let games = async |query: &str| server.get(&format!("/api/tournaments/{id}/games{query}"), None).await;
    let first = games("?limit=7").await.ok();
    assert_eq!((first["games"].as_array().unwrap().len(), &first["total"]), (7, &json!(30)));
    assert_eq!(first["games"][0]["number"], 29, "the last one first");
    let next = games("?limit=7&offset=7").await.ok();
    assert_eq!(next["games"][0]["number"], 22);
    assert_eq!(games("?agent=1").await.ok()["total"], 20);
    assert_eq!(games("?agent=1&against=2").await.ok()["total"], 10);
    // The filter counts what the table counts.
    for (result, column) in [("win", "wins"), ("draw", "draws"), ("loss", "losses")] {
        let found = games(&format!("?agent=2&result={result}&limit=200")).await.ok();
        assert_eq!(found["total"], done["agents"][2][column], "{result}");
    }
    assert_eq!(games("?forfeit=true").await.ok()["total"], 0);
    games("?limit=0").await.refused(400, "malformed");
    games("?result=luck").await.refused(400, "malformed");

    let record = server.get(&format!("/api/tournaments/{id}/games/3/record"), None).await.ok();
    assert_eq!((&record["format"], &record["game"]), (&json!("ludwerk-record/1"), &json!("dobutsu")));
    // What a tournament writes, the library reads.
    server.post("/api/records", None, record).await.ok();
    server.get(&format!("/api/tournaments/{id}/games/30/record"), None).await.refused(404, "not_found");
    let all = server.get(&format!("/api/tournaments/{id}/records"), None).await;
    assert_eq!(all.text.lines().count(), 30);
    assert!(all.text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    server.get(&format!("/api/tournaments/{id}/report"), None).await.refused(404, "not_found");
}

#[tokio::test]
async fn it_is_stopped_goes_on_and_comes_to_the_same_table() {
    let server = Server::with(|settings| settings.tournament_threads = 2);
    let (whole, _) = make(&server, quick()).await;
    let whole = wait_for(&server, &whole, is("complete")).await;
    let mut wanted = quick();
    wanted["agents"][2]["spec"] = json!("alphabeta:depth=3");
    let (id, key) = make(&server, wanted).await;
    wait_for(&server, &id, |tournament| n_games(tournament) >= 3).await;
    server.post(&format!("/api/tournaments/{id}/stop"), Some(&key), json!({})).await.ok();
    let server = server.restarted().await;
    // Whether it was stopped in the middle or had just ended, nothing is lost.
    let kept = look(&server, &id).await;
    assert!(["stopped", "complete"].contains(&kept["state"].as_str().unwrap()), "{}", kept["state"]);
    assert!(n_games(&kept) >= 3);
    if kept["state"] == "stopped" {
        server.post(&format!("/api/tournaments/{id}/resume"), Some(&key), json!({})).await.ok();
    }
    let done = wait_for(&server, &id, is("complete")).await;
    assert_eq!(table(&done), table(&whole));
    server
        .post(&format!("/api/tournaments/{id}/resume"), Some(&key), json!({}))
        .await
        .refused(409, "complete");
}

#[tokio::test]
async fn after_a_restart_it_goes_on_by_itself() {
    let server = Server::new();
    let (id, _) = make(&server, slow()).await;
    let (second, key) = make(&server, quick()).await;
    wait_for(&server, &id, is("running")).await;
    assert_eq!(look(&server, &second).await["state"], "waiting", "one at a time");
    assert_eq!(look(&server, &second).await["ahead"], 1);
    let server = server.restarted().await;
    wait_for(&server, &id, is("running")).await;
    let waiting = server.get(&format!("/api/tournaments/{second}"), Some(&key)).await.ok();
    assert_eq!((&waiting["state"], &waiting["owner"]), (&json!("waiting"), &json!(true)), "the key is kept");
}

#[tokio::test]
async fn a_long_one_gives_way_to_those_who_wait() {
    let server = Server::with(|settings| settings.tournament_turn = Duration::ZERO);
    let mut long = quick();
    long["games"] = json!(600);
    let (long, _) = make(&server, long).await;
    let (short, _) = make(&server, quick()).await;
    wait_for(&server, &short, is("complete")).await;
    let state = text(&look(&server, &long).await["state"]);
    assert!(["running", "waiting"].contains(&state.as_str()), "{state}");
    assert!(n_games(&look(&server, &long).await) < 1800);
}

#[tokio::test]
async fn only_its_maker_stops_prolongs_or_deletes_it() {
    let server = Server::new();
    let (id, key) = make(&server, slow()).await;
    let (_, other) = make(&server, slow()).await;
    for action in ["stop", "resume", "more"] {
        let path = format!("/api/tournaments/{id}/{action}");
        let body = if action == "more" { json!({"games": 2}) } else { json!({}) };
        server.post(&path, None, body.clone()).await.refused(403, "not_owner");
        server.post(&path, Some(&other), body).await.refused(401, "unknown_key");
    }
    server.delete(&format!("/api/tournaments/{id}"), None).await.refused(403, "not_owner");
    server.get(&format!("/api/tournaments/{id}"), Some(&other)).await.refused(401, "unknown_key");
    server
        .post(&format!("/api/tournaments/{id}/more"), Some(&key), json!({"games": 2}))
        .await
        .refused(409, "running");
    wait_for(&server, &id, is("running")).await;
    assert_eq!(server.delete(&format!("/api/tournaments/{id}"), Some(&key)).await.status, 204);
    server.get(&format!("/api/tournaments/{id}"), None).await.refused(404, "not_found");
    let folder = server.folder().path().join("tournaments").join(&id);
    let begun = Instant::now();
    while folder.exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "its folder stays");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn more_games_are_played() {
    let server = Server::new();
    let (id, key) = make(&server, quick()).await;
    wait_for(&server, &id, is("complete")).await;
    let more = async |games: u64| {
        server.post(&format!("/api/tournaments/{id}/more"), Some(&key), json!({"games": games})).await
    };
    more(0).await.refused(422, "games");
    more(1_000_000).await.refused(422, "games");
    more(4).await.ok();
    let done = wait_for(&server, &id, is("complete")).await;
    assert_eq!((n_games(&done), &done["planned"]), (42, &json!(42)));
    let mut wanted = quick();
    wanted["games"] = json!(14);
    let (at_once, _) = make(&server, wanted).await;
    assert_eq!(table(&wait_for(&server, &at_once, is("complete")).await), table(&done));
}

#[tokio::test]
async fn all_formats_and_numbers_of_players_are_played() {
    let server = Server::new();
    let agents = json!([{"spec": "random"}, {"spec": "greedy"}, {"spec": "random"}, {"spec": "greedy"}]);
    for (wanted, n) in [
        (json!({"game": "tictactoe", "format": "swiss", "agents": agents, "rounds": 3}), 12),
        (json!({"game": "tictactoe", "format": "gauntlet", "agents": agents, "games": 3}), 12),
        (json!({"game": "harvest", "players": 3, "agents": agents, "games": 3}), 12),
        (json!({"game": "kuhn", "agents": [{"spec": "random"}, {"spec": "random"}], "games": 8}), 8),
    ] {
        let (id, _) = make(&server, wanted.clone()).await;
        let done = wait_for(&server, &id, is("complete")).await;
        assert_eq!((n_games(&done), &done["planned"]), (n, &json!(n)), "{wanted}");
    }
}

#[tokio::test]
async fn a_test_ends_as_soon_as_it_is_decided() {
    let server = Server::new();
    let wanted = json!({
        "game": "dobutsu", "games": 2000, "seed": 1, "opening_plies": 2,
        "agents": [{"spec": "alphabeta:depth=2"}, {"spec": "random"}],
        "sprt": {"elo0": 0.0, "elo1": 50.0, "alpha": 0.05, "beta": 0.05},
    });
    let (id, key) = make(&server, wanted).await;
    let done = wait_for(&server, &id, is("complete")).await;
    assert_eq!(done["sprt"]["verdict"], "accepted");
    assert!(n_games(&done) < 2000);
    assert!(done["sprt"]["llr"].as_f64() >= done["sprt"]["upper"].as_f64());
    server
        .post(&format!("/api/tournaments/{id}/more"), Some(&key), json!({"games": 2}))
        .await
        .refused(409, "decided");
}

#[tokio::test]
async fn agents_think_no_longer_than_the_server_allows() {
    let server = Server::with(|settings| settings.think = Duration::from_millis(30));
    let agent = json!({"spec": "alphabeta:depth=60"});
    let (id, _) = make(&server, json!({"game": "blokus", "agents": [agent, agent], "games": 2})).await;
    let done = wait_for(&server, &id, is("complete")).await;
    assert_eq!((n_games(&done), &done["forfeits"]), (2, &json!([])));
    // The same within a clock, which is shorter still.
    let server = Server::new();
    let wanted = json!({"game": "blokus", "agents": [agent, agent], "games": 2, "clock": "20ms/move"});
    let (id, _) = make(&server, wanted).await;
    let done = wait_for(&server, &id, is("complete")).await;
    assert_eq!(n_games(&done), 2);
}

#[tokio::test]
async fn what_strangers_must_not_do_is_refused() {
    let server = Server::with(|settings| settings.most_tournaments = 1);
    let with = |spec: &str| {
        let mut wanted = quick();
        wanted["agents"][1]["spec"] = json!(spec);
        wanted
    };
    for spec in [
        "peek",
        "pimc:inner=(peek)",
        "pimc:inner=peek",
        "pimc:inner=\"alphabeta:threads=8\"",
        "process:cmd=\"touch /tmp/ludwerk\",protocol=gtp",
        "sampler:inner=(process:cmd=ls)",
        "sampler:inner=\"process:cmd=ls\"",
        "book:file=/etc/passwd",
        "alphabeta:tt=8GiB",
        "mcts:threads=64",
        "nobody",
        "alphabeta:depth=",
    ] {
        let mut wanted = with(spec);
        wanted["game"] = json!("samurai");
        wanted["agents"][2]["spec"] = json!("random");
        server.post("/api/tournaments", None, wanted.clone()).await.refused(422, "agent");
        let draft = server.post("/api/tournaments/draft", None, wanted).await.ok();
        assert_eq!(draft["agents"].as_array().unwrap().len(), 1, "{spec}: {draft}");
        assert_eq!(draft["agents"][0]["agent"], 1);
    }
    let many: Vec<_> = (0..33).map(|_| json!({"spec": "random"})).collect();
    for (field, value, code) in [
        ("agents", json!(many), "agents"),
        ("agents", json!([{"spec": "random"}]), "plan"),
        ("agents", json!([{"spec": "random", "name": "a\u{7}"}, {"spec": "random"}]), "agent"),
        ("games", json!(20_001), "games"),
        ("games", json!(0), "plan"),
        ("games", json!(10_000), "games"),
        ("rounds", json!(3), "plan"),
        ("openings", json!(["nonsense"]), "plan"),
        ("opening_plies", json!(1000), "opening_plies"),
        ("clock", json!("soon"), "clock"),
        ("clock", json!("10h"), "clock"),
        ("clock", json!("1ms/move"), "clock"),
        ("seed", json!(1_u64 << 60), "seed"),
        ("name", json!("x".repeat(1000)), "name"),
        ("game", json!("chess"), "unknown_game"),
        ("players", json!(7), "players"),
        ("sprt", json!({"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05}), "sprt"),
    ] {
        let mut wanted = quick();
        wanted[field] = value;
        server.post("/api/tournaments", None, wanted.clone()).await.refused(422, code);
        let draft = server.post("/api/tournaments/draft", None, wanted).await.ok();
        assert!(draft["problem"]["code"] == code || code == "agent", "{field}: {draft}");
    }
    let mut openings = quick();
    openings.as_object_mut().unwrap().remove("opening_plies");
    openings["openings"] = json!(["Cb3xb2", "Cb3xb2 nonsense"]);
    server.post("/api/tournaments", None, openings).await.refused(422, "openings");
    assert!(!server.folder().path().join("tournaments").exists(), "nothing is left of what was refused");
    make(&server, slow()).await;
    server.post("/api/tournaments", None, quick()).await.refused(409, "full");
}

#[tokio::test]
async fn the_disk_is_bounded() {
    let server = Server::with(|settings| settings.tournament_bytes = 300_000);
    let mut wanted = quick();
    wanted["games"] = json!(2000);
    let (id, _) = make(&server, wanted).await;
    let failed = wait_for(&server, &id, is("failed")).await;
    assert!(text(&failed["reason"]).contains("have used up"), "{}", failed["reason"]);
    assert!(n_games(&failed) < 6000);
    let server = Server::with(|settings| settings.tournament_bytes = 10);
    let (id, _) = make(&server, quick()).await;
    wait_for(&server, &id, is("failed")).await;
    server.post("/api/tournaments", None, quick()).await.refused(409, "full");
}

#[tokio::test]
async fn a_watcher_is_told_only_what_is_new() {
    let server = Server::new();
    let (id, _) = make(&server, quick()).await;
    wait_for(&server, &id, is("complete")).await;
    let path = format!("/api/tournaments/{id}");
    let ask = async |tag: Option<&str>| {
        let mut asked = request(axum::http::Method::GET, &path, None);
        if let Some(tag) = tag {
            asked = asked.header("if-none-match", tag);
        }
        server.send(asked.body(axum::body::Body::empty()).unwrap()).await
    };
    let first = ask(None).await;
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!((first.status, ask(Some(&tag)).await.status.as_u16()), (axum::http::StatusCode::OK, 304));
    assert_eq!(ask(Some("\"1\"")).await.status, 200);
}

#[tokio::test]
async fn a_damaged_one_does_not_harm_the_others() {
    let server = Server::new();
    let (bad, _) = make(&server, quick()).await;
    let (good, _) = make(&server, quick()).await;
    wait_for(&server, &good, is("complete")).await;
    let file = server.folder().path().join("tournaments").join(&bad).join("tournament.sqlite");
    std::fs::remove_file(&file).unwrap();
    let server = server.restarted().await;
    server.get(&format!("/api/tournaments/{bad}"), None).await.refused(404, "not_found");
    assert_eq!(look(&server, &good).await["state"], "complete");
    assert_eq!(server.get("/api/tournaments", None).await.ok()["tournaments"].as_array().unwrap().len(), 1);
}
