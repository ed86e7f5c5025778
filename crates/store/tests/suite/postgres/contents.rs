//! What is in the tables: the same as in a file, and checked when it is read.

use store::{
    AppendOutcome, DataDirectory, DecodeError, Entry, GameToImport, Query, Sqlite, Store,
    StoreError,
};

use super::database;
use crate::fixtures::{entry, id, import_game, moved, new_game, request};

#[tokio::test]
async fn a_game_has_the_same_records_and_checksums_as_in_a_file() {
    let database = database();
    let directory = tempfile::tempdir().unwrap();
    let file = DataDirectory::open(directory.path()).unwrap();
    let path = file.database();
    let stores: [Box<dyn Store>; 2] =
        [Box::new(database.connect().await), Box::new(Sqlite::open(file).unwrap())];
    for store in stores {
        store.create(new_game(1)).await.unwrap();
        store.import(vec![import_game(2)]).await.unwrap();
        let records = vec![moved(2, 5), moved(3, 6)];
        store.append(Entry { records, request: request("a"), ..entry(1, 1) }).await.unwrap();
        store.append(entry(2, 4)).await.unwrap();
    }
    let file = rusqlite::Connection::open(path).unwrap();
    for (in_postgres, in_file) in [
        (
            "SELECT string_agg(concat_ws(' ', version, at, event, checksum), ' ' \
             ORDER BY game, version) FROM record",
            "SELECT group_concat(concat_ws(' ', version, at, event, checksum), ' ' \
             ORDER BY game, version) FROM record",
        ),
        (
            "SELECT string_agg(concat_ws(' ', id, version, checksum), ' ' ORDER BY id) \
             FROM progress",
            "SELECT group_concat(concat_ws(' ', id, version, checksum), ' ' ORDER BY id) FROM game",
        ),
        (
            "SELECT concat_ws(' ', version, records, text, checksum) FROM import",
            "SELECT concat_ws(' ', version, records, text, checksum) FROM import",
        ),
    ] {
        let expected: String = file.query_row(in_file, [], |row| row.get(0)).unwrap();
        assert_eq!(database.psql(in_postgres), expected.trim(), "{in_postgres}");
    }
}

#[tokio::test]
async fn a_changed_record_is_noticed() {
    for (sql, expected) in [
        ("UPDATE record SET at = at + 1 WHERE version = 2", DecodeError::Checksum { version: 2 }),
        ("DELETE FROM record WHERE version = 2", DecodeError::Missing { version: 2 }),
        ("DELETE FROM record WHERE version = 3", DecodeError::Missing { version: 3 }),
        ("UPDATE progress SET checksum = checksum + 1", DecodeError::Checksum { version: 3 }),
    ] {
        let database = database();
        let store = database.connect().await;
        store.create(new_game(1)).await.unwrap();
        store.append(entry(1, 1)).await.unwrap();
        store.append(entry(1, 2)).await.unwrap();
        database.psql(sql);
        let damaged = StoreError::Damaged { game: id(1).to_string(), error: expected };
        assert_eq!(store.load(&id(1)).await.map(drop), Err(damaged.clone()), "{sql}");
        assert_eq!(store.load_since(&id(1), 1).await.map(drop), Err(damaged), "{sql}");
    }
}

/// A text of `PostgreSQL` cannot contain NUL, and a file can.
#[tokio::test]
async fn a_text_with_nul_comes_back_as_it_was() {
    let store = database().connect().await;
    let text = "1. e4 {a\0b} *".to_owned();
    let import = GameToImport { text: text.clone(), ..import_game(1) };
    store.import(vec![import]).await.unwrap();
    assert_eq!(store.load(&id(1)).await.unwrap().unwrap().source.unwrap().text, text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_one_wins_each_version() {
    let database = database();
    let stores = [database.connect().await, database.connect().await];
    stores[0].create(new_game(1)).await.unwrap();
    for base in 1..20 {
        let entries = [10, 20]
            .map(|writer| Entry { records: vec![moved(base + 1, writer)], ..entry(1, base) });
        let [first, second] = entries;
        let outcomes = tokio::join!(stores[0].append(first), stores[1].append(second));
        let outcomes = [outcomes.0.unwrap(), outcomes.1.unwrap()];
        let winners = outcomes.iter().filter(|outcome| **outcome == AppendOutcome::Written);
        assert_eq!(winners.count(), 1, "{outcomes:?}");
    }
    let games = [stores[0].load(&id(1)).await, stores[1].load(&id(1)).await];
    assert_eq!(games[0], games[1]);
}

#[tokio::test]
async fn words_are_found_by_their_index() {
    let database = database();
    let store = database.connect().await;
    store.create(new_game(1)).await.unwrap();
    let sql = "SET enable_seqscan = off; EXPLAIN SELECT 1 FROM game \
               WHERE search LIKE '%anna%' OR details_search LIKE '%anna%'";
    let plan = database.psql(sql);
    assert!(plan.contains("game_by_words"), "{plan}");
    let query = Query { text: "anna".into(), ..Query::default() };
    assert_eq!(store.ids(&query).await.unwrap(), [id(1)]);
}

#[tokio::test]
async fn a_page_follows_an_index() {
    let database = database();
    for (order, index) in [
        ("last_played DESC, progress.id DESC", "progress_by_last_played"),
        ("plies, progress.id", "progress_by_plies"),
        ("white_key, game.id", "game_by_white"),
        ("site, game.id", "game_by_site"),
        ("eco, opening, game.id", "game_by_opening"),
    ] {
        let sql = format!(
            "SET enable_sort = off; SET enable_seqscan = off; EXPLAIN SELECT id FROM game \
             JOIN progress USING (id) ORDER BY {order} LIMIT 50"
        );
        let plan = database.psql(&sql);
        assert!(plan.contains(index), "{order}: {plan}");
    }
}
