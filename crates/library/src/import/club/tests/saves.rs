//! Games that the club's own program saved: read, written and read again, they stay what they are.

use chess::{ByColor, Color, Position};
use game::{Event, Game, Player, Record, Seat, Start, Status, Terms, Timestamp};
use serde_json::{Value, json};

use super::rules::{broken, load};
use crate::club::{ClubGame, ClubResult};
use crate::export::club::{FRAME, assign_ids, id_of, write};

/// 27 games that the club's program saved, unchanged.
const SAVES: &str = include_str!("saves.json");

/// Many games from the ordinary start, in UCI notation.
const GAMES: [&str; 6] = [
    "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6 g1f3 b8c6 f1b5 a6b5 e1g1",
    "d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d2 d8d7 e1c1 e8c8",
    "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7",
    "e2e3 d7d5 e3e4 d5d4 c2c4 e7e6",
    "a2a4 h7h5 a4a5 b7b5 h2h4 g7g5",
    "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8r h6h5 a8b8 h5h4",
];

/// The games of a file with their texts; none of them is damaged.
fn read(file: &str) -> Vec<(ClubGame, String)> {
    let found = super::read_all(file.as_bytes()).expect("a club file");
    found.into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}: {file}"))).collect()
}

/// The game of a club file entry.
fn game_of(club: &ClubGame) -> Game {
    let names = ByColor::new(club.white.clone(), club.black.clone());
    let seat = |color: Color| Seat { name: names[color].clone(), player: Player::Person };
    let start = if club.position == Position::default() {
        Start::Standard
    } else {
        Start::Position(Box::new(club.position))
    };
    let mut game = begun(start, ByColor::from_fn(seat), club.last_played);
    let winner = match club.result {
        ClubResult::Unfinished => return game,
        ClubResult::Won(color) => Some(color),
        ClubResult::Drawn => None,
    };
    if game.status() == Status::Playing {
        happen(&mut game, Event::ResultRecorded { winner });
    }
    game
}

fn begun(start: Start, seats: ByColor<Seat>, at: Timestamp) -> Game {
    let time = ByColor::new(None, None);
    let terms = Terms {
        start,
        seats,
        time,
        shared: true,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    };
    let created = Record { version: 1, at, event: Event::Created(Box::new(terms)) };
    Game::replay([created]).expect("a game")
}

fn happen(game: &mut Game, event: Event) {
    let record = game.record(event, game.last_at());
    game.apply(&record).expect("possible");
}

fn play(game: &mut Game, ucis: &str) {
    for uci in ucis.split_whitespace() {
        let play = game.board().position().parse_uci(uci).expect("legal");
        happen(game, Event::Moved { play, clock: None });
    }
}

/// A game from the ordinary start between two people without names.
fn played(ucis: &str) -> Game {
    let seat = Seat { name: None, player: Player::Person };
    let mut game = begun(Start::Standard, ByColor::new(seat.clone(), seat), Timestamp(0));
    play(&mut game, ucis);
    game
}

