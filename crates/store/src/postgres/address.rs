//! Addresses of databases, such as `postgres://tabiya:password@db.example/tabiya?sslmode=require`.
//!
//! The password is in the address, so an address is only ever shown without it, and no error
//! repeats what it was parsed from.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::ConnectError;

/// Beginnings of an address.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
/// The name under which the server appears in `pg_stat_activity`.
const APPLICATION_NAME: &str = "tabiya";
/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// After this long without an answer to what was sent, a connection is given up.
const SILENCE: Duration = Duration::from_secs(10);
/// The time between two probes of a connection that is silent, and how many may stay unanswered.
const PROBE_INTERVAL: Duration = Duration::from_secs(5);
const PROBES: u32 = 2;
/// The port of `PostgreSQL`.
const PORT: u16 = 5432;

/// The address of a database, with its password.
#[derive(Clone)]
pub struct PostgresAddress {
    pub(super) config: Box<Config>,
    pub(super) verification: Verification,
}

/// Whether the certificate of the server is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verification {
    /// No certificate is checked.
    None,
    /// The certificate must be issued for the host by an authority of this file, or without one by
    /// a public authority.
    Full(Option<PathBuf>),
}

impl PostgresAddress {
    /// Whether a text is meant as such an address, and not as a path.
    pub fn is_meant(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// The connection that the address asks for, with what it leaves open filled in. A transaction
    /// may be idle for as long as a statement may take.
    pub(super) fn config(&self, statement_timeout: Duration) -> Config {
        self.config_with(statement_timeout, statement_timeout)
    }

    /// The same, with the time for which a transaction may be idle.
    pub(super) fn config_with(&self, statement_timeout: Duration, idle: Duration) -> Config {
        let mut config = Config::clone(&self.config);
        if config.get_application_name().is_none() {
            config.application_name(APPLICATION_NAME);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
            config.keepalives_interval(PROBE_INTERVAL).keepalives_retries(PROBES);
        }
        let (timeout, idle) = (statement_timeout.as_millis(), idle.as_millis());
        // A statement after a lock must see what was committed before it, whatever the default of
        // the database is.
        let limits = format!(
            "-c statement_timeout={timeout} -c lock_timeout={timeout} \
             -c idle_in_transaction_session_timeout={idle} \
             -c default_transaction_isolation=read\\ committed"
        );
        // What the address says comes last and counts.
        let options = [limits.as_str(), config.get_options().unwrap_or_default()].join(" ");
        config.options(options.trim_end());
        config
    }
}

impl FromStr for PostgresAddress {
    type Err = ConnectError;

    fn from_str(text: &str) -> Result<PostgresAddress, ConnectError> {
        let invalid = |reason: &str| ConnectError::Address(reason.to_owned());
        if text.trim().is_empty() {
            return Err(invalid("it is empty; it must begin with postgres://"));
        }
        if !PostgresAddress::is_meant(text) {
            return Err(invalid("it must begin with postgres://"));
        }
        if has_second_at(text) {
            return Err(invalid("an @ in the user or the password is written as %40"));
        }
        let (base, query) = text.split_once('?').unwrap_or((text, ""));
        let (tls, others): (Vec<_>, Vec<_>) =
            query.split('&').filter(|option| !option.is_empty()).partition(|option| {
                option.starts_with("sslmode=") || option.starts_with("sslrootcert=")
            });
        let rest = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
        let mut config: Config =
            format!("{base}{rest}").parse().map_err(|error| invalid(&parse_error(&error)))?;
        let (mode, verification) = tls_options(&tls)?;
        config.ssl_mode(mode);
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(invalid("it names no host"));
        }
        if config.get_dbname().is_none() {
            return Err(invalid("it names no database, as in postgres://host/database"));
        }
        Ok(PostgresAddress { config: Box::new(config), verification })
    }
}

/// Whether an @ follows the one before the host. The driver would take what is left of a password
/// for a part of the host, which is shown.
fn has_second_at(text: &str) -> bool {
    let rest = text.split_once('@').map_or("", |(_, rest)| rest);
    rest.split('?').next().is_some_and(|place| place.contains('@'))
}

