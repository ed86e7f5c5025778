//! The table is valid, and games get the names that players use.

use std::collections::HashSet;

use chess::{Move, Position};
use openings::{MAX_PLIES, Opening};

/// The moves of a game in SAN, without numbers.
fn game(sans: &str) -> (Position, Vec<Move>) {
    let mut position = Position::default();
    let mut moves = Vec::new();
    for san in sans.split_whitespace() {
        let m = position.parse_san(san).unwrap_or_else(|error| panic!("{sans}: {error}"));
        position = position.play(m).expect("legal");
        moves.push(m);
    }
    (position, moves)
}

fn named(sans: &str) -> Option<Opening> {
    openings::of_game(&Position::default(), &game(sans).1)
}

#[test]
fn every_row_is_a_legal_line_with_a_code_and_a_name() {
    let mut rows = 0;
    let mut seen = HashSet::new();
    for (opening, moves) in openings::all() {
        rows += 1;
        let mut position = Position::default();
        assert!(moves.split(' ').count() <= MAX_PLIES, "{moves}");
        for uci in moves.split(' ') {
            let m = position.parse_uci(uci).unwrap_or_else(|error| panic!("{moves}: {error}"));
            position = position.play(m).expect("legal");
        }
        assert_eq!(openings::find(&position), Some(opening), "{moves}");
        assert!(seen.insert((*position.board(), position.turn())), "{moves} is there twice");
        let [letter, digits @ ..] = opening.eco.as_bytes() else { panic!("no code: {moves}") };
        assert!((b'A'..=b'E').contains(letter) && digits.len() == 2, "{opening:?}");
        assert!(digits.iter().all(u8::is_ascii_digit), "{opening:?}");
        assert!(opening.name.starts_with(char::is_uppercase), "{opening:?}");
        assert_eq!(opening.name.trim(), opening.name);
    }
    assert_eq!(rows, 2009);
}

#[test]
fn rows_are_sorted_by_their_moves() {
    let moves: Vec<&str> = openings::all().map(|(_, moves)| moves).collect();
    assert!(moves.is_sorted());
}

#[test]
fn famous_openings_have_their_names() {
    for (sans, eco, name) in [
        ("e4", "B00", "King's Pawn Opening"),
        ("e4 e5 Nf3 Nc6 Bb5", "C60", "Ruy Lopez"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "C50", "Giuoco Piano"),
        ("e4 e5 f4 exf4", "C33", "King's Gambit Accepted"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defense: Najdorf Variation"),
        ("e4 e6", "C00", "French Defense"),
        ("e4 c6", "B10", "Caro-Kann Defense"),
        ("d4 d5 c4", "D06", "Queen's Gambit"),
        ("d4 d5 c4 e6", "D30", "Queen's Gambit Declined"),
        ("d4 d5 c4 dxc4", "D20", "Queen's Gambit Accepted"),
        ("d4 Nf6 c4 g6 Nc3 d5", "D80", "Grünfeld Defense"),
        ("d4 Nf6 c4 e6 Nc3 Bb4", "E20", "Nimzo-Indian Defense"),
        ("c4", "A10", "English Opening"),
        ("Nf3 d5 c4", "A09", "Réti Opening"),
    ] {
        assert_eq!(named(sans), Some(Opening { eco, name }), "{sans}");
    }
}

#[test]
fn other_moves_to_the_same_position_have_the_same_name() {
    for (one, other) in [
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "e4 Nc6 Bc4 e5 Nf3 Bc5"),
        ("d4 Nf6 c4 g6 Nc3 d5", "c4 Nf6 d4 d5 Nc3 g6"),
        // In one line the pawn on e5 can be captured en passant, in the other the one on c5.
        ("d4 c5 d5 e5", "d4 e5 d5 c5"),
    ] {
        assert_eq!(named(one), named(other), "{one} and {other}");
        assert!(named(one).is_some());
    }
}

#[test]
fn counters_do_not_matter() {
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
    for counters in ["- 0 2", "- 40 90", "c6 0 2"] {
        let position: Position = format!("{fen} {counters}").parse().expect("a FEN");
        assert_eq!(openings::find(&position).map(|opening| opening.eco), Some("B20"), "{counters}");
    }
}

#[test]
fn a_game_keeps_the_last_name_it_had() {
    let long = format!("e4 c5{}", " Nf3 Nf6 Ng1 Ng8".repeat(30));
    for sans in ["e4 c5", "e4 c5 h4 h5 Rh3 Rh6 a3", "e4 c5 a4 a5 Ra3 Ra6 Rb3", &long] {
        let eco = named(sans).map(|opening| opening.eco.chars().next());
        assert_eq!(eco, Some(Some('B')), "{sans}");
    }
    assert_eq!(named(""), None);
}

#[test]
fn only_games_from_the_ordinary_start_have_an_opening() {
    let moves = game("e4 c5").1;
    let shuffled = chess::chess960::start(0).expect("a start");
    assert_eq!(openings::of_game(&shuffled, &moves), None);
    let after: Position =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("a FEN");
    assert_eq!(openings::of_game(&after, &game("e4 c5").1[1..]), None);
    assert_eq!(openings::of_positions([]), None);
}

#[test]
fn a_position_of_chess960_has_no_name() {
    // The pieces of a known line in which White has lost the right to castle; here the king on f1
    // has it.
    let (ours, _) = game("e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5");
    let known = ours.to_string();
    assert!(openings::find(&ours).is_some(), "{known}");
    let castles = known.replace(" kq ", " HAkq ");
    let position: Position = castles.parse().expect("a FEN of Chess960");
    assert_eq!(openings::find(&position), None, "{castles}");
}

#[test]
fn a_family_is_the_name_without_the_variation() {
    let najdorf = named("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6").expect("a known opening");
    assert_eq!(najdorf.family(), "Sicilian Defense");
    assert_eq!(named("e4 c5").expect("a known opening").family(), "Sicilian Defense");
}
