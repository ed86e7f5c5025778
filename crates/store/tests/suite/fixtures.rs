//! Small games to store, distinguished by a number.

use std::time::Duration;

use chess::pgn::GameResult;
use chess::{ByColor, Move, Square};
use game::{Event, GameId, Name, Player, Record, Seat, Start, Terms, Timestamp};
use store::{
    Details, Entry, EntryRequest, Fingerprint, GameToImport, NewGame, RequestDigest, RequestId,
    SourceFormat, StoredRequest, Summary,
};

pub(crate) fn id(number: usize) -> GameId {
    GameId::new(&format!("game{number:06}")).unwrap()
}

pub(crate) fn name(text: &str) -> Option<Name> {
    (!text.is_empty()).then(|| Name::new(text).unwrap())
}

pub(crate) fn request(text: &str) -> Option<EntryRequest> {
    let id = RequestId::new(text)?;
    Some(EntryRequest { id, digest: Some(RequestDigest([5; 16])), is_refused: false })
}

pub(crate) fn request_id(text: &str) -> RequestId {
    RequestId::new(text).unwrap()
}

/// What is known of such a request after it was stored.
pub(crate) fn stored_request(version: u32) -> StoredRequest {
    StoredRequest { version, digest: Some(RequestDigest([5; 16])), is_refused: false }
}

pub(crate) fn created() -> Record {
    let seat = Seat { name: name("Anna"), player: Player::Person };
    let terms = Terms {
        start: Start::Standard,
        seats: ByColor::new(seat.clone(), seat),
        time: ByColor::new(None, None),
        shared: true,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    };
    Record { version: 1, at: Timestamp(1_000), event: Event::Created(Box::new(terms)) }
}

/// A move, which says by its clock who wrote it.
pub(crate) fn moved(version: u32, writer: u64) -> Record {
    let play = Move::normal(Square::E2, Square::E4);
    let clock = Some(Duration::from_millis(writer));
    let at = Timestamp(1_000 + u64::from(version));
    Record { version, at, event: Event::Moved { play, clock } }
}

pub(crate) fn summary() -> Summary {
    Summary {
        names: ByColor::new(name("Anna"), name("Ben")),
        result: GameResult::Unknown,
        status: "playing".into(),
        plies: 0,
        created: Timestamp(1_000),
        last_played: Timestamp(1_000),
        resume_on_start: false,
        fen: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
        opening: None,
    }
}

pub(crate) fn new_game(number: usize) -> NewGame {
    NewGame {
        id: id(number),
        records: vec![created()],
        seat_owners: ByColor::default(),
        summary: summary(),
        details: Details::default(),
    }
}

/// A game from a file, told apart by a number.
pub(crate) fn import_game(number: usize) -> GameToImport {
    let plain = |version| Record { at: Timestamp(1_000), ..moved_without_clock(version) };
    let end = Event::ResultRecorded { winner: None };
    let end = Record { version: 4, at: Timestamp(1_000), event: end };
    GameToImport {
        game: NewGame { records: vec![created(), plain(2), plain(3), end], ..new_game(number) },
        format: SourceFormat::Pgn,
        text: format!("[Event \"{number}\"]\n\n1. e4 {{good}} *\n"),
        fingerprint: Fingerprint([number as u8; 16]),
    }
}

fn moved_without_clock(version: u32) -> Record {
    let Record { at, .. } = moved(version, 0);
    let play = Move::castle(Square::E1, Square::H1);
    Record { version, at, event: Event::Moved { play, clock: None } }
}

/// One move upon a version.
pub(crate) fn entry(number: usize, base: u32) -> Entry {
    Entry {
        game: id(number),
        base,
        request: None,
        records: vec![moved(base + 1, 0)],
        summary: Summary { plies: base, ..summary() },
        seat_owners: None,
    }
}
