//! A trained network against what its trainer says of it, number by number.
//!
//! The folder with `network.nnue` and `vectors.txt`, as `training/train.py` leaves it, is the one
//! that `TABIYA_NETWORK` names, or else that of the network which the engine brings along.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use chess::{Color, Position, Role};
use nnue::{Judge, Men, Network, Side};

fn folder() -> PathBuf {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/network");
    env::var_os("TABIYA_NETWORK").map_or(built_in, PathBuf::from)
}

#[test]
fn a_network_is_what_its_trainer_says() {
    let folder = folder();
    let Ok(bytes) = fs::read(folder.join("network.nnue")) else {
        eprintln!("passed over: no network in {}", folder.display());
        return;
    };
    let mut judge = Judge::new(Arc::new(Network::read(&bytes).expect("a network")));
    let vectors = fs::read_to_string(folder.join("vectors.txt")).expect("vectors");
    for (number, line) in vectors.lines().enumerate() {
        let fields: Vec<_> = line.split(';').collect();
        let [fen, _, whole] = fields[..] else { panic!("line {}: {line}", number + 1) };
        let position: Position = fen.parse().expect(fen);
        let men = Men {
            by_color: Color::ALL.map(|color| position.board().color(color).0),
            by_role: Role::ALL.map(|role| position.board().role(role).0),
        };
        let turn = if position.turn().is_white() { Side::White } else { Side::Black };
        assert_eq!(judge.evaluate(&men, turn, 0).to_string(), whole, "{fen}");
    }
    assert!(vectors.lines().count() > 0, "no vectors in {}", folder.display());
}
