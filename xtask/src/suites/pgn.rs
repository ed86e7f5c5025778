//! Whole files of games: read, replayed, written, and read back.

use std::fs;
use std::fs::File;
use std::io::{self, Read};

use chess::Position;
use chess::pgn::{Reader, Record, Tree, TreeEvent};
use flate2::read::GzDecoder;

use super::{Data, Effort, Report};
use crate::error::TaskError;
use crate::parallel;

/// The collection of real games, compressed.
const GAMES: &str = "pgn/games20k.pgn.gz";

/// A file that is odd or broken, and what must be found in it.
struct Odd {
    file: &'static str,
    games: usize,
    plies: usize,
    failures: usize,
    /// The first failure, where there are any.
    first_fault: &'static str,
}

impl Odd {
    /// A file that is read without a failure, odd as it looks.
    const fn sound(file: &'static str, games: usize, plies: usize) -> Odd {
        Odd { file, games, plies, failures: 0, first_fault: "" }
    }
}

const ODD_FILES: [Odd; 17] = [
    // Line breaks of a web page between all tags and moves; the game is there in spite of them.
    Odd {
        file: "chess.js/0.pgn",
        games: 1,
        plies: 77,
        failures: 44,
        first_fault: "1:12: unexpected '<br />'",
    },
    Odd::sound("chess.js/1.pgn", 1, 81),
    Odd::sound("chess.js/2.pgn", 1, 4),
    Odd::sound("chess.js/3.pgn", 1, 4),
    Odd::sound("chess.js/benchmark.pgn", 100, 6_193),
    // With a null move.
    Odd::sound("python-chess/anastasian-lewis.pgn", 1, 84),
    Odd {
        file: "python-chess/antichess-programfox.pgn",
        games: 2,
        plies: 0,
        failures: 2,
        first_fault: "1:1: the variant is 'Antichess'; only chess and Chess960 are read",
    },
    Odd::sound("python-chess/chessbase-empty-line.pgn", 1, 134),
    Odd::sound("python-chess/cutechess-fischerrandom.pgn", 4, 396),
    Odd::sound("python-chess/kasparov-deep-blue-1997.pgn", 6, 519),
    Odd {
        file: "python-chess/knightvuillaume-jannlee-zh-lichess.pgn",
        games: 1,
        plies: 0,
        failures: 1,
        first_fault: "10:1: the variant is 'Crazyhouse'; only chess and Chess960 are read",
    },
    Odd::sound("python-chess/molinari-bordais-1979.pgn", 1, 10),
    Odd::sound("python-chess/nepomniachtchi-liren-game1.pgn", 1, 97),
    Odd {
        file: "python-chess/saturs-jannlee-zh-lichess.pgn",
        games: 1,
        plies: 0,
        failures: 1,
        first_fault: "10:1: the variant is 'Crazyhouse'; only chess and Chess960 are read",
    },
    Odd::sound("python-chess/stockfish-learning.pgn", 1, 154),
    Odd::sound("python-chess/uci-moves.pgn", 1, 113),
    Odd::sound("python-chess/utf8-bom.pgn", 2, 0),
];

/// The text of the collection of real games.
pub(crate) fn collection(data: &Data) -> Result<Vec<u8>, TaskError> {
    let path = data.path(GAMES);
    let mut text = Vec::new();
    File::open(&path)
        .and_then(|file| GzDecoder::new(file).read_to_end(&mut text))
        .map_err(|error| TaskError::unreadable(&path, &error))?;
    Ok(text)
}

/// Real games: none has a failure, and all survive being written and read.
pub(crate) fn games(data: &Data, _: Effort) -> Result<Report, TaskError> {
    let text = collection(data)?;
    let records: io::Result<Vec<Record>> = Reader::new(&text[..]).records().collect();
    let records = records.map_err(|error| TaskError::unreadable(&data.path(GAMES), &error))?;
    Ok(Report::from_cases("plies", parallel::map(&records, check_sound)))
}

