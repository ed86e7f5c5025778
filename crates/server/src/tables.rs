//! What endgame tables say about a position, for clients.

use chess::CastlingMode;
use std::sync::Arc;

use engine::{Root, Tablebase, TablebaseValue};
use tokio::task::spawn_blocking;
use wire::convert::played;
use wire::position::{TablebaseMove, TablebaseOutcome, TablebaseResult};

use crate::ApiError;

/// Looks up a position and all its moves; none if the tables do not cover it. Reading the files may
/// block, so it runs on a blocking thread.
///
/// # Errors
/// When the lookup panics.
pub(crate) async fn verdict(
    tables: &Arc<Tablebase>,
    board: chess::Game,
) -> Result<Option<TablebaseResult>, ApiError> {
    let tables = Arc::clone(tables);
    Ok(spawn_blocking(move || look_up(&tables, &board)).await?)
}

fn look_up(tables: &Tablebase, board: &chess::Game) -> Option<TablebaseResult> {
    let ranked = tables.rank_moves(&Root::from(board), true)?;
    let mode = CastlingMode::of(board.start());
    let moves = ranked.iter().map(|ranked| TablebaseMove {
        play: played(board.position(), ranked.m, mode),
        outcome: outcome(ranked.value),
        distance: ranked.distance,
    });
    let moves: Vec<TablebaseMove> = moves.collect();
    let best = moves.first()?;
    Some(TablebaseResult { outcome: best.outcome, distance: best.distance, moves })
}

fn outcome(value: TablebaseValue) -> TablebaseOutcome {
    match value {
        TablebaseValue::Loss => TablebaseOutcome::Loss,
        TablebaseValue::BlessedLoss => TablebaseOutcome::BlessedLoss,
        TablebaseValue::Draw => TablebaseOutcome::Draw,
        TablebaseValue::CursedWin => TablebaseOutcome::CursedWin,
        TablebaseValue::Win => TablebaseOutcome::Win,
    }
}
