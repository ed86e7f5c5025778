//! Games over plain text. Input and output are passed in, so that the binary can use stdin and
//! stdout, and tests can use strings.

pub mod pipe;
pub mod text;
