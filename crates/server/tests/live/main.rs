//! Live games over loopback: people, an engine, those who look on, and a server that goes away.

mod analysis;
mod audit;
mod backups;
mod client;
mod competitions;
mod engine;
mod exposure;
mod failing_store;
mod failures;
mod http;
mod old_database;
mod play;
mod positions;
mod presence;
mod restart;
mod review;
mod roles;
mod roster;
mod saved_studies;
mod server;
mod sessions;
mod shares;
mod studies;
mod takeover;