/// What is wrong with an address. Only names of options are repeated, never values.
fn parse_error(error: &tokio_postgres::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

/// The options about encryption, of which the driver knows only some.
fn tls_options(options: &[&str]) -> Result<(SslMode, Verification), ConnectError> {
    let value = |name: &str| {
        options.iter().rev().find_map(|option| option.strip_prefix(name)?.strip_prefix('='))
    };
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let authorities = value("sslrootcert").map(|path| PathBuf::from(decode(path)));
    match value("sslmode") {
        None | Some("prefer") => Ok((SslMode::Prefer, Verification::None)),
        Some("disable") => Ok((SslMode::Disable, Verification::None)),
        Some("require") => Ok((SslMode::Require, Verification::None)),
        Some("verify-full") => Ok((SslMode::Require, Verification::Full(authorities))),
        Some(_) => Err(ConnectError::Address(
            "sslmode must be disable, prefer, require or verify-full".into(),
        )),
    }
}

impl fmt::Display for PostgresAddress {
    /// The address without its password.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let user = self.config.get_user().map(|user| format!("{user}@")).unwrap_or_default();
        let ports = self.config.get_ports();
        let port = |index: usize| *ports.get(index).or(ports.first()).unwrap_or(&PORT);
        let hosts = self.config.get_hosts().iter().enumerate().map(|(index, host)| match host {
            Host::Tcp(name) => format!("{name}:{}", port(index)),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let hosts: Vec<_> = hosts.collect();
        let database = self.config.get_dbname().unwrap_or_default();
        write!(f, "postgres://{user}{}/{database}", hosts.join(","))
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "PostgresAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown) in [
            ("postgres://anna:s3cret@db.example/chess", "postgres://anna@db.example:5432/chess"),
            ("postgresql://db:6543/chess?sslmode=require", "postgres://db:6543/chess"),
            ("postgres://anna:s3cret@a,b:7/chess", "postgres://anna@a:5432,b:7/chess"),
            ("postgres://anna@%2Frun%2Fpg/chess", "postgres://anna@/run/pg/chess"),
            ("postgres:///chess?host=/run/pg", "postgres:///run/pg/chess"),
        ] {
            let address: PostgresAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), shown);
            assert!(!format!("{address:?}").contains("s3cret"));
        }
    }

    #[test]
    fn an_error_never_repeats_the_password() {
        for text in [
            "mysql://anna:s3cret@db/chess",
            "postgres://anna:s3cret@db:port/chess",
            "postgres://anna:s3cret@/chess",
            "postgres://anna:s3cret@db",
            "postgres://anna:s3cret@db/chess?sslmode=s3cret",
            "postgres://anna:s3cret@db/chess?connect_timeout=s3cret",
            "postgres://anna:s3cret@db/chess?s3=cret",
            "postgres://anna:p@s3cret@db/chess",
            "postgres://anna:p@db/s3cret@db/chess",
            "postgres://anna:p?p@s3cret@db/chess",
        ] {
            let error = text.parse::<PostgresAddress>().unwrap_err().to_string();
            assert!(!error.contains("s3cret"), "{text}: {error}");
        }
    }

    #[test]
    fn the_mode_of_encryption_is_read() {
        let verify = |path: &str| Verification::Full(Some(PathBuf::from(path)));
        for (options, mode, verification) in [
            ("", SslMode::Prefer, Verification::None),
            ("?sslmode=disable", SslMode::Disable, Verification::None),
            ("?sslmode=require", SslMode::Require, Verification::None),
            ("?sslmode=verify-full", SslMode::Require, Verification::Full(None)),
            (
                "?application_name=a&sslrootcert=%2Fetc%2Fca.pem&sslmode=verify-full",
                SslMode::Require,
                verify("/etc/ca.pem"),
            ),
        ] {
            let address: PostgresAddress = format!("postgres://db/chess{options}").parse().unwrap();
            assert_eq!(address.config.get_ssl_mode(), mode, "{options}");
            assert_eq!(address.verification, verification, "{options}");
        }
    }
}
