//! Making games and playing them, against agents and at one screen.

use serde_json::json;

use crate::support::{Server, against, both_here, moves, n_moves, text};

#[tokio::test]
async fn the_catalog_tells_what_can_be_played() {
    let server = Server::new();
    let catalog = server.get("/api/catalog", None).await.ok();
    let game = &catalog["games"][0];
    assert_eq!(game["id"], "dobutsu");
    assert_eq!(game["variants"][0]["tables"], json!([{"players": 2, "seat_names": ["Forest", "Sky"]}]));
    assert_eq!(game["start"]["text"], "gle.c..C.ELG - - S");
    assert_eq!(game["levels"], 10);
    let agents: Vec<_> =
        game["agents"].as_array().unwrap().iter().map(|agent| text(&agent["name"])).collect();
    assert!(agents.contains(&"alphabeta".to_owned()) && agents.contains(&"level".to_owned()), "{agents:?}");
}

#[tokio::test]
async fn a_demonstration_is_a_game_by_the_rules() {
    let server = Server::new();
    let demo = server.get("/api/catalog/dobutsu/demo", None).await.ok();
    let positions = demo["positions"].as_array().unwrap();
    assert!(positions.len() > 5);
    let played: Vec<_> = positions[1..].iter().map(|position| text(&position["last"]["move"])).collect();
    let line = server.post("/api/positions", None, json!({"game": "dobutsu", "moves": played})).await.ok();
    assert_eq!(
        line["positions"].as_array().unwrap().last().unwrap()["text"],
        positions.last().unwrap()["text"]
    );
}

#[tokio::test]
async fn an_agent_answers_a_move() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", against("alphabeta:depth=2")).await;
    let game = server.play(&id, &key, "Cb3xb2", 0).await.ok();
    assert_eq!(moves(&game)[0], "Cb3xb2");
    let game = server.wait_for(&id, Some(&key), |game| n_moves(game) == 2).await;
    assert_eq!(game["position"]["to_move"], 0);
    assert!(game["moves"][1]["value"]["text"].is_string(), "the agent tells what it thinks");
    assert_eq!(game["you"], json!([0]));
    assert_eq!(game["seats"][1]["player"], "alphabeta:depth=2");
}

#[tokio::test]
async fn moves_are_told_with_what_they_touch_and_do() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let game = server.look(&id, Some(&key)).await;
    let legal = game["position"]["legal"].as_array().unwrap();
    let find = |text: &str| legal.iter().find(|mv| mv["move"] == text).unwrap();
    assert_eq!(find("Cb3xb2"), &json!({"move": "Cb3xb2", "touches": ["b3", "b2"], "kind": "capture"}));
    assert_eq!(
        find("Gc4-c3"),
        &json!({"move": "Gc4-c3", "touches": ["c4", "c3"]}),
        "what is usual is left out"
    );
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let game = server.play(&id, &key, "Lb1xb2", 1).await.ok();
    let legal = game["position"]["legal"].as_array().unwrap().clone();
    let drop = legal.iter().find(|mv| mv["move"] == "C*a2").unwrap();
    assert_eq!(drop, &json!({"move": "C*a2", "touches": ["S:C", "a2"], "kind": "drop"}));
    assert_eq!(
        game["position"]["last"],
        json!({"move": "Lb1xb2", "touches": ["b1", "b2"], "kind": "capture"})
    );
}

#[tokio::test]
async fn what_goes_without_saying_is_left_out() {
    let server = Server::new();
    let (id, key) = server.create("blokus", both_here()).await;
    let game = server.look(&id, Some(&key)).await;
    let position = &game["position"];
    assert_eq!(position["legal"].as_array().unwrap().len(), 414);
    let cover = "e10,f10,g10,h10,i10";
    let legal = position["legal"].as_array().unwrap().iter();
    assert_eq!(legal.filter(|mv| **mv == json!({ "move": cover })).count(), 1, "the text is the squares");
    assert_eq!(
        (&position["cells"], &position["notes"]),
        (&json!([]), &json!([])),
        "its own board says it all"
    );
    assert_eq!((&position["board"]["size"], &position["board"]["to_move"]), (&json!(14), &json!(0)));
    let size = position.to_string().len();
    assert!(size < 13_000, "a position takes {size} bytes");
    server.play(&id, &key, cover, 0).await.ok();
    let start = server.get(&format!("/api/games/{id}/positions/0"), Some(&key)).await.ok();
    assert_eq!(start["legal"], json!([]), "nothing can be played in the past");
}

