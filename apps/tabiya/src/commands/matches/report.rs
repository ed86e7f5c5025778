//! What the user sees of a match: a progress bar while it runs, and the summary at its end.

use std::io::{self, Write};

use tournament::{Competitor, Ending, FinishedGame, Recorder};

use crate::progress::Progress;

/// Shows a finished game: forfeits as lines that stay, and the standing. Without a terminal, the
/// standing is a line after every `interval` games.
pub(super) fn show_game(
    progress: &Progress,
    interval: u64,
    game: &FinishedGame,
    recorder: &Recorder,
) {
    if let Ending::Forfeit { loser, reason, .. } = &game.ending {
        let loser = &recorder.header.names[game.round.competitor(*loser).index()];
        progress.log(&format!("game {}: {loser} loses: {reason}", game.round));
    }
    let games = recorder.results.score.games();
    if !progress.is_visible() && games.is_multiple_of(interval) {
        progress.log(&standing(recorder));
    }
    progress.update(games, || standing(recorder));
}

/// The standing in one line.
fn standing(recorder: &Recorder) -> String {
    let results = &recorder.results;
    let score = &results.score;
    let mut parts = vec![
        format!("{}/{}", score.games(), results.total()),
        format!("+{} ={} -{}", score.wins, score.draws, score.losses),
    ];
    if let Some(estimate) = results.pairs.estimate() {
        parts.push(format!("Elo {:.1} ± {:.1}", estimate.elo, estimate.error));
    }
    if let Some(sprt) = recorder.sprt {
        parts.push(format!("LLR {:.2}", sprt.llr(&results.pairs)));
    }
    parts.join("  ")
}

/// Prints the results of a match.
pub(super) fn summary(output: &mut impl Write, recorder: &Recorder) -> io::Result<()> {
    let (names, results) = (&recorder.header.names, &recorder.results);
    let (score, pairs) = (&results.score, &results.pairs);
    writeln!(output, "{} vs {}", names[0], names[1])?;
    write!(output, "games {}  wins {}", score.games(), score.wins)?;
    write!(output, "  draws {}  losses {}", score.draws, score.losses)?;
    match score.games() {
        0 => writeln!(output)?,
        _ => writeln!(output, "  score {:.1} %", 100.0 * score.rate())?,
    }
    writeln!(output, "pairs {}  [LL, LD, WL+DD, WD, WW] {:?}", pairs.count(), pairs.0)?;
    match pairs.estimate() {
        None => writeln!(output, "Elo unknown: too few pairs, or all with the same score")?,
        Some(estimate) => writeln!(
            output,
            "Elo {:.1} ± {:.1} (95 %)  LOS {:.1} %",
            estimate.elo,
            estimate.error,
            100.0 * estimate.los
        )?,
    }
    if let Some(sprt) = recorder.sprt {
        let (llr, (lower, upper)) = (sprt.llr(pairs), sprt.bounds());
        write!(output, "SPRT [{}, {}]  LLR {llr:.2}", sprt.elo0, sprt.elo1)?;
        writeln!(output, " ({lower:.2}, {upper:.2})  {}", sprt.decision(pairs))?;
    }
    for competitor in [Competitor::A, Competitor::B] {
        let forfeits = results.forfeits(competitor);
        writeln!(
            output,
            "{}: illegal moves {}  time losses {}  crashes {}",
            names[competitor.index()],
            forfeits.illegal_moves,
            forfeits.time_losses,
            forfeits.crashes
        )?;
    }
    Ok(())
}
