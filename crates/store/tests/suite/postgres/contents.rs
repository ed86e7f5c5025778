//! What is in the tables: the same as in a file, and checked when it is read.

use std::time::Duration;

use chess::ByColor;
use game::Name;
use store::{
    AppendOutcome, Column, Coordination, DataDirectory, DecodeError, Direction, Entry,
    GameToImport, NewGame, Postgres, PostgresSettings, Query, Sort, Sqlite, Store, StoreError,
    Studies, StudyQuery, Summary,
};

use super::database;
use crate::fixtures::{entry, id, import_game, moved, new_game, request, summary};

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
    for (sql, index) in [
        ("SELECT word FROM word WHERE word LIKE '%anna%'", "word_by_part"),
        ("SELECT 1 FROM game_text WHERE words_of(text) && '{anna}'", "game_text_by_words"),
        (
            "SELECT last_played, id FROM game_text JOIN progress ON game = number \
             WHERE words_of(text) && '{anna}'",
            "progress_by_game",
        ),
    ] {
        let plan = database.psql(&format!("SET enable_seqscan = off; EXPLAIN {sql}"));
        assert!(plan.contains(index), "{sql}: {plan}");
    }
    let query = Query { text: "anna".into(), ..Query::default() };
    assert_eq!(store.ids(&query).await.unwrap(), [id(1)]);
}

/// Rows of the release before are folded by the database, and all others by the server.
#[tokio::test]
async fn the_database_folds_accents_as_the_server_does() {
    let database = database();
    let store = database.connect().await;
    let letters =
        ('\u{c0}'..='\u{24f}').chain('\u{370}'..='\u{45f}').chain('\u{1e00}'..='\u{1eff}');
    let letters: Vec<_> = letters.filter(|letter| letter.is_alphabetic()).collect();
    for (number, letters) in letters.chunks(50).enumerate() {
        let names = ByColor::new(Name::from_file(&letters.iter().collect::<String>()), None);
        let summary = Summary { names, ..summary() };
        store.create(NewGame { summary, ..new_game(number) }).await.unwrap();
    }
    let sql = "SELECT count(*), count(*) FILTER (WHERE \
               fold_accents(white_key) = split_part(search, E'\\n', 1) \
               AND text = search || E'\\n' || details_search) \
               FROM game JOIN game_text USING (number)";
    let games = letters.len().div_ceil(50);
    assert_eq!(database.psql(sql), format!("{games}|{games}"));
}

#[tokio::test]
async fn words_are_those_of_the_texts_that_games_have_now() {
    let database = database();
    let store = database.connect().await;
    store.create(new_game(1)).await.unwrap();
    store.create(new_game(2)).await.unwrap();
    let words = "SELECT string_agg(word, ' ' ORDER BY word) FROM word";
    assert_eq!(database.psql(words), "anna ben", "each is there once");
    let names = ByColor::new(Name::from_file("Réti"), Name::from_file(&"x".repeat(1000)));
    store.append(Entry { summary: Summary { names, ..summary() }, ..entry(1, 1) }).await.unwrap();
    for (text, expected) in [("reti", vec![id(1)]), ("anna", vec![id(2)]), ("xxx", vec![id(1)])] {
        let query = Query { text: text.into(), ..Query::default() };
        assert_eq!(store.ids(&query).await.unwrap(), expected, "{text}");
    }
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

/// Two transactions may add the same word, because neither waits for the other.
#[tokio::test]
async fn words_that_are_stored_twice_hide_no_game() {
    let database = database();
    let store = database.connect().await;
    // As many as may stand for one of a search, one of them twice.
    database.psql(
        "INSERT INTO word SELECT 'ann' || n FROM generate_series(1, 20000) AS n; \
         INSERT INTO word VALUES ('ann1')",
    );
    store.create(new_game(1)).await.unwrap();
    let query = Query { text: "ann".into(), ..Query::default() };
    assert_eq!(store.ids(&query).await.unwrap(), [id(1)]);
}

/// Searches differ in countless ways, and a connection keeps what it has prepared until it ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_leave_no_statement_behind() {
    let database = database();
    database.psql(
        "CREATE TABLE counted (statements bigint); \
         CREATE FUNCTION count_statements() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         INSERT INTO counted SELECT count(*) FROM pg_prepared_statements; RETURN NULL; END $$; \
         CREATE TRIGGER count_statements AFTER INSERT ON lobby \
         FOR EACH ROW EXECUTE FUNCTION count_statements()",
    );
    let settings = PostgresSettings { connections: 1, ..PostgresSettings::default() };
    let store = Postgres::connect_with(&database.address, settings).await.unwrap();
    for words in 0..Query::MAX_WORDS {
        for column in Column::ALL {
            let sort = Sort { column, direction: Direction::Ascending };
            let words: Vec<_> = (0..words).map(|word| format!("a{word}|b{word}")).collect();
            let query = Query { text: words.join(" "), sort, ..Query::default() };
            store.list(&query).await.unwrap();
            store.ids(&query).await.unwrap();
        }
        let query = StudyQuery { text: "a ".repeat(words), ..StudyQuery::default() };
        store.list_studies(&query).await.unwrap();
        store.study_ids(&query).await.unwrap();
    }
    store.save_lobby(0, "one").await.unwrap();
    let statements: u32 = database.psql("SELECT statements FROM counted").parse().unwrap();
    assert!(statements < 20, "{statements} statements");
}

/// Reading the words of the library takes so many seconds, for each part of a search.
pub(super) fn slow_words(seconds: f32) -> String {
    format!(
        "ALTER TABLE word RENAME TO known_word; \
         CREATE VIEW word AS SELECT md5(random()::text) AS word FROM pg_sleep({seconds})"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_takes_no_longer_than_a_statement_may() {
    let database = database();
    let limit = Duration::from_secs(3);
    let settings = PostgresSettings { statement_timeout: limit, ..PostgresSettings::default() };
    let store = Postgres::connect_with(&database.address, settings).await.unwrap();
    database.psql(&slow_words(1.2));
    let search = async |text: &str| {
        store.list(&Query { text: text.to_owned(), limit: 1, ..Query::default() }).await
    };
    assert!(search("one").await.is_ok());
    let found = search("one two three four").await;
    assert!(matches!(found, Err(StoreError::Database(_))), "{found:?}");
    assert!(search("one").await.is_ok());
}
