//! Where a network comes from, and a position as the network sees it.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use chess::{Color, Position, Role};
use nnue::{Network, NetworkError, Pieces, Side};

/// The network that judges when nobody names another. How it was made: training/README.md.
const BUILT_IN: &[u8] = include_bytes!("../../network/network.nnue");

/// The network that the program brings along. One that does not fit this program would leave all
/// to the hand-written evaluation; a test sees to it that this one does.
pub fn built_in() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    NETWORK.get_or_init(|| Network::read(BUILT_IN).ok().map(Arc::new)).clone()
}

/// The name of the hand-written evaluation where a network could be named.
const BY_HAND: &str = "classical";

/// What somebody wants to judge: the network of this file; with an empty name, the one that the
/// program brings along; and with the name `classical` none, but the hand-written evaluation.
///
/// # Errors
/// When the file cannot be read or holds no network for this program; the error names the file.
pub fn chosen(name: &str) -> Result<Option<Arc<Network>>, NetworkFileError> {
    match name {
        "" => Ok(built_in()),
        BY_HAND => Ok(None),
        path => open(path.as_ref()).map(Some),
    }
}

/// Reads a network from a file.
fn open(path: &Path) -> Result<Arc<Network>, NetworkFileError> {
    let failed = |fault| NetworkFileError { path: path.to_owned(), fault };
    let mut bytes = Vec::new();
    // A byte more than a network has is enough to see that it is none.
    let read = File::open(path)
        .and_then(|file| file.take(Network::FILE_SIZE as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| failed(NetworkFault::Unreadable(error)))?;
    let network = Network::read(&bytes).map_err(|error| failed(NetworkFault::Refused(error)))?;
    Ok(Arc::new(network))
}

/// A file that cannot be used as a network.
#[derive(Debug)]
pub struct NetworkFileError {
    path: PathBuf,
    fault: NetworkFault,
}

#[derive(Debug)]
enum NetworkFault {
    Unreadable(io::Error),
    Refused(NetworkError),
}

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the network '{}' cannot be ", self.path.display())?;
        match &self.fault {
            NetworkFault::Unreadable(error) => write!(f, "read: {error}"),
            NetworkFault::Refused(error) => write!(f, "used: {error}"),
        }
    }
}

impl std::error::Error for NetworkFileError {}

/// Where the pieces of a position stand.
pub(super) fn pieces(position: &Position) -> Pieces {
    let board = position.board();
    Pieces {
        by_color: Color::ALL.map(|color| board.color(color).0),
        by_role: Role::ALL.map(|role| board.role(role).0),
    }
}

/// Who moves in a position.
pub(super) fn turn(position: &Position) -> Side {
    if position.turn().is_white() { Side::White } else { Side::Black }
}
