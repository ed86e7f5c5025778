//! Loading a network, and positions as its input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use chess::{Color, Position, Role};
use nnue::{Network, NetworkError, Pieces, Side};

/// The default network. How it was made: training/README.md.
const BUILT_IN: &[u8] = include_bytes!("../../network/network.nnue");

/// The built-in network. Were it invalid, the classical evaluation would take over; a test makes
/// sure that it is not.
pub fn built_in() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    NETWORK.get_or_init(|| Network::read(BUILT_IN).ok().map(Arc::new)).clone()
}

/// The name of the classical evaluation where a network can be named.
const CLASSICAL: &str = "classical";

/// The network of a file; the built-in one for an empty name, and none, which stands for the
/// classical evaluation, for the name `classical`.
///
/// # Errors
/// When the file cannot be read or is not a network of this version; the error names the file.
pub fn chosen(name: &str) -> Result<Option<Arc<Network>>, NetworkFileError> {
    match name {
        "" => Ok(built_in()),
        CLASSICAL => Ok(None),
        path => open(path.as_ref()).map(Some),
    }
}

/// Reads a network from a file.
fn open(path: &Path) -> Result<Arc<Network>, NetworkFileError> {
    let failed = |reason| NetworkFileError { path: path.to_owned(), reason };
    let mut bytes = Vec::new();
    // One byte too many is enough to see that the file is not a network.
    let read = File::open(path)
        .and_then(|file| file.take(Network::MAX_FILE_SIZE as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| failed(Reason::Unreadable(error)))?;
    let network = Network::read(&bytes).map_err(|error| failed(Reason::Invalid(error)))?;
    Ok(Arc::new(network))
}

/// A file that cannot be used as a network.
#[derive(Debug, thiserror::Error)]
#[error("the network '{}' cannot be {reason}", path.display())]
pub struct NetworkFileError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error("read: {0}")]
    Unreadable(#[source] io::Error),
    #[error("used: {0}")]
    Invalid(#[source] NetworkError),
}

/// The pieces of a position.
pub(super) fn pieces(position: &Position) -> Pieces {
    let board = position.board();
    Pieces {
        by_color: Color::ALL.map(|color| board.color(color).0),
        by_role: Role::ALL.map(|role| board.role(role).0),
    }
}

/// The side to move.
pub(super) fn turn(position: &Position) -> Side {
    if position.turn().is_white() { Side::White } else { Side::Black }
}
