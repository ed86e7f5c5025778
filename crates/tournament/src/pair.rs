//! Pairs of games between two engines whose options change from pair to pair.

use uci::{Client, ClientError};

use crate::engine::{EngineConfig, READY_TIMEOUT};
use crate::game::{self, Ending, GameRules};
use crate::openings::Opening;
use crate::results::half_points;
use crate::schedule::{Competitor, Round};

/// Two running engines.
pub struct PairPlayer {
    engines: [Client; 2],
}

impl PairPlayer {
    /// Starts the same engine twice.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(config: &EngineConfig) -> Result<PairPlayer, ClientError> {
        Ok(PairPlayer { engines: [config.start()?, config.start()?] })
    }

    /// Sets a number of one of the engines.
    ///
    /// # Errors
    /// When the engine has no such option, or the number is out of range.
    pub fn set(
        &mut self,
        competitor: Competitor,
        name: &str,
        value: i32,
    ) -> Result<(), ClientError> {
        self.engines[competitor.index()].set_option(name, Some(&value.to_string()))
    }

    /// Plays an opening twice with colors swapped. Returns the points of the first engine less
    /// those of the second; none when one of them forfeited a game, which says nothing about its
    /// options.
    ///
    /// # Errors
    /// When an engine is not ready for a game.
    pub fn play(
        &mut self,
        opening: &Opening,
        rules: &GameRules,
    ) -> Result<Option<f64>, ClientError> {
        let mut points = 0.0;
        for is_return in [false, true] {
            let round = Round { pair: 0, is_return };
            for engine in &mut self.engines {
                engine.new_game(READY_TIMEOUT)?;
            }
            let [a, b] = &mut self.engines;
            let mut engines = round.by_color(a, b);
            let (_, ending) = game::play(&mut engines, opening, rules);
            if let Ending::Forfeit { .. } = ending {
                return Ok(None);
            }
            let Some(half_points) = half_points(round, ending.result()) else { return Ok(None) };
            points += f64::from(half_points) - 1.0;
        }
        Ok(Some(points))
    }
}
