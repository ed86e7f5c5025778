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
    let newer = at("newer");
    let expected =
        format!("tabiya: {newer} has version 99, but this version of Tabiya supports up to ");
    assert!(run.stderr.starts_with(&expected), "{run:?}");
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
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE application_name = 'psql' AND pid <> pg_backend_pid()";
        server.psql("postgres", end).unwrap();
        assert_eq!(status.map(|status| status.code()), Some(Some(0)));
    });
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
