//! Whether the two sides of every pairing agree, and points follow from results.

use super::TrfProblem;
use crate::{Crosstable, Entry, Game, GameResult, Player, Points};

/// Checks every pairing of a player against the opponent's entry.
pub(super) fn pairings_agree(table: &Crosstable, player: &Player) -> Result<(), TrfProblem> {
    for (index, entry) in player.entries.iter().enumerate() {
        if let Some(game) = entry.game() {
            pairing_agrees(table, player, index, *game)?;
        }
    }
    Ok(())
}

fn pairing_agrees(
    table: &Crosstable,
    player: &Player,
    index: usize,
    game: Game,
) -> Result<(), TrfProblem> {
    let number = game.opponent;
    let Some(opponent) = table.player(number) else {
        return Err(TrfProblem::NoSuchPlayer(number.get()));
    };
    let other = opponent.entries.get(index).and_then(Entry::game);
    let problem = match other.filter(|other| other.opponent == player.number) {
        _ if number == player.number => Some("are the same"),
        None => Some("are not paired by both of their lines"),
        Some(other) if game.color.is_some() && game.color == other.color => {
            Some("have the same color")
        }
        Some(other) if !results_agree(game.result, other.result) => {
            Some("have results that cannot both be true")
        }
        Some(_) => None,
    };
    problem.map_or(Ok(()), |contradiction| {
        let (player, opponent) = (player.number.get(), number.get());
        Err(TrfProblem::Contradiction { round: index + 1, player, opponent, contradiction })
    })
}

/// Arbiters may give ½–0 or 0–0, but nobody wins twice.
fn results_agree(one: GameResult, other: GameResult) -> bool {
    let is_win = |result| matches!(result, GameResult::Win | GameResult::UnratedWin);
    let is_loss = |result| matches!(result, GameResult::Loss | GameResult::UnratedLoss);
    match (one, other) {
        (GameResult::Pending, _) | (_, GameResult::Pending) => one == other,
        (GameResult::ForfeitWin, _) => other == GameResult::ForfeitLoss,
        (_, GameResult::ForfeitWin) => one == GameResult::ForfeitLoss,
        (GameResult::ForfeitLoss, _) | (_, GameResult::ForfeitLoss) => one == other,
        _ => (!is_win(one) || is_loss(other)) && (!is_win(other) || is_loss(one)),
    }
}

/// The points of a report are those after the paired rounds, or with announced byes as well.
pub(super) fn points_agree(
    table: &Crosstable,
    player: &Player,
    rounds: usize,
    stated: Points,
    announced: Points,
) -> Result<(), TrfProblem> {
    let computed = table.points_after(player, rounds);
    if stated == computed || stated == computed + announced {
        return Ok(());
    }
    Err(TrfProblem::Points { player: player.number.get(), stated, computed })
}
