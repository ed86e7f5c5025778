//! The plain text game, byte for byte: what is typed, and all that is printed.

// req: E1, E2, E3, E4, E5, E6, E7, E8

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;

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
const WHITE: &str = "\nWhite's move: ";
const BLACK: &str = "\nBlack's move: ";
const HELP: &str = "
Welcome to Chess!
When it's your turn, enter one of the following:
1) 'h' or 'H': Print the help menu
2) 'q' or 'Q': Quit the game
3) position1 position2: The positions (as letterNumber) to move from and to respectively.

";
const QUIT: &str = "Are you sure you want to quit? ";
const INVALID: &str = "Invalid move\n\n";
const PIECE: &str = "What piece would you like (q, n, r, b)? ";
const NOT_A_PIECE: &str = "Not a valid piece. What piece would you like (q, n, r, b)? ";

/// A board from its rows, eighth rank first, with a slash between them.
fn board(rows: &str) -> String {
    let lines: Vec<String> =
        rows.split('/').zip((1..=8).rev()).map(|(row, rank)| format!("{row}  {rank}")).collect();
    format!("{}\n\nabcdefgh\n", lines.join("\n"))
}

/// All that a game prints.
fn transcript(input: &[u8]) -> String {
    let mut output = Vec::new();
    terminal::text::play(input, &mut output).expect("a vector takes everything");
    String::from_utf8(output).expect("the game prints ASCII")
}

/// Types `input` and expects the printed pieces, in this order and with nothing around them.
#[track_caller]
fn check(input: impl AsRef<[u8]>, expected: &[&str]) {
    let input = input.as_ref();
    assert_eq!(transcript(input), expected.concat(), "typed: {}", input.escape_ascii());
}

/// What the last of these lines prints, when all of them are typed.
fn last_reply(lines: &[&str]) -> String {
    let typed = |lines: &[&str]| lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let before = transcript(typed(&lines[..lines.len() - 1]).as_bytes());
    let all = transcript(typed(lines).as_bytes());
    all.strip_prefix(&before).expect("what is printed stays").to_string()
}

/// Types a game, then some more lines, and expects what the last of them all prints.
#[track_caller]
fn check_reply(game: &[&str], more: &[&str], expected: &[&str]) {
    let lines = [game, more].concat();
    assert_eq!(last_reply(&lines), expected.concat(), "typed: {lines:?}");
}

#[test]
fn the_game_opens_with_the_board_and_the_prompt() {
    check("", &[START, WHITE]);
    assert_eq!(
        board("rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR"),
        START
    );
}

#[test]
fn moves_alternate_and_show_the_new_board() {
    let e4 = board("rnbqkbnr/pppppppp/......../......../....P.../......../PPPP.PPP/RNBQKBNR");
    let nc6 = board("r.bqkbnr/pppppppp/..n...../......../....P.../......../PPPP.PPP/RNBQKBNR");
    check("e2 e4\n", &[START, WHITE, &e4, BLACK]);
    check("e2 e4\nb8 c6\n", &[START, WHITE, &e4, BLACK, &nc6, WHITE]);
}

#[test]
fn line_ends_may_be_crlf_or_missing_at_the_end() {
    let e4 = board("rnbqkbnr/pppppppp/......../......../....P.../......../PPPP.PPP/RNBQKBNR");
    check("e2 e4\r\n", &[START, WHITE, &e4, BLACK]);
    check("e2 e4", &[START, WHITE, &e4, BLACK]);
    check("h\r\nq\r\ny\r\nh\r\n", &[START, WHITE, HELP, START, WHITE, QUIT]);
    check("q\ny", &[START, WHITE, QUIT]);
    check("e2 e4\r\r\n", &[START, WHITE, INVALID, START, WHITE]);
}

#[test]
fn help_is_printed_and_the_same_player_asked_again() {
    for h in ["h\n", "H\n"] {
        check(h, &[START, WHITE, HELP, START, WHITE]);
    }
    let e4 = board("rnbqkbnr/pppppppp/......../......../....P.../......../PPPP.PPP/RNBQKBNR");
    check("e2 e4\nh\n", &[START, WHITE, &e4, BLACK, HELP, &e4, BLACK]);
}

#[test]
fn quitting_needs_a_yes() {
    for yes in ["q\ny\n", "q\nY\n", "Q\ny\n", "Q\nY\n", "q\ny\ne2 e4\n"] {
        check(yes, &[START, WHITE, QUIT]);
    }
    for no in ["q\nn\n", "Q\nN\n", "q\nyes\n", "q\n\n", "q\n y\n", "q\nq\n", "q\ne2 e4\n"] {
        check(no, &[START, WHITE, QUIT, START, WHITE]);
    }
}

