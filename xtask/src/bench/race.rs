//! Several contestants at the same work, timed fairly on a machine that is not quiet.
//!
//! All run once in every round, each round beginning with another one, and the best time of each
//! counts: noise only ever adds time, and what disturbs a round disturbs all contestants.

use std::time::Instant;

use crate::error::TaskError;

/// Those who compete, ours first. A column of the result for each.
pub(crate) const CONTESTANTS: [&str; 5] =
    ["Tabiya", "cozy-chess", "shakmaty", "chess 3.2", "Stockfish"];

/// A contestant's work, which returns a sum over what it found so that all can be checked to have
/// done the same.
pub(crate) type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// The work of each contestant; nothing for one that cannot do it.
pub(crate) type Lineup<'a> = [Option<Work<'a>>; CONTESTANTS.len()];

/// A value for each contestant that took part.
pub(crate) type Results = [Option<f64>; CONTESTANTS.len()];

/// What came of a race.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The sum that all agree on.
    pub(crate) sum: u64,
    /// The best time of each contestant.
    pub(crate) seconds: Results,
}

/// Runs all rounds.
pub(crate) fn race(rounds: usize, mut lineup: Lineup) -> Result<Outcome, TaskError> {
    let mut best: Results = [None; CONTESTANTS.len()];
    let mut agreed: Option<(usize, u64)> = None;
    for turn in 0..rounds * CONTESTANTS.len() {
        let (round, place) = (turn / CONTESTANTS.len(), turn % CONTESTANTS.len());
        let contestant = (round + place) % CONTESTANTS.len();
        let Some(work) = &mut lineup[contestant] else { continue };
        let begin = Instant::now();
        let sum = work();
        let seconds = begin.elapsed().as_secs_f64();
        best[contestant] = Some(best[contestant].map_or(seconds, |best| best.min(seconds)));
        match agreed {
            Some((first, expected)) if sum != expected => {
                return Err(disagreement((first, expected), (contestant, sum)));
            }
            _ => agreed = Some((contestant, sum)),
        }
    }
    Ok(Outcome { sum: agreed.map_or(0, |(_, sum)| sum), seconds: best })
}

fn disagreement(first: (usize, u64), second: (usize, u64)) -> TaskError {
    let told = |(contestant, sum): (usize, u64)| format!("{} finds {sum}", CONTESTANTS[contestant]);
    TaskError::No(format!("no fair race: {}, {}", told(first), told(second)))
}

/// The geometric mean; nothing of nothing.
pub(crate) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (count, logs) =
        values.into_iter().fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value.ln()));
    (count > 0).then(|| (logs / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn contestants_take_turns_and_every_round_begins_with_another() {
        let order = RefCell::new(Vec::new());
        let enter = |contestant: usize| -> Option<Work> {
            let order = &order;
            Some(Box::new(move || {
                order.borrow_mut().push(contestant);
                7
            }))
        };
        let outcome = race(2, [enter(0), enter(1), None, None, None]).unwrap();
        assert_eq!(outcome.sum, 7);
        assert_eq!(outcome.seconds.map(|time| time.is_some()), [true, true, false, false, false]);
        assert_eq!(*order.borrow(), [0, 1, 1, 0]);
    }

    #[test]
    fn contestants_must_find_the_same() {
        let lineup: Lineup = [Some(Box::new(|| 20)), Some(Box::new(|| 21)), None, None, None];
        assert_eq!(
            race(1, lineup).unwrap_err().to_string(),
            "no fair race: Tabiya finds 20, cozy-chess finds 21"
        );
    }

    #[test]
    fn the_geometric_mean_weighs_ratios() {
        assert_eq!(geometric_mean([]), None);
        assert_eq!(geometric_mean([2.0]), Some(2.0));
        assert!((geometric_mean([0.5, 2.0]).unwrap() - 1.0).abs() < 1e-12);
    }
}
