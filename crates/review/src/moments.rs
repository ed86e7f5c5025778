//! Key moments: where win chances were given away. A mistake that a side repeats in the moves that
//! follow, such as missing the same mate again, is one moment.

use std::cmp::Ordering;

use chess::{Color, Move};

use crate::{Evaluation, ReviewedMove};

/// The fewest and the most key moments of a game with that many bad moves.
const FEWEST: usize = 3;
const MOST: usize = 8;

/// Half-moves of a game for each key moment.
const PLIES_PER_MOMENT: usize = 8;

/// The half-moves within which a side can repeat a mistake: its next move and the one after that.
const REPEAT_PLIES: usize = 4;

/// A key moment: a bad move and the better line.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMoment {
    /// The index of the move, from 0.
    pub index: usize,
    /// The win chances that it gave away, in percent.
    pub win_percent_loss: f64,
    /// The best line instead.
    pub better: Vec<Move>,
}

/// The bad moves that matter most, in the order of the game: blunders before mistakes before
/// inaccuracies, as many as the length of the game allows; and in any case the turning point and
/// the worst move of each side.
pub fn moments(
    moves: &[ReviewedMove],
    evaluations: &[Evaluation],
    turning_point: Option<usize>,
) -> Vec<KeyMoment> {
    let ranked = worst_first(moves, evaluations, turning_point);
    let worst_of = |side: Color| ranked.iter().copied().find(|&it| moves[it].mover == side);
    let worst = Color::ALL.into_iter().filter_map(worst_of);
    let required: Vec<usize> = worst.chain(turning_point).collect();
    let mut chosen = ranked.clone();
    chosen.truncate(max_moments(moves.len()));
    for &index in &required {
        if chosen.contains(&index) {
            continue;
        }
        // It never takes the place of a move that was judged worse.
        let gives_way =
            |it: &usize| !required.contains(it) && moves[*it].judgment <= moves[index].judgment;
        if let Some(place) = chosen.iter().rposition(gives_way) {
            chosen.remove(place);
        }
        chosen.push(index);
    }
    chosen.sort_unstable();
    let moment = |index: usize| {
        let better = evaluations.get(index)?.line.clone();
        Some(KeyMoment { index, win_percent_loss: moves[index].win_percent_loss(), better })
    };
    chosen.into_iter().filter_map(moment).collect()
}

/// How many key moments a game of this length has, beside those that it has in any case.
fn max_moments(plies: usize) -> usize {
    plies.div_ceil(PLIES_PER_MOMENT).clamp(FEWEST, MOST)
}

/// All judged moves but repetitions, worst first.
fn worst_first(
    moves: &[ReviewedMove],
    evaluations: &[Evaluation],
    turning_point: Option<usize>,
) -> Vec<usize> {
    let mut judged: Vec<usize> = Color::ALL
        .into_iter()
        .flat_map(|side| without_repetitions(moves, evaluations, side, turning_point))
        .collect();
    judged.sort_unstable();
    judged.sort_by(|&one, &other| by_harm(&moves[other], &moves[one]));
    judged
}

/// By judgment, and then by the win chances given away: a mate allowed in a bad position costs few.
fn by_harm(one: &ReviewedMove, other: &ReviewedMove) -> Ordering {
    let by_loss = || one.win_percent_loss().total_cmp(&other.win_percent_loss());
    one.judgment.cmp(&other.judgment).then_with(by_loss)
}

/// The judged moves of a side. Of several in a row that repeat the mistake there is the worst, and
/// the turning point if it is another.
fn without_repetitions(
    moves: &[ReviewedMove],
    evaluations: &[Evaluation],
    side: Color,
    turning_point: Option<usize>,
) -> Vec<usize> {
    let is_judged = |&index: &usize| moves[index].mover == side && moves[index].judgment.is_some();
    let judged: Vec<usize> = (0..moves.len()).filter(is_judged).collect();
    let selected = |run: &[usize]| {
        let worst = run.iter().copied().min_by(|&one, &other| by_harm(&moves[other], &moves[one]));
        let turning_point = turning_point.filter(|it| run.contains(it) && worst != Some(*it));
        worst.into_iter().chain(turning_point)
    };
    let repeats = |&one: &usize, &next: &usize| is_repetition(moves, evaluations, one, next);
    judged.chunk_by(repeats).flat_map(selected).collect()
}

