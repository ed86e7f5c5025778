//! Whole files into a store and out again.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use chess::pgn::{GameResult, Reader, Tree};
use chess::{ByColor, Color};
use game::{Event, GameId, Record, Status, Timestamp};
use library::export;
use library::import::{AbortedImport, Context, Progress, Report, run};
use store::{Entry, Memory, Query, Store};
use tokio::runtime::Runtime;

/// A library in memory, and what it takes to fill it.
struct Library {
    runtime: Runtime,
    store: Arc<dyn Store>,
    ids: AtomicU32,
}

impl Library {
    fn new() -> Library {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap();
        Library { runtime, store: Arc::new(Memory::new()), ids: AtomicU32::new(0) }
    }

    fn import_watched(
        &self,
        file: impl Read,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Report, Box<AbortedImport>> {
        let new_id = || {
            let number = self.ids.fetch_add(1, Ordering::Relaxed);
            Ok::<_, io::Error>(GameId::new(&format!("g{number:09}")).unwrap())
        };
        let context = Context {
            store: Arc::clone(&self.store),
            runtime: self.runtime.handle().clone(),
            now: Timestamp(1_000),
            new_id: &new_id,
            max_bytes: 10 << 20,
            charge: &|_| true,
        };
        run(file, &context, watch)
    }

    fn import(&self, file: &[u8]) -> Report {
        self.import_watched(file, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    /// The games in the order of their ids.
    fn ids(&self) -> Vec<GameId> {
        let mut ids = self.runtime.block_on(self.store.ids(&Query::default())).unwrap();
        ids.sort();
        ids
    }

    fn export(&self) -> String {
        self.ids().iter().map(|id| self.export_one(id)).collect()
    }

    fn export_one(&self, id: &GameId) -> String {
        let stored = self.runtime.block_on(self.store.load(id)).unwrap().unwrap();
        export::pgn::write(id, stored).unwrap()
    }

    /// The whole library as a club file.
    fn export_club(&self) -> String {
        let order = export::club::in_order(&*self.store, self.ids());
        let games = self.runtime.block_on(order).unwrap().into_iter().map(|(id, number)| {
            let stored = self.runtime.block_on(self.store.load(&id)).unwrap().unwrap();
            let game = game::Game::replay(stored.records.clone()).unwrap();
            export::club::write(number, &game, export::club::source(&stored)).unwrap()
        });
        let [first, between, last] = export::club::FRAME;
        format!("{first}{}{last}", games.collect::<Vec<_>>().join(between))
    }

    fn row(&self, id: &GameId) -> store::ListedGame {
        let query = Query { text: id.to_string(), limit: 1, ..Query::default() };
        self.runtime.block_on(self.store.list(&query)).unwrap().games.remove(0)
    }
}

fn trees(text: &str) -> Vec<Tree> {
    Reader::new(text.as_bytes()).records().map(|record| record.unwrap().tree).collect()
}

/// Short games, each with a different round.
fn rounds(count: u32) -> String {
    let games: Vec<_> = (0..count).map(|n| format!("[Round \"{n}\"]\n\n1. e4 e5 *\n")).collect();
    games.join("\n")
}

const ANNOTATED: &str = r#"[Event "Wch (Reykjavík), m/6"]
[Site "Reykjavik ISL"]
[Date "1972.07.23"]
[Round "6"]
[White "Fischer, Robert James (USA)"]
[Black "Spassky, Boris V."]
[Result "1-0"]
[WhiteElo "2785"]
[BlackElo "2660"]
[ECO "D59"]
[Annotator "somebody / \"else\""]
[Nonsense "☃"]

{Before the game.} 1. c4 {[%clk 1:00:00] [%eval 0.12]} e6 2. Nf3 $1 (2. d4 {also} d5 (2... Nf6
$5) 3. Nc3) 2... d5 $10 3. d4 Nf6 {A comment.} {Another one.} 1-0
"#;

// req: C5
#[test]
fn what_goes_in_comes_out_whole() {
    let library = Library::new();
    let report = library.import(ANNOTATED.as_bytes());
    assert_eq!((report.added, report.errors.len()), (1, 0), "{report:?}");
    let out = library.export();
    assert_eq!(trees(&out), trees(ANNOTATED));
    let other = Library::new();
    other.import(out.as_bytes());
    assert_eq!(other.export(), out);
}

// req: C3
#[test]
fn the_library_shows_what_the_tags_say() {
    let library = Library::new();
    let report = library.import(ANNOTATED.as_bytes());
    let row = library.row(&report.ids[0]);
    let white = row.summary.names[Color::White].as_ref().unwrap();
    assert_eq!(white.as_str(), "Fischer, Robert James (USA)");
    assert_eq!(row.details.event.as_deref(), Some("Wch (Reykjavík), m/6"));
    assert_eq!(row.details.site.as_deref(), Some("Reykjavik ISL"));
    assert_eq!(row.details.date.as_deref(), Some("1972.07.23"));
    assert_eq!(row.details.round.as_deref(), Some("6"));
    assert_eq!(row.details.ratings, ByColor::new(Some(2785), Some(2660)));
    assert_eq!(row.summary.opening.unwrap().eco, "D59");
    assert_eq!(row.summary.created, Timestamp(934 * 86_400_000));
    assert_eq!((row.summary.plies, row.summary.result), (6, GameResult::Win(Color::White)));
}

// req: C3
#[test]
fn the_games_of_a_file_stay_together_in_its_order() {
    let library = Library::new();
    let dates = ["1851.06.21", "????.??.??", "2024.05.01", "1972.07.11"];
    let file: String = dates.map(|date| format!("[Date \"{date}\"]\n\n1. e4 *\n\n")).concat();
    let report = library.import(file.as_bytes());
    let listed = library.runtime.block_on(library.store.ids(&Query::default())).unwrap();
    assert_eq!(listed, report.ids);
    let rows = report.ids.iter().map(|id| library.row(id));
    let rows: Vec<_> = rows.map(|row| (row.summary.last_played.0, row.details.date)).collect();
    assert_eq!(
        rows,
        [
            (999, Some("1851.06.21".to_owned())),
            (998, None),
            (997, Some("2024.05.01".to_owned())),
            (996, Some("1972.07.11".to_owned())),
        ]
    );
}

#[test]
fn a_result_without_a_reason_is_not_a_resignation() {
    let library = Library::new();
    let report = library.import(ANNOTATED.as_bytes());
    let stored = library.runtime.block_on(library.store.load(&report.ids[0])).unwrap().unwrap();
    let last = stored.records.last().unwrap();
    assert_eq!(last.event, Event::ResultRecorded { winner: Some(Color::White) });
}

#[test]
fn the_same_file_twice_is_reported_and_not_doubled() {
    let library = Library::new();
    let file = format!("{ANNOTATED}\n1. d4 d5 1/2-1/2\n\n1. d4 d5 0-1\n");
    assert_eq!(library.import(file.as_bytes()).added, 3);
    let again = library.import(file.as_bytes());
    assert_eq!((again.games, again.added, again.duplicates), (3, 0, 3));
    assert_eq!(library.ids().len(), 3);
}

#[test]
fn files_are_read_as_they_are() {
    let utf16: Vec<u8> = "\u{feff}1. e4 e5".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (what, file, plies, errors) in [
        ("a bare line", &b"1. e4 e5 2. Nf3"[..], 3, 0),
        ("no terminator", b"[White \"A\"]\n\n1. e4 e5", 2, 0),
        ("a contradiction", b"[Result \"0-1\"]\n\n1. e4 e5 1-0", 2, 1),
        ("a null move", b"1. e4 -- 2. d4 *", 1, 0),
        ("an illegal move", b"1. e4 e5 2. Ke3 Nc6 *", 2, 1),
        ("UTF-16", &utf16, 2, 0),
        ("Latin-1", b"[White \"M\xfcller\"]\n\n1. e4 *", 1, 0),
        ("tags alone", b"[White \"A\"]\n\n*", 0, 0),
        ("a position", b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", 0, 0),
        (
            "moves after an automatic draw",
            b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 \
          5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 Nf6 10. Ng1 Ng8 11. e4 *",
            21,
            0,
        ),
        (
            "moves in a dead position",
            b"[FEN \"8/8/8/4k3/8/8/3K4/7B w - - 0 1\"]\n\n1. Be4 Kxe4 2. Kc2 *",
            3,
            0,
        ),
    ] {
        let library = Library::new();
        let report = library.import(file);
        assert_eq!((report.added, report.errors.len()), (1, errors), "{what}: {report:?}");
        assert_eq!(library.row(&report.ids[0]).summary.plies, plies, "{what}");
        let text = library.export();
        assert_eq!(trees(&text).len(), 1, "{what}: {text}");
    }
}

#[test]
fn the_recorded_result_counts_whatever_the_board_says() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 \
                   7. Nf3 Nf6 8. Ng1 Ng8";
    for (moves, result, errors) in [
        (format!("{shuffle} 9. e4 e5 1-0"), GameResult::Win(Color::White), 0),
        (format!("{shuffle} 0-1"), GameResult::Win(Color::Black), 0),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0".to_owned(),
            GameResult::Win(Color::White),
            0,
        ),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 0-1".to_owned(),
            GameResult::Win(Color::Black),
            1,
        ),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *".to_owned(), GameResult::Win(Color::White), 0),
    ] {
        let library = Library::new();
        let report = library.import(moves.as_bytes());
        assert_eq!((report.added, report.errors.len()), (1, errors), "{moves}: {report:?}");
        assert_eq!(library.row(&report.ids[0]).summary.result, result, "{moves}");
    }
}

#[test]
fn moves_that_make_no_sense_are_kept_as_a_comment() {
    for (file, kept) in [
        ("1. e4 e5 2. Nf6 Nc6 {why} 3. Bb5 1-0", "1. e4 e5 {Nf6 Nc6 why 3. Bb5} 1-0"),
        ("1. e4 (1. Sf3 d5) 1... e5 *", "1. e4 {Sf3 d5} 1... e5 *"),
        (
            "1. e4 e5 (1... c5 2. Sf3 (2. d4) d6) 2. Nf3 *",
            "1. e4 e5 (1... c5 {Sf3 ( 2. d4 ) d6}) 2. Nf3 *",
        ),
    ] {
        let library = Library::new();
        assert_eq!(library.import(file.as_bytes()).added, 1);
        let text = library.export().replace('\n', " ");
        let movetext = text.rsplit("] ").next().unwrap().trim();
        assert_eq!(movetext, kept);
    }
}

#[test]
fn errors_name_their_line_and_the_rest_is_imported() {
    let library = Library::new();
    let file = "1. e4 *\n\n[White \"B\"]\n\n1. e4 e5\n2. Ke3 *\n\n\
                [Variant \"Antichess\"]\n\n1. e3 *\n\n1. d4 *\n";
    let report = library.import(file.as_bytes());
    assert_eq!((report.games, report.added, report.unreadable), (4, 3, 1));
    let messages: Vec<String> = report.errors.iter().map(ToString::to_string).collect();
    assert_eq!(messages[0], "game 2, line 6, column 4: Ke3 is not a legal move here");
    assert!(messages[1].starts_with("game 3, line 8"), "{messages:?}");
    assert!(messages[1].ends_with("(not imported)"), "{messages:?}");
}

#[test]
fn an_import_that_was_stopped_goes_on() {
    let library = Library::new();
    let file = rounds(300);
    let mut batches = 0;
    let mut stop = |_| {
        batches += 1;
        if batches < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let report = library.import_watched(file.as_bytes(), &mut stop).unwrap();
    assert!(report.canceled);
    let kept = library.ids().len() as u64;
    assert!(kept == report.added && (1..300).contains(&kept), "{kept}");
    let rest = library.import(file.as_bytes());
    assert_eq!((rest.added, rest.duplicates), (300 - kept, kept));
}

#[test]
fn a_file_that_breaks_off_keeps_what_came_before() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the upload was broken off"))
        }
    }
    let library = Library::new();
    let file = rounds(100);
    let broken = file.as_bytes().chain(Broken);
    let aborted = library.import_watched(broken, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(aborted.error.to_string().contains("broken off"));
    assert_eq!(library.ids().len() as u64, aborted.report.added);
    // Only the last game may have been cut off.
    assert!(aborted.report.added >= 99, "{:?}", aborted.report);
    let rest = library.import(file.as_bytes());
    assert_eq!(rest.added + rest.duplicates, 100);
}

