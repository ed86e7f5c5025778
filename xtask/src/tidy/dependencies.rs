//! Rules for what others have written: licenses, sources and bans, by the lists in `deny.toml`.
//!
//! This is the part of `cargo deny check` that needs nothing but cargo. The workflow also runs
//! cargo-deny itself, which knows security advisories.

use std::collections::BTreeMap;

use serde::Deserialize;
use spdx::{Expression, ParseMode};

use super::Finding;
use crate::error::TaskError;
use crate::workspace::{self, ExternalPackage, Package};

const LISTS: &str = "deny.toml";

/// The parts of `deny.toml` that are checked here.
#[derive(Deserialize)]
struct Lists {
    licenses: Licenses,
    sources: Sources,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

/// Packages that may have more than one version. Nothing else is banned but wildcards.
#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skipped>,
}

#[derive(Deserialize)]
struct Skipped {
    #[serde(rename = "crate")]
    name: String,
}

/// Checks every package that the workspace depends on.
pub(crate) fn check(own: &[Package]) -> Result<Vec<Finding>, TaskError> {
    let lists: Lists = toml::from_str(&workspace::read(LISTS)?)
        .map_err(|error| TaskError::Unable(format!("cannot read {LISTS}: {error}")))?;
    let packages = workspace::external_packages()?;
    let mut findings: Vec<Finding> =
        packages.iter().flat_map(|package| check_package(package, &lists)).collect();
    findings.extend(versions(packages.iter().map(|package| package.name.as_str()), &lists.bans));
    findings.extend(own.iter().flat_map(wildcards));
    Ok(findings)
}

/// Every package has one version, except those on the list. Each name comes once for each version.
fn versions<'a>(names: impl Iterator<Item = &'a str>, bans: &Bans) -> Vec<Finding> {
    let mut counts = BTreeMap::<&str, usize>::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    let is_skipped = |name: &str| bans.skip.iter().any(|skipped| skipped.name == name);
    let doubled = counts.iter().filter(|(name, count)| **count > 1 && !is_skipped(name));
    let doubled = doubled.map(|(name, count)| format!("{name} has {count} versions"));
    let single = bans.skip.iter().map(|skipped| skipped.name.as_str());
    let single = single.filter(|name| counts.get(name).is_none_or(|count| *count < 2));
    let single = single.map(|name| format!("{name} does not have several versions any more"));
    doubled.chain(single).map(|message| Finding::new(LISTS, 1, message)).collect()
}

/// A package of the workspace says which versions of others it works with.
fn wildcards(package: &Package) -> Vec<Finding> {
    let external = package.dependencies.iter().filter(|dependency| dependency.path.is_none());
    let any = external.filter(|dependency| dependency.req == "*");
    let message = |name: &str| format!("{} accepts any version of {name}", package.name);
    any.map(|dependency| Finding::new(LISTS, 1, message(&dependency.name))).collect()
}

fn check_package(package: &ExternalPackage, lists: &Lists) -> Vec<Finding> {
    let ExternalPackage { name, license, source } = package;
    let mut findings = Vec::new();
    if !license.as_deref().is_some_and(|license| is_allowed(license, &lists.licenses.allow)) {
        let license = license.as_deref().unwrap_or("no license");
        findings.push(format!("{name} has {license}, which is not allowed"));
    }
    let registry = source.as_deref().and_then(|source| source.strip_prefix("registry+"));
    let allowed = &lists.sources.allow_registry;
    if !registry.is_some_and(|registry| allowed.iter().any(|allowed| allowed == registry)) {
        let source = source.as_deref().unwrap_or("an unknown source");
        findings.push(format!("{name} comes from {source}, which is not allowed"));
    }
    findings.into_iter().map(|message| Finding::new(LISTS, 1, message)).collect()
}

/// True when an SPDX expression can be satisfied with the allowed licenses.
fn is_allowed(license: &str, allowed: &[String]) -> bool {
    let expression = Expression::parse_mode(license, ParseMode::LAX);
    expression.is_ok_and(|expression| {
        expression.evaluate(|required| allowed.contains(&required.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

    fn findings(license: Option<&str>, source: Option<&str>) -> Vec<String> {
        let lists = "[licenses]\nallow = ['MIT', 'Apache-2.0 WITH LLVM-exception']\n[sources]\n\
                     allow-registry = ['https://github.com/rust-lang/crates.io-index']\n[bans]\n\
                     skip = []";
        let text = |text: &str| text.to_owned();
        let package = ExternalPackage {
            name: "a".into(),
            license: license.map(text),
            source: source.map(text),
        };
        let findings = check_package(&package, &toml::from_str(lists).unwrap());
        findings.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn licenses_must_be_satisfiable_by_the_list() {
        for (license, count) in [
            ("MIT", 0),
            ("MIT/Unlicense", 0),
            ("BSD-3-Clause OR MIT", 0),
            ("Apache-2.0 WITH LLVM-exception", 0),
            ("Apache-2.0", 1),
            ("MIT AND BSD-3-Clause", 1),
            ("my own words", 1),
        ] {
            assert_eq!(findings(Some(license), Some(CRATES_IO)).len(), count, "{license}");
        }
        assert_eq!(findings(None, Some(CRATES_IO)), ["a has no license, which is not allowed"]);
    }

    #[test]
    fn sources_must_be_on_the_list() {
        let git = Some("git+https://example.com/a");
        assert_eq!(
            findings(Some("MIT"), git),
            ["a comes from git+https://example.com/a, which is not allowed"]
        );
        assert_eq!(findings(Some("MIT"), None).len(), 1);
    }

    #[test]
    fn a_second_version_of_a_package_must_be_on_the_list() {
        let bans: Bans = toml::from_str("skip = [{ crate = 'b' }, { crate = 'c' }]").unwrap();
        let findings = versions(["a", "a", "b", "b", "c", "d"].into_iter(), &bans);
        let messages: Vec<String> = findings.into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, ["a has 2 versions", "c does not have several versions any more"]);
    }

    #[test]
    fn a_dependency_without_a_version_is_found() {
        let package: Package = serde_json::from_value(serde_json::json!({
            "name": "a",
            "manifest_path": "/a/Cargo.toml",
            "dependencies": [
                { "name": "b", "req": "^1.2" },
                { "name": "c", "req": "*" },
                { "name": "own", "req": "*", "path": "/own" },
            ],
        }))
        .unwrap();
        let messages: Vec<String> =
            wildcards(&package).into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, ["a accepts any version of c"]);
    }
}