fn file(games: &[String]) -> String {
    let [first, between, last] = FRAME;
    format!("{first}{}{last}", games.join(between))
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The fields of a FEN that a club file knows.
fn known(position: &Position) -> [String; 5] {
    let fen = position.to_string();
    let mut fields = fen.split(' ').map(str::to_owned);
    let mut next = || fields.next().expect("a field");
    let [board, turn, castling, passing, _, number] =
        [next(), next(), next(), next(), next(), next()];
    [board, turn, castling, passing, number]
}

// req: C5
#[test]
fn every_save_of_the_clubs_program_is_read_with_its_names() {
    let (found, saves) = (read(SAVES), value(SAVES));
    assert_eq!(found.len(), 27);
    for ((game, text), save) in found.iter().zip(saves["games"].as_array().expect("games")) {
        let names = [&game.white, &game.black].map(|name| name.as_ref().map(ToString::to_string));
        assert_eq!(json!(names), json!([save["player_one"], save["player_two"]]));
        assert_eq!(json!(game.id), save["id"]);
        assert_eq!(value(text), *save);
    }
}

#[test]
fn saves_hold_the_rules_by_which_exports_are_judged() {
    assert_eq!(broken(&value(SAVES)), [""; 0]);
}

#[test]
fn what_was_read_and_not_changed_is_written_as_it_was() {
    let found = read(SAVES);
    let ids: Vec<Option<u64>> = found.iter().map(|(_, text)| id_of(text)).collect();
    let games = assign_ids(&ids).into_iter().map(|(index, id)| {
        let (game, text) = &found[index];
        write(id, &game_of(game), Some(text)).expect("writable")
    });
    let written = file(&games.collect::<Vec<_>>());
    let (written_value, saves) = (value(&written), value(SAVES));
    let pairs = written_value["games"].as_array().into_iter().flatten();
    for (game, save) in pairs.zip(saves["games"].as_array().into_iter().flatten()) {
        assert_eq!(game, save);
    }
    assert_eq!(broken(&written_value), [""; 0]);
    let only_games = |games: Vec<(ClubGame, String)>| games.into_iter().map(|game| game.0);
    assert!(only_games(read(&written)).eq(only_games(found)));
}

#[test]
fn the_same_moves_are_written_as_the_clubs_program_writes_them() {
    for (id, ucis) in [(1, "e2e4 a7a6 e4e5 d7d5"), (7, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7")] {
        let saves = value(SAVES);
        let save = saves["games"].as_array().into_iter().flatten().find(|game| game["id"] == id);
        let mut save = save.expect("a save").clone();
        let mut game = value(&write(id, &played(ucis), None).expect("writable"));
        for field in ["last_played", "player_one", "player_two"] {
            save[field] = json!("");
            game[field] = json!("");
        }
        if save["winner"] != "" {
            (save["winner"], game["winner"]) = (json!(""), json!(""));
        }
        assert_eq!(game, save);
    }
}

#[test]
fn a_game_can_be_written_after_every_move_and_is_the_same_when_it_is_read() {
    for ucis in GAMES {
        let moves: Vec<&str> = ucis.split(' ').collect();
        for count in 0..=moves.len() {
            let game = played(&moves[..count].join(" "));
            check(&game, None);
        }
    }
}

#[test]
fn a_save_that_is_played_on_is_written_with_what_it_had() {
    for (club, text) in &read(SAVES) {
        let mut game = game_of(club);
        for step in 0..12 {
            check(&game, Some(text));
            let position = *game.board().position();
            let moves = position.legal_moves();
            if game.status() != Status::Playing || moves.is_empty() {
                break;
            }
            let play = moves[(step * 7 + 3) % moves.len()];
            happen(&mut game, Event::Moved { play, clock: None });
        }
        let (written, save) = (write(1, &game, Some(text)), value(text));
        let written = value(&written.expect("writable"));
        for side in ["White", "Black"] {
            if save["enpassant_possible"][side] == true {
                assert_eq!(written["enpassant_possible"][side], true);
            }
        }
    }
}

#[test]
fn a_side_that_let_its_chance_pass_stays_without_one() {
    let found = read(SAVES);
    let (club, text) = found.iter().find(|(game, _)| game.id == Some(9)).expect("a save");
    let written = value(&write(9, &game_of(club), Some(text)).expect("writable"));
    assert_eq!(written["enpassant_possible"], json!({"Black": true, "White": false}));
    let written = value(&write(9, &game_of(club), None).expect("writable"));
    assert_eq!(written["enpassant_possible"], json!({"Black": true, "White": true}));
}

/// Writes a game, holds it against the rules and the loader of the club's program, and reads it
/// again.
fn check(game: &Game, source: Option<&str>) {
    let position = game.board().position();
    let text = file(&[write(7, game, source).expect("writable")]);
    assert_eq!(broken(&value(&text)), [""; 0], "{position}: {text}");
    let loaded = load(&value(&text), 7).expect("found");
    assert_eq!(loaded.fen.split(' ').collect::<Vec<_>>(), known(position)[..3], "{text}");
    if position.en_passant().is_some() {
        assert!(loaded.double_step.is_some(), "{position}: {text}");
    }
    let winner = match game.status() {
        Status::Over(end) => end.winner(),
        _ => None,
    };
    assert_eq!(loaded.winner.is_empty(), winner.is_none(), "{text}");
    let (again, _) = &read(&text)[0];
    assert_eq!(known(&again.position), known(position), "{text}");
    let standing = match game.status() {
        Status::Over(_) => winner.map_or(ClubResult::Drawn, ClubResult::Won),
        _ => ClubResult::Unfinished,
    };
    assert_eq!(again.result, standing, "{text}");
}

#[test]
fn a_winner_without_a_name_is_called_by_the_color() {
    let mut game = played("e2e4 e7e5");
    happen(&mut game, Event::ResultRecorded { winner: Some(Color::Black) });
    let written = value(&write(1, &game, None).expect("writable"));
    assert_eq!((&written["winner"], &written["player_two"]), (&json!("Black"), &json!("Black")));
    check(&game, None);
}

#[test]
fn ids_ascend_and_new_games_follow_the_last() {
    for (ids, expected) in [
        (vec![], vec![]),
        (vec![None, None], vec![(0, 1), (1, 2)]),
        (vec![Some(5), Some(3)], vec![(1, 3), (0, 5)]),
        (vec![None, Some(9), Some(2), None], vec![(2, 2), (1, 9), (0, 10), (3, 11)]),
        (vec![Some(4), Some(4)], vec![(0, 4), (1, 5)]),
    ] {
        assert_eq!(assign_ids(&ids), expected, "{ids:?}");
    }
}
