//! Reading SAN accepts exactly the legal moves, in every spelling.

use tabiya_chess::{Move, Position, Role, Square};

/// Positions with pins, checks, double checks, promotions, castling and en passant.
const POSITIONS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "4r2k/8/8/8/7b/8/3PPP2/4K3 w - - 0 1",
    "8/1Q1Q4/8/1Q6/8/8/7k/K7 w - - 0 1",
];

/// Tries every piece to every square, and compares with the generated moves.
fn check_every_pair(position: &Position) {
    let legal = position.legal_moves();
    for (from, piece) in position.board().iter() {
        for to in Square::ALL {
            let choices = Role::PROMOTIONS.map(Some).into_iter().chain([None]);
            for promotion in choices.filter(|choice| piece.role == Role::Pawn || choice.is_none()) {
                let letter = Some(piece.role.upper_char()).filter(|_| piece.role != Role::Pawn);
                let becomes = promotion.map(|role| format!("={}", role.upper_char()));
                let text =
                    [letter.map(String::from), Some(format!("{from}{to}")), becomes].into_iter();
                let text: String = text.flatten().collect();
                let fits = |m: &&Move| {
                    (m.from(), m.to(), m.promoted(), m.is_castle()) == (from, to, promotion, false)
                };
                let expected = legal.iter().find(fits).copied();
                let found = position.parse_san(&text).ok();
                if piece.color == position.turn() {
                    assert_eq!(found, expected, "{text} in {position}");
                } else {
                    assert_eq!(found.filter(|m| m.from() == from), None, "{text} in {position}");
                }
            }
        }
    }
}

#[test]
fn every_pair_of_squares_is_read_as_the_rules_say() {
    for fen in POSITIONS {
        let position: Position = fen.parse().expect(fen);
        check_every_pair(&position);
        for &m in &position.legal_moves() {
            assert_eq!(position.parse_san(&position.san(m)), Ok(m), "{fen}");
            check_every_pair(&position.play_unchecked(m));
        }
    }
}
