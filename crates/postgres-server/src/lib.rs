//! A private `PostgreSQL` server for tests and developer tasks.
//!
//! A [`Server`] has its own directory and listens on a socket in it and on a loopback port. A small
//! process beside it waits for the end of the one that started it, also when that is killed, and
//! then stops the server and removes the directory. `PostgreSQL` refuses to run as root; there it
//! runs as the user that its Debian package creates.

mod binaries;
mod command;

use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use self::command::run;

pub use binaries::Binaries;
pub use command::{as_owner, give_away};

/// The superuser of the server. The socket asks for no password.
pub const USER: &str = "postgres";
/// The password of that user on the loopback port.
pub const PASSWORD: &str = "only for tests";

/// Why a server cannot be started or used.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The programs of `PostgreSQL` are missing.
    #[error(
        "PostgreSQL is not installed: no {0} found; on Debian, install the package postgresql \
         (apt-get install postgresql), or name the directory of its programs in TABIYA_POSTGRES"
    )]
    Missing(String),
    /// A program failed.
    #[error("{program} failed: {reason}")]
    Program {
        /// Which one.
        program: String,
        /// What it says.
        reason: String,
    },
    /// A file cannot be written.
    #[error("a file of the server cannot be written: {0}")]
    File(#[from] io::Error),
}

/// How a server is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Connections are closed, and everything is written.
    Fast,
    /// As after a loss of power.
    Immediate,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    binaries: Binaries,
    directory: PathBuf,
    port: u16,
    has_tls: bool,
    /// Cleans up when its input ends.
    guard: Child,
}

impl Server {
    /// Creates and starts a server.
    ///
    /// # Errors
    /// When a program of `PostgreSQL` fails.
    pub fn start(binaries: &Binaries) -> Result<Server, ServerError> {
        Server::create(binaries, false)
    }

    /// Like [`Server::start`], with encryption and a certificate for `localhost`.
    ///
    /// # Errors
    /// When a program of `PostgreSQL` or openssl fails.
    pub fn start_with_tls(binaries: &Binaries) -> Result<Server, ServerError> {
        Server::create(binaries, true)
    }

    /// Starts a standby, which replays what this server writes.
    ///
    /// # Errors
    /// When a program of `PostgreSQL` fails.
    pub fn start_standby(&self) -> Result<Server, ServerError> {
        let standby = Server::without_files(&self.binaries, false)?;
        let mut command = self.program("pg_basebackup");
        command.args([
            "--checkpoint=fast",
            "--no-sync",
            "--write-recovery-conf",
            "--username",
            USER,
        ]);
        command.arg("--host").arg(&self.directory).args(["--port", &self.port.to_string()]);
        command.arg("--pgdata").arg(standby.data());
        run(command, "pg_basebackup")?;
        standby.resume()?;
        Ok(standby)
    }

    fn create(binaries: &Binaries, has_tls: bool) -> Result<Server, ServerError> {
        let server = Server::without_files(binaries, has_tls)?;
        server.initialize()?;
        if has_tls {
            server.create_certificate()?;
        }
        server.resume()?;
        Ok(server)
    }

    /// A server that has only its directory and its guard yet.
    fn without_files(binaries: &Binaries, has_tls: bool) -> Result<Server, ServerError> {
        let directory = create_directory()?;
        let guard = start_guard(binaries, &directory)?;
        let port = free_port()?;
        Ok(Server { binaries: binaries.clone(), directory, port, has_tls, guard })
    }

    /// Starts the server again after [`Server::stop`].
    ///
    /// # Errors
    /// When it does not start.
    pub fn resume(&self) -> Result<(), ServerError> {
        let log = self.directory.join("log");
        let options = format!(
            "-k {} -h 127.0.0.1 -p {} -c max_connections=400 -c ssl={}",
            self.directory.display(),
            self.port,
            if self.has_tls { "on" } else { "off" },
        );
        let mut command = self.program("pg_ctl");
        command.args(["start", "--wait", "--silent", "--options", &options, "--log"]).arg(&log);
        command.arg("--pgdata").arg(self.data());
        let started = run(command, "pg_ctl");
        started.map(drop).map_err(|error| self.explain(error))
    }

    /// Stops the server.
    ///
    /// # Errors
    /// When it does not stop.
    pub fn stop(&self, how: Stop) -> Result<(), ServerError> {
        let mode = match how {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        };
        let mut command = self.program("pg_ctl");
        command.args(["stop", "--wait", "--silent", "--mode", mode]);
        command.arg("--pgdata").arg(self.data());
        run(command, "pg_ctl").map(drop)
    }

