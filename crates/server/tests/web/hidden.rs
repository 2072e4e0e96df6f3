//! A game with secrets, read at the wire: nobody is sent what his seat may not see.

use serde_json::{Value, json};

use crate::sockets::Socket;
use crate::support::{Server, moves, n_moves, text};

/// The three cards of Kuhn poker, of which each player has one.
const CARDS: [&str; 3] = ["J", "Q", "K"];

/// A game of Kuhn poker at two screens, its cards dealt: address, keys of both, the two cards.
async fn dealt(server: &Server) -> (String, [String; 2], [String; 2]) {
    let seats = json!([{"kind": "here"}, {"kind": "invited"}]);
    let created = server.post("/api/games", None, json!({"game": "kuhn", "seats": seats})).await.ok();
    let id = text(&created["game"]["id"]);
    let owner = text(&created["token"]);
    let keys = [owner.clone(), server.accept(&id, &owner).await];
    let mut cards = Vec::new();
    for (seat, key) in keys.iter().enumerate() {
        let game = server.look(&id, Some(key)).await;
        assert_eq!(n_moves(&game), 2, "chance has dealt");
        cards.push(moves(&game)[seat].clone());
        assert_eq!(moves(&game)[1 - seat], "…", "the other's card is hidden");
    }
    (id, keys, [cards[0].clone(), cards[1].clone()])
}

