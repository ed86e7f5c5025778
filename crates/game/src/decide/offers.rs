//! Offers and their acceptance.

use chess::Color;

use crate::game::Clocks;
use crate::possible::ensure;
use crate::{Event, Game, GameError, GameId, Offer, Timestamp};

impl Game {
    /// Making the same offer as the other side accepts it; in pass and play a draw is agreed at
    /// once. A rematch needs the id of the next game, so accepting it is another command.
    pub(super) fn offer(&self, by: Color, offer: Offer, now: Timestamp) -> Event {
        let agrees = self.offers.is_open(!by, offer);
        match offer {
            Offer::Draw if agrees || self.terms.shared => Event::DrawAgreed,
            Offer::Takeback if agrees => self.take_back_for(!by, now),
            _ => Event::Offered { by, offer },
        }
    }

    pub(super) fn rematch(&self, by: Color, next: &GameId) -> Result<Event, GameError> {
        self.check_rematch()?;
        let agreed = self.offers.is_open(!by, Offer::Rematch);
        ensure(agreed || self.terms.shared || self.has_engine(), GameError::NoOffer)?;
        Ok(Event::Rematched { next: next.clone() })
    }

    /// A takeback between people gives back moves, but not the time that they took.
    fn take_back_for(&self, asker: Color, now: Timestamp) -> Event {
        Event::TakenBack {
            plies: self.plies_since_turn_of(asker) as u16,
            clocks: Clocks::from_fn(|color| self.clock(color, now)),
        }
    }
}
