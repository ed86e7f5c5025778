//! Endgame tablebases in the Syzygy format: the exact value of positions with few pieces.
//!
//! shakmaty-syzygy reads the files. This module converts positions and results, and ranks the root
//! moves. Tables know no castling, and only DTZ tables know how long a win takes.

mod convert;
mod rank;

use std::io;
use std::ops::Neg;
use std::path::{Path, PathBuf};

use chess::Position;
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Wdl};

pub use rank::RankedMove;

/// A set of Syzygy tables. Files are opened when first probed; many threads may probe at once.
///
/// ```no_run
/// use engine::{TablebaseValue, Tablebase};
///
/// let tablebase = Tablebase::open("tables/3-4-5:tables/6")?;
/// let lone_pawn = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1".parse().expect("a position");
/// assert_eq!(tablebase.wdl(&lone_pawn), Some(TablebaseValue::Draw));
/// # Ok::<(), engine::TablebaseError>(())
/// ```
#[derive(Debug)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
}

/// The tablebase value of a position for the side to move (WDL).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TablebaseValue {
    /// Lost.
    Loss,
    /// Lost, but the fifty-move rule saves it.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the fifty-move rule spoils it.
    CursedWin,
    /// Won.
    Win,
}

impl TablebaseValue {
    /// The value without the fifty-move rule.
    pub fn without_fifty_moves(self) -> TablebaseValue {
        match self {
            TablebaseValue::BlessedLoss => TablebaseValue::Loss,
            TablebaseValue::CursedWin => TablebaseValue::Win,
            other => other,
        }
    }
}

impl Neg for TablebaseValue {
    type Output = TablebaseValue;

    /// The value for the other side.
    fn neg(self) -> TablebaseValue {
        match self {
            TablebaseValue::Loss => TablebaseValue::Win,
            TablebaseValue::BlessedLoss => TablebaseValue::CursedWin,
            TablebaseValue::Draw => TablebaseValue::Draw,
            TablebaseValue::CursedWin => TablebaseValue::BlessedLoss,
            TablebaseValue::Win => TablebaseValue::Loss,
        }
    }
}

impl From<Wdl> for TablebaseValue {
    fn from(wdl: Wdl) -> TablebaseValue {
        match wdl {
            Wdl::Loss => TablebaseValue::Loss,
            Wdl::BlessedLoss => TablebaseValue::BlessedLoss,
            Wdl::Draw => TablebaseValue::Draw,
            Wdl::CursedWin => TablebaseValue::CursedWin,
            Wdl::Win => TablebaseValue::Win,
        }
    }
}

impl Tablebase {
    /// Finds the tables in a list of directories, separated like the `PATH` of the system: by
    /// colons, or by semicolons on Windows.
    ///
    /// # Errors
    /// When no directory is given, or one of them cannot be read or holds no table.
    pub fn open(paths: &str) -> Result<Tablebase, TablebaseError> {
        let directories: Vec<PathBuf> =
            std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()).collect();
        Tablebase::open_directories(&directories)
    }

    /// Finds the tables in these directories.
    ///
    /// # Errors
    /// As [`Tablebase::open`].
    pub fn open_directories<P: AsRef<Path>>(
        directories: &[P],
    ) -> Result<Tablebase, TablebaseError> {
        if directories.is_empty() {
            return Err(TablebaseError::NoDirectory);
        }
        let mut tables = shakmaty_syzygy::Tablebase::new();
        for directory in directories.iter().map(AsRef::as_ref) {
            match tables.add_directory(directory) {
                Ok(0) => return Err(TablebaseError::NoTables(directory.to_owned())),
                Ok(_) => {}
                Err(error) => return Err(TablebaseError::Unreadable(directory.to_owned(), error)),
            }
        }
        Ok(Tablebase { tables })
    }

    /// The most pieces, kings included, of any table.
    pub fn largest(&self) -> usize {
        self.tables.max_pieces()
    }

    /// The value of a position right after a capture or pawn move, for probing inside the search.
    ///
    /// None while castling is possible, when the half-move clock is not zero, with too many pieces,
    /// or when a table is missing or broken.
    pub fn wdl(&self, position: &Position) -> Option<TablebaseValue> {
        if position.halfmoves() != 0 || !self.covers(position) {
            return None;
        }
        self.value_after_zeroing(position)
    }

    /// True when the tables may contain the position: few pieces and no castling rights.
    fn covers(&self, position: &Position) -> bool {
        position.board().occupied().count() <= self.largest()
            && position.castling_rights().is_empty()
    }

    /// The value of a position as if its half-move clock were zero.
    fn value_after_zeroing(&self, position: &Position) -> Option<TablebaseValue> {
        let position = convert::position(position)?;
        self.tables.probe_wdl_after_zeroing(&position).ok().map(TablebaseValue::from)
    }

    /// Distance to zeroing (DTZ): half-moves to the next capture or pawn move in best play, at
    /// most; negative for the losing side, and beyond 100 where the fifty-move rule spoils the win.
    fn dtz(&self, position: &Position) -> Option<i32> {
        let position = convert::position(position)?;
        match self.tables.probe_dtz(&position).ok()? {
            MaybeRounded::Precise(distance) => Some(distance.0),
            // A rounded value may be one half-move too small.
            MaybeRounded::Rounded(distance) => Some(distance.add_plies_saturating(1).0),
        }
    }
}

/// Why tablebases cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// The list of directories is empty.
    #[error("no directory of endgame tables is given")]
    NoDirectory,
    /// A directory cannot be read, or a file in it is broken.
    #[error("cannot read the endgame tables in '{}': {_1}", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// A directory holds no table.
    #[error("no endgame tables in '{}'; they have names such as KQvK.rtbw", .0.display())]
    NoTables(PathBuf),
}
