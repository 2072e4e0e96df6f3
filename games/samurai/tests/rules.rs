//! Each fine point of the rules by itself, in positions small enough to be worked out by hand.
//!
//! Settlement 0 has the land spaces 17 and 18 and the sea 48, 49, 51 and 53 beside it; 17 and 18 also touch settlement
//! 1, whose others are 19 and 20. Settlement 12 is Edo, 6 and 10 are cities.

use ludwerk_core::{Configure, Game, Notation, Playthrough, Rng, Seat};
use ludwerk_samurai::Samurai;

/// Seven figures of each kind on Honshu.
const FIGURES: &str = "h/b/h/b/r/r/rb/h/r/b/rh/h/rhb/h/b/b/r";
/// One helmet is left, in settlement 0.
const LAST_HELMET: &str = "h/b/-/b/r/r/rb/-/r/b/r/-/-/-/b/b/r";

const TILES: [&str; 20] = [
    "rice2", "rice3", "rice4", "helmet2", "helmet3", "helmet4", "buddha2", "buddha3", "buddha4", "samurai1",
    "samurai1", "samurai2", "samurai2", "samurai3", "shift", "ship1", "ship1", "ship2", "ronin1", "swap",
];

/// A position for two, in which Red is to move with this hand; what is neither there nor on the board is in the piles.
struct Scene {
    variant: &'static str,
    figures: &'static str,
    tiles: &'static str,
    gone: &'static str,
    hand: &'static str,
}

const SCENE: Scene =
    Scene { variant: "official", figures: FIGURES, tiles: "-", gone: "0.0.0/0.0.0 0.0.0", hand: "" };

impl Scene {
    fn play(&self) -> Playthrough<Samurai> {
        let game = Samurai::configure(Some(self.variant), Some(2)).unwrap();
        let is_exchange = |tile: &&str| matches!(*tile, "shift" | "swap");
        let mut left = [0, 1].map(|_| TILES.to_vec());
        if self.variant == "thesis" {
            for tiles in &mut left {
                tiles.retain(|tile| !is_exchange(tile));
            }
        }
        let mut take = |seat: usize, name: &str| {
            let place = left[seat].iter().position(|&tile| tile == name).unwrap();
            left[seat].remove(place)
        };
        for item in self.tiles.split(',').filter(|item| *item != "-") {
            let (seat, tile) = item.split_once(':').unwrap();
            take(seat.parse().unwrap(), tile.split_once('@').unwrap().0);
        }
        self.hand.split(',').for_each(|tile| {
            take(0, tile);
        });
        let blue: Vec<_> = ["rice2", "samurai1"].iter().map(|tile| take(1, tile)).collect();
        let piles = left.map(|tiles| tiles.join(",")).join("/");
        let text = format!(
            "{} {} {} 00 {}/{} {piles} 0 3",
            self.figures,
            self.tiles,
            self.gone,
            self.hand,
            blue.join(",")
        );
        Playthrough::new(game, game.parse_position(&text).unwrap_or_else(|error| panic!("{error}")))
    }
}

