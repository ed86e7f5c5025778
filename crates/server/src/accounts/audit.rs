//! The audit log of logins and administration, in the store and in the server's log. It never
//! contains a password, a secret or a token, nor a name without an account, which may be a password
//! in the wrong field.

use store::AuditEntry;
use wire::audit::AuditAction;

use super::Caller;
use crate::App;

/// The target of audit entries in the server's log.
const AUDIT: &str = "tabiya::audit";
/// How many entries of each outcome are kept.
const MAX_ENTRIES: u32 = 10_000;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) struct Audited {
    action: AuditAction,
    /// The account, where the caller is not logged in yet.
    actor: Option<String>,
    target: String,
    failed: bool,
}

impl Audited {
    /// Something that the caller did.
    pub(crate) fn done(action: AuditAction) -> Audited {
        Audited { action, actor: None, target: String::new(), failed: false }
    }

    /// Something that was refused.
    pub(crate) fn refused(action: AuditAction) -> Audited {
        Audited { failed: true, ..Audited::done(action) }
    }

    /// What it was done to.
    pub(crate) fn to(self, target: &impl ToString) -> Audited {
        Audited { target: target.to_string(), ..self }
    }

    /// The account that it is about.
    pub(crate) fn by(self, actor: &impl ToString) -> Audited {
        Audited { actor: Some(actor.to_string()), ..self }
    }

    /// Adds it to the audit log. It has happened already, so a store that fails is only logged.
    pub(crate) async fn record(self, app: &App, caller: &Caller) {
        let address = caller.address().map_or_else(String::new, |address| address.to_string());
        let Audited { action, actor, target, failed } = self;
        let actor = actor.unwrap_or_else(|| caller.audit_name().to_owned());
        let word = action.as_str();
        if failed {
            tracing::warn!(target: AUDIT, by = actor, from = address, on = target, "{word} failed");
        } else {
            tracing::info!(target: AUDIT, by = actor, from = address, on = target, "{word}");
        }
        let services = app.rooms().services();
        let at = services.clock.shared_now();
        let entry = AuditEntry { at, actor, address, action: word.to_owned(), target, failed };
        if let Err(error) = services.store.add_audit(entry, MAX_ENTRIES).await {
            tracing::error!("an audit entry could not be stored: {error}");
        }
    }
}
