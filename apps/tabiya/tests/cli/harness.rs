//! Runs the real binary.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Expects a success that says nothing on stderr, and gives what it printed.
    #[track_caller]
    pub(crate) fn success(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""), "{self:?}");
        self.stdout
    }

    /// Expects status 2, one line on stderr and nothing else.
    #[track_caller]
    pub(crate) fn refused(self, line: &str) {
        assert_eq!(self.stderr, format!("tabiya: {line}\n"));
        assert_eq!((self.status, self.stdout.as_str()), (2, ""), "{self:?}");
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            status: output.status.code().expect("the program ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("the output is text"),
            stderr: String::from_utf8(output.stderr).expect("errors are text"),
        }
    }
}

/// The program, ready for arguments.
pub(crate) fn tabiya() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tabiya"))
}

/// Runs the program without input.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with_input(args, b"")
}

/// Runs the program with some input.
pub(crate) fn run_with_input(args: &[&str], input: &[u8]) -> Run {
    let mut child = tabiya()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    thread::scope(|scope| {
        scope.spawn(move || {
            // A program that has seen enough may close its input early.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends").into()
    })
}

/// A folder of a test's own, empty at first.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // It is there only if the test has run before.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// The path of a file in it, as an argument.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).expect("a file for the test");
        self.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file of text")
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file")
    }

    /// The names of the files in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    }
}
