//! Games are kept: over restarts, as records, and away from what would damage them.

use axum::body::Body;
use axum::http::Method;
use ludwerk_registry::GAMES;
use ludwerk_server::App;
use serde_json::json;

use crate::support::{Server, against, both_here, moves, n_moves, request, settings};

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    for (ply, mv) in ["Cb3xb2", "Lb1xb2", "Gc4-c3"].into_iter().enumerate() {
        server.play(&id, &key, mv, ply).await.ok();
    }
    server.post(&format!("/api/games/{id}/undo"), Some(&key), json!({"ply": 3})).await.ok();
    let before = server.look(&id, Some(&key)).await;
    let server = server.restarted().await;
    let game = server.look(&id, Some(&key)).await;
    assert!(game["version"].as_u64() >= before["version"].as_u64(), "clients take what is newer");
    assert_eq!(moves(&game), ["Cb3xb2", "Lb1xb2"]);
    assert_eq!(game["can_redo"], true, "what was taken back is kept too");
    server.play(&id, &key, "Ea4-b3", 2).await.ok();
}

#[tokio::test]
async fn an_agents_turn_is_taken_up_again_by_itself() {
    let server = Server::with(|settings| settings.think = std::time::Duration::from_secs(60));
    let (id, key) = server.create("dobutsu", against("alphabeta:time=2s")).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let server = server.restarted().await;
    // Nobody asks for the game by its address; the library sees it go on.
    let begun = std::time::Instant::now();
    loop {
        let listed = server.get("/api/games", None).await.ok();
        if listed["games"][0]["plies"] == 2 {
            break;
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(20));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn ends_that_are_not_in_the_moves_are_kept() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    server.post(&format!("/api/games/{id}/resign"), Some(&key), json!({"seat": 0})).await.ok();
    let server = server.restarted().await;
    let game = server.look(&id, None).await;
    assert_eq!((&game["result"]["winner"], &game["result"]["reason"]), (&json!(1), &json!("resignation")));
}

#[tokio::test]
async fn a_record_comes_back_as_it_went() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    for (ply, mv) in ["Cb3xb2", "Ga1-a2", "Cb2xb1+"].into_iter().enumerate() {
        server.play(&id, &key, mv, ply).await.ok();
    }
    let record = server.get(&format!("/api/games/{id}/record"), None).await.ok();
    assert_eq!(record["format"], "ludwerk-record/1");
    let import = |text: String| {
        let request = request(Method::POST, "/api/records", None).header("content-type", "application/json");
        server.send(request.body(Body::from(text)).unwrap())
    };
    let imported = import(format!("{record}\n{record}")).await.ok();
    assert_eq!(imported["ids"].as_array().unwrap().len(), 2);
    let copy = imported["ids"][0].as_str().unwrap();
    let again = server.get(&format!("/api/games/{copy}/record"), None).await.ok();
    assert_eq!(again, record);
    let game = server.look(copy, None).await;
    assert_eq!((&game["live"], &game["result"]["reason"]), (&json!(false), &json!("catch")));
    let listed = server.get("/api/games?game=dobutsu", None).await.ok();
    assert_eq!(listed["total"], 3);
    // The key of the import deletes its games, and plays none.
    let token = imported["token"].as_str().unwrap();
    server
        .post(&format!("/api/games/{copy}/undo"), Some(token), json!({"ply": 3}))
        .await
        .refused(403, "not_seated");
    assert_eq!(server.delete(&format!("/api/games/{copy}"), Some(token)).await.status, 204);
}

#[tokio::test]
async fn a_resigned_game_survives_export_and_import() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    server.post(&format!("/api/games/{id}/resign"), Some(&key), json!({"seat": 1})).await.ok();
    let mut record = server.get(&format!("/api/games/{id}/record"), None).await.ok();
    record["seats"] = json!(["Ada", "level:n=3"]);
    let imported = server.post("/api/records", None, record).await.ok();
    let listed = server.get("/api/games", None).await.ok();
    assert_eq!(listed["games"][0]["kinds"], json!(["human", "engine"]));
    let game = server.look(imported["ids"][0].as_str().unwrap(), None).await;
    assert_eq!((&game["result"]["winner"], &game["result"]["reason"]), (&json!(0), &json!("resignation")));
}

