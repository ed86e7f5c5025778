//! Standard algebraic notation, written and read.

use tabiya_chess::{CastlingMode, Move, Position, Role, SanError, Square};

use super::position;

#[test]
fn a_move_is_written_with_minimal_disambiguation() {
    let check = |fen: &str, uci: &str, san: &str| {
        let position = position(fen);
        let m = position.parse_uci(uci).unwrap();
        assert_eq!(position.san(m).as_str(), san, "{fen} {uci}");
        assert_eq!(position.parse_san(san), Ok(m), "{fen} {san}");
    };
    // Nothing, the file, the rank, both.
    check("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", "Nc3");
    check("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2");
    check("4k3/8/8/8/8/5N2/8/5N1K w - - 0 1", "f1d2", "N1d2");
    check("4k3/8/8/8/8/1N6/8/1N3N1K w - - 0 1", "b1d2", "Nb1d2");
    check("4k3/8/8/8/8/1N6/8/1N3N1K w - - 0 1", "b3d2", "N3d2");
    check("4k3/8/8/8/8/1N6/8/1N3N1K w - - 0 1", "f1d2", "Nfd2");
    check("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1");
    check("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1");
    check("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1");
    check("3k4/8/8/R7/8/8/8/R5K1 w - - 0 1", "a1a3", "R1a3");
    check("3k4/8/8/8/8/8/7K/R6R w - - 0 1", "a1d1", "Rad1+");
    // With captures.
    check("4k3/8/8/8/8/8/3p4/1N2KN2 w - - 0 1", "b1d2", "Nbxd2");
    check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
    // Another piece that is pinned or blocked does not count.
    check("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2");
    check("3rk3/8/8/8/3N4/8/8/3K2N1 w - - 0 1", "g1f3", "Nf3");
    check("b3k3/8/8/3Q4/8/8/8/3Q3K w - - 0 1", "d1d4", "Qd4");
    check("4r1k1/8/8/4R3/8/8/8/R3K3 w - - 0 1", "a1a5", "Ra5");
    check("6k1/8/8/8/8/8/R2n3R/6K1 w - - 0 1", "a2c2", "Rc2");
    check("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1");
    // A pinned one that can move along its pin does.
    check("4r1k1/4R3/8/8/R7/8/8/4K3 w - - 0 1", "a4e4", "Rae4");
    check("4r1k1/4R3/8/8/R7/8/8/4K3 w - - 0 1", "e7e4", "Ree4");
}

#[test]
fn a_move_is_written_with_its_check_or_mate() {
    let check = |fen: &str, uci: &str, san: &str| {
        let position = position(fen);
        assert_eq!(position.san(position.parse_uci(uci).unwrap()).as_str(), san, "{fen} {uci}");
    };
    check("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8+");
    check("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#");
    check("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+");
    check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
    check("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N");
    check("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+");
    check("3r3k/4P1pp/8/8/8/8/8/4K3 w - - 0 1", "e7d8r", "exd8=R#");
    // A discovered check, a check en passant, and a stalemate, which has no mark.
    check("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c3", "Nc3+");
    check("8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+");
    check("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", "Qg6");
}

#[test]
fn long_algebraic_gives_both_squares() {
    let check = |fen: &str, uci: &str, expect: &str| {
        let position = position(fen);
        let m = position.parse_uci(uci).unwrap();
        assert_eq!(position.long_algebraic(m).as_str(), expect, "{fen} {uci}");
        assert_eq!(position.parse_san(expect), Ok(m), "{fen} {expect}");
    };
    check("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", "Nb1-c3");
    check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "e4xd5");
    check("3r3k/4P1pp/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "e7xd8=Q#");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5xd6");
    check("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+");
}

