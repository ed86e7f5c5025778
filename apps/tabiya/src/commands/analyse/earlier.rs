//! The games that an earlier run has done, in the file that is to be written.

use std::fs::File;
use std::path::Path;

use chess::Move;
use chess::pgn::{Reader, Record, Tree};

use crate::exit::Failure;

/// The tag of a game that is done.
pub(super) const MARK: &str = "Analysis";

/// An earlier file, read beside the games that are to be done.
pub(super) struct Earlier {
    name: String,
    reader: Option<Reader<File>>,
    mark: String,
    count: u64,
}

impl Earlier {
    /// Opens the file if it is there.
    pub(super) fn open(path: Option<&Path>, mark: &str) -> Result<Earlier, Failure> {
        let name = path.map(|path| path.display().to_string()).unwrap_or_default();
        let file = path.filter(|path| path.is_file()).map(File::open).transpose();
        let file = file.map_err(|error| Failure::Read(name.clone(), error))?;
        Ok(Earlier { name, reader: file.map(Reader::new), mark: mark.to_owned(), count: 0 })
    }

    /// How many games were done already.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Replaces a game by what an earlier run made of it. False when there is none such; from then
    /// on nothing of the earlier file is used.
    pub(super) fn take(&mut self, game: &mut Tree) -> Result<bool, Failure> {
        let Some(reader) = &mut self.reader else { return Ok(false) };
        let mut record = Record::default();
        let more = reader
            .read_record(&mut record)
            .map_err(|error| Failure::Read(self.name.clone(), error))?;
        let is_done = more && record.tree.tags().get(MARK) == Some(&self.mark);
        if is_done && is_same(&record.tree, game) {
            *game = record.tree;
            self.count += 1;
            return Ok(true);
        }
        self.reader = None;
        Ok(false)
    }
}

/// True when two records are of one game: its players, its start and its moves.
fn is_same(one: &Tree, other: &Tree) -> bool {
    let moves = |tree: &Tree| tree.main_line().map(|step| step.played).collect::<Vec<Move>>();
    let player = |tree: &Tree, name| tree.tags().get(name).unwrap_or("?").to_owned();
    let players = |tree| [player(tree, "White"), player(tree, "Black")];
    one.start() == other.start() && players(one) == players(other) && moves(one) == moves(other)
}
