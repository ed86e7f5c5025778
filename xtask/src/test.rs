//! All checks of the project, one after the other, stopping at the first failure.
//!
//! Needs a Rust toolchain with rustfmt and clippy, a C compiler and `PostgreSQL` for the store, and
//! Node.js for the web app. `PostgreSQL` is installed where that is possible. Other missing parts
//! are reported before the first step, with the command that installs them. If Python is installed,
//! the tests also get an environment with python-chess.

use std::process::Command;
use std::time::Instant;

use crate::error::TaskError;
use crate::workspace::{cargo, root};
use crate::{cluster, crash, examples, postgres, python, rebuild, suites, tidy, web};

/// Runs the steps that apply to this checkout.
pub(crate) fn run() -> Result<(), TaskError> {
    let begin = Instant::now();
    for tool in ["fmt", "clippy"] {
        require(tool)?;
    }
    postgres::provide()?;
    let steps = steps(python::provide());
    for (number, step) in (1..).zip(&steps) {
        let Step { name, action } = step;
        println!("[{number}/{}] {name}: {action}", steps.len());
        let begin = Instant::now();
        action.run().map_err(|why| stopped(name, &why))?;
        println!("[{number}/{}] {name}: passed in {:.1} s", steps.len(), seconds(begin));
    }
    println!("all {} steps passed in {:.1} s", steps.len(), seconds(begin));
    Ok(())
}

/// One check.
struct Step {
    name: &'static str,
    action: Action,
}

/// How a check runs.
enum Action {
    /// Cargo with these arguments and an optional environment variable.
    Cargo(&'static str, Option<(&'static str, String)>),
    /// A task of this program.
    Task(&'static str, fn() -> Result<(), TaskError>),
}

/// Combinations of features that no other step builds.
const FEATURES: [(&str, &str); 2] = [
    ("no default features", "check --package tabiya --no-default-features"),
    (
        "tuning feature",
        "clippy --package tabiya --no-default-features --features tuning -- -D warnings",
    ),
];

/// The steps; the tests get Python if it is available.
fn steps(python: Option<String>) -> Vec<Step> {
    let with_python = python.map(|path| (python::VARIABLE, path));
    let mut steps = vec![
        Step::cargo("format", "fmt --all --check"),
        Step::cargo("lints", "clippy --workspace --all-targets -- -D warnings"),
        Step { name: "tidy", action: Action::Task("cargo xtask tidy", check_tidy) },
        Step { name: "tests", action: Action::Cargo("test --workspace", with_python) },
        Step {
            name: "nothing twice",
            action: Action::Task("cargo test --workspace --no-run", rebuild::run),
        },
        Step {
            name: "documentation",
            action: Action::Cargo(
                "doc --workspace --no-deps",
                Some(("RUSTDOCFLAGS", "-D warnings".into())),
            ),
        },
    ];
    for (name, arguments) in FEATURES {
        steps.push(Step::cargo(name, arguments));
    }
    steps.extend(rules_library());
    // The fuzz targets are outside the workspace, so no step above has checked them.
    if root().join("fuzz/Cargo.toml").is_file() {
        steps.push(Step::cargo(
            "fuzz targets",
            "check --manifest-path fuzz/Cargo.toml --no-default-features",
        ));
    }
    steps.push(Step {
        name: "suites",
        action: Action::Task("cargo xtask suites --quick", suites::run_quick),
    });
    steps.push(Step { name: "web", action: Action::Task("cargo xtask web", web::run_quick) });
    steps.push(Step {
        name: "crashes",
        action: Action::Task("cargo xtask crash --kills 10", crash::run_quick),
    });
    steps.push(Step {
        name: "several servers",
        action: Action::Task("cargo xtask cluster --servers 2 --kills 10", cluster::run_quick),
    });
    steps
}

/// What only the published library has: features that no other crate enables, and examples.
fn rules_library() -> [Step; 4] {
    [
        Step::cargo(
            "feature lints",
            "clippy -p tabiya-chess --all-features --all-targets -- -D warnings",
        ),
        Step::cargo(
            "feature tests",
            "test -p tabiya-chess --all-features --test serde --test arbitrary",
        ),
        Step::cargo("no features", "check -p tabiya-chess --no-default-features"),
        Step {
            name: "examples",
            action: Action::Task("cargo run -p tabiya-chess --example …", examples::run),
        },
    ]
}

impl Step {
    fn cargo(name: &'static str, arguments: &'static str) -> Step {
        Step { name, action: Action::Cargo(arguments, None) }
    }
}

impl Action {
    fn run(&self) -> Result<(), TaskError> {
        match self {
            Action::Task(_, task) => task(),
            Action::Cargo(arguments, variable) => {
                let mut command = cargo();
                command.args(arguments.split(' ')).envs(variable.clone());
                succeed(&mut command)
            }
        }
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Action::Task(command, _) => f.write_str(command),
            Action::Cargo(arguments, None) => write!(f, "cargo {arguments}"),
            Action::Cargo(arguments, Some((name, value))) => {
                write!(f, "{name}=\"{value}\" cargo {arguments}")
            }
        }
    }
}

fn check_tidy() -> Result<(), TaskError> {
    tidy::run(&tidy::Options::default())
}

/// Makes sure that a component of the toolchain is installed.
fn require(component: &str) -> Result<(), TaskError> {
    let found = cargo().args([component, "--version"]).output();
    if found.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let name = if component == "fmt" { "rustfmt" } else { component };
    Err(TaskError::Unable(format!(
        "cargo {component} is missing; install it with `rustup component add {name}`"
    )))
}

fn succeed(command: &mut Command) -> Result<(), TaskError> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(TaskError::No(format!("cargo ended with {status}"))),
        Err(error) => Err(TaskError::Unable(format!("cargo cannot be run: {error}"))),
    }
}

/// The failure of a step as the failure of the run.
fn stopped(name: &str, why: &TaskError) -> TaskError {
    TaskError::No(format!("{why}\nstopped at the step '{name}', which failed"))
}

fn seconds(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_is_named_in_the_last_line() {
        let failure = stopped("lints", &TaskError::No("cargo ended with exit status: 101".into()));
        assert_eq!(
            failure.to_string(),
            "cargo ended with exit status: 101\nstopped at the step 'lints', which failed"
        );
    }

    #[test]
    fn a_step_shows_its_command_with_its_environment() {
        let action = Action::Cargo("doc", Some(("RUSTDOCFLAGS", "-D warnings".into())));
        assert_eq!(action.to_string(), "RUSTDOCFLAGS=\"-D warnings\" cargo doc");
    }

    #[test]
    fn a_missing_component_is_reported_with_the_command_to_install_it() {
        let failure = require("no-such-component").unwrap_err();
        assert!(failure.to_string().contains("rustup component add no-such-component"));
    }
}
