//! Competitions: what organizers and players ask for, and what everybody sees.
//!
//! Entrants have numbers, which never change; rounds and boards count from 1.

mod ratings;
mod view;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::new_game::{FenText, NameText, Time};
use crate::to_server::RequestIdText;
use crate::{BoundedString, Sides};

pub use self::ratings::{ClockKind, KindRatings, MemberRatings, RatingPoint};
pub use self::view::{
    AnnouncedAbsence, BoardView, CompetitionCaller, CompetitionChanged, CompetitionCreated,
    CompetitionHistory, CompetitionRow, CompetitionView, EntrantView, FormatKind, HistoryEntry,
    HistoryKind, OwnPairing, ResultSource, RoundView, StandingView, UnpairedReason, UnpairedView,
};

/// The acronym of a tie-break, such as `BH/C1`.
pub type TieBreakText = BoundedString<16>;

/// A competition to create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCompetition {
    /// The id of this request: visible ASCII characters. A request that is sent again under the
    /// same id creates no second competition.
    pub request: RequestIdText,
    /// What the organizer chooses.
    pub settings: CompetitionSettings,
}

/// What the organizer chooses for a competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompetitionSettings {
    /// The name.
    pub name: NameText,
    /// Who meets whom.
    pub format: CompetitionFormat,
    /// The time control of both sides; none for games without a clock.
    pub time: Option<Time>,
    /// Whether the games count for ratings.
    pub rated: bool,
    /// What results are worth.
    #[serde(default)]
    pub points: PointValues,
    /// What decides between equal points in a Swiss and a round robin, in this order. None for the
    /// usual ones of the format.
    #[serde(default)]
    pub tie_breaks: Option<Vec<TieBreakText>>,
    /// How many half-point byes players may take of their own accord (Swiss).
    #[serde(default = "one")]
    pub half_point_byes: u16,
    /// Whether late entrants get half a point for each round that they have missed (Swiss).
    #[serde(default)]
    pub late_half_points: bool,
}

fn one() -> u16 {
    1
}

/// What results are worth, in tenths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PointValues {
    /// A win.
    pub win: u16,
    /// A draw.
    pub draw: u16,
    /// A loss.
    pub loss: u16,
    /// The bye of the player who is left over.
    pub bye: u16,
}

impl Default for PointValues {
    fn default() -> PointValues {
        PointValues { win: 10, draw: 5, loss: 0, bye: 10 }
    }
}

/// How opponents are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CompetitionFormat {
    /// Players with about the same score meet, nobody twice.
    Swiss {
        /// How many rounds are planned.
        rounds: u16,
        /// Whether the first rounds are accelerated.
        accelerated: bool,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// Whether everybody meets twice.
        double: bool,
    },
    /// The Keizer system, for irregular attendance.
    Keizer {
        /// How many rounds are planned.
        rounds: u16,
        /// What the club chooses; none for the usual values, or to leave them as they are.
        #[serde(default)]
        parameters: Option<KeizerParameters>,
    },
    /// Who loses is out.
    Knockout {
        /// How many games decide a match: one or two.
        games: u8,
        /// Whether the losers of the semifinals play for the third place.
        third_place: bool,
    },
}

/// What a club chooses in the Keizer system. Factors are twelfths of a player's own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeizerParameters {
    /// The value of the first in the list; none makes it about three times that of the last.
    pub top: Option<u16>,
    /// A round in which the number of players was odd.
    pub bye: u8,
    /// An evening for the club, such as a team match.
    pub club_duty: u8,
    /// An absence with notice.
    pub excused: u8,
    /// How many absences with notice count.
    pub excused_max: u16,
    /// A round before the player joined.
    pub not_joined: u8,
    /// How many rounds must lie between two games of the same players, if that is possible.
    pub repeat_gap: u16,
    /// Whether the list is computed again until it no longer changes, instead of once.
    pub repeated: bool,
}

/// A command to a competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompetitionRequest {
    /// The id of this request: visible ASCII characters. A request that is sent again under the
    /// same id is not carried out twice.
    pub request: RequestIdText,
    /// What to do.
    pub command: CompetitionCommand,
}

