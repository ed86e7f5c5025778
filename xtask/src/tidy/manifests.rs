//! Rules for the manifests of the packages.

use std::fs;
use std::path::Path;

use super::Finding;
use crate::error::TaskError;
use crate::workspace::{self, Package};

/// The workflow that runs all checks.
const WORKFLOW: &str = ".github/workflows/ci.yml";

/// Applies every rule to every package.
pub(crate) fn check(packages: &[Package]) -> Result<Vec<Finding>, TaskError> {
    let workflow = workspace::read(WORKFLOW)?;
    let mut findings = Vec::new();
    for package in packages {
        let path = &package.manifest_path;
        let text = fs::read_to_string(path).map_err(|error| TaskError::unreadable(path, &error))?;
        let manifest = Manifest { path: path_from_root(path), text: &text, package };
        findings.extend(a_license_is_named(&manifest));
        findings.extend(lints_are_inherited(&manifest));
        findings.extend(the_workflow_tests_the_minimum_rust_version(&manifest, &workflow));
    }
    Ok(findings)
}

/// A package with the text of its manifest.
struct Manifest<'a> {
    path: String,
    text: &'a str,
    package: &'a Package,
}

impl Manifest<'_> {
    /// The line of the manifest that names something, or the first.
    fn line_of(&self, name: &str) -> usize {
        let named = |line: &str| line.trim_start().starts_with(name);
        self.text.lines().position(named).map_or(1, |index| index + 1)
    }
}

/// Every package has the minimum Rust version that the workflow builds with.
fn the_workflow_tests_the_minimum_rust_version(
    manifest: &Manifest,
    workflow: &str,
) -> Vec<Finding> {
    let tested = workflow.lines().find_map(|line| line.trim().strip_prefix("RUST_VERSION: "));
    let tested = tested.map(|version| version.trim_matches('"'));
    let version = manifest.package.rust_version.as_deref();
    if version.is_some() && version == tested {
        return Vec::new();
    }
    let (version, tested) = (version.unwrap_or("nothing"), tested.unwrap_or("nothing"));
    let message = format!("rust-version is {version}, but {WORKFLOW} tests {tested}");
    vec![Finding::new(&manifest.path, manifest.line_of("rust-version"), message)]
}

/// Every package says under which license it stands.
fn a_license_is_named(manifest: &Manifest) -> Vec<Finding> {
    match &manifest.package.license {
        Some(license) if !license.is_empty() => Vec::new(),
        _ => vec![Finding::new(&manifest.path, 1, "the manifest names no license")],
    }
}

/// Every package obeys the lints of the workspace.
fn lints_are_inherited(manifest: &Manifest) -> Vec<Finding> {
    let mut lines = manifest.text.lines().map(str::trim).skip_while(|line| *line != "[lints]");
    let mut section = lines.by_ref().skip(1).take_while(|line| !line.starts_with('['));
    if section.any(|line| line == "workspace = true") {
        return Vec::new();
    }
    let line = manifest.line_of("[lints");
    vec![Finding::new(&manifest.path, line, "the lints of the workspace are not inherited")]
}

fn path_from_root(path: &Path) -> String {
    let path = path.strip_prefix(workspace::root()).unwrap_or(path);
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies a rule to a manifest and to what cargo says of the package.
    fn check(
        rule: fn(&Manifest) -> Vec<Finding>,
        text: &str,
        metadata: serde_json::Value,
    ) -> Vec<String> {
        let package: Package = serde_json::from_value(metadata).unwrap();
        let manifest = Manifest { path: "crates/a/Cargo.toml".into(), text, package: &package };
        rule(&manifest).iter().map(Finding::to_string).collect()
    }

    fn package(name: &str, dependencies: &serde_json::Value) -> serde_json::Value {
        serde_json::json!({
            "name": name,
            "license": "GPL-3.0-or-later",
            "rust_version": "1.95",
            "manifest_path": "/crates/a/Cargo.toml",
            "dependencies": dependencies,
        })
    }

    #[test]
    fn a_minimum_rust_version_that_is_not_tested_is_found() {
        let found = |workflow: &str| {
            let rule = |manifest: &Manifest| {
                the_workflow_tests_the_minimum_rust_version(manifest, workflow).len()
            };
            let metadata = package("tabiya-chess", &serde_json::json!([]));
            let package: Package = serde_json::from_value(metadata).unwrap();
            rule(&Manifest { path: "Cargo.toml".into(), text: "", package: &package })
        };
        assert_eq!(found("env:\n  RUST_VERSION: \"1.95\"\n"), 0);
        assert_eq!(found("env:\n  RUST_VERSION: \"1.96\"\n"), 1);
        assert_eq!(found(""), 1);
    }

    #[test]
    fn a_missing_license_is_found() {
        let mut bare = package("tabiya-chess", &serde_json::json!([]));
        assert!(check(a_license_is_named, "", bare.clone()).is_empty());
        bare["license"] = serde_json::Value::Null;
        assert_eq!(check(a_license_is_named, "", bare).len(), 1);
    }

    #[test]
    fn lints_that_are_not_inherited_are_found() {
        for (text, count) in [
            ("[lints]\nworkspace = true\n", 0),
            ("[package]\n\n[lints]\nworkspace = true\n\n[features]\n", 0),
            ("[package]\n", 1),
            ("[lints]\n[features]\nworkspace = true\n", 1),
            ("[lints.rust]\nunused = \"allow\"\n", 1),
        ] {
            let package = package("tabiya-chess", &serde_json::json!([]));
            assert_eq!(check(lints_are_inherited, text, package).len(), count, "{text:?}");
        }
    }
}
