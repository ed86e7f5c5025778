//! Chess at a terminal, without a terminal: every game here reads from and writes to whatever it
//! is given, so that the binary can hand it standard input and output and a test two strings.

pub mod pipe;
pub mod text;
