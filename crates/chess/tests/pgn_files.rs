//! Files in the styles of other programs: what is read from each, and that it survives writing.

use std::fs;
use std::path::Path;

use tabiya_chess::pgn::{GameResult, ParallelReader, Reader, Record};
use tabiya_chess::{Color, Outcome};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/pgn");

/// Each file with its games, moves (variations included) and errors.
const FILES: [(&str, usize, usize, &[&str]); 8] = [
    ("annotated.pgn", 1, 41, &[]),
    ("byte_order_mark.pgn", 2, 0, &[]),
    ("clocks.pgn", 1, 10, &[]),
    ("coordinates.pgn", 1, 12, &[]),
    (
        "crazyhouse.pgn",
        1,
        0,
        &["4:1: the variant is 'Crazyhouse'; only chess and Chess960 are read"],
    ),
    ("engine_match_960.pgn", 1, 8, &[]),
    ("html.pgn", 1, 6, &["6:9: unexpected '<br />'", "6:25: unexpected '<br />'"]),
    ("windows_1252.pgn", 1, 13, &[]),
];

fn read(name: &str) -> Vec<Record> {
    read_bytes(&fs::read(Path::new(FOLDER).join(name)).expect("the file is in the repository"))
}

fn read_bytes(bytes: &[u8]) -> Vec<Record> {
    Reader::new(bytes).records().collect::<Result<_, _>>().expect("memory does not fail")
}

#[test]
fn every_file_is_listed() {
    let entries = fs::read_dir(FOLDER).expect("the folder is in the repository");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, FILES.map(|(name, ..)| name));
}

#[test]
fn files_of_other_programs_are_read() {
    for (name, games, plies, errors) in FILES {
        let records = read(name);
        assert_eq!(records.len(), games, "{name}");
        assert_eq!(
            records.iter().map(|record| record.tree.plies()).sum::<usize>(),
            plies,
            "{name}"
        );
        let found: Vec<String> =
            records.iter().flat_map(|record| &record.errors).map(ToString::to_string).collect();
        assert_eq!(found, errors, "{name}");
    }
}

#[test]
fn what_was_read_survives_writing_and_several_threads() {
    for (name, ..) in FILES {
        let records = read(name);
        let written: String = records.iter().map(|record| record.tree.to_string()).collect();
        let again = read_bytes(written.as_bytes());
        assert_eq!(again.len(), records.len(), "{name}");
        for (again, record) in again.iter().zip(&records) {
            assert_eq!(again.tree, record.tree, "{name}");
        }
        let file = fs::File::open(Path::new(FOLDER).join(name)).unwrap();
        let parallel: Vec<Record> = ParallelReader::new(file).collect::<Result<_, _>>().unwrap();
        assert_eq!(parallel, records, "{name}");
    }
}

#[test]
fn text_and_annotations_arrive() {
    let windows = &read("windows_1252.pgn")[0].tree;
    assert_eq!(windows.tags().get("White"), Some("Müller, Jürgen"));
    assert_eq!(windows.result(), GameResult::Draw);
    let clocks = &read("clocks.pgn")[0].tree;
    let mate = clocks.main_line().last().expect("there are moves");
    assert_eq!(clocks.comments(mate.node)[0].clock().map(|time| time.as_secs()), Some(174));
    assert_eq!(mate.after.outcome().and_then(Outcome::winner), Some(Color::White));
    let opera = &read("annotated.pgn")[0].tree;
    assert_eq!(opera.main_line().count(), 33);
    assert!(opera.main_line().last().expect("there are moves").after.is_checkmate());
}
