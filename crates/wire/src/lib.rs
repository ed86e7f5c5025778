//! The JSON that crosses HTTP and sockets. No other crate derives it.
//!
//! Types stand in files named by what they are about; what sockets carry is sorted by direction,
//! [`ClientMessage`] and [`ServerMessage`]. Enums carry their case in `"type"`, names are in
//! `snake_case`, times are whole milliseconds. What clients send is read strictly: unknown fields
//! and long text are refused. Cases without fields are written with braces, because `serde` is
//! strict about those only. [`convert`] turns all this into the types of the game and back.
//!
//! From these types come the TypeScript of the web app ([`export_typescript`]) and the schemas of
//! the `OpenAPI` document.

pub mod advice;
pub mod analysis;
mod code;
pub mod command;
pub mod convert;
pub mod event;
mod export;
pub mod library;
pub mod new_game;
pub mod position;
pub mod review;
pub mod service;
pub mod session;
mod side;
pub mod studies;
pub mod study;
mod text;
pub mod to_client;
pub mod to_server;
pub mod view;

pub use code::Code;
pub use command::{Command, Offer};
pub use convert::{RequestError, Snapshot};
pub use export::export_typescript;
pub use service::ErrorBody;
pub use side::{Side, Sides};
pub use text::{Text, TooLong};
pub use to_client::{Presence, ServerMessage, Viewer};
pub use to_server::ClientMessage;
