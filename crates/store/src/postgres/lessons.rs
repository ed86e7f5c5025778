//! Rules of groups in the database.

use async_trait::async_trait;
use game::Timestamp;
use tokio_postgres::Row;

use super::Postgres;
use super::run::{execute, rows};
use super::values::{Columns, values};
use crate::columns::timestamp_column;
use crate::lessons::{features, rule_key, words};
use crate::{GroupName, GroupRules, Lessons, RuleScope, StoreError, Topic};

#[async_trait]
impl Lessons for Postgres {
    async fn set_rules(
        &self,
        scope: RuleScope,
        rules: Option<GroupRules>,
    ) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let key = rule_key(&scope);
        let Some(rules) = rules else {
            let sql = "DELETE FROM group_rules WHERE group_name = $1";
            execute(&transaction, sql, values![key]).await?;
            return self.commit_topic(transaction, Topic::GroupRules).await;
        };
        let until = rules.until.map(timestamp_column).transpose()?;
        let sql = "INSERT INTO group_rules (group_name, locked, max_rating, until) \
                   VALUES ($1, $2, $3, $4) ON CONFLICT (group_name) DO UPDATE \
                   SET locked = $2, max_rating = $3, until = $4";
        let values = values![key, words(&rules.locked), rules.max_rating, until];
        execute(&transaction, sql, values).await?;
        self.commit_topic(transaction, Topic::GroupRules).await
    }

    async fn rules(&self) -> Result<Vec<(RuleScope, GroupRules)>, StoreError> {
        let sql =
            "SELECT group_name, locked, max_rating, until FROM group_rules ORDER BY group_name";
        rows(&self.client().await?, sql, &[]).await?.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<(RuleScope, GroupRules), StoreError> {
    let rules = GroupRules {
        locked: features(&row.text(1)?),
        max_rating: row.optional_number(2)?,
        until: row.optional_number(3)?.map(Timestamp),
    };
    Ok((GroupName::new(&row.text(0)?).map_or(RuleScope::Visitors, RuleScope::Group), rules))
}
