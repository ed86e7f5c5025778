//! `tabiya tune`: weights from games.

use crate::harness::{Folder, run, run_with_input};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. c3 O-O 7. h3 a6 1-0\n\n";

#[test]
fn games_become_a_file_of_weights() {
    let folder = Folder::new("tune");
    let games = folder.write("games.pgn", GAME.repeat(20));
    let output = run(&["tune", &games, "--out", &folder.path("weights.rs"), "--epochs", "3"]);
    assert_eq!((output.status, output.stdout.as_str()), (0, ""), "{output:?}");
    let lines: Vec<&str> = output.stderr.lines().collect();
    assert_eq!(lines[0], "120 positions from 20 of 20 games");
    assert!(lines[1].starts_with("epoch 1/3  training 0."), "{lines:?}");
    assert!(lines[4].starts_with("slope 0."), "{lines:?}");
    let weights = folder.read("weights.rs");
    assert!(weights.starts_with("//! ") && weights.ends_with("};\n"), "{weights}");
    assert_eq!(folder.names(), ["games.pgn", "weights.rs"]);
}

#[test]
fn the_same_games_give_the_same_weights() {
    let tune = |threads| {
        let args = ["tune", "-", "--epochs", "2", "--threads", threads];
        run_with_input(&args, GAME.repeat(11).as_bytes()).stdout
    };
    assert!(tune("1").contains("pub const WEIGHTS"));
    assert_eq!(tune("1"), tune("2"));
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    run(&["tune", "no-such-file"])
        .refused("cannot read 'no-such-file': No such file or directory (os error 2)");
    let nothing = "nothing to learn from: 1 games, no quiet position of a decided one";
    run_with_input(&["tune", "-"], b"1. e4 e5 *").refused(nothing);
    let lambda = "invalid value '2' for '--lambda <SHARE>': expected a number from 0 to 1";
    run(&["tune", "-", "--lambda", "2"]).refused(&format!("{lambda} (try --help)"));
}
