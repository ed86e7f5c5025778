//! The state of one demonstration board: what is on it, who has it, and how it is stored.

use game::Timestamp;
use store::{AccountId, Demonstration, DemonstrationMetadata, DemonstrationOutcome, Store};
use wire::demonstration::{
    DemonstrationChange as Change, DemonstrationCommand as Command, DemonstrationUpdate,
    DemonstrationView,
};
use wire::study::StudyTree;

use super::board::Board;
use crate::accounts::Caller;
use crate::{ApiError, studies};

/// The maximum size of the moves with their comments, in bytes.
const MAX_SIZE: usize = 256 << 10;

/// The state of a board.
#[derive(Clone)]
pub(super) struct State {
    pub(super) metadata: DemonstrationMetadata,
    /// The version in the store. Loading a board is a version of its own, because it may renumber
    /// the moves.
    stored: u32,
    /// The pupil who has the board, with their name.
    holder: Option<(AccountId, String)>,
    board: Board,
    /// The moves as they are stored.
    pgn: String,
}

impl State {
    /// A new board, which is not stored yet.
    pub(super) async fn new(
        metadata: DemonstrationMetadata,
        tree: StudyTree,
        current: Option<u32>,
    ) -> Result<State, ApiError> {
        let (board, pgn) = put(tree, current).await?;
        Ok(State { metadata, stored: 0, holder: None, board, pgn })
    }

    /// A board as it was stored; the name of the pupil is looked up by the caller.
    pub(super) async fn restore(
        stored: Demonstration,
        holder: Option<(AccountId, String)>,
    ) -> Result<State, ApiError> {
        let Demonstration { mut metadata, line, flipped, pgn, .. } = stored;
        let tree = studies::from_pgn(pgn.clone()).await?;
        let mut board = Board { tree, current: None, flipped };
        board.follow(&line);
        let stored = metadata.version;
        metadata.version += 1;
        Ok(State { metadata, stored, holder, board, pgn })
    }

    /// Whether the store has more than this server knew.
    pub(super) fn is_newer_than(&self, known: &State) -> bool {
        self.stored > known.stored
    }

    /// What a follower sees.
    pub(super) fn view(&self) -> DemonstrationView {
        let Board { tree, current, flipped } = self.board.clone();
        DemonstrationView {
            id: self.metadata.id.to_string(),
            name: self.metadata.name.clone(),
            version: self.metadata.version,
            public: self.metadata.public,
            holder: self.holder.as_ref().map(|(_, name)| name.clone()),
            tree,
            current,
            flipped,
        }
    }

    /// Requires that somebody has the board.
    ///
    /// # Errors
    /// When somebody else has it.
    pub(super) fn require_holder(&self, caller: &Caller, organizer: bool) -> Result<(), ApiError> {
        let has_board = match &self.holder {
            Some((holder, _)) => caller.account_id() == Some(*holder),
            None => organizer,
        };
        let name = || self.holder.as_ref().map(|(_, name)| name.clone()).unwrap_or_default();
        match has_board {
            true => Ok(()),
            false if caller.account_id().is_none() && !organizer => Err(ApiError::LoginNeeded),
            false => Err(ApiError::NotPresenter(name())),
        }
    }

    /// Hands the board to a pupil, or back to the organizers.
    pub(super) fn hand(&mut self, holder: Option<(AccountId, String)>) -> Change {
        self.holder = holder;
        Change::Handed { holder: self.holder.as_ref().map(|(_, name)| name.clone()) }
    }

    /// Says whether it is followed without an account.
    pub(super) fn share(&mut self, public: bool) -> Change {
        self.metadata.public = public;
        Change::Shared { public }
    }

    /// Carries out a command about the moves.
    pub(super) async fn change(&mut self, command: Command) -> Result<Change, ApiError> {
        let change = match command {
            Command::Play { after, uci } => self.board.play(after, uci.as_str())?,
            Command::Go { current } => self.board.go(current)?,
            Command::Annotate { at, comments } => {
                let comments = comments.iter().map(ToString::to_string).collect();
                self.board.annotate(at, comments)?
            }
            Command::Remove { at } => self.board.remove(at)?,
            Command::Flip { flipped } => self.board.flip(flipped),
            Command::Replace { tree, current } => {
                let (board, pgn) = put(tree, current).await?;
                self.pgn = pgn;
                return Ok(self.board.replace(board));
            }
            Command::Hand { .. } | Command::TakeBack {} | Command::Share { .. } => {
                return Err(ApiError::Internal("a command that is not about moves".to_owned()));
            }
        };
        if !matches!(change, Change::Went { .. } | Change::Flipped { .. }) {
            self.pgn = to_pgn(&self.board.tree).await?;
        }
        Ok(change)
    }

    /// Stores the state as the next version.
    ///
    /// # Errors
    /// When it cannot be stored, or the store has another version.
    pub(super) async fn save(
        &mut self,
        store: &dyn Store,
        change: Change,
        now: Timestamp,
    ) -> Result<DemonstrationUpdate, ApiError> {
        self.metadata.version += 1;
        self.metadata.changed = now.max(self.metadata.changed);
        let outcome = store.save_demonstration(self.stored, self.to_store()).await?;
        match outcome {
            DemonstrationOutcome::Written => {
                self.stored = self.metadata.version;
                Ok(DemonstrationUpdate { version: self.metadata.version, change })
            }
            DemonstrationOutcome::Stale { .. } => Err(ApiError::DemonstrationChanged),
        }
    }

    /// Stores a new board. False when there is one of this id already.
    pub(super) async fn create(&mut self, store: &dyn Store) -> Result<bool, ApiError> {
        let outcome = store.save_demonstration(0, self.to_store()).await?;
        self.stored = self.metadata.version;
        Ok(outcome == DemonstrationOutcome::Written)
    }

    fn to_store(&self) -> Demonstration {
        Demonstration {
            metadata: self.metadata.clone(),
            holder: self.holder.as_ref().map(|(id, _)| *id),
            line: self.board.line(),
            flipped: self.board.flipped,
            pgn: self.pgn.clone(),
        }
    }
}

/// A board with these moves, in the order and notation of the server, and the moves as PGN.
async fn put(tree: StudyTree, current: Option<u32>) -> Result<(Board, String), ApiError> {
    let pgn = to_pgn(&tree).await?;
    let line = Board::new(tree, current).line();
    let mut board = Board::new(studies::from_pgn(pgn.clone()).await?, None);
    board.follow(&line);
    Ok((board, pgn))
}

/// The moves as PGN, which everything on the board must fit into.
async fn to_pgn(tree: &StudyTree) -> Result<String, ApiError> {
    let (pgn, _) = studies::to_pgn(tree.clone()).await?;
    if pgn.len() > MAX_SIZE {
        return Err(ApiError::TooLarge { most: MAX_SIZE });
    }
    Ok(pgn)
}
