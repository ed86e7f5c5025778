//! Rules of groups in the database.

use async_trait::async_trait;
use rusqlite::{Connection, Row};

use super::Sqlite;
use super::accounts::read_timestamp;
use super::rows::timestamp_column;
use super::write::execute;
use crate::lessons::{features, rule_key, words};
use crate::{GroupName, GroupRules, Lessons, RuleScope, StoreError};

#[async_trait]
impl Lessons for Sqlite {
    async fn set_rules(
        &self,
        scope: RuleScope,
        rules: Option<GroupRules>,
    ) -> Result<(), StoreError> {
        let until = rules.as_ref().and_then(|rules| rules.until).map(timestamp_column);
        let until = until.transpose()?;
        let write = move |connection: &Connection| match &rules {
            Some(rules) => set(connection, &scope, rules, until),
            None => execute(
                connection,
                "DELETE FROM group_rules WHERE group_name = ?1",
                [rule_key(&scope)],
            ),
        };
        self.writer.write(write).await
    }

    async fn rules(&self) -> Result<Vec<(RuleScope, GroupRules)>, StoreError> {
        self.readers.read(all).await
    }
}

fn set(
    connection: &Connection,
    scope: &RuleScope,
    rules: &GroupRules,
    until: Option<i64>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO group_rules (group_name, locked, max_rating, until) \
               VALUES (?1, ?2, ?3, ?4) ON CONFLICT (group_name) DO UPDATE \
               SET locked = ?2, max_rating = ?3, until = ?4";
    let values = (rule_key(scope), words(&rules.locked), rules.max_rating, until);
    execute(connection, sql, values)
}

fn all(connection: &Connection) -> Result<Vec<(RuleScope, GroupRules)>, StoreError> {
    let sql = "SELECT group_name, locked, max_rating, until FROM group_rules ORDER BY group_name";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query([])?;
    rows.and_then(read).collect()
}

fn read(row: &Row) -> Result<(RuleScope, GroupRules), StoreError> {
    let name: String = row.get(0)?;
    let locked: String = row.get(1)?;
    let until: Option<i64> = row.get(3)?;
    let rules = GroupRules {
        locked: features(&locked),
        max_rating: row.get(2)?,
        until: until.map(|_| read_timestamp(row, 3)).transpose()?,
    };
    Ok((GroupName::new(&name).map_or(RuleScope::Visitors, RuleScope::Group), rules))
}
