//! The state of one game, and its queries.
//!
//! The state changes only in `fold`. `decide` turns commands into events and changes nothing.

use std::time::Duration;

use chess::{ByColor, Color, Outcome};

use crate::grace::Grace;
use crate::offers::Offers;
use crate::{End, Event, GameId, Offer, Player, Record, Status, Terms, TermsError, Timestamp};

/// The number of half-moves after which the clocks run and players can no longer abort: both sides
/// have moved.
pub(crate) const ABORTABLE_PLIES: usize = 2;

/// The clocks of both sides; none for a side without one.
pub(crate) type Clocks = ByColor<Option<Duration>>;

/// One game between two players.
///
/// ```
/// use std::time::Duration;
///
/// use chess::{ByColor, Color};
/// use game::{Actor, Command, Game, Timestamp, Player, GameError, Seat, Start, Terms};
///
/// let person = Seat { name: None, player: Player::Person };
/// let terms = Terms {
///     start: Start::Standard,
///     seats: ByColor::new(person.clone(), person),
///     time: ByColor::new(None, None),
///     shared: false,
///     automatic_draws: false,
///     takebacks: true,
///     abandonment: true,
/// };
/// let mut game = Game::new(terms, Timestamp(0))?;
///
/// let play = game.board().position().parse_san("e4")?;
/// let command = Command::Move { play, lag: Duration::ZERO };
/// let now = Timestamp(1_000);
/// let too_early = game.decide(Actor::Player(Color::Black), &command, now);
/// assert_eq!(too_early, Err(GameError::NotYourTurn));
/// for event in game.decide(Actor::Player(Color::White), &command, now)? {
///     let record = game.record(event, now);
///     game.apply(&record)?;
/// }
/// assert_eq!(game.version(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) version: u32,
    pub(crate) terms: Terms,
    pub(crate) board: chess::Game,
    /// The clocks at the start of each turn, including undone moves. The entry of the current turn
    /// includes time that was given since.
    pub(crate) clocks: Vec<Clocks>,
    /// When the current turn started.
    pub(crate) turn_started: Timestamp,
    /// The time that the side to move had used in its turn when the game was adjourned. It stays
    /// when an adjourned game ends, because its clocks stand where they stood.
    pub(crate) adjourned: Option<Duration>,
    pub(crate) offers: Offers,
    pub(crate) ended: Option<Ended>,
    pub(crate) next: Option<GameId>,
    pub(crate) grace: Grace,
    pub(crate) created_at: Timestamp,
    pub(crate) last_at: Timestamp,
}

/// How and when a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) how: End,
    pub(crate) at: Timestamp,
}

impl Game {
    /// A new game at version 1, as after the first event of its log.
    ///
    /// # Errors
    /// When the terms are invalid.
    pub fn new(terms: Terms, at: Timestamp) -> Result<Game, TermsError> {
        let game = Game::stored(terms, at)?;
        match game.ended {
            Some(Ended { how: End::Board(outcome), .. }) => Err(TermsError::StartIsOver(outcome)),
            _ => Ok(game),
        }
    }

    /// A game from the store. It may be over at the start: club files contain checkmates.
    pub(crate) fn stored(terms: Terms, at: Timestamp) -> Result<Game, TermsError> {
        let board = chess::Game::new(terms.check()?);
        let ended = terms.outcome(&board).map(|outcome| Ended { how: End::Board(outcome), at });
        let clocks = ByColor::from_fn(|color| terms.time[color].map(|control| control.base));
        Ok(Game {
            version: 1,
            terms,
            board,
            clocks: vec![clocks],
            turn_started: at,
            adjourned: None,
            offers: Offers::default(),
            ended,
            next: None,
            grace: Grace::default(),
            created_at: at,
            last_at: at,
        })
    }

    /// The version: the number of events so far.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The terms, with the current players.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The moves and positions.
    pub fn board(&self) -> &chess::Game {
        &self.board
    }

