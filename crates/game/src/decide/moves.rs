//! Moves and draw claims.

use std::time::Duration;

use chess::{Color, Move};

use crate::{Event, Game, GameError, Timestamp};

impl Game {
    pub(super) fn play_by(
        &self,
        by: Color,
        play: Move,
        now: Timestamp,
        lag: Duration,
    ) -> Result<Event, GameError> {
        self.ensure_turn_of(by)?;
        let spent = self.charged(now, lag);
        let after = |remaining| Some(self.terms.time[by]?.after_move(remaining, spent));
        Ok(Event::Moved { play, clock: self.remaining()[by].and_then(after) })
    }

    pub(super) fn claim_by(&self, by: Color, with: Option<Move>) -> Result<Event, GameError> {
        self.ensure_turn_of(by)?;
        let claim = match (self.board.claimable_draw(), with) {
            (None, Some(play)) => {
                self.board.position().play(play).map_err(GameError::Illegal)?;
                self.board.claimable_draw_with(play)
            }
            (claim, _) => claim,
        };
        Ok(Event::Claimed { by, outcome: claim.ok_or(GameError::NoClaim)? })
    }
}
