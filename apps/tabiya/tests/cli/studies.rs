//! Studies that are saved while the program is killed: whatever it has acknowledged is there when
//! it is started again, and what was on its way is there whole or not at all.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::harness::{Folder, tabiya};

const PATH: &str = "/api/studies/AAAAbbbbCCCC1111";
/// How often it is killed, each time a little later.
const KILLS: u64 = 3;
/// The comment of a save is as long as this times its number, so that no two are alike.
const WORD: &str = "0123456789abcdef";

/// The program, and where it listens.
struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(data: &str) -> Running {
        let mut command = tabiya();
        command.args(["serve", "--addr", "127.0.0.1:0", "--data", data]);
        command.args(["--requests-per-second", "10000"]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.as_mut().expect("its output is a pipe"));
        let line = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, url) = line.split_once("http://")?;
            Some(url.trim_end_matches('/').to_owned())
        });
        Running { child, address: line.expect("it says where it is") }
    }

    /// As a power cut would end it.
    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the body of an answer; none when the server went away.
fn ask(address: &str, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         x-study-secret: QUJDREVGR0hJSktMTU5PUA\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
}

fn comment(number: u64) -> String {
    WORD.repeat(usize::try_from(number % 50 + 1).expect("a small number"))
}

fn save(base: u64) -> String {
    let number = base + 1;
    let text = comment(number);
    format!(
        r#"{{"base":{base},"request":"save{number}","name":"Study {number}","source":null,"tree":
        {{"tags":[],"start_fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","result":"*","comments":
        ["{number}: {text}"],"nodes":[{{"parent":null,"uci":"e2e4","san":"","nags":[],"before":[],
        "comments":[]}}]}}}}"#
    )
}

/// The version that an answer tells.
fn version(body: &str) -> u64 {
    let (_, rest) = body.split_once("\"version\":").expect(body);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect(body)
}

/// Saves one version after another until the program is gone.
fn edit(address: &str, acknowledged: &AtomicU64) {
    while let Some((status, body)) =
        ask(address, "PUT", PATH, &save(acknowledged.load(Ordering::SeqCst)))
    {
        assert_eq!(status, 200, "{body}");
        acknowledged.store(version(&body), Ordering::SeqCst);
    }
}

/// Looks at what a program that was killed has left, and sends the save again whose answer was
/// lost. True when that had arrived.
fn check(address: &str, acknowledged: &AtomicU64) -> bool {
    let (status, body) = ask(address, "GET", PATH, "").expect("an answer");
    assert_eq!(status, 200, "{body}");
    let (kept, last) = (version(&body), acknowledged.load(Ordering::SeqCst));
    assert!(kept == last || kept == last + 1, "{kept} is kept, {last} was acknowledged");
    let (name, text) = (format!("\"Study {kept}\""), format!("{kept}: {}\"", comment(kept)));
    assert!(body.contains(&name) && body.contains(&text), "version {kept} is whole: {body}");
    let (status, body) = ask(address, "PUT", PATH, &save(last)).expect("an answer");
    assert_eq!((status, version(&body)), (200, last + 1), "{body}");
    acknowledged.store(last + 1, Ordering::SeqCst);
    kept > last
}

#[test]
fn a_study_survives_kill_9_in_the_middle_of_an_edit() {
    let folder = Folder::new("studies-killed");
    let data = folder.path("data");
    let (acknowledged, mut unanswered) = (AtomicU64::new(0), 0);
    for round in 0..=KILLS {
        let server = Running::start(&data);
        if round > 0 {
            unanswered += u32::from(check(&server.address, &acknowledged));
        }
        let address = server.address.clone();
        thread::scope(|scope| {
            let before = acknowledged.load(Ordering::SeqCst);
            let editor = scope.spawn(|| edit(&address, &acknowledged));
            while acknowledged.load(Ordering::SeqCst) < before + 3 && !editor.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(7 * round));
            server.kill();
        });
    }
    println!("{acknowledged:?} saves acknowledged, {unanswered} arrived without an answer");
}
