//! What the server is told before it starts. Plain data: whoever starts it has read the command
//! line and the environment.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::Tablebase;

use crate::Password;
use crate::security::Network;

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 takes any that is free.
    pub address: SocketAddr,
    /// The password of the account `admin`, which looks after the server. Without one, whoever
    /// sits at the computer does, provided that nobody else can reach it.
    pub admin: Option<Password>,
    /// Proxies whose word about the address of a client is believed.
    pub trusted_proxies: Vec<Network>,
    /// The addresses under which browsers find it besides its own, as `https://chess.example`.
    pub origins: Vec<String>,
    /// What nobody may exceed.
    pub limits: Limits,
    /// What the engines have to work with.
    pub engines: EngineConfig,
}

/// What clients may not exceed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once, in all.
    pub connections: usize,
    /// Connections at once from one address.
    pub connections_per_address: usize,
    /// Requests a second from one address, and of one account, in the long run.
    pub requests_per_second: u32,
    /// Requests from one address, and of one account, at once.
    pub burst: u32,
    /// Attempts to log in from one address in a minute.
    pub logins_per_address: u32,
    /// Attempts to log in to one account in a minute.
    pub logins_per_name: u32,
    /// The time for the head of a request, and between two requests.
    pub header_time: Duration,
    /// The time for the body of a request.
    pub body_time: Duration,
    /// The most bytes of an import, after decompression.
    pub import_bytes: u64,
    /// How long a player may be gone before the opponent can claim the game; none is as the time of
    /// the game makes fair.
    pub claim_wait: Option<Duration>,
    /// How long a connection may stand still.
    pub idle_time: Duration,
    /// How long those who are connected have to leave when the server stops.
    pub drain_time: Duration,
}

/// What the engines have to work with. Clients cannot change any of it.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Searches at once; none is one less than there are processors.
    pub workers: Option<usize>,
    /// Searches that may wait.
    pub queue: usize,
    /// Megabytes of each search's table.
    pub hash_mb: usize,
    /// Threads of each search.
    pub threads: usize,
    /// The longest that a search may take.
    pub longest: Duration,
    /// How long an engine thinks about a position that somebody studies.
    pub study_time: Duration,
    /// The most nodes that a search may visit.
    pub nodes: u64,
    /// Endgame tables, for our own engine at its best and for whoever studies a position.
    pub tables: Option<Arc<Tablebase>>,
    /// Engines of others.
    pub externals: Vec<ExternalEngine>,
}

/// An engine of somebody else that speaks UCI.
#[derive(Clone, Debug)]
pub struct ExternalEngine {
    /// What games call it.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// The words after it.
    pub arguments: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 8064)),
            admin: None,
            trusted_proxies: Vec::new(),
            origins: Vec::new(),
            limits: Limits::default(),
            engines: EngineConfig::default(),
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
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(30),
            import_bytes: 4 << 30,
            claim_wait: None,
            idle_time: Duration::from_secs(90),
            drain_time: Duration::from_secs(10),
        }
    }
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            workers: None,
            queue: 64,
            hash_mb: 16,
            threads: 1,
            longest: Duration::from_secs(10),
            study_time: Duration::from_mins(1),
            nodes: 20_000_000,
            tables: None,
            externals: Vec::new(),
        }
    }
}

impl Config {
    /// Looks whether a server should be run like this.
    ///
    /// # Errors
    /// When it would be open to the world with nobody to look after it, or an origin is none.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.is_reachable() && self.admin.is_none() {
            return Err(ConfigError::Exposed(self.address.ip()));
        }
        match self.origins.iter().find(|origin| !is_origin(origin)) {
            Some(origin) => Err(ConfigError::Origin(origin.clone())),
            None => Ok(()),
        }
    }

    /// Whether others than the computer's own people can reach the server: by its address, or
    /// through a proxy, of which a trusted one or another origin tells.
    pub(crate) fn is_reachable(&self) -> bool {
        let is_elsewhere = |origin: &String| !is_of_this_computer(origin);
        let is_proxied = !self.trusted_proxies.is_empty() || self.origins.iter().any(is_elsewhere);
        !self.address.ip().is_loopback() || is_proxied
    }
}

/// True for an origin that only this computer's own browsers can have, such as that of a server
/// for web developers.
fn is_of_this_computer(origin: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// True for a scheme and a host as browsers write them, with nothing after it.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '.' | '-' | ':' | '[' | ']');
    host.is_some_and(|host| !host.is_empty() && host.chars().all(allowed))
}

/// Why a server is not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// Others can reach it, and there is no admin.
    Exposed(IpAddr),
    /// Something is no origin.
    Origin(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ConfigError::Exposed(address) => write!(
                f,
                "others can reach {address}; set a password for the admin first, or listen on \
                 127.0.0.1 without a proxy"
            ),
            ConfigError::Origin(text) => {
                write!(f, "{text:?} is no origin; one looks like https://chess.example")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_others_can_reach_needs_a_admin() {
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