fn play_all(play: &mut Playthrough<Samurai>, moves: &str) {
    for text in moves.split(' ') {
        play.play_text(text).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn refusal(play: &mut Playthrough<Samurai>, text: &str) -> String {
    play.play_text(text).unwrap_err().to_string()
}

/// A field of the position's text.
fn field(play: &Playthrough<Samurai>, index: usize) -> String {
    play.game().position_text(play.state()).split(' ').nth(index).unwrap().to_owned()
}

/// What was captured and what was set aside.
fn gone(play: &Playthrough<Samurai>) -> String {
    format!("{} {}", field(play, 2), field(play, 3))
}

#[test]
fn a_turn_has_one_ordinary_tile_and_any_number_of_characters() {
    let mut play = Scene { hand: "rice2,rice3,ship1,ship1,ronin1", ..SCENE }.play();
    assert!(refusal(&mut play, "end").contains("play at least one tile first"));
    play_all(&mut play, "ship1@48 rice2@30");
    assert!(refusal(&mut play, "rice3@31").contains("this turn has its ordinary tile"));
    play_all(&mut play, "ronin1@31 ship1@49 end");
    assert_eq!(play.to_move(), Some(Seat::SECOND));
}

#[test]
fn a_lone_character_is_a_turn() {
    let mut play = Scene { hand: "rice2,ship1", ..SCENE }.play();
    play_all(&mut play, "ship1@48 end");
    assert_eq!(play.to_move(), Some(Seat::SECOND));
}

#[test]
fn hands_are_filled_at_the_end_of_a_turn_from_the_front_of_the_pile() {
    let mut play = Scene { hand: "rice3,rice4,helmet2,ship1,swap", ..SCENE }.play();
    play_all(&mut play, "ship1@48 rice3@30");
    assert!(field(&play, 5).starts_with("rice4,helmet2,swap/"));
    play_all(&mut play, "end");
    assert!(field(&play, 5).starts_with("rice2,rice4,helmet2,helmet3,swap/"));
}

#[test]
fn the_most_influence_captures_whoever_closes_the_ring() {
    let mut play = Scene { tiles: "1:helmet4@17", hand: "rice4,helmet3", ..SCENE }.play();
    play_all(&mut play, "helmet3@18");
    assert_eq!(gone(&play), "0.0.0/0.1.0 0.0.0");
}

#[test]
fn ties_are_set_aside_also_those_without_any_influence() {
    let mut play = Scene { tiles: "1:helmet3@17", hand: "rice4,helmet3", ..SCENE }.play();
    play_all(&mut play, "helmet3@18");
    assert_eq!(gone(&play), "0.0.0/0.0.0 0.1.0");
    let mut play = Scene { tiles: "0:rice2@17", hand: "rice4,buddha3", ..SCENE }.play();
    play_all(&mut play, "buddha3@18");
    assert_eq!(gone(&play), "0.0.0/0.0.0 0.1.0");
}

#[test]
fn ships_count_though_the_sea_is_not_full() {
    let mut play = Scene { tiles: "1:samurai1@17,1:ship1@48", hand: "rice4,samurai1", ..SCENE }.play();
    play_all(&mut play, "samurai1@18");
    assert_eq!(gone(&play), "0.0.0/0.1.0 0.0.0");
}

#[test]
fn a_ship_after_the_closing_tile_is_too_late_unless_captures_wait_for_the_end_of_the_turn() {
    for (variant, expected) in [("official", "0.0.0/0.1.0 0.0.0"), ("ffg", "0.1.0/0.0.0 0.0.0")] {
        let mut play = Scene { variant, tiles: "1:samurai2@17", hand: "samurai1,ship2", ..SCENE }.play();
        play_all(&mut play, "samurai1@18 ship2@48 end");
        assert_eq!(gone(&play), expected, "{variant}");
    }
}

#[test]
fn one_tile_may_surround_two_settlements() {
    let tiles = "0:helmet2@17,1:buddha3@19,0:samurai1@20";
    let mut play = Scene { tiles, hand: "rice4,samurai2", ..SCENE }.play();
    play_all(&mut play, "samurai2@18");
    // For the helmet 2 + 2; for the buddha 1 + 2 against 3.
    assert_eq!(gone(&play), "0.1.0/0.0.0 0.0.1");
}

#[test]
fn an_exchange_of_figures_leaves_no_two_equal_ones() {
    let scene = Scene { hand: "rice2,swap", ..SCENE };
    let refused =
        |text: &str| refusal(&mut scene.play(), text).contains("no settlement may have two equal ones");
    // Edo has all kinds, so it can only trade like for like; Kyoto has rice and a buddha.
    assert!(refused("swap:rice@4,helmet@12"));
    assert!(refused("swap:rice@6,buddha@9"));
    assert!(refused("swap:helmet@4,rice@5"));
    let figures_after = |text: &str| {
        let mut play = scene.play();
        play_all(&mut play, text);
        assert_eq!(field(&play, 4), "10");
        field(&play, 0)
    };
    assert_eq!(figures_after("swap:rice@4,rice@12"), FIGURES);
    assert_eq!(figures_after("swap:rice@6,helmet@7"), "h/b/h/b/r/r/hb/r/r/b/rh/h/rhb/h/b/b/r");
}

#[test]
fn a_captured_figure_is_out_of_reach_of_an_exchange() {
    let mut play = Scene { tiles: "0:helmet2@17", hand: "samurai2,swap", ..SCENE }.play();
    play_all(&mut play, "samurai2@18");
    assert!(refusal(&mut play, "swap:helmet@0,buddha@1").contains("both figures must be there"));
}

#[test]
fn an_exchange_of_tiles_moves_an_own_ordinary_tile_and_is_one() {
    let tiles = "0:rice4@30,0:ronin1@31,1:rice3@33,0:ship1@48";
    let mut play = Scene { tiles, hand: "rice2,shift,ship1", ..SCENE }.play();
    for other in ["shift:31>34", "shift:33>34", "shift:35>34"] {
        assert!(
            refusal(&mut play, other).contains("no rice, helmet, buddha or samurai tile of yours"),
            "{other}"
        );
    }
    assert!(refusal(&mut play, "shift:30>31").contains("is not free land"));
    play_all(&mut play, "shift:30>34");
    assert_eq!(field(&play, 1), "0:shift@30,0:ronin1@31,1:rice3@33,0:rice4@34,0:ship1@48");
    assert!(refusal(&mut play, "rice2@35").contains("this turn has its ordinary tile"));
}

#[test]
fn an_exchange_of_tiles_closes_a_ring_and_counts_nothing_itself() {
    let mut play = Scene { tiles: "1:helmet2@17,0:helmet4@19", hand: "shift", ..SCENE }.play();
    play_all(&mut play, "shift:19>18");
    assert_eq!(gone(&play), "0.1.0/0.0.0 0.0.0");
    assert_eq!(play.outcome(), None);
    // What is left behind has no influence: nobody has any on the helmet now.
    let mut play = Scene { tiles: "0:helmet4@17", hand: "samurai1,shift", ..SCENE }.play();
    play_all(&mut play, "shift:17>30 end rice2@18");
    assert_eq!(gone(&play), "0.0.0/0.0.0 0.1.0");
}

#[test]
fn the_game_is_over_at_once_when_a_kind_is_gone() {
    let scene = Scene {
        figures: LAST_HELMET,
        tiles: "0:helmet2@17",
        gone: "1.3.0/0.3.1 0.0.0",
        hand: "samurai2,ship1",
        ..SCENE
    };
    let mut play = scene.play();
    play_all(&mut play, "samurai2@18");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.returns.as_slice()), ("kind", &[1.0, 0.0][..]));
    // Where captures wait, so does the end.
    let mut play = Scene { variant: "ffg", ..scene }.play();
    play_all(&mut play, "samurai2@18 ship1@48");
    assert_eq!(play.outcome(), None);
    play_all(&mut play, "end");
    assert_eq!(play.outcome().unwrap().reason, "kind");
}

