//! A file with the results of finished matches, so that an interrupted measurement can go on.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::tally::Tally;
use crate::error::TaskError;

/// What identifies a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchKey {
    pub(super) names: [String; 2],
    pub(super) games: u64,
    pub(super) seed: u64,
}

/// The results of matches, by line: both names, games, seed, wins, draws and losses.
pub(super) struct Record {
    path: Option<PathBuf>,
    results: Vec<(MatchKey, Tally)>,
}

impl Record {
    /// The results of a file, if there is one; without a path nothing is kept.
    pub(super) fn open(path: Option<&Path>) -> Result<Record, TaskError> {
        let text = match path {
            Some(path) if path.exists() => {
                fs::read_to_string(path).map_err(|error| TaskError::unreadable(path, &error))?
            }
            _ => String::new(),
        };
        let results = text.lines().filter_map(parse).collect();
        Ok(Record { path: path.map(Path::to_owned), results })
    }

    /// The result of a match that was played before.
    pub(super) fn result(&self, key: &MatchKey) -> Option<Tally> {
        self.results.iter().find(|(known, _)| known == key).map(|(_, tally)| *tally)
    }

    /// Keeps a result.
    pub(super) fn add(&mut self, key: MatchKey, tally: Tally) -> Result<(), TaskError> {
        if let Some(path) = &self.path {
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .and_then(|mut file| writeln!(file, "{}", line(&key, tally)))
                .map_err(|error| {
                    TaskError::Unable(format!("cannot write {}: {error}", path.display()))
                })?;
        }
        self.results.push((key, tally));
        Ok(())
    }
}

fn line(key: &MatchKey, tally: Tally) -> String {
    let MatchKey { names: [first, second], games, seed } = key;
    let Tally { wins, draws, losses } = tally;
    format!("{first} {second} {games} {seed} {wins} {draws} {losses}")
}

/// Reads a line; nothing when it is incomplete.
fn parse(line: &str) -> Option<(MatchKey, Tally)> {
    let words: Vec<&str> = line.split(' ').collect();
    let &[first, second, games, seed, wins, draws, losses] = words.as_slice() else {
        return None;
    };
    let (games, seed) = (games.parse().ok()?, seed.parse().ok()?);
    let key = MatchKey { names: [first, second].map(str::to_owned), games, seed };
    let number = |text: &str| text.parse().ok();
    let tally = Tally { wins: number(wins)?, draws: number(draws)?, losses: number(losses)? };
    (u64::from(tally.games()) == games).then_some((key, tally))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read_as_it_was_written_and_a_torn_line_is_not() {
        let key = MatchKey { names: ["1500", "maia"].map(str::to_owned), games: 10, seed: 1 };
        let tally = Tally { wins: 5, draws: 3, losses: 2 };
        let written = line(&key, tally);
        assert_eq!(parse(&written), Some((key, tally)));
        assert_eq!(parse(&written[..written.len() - 1]), None);
        assert_eq!(parse("1500 maia 10 1 5 3 1"), None);
    }
}
