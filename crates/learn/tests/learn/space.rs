//! What can be tuned, and how a point is written down.

use ludwerk_core::Evaluate as _;
use ludwerk_learn::space::{Kind, OptionRange, Space, SpaceError, WeightChoice};
use ludwerk_registry::{AnyGame, Evaluator, WeightsFile, weights_of};
use ludwerk_testkit::toys::{Kuhn, TicTacToe};

use crate::{game, spec};

fn ranges(texts: &[&str]) -> Vec<OptionRange> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn space(game: &AnyGame, agent: &str, weights: &str, options: &[&str]) -> Result<Space, SpaceError> {
    Space::new(game, &spec(agent), &weights.parse().unwrap(), &ranges(options))
}

#[test]
fn all_weights_with_room_are_tuned_and_start_where_the_agent_does() {
    let dobutsu = game("dobutsu");
    let space = space(&dobutsu, "alphabeta:nodes=50,weights=(thesis:hen-on-board=9.5)", "all", &[]).unwrap();
    assert_eq!(space.n_parameters(), 7);
    assert!(space.parameters().iter().all(|parameter| parameter.name != "lion-on-board"));
    assert_eq!(space.start(), [2.0, 6.0, 6.0, 9.5, 1.0, 3.0, 3.0]);
    assert!(space.notes().is_empty());
    assert_eq!(space.parameters()[4].kind, Kind::Weight(5));
}

#[test]
fn a_point_is_written_as_it_is_played() {
    let dobutsu = game("dobutsu");
    let space = space(&dobutsu, "alphabeta:nodes=50", "hen-on-board,chick-in-hand", &[]).unwrap();
    let point = space.rounded(&[10.123_456, -3.0]);
    assert_eq!(point, [10.12, 0.0]);
    let made = space.spec(space.base(), &point);
    assert_eq!(made.to_string(), "alphabeta:nodes=50,weights=(start:hen-on-board=10.12,chick-in-hand=0)");
    assert_eq!(space.spec(space.base(), &space.start()).to_string(), "alphabeta:nodes=50,weights=start");
    // The file says the same as the spec.
    let file = space.file(space.base(), &point, toml::Table::new());
    let file = WeightsFile::parse(&file.text()).unwrap();
    let Evaluator::Weights(played) = weights_of(&dobutsu, made.value("weights")).unwrap() else { panic!() };
    assert_eq!(file.weights_for(&dobutsu).unwrap(), played);
    assert_eq!(file.variants, ["official"]);
    assert_eq!(file.made["agent"].as_str(), Some("alphabeta:nodes=50,weights=start"));
}

#[test]
fn numbers_are_short_and_stay_within_bounds() {
    let samurai = game("samurai");
    let space = space(&samurai, "greedy", "all", &[]).unwrap();
    let third = space.rounded(&vec![1.0 / 3.0; space.n_parameters()]);
    assert!(third.iter().all(|&value| value == 0.3333), "{third:?}");
    // Digits far below the scale, 0.05, are no use.
    let tiny = space.rounded(&vec![0.000_012_345; space.n_parameters()]);
    assert!(tiny.iter().all(|&value| value == 0.00001), "{tiny:?}");
    let beyond = space.rounded(&vec![f64::INFINITY; space.n_parameters()]);
    assert!(beyond.iter().zip(space.parameters()).all(|(&value, parameter)| value == parameter.bounds.1));
    let no_number = space.rounded(&vec![f64::NAN; space.n_parameters()]);
    assert_eq!(no_number, space.rounded(&space.start()));
    let scaled = space.to_scaled(&third);
    let back = space.rounded(&space.from_scaled(&scaled));
    assert_eq!(back, third);
}

#[test]
fn options_are_tuned_in_their_steps() {
    let dobutsu = game("dobutsu");
    let options = ["c=0.1..4", "cutoff=0..20:5", "rave=100..900"];
    let space = space(&dobutsu, "mcts:iterations=20", "none", &options).unwrap();
    // The game's own defaults, and the middle where there is none.
    assert_eq!(space.start(), [2.0, 0.0, 500.0]);
    assert_eq!(space.notes().len(), 1);
    let point = space.rounded(&[0.777_77, 12.0, 333.333]);
    assert_eq!(point, [0.7778, 10.0, 333.3]);
    let made = space.spec(space.base(), &point);
    assert_eq!(made.to_string(), "mcts:iterations=20,c=0.7778,cutoff=10,rave=333.3");
    let file = space.file(space.base(), &point, toml::Table::new());
    assert_eq!(file.agent.as_deref(), Some("mcts"));
    assert_eq!(file.options["cutoff"], toml::Value::Integer(10));
    assert!(file.weights.is_empty());
}

#[test]
fn a_file_of_options_gives_the_agent_that_was_played() {
    let samurai = game("samurai");
    let space = space(&samurai, "samurai-a3", "none", &["w2=0..3"]).unwrap();
    let point = space.rounded(&[1.234_56]);
    let played = samurai.resolve(&space.spec(space.base(), &point)).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("weights.toml");
    std::fs::write(&path, space.file(space.base(), &point, toml::Table::new()).text()).unwrap();
    let path = path.to_str().unwrap();
    let used = samurai.resolve(&spec(&format!("samurai-a3:weights={path}"))).unwrap();
    assert_eq!(used, played);
    // What was written into the spec before would go before the file.
    let base = spec("samurai-a3:w2=0.5");
    assert_eq!(space.spec_of_file(&base, path).to_string(), format!("samurai-a3:weights={path}"));
}

