//! Copies of whole databases.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use chess::ByColor;
use game::Timestamp;
use store::{
    Accounts, AuditEntry, Card, CardCode, Checkup, CompetitionId, ConnectError, DataDirectory,
    DatabasePlace, Entry, Feature, GroupName, GroupRules, NewAccount, NewGame, Postgres, Query,
    ReviewKey, RuleScope, SeatOwner, SecretHash, Sqlite, Store, StoredEvaluation, TransferError,
    TransferProgress, back_up, transfer,
};

use super::{Database, database, empty_database};
use crate::accounts::{new_account, session, token};
use crate::competitions::Evening;
use crate::demonstrations::{demonstration, simul};
use crate::fixtures::{entry, id, import_game, new_game, request};
use crate::studies::save;

/// The tables besides those of games, to see that every one has a row.
pub(super) const OTHERS: [&str; 16] = [
    "account",
    "session",
    "device",
    "card",
    "removed",
    "import",
    "evaluation",
    "study",
    "competition",
    "competition_event",
    "competition_request",
    "group_rules",
    "demonstration",
    "simul",
    "simul_board",
    "audit",
];

/// Stores something of every kind.
pub(super) async fn fill(store: &dyn Store) {
    let gone = store.add_account(new_account("Zoe")).await.unwrap();
    let group = GroupName::new("3b");
    let anna = NewAccount { group: group.clone(), rating: Some(900), ..new_account("Anna") };
    let anna = store.add_account(anna).await.unwrap();
    let last = store.add_account(new_account("Last")).await.unwrap();
    store.remove_account(gone).await.unwrap();
    store.remove_account(last).await.unwrap();
    assert!(store.begin_session(session(anna, 1), 3).await.unwrap());
    store.remember_device(token(2), anna, Timestamp(5), 3).await.unwrap();
    let card = Card { account: anna, code: CardCode("ABCD".into()), created: Timestamp(5) };
    store.issue_cards(vec![card]).await.unwrap();
    let owner = SeatOwner { secret: SecretHash([1; 32]), account: Some(anna) };
    let seat_owners = ByColor::new(Some(owner), None);
    for number in 1..=3 {
        store.create(NewGame { seat_owners, ..new_game(number) }).await.unwrap();
        store.append(Entry { request: request("a"), ..entry(number, 1) }).await.unwrap();
    }
    let mut import = import_game(4);
    import.text = "1. e4 {a\0b} *".into();
    store.import(vec![import, import_game(5)]).await.unwrap();
    store.append(entry(4, 4)).await.unwrap();
    store.remove(&id(2), Some(Timestamp(9))).await.unwrap();
    let key = ReviewKey { game: id(1), moves_hash: u64::MAX, nodes: 7, engine: "us".into() };
    let evaluation = StoredEvaluation { ply: 1, text: "+0.1".into() };
    store.save_evaluation(&key, evaluation).await.unwrap();
    store.save_study(save(1, 0, "one")).await.unwrap();
    let mut evening = Evening::new("Evening");
    evening.enter("Anna").enter("Ben");
    let competition = CompetitionId::new("aaaaaaaaaa").unwrap();
    let entered = evening.entry(&competition, 0, Some("r"));
    store.append_to_competition(entered).await.unwrap();
    let rules = GroupRules {
        locked: BTreeSet::from([Feature::ALL[0]]),
        max_rating: Some(1_500),
        until: None,
    };
    store.set_rules(RuleScope::Group(group.unwrap()), Some(rules)).await.unwrap();
    store.save_demonstration(0, demonstration("aaaaaaaaaa", 1)).await.unwrap();
    assert!(store.create_simul(simul("aaaaaaaaaa", 5)).await.unwrap());
    let audit = AuditEntry {
        at: Timestamp(3),
        actor: "anna".into(),
        address: "::1".into(),
        action: "login".into(),
        target: String::new(),
        failed: true,
    };
    store.add_audit(audit, 10).await.unwrap();
    store.heartbeat(Timestamp(77)).await.unwrap();
}

pub(super) fn folder(path: &Path) -> DatabasePlace {
    DatabasePlace::Folder(path.to_owned())
}

pub(super) fn server(database: &Database) -> DatabasePlace {
    DatabasePlace::Postgres(database.address.clone())
}

pub(super) fn open(path: &Path) -> Arc<dyn Store> {
    Arc::new(Sqlite::open(DataDirectory::open(path).unwrap()).unwrap())
}

