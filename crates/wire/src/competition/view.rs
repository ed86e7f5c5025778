//! Competitions as clients show them.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{AbsenceKind, BoardResult, CompetitionSettings};
use crate::{Side, Sides};

/// A competition that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CompetitionCreated {
    /// Its id.
    pub id: String,
}

/// A row of the list of competitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CompetitionRow {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The format.
    pub format: FormatKind,
    /// How many players take part.
    pub entrants: u16,
    /// How many rounds are paired.
    pub rounds: u16,
    /// Whether it is over.
    pub finished: bool,
    /// When it was created, in milliseconds since the Unix epoch.
    pub created_ms: u64,
    /// When it last changed.
    pub changed_ms: u64,
}

/// A format without its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormatKind {
    /// Players with about the same score meet, nobody twice.
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
    /// The Keizer system.
    Keizer,
    /// Who loses is out.
    Knockout,
}

/// A whole competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CompetitionView {
    /// Its id.
    pub id: String,
    /// The number of events so far.
    pub version: u32,
    /// What the organizer chose.
    pub settings: CompetitionSettings,
    /// How many rounds there will be, as far as is known.
    pub planned_rounds: u16,
    /// The players, by number.
    pub entrants: Vec<EntrantView>,
    /// The paired rounds.
    pub rounds: Vec<RoundView>,
    /// The pairs of players who may not meet.
    pub forbidden: Vec<[u16; 2]>,
    /// The standings.
    pub standings: Vec<StandingView>,
    /// Whether it is over.
    pub finished: bool,
    /// When it was created, in milliseconds since the Unix epoch.
    pub created_ms: u64,
    /// The caller's part in it.
    pub caller: CompetitionCaller,
}

/// The caller's part in a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CompetitionCaller {
    /// Whether they may organize it.
    pub organizer: bool,
    /// Their number, if they take part.
    pub entrant: Option<u16>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EntrantView {
    /// The number, from 1.
    pub id: u16,
    /// The name.
    pub name: String,
    /// The class or team.
    pub group: Option<String>,
    /// The rating.
    pub rating: Option<u16>,
    /// Whether they are a member, who can play here.
    pub member: bool,
    /// The starting number of the pairing rules, once there is one.
    pub starting_number: Option<u16>,
    /// Whether they have withdrawn.
    pub withdrawn: bool,
    /// The absences in rounds that are not paired yet.
    pub absences: Vec<AnnouncedAbsence>,
}

/// An absence in a round to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct AnnouncedAbsence {
    /// The round.
    pub round: u16,
    /// What it is called and worth.
    pub kind: AbsenceKind,
}

/// A paired round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RoundView {
    /// The boards, the first one first.
    pub boards: Vec<BoardView>,
    /// Those without an opponent.
    pub unpaired: Vec<UnpairedView>,
}

/// A board of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BoardView {
    /// The numbers of the players.
    pub players: Sides<u16>,
    /// The result, when it is known.
    pub result: Option<BoardResult>,
    /// Where the result comes from.
    pub source: Option<ResultSource>,
    /// What the players have reported.
    pub reports: Sides<Option<BoardResult>>,
    /// Whether the players have reported different results.
    pub disputed: bool,
    /// The game on the server.
    pub game: Option<String>,
    /// The final position.
    pub fen: Option<String>,
    /// Who goes on after a tied match of a knockout.
    pub advances: Option<u16>,
}

/// Where a result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultSource {
    /// It was known when the round was paired.
    Pairing,
    /// Both players reported it.
    Players,
    /// An organizer set it.
    Organizer,
    /// The game on the server ended so.
    Game,
}

/// Somebody without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct UnpairedView {
    /// Who it is.
    pub id: u16,
    /// Why.
    pub reason: UnpairedReason,
}

/// Why somebody has no opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnpairedReason {
    /// The number of players was odd: the bye.
    Bye,
    /// Free in this round of a round robin or knockout.
    Free,
    /// A bye worth a win.
    FullPoint,
    /// A bye worth a draw.
    HalfPoint,
    /// An absence worth nothing.
    ZeroPoint,
    /// An evening for the club.
    ClubDuty,
    /// An absence with notice.
    Excused,
    /// An absence without notice.
    Unexcused,
    /// Withdrawn.
    Withdrawn,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StandingView {
    /// The place, from 1. Those whom nothing tells apart share one.
    pub place: u16,
    /// Who it is.
    pub id: u16,
    /// The points, such as `2.5`.
    pub points: String,
    /// The values of the tie-breaks in the order of the settings, with a dot before decimals.
    pub tie_breaks: Vec<Option<String>>,
    /// The score of the Keizer system, which decides there.
    pub keizer: Option<String>,
}

/// The latest events of a competition, the last one first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CompetitionHistory {
    /// The events.
    pub entries: Vec<HistoryEntry>,
}

/// An event in the history of a competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct HistoryEntry {
    /// The version after the event.
    pub version: u32,
    /// When it happened, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// What happened.
    pub kind: HistoryKind,
    /// The players that it is about.
    pub ids: Vec<u16>,
    /// The round that it is about.
    pub round: Option<u16>,
    /// The board that it is about.
    pub board: Option<u16>,
    /// The result that it is about.
    pub result: Option<BoardResult>,
    /// Whether it can be undone now.
    pub undoable: bool,
}

/// What happened in a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HistoryKind {
    /// The competition was created.
    Created,
    /// The settings changed.
    SettingsChanged,
    /// Somebody entered.
    Entered,
    /// What is known about somebody was corrected.
    Edited,
    /// Somebody withdrew.
    Withdrawn,
    /// Somebody came back.
    Returned,
    /// Somebody will be absent.
    AbsenceAnnounced,
    /// Somebody will be there after all.
    AbsenceCanceled,
    /// Two players may not meet.
    PairForbidden,
    /// Two players may meet after all.
    PairAllowed,
    /// Starting numbers were given.
    NumbersGiven,
    /// A round was paired.
    RoundPaired,
    /// A pairing was removed.
    PairingRemoved,
    /// Two players were exchanged.
    Exchanged,
    /// A player reported a result.
    Reported,
    /// A result was set.
    ResultSet,
    /// A result was removed.
    ResultCleared,
    /// A tied match was decided.
    MatchDecided,
    /// A board got a game on the server.
    GameLinked,
    /// A final position was kept.
    PositionRecorded,
    /// The competition ended.
    Finished,
    /// The competition goes on.
    Reopened,
}

/// Sent when a competition changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CompetitionChanged {
    /// The new version.
    pub version: u32,
}

/// A game of the caller in a competition, to be played or reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OwnPairing {
    /// The id of the competition.
    pub competition: String,
    /// Its name.
    pub name: String,
    /// The round.
    pub round: u16,
    /// The board.
    pub board: u16,
    /// The caller's color.
    pub color: Side,
    /// The opponent's name.
    pub opponent: String,
    /// The game on the server.
    pub game: Option<String>,
}
