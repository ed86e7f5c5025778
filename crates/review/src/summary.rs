//! A game in two facts: who was better until when, and the move that turned it.
//!
//! The scores of the positions are divided into stretches in which one side is better, or neither.
//! The summary tells of the last stretch but one, and of the mistake that ended it; or else of the
//! last one, and of the bad move that decided the game in it: of how it was before that move, or of
//! the win that followed if that was longer. If neither side was better in the end, it tells of the
//! greatest advantage. A stretch in which neither side is better for longer than a move need not be
//! balanced: `is_balanced` tells.

use chess::Color;

use crate::explanation::Standing;
use crate::{Judgment, ReviewedMove, Score, win_percent};

/// Centipawns from which a side counts as better, and down to which it still does.
const ADVANTAGE: i32 = 150;
const KEPT_ADVANTAGE: i32 = 100;

/// How a game went. Moves are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The side that was better before the game turned or was decided, or was winning since, or was
    /// better throughout; none when neither was for longer than a move.
    pub leader: Option<Color>,
    /// How that side stood for most of the time; none without one.
    pub standing: Option<Standing>,
    /// True when no evaluation until then was that of an advantage.
    pub is_balanced: bool,
    /// The move that brought this about; none when it was so from the start.
    pub since: Option<usize>,
    /// The last move before which it was so; none when it was so to the end.
    pub until: Option<usize>,
    /// The bad move that turned or decided the game, if a single one did. Where it is not
    /// after `since`, the leader was winning from there on.
    pub turning_point: Option<usize>,
}

impl GameSummary {
    /// Summarizes a game; none without a move.
    pub fn new(moves: &[ReviewedMove]) -> Option<GameSummary> {
        let first = moves.first()?;
        let scores: Vec<Score> =
            [first.before].into_iter().chain(moves.iter().map(|one| one.after)).collect();
        let leaders = without_flicker(leaders(&scores));
        let last = *leaders.last()?;
        let until = match last {
            Some(_) => leaders.iter().rposition(|&leader| leader != last),
            None => greatest_advantage(&scores, &leaders),
        };
        let leader = until.map_or(last, |until| leaders[until]);
        let end = until.unwrap_or(leaders.len() - 1);
        let begin = leaders[..end].iter().rposition(|&one| one != leader).map_or(0, |it| it + 1);
        let turning_point = until.and_then(|until| turning_point(moves, until, leader, last));
        if let (Some(winner), Some(turned), Some(decided)) = (last, until, turning_point)
            && decided > turned
        {
            let since_turn = turned + 1;
            let won = won_from(&scores, decided + 1, winner)
                .filter(|&won| scores.len() - won > won - since_turn);
            let (since, standing) = match won {
                Some(won) => (won - 1, Some(Standing::Winning)),
                None => (turned, usual_standing(&scores[since_turn..=decided], last)),
            };
            let (leader, is_balanced, since, until) = (last, false, Some(since), None);
            return Some(Self { leader, standing, is_balanced, since, until, turning_point });
        }
        let is_balanced = scores[begin..=end].iter().all(|&score| is_even(score));
        let standing = usual_standing(&scores[begin..=end], leader);
        let since = begin.checked_sub(1);
        Some(GameSummary { leader, standing, is_balanced, since, until, turning_point })
    }
}

/// The last position of the stretch with the greatest advantage, weighted by its length.
fn greatest_advantage(scores: &[Score], leaders: &[Option<Color>]) -> Option<usize> {
    let mut end = 0;
    let stretches = leaders.chunk_by(|one, next| one == next).map(|stretch| {
        let begin = end;
        end += stretch.len();
        (begin, end)
    });
    let advantage = |&(begin, end): &(usize, usize)| -> f64 {
        scores[begin..end].iter().map(|score| (win_percent(*score) - 50.0).abs()).sum()
    };
    stretches
        .filter(|&(begin, _)| leaders[begin].is_some())
        .max_by(|one, other| advantage(one).total_cmp(&advantage(other)))
        .map(|(_, end)| end - 1)
}

