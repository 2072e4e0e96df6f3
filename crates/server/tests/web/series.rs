//! Series: people join by a name, play one game after the other without help, and the results stand in one table.

use serde_json::{Value, json};

use crate::sockets::Socket;
use crate::support::{Server, moves, n_moves, text};

/// A series against agents that play anything.
async fn series(server: &Server, more: Value) -> (String, String) {
    let mut wanted = json!({"name": "First test", "game": "tictactoe", "opponents": ["random"], "games": 2});
    wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let made = server.post("/api/series", None, wanted).await.ok();
    (text(&made["series"]["id"]), text(&made["token"]))
}

async fn join(server: &Server, id: &str, name: &str) -> String {
    let joined = server.post(&format!("/api/series/{id}/people"), None, json!({"name": name})).await.ok();
    text(&joined["token"])
}

async fn next(server: &Server, id: &str, key: &str) -> Value {
    server.post(&format!("/api/series/{id}/games"), Some(key), json!({})).await.ok()["game"].clone()
}

/// Plays the first legal move until the game is over.
async fn play_out(server: &Server, game: &Value, key: &str) -> Value {
    let id = text(&game["id"]);
    loop {
        let is_mine =
            |game: &Value| !game["result"].is_null() || game["position"]["to_move"] == game["you"][0];
        let game = server.wait_for(&id, Some(key), is_mine).await;
        if !game["result"].is_null() {
            return game;
        }
        let mv = text(&game["position"]["legal"][0]["move"]);
        server.play(&id, key, &mv, n_moves(&game)).await.ok();
    }
}

async fn look(server: &Server, id: &str, key: Option<&str>) -> Value {
    server.get(&format!("/api/series/{id}"), key).await.ok()
}

#[tokio::test]
async fn people_play_their_games_and_the_table_counts_them() {
    let server = Server::new();
    let (id, owner) = series(&server, json!({"rotate": true})).await;
    let empty = look(&server, &id, Some(&owner)).await;
    assert_eq!((&empty["owner"], &empty["people"]), (&json!(true), &json!([])));
    assert_eq!(empty["tables"][0]["all"]["plays"], 0, "an opponent whom nobody has met has its table");
    let ann = join(&server, &id, " Ann ").await;
    let path = format!("/api/series/{id}/people");
    server.post(&path, None, json!({"name": "ann"})).await.refused(409, "taken");
    server.post(&path, None, json!({"name": "random"})).await.refused(422, "name");
    server.post(&path, None, json!({"name": "  "})).await.refused(422, "name");
    let first = next(&server, &id, &ann).await;
    assert_eq!((&first["series"], &first["you"]), (&json!(id), &json!([0])));
    assert_eq!(next(&server, &id, &ann).await["id"], first["id"], "what was begun goes on");
    let unfinished = look(&server, &id, None).await;
    assert_eq!(unfinished["tables"][0]["people"][0]["unfinished"], 1);
    assert_eq!(unfinished["tables"][0]["people"][0]["win_rate"], Value::Null);
    let mut shares = vec![play_out(&server, &first, &ann).await["result"]["returns"][0].as_f64().unwrap()];
    let second = next(&server, &id, &ann).await;
    assert_eq!(second["you"], json!([1]), "the other seat");
    shares.push(play_out(&server, &second, &ann).await["result"]["returns"][1].as_f64().unwrap());
    let games = format!("/api/series/{id}/games");
    server.post(&games, Some(&ann), json!({})).await.refused(409, "finished");
    let told = look(&server, &id, Some(&ann)).await;
    let row = &told["tables"][0]["people"][0];
    let wins = shares.iter().filter(|share| **share == 1.0).count();
    assert_eq!((&row["person"], &row["plays"], &row["wins"]), (&json!("Ann"), &json!(2), &json!(wins)));
    assert_eq!(row["win_rate"], json!(wins as f64 / 2.0));
    assert_eq!(row["score"], json!(shares.iter().sum::<f64>() / 2.0));
    assert_eq!((&told["people"][0]["you"], &told["owner"]), (&json!(true), &json!(false)));
    let records = server.get(&format!("/api/series/{id}/records"), None).await;
    let lines: Vec<Value> = records.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["seats"], &lines[1]["seats"]),
        (&json!(["Ann", "random"]), &json!(["random", "Ann"]))
    );
    let listed = server.get("/api/series", None).await.ok();
    assert_eq!((&listed["series"][0]["finished"], &listed["series"][0]["people"]), (&json!(2), &json!(1)));
}

#[tokio::test]
async fn opponents_take_turns() {
    let server = Server::new();
    let opponents = json!({"opponents": ["random", "level:n=1"], "games": 1});
    let (id, _) = series(&server, opponents).await;
    let ann = join(&server, &id, "Ann").await;
    for opponent in ["random", "level:n=1"] {
        let game = next(&server, &id, &ann).await;
        assert_eq!(game["seats"][1]["player"], opponent);
        let game = text(&game["id"]);
        server.post(&format!("/api/games/{game}/resign"), Some(&ann), json!({"seat": 0})).await.ok();
    }
    let told = look(&server, &id, None).await;
    for (n, opponent) in ["random", "level:n=1"].iter().enumerate() {
        let table = &told["tables"][n];
        assert_eq!((&table["opponent"], &table["all"]["losses"]), (&json!(opponent), &json!(1)));
    }
}

