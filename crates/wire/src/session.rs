//! Logging in, who one is then, and what one may do.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Text;
use crate::new_game::NameText;

/// A password as it is typed. It may be longer than passwords are, so that it can be said how long
/// they may be.
pub type PasswordText = Text<256>;

/// Somebody who wants to log in. It has no `Debug`, since the password is in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The name of the account, in any case.
    pub name: NameText,
    /// The password.
    pub password: PasswordText,
}

/// Who somebody is to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Session {
    /// The name of the account; none for who is not logged in.
    pub name: Option<String>,
    /// What they are.
    pub role: Role,
    /// What they may do besides what everybody may.
    pub may: Vec<Permission>,
}

/// What somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Anybody.
    Visitor,
    /// Somebody with an account.
    Member,
    /// The one who looks after the server.
    Admin,
}

/// What not everybody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// To get new secrets for the seats that one has taken, and go on from another computer.
    TakeOwnSeats,
    /// To go on with any game that is not over.
    TakeAnySeat,
    /// To call off any game.
    AbortGames,
    /// To take games off the library's list and put them back.
    RemoveGames,
    /// To look at any study, to stop its sharing, and to take it off the list.
    ManageStudies,
    /// To add members, give them other passwords, and remove them.
    ManageMembers,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Member {
    /// What they are called.
    pub name: String,
    /// Since when there is the account, in milliseconds since the beginning of 1970.
    pub created_ms: u64,
}

/// A member to add. It has no `Debug`, since the password is in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMember {
    /// What to call them.
    pub name: NameText,
    /// What they will log in with.
    pub password: PasswordText,
}

/// Another password for a member. It has no `Debug`, since the password is in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// What they will log in with.
    pub password: PasswordText,
}

/// Another password of one's own. It has no `Debug`, since passwords are in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// What one logs in with now.
    pub current: PasswordText,
    /// What one will log in with.
    pub password: PasswordText,
}
