//! `tabiya doctor`, as somebody with a damaged library sees it.

use std::process::Output;

use crate::harness::{Folder, tabiya};

/// A library with two games in a folder `data`.
fn library(folder: &Folder) -> String {
    let games = folder.write("games.pgn", "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 2. c4 0-1\n");
    let data = folder.path("data");
    assert!(run(&["import", &games, "--data", &data]).status.success());
    data
}

fn run(arguments: &[&str]) -> Output {
    tabiya().args(arguments).output().expect("the program ends")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn an_intact_library_is_in_order_and_a_missing_one_is_an_error() {
    let folder = Folder::new("doctor-intact");
    let data = library(&folder);
    let seen = run(&["doctor", "--data", &data]);
    assert_eq!(seen.status.code(), Some(0), "{}", text(&seen));
    assert!(text(&seen).contains("2 games, 0 studies, 0 competitions"), "{}", text(&seen));
    assert!(text(&seen).ends_with("Everything is in order.\n"), "{}", text(&seen));
    let seen = run(&["doctor", "--data", &folder.path("nowhere")]);
    assert_eq!(seen.status.code(), Some(2));
}

#[test]
fn a_damaged_library_is_explained_and_repaired_beside_the_original() {
    let folder = Folder::new("doctor-damaged");
    let data = library(&folder);
    let database = folder.path("data/library.db");
    // One letter of the text of a game, which no index has.
    let mut bytes = std::fs::read(&database).unwrap();
    let at = bytes.windows(12).position(|window| window == b"1. e4 e5 2. ").expect("the game");
    bytes[at + 3] = b'd';
    std::fs::write(&database, &bytes).unwrap();
    folder.write("data/old.db.partial", "half a backup");

    let seen = run(&["doctor", "--data", &data]);
    assert_eq!(seen.status.code(), Some(1), "{}", text(&seen));
    assert!(text(&seen).contains("may have changed since it was imported"), "{}", text(&seen));
    assert!(text(&seen).contains("old.db.partial was left behind"), "{}", text(&seen));
    assert_eq!(std::fs::read(&database).unwrap(), bytes, "nothing was changed");

    let seen = run(&["doctor", "--repair", "--data", &data]);
    assert_eq!(seen.status.code(), Some(0), "{}", text(&seen));
    assert!(text(&seen).contains("The library has 2 games now."), "{}", text(&seen));
    let seen = run(&["doctor", "--data", &data]);
    assert_eq!(seen.status.code(), Some(0), "{}", text(&seen));
    let names = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name());
    let original = names.map(|name| name.into_string().unwrap());
    let original = original.into_iter().find(|name| name.starts_with("library-damaged-"));
    let original = std::path::Path::new(&data).join(original.expect("the original is kept"));
    assert_eq!(std::fs::read(original).unwrap(), bytes);
}
