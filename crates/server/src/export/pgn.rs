//! Writes a game as PGN.

use chess::pgn::{GameResult, Tree};
use chess::{Color, IllegalMove};
use game::{End, Game, Player, Status};

use crate::club::Day;

/// The game with its names, its day and its result. Moves that were taken back are not told.
///
/// # Errors
/// Never for the moves of a game, which were found legal when they were played.
pub fn write(game: &Game) -> Result<String, IllegalMove> {
    let board = game.board();
    let mut tree = Tree::new(*board.start());
    let mut node = Tree::ROOT;
    for &play in board.moves() {
        node = tree.add(node, play)?;
    }
    if let Status::Over(end) = game.status() {
        tree.set_result(result(end));
    }
    let day = Day::from(game.created_at()).to_string().replace('/', ".");
    let [white, black] = Color::ALL.map(|color| name(game, color));
    for (tag, value) in [("Date", day), ("White", white), ("Black", black)] {
        // All three are tags that can be set.
        let _ = tree.tags_mut().set(tag, &value);
    }
    Ok(tree.to_string())
}

fn result(end: End) -> GameResult {
    match (end, end.winner()) {
        (End::Aborted, _) => GameResult::Unknown,
        (_, Some(winner)) => GameResult::Win(winner),
        (_, None) => GameResult::Draw,
    }
}

/// What a player is called; an engine without a name is still an engine.
fn name(game: &Game, color: Color) -> String {
    let seat = &game.terms().seats[color];
    match (&seat.name, &seat.player) {
        (Some(name), _) => name.to_string(),
        (None, Player::Engine(_)) => "Tabiya".to_owned(),
        (None, Player::External(name)) => name.clone(),
        (None, Player::Open | Player::Person) => "?".to_owned(),
    }
}
