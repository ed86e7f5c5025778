//! The tie-breaks by their acronyms.

use std::fmt;
use std::str::FromStr;

/// How many contributions are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cuts {
    /// The least significant ones: `/C1`.
    pub low: u8,
    /// The most significant ones, for medians: `/M1`.
    pub high: u8,
}

/// A tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// `PTS`: the points.
    Points,
    /// `STD`: points as 1, ½ and 0, whatever the tournament gives.
    StandardPoints,
    /// `WIN`: rounds with the points of a win, played or not.
    Wins,
    /// `WON`: games won at the board.
    GamesWon,
    /// `BPG`: games played with Black.
    GamesWithBlack,
    /// `BWG`: games won with Black.
    WinsWithBlack,
    /// `REP` or `GE`: rounds that the player elected to play.
    RoundsPlayed,
    /// `PS`: the sum of the scores after each round, without some of the first.
    ProgressiveScore(u8),
    /// `DE`: direct encounter.
    DirectEncounter,
    /// `BH`: Buchholz.
    Buchholz(Cuts),
    /// `FB`: fore Buchholz.
    ForeBuchholz(Cuts),
    /// `AOB`: the average of the opponents' Buchholz.
    AverageBuchholz,
    /// `SB`: Sonneborn-Berger.
    SonnebornBerger(Cuts),
    /// `KS`: Koya system.
    Koya,
    /// `ARO`: the average rating of the opponents, without some of the lowest.
    AverageRating(u8),
    /// `TPR`: tournament performance rating.
    PerformanceRating,
    /// `PTP`: perfect tournament performance.
    PerfectPerformance,
    /// `APRO`: the average performance rating of the opponents.
    AveragePerformance,
    /// `APPO`: the average perfect performance of the opponents.
    AveragePerfectPerformance,
    /// `TPN`: the starting number, the smaller the better.
    PairingNumber,
    /// `RTNG`: the rating.
    Rating,
}

/// Text that names no tie-break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no tie-break; expected PTS, STD, WIN, WON, BPG, BWG, REP, PS, DE, BH, FB, AOB, SB, \
     KS, ARO, TPR, PTP, APRO, APPO, TPN or RTNG, some with /C1 or /M1 such as BH/C1"
)]
pub struct ParseTieBreakError(String);

/// Without modifiers.
const PLAIN: [(&str, TieBreak); 17] = [
    ("PTS", TieBreak::Points),
    ("STD", TieBreak::StandardPoints),
    ("WIN", TieBreak::Wins),
    ("WON", TieBreak::GamesWon),
    ("BPG", TieBreak::GamesWithBlack),
    ("BWG", TieBreak::WinsWithBlack),
    ("REP", TieBreak::RoundsPlayed),
    ("DE", TieBreak::DirectEncounter),
    ("AOB", TieBreak::AverageBuchholz),
    ("KS", TieBreak::Koya),
    ("TPR", TieBreak::PerformanceRating),
    ("PTP", TieBreak::PerfectPerformance),
    ("APRO", TieBreak::AveragePerformance),
    ("APPO", TieBreak::AveragePerfectPerformance),
    ("TPN", TieBreak::PairingNumber),
    ("RTNG", TieBreak::Rating),
    ("GE", TieBreak::RoundsPlayed),
];

impl FromStr for TieBreak {
    type Err = ParseTieBreakError;

    fn from_str(text: &str) -> Result<TieBreak, ParseTieBreakError> {
        let name = text.trim().to_ascii_uppercase();
        parse(&name).ok_or_else(|| ParseTieBreakError(text.chars().take(20).collect()))
    }
}

fn parse(name: &str) -> Option<TieBreak> {
    if let Some((_, tie_break)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
        return Some(*tie_break);
    }
    let (kind, modifier) =
        name.split_once(['/', '-']).map_or((name, None), |(kind, modifier)| (kind, Some(modifier)));
    let cuts = match modifier {
        None => Cuts::default(),
        Some(modifier) => parse_cuts(modifier)?,
    };
    match (kind, cuts.high) {
        ("BH", _) => Some(TieBreak::Buchholz(cuts)),
        ("FB", _) => Some(TieBreak::ForeBuchholz(cuts)),
        ("SB", _) => Some(TieBreak::SonnebornBerger(cuts)),
        ("PS", 0) => Some(TieBreak::ProgressiveScore(cuts.low)),
        ("ARO", 0) => Some(TieBreak::AverageRating(cuts.low)),
        _ => None,
    }
}

fn parse_cuts(modifier: &str) -> Option<Cuts> {
    let (letter, number) = modifier.split_at_checked(1)?;
    let number = number.parse().ok().filter(|number| (1..=99).contains(number))?;
    match letter {
        "C" => Some(Cuts { low: number, high: 0 }),
        "M" => Some(Cuts { low: number, high: number }),
        _ => None,
    }
}

impl fmt::Display for Cuts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (0, 0) => Ok(()),
            (low, 0) => write!(f, "/C{low}"),
            (low, _) => write!(f, "/M{low}"),
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = |low: u8| Cuts { low, high: 0 };
        match self {
            TieBreak::Buchholz(cuts) => write!(f, "BH{cuts}"),
            TieBreak::ForeBuchholz(cuts) => write!(f, "FB{cuts}"),
            TieBreak::SonnebornBerger(cuts) => write!(f, "SB{cuts}"),
            TieBreak::ProgressiveScore(cut) => write!(f, "PS{}", first(*cut)),
            TieBreak::AverageRating(cut) => write!(f, "ARO{}", first(*cut)),
            plain => {
                let row = PLAIN.iter().find(|(_, tie_break)| tie_break == plain);
                f.write_str(row.map_or("", |row| row.0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in
            ["PTS", "BH", "BH/C1", "BH/M2", "SB/C1", "PS/C1", "ARO/C1", "FB/C1", "DE", "REP"]
        {
            assert_eq!(name.parse::<TieBreak>().unwrap().to_string(), name);
        }
        assert_eq!("bh-c1".parse(), "BH/C1".parse::<TieBreak>());
        assert_eq!("GE".parse(), Ok(TieBreak::RoundsPlayed));
        for name in ["", "XX", "BH/", "BH/C0", "BH/C", "BH/X1", "PS/M1", "KS/C1", "BH/Cé"] {
            assert!(name.parse::<TieBreak>().is_err(), "{name}");
        }
    }
}
