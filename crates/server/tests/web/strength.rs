//! How strong people are: told from their games, kept by their keys, and told to the opponent that is as strong.

use serde_json::{Value, json};

use crate::support::{Server, n_moves, text};

const PERSON: &str = "0123456789abcdefghijKLMN";

async fn create(server: &Server, seats: Value, player: Option<&str>) -> (String, String) {
    let wanted = json!({"game": "dobutsu", "seats": seats, "seed": 1, "player": player});
    let created = server.post("/api/games", None, wanted).await.ok();
    assert!(!created.to_string().contains(PERSON), "the key is told to nobody");
    (text(&created["game"]["id"]), text(&created["token"]))
}

fn against(spec: &str) -> Value {
    json!([{"kind": "here"}, {"kind": "engine", "spec": spec}])
}

/// Plays a few moves and gives up.
async fn lose(server: &Server, id: &str, key: &str) -> Value {
    for turn in 0..3 {
        let game = server.wait_for(id, Some(key), |game| n_moves(game) == 2 * turn).await;
        let mv = text(&game["position"]["legal"][0]["move"]);
        server.play(id, key, &mv, 2 * turn).await.ok();
    }
    server.wait_for(id, Some(key), |game| n_moves(game) == 6).await;
    server.post(&format!("/api/games/{id}/resign"), Some(key), json!({"seat": 0})).await.ok();
    server.wait_for(id, Some(key), |game| !game["strength"].is_null()).await
}

#[tokio::test]
async fn an_opponent_as_strong_as_oneself_is_offered_in_every_game() {
    let server = Server::new();
    let catalog = server.get("/api/catalog", None).await.ok();
    for game in catalog["games"].as_array().unwrap() {
        let mut agents = game["agents"].as_array().unwrap().iter();
        assert!(agents.any(|agent| agent["name"] == "adaptive-level"), "{}", game["id"]);
    }
}

#[tokio::test]
async fn a_game_tells_how_strong_its_player_is_and_the_next_opponent_knows_it() {
    let server = Server::new();
    let unknown = server.get("/api/strengths/dobutsu", Some(PERSON)).await.ok();
    assert_eq!((&unknown["games"], &unknown["level"]), (&json!(0), &json!(4.0)));
    let (id, key) = create(&server, against("adaptive-level"), Some(PERSON)).await;
    let told = server.look(&id, Some(&key)).await;
    assert_eq!(told["seats"][1]["player"], "adaptive-level:prior=4.00/3.00,seats=0");
    let game = lose(&server, &id, &key).await;
    let strength = server.get("/api/strengths/dobutsu", Some(PERSON)).await.ok();
    assert_eq!(game["strength"], strength, "it is told at the end of the game");
    assert_eq!(strength["games"], 1);
    assert!(strength["level"].as_f64() < Some(4.0), "{strength}");
    assert!(server.look(&id, None).await["strength"].is_null(), "others are not told");
    // The next game begins with it, whether it is made anew or again, and after a restart.
    let server = server.restarted().await;
    let game = server.wait_for(&id, Some(&key), |game| !game["strength"].is_null()).await;
    assert_eq!(game["strength"], strength, "it is not told twice");
    let again = server.post(&format!("/api/games/{id}/again"), Some(&key), json!({})).await.ok();
    let (next, _) = create(&server, against("adaptive-level"), Some(PERSON)).await;
    let next = server.look(&next, None).await;
    let known = text(&next["seats"][1]["player"]);
    assert!(known.starts_with("adaptive-level:prior=") && !known.contains("prior=4.00/3.00"), "{known}");
    let mut parts: Vec<_> = known.split([':', ',']).collect();
    let again = text(&again["game"]["seats"][1]["player"]);
    let mut parts_again: Vec<_> = again.split([':', ',']).collect();
    parts.sort_unstable();
    parts_again.sort_unstable();
    assert_eq!(parts, parts_again);
    // It can be forgotten.
    server.delete("/api/strengths/dobutsu", Some(PERSON)).await.ok();
    assert_eq!(server.get("/api/strengths/dobutsu", Some(PERSON)).await.ok(), unknown);
}

#[tokio::test]
async fn games_against_levels_count_and_those_of_nobody_in_particular_do_not() {
    let server = Server::new();
    let (id, key) = create(&server, against("level:n=1"), Some(PERSON)).await;
    let game = lose(&server, &id, &key).await;
    let level = game["strength"]["level"].as_f64().unwrap();
    assert!(level < 3.5, "who loses against level 1 is weak: {level}");
    let (id, _) = create(&server, against("adaptive-level"), None).await;
    let game = server.look(&id, None).await;
    assert_eq!(game["seats"][1]["player"], "adaptive-level:prior=4.00/3.00,seats=0");
    // Of two people at one screen nobody knows who is who.
    let seats = json!([{"kind": "here"}, {"kind": "here"}]);
    let (id, key) = create(&server, seats, Some(PERSON)).await;
    for (ply, mv) in ["Cb3xb2", "Lb1xb2", "Gc4-c3", "Ga1-a2"].into_iter().enumerate() {
        server.play(&id, &key, mv, ply).await.ok();
    }
    server.post(&format!("/api/games/{id}/resign"), Some(&key), json!({"seat": 0})).await.ok();
    assert_eq!(server.get("/api/strengths/dobutsu", Some(PERSON)).await.ok()["games"], 1);
}

#[tokio::test]
async fn who_has_no_key_is_told_nothing() {
    let server = Server::new();
    server.get("/api/strengths/dobutsu", None).await.refused(401, "malformed_key");
    server.get("/api/strengths/dobutsu", Some("short")).await.refused(401, "malformed_key");
    server.delete("/api/strengths/dobutsu", None).await.refused(401, "malformed_key");
    server.get("/api/strengths/chess", Some(PERSON)).await.refused(422, "unknown_game");
    let wanted = json!({"game": "dobutsu", "seats": against("level:n=1"), "player": "no key"});
    server.post("/api/games", None, wanted).await.refused(422, "player");
    let wanted = json!({"game": "dobutsu", "seats": against("adaptive-level:prior=high")});
    server.post("/api/games", None, wanted).await.refused(422, "agent");
}
