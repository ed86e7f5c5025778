//! Endgame tables in the Syzygy format: the truth about positions with few pieces.
//!
//! The reading of the files is shakmaty-syzygy's. This module turns our positions into its own,
//! its answers into ours, and ranks the moves of a position at hand. Tables know nothing of
//! castling, and only those of distance know how long a win takes; both limits show here.

mod convert;
mod rank;

use std::fmt;
use std::io;
use std::ops::Neg;
use std::path::{Path, PathBuf};

use chess::Position;
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Wdl};

pub use rank::Ranked;

/// A set of tables. Files are opened when first asked; many threads may ask at once.
///
/// ```no_run
/// use engine::{TableValue, Tablebase};
///
/// let tables = Tablebase::open("tables/3-4-5:tables/6")?;
/// let lone_pawn = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1".parse().expect("a position");
/// assert_eq!(tables.wdl(&lone_pawn), Some(TableValue::Draw));
/// # Ok::<(), engine::TablebaseError>(())
/// ```
#[derive(Debug)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
}

/// What a table says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableValue {
    /// Lost.
    Loss,
    /// Lost but for the fifty-move rule, which saves it.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule, which spoils it.
    CursedWin,
    /// Won.
    Win,
}

impl TableValue {
    /// The value where nobody counts fifty moves.
    pub fn without_fifty_moves(self) -> TableValue {
        match self {
            TableValue::BlessedLoss => TableValue::Loss,
            TableValue::CursedWin => TableValue::Win,
            other => other,
        }
    }
}

impl Neg for TableValue {
    type Output = TableValue;

    /// The same for the other side.
    fn neg(self) -> TableValue {
        match self {
            TableValue::Loss => TableValue::Win,
            TableValue::BlessedLoss => TableValue::CursedWin,
            TableValue::Draw => TableValue::Draw,
            TableValue::CursedWin => TableValue::BlessedLoss,
            TableValue::Win => TableValue::Loss,
        }
    }
}

impl From<Wdl> for TableValue {
    fn from(wdl: Wdl) -> TableValue {
        match wdl {
            Wdl::Loss => TableValue::Loss,
            Wdl::BlessedLoss => TableValue::BlessedLoss,
            Wdl::Draw => TableValue::Draw,
            Wdl::CursedWin => TableValue::CursedWin,
            Wdl::Win => TableValue::Win,
        }
    }
}

impl Tablebase {
    /// Finds the tables in a list of folders, written as the system writes lists of paths: with
    /// colons between them, or semicolons on Windows.
    ///
    /// # Errors
    /// When no folder is named, or one of them cannot be read or holds no table.
    pub fn open(paths: &str) -> Result<Tablebase, TablebaseError> {
        let folders: Vec<PathBuf> =
            std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()).collect();
        Tablebase::open_folders(&folders)
    }

    /// Finds the tables in these folders.
    ///
    /// # Errors
    /// As [`Tablebase::open`].
    pub fn open_folders<P: AsRef<Path>>(folders: &[P]) -> Result<Tablebase, TablebaseError> {
        if folders.is_empty() {
            return Err(TablebaseError::NoFolder);
        }
        let mut tables = shakmaty_syzygy::Tablebase::new();
        for folder in folders.iter().map(AsRef::as_ref) {
            match tables.add_directory(folder) {
                Ok(0) => return Err(TablebaseError::NoTables(folder.to_owned())),
                Ok(_) => {}
                Err(error) => return Err(TablebaseError::Unreadable(folder.to_owned(), error)),
            }
        }
        Ok(Tablebase { tables })
    }

    /// The most pieces, kings included, that any table knows.
    pub fn largest(&self) -> usize {
        self.tables.max_pieces()
    }

    /// The worth of a position just after a capture or a pawn move, for use inside a search.
    ///
    /// Nothing when somebody may still castle, when half-moves have been counted since, when there
    /// are too many pieces, or when a table is missing or broken.
    pub fn wdl(&self, position: &Position) -> Option<TableValue> {
        if position.halfmoves() != 0 || !self.covers(position) {
            return None;
        }
        self.value_after_zeroing(position)
    }

    /// True when the tables could know the position: few pieces, and nobody may castle.
    fn covers(&self, position: &Position) -> bool {
        position.board().occupied().count() <= self.largest()
            && position.castling_rights().is_empty()
    }

    /// The worth of a position as if no half-move had been counted.
    fn value_after_zeroing(&self, position: &Position) -> Option<TableValue> {
        let position = convert::position(position)?;
        self.tables.probe_wdl_after_zeroing(&position).ok().map(TableValue::from)
    }

    /// Half-moves to the next capture or pawn move in best play, at the most; negative for the side
    /// that loses. Those of a win that the fifty-move rule spoils are more than 100.
    fn distance(&self, position: &Position) -> Option<i32> {
        let position = convert::position(position)?;
        match self.tables.probe_dtz(&position).ok()? {
            MaybeRounded::Precise(distance) => Some(distance.0),
            // The table leaves out a half-move that may be there.
            MaybeRounded::Rounded(distance) => Some(distance.add_plies_saturating(1).0),
        }
    }
}

/// Why there are no tables.
#[derive(Debug)]
pub enum TablebaseError {
    /// The list of folders is empty.
    NoFolder,
    /// This folder cannot be read, or a file in it is broken.
    Unreadable(PathBuf, io::Error),
    /// This folder holds no table.
    NoTables(PathBuf),
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TablebaseError::NoFolder => f.write_str("no folder of endgame tables is named"),
            TablebaseError::Unreadable(path, error) => {
                write!(f, "cannot read the endgame tables in '{}': {error}", path.display())
            }
            TablebaseError::NoTables(path) => write!(
                f,
                "no endgame table is in '{}'; they have names such as KQvK.rtbw",
                path.display()
            ),
        }
    }
}

impl std::error::Error for TablebaseError {}
