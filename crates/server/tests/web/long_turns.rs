//! A game of hidden hands and turns of several moves, read at the wire: by link, at one screen, against agents.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};

use crate::sockets::Socket;
use crate::support::{Answer, Server, both_here, moves, n_moves, request, text};

const TILES: [&str; 17] = [
    "rice2", "rice3", "rice4", "helmet2", "helmet3", "helmet4", "buddha2", "buddha3", "buddha4", "samurai1",
    "samurai2", "samurai3", "shift", "ship1", "ship2", "ronin1", "swap",
];

/// A key, and for several people at one screen who of them sits there.
#[derive(Clone, Debug)]
struct Person {
    key: String,
    seat: Option<usize>,
}

impl Person {
    fn new(key: &str) -> Self {
        Self { key: key.to_owned(), seat: None }
    }

    fn sitting(key: &str, seat: usize) -> Self {
        Self { key: key.to_owned(), seat: Some(seat) }
    }

    async fn ask(&self, server: &Server, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = request(method, path, Some(&self.key)).header("content-type", "application/json");
        if let Some(seat) = self.seat {
            request = request.header("ludwerk-seat", seat.to_string());
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        server.send(request.body(body).unwrap()).await
    }

    async fn look(&self, server: &Server, id: &str) -> Value {
        self.ask(server, Method::GET, &format!("/api/games/{id}"), None).await.ok()
    }

    async fn play(&self, server: &Server, id: &str, mv: &str, ply: usize) -> Answer {
        let path = format!("/api/games/{id}/moves");
        self.ask(server, Method::POST, &path, Some(json!({"move": mv, "ply": ply}))).await
    }

    /// `undo`, `redo` or `hint`.
    async fn at_ply(&self, server: &Server, id: &str, what: &str, ply: usize) -> Answer {
        let path = format!("/api/games/{id}/{what}");
        self.ask(server, Method::POST, &path, Some(json!({"ply": ply}))).await
    }
}

/// A game at two screens.
async fn by_link(server: &Server, more: Value) -> (String, [Person; 2]) {
    let seats = json!([{"kind": "here"}, {"kind": "invited"}]);
    let mut wanted = json!({"game": "samurai", "seats": seats});
    wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let created = server.post("/api/games", None, wanted).await.ok();
    let (id, owner) = (text(&created["game"]["id"]), text(&created["token"]));
    let guest = server.accept(&id, &owner).await;
    (id, [Person::new(&owner), Person::new(&guest)])
}

/// A game at one screen, with the people as they sit there.
async fn at_one_screen(server: &Server, seed: u64) -> (String, [Person; 2]) {
    let wanted = json!({"game": "samurai", "seats": both_here(), "seed": seed});
    let created = server.post("/api/games", None, wanted).await.ok();
    let (id, key) = (text(&created["game"]["id"]), text(&created["token"]));
    (id, [0, 1].map(|seat| Person::sitting(&key, seat)))
}

/// A field of the position text: figures, tiles, captured, aside, swapped, hands, piles, turn.
fn field(game: &Value, index: usize) -> String {
    text(&game["position"]["text"]).split(' ').nth(index).unwrap().to_owned()
}

fn hand(game: &Value, seat: usize) -> String {
    field(game, 5).split('/').nth(seat).unwrap().to_owned()
}

fn legal(game: &Value) -> Vec<String> {
    game["position"]["legal"].as_array().unwrap().iter().map(|mv| text(&mv["move"])).collect()
}

/// All tiles that anything in a message speaks of.
fn told(message: &Value) -> BTreeSet<&'static str> {
    fn walk(value: &Value, field: &str, found: &mut BTreeSet<&'static str>) {
        match value {
            Value::String(text) if !matches!(field, "id" | "token" | "next" | "title" | "player") => {
                let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
                found.extend(words.filter_map(|word| TILES.into_iter().find(|tile| *tile == word)));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, field, found)),
            Value::Object(fields) => fields.iter().for_each(|(key, item)| walk(item, key, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    walk(message, "", &mut found);
    found
}

fn tiles_of(list: &str) -> BTreeSet<&'static str> {
    list.split([',', '@', ':', '>']).filter_map(|word| TILES.into_iter().find(|tile| *tile == word)).collect()
}

/// Checks that a message speaks of no tiles but these, and of nothing from which the deal could be found out.
#[track_caller]
fn tells_only(message: &Value, known: &BTreeSet<&'static str>) {
    let more: Vec<_> = told(message).difference(known).copied().collect();
    assert!(more.is_empty(), "it tells {more:?}");
    assert!(!message.to_string().contains("\"setup\""), "the deal is in it");
    let game = message.get("game").filter(|game| game.is_object()).unwrap_or(message);
    assert_eq!(game.get("seed").unwrap_or(&Value::Null), &Value::Null, "the seed would tell the deal");
    assert_eq!(game.get("start").unwrap_or(&Value::Null), &Value::Null);
}

/// What someone may know: what he holds and what has been played for all to see.
fn known_to(game: &Value, seat: Option<usize>) -> BTreeSet<&'static str> {
    let mut known: BTreeSet<_> = moves(game).iter().flat_map(|mv| tiles_of(mv)).collect();
    known.extend(tiles_of(&field(game, 1)));
    known.extend(seat.map(|seat| tiles_of(&hand(game, seat))).unwrap_or_default());
    known
}

#[tokio::test]
async fn a_whole_game_by_link_tells_each_his_own_hand_alone() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, people) = by_link(&server, json!({})).await;
    let mut sockets = [
        Socket::open(address, &id, Some(&people[0].key)).await,
        Socket::open(address, &id, Some(&people[1].key)).await,
        Socket::open(address, &id, None).await,
    ];
    // What a player has held is his to know even after he has taken it back.
    let mut ever = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
    let mut luck = 12345_u64;
    let mut ply = 0;
    loop {
        let views = [people[0].look(&server, &id).await, people[1].look(&server, &id).await];
        if !views[0]["result"].is_null() {
            break;
        }
        for (seat, view) in views.iter().enumerate() {
            assert_eq!(view["viewer"], json!(seat));
            ever[seat].extend(known_to(view, Some(seat)));
            tells_only(view, &ever[seat]);
            assert!(hand(view, 1 - seat).starts_with('?'), "{}", hand(view, 1 - seat));
            assert!(field(view, 6).split('/').all(|pile| pile.starts_with('?') || pile == "-"));
        }
        let spectator = server.look(&id, None).await;
        ever[2].extend(known_to(&spectator, None));
        tells_only(&spectator, &ever[2]);
        assert!(legal(&spectator).is_empty());
        if ply % 7 == 0 {
            for (seat, person) in people.iter().enumerate() {
                for at in [0, ply / 2, ply] {
                    let path = format!("/api/games/{id}/positions/{at}");
                    tells_only(&person.ask(&server, Method::GET, &path, None).await.ok(), &ever[seat]);
                }
            }
            server.get(&format!("/api/games/{id}/record"), Some(&people[0].key)).await.refused(409, "secret");
        }
        let mover = views[0]["position"]["to_move"].as_u64().unwrap() as usize;
        assert!(legal(&views[1 - mover]).is_empty(), "what a player may do tells what he holds");
        let choices = legal(&views[mover]);
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = &choices[(luck >> 33) as usize % choices.len()];
        people[mover].play(&server, &id, mv, ply).await.ok();
        ply += 1;
        for (index, socket) in sockets.iter_mut().enumerate() {
            let message = socket.game_after(ply).await;
            if message["game"]["result"].is_null() {
                ever[index].extend(known_to(&message["game"], Some(index).filter(|&seat| seat < 2)));
                tells_only(&message, &ever[index]);
            }
        }
    }
    assert!(ply > 10);
    let record = server.get(&format!("/api/games/{id}/record"), None).await.ok();
    assert!(record.to_string().contains("rice4"), "at the end all is open");
}

