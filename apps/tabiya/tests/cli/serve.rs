//! The app and the server, as somebody who starts them sees them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::harness::{Folder, Run, tabiya};

/// A server that is killed at the end of the test if it has not ended.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Running {
    /// Starts the program and waits for its first line.
    pub(crate) fn start(command: &mut Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("its output is a pipe");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let url = line.strip_prefix("Tabiya is running at http://").expect(&line);
        Running { child, address: url.trim_end().trim_end_matches('/').to_owned() }
    }

    /// What it answers to a request for a page.
    pub(crate) fn ask(&self, path: &str) -> String {
        self.request(&format!("GET {path}"), "")
    }

    /// What it answers to a request with more headers, each with its end of line.
    pub(crate) fn request(&self, what: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let host = &self.address;
        let usual = format!("Host: {host}\r\nConnection: close\r\n");
        write!(stream, "{what} HTTP/1.1\r\n{usual}{headers}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Asks it to end and gives its status.
    #[cfg(unix)]
    fn terminate(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program of a user whose home is this folder.
fn at_home(home: &Folder) -> Command {
    let mut command = tabiya();
    command.env_clear().env("HOME", home.path(""));
    command
}

pub(crate) fn finish(command: &mut Command) -> Run {
    command.output().expect("the program ends").into()
}

#[test]
#[cfg(unix)]
fn a_server_logs_nothing_before_it_says_where_it_is() {
    let folder = Folder::new("serve-quiet");
    let log = folder.path("log");
    let running = Running::start(
        tabiya()
            .args(["serve", "--addr", "127.0.0.1:0", "--data", &folder.path("data")])
            .stderr(std::fs::File::create(&log).unwrap()),
    );
    assert_eq!(folder.read("log"), "");
    assert!(running.ask("/").contains("<html"), "the app is there all the same");
    assert_eq!(running.terminate(), Some(0));
}

#[test]
fn the_app_comes_compressed_and_only_when_it_has_changed() {
    let folder = Folder::new("serve-compressed");
    let data = folder.path("data");
    let running =
        Running::start(tabiya().args(["serve", "--addr", "127.0.0.1:0", "--data", &data]));
    for encoding in ["br", "gzip"] {
        let head = running.request("HEAD /", &format!("Accept-Encoding: {encoding}\r\n"));
        assert!(head.contains(&format!("content-encoding: {encoding}\r\n")), "{head}");
        let tag = head.split("etag: ").nth(1).and_then(|rest| rest.split("\r\n").next());
        let tag = tag.expect("a tag");
        let again = running.request("GET /", &format!("If-None-Match: {tag}\r\n"));
        assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
    }
}

// req: C4
#[test]
#[cfg(target_os = "linux")]
fn the_folder_that_was_chosen_is_remembered() {
    let home = Folder::new("serve-remembered");
    let app = |arguments: &[&str]| {
        let mut command = at_home(&home);
        command.args(["--no-open", "--port", "0"]).args(arguments);
        command
    };
    let running = Running::start(&mut app(&[]));
    assert!(running.ask("/health").contains("\"status\":\"ok\""));
    assert_eq!(running.terminate(), Some(0));
    let usual = home.path(".local/share/tabiya/library.db");
    assert!(std::path::Path::new(&usual).is_file(), "the usual place");

    let chosen = home.path("my games");
    assert_eq!(Running::start(&mut app(&["--data", &chosen])).terminate(), Some(0));
    let running = Running::start(&mut app(&[]));
    let seen = finish(app(&["--data", &chosen]).env("TABIYA_PORT", "1"));
    seen.refused(&format!("{chosen} is in use by another Tabiya"));
    assert_eq!(running.terminate(), Some(0));

    std::fs::rename(&chosen, home.path("moved")).unwrap();
    finish(&mut app(&[])).refused(&format!(
        "{chosen}/library.db was not found; reconnect the disk or choose another folder \
         (choose another folder with --data DIR)"
    ));
    assert!(!std::path::Path::new(&chosen).exists(), "nothing is made in its place");
}

// req: C4
#[test]
fn what_is_no_library_is_left_alone() {
    let folder = Folder::new("serve-damaged");
    let database = folder.write("library.db", "precious");
    let run = finish(tabiya().args(["serve", "--addr", "127.0.0.1:0", "--data", &folder.path("")]));
    run.refused(&format!(
        "{database} is not a Tabiya library; nothing was changed \
         (choose another folder with --data DIR)"
    ));
    assert_eq!(folder.read("library.db"), "precious");
    let run = finish(tabiya().args(["serve", "--addr", "127.0.0.1:0", "--data", &database]));
    run.refused(&format!(
        "{database} is a file; expected a folder (choose another folder with --data DIR)"
    ));
    assert_eq!(folder.read("library.db"), "precious");
}

#[test]
fn a_server_for_everybody_wants_somebody_who_looks_after_it() {
    let folder = Folder::new("serve-exposed");
    let data = folder.path("data");
    let run = finish(tabiya().args(["serve", "--addr", "0.0.0.0:0", "--data", &data]));
    assert!(run.stderr.contains("others can reach 0.0.0.0"), "{run:?}");
    let exposed = || {
        let mut serve = tabiya();
        serve.args(["serve", "--addr", "0.0.0.0:0", "--data", &data]);
        serve
    };
    // The option and the variable had other names once, which go on working.
    finish(exposed().env("TABIYA_ADMIN_PASSWORD", "Password1")).refused(
        "invalid admin password: this password is easy to guess; choose one that is not \
                  common and not a name",
    );
    for run in [
        finish(exposed().env("TABIYA_ADMIN_PASSWORD", "qwerty")),
        finish(exposed().env("TABIYA_KEEPER_PASSWORD", "qwerty")),
        finish(exposed().args(["--admin-password", "qwerty"])),
        finish(exposed().args(["--keeper-password", "qwerty"])),
    ] {
        assert!(!run.stderr.contains("qwerty"), "nobody tells a password");
        run.refused("invalid admin password: a password has 8 to 128 characters; this one has 6");
    }
    let mut both = exposed();
    both.env("TABIYA_ADMIN_PASSWORD", "1234567").env("TABIYA_KEEPER_PASSWORD", "qwerty");
    finish(&mut both)
        .refused("invalid admin password: a password has 8 to 128 characters; this one has 7");
    assert_eq!(folder.names(), [""; 0], "nothing was made");
}

#[test]
fn endgame_tables_that_are_not_there_are_told_at_once() {
    let folder = Folder::new("serve-tables");
    let (data, empty) = (folder.path("data"), folder.path(""));
    for command in [&["serve", "--addr", "127.0.0.1:0"][..], &["--no-open", "--port", "0"]] {
        let with = |tables: &str| {
            finish(tabiya().args(command).args(["--data", &data, "--tables", tables]))
        };
        with(&empty)
            .refused(&format!("no endgame tables in '{empty}'; they have names such as KQvK.rtbw"));
        let missing = folder.path("missing");
        let seen = with(&missing).stderr;
        let expected = format!("cannot read the endgame tables in '{missing}': ");
        assert!(seen.contains(&expected), "{seen}");
    }
    assert_eq!(folder.names(), [""; 0], "nothing was made");
}

#[test]
fn a_running_server_can_be_copied_and_shown() {
    let folder = Folder::new("serve-backup");
    let data = folder.path("data");
    let running =
        Running::start(tabiya().args(["serve", "--addr", "127.0.0.1:0", "--data", &data]));
    let copy = folder.path("copy.db");
    let seen = finish(tabiya().args(["backup", &copy, "--data", &data])).success();
    assert_eq!(seen, format!("backed up 0 games to {copy}, and verified the copy\n"));
    finish(tabiya().args(["backup", &copy, "--data", &data]))
        .refused(&format!("{copy} already exists; it was not overwritten"));

    let port = running.address.rsplit(':').next().unwrap();
    let seen = finish(tabiya().args(["--no-open", "--port", port, "--data", &data])).success();
    assert_eq!(seen, format!("Tabiya is already running at http://{}/\n", running.address));
}

#[test]
#[cfg(unix)]
fn a_flood_of_bad_requests_neither_forges_nor_fills_the_log() {
    let folder = Folder::new("serve-flood");
    let log = folder.path("log");
    let running = Running::start(
        tabiya()
            .args(["serve", "--addr", "127.0.0.1:0", "--data", &folder.path("data")])
            .args(["--requests-per-second", "100000"])
            .stderr(std::fs::File::create(&log).unwrap()),
    );
    let forged = "2026-01-01T00:00:00Z  INFO tabiya::audit: log_in by=\\\"admin\\\"";
    let body = format!("{{\"a\\n{forged}{}\": 1}}", "x".repeat(10_000));
    let json = "Content-Type: application/json\r\n";
    for _ in 0..300 {
        let mut stream = TcpStream::connect(&running.address).expect("a connection");
        let host = &running.address;
        let head =
            format!("POST /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{json}");
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    assert_eq!(running.terminate(), Some(0));
    let text = folder.read("log");
    assert!(text.contains("bad_body") || text.contains("BadBody"), "the first is logged: {text}");
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert!(!text.lines().any(|line| line.starts_with("2026-01-01T00:00:00Z")), "{text}");
}

#[test]
#[cfg(unix)]
fn the_owner_has_a_link_that_nobody_else_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("serve-owner");
    let data = folder.path("data");
    let serve =
        || Running::start(tabiya().args(["serve", "--addr", "127.0.0.1:0", "--data", &data]));
    let running = serve();
    for name in ["owner-link", "owner-secret"] {
        let file = std::fs::metadata(format!("{data}/{name}")).expect(name);
        assert_eq!(file.permissions().mode() & 0o077, 0, "{name}");
    }
    let link = std::fs::read_to_string(format!("{data}/owner-link")).unwrap();
    let path = link.trim().strip_prefix(&format!("http://{}", running.address)).expect("the link");
    let cookie = |answer: String| {
        let mut headers = answer.lines();
        let header = headers.find_map(|header| header.strip_prefix("set-cookie: "))?;
        header.split([';', '=']).nth(1).map(str::to_owned)
    };
    let secret = cookie(running.ask(path)).expect("a cookie");
    let role = |running: &Running| {
        let port = running.address.rsplit(':').next().unwrap();
        let header = format!("Cookie: tabiya-owner-{port}={secret}\r\n");
        running.request("GET /api/session", &header).contains("\"role\":\"admin\"")
    };
    assert!(role(&running), "the browser with the cookie");
    assert!(running.ask("/api/session").contains("\"role\":\"visitor\""), "any other");
    assert_eq!(running.terminate(), Some(0));
    assert!(!std::path::Path::new(&format!("{data}/owner-link")).exists(), "it is not valid now");
    let running = serve();
    assert!(role(&running), "also after a restart");
    assert_eq!(cookie(running.ask(path)), None, "but the old link is worth nothing");
}