#[test]
fn more_than_the_limit_is_rejected() {
    let library = Library::new();
    let endless = io::repeat(b' ');
    let aborted = library.import_watched(endless, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(aborted.error.to_string().contains("exceeds the size limit"), "{}", aborted.error);
}

#[test]
fn moves_that_were_played_later_are_exported_too() {
    let library = Library::new();
    let id = library.import(b"[Event \"Open\"]\n\n1. e4 {best} e5 (1... c5) *\n").ids.remove(0);
    let stored = library.runtime.block_on(library.store.load(&id)).unwrap().unwrap();
    let mut game = game::Game::replay(stored.records).unwrap();
    let base = game.version();
    let mut add = |event: Event| {
        let record = game.record(event, Timestamp(5_000));
        game.apply(&record).unwrap();
        record
    };
    let clocks = ByColor::new(None, None);
    let mut records: Vec<Record> = vec![add(Event::TakenBack { plies: 1, clocks })];
    let reply = chess::Move::normal(chess::Square::D7, chess::Square::D5);
    records.push(add(Event::Moved { play: reply, clock: None }));
    records.push(add(Event::Resigned { by: Color::White }));
    assert!(matches!(game.status(), Status::Over(_)));
    let summary = library::summary::summary(&game);
    let entry =
        Entry { game: id.clone(), base, request: None, records, summary, seat_owners: None };
    library.runtime.block_on(library.store.append(entry)).unwrap();
    let text = library.export_one(&id);
    assert!(text.contains("1. e4 {best} 1... d5 (1... e5) (1... c5) 0-1"), "{text}");
    assert!(text.contains("[Event \"Open\"]"), "{text}");
}

// req: C5
#[test]
fn saves_of_the_clubs_program_come_out_as_they_went_in() {
    let saves = include_str!("../src/import/club/tests/saves.json");
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let library = Library::new();
    assert_eq!(library.import(saves.as_bytes()).added, 27);
    let file = library.export_club();
    assert_eq!(value(&file), value(saves));
    assert_eq!(library.import(file.as_bytes()).duplicates, 27);

    // A game that began here follows the last of theirs.
    assert_eq!(library.import(b"[White \"Ada\"]\n\n1. e4 e5 *\n").added, 1);
    let file = value(&library.export_club());
    let last = file["games"].as_array().and_then(|games| games.last()).unwrap();
    assert_eq!((last["id"].as_u64(), last["player_one"].as_str()), (Some(54), Some("Ada")));
    assert_eq!(last["move_num"], 3);
}
