//! A trained network against what its trainer says of it, number by number.
//!
//! The folder with `network.nnue` and `vectors.txt`, as `training/train.py` leaves it, is the one
//! that `TABIYA_NETWORK` names, or else that of the network which the engine brings along. Whole
//! numbers are the trainer's to the last centipawn, and within three of the float network.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use chess::{Color, Position, Role};
use nnue::{Accumulators, Network, Pieces, Side};

fn folder() -> PathBuf {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/network");
    env::var_os("TABIYA_NETWORK").map_or(built_in, PathBuf::from)
}

#[test]
fn a_network_is_what_its_trainer_says() {
    let folder = folder();
    let bytes = fs::read(folder.join("network.nnue")).expect("a file");
    let mut accumulators = Accumulators::new(Arc::new(Network::read(&bytes).expect("a network")));
    let vectors = fs::read_to_string(folder.join("vectors.txt")).expect("vectors");
    for (number, line) in vectors.lines().enumerate() {
        let fields: Vec<_> = line.split(';').collect();
        let [fen, exact, whole] = fields[..] else { panic!("line {}: {line}", number + 1) };
        let position: Position = fen.parse().expect(fen);
        let pieces = Pieces {
            by_color: Color::ALL.map(|color| position.board().color(color).0),
            by_role: Role::ALL.map(|role| position.board().role(role).0),
        };
        let turn = if position.turn().is_white() { Side::White } else { Side::Black };
        let found = accumulators.evaluate(&pieces, turn, 0);
        assert_eq!(found.to_string(), whole, "{fen}");
        let exact: f64 = exact.parse().expect(exact);
        assert!((f64::from(found) - exact).abs() < 3.0, "{fen}: {found}, not {exact}");
    }
    assert!(vectors.lines().count() > 0, "no vectors in {}", folder.display());
}
