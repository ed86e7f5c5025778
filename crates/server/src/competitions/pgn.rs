//! All games of a competition as PGN: those on the server with their moves, those on wooden boards
//! with their results.

use chess::Color;
use chess::pgn::{GameResult, Tree};
use competition::aggregate::{Board, BoardNumber, BoardResult, Competition};

use crate::routes::game_pgn;
use crate::{ApiError, App};

/// The games in the order of rounds and boards. Boards that are not played yet are left out.
pub(super) async fn write(app: &App, competition: &Competition) -> Result<String, ApiError> {
    let mut text = String::new();
    for (number, board) in competition.boards() {
        let mut tree = match &board.game {
            Some(game) => read(&game_pgn(app, game).await?)?,
            None if board.result().is_none() => continue,
            None => Tree::new(chess::Position::default()),
        };
        write_tags(&mut tree, competition, number, board);
        text.push_str(&tree.to_string());
        text.push('\n');
    }
    Ok(text)
}

fn read(text: &str) -> Result<Tree, ApiError> {
    text.parse().map_err(|error| ApiError::Internal(format!("an exported game: {error}")))
}

fn write_tags(tree: &mut Tree, competition: &Competition, number: BoardNumber, board: &Board) {
    let mut tags = vec![
        ("Event", competition.settings().name.to_string()),
        ("Round", format!("{}.{}", number.round, number.board)),
    ];
    for (color, name, elo) in
        [(Color::White, "White", "WhiteElo"), (Color::Black, "Black", "BlackElo")]
    {
        let Some(entrant) = competition.entrant(board.players[color]) else { continue };
        tags.push((name, entrant.name.to_string()));
        tags.extend(entrant.rating.map(|rating| (elo, rating.to_string())));
    }
    for (tag, value) in tags {
        // Fails only for an invalid tag name.
        let _ = tree.tags_mut().set(tag, &value);
    }
    if let Some(result) = board.result() {
        tree.set_result(match result {
            BoardResult::Win(color) | BoardResult::ForfeitWin(color) => GameResult::Win(color),
            BoardResult::Draw => GameResult::Draw,
            // PGN has no result for games that did not end alike for both sides.
            BoardResult::DrawOnlyFor(_) | BoardResult::DoubleLoss | BoardResult::DoubleForfeit => {
                GameResult::Unknown
            }
        });
    }
}