#[tokio::test]
async fn a_game_of_a_series_is_played_without_help_and_stays() {
    let server = Server::new();
    let (id, owner) = series(&server, json!({"opponents": ["mcts:iterations=50"]})).await;
    let ann = join(&server, &id, "Ann").await;
    let game = next(&server, &id, &ann).await;
    let address = text(&game["id"]);
    let path = |what: &str| format!("/api/games/{address}/{what}");
    server.post(&path("hint"), Some(&ann), json!({"ply": 0})).await.refused(409, "series");
    let mv = text(&game["position"]["legal"][0]["move"]);
    server.play(&address, &ann, &mv, 0).await.ok();
    let after = server.wait_for(&address, Some(&ann), |game| n_moves(game) == 2).await;
    assert_eq!((&after["can_undo"], &after["moves"][1]["nodes"]), (&json!(false), &Value::Null));
    server.post(&path("undo"), Some(&ann), json!({"ply": 2})).await.refused(409, "nothing_to_undo");
    for key in [&ann, &owner] {
        let refused = server.delete(&format!("/api/games/{address}"), Some(key)).await;
        assert!([403, 409].contains(&refused.status.as_u16()), "{}", refused.text);
    }
    server.post(&path("again"), Some(&ann), json!({})).await.refused(409, "series");
    // Others neither play for her nor begin a game in her name.
    server.play(&address, &owner, "b2", 2).await.refused(403, "not_seated");
    let games = format!("/api/series/{id}/games");
    server.post(&games, None, json!({})).await.refused(403, "not_joined");
    server.post(&games, Some(&owner), json!({})).await.refused(403, "not_joined");
    let over = play_out(&server, &after, &ann).await;
    assert!(over["moves"][1]["nodes"].as_u64().unwrap() > 0, "thoughts are told at the end");
    server.delete(&format!("/api/series/{id}"), Some(&ann)).await.refused(403, "not_owner");
    assert_eq!(server.delete(&format!("/api/series/{id}"), Some(&owner)).await.status, 204);
    server.get(&format!("/api/series/{id}"), None).await.refused(404, "not_found");
    server.get(&format!("/api/games/{address}"), None).await.refused(404, "not_found");
}

#[tokio::test]
async fn an_opponent_that_peeks_needs_the_flag_and_is_announced() {
    let mut server = Server::new();
    let address = server.listen().await;
    let mut wanted = json!({"name": "Cheats", "game": "kuhn", "opponents": ["kuhn-cheat"], "games": 1});
    let refused = server.post("/api/series", None, wanted.clone()).await;
    assert!(refused.body["hint"].as_str().unwrap().contains("allow_peeking"), "{}", refused.text);
    refused.refused(422, "agent");
    wanted["allow_peeking"] = json!(true);
    let made = server.post("/api/series", None, wanted).await.ok();
    assert_eq!(made["series"]["opponents"], json!([{"spec": "kuhn-cheat", "peeks": true}]));
    let id = text(&made["series"]["id"]);
    let ann = join(&server, &id, "Ann").await;
    let game = next(&server, &id, &ann).await;
    assert_eq!(game["seats"][1]["peeks"], true);
    let (own, game) = (moves(&game)[0].clone(), text(&game["id"]));
    let mut socket = Socket::open(address, &game, Some(&ann)).await;
    server.play(&game, &ann, "pass", 2).await.ok();
    loop {
        let told = socket.next().await.unwrap();
        if told["type"] == "game" && told["game"]["result"].is_null() {
            assert_eq!(
                moves(&told["game"])[..2],
                [own.clone(), "…".to_owned()],
                "the other card stays hidden"
            );
        }
        // The agent may have answered before the first message was written.
        if told["type"] == "game" && n_moves(&told["game"]) > 2 {
            break;
        }
    }
    let told = look(&server, &id, None).await;
    assert_eq!((&told["tables"][0]["peeks"], told["tables"].as_array().unwrap().len()), (&json!(true), 1));
}

#[tokio::test]
async fn series_survive_a_restart() {
    let server = Server::new();
    let (id, _) = series(&server, json!({})).await;
    let ann = join(&server, &id, "Ann").await;
    let game = next(&server, &id, &ann).await;
    let server = server.restarted().await;
    assert_eq!(next(&server, &id, &ann).await["id"], game["id"]);
    play_out(&server, &game, &ann).await;
    assert_eq!(look(&server, &id, None).await["tables"][0]["all"]["plays"], 1);
}

#[tokio::test]
async fn series_that_make_no_sense_are_refused() {
    let server = Server::new();
    let refused = async |more: Value, code: &str| {
        let mut wanted = json!({"name": "x", "game": "tictactoe", "opponents": ["random"], "games": 2});
        wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.post("/api/series", None, wanted).await.refused(422, code);
    };
    refused(json!({"name": ""}), "name").await;
    refused(json!({"game": "chess"}), "unknown_game").await;
    refused(json!({"opponents": []}), "opponents").await;
    refused(json!({"opponents": ["random", "random"]}), "opponents").await;
    refused(json!({"opponents": vec!["random"; 9]}), "opponents").await;
    refused(json!({"opponents": ["genius"]}), "agent").await;
    refused(json!({"opponents": ["process:cmd=\"true\""]}), "agent").await;
    refused(json!({"games": 0}), "games").await;
    refused(json!({"games": 1000}), "games").await;
    server.get("/api/series/nothing", None).await.refused(404, "not_found");
    server.post("/api/series/nothing/people", None, json!({"name": "Ann"})).await.refused(404, "not_found");
    assert_eq!(server.get("/api/series", None).await.ok()["series"], json!([]));
}
