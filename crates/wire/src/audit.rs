//! The audit log, for the administrator.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::BoundedString;

/// Something that is audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditAction {
    /// Somebody logged in, or tried to.
    LogIn,
    /// Somebody signed in with a card, or tried to.
    LogInByCard,
    /// Somebody logged out.
    LogOut,
    /// Somebody opened the link of the owner.
    OpenOwnerLink,
    /// A member changed their password, or tried to.
    ChangePassword,
    /// An organizer added a member.
    AddMember,
    /// An organizer changed the details of a member.
    ChangeMember,
    /// The admin changed the role of a member.
    ChangeRole,
    /// An organizer imported a spreadsheet of members.
    ImportRoster,
    /// An organizer issued cards.
    IssueCards,
    /// An organizer revoked a card.
    RevokeCard,
    /// An organizer reset the password of a member.
    ResetPassword,
    /// An organizer removed a member.
    RemoveMember,
    /// Somebody took seats of a game again.
    TakeSeats,
    /// The admin aborted a game.
    AbortGame,
    /// An organizer adjourned games.
    AdjournGames,
    /// An organizer continued games.
    ContinueGames,
    /// An organizer changed what a group may use.
    ChangeRules,
    /// The admin removed a game.
    RemoveGame,
    /// The admin restored a game.
    RestoreGame,
    /// The admin ended the sharing of a study.
    UnshareStudy,
    /// The admin removed a study.
    RemoveStudy,
    /// The admin restored a study.
    RestoreStudy,
}

impl AuditAction {
    /// Every action.
    pub const ALL: [AuditAction; 23] = [
        AuditAction::LogIn,
        AuditAction::LogInByCard,
        AuditAction::LogOut,
        AuditAction::OpenOwnerLink,
        AuditAction::ChangePassword,
        AuditAction::AddMember,
        AuditAction::ChangeMember,
        AuditAction::ChangeRole,
        AuditAction::ImportRoster,
        AuditAction::IssueCards,
        AuditAction::RevokeCard,
        AuditAction::ResetPassword,
        AuditAction::RemoveMember,
        AuditAction::TakeSeats,
        AuditAction::AbortGame,
        AuditAction::AdjournGames,
        AuditAction::ContinueGames,
        AuditAction::ChangeRules,
        AuditAction::RemoveGame,
        AuditAction::RestoreGame,
        AuditAction::UnshareStudy,
        AuditAction::RemoveStudy,
        AuditAction::RestoreStudy,
    ];

    /// The action as a word, in the store and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            AuditAction::LogIn => "log_in",
            AuditAction::LogInByCard => "log_in_by_card",
            AuditAction::LogOut => "log_out",
            AuditAction::OpenOwnerLink => "open_owner_link",
            AuditAction::ChangePassword => "change_password",
            AuditAction::AddMember => "add_member",
            AuditAction::ChangeMember => "change_member",
            AuditAction::ChangeRole => "change_role",
            AuditAction::ImportRoster => "import_roster",
            AuditAction::IssueCards => "issue_cards",
            AuditAction::RevokeCard => "revoke_card",
            AuditAction::ResetPassword => "reset_password",
            AuditAction::RemoveMember => "remove_member",
            AuditAction::TakeSeats => "take_seats",
            AuditAction::AbortGame => "abort_game",
            AuditAction::AdjournGames => "adjourn_games",
            AuditAction::ContinueGames => "continue_games",
            AuditAction::ChangeRules => "change_rules",
            AuditAction::RemoveGame => "remove_game",
            AuditAction::RestoreGame => "restore_game",
            AuditAction::UnshareStudy => "unshare_study",
            AuditAction::RemoveStudy => "remove_study",
            AuditAction::RestoreStudy => "restore_study",
        }
    }

    /// Parses an action.
    pub fn from_word(word: &str) -> Option<AuditAction> {
        AuditAction::ALL.into_iter().find(|action| action.as_str() == word)
    }
}

/// Which entries of the audit log to list.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only entries before this number, for the next page.
    pub before: Option<u64>,
    /// Only this action.
    pub action: Option<AuditAction>,
    /// Only entries that failed, or only those that did not.
    pub failed: Option<bool>,
    /// Only entries with this text in a name, the address or the target.
    pub search: Option<BoundedString<64>>,
}

impl AuditQuery {
    /// The number of entries on a page.
    pub const PAGE_SIZE: u32 = 50;
}

/// A page of the audit log, the latest entries first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct AuditPage {
    /// The entries.
    pub entries: Vec<AuditEntry>,
    /// Where the next page begins; none on the last one.
    pub next: Option<u64>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct AuditEntry {
    /// Its number.
    pub number: u64,
    /// When it happened, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// The name of the account that did it; empty for somebody without one.
    pub actor: String,
    /// The address it came from.
    pub address: String,
    /// What was done.
    pub action: AuditAction,
    /// The member, game or study it was done to; empty when nothing else is meant.
    pub target: String,
    /// Whether it was refused.
    pub failed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_actions_are_those_on_the_wire() {
        for action in AuditAction::ALL {
            assert_eq!(serde_json::json!(action), action.as_str());
            assert_eq!(AuditAction::from_word(action.as_str()), Some(action));
        }
        assert_eq!(AuditAction::from_word("nonsense"), None);
    }
}