#[test]
fn reading_is_lenient() {
    let check = |fen: &str, texts: &[&str], uci: &str| {
        let position = position(fen);
        for text in texts {
            let found = position.parse_san(text).map(|m| m.uci(CastlingMode::Standard));
            assert_eq!(found.as_deref(), Ok(uci), "{fen} {text}");
        }
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let knight = ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3!", "Nf3?!", "Nf3+", "Nf3#!!"];
    check(start, &knight, "g1f3");
    check(start, &["e4", "e2e4", "e2-e4", "ee4", "Pe4", "e4!?"], "e2e4");
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(castles, &["O-O", "0-0", "o-o", "O-O+", "0-0!"], "e1g1");
    check(castles, &["O-O-O", "0-0-0", "o-o-o", "O-O-O#"], "e1c1");
    let promotes = "3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    check(promotes, &["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e7e8=Q", "e7-e8Q"], "e7e8q");
    check(promotes, &["exd8=N", "ed8=N", "e7xd8N", "e7d8=N", "e:d8=N"], "e7d8n");
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check(passing, &["exd6", "ed6", "e5xd6", "exd6e.p.", "exd6ep", "exd6e.p.+"], "e5d6");
    let takes = "4k3/8/8/8/8/8/3p4/1N2KN2 w - - 0 1";
    check(takes, &["Nbxd2", "Nbd2", "Nb1xd2", "Nb:d2"], "b1d2");
}

#[test]
fn illegal_and_ambiguous_moves_are_errors() {
    let check = |fen: &str, text: &str, error: fn(String) -> SanError, message: &str| {
        let refused = position(fen).parse_san(text);
        assert_eq!(refused, Err(error(text.into())), "{fen}");
        assert_eq!(refused.unwrap_err().to_string(), message, "{fen}");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for text in [
        "", "+", "x", "e", "4", "e9", "i4", "E4", "Xf3", "Nf", "N", "Ng1g1f3", "O-O-O-O", "OO",
        "e4 e5", " e4", "e4 ", "e8=K", "e8=P", "e8=X", "--", "Z0", "exd", "xx4", "N.f3", "♘f3",
        "e2xe", "a1b2c3", "=Q", "(Q)", "e.p.",
    ] {
        let message = format!("'{text}' is not a move such as Nf3, exd5 or O-O");
        check(start, text, SanError::Syntax, &message);
    }
    for text in ["e5", "Nd2", "Nf4", "O-O", "O-O-O", "exd5", "Ke2", "N2f3", "e4=Q", "Nf3=Q", "e1"] {
        check(start, text, SanError::Illegal, &format!("{text} is not a legal move here"));
    }
    let twins = "4k3/8/8/8/8/1N6/8/1N3N1K w - - 0 1";
    for text in ["Nd2", "N1d2", "Nbd2", "Nxd2"] {
        check(
            twins,
            text,
            SanError::Ambiguous,
            &format!("{text} matches more than one legal move"),
        );
    }
    let pawn = "3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    let message = "e8 lacks its promotion, such as e8=Q";
    check(pawn, "e8", SanError::PromotionMissing, message);
    let message = "exd8 lacks its promotion, such as exd8=Q";
    check(pawn, "exd8", SanError::PromotionMissing, message);
    // A pinned piece, and a king into check.
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    check(pinned, "Nc3", SanError::Illegal, "Nc3 is not a legal move here");
    check(
        "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
        "Kd2",
        SanError::Illegal,
        "Kd2 is not a legal move here",
    );
}

#[test]
fn any_move_at_all_can_be_written() {
    let crowded = position("8/8/8/k7/4Q2Q/8/8/K3n2Q w - - 0 1");
    for position in [Position::default(), crowded] {
        for from in Square::ALL {
            for to in Square::ALL {
                let promotions = Role::PROMOTIONS.map(|role| Move::promotion(from, to, role));
                let plain =
                    [Move::normal(from, to), Move::castle(from, to), Move::en_passant(from, to)];
                for m in plain.into_iter().chain(promotions) {
                    assert!(!position.san(m).is_empty());
                    assert!(!position.long_algebraic(m).is_empty());
                }
            }
        }
    }
}
