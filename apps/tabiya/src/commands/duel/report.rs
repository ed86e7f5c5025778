//! What the user sees: a line of progress while the match goes on, and the summary at its end.

use std::io::{self, IsTerminal, Write};

use super::schedule::Side;
use super::sprt::Sprt;
use super::tally::Tally;

/// The line of progress, on stderr: rewritten in place on a terminal, elsewhere now and then.
pub(super) struct Progress {
    is_terminal: bool,
    /// Games between two lines that stay.
    every: u64,
}

impl Progress {
    pub(super) fn new(every: u64) -> Progress {
        Progress { is_terminal: io::stderr().is_terminal(), every }
    }

    /// To be called after each game.
    pub(super) fn show(&self, tally: &Tally, total: usize, sprt: Option<&Sprt>) {
        let games = tally.score.games();
        let line = format!("{games}/{total}  {}", standing(tally, sprt));
        // Nobody misses a line of progress that cannot be written.
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
        } else if games.is_multiple_of(self.every) {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Takes the line away and says something that stays.
    pub(super) fn tell(&self, line: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{line}");
    }

    pub(super) fn clear(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The match in one line.
fn standing(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let score = &tally.score;
    let mut parts = vec![format!("+{} ={} -{}", score.wins, score.draws, score.losses)];
    if let Some(estimate) = tally.pairs.estimate() {
        parts.push(format!("Elo {:.1} ± {:.1}", estimate.elo, estimate.error));
    }
    if let Some(sprt) = sprt {
        parts.push(format!("LLR {:.2}", sprt.ratio(&tally.pairs)));
    }
    parts.join("  ")
}

/// The match as it stands at its end.
pub(super) fn summary(
    output: &mut impl Write,
    names: &[String; 2],
    tally: &Tally,
    sprt: Option<&Sprt>,
) -> io::Result<()> {
    let (score, pairs) = (&tally.score, &tally.pairs);
    writeln!(output, "{} against {}", names[0], names[1])?;
    write!(output, "games {}  wins {}", score.games(), score.wins)?;
    write!(output, "  draws {}  losses {}", score.draws, score.losses)?;
    match score.games() {
        0 => writeln!(output)?,
        _ => writeln!(output, "  score {:.1} %", 100.0 * score.share())?,
    }
    writeln!(output, "pairs {}  [LL, LD, WL+DD, WD, WW] {:?}", pairs.count(), pairs.0)?;
    match pairs.estimate() {
        None => writeln!(output, "Elo unknown: the pairs are too few or too much alike")?,
        Some(estimate) => writeln!(
            output,
            "Elo {:.1} ± {:.1} (95 %)  LOS {:.1} %",
            estimate.elo,
            estimate.error,
            100.0 * estimate.superiority
        )?,
    }
    if let Some(sprt) = sprt {
        let (ratio, (lower, upper)) = (sprt.ratio(pairs), sprt.bounds());
        write!(output, "SPRT [{}, {}]  LLR {ratio:.2}", sprt.elo0, sprt.elo1)?;
        writeln!(output, " ({lower:.2}, {upper:.2})  {}", sprt.verdict(pairs))?;
    }
    for side in [Side::A, Side::B] {
        let misdeeds = tally.misdeeds(side);
        writeln!(
            output,
            "{}: illegal moves {}  time losses {}  crashes {}",
            names[side.index()],
            misdeeds.illegal_moves,
            misdeeds.time_losses,
            misdeeds.crashes
        )?;
    }
    Ok(())
}
