//! Rules about the audit log.

use std::sync::Arc;

use game::Timestamp;
use store::{AuditEntry, AuditQuery, Store};

fn entry(at: u64, actor: &str, action: &str, failed: bool) -> AuditEntry {
    AuditEntry {
        at: Timestamp(at),
        actor: actor.into(),
        address: "192.0.2.1".into(),
        action: action.into(),
        target: format!("target {at}"),
        failed,
    }
}

/// The times of the entries that match.
async fn times(store: &Arc<dyn Store>, query: AuditQuery) -> Vec<u64> {
    let found = store.audit(&query).await.unwrap();
    found.into_iter().map(|(_, entry)| entry.at.0).collect()
}

fn all() -> AuditQuery {
    AuditQuery { limit: 100, ..AuditQuery::default() }
}

pub(crate) async fn audit_entries_are_found_by_every_filter(store: Arc<dyn Store>) {
    for (at, actor, action, failed) in [
        (1, "Zoë", "log_in", false),
        (2, "Anna", "log_in", true),
        (3, "admin", "add_member", false),
        (4, "Anna", "log_in", false),
    ] {
        store.add_audit(entry(at, actor, action, failed), 10).await.unwrap();
    }
    let found = store.audit(&all()).await.unwrap();
    assert_eq!(found[0].1, entry(4, "Anna", "log_in", false));
    let text = |text: &str| AuditQuery { text: Some(text.into()), ..all() };
    for (query, expected) in [
        (all(), vec![4, 3, 2, 1]),
        (AuditQuery { limit: 2, ..all() }, vec![4, 3]),
        (AuditQuery { before: Some(found[1].0), limit: 1, ..all() }, vec![2]),
        (AuditQuery { action: Some("log_in".into()), ..all() }, vec![4, 2, 1]),
        (AuditQuery { failed: Some(true), ..all() }, vec![2]),
        (AuditQuery { failed: Some(false), ..all() }, vec![4, 3, 1]),
        (text("ZOË"), vec![1]),
        (text("TARGET 3"), vec![3]),
        (text("192.0"), vec![4, 3, 2, 1]),
        (text("%"), vec![]),
    ] {
        assert_eq!(times(&store, query.clone()).await, expected, "{query:?}");
    }
}

pub(crate) async fn failures_never_displace_what_was_done(store: Arc<dyn Store>) {
    store.add_audit(entry(1, "admin", "add_member", false), 3).await.unwrap();
    for at in 2..=9 {
        store.add_audit(entry(at, "", "log_in", true), 3).await.unwrap();
    }
    assert_eq!(times(&store, all()).await, [9, 8, 7, 1]);
    for at in 10..=13 {
        store.add_audit(entry(at, "admin", "log_in", false), 3).await.unwrap();
    }
    assert_eq!(times(&store, all()).await, [13, 12, 11, 9, 8, 7]);
}
