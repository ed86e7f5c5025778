//! Unplayed rounds in Swiss tournaments (article 16).

use crate::{Bye, Crosstable, Entry, GameResult, Player, Points};

/// Whether a round is voluntarily unplayed: an absence, a half-point bye or a forfeit loss.
pub(super) fn is_voluntary(entry: Entry) -> bool {
    match entry {
        Entry::Bye(bye) => matches!(bye, Bye::Half | Bye::Zero),
        Entry::Game(game) => game.result == GameResult::ForfeitLoss,
    }
}

/// Whether a player asked not to be paired.
fn is_requested(entry: Entry) -> bool {
    matches!(entry, Entry::Bye(Bye::Half | Bye::Zero))
}

/// The score of a player as it counts for opponents: requested byes after which the player
/// did not play any more count as draws.
pub(super) fn adjusted_score(table: &Crosstable, entries: &[Entry]) -> Points {
    let last_played = entries.iter().rposition(|entry| !is_voluntary(*entry));
    let is_final = |round: usize| last_played.is_none_or(|last| round > last);
    let points = |(round, entry): (usize, &Entry)| {
        if is_requested(*entry) && is_final(round) {
            table.point_values.draw
        } else {
            table.point_values.of(entry)
        }
    };
    entries.iter().enumerate().map(points).sum()
}

/// The entries of a player for all paired rounds; missing ones are absences.
pub(super) fn entries(player: &Player, rounds: usize) -> Vec<Entry> {
    let mut entries = player.entries.clone();
    entries.resize(rounds, Entry::Bye(Bye::Zero));
    entries
}
