//! Libraries that were damaged on purpose: what is found, and what a repair saves.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess::{ByColor, Color, Square};
use competition::aggregate::{Actor, Command, Competition, Entrant, Format, Settings};
use game::{Event, Game, GameId, Name, Player, Record, Seat, Start, Terms, Timestamp};
use library::doctor::{Examination, Problem, Repaired, examine, repair};
use library::summary::{details, summary};
use rusqlite::Connection;
use store::{
    AccountId, Checkup, CompetitionEntry, CompetitionId, CompetitionSummary, DataDirectory,
    Demonstration, DemonstrationId, DemonstrationMetadata, Fingerprint, GameToImport, NewGame,
    Query, RequestId, Simul, SimulBoard, SimulId, SimulState, SourceFormat, Sqlite, Store, StudyId,
    StudyOwner, StudySave, StudySummary, Summary,
};
use tempfile::TempDir;

/// The plies of every game, and its records. Four more would be a draw by repetition.
const PLIES: usize = 12;
const RECORDS: usize = PLIES + 1;

fn id(number: usize) -> GameId {
    GameId::new(&format!("game{number:06}")).unwrap()
}

/// A game of some plies, as a server stores it.
fn played(number: usize, plies: usize) -> NewGame {
    let seat = Seat { name: None, player: Player::Person };
    let terms = Terms {
        start: Start::Standard,
        seats: ByColor::new(seat.clone(), seat),
        time: ByColor::new(None, None),
        shared: true,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    };
    let at = Timestamp(1_000);
    let mut records = vec![Record { version: 1, at, event: Event::Created(Box::new(terms)) }];
    let mut game = Game::replay(records.clone()).unwrap();
    let shuttle = [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")];
    for (from, to) in shuttle.into_iter().cycle().take(plies) {
        let square = |text: &str| -> Square { text.parse().unwrap() };
        let play = chess::Move::normal(square(from), square(to));
        let record = game.record(Event::Moved { play, clock: None }, at);
        game.apply(&record).unwrap();
        records.push(record);
    }
    let (summary, details) = (summary(&game), details(&game));
    NewGame { id: id(number), records, seat_owners: ByColor::default(), summary, details }
}

fn demonstration(id: &str) -> Demonstration {
    let metadata = DemonstrationMetadata {
        id: DemonstrationId::new(id).unwrap(),
        owner: None,
        version: 1,
        name: "Board".into(),
        public: false,
        created: Timestamp(1),
        changed: Timestamp(1),
    };
    let pgn = "1. e4 {[%cal Ge2e4]} *\n".into();
    Demonstration { metadata, holder: None, line: "e2e4".into(), flipped: false, pgn }
}

fn simul(name: &str) -> Simul {
    let board = SimulBoard { game: id(0), opponent: AccountId(2), color: Color::White };
    Simul {
        id: SimulId::new(name).unwrap(),
        owner: None,
        name: "Simul".into(),
        exhibitor: AccountId(1),
        state: SimulState::Running,
        created: Timestamp(1),
        boards: vec![board],
    }
}

fn study(number: usize) -> StudySave {
    StudySave {
        id: StudyId::new(&format!("study{number:011}")).unwrap(),
        owner: StudyOwner::Account(AccountId(1)),
        base: 0,
        request: RequestId::new("a").unwrap(),
        name: Some("Study".into()),
        source: None,
        summary: StudySummary::default(),
        pgn: "1. e4 e5 *\n".into(),
        at: Timestamp(1),
    }
}

/// A competition of two players.
fn evening(id: &str) -> CompetitionEntry {
    let format = Format::Swiss { rounds: 3, accelerated: false };
    let settings = Settings::new(Name::new("Club evening").unwrap(), format);
    let at = Timestamp(1_000);
    let mut competition = Competition::new(settings.clone(), at).unwrap();
    let created = competition::aggregate::Event::Created(Box::new(settings));
    let mut records = vec![competition::aggregate::Record { version: 1, at, event: created }];
    for name in ["Ann", "Bob"] {
        let enter = Command::Enter(Entrant::new(Name::new(name).unwrap()));
        for event in competition.decide(Actor::Organizer, &enter).unwrap() {
            let record = competition.record(event, at);
            competition.apply(&record).unwrap();
            records.push(record);
        }
    }
    CompetitionEntry {
        id: CompetitionId::new(id).unwrap(),
        base: 0,
        request: None,
        records,
        summary: CompetitionSummary::from(&competition),
    }
}

/// A closed library with many games, three studies and two competitions.
fn library(games: usize) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let held = DataDirectory::open(directory.path()).unwrap();
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(held).unwrap());
    for number in 0..games {
        runtime.block_on(store.create(played(number, PLIES))).unwrap();
    }
    for number in 0..3 {
        runtime.block_on(store.save_study(study(number))).unwrap();
    }
    for id in ["firstclub1", "secondclub"] {
        runtime.block_on(store.append_to_competition(evening(id))).unwrap();
    }
    directory
}

