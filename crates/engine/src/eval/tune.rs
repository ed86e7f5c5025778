//! Fitting the weights to games: the value of a position should tell how the game ends.
//!
//! Games go in as they are read ([`Gatherer`]); each position becomes the few weights it uses
//! ([`Dataset`]). The fit lowers the mean squared difference between the results and what a sigmoid
//! of the values expects ([`fit`]), and the new weights come out as the text of `weights.rs`
//! ([`render`]). Nothing depends on the number of threads or on chance.

mod dataset;
mod fit;
mod games;
mod render;

pub use dataset::Dataset;
pub use fit::{Epoch, Errors, Fit, Settings, fit};
pub use games::Gatherer;
pub use render::render;
