//! Draws by repetition and by the fifty-move and seventy-five-move rules, claimed and automatic.

use tabiya_chess::Outcome::{
    FiftyMoves, FivefoldRepetition, SeventyFiveMoves, ThreefoldRepetition,
};
use tabiya_chess::{Color, Game, Outcome, PlayError};

use super::position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game from moves in UCI notation.
fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(position(fen));
    for text in moves.split_whitespace() {
        let m = game.position().parse_uci(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(m).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

/// Checks the repetitions, claim and outcome at the end of a game.
fn check(fen: &str, moves: &str, repetitions: usize, claim: Option<Outcome>, end: Option<Outcome>) {
    let game = game(fen, moves);
    assert_eq!(game.repetitions(), repetitions, "{fen} {moves}");
    assert_eq!(game.claimable_draw(), claim, "{fen} {moves}");
    assert_eq!(game.outcome(), end, "{fen} {moves}");
}

#[test]
fn three_occurrences_allow_a_claim_and_five_end_the_game() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ";
    check(START, "", 1, None, None);
    check(START, knights, 2, None, None);
    check(START, &knights.repeat(2), 3, Some(ThreefoldRepetition), None);
    check(START, &format!("{} g1f3", knights.repeat(2)), 3, Some(ThreefoldRepetition), None);
    check(START, &format!("{} e2e4", knights.repeat(2)), 1, None, None);
    check(START, &knights.repeat(3), 4, Some(ThreefoldRepetition), None);
    check(START, &knights.repeat(4), 5, None, Some(FivefoldRepetition));
}

#[test]
fn positions_with_other_rights_are_other_positions() {
    // The first cycle loses the castling rights, so the count starts after it.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let cycle = "h1g1 h8g8 g1h1 g8h8 ";
    check(rooks, cycle, 1, None, None);
    check(rooks, &cycle.repeat(2), 2, None, None);
    check(rooks, &cycle.repeat(3), 3, Some(ThreefoldRepetition), None);
    // A legal en passant capture makes the first occurrence a different position.
    let pawns = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let kings = "e1e2 e8e7 e2e1 e7e8 ";
    check(pawns, &format!("d7d5 {}", kings.repeat(2)), 2, None, None);
    check(pawns, &format!("d7d5 {}", kings.repeat(3)), 3, Some(ThreefoldRepetition), None);
    // An illegal one, because the pawn is pinned or missing, does not.
    let pinned = "4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1";
    let kings = "a5a4 e8e7 a4a5 e7e8 ";
    check(pinned, &format!("d7d5 {}", kings.repeat(2)), 3, Some(ThreefoldRepetition), None);
    let kings = "e1e2 e8e7 e2e1 e7e8 ";
    let alone = "4k3/3p4/8/8/8/8/8/4K2R b - - 0 1";
    check(alone, &format!("d7d5 {}", kings.repeat(2)), 3, Some(ThreefoldRepetition), None);
}

#[test]
fn pieces_that_change_places_make_the_same_position() {
    let moves = "b1c3 g8f6 g1f3 f6g8 c3b1 g8f6 f3g1 f6g8";
    check(START, moves, 2, None, None);
    // The two knights swap squares; they are interchangeable.
    let knights = "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1";
    let swap = "b1d2 e8d8 g1f3 d8e8 d2e4 e8d8 e4g3 d8e8 f3d4 e8d8 g3e2 d8e8 d4b3 e8d8 e2g1 d8e8 \
                b3d2 e8d8 d2b1 d8e8";
    check(knights, swap, 2, None, None);
}

#[test]
fn fifty_moves_allow_a_claim_and_seventy_five_end_the_game() {
    let at = |halfmoves: u16| format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {halfmoves} 90");
    check(&at(98), "a1a2", 1, None, None);
    check(&at(99), "a1a2", 1, Some(FiftyMoves), None);
    check(&at(99), "e2e3", 1, None, None);
    check(&at(100), "", 1, Some(FiftyMoves), None);
    check(&at(148), "a1a2", 1, Some(FiftyMoves), None);
    check(&at(149), "a1a2", 1, None, Some(SeventyFiveMoves));
    check(&at(149), "e2e4", 1, None, None);
    check(&at(65535), "", 1, None, Some(SeventyFiveMoves));
    // Repetition takes precedence where both can be claimed.
    let shuffle = "a1a2 e8e7 a2a1 e7e8 ".repeat(2);
    check(&at(98), &shuffle, 3, Some(ThreefoldRepetition), None);
}

#[test]
fn mate_comes_before_every_draw() {
    let mate = Some(Outcome::Checkmate { winner: Color::White });
    check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90", "a1a8", 1, None, mate);
    check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "a1a8", 1, None, mate);
    check("7k/8/6K1/8/8/8/8/5Q2 w - - 149 90", "f1f7", 1, None, Some(Outcome::Stalemate));
}

#[test]
fn a_draw_can_be_claimed_with_the_move_that_brings_it() {
    let check = |fen: &str, moves: &str, announced: &str, expect: Option<Outcome>| {
        let game = game(fen, moves);
        let before = game.clone();
        let m = game.position().parse_uci(announced).unwrap();
        assert_eq!(game.claimable_draw_with(m), expect, "{fen} {moves} {announced}");
        assert_eq!(game, before, "a claim plays nothing");
    };
    let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    check(START, knights, "f6g8", Some(ThreefoldRepetition));
    check(START, knights, "e7e5", None);
    check(START, "g1f3 g8f6 f3g1", "f6g8", None);
    let at = |halfmoves: u16| format!("6k1/5ppp/8/8/8/8/8/R3K3 w - - {halfmoves} 90");
    check(&at(99), "", "a1a2", Some(FiftyMoves));
    check(&at(98), "", "a1a2", None);
    check(&at(99), "", "a1a8", None); // gives mate
    check(&at(150), "", "a1a2", None); // the game is over
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    for (fen, moves, next, end, message) in [
        (START, &knights[..], "e2e4", FivefoldRepetition, "Draw by fivefold repetition"),
        (
            "4k3/8/8/8/8/8/4P3/R3K3 w - - 150 90",
            "",
            "e2e4",
            SeventyFiveMoves,
            "Draw by the seventy-five-move rule",
        ),
        (
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
            "",
            "f1d2",
            Outcome::InsufficientMaterial,
            "Draw by insufficient material",
        ),
    ] {
        let mut game = game(fen, moves);
        let before = game.clone();
        let m = game.position().parse_uci(next).unwrap();
        let refused = game.play(m).unwrap_err();
        assert_eq!(refused, PlayError::GameOver(end));
        assert_eq!(refused.to_string(), format!("The game is over: {message}"));
        assert_eq!(game, before);
    }
}
