//! What is written down about those who log in and those who look after the server. Never a
//! password, a secret or a token, nor a name that nobody has: it may be a password in the wrong
//! field.

use game::{GameId, Name};
use store::StudyId;

use super::Caller;

/// The target of all this in the log.
const AUDIT: &str = "tabiya::audit";

/// Where a caller is, for the log.
fn place(caller: &Caller) -> String {
    caller.address().map_or_else(|| "unknown".to_owned(), |address| address.to_string())
}

/// Somebody has logged in.
pub(crate) fn logged_in(caller: &Caller, name: &Name) {
    tracing::info!(target: AUDIT, %name, from = place(caller), "logged in");
}

/// Somebody could not log in. The name is that of an account, or none.
pub(crate) fn login_failed(caller: &Caller, name: Option<&Name>) {
    let name = name.map_or("(no such account)", Name::as_str);
    tracing::warn!(target: AUDIT, name, from = place(caller), "could not log in");
}

/// Somebody has logged out.
pub(crate) fn logged_out(caller: &Caller) {
    tracing::info!(target: AUDIT, name = caller.shown(), from = place(caller), "logged out");
}

/// Something was done to a member.
pub(crate) fn member(caller: &Caller, what: &'static str, member: &Name) {
    let (by, from) = (caller.shown(), place(caller));
    tracing::info!(target: AUDIT, by, from, %member, "{what}");
}

/// Something was done to a game.
pub(crate) fn game(caller: &Caller, what: &'static str, game: &GameId) {
    let (by, from) = (caller.shown(), place(caller));
    tracing::info!(target: AUDIT, by, from, %game, "{what}");
}

/// Something was done to a study of somebody else.
pub(crate) fn study(caller: &Caller, what: &'static str, study: &StudyId) {
    let (by, from) = (caller.shown(), place(caller));
    tracing::info!(target: AUDIT, by, from, %study, "{what}");
}
