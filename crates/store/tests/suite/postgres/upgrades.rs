//! Servers of two neighboring releases beside each other: the newer one has migrated the tables,
//! and the older one goes on.
//!
//! That works as long as migrations only add what the older release need not know. A release whose
//! migration does not is announced in the changelog, and is left out here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use store::{Column, ConnectError, Direction, Postgres, Query, Sort, Store, transfer};

use super::transfers::{OTHERS, fill, folder, go_on, open, server};
use super::{Database, database, empty_database};
use crate::fixtures::{id, new_game};
use crate::log::Log;

/// What statements depend on: columns, constraints and indexes, by table.
#[derive(Clone, Default)]
struct Schema(BTreeMap<String, Table>);

#[derive(Clone, Default)]
struct Table {
    /// What is said of each column, and whether a row may leave it out.
    columns: BTreeMap<String, (String, bool)>,
    constraints: BTreeSet<String>,
    indexes: BTreeSet<String>,
}

impl Schema {
    fn of(database: &Database) -> Schema {
        let mut schema = Schema::default();
        let columns = "SELECT concat_ws(E'\\t', table_name, column_name, concat_ws(' ', data_type, \
             is_nullable, column_default, collation_name, identity_generation), \
             is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES') \
             FROM information_schema.columns WHERE table_schema = 'public'";
        for [table, column, description, is_optional] in rows(database, columns) {
            let columns = &mut schema.table(table).columns;
            columns.insert(column, (description, is_optional == "t"));
        }
        // Newer versions of PostgreSQL also list what is NOT NULL.
        let constraints = "SELECT concat_ws(E'\\t', relname, conname || ' ' || \
             pg_get_constraintdef(c.oid)) FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid \
             WHERE connamespace = 'public'::regnamespace AND contype <> 'n'";
        for [table, constraint] in rows(database, constraints) {
            schema.table(table).constraints.insert(constraint);
        }
        let indexes = "SELECT concat_ws(E'\\t', tablename, indexdef) FROM pg_indexes \
             WHERE schemaname = 'public'";
        for [table, index] in rows(database, indexes) {
            schema.table(table).indexes.insert(index);
        }
        schema
    }

    fn table(&mut self, name: String) -> &mut Table {
        self.0.entry(name).or_default()
    }

    /// Why a server that knows this schema may not go on with the next one.
    fn objections(&self, next: &Schema) -> Vec<String> {
        let objections = self.0.iter().flat_map(|(name, before)| match next.0.get(name) {
            Some(after) => before.objections(after),
            None => vec!["is gone".to_owned()],
        });
        objections.collect()
    }
}

impl Table {
    fn objections(&self, next: &Table) -> Vec<String> {
        let changed =
            self.columns.iter().filter(|(name, column)| next.columns.get(*name) != Some(column));
        let changed = changed.map(|(name, _)| format!("{name} is not what it was"));
        let demanded = next
            .columns
            .iter()
            .filter(|(name, (_, is_optional))| !is_optional && !self.columns.contains_key(*name));
        let demanded = demanded.map(|(name, _)| format!("{name} is demanded of every new row"));
        let constraints = self.constraints.symmetric_difference(&next.constraints);
        let lost = self.indexes.difference(&next.indexes);
        let unique = next.indexes.difference(&self.indexes).filter(|i| i.contains(" UNIQUE "));
        let others = constraints.chain(lost).chain(unique).cloned();
        changed.chain(demanded).chain(others).collect()
    }
}

/// What a query finds, with tabs between so many columns.
fn rows<const N: usize>(database: &Database, sql: &str) -> Vec<[String; N]> {
    let text = database.psql(sql);
    let row = |line: &str| {
        let columns: Vec<_> = line.split('\t').map(ToOwned::to_owned).collect();
        columns.try_into().unwrap_or_else(|found| panic!("{sql}: {found:?}"))
    };
    text.lines().map(row).collect()
}

/// The migrations, in order.
fn migrations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/postgres/migrations");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn a_migration_takes_nothing_away_from_the_release_before() {
    let database = empty_database();
    let mut schema = Schema::default();
    let migrations = migrations();
    for (number, migration) in migrations.iter().enumerate() {
        database.psql(migration);
        let next = Schema::of(&database);
        assert_eq!(schema.objections(&next), [""; 0], "migration {}", number + 1);
        schema = next;
    }
    assert!(schema.0.len() > OTHERS.len());
    let version = super::database().psql("SELECT version FROM tabiya_schema");
    assert_eq!(version, migrations.len().to_string(), "all of them are applied");
}

