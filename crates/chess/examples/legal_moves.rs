//! Lists the legal moves of a position, grouped by piece.
//!
//! A chess interface asks for the moves of one piece at a time, to highlight where it can go; a
//! search wants captures before quiet moves. Both come from the same generator, which only ever
//! returns legal moves. Pass a FEN as the first argument to use another position.

use tabiya_chess::{FenError, Position, Role};

const POSITION: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() -> Result<(), FenError> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| POSITION.to_owned());
    let position: Position = fen.parse()?;
    println!("{:?}", position.board());
    for role in Role::ALL {
        let moves = position.moves_of(role);
        let sans: Vec<String> = moves.iter().map(|&m| position.san(m).to_string()).collect();
        println!("{role:>6}: {}", sans.join(" "));
    }
    let (captures, quiets) = (position.captures().len(), position.quiets().len());
    println!("{captures} captures and {quiets} quiet moves");
    assert_eq!(captures + quiets, position.count_moves());
    Ok(())
}
