//! The games that an earlier run has reviewed, read alongside those still to be reviewed.

use std::fs::File;
use std::path::Path;

use chess::pgn::{Reader, Record, Tree};

use crate::exit::CliError;

/// The tag of a reviewed game.
pub(super) const ANALYSIS_TAG: &str = "Analysis";

/// A file that an earlier run has written.
pub(super) struct PreviousRun {
    name: String,
    reader: Option<Reader<File>>,
    analysis_tag: String,
}

/// What an earlier file has where a game is expected.
pub(super) enum Lookup {
    /// The game, with its review.
    Reviewed(Box<Tree>),
    /// Another game, or one that was reviewed with other settings.
    Other,
    /// Nothing: there is no such file, or no more games in it.
    End,
}

impl PreviousRun {
    /// Opens the file if it exists.
    pub(super) fn open(path: &Path, analysis_tag: &str) -> Result<PreviousRun, CliError> {
        let name = path.display().to_string();
        let file = path.is_file().then(|| File::open(path)).transpose();
        let file = file.map_err(|error| CliError::Read(name.clone(), error))?;
        Ok(PreviousRun {
            name,
            reader: file.map(Reader::new),
            analysis_tag: analysis_tag.to_owned(),
        })
    }

    /// Looks for a game after the last one. Once another one is there, the rest of the file is not
    /// used.
    pub(super) fn look_up(&mut self, game: &Tree) -> Result<Lookup, CliError> {
        let Some(record) = self.next()? else { return Ok(Lookup::End) };
        let is_reviewed = record.tree.tags().get(ANALYSIS_TAG) == Some(&self.analysis_tag);
        if is_reviewed && is_same_game(&record.tree, game) {
            return Ok(Lookup::Reviewed(Box::new(record.tree)));
        }
        self.reader = None;
        Ok(Lookup::Other)
    }

    /// True when games are left that have not been looked up.
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

/// True when two records have the same players, start and moves.
fn is_same_game(one: &Tree, other: &Tree) -> bool {
    let moves = |tree: &Tree| tree.main_line().map(|step| step.played).collect::<Vec<_>>();
    let player = |tree: &Tree, name| tree.tags().get(name).unwrap_or("?").to_owned();
    let players = |tree| [player(tree, "White"), player(tree, "Black")];
    one.start() == other.start() && players(one) == players(other) && moves(one) == moves(other)
}
