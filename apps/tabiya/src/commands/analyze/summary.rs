//! The table on stdout: how each side of each game has played.

use std::io::{self, Write};

use chess::Color;
use chess::pgn::Tree;
use review::{Judgment, Report};

use crate::exit::CliError;

/// The width of a player's name; longer ones are truncated.
const NAME_WIDTH: usize = 28;

/// The table, printed game by game.
pub(super) struct SummaryTable {
    output: io::Stdout,
}

impl SummaryTable {
    /// Prints the header.
    pub(super) fn new() -> Result<SummaryTable, CliError> {
        let mut output = io::stdout();
        writeln!(
            output,
            "{:>5}  {:5}  {:NAME_WIDTH$}  accuracy  loss   ?!    ?   ??",
            "game", "side", "player"
        )?;
        Ok(SummaryTable { output })
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
            let player: String = player.chars().take(NAME_WIDTH).collect();
            let number = if color == Color::White { number.to_string() } else { String::new() };
            let accuracy = side.accuracy.map_or("-".into(), |percent| format!("{percent:.1} %"));
            let loss = side.average_centipawn_loss.map_or("-".into(), |loss| loss.to_string());
            let [inaccuracies, mistakes, blunders] = Judgment::ALL.map(|one| side.count(one));
            writeln!(
                self.output,
                "{number:>5}  {color:5}  {player:NAME_WIDTH$}  {accuracy:>8}  {loss:>4}  \
                 {inaccuracies:>3}  {mistakes:>3}  {blunders:>3}",
            )?;
        }
        self.output.flush()?;
        Ok(())
    }
}
