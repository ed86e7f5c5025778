//! `tabiya text`. The game itself is tested where it is written; here, that it is wired up.

// req: E1, E2, E3, E4, E5, E6, E7, E8

use crate::harness::{run, run_with_input, tabiya};

const START: &str = "\
rnbqkbnr  8
pppppppp  7
........  6
........  5
........  4
........  3
PPPPPPPP  2
RNBQKBNR  1

abcdefgh
";

#[test]
fn the_game_is_played_on_stdin_and_stdout() {
    let table: [(&[u8], &str); 4] = [
        (b"", "\nWhite's move: "),
        (b"q\ny\n", "\nWhite's move: Are you sure you want to quit? "),
        (b"\xff\x00\n", &format!("\nWhite's move: Invalid move\n\n{START}\nWhite's move: ")),
        (
            b"e2 e4",
            "\nWhite's move: rnbqkbnr  8\npppppppp  7\n........  6\n........  5\n....P...  4\n\
             ........  3\nPPPP.PPP  2\nRNBQKBNR  1\n\nabcdefgh\n\nBlack's move: ",
        ),
    ];
    for (input, rest) in table {
        assert_eq!(run_with_input(&["text"], input).success(), format!("{START}{rest}"));
    }
}

#[test]
fn mate_ends_with_success() {
    let fools_mate = b"f2 f3\ne7 e5\ng2 g4\nd8 h4\nmore that nobody reads\n";
    let screen = run_with_input(&["text"], fools_mate).success();
    assert!(screen.ends_with("\n\nabcdefgh\n\nCheckmate\n"), "{screen}");
    assert_eq!(run(&["text"]).success(), format!("{START}\nWhite's move: "));
}

#[test]
#[cfg(unix)]
fn input_that_cannot_be_read_is_an_error() {
    let directory = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = tabiya().arg("text").stdin(directory).output().unwrap();
    let seen = String::from_utf8(output.stderr).unwrap();
    assert!(seen.starts_with("tabiya: cannot continue the game: Is a directory"), "{seen}");
    assert_eq!((output.status.code(), seen.lines().count()), (Some(2), 1));
}
