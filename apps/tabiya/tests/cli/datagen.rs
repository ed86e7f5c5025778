//! `tabiya datagen`: games for training.

use crate::harness::{Folder, run};

fn generate(folder: &Folder, file: &str, games: &str, threads: &str) {
    let path = folder.path(file);
    let args = ["datagen", "-o", &path, "--games", games, "--threads", threads, "--nodes", "50"];
    let seen = run(&args);
    assert_eq!((seen.status, seen.stdout.as_str()), (0, ""), "{seen:?}");
    assert!(seen.stderr.starts_with(&format!("{games}/{games} games  ")), "{seen:?}");
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
    let seen = run(&["datagen", "check", &path]).success();
    assert!(seen.starts_with(&format!("{path}: 5 games, ")), "{seen}");
    assert!(seen.ends_with(" positions, 0 errors\n"), "{seen}");
    let seen = run(&["datagen", "stats", &path]).success();
    let expected = format!("{path}: 5 games of 50 nodes, seed 1, network ");
    assert!(seen.starts_with(&expected), "{seen}");
    assert!(seen.contains("\ngames      5\n") && seen.contains("\nbytes "), "{seen}");
}

#[test]
fn check_and_stats_count_the_same_positions() {
    let folder = Folder::new("datagen-count");
    generate(&folder, "games", "3", "1");
    let path = folder.path("games");
    let checked = run(&["datagen", "check", &path]).success();
    let counted = run(&["datagen", "stats", &path]).success();
    let positions = counted.lines().find_map(|line| line.strip_prefix("positions  "));
    let positions = positions.and_then(|line| line.split(' ').next()).expect("positions");
    assert!(checked.contains(&format!(" {positions} positions")), "{checked}{counted}");
}

#[test]
fn a_file_that_cannot_be_made_is_one_that_cannot_be_written() {
    let folder = Folder::new("datagen-nowhere");
    let path = folder.path("missing/games");
    let seen = run(&["datagen", "-o", &path, "--games", "1"]);
    let expected = format!("tabiya: cannot write '{path}': ");
    assert!(seen.status == 2 && seen.stderr.starts_with(&expected), "{seen:?}");
}

#[test]
fn damage_is_told_and_nothing_is_overwritten() {
    let folder = Folder::new("datagen-damage");
    generate(&folder, "games", "2", "1");
    let whole = folder.bytes("games");
    let path = folder.path("games");

    folder.write("games", &whole[..whole.len() - 1]);
    let seen = run(&["datagen", "check", &path]);
    let cut = format!("{path}: the file ends inside a block\n");
    assert_eq!((seen.status, seen.stdout.starts_with(&cut)), (1, true), "{seen:?}");

    let mut changed = whole.clone();
    changed[60] ^= 1;
    folder.write("games", &changed);
    let damaged = format!("cannot use '{path}': the block at byte 32 is damaged");
    for args in [&["datagen", "check", &path][..], &["datagen", "--nodes", "50", "-o", &path]] {
        run(args).refused(&damaged);
    }
    assert!(folder.bytes("games") == changed);

    folder.write("games", &whole);
    let seen = run(&["datagen", "-o", &path, "--seed", "2"]);
    let expected = format!(
        "tabiya: cannot use '{path}': it holds games with other settings: 50 nodes, seed 1, \
         network "
    );
    assert!(seen.status == 2 && seen.stderr.starts_with(&expected), "{seen:?}");
    folder.write("games", "something else");
    run(&["datagen", "stats", &path])
        .refused(&format!("cannot use '{path}': it is not a file of self-play games"));
}

#[test]
fn games_of_two_judges_do_not_share_a_file() {
    let folder = Folder::new("datagen-judges");
    generate(&folder, "network", "2", "1");
    let path = folder.path("hand");
    let by_hand = ["datagen", "-o", &path, "--games", "2", "--nodes", "50"];
    assert_eq!(run(&[&by_hand[..], &["--network", "classical"]].concat()).status, 0);
    let seen = run(&["datagen", "stats", &path]).success();
    assert!(seen.starts_with(&format!("{path}: 2 games of 50 nodes, seed 1\n")), "{seen}");
    assert!(folder.bytes("hand")[32..] != folder.bytes("network")[32..], "the same games");
    run(&by_hand).refused(&format!(
        "cannot use '{path}': it holds games with other settings: 50 nodes, seed 1"
    ));

    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/engine/network/network.nnue");
    let path = folder.path("named");
    let named = ["datagen", "-o", &path, "--games", "2", "--nodes", "50", "--network", network];
    assert_eq!(run(&named).status, 0);
    assert!(folder.bytes("named") == folder.bytes("network"), "the built-in network is this one");
    let unknown = ["datagen", "-o", &path, "--network", &path];
    run(&unknown)
        .refused(&format!("the network '{path}' cannot be used: it is not a Tabiya network"));
}