#[test]
fn four_figures_set_aside_end_the_game_and_a_kind_that_is_gone_is_named_first() {
    let figures = "h/b/-/-/r/r/rb/-/r/b/rh/h/rhb/h/b/b/r";
    let mut play =
        Scene { figures, tiles: "1:helmet3@17", gone: "0.0.0/0.0.0 0.2.1", hand: "rice4,helmet3", ..SCENE }
            .play();
    play_all(&mut play, "helmet3@18");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.returns.as_slice()), ("ties", &[0.5, 0.5][..]));
    let mut play = Scene {
        figures: LAST_HELMET,
        tiles: "1:helmet3@17",
        gone: "0.2.0/0.2.0 1.2.1",
        hand: "rice4,helmet3",
        ..SCENE
    }
    .play();
    play_all(&mut play, "helmet3@18");
    assert_eq!(play.outcome().unwrap().reason, "kind");
}

#[test]
fn the_thesis_has_no_exchanges_and_plays_to_the_last_figure() {
    let scene = Scene { variant: "thesis", tiles: "0:helmet2@17", hand: "samurai2,ship1", ..SCENE };
    let mut play = Scene { figures: LAST_HELMET, gone: "1.3.0/0.3.1 0.0.0", ..scene }.play();
    play_all(&mut play, "samurai2@18");
    assert_eq!(play.outcome(), None);
    let last = "h/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-";
    let mut play = Scene { figures: last, gone: "3.3.4/3.3.3 1.0.0", ..scene }.play();
    play_all(&mut play, "samurai2@18");
    assert_eq!(play.outcome().unwrap().reason, "all");
}

