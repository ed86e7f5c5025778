//! Matchings in general graphs: of greatest weight, and of greatest size.
//!
//! The weights of Swiss pairings stack some twenty criteria in one number, so they are wider than
//! any built-in integer; see [`wide`]. [`weighted`] keeps its dual solution between changes of
//! the weights, because a pairing is a long sequence of small changes. [`unweighted`] answers
//! whether everybody can be paired at all.

mod blossoms;
mod stage;
pub(crate) mod unweighted;
pub(crate) mod weighted;
pub(crate) mod wide;
