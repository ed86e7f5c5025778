//! Health, engines and errors.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ErrorCode;

/// The health of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Health {
    /// Always `ok`.
    pub status: String,
    /// The version of the program.
    pub version: String,
    /// The uptime in milliseconds.
    pub uptime_ms: u64,
    /// The load of the engines.
    pub engines: EngineLoad,
}

/// The load of the engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EngineLoad {
    /// The maximum number of searches at once.
    pub workers: usize,
    /// The number of running searches.
    pub busy: usize,
    /// The number of waiting searches.
    pub waiting: usize,
}

/// The available engines besides Tabiya.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EngineList {
    /// The names of the external engines.
    pub external: Vec<String>,
}

/// The body of every error response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// The code for programs; it never changes.
    pub code: ErrorCode,
    /// The message in English.
    pub message: String,
    /// The values in the message, for translations of it.
    #[serde(default)]
    pub values: Vec<String>,
}