/// The shares of the win when a game ends with these figures captured, and the rest set aside.
fn shares(variant: &str, captured: &[[u8; 3]]) -> Vec<f64> {
    let n_seats = captured.len();
    let game = Samurai::configure(Some(variant), Some(n_seats)).unwrap();
    let (n_settlements, n_each) = [(17, 7), (26, 10), (34, 13)][n_seats - 2];
    let counts = |counts: [u8; 3]| counts.map(|n| n.to_string()).join(".");
    let aside = [0, 1, 2].map(|kind| n_each - captured.iter().map(|of_seat| of_seat[kind]).sum::<u8>());
    let tiles: Vec<_> =
        TILES.into_iter().filter(|tile| variant != "thesis" || !matches!(*tile, "shift" | "swap")).collect();
    let (hand, pile) = (tiles[..5].join(","), tiles[5..].join(","));
    let text = format!(
        "{} - {} {} {} {} {} over:kind 9",
        vec!["-"; n_settlements].join("/"),
        captured.iter().map(|&of_seat| counts(of_seat)).collect::<Vec<_>>().join("/"),
        counts(aside),
        "0".repeat(n_seats),
        vec![hand; n_seats].join("/"),
        vec![pile; n_seats].join("/"),
    );
    let state = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
    game.outcome(&state).unwrap().returns.as_slice().to_vec()
}

#[test]
fn two_majorities_win_whatever_else_there_is() {
    assert_eq!(shares("official", &[[4, 4, 0], [3, 3, 7]]), [1.0, 0.0]);
}

#[test]
fn of_those_with_one_majority_the_most_figures_of_other_kinds_win_then_the_most_in_all() {
    // Red has 1 + 2 others, Blue 2 + 2.
    assert_eq!(shares("official", &[[5, 1, 2], [2, 4, 2]]), [0.0, 1.0]);
    // 3 others each, and 7 against 8 in all.
    assert_eq!(shares("official", &[[4, 1, 2], [1, 5, 2]]), [0.0, 1.0]);
    assert_eq!(shares("official", &[[4, 1, 2], [1, 4, 2]]), [0.5, 0.5]);
}

#[test]
fn the_only_one_with_a_majority_wins() {
    assert_eq!(shares("official", &[[4, 0, 0], [3, 3, 3], [3, 3, 3]]), [1.0, 0.0, 0.0]);
}

#[test]
fn without_any_majority_the_most_figures_win() {
    assert_eq!(shares("official", &[[3, 3, 1], [3, 0, 3], [0, 3, 3]]), [1.0, 0.0, 0.0]);
    assert_eq!(shares("official", &[[3, 3, 1], [3, 1, 3], [0, 3, 3]]), [0.5, 0.5, 0.0]);
}

#[test]
fn in_the_thesis_the_number_of_majorities_counts_then_all_figures() {
    assert_eq!(shares("thesis", &[[5, 1, 2], [2, 4, 2]]), [0.5, 0.5]);
    assert_eq!(shares("thesis", &[[5, 2, 2], [2, 4, 2]]), [1.0, 0.0]);
}

#[test]
fn hands_are_chosen_first_then_cities_are_filled_and_then_villages() {
    let game = Samurai::configure(Some("official-full"), Some(2)).unwrap();
    let mut play = Playthrough::new(game, game.start(&mut Rng::new(5)));
    assert!(refusal(&mut play, "figure:rice@6").contains("first choose a hand"));
    assert!(refusal(&mut play, "hand:rice2,rice3,rice4,ship1").contains("choose 5"));
    play_all(&mut play, "hand:rice2,rice3,rice4,ship1,swap hand:samurai1,samurai1,ship1,ship1,ronin1");
    assert!(refusal(&mut play, "figure:rice@0").contains("cities are filled first"));
    assert!(refusal(&mut play, "figure:rice@12").contains("cities are filled first"));
    play_all(&mut play, "figure:rice@6");
    assert!(refusal(&mut play, "figure:rice@6").contains("with different figures"));
    play_all(&mut play, "figure:buddha@6 figure:rice@10 figure:helmet@10");
    for settlement in [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 14, 15, 16] {
        let kind = ["rice", "helmet", "buddha"].into_iter().find(|kind| {
            let text = format!("figure:{kind}@{settlement}");
            play.play_text(&text).is_ok()
        });
        assert!(kind.is_some(), "settlement {settlement}");
    }
    assert_eq!(play.to_move(), Some(Seat::FIRST));
    assert!(refusal(&mut play, "figure:rice@0").contains("the game has begun"));
    play_all(&mut play, "rice2@17 ship1@48 end");
}
