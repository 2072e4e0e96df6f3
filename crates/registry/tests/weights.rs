//! What the option `weights` takes, and what it says to what it does not take.

use std::fs;
use std::path::PathBuf;

use ludwerk_core::{Control, Evaluate as _, Game as _, Playthrough, Rng};
use ludwerk_registry::{AnyGame, GAMES, Net, NetInfo, Spec, Value, WeightsFile, game, is_named_weights};

fn dobutsu() -> AnyGame {
    game("dobutsu").unwrap().configure(None, None).unwrap()
}

/// A file of weights for a game, as a tuner writes it: the table, with one weight changed.
fn file(game: &AnyGame, change: Option<(&str, f64)>) -> WeightsFile {
    let mut weights = toml::Table::new();
    for feature in game.features() {
        weights.insert(feature.name.to_owned(), feature.weight.into());
    }
    if let Some((name, weight)) = change {
        weights.insert(name.to_owned(), weight.into());
    }
    let made = toml::Table::from_iter([("by".to_owned(), "a test".into())]);
    WeightsFile {
        format: "ludwerk-weights/1".to_owned(),
        game: game.info().id.to_owned(),
        variants: Vec::new(),
        agent: None,
        made,
        weights,
        options: toml::Table::new(),
    }
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

/// The spec of an agent with these weights.
fn spec(agent: &str, weights: &str) -> Spec {
    let mut spec: Spec = agent.parse().unwrap();
    spec.options.push(("weights".to_owned(), Value::Text(weights.to_owned())));
    spec
}

fn complaint(game: &AnyGame, spec: &Spec) -> String {
    match game.agent(spec, 0) {
        Ok(_) => panic!("{spec} is taken"),
        Err(error) => format!("{error}; {}", error.hint()),
    }
}

/// The value that the agent gives to its move at the start.
fn value(game: &AnyGame, spec: &Spec) -> f64 {
    let play = Playthrough::new(game.clone(), game.start(&mut Rng::new(1)));
    let mut agent = game.agent(spec, 1).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap().report.value.unwrap().number()
}

#[test]
fn names_files_and_changes_all_name_weights() {
    let (game, folder) = (dobutsu(), Folder::new());
    let of = |weights: &str| value(&game, &format!("greedy:weights={weights}").parse().unwrap());
    assert_eq!(of("thesis"), of("start"));
    assert_eq!(of("(start:chick-in-hand=1)"), of("start"));
    let changed = of("(start:chick-in-hand=4,elephant-in-hand=9)");
    assert_ne!(changed, of("start"));
    let mut other = file(&game, Some(("chick-in-hand", 4.0)));
    other.weights.insert("elephant-in-hand".to_owned(), 9.into());
    let path = folder.write("weights.toml", other.text());
    assert_eq!(value(&game, &spec("greedy", path.to_str().unwrap())), changed);
    assert_eq!(WeightsFile::parse(&other.text()).unwrap(), other);
}

#[test]
fn files_that_do_not_fit_are_refused_with_the_reason() {
    let (game, folder) = (dobutsu(), Folder::new());
    let refuse = |file: &WeightsFile, why: &str| {
        let path = folder.write("weights.toml", file.text());
        let said = complaint(&game, &spec("alphabeta:depth=2", path.to_str().unwrap()));
        assert!(said.contains(why), "{said}");
    };
    let whole = file(&game, None);
    refuse(&WeightsFile { game: "chexers".to_owned(), ..whole.clone() }, "made for chexers, not for dobutsu");
    refuse(
        &WeightsFile { format: "ludwerk-weights/2".to_owned(), ..whole.clone() },
        "this program reads ludwerk-weights/1",
    );
    refuse(
        &WeightsFile { variants: vec!["thesis".to_owned()], ..whole.clone() },
        "made for the variant thesis",
    );
    refuse(&file(&game, Some(("chick-on-board", 31.0))), "out of its bounds, 0 to 30");
    refuse(&file(&game, Some(("rabbit", 1.0))), "no feature \"rabbit\"");
    let mut short = whole.clone();
    short.weights.remove("hen-on-board");
    refuse(&short, "no weight to hen-on-board");
    for (bytes, why) in [
        (&b"what = 1"[..], "does not say format"),
        (b"\xff\xfe", "neither a file of weights nor a network"),
        (b"no toml", "neither a file of weights nor a network"),
        (b"ludwerk-net 7\n\n", "version 7"),
        (b"ludwerk-net 1\n\n", "no line"),
    ] {
        let path = folder.write("other", bytes);
        let said = complaint(&game, &spec("greedy", path.to_str().unwrap()));
        assert!(said.contains(why), "{said}");
    }
    assert!(complaint(&game, &spec("greedy", "thesys")).contains("thesis"));
    assert!(
        complaint(&game, &"greedy:weights=(start:rabbit=1)".parse().unwrap()).contains("elephant-on-board")
    );
    assert!(
        complaint(&game, &"greedy:weights=(start:hen-on-board=much)".parse().unwrap())
            .contains("hen-on-board=NUMBER")
    );
}

/// A file that is older than an extra feature means what it meant.
#[test]
fn extras_may_be_left_out_of_a_file() {
    let (game, folder) = (game("chexers").unwrap().configure(None, None).unwrap(), Folder::new());
    let of = |file: &WeightsFile| {
        let path = folder.write("weights.toml", file.text());
        value(&game, &spec("greedy", path.to_str().unwrap()))
    };
    let whole = file(&game, None);
    let mut older = whole.clone();
    assert!(older.weights.remove("hex-0-0").is_some());
    assert_eq!(of(&older), of(&whole));
    let mut newer = whole.clone();
    newer.weights.insert("hex-6-1".to_owned(), 2.5.into());
    assert_ne!(of(&newer), of(&whole));
    assert_eq!(of(&newer), value(&game, &"greedy:weights=(start:hex-6-1=2.5)".parse().unwrap()));
}

#[test]
fn options_in_a_file_are_those_of_one_agent() {
    let samurai = game("samurai").unwrap().configure(None, None).unwrap();
    let folder = Folder::new();
    let mut file = file(&samurai, None);
    file.weights.clear();
    file.agent = Some("samurai-a3".to_owned());
    file.options = toml::Table::from_iter([("w2".to_owned(), 0.7.into()), ("k3".to_owned(), 2.into())]);
    let path = folder.write("a3.toml", file.text());
    let path = path.to_str().unwrap();
    let meant = samurai.resolve(&spec("samurai-a3:w2=0.1", path)).unwrap();
    assert_eq!(meant.value("w2"), Some(&Value::Text("0.1".to_owned())), "what is written counts first");
    assert_eq!(meant.value("k3"), Some(&Value::Text("2".to_owned())));
    assert_eq!(meant.value("weights"), None);
    samurai.agent(&meant, 1).unwrap();
    // What a name stands for counts last.
    let strong = samurai.resolve(&spec("samurai-a3-strong:w2=0.1", path)).unwrap();
    assert_eq!(strong.value("domain"), Some(&Value::Text("close".to_owned())));
    assert_eq!(strong.value("w2"), Some(&Value::Text("0.1".to_owned())));
    assert_eq!(strong.value("k3"), Some(&Value::Text("2".to_owned())));
    assert!(
        complaint(&samurai, &spec("samurai-a2", path)).contains("options of samurai-a3, not of samurai-a2")
    );
    assert!(complaint(&samurai, &spec("greedy", path)).contains("options of samurai-a3, not of greedy"));
}

/// What was found by tuning goes on meaning what it was measured with.
#[test]
fn the_tuned_options_of_samurai_keep_their_domain() {
    let samurai = game("samurai").unwrap().configure(Some("thesis"), None).unwrap();
    let meant = samurai.resolve(&spec("samurai-a3", "tuned-a3")).unwrap();
    let value = |name: &str| meant.value(name).map(ToString::to_string);
    assert_eq!([value("domain"), value("fixed")], ["close", "41.8"].map(|text| Some(text.to_owned())));
    let strong = samurai.resolve(&spec("samurai-a3-strong", "tuned-a3")).unwrap();
    let sorted = |spec: &Spec| {
        let mut options: Vec<_> =
            spec.options.iter().map(|(key, value)| (key.clone(), value.to_string())).collect();
        options.sort();
        options
    };
    assert_eq!(sorted(&strong), sorted(&meant));
}

fn tiny_net(game: &AnyGame, n_inputs: usize) -> Net {
    let info = NetInfo {
        game: game.info().id.to_owned(),
        variant: game.variant().to_owned(),
        n_seats: game.n_seats(),
        points: 2.0,
        made: "a test".to_owned(),
    };
    let first = (0..=n_inputs).map(|n| (n % 7) as f32 / 10.0 - 0.3).collect();
    Net::new(info, n_inputs, vec![first, vec![1.5, -0.5]]).unwrap()
}

#[test]
fn every_search_plays_with_a_network() {
    use ludwerk_core::Encode as _;
    let folder = Folder::new();
    for entry in GAMES {
        let game = entry.configure(None, None).unwrap();
        if game.n_inputs() == 0 {
            continue;
        }
        let path = folder.0.path().join("tiny.net");
        tiny_net(&game, game.n_inputs()).write(&path).unwrap();
        for agent in [
            "greedy",
            "alphabeta:depth=1",
            "maxn:depth=1",
            "mcts:iterations=5,cutoff=0",
            "ismcts:iterations=5,cutoff=0",
            "brs:depth=1",
        ] {
            let spec = spec(agent, path.to_str().unwrap());
            let start = spec.name.parse::<Spec>().unwrap();
            if game.agent(&start, 0).is_err() {
                continue;
            }
            assert!(value(&game, &spec).is_finite(), "{spec}");
        }
    }
}

#[test]
fn a_network_for_something_else_is_refused() {
    use ludwerk_core::Encode as _;
    let (game, folder) = (dobutsu(), Folder::new());
    let path = folder.0.path().join("a.net");
    let refuse = |net: &Net, why: &str| {
        net.write(&path).unwrap();
        let said = complaint(&game, &spec("greedy", path.to_str().unwrap()));
        assert!(said.contains(why), "{said}");
    };
    refuse(&tiny_net(&game, game.n_inputs() + 1), "inputs");
    let chexers = self::game("chexers").unwrap().configure(None, None).unwrap();
    refuse(&tiny_net(&chexers, chexers.n_inputs()), "a network for chexers, not for dobutsu");
    tiny_net(&game, game.n_inputs()).write(&path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&path, &bytes).unwrap();
    assert!(complaint(&game, &spec("greedy", path.to_str().unwrap())).contains("damaged"));
    bytes.truncate(middle);
    fs::write(&path, &bytes).unwrap();
    assert!(complaint(&game, &spec("greedy", path.to_str().unwrap())).contains("cut off"));
}

#[test]
fn only_names_need_no_file() {
    let game = dobutsu();
    let is_named = |text: &str| is_named_weights(&game, &Value::Text(text.to_owned()));
    assert!(is_named("default") && is_named("start") && is_named("thesis"));
    assert!(!is_named("/etc/passwd") && !is_named("weights.toml"));
}
