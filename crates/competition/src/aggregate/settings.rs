//! What the organizer chooses.

use chess::Color;
use game::{Name, TimeControl};

use crate::tiebreaks::{Cuts, Edition, TieBreak};
use crate::{PointValues, Points, keizer};

/// What the organizer chooses for a competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The name.
    pub name: Name,
    /// Who meets whom.
    pub format: Format,
    /// What results are worth.
    pub points: PointValues,
    /// What decides between equal points in a Swiss and a round robin, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// The edition of the rules for tie-breaks.
    pub edition: Edition,
    /// The time control of both sides; none for games without a clock.
    pub time_control: Option<TimeControl>,
    /// True if the games count for ratings.
    pub rated: bool,
    /// The color that was drawn for the first player before round 1 (Swiss).
    pub initial_color: Color,
    /// How many half-point byes entrants may take of their own accord (Swiss).
    pub half_point_byes: u16,
    /// True if late entrants get half a point for each round that they have missed (Swiss).
    pub late_half_points: bool,
}

/// How opponents are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Players with about the same score meet, nobody twice (FIDE Dutch).
    Swiss {
        /// How many rounds are planned.
        rounds: u16,
        /// True for Baku acceleration.
        accelerated: bool,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// True if everybody meets twice.
        double: bool,
        /// Who gets which number of the Berger table.
        numbering: Numbering,
    },
    /// The Keizer system.
    Keizer {
        /// How many rounds are planned.
        rounds: u16,
        /// What the club chooses.
        parameters: Box<keizer::Parameters>,
    },
    /// Who loses is out.
    Knockout {
        /// How many games decide a match.
        games: MatchLength,
        /// True if the losers of the semifinals play for the third place.
        third_place: bool,
        /// Who gets which seed.
        numbering: Numbering,
    },
}

/// How many games decide a match of a knockout, before a play-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchLength {
    /// One game.
    One,
    /// Two games, with either color.
    Two,
}

impl MatchLength {
    /// The number of games.
    pub fn games(self) -> usize {
        match self {
            MatchLength::One => 1,
            MatchLength::Two => 2,
        }
    }
}

/// How the numbers of a round robin and the seeds of a knockout are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// By rating, the strongest first.
    Rating,
    /// By lot: the seed from which the lots follow.
    Lots(u64),
}

impl Settings {
    /// The most rounds of a Swiss or of the Keizer system.
    pub const MAX_ROUNDS: u16 = 200;

    /// The most tie-breaks.
    pub const MAX_TIE_BREAKS: usize = 20;

    /// The usual settings of a format.
    pub fn new(name: Name, format: Format) -> Settings {
        Settings {
            name,
            tie_breaks: usual_tie_breaks(&format),
            format,
            points: PointValues::default(),
            edition: Edition::default(),
            time_control: None,
            rated: false,
            initial_color: Color::White,
            half_point_byes: 1,
            late_half_points: false,
        }
    }

    /// Checks that a competition can be held with these settings.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn check(&self) -> Result<(), SettingsError> {
        check_rounds(&self.format)?;
        check_keizer(&self.format)?;
        check_points(&self.points)?;
        check_acceleration(&self.format, &self.points)?;
        check_tie_breaks(&self.tie_breaks)?;
        let is_valid = self.time_control.is_none_or(TimeControl::is_valid);
        if is_valid { Ok(()) } else { Err(SettingsError::TimeControl) }
    }
}

impl Format {
    /// True if the entrants are numbered once and for all before the first round.
    pub(crate) fn is_numbered(&self) -> bool {
        matches!(self, Format::RoundRobin { .. } | Format::Knockout { .. })
    }

    /// True if a competition that was paired by this format can go on by another one: only the
    /// number of rounds and what Keizer scores are worth may change.
    pub(crate) fn can_become(&self, other: &Format) -> bool {
        match (self, other) {
            (Format::Swiss { accelerated, .. }, Format::Swiss { accelerated: new, .. }) => {
                accelerated == new
            }
            (Format::Keizer { .. }, Format::Keizer { .. }) => true,
            _ => self == other,
        }
    }
}

fn check_rounds(format: &Format) -> Result<(), SettingsError> {
    match *format {
        Format::Swiss { rounds, .. } | Format::Keizer { rounds, .. }
            if !(1..=Settings::MAX_ROUNDS).contains(&rounds) =>
        {
            Err(SettingsError::Rounds(rounds))
        }
        _ => Ok(()),
    }
}

