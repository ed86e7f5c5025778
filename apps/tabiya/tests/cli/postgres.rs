//! A server whose games are in `PostgreSQL`, from the command line.

use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use postgres_server::{Binaries, PASSWORD, Server, Stop};

use crate::harness::{Folder, tabiya};
use crate::serve::{Running, finish};

/// How long a server may take to notice that its database is gone or back.
const PATIENCE: Duration = Duration::from_mins(1);

fn postgres() -> Server {
    let named = std::env::var_os("TABIYA_POSTGRES").map(PathBuf::from);
    let binaries = Binaries::find(named.as_deref()).unwrap_or_else(|error| panic!("{error}"));
    Server::start(&binaries).unwrap_or_else(|error| panic!("{error}"))
}

fn serve(folder: &Folder, database: &str) -> Command {
    let mut command = tabiya();
    command.args(["serve", "--addr", "127.0.0.1:0", "--data", &folder.path("data")]);
    command.env("TABIYA_DATABASE", database);
    command
}

#[test]
fn a_database_that_cannot_be_used_is_told_at_once_and_without_its_password() {
    let folder = Folder::new("postgres-refused");
    let server = postgres();
    let port = server.port();
    let at = |database: &str| format!("postgres://postgres@localhost:{port}/{database}");
    server.psql("postgres", "CREATE DATABASE newer").unwrap();
    server.psql("newer", "CREATE TABLE tabiya_schema AS SELECT 99::bigint AS version").unwrap();
    server.psql("postgres", "CREATE DATABASE other").unwrap();
    server.psql("other", "CREATE TABLE game (title text)").unwrap();
    for (url, message) in [
        (
            "postgres://anna:s3cret@localhost/".into(),
            "the address of the database is not valid: it names no database, as in \
             postgres://host/database"
                .into(),
        ),
        (
            String::new(),
            "the address of the database is not valid: it is empty; it must begin with \
             postgres://"
                .into(),
        ),
        (
            "s3cret".into(),
            "the address of the database is not valid: it must begin with postgres://".to_owned(),
        ),
        (
            server.tcp_url("s3cret", "postgres"),
            format!(
                "PostgreSQL does not accept the user or the password of {}: password \
                 authentication failed for user \"postgres\" (28P01)",
                at("postgres")
            ),
        ),
        (
            server.tcp_url(PASSWORD, "nowhere"),
            format!(
                "there is no database at {}: database \"nowhere\" does not exist (3D000); create \
                 it with createdb",
                at("nowhere")
            ),
        ),
        (
            server.tcp_url(PASSWORD, "other"),
            format!("the database {} has tables of another program; use an empty one", at("other")),
        ),
    ] {
        let run = finish(&mut serve(&folder, &url));
        assert!(!run.stderr.contains("s3cret") && !run.stderr.contains(PASSWORD), "{run:?}");
        run.refused(&message);
    }
    let run = finish(&mut serve(&folder, &server.tcp_url(PASSWORD, "newer")));
    let expected =
        format!("tabiya: a newer Tabiya has updated the tables of {} to version 99", at("newer"));
    assert!(run.stderr.starts_with(&expected), "{run:?}");
    assert!(run.stderr.ends_with("; start the newer Tabiya\n"), "{run:?}");
    assert_eq!(run.status, 2);
    let mut backed_up = serve(&folder, &server.url("postgres"));
    finish(backed_up.args(["--backup-every", "1d"])).refused(
        "--backup-every copies a library in a file; back up PostgreSQL with pg_dump or \
         pg_basebackup",
    );
    server.stop(Stop::Fast).unwrap();
    let run = finish(&mut serve(&folder, &server.tcp_url("s3cret", "postgres")));
    let expected = format!("tabiya: PostgreSQL cannot be reached at {}:", at("postgres"));
    assert!(run.stderr.starts_with(&expected) && !run.stderr.contains("s3cret"), "{run:?}");
    assert_eq!(run.status, 2);
}