#[test]
fn the_agent_inside_is_tuned_where_the_outer_one_has_no_such_thing() {
    let samurai = game("samurai");
    let space = space(&samurai, "pimc:worlds=2,inner=(paranoid:depth=1)", "majorities", &[]).unwrap();
    assert_eq!(space.agent(), "paranoid");
    let made = space.spec(space.base(), &[1.5]);
    assert_eq!(made.to_string(), "pimc:worlds=2,inner=(paranoid:depth=1,weights=(start:majorities=1.5))");
    assert!(samurai.agent(&made, 0).is_ok());
    let by_default = self::space(&samurai, "pimc", "none", &["c=0.1..2"]).unwrap();
    let made = by_default.spec(by_default.base(), &[1.0]).to_string();
    assert_eq!(made, "pimc:inner=(mcts:iterations=1000,c=1)");
    assert_eq!(self::space(&samurai, "pimc", "none", &["worlds=1..40:1"]).unwrap().agent(), "pimc");
}

#[test]
fn published_weights_out_of_their_bounds_are_brought_back() {
    let chexers = game("chexers");
    let features = chexers.features();
    let out_of_bounds = chexers.weight_presets().iter().find(|preset| {
        let mut pairs = features.iter().zip(preset.weights);
        pairs.any(|(feature, weight)| !(feature.bounds.0..=feature.bounds.1).contains(weight))
    });
    let tic = AnyGame::new(TicTacToe);
    let outside = format!("greedy:weights=(start:{}=1000)", tic.features()[0].name);
    let space = space(&tic, &outside, "all", &[]).unwrap();
    assert_eq!(space.start()[0], tic.features()[0].bounds.1);
    assert!(space.notes()[0].contains("out of its bounds"), "{:?}", space.notes());
    if let Some(preset) = out_of_bounds {
        let agent = format!("paranoid:depth=1,weights={}", preset.name);
        let space = self::space(&chexers, &agent, "all", &[]).unwrap();
        assert!(!space.notes().is_empty());
        let file = space.file(space.base(), &space.rounded(&space.start()), toml::Table::new());
        assert!(file.weights_for(&chexers).is_ok());
    }
}

#[test]
fn what_cannot_be_tuned_is_refused_with_a_reason() {
    let dobutsu = game("dobutsu");
    for (agent, weights, options, what, hint) in [
        ("random", "all", &[][..], "random takes no weights", "tune its options instead"),
        ("alphabeta", "none", &[], "there is nothing to tune", "name weights with --weights"),
        ("alphabeta", "hen", &[], "dobutsu has no feature \"hen\"", "there are: chick-on-board"),
        ("alphabeta", "lion-on-board", &[], "the weight of lion-on-board is fixed at 10000", "leave it out"),
        ("alphabeta", "hen-on-board,hen-on-board", &[], "hen-on-board is named twice", "once"),
        ("alphabeta", "none", &["cc=0..1"], "alphabeta has no option \"cc\"", "tt"),
        ("alphabeta", "none", &["tt=0..1"], "tt of alphabeta is 64MiB, which is no number", "leave tt out"),
        ("mcts:c=5", "none", &["c=0.1..2"], "c is 5 at first, out of its range from 0.1 to 2", "widen"),
        ("mcts", "none", &["c=1..3", "c=1..3"], "c is named twice", "once"),
        ("minimax", "none", &["depth=1..4"], "minimax:depth=2.146 cannot play", "for whole numbers"),
        ("mcts", "none", &["c=0..3"], "mcts:c=0 cannot play", "above 0"),
        ("nobody", "all", &[], "unknown agent \"nobody\"", "there are"),
        ("alphabeta:weights=nosuch", "all", &[], "weights=nosuch are no weights to start from", "file"),
    ] {
        let error = space(&dobutsu, agent, weights, options).unwrap_err();
        assert!(error.to_string().starts_with(what), "{error}");
        assert!(error.hint().contains(hint), "{error}: {}", error.hint());
    }
    let kuhn = AnyGame::new(Kuhn);
    let error = Space::new(&kuhn, &spec("ismcts:iterations=5"), &WeightChoice::All, &[]).unwrap_err();
    assert_eq!(error.to_string(), "kuhn has no table of features, so there are no weights to tune");
}

#[test]
fn ranges_that_cannot_be_read_say_why() {
    for (text, why) in [
        ("c", "the = is missing"),
        ("c=1", "the .. is missing"),
        ("c=a..2", "\"a\" is no number"),
        ("c=2..1", "the least must be below the greatest"),
        ("c=1..1", "the least must be below the greatest"),
        ("c=1..2:0", "the step must be above 0 and fit into the range"),
        ("c=1..2:5", "the step must be above 0 and fit into the range"),
        ("=1..2", "the name is missing"),
        ("c=1..inf", "\"inf\" is no number"),
    ] {
        let error = text.parse::<OptionRange>().unwrap_err();
        assert!(error.to_string().ends_with(why), "{error}");
    }
    let range: OptionRange = "c=-1.5..2.5:0.5".parse().unwrap();
    assert_eq!((range.bounds, range.step), ((-1.5, 2.5), Some(0.5)));
}

/// A table of 20 places is tuned when it is asked for, and not when all is.
#[test]
fn extras_are_tuned_when_they_are_named() {
    let chexers = game("chexers");
    let n_features = chexers.features().len();
    let all = Space::new(&chexers, &spec("greedy:weights=start"), &WeightChoice::All, &[]).unwrap();
    assert_eq!(all.n_parameters(), n_features - chexers.n_extra_features());
    assert!(all.parameters().iter().all(|parameter| !parameter.name.starts_with("hex-")));
    let named = WeightChoice::Named(vec!["hex-0-0".to_owned(), "hex-3-3".to_owned()]);
    let table = Space::new(&chexers, &spec("greedy:weights=start"), &named, &[]).unwrap();
    assert_eq!(table.n_parameters(), 2);
}
