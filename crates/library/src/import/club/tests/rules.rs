//! The rules of the club file, and its loader, as seen by running the club's own program. Written
//! from that description alone, over plain JSON, so that they share nothing with the code they
//! check.

use std::collections::BTreeSet;

use serde_json::Value;

const FIELDS: [&str; 14] = [
    "id",
    "last_played",
    "turn",
    "move_num",
    "winner",
    "colour_in_check",
    "is_stalemate",
    "game_over",
    "must_promote",
    "enpassant_possible",
    "enpassant_move",
    "player_one",
    "player_two",
    "pieces",
];
const KINDS: [(&str, &[&str]); 6] = [
    ("kings", &["position", "colour", "has_moved", "castling_moves"]),
    ("queens", &["position", "colour"]),
    ("knights", &["position", "colour"]),
    ("bishops", &["position", "colour"]),
    ("rooks", &["position", "colour", "has_moved"]),
    ("pawns", &["position", "colour", "first_moved"]),
];

/// The rules that a file breaks, in words.
pub(super) fn broken(file: &Value) -> Vec<String> {
    let Some(games) = file["games"].as_array() else { return vec!["no list of games".to_owned()] };
    let mut broken = Vec::new();
    let ids: Vec<Option<u64>> = games.iter().map(|game| game["id"].as_u64()).collect();
    if ids.contains(&None) || !ids.is_sorted_by(|a, b| a < b) {
        broken.push(format!("ids are no ascending numbers: {ids:?}"));
    }
    for game in games {
        let rules = [
            ("it has exactly the fields", has_exactly(game, &FIELDS)),
            ("names are text", game["player_one"].is_string() && game["player_two"].is_string()),
            ("the winner is a player or nobody", winner_is_a_player(game)),
            (
                "check is given as a color",
                is_one_of(&game["colour_in_check"], &["", "White", "Black"]),
            ),
            ("odd numbers are White's", move_num_says_who_moves(game)),
            ("flags are truth values", flags_are_truth_values(game)),
            ("a stalemate is over and nobody won", stalemate_is_a_draw(game)),
            ("en passant is three squares or none", passing_is_whole(&game["enpassant_move"])),
            ("pieces have their fields and squares", pieces_are_whole(&game["pieces"])),
            ("pawns say when they moved", pawns_are_dated(game)),
        ];
        let id = &game["id"];
        broken.extend(rules.iter().filter(|rule| !rule.1).map(|rule| format!("{id}: {}", rule.0)));
    }
    broken
}

fn has_exactly(object: &Value, fields: &[&str]) -> bool {
    let count = object.as_object().map(serde_json::Map::len);
    count == Some(fields.len()) && fields.iter().all(|field| object.get(field).is_some())
}

fn is_one_of(value: &Value, texts: &[&str]) -> bool {
    value.as_str().is_some_and(|text| texts.contains(&text))
}

fn winner_is_a_player(game: &Value) -> bool {
    let winner = &game["winner"];
    let is_player = *winner == game["player_one"] || *winner == game["player_two"];
    winner.is_string() && (winner == "" || (is_player && game["game_over"] == true))
}

fn move_num_says_who_moves(game: &Value) -> bool {
    let turn = if game["move_num"].as_u64().is_some_and(|number| number % 2 == 1) {
        "White"
    } else {
        "Black"
    };
    game["move_num"].as_u64().is_some_and(|number| number >= 1) && game["turn"] == turn
}

fn flags_are_truth_values(game: &Value) -> bool {
    let possible = &game["enpassant_possible"];
    let flags = [&game["is_stalemate"], &game["game_over"], &game["must_promote"]];
    let sides = [&possible["White"], &possible["Black"]];
    has_exactly(possible, &["White", "Black"])
        && flags.into_iter().chain(sides).all(Value::is_boolean)
}

fn stalemate_is_a_draw(game: &Value) -> bool {
    game["is_stalemate"] == false || (game["game_over"] == true && game["winner"] == "")
}

fn passing_is_whole(passing: &Value) -> bool {
    let parts = ["from", "to", "taken"].map(|part| &passing[part]);
    let none = parts.iter().all(|part| part.as_array().is_some_and(Vec::is_empty));
    has_exactly(passing, &["from", "to", "taken"])
        && (none || parts.iter().all(|part| cell(part).is_some()))
}

