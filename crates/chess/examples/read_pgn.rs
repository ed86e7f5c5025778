//! Reads the games of a PGN file and reports what is wrong with them.
//!
//! Real files have misspelled moves, unclosed comments and strange encodings. The reader keeps what
//! it can read of each game and reports the rest with line and column. Pass the path of a file as
//! the first argument, or `-` for the standard input; a file of any size is read in little memory.

use std::fs::File;
use std::io::{self, Read};

use tabiya_chess::pgn::Reader;

const GAMES: &str = "\
[White \"Morphy\"]\n[Black \"Allies\"]\n[Result \"1-0\"]\n
1. e4 e5 2. Nf3 d6 3. d4 Bg4 {A weak move.} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5)
5. Qxf3 dxe5 1-0\n
[White \"Ann\"]\n[Black \"Bob\"]\n
1. d4 d5 2. Ke3 Nf6 *\n";

fn main() -> io::Result<()> {
    let input: Box<dyn Read> = match std::env::args().nth(1).as_deref() {
        None => Box::new(GAMES.as_bytes()),
        Some("-") => Box::new(io::stdin()),
        Some(path) => Box::new(File::open(path)?),
    };
    for record in Reader::new(input).records() {
        let record = record?;
        let tag = |name| record.tree.tags().get(name).unwrap_or("?");
        let (moves, all) = (record.tree.main_line().count(), record.tree.plies());
        print!("line {}: {} - {}, {moves} half-moves", record.line, tag("White"), tag("Black"));
        println!(", {} in variations, {}", all - moves, record.tree.result());
        record.errors.iter().for_each(|error| println!("  {error}"));
    }
    Ok(())
}
