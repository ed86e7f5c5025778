//! The programs of a cluster, as Debian has them.

use std::path::Path;

use postgres_server::Binaries;

use crate::error::TaskError;
use crate::{debian, postgres};

pub(crate) const ETCD: &str = "/usr/bin/etcd";
pub(crate) const HAPROXY: &str = "/usr/sbin/haproxy";
pub(crate) const PATRONI: &str = "/usr/bin/patroni";
/// The programs and their packages.
const PROGRAMS: [(&str, &str); 3] =
    [(ETCD, "etcd-server"), (HAPROXY, "haproxy"), (PATRONI, "patroni")];

/// Makes sure that all programs are installed; where they are not, Debian's are if that is ours to
/// do.
pub(crate) fn provide() -> Result<Binaries, TaskError> {
    let binaries = postgres::provide()?;
    if !missing(is_there).is_empty() {
        debian::install(&missing(is_there));
    }
    match &missing(is_there)[..] {
        [] => Ok(binaries),
        packages => Err(TaskError::Unable(advice(packages))),
    }
}

fn is_there(program: &str) -> bool {
    Path::new(program).is_file()
}

/// The packages whose programs are missing.
fn missing(is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let missing = PROGRAMS.iter().filter(|(program, _)| !is_there(program));
    missing.map(|(_, package)| *package).collect()
}

fn advice(packages: &[&str]) -> String {
    let packages = packages.join(" ");
    format!("not installed: {packages}; on Debian, as root: apt-get install {packages}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_by_its_package() {
        let packages = missing(|program| program == HAPROXY);
        assert_eq!(packages, ["etcd-server", "patroni"]);
        assert!(advice(&packages).ends_with("apt-get install etcd-server patroni"));
    }
}
