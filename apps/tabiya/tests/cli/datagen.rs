//! `tabiya datagen`: games for training.

use crate::harness::{Folder, run};

fn generate(folder: &Folder, file: &str, games: &str, threads: &str) {
    let path = folder.path(file);
    let args = ["datagen", "-o", &path, "--games", games, "--threads", threads, "--nodes", "50"];
    let told = run(&args);
    assert_eq!((told.status, told.stdout.as_str()), (0, ""), "{told:?}");
    assert!(told.stderr.starts_with(&format!("{games}/{games} games  ")), "{told:?}");
}

#[test]
fn the_same_command_makes_the_same_file_on_any_number_of_threads() {
    let folder = Folder::new("datagen-same");
    generate(&folder, "one", "6", "1");
    generate(&folder, "three", "6", "3");
    assert!(folder.bytes("one") == folder.bytes("three"));
}

#[test]
fn a_file_is_gone_on_with_checked_and_counted() {
    let folder = Folder::new("datagen-more");
    generate(&folder, "games", "2", "2");
    generate(&folder, "games", "5", "2");
    let path = folder.path("games");
    let told = run(&["datagen", "check", &path]).success();
    assert!(told.starts_with(&format!("{path}: 5 games, ")), "{told}");
    assert!(told.ends_with(" positions, 0 faults\n"), "{told}");
    let told = run(&["datagen", "stats", &path]).success();
    assert!(told.starts_with(&format!("{path}: 5 games of 50 nodes, seed 1\n")), "{told}");
    assert!(told.contains("\ngames      5\n") && told.contains("\nbytes "), "{told}");
}

#[test]
fn damage_is_told_and_nothing_is_overwritten() {
    let folder = Folder::new("datagen-damage");
    generate(&folder, "games", "2", "1");
    let whole = folder.bytes("games");
    let path = folder.path("games");

    folder.write("games", &whole[..whole.len() - 1]);
    let told = run(&["datagen", "check", &path]);
    let cut = format!("{path}: the end is cut off inside a block\n");
    assert_eq!((told.status, told.stdout.starts_with(&cut)), (1, true), "{told:?}");

    let mut changed = whole.clone();
    changed[60] ^= 1;
    folder.write("games", &changed);
    let damaged = format!("'{path}' cannot be used: the block at byte 28 is damaged");
    for args in [&["datagen", "check", &path][..], &["datagen", "--nodes", "50", "-o", &path]] {
        run(args).refused(&damaged);
    }
    assert!(folder.bytes("games") == changed);

    folder.write("games", &whole);
    run(&["datagen", "-o", &path, "--seed", "2"]).refused(&format!(
        "'{path}' cannot be used: it holds games of other terms: 50 nodes, seed 1"
    ));
    folder.write("games", "something else");
    run(&["datagen", "stats", &path])
        .refused(&format!("'{path}' cannot be used: it is no file of self-played games"));
}
