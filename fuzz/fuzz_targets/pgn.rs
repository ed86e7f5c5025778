//! Whatever is read from a game survives writing: the tree reads back equal and is then written
//! byte for byte the same.

#![no_main]

use chess::pgn::{Limits, Reader, Tree};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    for tree in trees(file, Limits::STRICT) {
        let written = tree.to_string();
        let read: Vec<Tree> = trees(written.as_bytes(), Limits::LOCAL).collect();
        assert_eq!(read, [tree], "{written}");
        assert_eq!(read[0].to_string(), written);
    }
});

/// The games of a file, regardless of errors.
fn trees(file: &[u8], limits: Limits) -> impl Iterator<Item = Tree> {
    let records = Reader::with_limits(file, limits).records();
    records.map(|record| record.expect("bytes in memory can be read").tree)
}
