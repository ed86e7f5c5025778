//! What the server is told before it starts. Plain data: whoever starts it has read the command
//! line and the environment.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::security::Network;

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 takes any that is free.
    pub address: SocketAddr,
    /// Whether somebody with a password can administer it.
    pub has_admin_password: bool,
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
    /// Requests a second from one address, in the long run.
    pub requests_per_second: u32,
    /// Requests from one address at once.
    pub burst: u32,
    /// The time for the head of a request, and between two requests.
    pub header_time: Duration,
    /// The time for the body of a request.
    pub body_time: Duration,
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
    /// The most nodes that a search may visit.
    pub nodes: u64,
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
            has_admin_password: false,
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
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(30),
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
            nodes: 20_000_000,
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
        let address = self.address.ip();
        if !address.is_loopback() && !self.has_admin_password {
            return Err(ConfigError::Exposed(address));
        }
        match self.origins.iter().find(|origin| !is_origin(origin)) {
            Some(origin) => Err(ConfigError::Origin(origin.clone())),
            None => Ok(()),
        }
    }
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
    /// Others can reach it, and there is no administrator.
    Exposed(IpAddr),
    /// Something is no origin.
    Origin(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ConfigError::Exposed(address) => write!(
                f,
                "others can reach {address}; set an admin password first, or listen on 127.0.0.1"
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
    fn a_public_address_needs_an_admin_password() {
        for (address, password, accepted) in [
            ("127.0.0.1:0", false, true),
            ("[::1]:0", false, true),
            ("0.0.0.0:8064", false, false),
            ("[::]:8064", false, false),
            ("192.168.1.5:80", false, false),
            ("0.0.0.0:8064", true, true),
        ] {
            let config = Config {
                address: address.parse().expect("an address"),
                has_admin_password: password,
                ..Config::default()
            };
            assert_eq!(config.check().is_ok(), accepted, "{address} {password}");
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
            let config = Config { origins: vec![origin.into()], ..Config::default() };
            assert_eq!(config.check().is_ok(), accepted, "{origin}");
        }
    }
}
