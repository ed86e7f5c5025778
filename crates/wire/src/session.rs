//! Login, sessions and members.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::BoundedString;
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
    /// Whether the server has an owner, who is the admin without logging in and opens a link once.
    pub has_owner: bool,
}

/// The role of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Anybody.
    Visitor,
    /// A member with an account.
    Member,
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
    /// Add and remove members, and reset their passwords.
    ManageMembers,
    /// Create and organize competitions.
    OrganizeCompetitions,
    /// Read the audit log.
    ReadAudit,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Member {
    /// The name.
    pub name: String,
    /// When the account was created, in milliseconds since the Unix epoch.
    pub created_ms: u64,
}

/// A member to add. It does not implement `Debug`, because it contains the password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMember {
    /// The name.
    pub name: NameText,
    /// The password.
    pub password: PasswordText,
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
