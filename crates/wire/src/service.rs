//! What the server says about itself, and how it says no.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Code;

/// That the server is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Health {
    /// Always `ok`; a server that is not does not answer so.
    pub status: String,
    /// The version of the program.
    pub version: String,
    /// How long it has been there, in milliseconds.
    pub uptime_ms: u64,
    /// How the engines are doing.
    pub engines: EngineLoad,
}

/// How busy the engines are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EngineLoad {
    /// How many searches can run at once.
    pub workers: usize,
    /// How many do.
    pub busy: usize,
    /// How many wait.
    pub waiting: usize,
}

/// The engines that play and think about positions besides our own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EngineList {
    /// The names of those of others, as a seat names them.
    pub external: Vec<String>,
}

/// Why a request was refused: the one shape of every error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// A short word for programs; it never changes.
    pub code: Code,
    /// A sentence for people, in English.
    pub message: String,
    /// What the sentence names, for those who say it in another language.
    #[serde(default)]
    pub values: Vec<String>,
}
