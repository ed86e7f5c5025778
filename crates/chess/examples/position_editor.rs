//! Builds a position piece by piece, as a board editor does.
//!
//! A `Setup` holds whatever the user has put on the board so far, sensible or not. Turning it into
//! a `Position` checks it; the error names the broken rule, so that the editor can show it. Once
//! the position is legal it can be played from, and turned back into a setup to edit it further.

use tabiya_chess::{Color, Position, Role, Setup, Square};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut setup = Setup::EMPTY;
    let steps = [
        (Square::E1, Role::King.of(Color::White)),
        (Square::E8, Role::King.of(Color::Black)),
        (Square::A8, Role::Pawn.of(Color::White)),
        (Square::A8, Role::Rook.of(Color::White)),
    ];
    for (square, piece) in steps {
        setup.board.put(square, piece);
        match Position::try_from(setup) {
            Ok(position) => println!("{piece} on {square}: {position}"),
            Err(error) => println!("{piece} on {square}: {error}"),
        }
    }

    // The rook gives check, so it must be Black's turn.
    setup.turn = Color::Black;
    let position = Position::try_from(setup)?;
    println!("Black to move: {position}");
    assert!(position.is_check());

    let mut edited = position.to_setup();
    edited.board.take(Square::A8);
    println!("without the rook: {}", Position::try_from(edited)?);
    Ok(())
}
