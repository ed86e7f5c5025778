//! The PGN file of a match: games are appended one by one, and read back when it is resumed.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chess::pgn::{Reader, Record, Tree};
use chess::{CastlingMode, Color};
use jiff::Timestamp;

use crate::error::MatchError;
use crate::game::{Ending, Forfeit};
use crate::openings::Opening;
use crate::results::Results;
use crate::runner::{FinishedGame, MatchConfig};
use crate::schedule::Round;

/// The tags that all games of a match have in common.
#[derive(Clone, Debug)]
pub struct MatchHeader {
    /// The names of both engines.
    pub names: [String; 2],
    /// The text of the `TimeControl` tag.
    pub time_control: String,
    /// Standard chess or Chess960.
    pub castling: CastlingMode,
}

impl MatchHeader {
    /// The header for the games of a match.
    pub fn new(config: &MatchConfig) -> MatchHeader {
        MatchHeader {
            names: [config.engines[0].name.clone(), config.engines[1].name.clone()],
            time_control: config.rules.limit.to_string(),
            castling: config.rules.castling,
        }
    }
}

/// The file that games are appended to.
#[derive(Debug)]
pub struct PgnFile {
    path: PathBuf,
    file: File,
}

impl PgnFile {
    /// Opens a file for a new match; it must not have any content.
    ///
    /// # Errors
    /// When it has, or cannot be written.
    pub fn create(path: &Path) -> Result<PgnFile, MatchError> {
        if fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0) {
            return Err(MatchError::PgnExists(path.display().to_string()));
        }
        PgnFile::open(path)
    }

    /// Opens the file of an earlier run and counts its games. Games that were cut off are skipped,
    /// so they are played again.
    ///
    /// # Errors
    /// When the file cannot be read or written, or belongs to another match.
    pub fn resume(
        path: &Path,
        results: &mut Results,
        config: &MatchConfig,
    ) -> Result<PgnFile, MatchError> {
        count_games(path, results, config)?;
        PgnFile::open(path)
    }

    fn open(path: &Path) -> Result<PgnFile, MatchError> {
        let open = || {
            let mut file = File::options().create(true).append(true).read(true).open(path)?;
            end_last_line(&mut file)?;
            Ok(file)
        };
        let file = open().map_err(|error| MatchError::write(path, error))?;
        Ok(PgnFile { path: path.to_owned(), file })
    }

    /// Writes a game, without waiting for the disk.
    pub(crate) fn append(
        &mut self,
        game: &FinishedGame,
        header: &MatchHeader,
    ) -> Result<(), MatchError> {
        let mut tree = game.tree.clone();
        set_tags(&mut tree, game, header);
        let written = self.file.write_all(tree.to_string().as_bytes());
        written.map_err(|error| MatchError::write(&self.path, error))
    }
}

/// Terminates a line that was cut off in an earlier run, so that the next game does not begin in
/// the middle of it.
fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.metadata()?.len() == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    if last != *b"\n" {
        file.write_all(b"\n\n")?;
    }
    Ok(())
}

fn set_tags(tree: &mut Tree, game: &FinishedGame, header: &MatchHeader) {
    let name = |color| header.names[game.round.competitor(color).index()].as_str();
    let plies = tree.plies().to_string();
    let tags = [
        ("Event", "Engine match"),
        ("Site", "Tabiya"),
        ("Date", &date(game.ended)),
        ("Round", &game.round.to_string()),
        ("White", name(Color::White)),
        ("Black", name(Color::Black)),
        ("TimeControl", &header.time_control),
        ("PlyCount", &plies),
        ("Termination", termination(&game.ending)),
    ];
    for (name, value) in tags {
        // All of these are valid tag names.
        let _ = tree.tags_mut().set(name, value);
    }
    if header.castling == CastlingMode::Chess960 {
        let _ = tree.tags_mut().set("Variant", "Chess960");
    }
}

/// The value of the `Termination` tag, by the PGN standard.
fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules(_) => "normal",
        Ending::Adjudicated(_) => "adjudication",
        Ending::Forfeit { forfeit: Forfeit::IllegalMove, .. } => "rules infraction",
        Ending::Forfeit { forfeit: Forfeit::TimeLoss, .. } => "time forfeit",
        Ending::Forfeit { forfeit: Forfeit::Crash, .. } => "abandoned",
    }
}

fn forfeit(termination: &str) -> Option<Forfeit> {
    match termination {
        "rules infraction" => Some(Forfeit::IllegalMove),
        "time forfeit" => Some(Forfeit::TimeLoss),
        "abandoned" => Some(Forfeit::Crash),
        _ => None,
    }
}

fn count_games(path: &Path, results: &mut Results, config: &MatchConfig) -> Result<(), MatchError> {
    let unreadable = |error| MatchError::read(path, error);
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.map_err(unreadable)?,
    };
    let mut reader = Reader::new(BufReader::new(file));
    let mut record = Record::default();
    while reader.read_record(&mut record).map_err(unreadable)? {
        let (tree, tags) = (&record.tree, record.tree.tags());
        let is_complete = record.errors.is_empty()
            && tags.get("PlyCount") == Some(tree.plies().to_string().as_str());
        let round = tags.get("Round").and_then(|text| text.parse::<Round>().ok());
        let Some(round) = round.filter(|_| is_complete) else { continue };
        if !belongs_to(tree, round, config) {
            let (path, line) = (path.display().to_string(), record.line);
            return Err(MatchError::OtherMatch { path, line, round });
        }
        results.count(round, tree.result(), tags.get("Termination").and_then(forfeit));
    }
    Ok(())
}

/// True when a game has the players and the opening that the match has for its round.
fn belongs_to(tree: &Tree, round: Round, config: &MatchConfig) -> bool {
    let white = &config.engines[round.white().index()].name;
    let Opening { start, .. } = config.opening(round.pair);
    tree.tags().get("White") == Some(white) && tree.start() == start
}

/// The day of a time as `2026.11.15`, in UTC.
fn date(time: SystemTime) -> String {
    Timestamp::try_from(time).unwrap_or_default().strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn dates_have_the_form_of_the_date_tag() {
        for (days, expected) in [(0, "1970.01.01"), (11_016, "2000.02.29"), (20_772, "2026.11.15")]
        {
            assert_eq!(date(UNIX_EPOCH + Duration::from_hours(24 * days)), expected);
        }
    }
}
