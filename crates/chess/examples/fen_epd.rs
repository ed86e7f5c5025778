//! Reads and writes positions as FEN and EPD.
//!
//! FEN is how programs exchange positions; EPD adds operations such as the best move, and is the
//! format of test suites. Errors quote the text and say what would be accepted, so they can be
//! shown to a user as they are.

use tabiya_chess::{Epd, Position};

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";
8/8/1KP5/3r4/8/8/8/k7 w - - bm c7; id \"Saavedra\"; c0 \"Promote to a rook.\";";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in SUITE.lines() {
        let epd: Epd = line.parse()?;
        let best: Vec<String> =
            epd.moves("bm")?.iter().map(|m| m.display(&epd.position).to_string()).collect();
        let id =
            epd.operands("id").and_then(|words| words.first()).ok_or("every line has an id")?;
        println!("{id}: {} in {}", best.join(" "), epd.position);
        assert_eq!(epd.to_string(), line);
    }
    for fen in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
    ] {
        match fen.parse::<Position>() {
            Ok(position) => println!("{position}"),
            Err(error) => println!("{error}"),
        }
    }
    Ok(())
}
