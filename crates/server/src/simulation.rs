//! A deterministic simulation of the server.
//!
//! The real code of games, rooms, sockets and the store runs on simulated time, a simulated disk
//! and a simulated network, with simulated clients. Everything that happens follows from one seed:
//! delays, crashes, power losses, disk errors, stalls, cut connections and hostile messages. What
//! the server sends is compared with what is stored after every restart; `promises` has one
//! function for each promise. A seed that breaks one breaks it again, whenever it is run.
//!
//! A run has one server after the other on a simulated disk, or two servers at once (`cluster`)
//! that share a store.
//!
//! Only HTTP and the framing of its sockets are left out: clients are connected to
//! `live::socket` directly. Nothing here is part of a production build.

mod client;
mod clocks;
mod cluster;
mod history;
mod network;
mod plan;
mod planted;
mod promises;
mod received;
mod run;
mod server;
mod socket;
mod told;
mod trace;
mod violation;
mod world;

pub use planted::PlantedFault;
pub use run::Outcome;
pub use violation::{Promise, Violation};

/// How to run a seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// A fault that the simulation should find.
    pub planted: Option<PlantedFault>,
    /// Keep the text of the trace.
    pub keeps_trace: bool,
    /// Run two servers at once, which share a store.
    pub has_two_servers: bool,
}

/// Runs a seed.
///
/// # Panics
/// When the server leaves something behind that outlives it.
pub fn run(seed: u64, options: Options) -> Outcome {
    if options.has_two_servers { cluster::run(seed, options) } else { run::run(seed, options) }
}
