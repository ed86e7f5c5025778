//! Durable storage of games, competitions, accounts, reviews and studies.
//!
//! A [`Store`] has the event log of every game and its row in the library. Every write it has
//! acknowledged is durable and survives a crash of the process or the machine. Writers name the
//! version they build on, so exactly one of two racing writers wins, and a repeated request gets
//! its first answer again.
//!
//! [`Sqlite`] is one file in a [`DataDirectory`]; [`Postgres`] is a database that many servers
//! share; [`Memory`] is for tests and for games that need not be saved. This crate does not know
//! the rules: it never checks whether a move is legal, and it hashes no secrets.

mod account;
mod account_keys;
mod atomic_file;
mod audit;
mod checksum;
mod columns;
mod competitions;
mod coordination;
mod cursor;
mod demonstrations;
mod durable;
mod encode;
mod entry;
mod error;
mod hint;
mod lessons;
pub mod location;
mod memory;
mod postgres;
mod query;
mod request;
mod reviews;
mod roster;
mod search;
mod seat_owner;
#[cfg(feature = "simulation")]
pub mod simulation;
mod simuls;
mod source;
mod sqlite;
mod studies;
mod summary;
mod transfer;

use std::path::Path;

use async_trait::async_trait;
use game::{GameId, Timestamp};
use tokio::sync::{broadcast, watch};

pub use account::{Account, AccountId, Accounts, NewAccount, PasswordHash, Role, Session};
pub use atomic_file::AtomicFile;
pub use audit::{Audit, AuditEntry, AuditQuery};
pub use competitions::{
    CompetitionEntry, CompetitionFormat, CompetitionId, CompetitionOutcome, CompetitionSummary,
    Competitions, StoredCompetition,
};
pub use coordination::{
    AttemptKey, AttemptLimit, Coordination, HEARTBEAT_TIMEOUT, LeaseId, LeaseState,
    StoredFollowers, StoredLobby,
};
pub use cursor::{Cursor, PageStart, SortKey};
pub use demonstrations::{
    Demonstration, DemonstrationId, DemonstrationMetadata, DemonstrationOutcome, Demonstrations,
};
pub use encode::{
    DecodeError, decode_competition_event, decode_event, encode_competition_event, encode_event,
};
pub use entry::{AppendOutcome, Entry, GameUpdate, NewGame, StoredGame};
pub use error::StoreError;
pub use game::RequestId;
pub use hint::{Connectivity, Hint, PresenceReport, ReviewStop, ServerId, Topic};
pub use lessons::{Feature, GroupRules, Lessons, RuleScope};
pub use location::{DataDirectory, LocationError};
pub use memory::Memory;
pub use postgres::{ConnectError, Postgres, PostgresAddress, PostgresSettings};
pub use query::{Column, Direction, ListedGame, Page, Query, Sort};
pub use request::{EntryRequest, RequestDigest, StoredRequest};
pub use reviews::{ReviewKey, Reviews, StoredEvaluation};
pub use roster::{Card, CardCode, GroupName, Roster, RosterDetails, RosterImport};
pub use seat_owner::{OwnedGame, SeatOwner, SeatOwners, SecretHash};
pub use simuls::{Simul, SimulBoard, SimulId, SimulState, Simuls};
pub use source::{Fingerprint, GameToImport, ImportOutcome, Source, SourceFormat};
pub use sqlite::{
    BackupContents, BackupError, CheckedCompetition, CheckedGame, Checkup, MadeBackup, OpenError,
    Orphans, Repair, Rollback, Rotation, SalvagedTable, Settings, Sqlite, back_up,
};
pub use studies::{
    Studies, Study, StudyChange, StudyColumn, StudyId, StudyMetadata, StudyOwner, StudyPage,
    StudyQuery, StudySave, StudySaveOutcome, StudySummary,
};
pub use summary::{Details, Opening, Summary};
pub use transfer::{DatabasePlace, TransferError, TransferProgress, transfer};

