//! Checks, suites and benchmarks.

fn main() {}
