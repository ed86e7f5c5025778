//! Where a network comes from, and a position as the network sees it.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use chess::{Color, Position, Role};
use nnue::{Men, Network, NetworkError, Side};

/// The bytes of the network that judges when nobody names another. Without one, positions are
/// judged by the hand-written evaluation.
const BUILT_IN: Option<&[u8]> = None;

/// The network that the program brings along, if it has one.
pub fn built_in() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let read = || Some(Arc::new(Network::read(BUILT_IN?).ok()?));
    NETWORK.get_or_init(read).clone()
}

/// Reads a network from a file.
///
/// # Errors
/// When the file cannot be read or holds no network for this program; the error names the file.
pub fn open(path: &Path) -> Result<Arc<Network>, NetworkFileError> {
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

/// Where the men of a position stand.
pub(super) fn men(position: &Position) -> Men {
    let board = position.board();
    Men {
        by_color: Color::ALL.map(|color| board.color(color).0),
        by_role: Role::ALL.map(|role| board.role(role).0),
    }
}

/// Who moves in a position.
pub(super) fn turn(position: &Position) -> Side {
    if position.turn().is_white() { Side::White } else { Side::Black }
}
