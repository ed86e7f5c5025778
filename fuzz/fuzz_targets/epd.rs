//! An EPD line that can be parsed survives writing, and the moves in it are legal.

#![no_main]

use chess::Epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let Ok(epd) = line.parse::<Epd>() else { return };
    for operation in &epd.operations {
        for m in epd.moves(&operation.opcode).unwrap_or_default() {
            assert!(epd.position.is_legal(m));
        }
    }
    let written = epd.to_string();
    let again: Epd = written.parse().expect("what is written can be read");
    assert_eq!(again.operations, epd.operations);
    assert_eq!(again.to_string(), written);
});