/// Checks that nothing in a message tells a card but `own`. Keys and addresses may contain any letter.
#[track_caller]
fn tells_only(message: &Value, own: Option<&str>) {
    fn walk(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
        match value {
            Value::String(text) => found.push((path.to_owned(), text.clone())),
            Value::Array(items) => items.iter().for_each(|item| walk(item, path, found)),
            Value::Object(fields) => fields.iter().for_each(|(key, item)| walk(item, key, found)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    walk(message, "", &mut texts);
    for (field, text) in texts {
        if matches!(field.as_str(), "id" | "token" | "title" | "game" | "player" | "next") {
            continue;
        }
        for card in CARDS {
            assert!(Some(card) == own || !text.contains(card), "{field}: {text:?} tells {card}\n{message}");
        }
    }
    let game = message.get("game").filter(|game| game.is_object()).unwrap_or(message);
    assert_eq!(game.get("seed").unwrap_or(&Value::Null), &Value::Null, "the seed would tell the deal");
    let occurrences = &game["position"]["occurrences"];
    assert_eq!(occurrences, &Value::Null, "a position that came again would tell what is in it");
}

#[tokio::test]
async fn each_is_sent_his_own_card_alone() {
    let server = Server::new();
    for _ in 0..8 {
        let (id, keys, cards) = dealt(&server).await;
        assert_ne!(cards[0], cards[1]);
        for (seat, key) in keys.iter().enumerate() {
            let own = Some(cards[seat].as_str());
            let game = server.look(&id, Some(key)).await;
            tells_only(&game, own);
            assert_eq!(game["viewer"], json!(seat));
            let may_move = game["position"]["legal"].as_array().unwrap().len();
            assert_eq!(may_move, if seat == 0 { 2 } else { 0 }, "what a player may do is his to know");
            for ply in 0..=2 {
                let path = format!("/api/games/{id}/positions/{ply}");
                tells_only(&server.get(&path, Some(key)).await.ok(), own);
            }
        }
        let seen = server.look(&id, None).await;
        tells_only(&seen, None);
        assert_eq!(seen["position"]["text"], "??:");
        for ply in 0..=2 {
            tells_only(&server.get(&format!("/api/games/{id}/positions/{ply}"), None).await.ok(), None);
        }
    }
}

#[tokio::test]
async fn sockets_tell_no_more() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, keys, cards) = dealt(&server).await;
    let mut first = Socket::open(address, &id, Some(&keys[0])).await;
    let mut second = Socket::open(address, &id, Some(&keys[1])).await;
    let mut spectator = Socket::open(address, &id, None).await;
    server.play(&id, &keys[0], "bet", 2).await.ok();
    tells_only(&first.game_after(3).await, Some(&cards[0]));
    tells_only(&second.game_after(3).await, Some(&cards[1]));
    tells_only(&spectator.game_after(3).await, None);
    server.play(&id, &keys[1], "bet", 3).await.ok();
    // At the end the seed is told, for those who want to check the deal.
    assert!(spectator.game_after(4).await["game"]["seed"].is_u64());
}

#[tokio::test]
async fn the_record_is_given_at_the_end_only() {
    let server = Server::new();
    let (id, keys, _) = dealt(&server).await;
    let path = format!("/api/games/{id}/record");
    server.get(&path, Some(&keys[0])).await.refused(409, "secret");
    server.play(&id, &keys[0], "bet", 2).await.ok();
    server.play(&id, &keys[1], "pass", 3).await.ok();
    let record = server.get(&path, None).await.ok();
    assert_eq!(record["moves"].as_array().unwrap().len(), 4);
}

#[track_caller]
fn tells_no_thought(mv: &Value) {
    for field in ["value", "depth", "nodes"] {
        assert_eq!(mv[field], Value::Null, "{field} of {mv}");
    }
}

#[tokio::test]
async fn an_agents_thoughts_about_its_card_are_not_told() {
    let mut server = Server::new();
    let address = server.listen().await;
    let seats = json!([{"kind": "here"}, {"kind": "engine", "spec": "ismcts:time=700ms"}]);
    let created = server.post("/api/games", None, json!({"game": "kuhn", "seats": seats})).await.ok();
    let (id, key) = (text(&created["game"]["id"]), text(&created["token"]));
    let mut socket = Socket::open(address, &id, Some(&key)).await;
    server.play(&id, &key, "pass", 2).await.ok();
    let mut n_thoughts = 0;
    loop {
        let message = socket.next().await.unwrap();
        if message["type"] == "thinking" {
            let thought = &message["thinking"];
            assert_eq!((&thought["value"], &thought["pv"]), (&Value::Null, &json!([])), "{thought}");
            assert_eq!((&thought["nodes"], &thought["depth"]), (&Value::Null, &Value::Null), "{thought}");
            n_thoughts += 1;
        } else if n_moves(&message["game"]) == 4 {
            if message["game"]["result"].is_null() {
                tells_no_thought(&message["game"]["moves"][3]);
                // At the end they are told.
                let mv = if message["game"]["position"]["to_move"] == 0 { "pass" } else { "bet" };
                server.play(&id, &key, mv, 4).await.ok();
            }
            let over = server.wait_for(&id, Some(&key), |game| !game["result"].is_null()).await;
            assert!(over["moves"][3]["nodes"].as_u64().unwrap() > 0, "{over}");
            break;
        }
    }
    assert!(n_thoughts > 0, "that it thinks is told");
}

#[tokio::test]
async fn what_the_end_has_told_cannot_be_played_on_with() {
    let server = Server::new();
    let (id, keys, _) = dealt(&server).await;
    server.play(&id, &keys[0], "pass", 2).await.ok();
    server.post(&format!("/api/games/{id}/resign"), Some(&keys[1]), json!({"seat": 1})).await.ok();
    server.get(&format!("/api/games/{id}/record"), None).await.ok();
    let game = server.look(&id, Some(&keys[0])).await;
    assert_eq!(game["can_undo"], false);
    let undo = format!("/api/games/{id}/undo");
    server.post(&undo, Some(&keys[0]), json!({"ply": 3})).await.refused(409, "nothing_to_undo");
}

#[tokio::test]
async fn whoever_chooses_the_deal_plays_nobody_else_for_it() {
    let server = Server::new();
    let guests = json!([{"kind": "here"}, {"kind": "invited"}]);
    for extra in [json!({"seed": 5}), json!({"position": "JQ:"}), json!({"moves": ["J", "Q"]})] {
        let mut wanted = json!({"game": "kuhn", "seats": guests});
        wanted.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        server.post("/api/games", None, wanted).await.refused(422, "deal");
    }
    let alone = json!([{"kind": "here"}, {"kind": "engine", "spec": "random"}]);
    server.post("/api/games", None, json!({"game": "kuhn", "seats": alone, "seed": 5})).await.ok();
}

#[tokio::test]
async fn a_hint_knows_only_what_its_seat_knows() {
    let server = Server::new();
    let (id, keys, cards) = dealt(&server).await;
    let hint = server.post(&format!("/api/games/{id}/hint"), Some(&keys[0]), json!({"ply": 2})).await.ok();
    tells_only(&hint, Some(&cards[0]));
    server
        .post(&format!("/api/games/{id}/hint"), Some(&keys[1]), json!({"ply": 2}))
        .await
        .refused(403, "not_your_turn");
}

#[tokio::test]
async fn agents_that_peek_are_neither_offered_nor_accepted_without_the_flag() {
    let server = Server::new();
    let catalog = server.get("/api/catalog", None).await.ok();
    let kuhn = catalog["games"].as_array().unwrap().iter().find(|game| game["id"] == "kuhn").unwrap();
    let offered: Vec<_> =
        kuhn["agents"].as_array().unwrap().iter().map(|agent| text(&agent["name"])).collect();
    assert!(offered.contains(&"kuhn-nash".to_owned()), "a game's own agents are offered");
    assert!(!offered.iter().any(|name| name == "kuhn-cheat" || name == "peek"), "{offered:?}");
    // Among the players with names of their own it says of itself that it peeks.
    let named = kuhn["players"].as_array().unwrap().iter();
    let named: Vec<_> = named.map(|player| (text(&player["name"]), player["peeks"] == true)).collect();
    assert!(named.contains(&("kuhn-cheat".to_owned(), true)), "{named:?}");
    assert!(named.contains(&("kuhn-nash".to_owned(), false)), "{named:?}");
    for (spec, is_fair) in [
        ("kuhn-nash:bluff=0.1", true),
        ("sampler:inner=(kuhn-nash)", true),
        ("kuhn-cheat", false),
        ("peek", false),
        ("sampler:inner=(peek:inner=(random))", false),
        ("sampler:inner=(kuhn-cheat)", false),
    ] {
        let seats = json!([{"kind": "here"}, {"kind": "engine", "spec": spec}]);
        let wanted = |flag: Value| {
            let mut wanted = json!({"game": "kuhn", "seats": seats});
            wanted.as_object_mut().unwrap().extend(flag.as_object().unwrap().clone());
            wanted
        };
        for flag in [json!({}), json!({"allow_peeking": false})] {
            let answer = server.post("/api/games", None, wanted(flag)).await;
            if is_fair {
                answer.ok();
            } else {
                assert!(answer.text.contains("not allowed here"), "{}", answer.text);
                assert!(answer.body["hint"].as_str().unwrap().contains("allow_peeking"), "{}", answer.text);
                answer.refused(422, "agent");
            }
        }
        let allowed = server.post("/api/games", None, wanted(json!({"allow_peeking": true}))).await.ok();
        let seats = &allowed["game"]["seats"];
        assert_eq!((&seats[0]["peeks"], &seats[1]["peeks"]), (&json!(false), &json!(!is_fair)), "{spec}");
        if !is_fair {
            let query = json!({"at": {"game": "kuhn"}, "agent": spec});
            server.post("/api/analysis", None, query).await.refused(422, "agent");
            let entrants = json!([{"spec": spec}, {"spec": "random"}]);
            let cup = json!({"game": "kuhn", "agents": entrants, "games": 2});
            server.post("/api/tournaments", None, cup).await.refused(422, "agent");
        }
    }
}

#[tokio::test]
async fn an_agent_that_peeks_is_announced_and_tells_nothing_of_what_it_sees() {
    let mut server = Server::new();
    let address = server.listen().await;
    for _ in 0..8 {
        let seats = json!([{"kind": "here"}, {"kind": "engine", "spec": "peek:inner=(mcts:iterations=200)"}]);
        let wanted = json!({"game": "kuhn", "seats": seats, "allow_peeking": true});
        let created = server.post("/api/games", None, wanted).await.ok();
        let (id, key) = (text(&created["game"]["id"]), text(&created["token"]));
        assert_eq!(created["game"]["seats"][1]["peeks"], true, "it is announced from the start");
        let own = moves(&created["game"])[0].clone();
        let mut socket = Socket::open(address, &id, Some(&key)).await;
        let mut spectator = Socket::open(address, &id, None).await;
        server.play(&id, &key, "pass", 2).await.ok();
        for (socket, card) in [(&mut socket, Some(own.as_str())), (&mut spectator, None)] {
            loop {
                let message = socket.next().await.unwrap();
                if message["type"] == "thinking" {
                    let thought = &message["thinking"];
                    let told = ["value", "depth", "nodes"].map(|field| thought[field].is_null());
                    assert_eq!((told, &thought["pv"]), ([true; 3], &json!([])), "{thought}");
                    continue;
                }
                if !message["game"]["result"].is_null() {
                    break;
                }
                tells_only(&message, card);
                message["game"]["moves"].as_array().unwrap().iter().for_each(tells_no_thought);
                if n_moves(&message["game"]) == 4 {
                    break;
                }
            }
        }
        if server.look(&id, None).await["result"].is_null() {
            server.get(&format!("/api/games/{id}/record"), Some(&key)).await.refused(409, "secret");
            // The hint comes from one who sees no more than its seat.
            let hint =
                server.post(&format!("/api/games/{id}/hint"), Some(&key), json!({"ply": 4})).await.ok();
            tells_only(&hint, Some(&own));
            server.play(&id, &key, "pass", 4).await.ok();
        }
        let record = server.get(&format!("/api/games/{id}/record"), Some(&key)).await.ok();
        assert_eq!(record["seats"][1], "peek:inner=(mcts:iterations=200)");
        assert_eq!(record["peeks"], json!([1]), "the record says so, too");
        // Playing again keeps the opponent, and what is said of it.
        let again = server.post(&format!("/api/games/{id}/again"), Some(&key), json!({})).await.ok();
        assert_eq!(again["game"]["seats"][1]["peeks"], true);
    }
}
