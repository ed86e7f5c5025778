//! Debian's packages with what the tests need.

use std::path::Path;
use std::process::{Command, Stdio};

const APT_GET: &str = "/usr/bin/apt-get";

/// Installs packages where Debian's are ours to install. Their services are not started. Whether it
/// worked is seen by what is there.
pub(crate) fn install(packages: &[&str]) {
    if !Path::new(APT_GET).is_file() {
        return;
    }
    println!("installing {}", packages.join(" "));
    let options = ["install", "--yes", "--quiet", "--no-install-recommends"];
    for words in [&["update", "--quiet"][..], &[&options[..], packages].concat()] {
        let mut command = Command::new(APT_GET);
        // As in the runlevel for maintenance, in which packages start nothing.
        command.env("RUNLEVEL", "1").env("DEBIAN_FRONTEND", "noninteractive");
        let _ = command.args(words).stdout(Stdio::null()).status();
    }
}
