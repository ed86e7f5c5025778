//! Files of games: what is written comes back, wherever the writing was broken off.

use std::fs;
use std::path::{Path, PathBuf};

use chess::Move;
use proptest::prelude::*;
use selfplay::{Archive, ArchiveError, DatagenSettings, Reader, Record, Winner};
use tempfile::TempDir;

const SETTINGS: DatagenSettings =
    DatagenSettings { nodes: 1000, seed: 1, chess960: false, network: None };

/// A place for a file that goes away with the test.
fn place() -> (TempDir, PathBuf) {
    let directory = TempDir::new().expect("a directory for the test");
    let path = directory.path().join("games");
    (directory, path)
}

/// Random records: the file does not know the rules.
fn record() -> impl Strategy<Value = Record> {
    let m = (0..64_u16, 0..64_u16, 0..6_u16).prop_filter_map("a move", |(from, to, kind)| {
        Move::from_bits(0x8000 | from | to << 6 | kind << 12)
    });
    let winner = prop_oneof![Just(Winner::Black), Just(Winner::Draw), Just(Winner::White)];
    let ply = (m, any::<i16>(), any::<bool>());
    (0..960_u16, any::<u8>(), prop::collection::vec(ply, 0..200), winner).prop_map(
        |(start, opening, plies, winner)| {
            let moves = plies.iter().map(|ply| ply.0).collect();
            let scores = plies.iter().map(|ply| ply.1).collect();
            let quiet = plies.iter().map(|ply| ply.2).collect();
            Record { start, opening, moves, scores, quiet, winner }
        },
    )
}

fn write(path: &Path, records: &[Record]) {
    let mut archive = Archive::open(path, &SETTINGS).expect("an archive");
    for record in records {
        archive.push(record.clone()).expect("a block written");
    }
    archive.flush().expect("a block written");
}

/// All games up to the end or to the first error.
fn read(bytes: &[u8]) -> (Vec<Record>, Option<ArchiveError>, bool) {
    let mut reader = match Reader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error), false),
    };
    let mut records = Vec::new();
    loop {
        match reader.next_block() {
            Ok(Some(block)) => records.extend(block),
            Ok(None) => return (records, None, reader.is_truncated()),
            Err(error) => return (records, Some(error), false),
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_comes_back(
        records in prop::collection::vec(record(), 0..12),
        again in any::<bool>(),
    ) {
        let (_directory, path) = place();
        write(&path, &records);
        if again {
            write(&path, &records);
        }
        let (read, error, is_truncated) = read(&fs::read(&path).unwrap());
        let twice = if again { &records[..] } else { &[] };
        prop_assert_eq!(read, [&records[..], twice].concat());
        prop_assert!(error.is_none() && !is_truncated);
    }

    #[test]
    fn a_changed_byte_is_found(
        records in prop::collection::vec(record(), 1..4),
        at in any::<prop::sample::Index>(),
        bit in 0..8_u8,
    ) {
        let (_directory, path) = place();
        write(&path, &records);
        let mut bytes = fs::read(&path).unwrap();
        let at = at.index(bytes.len());
        bytes[at] ^= 1_u8 << bit;
        let (read, error, is_truncated) = read(&bytes);
        // A length that has grown a little looks like a file that was cut off.
        prop_assert!(error.is_some() || is_truncated);
        prop_assert!(read.is_empty());
    }
}

/// A game of thirty moves.
fn game() -> Record {
    Record {
        start: 518,
        opening: 0,
        moves: vec![Move::normal(chess::Square::E2, chess::Square::E4); 30],
        scores: (0..30).collect(),
        quiet: vec![true; 30],
        winner: Winner::Draw,
    }
}

#[test]
fn a_block_that_claims_more_than_its_games_need_is_damaged_and_not_cut_off() {
    const FIRST_BLOCK: usize = 32;
    let (_directory, path) = place();
    write(&path, &[game()]);
    write(&path, &[game()]);
    let whole = fs::read(&path).unwrap();
    // In the second, third and fourth byte of the length.
    for (byte, bit) in [(1, 0), (1, 7), (2, 0), (2, 4), (3, 1)] {
        let mut grown = whole.clone();
        grown[FIRST_BLOCK + byte] ^= 1 << bit;
        fs::write(&path, &grown).unwrap();
        let refusal = Archive::open(&path, &SETTINGS).err();
        assert_eq!(refusal, Some(ArchiveError::Block(FIRST_BLOCK as u64)), "{byte}, {bit}");
        assert!(fs::read(&path).unwrap() == grown, "nothing is cut off");
    }
}

#[test]
fn a_file_that_was_cut_off_loses_the_last_block_and_is_written_on() {
    let game = game();
    let (_directory, path) = place();
    write(&path, std::slice::from_ref(&game));
    let first = fs::metadata(&path).unwrap().len() as usize;
    write(&path, std::slice::from_ref(&game));
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let archive = Archive::open(&path, &SETTINGS).expect("what is left can be written on");
        assert_eq!(archive.games(), u64::from(length >= first), "cut at {length}");
        drop(archive);
        write(&path, std::slice::from_ref(&game));
        let (records, error, is_truncated) = read(&fs::read(&path).unwrap());
        assert!(error.is_none() && !is_truncated);
        assert_eq!(records.len(), 1 + usize::from(length >= first));
    }
}

#[test]
fn a_file_of_the_first_version_is_read_and_not_gone_on_with() {
    let (_directory, path) = place();
    write(&path, &[game()]);
    let blocks = &fs::read(&path).unwrap()[32..];
    let mut header = b"tabiya\x1ag\x01\0\0\0".to_vec();
    header.extend(SETTINGS.nodes.to_le_bytes());
    header.extend(SETTINGS.seed.to_le_bytes());
    let mut sum = flate2::Crc::new();
    sum.update(&header);
    header.extend(sum.sum().to_le_bytes());
    let old = [&header[..], blocks].concat();
    fs::write(&path, &old).unwrap();
    assert_eq!(read(&old), (vec![game()], None, false));
    assert_eq!(Archive::open(&path, &SETTINGS).err(), Some(ArchiveError::Old));
    assert!(fs::read(&path).unwrap() == old);
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let (_directory, path) = place();
    let other = DatagenSettings { seed: 2, ..SETTINGS };
    write(&path, &[]);
    let refusal = |path: &Path, settings| Archive::open(path, settings).err();
    assert_eq!(refusal(&path, &other), Some(ArchiveError::Settings(SETTINGS)));
    let held = Archive::open(&path, &SETTINGS).unwrap();
    assert_eq!(refusal(&path, &SETTINGS), Some(ArchiveError::Busy));
    drop(held);
    for text in ["x", "a longer text that somebody may want to keep"] {
        fs::write(&path, text).unwrap();
        assert_eq!(refusal(&path, &SETTINGS), Some(ArchiveError::NotGames), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
