//! The two engines: what is typed for them, and how they are made ready to play.

use std::env;
use std::ffi::OsString;
use std::str::FromStr;
use std::time::Duration;

use uci::{Client, ClientError, OptionKind};

use crate::commands::program_and_arguments;

/// How long an engine may take to start or to set its options; large tables take their time.
pub(super) const READY: Duration = Duration::from_secs(30);

/// The word that stands for this program.
const OURSELVES: &str = "tabiya";

/// An option to be set: `Name=Value`, or the name of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) value: Option<String>,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let words: Vec<&str> = name.split_ascii_whitespace().collect();
        if words.is_empty() {
            return Err("it must be a name and a value, such as Hash=64".into());
        }
        Ok(Setting { name: words.join(" "), value })
    }
}

/// An engine that can be started any number of times.
#[derive(Clone, Debug)]
pub(super) struct Player {
    program: OsString,
    args: Vec<OsString>,
    pub(super) name: String,
    /// What the user asked of this player; the engine must have these options.
    pub(super) settings: Vec<Setting>,
    /// What both players are asked if they have such an option.
    pub(super) shared: Vec<(&'static str, u32)>,
    pub(super) chess960: bool,
}

impl Player {
    /// A player from what was typed: `tabiya`, a file, or a command with arguments.
    pub(super) fn new(command: &str) -> Player {
        let (program, args) = if command == OURSELVES {
            let program = env::current_exe().map_or(OURSELVES.into(), OsString::from);
            (program, vec!["uci".into()])
        } else {
            let (program, arguments) = program_and_arguments(command);
            (program.into(), arguments.into_iter().map(OsString::from).collect())
        };
        let (settings, shared) = (Vec::new(), Vec::new());
        Player { program, args, name: String::new(), settings, shared, chess960: false }
    }

    /// Starts the engine and sets its options.
    pub(super) fn start(&self) -> Result<Client, ClientError> {
        let mut client = Client::start(&self.program, &self.args, READY)?;
        for (name, value) in &self.shared {
            if let Some(OptionKind::Spin { .. }) = client.option(name).map(|option| &option.kind) {
                client.set_option(name, Some(&value.to_string()))?;
            }
        }
        if self.chess960 {
            client.set_option("UCI_Chess960", Some("true"))?;
        }
        for setting in &self.settings {
            client.set_option(&setting.name, setting.value.as_deref())?;
        }
        client.is_ready(READY)?;
        Ok(client)
    }
}

/// Names both players: as the user wishes, else as the engines call themselves, and never alike.
pub(super) fn names(wishes: [Option<String>; 2], own: [&str; 2]) -> [String; 2] {
    let [a, b] = wishes;
    let (a, b) = (a.unwrap_or_else(|| own[0].into()), b.unwrap_or_else(|| own[1].into()));
    if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a, b] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_names_and_values() {
        for (text, name, value) in [
            ("Hash=64", "Hash", Some("64")),
            ("Skill  Level=3", "Skill Level", Some("3")),
            ("Clear Hash", "Clear Hash", None),
            ("EvalFile=a=b c", "EvalFile", Some("a=b c")),
            ("Book=", "Book", Some("")),
        ] {
            let expected = Setting { name: name.into(), value: value.map(str::to_owned) };
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        assert!("=5".parse::<Setting>().is_err());
    }

    #[test]
    fn a_command_is_a_file_or_words() {
        let words = Player::new("wrapper --engine x");
        assert_eq!((words.program, words.args.len()), ("wrapper".into(), 2));
        let ourselves = Player::new("tabiya");
        assert_eq!(ourselves.args, ["uci"]);
    }

    #[test]
    fn players_never_have_the_same_name() {
        let name = |text: &str| Some(text.to_owned());
        assert_eq!(names([None, None], ["X", "Y"]), ["X", "Y"]);
        assert_eq!(names([None, None], ["X", "X"]), ["X (A)", "X (B)"]);
        assert_eq!(names([name("new"), name("old")], ["X", "X"]), ["new", "old"]);
    }
}
