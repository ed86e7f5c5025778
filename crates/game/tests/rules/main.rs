//! The rules of one game, each as a table of what is wanted and what comes of it.

mod absence;
mod adjournment;
mod clocks;
mod ends;
mod names;
mod offers;
mod replay;
mod seats;
mod table;
mod terms;
mod undo;
