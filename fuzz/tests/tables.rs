//! The seeds for files of bytes are what the program writes, without their checksums: `LUDWERK_UPDATE=1` writes them
//! anew.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Game as _, Keyed as _, Rng};
use ludwerk_learn::net::samples::Samples;
use ludwerk_registry::{Net, NetInfo, QTable};
use ludwerk_search::solved;
use ludwerk_testkit::toys::TicTacToe;

/// The seeds by name, and how each is written.
const SEEDS: [(&str, Write); 4] =
    [("a-net", net), ("b-qtable", qtable), ("c-tablebase", tablebase), ("d-samples", samples)];

type Write = fn(&Path);

fn net(path: &Path) {
    let (game, variant) = ("toy".to_owned(), "standard".to_owned());
    let info = NetInfo { game, variant, n_seats: 2, points: 1.0, made: "by hand".to_owned() };
    let layers = vec![vec![0.5; 4 * 4], vec![-0.25; 5]];
    Net::new(info, 3, layers).unwrap().write(path).unwrap();
}

fn qtable(path: &Path) {
    let mut table = QTable::new(&TicTacToe, 0.9, "by hand".to_owned());
    let start = TicTacToe.start(&mut Rng::new(0));
    table.add(TicTacToe.key(&start), [(0, 0.5), (4, 0.75)]);
    table.add(7, []);
    table.write(path).unwrap();
}

fn tablebase(path: &Path) {
    solved::build(&TicTacToe, path, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
}

fn samples(path: &Path) {
    let mut samples = Samples::default();
    samples.push(&[3, 1, 4], 0.5);
    samples.push(&[], 1.0);
    samples.write(path).unwrap();
}

#[test]
fn the_seeds_are_what_the_program_writes() {
    for (name, write) in SEEDS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path);
        let mut file = fs::read(path).unwrap();
        file.truncate(file.len() - 4);
        file.insert(0, name.as_bytes()[0]);
        let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/tables").join(name);
        if std::env::var_os("LUDWERK_UPDATE").is_some() {
            fs::create_dir_all(seed.parent().unwrap()).unwrap();
            fs::write(&seed, &file).unwrap();
        }
        assert_eq!(fs::read(&seed).unwrap(), file, "{name}");
    }
}
