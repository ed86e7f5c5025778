//! Schema migrations. Each is a file that never changes once released; `user_version` counts the
//! migrations that a database has had.

use rusqlite::{Connection, Result, TransactionBehavior};

use super::{names, texts};

/// The migrations, in order.
const MIGRATIONS: [&str; 15] = [
    include_str!("migrations/0001_games.sql"),
    include_str!("migrations/0002_accounts.sql"),
    include_str!("migrations/0003_reviews.sql"),
    include_str!("migrations/0004_imports.sql"),
    include_str!("migrations/0005_studies.sql"),
    include_str!("migrations/0006_admin.sql"),
    include_str!("migrations/0007_column_names.sql"),
    include_str!("migrations/0008_checksums.sql"),
    include_str!("migrations/0009_names_devices_audit.sql"),
    include_str!("migrations/0010_requests.sql"),
    include_str!("migrations/0011_roster.sql"),
    include_str!("migrations/0012_competitions.sql"),
    include_str!("migrations/0013_lessons.sql"),
    include_str!("migrations/0014_demonstrations.sql"),
    include_str!("migrations/0015_search.sql"),
];

/// The version from which on texts are searched without accents.
const FOLDED_TEXTS: u32 = 15;

/// The current schema version.
pub(super) const LATEST: u32 = MIGRATIONS.len() as u32;

/// Applies the missing migrations, all or none, and brings the keys of names up to date.
pub(super) fn apply(connection: &mut Connection) -> Result<()> {
    apply_up_to(connection, LATEST)
}

/// Applies the missing migrations up to a version, all or none; the keys of names exist only in
/// the latest.
pub(super) fn apply_up_to(connection: &mut Connection, version: u32) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let applied: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if applied < version {
        for migration in MIGRATIONS.iter().take(version as usize).skip(applied as usize) {
            transaction.execute_batch(migration)?;
        }
        if applied < FOLDED_TEXTS && version >= FOLDED_TEXTS {
            texts::update(&transaction)?;
        }
        transaction.pragma_update(None, "user_version", version)?;
    }
    if version == LATEST {
        names::update_keys(&transaction)?;
    }
    transaction.commit()
}