#[tokio::test]
async fn the_first_hand_that_is_chosen_stays_a_secret() {
    let server = Server::new();
    let (id, people) = by_link(&server, json!({"variant": "official-full"})).await;
    let chosen = "hand:rice4,samurai3,ship2,ronin1,swap";
    assert!(legal(&people[0].look(&server, &id).await).contains(&chosen.to_owned()));
    let mine = people[0].play(&server, &id, chosen, 0).await.ok();
    assert_eq!(moves(&mine), [chosen]);
    assert_eq!(hand(&mine, 0), "rice4,samurai3,ship2,ronin1,swap");
    let spectator = server.look(&id, None).await;
    assert_eq!(moves(&spectator), ["…"]);
    // All know which twenty tiles the next one chooses from.
    assert!(!spectator.to_string().contains("rice4,samurai3"));
    assert_eq!(hand(&spectator, 0), "?5");
    let other = people[1].look(&server, &id).await;
    assert_eq!(moves(&other), ["…"]);
    assert_eq!(hand(&other, 0), "?5");
    assert_eq!(other["position"]["last"], Value::Null);
    assert_eq!(other["position"]["recent"], json!([]));
    people[1].play(&server, &id, "hand:rice2,rice3,helmet2,helmet3,buddha2", 1).await.ok();
    let game = people[0].look(&server, &id).await;
    assert_eq!(moves(&game), [chosen, "…"]);
    tells_only(&game, &tiles_of(chosen));
}

