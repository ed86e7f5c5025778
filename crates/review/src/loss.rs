//! Centipawn loss.

use chess::Color;

use crate::Score;

/// The centipawn loss of a move between two scores. A gain counts 0, and scores are capped at
/// [`Score::CEILING`].
pub fn centipawn_loss(mover: Color, before: Score, after: Score) -> u32 {
    let change = after.capped() - before.capped();
    let loss = if mover.is_white() { -change } else { change };
    loss.max(0).unsigned_abs()
}

/// The mean loss, rounded; none without moves.
pub fn average_centipawn_loss(losses: impl IntoIterator<Item = u32>) -> Option<u32> {
    let (count, sum) =
        losses.into_iter().fold((0, 0), |(count, sum), loss| (count + 1, sum + loss));
    (count > 0).then(|| (f64::from(sum) / f64::from(count)).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_capped_and_never_negative() {
        let white_mates = Score::Mate { winner: Color::White, moves: 2 };
        for (mover, before, after, loss) in [
            (Color::White, Score::Centipawns(30), Score::Centipawns(-20), 50),
            (Color::Black, Score::Centipawns(30), Score::Centipawns(-20), 0),
            (Color::White, Score::Centipawns(1900), Score::Centipawns(900), 100),
            (Color::White, white_mates, Score::Centipawns(0), 1000),
            (Color::Black, Score::Centipawns(-400), white_mates, 1400),
        ] {
            assert_eq!(centipawn_loss(mover, before, after), loss, "{before} to {after}");
        }
        assert_eq!(average_centipawn_loss([10, 0, 5]), Some(5));
        assert_eq!(average_centipawn_loss([]), None);
    }
}
