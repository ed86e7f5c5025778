//! Games that are never lost.
//!
//! A [`Store`] keeps the log of every game and a row about it for the library. What it has
//! answered is durable: a move that was acknowledged survives the end of the process and of the
//! machine. Writers name the version that they build upon, so of two that race exactly one wins,
//! and a request that is sent again gets its first answer again.
//!
//! [`Sqlite`] keeps one file in a [`DataDirectory`]; [`Memory`] keeps nothing and serves tests and
//! games that nobody wants to keep. This crate knows what a game is made of but not its rules: it
//! never asks whether a move is legal, and it hashes no secrets.

mod account;
mod durable;
mod encode;
mod entry;
mod error;
pub mod location;
mod memory;
mod query;
mod reviews;
mod seat_owner;
mod source;
mod sqlite;
mod studies;
mod summary;

use std::path::Path;

use async_trait::async_trait;
use game::{GameId, Timestamp};

pub use account::{Account, AccountId, Accounts, NewAccount, PasswordHash, Role, Session};
pub use encode::{DecodeError, decode_event, encode_event};
pub use entry::{Appended, Entry, NewGame, RequestId, StoredGame};
pub use error::StoreError;
pub use location::{DataDirectory, LocationError};
pub use memory::Memory;
pub use query::{Column, Direction, Listed, Page, Query, Sort};
pub use reviews::{KeptEvaluation, ReviewKey, Reviews};
pub use seat_owner::{SeatOwner, SeatOwners, SecretHash};
pub use source::{Fingerprint, ImportGame, Imported, Source, SourceFormat};
pub use sqlite::{BackupError, OpenError, Settings, Sqlite, back_up};
pub use studies::{
    Studies, Study, StudyChange, StudyColumn, StudyHead, StudyId, StudyOwner, StudyPage,
    StudyQuery, StudySave, StudySaved, StudySummary,
};
pub use summary::{Details, Opening, Summary, Verdict};

/// Keeps games, those who play them, what engines say about them, and studies.
///
/// Every method that changes something answers only after the change is durable. A caller that
/// goes away before the answer leaves the change either whole or undone, never half.
#[async_trait]
pub trait Store: Accounts + Reviews + Studies {
    /// Keeps a new game.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when there is a game of this id, [`StoreError::Numbering`] when its
    /// records are not numbered from 1.
    async fn create(&self, game: NewGame) -> Result<(), StoreError>;

    /// Keeps games from files, all or none of them, except those that are there already. The
    /// outcomes are in the order of the games.
    ///
    /// # Errors
    /// As [`Store::create`].
    async fn import(&self, games: Vec<ImportGame>) -> Result<Vec<Imported>, StoreError>;

    /// Adds records to a game, provided that nobody else has since the version they build upon.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game, [`StoreError::Numbering`] when the
    /// records do not follow upon their base.
    async fn append(&self, entry: Entry) -> Result<Appended, StoreError>;

    /// Gives the seats of a game to others. Nothing happens to the game by that.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game.
    async fn reseat(&self, id: &GameId, holders: SeatOwners) -> Result<(), StoreError>;

    /// Takes a game off the list of the library at a moment, or with none puts it back. Nothing of
    /// the game is lost, and whoever knows its id still finds it.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game.
    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError>;

    /// Everything about one game; none when there is no such game.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when a record cannot be read.
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError>;

    /// A page of the library.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn list(&self, query: &Query) -> Result<Page, StoreError>;

    /// The ids of all games that a query asks for, in its order, whatever its page.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError>;

    /// The games that want waking after a restart, by their ids.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn unfinished(&self) -> Result<Vec<GameId>, StoreError>;

    /// Notes that the server was there at this moment, so that the time it is away afterwards is
    /// charged to nobody.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError>;

    /// The moment of the last heartbeat; none when there was none.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Copies everything, as it is at one instant, into a new file while games go on.
    ///
    /// # Errors
    /// [`StoreError::BackupExists`] rather than overwrite a file, and when one cannot be written.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;
}