#[tokio::test]
async fn a_turn_can_be_taken_back_until_it_ends_and_nobody_is_asked() {
    let server = Server::new();
    let (id, people) = by_link(&server, json!({})).await;
    let before = people[0].look(&server, &id).await;
    assert_eq!((&before["within_turn"], &before["can_undo"]), (&json!(false), &json!(false)));
    let first = legal(&before)[0].clone();
    let played = people[0].play(&server, &id, &first, 0).await.ok();
    assert_eq!((&played["within_turn"], &played["can_undo"]), (&json!(true), &json!(true)));
    let other = people[1].look(&server, &id).await;
    assert_eq!((&other["within_turn"], &other["can_undo"]), (&json!(false), &json!(false)));
    people[1].at_ply(&server, &id, "undo", 1).await.refused(409, "nothing_to_undo");

    let back = people[0].at_ply(&server, &id, "undo", 1).await.ok();
    assert_eq!((n_moves(&back), &back["offer"]), (0, &Value::Null));
    assert_eq!(back["position"], before["position"], "nothing is left of it");
    assert_eq!(back["can_redo"], true);
    assert_eq!(people[1].look(&server, &id).await["can_redo"], false);
    people[1].at_ply(&server, &id, "redo", 0).await.refused(409, "nothing_to_redo");
    let again = people[0].at_ply(&server, &id, "redo", 0).await.ok();
    assert_eq!(moves(&again), [first.as_str()]);
    people[0].at_ply(&server, &id, "undo", 1).await.ok();

    // What is over has told what was drawn.
    people[0].play(&server, &id, &first, 0).await.ok();
    people[0].play(&server, &id, "end", 1).await.ok();
    for person in &people {
        let game = person.look(&server, &id).await;
        assert_eq!((&game["can_undo"], &game["can_redo"]), (&json!(false), &json!(false)));
        person.at_ply(&server, &id, "undo", 2).await.refused(409, "nothing_to_undo");
    }
    let reply = legal(&people[1].look(&server, &id).await)[0].clone();
    people[1].play(&server, &id, &reply, 2).await.ok();
    people[0].at_ply(&server, &id, "undo", 3).await.refused(409, "nothing_to_undo");
    let game = people[1].at_ply(&server, &id, "undo", 3).await.ok();
    assert_eq!(n_moves(&game), 2);
    people[1].at_ply(&server, &id, "undo", 2).await.refused(409, "nothing_to_undo");
}

#[tokio::test]
async fn taking_back_does_not_change_the_deal() {
    let server = Server::new();
    let (plain, straight) = at_one_screen(&server, 5).await;
    let (winding, tries) = at_one_screen(&server, 5).await;
    let choices = legal(&straight[0].look(&server, &plain).await);
    let (first, other) = (&choices[0], &choices[choices.len() - 1]);
    straight[0].play(&server, &plain, first, 0).await.ok();
    for mv in [other, first, other] {
        tries[0].play(&server, &winding, mv, 0).await.ok();
        tries[0].at_ply(&server, &winding, "undo", 1).await.ok();
    }
    tries[0].play(&server, &winding, first, 0).await.ok();
    let one = straight[0].play(&server, &plain, "end", 1).await.ok();
    let two = tries[0].play(&server, &winding, "end", 1).await.ok();
    assert_eq!(one["position"], two["position"]);
    let [one, two] = [straight[1].look(&server, &plain).await, tries[1].look(&server, &winding).await];
    assert_eq!(one["position"], two["position"]);
    assert_eq!(hand(&one, 1).split(',').count(), 5);
}