/// No parameter is larger than anybody needs.
fn check_keizer(format: &Format) -> Result<(), SettingsError> {
    let Format::Keizer { parameters, .. } = format else { return Ok(()) };
    let is_small = parameters.repeat_gap <= Settings::MAX_ROUNDS
        && parameters.top.is_none_or(|top| top <= MAX_TOP);
    if is_small { Ok(()) } else { Err(SettingsError::Keizer) }
}

/// A win is worth more than a loss, with a draw between them. Large amounts would not fit the
/// columns of report files.
fn check_points(points: &PointValues) -> Result<(), SettingsError> {
    let PointValues { win, draw, loss, absence, forfeit_loss, pairing_allocated_bye } = *points;
    let all = [win, draw, loss, absence, forfeit_loss, pairing_allocated_bye];
    let limits = Points::ZERO..=Points::ONE * MAX_POINTS;
    match all.into_iter().find(|points| !limits.contains(points)) {
        Some(points) => Err(SettingsError::Points(points)),
        None if win <= loss || draw < loss || win < draw => Err(SettingsError::PointOrder),
        None => Ok(()),
    }
}

/// The tie-breaks that a format usually has.
fn usual_tie_breaks(format: &Format) -> Vec<TieBreak> {
    let uncut = Cuts::default();
    match format {
        Format::Swiss { .. } => vec![
            TieBreak::Buchholz(Cuts { low: 1, high: 0 }),
            TieBreak::Buchholz(uncut),
            TieBreak::DirectEncounter,
            TieBreak::SonnebornBerger(uncut),
            TieBreak::Wins,
        ],
        Format::RoundRobin { .. } => {
            vec![TieBreak::DirectEncounter, TieBreak::Wins, TieBreak::SonnebornBerger(uncut)]
        }
        Format::Keizer { .. } | Format::Knockout { .. } => Vec::new(),
    }
}

fn check_tie_breaks(tie_breaks: &[TieBreak]) -> Result<(), SettingsError> {
    let is_again = |(index, one): &(usize, &TieBreak)| tie_breaks[..*index].contains(one);
    if tie_breaks.len() > Settings::MAX_TIE_BREAKS {
        Err(SettingsError::TooManyTieBreaks)
    } else if let Some((_, again)) = tie_breaks.iter().enumerate().find(is_again) {
        Err(SettingsError::TieBreakTwice(*again))
    } else {
        Ok(())
    }
}

/// Baku acceleration needs a draw to be half a win, and a loss to be nothing (C.04.7).
fn check_acceleration(format: &Format, points: &PointValues) -> Result<(), SettingsError> {
    let is_accelerated = matches!(format, Format::Swiss { accelerated: true, .. });
    let is_usual = points.win == points.draw * 2 && points.loss == Points::ZERO;
    if is_usual || !is_accelerated { Ok(()) } else { Err(SettingsError::Acceleration) }
}

/// The largest value of the first in the list of the Keizer system.
const MAX_TOP: u16 = 10_000;

/// The most points that a result can be worth.
const MAX_POINTS: i32 = 10;

/// Why a competition cannot be held with some settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// No rounds, or too many.
    #[error("{0} rounds are not possible; plan between 1 and {max}", max = Settings::MAX_ROUNDS)]
    Rounds(u16),
    /// A result is worth less than nothing or too much.
    #[error("a result cannot be worth {0} points; choose between 0 and {MAX_POINTS}")]
    Points(Points),
    /// A loss is worth more than a draw or a win.
    #[error("a win must be worth more than a loss, and a draw something between them")]
    PointOrder,
    /// The point values do not suit an accelerated pairing.
    #[error("acceleration needs a draw to be worth half a win, and a loss nothing")]
    Acceleration,
    /// More tie-breaks than anybody needs.
    #[error("at most {} tie-breaks", Settings::MAX_TIE_BREAKS)]
    TooManyTieBreaks,
    /// A tie-break is listed twice.
    #[error("the tie-break {0} is listed twice")]
    TieBreakTwice(TieBreak),
    /// A parameter of the Keizer system is too large.
    #[error("a value of the Keizer system is too large")]
    Keizer,
    /// No game can be played with the time control.
    #[error("no game can be played with this time control")]
    TimeControl,
}
