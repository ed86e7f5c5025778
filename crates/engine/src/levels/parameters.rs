//! The parameters of the levels. The ratings are on the scale of people, and come from games of the
//! levels against each other and against networks that play like people, played by
//! `cargo xtask levels --ladder`; those of the levels with names from games against rated levels,
//! played by `cargo xtask levels`. Solved puzzles say how much of the errors are oversights.

/// The parameters at some ratings; those between are interpolated linearly, nodes logarithmically.
const PARAMETERS_BY_RATING: [(u16, LevelParameters); 20] = [
    (400, LevelParameters { nodes: 600, errors: errors(30, 0.15, 0.8) }),
    (500, LevelParameters { nodes: 600, errors: errors(28, 0.06, 0.69) }),
    (600, LevelParameters { nodes: 600, errors: errors(25, 0.036, 0.55) }),
    (700, LevelParameters { nodes: 600, errors: errors(22, 0.032, 0.395) }),
    (800, LevelParameters { nodes: 600, errors: errors(20, 0.032, 0.203) }),
    (1000, LevelParameters { nodes: 600, errors: errors(16, 0.032, 0.0925) }),
    (1100, LevelParameters { nodes: 600, errors: errors(14, 0.032, 0.0685) }),
    (1200, LevelParameters { nodes: 600, errors: errors(12, 0.032, 0.0575) }),
    (1300, LevelParameters { nodes: 600, errors: errors(10, 0.032, 0.0535) }),
    (1400, LevelParameters { nodes: 600, errors: errors(9, 0.032, 0.0452) }),
    (1600, LevelParameters { nodes: 650, errors: errors(7, 0.032, 0.0287) }),
    (1800, LevelParameters { nodes: 800, errors: errors(5, 0.032, 0.0222) }),
    (1900, LevelParameters { nodes: 840, errors: errors(4, 0.032, 0.0219) }),
    (2000, LevelParameters { nodes: 1_150, errors: errors(4, 0.032, 0.0126) }),
    (2200, LevelParameters { nodes: 1_500, errors: errors(4, 0.026, 0.002) }),
    (2300, LevelParameters { nodes: 1_500, errors: errors(3, 0.0245, 0.001) }),
    (2400, LevelParameters { nodes: 1_600, errors: errors(3, 0.0177, 0.0) }),
    (2600, LevelParameters { nodes: 2_150, errors: errors(3, 0.0092, 0.0) }),
    (2700, LevelParameters { nodes: 2_300, errors: errors(2, 0.0092, 0.0) }),
    (2800, LevelParameters { nodes: 2_850, errors: errors(2, 0.0071, 0.0) }),
];

/// The levels with names.
pub(super) const EASY: NamedLevel =
    NamedLevel { rating: 700, depth: 2, errors: errors(24, 0.047, 0.52) };
pub(super) const MEDIUM: NamedLevel =
    NamedLevel { rating: 1100, depth: 4, errors: errors(14, 0.049, 0.235) };
pub(super) const HARD: NamedLevel =
    NamedLevel { rating: 1600, depth: 6, errors: errors(8, 0.036, 0.1) };

/// Nodes for a move at full strength, without a clock.
pub(super) const FULL_NODES: u64 = 1_000_000;

/// The first moves of a game, in which everybody varies their openings, and the pieces that must
/// be left for it to be one.
pub(super) const OPENING_MOVES: u16 = 4;
pub(super) const OPENING_PIECES: usize = 28;

/// How many moves are compared in the opening at least, and the lowest temperature of the choice:
/// moves that are worse by less than a tenth of a pawn are played often.
const OPENING_MULTI_PV: usize = 4;
const OPENING_TEMPERATURE: f64 = 0.008;

/// From this rating on, mates in one and hanging queens are never missed.
pub(super) const NO_BLUNDER_RATING: u16 = 900;

/// What the capture of a hanging queen must win at least, in centipawns.
pub(super) const HANGING_QUEEN_GAIN: i32 = 300;

/// The value of a mate in centipawns: more than any material.
pub(super) const MATE: i32 = 3_000;

/// The slope of the winning chances by centipawns, fitted to games of people.
pub(super) const WIN_CHANCE_SLOPE: f64 = 0.003_682_08;

/// What a pawn counts besides the winning chances, which hardly change in lost positions: with it a
/// level keeps defending.
pub(super) const PAWN_BONUS: f64 = 0.01;

