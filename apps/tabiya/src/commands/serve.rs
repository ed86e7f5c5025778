//! `tabiya serve`: the server for a club, with all its options.

mod backups;
pub(super) mod data;
pub(super) mod engines;
pub(super) mod logs;
pub(super) mod run;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use server::config::{EngineConfig, Limits};
use server::security::Network;
use server::{Config, Password};
use store::{ConnectError, PostgresAddress};

use self::backups::Backups;
use self::data::DataStore;
use self::engines::Engines;
use self::logs::Logs;
use super::whole_number;
use crate::exit::{CliError, ExitStatus};

/// Run a server that others can connect to
///
/// Every option can also be set by the environment variable named with it.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Address and port to listen on; port 0 picks a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8064", env = "TABIYA_ADDR")]
    addr: SocketAddr,

    /// Data folder
    ///
    /// The default is the folder last chosen with `tabiya --data`, or else the standard location of
    /// this system.
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,

    /// `PostgreSQL` database for games and accounts, e.g. `postgres://user@host/tabiya`
    ///
    /// Without it, they are in a file in the data folder. The address may contain a password, so
    /// prefer the environment variable. See docs/postgres.md.
    #[arg(long, value_name = "URL", env = "TABIYA_DATABASE", hide_env_values = true)]
    database: Option<String>,

    /// Standby of that database, to read the library from
    ///
    /// It answers pages and searches of the library once it has what the primary has; when it is
    /// away or too far behind, the primary answers. See docs/scale.md.
    #[arg(long, value_name = "URL", requires = "database")]
    #[arg(env = "TABIYA_READ_DATABASE", hide_env_values = true)]
    read_database: Option<String>,

    /// Password of the `admin` account
    ///
    /// Required if the server can be reached from other computers. Command lines are visible to
    /// other users of this computer, so prefer the environment variable.
    #[arg(long, value_name = "PASSWORD", alias = "keeper-password")]
    #[arg(env = "TABIYA_ADMIN_PASSWORD", hide_env_values = true)]
    admin_password: Option<String>,

    /// Public URL of the server, e.g. `https://chess.example`; may be repeated, or several with
    /// commas
    #[arg(long, value_name = "URL", env = "TABIYA_ORIGIN", value_delimiter = ',')]
    origin: Vec<String>,

    /// Proxy (address or network) whose X-Forwarded-For header is trusted; may be repeated, or
    /// several with commas
    #[arg(long, value_name = "NETWORK", env = "TABIYA_TRUSTED_PROXY", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,

    #[command(flatten)]
    engines: Engines,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    backups: Backups,

    #[command(flatten)]
    logs: Logs,
}

/// Limits per server and per client.
#[derive(Debug, Args)]
struct LimitArgs {
    /// Maximum number of connections
    #[arg(long, value_name = "N", env = "TABIYA_MAX_CONNECTIONS")]
    #[arg(value_parser = whole_number(1..=1_000_000usize))]
    max_connections: Option<usize>,

    /// Maximum number of connections from one address
    #[arg(long, value_name = "N", env = "TABIYA_MAX_CONNECTIONS_PER_ADDRESS")]
    #[arg(value_parser = whole_number(1..=1_000_000usize))]
    max_connections_per_address: Option<usize>,

    /// Maximum requests per second from one address, on average
    #[arg(long, value_name = "N", env = "TABIYA_REQUESTS_PER_SECOND")]
    #[arg(value_parser = whole_number(1..=1_000_000u32))]
    requests_per_second: Option<u32>,

    /// Seconds a player may be disconnected before the opponent can claim the game [default: 15 to
    /// 300, depending on the time control]
    #[arg(long, value_name = "SECONDS", env = "TABIYA_CLAIM_WAIT")]
    #[arg(value_parser = whole_number(1..=86_400u64))]
    claim_wait: Option<u64>,

    /// Megabytes one client may add to the library per hour, by imports, new games and studies; the
    /// admin is not limited [default: 64]
    #[arg(long, value_name = "MB", env = "TABIYA_STORAGE_PER_HOUR")]
    #[arg(value_parser = whole_number(1..=4_000u32))]
    storage_per_hour: Option<u32>,

    /// Size of the library in megabytes at which nothing new is stored; games in progress go on
    /// [default: unlimited]
    #[arg(long, value_name = "MB", env = "TABIYA_MAX_STORAGE")]
    #[arg(value_parser = whole_number(1..=1_000_000_000u64))]
    max_storage: Option<u64>,

    /// Maximum number of games of one client that wait for their first move
    #[arg(long, value_name = "N", env = "TABIYA_MAX_UNSTARTED_GAMES")]
    #[arg(value_parser = whole_number(1..=1_000_000usize))]
    max_unstarted_games: Option<usize>,

    /// Hours after which a game without a move is aborted [default: 24]
    #[arg(long, value_name = "HOURS", env = "TABIYA_UNSTARTED_HOURS")]
    #[arg(value_parser = whole_number(1..=100_000u64))]
    unstarted_hours: Option<u64>,

