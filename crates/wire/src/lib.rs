//! The JSON of HTTP and WebSocket. No other crate defines any.
//!
//! Modules are named by topic; WebSocket messages are split by direction into [`ClientMessage`] and
//! [`ServerMessage`]. Enums have their variant in `"type"`, names are in `snake_case`, times are in
//! whole milliseconds. Requests are parsed strictly: unknown fields and long text are rejected.
//! Variants without fields have braces, because `serde` rejects unknown fields only for those.
//! [`convert`] converts between these types and those of the game.
//!
//! The TypeScript of the web app ([`export_typescript`]) and the schemas of the `OpenAPI` document
//! are generated from these types.

pub mod advice;
pub mod analysis;
pub mod audit;
mod code;
pub mod command;
pub mod competition;
pub mod convert;
pub mod demonstration;
mod error_detail;
pub mod event;
mod export;
pub mod lesson;
pub mod library;
pub mod lobby;
pub mod new_game;
pub mod position;
pub mod review;
pub mod roster;
pub mod service;
pub mod session;
mod side;
pub mod simul;
pub mod studies;
pub mod study;
mod text;
pub mod to_client;
pub mod to_server;
pub mod view;

pub use code::ErrorCode;
pub use command::{Command, Offer};
pub use convert::{RequestError, Snapshot};
pub use error_detail::{ErrorDetail, FenErrorKind, FileErrorKind, ImportErrorKind};
pub use export::export_typescript;
pub use service::ErrorBody;
pub use side::{Side, Sides};
pub use text::{BoundedString, TooLong};
pub use to_client::{Presence, ServerMessage, Viewer};
pub use to_server::ClientMessage;
