//! Reads and writes moves in standard algebraic notation.
//!
//! People type moves in many ways. Reading accepts missing check marks, long notation and castling
//! with zeros, but never guesses: an ambiguous move is an error that says so. Writing gives the one
//! form of the PGN standard, with no more of the origin than needed.

use tabiya_chess::{Position, SanError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::default();
    for typed in ["e2-e4", "e5", "Ng1f3", "Nc6", "Bb5!", "a6", "Bxc6", "dxc6", "0-0"] {
        let m = position.parse_san(typed)?;
        let piece = position.moved_piece(m).ok_or("no piece on the origin")?;
        let captured = position.captured_piece(m);
        let takes = captured.map_or_else(String::new, |piece| format!(", takes a {piece}"));
        println!("{typed:<6} is written {:<5} ({piece}{takes})", m.display(&position).to_string());
        position = position.play(m)?;
    }

    let knights: Position = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1".parse()?;
    let ambiguous = knights.parse_san("Nd2");
    assert_eq!(ambiguous, Err(SanError::Ambiguous("Nd2".into())));
    println!("{}", ambiguous.unwrap_err());
    println!("{}", knights.san(knights.parse_san("Nbd2")?));
    Ok(())
}
