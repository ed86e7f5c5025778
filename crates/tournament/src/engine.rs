//! How an engine is started and configured.

use std::ffi::OsString;
use std::str::FromStr;
use std::time::Duration;

use uci::{Client, ClientError, OptionKind};

/// How long an engine may take to start or to set its options; large hash tables take their time.
pub(crate) const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// A UCI option to set: `Name=Value`, or the name of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The option's name.
    pub name: String,
    /// Its value; a button has none.
    pub value: Option<String>,
}

impl FromStr for EngineOption {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineOption, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let words: Vec<&str> = name.split_ascii_whitespace().collect();
        if words.is_empty() {
            return Err("expected a name and a value, such as Hash=64".into());
        }
        Ok(EngineOption { name: words.join(" "), value })
    }
}

/// An engine that can be started any number of times.
#[derive(Clone, Debug, Default)]
pub struct EngineConfig {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// What the PGN file and the results call it.
    pub name: String,
    /// Options that the engine must have.
    pub options: Vec<EngineOption>,
    /// Numbers that are set only if the engine has such an option.
    pub shared_options: Vec<(&'static str, u32)>,
    /// Whether to turn on `UCI_Chess960`.
    pub chess960: bool,
}

impl EngineConfig {
    /// Starts the engine and sets its options.
    ///
    /// # Errors
    /// When the program cannot be started, does not speak UCI, or rejects an option.
    pub fn start(&self) -> Result<Client, ClientError> {
        let mut client = Client::start(&self.program, &self.args, READY_TIMEOUT)?;
        for (name, value) in &self.shared_options {
            if let Some(OptionKind::Spin { .. }) = client.option(name).map(|option| &option.kind) {
                client.set_option(name, Some(&value.to_string()))?;
            }
        }
        if self.chess960 {
            client.set_option("UCI_Chess960", Some("true"))?;
        }
        for option in &self.options {
            client.set_option(&option.name, option.value.as_deref())?;
        }
        client.is_ready(READY_TIMEOUT)?;
        Ok(client)
    }
}

/// Names for both engines: the chosen one, else what the engine calls itself, and never the same
/// for both.
pub fn distinct_names(chosen: [Option<String>; 2], own: [&str; 2]) -> [String; 2] {
    let [a, b] = chosen;
    let (a, b) = (a.unwrap_or_else(|| own[0].into()), b.unwrap_or_else(|| own[1].into()));
    if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a, b] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_names_and_values() {
        for (text, name, value) in [
            ("Hash=64", "Hash", Some("64")),
            ("Skill  Level=3", "Skill Level", Some("3")),
            ("Clear Hash", "Clear Hash", None),
            ("EvalFile=a=b c", "EvalFile", Some("a=b c")),
            ("Book=", "Book", Some("")),
        ] {
            let expected = EngineOption { name: name.into(), value: value.map(str::to_owned) };
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        assert!("=5".parse::<EngineOption>().is_err());
    }

    #[test]
    fn engines_never_have_the_same_name() {
        let name = |text: &str| Some(text.to_owned());
        assert_eq!(distinct_names([None, None], ["X", "Y"]), ["X", "Y"]);
        assert_eq!(distinct_names([None, None], ["X", "X"]), ["X (A)", "X (B)"]);
        assert_eq!(distinct_names([name("new"), name("old")], ["X", "X"]), ["new", "old"]);
    }
}