#[tokio::test]
async fn a_record_with_programs_at_its_seats_starts_none() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let spec = format!("process:cmd=\"touch '{}'\"", trace.display());
    let record = json!({"format": "ludwerk-record/1", "game": "dobutsu", "variant": "official", "players": 2,
        "seats": [spec, spec], "moves": [{"move": "Cb3xb2"}], "program": "test"});
    let imported = server.post("/api/records", None, record).await.ok();
    let (id, token) = (imported["ids"][0].as_str().unwrap(), imported["token"].as_str().unwrap());
    assert_eq!(server.look(id, None).await["live"], false);
    // Neither a look, nor going on, nor another game, nor a hint, nor a restart sets it to work.
    for (path, body) in [("again", json!({})), ("moves", json!({"move": "Lb1xb2", "ply": 1}))] {
        let answer = server.post(&format!("/api/games/{id}/{path}"), Some(token), body).await;
        assert!(answer.status.is_client_error(), "{path}: {}", answer.body);
    }
    let query = json!({"at": {"game": "dobutsu"}, "agent": spec});
    server.post("/api/analysis", None, query).await.refused(422, "agent");
    let server = server.restarted().await;
    assert_eq!(n_moves(&server.look(id, None).await), 1);
    assert!(!trace.exists());
}

#[tokio::test]
async fn records_that_do_not_play_are_refused_whole() {
    let server = Server::new();
    let good = json!({"format": "ludwerk-record/1", "game": "dobutsu", "variant": "official", "players": 2,
        "seats": ["a", "b"], "moves": [{"move": "Cb3xb2"}], "program": "test"});
    let mut bad = good.clone();
    bad["moves"] = json!([{"move": "Cb3xb2"}, {"move": "Cb3xb2"}]);
    let post = |text: String| {
        let request = request(Method::POST, "/api/records", None).header("content-type", "application/json");
        server.send(request.body(Body::from(text)).unwrap())
    };
    post(format!("{good}{bad}")).await.refused(422, "record");
    post(String::new()).await.refused(422, "record");
    post("no JSON".to_owned()).await.refused(422, "record");
    post(json!({"format": "ludwerk-record/9"}).to_string()).await.refused(422, "record");
    post("x".repeat(9 << 20)).await.refused(413, "too_large");
    let mut foreign = good.clone();
    foreign["game"] = json!("chess");
    post(foreign.to_string()).await.refused(422, "unknown_game");
    let mut wide = good;
    wide["result"] = json!({"returns": [0.1, 0.2, 0.3], "reason": "strange"});
    post(wide.to_string()).await.refused(422, "record");
    let mut strange = wide.clone();
    for (field, value) in [
        ("seats", json!(["x".repeat(10_000), "b"])),
        ("seats", json!(["a\u{7}", "b"])),
        ("result", json!({"returns": [5.0, -4.0], "reason": "strange"})),
        ("result", json!({"returns": [1.0, 0.0], "reason": "x".repeat(10_000)})),
        ("result", json!({"returns": [1.0, 0.0], "points": [1], "reason": "strange"})),
    ] {
        strange["result"] = json!({"returns": [1.0, 0.0], "reason": "fine"});
        strange["seats"] = json!(["a", "b"]);
        strange[field] = value;
        post(strange.to_string()).await.refused(422, "record");
    }
    assert_eq!(server.get("/api/games", None).await.ok()["total"], 0);
}

#[tokio::test]
async fn a_folder_serves_one_server_at_a_time() {
    let server = Server::new();
    let error = App::open(settings(server.folder()), GAMES).err().unwrap().to_string();
    assert!(error.starts_with("another ludwerk uses"), "{error}");
}

#[tokio::test]
async fn damaged_or_later_data_is_refused_with_a_reason() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("ludwerk.sqlite"), "this is no database, however long it may be")
        .unwrap();
    let error = App::open(settings(&folder), GAMES).err().unwrap().to_string();
    assert!(error.contains("cannot be opened"), "{error}");
    let folder = tempfile::TempDir::new().unwrap();
    let file = rusqlite::Connection::open(folder.path().join("ludwerk.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    let error = App::open(settings(&folder), GAMES).err().unwrap().to_string();
    assert!(error.contains("later ludwerk"), "{error}");
}

#[tokio::test]
async fn one_damaged_game_does_not_harm_the_others() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let (other, _) = server.create("dobutsu", both_here()).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let (third, _) = server.create("dobutsu", both_here()).await;
    let file = rusqlite::Connection::open(server.folder().path().join("ludwerk.sqlite")).unwrap();
    file.execute("UPDATE moves SET text = 'nonsense' WHERE game = ?1", [&id]).unwrap();
    file.execute("UPDATE games SET undone = 'nonsense' WHERE id = ?1", [&third]).unwrap();
    drop(file);
    let server = server.restarted().await;
    server.get(&format!("/api/games/{id}"), None).await.refused(409, "damaged");
    assert_eq!(n_moves(&server.look(&other, None).await), 0);
    let listed = server.get("/api/games", None).await.ok();
    assert_eq!(listed["games"].as_array().unwrap().len(), 2, "what cannot be read is left out");
}