/// Odd and broken files: what is wrong with them is found, and the rest is read.
pub(crate) fn odd_files(data: &Data, _: Effort) -> Result<Report, TaskError> {
    let mut results = Vec::new();
    for odd in &ODD_FILES {
        let path = data.path("pgn").join(odd.file);
        let text = fs::read(&path).map_err(|error| TaskError::unreadable(&path, &error))?;
        results.push(odd.check(&text));
    }
    Ok(Report::from_cases("plies", results))
}

impl Odd {
    fn check(&self, text: &[u8]) -> Result<u64, String> {
        let told = |what: String| format!("{}: {what}", self.file);
        let records: io::Result<Vec<Record>> = Reader::new(text).records().collect();
        let records = records.map_err(|error| told(error.to_string()))?;
        for record in &records {
            check_tree(&record.tree).map_err(told)?;
        }
        let plies: usize = records.iter().map(|record| record.tree.plies()).sum();
        let failures: Vec<_> = records.iter().flat_map(|record| &record.errors).collect();
        let first_fault = failures.first().map_or(String::new(), ToString::to_string);
        let found = (records.len(), plies, failures.len(), first_fault.as_str());
        let expected = (self.games, self.plies, self.failures, self.first_fault);
        if found != expected {
            return Err(told(format!(
                "games, plies, failures and the first of them are {found:?}, {expected:?} expected"
            )));
        }
        Ok(plies as u64)
    }
}

/// Checks a game in which nothing may be wrong.
fn check_sound(record: &Record) -> Result<u64, String> {
    let told = |what: String| format!("the game in line {}: {what}", record.line);
    if let Some(failure) = record.errors.first() {
        return Err(told(failure.to_string()));
    }
    check_tree(&record.tree).map_err(told)?;
    Ok(record.tree.plies() as u64)
}

/// Replays a game, writes it, and reads what was written.
fn check_tree(tree: &Tree) -> Result<(), String> {
    replay(tree)?;
    let written = tree.to_string();
    let mut again = Record::default();
    let read = Reader::new(written.as_bytes()).read_record(&mut again);
    if !read.is_ok_and(|read| read) {
        return Err(format!("nothing is read back from\n{written}"));
    }
    if again.tree != *tree {
        return Err(format!("another game is read back from\n{written}"));
    }
    let rewritten = again.tree.to_string();
    if rewritten != written {
        return Err(format!("written once\n{written}\nand written again\n{rewritten}"));
    }
    Ok(())
}

/// Plays every move by the rules, and compares where it leads.
fn replay(tree: &Tree) -> Result<(), String> {
    for event in tree.walk() {
        if let TreeEvent::Move(step) = event {
            let after: Option<Position> = match step.played {
                Some(m) => step.before.play(m).ok(),
                None => step.before.null_move(),
            };
            if after.as_ref() != Some(&step.after) {
                return Err(format!("{} in {} leads to {after:?}", step.san(), step.before));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[White \"A\"]\n\n1. e4 (1. d4 {first} d5) 1... e5 2. Nf3 1-0\n";

    fn record(text: &str) -> Record {
        Reader::new(text.as_bytes()).records().next().unwrap().unwrap()
    }

    #[test]
    fn a_sound_game_survives_being_written() {
        assert_eq!(check_sound(&record(GAME)), Ok(5));
    }

    #[test]
    fn a_fault_in_a_sound_game_is_told_with_its_place() {
        let failure = check_sound(&record("\n\n1. e4 e5 2. Ke3 *\n")).unwrap_err();
        assert!(failure.starts_with("the game in line 3: 3:13: "), "{failure}");
    }

    #[test]
    fn an_odd_file_must_hold_exactly_what_is_expected() {
        assert_eq!(Odd::sound("a.pgn", 1, 5).check(GAME.as_bytes()), Ok(5));
        assert!(Odd::sound("a.pgn", 1, 4).check(GAME.as_bytes()).is_err());
        assert!(Odd::sound("a.pgn", 1, 0).check(b"1. e5 *").is_err());
    }
}