#[tokio::test]
async fn where_points_decide_no_place_is_threatened() {
    const GAMES: &str = include_str!("../../../../games/blokus/tests/data/duo-games.jsonl");
    let game: serde_json::Value = serde_json::from_str(GAMES.lines().nth(3).unwrap()).unwrap();
    let moves = game["moves"].as_array().unwrap();
    // White can only pass, and Black's last piece then ends the game that Black has long won.
    let query = json!({"game": "blokus", "moves": moves[..moves.len() - 2]});
    let line = Server::new().post("/api/positions", None, query).await.ok();
    let position = line["positions"].as_array().unwrap().last().unwrap();
    assert_eq!(position["legal"], json!([{"move": "pass", "touches": [], "kind": "other"}]));
    assert_eq!(position["threats"], json!([]));
}

#[tokio::test]
async fn a_line_is_told_from_where_it_is_asked_for() {
    let server = Server::new();
    let ask = async |from: serde_json::Value| {
        let moves = ["Cb3xb2", "Lb1xb2", "Gc4-c3"];
        let query = json!({"game": "dobutsu", "moves": moves, "from": from});
        server.post("/api/positions", None, query).await.ok()["positions"].clone()
    };
    let whole = ask(json!(null)).await;
    let n_legal: Vec<_> = whole
        .as_array()
        .unwrap()
        .iter()
        .map(|position| position["legal"].as_array().unwrap().len())
        .collect();
    assert_eq!(n_legal[..3], [0, 0, 0], "moves are told of the last position alone");
    assert!(n_legal[3] > 0);
    assert_eq!(ask(json!(2)).await, json!([whole[2], whole[3]]));
    assert_eq!(ask(json!(99)).await, json!([whole[3]]));
}

#[tokio::test]
async fn positions_that_come_again_are_counted_up_to_where_one_looks() {
    let round = ["Gc4-c3", "Ga1-a2", "Gc3-c4", "Ga2-a1"];
    let query = json!({"game": "dobutsu", "moves": round.iter().chain(&round[..1]).collect::<Vec<_>>()});
    let line = Server::new().post("/api/positions", None, query).await.ok();
    let counts = line["positions"].as_array().unwrap().iter().map(|position| position["occurrences"].clone());
    assert_eq!(counts.collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2]);
}

#[tokio::test]
async fn a_lion_in_danger_is_told() {
    let server = Server::new();
    let query = json!({"game": "dobutsu", "moves": ["Cb3xb2"]});
    let line = server.post("/api/positions", None, query).await.ok();
    // The chick on b2 attacks the lion on b1.
    assert_eq!(line["positions"][1]["threats"], json!(["b1"]));
    assert_eq!(line["positions"][0]["threats"], json!([]));
}

#[tokio::test]
async fn a_move_is_kept_as_the_game_writes_it() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let game = server.play(&id, &key, "b3b2", 0).await.ok();
    assert_eq!(moves(&game), ["Cb3xb2"]);
}

#[tokio::test]
async fn two_at_one_screen_take_back_one_move_and_play_it_again() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let game = server.play(&id, &key, "Lb1xb2", 1).await.ok();
    assert_eq!((&game["can_undo"], &game["can_redo"]), (&json!(true), &json!(false)));
    let undo = format!("/api/games/{id}/undo");
    let game = server.post(&undo, Some(&key), json!({"ply": 2})).await.ok();
    assert_eq!(moves(&game), ["Cb3xb2"]);
    let game = server.post(&undo, Some(&key), json!({"ply": 1})).await.ok();
    assert_eq!((moves(&game).len(), &game["can_undo"]), (0, &json!(false)));
    server.post(&undo, Some(&key), json!({"ply": 0})).await.refused(409, "nothing_to_undo");
    let redo = format!("/api/games/{id}/redo");
    let game = server.post(&redo, Some(&key), json!({"ply": 0})).await.ok();
    assert_eq!(moves(&game), ["Cb3xb2"]);
    let game = server.post(&redo, Some(&key), json!({"ply": 1})).await.ok();
    assert_eq!(moves(&game), ["Cb3xb2", "Lb1xb2"]);
    server.post(&redo, Some(&key), json!({"ply": 2})).await.refused(409, "nothing_to_redo");
}

