//! Rules about packages: which may use which, and what every manifest says.

use std::fs;
use std::path::Path;

use super::Finding;
use crate::error::TaskError;
use crate::workspace::{self, Package};

/// Which packages of the workspace each of them may use. What is not listed is not allowed; tests
/// may use anything.
const ARROWS: [(&str, &[&str]); 17] = [
    ("tabiya-chess", &[]),
    ("tabiya-random", &[]),
    ("tabiya-nnue", &["tabiya-random"]),
    ("tabiya-uci", &["tabiya-chess"]),
    ("tabiya-engine", &["tabiya-nnue", "tabiya-random", "tabiya-chess"]),
    ("tabiya-selfplay", &["tabiya-engine", "tabiya-random", "tabiya-chess"]),
    ("tabiya-game", &["tabiya-chess"]),
    ("tabiya-review", &["tabiya-chess"]),
    ("tabiya-openings", &["tabiya-chess"]),
    ("tabiya-analysis", &["tabiya-engine", "tabiya-review", "tabiya-chess"]),
    ("tabiya-wire", &["tabiya-game", "tabiya-chess"]),
    ("tabiya-store", &["tabiya-game", "tabiya-chess"]),
    ("tabiya-library", &["tabiya-store", "tabiya-game", "tabiya-openings", "tabiya-chess"]),
    ("tabiya-terminal", &["tabiya-game", "tabiya-engine", "tabiya-chess"]),
    (
        "tabiya-server",
        &[
            "tabiya-wire",
            "tabiya-library",
            "tabiya-store",
            "tabiya-game",
            "tabiya-uci",
            "tabiya-analysis",
            "tabiya-review",
            "tabiya-engine",
            "tabiya-chess",
        ],
    ),
    (
        "tabiya",
        &[
            "tabiya-server",
            "tabiya-library",
            "tabiya-wire",
            "tabiya-game",
            "tabiya-store",
            "tabiya-terminal",
            "tabiya-selfplay",
            "tabiya-uci",
            "tabiya-analysis",
            "tabiya-review",
            "tabiya-engine",
            "tabiya-random",
            "tabiya-chess",
        ],
    ),
    (
        "xtask",
        &[
            "tabiya-wire",
            "tabiya-library",
            "tabiya-store",
            "tabiya-game",
            "tabiya-analysis",
            "tabiya-review",
            "tabiya-engine",
            "tabiya-random",
            "tabiya-chess",
        ],
    ),
];

/// Applies every rule to every package.
pub(crate) fn check(packages: &[Package]) -> Result<Vec<Finding>, TaskError> {
    let mut findings = Vec::new();
    for package in packages {
        let path = &package.manifest_path;
        let text = fs::read_to_string(path).map_err(|error| TaskError::unreadable(path, &error))?;
        let manifest = Manifest { path: path_from_root(path), text: &text, package };
        findings.extend(dependencies_follow_the_arrows(&manifest));
        findings.extend(a_license_is_named(&manifest));
        findings.extend(lints_are_inherited(&manifest));
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

/// A package uses only those below it.
fn dependencies_follow_the_arrows(manifest: &Manifest) -> Vec<Finding> {
    let name = manifest.package.name.as_str();
    let Some((_, allowed)) = ARROWS.iter().find(|(from, _)| *from == name) else {
        let message = format!("{name} has no row in the table of dependencies");
        return vec![Finding::new(&manifest.path, manifest.line_of("name"), message)];
    };
    let used = manifest.package.dependencies.iter();
    used.filter(|used| used.path.is_some() && used.kind.as_deref() != Some("dev"))
        .filter(|used| !allowed.contains(&used.name.as_str()))
        .map(|used| {
            let message = format!("{name} may not use {}", used.name);
            let listed_as = used.rename.as_ref().unwrap_or(&used.name);
            Finding::new(&manifest.path, manifest.line_of(listed_as), message)
        })
        .collect()
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
            "manifest_path": "/crates/a/Cargo.toml",
            "dependencies": dependencies,
        })
    }

    #[test]
    fn an_arrow_that_points_up_is_found() {
        let text = "[dependencies]\ntabiya-engine.workspace = true\n";
        let upwards = serde_json::json!([
            { "name": "tabiya-engine", "kind": null, "path": "/crates/engine" },
            { "name": "arrayvec", "kind": null },
        ]);
        assert_eq!(
            check(dependencies_follow_the_arrows, text, package("tabiya-chess", &upwards)),
            ["crates/a/Cargo.toml:2: tabiya-chess may not use tabiya-engine"]
        );
    }

    #[test]
    fn a_renamed_dependency_is_found_by_its_package() {
        let text = "[dependencies]\nchess.workspace = true\n";
        let renamed = serde_json::json!([
            { "name": "tabiya-chess", "rename": "chess", "kind": null, "path": "/crates/chess" },
        ]);
        assert_eq!(
            check(dependencies_follow_the_arrows, text, package("tabiya-nnue", &renamed)),
            ["crates/a/Cargo.toml:2: tabiya-nnue may not use tabiya-chess"]
        );
    }

    #[test]
    fn arrows_of_the_table_and_those_of_tests_are_free() {
        let downwards = serde_json::json!([
            { "name": "tabiya-chess", "kind": null, "path": "/crates/chess" },
            { "name": "tabiya-server", "kind": "dev", "path": "/crates/server" },
        ]);
        let engine = package("tabiya-engine", &downwards);
        assert!(check(dependencies_follow_the_arrows, "", engine).is_empty());
    }

    #[test]
    fn a_package_outside_the_table_is_found() {
        let stranger = package("stranger", &serde_json::json!([]));
        assert_eq!(check(dependencies_follow_the_arrows, "", stranger).len(), 1);
    }

    #[test]
    fn the_table_has_no_circles() {
        // Each row uses only packages of rows above it, so no path leads back.
        for (index, (name, allowed)) in ARROWS.iter().enumerate() {
            for used in *allowed {
                let above = ARROWS[..index].iter().any(|(above, _)| above == used);
                assert!(above, "{name} uses {used}, which is not above it");
            }
        }
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
