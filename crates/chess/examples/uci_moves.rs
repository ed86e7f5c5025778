//! Reads the `position` command of the UCI protocol and answers with a move.
//!
//! UCI moves are two squares and a promotion, and only a position tells castling and en passant
//! captures apart from normal moves. `UciMove` is the text alone, for code that has no position
//! yet; `parse_uci` gives a legal move or the reason why it is illegal.

use tabiya_chess::{CastlingMode, Position, UciMove};

const COMMAND: &str = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::default();
    let (_, moves) = COMMAND.split_once(" moves ").ok_or("the command has moves")?;
    for text in moves.split(' ') {
        let uci: UciMove = text.parse()?;
        let m = uci.to_move(&position)?;
        println!("{text} is {}", position.san(m));
        position = position.play(m)?;
    }
    println!("{position}");

    for text in ["f6e4", "e8g8", "e7e8q", "castle"] {
        match position.parse_uci(text) {
            Ok(m) => println!("{text} is legal: {}", position.san(m)),
            Err(error) => println!("{error}"),
        }
    }
    // Any rule will do for an example: the last capture in generation order, or the first move.
    let reply = position.captures().last().copied().or(position.legal_moves().first().copied());
    println!("bestmove {}", reply.ok_or("the game is over")?.uci(CastlingMode::Standard));
    Ok(())
}