/// Waits until the health check says this.
fn wait_for_health(running: &Running, status: &str) {
    let begin = Instant::now();
    loop {
        let answer = running.ask("/health");
        if answer.starts_with(&format!("HTTP/1.1 {status}")) {
            return;
        }
        assert!(begin.elapsed() < PATIENCE, "{answer}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_server_says_that_its_database_is_gone_and_goes_on_when_it_is_back() {
    let folder = Folder::new("postgres-gone");
    let server = postgres();
    let log = std::fs::File::create(folder.path("log")).unwrap();
    let mut command = serve(&folder, &server.tcp_url(PASSWORD, "postgres"));
    let running = Running::start(command.stderr(log));
    wait_for_health(&running, "200");
    server.stop(Stop::Immediate).unwrap();
    wait_for_health(&running, "503");
    let listed = running.ask("/api/games");
    assert!(listed.starts_with("HTTP/1.1 500"), "{listed}");
    server.resume().unwrap();
    wait_for_health(&running, "200");
    let listed = running.ask("/api/games");
    assert!(listed.starts_with("HTTP/1.1 200"), "{listed}");
    let log = folder.read("log");
    assert!(log.contains("the heartbeat cannot be stored"), "{log}");
    assert!(log.contains("heartbeats are stored again"), "{log}");
    assert!(!log.contains(PASSWORD), "{log}");
}

/// Waits until there is such an advisory lock.
#[cfg(unix)]
fn wait_for_lock(server: &Server, condition: &str) {
    let begin = Instant::now();
    let sql = format!("SELECT count(*) FROM pg_locks WHERE granted AND {condition}");
    while server.psql("postgres", &sql).unwrap() == "0" {
        assert!(begin.elapsed() < PATIENCE, "{condition}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[cfg(unix)]
fn a_server_that_waits_for_another_one_can_be_stopped() {
    let folder = Folder::new("postgres-waiting");
    let server = postgres();
    let url = server.tcp_url(PASSWORD, "postgres");
    drop(Running::start(&mut serve(&folder, &url)));
    thread::scope(|scope| {
        // What a server holds that has not resumed all games yet.
        let lock = "SELECT pg_advisory_lock(x'74616269'::int, 1), pg_sleep(120)";
        scope.spawn(|| server.psql("postgres", lock).unwrap_err());
        wait_for_lock(&server, "mode = 'ExclusiveLock' AND classid = x'74616269'::int");
        let mut waiting = serve(&folder, &url).spawn().unwrap();
        wait_for_lock(&server, "classid = x'74616273'::int");
        assert!(Command::new("kill").arg(waiting.id().to_string()).status().unwrap().success());
        let begin = Instant::now();
        let status = loop {
            match waiting.try_wait().unwrap() {
                None if begin.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(20)),
                status => break status,
            }
        };
        let _ = waiting.kill();
        end_sessions(&server);
        assert_eq!(status.map(|status| status.code()), Some(Some(0)));
    });
}

/// Ends all sessions of `psql`, with what they hold.
#[cfg(unix)]
fn end_sessions(server: &Server) {
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE application_name = 'psql' AND pid <> pg_backend_pid()";
    server.psql("postgres", end).unwrap();
}

#[test]
#[cfg(unix)]
fn a_copy_that_was_killed_is_not_served_and_goes_on() {
    let folder = Folder::new("postgres-killed-copy");
    let games = folder.write("games.pgn", "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 2. c4 0-1\n");
    let data = folder.path("data");
    finish(tabiya().args(["import", &games, "--data", &data])).success();
    let server = postgres();
    let url = server.tcp_url(PASSWORD, "postgres");
    // An empty library, so that the test finds a table to hold.
    drop(Running::start(&mut serve(&folder, &url)));
    let empty = "DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(tablename, ', ') \
                 || ' RESTART IDENTITY CASCADE' FROM pg_tables WHERE schemaname = 'public' \
                 AND tablename <> 'tabiya_schema'); END $$";
    server.psql("postgres", empty).unwrap();
    thread::scope(|scope| {
        let hold = "BEGIN; LOCK TABLE import IN SHARE MODE; SELECT pg_sleep(120)";
        scope.spawn(|| server.psql("postgres", hold).unwrap_err());
        let locks = "locktype = 'relation' AND relation = 'import'::regclass AND mode";
        wait_for_lock(&server, &format!("{locks} = 'ShareLock'"));
        let mut copy = tabiya().args(["move-database", &data, &url]).spawn().unwrap();
        let begin = Instant::now();
        let sql = format!("SELECT count(*) FROM pg_locks WHERE NOT granted AND {locks} <> ''");
        while server.psql("postgres", &sql).unwrap() == "0" {
            assert!(begin.elapsed() < PATIENCE, "the copy comes to that table");
            thread::sleep(Duration::from_millis(20));
        }
        copy.kill().unwrap();
        copy.wait().unwrap();
        end_sessions(&server);
    });
    assert_eq!(server.psql("postgres", "SELECT count(*) FROM game").unwrap(), "2");
    let shown = format!("postgres://postgres@localhost:{}/postgres", server.port());
    let unfinished = format!(
        "the database {shown} is a copy that is not finished; run the same `tabiya \
         move-database` again, or begin with an empty database"
    );
    finish(&mut serve(&folder, &url)).refused(&unfinished);
    let other = folder.path("other");
    finish(tabiya().args(["move-database", &url, &other])).refused(&unfinished);
    let run = finish(tabiya().args(["move-database", &data, &url]));
    assert!(run.success().ends_with("both are equal\n"));
    let running = Running::start(&mut serve(&folder, &url));
    assert!(running.ask("/api/games").contains("\"total\":2"), "{}", running.ask("/api/games"));
}

#[test]
fn a_library_in_the_folder_that_is_not_used_is_named_at_the_start() {
    let folder = Folder::new("postgres-unused");
    let server = postgres();
    let url = server.tcp_url(PASSWORD, "postgres");
    let log = || std::fs::File::create(folder.path("log")).unwrap();
    drop(Running::start(serve(&folder, &url).stderr(log())));
    let unused = "are not used";
    assert!(!folder.read("log").contains(unused), "{}", folder.read("log"));
    let puzzling = "an index is built";
    assert!(!folder.read("log").contains(puzzling), "{}", folder.read("log"));
    let games = folder.write("games.pgn", "1. e4 e5 2. Nf3 1-0\n");
    finish(tabiya().args(["import", &games, "--data", &folder.path("data")])).success();
    drop(Running::start(serve(&folder, &url).stderr(log())));
    let seen = folder.read("log");
    let path = folder.path("data/library.db");
    assert_eq!(seen.matches(&format!("the games in {path} {unused}")).count(), 1, "{seen}");
    assert!(seen.contains("tabiya move-database"), "{seen}");
}

#[test]
fn games_in_a_database_are_exported_by_the_server_of_the_folder() {
    let folder = Folder::new("postgres-export");
    let server = postgres();
    let games = folder.write("games.pgn", "1. e4 e5 2. Nf3 1-0\n");
    let data = folder.path("data");
    let running = Running::start(&mut serve(&folder, &server.tcp_url(PASSWORD, "postgres")));
    finish(tabiya().args(["import", &games, "--data", &data])).success();
    let run = finish(tabiya().args(["export", "--data", &data]));
    assert!(run.success().contains("1. e4 e5 2. Nf3 1-0"));
    drop(running);
    // It was killed and has left its address behind.
    let missing =
        format!("there is no library in {data}; one that is in PostgreSQL is not in a folder");
    finish(tabiya().args(["export", "--data", &data])).refused(&missing);
    finish(tabiya().args(["doctor", "--data", &data])).refused(&missing);
    let file = folder.path("backup.db");
    finish(tabiya().args(["backup", &file, "--data", &data])).refused(&missing);
}

#[test]
fn a_library_moves_to_a_database_and_back() {
    let folder = Folder::new("postgres-move");
    let server = postgres();
    let data = folder.path("data");
    drop(Running::start(tabiya().args(["serve", "--addr", "127.0.0.1:0", "--data", &data])));
    let url = server.tcp_url(PASSWORD, "postgres");
    let shown = format!("postgres://postgres@localhost:{}/postgres", server.port());
    let there = finish(tabiya().args(["move-database", &data, &url]));
    assert!(there.stdout.contains(&format!("from {data} to {shown}")), "{there:?}");
    assert!(there.success().ends_with("both are equal\n"));
    let back = folder.path("back");
    let run = finish(tabiya().args(["move-database", &url, &back]));
    assert!(run.success().ends_with("both are equal\n"));
    finish(tabiya().args(["move-database", &folder.path("nowhere"), &url]))
        .refused(&format!("{} has no library to copy", folder.path("nowhere")));
    finish(tabiya().args(["move-database", &data, &data]))
        .refused(&format!("{data} is both the source and the target"));
    for mistaken in [
        url.replace("postgres://", "Postgres://"),
        "postgresql:/s3cret".into(),
        "host=localhost dbname=tabiya password=s3cret".into(),
        "application_name=a Password = 's3cret'".into(),
    ] {
        finish(tabiya().args(["move-database", &data, &mistaken]))
            .refused("the address of the database is not valid: it must begin with postgres://");
    }
    let wrong = server.tcp_url("s3cret", "postgres");
    let run = finish(tabiya().args(["move-database", &data, &wrong]));
    assert!(run.status == 2 && !run.stderr.contains("s3cret"), "{run:?}");
}