#[tokio::test]
async fn another_move_forgets_what_was_taken_back() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    server.post(&format!("/api/games/{id}/undo"), Some(&key), json!({"ply": 1})).await.ok();
    let game = server.play(&id, &key, "Gc4-c3", 0).await.ok();
    assert_eq!(game["can_redo"], false);
}

#[tokio::test]
async fn against_an_agent_one_goes_back_to_ones_own_turn() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", against("random")).await;
    server.play(&id, &key, "Gc4-c3", 0).await.ok();
    server.wait_for(&id, Some(&key), |game| n_moves(game) == 2).await;
    let before = server.look(&id, Some(&key)).await;
    let game = server.post(&format!("/api/games/{id}/undo"), Some(&key), json!({"ply": 2})).await.ok();
    assert_eq!((n_moves(&game), &game["position"]["to_move"]), (0, &json!(0)));
    let game = server.post(&format!("/api/games/{id}/redo"), Some(&key), json!({"ply": 0})).await.ok();
    assert_eq!(moves(&game), moves(&before), "the agent's answer comes back too");
}

#[tokio::test]
async fn while_the_agent_thinks_only_ones_own_move_is_taken_back() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", against("alphabeta:time=8s")).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let game = server.post(&format!("/api/games/{id}/undo"), Some(&key), json!({"ply": 1})).await.ok();
    assert_eq!(n_moves(&game), 0);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let game = server.look(&id, Some(&key)).await;
    assert_eq!(n_moves(&game), 0, "the agent's answer to what is no longer there is not played");
    // And the one thread of this server is free again, long before the eight seconds are over.
    let begun = std::time::Instant::now();
    server.post(&format!("/api/games/{id}/hint"), Some(&key), json!({"ply": 0})).await.ok();
    assert!(begun.elapsed() < std::time::Duration::from_secs(5));
}

#[tokio::test]
async fn after_the_end_moves_can_be_taken_back_and_the_game_goes_on() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let line = ["Cb3xb2", "Ga1-a2", "Cb2xb1+"];
    for (ply, mv) in line.into_iter().enumerate() {
        server.play(&id, &key, mv, ply).await.ok();
    }
    let game = server.look(&id, Some(&key)).await;
    assert_eq!(game["result"]["winner"], 0);
    assert_eq!(game["result"]["reason"], "catch");
    assert_eq!(game["position"]["legal"], json!([]));
    server.play(&id, &key, "Ga2-a1", 3).await.refused(409, "over");
    let game = server.post(&format!("/api/games/{id}/undo"), Some(&key), json!({"ply": 3})).await.ok();
    assert_eq!(game["result"], json!(null));
    server.play(&id, &key, "Gc4-c3", 2).await.ok();
}

#[tokio::test]
async fn whoever_resigns_loses_and_may_think_better_of_it() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let resign = format!("/api/games/{id}/resign");
    let game = server.post(&resign, Some(&key), json!({"seat": 1})).await.ok();
    assert_eq!((&game["result"]["winner"], &game["result"]["reason"]), (&json!(0), &json!("resignation")));
    assert_eq!(game["position"]["to_move"], json!(null));
    server.post(&resign, Some(&key), json!({"seat": 1})).await.refused(409, "over");
    let game = server.post(&format!("/api/games/{id}/undo"), Some(&key), json!({"ply": 1})).await.ok();
    assert_eq!(game["result"], json!(null));
}