/// Holds the database so that nobody else can write.
fn hold(server: &Server) -> rusqlite::Connection {
    let file = rusqlite::Connection::open(server.folder().path().join("ludwerk.sqlite")).unwrap();
    file.execute_batch("BEGIN IMMEDIATE").unwrap();
    file
}

#[tokio::test]
async fn what_cannot_be_stored_has_not_happened() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let held = hold(&server);
    let (first, second) =
        tokio::join!(server.play(&id, &key, "Cb3xb2", 0), server.play(&id, &key, "Lb1xb2", 1));
    assert_eq!(first.status, 500);
    assert!([409, 500].contains(&second.status.as_u16()), "a move after one that is lost: {}", second.text);
    drop(held);
    assert_eq!(n_moves(&server.look(&id, Some(&key)).await), 0);
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let server = server.restarted().await;
    assert_eq!(moves(&server.look(&id, Some(&key)).await), ["Cb3xb2"]);
}

#[tokio::test]
async fn an_agent_whose_move_cannot_be_stored_tries_again() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", against("alphabeta:time=300ms")).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let held = hold(&server);
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    assert_eq!(n_moves(&server.look(&id, Some(&key)).await), 1);
    drop(held);
    let game = server.wait_for(&id, Some(&key), |game| n_moves(game) == 2).await;
    assert_eq!(game["result"], json!(null), "it has not broken down");
}

#[tokio::test]
async fn the_library_is_filtered_and_paged() {
    let server = Server::new();
    for n in 0..5 {
        let seats = json!([{"kind": "here", "name": format!("Player {n} Élodie")}, {"kind": "here"}]);
        server.create(if n == 0 { "tictactoe" } else { "dobutsu" }, seats).await;
    }
    let page = server.get("/api/games?game=dobutsu&limit=2&offset=1", None).await.ok();
    assert_eq!((page["games"].as_array().unwrap().len(), &page["total"]), (2, &json!(4)));
    assert_eq!(server.get("/api/games?player=player%203", None).await.ok()["total"], 1);
    assert_eq!(server.get("/api/games?player=%C3%89LODIE", None).await.ok()["total"], 5);
    assert_eq!(server.get("/api/games?player=%25", None).await.ok()["total"], 0, "no wild cards");
    assert_eq!(server.get("/api/games?status=over", None).await.ok()["total"], 0);
    assert_eq!(server.get("/api/games?status=playing", None).await.ok()["total"], 5);
}

#[tokio::test]
async fn files_of_other_programs_are_imported() {
    let server = Server::new();
    let import = |text: &str| {
        let request = request(Method::POST, "/api/records", None).header("content-type", "text/plain");
        server.send(request.body(Body::from(text.to_owned())).unwrap())
    };
    let sgf = "(;GM[Blokus Duo]PB[Ann]RE[W+Resign];B[e10];W[j5])(;GM[Blokus];1[a20])";
    let imported = import(sgf).await.ok();
    assert_eq!(imported["ids"].as_array().unwrap().len(), 2);
    let game = server.look(imported["ids"][0].as_str().unwrap(), None).await;
    assert_eq!((&game["game"], &game["variant"]), (&json!("blokus"), &json!("duo")));
    assert_eq!((&game["result"]["winner"], &game["result"]["reason"]), (&json!(1), &json!("resignation")));
    let kifu = "手合割：どうぶつしょうぎ\n   1   ２二ひよこ(23)   ( 0:04/00:00:04)\n   2   ３二きりん(31)\n   3   ２一ひよこ成(22)\n";
    let imported = import(kifu).await.ok();
    let id = imported["ids"][0].as_str().unwrap();
    let record = server.get(&format!("/api/games/{id}/record"), None).await.ok();
    assert_eq!(record["moves"][0], json!({"move": "Cb3xb2", "ms": 4000.0}));
    assert_eq!(record["result"]["reason"], "catch");
    import("(;GM[Blokus Duo];B[a1])").await.refused(422, "format");
    import("Cb3xb2 Ga1-a2").await.refused(422, "record");
}
