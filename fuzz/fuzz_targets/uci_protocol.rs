//! Any line can be parsed as a command or a reply without a panic, and what was parsed survives
//! writing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use uci::{Command, Line, Lines, Reply};

fuzz_target!(|bytes: &[u8]| {
    let mut lines = Lines::with_limit(bytes, 4096);
    while let Some(Line::Whole(line) | Line::Truncated(line)) = lines.read().expect("bytes in memory") {
        command_reads_back(&line);
        reply_reads_back(&line);
    }
});

fn command_reads_back(line: &str) {
    match Command::parse(line) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(command) => {
            let written = command.to_string();
            assert!(!written.contains('\n'));
            if let Command::Position(place) = &command
                && let Ok((_, moves)) = place.resolve()
            {
                assert_eq!(moves.len(), place.moves.len());
            }
            assert_eq!(Command::parse(&written), Ok(command));
        }
    }
}

fn reply_reads_back(line: &str) {
    match Reply::parse(line) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(reply) => {
            let written = reply.to_string();
            assert!(!written.contains('\n'));
            assert_eq!(Reply::parse(&written), Ok(reply));
        }
    }
}