#[tokio::test]
async fn agents_play_each_other_to_the_end() {
    let server = Server::new();
    let seats = json!([{"kind": "engine", "spec": "random"}, {"kind": "engine", "spec": "level:n=2"}]);
    let (id, _) = server.create("dobutsu", seats).await;
    let game = server.wait_for(&id, None, |game| !game["result"].is_null()).await;
    assert!(n_moves(&game) > 2);
    let listed = server.get("/api/games?status=over&player=LEVEL", None).await.ok();
    assert_eq!(listed["games"][0]["id"], json!(id));
    assert_eq!(listed["games"][0]["plies"], json!(n_moves(&game)));
}

#[tokio::test]
async fn a_hint_is_a_legal_move_with_a_reason() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    let hint = server.post(&format!("/api/games/{id}/hint"), Some(&key), json!({"ply": 0})).await.ok();
    let game = server.look(&id, Some(&key)).await;
    let legal = game["position"]["legal"].as_array().unwrap();
    assert!(legal.contains(&hint["best"]), "{hint}");
    assert!(hint["depth"].as_u64().unwrap() > 3 && hint["value"]["text"].is_string());
    assert_eq!(n_moves(&game), 0, "a hint changes nothing");
}

#[tokio::test]
async fn an_analysis_gives_several_lines_best_first() {
    let server = Server::new();
    let query =
        json!({"at": {"game": "dobutsu", "moves": ["Cb3xb2"]}, "lines": 3, "agent": "alphabeta:depth=5"});
    let found = server.post("/api/analysis", None, query).await.ok();
    let shares: Vec<_> = found["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["value"]["share"].as_f64().unwrap())
        .collect();
    assert_eq!(shares.len(), 3);
    assert!(shares.is_sorted_by(|a, b| a >= b), "{shares:?}");
    assert_eq!((&found["seat"], &found["depth"]), (&json!(1), &json!(5)));
    let over = json!({"at": {"game": "dobutsu", "moves": ["Cb3xb2", "Ga1-a2", "Cb2xb1+"]}});
    server.post("/api/analysis", None, over).await.refused(409, "over");
}

#[tokio::test]
async fn weak_moves_are_judged_by_what_was_found_out() {
    let server = Server::new();
    let found = |seat: usize, played: &str, after: serde_json::Value| {
        json!({"seat": seat, "played": played, "best": "a", "share": 0.8, "lines": [["a", 0.8]], "exact": false,
            "after": after})
    };
    let looked = json!({"seat": 1, "share": 0.6});
    let moves = [
        found(0, "b", looked.clone()),
        found(0, "a", json!(null)),
        found(0, "b", json!({"returns": [1, 0]})),
    ];
    let query = |moves: &[serde_json::Value]| json!({"game": "dobutsu", "moves": moves});
    let told = server.post("/api/judgements", None, query(&moves)).await.ok();
    let words: Vec<_> = told.as_array().unwrap().iter().map(|one| &one["word"]).collect();
    assert_eq!(words, ["blunder", "best", "best"]);
    assert_eq!((&told[0]["mark"], &told[0]["kept"]), (&json!("??"), &json!(0.4)));
    let unknown = server.post("/api/judgements", None, query(&[found(1, "b", json!(null))])).await.ok();
    assert_eq!(unknown, json!([null]));
    for wrong in [found(2, "b", looked), found(0, "b", json!({"seat": 9, "share": 0.5}))] {
        server.post("/api/judgements", None, query(&[wrong])).await.refused(422, "seat");
    }
    let many = vec![found(0, "b", json!(null)); 1001];
    server.post("/api/judgements", None, query(&many)).await.refused(422, "too_long");
    server
        .post("/api/judgements", None, json!({"game": "chess", "moves": []}))
        .await
        .refused(422, "unknown_game");
}

#[tokio::test]
async fn an_agent_that_would_think_for_ever_is_stopped() {
    let server = Server::with(|settings| settings.think = std::time::Duration::from_millis(100));
    let (id, key) = server.create("dobutsu", against("alphabeta:time=60s")).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let game = server.wait_for(&id, Some(&key), |game| n_moves(game) == 2).await;
    assert!(game["moves"][1]["ms"].as_f64().unwrap() < 3000.0, "{game}");
}

#[tokio::test]
async fn a_game_can_start_anywhere_and_be_made_again() {
    let server = Server::new();
    let wanted = json!({"game": "dobutsu", "variant": "lishogi", "seats": both_here(),
        "position": "gle.c..C.ELG - - S", "moves": ["Cb3xb2"]});
    let created = server.post("/api/games", None, wanted).await.ok();
    let (id, key) = (text(&created["game"]["id"]), text(&created["token"]));
    assert_eq!((n_moves(&created["game"]), &created["game"]["variant"]), (1, &json!("lishogi")));
    let again = server.post(&format!("/api/games/{id}/again"), Some(&key), json!(null)).await.ok();
    assert_eq!((n_moves(&again["game"]), &again["game"]["start"]), (0, &json!("gle.c..C.ELG - - S")));
    assert_eq!(again["token"], json!(key), "the same keys open the new game");
    let next = text(&again["game"]["id"]);
    assert_eq!(server.look(&id, None).await["next"], json!(next));
    server.play(&next, &key, "Cb3xb2", 0).await.ok();
    let second = server.post(&format!("/api/games/{id}/again"), Some(&key), json!(null)).await.ok();
    assert_eq!(second["game"]["id"], json!(next), "pressing the button twice makes one game");
}

#[tokio::test]
async fn clocks_run_after_the_first_move_and_run_out() {
    let server = Server::new();
    let wanted = json!({"game": "dobutsu", "seats": both_here(), "clock": {"base_seconds": 1, "increment_seconds": 0}});
    let created = server.post("/api/games", None, wanted).await.ok();
    let (id, key) = (text(&created["game"]["id"]), text(&created["token"]));
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    server.play(&id, &key, "Gc4-c3", 0).await.ok();
    let game = server.play(&id, &key, "Ga1-a2", 1).await.ok();
    assert_eq!(game["seats"][1]["clock_ms"], 1000, "nobody loses before he has come");
    let game = server.wait_for(&id, None, |game| !game["result"].is_null()).await;
    assert_eq!((&game["result"]["winner"], &game["result"]["reason"]), (&json!(1), &json!("time")));
    assert_eq!(game["seats"][0]["clock_ms"], 0, "what ran out stays at nothing");
    let undo = format!("/api/games/{id}/undo");
    server.post(&undo, Some(&key), json!({"ply": 2})).await.refused(409, "nothing_to_undo");
}

#[tokio::test]
async fn agents_on_a_clock_do_not_run_out_by_waiting() {
    let server = Server::with(|settings| settings.pace = std::time::Duration::from_millis(300));
    let seats = json!([{"kind": "engine", "spec": "random"}, {"kind": "engine", "spec": "random"}]);
    let wanted = json!({"game": "dobutsu", "seats": seats, "seed": 3, "clock": {"base_seconds": 1, "increment_seconds": 0}});
    let created = server.post("/api/games", None, wanted).await.ok();
    let id = text(&created["game"]["id"]);
    let game = server.wait_for(&id, None, |game| n_moves(game) >= 12 || !game["result"].is_null()).await;
    assert_ne!(game["result"]["reason"], "time");
}

#[tokio::test]
async fn a_step_of_the_history_is_shown_as_it_was() {
    let server = Server::new();
    let (id, key) = server.create("dobutsu", both_here()).await;
    server.play(&id, &key, "Cb3xb2", 0).await.ok();
    let start = server.get(&format!("/api/games/{id}/positions/0"), None).await.ok();
    assert_eq!(start["text"], "gle.c..C.ELG - - S");
    server.get(&format!("/api/games/{id}/positions/2"), None).await.refused(404, "not_found");
    server.get(&format!("/api/games/{id}/positions/-1"), None).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_game_may_bring_a_board_of_its_own() {
    let server = Server::new();
    let board = server.get("/boards/tictactoe.js", None).await;
    assert_eq!((board.status.as_u16(), &*board.text), (200, "export default () => () => null;\n"));
    assert_eq!(board.headers["content-type"], "text/javascript");
    assert!(board.headers["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    for path in ["/boards/kuhn.js", "/boards/fnord.js", "/boards/tictactoe.css"] {
        assert_eq!(server.get(path, None).await.status.as_u16(), 404, "{path}");
    }
}
