//! `tabiya perft`.

// req: B9

use crate::harness::run;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

/// The lines before the last, and the nodes that the last one tells.
#[track_caller]
fn perft(args: &[&str]) -> (Vec<String>, u64) {
    let output = run(&[&["perft"], args].concat()).success();
    let mut lines: Vec<String> = output.lines().map(str::to_owned).collect();
    let last = lines.pop().expect("a last line");
    let fields: Vec<&str> = last.split("  ").collect();
    let [nodes, time, mnps] = fields[..] else { panic!("three fields: {last}") };
    let number = |field: &str, name| field.strip_prefix(name).unwrap().trim().to_owned();
    assert!(number(time, "time ").parse::<f64>().is_ok_and(|seconds| seconds >= 0.0), "{last}");
    assert!(number(mnps, "Mnps ").parse::<f64>().is_ok_and(|speed| speed >= 0.0), "{last}");
    (lines, number(nodes, "nodes ").parse().expect("a count"))
}

#[test]
fn counts_are_the_known_ones() {
    let table: [(&[&str], u64); 8] = [
        (&["0"], 1),
        (&["1"], 20),
        (&["4"], 197_281),
        (&["4", "--threads", "3"], 197_281),
        (&["3", "--fen", KIWIPETE], 97_862),
        (&["3", "--fen", CHESS960], 12_189),
        (&["3", "--fen", CHESS960, "--chess960", "--threads", "256"], 12_189),
        (&["3", "--fen", MATED], 0),
    ];
    for (args, nodes) in table {
        assert_eq!(perft(args), (vec![], nodes), "{args:?}");
    }
}

#[test]
fn a_division_lists_every_move_sorted() {
    let (lines, nodes) = perft(&["3", "--divide", "--threads", "2"]);
    assert_eq!(nodes, 8_902);
    assert_eq!(lines.len(), 20);
    assert!(lines.is_sorted());
    assert_eq!((lines[0].as_str(), lines[19].as_str()), ("a2a3: 380", "h2h4: 420"));
    let counts = lines.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), nodes);

    assert_eq!(perft(&["0", "--divide"]), (vec![], 1));
    assert_eq!(perft(&["2", "--divide", "--fen", MATED]), (vec![], 0));
}

#[test]
fn castling_is_written_as_the_mode_asks() {
    let castles = |args: &[&str]| -> Vec<String> {
        let (lines, _) = perft(&[&["1", "--divide", "--fen", KIWIPETE], args].concat());
        lines.into_iter().filter(|line| line.starts_with("e1")).collect()
    };
    assert_eq!(castles(&[]), ["e1c1: 1", "e1d1: 1", "e1f1: 1", "e1g1: 1"]);
    assert_eq!(castles(&["--chess960"]), ["e1a1: 1", "e1d1: 1", "e1f1: 1", "e1h1: 1"]);
}

#[test]
fn bad_values_are_refused_by_name() {
    let depth = |value| {
        format!("invalid value '{value}' for '<DEPTH>': expected a whole number from 0 to 32")
    };
    for value in ["-1", "x", "", "3.5", "33", "99999999999999999999", "0x10", "½"] {
        run(&["perft", value]).refused(&format!("{} (try --help)", depth(value)));
    }
    let threads = |value| {
        format!(
            "invalid value '{value}' for '--threads <N>': expected a whole number from 1 to 256"
        )
    };
    for value in ["0", "-1", "257", "many"] {
        let refusal = format!("{} (try --help)", threads(value));
        run(&["perft", "1", "--threads", value]).refused(&refusal);
    }
}

#[test]
fn a_bad_fen_is_refused_with_its_fault() {
    let table = [
        ("", "the FEN ends before the board"),
        ("8/8 w - - 0 1", "the board '8/8' has fewer than 8 ranks"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings; each side needs exactly one"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is 'x'; it must be w or b"),
    ];
    for (fen, fault) in table {
        let line = format!("invalid value '{fen}' for '--fen <FEN>': {fault} (try --help)");
        run(&["perft", "1", "--fen", fen]).refused(&line);
    }
}
