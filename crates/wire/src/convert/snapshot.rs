//! A snapshot of a game, converted for clients.

use std::time::Duration;

use chess::{ByColor, CastlingMode, Color, Move, Position};
use game::{End, GameId, Offer, Player, Terms};

use super::describe;
use super::terms::millis;
use crate::event::Clocks;
use crate::view::{GameView, LegalMoves, NotatedMove, OpenOffer, State, Status};
use crate::{Sides, view};

/// The data for a view of a game.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// The id of the game.
    pub id: &'a GameId,
    /// The number of events so far.
    pub version: u32,
    /// The terms, with the current players.
    pub terms: &'a Terms,
    /// The moves.
    pub board: &'a chess::Game,
    /// The remaining time of each side; none without a clock.
    pub clocks: ByColor<Option<Duration>>,
    /// The side whose clock runs.
    pub running: Option<Color>,
    /// The open offers.
    pub offers: &'a [(Color, Offer)],
    /// Whether it is adjourned.
    pub is_adjourned: bool,
    /// How it ended.
    pub end: Option<End>,
    /// The rematch.
    pub next: Option<&'a GameId>,
}

impl Snapshot<'_> {
    /// The whole game.
    pub fn view(&self) -> GameView {
        let mode = CastlingMode::of(self.board.start());
        let steps = self.board.positions().iter().zip(self.board.moves());
        GameView {
            id: self.id.to_string(),
            version: self.version,
            seats: Sides::from_fn(|color| (&self.terms.seats[color]).into()),
            time: Sides::from_fn(|color| self.terms.time[color].map(Into::into)),
            shared: self.terms.shared,
            automatic_draws: self.terms.automatic_draws,
            takebacks: self.terms.takebacks,
            start_fen: self.board.start().to_string(),
            chess960: mode == CastlingMode::Chess960,
            moves: steps.map(|(position, &m)| played(position, m, mode)).collect(),
            state: self.state(),
        }
    }

    /// The current state.
    pub fn state(&self) -> State {
        let mode = CastlingMode::of(self.board.start());
        let position = self.board.position();
        State {
            fen: position.to_string(),
            turn: position.turn().into(),
            check: position.is_check().then(|| position.king(position.turn()).to_string()),
            legal: if self.is_playing() { legal(position, mode) } else { LegalMoves::default() },
            undone: self.board.undone().count(),
            claim: self.board.claimable_draw().filter(|_| self.is_playing()).map(Into::into),
            clocks: Clocks {
                remaining_ms: Sides::from_fn(|color| self.clocks[color].map(millis)),
                running: self.running.map(Into::into),
            },
            offers: self.offers.iter().copied().map(open_offer).collect(),
            status: self.status(),
        }
    }

    fn is_playing(&self) -> bool {
        self.end.is_none() && !self.is_waiting() && !self.is_adjourned
    }

    fn is_waiting(&self) -> bool {
        self.terms.seats.iter().any(|(_, seat)| seat.player == Player::Open)
    }

    fn status(&self) -> Status {
        match self.end {
            Some(end) => Status::Over {
                winner: end.winner().map(Into::into),
                result: end.result().to_owned(),
                reason: end.into(),
                message: describe(end),
                next: self.next.map(ToString::to_string),
            },
            None if self.is_adjourned => Status::Adjourned {},
            None if self.is_waiting() => Status::Waiting {},
            None => Status::Playing {},
        }
    }
}

/// A move in both notations; the position is the one before it.
pub fn played(before: &Position, m: Move, mode: CastlingMode) -> NotatedMove {
    NotatedMove { uci: m.uci(mode).to_string(), san: before.san(m).to_string() }
}

/// The moves of a line with both their names, as far as they are legal.
pub fn played_line(start: &Position, line: &[Move], mode: CastlingMode) -> Vec<NotatedMove> {
    start.walk(line).map(|(before, m)| played(&before, m, mode)).collect()
}

fn open_offer((by, offer): (Color, Offer)) -> OpenOffer {
    OpenOffer { by: by.into(), offer: offer.into() }
}

/// The legal moves by the square they start from. The four promotions of a pawn are one
/// destination.
pub(super) fn legal(position: &Position, mode: CastlingMode) -> LegalMoves {
    let mut legal = view::LegalMoves::default();
    for m in &position.legal_moves() {
        let text = m.uci(mode);
        let (from, to) = (&text[..2], &text[2..4]);
        let targets = legal.destinations.entry(from.to_owned()).or_default();
        if !targets.iter().any(|known| known == to) {
            targets.push(to.to_owned());
            if m.promoted().is_some() {
                legal.promotions.push(text[..4].to_owned());
            }
        }
    }
    legal
}
