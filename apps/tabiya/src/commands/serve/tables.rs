//! The endgame tables that a server is given.

use std::sync::Arc;

use clap::Args;
use engine::Tablebase;

use crate::exit::Failure;

#[derive(Debug, Args)]
pub(crate) struct Tables {
    /// A folder with endgame tables in the Syzygy format
    ///
    /// Several are written as the system writes lists of paths: with colons between them, or
    /// semicolons on Windows. The engine at full strength plays by them, and the analysis board
    /// tells what they say.
    #[arg(long = "tables", value_name = "DIR", env = "TABIYA_TABLES")]
    folders: Option<String>,
}

impl Tables {
    /// Finds the tables, if any are named.
    pub(crate) fn open(&self) -> Result<Option<Arc<Tablebase>>, Failure> {
        let tables = self.folders.as_deref().map(Tablebase::open).transpose();
        let tables = tables.map_err(|error| Failure::Unusable(error.to_string()))?;
        Ok(tables.map(Arc::new))
    }
}
