//! The database that is filled: a private one, or one that the options name.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use postgres_server::{Server, Stop};

use super::unable;
use crate::error::TaskError;
use crate::postgres;
use crate::table::grouped;

const FILL: &str = include_str!("fill.sql");
/// How many games share a transaction.
const STEP: u64 = 100_000;
/// What an administrator of such a library would set.
const SETTINGS: &str = "ALTER SYSTEM SET shared_buffers = '2GB'; \
                        ALTER SYSTEM SET maintenance_work_mem = '512MB'; \
                        ALTER SYSTEM SET max_wal_size = '1GB'";
/// Indexes are slow to keep while games come by the million. Their definitions are kept in a table
/// until they are there again, so that nothing is lost when this program ends before.
const DROP_INDEXES: &str = "\
    BEGIN;
    CREATE TABLE IF NOT EXISTS dropped_index (definition text);
    INSERT INTO dropped_index SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        AND tablename IN ('game', 'game_text', 'progress')
        AND indexname NOT IN (SELECT conname FROM pg_constraint);
    SELECT format('DROP INDEX %I', indexname) FROM pg_indexes WHERE schemaname = 'public'
        AND tablename IN ('game', 'game_text', 'progress')
        AND indexname NOT IN (SELECT conname FROM pg_constraint)
    \\gexec
    COMMIT;";
const CREATE_INDEXES: &str = "\
    SELECT DISTINCT replace(replace(definition, 'CREATE INDEX ', 'CREATE INDEX IF NOT EXISTS '),
        'ON public.', 'ON ') FROM dropped_index
    \\gexec
    DROP TABLE dropped_index;
    VACUUM ANALYZE;";

pub(super) struct Database {
    url: String,
    psql: PathBuf,
    /// Ends with this.
    _server: Option<Server>,
}

impl Database {
    pub(super) fn open(url: Option<&str>) -> Result<Database, TaskError> {
        let binaries = postgres::provide()?;
        let psql = binaries.path("psql");
        if let Some(url) = url {
            return Ok(Database { url: url.to_owned(), psql, _server: None });
        }
        let server = Server::start(&binaries).map_err(unable)?;
        for setting in SETTINGS.split("; ") {
            server.psql("postgres", setting).map_err(unable)?;
        }
        server.stop(Stop::Fast).map_err(unable)?;
        server.resume().map_err(unable)?;
        Ok(Database { url: server.url("postgres"), psql, _server: Some(server) })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Adds games until there are `size` of them.
    pub(super) fn fill(&self, size: u64) -> Result<(), TaskError> {
        let mut done = self.number("SELECT coalesce(max(number), 0) FROM game")?;
        if done < size {
            self.run(DROP_INDEXES)?;
        }
        let start = Instant::now();
        while done < size {
            let last = size.min(done + STEP);
            self.run(&format!("\\set first {}\n\\set last {last}\n{FILL}", done + 1))?;
            done = last;
            println!("{} games after {:.0} s", grouped(done), start.elapsed().as_secs_f64());
        }
        if self.number("SELECT (to_regclass('dropped_index') IS NOT NULL)::int")? > 0 {
            println!("creating the indexes");
            self.run(CREATE_INDEXES)?;
        }
        Ok(())
    }

    /// The size of the database.
    pub(super) fn bytes(&self) -> Result<u64, TaskError> {
        self.number("SELECT pg_database_size(current_database())")
    }

    fn number(&self, sql: &str) -> Result<u64, TaskError> {
        let answer = self.run(sql)?;
        answer.trim().parse().map_err(|_| unable(format!("{sql} gave {answer:?}")))
    }

    /// Runs a script of psql; returns what it prints.
    fn run(&self, script: &str) -> Result<String, TaskError> {
        let mut command = Command::new(&self.psql);
        command.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]);
        command.args(["--set", "ON_ERROR_STOP=1", "--dbname", &self.url]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut psql = command.spawn().map_err(unable)?;
        if let Some(mut input) = psql.stdin.take() {
            input.write_all(script.as_bytes()).map_err(unable)?;
        }
        let output = psql.wait_with_output().map_err(unable)?;
        if !output.status.success() {
            return Err(unable(String::from_utf8_lossy(&output.stderr).trim()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}
