//! `tabiya completions`.

use std::process::Command;

use crate::harness::{Folder, run};

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).success();
        for word in ["serve", "analyze", "completions", "max-connections", "divide"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
    }
}

#[test]
fn a_shell_that_is_not_known_is_refused_with_those_that_are() {
    run(&["completions", "cmd"]).refused(
        "invalid value 'cmd' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh] \
         (try --help)",
    );
}

// Where the shell is, it has the last word.
#[test]
#[cfg(unix)]
fn bash_completes_a_command() {
    let folder = Folder::new("completions-bash");
    let script = folder.write("tabiya", run(&["completions", "bash"]).success());
    let ask = "source \"$1\"; COMP_WORDS=(tabiya pgn ch); COMP_CWORD=2; \
               _tabiya tabiya ch pgn; echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["--norc", "-c", ask, "bash", &script]).output()
    else {
        return;
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "check\n", "{output:?}");
}
