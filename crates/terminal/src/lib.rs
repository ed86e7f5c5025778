//! The text game for two people at a terminal.
