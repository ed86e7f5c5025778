//! Demonstration boards: one has the board, and the others follow.
//!
//! A board is a study with a current move. Every change has the next version, so a follower who
//! missed one notices, and reads the whole board again.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::BoundedString;
use crate::command::MoveText;
use crate::new_game::NameText;
use crate::study::{StudyNode, StudyTree};
use crate::to_server::RequestIdText;

/// The name of a demonstration board.
pub type DemonstrationName = BoundedString<100>;
/// A comment on a move, including commands such as `[%cal Ge2e4]`.
pub type DemonstrationComment = BoundedString<2000>;

/// The maximum number of comments on one move.
pub const MAX_COMMENTS: usize = 8;
/// The maximum number of arrows and colored squares on one position.
pub const MAX_SHAPES: usize = 64;

/// A demonstration board to start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDemonstration {
    /// The id of this request: visible ASCII characters. A request that is sent again under the
    /// same id starts no second board.
    pub request: RequestIdText,
    /// The name.
    pub name: DemonstrationName,
    /// Whether it is followed without an account.
    pub public: bool,
    /// What is on it: a position, a game or a study.
    pub tree: StudyTree,
    /// The index of the move to show; none for the start.
    pub current: Option<u32>,
}

/// A demonstration board that was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DemonstrationCreated {
    /// Its id.
    pub id: String,
}

/// A demonstration board in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DemonstrationRow {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is followed without an account.
    pub public: bool,
    /// When it was started, in milliseconds since the Unix epoch.
    pub created_ms: u64,
}

/// A demonstration board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DemonstrationView {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its version.
    pub version: u32,
    /// Whether it is followed without an account.
    pub public: bool,
    /// The member who has the board; none while the organizers have it.
    pub holder: Option<String>,
    /// The moves, with comments and arrows.
    pub tree: StudyTree,
    /// The index of the move that is shown; none for the start.
    pub current: Option<u32>,
    /// Black is at the bottom.
    pub flipped: bool,
}

/// A command, and what it builds on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DemonstrationRequest {
    /// The version that the sender has seen. A command about the moves is rejected when the board
    /// has changed since.
    pub base: u32,
    /// The command.
    pub command: DemonstrationCommand,
}

/// A command to a demonstration board. Moves are named by their index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum DemonstrationCommand {
    /// Plays a move after another one, or at the start, and shows it.
    Play {
        /// The move before.
        after: Option<u32>,
        /// The move in UCI notation.
        uci: MoveText,
    },
    /// Shows a position.
    Go {
        /// The last move.
        current: Option<u32>,
    },
    /// Replaces the comments of a move, and with them the arrows and colored squares.
    Annotate {
        /// The move; none for the start.
        at: Option<u32>,
        /// The comments.
        comments: Vec<DemonstrationComment>,
    },
    /// Removes a move and all that follow.
    Remove {
        /// The move.
        at: u32,
    },
    /// Turns the board.
    Flip {
        /// Black is at the bottom.
        flipped: bool,
    },
    /// Puts something else on the board.
    Replace {
        /// What.
        tree: StudyTree,
        /// The move to show.
        current: Option<u32>,
    },
    /// Hands the board to a member who follows.
    Hand {
        /// The member's name.
        member: NameText,
    },
    /// Takes the board back.
    TakeBack {},
    /// Says who may follow.
    Share {
        /// Everybody, without an account.
        public: bool,
    },
}

/// A change of a demonstration board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DemonstrationUpdate {
    /// The version after it, one more than before.
    pub version: u32,
    /// What changed.
    pub change: DemonstrationChange,
}

/// What changed on a demonstration board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DemonstrationChange {
    /// A move was added at the end of the list, and is shown.
    Played {
        /// The move.
        node: StudyNode,
    },
    /// Another position is shown.
    Went {
        /// The last move.
        current: Option<u32>,
    },
    /// The comments of a move were replaced.
    Annotated {
        /// The move; none for the start.
        at: Option<u32>,
        /// The comments.
        comments: Vec<String>,
    },
    /// The board was turned.
    Flipped {
        /// Black is at the bottom.
        flipped: bool,
    },
    /// The moves are others.
    Replaced {
        /// The moves.
        tree: StudyTree,
        /// The index of the move that is shown.
        current: Option<u32>,
    },
    /// Somebody else has the board.
    Handed {
        /// The member; none for the organizers.
        holder: Option<String>,
    },
    /// Others may follow.
    Shared {
        /// Everybody, without an account.
        public: bool,
    },
}

/// Who follows a demonstration board, for organizers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DemonstrationFollowers {
    /// The members, in the order of their names.
    pub members: Vec<String>,
    /// How many follow without an account.
    pub visitors: u32,
}
