//! What endgame tables say of a position, as people are told it.

use chess::CastlingMode;
use std::sync::Arc;

use engine::{Root, Tablebase, TablebaseValue};
use tokio::task::spawn_blocking;
use wire::convert::played;
use wire::position::{TableMove, TableOutcome, TableVerdict};

use crate::ApiError;

/// Looks a position up with all its moves; nothing where the tables do not know it. Reading files
/// may take its time, so it is done where nobody else waits.
///
/// # Errors
/// When the reading broke down.
pub(crate) async fn verdict(
    tables: &Arc<Tablebase>,
    board: chess::Game,
) -> Result<Option<TableVerdict>, ApiError> {
    let tables = Arc::clone(tables);
    let looked_up = spawn_blocking(move || look_up(&tables, &board)).await;
    looked_up.map_err(|_| ApiError::Internal)
}

fn look_up(tables: &Tablebase, board: &chess::Game) -> Option<TableVerdict> {
    let ranked = tables.rank_moves(&Root::from(board), true)?;
    let mode = CastlingMode::of(board.start());
    let told = ranked.iter().map(|ranked| TableMove {
        play: played(board.position(), ranked.play, mode),
        outcome: outcome(ranked.value),
        distance: ranked.distance,
    });
    let moves: Vec<TableMove> = told.collect();
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