fn pieces_are_whole(pieces: &Value) -> bool {
    let mut seen = BTreeSet::new();
    let is_whole = |kind: &str, fields: &[&str], piece: &Value| {
        has_exactly(piece, fields)
            && is_one_of(&piece["colour"], &["White", "Black"])
            && (kind != "kings" || piece["castling_moves"].is_array())
            && piece.get("has_moved").is_none_or(Value::is_boolean)
    };
    let mut kings = Vec::new();
    for (kind, fields) in KINDS {
        let Some(list) = pieces[kind].as_array() else { return false };
        for piece in list {
            let Some(cell) = cell(&piece["position"]) else { return false };
            if !is_whole(kind, fields, piece) || !seen.insert(cell) {
                return false;
            }
            kings.extend((kind == "kings").then(|| piece["colour"].to_string()));
        }
    }
    kings.sort();
    kings == ["\"Black\"", "\"White\""]
}

fn pawns_are_dated(game: &Value) -> bool {
    let pawns = game["pieces"]["pawns"].as_array();
    pawns.is_some_and(|pawns| {
        pawns.iter().all(|pawn| {
            let home = if pawn["colour"] == "White" { 6 } else { 1 };
            let is_home = cell(&pawn["position"]).is_some_and(|cell| cell.0 == home);
            let moved = pawn["first_moved"].as_u64();
            moved < game["move_num"].as_u64() && moved.is_some_and(|moved| (moved == 0) == is_home)
        })
    })
}

fn cell(value: &Value) -> Option<(u64, u64)> {
    let [row, column] = value.as_array()?.as_slice() else { return None };
    let cell = (row.as_u64()?, column.as_u64()?);
    (cell.0 < 8 && cell.1 < 8).then_some(cell)
}

/// What the club's program makes of a game.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Loaded {
    /// The board, the side to move and the rights to castle, as FEN writes them.
    pub(super) fen: String,
    /// Where the pawn stands that has just made a double step, if the side to move may capture it.
    pub(super) double_step: Option<(u64, u64)>,
    pub(super) winner: String,
}

/// Looks a game up by halves, as the club's program does.
pub(super) fn load(file: &Value, id: u64) -> Option<Loaded> {
    let games = file["games"].as_array()?;
    let index = games.binary_search_by_key(&id, |game| game["id"].as_u64().unwrap_or(0)).ok()?;
    let game = &games[index];
    let turn = if game["move_num"].as_u64()? % 2 == 1 { "White" } else { "Black" };
    Some(Loaded {
        fen: format!("{} {} {}", board(game), turn.to_lowercase().get(..1)?, castling(game)),
        double_step: double_step(game, turn),
        winner: game["winner"].as_str()?.to_owned(),
    })
}

fn pieces_of<'a>(game: &'a Value, kind: &str) -> impl Iterator<Item = &'a Value> {
    game["pieces"][kind].as_array().into_iter().flatten()
}

fn board(game: &Value) -> String {
    let mut rows = [['1'; 8]; 8];
    for ((kind, _), letter) in KINDS.into_iter().zip("kqnbrp".chars()) {
        for piece in pieces_of(game, kind) {
            let (row, column) = cell(&piece["position"]).expect("a square");
            let is_white = piece["colour"] == "White";
            rows[row as usize][column as usize] =
                if is_white { letter.to_ascii_uppercase() } else { letter };
        }
    }
    let rows = rows.map(|row| {
        let row: String = row.iter().collect();
        (2..=8).rev().fold(row, |row, gap| row.replace(&"1".repeat(gap), &gap.to_string()))
    });
    rows.join("/")
}

fn castling(game: &Value) -> String {
    let waits = |kind: &str, colour: &str, home: (u64, u64)| {
        pieces_of(game, kind).any(|piece| {
            piece["colour"] == colour
                && piece["has_moved"] == false
                && cell(&piece["position"]) == Some(home)
        })
    };
    let rights =
        [("White", 7, 7, 'K'), ("White", 7, 0, 'Q'), ("Black", 0, 7, 'k'), ("Black", 0, 0, 'q')];
    let rights = rights.into_iter().filter(|&(colour, row, column, _)| {
        waits("kings", colour, (row, 4)) && waits("rooks", colour, (row, column))
    });
    let rights: String = rights.map(|right| right.3).collect();
    if rights.is_empty() { "-".to_owned() } else { rights }
}

fn double_step(game: &Value, turn: &str) -> Option<(u64, u64)> {
    let fourth = if turn == "White" { 3 } else { 4 };
    let last = game["move_num"].as_u64()? - 1;
    let mut pawns = pieces_of(game, "pawns").filter(|pawn| pawn["colour"] != turn);
    let pawn = pawns.find(|pawn| {
        pawn["first_moved"] == last && cell(&pawn["position"]).is_some_and(|cell| cell.0 == fourth)
    });
    cell(&pawn?["position"]).filter(|_| game["enpassant_possible"][turn] == true)
}