fn file(directory: &TempDir) -> PathBuf {
    directory.path().join(DataDirectory::DATABASE)
}

fn sql(directory: &TempDir, statement: &str) {
    let connection = Connection::open(file(directory)).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.execute_batch(statement).unwrap();
}

fn examined(directory: &TempDir) -> Examination {
    examine(&Checkup::open(&file(directory)).unwrap(), &mut |_| {}).unwrap()
}

fn repaired(directory: &TempDir) -> Repaired {
    let held = DataDirectory::open(directory.path()).unwrap();
    repair(&held, "now", &mut |_| {}).unwrap()
}

/// How many records each game has in the library now.
fn lengths(directory: &Path, games: usize) -> Vec<Option<usize>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let store = Sqlite::open(DataDirectory::open(directory).unwrap()).unwrap();
    let load = |number| runtime.block_on(store.load(&id(number))).unwrap();
    (0..games).map(|number| load(number).map(|stored| stored.records.len())).collect()
}

#[test]
fn an_intact_library_has_no_problems() {
    let directory = library(5);
    let before = fs::read(file(&directory)).unwrap();
    let found = examined(&directory);
    assert_eq!((found.games, found.studies, found.unchecked), (5, 3, 0));
    assert_eq!(found.problems, []);
    assert_eq!(fs::read(file(&directory)).unwrap(), before, "nothing was changed");
}

#[test]
fn an_imported_game_keeps_the_time_of_its_import() {
    let directory = library(0);
    let game = played(1, PLIES);
    let imported = Timestamp(9_000);
    let summary = Summary { last_played: imported, ..game.summary.clone() };
    let import = GameToImport {
        game: NewGame { summary, ..game },
        format: SourceFormat::Pgn,
        text: "*".into(),
        fingerprint: Fingerprint([1; 16]),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let open = || Sqlite::open(DataDirectory::open(directory.path()).unwrap()).unwrap();
    runtime.block_on(open().import(vec![import])).unwrap();
    assert_eq!(examined(&directory).problems, []);
    sql(&directory, "UPDATE game SET plies = 3");
    assert_eq!(repaired(&directory).rewritten, 1);
    let query = Query { limit: 1, ..Query::default() };
    let page = runtime.block_on(open().list(&query)).unwrap();
    assert_eq!(page.games[0].summary.last_played, imported);
    assert_eq!(page.games[0].summary.plies, PLIES as u32);
}

#[test]
fn every_kind_of_damage_is_found_and_repaired() {
    let damaged = "UPDATE record SET event = '{}' WHERE game = 1 AND version = 8; \
         UPDATE record SET event = '{}' WHERE game = 2 AND version = 1; \
         UPDATE game SET plies = 3, result = '1-0' WHERE number = 3; \
         UPDATE record SET checksum = NULL WHERE game = 4; \
         UPDATE game SET checksum = NULL WHERE number = 4; \
         DELETE FROM game WHERE number = 5; \
         UPDATE study SET pgn = '1. e9' WHERE number = 2";
    let directory = library(6);
    sql(&directory, damaged);
    let found = examined(&directory);
    let mut problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    problems.sort();
    let expected = [
        "13 rows of the table record belong to no game",
        "game game000000 is damaged after record 7: the event '{}' cannot be read",
        "game game000001 is damaged from the start: the event '{}' cannot be read",
        "study study00000000001 is damaged: ",
        "the list shows a wrong result for game game000002",
    ];
    assert_eq!(problems.len(), expected.len(), "{problems:?}");
    for (problem, expected) in problems.iter().zip(expected) {
        assert!(problem.starts_with(expected), "{problem}");
    }
    assert_eq!(found.unchecked, 1);

    let before = fs::read(file(&directory)).unwrap();
    let repaired = repaired(&directory);
    assert_eq!((repaired.rewritten, repaired.sealed), (2, 1));
    assert_eq!(repaired.left_out, ["game000001", "study00000000001"]);
    assert_eq!(fs::read(&repaired.original).unwrap(), before, "the original is kept");
    let found = examined(&directory);
    assert_eq!((found.problems, found.unchecked), (vec![], 0));
    let expected = [Some(7), None, Some(RECORDS), Some(RECORDS), None, Some(RECORDS)];
    assert_eq!(lengths(directory.path(), 6), expected);
}

#[test]
fn damaged_pages_cost_only_the_games_on_them() {
    const GAMES: usize = 300;
    const PAGE: usize = 4_096;
    let directory = library(GAMES);
    let mut bytes = fs::read(file(&directory)).unwrap();
    let pages = bytes.len() / PAGE;
    assert!(pages > 60, "{pages}");
    // Not the first pages, with the schema and the roots of the tables.
    for page in (pages / 2..pages).step_by(pages / 8) {
        bytes[page * PAGE..(page + 1) * PAGE].fill(0xa5);
    }
    fs::write(file(&directory), bytes).unwrap();
    let found = examined(&directory);
    assert!(found.problems.iter().any(|problem| matches!(problem, Problem::Structure(_))));
    let repaired = repaired(&directory);
    assert!(repaired.tables.iter().any(|table| table.is_incomplete), "{:?}", repaired.tables);
    assert_eq!(examined(&directory).problems, []);
    let whole =
        lengths(directory.path(), GAMES).iter().filter(|length| **length == Some(RECORDS)).count();
    assert!(whole > GAMES / 2, "{whole} of {GAMES} games are whole: {repaired:?}");
}

/// Writes a database of version 1 with the games of a current one.
fn copy_into_first_version(current: &TempDir, old: &TempDir) {
    let old = Connection::open(file(old)).unwrap();
    let schema = include_str!("../../store/src/sqlite/migrations/0001_games.sql");
    old.execute_batch(schema).unwrap();
    old.execute("ATTACH ?1 AS current", [file(current).to_str().unwrap()]).unwrap();
    let copy = "INSERT INTO game SELECT number, id, version, plies, last_played, fen, white, \
         black, result, status, created, resume_on_start, white_key, black_key, search, \
         white_secret, black_secret FROM current.game; \
         INSERT INTO record SELECT game, version, at, event FROM current.record; \
         PRAGMA application_id = 0x54616269; PRAGMA user_version = 1;";
    old.execute_batch(copy).unwrap();
}

#[test]
fn a_library_of_an_older_version_is_examined_and_repaired() {
    let (current, old) = (library(2), tempfile::tempdir().unwrap());
    copy_into_first_version(&current, &old);
    let found = examined(&old);
    assert!(found.is_old && found.problems.is_empty(), "{found:?}");
    assert_eq!(repaired(&old).sealed, 2);
    assert_eq!(lengths(old.path(), 2), [Some(RECORDS); 2]);
}

#[test]
fn a_damaged_competition_ends_with_its_last_intact_event() {
    let directory = library(1);
    sql(
        &directory,
        "UPDATE competition_event SET event = '{\"withdrawn\":{\"id\":9}}' WHERE version = 3 \
         AND competition = (SELECT number FROM competition WHERE id = 'firstclub1')",
    );
    let found = examined(&directory);
    assert_eq!((found.competitions, found.problems.len()), (2, 1), "{:?}", found.problems);
    let text = found.problems[0].to_string();
    assert!(text.starts_with("competition firstclub1 is damaged after event 2: "), "{text}");
    let repaired = repaired(&directory);
    assert_eq!((repaired.rewritten, repaired.left_out.len()), (1, 0));
    assert_eq!(examined(&directory).problems, []);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let held = DataDirectory::open(directory.path()).unwrap();
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(held).unwrap());
    let lengths = ["firstclub1", "secondclub"].map(|id| {
        let id = CompetitionId::new(id).unwrap();
        runtime.block_on(store.competition(&id)).unwrap().unwrap().records.len()
    });
    assert_eq!(lengths, [2, 3]);
    let rows = runtime.block_on(store.competitions()).unwrap();
    assert_eq!(rows.iter().map(|(_, row)| row.entrants).sum::<u16>(), 3);
}

