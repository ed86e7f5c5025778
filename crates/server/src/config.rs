//! The configuration of a server. Plain data: the caller has read the command line and the
//! environment.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::Tablebase;

use crate::security::Network;
use crate::{BackupConfig, OwnerAccess, Password};

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. Port 0 takes any free port.
    pub address: SocketAddr,
    /// The password of the administrator's account.
    pub admin: Option<Password>,
    /// The secrets of the owner, who is the administrator where there is no account, provided that
    /// nobody can reach the server from another computer.
    pub owner: Option<OwnerAccess>,
    /// Proxies whose forwarded client addresses are trusted.
    pub trusted_proxies: Vec<Network>,
    /// Additional origins of the app, as `https://chess.example`.
    pub origins: Vec<String>,
    /// The limits for clients.
    pub limits: Limits,
    /// The resources of the engines.
    pub engines: EngineConfig,
    /// Backups by schedule, if any.
    pub backups: Option<BackupConfig>,
}

/// Limits for clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections in total.
    pub connections: usize,
    /// Open connections from one address.
    pub connections_per_address: usize,
    /// Requests per second from one address, and from one account.
    pub requests_per_second: u32,
    /// The burst of requests that is allowed above that.
    pub burst: u32,
    /// Login attempts per minute from one address.
    pub logins_per_address: u32,
    /// Login attempts per minute for one name from one address, and from one known browser.
    pub logins_per_name: u32,
    /// Logins with a card per minute from one address. A school may have one address for all.
    pub card_logins_per_address: u32,
    /// The timeout for request headers, and between two requests.
    pub header_time: Duration,
    /// The timeout for a request body.
    pub body_time: Duration,
    /// The maximum size of an import after decompression, in bytes.
    pub import_bytes: u64,
    /// How many bytes one client may add to the library in an hour.
    pub storage_per_hour: u32,
    /// The size of the library in bytes at which nothing new is stored.
    pub max_storage: Option<u64>,
    /// How many games of one client may wait for their first move.
    pub unstarted_games: usize,
    /// After this time the server aborts a game without a move.
    pub unstarted_time: Duration,
    /// How long a player may be absent before the opponent can claim the game; by default it
    /// depends on the time control.
    pub claim_wait: Option<Duration>,
    /// How long members are in the lobby after they were last heard of.
    pub lobby_grace: Duration,
    /// The idle timeout of a connection.
    pub idle_time: Duration,
    /// How long the server keeps serving after it was told to stop, while its health check fails
    /// so that load balancers send no new clients.
    pub shutdown_delay: Duration,
    /// How long clients may take to disconnect when the server stops.
    pub drain_time: Duration,
}

/// The resources of the engines. Clients cannot change them.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Searches at once; by default, one less than there are processors.
    pub workers: Option<usize>,
    /// The capacity of each lane of the queue.
    pub queue: usize,
    /// How many jobs of one client may wait in each lane.
    pub queue_per_client: usize,
    /// The hash table of each search, in megabytes.
    pub hash_mb: usize,
    /// Threads of each search.
    pub threads: usize,
    /// The time limit of a search.
    pub longest: Duration,
    /// The time of a live analysis.
    pub study_time: Duration,
    /// The maximum number of nodes of a search.
    pub nodes: u64,
    /// The longest pause before an engine's move, so that it replies like a person. It is shorter
    /// when there is little time on its clock.
    pub pause: Duration,
    /// Endgame tables, for Tabiya at full strength and for the analysis board.
    pub tables: Option<Arc<Tablebase>>,
    /// External engines.
    pub externals: Vec<ExternalEngine>,
}

/// An external UCI engine.
#[derive(Clone, Debug)]
pub struct ExternalEngine {
    /// Its name in games.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 8064)),
            admin: None,
            owner: None,
            trusted_proxies: Vec::new(),
            origins: Vec::new(),
            limits: Limits::default(),
            engines: EngineConfig::default(),
            backups: None,
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 12_000,
            connections_per_address: 200,
            requests_per_second: 50,
            burst: 200,
            logins_per_address: 30,
            logins_per_name: 10,
            card_logins_per_address: 120,
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(30),
            import_bytes: 4 << 30,
            storage_per_hour: 64_000_000,
            max_storage: None,
            unstarted_games: 50,
            unstarted_time: Duration::from_hours(24),
            claim_wait: None,
            lobby_grace: Duration::from_mins(1),
            idle_time: Duration::from_secs(90),
            shutdown_delay: Duration::ZERO,
            drain_time: Duration::from_secs(10),
        }
    }
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            workers: None,
            queue: 64,
            queue_per_client: 8,
            hash_mb: 16,
            threads: 1,
            longest: Duration::from_secs(10),
            study_time: Duration::from_mins(1),
            nodes: 20_000_000,
            pause: Duration::from_millis(600),
            tables: None,
            externals: Vec::new(),
        }
    }
}