pub(super) fn go_on(_: TransferProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

async fn listed(store: &dyn Store) -> Vec<store::ListedGame> {
    store.list(&Query { limit: 100, ..Query::default() }).await.unwrap().games
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_row_is_the_same_there_and_back() {
    let directories = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [first, last] = directories.each_ref().map(tempfile::TempDir::path);
    let store = open(first);
    fill(&*store).await;
    let (games, accounts) = (listed(&*store).await, store.accounts().await.unwrap());
    drop(store);
    let database = empty_database();
    let copied = transfer(&folder(first), &server(&database), &mut go_on).await.unwrap();
    assert!(copied > 20, "{copied}");
    for table in OTHERS {
        assert_ne!(database.psql(&format!("SELECT count(*) FROM {table}")), "0", "{table}");
    }
    let back = transfer(&server(&database), &folder(last), &mut go_on).await.unwrap();
    assert_eq!(back, copied);
    let stores: [Arc<dyn Store>; 2] = [Arc::new(database.connect().await), open(last)];
    for store in stores {
        assert_eq!(listed(&*store).await, games);
        assert_eq!(store.accounts().await.unwrap(), accounts);
        let game = store.load(&id(4)).await.unwrap().unwrap();
        assert_eq!((game.records.len(), game.source.unwrap().text), (5, "1. e4 {a\0b} *".into()));
        assert_eq!(store.last_heartbeat().await, Ok(Some(Timestamp(77))));
        // What comes next gets a new number.
        let added = store.add_account(new_account("Next")).await.unwrap();
        assert_eq!(added.0, 4, "no number is given twice");
        store.create(new_game(9)).await.unwrap();
        store.append(entry(1, 2)).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_copy_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    for number in 0..1_200 {
        store.create(new_game(number)).await.unwrap();
    }
    drop(store);
    let database = empty_database();
    let (from, to) = (folder(directory.path()), server(&database));
    let mut stop = |progress: TransferProgress| {
        if progress.done >= 1_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let interrupted = transfer(&from, &to, &mut stop).await;
    assert_eq!(interrupted, Err(TransferError::Interrupted));
    assert_eq!(database.psql("SELECT count(*) FROM game"), "1000");
    let mut pages = Vec::new();
    let mut watch = |progress: TransferProgress| {
        pages.push(progress);
        ControlFlow::Continue(())
    };
    assert_eq!(transfer(&from, &to, &mut watch).await, Ok(2_400));
    assert_eq!(pages.last().map(|progress| (progress.done, progress.total)), Some((4_800, 4_800)));
    assert_eq!(database.psql("SELECT count(*) FROM game"), "1200");
}

/// A copy that ends after so many rows, while it copies or while it compares.
async fn interrupt(from: &DatabasePlace, to: &DatabasePlace, rows: u64, is_comparing: bool) {
    let mut stop = |progress: TransferProgress| {
        if progress.done >= rows && progress.is_comparing == is_comparing {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    assert_eq!(transfer(from, to, &mut stop).await, Err(TransferError::Interrupted));
}

#[track_caller]
fn is_unfinished<T>(outcome: Result<T, impl std::fmt::Display>) {
    let message = outcome.err().expect("an unfinished copy is refused").to_string();
    assert!(message.contains("is a copy that is not finished"), "{message}");
    assert!(message.contains("run the same `tabiya move-database` again"), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unfinished_copy_in_a_database_is_of_no_use_until_it_is_finished() {
    let (directory, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = open(directory.path());
    fill(&*store).await;
    drop(store);
    let database = empty_database();
    let (from, to) = (folder(directory.path()), server(&database));
    for (rows, is_comparing) in [(1, false), (20, false), (1, true)] {
        interrupt(&from, &to, rows, is_comparing).await;
        is_unfinished(Postgres::connect(&database.address).await);
        is_unfinished(transfer(&to, &folder(other.path()), &mut go_on).await);
    }
    transfer(&from, &to, &mut go_on).await.unwrap();
    assert_eq!(listed(&database.connect().await).await.len(), 4);
    transfer(&to, &folder(other.path()), &mut go_on).await.unwrap();
    assert_eq!(listed(&*open(other.path())).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unfinished_copy_in_a_folder_is_of_no_use_until_it_is_finished() {
    let (directory, database, other) = (tempfile::tempdir().unwrap(), database(), empty_database());
    fill(&database.connect().await).await;
    let (from, to) = (server(&database), folder(directory.path()));
    let file = directory.path().join(DataDirectory::DATABASE);
    for (rows, is_comparing) in [(1, false), (20, false), (1, true)] {
        interrupt(&from, &to, rows, is_comparing).await;
        is_unfinished(Sqlite::open(DataDirectory::open(directory.path()).unwrap()));
        is_unfinished(Checkup::open(&file));
        is_unfinished(back_up(&file, &directory.path().join("backup.db")));
        is_unfinished(transfer(&to, &server(&other), &mut go_on).await);
    }
    transfer(&from, &to, &mut go_on).await.unwrap();
    assert_eq!(listed(&*open(directory.path())).await.len(), 4);
    Checkup::open(&file).unwrap();
    back_up(&file, &directory.path().join("backup.db")).unwrap();
    transfer(&to, &server(&other), &mut go_on).await.unwrap();
}

/// It has connected before the copy began.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_has_waited_for_a_copy_does_not_use_it_unfinished() {
    let directory = tempfile::tempdir().unwrap();
    fill(&*open(directory.path())).await;
    let database = empty_database();
    let early = database.connect().await;
    interrupt(&folder(directory.path()), &server(&database), 1, false).await;
    is_unfinished(early.begin_serving().await);
}

/// While a copy is under way, servers wait for its end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_during_a_copy_waits_for_it() {
    let directory = tempfile::tempdir().unwrap();
    fill(&*open(directory.path())).await;
    let database = empty_database();
    let mut started = None;
    let mut start = |progress: TransferProgress| {
        if progress.is_comparing && started.is_none() {
            let address = database.address.clone();
            let server = tokio::spawn(async move {
                let store = Postgres::connect(&address).await.unwrap();
                (store.begin_serving().await, listed(&store).await.len())
            });
            let connections = "SELECT count(*) > 1 FROM pg_locks WHERE locktype = 'advisory' \
                               AND database = (SELECT oid FROM pg_database \
                               WHERE datname = current_database())";
            while database.psql(connections) == "f" {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            started = Some(server);
        }
        ControlFlow::Continue(())
    };
    transfer(&folder(directory.path()), &server(&database), &mut start).await.unwrap();
    assert_eq!(started.unwrap().await.unwrap(), (Ok(true), 4));
}

/// All of it is compared before anything is copied.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_target_with_other_data_in_its_last_table_goes_on_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    fill(&*open(directory.path())).await;
    let database = database();
    database.connect().await.heartbeat(Timestamp(5)).await.unwrap();
    let refused = transfer(&folder(directory.path()), &server(&database), &mut go_on).await;
    assert_eq!(refused, Err(TransferError::OtherData("heartbeat")));
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("begin again with an empty target"), "{message}");
    let store = database.connect().await;
    assert_eq!((listed(&store).await, store.accounts().await.unwrap()), (vec![], vec![]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_target_with_other_data_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    store.create(new_game(1)).await.unwrap();
    drop(store);
    let database = empty_database();
    database.connect().await.create(new_game(2)).await.unwrap();
    let (from, to) = (folder(directory.path()), server(&database));
    let refused = transfer(&from, &to, &mut go_on).await;
    assert_eq!(refused, Err(TransferError::OtherData("game")));
    assert_eq!(database.psql("SELECT id FROM game"), "game000002");
}

/// The comparison at the end reads every value.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_differs_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    store.create(new_game(1)).await.unwrap();
    drop(store);
    let database = empty_database();
    let (from, to) = (folder(directory.path()), server(&database));
    let mut change = |progress: TransferProgress| {
        if progress.table == "record" && !progress.is_comparing {
            database.psql("UPDATE record SET at = at + 1");
        }
        ControlFlow::Continue(())
    };
    let differs = transfer(&from, &to, &mut change).await;
    assert_eq!(differs, Err(TransferError::Differs("record")));
}

#[tokio::test]
async fn a_database_that_is_in_use_is_not_copied() {
    let directory = tempfile::tempdir().unwrap();
    let used = database();
    let in_use = Err(TransferError::Postgres(ConnectError::InUse(used.address.to_string())));
    let store = used.connect().await;
    store.begin_serving().await.unwrap();
    let from = transfer(&server(&used), &folder(directory.path()), &mut go_on).await;
    assert_eq!(from, in_use);
    drop(open(directory.path()));
    let to = transfer(&folder(directory.path()), &server(&used), &mut go_on).await;
    assert_eq!(to, in_use);
    drop(store);
    assert_eq!(transfer(&folder(directory.path()), &server(&used), &mut go_on).await, Ok(0));
}

#[tokio::test]
async fn nothing_is_copied_to_itself() {
    let (directory, database) = (tempfile::tempdir().unwrap(), database());
    drop(open(directory.path()));
    for place in [server(&database), folder(directory.path())] {
        let refused = transfer(&place, &place, &mut go_on).await.unwrap_err().to_string();
        assert!(refused.ends_with("is both the source and the target"), "{refused}");
    }
    let detour = directory.path().join(".");
    let refused = transfer(&folder(directory.path()), &folder(&detour), &mut go_on).await;
    assert!(refused.unwrap_err().to_string().ends_with("is both the source and the target"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_fails_during_a_copy_is_named() {
    let directory = tempfile::tempdir().unwrap();
    fill(&*open(directory.path())).await;
    let database = empty_database();
    let mut end = |_: TransferProgress| {
        database.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
        ControlFlow::Continue(())
    };
    let failed = transfer(&folder(directory.path()), &server(&database), &mut end).await;
    let message = failed.unwrap_err().to_string();
    let expected = format!("{}: the database failed: ", database.address);
    assert!(message.starts_with(&expected), "{message}");
    assert!(message.ends_with("; the same command continues"), "{message}");
}

#[tokio::test]
async fn a_database_without_a_library_is_named_and_left_alone() {
    let (directory, empty) = (tempfile::tempdir().unwrap(), empty_database());
    let missing = transfer(&server(&empty), &folder(directory.path()), &mut go_on).await;
    let name = empty.address.to_string();
    assert_eq!(missing, Err(TransferError::Postgres(ConnectError::NoLibrary(name))));
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(empty.psql(tables), "0");
}

#[tokio::test]
async fn a_folder_without_a_library_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let database = empty_database();
    let missing = transfer(&folder(directory.path()), &server(&database), &mut go_on).await;
    assert_eq!(missing, Err(TransferError::Missing(directory.path().to_owned())));
}
