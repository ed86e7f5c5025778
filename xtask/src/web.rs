//! `cargo xtask web`: everything that is checked about the web app, in the end in a real browser
//! against the real program, which brings the app along. `cargo xtask evening`: a whole club
//! evening in 30 browsers.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::error::TaskError;
use crate::workspace::root;
use crate::{debian, export_wire, program};

/// Where browsers of this kind are found, unless `CHROMIUM` says it. The first one is without
/// windows, and takes three quarters of the processor time of the others.
const BROWSERS: [&str; 4] = [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
];
/// Debian's packages with such a browser; the first that can be installed will do.
const PACKAGES: [&str; 2] = ["chromium-headless-shell", "chromium"];
const FONTS: &str = "fonts-liberation";

/// Builds the program and checks everything.
pub(crate) fn run() -> Result<(), TaskError> {
    check(program::build)
}

/// Checks everything with the program that the tests have built.
pub(crate) fn run_quick() -> Result<(), TaskError> {
    check(program::beside)
}

/// Checks format, types, logic and what people see.
fn check(program: fn() -> Result<PathBuf, TaskError>) -> Result<(), TaskError> {
    let web = root().join("web");
    wire_is_current(&web)?;
    install(&web)?;
    for check in ["format:check", "check", "test"] {
        npm(&web, &["run", "--silent", check], &[])?;
    }
    let (browser, program) = (browser()?, program()?);
    npm(&web, &["run", "--silent", "e2e"], &[("TABIYA_BIN", &program), ("CHROMIUM", &browser)])
}

/// Runs a whole club evening, which takes minutes.
pub(crate) fn run_evening() -> Result<(), TaskError> {
    let web = root().join("web");
    install(&web)?;
    let (browser, program) = (browser()?, program::build()?);
    npm(&web, &["run", "--silent", "evening"], &[("TABIYA_BIN", &program), ("CHROMIUM", &browser)])
}

/// Installs what the app is built with, unless it is there.
fn install(web: &Path) -> Result<(), TaskError> {
    if web.join("node_modules").is_dir() {
        return Ok(());
    }
    npm(web, &["ci", "--no-audit", "--no-fund"], &[])
}

/// The types that the app uses are those of the wire.
fn wire_is_current(web: &Path) -> Result<(), TaskError> {
    let unable = |error: std::io::Error| TaskError::Unable(error.to_string());
    let fresh = tempfile::tempdir().map_err(unable)?;
    export_wire::write(fresh.path())?;
    let kept = web.join("src/wire");
    for folder in [fresh.path(), &kept] {
        for entry in fs::read_dir(folder).map_err(unable)? {
            let name = entry.map_err(unable)?.file_name();
            let text = |folder: &Path| fs::read(folder.join(&name)).ok();
            if text(fresh.path()) != text(&kept) {
                return Err(TaskError::No(format!(
                    "web/src/wire/{} is not what the wire says; run cargo xtask export-wire",
                    name.display()
                )));
            }
        }
    }
    Ok(())
}

fn npm(web: &Path, words: &[&str], variables: &[(&str, &Path)]) -> Result<(), TaskError> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let status = Command::new(program)
        .args(words)
        .envs(variables.iter().copied())
        .current_dir(web)
        .stdin(Stdio::null())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(TaskError::No(format!("npm {} ended with {status}", words.join(" ")))),
        Err(error) => Err(TaskError::Unable(format!(
            "npm cannot be run ({error}); install Node.js 20 or newer"
        ))),
    }
}

/// A browser; where there is none, Debian's is installed if that is ours to do.
fn browser() -> Result<PathBuf, TaskError> {
    if let Some(chosen) = env::var_os("CHROMIUM") {
        return Ok(chosen.into());
    }
    let found = || BROWSERS.iter().map(PathBuf::from).find(|path| path.is_file());
    for package in PACKAGES {
        if found().is_none() {
            debian::install(&[package, FONTS]);
        }
    }
    found().ok_or_else(|| {
        TaskError::Unable(
            "the browser tests need Chromium; install it, or name one with CHROMIUM=PATH".into(),
        )
    })
}