#[test]
fn a_migration_that_takes_something_away_is_noticed() {
    for (sql, is_fine) in [
        ("CREATE TABLE later (id bigint PRIMARY KEY)", true),
        ("ALTER TABLE audit ADD COLUMN later text", true),
        ("ALTER TABLE audit ADD COLUMN later text NOT NULL DEFAULT ''", true),
        ("CREATE INDEX later ON audit (actor)", true),
        ("ALTER TABLE audit ADD COLUMN later text NOT NULL", false),
        ("ALTER TABLE audit DROP COLUMN actor", false),
        ("ALTER TABLE audit RENAME COLUMN actor TO later", false),
        ("ALTER TABLE audit ALTER COLUMN actor TYPE varchar", false),
        ("ALTER TABLE audit ADD CHECK (actor <> 'later')", false),
        ("CREATE UNIQUE INDEX later ON audit (actor, at)", false),
        ("ALTER TABLE lobby DROP CONSTRAINT lobby_pkey", false),
        ("DROP INDEX game_by_white", false),
        ("DROP TABLE audit", false),
    ] {
        let database = database();
        let before = Schema::of(&database);
        database.psql(sql);
        let objections = before.objections(&Schema::of(&database));
        assert_eq!(objections.is_empty(), is_fine, "{sql}: {objections:?}");
    }
}

/// The statements of a server are prepared before the tables change, and after that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_goes_on_when_a_newer_release_has_migrated_the_tables() {
    let database = database();
    let store = database.connect().await;
    fill(&store).await;
    let tables: Vec<_> = Schema::of(&database).0.into_keys().collect();
    for table in tables.iter().filter(|table| *table != "tabiya_schema") {
        database.psql(&format!(
            "ALTER TABLE {table} ADD COLUMN later text NOT NULL DEFAULT 'x'; TRUNCATE {table} \
             RESTART IDENTITY CASCADE"
        ));
    }
    database.psql("CREATE TABLE later (id bigint); UPDATE tabiya_schema SET version = version + 1");
    fill(&store).await;
    for table in OTHERS {
        assert_ne!(database.psql(&format!("SELECT count(*) FROM {table}")), "0", "{table}");
    }
    assert_eq!(store.load(&id(1)).await.unwrap().unwrap().records.len(), 2);
    let page = store.list(&Query { limit: 100, ..Query::default() }).await.unwrap();
    assert_eq!(page.games.len(), 4);
    let restarted = Postgres::connect(&database.address).await.map(drop);
    assert!(matches!(restarted, Err(ConnectError::Newer { .. })), "{restarted:?}");
}

/// A game as a release wrote it that had the id and accents in its text.
fn old_game(number: usize, white: &str) -> String {
    let (id, key) = (id(number), white.to_lowercase());
    format!(
        "INSERT INTO game (id, white, result, status, created, resume_on_start, white_key, \
         black_key, eco, opening, search, event, site, date, round, round_order, white_rating, \
         black_rating, details_search) VALUES ('{id}', '{white}', '*', 'playing', 1, false, \
         '{key}', '', '', '', E'{id}\\n{key}\\n\\n\\n', 'Ärztepokal', '', '', '', -1, 0, 0, \
         E'ärztepokal\\n\\n\\n'); \
         INSERT INTO progress (id, game, version, plies, last_played, fen, checksum) \
         SELECT '{id}', currval('game_number_seq'), 1, 0, 1, '', 0;"
    )
}

/// A database of that release with a game.
fn old_database() -> Database {
    let database = empty_database();
    for migration in migrations().iter().take(6) {
        database.psql(migration);
    }
    database.psql("CREATE TABLE tabiya_schema AS SELECT 6::bigint AS version");
    database.psql(&old_game(1, "Müller"));
    database
}

