//! A conversation with the running binary, line by line, in which nobody waits for ever.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::tabiya;

/// More than any answer takes on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
/// How long to listen for a line that must not come.
const A_WHILE: Duration = Duration::from_millis(250);

/// The binary and what it has not been asked for yet.
pub(crate) struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Dialogue {
    /// Starts the binary with a command.
    pub(crate) fn start(command: &str) -> Dialogue {
        Dialogue::with(tabiya().arg(command))
    }

    /// Starts a program.
    pub(crate) fn with(command: &mut Command) -> Dialogue {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = output.lines().map(|line| line.expect("the output is text"));
            // When the test is over, nobody listens.
            lines.try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        Dialogue { child, input, lines }
    }

    /// Plays a script and waits for the end of the program. The first letter of each line says
    /// what it is about: `>` is said to the program, up to `<` everything is passed over until a
    /// line begins so, `=` is the very next line or its beginning, and `.` is silence.
    pub(crate) fn play(command: &str, script: &str) {
        let mut dialogue = Dialogue::start(command);
        for step in script.lines().map(str::trim).filter(|step| !step.is_empty()) {
            let text = step[1..].trim();
            match &step[..1] {
                ">" => dialogue.say(text),
                "<" => drop(dialogue.until(text)),
                "=" => {
                    let line = dialogue.line();
                    assert!(line.starts_with(text), "{script}\nat {step}: {line}");
                }
                "." => dialogue.hear_nothing(),
                _ => panic!("{step} in {script}"),
            }
        }
        dialogue.end();
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        // A program that has ended is noticed when it is asked for its status.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// All lines up to the first that begins so, that one among them.
    #[track_caller]
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else { break };
            heard.push(line);
            if heard.last().is_some_and(|line| line.starts_with(start)) {
                return heard;
            }
        }
        panic!("no '{start}' in {heard:#?}");
    }

    /// Says a line and gives what comes up to one that begins so.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str, start: &str) -> Vec<String> {
        self.say(line);
        self.until(start)
    }

    /// Listens for a while, and nothing must come.
    #[track_caller]
    pub(crate) fn hear_nothing(&mut self) {
        assert_eq!(self.lines.recv_timeout(A_WHILE), Err(RecvTimeoutError::Timeout));
    }

    /// Listens for a while, and nothing must come but lines that begin so.
    #[track_caller]
    pub(crate) fn hear_nothing_but(&mut self, start: &str) {
        let begin = Instant::now();
        while let Some(left) = A_WHILE.checked_sub(begin.elapsed()) {
            match self.lines.recv_timeout(left) {
                Ok(line) => assert!(line.starts_with(start), "{line}"),
                Err(error) => assert_eq!(error, RecvTimeoutError::Timeout),
            }
        }
    }

    /// Closes the input, waits for the end of the program and gives what it said at last.
    #[track_caller]
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            assert!(begin.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status}");
        self.lines.iter().collect()
    }

    /// Processor time that the program has used so far.
    #[cfg(target_os = "linux")]
    pub(crate) fn work(&self) -> Duration {
        /// What the system counts in on all machines of today.
        const TICK: Duration = Duration::from_millis(10);
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path).expect("the program runs");
        let after_name = stat.rsplit(')').next().expect("a name in brackets");
        let fields = after_name.split_whitespace().skip(11).take(2);
        fields.map(|ticks| TICK * ticks.parse::<u32>().expect("a number")).sum()
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // It has ended by itself unless a test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
