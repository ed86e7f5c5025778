//! The shapes that the database has had. Each step is a file that never changes once released;
//! `user_version` counts the steps that a database has taken.

use rusqlite::{Connection, Result, TransactionBehavior};

/// The steps, in order.
const STEPS: [&str; 6] = [
    include_str!("migrations/0001_games.sql"),
    include_str!("migrations/0002_accounts.sql"),
    include_str!("migrations/0003_reviews.sql"),
    include_str!("migrations/0004_imports.sql"),
    include_str!("migrations/0005_studies.sql"),
    include_str!("migrations/0006_admin.sql"),
];

/// The version of a database that has taken every step.
pub(super) const LATEST: u32 = STEPS.len() as u32;

/// Takes the steps that a database has not taken yet, all or none.
pub(super) fn apply(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let taken: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if taken < LATEST {
        for step in STEPS.iter().skip(taken as usize) {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "user_version", LATEST)?;
    }
    transaction.commit()
}
