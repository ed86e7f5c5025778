//! The games on paper: appended one by one, and read back when a match is taken up again.

use std::fs::{self, File};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chess::pgn::{Reader, Record, Tree};
use chess::{CastlingMode, Color};

use super::arena::Finished;
use super::openings::Opening;
use super::play::{End, Misdeed};
use super::schedule::Round;
use super::tally::{Tally, player};
use crate::exit::CliError;

/// What the games of a match have in common.
pub(super) struct Heading {
    pub(super) names: [String; 2],
    pub(super) control: String,
    pub(super) castling: CastlingMode,
}

/// The file of games.
pub(super) struct Scorebook {
    path: PathBuf,
    file: File,
}

impl Scorebook {
    /// Opens a file to append games. One that holds something is continued only on request.
    pub(super) fn open(path: &Path, resume: bool) -> Result<Scorebook, CliError> {
        let name = path.display().to_string();
        let is_used = fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0);
        if is_used && !resume {
            return Err(CliError::Unusable(format!(
                "'{name}' is there already; add --resume to play its missing games"
            )));
        }
        let open = || {
            let mut file = File::options().create(true).append(true).read(true).open(path)?;
            end_last_line(&mut file)?;
            Ok(file)
        };
        let file = open().map_err(|error| CliError::Write(name, error))?;
        Ok(Scorebook { path: path.to_owned(), file })
    }

    /// Writes a game. It is on its way to the disk when this returns.
    pub(super) fn append(
        &mut self,
        finished: &Finished,
        heading: &Heading,
    ) -> Result<(), CliError> {
        let mut tree = finished.tree.clone();
        write_tags(&mut tree, finished, heading);
        let written = self.file.write_all(tree.to_string().as_bytes());
        written.map_err(|error| CliError::Write(self.path.display().to_string(), error))
    }
}

/// Ends a line that was cut off in an earlier match, lest the next game begin in the middle of it.
fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.metadata()?.len() == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    io::Read::read_exact(file, &mut last)?;
    if last != *b"\n" {
        file.write_all(b"\n\n")?;
    }
    Ok(())
}

fn write_tags(tree: &mut Tree, finished: &Finished, heading: &Heading) {
    let name = |color| heading.names[player(finished.round, color).index()].as_str();
    let plies = tree.plies().to_string();
    let tags = [
        ("Event", "Engine match"),
        ("Site", "Tabiya"),
        ("Date", &date(finished.time)),
        ("Round", &finished.round.to_string()),
        ("White", name(Color::White)),
        ("Black", name(Color::Black)),
        ("TimeControl", &heading.control),
        ("PlyCount", &plies),
        ("Termination", termination(&finished.end)),
    ];
    for (name, value) in tags {
        // All of these names are sound.
        let _ = tree.tags_mut().set(name, value);
    }
    if heading.castling == CastlingMode::Chess960 {
        let _ = tree.tags_mut().set("Variant", "Chess960");
    }
}

/// The end in the words of the standard.
fn termination(end: &End) -> &'static str {
    match end {
        End::Rules(_) => "normal",
        End::Adjudicated(_) => "adjudication",
        End::Forfeit { misdeed: Misdeed::IllegalMove, .. } => "rules infraction",
        End::Forfeit { misdeed: Misdeed::TimeLoss, .. } => "time forfeit",
        End::Forfeit { misdeed: Misdeed::Crash, .. } => "abandoned",
    }
}

fn misdeed(termination: &str) -> Option<Misdeed> {
    match termination {
        "rules infraction" => Some(Misdeed::IllegalMove),
        "time forfeit" => Some(Misdeed::TimeLoss),
        "abandoned" => Some(Misdeed::Crash),
        _ => None,
    }
}

/// Counts the games of an earlier run. One that is not whole is passed over, to be played again.
pub(super) fn resume<'a>(
    path: &Path,
    tally: &mut Tally,
    heading: &Heading,
    opening: impl Fn(usize) -> &'a Opening,
) -> Result<(), CliError> {
    let name = path.display().to_string();
    let unreadable = |error| CliError::Read(name.clone(), error);
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.map_err(unreadable)?,
    };
    let mut reader = Reader::new(BufReader::new(file));
    let mut record = Record::default();
    while reader.read_record(&mut record).map_err(unreadable)? {
        let (tree, tags) = (&record.tree, record.tree.tags());
        let whole = record.errors.is_empty()
            && tags.get("PlyCount") == Some(tree.plies().to_string().as_str());
        let round = tags.get("Round").and_then(|text| text.parse::<Round>().ok());
        let Some(round) = round.filter(|_| whole) else { continue };
        let white = tags.get("White") == Some(&heading.names[round.white().index()]);
        if !white || *tree.start() != opening(round.pair).start {
            return Err(CliError::Unusable(format!(
                "'{name}' line {}: game {round} belongs to a match with other players, openings or \
                 another seed",
                record.line
            )));
        }
        tally.count(round, tree.result(), tags.get("Termination").and_then(misdeed));
    }
    Ok(())
}

/// The day of a time as `2026.11.15`, in UTC.
fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut day = seconds / 86_400;
    let mut year = 1970;
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (364, "1970.12.31"),
            (11_016, "2000.02.29"),
            (20_772, "2026.11.15"),
        ] {
            let time = UNIX_EPOCH + Duration::from_hours(24 * days);
            assert_eq!(date(time), expected);
        }
    }
}
