//! The line protocol: whole dialogues, line by line.

// req: A9

use std::io;

use chess::{Game, Move};

/// A player without ambition: the first legal move in the order of their text.
fn first_move(game: &Game, _: u32) -> Option<Move> {
    let moves = game.position().legal_moves();
    moves.iter().copied().min_by_key(|m| m.uci(chess::CastlingMode::Standard).to_string())
}

fn replies(input: &[u8]) -> String {
    let mut output = Vec::new();
    terminal::pipe::serve(input, &mut output, first_move).expect("a vector takes everything");
    String::from_utf8(output).expect("replies are text")
}

/// Says each line and expects its reply.
#[track_caller]
fn check(dialogue: &[(&str, &str)]) {
    let input: String = dialogue.iter().flat_map(|(line, _)| [line, "\n"]).collect();
    let expected: Vec<&str> = dialogue.iter().map(|(_, reply)| *reply).collect();
    let found = replies(input.as_bytes());
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{input}");
}

/// Plays moves that must be legal, then goes on.
#[track_caller]
fn check_after(moves: &str, dialogue: &[(&str, &str)]) {
    let lines: Vec<(String, String)> = moves
        .split_whitespace()
        .map(|text| (format!("MOVE {text}"), format!("MOVED {text}")))
        .collect();
    let played = lines.iter().map(|(line, reply)| (line.as_str(), reply.as_str()));
    check(&played.chain(dialogue.iter().copied()).collect::<Vec<_>>());
}

#[test]
fn a_game_begins_anew_with_init() {
    check(&[
        ("STATUS", "STATUS white playing"),
        ("MOVE e2e4", "MOVED e2e4"),
        ("STATUS", "STATUS black playing"),
        ("AI_MOVE", "AI_MOVED a7a5"),
        ("INIT", "OK"),
        ("STATUS", "STATUS white playing"),
        ("MOVES e2", "MOVES e3 e4"),
    ]);
}

#[test]
fn depth_is_from_1_to_64() {
    let range = "ERROR depth out of range";
    check(&[
        ("DEPTH 1", "OK"),
        ("DEPTH 64", "OK"),
        ("DEPTH 0", range),
        ("DEPTH 65", range),
        ("DEPTH -1", range),
        ("DEPTH +1", range),
        ("DEPTH  1", range),
        ("DEPTH four", range),
        ("DEPTH 99999999999999999999", range),
        ("DEPTH 1 2", range),
        ("DEPTH", "ERROR unknown command"),
    ]);
}

#[test]
fn the_depth_reaches_the_thinker_and_survives_a_new_game() {
    let mut depths = Vec::new();
    let input = b"AI_MOVE\nDEPTH 7\nAI_MOVE\nDEPTH 0\nINIT\nAI_MOVE\n";
    let think = |game: &Game, depth| {
        depths.push(depth);
        first_move(game, depth)
    };
    terminal::pipe::serve(&input[..], io::sink(), think).unwrap();
    assert_eq!(depths, [terminal::pipe::DEFAULT_DEPTH, 7, 7]);
}

#[test]
fn moves_are_listed_once_for_each_square_of_the_movers_pieces() {
    check(&[
        ("MOVES g1", "MOVES f3 h3"),
        ("MOVES e4", "MOVES"),
        ("MOVES e7", "MOVES"),
        ("MOVES e1", "MOVES"),
        ("MOVES e9", "ERROR invalid square"),
        ("MOVES E2", "ERROR invalid square"),
        ("MOVES e2e4", "ERROR invalid square"),
        ("MOVES e2 e4", "ERROR invalid square"),
        ("MOVES \u{e9}", "ERROR invalid square"),
        ("MOVES", "ERROR unknown command"),
    ]);
    check_after("a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2", &[("MOVES b7", "MOVES a8 c8")]);
    check_after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", &[("MOVES e1", "MOVES e2 f1 g1")]);
}