/// Whether a bad move repeats an earlier one of its side: a mate is missed or allowed again, though
/// perhaps another one, the best move is still the same, or the opponent has the same answer.
fn is_repetition(
    moves: &[ReviewedMove],
    evaluations: &[Evaluation],
    one: usize,
    next: usize,
) -> bool {
    let misses_mate = |it: usize| moves[it].before.mating() == Some(moves[it].mover);
    let allows_mate = |it: usize| moves[it].after.mating() == Some(!moves[it].mover);
    let best = |it: usize| evaluations.get(it).and_then(Evaluation::best);
    let has_same_best = |one: usize, next: usize| best(one).is_some() && best(one) == best(next);
    next - one <= REPEAT_PLIES
        && (misses_mate(one) && misses_mate(next)
            || allows_mate(one) && allows_mate(next)
            || has_same_best(one, next)
            || has_same_best(one + 1, next + 1))
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::{Report, Score};

    /// The review of a game in which knights go to and fro, with these scores.
    fn report(centipawns: &[i32]) -> Report {
        let scores: Vec<Score> = centipawns.iter().copied().map(Score::Centipawns).collect();
        report_with_lines(&scores, &[])
    }

    /// The same with the best move of some positions.
    fn report_with_lines(scores: &[Score], best: &[(usize, &str)]) -> Report {
        let mut positions = vec![Position::default()];
        let mut moves = Vec::new();
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(scores.len() - 1) {
            let position = positions[positions.len() - 1];
            let m = position.parse_san(san).expect("a move");
            moves.push(m);
            positions.push(position.play(m).expect("a legal move"));
        }
        let evaluation = |(index, &score): (usize, &Score)| {
            let sans = best.iter().filter(|(at, _)| *at == index);
            let line = sans.map(|(_, san)| positions[index].parse_san(san).expect("a move"));
            Evaluation { score, line: line.collect(), depth: 1 }
        };
        let evaluations: Vec<Evaluation> = scores.iter().enumerate().map(evaluation).collect();
        Report::new(&positions, &moves, &evaluations).expect("a report")
    }

    /// The key moments of such a game.
    fn indices(centipawns: &[i32]) -> Vec<usize> {
        report(centipawns).moments.iter().map(|moment| moment.index).collect()
    }

    /// Scores of a game in which each move of each side gives the advantage away.
    fn swings(plies: usize) -> Vec<i32> {
        (0..=plies).map(|ply| if ply % 2 == 0 { 300 } else { -300 }).collect()
    }

    #[test]
    fn a_longer_game_has_more_key_moments() {
        for (plies, count) in [(2, 2), (6, 3), (28, 4), (48, 6), (80, 8), (300, 8)] {
            assert_eq!(indices(&swings(plies)).len(), count, "{plies} half-moves");
        }
    }

    #[test]
    fn key_moments_are_the_worst_moves_in_the_order_of_the_game() {
        for (scores, expected) in [
            (vec![0, 10, 0, 10, 0], vec![]),
            // The least of White's four mistakes is not selected.
            (vec![0, -150, -150, -300, -300, -400, -400, -900, -900], vec![0, 2, 6]),
            // Black's only inaccuracy is selected, but not instead of a blunder of White's.
            (vec![0, -200, -120, -400, -320, -700, -650, -980], vec![0, 1, 2, 4]),
        ] {
            assert_eq!(indices(&scores), expected, "{scores:?}");
        }
    }

    #[test]
    fn blunders_come_before_mistakes_and_those_before_inaccuracies() {
        // A mate allowed in a lost position costs few chances and is a blunder, all the same.
        let cp = Score::Centipawns;
        let mate = Score::Mate { winner: Color::Black, moves: 5 };
        let scores = [
            cp(0),
            cp(-120),
            cp(-120),
            cp(-330),
            cp(-330),
            cp(-530),
            cp(-530),
            cp(-690),
            cp(-690),
            mate,
        ];
        let report = report_with_lines(&scores, &[]);
        let selected: Vec<usize> = report.moments.iter().map(|moment| moment.index).collect();
        let judgments: Vec<_> = report.moves.iter().map(|one| one.judgment).collect();
        assert_eq!(selected, [0, 2, 8], "{judgments:?}");
    }

    #[test]
    fn a_repeated_mistake_is_told_where_it_was_worst() {
        let cp = Score::Centipawns;
        let after = [-250, 93, 93, 197, 203, 452, 460, 700, 720, 900];
        let scores: Vec<Score> = [20; 9].into_iter().chain(after).map(cp).collect();
        // A blunder and an inaccuracy miss the same move, and then a blunder decides the game.
        let report = report_with_lines(&scores, &[(9, "e5"), (11, "e5")]);
        let selected: Vec<usize> = report.moments.iter().map(|moment| moment.index).collect();
        assert_eq!(selected, [8, 9, 13]);
        // The turning point is selected as well.
        let scores: Vec<Score> = scores[..14].to_vec();
        let report = report_with_lines(&scores, &[(9, "e5"), (11, "e5")]);
        let selected: Vec<usize> = report.moments.iter().map(|moment| moment.index).collect();
        assert_eq!(selected, [8, 9, 11]);
    }

    #[test]
    fn the_turning_point_is_a_key_moment_though_three_mistakes_were_worse() {
        // White gives the game away three times and gets it back; the fourth time is the last.
        let report = report(&[300, -400, 300, -400, 300, -400, 300, 300, 300, 90, 90, 90]);
        let turning_point = report.summary.and_then(|summary| summary.turning_point);
        assert_eq!(turning_point, Some(8));
        assert!(report.moments.iter().any(|moment| moment.index == 8), "{:?}", report.moments);
    }

    #[test]
    fn a_mistake_that_is_repeated_is_one_key_moment() {
        let selected = |scores: &[Score], best: &[(usize, &str)]| -> Vec<usize> {
            let report = report_with_lines(scores, best);
            report.moments.iter().map(|moment| moment.index).collect()
        };
        let cp = Score::Centipawns;
        let mate = |moves| Score::Mate { winner: Color::White, moves };
        // White misses mate in two three times, Black allows it twice.
        let missed = [mate(2), cp(900), mate(2), cp(900), mate(2), cp(900), cp(900)];
        assert_eq!(selected(&missed, &[]), [0, 1]);
        // Between the two there were two moves that kept what there was.
        let apart = [mate(2), cp(900), cp(900), cp(900), cp(900), cp(900), mate(2), cp(900)];
        assert_eq!(selected(&apart, &[]), [0, 5, 6]);
        // A pawn move is best and not played, three times; the second one costs most.
        let dropped = [cp(0), cp(-120), cp(-120), cp(-400), cp(-400), cp(-520), cp(-520)];
        assert_eq!(selected(&dropped, &[]), [0, 2, 4]);
        assert_eq!(selected(&dropped, &[(0, "e4"), (2, "e4"), (4, "e4")]), [2]);
        assert_eq!(selected(&dropped, &[(0, "e4"), (2, "d4"), (4, "d4")]), [0, 2]);
        // The same answer of Black.
        assert_eq!(selected(&dropped, &[(1, "e5"), (3, "e5"), (5, "e5")]), [2]);
    }
}
