//! The table of games: how each side has played.

use std::io::{self, Write};

use chess::Color;
use chess::pgn::Tree;
use review::{Judgment, Report};

use crate::exit::CliError;

/// The width of a player's name; longer ones are cut.
const NAME: usize = 28;

/// The table on stdout, a game at a time.
pub(super) struct Table {
    output: io::Stdout,
}

impl Table {
    /// Prints the head.
    pub(super) fn new() -> Result<Table, CliError> {
        let mut output = io::stdout();
        writeln!(
            output,
            "{:>5}  {:5}  {:NAME$}  accuracy  loss   ?!    ?   ??",
            "game", "side", "player"
        )?;
        Ok(Table { output })
    }

    /// Prints both sides of a game.
    pub(super) fn add(
        &mut self,
        number: u64,
        tree: &Tree,
        report: &Report,
    ) -> Result<(), CliError> {
        for (color, side) in report.sides.iter() {
            let player = tree.tags().get(&color.to_string()).unwrap_or("?");
            let player: String = player.chars().take(NAME).collect();
            let number = if color == Color::White { number.to_string() } else { String::new() };
            let accuracy = side.accuracy.map_or("-".into(), |percent| format!("{percent:.1} %"));
            let loss = side.average_loss.map_or("-".into(), |loss| loss.to_string());
            let [inaccuracies, mistakes, blunders] = Judgment::ALL.map(|one| side.count(one));
            writeln!(
                self.output,
                "{number:>5}  {color:5}  {player:NAME$}  {accuracy:>8}  {loss:>4}  \
                 {inaccuracies:>3}  {mistakes:>3}  {blunders:>3}",
            )?;
        }
        self.output.flush()?;
        Ok(())
    }
}
