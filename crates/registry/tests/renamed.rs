//! Options that have another name than they once had: specs, presets and files with the earlier one go on meaning
//! what they meant.

use ludwerk_registry::{AnyGame, Spec, WEIGHTS_FORMAT, WeightsFile, game, option_name};

fn blokus() -> AnyGame {
    game("blokus").unwrap().configure(Some("duo"), None).unwrap()
}

fn meant(game: &AnyGame, text: &str) -> Spec {
    game.resolve(&text.parse().unwrap()).unwrap()
}

#[test]
fn a_spec_with_an_earlier_name_means_the_same() {
    let game = blokus();
    for (earlier, present) in [
        ("mcts:iterations=9,guess=20", "mcts:iterations=9,prior-visits=20"),
        ("adaptive:cover=0.5", "adaptive:top-p=0.5"),
        // It takes the place of what the preset says.
        ("champion:guess=20", "champion:prior-visits=20"),
        ("level:n=10,guess=20", "level:n=10,prior-visits=20"),
    ] {
        assert_eq!(meant(&game, earlier), meant(&game, present), "{earlier}");
        assert!(game.agent(&earlier.parse().unwrap(), 0).is_ok(), "{earlier}");
        assert_eq!(earlier.parse::<Spec>().unwrap().to_string(), earlier, "it is printed as it was written");
    }
    for inside in
        ["sampler:inner=(mcts:iterations=9,guess=20)", "pimc:inner=(mcts:iterations=9,guess=20),worlds=2"]
    {
        assert!(game.agent(&inside.parse().unwrap(), 0).is_ok(), "{inside}");
    }
    assert_eq!((option_name("mcts", "guess"), option_name("greedy", "guess")), ("prior-visits", "guess"));
}

#[test]
fn both_names_of_an_option_are_one_too_many() {
    let error = |text: &str| blokus().agent(&text.parse().unwrap(), 0).err().unwrap();
    assert_eq!(
        error("mcts:guess=20,prior-visits=30").to_string(),
        "mcts: option \"prior-visits\" is given twice"
    );
    assert_eq!(error("mcts:guess=-1").to_string(), "mcts: prior-visits cannot be \"-1\"");
    assert_eq!(error("mcts:guess=-1").hint(), "write prior-visits=2, above 0, or off");
    assert_eq!(error("greedy:guess=1").to_string(), "greedy has no option \"guess\"");
}

#[test]
fn a_file_with_an_earlier_name_is_read() {
    let game = blokus();
    let file = |option: &str| WeightsFile {
        format: WEIGHTS_FORMAT.to_owned(),
        game: "blokus".to_owned(),
        variants: Vec::new(),
        agent: Some("mcts".to_owned()),
        made: toml::Table::new(),
        weights: toml::Table::new(),
        options: toml::Table::from_iter([(option.to_owned(), 17.into())]),
    };
    let folder = tempfile::tempdir().unwrap();
    let meant = |option: &str, text: &str| {
        let path = folder.path().join("options.toml");
        std::fs::write(&path, file(option).text()).unwrap();
        meant(&game, &format!("mcts:weights=\"{}\"{text}", path.display()))
    };
    let of_file = meant("guess", "");
    assert_eq!(of_file, meant("prior-visits", ""));
    assert_eq!(of_file.value("prior-visits").map(ToString::to_string).as_deref(), Some("17"));
    // What is written beside the file counts first, by either name.
    for written in [",guess=3", ",prior-visits=3"] {
        let spec = meant("guess", written);
        assert_eq!(spec.value("prior-visits").map(ToString::to_string).as_deref(), Some("3"), "{written}");
        assert_eq!(spec.options.len(), 1, "{spec}");
    }
}
