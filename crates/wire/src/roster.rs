//! The roster of a club: its members, the import of a spreadsheet, and cards.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::BoundedString;
use crate::new_game::NameText;
use crate::session::PasswordText;

/// The name of a group as it is typed.
pub type GroupText = BoundedString<64>;
/// The code of a card as it is typed.
pub type CodeText = BoundedString<64>;
/// The plan of an import.
pub type PlanText = BoundedString<64>;

/// The least rating of a member.
pub const MIN_RATING: u16 = 100;
/// The greatest rating of a member.
pub const MAX_RATING: u16 = 4000;

/// The role of a member.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MemberRole {
    /// An ordinary member.
    #[default]
    Member,
    /// Somebody who manages the members and organizes competitions.
    Organizer,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The role.
    pub role: MemberRole,
    /// A class, a team or another group.
    pub group: Option<String>,
    /// The rating before the first rated game.
    pub rating: Option<u16>,
    /// Whether the member has a card.
    pub has_card: bool,
    /// Whether the member has a password.
    pub has_password: bool,
    /// When the account was created, in milliseconds since the Unix epoch.
    pub created_ms: u64,
}

/// A member to add. It does not implement `Debug`, because it contains the password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMember {
    /// The name.
    pub name: NameText,
    /// The password; none when the member signs in with a card alone.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<PasswordText>,
    /// The group.
    #[serde(default)]
    #[ts(optional)]
    pub group: Option<GroupText>,
    /// The rating.
    #[serde(default)]
    #[ts(optional)]
    pub rating: Option<u16>,
    /// The role.
    #[serde(default)]
    #[ts(as = "Option<MemberRole>", optional)]
    pub role: MemberRole,
}

/// The new details of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberDetails {
    /// The name.
    pub name: NameText,
    /// The role.
    pub role: MemberRole,
    /// The group.
    pub group: Option<GroupText>,
    /// The rating.
    pub rating: Option<u16>,
}

/// What an import of a spreadsheet would do. Nothing is stored yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RosterPreview {
    /// Stands for what the import would do. The import names it, and is refused if it would do
    /// something else by then.
    pub plan: String,
    /// The rows of the file, in its order.
    pub rows: Vec<RosterRow>,
    /// The headings of columns that are not used.
    pub ignored_columns: Vec<String>,
}

/// A row of an imported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RosterRow {
    /// The line in the file on which it begins.
    pub line: u32,
    /// The name.
    pub name: String,
    /// The group that the member will have.
    pub group: Option<String>,
    /// The rating that the member will have.
    pub rating: Option<u16>,
    /// What would happen.
    pub outcome: RosterOutcome,
}

/// What would happen to a row of an imported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RosterOutcome {
    /// A member is added.
    New {},
    /// A member changes.
    Changed {
        /// The group that the member has now.
        group: Option<String>,
        /// The rating that the member has now.
        rating: Option<u16>,
    },
    /// The roster says the same already.
    Unchanged {},
    /// The row is wrong; nothing of the file can be imported before that is corrected.
    Error {
        /// What is wrong.
        reason: RosterErrorReason,
        /// The value that is wrong, or the name or line that the row is in conflict with.
        value: String,
    },
}

/// What is wrong with a row of an imported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RosterErrorReason {
    /// There is no name.
    NoName,
    /// The name is too long.
    LongName,
    /// The name has a character that names cannot have.
    BadCharacter,
    /// The name is reserved for the server.
    ReservedName,
    /// The name looks like that of a member.
    LooksLikeMember,
    /// The name is that of another line, or looks like it.
    DuplicateName,
    /// The name of the group is invalid.
    BadGroup,
    /// The rating is not a number between the least and the greatest.
    BadRating,
    /// Only the admin may change this member.
    AdminOnly,
}

/// Which import was previewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RosterImportQuery {
    /// The plan of its preview.
    pub plan: PlanText,
}

/// What an import has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RosterReport {
    /// How many members were added.
    pub added: u32,
    /// How many members were changed.
    pub changed: u32,
    /// How many members stayed as they were.
    pub unchanged: u32,
}

/// How to write the roster.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct RosterExportQuery {
    /// The language of the headings. It also decides about the separator, as spreadsheets do.
    pub language: RosterLanguage,
}

/// The language of the headings of a spreadsheet.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RosterLanguage {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// French.
    Fr,
}

/// Whom to issue cards. Members who have one keep it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct IssueCards {
    /// The names; none for everybody.
    pub names: Option<Vec<NameText>>,
}

/// How many cards were issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CardsIssued {
    /// The number of new cards.
    pub issued: u32,
}

/// A card, for printing. It does not implement `Debug`, because it contains the code.
#[derive(Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Card {
    /// The name of the member.
    pub name: String,
    /// The group of the member.
    pub group: Option<String>,
    /// The code for typing, in two groups of four.
    pub code: String,
    /// The link that signs in. The code is in the fragment, which browsers do not send.
    pub link: String,
    /// The link as a QR code in SVG; none when it is too long.
    pub qr_svg: Option<String>,
}

/// A login with the code of a card. It does not implement `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CardLogin {
    /// The code, in any case and with any separators.
    pub code: CodeText,
}
