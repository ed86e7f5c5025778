//! `import` and `export`: games into a library and out again, in a folder and through a server.

use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::process::{Child, Stdio};

use store::{DatabasePlace, TransferError, transfer};

use crate::harness::{Folder, Run, tabiya};

const GAMES: &str = "[Event \"Café (open), 1\"]\n[Site \"?\"]\n[Date \"1999.12.31\"]\n\
    [Round \"3\"]\n[White \"Doe, J. (jr/sr)\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\
    [WhiteElo \"2100\"]\n\n\
    1. e4 {good} 1... e5 $1 (1... c5 2. Nf3) 2. Nf3 1-0\n\n";

fn command(folder: &Folder, words: &[&str]) -> Run {
    let mut command = tabiya();
    command.env_clear().env("HOME", folder.path("home")).args(words);
    command.args(["--data", &folder.path("data")]);
    command.output().expect("the program ends").into()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

// req: C5
#[test]
fn what_is_imported_is_exported_again() {
    let folder = Folder::new("library-round-trip");
    let file = folder.write("games.pgn.gz", gzip(GAMES));
    let seen = command(&folder, &["import", &file]).success();
    assert_eq!(seen, format!("{file}: 1 games, 1 added\n"));
    let seen = command(&folder, &["import", &file]).success();
    assert_eq!(seen, format!("{file}: 1 games, 0 added, 1 already in the library\n"));
    assert_eq!(command(&folder, &["export"]).success(), GAMES);
    let found = command(&folder, &["export", "--search", "café 1999"]).success();
    assert_eq!(found, GAMES);
    assert_eq!(command(&folder, &["export", "--search", "nowhere"]).success(), "");
    let out = folder.path("out.json");
    command(&folder, &["export", "--format", "club", "-o", &out]).success();
    assert!(folder.read("out.json").contains("Doe, J. (jr/sr)"));
}

#[test]
fn an_export_does_not_create_the_library_that_it_misses() {
    let folder = Folder::new("library-missing");
    let data = folder.path("data");
    command(&folder, &["export"]).refused(&format!(
        "there is no library in {data}; one that is in PostgreSQL is not in a folder"
    ));
    assert!(!std::path::Path::new(&data).exists());
}

#[test]
fn a_copy_of_a_library_is_of_no_use_until_it_is_finished() {
    let folder = Folder::new("library-half");
    let file = folder.write("games.pgn", GAMES);
    let (whole, half) = (folder.path("whole"), folder.path("data"));
    let import: Run = tabiya().args(["import", &file, "--data", &whole]).output().unwrap().into();
    import.success();
    let place = |path: &str| DatabasePlace::Folder(path.into());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut stop = |_| ControlFlow::Break(());
    let copied = runtime.block_on(transfer(&place(&whole), &place(&half), &mut stop));
    assert_eq!(copied, Err(TransferError::Interrupted));
    let unfinished = format!(
        "{half}/library.db is a copy that is not finished; run the same `tabiya move-database` \
         again, or begin with an empty folder"
    );
    let backup = folder.path("backup.db");
    for words in [
        &["export"][..],
        &["import", &file],
        &["doctor"],
        &["doctor", "--repair"],
        &["backup", &backup],
        &["serve", "--addr", "127.0.0.1:0"],
    ] {
        command(&folder, words).refused(&unfinished);
    }
    let run = |from: &str, to: &str| -> Run {
        tabiya().args(["move-database", from, to]).output().unwrap().into()
    };
    run(&half, &folder.path("other")).refused(&unfinished);
    assert!(run(&whole, &half).success().ends_with("both are equal\n"));
    assert_eq!(command(&folder, &["export"]).success(), GAMES);
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_kept() {
    let folder = Folder::new("library-faults");
    let file = folder.write("odd.pgn", "1. e4 e5 2. Ke3 *\n\n[Variant \"Antichess\"]\n\n1. e3 *\n");
    let run = command(&folder, &["import", &file]);
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, format!("{file}: 2 games, 1 added, 1 unreadable\n"));
    assert!(run.stderr.contains("game 1, line 1, column 13: Ke3 is not"), "{}", run.stderr);
    assert!(run.stderr.contains("game 2, line 3"), "{}", run.stderr);
    let empty = folder.write("empty.pgn", "");
    let run = command(&folder, &["import", &empty]);
    assert_eq!((run.status, run.stderr), (2, format!("tabiya: {empty}: no games in this file\n")));
    let run = command(&folder, &["import", &file, &folder.path("missing.pgn")]);
    assert_eq!(run.status, 2);
    assert_eq!(run.stdout, "", "nothing is begun when a file is missing");
}

/// A server that is killed at the end of the test.
struct Server(Child);

impl Server {
    fn start(folder: &Folder) -> (Server, String) {
        let mut command = tabiya();
        command.env_clear().env("HOME", folder.path("home"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--data", &folder.path("data")]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("its output is a pipe");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let url = line.trim_end().strip_prefix("Tabiya is running at ").expect(&line).to_owned();
        (Server(child), url)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

// req: C5
#[test]
fn a_running_server_takes_and_gives_games() {
    let folder = Folder::new("library-server");
    let file = folder.write("games.pgn", GAMES);
    let (server, url) = Server::start(&folder);
    // The folder is the server's, and says where it is.
    let seen = command(&folder, &["import", &file]).success();
    assert_eq!(seen, format!("{file}: 1 games, 1 added\n"));
    assert_eq!(command(&folder, &["export"]).success(), GAMES);
    let mut by_address = tabiya();
    by_address.env_clear().env("HOME", folder.path("home"));
    by_address.args(["import", &file, "--server", &url]);
    let run: Run = by_address.output().expect("the program ends").into();
    assert_eq!(run.success(), format!("{file}: 1 games, 0 added, 1 already in the library\n"));
    drop(server);
    // It was killed and has left its address behind; the folder is free again all the same.
    let seen = command(&folder, &["import", &file]).success();
    assert!(seen.ends_with("1 already in the library\n"), "{seen}");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let folder = Folder::new("library-nobody");
    let file = folder.write("games.pgn", GAMES);
    let mut command = tabiya();
    command.args(["import", &file, "--server", "http://127.0.0.1:1"]);
    let run: Run = command.output().expect("the program ends").into();
    assert_eq!(run.status, 2);
    assert!(run.stderr.starts_with("tabiya: http://127.0.0.1:1: "), "{}", run.stderr);
}