/// What is asked of a competition. Players may report their own results, keep the final position of
/// their own games, announce their own absences and withdraw; the rest is for organizers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CompetitionCommand {
    /// Change the settings.
    ChangeSettings {
        /// The new settings.
        settings: CompetitionSettings,
    },
    /// Enter players, also after the start; all of them or none.
    Enter {
        /// Members, by the names of their accounts.
        members: Vec<NameText>,
        /// Others.
        guests: Vec<NewEntrant>,
    },
    /// Correct what is known about a player.
    Edit {
        /// Who it is.
        id: u16,
        /// What is right.
        entrant: NewEntrant,
    },
    /// Withdraw a player, who is not paired any more.
    Withdraw {
        /// Who it is.
        id: u16,
    },
    /// Let a player come back who had withdrawn.
    Return {
        /// Who it is.
        id: u16,
    },
    /// Announce an absence in a round that is not paired yet.
    AnnounceAbsence {
        /// Who will be absent.
        id: u16,
        /// The round.
        round: u16,
        /// What the absence is called and worth.
        kind: AbsenceKind,
    },
    /// Cancel an announced absence.
    CancelAbsence {
        /// Who will be there.
        id: u16,
        /// The round.
        round: u16,
    },
    /// Say that two players may not meet (Swiss and Keizer).
    ForbidPair {
        /// One of them.
        first: u16,
        /// The other one.
        second: u16,
    },
    /// Say that two players may meet after all.
    AllowPair {
        /// One of them.
        first: u16,
        /// The other one.
        second: u16,
    },
    /// Pair the next round.
    PairRound {},
    /// Pair the next round by hand. Everybody who is there must have a place in it.
    PairByHand {
        /// The pairs in the order of the boards, White first.
        pairs: Vec<Sides<u16>>,
        /// Who gets the bye.
        bye: Option<u16>,
    },
    /// Remove the last pairing, which has no results yet.
    RemovePairing {},
    /// Exchange two players of the last pairing. Two opponents exchange their colors.
    Exchange {
        /// One of them.
        first: u16,
        /// The other one.
        second: u16,
    },
    /// Report the result of one's own game. It counts when both players report the same.
    Report {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
        /// The result.
        result: BoardResult,
    },
    /// Set or correct a result, also of an earlier round.
    SetResult {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
        /// The result.
        result: BoardResult,
    },
    /// Remove a result with everything that was said about the game.
    ClearResult {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
    },
    /// Say who goes on after a tied match of a knockout.
    DecideMatch {
        /// The round.
        round: u16,
        /// A board of the match.
        board: u16,
        /// Who goes on.
        winner: u16,
    },
    /// Keep the final position of a game.
    RecordPosition {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
        /// The position.
        fen: FenText,
    },
    /// Create games on the server for boards of the last round that have neither a game nor a
    /// result, and whose players are both members.
    StartGames {
        /// The board; none for all boards.
        board: Option<u16>,
    },
    /// End the competition.
    Finish {},
    /// Go on after the end.
    Reopen {},
    /// Undo an entry of the history.
    Undo {
        /// The version of the entry.
        version: u32,
    },
}

/// A player to enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEntrant {
    /// The name; no two players have the same one.
    pub name: NameText,
    /// The class or team.
    #[serde(default)]
    pub group: Option<NameText>,
    /// The rating, by which the starting numbers are given.
    #[serde(default)]
    pub rating: Option<u16>,
}

/// What an absence is called and worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceKind {
    /// A bye worth a win (Swiss).
    FullPoint,
    /// A bye worth a draw (Swiss).
    HalfPoint,
    /// An absence worth nothing.
    ZeroPoint,
    /// An evening for the club, such as a team match (Keizer).
    ClubDuty,
    /// An absence with notice (Keizer).
    Excused,
    /// An absence without notice (Keizer).
    Unexcused,
}

/// The result of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// A draw.
    Draw,
    /// Black did not come.
    WhiteWinsByForfeit,
    /// White did not come.
    BlackWinsByForfeit,
    /// Neither came.
    DoubleForfeit,
    /// A draw for White and a loss for Black, by decision of the arbiter.
    DrawForWhiteOnly,
    /// A draw for Black and a loss for White, by decision of the arbiter.
    DrawForBlackOnly,
    /// A loss for both, by decision of the arbiter.
    DoubleLoss,
}
