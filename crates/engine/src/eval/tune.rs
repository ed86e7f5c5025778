//! Texel tuning: fitting the weights to the results of games.
//!
//! Games are collected as they are read ([`PositionCollector`]); each position becomes the few
//! weights it uses ([`Dataset`]). The fit minimizes the mean squared error between the results and
//! a sigmoid of the evaluations ([`fit`]), and the new weights are written as `weights.rs`
//! ([`render`]). The result does not depend on the number of threads and is not random.

mod dataset;
mod fit;
mod games;
mod render;

pub use dataset::Dataset;
pub use fit::{Epoch, Errors, Fit, Settings, fit};
pub use games::PositionCollector;
pub use render::render;
