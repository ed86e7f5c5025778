//! What endgame tables say about a position, for clients.

use chess::CastlingMode;
use std::sync::Arc;

use engine::{Root, Tablebase, TablebaseValue};
use tokio::task::spawn_blocking;
use wire::convert::played;
use wire::position::{TableMove, TableOutcome, TableVerdict};

use crate::ApiError;

/// Looks up a position and all its moves; none if the tables do not cover it. Reading the files may
/// block, so it runs on a blocking thread.
///
/// # Errors
/// When the lookup panics.
pub(crate) async fn verdict(
    tables: &Arc<Tablebase>,
    board: chess::Game,
) -> Result<Option<TableVerdict>, ApiError> {
    let tables = Arc::clone(tables);
    Ok(spawn_blocking(move || look_up(&tables, &board)).await?)
}

fn look_up(tables: &Tablebase, board: &chess::Game) -> Option<TableVerdict> {
    let ranked = tables.rank_moves(&Root::from(board), true)?;
    let mode = CastlingMode::of(board.start());
    let moves = ranked.iter().map(|ranked| TableMove {
        play: played(board.position(), ranked.m, mode),
        outcome: outcome(ranked.value),
        distance: ranked.distance,
    });
    let moves: Vec<TableMove> = moves.collect();
    let best = moves.first()?;
    Some(TableVerdict { outcome: best.outcome, distance: best.distance, moves })
}

fn outcome(value: TablebaseValue) -> TableOutcome {
    match value {
        TablebaseValue::Loss => TableOutcome::Loss,
        TablebaseValue::BlessedLoss => TableOutcome::BlessedLoss,
        TablebaseValue::Draw => TableOutcome::Draw,
        TablebaseValue::CursedWin => TableOutcome::CursedWin,
        TablebaseValue::Win => TableOutcome::Win,
    }
}
