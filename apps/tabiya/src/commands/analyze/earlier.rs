//! The games that an earlier run has done, read beside those that are to be done.

use std::fs::File;
use std::path::Path;

use chess::pgn::{Reader, Record, Tree};

use crate::exit::CliError;

/// The tag of a game that is done.
pub(super) const MARK: &str = "Analysis";

/// A file that an earlier run has written.
pub(super) struct Earlier {
    name: String,
    reader: Option<Reader<File>>,
    mark: String,
}

/// What an earlier file has where a game is expected.
pub(super) enum Found {
    /// The game, with its review.
    Done(Box<Tree>),
    /// Another game, or one that was not reviewed in this way.
    Other,
    /// Nothing: there is no such file, or it is at its end.
    Nothing,
}

impl Earlier {
    /// Opens the file if it is there.
    pub(super) fn open(path: &Path, mark: &str) -> Result<Earlier, CliError> {
        let name = path.display().to_string();
        let file = path.is_file().then(|| File::open(path)).transpose();
        let file = file.map_err(|error| CliError::Read(name.clone(), error))?;
        Ok(Earlier { name, reader: file.map(Reader::new), mark: mark.to_owned() })
    }

    /// Looks for a game where the last one has ended. Once something else is there, nothing of the
    /// file is used any more.
    pub(super) fn find(&mut self, game: &Tree) -> Result<Found, CliError> {
        let Some(record) = self.next()? else { return Ok(Found::Nothing) };
        let is_done = record.tree.tags().get(MARK) == Some(&self.mark);
        if is_done && is_same(&record.tree, game) {
            return Ok(Found::Done(Box::new(record.tree)));
        }
        self.reader = None;
        Ok(Found::Other)
    }

    /// True when games are left that nobody has looked for.
    pub(super) fn has_more(&mut self) -> Result<bool, CliError> {
        Ok(self.next()?.is_some())
    }

    fn next(&mut self) -> Result<Option<Record>, CliError> {
        let Some(reader) = &mut self.reader else { return Ok(None) };
        let mut record = Record::default();
        let more = reader
            .read_record(&mut record)
            .map_err(|error| CliError::Read(self.name.clone(), error))?;
        Ok(more.then_some(record))
    }
}

/// True when two records are of one game: its players, its start and its moves.
fn is_same(one: &Tree, other: &Tree) -> bool {
    let moves = |tree: &Tree| tree.main_line().map(|step| step.played).collect::<Vec<_>>();
    let player = |tree: &Tree, name| tree.tags().get(name).unwrap_or("?").to_owned();
    let players = |tree| [player(tree, "White"), player(tree, "Black")];
    one.start() == other.start() && players(one) == players(other) && moves(one) == moves(other)
}
