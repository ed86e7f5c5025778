//! `tabiya serve`: the server for a club, with everything that can be chosen about it.

pub(super) mod engines;
pub(super) mod house;
pub(super) mod logs;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use server::config::{EngineConfig, Limits};
use server::security::Network;
use server::{Config, Password};

use self::engines::Engines;
use self::house::House;
use self::logs::Logs;
use super::whole_number;
use crate::exit::{Answer, CliError};

/// Run the server for a club
///
/// Every option can also be given by the environment variable that is named with it.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The address and port to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8064", env = "TABIYA_ADDR")]
    addr: SocketAddr,

    /// The folder with the games
    ///
    /// Without it, the one that was last chosen with `tabiya --data`, or the usual place of this
    /// system.
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,

    /// The password of the account `admin`, which looks after the server
    ///
    /// A server that others can reach needs one. Others on this computer can see what a program
    /// was started with, so the environment variable is the better place for it.
    #[arg(long, value_name = "PASSWORD", alias = "keeper-password")]
    #[arg(env = "TABIYA_ADMIN_PASSWORD", hide_env_values = true)]
    admin_password: Option<String>,

    /// Another address under which browsers find the server, as `https://chess.example`
    #[arg(long, value_name = "URL", env = "TABIYA_ORIGIN", value_delimiter = ',')]
    origin: Vec<String>,

    /// A proxy, or a network of them, whose word about its clients' addresses is believed
    #[arg(long, value_name = "NETWORK", env = "TABIYA_TRUSTED_PROXY", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,

    #[command(flatten)]
    engines: Engines,

    #[command(flatten)]
    bounds: Bounds,

    #[command(flatten)]
    logs: Logs,
}

/// What nobody may exceed.
#[derive(Debug, Args)]
struct Bounds {
    /// Connections at once
    #[arg(long, value_name = "N", env = "TABIYA_MAX_CONNECTIONS")]
    #[arg(value_parser = whole_number(1..=1_000_000usize))]
    max_connections: Option<usize>,

    /// Connections at once from one address
    #[arg(long, value_name = "N", env = "TABIYA_MAX_CONNECTIONS_PER_ADDRESS")]
    #[arg(value_parser = whole_number(1..=1_000_000usize))]
    max_connections_per_address: Option<usize>,

    /// Requests a second from one address, in the long run
    #[arg(long, value_name = "N", env = "TABIYA_REQUESTS_PER_SECOND")]
    #[arg(value_parser = whole_number(1..=1_000_000u32))]
    requests_per_second: Option<u32>,

    /// Seconds that a player may be gone before the opponent can claim the game; as a rule 15
    /// seconds to 5 minutes, as the clock of the game makes fair
    #[arg(long, value_name = "SECONDS", env = "TABIYA_CLAIM_WAIT")]
    #[arg(value_parser = whole_number(1..=86_400u64))]
    claim_wait: Option<u64>,

    /// Engines that think at once; as a rule one less than there are processors
    #[arg(long, value_name = "N", env = "TABIYA_ENGINE_WORKERS")]
    #[arg(value_parser = whole_number(1..=256usize))]
    engine_workers: Option<usize>,

    /// Megabytes of hash table for each engine that thinks
    #[arg(long, value_name = "MB", env = "TABIYA_ENGINE_HASH")]
    #[arg(value_parser = whole_number(1..=65_536usize))]
    engine_hash: Option<usize>,
}

impl Serve {
    /// Serves until it is interrupted.
    pub(super) fn run(self) -> Result<Answer, CliError> {
        self.logs.start(logs::Level::INFO);
        let data = self.data.clone();
        let config = self.config()?;
        // Nothing is opened, let alone made, for a server that will not be run.
        config.check().map_err(|error| CliError::Unusable(error.to_string()))?;
        house::serve(House::open(data.as_deref())?, config, |_| {})
    }

    fn config(self) -> Result<Config, CliError> {
        let password = self.admin_password.or_else(former_password);
        let admin = password.as_deref().map(Password::new).transpose();
        // Not told by clap, which would say the password again.
        let unusable = |error| CliError::Unusable(format!("the admin's password: {error}"));
        Ok(Config {
            address: self.addr,
            admin: admin.map_err(unusable)?,
            trusted_proxies: self.trusted_proxy,
            origins: self.origin,
            limits: self.bounds.limits(),
            engines: self.engines.config(self.bounds.engines())?,
        })
    }
}

/// The administrator's password in the variable that was used before `TABIYA_ADMIN_PASSWORD`.
fn former_password() -> Option<String> {
    std::env::var("TABIYA_KEEPER_PASSWORD").ok()
}

impl Bounds {
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        let per_second = self.requests_per_second.unwrap_or(usual.requests_per_second);
        Limits {
            connections: self.max_connections.unwrap_or(usual.connections),
            connections_per_address: self
                .max_connections_per_address
                .unwrap_or(usual.connections_per_address),
            requests_per_second: per_second,
            burst: usual.burst.max(per_second),
            claim_wait: self.claim_wait.map(Duration::from_secs),
            ..usual
        }
    }

    fn engines(&self) -> EngineConfig {
        let usual = EngineConfig::default();
        EngineConfig {
            workers: self.engine_workers,
            hash_mb: self.engine_hash.unwrap_or(usual.hash_mb),
            ..usual
        }
    }
}