#[tokio::test]
async fn nothing_is_gained_on_the_clock_by_taking_back() {
    let server = Server::new();
    let clock = json!({"clock": {"base_seconds": 100, "increment_seconds": 10}});
    let (id, [red, blue]) = by_link(&server, clock).await;
    let left = |game: &Value| game["seats"][0]["clock_ms"].as_i64().unwrap();
    let character = |game: &Value| {
        let is_character = |mv: &String| mv.starts_with("ship") || mv.starts_with("ronin");
        legal(game).into_iter().find(is_character)
    };
    // A turn whose first move is free; then turns until Red holds a character besides another tile.
    let mut ply = 0;
    let mut game = red.look(&server, &id).await;
    for _ in 0..40 {
        let mover = if game["position"]["to_move"] == 0 { &red } else { &blue };
        game = mover.look(&server, &id).await;
        if ply > 1 && game["position"]["to_move"] == 0 && character(&game).is_some() {
            break;
        }
        let ordinary = |mv: &&String| !mv.starts_with("ship") && !mv.starts_with("ronin");
        let mv = legal(&game).iter().find(ordinary).unwrap_or(&legal(&game)[0]).clone();
        mover.play(&server, &id, &mv, ply).await.ok();
        game = mover.play(&server, &id, "end", ply + 1).await.ok();
        ply += 2;
    }
    let mut last = left(&game);
    let extra = character(&game).expect("three ships and a ronin are among twenty tiles");
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(40)).await;
        let played = red.play(&server, &id, &extra, ply).await.ok();
        assert!(left(&played) < last, "a move inside a turn earns no time: {} {last}", left(&played));
        last = left(&played);
        tokio::time::sleep(Duration::from_millis(40)).await;
        let back = red.at_ply(&server, &id, "undo", ply + 1).await.ok();
        assert!(left(&back) < last, "what was spent stays spent: {} {last}", left(&back));
        last = left(&back);
        let again = red.at_ply(&server, &id, "redo", ply).await.ok();
        assert!(left(&again) <= last);
        red.at_ply(&server, &id, "undo", ply + 1).await.ok();
    }
    red.play(&server, &id, &extra, ply).await.ok();
    let done = red.play(&server, &id, "end", ply + 1).await.ok();
    assert!(left(&done) > last, "the end of the turn earns it, once");
    assert!(left(&done) <= last + 10_000);
}

#[tokio::test]
async fn people_at_one_screen_see_what_the_one_who_sits_there_may_see() {
    let mut server = Server::new();
    let address = server.listen().await;
    let (id, [red, blue]) = at_one_screen(&server, 8).await;
    let nobody = Person::new(&red.key);
    let covered = nobody.look(&server, &id).await;
    assert_eq!((&covered["viewer"], &covered["you"]), (&Value::Null, &json!([0, 1])));
    assert_eq!(field(&covered, 5), "?5/?5");
    assert!(legal(&covered).is_empty());
    tells_only(&covered, &BTreeSet::new());

    let mine = red.look(&server, &id).await;
    assert_eq!(mine["viewer"], 0);
    tells_only(&mine, &known_to(&mine, Some(0)));
    assert!(!legal(&mine).is_empty());
    let theirs = blue.look(&server, &id).await;
    assert_eq!(theirs["viewer"], 1);
    tells_only(&theirs, &known_to(&theirs, Some(1)));
    assert!(legal(&theirs).is_empty());

    // Whoever does not sit there neither plays nor asks.
    let first = legal(&mine)[0].clone();
    for person in [&nobody, &blue] {
        person.play(&server, &id, &first, 0).await.refused(403, "not_your_turn");
        person.at_ply(&server, &id, "hint", 0).await.refused(403, "not_your_turn");
    }
    red.play(&server, &id, &first, 0).await.ok();
    nobody.at_ply(&server, &id, "undo", 1).await.refused(403, "not_your_turn");
    let covered = nobody.look(&server, &id).await;
    assert_eq!((&covered["within_turn"], &covered["can_undo"]), (&json!(false), &json!(false)));
    assert_eq!(red.look(&server, &id).await["within_turn"], true);
    let ended = red.play(&server, &id, "end", 1).await.ok();
    assert_eq!((&ended["viewer"], &ended["position"]["to_move"]), (&json!(0), &json!(1)));
    let mut known = known_to(&ended, Some(0));
    known.extend(known_to(&mine, Some(0)));
    tells_only(&ended, &known);

    // The same on sockets.
    let mut socket = Socket::open_as(address, &id, Some(&red.key), Some(1)).await;
    let mut covered = Socket::open(address, &id, Some(&red.key)).await;
    let reply = legal(&blue.look(&server, &id).await)[0].clone();
    blue.play(&server, &id, &reply, 2).await.ok();
    let message = socket.game_after(3).await;
    assert_eq!(message["game"]["viewer"], 1);
    assert!(hand(&message["game"], 0).starts_with('?'));
    let message = covered.game_after(3).await;
    assert_eq!((&message["game"]["viewer"], field(&message["game"], 5).as_str()), (&Value::Null, "?5/?4"));

    // A seat that is not there is nobody's; what is no number is a mistake.
    assert_eq!(Person::sitting(&red.key, 7).look(&server, &id).await["viewer"], Value::Null);
    let odd = request(Method::GET, &format!("/api/games/{id}"), Some(&red.key)).header("ludwerk-seat", "red");
    server.send(odd.body(Body::empty()).unwrap()).await.refused(400, "malformed");
}