    /// Seconds to keep serving after a signal to stop, while /health answers 503 so that load
    /// balancers send no new clients [default: 0]
    #[arg(long, value_name = "SECONDS", env = "TABIYA_SHUTDOWN_DELAY")]
    #[arg(value_parser = whole_number(0..=3_600u64))]
    shutdown_delay: Option<u64>,

    /// Number of engine searches at the same time [default: processors minus one]
    #[arg(long, value_name = "N", env = "TABIYA_ENGINE_WORKERS")]
    #[arg(value_parser = whole_number(1..=256usize))]
    engine_workers: Option<usize>,

    /// Hash table size per search, in megabytes
    #[arg(long, value_name = "MB", env = "TABIYA_ENGINE_HASH")]
    #[arg(value_parser = whole_number(1..=65_536usize))]
    engine_hash: Option<usize>,

    /// Longest pause before an engine's move, in milliseconds; with little time on its clock the
    /// engine replies sooner, and with 0 always at once [default: 600]
    #[arg(long, value_name = "MS", env = "TABIYA_ENGINE_PAUSE")]
    #[arg(value_parser = whole_number(0..=10_000u64))]
    engine_pause: Option<u64>,
}

impl Serve {
    /// Serves until interrupted.
    pub(super) fn run(self) -> Result<ExitStatus, CliError> {
        self.logs.start(logs::Level::INFO);
        let config = self.config()?;
        // Nothing is created on disk for a server that will not start.
        config.check().map_err(|error| CliError::Message(error.to_string()))?;
        let data = self.data()?;
        let backups = self.backups.config(&data.location.directory);
        run::run(data, Config { backups, ..config }, |_| {})
    }

    /// The data folder, with the library in it or in `PostgreSQL`.
    fn data(&self) -> Result<DataStore, CliError> {
        let Some(database) = &self.database else {
            return Ok(DataStore::open(self.data.as_deref())?);
        };
        // Not reported by clap, which would print the password.
        let invalid = |error: ConnectError| CliError::Message(error.to_string());
        let address: PostgresAddress = database.parse().map_err(invalid)?;
        let standby = self.read_database.as_deref().map(str::parse).transpose().map_err(invalid)?;
        if self.backups.are_wanted() {
            let message = "--backup-every copies a library in a file; back up PostgreSQL with \
                           pg_dump or pg_basebackup";
            return Err(CliError::Message(message.into()));
        }
        Ok(DataStore::with_postgres(self.data.as_deref(), address, standby)?)
    }

    /// The configuration without backups, which need the data folder.
    fn config(&self) -> Result<Config, CliError> {
        let password = self.admin_password.clone().or_else(former_password);
        let admin = password.as_deref().map(Password::new).transpose();
        // Not reported by clap, which would print the password.
        let unusable = |error| CliError::Message(format!("invalid admin password: {error}"));
        Ok(Config {
            address: self.addr,
            admin: admin.map_err(unusable)?,
            owner: None,
            trusted_proxies: self.trusted_proxy.clone(),
            origins: self.origin.clone(),
            limits: self.limits.limits(),
            engines: self.engines.config(self.limits.engines())?,
            backups: None,
        })
    }
}

/// The administrator's password in the variable that was used before `TABIYA_ADMIN_PASSWORD`.
fn former_password() -> Option<String> {
    std::env::var("TABIYA_KEEPER_PASSWORD").ok()
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        let defaults = Limits::default();
        let per_second = self.requests_per_second.unwrap_or(defaults.requests_per_second);
        Limits {
            connections: self.max_connections.unwrap_or(defaults.connections),
            connections_per_address: self
                .max_connections_per_address
                .unwrap_or(defaults.connections_per_address),
            requests_per_second: per_second,
            burst: defaults.burst.max(per_second),
            claim_wait: self.claim_wait.map(Duration::from_secs),
            storage_per_hour: self
                .storage_per_hour
                .map_or(defaults.storage_per_hour, |megabytes| megabytes * 1_000_000),
            max_storage: self.max_storage.map(|megabytes| megabytes * 1_000_000),
            unstarted_games: self.max_unstarted_games.unwrap_or(defaults.unstarted_games),
            unstarted_time: self
                .unstarted_hours
                .map_or(defaults.unstarted_time, Duration::from_hours),
            shutdown_delay: self
                .shutdown_delay
                .map_or(defaults.shutdown_delay, Duration::from_secs),
            ..defaults
        }
    }

    fn engines(&self) -> EngineConfig {
        let defaults = EngineConfig::default();
        EngineConfig {
            workers: self.engine_workers,
            hash_mb: self.engine_hash.unwrap_or(defaults.hash_mb),
            pause: self.engine_pause.map_or(defaults.pause, Duration::from_millis),
            ..defaults
        }
    }
}
