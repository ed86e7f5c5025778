//! Records finished games: in the PGN file, and in the results.

use crate::error::MatchError;
use crate::game::Ending;
use crate::pgn::{MatchHeader, PgnFile};
use crate::results::Results;
use crate::runner::FinishedGame;
use crate::sprt::{Sprt, SprtDecision};

/// Where finished games go.
#[derive(Debug)]
pub struct Recorder {
    /// The names and tags of the match.
    pub header: MatchHeader,
    /// The results so far.
    pub results: Results,
    /// The file of games, where one is written.
    pub pgn: Option<PgnFile>,
    /// The sequential test, where the match is one.
    pub sprt: Option<Sprt>,
}

impl Recorder {
    /// Writes and counts a game.
    pub(crate) fn record(&mut self, game: &FinishedGame) -> Result<(), MatchError> {
        if let Some(pgn) = &mut self.pgn {
            pgn.append(game, &self.header)?;
        }
        let forfeit = match game.ending {
            Ending::Forfeit { forfeit, .. } => Some(forfeit),
            Ending::Rules(_) | Ending::Adjudicated(_) => None,
        };
        self.results.count(game.round, game.ending.result(), forfeit);
        Ok(())
    }

    /// What the sequential test says; none when there is no test.
    pub fn decision(&self) -> Option<SprtDecision> {
        self.sprt.map(|sprt| sprt.decision(&self.results.pairs))
    }

    /// True when the sequential test needs no more games.
    pub(crate) fn is_decided(&self) -> bool {
        matches!(self.decision(), Some(SprtDecision::H0 | SprtDecision::H1))
    }
}
