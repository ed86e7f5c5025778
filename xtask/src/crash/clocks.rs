//! Clocks across outages: a clock may lose only time in which a server was there.

use std::time::Duration;

use game::{Event, Game, Record, Timestamp};

use super::check::Circumstances;
use super::violation::Violation;

/// The server's clock and ours are read at slightly different times, in whole milliseconds.
const TOLERANCE: Duration = Duration::from_millis(5);

/// A time without a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outage {
    /// The server was certainly gone.
    pub(crate) gone: Timestamp,
    /// The next one was about to be started.
    pub(crate) back: Timestamp,
}

/// Checks what every event of a log charges. The log replays, which was checked before.
pub(crate) fn check(records: &[Record], circumstances: &Circumstances) -> Result<(), Violation> {
    let Circumstances { outages, is_disturbed } = circumstances;
    let [first, rest @ ..] = records else { return Ok(()) };
    let mut game = Game::replay([first.clone()]).map_err(Violation::InvalidLog)?;
    let (mut began, mut used) = (first.at, Duration::ZERO);
    for record in rest {
        match record.event {
            Event::Moved { clock, .. } => {
                charge(&game, record.version, clock, began, up_time(began, record.at, outages))?;
                began = record.at;
            }
            Event::Resumed { clock, .. } => {
                let within = |outage: &&Outage| began <= outage.back && outage.gone <= record.at;
                let most = match outages.iter().rev().find(within) {
                    Some(last) => up_time(began, last.gone, outages),
                    // The clock of a server that stood still is behind those of others.
                    None if *is_disturbed => record.at.since(began),
                    None => return Err(Violation::NeedlessGrace { version: record.version }),
                };
                charge(&game, record.version, clock, began, most)?;
                began = record.at;
            }
            Event::Adjourned { spent } => used = spent,
            // The turn goes on: what it took before the adjournment counts.
            Event::Continued => began = record.at.before(used),
            _ => {}
        }
        game.apply(record).map_err(Violation::InvalidLog)?;
    }
    Ok(())
}

/// Compares what the clock of the side to move shows after an event with what it showed when the
/// turn began.
fn charge(
    game: &Game,
    version: u32,
    after: Option<Duration>,
    began: Timestamp,
    most: Duration,
) -> Result<(), Violation> {
    let (Some(before), Some(after)) = (game.clock(game.board().position().turn(), began), after)
    else {
        return Ok(());
    };
    let charged_ms = before.as_millis() as i128 - after.as_millis() as i128;
    let most_ms = (most + TOLERANCE).as_millis() as u64;
    if (0..=i128::from(most_ms)).contains(&charged_ms) {
        Ok(())
    } else {
        Err(Violation::Clock { version, charged_ms, most_ms })
    }
}

/// How long a server was there between two moments.
fn up_time(from: Timestamp, to: Timestamp, outages: &[Outage]) -> Duration {
    let down = |outage: &Outage| outage.back.min(to).since(outage.gone.max(from));
    to.since(from).saturating_sub(outages.iter().map(down).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_are_no_time() {
        let outage = |gone, back| Outage { gone: Timestamp(gone), back: Timestamp(back) };
        for (outages, expected) in [
            (vec![], 100),
            (vec![outage(120, 150)], 70),
            (vec![outage(0, 110), outage(190, 500)], 80),
            (vec![outage(0, 100), outage(200, 300)], 100),
            (vec![outage(50, 250)], 0),
        ] {
            let up = up_time(Timestamp(100), Timestamp(200), &outages);
            assert_eq!(up.as_millis(), expected, "{outages:?}");
        }
    }
}
