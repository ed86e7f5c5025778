//! Login, sessions and permissions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::BoundedString;
use crate::lesson::Locks;
use crate::new_game::NameText;

/// A password as it is typed. It may be longer than allowed, so that the error can say so.
pub type PasswordText = BoundedString<256>;

/// A login. It does not implement `Debug`, because it contains the password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The name of the account, case-insensitive.
    pub name: NameText,
    /// The password.
    pub password: PasswordText,
}

/// The session of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Session {
    /// The name of the account; none without a login.
    pub name: Option<String>,
    /// The role.
    pub role: Role,
    /// The permissions.
    pub may: Vec<Permission>,
    /// Whether the session was begun with a card, perhaps on a shared device.
    pub by_card: bool,
    /// Whether the server has an owner, who is the admin without logging in and opens a link once.
    pub has_owner: bool,
    /// What the caller may not use now.
    pub locks: Option<Locks>,
}

/// The role of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Anybody.
    Visitor,
    /// A member with an account.
    Member,
    /// A member who manages the others and organizes competitions.
    Organizer,
    /// The administrator.
    Admin,
}

/// A permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Get new secrets for one's own seats, to continue on another device.
    TakeOwnSeats,
    /// Take the seats of any game in progress.
    TakeAnySeat,
    /// Abort any game.
    AbortGames,
    /// Remove and restore games.
    RemoveGames,
    /// View, unshare and remove any study.
    ManageStudies,
    /// Manage ordinary members: add and remove them, change what the roster knows about them, issue
    /// cards and reset passwords.
    ManageRoster,
    /// Organize competitions.
    OrganizeCompetitions,
    /// Adjourn and continue games, and set what groups may use.
    LeadLessons,
    /// Be in the lobby, and play the others there.
    UseLobby,
    /// Seat pairs of members in the lobby.
    SeatPlayers,
    /// Manage organizers in the same way, and give roles.
    ManageMembers,
    /// Read the audit log.
    ReadAudit,
}

/// A new password of a member. It does not implement `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The password.
    pub password: PasswordText,
}

/// A change of one's own password. It does not implement `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The current password.
    pub current: PasswordText,
    /// The new password.
    pub password: PasswordText,
}
