//! People at several screens: keys, invitations, consent.

use serde_json::{Value, json};

use crate::support::{Server, moves, n_moves, text};

/// A game between its maker and a guest: address, maker's key, guest's key.
async fn with_guest(server: &Server) -> (String, String, String) {
    let seats = json!([{"kind": "here", "name": "Ada"}, {"kind": "invited", "name": "Bo"}]);
    let (id, key) = server.create("dobutsu", seats).await;
    let game = server.look(&id, Some(&key)).await;
    assert_eq!(game["invitations"][0]["seat"], 1);
    let guest = server.accept(&id, &key).await;
    (id, key, guest)
}

#[tokio::test]
async fn only_the_maker_sees_the_keys_of_others() {
    let server = Server::new();
    let (id, key, guest) = with_guest(&server).await;
    for caller in [Some(guest.as_str()), None] {
        let answer = server.get(&format!("/api/games/{id}"), caller).await;
        assert!(!answer.text.contains(&key), "the maker's key is a secret");
        assert_eq!(answer.body["invitations"], json!([]));
        assert_eq!(answer.body["owner"], false);
    }
    let seen = server.get(&format!("/api/games/{id}"), None).await;
    assert!(!seen.text.contains(&guest));
    let listed = server.get("/api/games", None).await;
    assert!(!listed.text.contains(&key) && !listed.text.contains(&guest), "the library tells no keys");
    assert!(
        !server.get(&format!("/api/games/{id}"), Some(&key)).await.text.contains(&guest),
        "nor is the maker told"
    );
    let found = server.get(&format!("/api/games?player={}", &guest[..6]), None).await.ok();
    assert_eq!(found["total"], 0, "and cannot be searched for them");
}

#[tokio::test]
async fn a_link_is_for_one_person_and_opens_nothing_by_itself() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", json!([{"kind": "here"}, {"kind": "invited"}])).await;
    let word = text(&server.look(&id, Some(&key)).await["invitations"][0]["token"]);
    server.get(&format!("/api/games/{id}"), Some(&word)).await.refused(401, "unknown_key");
    let accept = format!("/api/games/{id}/accept");
    let accepted = server.post(&accept, None, json!({"token": word})).await.ok();
    assert_eq!(accepted["game"]["you"], json!([1]));
    assert_ne!(accepted["token"], json!(word));
    server.post(&accept, None, json!({"token": word})).await.refused(410, "taken");
    server.post(&accept, None, json!({"token": ""})).await.refused(410, "taken");
    let seen = server.get(&format!("/api/games/{id}"), Some(&key)).await;
    assert_eq!(seen.body["invitations"], json!([]), "the maker sees that the guest has come");
    assert!(!seen.text.contains(&text(&accepted["token"])), "but not his key");
    let server = server.restarted().await;
    assert_eq!(
        server.look(&id, Some(&text(&accepted["token"]))).await["you"],
        json!([1]),
        "the seat is kept"
    );
}

#[tokio::test]
async fn of_three_everyone_must_agree() {
    let server = Server::new();
    let seats = json!([{"kind": "here"}, {"kind": "invited"}, {"kind": "invited"}]);
    let (id, first) = server.create("harvest", seats).await;
    let (second, third) = (server.accept(&id, &first).await, server.accept(&id, &first).await);
    let game = server.look(&id, Some(&first)).await;
    let mv = text(&game["position"]["legal"][0]["move"]);
    let before = game["position"]["text"].clone();
    server.play(&id, &first, &mv, 0).await.ok();
    let (undo, offer) = (format!("/api/games/{id}/undo"), format!("/api/games/{id}/offer"));
    server.post(&undo, Some(&first), json!({"ply": 1})).await.ok();
    let game = server.post(&offer, Some(&second), json!({"accept": true})).await.ok();
    assert_eq!((n_moves(&game), &game["offer"]["agreed"]), (1, &json!(true)));
    assert_eq!(server.look(&id, Some(&third)).await["offer"]["agreed"], false);
    let game = server.post(&offer, Some(&third), json!({"accept": true})).await.ok();
    assert_eq!((n_moves(&game), &game["position"]["text"]), (0, &before));
}

#[tokio::test]
async fn each_plays_his_own_seat_and_no_other() {
    let server = Server::new();
    let (id, key, guest) = with_guest(&server).await;
    server.play(&id, &guest, "Cb3xb2", 0).await.refused(403, "not_your_turn");
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    server.play(&id, &key, "Lb1xb2", 1).await.refused(403, "not_your_turn");
    let game = server.play(&id, &guest, "Lb1xb2", 1).await.ok();
    assert_eq!(game["you"], json!([1]));
    let resign = format!("/api/games/{id}/resign");
    server.post(&resign, Some(&guest), json!({"seat": 0})).await.refused(403, "not_your_seat");
    server.post(&resign, Some(&guest), json!({"seat": 7})).await.refused(403, "not_your_seat");
}