/// The lower median of how the leader stands in these positions.
fn usual_standing(scores: &[Score], leader: Option<Color>) -> Option<Standing> {
    let leader = leader?;
    let mut standings: Vec<Standing> =
        scores.iter().map(|&score| Standing::new(score, leader)).collect();
    standings.sort_unstable();
    standings.get(standings.len().saturating_sub(1) / 2).copied()
}

/// The first position, of those from `begin` on, from which a side was winning to the end: never
/// less than much better for longer than a move, and in the lesser half of positions winning.
fn won_from(scores: &[Score], begin: usize, winner: Color) -> Option<usize> {
    let standing = |score: &Score| Standing::new(*score, winner);
    let is_given_away = |score: &Score| standing(score) < Standing::MuchBetter;
    let given_away = scores.windows(2).rposition(|pair| pair.iter().all(is_given_away));
    let begin = given_away.map_or(begin, |it| begin.max(it + 2));
    let rest = scores.get(begin..)?;
    let won = begin + rest.iter().position(|score| standing(score) == Standing::Winning)?;
    let usual = usual_standing(&scores[won..], Some(winner));
    (usual == Some(Standing::Winning)).then_some(won)
}

/// True when neither side has an advantage worth mentioning.
fn is_even(score: Score) -> bool {
    score.centipawns().abs() < KEPT_ADVANTAGE
}

/// The side with a clear advantage in each position.
fn leaders(scores: &[Score]) -> Vec<Option<Color>> {
    let mut leader = None;
    let next = |&score: &Score| {
        let is_better = |side: Color| {
            let least = if leader == Some(side) { KEPT_ADVANTAGE } else { ADVANTAGE };
            score.for_side(side) >= least
        };
        leader = Color::ALL.into_iter().find(|&side| is_better(side));
        leader
    };
    scores.iter().map(next).collect()
}

/// The same without what lasts a single position in the middle of the game: a mistake that the
/// opponent did not see changed nothing.
fn without_flicker(mut leaders: Vec<Option<Color>>) -> Vec<Option<Color>> {
    for index in 1..leaders.len().saturating_sub(1) {
        if leaders[index] != leaders[index + 1] {
            let before = leaders[index - 1];
            leaders[index] = if before == leaders[index + 1] { before } else { leaders[index] };
        }
    }
    leaders
}

/// The mistake that ended a stretch, or else the worst one by which the same side lost the game
/// later, or else the inaccuracy that ended the stretch.
fn turning_point(
    moves: &[ReviewedMove],
    until: usize,
    leader: Option<Color>,
    winner: Option<Color>,
) -> Option<usize> {
    let loser = winner.map_or(leader, |winner| Some(!winner))?;
    let is_bad = |one: &ReviewedMove| one.mover == loser && one.judgment.is_some();
    let worst = |is_meant: &dyn Fn(&ReviewedMove) -> bool| {
        let later = (until..moves.len()).filter(|&index| is_meant(&moves[index]));
        let loss = |index: usize| moves[index].win_percent_loss();
        later.max_by(|&one, &other| loss(one).total_cmp(&loss(other)))
    };
    let turns = is_bad(&moves[until]);
    if turns && moves[until].judgment != Some(Judgment::Inaccuracy) {
        return Some(until);
    }
    let decides = if turns { is_decisive } else { is_timely };
    let later = winner
        .and_then(|winner| worst(&|one: &ReviewedMove| one.mover == loser && decides(one, winner)));
    later.or(turns.then_some(until))
}

/// Whether it was a mistake, and its opponent had not been winning yet.
fn is_timely(one: &ReviewedMove, winner: Color) -> bool {
    one.judgment >= Some(Judgment::Mistake) && Standing::new(one.before, winner) < Standing::Winning
}

