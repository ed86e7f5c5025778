//! Demonstration boards: the last state of each, which its followers see.
//!
//! The moves are PGN, which a store never parses. A new state names the version it replaces, so of
//! two devices that change a board at once one wins and the other is told.

use std::fmt;

use async_trait::async_trait;
use game::Timestamp;

use crate::checksum::Checksum;
use crate::{AccountId, StoreError};

/// The id of a demonstration board: ten letters and digits, as they stand in its address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DemonstrationId(String);

impl DemonstrationId {
    /// The number of characters in an id.
    pub const LENGTH: usize = 10;

    /// Parses an id; none when the text is not one.
    pub fn new(text: &str) -> Option<DemonstrationId> {
        let fits = text.len() == DemonstrationId::LENGTH
            && text.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| DemonstrationId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DemonstrationId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What lists show of a demonstration board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemonstrationMetadata {
    /// Its id.
    pub id: DemonstrationId,
    /// Who started it; none for the owner of a server without accounts.
    pub owner: Option<AccountId>,
    /// Its version, which grows with every change.
    pub version: u32,
    /// Its name.
    pub name: String,
    /// Whether it is followed without an account.
    pub public: bool,
    /// When it was started.
    pub created: Timestamp,
    /// When it last changed.
    pub changed: Timestamp,
}

/// A demonstration board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demonstration {
    /// What lists show.
    pub metadata: DemonstrationMetadata,
    /// The pupil who has the board; none while the organizers have it.
    pub holder: Option<AccountId>,
    /// The moves to the position that is shown, in UCI notation with spaces between them.
    pub line: String,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// The moves, with comments and arrows.
    pub pgn: String,
}

/// The result of saving a [`Demonstration`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemonstrationOutcome {
    /// It is durable.
    Written,
    /// The board is at another version, which is 0 if there is none; nothing was written.
    Stale {
        /// The version.
        version: u32,
    },
}

/// The checksum of a state as a column. It covers all that a change may change.
pub(crate) fn demonstration_checksum(demonstration: &Demonstration) -> i64 {
    let Demonstration { metadata, holder, line, flipped, pgn } = demonstration;
    let holder = holder.map_or(-1, |AccountId(number)| number);
    let values: [&[u8]; 7] = [
        &metadata.version.to_le_bytes(),
        metadata.name.as_bytes(),
        &[u8::from(metadata.public)],
        &holder.to_le_bytes(),
        line.as_bytes(),
        &[u8::from(*flipped)],
        pgn.as_bytes(),
    ];
    Checksum::of_log(metadata.id.as_str()).next(&values).column()
}

/// Storage of demonstration boards, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Demonstrations: Send + Sync {
    /// Stores a new state of a board, or a new board, unless it has changed since a version, which
    /// is 0 for a new board.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn save_demonstration(
        &self,
        base: u32,
        demonstration: Demonstration,
    ) -> Result<DemonstrationOutcome, StoreError>;

    /// Removes a board. False when there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn remove_demonstration(&self, id: &DemonstrationId) -> Result<bool, StoreError>;

    /// A board, if it exists.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it was changed or cannot be decoded.
    async fn demonstration(
        &self,
        id: &DemonstrationId,
    ) -> Result<Option<Demonstration>, StoreError>;

    /// All boards, the last started one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn demonstrations(&self) -> Result<Vec<DemonstrationMetadata>, StoreError>;
}
