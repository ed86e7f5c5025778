//! The engine with a network in the place of its hand-written evaluation.

use std::sync::Arc;

use engine::eval::Evaluator;
use engine::{Limits, Network, Root, Search, Settings, Signal, chosen_network};

const MIDDLEGAME: &str = "r1bq1rk1/1pp1bpp1/p1n1p3/3pP1Pp/3P3P/2P2N2/PP1N1PK1/R1BQ1R2 w - - 1 14";

fn settings(network: Option<&Arc<Network>>) -> Settings {
    Settings { hash_mb: 1, network: network.cloned(), ..Settings::default() }
}

/// What a search came to: its move, its score and its nodes.
fn thought(search: &mut Search) -> String {
    let root = Root::new(MIDDLEGAME.parse().unwrap());
    let result = search.run(&root, &Limits::depth(7), &Signal::new(), &mut |_| {});
    let line = &result.lines[0];
    format!("{:?} {:?} {}", line.moves[0], line.value, line.nodes)
}

#[test]
fn a_new_network_leaves_no_trace_of_the_old_one() {
    let [one, other] = [1, 2].map(|seed| Arc::new(Network::random(seed, 1)));
    let networks = [None, Some(&one), Some(&other)];
    let fresh = networks.map(|network| thought(&mut Search::new(&settings(network)).unwrap()));
    assert!(fresh[0] != fresh[1] && fresh[1] != fresh[2], "{fresh:?}");

    let mut search = Search::new(&settings(None)).unwrap();
    for (network, expected) in networks.into_iter().zip(&fresh).rev() {
        search.set(&settings(network)).unwrap();
        assert_eq!(&thought(&mut search), expected);
    }
}

#[test]
fn the_same_network_once_more_forgets_nothing() {
    let network = Arc::new(Network::random(1, 1));
    let mut search = Search::new(&settings(Some(&network))).unwrap();
    let first = thought(&mut search);
    search.set(&Settings { multi_pv: 1, ..settings(Some(&network)) }).unwrap();
    assert_ne!(thought(&mut search), first, "the table was lost");
}

#[test]
fn known_endings_are_known_to_every_judge() {
    let network = Arc::new(Network::random(1, 1));
    let [mut by_hand, mut judged] = [None, Some(&network)].map(Evaluator::new);
    for (fen, is_known) in [
        ("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", true),
        ("8/8/8/3k4/8/8/8/KQ6 b - - 0 1", true),
        (MIDDLEGAME, false),
    ] {
        let position = fen.parse().unwrap();
        let is_same = by_hand.evaluate(&position, 0) == judged.evaluate(&position, 0);
        assert_eq!(is_same, is_known, "{fen}");
    }
}

#[test]
fn the_network_of_the_program_judges_unless_another_is_chosen() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/network/network.nnue");
    let named = chosen_network(file).unwrap().map(|network| network.checksum());
    assert!(named.is_some());
    let own = |network: Option<Arc<Network>>| network.map(|network| network.checksum());
    assert_eq!(own(chosen_network("").unwrap()), named);
    assert_eq!(own(Settings::default().network), named);
    assert_eq!(own(chosen_network("classical").unwrap()), None);
}

#[test]
fn a_file_that_is_no_network_is_named() {
    let error = chosen_network("/nowhere").unwrap_err().to_string();
    assert!(error.starts_with("the network '/nowhere' cannot be read: "), "{error}");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let error = chosen_network(manifest).unwrap_err().to_string();
    let expected = format!("the network '{manifest}' cannot be used: it is not a Tabiya network");
    assert_eq!(error, expected);
}