    /// The status.
    pub fn status(&self) -> Status {
        match self.ended {
            Some(ended) => Status::Over(ended.how),
            None if self.adjourned.is_some() => Status::Adjourned,
            None if self.has_open_seat() => Status::Waiting,
            None => Status::Playing,
        }
    }

    /// A side's clock; none when it plays without one. It stops when the game is adjourned or
    /// over.
    pub fn clock(&self, color: Color, now: Timestamp) -> Option<Duration> {
        let remaining = self.remaining()[color]?;
        let control = self.terms.time[color]?;
        let spent = if color == self.turn() { self.spent(now) } else { Duration::ZERO };
        Some(control.left(remaining, spent))
    }

    /// A clock after this many half-moves; none for a side without one, and for half-moves that
    /// were not played.
    pub fn clock_after(&self, plies: usize, color: Color) -> Option<Duration> {
        self.clocks.get(plies).filter(|_| plies <= self.ply())?[color]
    }

    /// When the side to move runs out of time; none when its clock does not run.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.allowance().map(|time| self.turn_started.after(time))
    }

    /// True while an offer is open.
    pub fn has_offered(&self, by: Color, offer: Offer) -> bool {
        self.offers.is_open(by, offer)
    }

    /// The draw that the side to move may claim now.
    pub fn claim(&self) -> Option<Outcome> {
        match self.status() {
            Status::Playing => self.board.claimable_draw(),
            Status::Waiting | Status::Adjourned | Status::Over(_) => None,
        }
    }

    /// When the first event happened.
    pub fn created_at(&self) -> Timestamp {
        self.created_at
    }

    /// When the last event happened.
    pub fn last_at(&self) -> Timestamp {
        self.last_at
    }

    /// The rematch.
    pub fn next(&self) -> Option<&GameId> {
        self.next.as_ref()
    }

    /// The record of the next event.
    pub fn record(&self, event: Event, at: Timestamp) -> Record {
        Record { version: self.version + 1, at, event }
    }
}

/// Queries of the rules.
impl Game {
    pub(crate) fn turn(&self) -> Color {
        self.board.position().turn()
    }

    pub(crate) fn ply(&self) -> usize {
        self.board.moves().len()
    }

    /// The number of half-moves since a side's last turn, if it has had one.
    pub(crate) fn plies_since_turn_of(&self, color: Color) -> usize {
        if self.turn() == color { 2 } else { 1 }
    }

    /// The clocks at the start of the turn.
    pub(crate) fn remaining(&self) -> &Clocks {
        &self.clocks[self.ply()]
    }

    pub(crate) fn has_open_seat(&self) -> bool {
        self.any_seat(|player| *player == Player::Open)
    }

    pub(crate) fn has_engine(&self) -> bool {
        self.any_seat(Player::is_engine)
    }

    fn any_seat(&self, is: impl Fn(&Player) -> bool) -> bool {
        self.terms.seats.iter().any(|(_, seat)| is(&seat.player))
    }

    /// The time that the side to move has used in this turn.
    pub(crate) fn spent(&self, now: Timestamp) -> Duration {
        if self.ply() < ABORTABLE_PLIES {
            return Duration::ZERO;
        }
        if let Some(spent) = self.adjourned {
            return spent;
        }
        let until = self.ended.map_or(now, |ended| now.min(ended.at));
        until.since(self.turn_started)
    }

    /// How long the current turn may last; none when no clock runs.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        if self.status() != Status::Playing || self.ply() < ABORTABLE_PLIES {
            return None;
        }
        let mover = self.turn();
        Some(self.terms.time[mover]?.allowance(self.remaining()[mover]?))
    }
}

/// The terms of a rematch: colors are swapped, and players keep their time controls.
pub fn rematch_terms(game: &Game) -> Terms {
    let terms = game.terms();
    Terms {
        seats: ByColor::from_fn(|color| terms.seats[!color].clone()),
        time: ByColor::from_fn(|color| terms.time[!color]),
        ..terms.clone()
    }
}
