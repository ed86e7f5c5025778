//! The audit log of logins and administration. It never contains a password, a secret or a token,
//! nor a name without an account, which may be a password in the wrong field.

use game::{GameId, Name};
use store::StudyId;

use super::Caller;

/// The target of audit entries in the log.
const AUDIT: &str = "tabiya::audit";

/// The address of a caller.
fn address(caller: &Caller) -> String {
    caller.address().map_or_else(|| "unknown".to_owned(), |address| address.to_string())
}

/// A login.
pub(crate) fn logged_in(caller: &Caller, name: &Name) {
    tracing::info!(target: AUDIT, %name, from = address(caller), "logged in");
}

/// A failed login. The name is that of an account, or none.
pub(crate) fn login_failed(caller: &Caller, name: Option<&Name>) {
    let name = name.map_or("(no such account)", Name::as_str);
    tracing::warn!(target: AUDIT, name, from = address(caller), "login failed");
}

/// A logout.
pub(crate) fn logged_out(caller: &Caller) {
    tracing::info!(target: AUDIT, name = caller.log_name(), from = address(caller), "logged out");
}

/// A change of a member.
pub(crate) fn member(caller: &Caller, action: &'static str, member: &Name) {
    let (by, from) = (caller.log_name(), address(caller));
    tracing::info!(target: AUDIT, by, from, %member, "{action}");
}

/// A change of a game.
pub(crate) fn game(caller: &Caller, action: &'static str, game: &GameId) {
    let (by, from) = (caller.log_name(), address(caller));
    tracing::info!(target: AUDIT, by, from, %game, "{action}");
}

/// A change of another user's study.
pub(crate) fn study(caller: &Caller, action: &'static str, study: &StudyId) {
    let (by, from) = (caller.log_name(), address(caller));
    tracing::info!(target: AUDIT, by, from, %study, "{action}");
}
