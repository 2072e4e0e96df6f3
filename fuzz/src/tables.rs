//! Files of bytes: networks, tables of learnt values, tablebases and samples.

use std::path::Path;

use ludwerk_core::{Game as _, Rng};
use ludwerk_learn::net::samples::Samples;
use ludwerk_registry::{Net, QTable};
use ludwerk_search::solved::Tablebase;
use ludwerk_testkit::toys::TicTacToe;

use crate::choose;

/// The readers, by the kind of file.
const READERS: [fn(&Path); 4] = [net, qtable, tablebase, samples];

/// A file whose checksum and length are right, whatever else is wrong, is refused or used.
pub fn tables(data: &[u8]) {
    let Some((read, file)) = choose(data, &READERS) else { return };
    let Ok(folder) = tempfile::tempdir() else { return };
    let path = folder.path().join("file");
    if std::fs::write(&path, sealed(file)).is_ok() {
        read(&path);
    }
}

/// The file with the number of bytes that its head ends with, and with its checksum. A fuzzer would not find them.
fn sealed(file: &[u8]) -> Vec<u8> {
    let end = file.windows(2).position(|pair| pair == b"\n\n").unwrap_or(file.len());
    let (head, body) = file.split_at(end);
    let body = body.get(2..).unwrap_or_default();
    let lines = head.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"bytes "));
    let mut sealed = lines.collect::<Vec<_>>().join(&b'\n');
    sealed.extend(format!("\nbytes {}\n\n", body.len()).into_bytes());
    sealed.extend(body);
    sealed.extend(crc32fast::hash(&sealed).to_le_bytes());
    sealed
}

fn net(path: &Path) {
    let _ = Net::open(path);
}

fn qtable(path: &Path) {
    let Ok(table) = QTable::open(path) else { return };
    let _ = table.check_game(&TicTacToe);
    table.write(path).expect("it can be written");
    assert_eq!(QTable::open(path).expect("what was written can be read").len(), table.len());
}

fn tablebase(path: &Path) {
    let Ok(table) = Tablebase::open(path) else { return };
    if table.check_game(&TicTacToe).is_ok() {
        let start = TicTacToe.start(&mut Rng::new(0));
        let _ = (table.probe(&TicTacToe, &start), table.moves(&TicTacToe, &start));
    }
}

fn samples(path: &Path) {
    let Ok(samples) = Samples::read(path) else { return };
    for n in 0..samples.len() {
        let _ = samples.get(n);
    }
}