impl Config {
    /// Checks the configuration.
    ///
    /// # Errors
    /// When the server would be reachable without an administrator, or an origin is malformed.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.is_reachable() && self.admin.is_none() {
            return Err(ConfigError::Exposed(self.address.ip()));
        }
        match self.origins.iter().find(|origin| !is_origin(origin)) {
            Some(origin) => Err(ConfigError::Origin(origin.clone())),
            None => Ok(()),
        }
    }

    /// Whether the server is reachable from other computers: by its address, or through a proxy,
    /// which is assumed if there is a trusted proxy or another origin.
    pub(crate) fn is_reachable(&self) -> bool {
        let is_elsewhere = |origin: &String| !is_local(origin);
        let is_proxied = !self.trusted_proxies.is_empty() || self.origins.iter().any(is_elsewhere);
        !self.address.ip().is_loopback() || is_proxied
    }
}

/// True for an origin that only browsers on this computer can have, such as that of a development
/// server.
fn is_local(origin: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// True for a scheme and a host as browsers write them, without a path.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '.' | '-' | ':' | '[' | ']');
    host.is_some_and(|host| !host.is_empty() && host.chars().all(allowed))
}

/// Why a configuration is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Others can reach the server, and there is no admin.
    #[error(
        "others can reach {0}; set a password for the admin first, or listen on 127.0.0.1 without \
         a proxy"
    )]
    Exposed(IpAddr),
    /// An origin is malformed.
    #[error("{0:?} is not an origin; use a form like https://chess.example")]
    Origin(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_others_can_reach_needs_an_admin() {
        let origin = || vec!["https://chess.example".to_owned()];
        for (address, origins, alone, kept) in [
            ("127.0.0.1:0", vec![], true, true),
            ("[::1]:0", vec![], true, true),
            ("127.0.0.1:0", origin(), false, true),
            ("0.0.0.0:8064", vec![], false, true),
            ("[::]:8064", vec![], false, true),
            ("192.168.1.5:80", origin(), false, true),
        ] {
            let address = address.parse().expect("an address");
            let config = Config { address, origins, ..Config::default() };
            assert_eq!(config.check().is_ok(), alone, "{address}");
            let config = Config { admin: admin(), ..config };
            assert_eq!(config.check().is_ok(), kept, "{address}");
        }
        let proxy = "10.0.0.1".parse().expect("a network");
        let proxied = Config { trusted_proxies: vec![proxy], ..Config::default() };
        assert!(proxied.check().is_err());
    }

    #[test]
    fn the_admin_password_is_never_printed() {
        let config = Config { admin: admin(), ..Config::default() };
        assert!(!format!("{config:?}").contains("horse"));
    }

    fn admin() -> Option<Password> {
        Password::new("correct horse").ok()
    }

    #[test]
    fn an_origin_elsewhere_makes_a_server_reachable() {
        for (origin, reachable) in [
            ("https://chess.example", true),
            ("http://localhost:5173", false),
            ("http://127.0.0.1", false),
            ("http://[::1]:80", false),
            ("http://localhost.example", true),
            ("http://127.0.0.1.example:80", true),
        ] {
            let config = Config { origins: vec![origin.into()], ..Config::default() };
            assert_eq!(config.is_reachable(), reachable, "{origin}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        for (origin, accepted) in [
            ("https://chess.example", true),
            ("http://[fe80::1]:8064", true),
            ("https://chess.example/", false),
            ("chess.example", false),
            ("https://", false),
            ("https://Chess.Example", false),
            ("null", false),
            ("*", false),
        ] {
            let config =
                Config { origins: vec![origin.into()], admin: admin(), ..Config::default() };
            assert_eq!(config.check().is_ok(), accepted, "{origin}");
        }
    }
}