// req: D34
#[test]
fn damaged_boards_and_simuls_are_left_out_and_the_others_copied() {
    let directory = library(1);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let open = || -> Arc<dyn Store> {
        let held = DataDirectory::open(directory.path()).unwrap();
        Arc::new(Sqlite::open(held).unwrap())
    };
    let store = open();
    for id in ["aaaaaaaaaa", "bbbbbbbbbb"] {
        runtime.block_on(store.save_demonstration(0, demonstration(id))).unwrap();
        runtime.block_on(store.create_simul(simul(id))).unwrap();
    }
    drop(store);
    sql(&directory, "UPDATE demonstration SET pgn = '1. e5' WHERE id = 'aaaaaaaaaa'");
    sql(&directory, "UPDATE simul SET name = 'x' WHERE id = 'bbbbbbbbbb'");
    let found = examined(&directory);
    assert_eq!((found.demonstrations, found.simuls), (2, 2));
    let problems: Vec<_> = found.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].starts_with("demonstration board aaaaaaaaaa is damaged"), "{problems:?}");
    assert!(problems[1].starts_with("simul bbbbbbbbbb is damaged"), "{problems:?}");
    assert_eq!(repaired(&directory).left_out, ["aaaaaaaaaa", "bbbbbbbbbb"]);
    assert_eq!(examined(&directory).problems, []);
    let store = open();
    let kept = DemonstrationId::new("bbbbbbbbbb").unwrap();
    let board = runtime.block_on(store.demonstration(&kept)).unwrap();
    assert_eq!(board, Some(demonstration("bbbbbbbbbb")));
    assert_eq!(runtime.block_on(store.simuls()), Ok(vec![simul("aaaaaaaaaa")]));
}