/// How much harder a move is to see: along a long diagonal, backwards, by a knight, and without
/// capture or check.
pub(super) const LONG_DIAGONAL: f64 = 1.5;
pub(super) const BACKWARDS: f64 = 1.5;
pub(super) const KNIGHT: f64 = 1.4;
pub(super) const QUIET: f64 = 1.3;

/// How much more often a forcing move of one's own is overlooked than a reply.
pub(super) const OWN_MOVE: f64 = 2.0;

/// How much easier a recapture is to see.
pub(super) const RECAPTURE: f64 = 0.4;

/// The squares that make a diagonal move long.
pub(super) const LONG_DISTANCE: u8 = 4;

/// How a level of a rating thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LevelParameters {
    /// Nodes for a move.
    pub(super) nodes: u64,
    /// How it errs.
    pub(super) errors: HumanErrors,
}

/// How a level with a name thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NamedLevel {
    /// Its strength, as a rated level.
    pub(super) rating: u16,
    /// The plies that it looks ahead.
    pub(super) depth: u32,
    /// How it errs.
    pub(super) errors: HumanErrors,
}

/// How an opponent chooses among the moves that it has compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HumanErrors {
    /// Moves to choose from.
    pub(super) multi_pv: usize,
    /// The temperature of the choice: the difference in winning chances that is hardly noticed.
    pub(super) temperature: f64,
    /// The probability of overlooking a reply of ordinary difficulty.
    pub(super) oversight: f64,
}

const fn errors(multi_pv: usize, temperature: f64, oversight: f64) -> HumanErrors {
    HumanErrors { multi_pv, temperature, oversight }
}

impl LevelParameters {
    /// The parameters in the opening. The search has as many more nodes as there are more moves to
    /// compare, so that none is judged worse than later in the game.
    pub(super) fn in_opening(self) -> LevelParameters {
        let errors = self.errors.in_opening();
        let nodes = self.nodes * errors.multi_pv as u64 / self.errors.multi_pv as u64;
        LevelParameters { nodes, errors }
    }
}

impl HumanErrors {
    /// The choice in the opening: among several moves, whatever the strength.
    pub(super) fn in_opening(self) -> HumanErrors {
        HumanErrors {
            multi_pv: self.multi_pv.max(OPENING_MULTI_PV),
            temperature: self.temperature.max(OPENING_TEMPERATURE),
            ..self
        }
    }
}

/// The parameters of a rating.
pub(super) fn of_rating(rating: u16) -> LevelParameters {
    let table = &PARAMETERS_BY_RATING;
    let above = table.iter().position(|(known, _)| *known >= rating).unwrap_or(table.len() - 1);
    let ((low, from), (high, to)) = (table[above.saturating_sub(1)], table[above]);
    let fraction = if high == low {
        1.0
    } else {
        f64::from(rating.clamp(low, high) - low) / f64::from(high - low)
    };
    let between = |from: f64, to: f64| from * (1.0 - fraction) + to * fraction;
    let nodes = between((from.nodes as f64).ln(), (to.nodes as f64).ln()).exp();
    let (from, to) = (from.errors, to.errors);
    let errors = HumanErrors {
        multi_pv: between(from.multi_pv as f64, to.multi_pv as f64).round() as usize,
        temperature: between(from.temperature, to.temperature),
        oversight: between(from.oversight, to.oversight),
    };
    LevelParameters { nodes: nodes.round() as u64, errors }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_opening_every_line_has_as_many_nodes_as_later() {
        for rating in (400..=2800).step_by(50) {
            let (later, opening) = (of_rating(rating), of_rating(rating).in_opening());
            let per_line = |level: LevelParameters| level.nodes / level.errors.multi_pv as u64;
            assert_eq!(per_line(opening), per_line(later), "{rating}");
        }
    }

    #[test]
    fn parameters_are_those_of_the_table_and_improve_between_its_ratings() {
        const ROUNDING: f64 = 1e-9;
        for (rating, expected) in PARAMETERS_BY_RATING {
            assert_eq!(of_rating(rating), expected);
        }
        for rating in 401..=2800 {
            let (weaker, stronger) = (of_rating(rating - 1), of_rating(rating));
            assert!(weaker.nodes <= stronger.nodes, "{rating}");
            let (weaker, stronger) = (weaker.errors, stronger.errors);
            assert!(weaker.multi_pv >= stronger.multi_pv, "{rating}");
            assert!(weaker.temperature > stronger.temperature - ROUNDING, "{rating}");
            assert!(weaker.oversight > stronger.oversight - ROUNDING, "{rating}");
        }
    }
}
