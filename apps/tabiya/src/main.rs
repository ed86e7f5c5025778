//! The Tabiya binary.

fn main() {}
