//! The memory of a server that is asked for much at once: bounded, and given back.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::thread;

use crate::harness::{Folder, tabiya};
use crate::serve::Running;

/// A server behind a proxy, which says who its clients are.
fn behind_a_proxy(folder: &Folder) -> Running {
    Running::start(
        tabiya()
            .args(["serve", "--addr", "127.0.0.1:0", "--data", &folder.path("data")])
            .args(["--trusted-proxy", "127.0.0.1", "--admin-password", "as long as it gets"])
            .stderr(fs::File::create(folder.path("log")).expect("a log")),
    )
}

/// Sends a request for each of many visitors, all at once; the status of each answer.
fn post_from_everywhere(running: &Running, visitors: u8, path: &str, body: &str) -> Vec<String> {
    thread::scope(|scope| {
        let asking = |visitor| scope.spawn(move || post(&running.address, visitor, path, body));
        let asked: Vec<_> = (0..visitors).map(asking).collect();
        asked.into_iter().map(|asked| asked.join().expect("no panic")).collect()
    })
}

fn post(address: &str, visitor: u8, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let body = body.replace("VISITOR", &format!("visitor {visitor}"));
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nX-Forwarded-For: 192.0.2.{visitor}\r\n\
         Content-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it listens");
    // Who is refused is not read to the end.
    let _ = stream.write_all(body.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// A figure of the memory of the server, in megabytes.
fn megabytes(running: &Running, figure: &str) -> u64 {
    let path = format!("/proc/{}/status", running.child.id());
    let status = fs::read_to_string(path).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix(figure)).expect("a figure");
    let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    kilobytes.expect("a number") / 1024
}

#[test]
fn wrong_logins_leave_no_memory_behind() {
    let folder = Folder::new("memory-logins");
    let running = behind_a_proxy(&folder);
    let before = megabytes(&running, "VmRSS");
    let guess = r#"{"name":"VISITOR","password":"a guess as good as any"}"#;
    let answers = post_from_everywhere(&running, 30, "/api/session", guess);
    assert!(answers.iter().all(|status| status == "401"), "{answers:?}");
    let (peak, after) = (megabytes(&running, "VmHWM"), megabytes(&running, "VmRSS"));
    assert!(peak < before + 100, "{before} MB, then at most {peak} MB");
    assert!(after < before + 40, "{before} MB, then {after} MB");
}

#[test]
fn sixty_imports_at_once_stay_within_their_memory() {
    let folder = Folder::new("memory-imports");
    let running = behind_a_proxy(&folder);
    let mut games = String::new();
    for number in 0..6_000 {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
        write!(games, "[Event \"VISITOR, game {number}\"]\n\n{moves} *\n\n").expect("a string");
    }
    let before = megabytes(&running, "VmRSS");
    let answers = post_from_everywhere(&running, 60, "/api/import", &games);
    let count = |status: &str| answers.iter().filter(|answer| *answer == status).count();
    assert!(count("200") > 0, "some are imported: {answers:?}");
    assert!(count("429") + count("503") > 0, "others are told to come again: {answers:?}");
    let peak = megabytes(&running, "VmHWM");
    assert!(peak < before + 120, "{before} MB, then at most {peak} MB");
}