#[tokio::test]
async fn games_and_studies_of_the_release_before_are_found_without_accents() {
    let database = old_database();
    database.psql(
        "INSERT INTO study (id, account, version, request, name, name_key, created, changed, \
         shared, white, black, event, plies, search, pgn) VALUES ('study00001', 1, 1, 'a', 'É', \
         'é', 1, 1, false, '', '', '', 0, 'é', '')",
    );
    let store = database.connect().await;
    assert_eq!(database.psql("SELECT search FROM study"), "e");
    // A server of the release before goes on.
    database.psql(&old_game(2, "Müllerová"));
    let changed =
        format!("UPDATE game SET search = E'{}\\nréti\\n\\n\\n' WHERE id = '{}'", id(2), id(2));
    for (text, before, after) in [
        ("muller", vec![id(1), id(2)], vec![id(1)]),
        ("Müllérova", vec![id(2)], vec![]),
        ("arzte", vec![id(1), id(2)], vec![id(1), id(2)]),
        ("reti", vec![], vec![id(2)]),
        ("game00", vec![], vec![]),
        (id(1).as_str(), vec![id(1)], vec![id(1)]),
    ] {
        let sort = Sort { column: Column::Id, direction: Direction::Ascending };
        let query = Query { text: text.into(), sort, ..Query::default() };
        assert_eq!(store.ids(&query).await.unwrap(), before, "{text}");
        database.psql(&changed);
        assert_eq!(store.ids(&query).await.unwrap(), after, "{text}, changed");
        database.psql(&changed.replace("réti", "müllerová"));
    }
    assert_eq!(database.psql("SELECT count(*) FROM game_without_text"), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_release_before_are_found_without_accents_when_they_are_moved_to_a_file() {
    let database = old_database();
    let directory = tempfile::tempdir().unwrap();
    let copied = transfer(&server(&database), &folder(directory.path()), &mut go_on).await;
    assert_eq!(copied, Ok(1));
    let store = open(directory.path());
    for (text, expected) in [
        ("muller", vec![id(1)]),
        ("Müller", vec![id(1)]),
        ("arztepokal", vec![id(1)]),
        ("game00", vec![]),
        (id(1).as_str(), vec![id(1)]),
    ] {
        let query = Query { text: text.into(), ..Query::default() };
        assert_eq!(store.ids(&query).await.unwrap(), expected, "{text}");
    }
}

/// Moves do not wait while it is built, and an interrupted start leaves one that is of no use.
#[tokio::test]
async fn an_index_that_was_not_completed_is_built_again() {
    let database = old_database();
    let is_valid = || {
        database.psql(
            "SELECT coalesce((SELECT indisvalid FROM pg_index \
             WHERE indexrelid = to_regclass('progress_by_game')), false)",
        )
    };
    assert_eq!(is_valid(), "f");
    let (log, guard) = Log::start();
    drop(database.connect().await);
    drop(guard);
    assert!(log.text().contains("an index is built"), "{}", log.text());
    assert_eq!(is_valid(), "t");
    database.psql(
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'progress_by_game'::regclass",
    );
    assert_eq!(is_valid(), "f");
    drop(database.connect().await);
    assert_eq!(is_valid(), "t");
    let locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    assert_eq!(database.psql(locks), "0");
}

#[tokio::test]
async fn nothing_is_said_of_indexes_in_an_empty_database() {
    let (log, _guard) = Log::start();
    drop(empty_database().connect().await);
    assert_eq!(log.text(), "");
}

/// An aggregate in the way has the name of a function that the extension creates.
#[tokio::test]
async fn why_words_are_not_indexed_is_logged() {
    let database = empty_database();
    database.psql("CREATE FUNCTION similarity(text, text) RETURNS real LANGUAGE sql AS 'SELECT 1'");
    let (log, _guard) = Log::start();
    let store = database.connect().await;
    assert!(!store.finds_words_by_index());
    let expected = "words cannot be indexed with the extension pg_trgm: ";
    assert!(log.text().contains(expected), "{}", log.text());
    assert!(log.text().contains("similarity"), "{}", log.text());
}

/// The texts of many games are written in several steps, and an interrupted start goes on.
#[tokio::test]
async fn texts_are_completed_when_a_server_starts() {
    let database = database();
    let store = database.connect().await;
    store.create(new_game(1)).await.unwrap();
    store.create(new_game(2)).await.unwrap();
    database.psql(
        "UPDATE game SET number = number + 35000; UPDATE progress SET game = game + 35000; \
         TRUNCATE game_text, word; INSERT INTO game_without_text (up_to) VALUES (35001)",
    );
    let query = Query { text: "anna".into(), ..Query::default() };
    assert_eq!(store.ids(&query).await.unwrap(), []);
    drop(store);
    let store = database.connect().await;
    assert_eq!(store.ids(&query).await.unwrap(), [id(1)], "the other one is not in the range");
    assert_eq!(database.psql("SELECT count(*) FROM game_without_text"), "0");
}
