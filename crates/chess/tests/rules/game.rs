//! Playing, undoing and redoing moves.

use tabiya_chess::{Game, IllegalMove, Move, Outcome, PlayError, Position, Square};

/// A game from moves in SAN.
fn game(moves: &str) -> Game {
    let mut game = Game::default();
    for san in moves.split_whitespace() {
        game.play(game.position().parse_san(san).unwrap()).unwrap();
    }
    game
}

/// The moves that can be redone, in SAN.
fn undone(game: &Game) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::new();
    while let Some(m) = game.redo() {
        let before = &game.positions()[game.moves().len() - 1];
        texts.push(before.san(m).to_string());
    }
    texts
}

// req: D30
#[test]
fn undo_and_redo_walk_the_game_to_its_start_and_its_end() {
    let played = game("e4 d5 e5 f5 exf6 Nxf6 Nf3 g6 Bc4 Bg7 O-O O-O");
    let mut walked = played.clone();
    for ply in (0..played.moves().len()).rev() {
        assert_eq!(walked.undo(), Some(played.moves()[ply]));
        assert_eq!(walked.position(), &played.positions()[ply]);
    }
    assert_eq!(walked.undo(), None);
    assert_eq!(walked.position(), &Position::default());
    for ply in 0..played.moves().len() {
        assert_eq!(walked.redo(), Some(played.moves()[ply]));
        assert_eq!(walked.position(), &played.positions()[ply + 1]);
    }
    assert_eq!(walked.redo(), None);
    assert_eq!(walked, played);
}

#[test]
fn a_new_move_forgets_the_old_ones_unless_it_is_the_same() {
    let check = |back: usize, san: &str, expect: &[&str]| {
        let mut game = game("e4 e5 Nf3 Nc6");
        for _ in 0..back {
            game.undo();
        }
        game.play(game.position().parse_san(san).unwrap()).unwrap();
        assert_eq!(undone(&game), expect, "{back} back, then {san}");
    };
    check(0, "Bb5", &[]);
    check(1, "Nc6", &[]);
    check(1, "Nf6", &[]);
    check(3, "e5", &["Nf3", "Nc6"]);
    check(3, "c5", &[]);
    check(4, "e4", &["e5", "Nf3", "Nc6"]);
}

#[test]
fn an_illegal_move_keeps_what_can_be_redone() {
    let mut game = game("e4 e5 Nf3 Nc6");
    game.undo();
    game.undo();
    let before = game.clone();
    let refused = game.play(Move::normal(Square::E4, Square::E5));
    assert_eq!(refused, Err(PlayError::Illegal(IllegalMove::Blocked(Square::E5))));
    assert_eq!(refused.unwrap_err().to_string(), "The piece on e5 is in the way");
    assert_eq!(game, before);
    assert_eq!(undone(&game), ["Nf3", "Nc6"]);
}

#[test]
fn a_finished_game_can_be_taken_back_and_finished_again() {
    let mut game = game("f3 e5 g4 Qh4#");
    let over = game.outcome();
    assert!(over.is_some());
    assert!(game.undo().is_some());
    assert_eq!(game.outcome(), None);
    assert!(game.redo().is_some());
    assert_eq!(game.outcome(), over);
}

#[test]
fn a_recorded_game_goes_on_after_an_automatic_draw() {
    let mut game = Game::default();
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4) {
        game.play(game.position().parse_san(san).unwrap()).unwrap();
    }
    let next = game.position().parse_san("e4").unwrap();
    assert_eq!(game.play(next), Err(PlayError::GameOver(Outcome::FivefoldRepetition)));
    assert_eq!(game.play_on(next), Ok(()));
    assert_eq!((game.moves().len(), game.outcome()), (17, None));
}
