//! Solved games: their tables are built on wish, and then the server knows.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Server, against, both_here, n_moves, text};

/// What the list says of a game's table.
async fn table(server: &Server, game: &str) -> Value {
    let all = server.get("/api/tablebases", None).await.ok();
    all.as_array().unwrap().iter().find(|table| table["game"] == game).unwrap_or(&Value::Null).clone()
}

/// Builds the table of the toy, which takes an instant.
async fn build(server: &Server) -> Value {
    let answer = server.post("/api/tablebases/tictactoe", None, json!(null)).await;
    assert_eq!(answer.status, 202, "{}", answer.text);
    let begun = Instant::now();
    loop {
        let found = table(server, "tictactoe").await;
        if found["state"] != "building" {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{found}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn solved() -> Server {
    let server = Server::new();
    assert_eq!(build(&server).await["state"], "ready");
    server
}

#[tokio::test]
async fn the_table_of_a_game_is_built_once_and_stays() {
    let server = Server::new();
    let catalog = server.get("/api/catalog", None).await.ok();
    let solvable = |id: &str| {
        let games = catalog["games"].as_array().unwrap();
        games.iter().find(|game| game["id"] == id).unwrap()["solvable"].as_bool().unwrap()
    };
    assert!(solvable("dobutsu") && solvable("tictactoe") && !solvable("blokus"));
    assert_eq!(table(&server, "blokus").await, Value::Null);
    assert_eq!(table(&server, "dobutsu").await["positions"], 249_442_767);
    let missing = table(&server, "tictactoe").await;
    assert_eq!(
        (&missing["state"], &missing["bytes"], &missing["error"]),
        (&json!("missing"), &json!(null), &json!(null))
    );

    let ready = build(&server).await;
    assert_eq!(
        (&ready["state"], &ready["phase"], &ready["done"]),
        (&json!("ready"), &json!(null), &json!(null))
    );
    let file = server.folder().path().join("tables").join("tictactoe.table");
    assert_eq!(ready["bytes"], fs::metadata(&file).unwrap().len());
    server.post("/api/tablebases/tictactoe", None, json!(null)).await.refused(409, "ready");
    server.delete("/api/tablebases/tictactoe", None).await.refused(409, "not_building");
    server.post("/api/tablebases/blokus", None, json!(null)).await.refused(422, "not_solvable");
    server.post("/api/tablebases/nothing", None, json!(null)).await.refused(422, "unknown_game");

    let server = server.restarted().await;
    assert_eq!(table(&server, "tictactoe").await, ready);
}

#[tokio::test]
async fn a_build_can_be_stopped_and_no_other_begins_meanwhile() {
    let server = Server::with(|settings| settings.solve_threads = 1);
    let begun = server.post("/api/tablebases/dobutsu", None, json!(null)).await.ok();
    assert_eq!((&begun["state"], &begun["error"]), (&json!("building"), &json!(null)));
    assert!(begun["phase"].is_string() && begun["done"].as_f64().is_some_and(|done| done < 0.5), "{begun}");
    server.post("/api/tablebases/dobutsu", None, json!(null)).await.refused(409, "building");
    server.post("/api/tablebases/tictactoe", None, json!(null)).await.refused(409, "busy");
    server.get("/api/puzzles/dobutsu", None).await.refused(409, "no-table");
    let stopped = server.delete("/api/tablebases/dobutsu", None).await.ok();
    assert_eq!((&stopped["state"], &stopped["phase"]), (&json!("missing"), &json!(null)));
    assert_eq!(build(&server).await["state"], "ready", "now there is room for another");
}

#[tokio::test]
async fn a_damaged_file_is_told_and_built_anew() {
    let server = solved().await;
    let file = server.folder().path().join("tables").join("tictactoe.table");
    let whole = fs::read(&file).unwrap();
    let mut bytes = whole.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    for damaged in [bytes, whole[..whole.len() - 1].to_vec(), Vec::new(), b"nonsense".to_vec()] {
        fs::write(&file, &damaged).unwrap();
        let found = table(&server, "tictactoe").await;
        assert_eq!(found["state"], "failed", "{found}");
        assert!(found["error"].as_str().is_some_and(|why| why.len() > 20), "{found}");
        server.get("/api/puzzles/tictactoe", None).await.refused(409, "no-table");
    }
    assert_eq!(build(&server).await["state"], "ready");
    server.get("/api/puzzles/tictactoe", None).await.ok();
    fs::remove_file(&file).unwrap();
    assert_eq!(table(&server, "tictactoe").await["state"], "missing");
}

#[tokio::test]
async fn a_build_that_fails_says_why_until_the_next() {
    let server = Server::new();
    // A folder where the file should be.
    let place = server.folder().path().join("tables").join("tictactoe.table");
    fs::create_dir_all(place.join("occupied")).unwrap();
    let failed = build(&server).await;
    assert_eq!(failed["state"], "failed");
    assert!(text(&failed["error"]).contains("cannot be written"), "{failed}");
    fs::remove_dir_all(&place).unwrap();
    assert_eq!(table(&server, "tictactoe").await, failed, "it is kept");
    assert_eq!(build(&server).await["state"], "ready");
}

#[tokio::test]
async fn puzzles_come_from_the_table_and_from_the_seed() {
    let server = Server::new();
    server.get("/api/puzzles/tictactoe?difficulty=1&seed=3", None).await.refused(409, "no-table");
    server.get("/api/puzzles/blokus?difficulty=1&seed=3", None).await.refused(422, "not_solvable");
    build(&server).await;
    let puzzle = server.get("/api/puzzles/tictactoe?difficulty=1&seed=3", None).await.ok();
    assert_eq!(puzzle, server.get("/api/puzzles/tictactoe?difficulty=1&seed=3", None).await.ok());
    assert_eq!(
        (&puzzle["game"], &puzzle["seed"], &puzzle["difficulty"]),
        (&json!("tictactoe"), &json!(3), &json!(1))
    );
    assert!(puzzle["plies"] == 1 || puzzle["plies"] == 3, "{puzzle}");
    let line = json!({"game": "tictactoe", "variant": puzzle["variant"], "position": puzzle["position"]});
    let shown = server.post("/api/positions", None, line).await.ok();
    assert_eq!(shown["positions"][0]["to_move"], puzzle["seat"]);
    // Without a seed there is always another one.
    server.get("/api/puzzles/tictactoe", None).await.ok();
    server.get("/api/puzzles/tictactoe?difficulty=5&seed=3", None).await.refused(422, "no_puzzle");
    server.get("/api/puzzles/tictactoe?difficulty=6&seed=3", None).await.refused(422, "difficulty");
    server.get("/api/puzzles/tictactoe?difficulty=0&seed=3", None).await.refused(422, "difficulty");
    server.get("/api/puzzles/tictactoe?difficulty=x", None).await.refused(400, "malformed");
    server.get("/api/puzzles/tictactoe?seed=9007199254740992", None).await.refused(422, "seed");
    server.get("/api/puzzles/tictactoe?variant=nonsense", None).await.refused(422, "unknown_variant");
}

#[tokio::test]
async fn perfect_plays_once_the_table_is_there() {
    let server = Server::new();
    let wanted = json!({"game": "tictactoe", "seats": against("perfect"), "seed": 1});
    let refused = server.post("/api/games", None, wanted.clone()).await;
    assert!(text(&refused.body["hint"]).contains("/api/tablebases/tictactoe"), "{}", refused.text);
    refused.refused(409, "no-table");
    let question = json!({"at": {"game": "tictactoe"}, "agent": "perfect"});
    server.post("/api/analysis", None, question.clone()).await.refused(409, "no-table");
    let cup = json!({"game": "tictactoe", "format": "round-robin", "games": 2,
        "agents": [{"spec": "perfect"}, {"spec": "random"}]});
    let draft = server.post("/api/tournaments/draft", None, cup.clone()).await.ok();
    assert_eq!(
        (&draft["agents"][0]["agent"], &draft["agents"][0]["error"]["code"]),
        (&json!(0), &json!("no-table"))
    );
    server.post("/api/tournaments", None, cup.clone()).await.refused(409, "no-table");
    let elsewhere = json!({"game": "blokus", "seats": against("perfect")});
    server.post("/api/games", None, elsewhere).await.refused(422, "agent");

    build(&server).await;
    let created = server.post("/api/games", None, wanted).await.ok();
    let (id, key) = (text(&created["game"]["id"]), text(&created["token"]));
    assert_eq!(created["game"]["seats"][1]["player"], "perfect");
    let first = text(&created["game"]["position"]["legal"][0]["move"]);
    server.play(&id, &key, &first, 0).await.ok();
    let game = server.wait_for(&id, Some(&key), |game| n_moves(game) == 2).await;
    assert_eq!(game["seats"][1]["player"], "perfect", "no path is told");
    let record = server.get(&format!("/api/games/{id}/record"), None).await.ok();
    assert_eq!(record["seats"][1], "perfect");
    server.post("/api/analysis", None, question).await.ok();

    let created = server.post("/api/tournaments", None, cup).await.ok();
    let path = format!("/api/tournaments/{}", text(&created["tournament"]["id"]));
    let begun = Instant::now();
    let done = loop {
        let tournament = server.get(&path, None).await.ok();
        if tournament["state"] != "waiting" && tournament["state"] != "running" {
            break tournament;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{tournament}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    assert_eq!(done["state"], "complete", "{done}");
    assert!(!done.to_string().contains(".table"), "no path is told");
    let records = server.get(&format!("{path}/records"), None).await.text;
    assert!(
        records.contains("\"perfect\"") && !records.contains(".table") && !records.contains("forfeit"),
        "{records}"
    );
}

#[tokio::test]
async fn hints_and_analyses_are_exact_where_the_table_tells() {
    let server = Server::new();
    // Whoever is to move at the empty board can only draw.
    let start = json!({"at": {"game": "tictactoe"}, "time_ms": 50});
    let guessed = server.post("/api/analysis", None, start.clone()).await.ok();
    assert_eq!((&guessed["exact"], guessed["lines"].as_array().unwrap().len()), (&json!(false), 1));
    build(&server).await;
    let known = server.post("/api/analysis", None, start).await.ok();
    assert_eq!((&known["exact"], &known["value"]["text"]), (&json!(true), &json!("draw")));
    let lines = known["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 9, "every move is told");
    assert!(
        lines.iter().all(|line| line["value"]["text"] == "draw" && line["value"]["share"] == 0.5),
        "{known}"
    );
    let few = json!({"at": {"game": "tictactoe"}, "lines": 2});
    assert_eq!(server.post("/api/analysis", None, few).await.ok()["lines"].as_array().unwrap().len(), 2);
    // The champion can still be asked.
    let champion = json!({"at": {"game": "tictactoe"}, "agent": "champion:time=50ms"});
    assert_eq!(server.post("/api/analysis", None, champion).await.ok()["exact"], false);
    // A game without a table goes on as ever.
    let other = json!({"at": {"game": "dobutsu"}, "time_ms": 50});
    assert_eq!(server.post("/api/analysis", None, other).await.ok()["exact"], false);

    let puzzle = server.get("/api/puzzles/tictactoe?difficulty=1&seed=7", None).await.ok();
    let at = json!({"game": "tictactoe", "variant": puzzle["variant"], "position": puzzle["position"]});
    let answer = server.post("/api/analysis", None, json!({"at": at})).await.ok();
    assert_eq!(answer["value"]["text"], format!("win in {}", puzzle["plies"]));
    let wins = answer["lines"].as_array().unwrap().iter();
    assert_eq!(wins.filter(|line| text(&line["value"]["text"]).starts_with("win")).count(), 1, "{answer}");

    let (id, key) = server.create("tictactoe", both_here()).await;
    let hint = server.post(&format!("/api/games/{id}/hint"), Some(&key), json!({"ply": 0})).await.ok();
    assert_eq!((&hint["exact"], &hint["value"]["text"]), (&json!(true), &json!("draw")));
}

#[tokio::test]
async fn nobody_names_a_file_of_the_server() {
    let server = solved().await;
    let file = server.folder().path().join("tables").join("tictactoe.table");
    let file = file.to_str().unwrap();
    for spec in [
        format!("perfect:table={file}"),
        format!("perfect:table=\"{file}\""),
        format!("alphabeta:depth=2,table={file}"),
        format!("sampler:inner=(alphabeta:depth=2,table={file})"),
        format!("sampler:inner=(sampler:inner=(perfect:table={file}))"),
        format!("sampler:inner=\"perfect:table={file}\""),
        format!("sampler:inner=\"alphabeta:depth=2,table={file}\""),
        format!("book:lines=\"*\",inner=(sampler:inner=\"perfect:table={file}\")"),
        format!("champion:table={file}"),
        format!("level:n=3,table={file}"),
    ] {
        let question = json!({"at": {"game": "tictactoe"}, "agent": spec, "time_ms": 20});
        server.post("/api/analysis", None, question).await.refused(422, "agent");
        let wanted = json!({"game": "tictactoe", "seats": against(&spec)});
        server.post("/api/games", None, wanted).await.refused(422, "agent");
        let cup = json!({"game": "tictactoe", "format": "round-robin", "games": 2,
            "agents": [{"spec": spec}, {"spec": "random"}]});
        server.post("/api/tournaments", None, cup).await.refused(422, "agent");
    }
    let catalog = server.get("/api/catalog", None).await.ok();
    for game in catalog["games"].as_array().unwrap() {
        for agent in game["agents"].as_array().unwrap() {
            let options = agent["options"].as_array().unwrap();
            assert!(options.iter().all(|option| option["name"] != "table"), "{agent}");
            assert!(agent["name"] != "perfect" || game["solvable"] == true, "{}", game["id"]);
        }
    }
}