/// Whether a mistake gave its opponent, who had not been winning yet, a much better game.
fn is_decisive(one: &ReviewedMove, winner: Color) -> bool {
    let (from, to) = (Standing::new(one.before, winner), Standing::new(one.after, winner));
    one.judgment >= Some(Judgment::Mistake) && from < to && to >= Standing::MuchBetter
}

#[cfg(test)]
mod tests {
    use chess::{Move, Position};

    use super::*;
    use crate::{Evaluation, Report};

    /// The summary of a game in which knights go to and fro, with these scores.
    fn summary(centipawns: &[i32]) -> GameSummary {
        let mut position = Position::default();
        let (mut positions, mut moves): (Vec<Position>, Vec<Move>) = (vec![position], Vec::new());
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(centipawns.len() - 1) {
            let m = position.parse_san(san).expect("a move");
            position = position.play(m).expect("a legal move");
            moves.push(m);
            positions.push(position);
        }
        let evaluations: Vec<Evaluation> = centipawns
            .iter()
            .map(|&amount| Evaluation {
                score: Score::Centipawns(amount),
                line: Vec::new(),
                depth: 1,
            })
            .collect();
        let report = Report::new(&positions, &moves, &evaluations).expect("a report");
        report.summary.expect("a summary")
    }

    /// White's ninth half-move and Black's answer are blunders, Black's sixth move is an inaccuracy
    /// and the seventh a blunder.
    fn told_by_a_blunder() -> Vec<i32> {
        let start = [20; 9].into_iter();
        start.chain([-250, 93, 93, 197, 203, 452, 460, 700, 720, 900]).collect()
    }

    /// Black's third move is an inaccuracy and the fourth a blunder. White is winning with the next
    /// one, and to the end.
    fn won_early() -> Vec<i32> {
        let start = [20, 30, 25, 40, 60, 80].into_iter();
        start.chain([152, 154, 471, 1020, 1010, 1080]).chain([1200; 12]).collect()
    }

    /// White gets better little by little. Black's inaccuracy and blunder come when all is lost.
    fn slowly_lost() -> Vec<i32> {
        vec![0, 60, 110, 155, 170, 210, 230, 250, 260, 340, 520, 540, 900]
    }

    #[test]
    fn a_game_is_told_by_its_last_turn() {
        use Color::{Black, White};
        for (scores, leader, since, until, turning_point) in [
            // Balanced to the end, and with a mistake that nobody saw.
            (vec![20, 30, 10, -40, 0], None, None, None, None),
            (vec![20, 30, 400, 30, 0], None, None, None, None),
            // White is better throughout.
            (vec![200, 210, 190, 250], Some(White), None, None, None),
            // Black's second move loses.
            (vec![20, 30, 10, 15, 500, 600], None, None, Some(3), Some(3)),
            // White gives a win away, and then the game.
            (vec![300, 320, 310, 330, -400, -500], Some(White), None, Some(3), None),
            (vec![300, 320, 310, -400, -500], Some(White), None, Some(2), Some(2)),
            // Black had been better for two moves alone.
            (vec![0, 0, 0, 0, 0, 0, 0, -200, -210, 0, 0], Some(Black), Some(6), Some(8), None),
            // The same after Black had been winning for long.
            (
                vec![0, 0, 0, -500, -510, -400, -90, 0, -160, -170, -40, 0],
                Some(Black),
                Some(2),
                Some(5),
                Some(5),
            ),
            // An advantage that shrinks for two moves, but does not go away.
            (vec![0, 0, 0, 200, 190, 120, 130, 110, 250, 600], Some(White), Some(2), None, Some(7)),
            // Little by little, and then a blunder.
            (vec![0, 60, 110, 155, 170, 180, 170, 160, 900], Some(White), Some(2), None, Some(7)),
            (slowly_lost(), None, None, Some(2), None),
            // White's blunder goes unpunished. An inaccuracy gives White the better game, and a
            // blunder decides it.
            (told_by_a_blunder(), Some(White), Some(11), None, Some(13)),
            // The same with a mistake that came when the game was decided.
            (vec![0, 95, 95, 95, 195, 195, 290, 520, 520, 520, 1800], None, None, Some(3), Some(3)),
            // Soon decided, and won for most of the time.
            (won_early(), Some(White), Some(8), None, Some(7)),
            // A won game that ends in a draw.
            (vec![0, 0, 500, 520, 510, 0, 0], Some(White), Some(1), Some(4), Some(4)),
            // A blunder soon after a balanced start, and one that gives it back.
            (vec![20, 30, 10, -900, -880, -900, -890, 0, 0], Some(Black), Some(2), Some(6), None),
        ] {
            let summary = summary(&scores);
            let summarized = (summary.leader, summary.since, summary.until, summary.turning_point);
            assert_eq!(summarized, (leader, since, until, turning_point), "{scores:?}");
        }
    }

