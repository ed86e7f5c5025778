//! Polyglot books.

use chess::{CastlingMode, Position, Square};
use engine::{Book, BookErrorKind};
use random::SplitMix64;

const PROMOTES: &str = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// The code of a move: squares, then 0 for no promotion, 1 for a knight up to 4 for a queen.
fn code(from: Square, to: Square, promotion: u16) -> u16 {
    to.index() as u16 | (from.index() as u16) << 6 | promotion << 12
}

fn entry(position: &Position, code: u16, weight: u16) -> [u8; 16] {
    let mut row = [0; 16];
    row[..8].copy_from_slice(&position.polyglot_key().to_be_bytes());
    row[8..10].copy_from_slice(&code.to_be_bytes());
    row[10..12].copy_from_slice(&weight.to_be_bytes());
    row
}

/// A book of these entries, sorted as a book must be.
fn book(mut entries: Vec<[u8; 16]>) -> Book {
    entries.sort_by_key(|row| row[..8].to_vec());
    Book::from_bytes(&entries.concat()).expect("a sound book")
}

/// The moves of a book as text, with their weights.
fn moves(book: &Book, position: &Position) -> Vec<(String, u16)> {
    let text = |candidate: &engine::BookMove| {
        (candidate.m.uci(CastlingMode::Chess960).to_string(), candidate.weight)
    };
    book.moves(position).iter().map(text).collect()
}

#[test]
fn moves_are_decoded_and_illegal_ones_left_out() {
    let (start, promotes) = (Position::default(), PROMOTES.parse().unwrap());
    let castles: Position = CASTLES.parse().unwrap();
    let book = book(vec![
        entry(&start, code(Square::E2, Square::E4, 0), 7),
        entry(&start, code(Square::E2, Square::E5, 0), 9),
        entry(&start, code(Square::E2, Square::E4, 5), 9),
        entry(&start, code(Square::G1, Square::F3, 0), 3),
        entry(&promotes, code(Square::E7, Square::E8, 0), 1),
        entry(&promotes, code(Square::E7, Square::E8, 1), 2),
        entry(&promotes, code(Square::E7, Square::E8, 4), 3),
        entry(&castles, code(Square::E1, Square::H1, 0), 1),
        entry(&castles, code(Square::E1, Square::A1, 0), 1),
    ]);
    assert_eq!(book.len(), 9);
    assert_eq!(moves(&book, &start), [("e2e4".into(), 7), ("g1f3".into(), 3)]);
    assert_eq!(moves(&book, &promotes), [("e7e8n".into(), 2), ("e7e8q".into(), 3)]);
    assert_eq!(moves(&book, &castles), [("e1h1".into(), 1), ("e1a1".into(), 1)]);
    let unknown = start.play(start.parse_uci("a2a3").unwrap()).unwrap();
    assert_eq!(moves(&book, &unknown), []);
    assert_eq!(book.choose(&unknown, 1), None);
}

#[test]
fn a_move_is_chosen_as_often_as_its_weight_says() {
    let start = Position::default();
    let weighted = [(Square::D2, Square::D4, 0), (Square::E2, Square::E4, 3)];
    let book_of = |weights: &[(Square, Square, u16)]| {
        let row = |&(from, to, weight)| entry(&start, code(from, to, 0), weight);
        book(weights.iter().map(row).collect())
    };
    let count = |book: &Book, text| {
        let draws = (0..400_u64).map(|draw| (2 * draw + 1) * (u64::MAX / 800));
        let chosen = draws.map(|random| book.choose(&start, random).unwrap());
        chosen.filter(|m| m.uci(CastlingMode::Standard).as_str() == text).count()
    };
    let with_zero = book_of(&weighted);
    assert_eq!((count(&with_zero, "d2d4"), count(&with_zero, "e2e4")), (0, 400));
    let uneven = book_of(&[(Square::D2, Square::D4, 1), weighted[1]]);
    assert_eq!((count(&uneven, "d2d4"), count(&uneven, "e2e4")), (100, 300));
    let zeros = book_of(&[weighted[0], (Square::E2, Square::E4, 0)]);
    assert_eq!((count(&zeros, "d2d4"), count(&zeros, "e2e4")), (200, 200));
    assert_eq!(with_zero.choose(&start, u64::MAX), with_zero.choose(&start, 0));
}

#[test]
fn a_book_is_closed_after_its_last_half_move() {
    let start = Position::default();
    let book = book(vec![entry(&start, code(Square::E2, Square::E4, 0), 1)]);
    assert!(book.clone().up_to(1).choose(&start, 0).is_some());
    assert!(book.up_to(0).choose(&start, 0).is_none());
}

#[test]
fn a_broken_book_is_refused_with_its_fault() {
    let start = Position::default();
    let high = [255; 16];
    let low = entry(&start, code(Square::E2, Square::E4, 0), 1);
    let error = |bytes: &[u8]| Book::from_bytes(bytes).expect_err("a error").to_string();
    assert_eq!(error(&[]), "is empty");
    assert_eq!(error(&[0; 17]), "is 17 bytes long; a Polyglot book has 16 bytes for each entry");
    assert_eq!(
        error(&[high, low].concat()),
        "is not sorted: entry 1 has a smaller key than the one before it"
    );
    let missing = Book::open("no/such/book.bin".as_ref()).expect_err("no file");
    assert!(matches!(missing.reason, BookErrorKind::Unreadable(_)));
    assert!(missing.to_string().starts_with("the book 'no/such/book.bin' cannot be read: "));
}

#[test]
fn a_book_that_is_cut_off_is_rejected() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/openings/truncated.bin");
    let error = Book::open(path.as_ref()).expect_err("a broken length");
    assert!(matches!(error.reason, BookErrorKind::BadLength(40)), "{error}");
}

#[test]
fn a_book_leads_through_its_openings() {
    const OPENINGS: [&str; 8] = [
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
        "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4 e5d4",
        "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
        "e2e4 e7e6 d2d4 d7d5 b1c3 f8b4 e4e5 c7c5",
        "e2e4 c7c6 d2d4 d7d5 e4d5 c6d5",
        "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",
        "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8",
        "c2c4 e7e5 b1c3 g8f6 g2g3 d7d5 c4d5 f6d5",
    ];
    let mut entries = Vec::new();
    for line in OPENINGS {
        let mut position = Position::default();
        for text in line.split(' ') {
            let m = position.parse_uci(text).expect("a legal move");
            entries.push(entry(&position, code(m.from(), m.to(), 0), 1));
            position = position.play(m).expect("a legal move");
        }
    }
    let book = book(entries);
    let mut lengths = Vec::new();
    for seed in 1..=200_u64 {
        let mut random = SplitMix64::new(seed);
        let mut position = Position::default();
        let mut plies = 0;
        while let Some(m) = book.choose(&position, random.next_u64()) {
            position = position.play(m).expect("book moves are legal");
            plies += 1;
        }
        lengths.push(plies);
    }
    lengths.sort_unstable();
    lengths.dedup();
    assert_eq!(lengths, [6, 8, 10], "every line is followed to its end");
}
