//! What was built just now is not built again: a build script that watches a file which it writes
//! would have cargo compile the server and the program at every start.
//!
//! The tests have just been built, so asking for them once more costs nothing where all is well.

use std::process::Stdio;

use serde::Deserialize;

use crate::error::TaskError;
use crate::workspace::cargo;

/// Builds what the step before has built, and fails where cargo compiles any of it.
pub(crate) fn run() -> Result<(), TaskError> {
    let output = cargo()
        .args(["test", "--workspace", "--no-run", "--quiet"])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| TaskError::Unable(format!("cargo cannot be run: {error}")))?;
    if !output.status.success() {
        return Err(TaskError::No(format!("cargo ended with {}", output.status)));
    }
    let again = compiled(&String::from_utf8_lossy(&output.stdout));
    if again.is_empty() {
        return Ok(());
    }
    Err(TaskError::No(format!(
        "a second build in a row compiles again: {}; `cargo build -v` says why",
        again.join(", ")
    )))
}

/// A message of cargo about something that is built now, or that was built before.
#[derive(Deserialize)]
struct Artifact {
    target: Target,
    fresh: bool,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// The names of what cargo has compiled, by the messages that it prints.
fn compiled(messages: &str) -> Vec<String> {
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    let mut names: Vec<String> =
        artifacts.filter(|artifact| !artifact.fresh).map(|artifact| artifact.target.name).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_fresh_is_named_once() {
        let artifact = |name: &str, fresh: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"{name}"}},"fresh":{fresh}}}"#
            )
        };
        let messages = [
            artifact("server", false),
            r#"{"reason":"build-script-executed","package_id":"x"}"#.into(),
            artifact("chess", true),
            "no JSON".into(),
            artifact("server", false),
            artifact("build-script-build", false),
            r#"{"reason":"build-finished","success":true}"#.into(),
        ];
        assert_eq!(compiled(&messages.join("\n")), ["build-script-build", "server"]);
        assert_eq!(compiled(&artifact("chess", true)), [""; 0]);
    }
}
