//! External engines and endgame tablebases for a server.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use engine::Tablebase;
use server::config::{EngineConfig, ExternalEngine};

use crate::commands::program_and_arguments;
use crate::exit::CliError;

#[derive(Debug, Args)]
pub(crate) struct Engines {
    /// UCI engine to play against and to analyze with, with an optional name; may be repeated
    #[arg(long, value_name = "[NAME=]COMMAND", value_parser = external, env = "TABIYA_ENGINE")]
    #[arg(value_delimiter = ';')]
    engine: Vec<ExternalEngine>,

    /// Folder with Syzygy endgame tablebases
    ///
    /// Separate several folders with colons, or with semicolons on Windows. The engine uses them at
    /// full strength, and the analysis board shows their results.
    #[arg(long, value_name = "DIR", env = "TABIYA_TABLES")]
    tables: Option<String>,
}

impl Engines {
    /// Adds them to a configuration. The tablebases must exist.
    pub(crate) fn config(&self, mut config: EngineConfig) -> Result<EngineConfig, CliError> {
        let tables = self.tables.as_deref().map(Tablebase::open).transpose();
        let tables = tables.map_err(|error| CliError::Message(error.to_string()))?;
        config.tables = tables.map(Arc::new);
        config.externals.clone_from(&self.engine);
        Ok(config)
    }
}

/// Parses `[NAME=]COMMAND`; the default name is that of the file.
fn external(text: &str) -> Result<ExternalEngine, String> {
    let (name, command) = text.split_once('=').map_or((None, text), |(name, c)| (Some(name), c));
    let (program, arguments) = program_and_arguments(command);
    let arguments = arguments.into_iter().map(ToOwned::to_owned).collect();
    let stem = || Path::new(program).file_stem().and_then(|name| name.to_str());
    let name = name.or_else(stem).map(str::trim).filter(|name| !name.is_empty());
    match name {
        Some(name) if !program.is_empty() => {
            Ok(ExternalEngine { name: name.into(), program: program.into(), arguments })
        }
        _ => Err("expected COMMAND or NAME=COMMAND".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_has_a_name_a_path_and_perhaps_arguments() {
        for (text, name, program, arguments) in [
            ("/opt/fish", "fish", "/opt/fish", &[][..]),
            ("/opt/fish.exe", "fish", "/opt/fish.exe", &[]),
            ("Big Fish=/opt/fish", "Big Fish", "/opt/fish", &[]),
            ("Twin=tabiya uci", "Twin", "tabiya", &["uci"]),
            ("fish -a  b", "fish", "fish", &["-a", "b"]),
        ] {
            let engine = external(text).expect(text);
            assert_eq!((engine.name.as_str(), engine.program.to_str()), (name, Some(program)));
            assert_eq!(engine.arguments, arguments, "{text}");
        }
        for text in ["", "=", "x=", "=/opt/fish", "  ", "x=  "] {
            assert!(external(text).is_err(), "{text:?}");
        }
    }
}
