//! Opening suites: positions from EPD and lines from PGN, plain or compressed. The format is
//! recognized by content, not by file name.

use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;

use chess::pgn::{Reader, Record};
use chess::{Game, Move, Position};
use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use crate::error::MatchError;

/// The most bytes of a suite, after decompression.
const MAX_BYTES: u64 = 1 << 30;

/// A starting position and the moves that are played before the engines take over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position before the first move.
    pub start: Position,
    /// The moves of the opening.
    pub moves: Vec<Move>,
}

/// Reads all openings of a file.
///
/// # Errors
/// When the file cannot be read, has no openings, or one of them cannot be played.
pub fn read_openings(path: &Path) -> Result<Vec<Opening>, MatchError> {
    let unreadable = |error| MatchError::read(path, error);
    let text = decompress(fs::read(path).map_err(unreadable)?).map_err(unreadable)?;
    parse(&text).map_err(|reason| {
        let path = path.display().to_string();
        MatchError::Openings { path, reason }
    })
}

/// The text of a file that may be compressed: gzip, or zip with one file in it.
fn decompress(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    if bytes.starts_with(b"\x1F\x8B") {
        MultiGzDecoder::new(bytes.as_slice()).take(MAX_BYTES).read_to_end(&mut text)?;
    } else if bytes.starts_with(b"PK\x03\x04") {
        let mut archive = ZipArchive::new(Cursor::new(bytes))?;
        archive.by_index(0)?.take(MAX_BYTES).read_to_end(&mut text)?;
    } else {
        text = bytes;
    }
    Ok(text)
}

fn parse(text: &[u8]) -> Result<Vec<Opening>, String> {
    let openings = if looks_like_pgn(text) { parse_pgn(text) } else { parse_epd(text) }?;
    if openings.is_empty() { Err("no openings in this file".into()) } else { Ok(openings) }
}

/// PGN begins with a tag, a comment or a move number; EPD with a board.
fn looks_like_pgn(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    let first = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    !first.contains(&b'/') && !first.starts_with(b"#")
}

fn parse_pgn(text: &[u8]) -> Result<Vec<Opening>, String> {
    let mut reader = Reader::new(text);
    let mut record = Record::default();
    let mut openings = Vec::new();
    while reader.read_record(&mut record).map_err(|error| error.to_string())? {
        if let Some(error) = record.errors.first() {
            return Err(error.to_string());
        }
        let moves = record.tree.moves().collect();
        let opening = Opening { start: *record.tree.start(), moves };
        openings.push(opening.playable().map_err(|why| format!("line {}: {why}", record.line))?);
    }
    Ok(openings)
}

fn parse_epd(text: &[u8]) -> Result<Vec<Opening>, String> {
    let text = String::from_utf8_lossy(text);
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let start = parse_epd_line(line).map_err(|error| format!("line {number}: {error}"))?;
            let opening = Opening { start, moves: Vec::new() };
            opening.playable().map_err(|why| format!("line {number}: {why}"))
        })
        .collect()
}

/// Reads the four fields of EPD, and the two counters if it is a FEN.
fn parse_epd_line(line: &str) -> Result<Position, chess::FenError> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_counter = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counters = words.iter().skip(4).take(2).take_while(|word| is_counter(word)).count();
    let fields = if counters == 2 { 6 } else { 4 };
    words[..fields.min(words.len())].join(" ").parse()
}

impl Opening {
    /// The game after the moves of the opening.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for &m in &self.moves {
            // The moves were legal when they were read.
            let _ = game.play(m);
        }
        game
    }

    /// Rejects an opening after which the game is already over.
    fn playable(self) -> Result<Opening, String> {
        let game = self.game();
        match game.outcome().or_else(|| game.claimable_draw()) {
            Some(outcome) => Err(format!("the game is already over: {outcome}")),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    const EPD: &str = "\
# A comment and an empty line.

rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5; id \"one\";
";
    const PGN: &str = "[White \"A\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n\n1. d4 d5 1/2-1/2\n";

    fn fens(text: &[u8]) -> Result<Vec<String>, String> {
        let openings = parse(&decompress(text.to_vec()).map_err(|error| error.to_string())?)?;
        Ok(openings.iter().map(|opening| opening.game().position().to_string()).collect())
    }

    #[test]
    fn epd_and_fen_lines_are_positions() {
        let expected = [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
        ];
        assert_eq!(fens(EPD.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn the_main_line_of_a_game_is_an_opening() {
        let expected = [
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
            "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
        ];
        assert_eq!(fens(PGN.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn compressed_files_are_decompressed() {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(EPD.as_bytes()).unwrap();
        assert_eq!(fens(&gzip.finish().unwrap()), fens(EPD.as_bytes()));

        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("openings.pgn", SimpleFileOptions::default()).unwrap();
        zip.write_all(PGN.as_bytes()).unwrap();
        assert_eq!(fens(zip.finish().unwrap().get_ref()), fens(PGN.as_bytes()));
    }

    #[test]
    fn an_unplayable_opening_is_rejected_with_its_line() {
        for (text, expected) in [
            ("", "no openings in this file"),
            ("\n8/8/8/8/8/8/8/8 w - - 0 1\n", "line 2: "),
            (
                "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                "line 1: the game is already over: Draw by stalemate",
            ),
            (
                "1. f3 e5 2. g4 Qh4# 0-1",
                "line 1: the game is already over: Black wins by checkmate",
            ),
            ("1. e4 e4 *", "1:7: "),
        ] {
            let error = fens(text.as_bytes()).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
        assert!(fens(b"PK\x03\x04 not an archive").is_err());
    }
}
