//! Reports, Swiss pairings and tie-breaks against recorded tournaments, direct enumeration and
//! the properties that every pairing has.

mod enumeration;
mod pairings;
mod properties;
mod recorded;
mod reports;
mod simulation;
mod tie_breaks;
