//! Competitions from the first entry to the final standings: who may do what, what follows from it,
//! and what is rejected.
// req: C8

mod club;
mod corrections;
mod entrants;
mod forbidden;
mod knockout;
mod pairings;
mod permissions;
mod properties;
mod reference;
mod reports;
mod standings;
mod undo;