    #[test]
    fn a_game_is_balanced_only_while_nobody_has_an_advantage() {
        for (scores, is_balanced) in [
            (vec![20, 30, 10, -40, 0], true),
            // Mistakes that nobody saw, and an advantage that is not clear.
            (vec![20, -230, 10, 130, 0], false),
            (vec![0, 40, 120, 130, 90], false),
            // Balanced until the move that lost.
            (vec![20, 30, 10, 15, 500, 600], true),
            (vec![20, 300, 10, 15, 500, 600], false),
            // One side was better.
            (vec![200, 210, 190, 250], false),
        ] {
            assert_eq!(summary(&scores).is_balanced, is_balanced, "{scores:?}");
        }
    }

    #[test]
    fn a_game_is_told_as_won_from_where_it_stayed_won() {
        let start = [0, 10, 0, 200];
        for (rest, since, standing) in [
            (vec![850, 800, 900, 820], 3, Standing::Winning),
            // Much better at first.
            (vec![420, 430, 800, 900, 820, 810], 5, Standing::Winning),
            // A mistake that Black did not see, or much better once, changes nothing.
            (vec![850, 800, 190, 820, 900, 820], 3, Standing::Winning),
            (vec![850, 800, 450, 460, 900, 820], 3, Standing::Winning),
            // Nearly given away on the way.
            (
                vec![850, 800, 190, 195, 240, 520, 560, 900, 900, 900, 900, 900],
                8,
                Standing::Winning,
            ),
            // Winning for a shorter time than better, or seldom.
            (vec![850], 2, Standing::Better),
            (vec![850, 400, 410, 400], 2, Standing::Better),
        ] {
            let scores: Vec<i32> = start.into_iter().chain(rest).collect();
            let summary = summary(&scores);
            let summarized = (summary.since, summary.standing, summary.turning_point);
            assert_eq!(summarized, (Some(since), Some(standing), Some(3)), "{scores:?}");
        }
    }

    #[test]
    fn a_summary_tells_how_much_better_a_side_was() {
        for (scores, standing) in [
            (vec![20, 30, 10, -40, 0], None),
            (vec![200, 210, 190, 250], Some(Standing::Better)),
            (vec![-300, -310, -290, -150, -320], Some(Standing::MuchBetter)),
            (vec![0, 10, 0, 200, 850, 800, 900, 820], Some(Standing::Winning)),
            (vec![800, 820, 810, -400, -500], Some(Standing::Winning)),
            // Half of the positions are clearly better, the other half slightly.
            (vec![200, 210, 300, 310], Some(Standing::Better)),
            // Before the blunder; White was winning only after it.
            (told_by_a_blunder(), Some(Standing::Better)),
            // Better little by little, and then decided.
            (vec![0, 60, 110, 155, 170, 180, 170, 160, 900], Some(Standing::Better)),
            (won_early(), Some(Standing::Winning)),
        ] {
            assert_eq!(summary(&scores).standing, standing, "{scores:?}");
        }
    }
}