    /// Kills the first process of the server alone. The others end when they wait for something the
    /// next time.
    ///
    /// # Errors
    /// When it does not run.
    pub fn kill_first_process(&self) -> Result<(), ServerError> {
        let file = fs::read_to_string(self.data().join("postmaster.pid"))?;
        let mut command = Command::new("kill");
        command.args(["-KILL", file.lines().next().unwrap_or_default()]);
        run(command, "kill").map(drop)
    }

    /// The address of a database on the socket.
    pub fn url(&self, database: &str) -> String {
        let host = self.directory.display().to_string().replace('/', "%2F");
        format!("postgres://{USER}@{host}:{}/{database}", self.port)
    }

    /// The address of a database on the loopback port, with a password.
    pub fn tcp_url(&self, password: &str, database: &str) -> String {
        let password = password.replace(' ', "%20");
        format!("postgres://{USER}:{password}@localhost:{}/{database}", self.port)
    }

    /// The loopback port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The certificate of a server with encryption.
    pub fn certificate(&self) -> PathBuf {
        self.directory.join("server.crt")
    }

    /// Creates a database, as a copy of a template if one is named.
    ///
    /// # Errors
    /// When the name is taken.
    pub fn create_database(&self, name: &str, template: Option<&str>) -> Result<(), ServerError> {
        let template = template.unwrap_or("template1");
        let sql = format!("CREATE DATABASE {name} TEMPLATE {template}");
        self.psql("postgres", &sql).map(drop)
    }

    /// Runs SQL in a database; returns what psql prints of its rows.
    ///
    /// # Errors
    /// When a statement fails.
    pub fn psql(&self, database: &str, sql: &str) -> Result<String, ServerError> {
        let mut command = self.program("psql");
        command.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]);
        command.args(["--set", "ON_ERROR_STOP=1", "--dbname", &self.url(database)]);
        command.args(["--command", sql]);
        run(command, "psql").map(|printed| printed.trim().to_owned())
    }

    fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    fn program(&self, name: &str) -> Command {
        as_owner(&self.binaries.path(name), &self.directory)
    }

    /// Creates the files of the server. The socket is open, the port asks for a password.
    fn initialize(&self) -> Result<(), ServerError> {
        let password = self.directory.join("password");
        fs::write(&password, PASSWORD)?;
        give_away(&password)?;
        let mut command = self.program("initdb");
        command.args(["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--username", USER]);
        command.args(["--auth-local=trust", "--auth-host=scram-sha-256", "--pwfile"]);
        command.arg(&password).arg("--pgdata").arg(self.data());
        run(command, "initdb").map(drop)
    }

    fn create_certificate(&self) -> Result<(), ServerError> {
        let (key, certificate) = (self.directory.join("server.key"), self.certificate());
        let mut command = as_owner(Path::new("openssl"), &self.directory);
        command.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]);
        command.args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
        command.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
        command.arg("-keyout").arg(&key).arg("-out").arg(&certificate);
        run(command, "openssl")?;
        let settings = format!(
            "ssl_cert_file = '{}'\nssl_key_file = '{}'\n",
            certificate.display(),
            key.display()
        );
        let file = self.data().join("postgresql.auto.conf");
        fs::write(&file, settings)?;
        give_away(&file)?;
        Ok(())
    }

    /// Adds the end of the server's log to an error.
    fn explain(&self, error: ServerError) -> ServerError {
        let log = fs::read_to_string(self.directory.join("log")).unwrap_or_default();
        let last: Vec<_> = log.lines().rev().take(5).collect();
        match error {
            ServerError::Program { program, reason } => {
                let reason = format!("{reason} {}", last.join("; "));
                ServerError::Program { program, reason }
            }
            error => error,
        }
    }
}

impl Drop for Server {
    /// Ends the guard, which cleans up.
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        // It ends whatever happens here.
        let _ = self.guard.wait();
    }
}

/// Creates a directory that belongs to the user who runs the server. Its path is short, because
/// the paths of sockets are limited.
///
/// # Errors
/// When the file system refuses it.
pub fn create_directory() -> io::Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("tabiya-pg-{}-{number}", process::id());
    let directory = std::env::temp_dir().join(name);
    fs::create_dir(&directory)?;
    give_away(&directory)?;
    Ok(directory)
}

/// A loopback port that is free at the moment.
///
/// # Errors
/// When the system has none.
pub fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Starts the process that cleans up when this one ends: then its input does.
fn start_guard(binaries: &Binaries, directory: &Path) -> Result<Child, ServerError> {
    let script = r#"trap "" INT TERM HUP; cat >/dev/null
        "$1" stop --silent --mode immediate --pgdata "$2/data" 2>/dev/null; rm -rf "$2""#;
    let mut command = as_owner(Path::new("sh"), directory);
    command.args(["-c", script, "sh"]).arg(binaries.path("pg_ctl")).arg(directory);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command.spawn()?)
}