#[tokio::test]
async fn a_seat_that_is_named_opens_no_other_key() {
    let server = Server::new();
    let (id, people) = by_link(&server, json!({})).await;
    let curious = Person::sitting(&people[0].key, 1);
    let game = curious.look(&server, &id).await;
    assert_eq!(game["viewer"], 0);
    assert!(hand(&game, 1).starts_with('?'));
    let guest = request(Method::GET, &format!("/api/games/{id}"), None).header("ludwerk-seat", "1");
    let seen = server.send(guest.body(Body::empty()).unwrap()).await.ok();
    assert_eq!((&seen["viewer"], field(&seen, 5).as_str()), (&Value::Null, "?5/?5"));
}

#[tokio::test]
async fn an_agents_hand_is_hidden_and_its_turn_is_told_whole() {
    let server = Server::new();
    let seats = json!([{"kind": "here"}, {"kind": "engine", "spec": "random"}]);
    let created = server.post("/api/games", None, json!({"game": "samurai", "seats": seats})).await.ok();
    let (id, red) = (text(&created["game"]["id"]), Person::new(&text(&created["token"])));
    let before = red.look(&server, &id).await;
    let mut known = known_to(&before, Some(0));
    red.play(&server, &id, &legal(&before)[0].clone(), 0).await.ok();
    red.play(&server, &id, "end", 1).await.ok();
    let game = server.wait_for(&id, Some(&red.key), |game| game["position"]["to_move"] == 0).await;
    known.extend(known_to(&game, Some(0)));
    tells_only(&game, &known);
    assert!(hand(&game, 1).starts_with('?'));
    let recent: Vec<_> =
        game["position"]["recent"].as_array().unwrap().iter().map(|mv| text(&mv["move"])).collect();
    assert_eq!(recent, moves(&game)[2..], "all that the other has done since");
    assert_eq!(game["can_undo"], false, "what the agent did has answered");
    let mine = red.play(&server, &id, &legal(&game)[0].clone(), n_moves(&game)).await.ok();
    assert_eq!(mine["position"]["recent"].as_array().unwrap().len(), recent.len() + 1);
}

#[tokio::test]
async fn a_hint_tells_of_the_own_turn_alone() {
    let server = Server::new();
    let (id, [red, _]) = by_link(&server, json!({})).await;
    let game = red.look(&server, &id).await;
    let hint = red.at_ply(&server, &id, "hint", 0).await.ok();
    tells_only(&hint, &known_to(&game, Some(0)));
    for line in hint["lines"].as_array().unwrap() {
        let pv: Vec<_> = line["pv"].as_array().unwrap().iter().map(text).collect();
        let closed = pv.iter().position(|mv| mv == "end").unwrap_or(pv.len());
        assert!(closed + 1 >= pv.len(), "{pv:?} goes on after the end of the turn");
    }
}