#[test]
fn a_move_is_exactly_two_squares_with_a_space_between() {
    let other_forms = [
        "", " ", "e2e4", "E2 E4", "e2 E4", "e2  e4", " e2 e4", "e2 e4 ", "e2\te4", "e2-e4",
        "e2 e9", "e0 e4", "i2 i4", "e2", "e2 ", "e2 e4 e5", "e4", "help", "hh", "quit", "y", "O-O",
        "é2 e4",
    ];
    for form in other_forms {
        check(format!("{form}\n"), &[START, WHITE, INVALID, START, WHITE]);
    }
    check(b"\xff\xfe \x00\x80\n", &[START, WHITE, INVALID, START, WHITE]);
}

#[test]
fn a_line_of_any_length_is_one_invalid_move() {
    for length in [63, 64, 65, 100_000] {
        let line = "h".repeat(length);
        check(format!("{line}\nq\ny\n"), &[START, WHITE, INVALID, START, WHITE, QUIT]);
        check(line, &[START, WHITE, INVALID, START, WHITE]);
    }
}

#[test]
fn illegal_moves_change_nothing() {
    // An own piece's square, an empty one, the opponent's piece, a wrong pattern, a way that is
    // blocked, no capture for a pawn, a square left for itself.
    for line in ["e1 e2", "e4 e5", "e7 e5", "b1 b3", "a1 a3", "e2 d3", "e2 e2"] {
        check(format!("{line}\n"), &[START, WHITE, INVALID, START, WHITE]);
    }
}

#[test]
fn check_is_named_after_every_board() {
    // 1. e4 f5 2. Qh5+
    let game = ["e2 e4", "f7 f5", "d1 h5"];
    let queen_h5 = board("rnbqkbnr/ppppp.pp/......../.....p.Q/....P.../......../PPPP.PPP/RNB.KBNR");
    let in_check = "\nBlack is in check\n";
    let again = [&queen_h5, in_check, BLACK].concat();
    check_reply(&game, &[], &[&again]);
    check_reply(&game, &["h"], &[HELP, &again]);
    check_reply(&game, &["q"], &[QUIT]);
    check_reply(&game, &["q", "n"], &[&again]);
    check_reply(&game, &["e7e5"], &[INVALID, &again]);
    // Legal but for the check.
    check_reply(&game, &["a7 a6"], &[INVALID, &again]);

    let g6 = board("rnbqkbnr/ppppp..p/......p./.....p.Q/....P.../......../PPPP.PPP/RNB.KBNR");
    check_reply(&game, &["g7 g6"], &[&g6, WHITE]);
}

#[test]
fn white_is_named_in_check_too() {
    // 1. f4 e5 2. g3 Qh4 3. a3 Qxg3+
    let game = ["f2 f4", "e7 e5", "g2 g3", "d8 h4", "a2 a3", "h4 g3"];
    let taken = board("rnb.kbnr/pppp.ppp/......../....p.../.....P../P.....q./.PPPP..P/RNBQKBNR");
    check_reply(&game, &[], &[&taken, "\nWhite is in check\n", WHITE]);
}

#[test]
fn checkmate_ends_the_game() {
    let mated = board("rnb.kbnr/pppp.ppp/......../....p.../......Pq/.....P../PPPPP..P/RNBQKBNR");
    let game = ["f2 f3", "e7 e5", "g2 g4", "d8 h4"];
    check_reply(&game, &[], &[&mated, "\nCheckmate\n"]);
    check_reply(&game, &["h"], &[]);
}

#[test]
fn stalemate_ends_the_game() {
    // Sam Loyd's game of ten moves.
    let game = [
        "e2 e3", "a7 a5", "d1 h5", "a8 a6", "h5 a5", "h7 h5", "h2 h4", "a6 h6", "a5 c7", "f7 f6",
        "c7 d7", "e8 f7", "d7 b7", "d8 d3", "b7 b8", "d3 h7", "b8 c8", "f7 g6", "c8 e6",
    ];
    let end = board(".....bnr/....p.pq/....Qpkr/.......p/.......P/....P.../PPPP.PP./RNB.KBNR");
    check_reply(&game, &[], &[&end, "\nStalemate\n"]);
}

#[test]
fn no_other_draw_ends_the_game() {
    let there_and_back = ["g1 f3", "g8 f6", "f3 g1", "f6 g8"];
    let fivefold = there_and_back.repeat(5);
    check_reply(&fivefold, &[], &[START, WHITE]);
}

/// A white pawn stands on h7; h8 is free and a rook can be taken on g8.
const PAWN_ON_H7: [&str; 8] =
    ["h2 h4", "g7 g5", "h4 g5", "h7 h6", "g5 h6", "g8 f6", "h6 h7", "h8 g8"];

#[test]
fn promotion_asks_for_the_piece_before_it_shows_the_board() {
    check_reply(&PAWN_ON_H7, &["h7 h8"], &[PIECE]);
    check_reply(&PAWN_ON_H7, &["h7 g8"], &[PIECE]);
    for (answer, letter) in [("q", "Q"), ("n", "N"), ("r", "R"), ("b", "B")] {
        let rows = "rnbqkbr@/pppppp../.....n../......../......../......../PPPPPPP./RNBQKBNR";
        let promoted = board(&rows.replace('@', letter));
        check_reply(&PAWN_ON_H7, &["h7 h8", answer], &[&promoted, BLACK]);
    }
}

