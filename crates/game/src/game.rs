//! One game: what its events have made of it, and what can be read from it.
//!
//! The state changes only in `fold`. Whoever wants to change it asks `decide`, which answers with
//! events and changes nothing.

use std::time::Duration;

use chess::{ByColor, Color, Outcome};

use crate::offers::Offers;
use crate::{End, Event, GameId, Offer, Player, Record, Status, Terms, TermsError, Timestamp};

/// Half-moves after which the clocks run and a player can no longer call the game off: both sides
/// have moved.
pub(crate) const OPENING_PLIES: usize = 2;

/// What White's and Black's clocks show; none for a side that plays without one.
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
/// };
/// let mut game = Game::new(terms, Timestamp(0))?;
///
/// let play = game.board().position().parse_san("e4")?;
/// let command = Command::Move { play, lag: Duration::ZERO };
/// let now = Timestamp(1_000);
/// assert_eq!(game.decide(Actor::Player(Color::Black), &command, now), Err(GameError::NotYourTurn));
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
    /// What the clocks show at the beginning of each turn, from the start of the game to the end
    /// of the line, moves that were taken back included. The entry of the present turn also holds
    /// what was given since.
    pub(crate) clocks: Vec<Clocks>,
    /// Since when the clock of the side to move runs, if it does.
    pub(crate) turn_began: Timestamp,
    pub(crate) offers: Offers,
    pub(crate) ended: Option<Ended>,
    pub(crate) next: Option<GameId>,
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
    /// A game that is set up now: its version is 1, as after the first event of its log.
    ///
    /// # Errors
    /// When no game can be played by these terms.
    pub fn new(terms: Terms, at: Timestamp) -> Result<Game, TermsError> {
        let game = Game::kept(terms, at)?;
        match game.ended {
            Some(Ended { how: End::Board(outcome), .. }) => Err(TermsError::StartIsOver(outcome)),
            _ => Ok(game),
        }
    }

    /// A game that was set up once. It may be over where it starts: clubs keep positions in which
    /// somebody is mated.
    pub(crate) fn kept(terms: Terms, at: Timestamp) -> Result<Game, TermsError> {
        let board = chess::Game::new(terms.check()?);
        let ended = terms.outcome(&board).map(|outcome| Ended { how: End::Board(outcome), at });
        let clocks = ByColor::from_fn(|color| terms.time[color].map(|control| control.base));
        Ok(Game {
            version: 1,
            terms,
            board,
            clocks: vec![clocks],
            turn_began: at,
            offers: Offers::default(),
            ended,
            next: None,
            created_at: at,
            last_at: at,
        })
    }

    /// The number of the last event.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// What the game is played by, with those who sit at the board now.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The moves and positions.
    pub fn board(&self) -> &chess::Game {
        &self.board
    }

    /// Where the game stands.
    pub fn status(&self) -> Status {
        match self.ended {
            Some(ended) => Status::Over(ended.how),
            None if self.has_open_seat() => Status::Waiting,
            None => Status::Playing,
        }
    }

    /// What a side's clock shows; none when it plays without one. After the end it stands still.
    pub fn clock(&self, color: Color, now: Timestamp) -> Option<Duration> {
        let remaining = self.remaining()[color]?;
        let control = self.terms.time[color]?;
        let spent = if color == self.turn() { self.spent(now) } else { Duration::ZERO };
        Some(control.left(remaining, spent))
    }

    /// What a clock showed after so many half-moves; none for a side that plays without one, and
    /// for half-moves that were not made.
    pub fn clock_after(&self, plies: usize, color: Color) -> Option<Duration> {
        self.clocks.get(plies).filter(|_| plies <= self.ply())?[color]
    }

    /// When the time of the side to move will be over; none when its clock does not run.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.allowance().map(|time| self.turn_began.after(time))
    }

    /// True while an offer awaits an answer.
    pub fn has_offered(&self, by: Color, offer: Offer) -> bool {
        self.offers.stands(by, offer)
    }

    /// The draw that the side to move may claim now.
    pub fn claim(&self) -> Option<Outcome> {
        match self.status() {
            Status::Playing => self.board.claimable_draw(),
            Status::Waiting | Status::Over(_) => None,
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

    /// The game that the players went on with.
    pub fn next(&self) -> Option<&GameId> {
        self.next.as_ref()
    }

    /// The record of what happens next.
    pub fn record(&self, event: Event, at: Timestamp) -> Record {
        Record { version: self.version + 1, at, event }
    }
}

/// What the rules ask about a game.
impl Game {
    pub(crate) fn turn(&self) -> Color {
        self.board.position().turn()
    }

    pub(crate) fn ply(&self) -> usize {
        self.board.moves().len()
    }

    /// How many half-moves lie between a side's last turn and now, if it has had one.
    pub(crate) fn plies_since_turn_of(&self, color: Color) -> usize {
        if self.turn() == color { 2 } else { 1 }
    }

    /// What the clocks showed when the turn began.
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

    /// The time that the side to move has used in this turn. A clock that was set back in the
    /// meantime costs nobody anything.
    pub(crate) fn spent(&self, now: Timestamp) -> Duration {
        if self.ply() < OPENING_PLIES {
            return Duration::ZERO;
        }
        let until = self.ended.map_or(now, |ended| now.min(ended.at));
        until.since(self.turn_began)
    }

    /// How long the present turn may last; none when no clock runs.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        if self.status() != Status::Playing || self.ply() < OPENING_PLIES {
            return None;
        }
        let mover = self.turn();
        Some(self.terms.time[mover]?.allowance(self.remaining()[mover]?))
    }
}

/// What a rematch is played by: colors swapped, and each player keeps the time they had.
pub fn rematch_terms(game: &Game) -> Terms {
    let terms = game.terms();
    Terms {
        seats: ByColor::from_fn(|color| terms.seats[!color].clone()),
        time: ByColor::from_fn(|color| terms.time[!color]),
        ..terms.clone()
    }
}