/// A store of games, competitions, accounts, reviews and studies.
///
/// A method that changes something returns only after the change is durable. If the caller drops
/// the future before that, the change happens completely or not at all.
#[async_trait]
pub trait Store:
    Accounts
    + Audit
    + Competitions
    + Coordination
    + Demonstrations
    + Lessons
    + Reviews
    + Roster
    + Simuls
    + Studies
{
    /// Stores a new game.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when the id is taken, [`StoreError::Numbering`] when its records are
    /// not numbered from 1.
    async fn create(&self, game: NewGame) -> Result<(), StoreError>;

    /// Stores imported games, each on its own, except for duplicates. The results are in the order
    /// of the games.
    ///
    /// # Errors
    /// As [`Store::create`], for one of the games; others may have been stored.
    async fn import(&self, games: Vec<GameToImport>) -> Result<Vec<ImportOutcome>, StoreError>;

    /// Appends records to a game, unless others were appended since the version they build on.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game, [`StoreError::Numbering`] when the
    /// records do not follow their base, [`StoreError::Unconfirmed`] when the records may or may
    /// not be stored.
    async fn append(&self, entry: Entry) -> Result<AppendOutcome, StoreError>;

    /// Changes the owners of the seats, without a record in the game.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game.
    async fn set_seat_owners(&self, id: &GameId, seat_owners: SeatOwners)
    -> Result<(), StoreError>;

    /// Removes a game from the list of the library, or restores it when there is no time. The game
    /// itself stays, and can be loaded by its id.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game.
    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError>;

    /// Loads a game, if it exists.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when a record cannot be decoded.
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError>;

    /// What was stored of a game after a version of it, if the game exists.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when a record cannot be decoded.
    async fn load_since(
        &self,
        id: &GameId,
        version: u32,
    ) -> Result<Option<GameUpdate>, StoreError> {
        Ok(self.load(id).await?.map(|game| game.since(version)))
    }

    /// A page of the library.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn list(&self, query: &Query) -> Result<Page, StoreError>;

    /// The ids of all games that match a query, in its order, on all pages.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError>;

    /// The games to resume after a restart, ordered by id.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn games_to_resume(&self) -> Result<Vec<GameId>, StoreError>;

    /// Games in progress without a move that were created at this time or before, at most `limit`.
    /// Games without an owner, such as imported ones, are not among them.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn unstarted_games(
        &self,
        created: Timestamp,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError>;

    /// Games of a status whose seats have owners, ordered by id. Imported games are not among them,
    /// nor are removed ones.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn owned_games(&self, status: &str) -> Result<Vec<OwnedGame>, StoreError>;

    /// The size of the store on disk, in bytes; zero without a file.
    ///
    /// # Errors
    /// When the file system does not say.
    async fn size(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// Hints about what other servers store from now on; none where only one server can use the
    /// store. A receiver that lags has lost hints.
    fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        None
    }

    /// Tells the other servers which players of a game are connected to this one. It is not stored,
    /// and nothing happens where only one server can use the store.
    fn announce_presence(&self, _game: &GameId, _report: PresenceReport) {}

    /// Becomes one of the servers that use the store; true when there is no other. Then the games
    /// that were going on have to be resumed, and servers that begin meanwhile wait for
    /// [`Store::games_resumed`].
    ///
    /// # Errors
    /// When the store cannot be reached.
    async fn begin_serving(&self) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Lets other servers begin.
    ///
    /// # Errors
    /// When the store cannot be reached.
    async fn games_resumed(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Changes when this server is to look after games that others have left behind; none where
    /// only one server can use the store.
    fn departures(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// Records that the server is running, so that downtime after this time is charged to no
    /// player.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError>;

    /// The time of the last heartbeat, if there was one.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Copies a snapshot of everything into a new file, while games go on.
    ///
    /// # Errors
    /// [`StoreError::BackupExists`] when the file exists, and when it cannot be written.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;
}
