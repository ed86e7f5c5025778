//! The dependencies between the packages of the workspace, as `ARCHITECTURE.md` draws them.
//!
//! The arrows there are the only list. They must be exactly the dependencies that the manifests
//! declare: one that is missing is a new dependency that nobody has decided on, and one too many is
//! a drawing that lies.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use crate::workspace::Package;

/// Where the arrows are drawn.
pub(crate) const DOCUMENT: &str = "ARCHITECTURE.md";

/// An arrow's line in the document, by user and used package.
type Arrows = BTreeMap<(String, String), usize>;

/// Compares the arrows of the document with the manifests.
pub(crate) fn arrows_match_the_manifests(document: &str, packages: &[Package]) -> Vec<Finding> {
    let drawn = parse(document);
    let declared: BTreeSet<(String, String)> = packages.iter().flat_map(dependencies).collect();
    let missing =
        declared.iter().filter(|arrow| !drawn.contains_key(*arrow)).map(|(user, used)| {
            Finding::new(DOCUMENT, 1, format!("{user} depends on {used}, but no arrow says so"))
        });
    let needless = drawn.iter().filter(|(arrow, _)| !declared.contains(*arrow));
    let needless = needless.map(|((user, used), line)| {
        let message = format!("an arrow from {user} to {used}, but no such dependency");
        Finding::new(DOCUMENT, *line, message)
    });
    missing.chain(needless).collect()
}

/// The arrows in the code blocks of a document: `user, user -> used, used`.
fn parse(document: &str) -> Arrows {
    let mut arrows = Arrows::new();
    let mut is_code = false;
    for (number, line) in (1..).zip(document.lines()) {
        is_code ^= line.starts_with("```");
        let Some((users, used)) = line.split_once("->").filter(|_| is_code) else { continue };
        for user in names(users) {
            arrows.extend(names(used).map(|used| ((user.clone(), used), number)));
        }
    }
    arrows
}

/// Package names from the short names of a list.
fn names(list: &str) -> impl Iterator<Item = String> {
    list.split(',').map(|name| match name.trim() {
        "apps/tabiya" => "tabiya".into(),
        "xtask" => "xtask".into(),
        name => format!("tabiya-{name}"),
    })
}

/// The dependencies of a package within the workspace. Tests may use anything.
fn dependencies(package: &Package) -> impl Iterator<Item = (String, String)> {
    let used = package.dependencies.iter();
    let used = used.filter(|used| used.path.is_some() && used.kind.as_deref() != Some("dev"));
    used.map(|used| (package.name.clone(), used.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: &str = "\
a -> chess, outside of a code block

```
apps/tabiya -> engine, chess
engine, uci -> chess
```
";

    fn package(name: &str, dependencies: &serde_json::Value) -> Package {
        let metadata = serde_json::json!({
            "name": name,
            "license": "GPL-3.0-or-later",
            "manifest_path": "/crates/a/Cargo.toml",
            "dependencies": dependencies,
        });
        serde_json::from_value(metadata).unwrap()
    }

    fn dependency(name: &str, kind: Option<&str>) -> serde_json::Value {
        serde_json::json!({ "name": name, "kind": kind, "path": "/crates/b" })
    }

    /// The packages that [`DRAWN`] shows, where `uci` has these dependencies.
    fn findings(uci: &serde_json::Value) -> Vec<String> {
        let (engine, chess) = (dependency("tabiya-engine", None), dependency("tabiya-chess", None));
        let packages = [
            package("tabiya", &serde_json::json!([engine, chess])),
            package(
                "tabiya-engine",
                &serde_json::json!([chess, { "name": "arrayvec", "kind": null }]),
            ),
            package("tabiya-uci", uci),
        ];
        let findings = arrows_match_the_manifests(DRAWN, &packages);
        findings.iter().map(Finding::to_string).collect()
    }

    #[test]
    fn arrows_equal_to_the_manifests_are_fine_and_tests_are_free() {
        let chess = dependency("tabiya-chess", None);
        let server = dependency("tabiya-server", Some("dev"));
        assert_eq!(findings(&serde_json::json!([chess, server])), [""; 0]);
    }

    #[test]
    fn a_dependency_without_an_arrow_is_found() {
        let (chess, engine) = (dependency("tabiya-chess", None), dependency("tabiya-engine", None));
        assert_eq!(
            findings(&serde_json::json!([chess, engine])),
            ["ARCHITECTURE.md:1: tabiya-uci depends on tabiya-engine, but no arrow says so"]
        );
    }

    #[test]
    fn an_arrow_without_a_dependency_is_found() {
        assert_eq!(
            findings(&serde_json::json!([])),
            ["ARCHITECTURE.md:5: an arrow from tabiya-uci to tabiya-chess, but no such \
              dependency"]
        );
    }
}
