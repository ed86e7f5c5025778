//! Competitions: what organizers and players ask for, and what everybody sees.
//!
//! Entrants have numbers, which never change; rounds and boards count from 1.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::new_game::{FenText, NameText, Time};
use crate::to_server::RequestIdText;
use crate::{BoundedString, Side, Sides};

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

/// A competition that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CompetitionCreated {
    /// Its id.
    pub id: String,
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
    },
    /// Who loses is out.
    Knockout {
        /// How many games decide a match: one or two.
        games: u8,
        /// Whether the losers of the semifinals play for the third place.
        third_place: bool,
    },
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

/// The kind of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// Below three minutes.
    Bullet,
    /// Up to ten minutes.
    Blitz,
    /// Below an hour.
    Rapid,
    /// An hour and more, or no clock.
    Classical,
}

/// The ratings of a member over time.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct MemberRatings {
    /// The name.
    pub name: String,
    /// The ratings by kind of clock; only kinds with rated games.
    pub kinds: Vec<KindRatings>,
}

/// The ratings of a member with one kind of clock.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct KindRatings {
    /// The kind.
    pub kind: ClockKind,
    /// The rating after each day with games, the first one first.
    pub points: Vec<RatingPoint>,
}

/// A rating after a day with games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct RatingPoint {
    /// The start of the day, in milliseconds since the Unix epoch.
    pub day_ms: u64,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is: 95 % of the time the strength is within twice this.
    pub deviation: f64,
    /// How many games were played that day.
    pub games: u32,
}