#[test]
fn moves_are_made_refused_or_not_understood() {
    let format = "ERROR invalid move format";
    check(&[
        ("MOVE e2e5", "ILLEGAL"),
        ("MOVE e7e5", "ILLEGAL"),
        ("MOVE e2e4q", "ILLEGAL"),
        ("MOVE e2", format),
        ("MOVE e2-e4", format),
        ("MOVE e2 e4", format),
        ("MOVE E2E4", format),
        ("MOVE e2e9", format),
        ("MOVE e2e4k", format),
        ("MOVE e2e4qq", format),
        ("MOVE", "ERROR unknown command"),
        ("MOVE e2e4", "MOVED e2e4"),
    ]);
}

#[test]
fn a_promotion_without_a_letter_makes_a_queen() {
    let moves = "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2";
    check_after(moves, &[("MOVE b7a8", "MOVED b7a8q"), ("AI_MOVE", "AI_MOVED a7a5")]);
    check_after(moves, &[("MOVE b7a8n", "MOVED b7a8n"), ("MOVE g2h1r", "MOVED g2h1r")]);
    check_after(moves, &[("MOVE b7a8Q", "ERROR invalid move format")]);
}

#[test]
fn castling_goes_by_the_squares_of_the_king() {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    check_after(moves, &[("MOVE e1h1", "ILLEGAL"), ("MOVE e1g1", "MOVED e1g1")]);
}

#[test]
fn the_status_names_the_side_to_move_and_its_state() {
    check_after("e2e4 f7f5 d1h5", &[("STATUS", "STATUS black check")]);
    check_after(
        "f2f3 e7e5 g2g4 d8h4",
        &[
            ("STATUS", "STATUS white checkmate"),
            ("AI_MOVE", "ERROR no moves available"),
            ("MOVES e1", "MOVES"),
            ("MOVE a2a3", "ILLEGAL"),
        ],
    );
    check_after(
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 \
         f7g6 c8e6",
        &[("STATUS", "STATUS black stalemate"), ("AI_MOVE", "ERROR no moves available")],
    );
}

#[test]
fn a_draw_that_could_be_claimed_ends_the_game() {
    check_after(
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
        &[
            ("STATUS", "STATUS white draw"),
            ("AI_MOVE", "ERROR no moves available"),
            ("MOVES e2", "MOVES"),
            ("MOVE e2e4", "ILLEGAL"),
            ("INIT", "OK"),
            ("MOVE e2e4", "MOVED e2e4"),
        ],
    );
}

#[test]
fn anything_else_is_unknown() {
    for line in ["", " ", "init", "INIT 1", "STATUS now", "QUIT now", "AI_MOVE 3", "XYZZY", "\0"] {
        check(&[(line, "ERROR unknown command"), ("STATUS", "STATUS white playing")]);
    }
}

#[test]
fn a_line_is_taken_literally() {
    let (unknown, format) = ("ERROR unknown command", "ERROR invalid move format");
    for line in [" INIT", "INIT ", "\tSTATUS", "STATUS\t", " QUIT", "MOVE\te2e4", "MOVE ", "MOVES "]
    {
        check(&[(line, unknown), ("STATUS", "STATUS white playing")]);
    }
    check(&[
        ("MOVE  e2e4", format),
        ("MOVE e2e4 ", format),
        ("MOVES  e2", "ERROR invalid square"),
        ("STATUS", "STATUS white playing"),
    ]);
}

#[test]
fn quit_and_the_end_of_input_end_without_a_reply() {
    assert_eq!(replies(b""), "");
    assert_eq!(replies(b"QUIT\nINIT\n"), "");
    assert_eq!(replies(b"INIT"), "OK\n");
    assert_eq!(replies(b"INIT\r\nQUIT\r\n"), "OK\n");
}

#[test]
fn strange_bytes_and_long_lines_do_no_harm() {
    let unknown = "ERROR unknown command\n";
    assert_eq!(replies(b"\xff\xfe\n"), unknown);
    assert_eq!(replies(b"MOVE \xff\xfe\xfd\xfc\n"), "ERROR invalid move format\n");
    let long = [b"INIT".as_slice(), &[b' '; 300], b"x\nSTATUS\n"].concat();
    assert_eq!(replies(&long), format!("{unknown}STATUS white playing\n"));
    assert_eq!(replies(&vec![b'A'; 1 << 20]), unknown);
    let digits = [b"DEPTH ".as_slice(), &[b'1'; 4096], b"\n"].concat();
    assert_eq!(replies(&digits), "ERROR depth out of range\n");
}
