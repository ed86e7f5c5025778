//! Every number that makes a level what it is. The ratings are those of matches between the levels
//! themselves, as `tabiya match` plays them with `UCI_LimitStrength` and `UCI_Elo`.

/// The habits at some ratings; those between are found by going straight from one to the next, for
/// nodes in equal ratios.
const KNOTS: [(u16, Habits); 7] = [
    (400, Habits { nodes: 400, lines: 40, temperature: 0.22, oversight: 0.65 }),
    (800, Habits { nodes: 600, lines: 18, temperature: 0.055, oversight: 0.20 }),
    (1200, Habits { nodes: 600, lines: 10, temperature: 0.036, oversight: 0.10 }),
    (1600, Habits { nodes: 600, lines: 5, temperature: 0.025, oversight: 0.04 }),
    (2000, Habits { nodes: 1_300, lines: 3, temperature: 0.013, oversight: 0.0 }),
    (2400, Habits { nodes: 3_000, lines: 2, temperature: 0.009, oversight: 0.0 }),
    (2800, Habits { nodes: 8_000, lines: 1, temperature: 0.009, oversight: 0.0 }),
];

/// Nodes for a move of the engine at its best, where nobody gives it a clock.
pub(super) const FULL_NODES: u64 = 1_000_000;

/// From this rating on a mate in one is always seen, and so is a queen to be won.
pub(super) const ALERT: u16 = 900;

/// What the capture of a queen must win at least, in hundredths of a pawn, for the queen to hang.
pub(super) const QUEEN_PROFIT: i32 = 300;

/// What a mate counts, in hundredths of a pawn: more than any material.
pub(super) const MATE: i32 = 3_000;

/// The slope of winning chances over hundredths of a pawn, as found in many games of people.
pub(super) const CHANCE_SLOPE: f64 = 0.003_682_08;

/// What a pawn counts besides the winning chances, which hardly change where all is lost; with it
/// a level goes on defending.
pub(super) const PAWN_SHARE: f64 = 0.01;

/// How much harder a reply is to see: over a long diagonal, going backwards, by a knight, and
/// without capture or check.
pub(super) const LONG_DIAGONAL: f64 = 1.5;
pub(super) const BACKWARDS: f64 = 1.5;
pub(super) const KNIGHT: f64 = 1.4;
pub(super) const QUIET: f64 = 1.3;

/// How much easier a reply is to see that takes the piece which has just moved.
pub(super) const RECAPTURE: f64 = 0.4;

/// The steps that make a diagonal long.
pub(super) const LONG: u8 = 4;

/// How somebody of a rating thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Habits {
    /// Nodes for a move.
    pub(super) nodes: u64,
    /// Moves that are weighed against each other.
    pub(super) lines: usize,
    /// The difference in winning chances that is hardly noticed; zero for one who notices all.
    pub(super) temperature: f64,
    /// The chance to overlook a reply of ordinary difficulty.
    pub(super) oversight: f64,
}

/// The habits of a rating.
pub(super) fn habits(rating: u16) -> Habits {
    let above = KNOTS.iter().position(|(knot, _)| *knot >= rating).unwrap_or(KNOTS.len() - 1);
    let ((low, from), (high, to)) = (KNOTS[above.saturating_sub(1)], KNOTS[above]);
    let share = if high == low {
        1.0
    } else {
        f64::from(rating.clamp(low, high) - low) / f64::from(high - low)
    };
    let between = |from: f64, to: f64| from * (1.0 - share) + to * share;
    let nodes = between((from.nodes as f64).ln(), (to.nodes as f64).ln()).exp();
    Habits {
        nodes: nodes.round() as u64,
        lines: between(from.lines as f64, to.lines as f64).round() as usize,
        temperature: between(from.temperature, to.temperature),
        oversight: between(from.oversight, to.oversight),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_meet_the_knots_and_improve_between_them() {
        // What the last digits of a sum may be off by.
        const DUST: f64 = 1e-9;
        for (rating, expected) in KNOTS {
            assert_eq!(habits(rating), expected);
        }
        for rating in 401..=2800 {
            let (weaker, stronger) = (habits(rating - 1), habits(rating));
            assert!(weaker.nodes <= stronger.nodes, "{rating}");
            assert!(weaker.lines >= stronger.lines, "{rating}");
            assert!(weaker.temperature > stronger.temperature - DUST, "{rating}");
            assert!(weaker.oversight > stronger.oversight - DUST, "{rating}");
        }
    }
}
