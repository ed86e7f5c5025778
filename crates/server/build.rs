//! Builds the web app with npm, where the feature `web` wants it, and lays it where the compiler
//! finds it. The packages are installed once; the app is built again when its source has changed.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "web")]
    if let Err(why) = web::build() {
        println!("cargo::error={why}");
    }
}

#[cfg(feature = "web")]
mod web {
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::{env, fs};

    /// What the app is made from.
    const SOURCES: [&str; 9] = [
        "src",
        "plugins",
        "public",
        "index.html",
        "package-lock.json",
        "vite.config.ts",
        "svelte.config.js",
        "tsconfig.json",
        "../crates/openings/data/openings.tsv",
    ];

    pub(crate) fn build() -> Result<(), String> {
        let web = place("CARGO_MANIFEST_DIR")?.join("../../web");
        for source in SOURCES {
            println!("cargo::rerun-if-changed={}", web.join(source).display());
        }
        if !is_installed(&web) {
            npm(&web, &["ci", "--no-audit", "--no-fund"])?;
        }
        let out = place("OUT_DIR")?;
        let built = out.join("web");
        let folder = built.to_str().ok_or("the target folder has a name that is no Unicode")?;
        npm(&web, &["run", "--silent", "build", "--", "--emptyOutDir", "--outDir", folder])?;
        embed(folder, &built, &out)
    }

    /// Writes the list of files that `memory_serve::load!` includes. The crate's own way of doing
    /// this also has cargo watch the folder, which this script has just written: then every build
    /// would run it again, and compile everything that needs the server.
    fn embed(name: &str, built: &Path, out: &Path) -> Result<(), String> {
        let files = memory_serve::assets_to_code(name, built, out, true, |_| {});
        let list = out.join("memory_serve_assets.rs");
        fs::write(&list, format!("&[(\"default\", {files})]"))
            .map_err(|error| format!("cannot write {}: {error}", list.display()))
    }

    /// A place that cargo names when it runs this: a script that was compiled for one checkout may
    /// run for another.
    fn place(variable: &str) -> Result<PathBuf, String> {
        let path = env::var_os(variable).map(PathBuf::from);
        path.ok_or_else(|| format!("cargo does not say where {variable} is"))
    }

    /// Whether the packages of the lock file are there: npm notes when it has installed them.
    fn is_installed(web: &Path) -> bool {
        let changed = |path: &str| fs::metadata(web.join(path)).and_then(|file| file.modified());
        match (changed("package-lock.json"), changed("node_modules/.package-lock.json")) {
            (Ok(wanted), Ok(installed)) => installed >= wanted,
            _ => false,
        }
    }

    fn npm(web: &Path, words: &[&str]) -> Result<(), String> {
        let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let output = Command::new(program).args(words).current_dir(web).output();
        let output = output.map_err(|error| {
            format!(
                "the web app is built by npm, which cannot be run ({error}); install Node.js 20 \
                 or newer, or build without the app: --no-default-features"
            )
        })?;
        if output.status.success() {
            return Ok(());
        }
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        // An error of cargo is one line.
        let lines = told.lines().map(str::trim).filter(|line| !line.is_empty());
        let last: Vec<&str> = lines.collect();
        let shown = last[last.len().saturating_sub(12)..].join(" | ");
        Err(format!("npm {} failed: {shown}", words.join(" ")))
    }
}
