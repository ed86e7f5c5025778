//! A board to try the rules at: somebody wants something at some moment, and it happens or not.

use std::time::Duration;

use chess::{ByColor, Color, Move};
use game::{
    Actor, Bonus, Command, Event, Game, GameError, GameId, Player, Record, Seat, Start, Status,
    Strength, Terms, TimeControl, Timestamp,
};

pub(crate) const WHITE: Actor = Actor::Player(Color::White);
pub(crate) const BLACK: Actor = Actor::Player(Color::Black);

/// A game with its log.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) log: Vec<Record>,
}

impl Table {
    pub(crate) fn new(terms: Terms) -> Table {
        let game = Game::new(terms.clone(), Timestamp(0)).unwrap();
        let created = Event::Created(Box::new(terms));
        Table { game, log: vec![Record { version: 1, at: Timestamp(0), event: created }] }
    }

    /// What somebody's command comes to at a moment in milliseconds. What it leads to happens.
    pub(crate) fn act(
        &mut self,
        actor: Actor,
        command: &Command,
        at: u64,
    ) -> Result<Vec<Event>, GameError> {
        let events = self.game.decide(actor, command, Timestamp(at))?;
        for event in events.clone() {
            let record = self.game.record(event, Timestamp(at));
            self.game.apply(&record).unwrap();
            self.log.push(record);
        }
        Ok(events)
    }

    /// Plays moves for whoever is to move, all at one moment.
    pub(crate) fn play(&mut self, moves: &str, at: u64) -> &mut Table {
        for san in moves.split_whitespace() {
            let command = self.to_play(san);
            let player = Actor::Player(self.game.board().position().turn());
            self.act(player, &command, at).unwrap();
        }
        self
    }

    pub(crate) fn to_play(&self, san: &str) -> Command {
        Command::Move { play: self.find(san), lag: Duration::ZERO }
    }

    pub(crate) fn find(&self, san: &str) -> Move {
        self.game.board().position().parse_san(san).unwrap()
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.game.status() == Status::Playing
    }

    /// Both clocks in milliseconds.
    pub(crate) fn clocks(&self, at: u64) -> [Option<u128>; 2] {
        Color::ALL.map(|color| self.game.clock(color, Timestamp(at)).map(|clock| clock.as_millis()))
    }
}

/// Two people on two screens, without clocks.
pub(crate) fn people() -> Terms {
    Terms {
        start: Start::Standard,
        seats: ByColor::new(seat(Player::Person), seat(Player::Person)),
        time: ByColor::new(None, None),
        shared: false,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    }
}

/// Both sides at one screen.
pub(crate) fn screen() -> Terms {
    Terms { shared: true, ..people() }
}

/// A person against an engine, which has the color.
pub(crate) fn against_engine(engine: Color) -> Terms {
    let mut terms = people();
    terms.seats[engine] = seat(Player::Engine(Strength::Easy));
    terms
}

/// The same terms with a clock for both sides, the times in milliseconds.
pub(crate) fn timed(terms: Terms, base: u64, bonus: Bonus) -> Terms {
    let control = TimeControl { base: ms(base), bonus };
    Terms { time: ByColor::new(Some(control), Some(control)), ..terms }
}

pub(crate) fn from_fen(terms: Terms, fen: &str) -> Terms {
    Terms { start: Start::Position(Box::new(fen.parse().unwrap())), ..terms }
}

pub(crate) fn seat(player: Player) -> Seat {
    Seat { name: None, player }
}

pub(crate) fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

pub(crate) fn id(text: &str) -> GameId {
    GameId::new(text).unwrap()
}
