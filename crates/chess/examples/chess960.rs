//! Sets up Chess960 games and castles in them.
//!
//! There are 960 start positions, each with a number. Kings and rooks may start anywhere, so
//! castling cannot be told from the king's two squares alone; UCI therefore writes it as the king
//! capturing its own rook. FEN has two spellings as well, and both are read.

use tabiya_chess::{CastlingMode, Position, chess960};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    assert_eq!(chess960::start(chess960::STANDARD_START), Some(Position::default()));
    for number in [0, 518, 959] {
        let start = chess960::start(number).ok_or("numbers go from 0 to 959")?;
        println!("{number:>3}: {start}");
    }

    let start: Position = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1".parse()?;
    let mode = CastlingMode::of(&start);
    for san in ["O-O", "O-O-O"] {
        let castle = start.parse_san(san)?;
        let after = start.play(castle)?;
        println!("{san} is {} in {mode:?}: {}", castle.uci(mode), after.board());
    }
    println!("Shredder-FEN: {}", start.to_setup().shredder_fen());
    println!("X-FEN:        {start}");
    Ok(())
}
