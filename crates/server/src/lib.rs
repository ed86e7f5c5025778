//! Tabiya over HTTP and WebSocket.
//!
//! [`serve`] runs a server from start to shutdown; [`router`] is what it serves. [`security`] is
//! the middleware around every route, [`engines`] search for all games, and every error becomes an
//! [`ApiError`]. The crate reads no arguments and no environment: everything is in a [`Config`].

mod accounts;
mod app;
mod backups;
mod competitions;
pub mod config;
mod demonstrations;
pub mod engines;
mod error;
mod imports;
mod lan;
mod lease;
mod lessons;
mod listen;
mod live;
mod live_analysis;
mod lobby;
mod metrics;
mod observe;
mod qr;
mod refresh;
mod reviews;
mod roster;
mod routes;
mod secrets;
pub mod security;
#[cfg(feature = "simulation")]
pub mod simulation;
mod simuls;
mod start;
mod storage;
mod studies;
mod tables;
mod uninterrupted;

pub use accounts::{OwnerAccess, Password, PasswordError};
pub use app::{App, AppState};
pub use backups::BackupConfig;
pub use competitions::RejectedCommand;
pub use config::{Config, ConfigError};
pub use error::ApiError;
pub use lan::lan_address;
pub use listen::Closing;
pub use live::{RoomError, random_id};
pub use lobby::LobbyError;
pub use qr::qr_svg;
pub use routes::router;
pub use secrets::{RandomToken, Secret, Token};
pub use start::{Bound, StartError, bind, serve};