#[tokio::test]
async fn foreign_keys_and_spectators_change_nothing() {
    let server = Server::new();
    let (id, key, _) = with_guest(&server).await;
    let (_, foreign, _) = with_guest(&server).await;
    let before = server.look(&id, None).await;
    server.play(&id, &foreign, "Cb3xb2", 0).await.refused(401, "unknown_key");
    server.play(&id, "", "Cb3xb2", 0).await.refused(401, "malformed_key");
    let body = json!({"move": "Cb3xb2", "ply": 0});
    server.post(&format!("/api/games/{id}/moves"), None, body).await.refused(403, "not_seated");
    for action in ["undo", "redo", "hint"] {
        let path = format!("/api/games/{id}/{action}");
        server.post(&path, None, json!({"ply": 0})).await.refused(403, "not_seated");
        server.post(&path, Some(&foreign), json!({"ply": 0})).await.refused(401, "unknown_key");
    }
    server.post(&format!("/api/games/{id}/again"), None, json!(null)).await.refused(403, "not_seated");
    server.delete(&format!("/api/games/{id}"), Some(&foreign)).await.refused(401, "unknown_key");
    server.delete(&format!("/api/games/{id}"), None).await.refused(403, "not_owner");
    server.get(&format!("/api/games/{id}"), Some(&foreign)).await.refused(401, "unknown_key");
    assert_eq!(server.look(&id, None).await, before);
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
}

#[tokio::test]
async fn taking_back_needs_the_others_consent() {
    let server = Server::new();
    let (id, key, guest) = with_guest(&server).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    server.play(&id, &guest, "Lb1xb2", 1).await.ok();
    let (undo, offer) = (format!("/api/games/{id}/undo"), format!("/api/games/{id}/offer"));
    // Asked and declined.
    let game = server.post(&undo, Some(&key), json!({"ply": 2})).await.ok();
    assert_eq!(
        (n_moves(&game), &game["offer"]),
        (2, &json!({"kind": "undo", "by": 0, "yours": true, "agreed": false}))
    );
    server.post(&offer, Some(&key), json!({"accept": true})).await.refused(403, "own_offer");
    assert_eq!(server.look(&id, Some(&guest)).await["offer"]["yours"], false);
    let game = server.post(&offer, Some(&guest), json!({"accept": false})).await.ok();
    assert_eq!((n_moves(&game), &game["offer"]), (2, &Value::Null));
    server.post(&offer, Some(&guest), json!({"accept": true})).await.refused(409, "no_offer");
    // Asked and accepted: back to the turn of the one who asked.
    server.post(&undo, Some(&key), json!({"ply": 2})).await.ok();
    let game = server.post(&offer, Some(&guest), json!({"accept": true})).await.ok();
    assert_eq!((n_moves(&game), &game["position"]["to_move"]), (0, &json!(0)));
    // And the same way forward.
    let redo = format!("/api/games/{id}/redo");
    assert_eq!(n_moves(&server.post(&redo, Some(&key), json!({"ply": 0})).await.ok()), 0);
    let game = server.post(&offer, Some(&guest), json!({"accept": true})).await.ok();
    assert_eq!(moves(&game), ["Cb3xb2", "Lb1xb2"]);
}

#[tokio::test]
async fn an_offer_is_withdrawn_by_its_maker_or_by_a_move() {
    let server = Server::new();
    let (id, key, guest) = with_guest(&server).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let (undo, offer) = (format!("/api/games/{id}/undo"), format!("/api/games/{id}/offer"));
    server.post(&undo, Some(&key), json!({"ply": 1})).await.ok();
    let game = server.post(&offer, Some(&key), json!({"accept": false})).await.ok();
    assert_eq!(game["offer"], Value::Null);
    server.post(&undo, Some(&key), json!({"ply": 1})).await.ok();
    let game = server.play(&id, &guest, "Lb1xb2", 1).await.ok();
    assert_eq!(game["offer"], Value::Null);
}

#[tokio::test]
async fn the_next_game_is_for_the_same_people() {
    let server = Server::new();
    let (id, key, guest) = with_guest(&server).await;
    let created = server.post(&format!("/api/games/{id}/again"), Some(&guest), json!(null)).await.ok();
    let next = text(&created["game"]["id"]);
    assert_eq!(server.look(&next, Some(&guest)).await["you"], json!([1]));
    assert_eq!(server.look(&next, Some(&key)).await["you"], json!([0]));
    assert_eq!(server.look(&id, Some(&key)).await["next"], json!(next));
}

#[tokio::test]
async fn only_the_maker_deletes() {
    let server = Server::new();
    let (id, key, guest) = with_guest(&server).await;
    server.delete(&format!("/api/games/{id}"), Some(&guest)).await.refused(403, "not_owner");
    assert_eq!(server.delete(&format!("/api/games/{id}"), Some(&key)).await.status, 204);
    server.get(&format!("/api/games/{id}"), Some(&key)).await.refused(404, "not_found");
}