#[test]
fn a_wrong_piece_is_asked_for_again() {
    for wrong in ["Q", "k", "p", "queen", "", " q", "q ", "h", "e2 e4"] {
        check_reply(&PAWN_ON_H7, &["h7 h8", wrong], &[NOT_A_PIECE]);
        check_reply(&PAWN_ON_H7, &["h7 h8", wrong, wrong], &[NOT_A_PIECE]);
    }
    let knight = board("rnbqkbrN/pppppp../.....n../......../......../......../PPPPPPP./RNBQKBNR");
    check_reply(&PAWN_ON_H7, &["h7 h8", "N", "n"], &[&knight, BLACK]);
}

#[test]
fn no_piece_is_asked_for_when_the_promotion_is_illegal() {
    let in_check = [&PAWN_ON_H7[..], &["f2 f3", "e7 e6", "a2 a3", "f8 d6", "e2 e4", "d6 g3"]];
    let shown = board("rnbqk.r./pppp.p.P/....pn../......../....P.../P....Pb./.PPP..P./RNBQKBNR");
    let again = [INVALID, &shown, "\nWhite is in check\n", WHITE];
    check_reply(&in_check.concat(), &["h7 h8"], &again);
    check_reply(&in_check.concat(), &["h7 g8"], &again);
}

#[test]
fn en_passant_is_a_pawn_move_to_the_square_behind() {
    let game = ["e2 e4", "a7 a6", "e4 e5", "d7 d5"];
    let taken = board("rnbqkbnr/.pp.pppp/p..P..../......../......../......../PPPP.PPP/RNBQKBNR");
    check_reply(&game, &["e5 d6"], &[&taken, BLACK]);
    // A move later it is too late.
    let late = board("rnbqkbnr/.pp.pppp/......../p..pP.../......../P......./.PPP.PPP/RNBQKBNR");
    check_reply(&game, &["a2 a3", "a6 a5", "e5 d6"], &[INVALID, &late, WHITE]);
}

#[test]
fn castling_is_the_kings_two_squares() {
    let short = ["e2 e4", "e7 e5", "g1 f3", "g8 f6", "f1 c4", "f8 c5"];
    let ready = board("rnbqk..r/pppp.ppp/.....n../..b.p.../..B.P.../.....N../PPPP.PPP/RNBQK..R");
    let white = board("rnbqk..r/pppp.ppp/.....n../..b.p.../..B.P.../.....N../PPPP.PPP/RNBQ.RK.");
    let both = board("rnbq.rk./pppp.ppp/.....n../..b.p.../..B.P.../.....N../PPPP.PPP/RNBQ.RK.");
    check_reply(&short, &["e1 g1"], &[&white, BLACK]);
    check_reply(&short, &["e1 g1", "e8 g8"], &[&both, WHITE]);
    for other in ["e1 h1", "e1 c1", "e1 a1", "h1 e1", "O-O"] {
        check_reply(&short, &[other], &[INVALID, &ready, WHITE]);
    }

    let long = ["d2 d4", "d7 d5", "b1 c3", "b8 c6", "c1 f4", "c8 f5", "d1 d2", "d8 d7"];
    let castled = board("r...kbnr/pppqpppp/..n...../...p.b../...P.B../..N...../PPPQPPPP/..KR.BNR");
    check_reply(&long, &["e1 c1"], &[&castled, BLACK]);
}

#[test]
fn the_end_of_the_input_ends_the_game_at_every_question() {
    check("", &[START, WHITE]);
    check("q\n", &[START, WHITE, QUIT]);
    check("q", &[START, WHITE, QUIT]);
    check_reply(&PAWN_ON_H7, &["h7 h8"], &[PIECE]);
    check_reply(&PAWN_ON_H7, &["h7 h8", "x"], &[NOT_A_PIECE]);
}

#[test]
fn every_question_is_shown_before_its_answer_is_read() {
    /// A screen that shows what was written only when it is flushed.
    #[derive(Default)]
    struct Screen {
        written: Vec<u8>,
        shown: Rc<RefCell<Vec<u8>>>,
    }
    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            self.shown.borrow_mut().append(&mut self.written);
            Ok(())
        }
    }
    /// A player who looks at the screen before typing each line.
    struct Player {
        lines: std::vec::IntoIter<&'static str>,
        seen: Rc<RefCell<Vec<u8>>>,
    }
    impl Read for Player {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(self.seen.borrow().ends_with(b": ") || self.seen.borrow().ends_with(b"? "));
            let line = self.lines.next().unwrap_or_default();
            line.as_bytes().read(buffer)
        }
    }
    let screen = Screen::default();
    let seen = Rc::clone(&screen.shown);
    let lines = vec!["e2 e4\n", "h\n", "q\n", "n\n"].into_iter();
    terminal::text::play(BufReader::new(Player { lines, seen }), screen).unwrap();
}

#[test]
fn a_screen_that_fails_is_reported() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = terminal::text::play(&b"e2 e4\n"[..], Closed).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
