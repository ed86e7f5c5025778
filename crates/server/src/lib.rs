//! Tabiya over HTTP and sockets.
//!
//! [`serve`] binds, serves and closes; [`router`] is what it serves. [`security`] stands around
//! every route, [`engines`] think for all games together, and every error leaves as a [`ApiError`].
//! The crate reads no arguments and no environment: a [`Config`] says everything.

mod accounts;
mod app;
pub mod config;
pub mod engines;
mod error;
mod imports;
mod lan;
mod listen;
mod live;
mod live_analysis;
mod metrics;
mod observe;
mod qr;
mod reviews;
mod routes;
mod secrets;
pub mod security;
mod start;
mod studies;
mod tables;

pub use accounts::{BadPassword, Password};
pub use app::{App, Shared};
pub use config::{Config, ConfigError};
pub use error::ApiError;
pub use lan::lan_address;
pub use listen::Closing;
pub use live::RoomError;
pub use qr::qr_svg;
pub use routes::router;
pub use secrets::{Chance, Secret, Token};
pub use start::{Bound, StartError, bind, serve};
