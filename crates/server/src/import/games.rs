//! Games from whatever somebody has: a club file, a position, or PGN. Each whole one becomes a log
//! of events, as if it had been played here at one screen.

use std::borrow::Cow;

use chess::pgn::{FaultKind, GameResult, Limits, Reader, Tree};
use chess::{ByColor, Color, Move, Position};
use game::{Event, Game, Moment, Name, Player, Record, Seat, Start, Terms};
use wire::library::ImportFault;

use super::club::{self, ClubError};
use crate::club::{ClubGame, Standing};

/// A game that was read, and all that happened to it.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Which one of its file it is, counted from 1.
    pub item: usize,
    /// What happened, numbered from 1.
    pub records: Vec<Record>,
    /// Where that leads.
    pub game: Game,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The games that are whole, in order.
    pub games: Vec<Imported>,
    /// What is wrong with the others.
    pub faults: Vec<ImportFault>,
}

impl Found {
    fn add(&mut self, item: usize, game: Result<Imported, String>) {
        match game {
            Ok(game) => self.games.push(Imported { item, ..game }),
            Err(message) => self.faults.push(ImportFault { item, message }),
        }
    }
}

/// Text as files of games have it: in UTF-8, or as many older ones in Latin-1.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads what somebody sent. A text in braces is a club file, one that begins like a position is
/// one, and everything else is PGN.
///
/// # Errors
/// When it is a club file that cannot be read at all. A damaged game is no error but a fault.
pub fn read(text: &str, now: Moment) -> Result<Found, ClubError> {
    let mut found = Found::default();
    if text.trim_start().starts_with('{') {
        let file = club::read(text.as_bytes())?;
        found.faults = file.faults;
        for (index, game) in file.games.iter().enumerate() {
            found.add(index + 1, from_club(game));
        }
    } else if is_fen(text) {
        found.add(1, from_fen(text.trim(), now));
    } else {
        read_pgn(text, now, &mut found);
    }
    Ok(found)
}

/// True for text whose first word has the eight rows of a board. No word of PGN has.
fn is_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 7)
}

fn from_fen(text: &str, now: Moment) -> Result<Imported, String> {
    let position: Position = text.parse().map_err(|error: chess::FenError| error.to_string())?;
    played(position, &ByColor::new(None, None), &[], GameResult::Unknown, now)
}

fn read_pgn(text: &str, now: Moment, found: &mut Found) {
    let records = Reader::with_limits(text.as_bytes(), Limits::STRICT).records();
    // Text in memory can always be read.
    for (index, record) in records.map_while(Result::ok).enumerate() {
        // That more games follow than are read is no fault of the last one.
        let (of_file, of_game): (Vec<_>, Vec<_>) =
            record.faults.iter().partition(|f| matches!(f.kind, FaultKind::TooManyGames(_)));
        let fault = of_game.first().map(ToString::to_string);
        found.add(index + 1, fault.map_or_else(|| from_tree(&record.tree, now), Err));
        for fault in of_file {
            found.add(index + 2, Err(fault.to_string()));
        }
    }
}

fn from_tree(tree: &Tree, now: Moment) -> Result<Imported, String> {
    let name = |tag| tree.tags().get(tag).filter(|text| *text != "?").and_then(Name::from_file);
    let moves: Vec<Move> = tree.main_line().map(|step| step.played).collect();
    let names = ByColor::new(name("White"), name("Black"));
    played(*tree.start(), &names, &moves, tree.result(), now)
}

fn from_club(game: &ClubGame) -> Result<Imported, String> {
    let result = match game.standing {
        Standing::Open => GameResult::Unknown,
        Standing::Won(color) => GameResult::Win(color),
        Standing::Drawn => GameResult::Draw,
    };
    let names = ByColor::new(game.white.clone(), game.black.clone());
    played(game.position, &names, &[], result, game.last_played)
}

/// Plays a game at one screen, up to its result.
fn played(
    start: Position,
    names: &ByColor<Option<Name>>,
    moves: &[Move],
    result: GameResult,
    at: Moment,
) -> Result<Imported, String> {
    let seat = |color: Color| Seat { name: names[color].clone(), player: Player::Person };
    let is_usual = start == Position::default();
    let start = if is_usual { Start::Standard } else { Start::Position(Box::new(start)) };
    let terms = Terms {
        start,
        seats: ByColor::from_fn(seat),
        time: ByColor::new(None, None),
        shared: true,
        automatic_draws: false,
    };
    let first = Record { version: 1, at, event: Event::Created(Box::new(terms)) };
    let game = Game::replay([first.clone()]).map_err(|error| error.to_string())?;
    let mut imported = Imported { item: 0, records: vec![first], game };
    for &play in moves {
        imported.happen(Event::Moved { play, clock: None }, at)?;
    }
    if imported.game.status() == game::Status::Playing {
        match result {
            GameResult::Win(winner) => {
                imported.happen(Event::ResultRecorded { winner: Some(winner) }, at)?;
            }
            GameResult::Draw => imported.happen(Event::ResultRecorded { winner: None }, at)?,
            GameResult::Unknown => {}
        }
    }
    Ok(imported)
}

impl Imported {
    fn happen(&mut self, event: Event, at: Moment) -> Result<(), String> {
        let record = self.game.record(event, at);
        self.game.apply(&record).map_err(|error| error.to_string())?;
        self.records.push(record);
        Ok(())
    }
}
