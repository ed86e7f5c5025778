//! Ending a game when both engines agree how it will end. Both rules are optional.

use std::str::FromStr;

use chess::Color;
use chess::pgn::{GameResult, Score};

/// Calls a draw when both engines see an even game for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The largest distance of a score from zero, in centipawns.
    pub within: i32,
    /// How many consecutive plies must have such a score.
    pub plies: u32,
    /// The first ply of the game at which a draw can be called.
    pub from: usize,
}

/// Calls a win when both engines see a decided game for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The smallest distance of a score from zero, in centipawns.
    pub beyond: i32,
    /// How many consecutive moves of both sides must have such a score.
    pub moves: u32,
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<DrawRule, String> {
        match numbers(text)[..] {
            [Some(within), Some(plies @ 1..), Some(from)] => {
                Ok(DrawRule { within, plies: plies as u32, from: from as usize })
            }
            _ => Err("expected centipawns, plies and first ply, such as 10,8,80".into()),
        }
    }
}

impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<ResignRule, String> {
        match numbers(text)[..] {
            [Some(beyond @ 1..), Some(moves @ 1..)] => {
                Ok(ResignRule { beyond, moves: moves as u32 })
            }
            _ => Err("expected centipawns and moves, such as 600,4".into()),
        }
    }
}

fn numbers(text: &str) -> Vec<Option<i32>> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| *number >= 0);
    text.split(',').map(number).collect()
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    even_plies: u32,
    /// Who is winning, and for how many plies both engines have agreed on that.
    winning: Option<(Color, u32)>,
}

impl Adjudicator {
    pub(crate) fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Adjudicator {
        Adjudicator { draw, resign, even_plies: 0, winning: None }
    }

    /// Takes the score of a move from White's point of view; some result when that decides the
    /// game. A move without a score resets both counts.
    pub(crate) fn judge(&mut self, score: Option<Score>, ply: usize) -> Option<GameResult> {
        let centipawns = score.map(centipawns);
        self.judge_draw(centipawns, ply).or_else(|| self.judge_resignation(centipawns))
    }

    fn judge_draw(&mut self, score: Option<i32>, ply: usize) -> Option<GameResult> {
        let rule = self.draw?;
        let is_even = score.is_some_and(|score| score.abs() <= rule.within);
        self.even_plies = if is_even { self.even_plies + 1 } else { 0 };
        (self.even_plies >= rule.plies && ply >= rule.from).then_some(GameResult::Draw)
    }

    fn judge_resignation(&mut self, score: Option<i32>) -> Option<GameResult> {
        let rule = self.resign?;
        let winner = score
            .filter(|score| score.abs() >= rule.beyond)
            .map(|score| if score > 0 { Color::White } else { Color::Black });
        self.winning = match (winner, self.winning) {
            (Some(winner), Some((before, plies))) if winner == before => Some((winner, plies + 1)),
            (Some(winner), _) => Some((winner, 1)),
            (None, _) => None,
        };
        let (winner, plies) = self.winning?;
        (plies >= rule.moves.saturating_mul(2)).then_some(GameResult::Win(winner))
    }
}

/// A score in centipawns; a mate exceeds every other score.
fn centipawns(score: Score) -> i32 {
    const MATE: i32 = 1_000_000;
    match score {
        Score::Centipawns(score) => score.clamp(-MATE, MATE),
        Score::Mate(moves) if moves < 0 => -MATE,
        Score::Mate(_) => MATE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply after which a game with these scores is decided, and how.
    fn decided(draw: &str, resign: &str, scores: &[i32]) -> Option<(usize, GameResult)> {
        let mut adjudicator = Adjudicator::new(draw.parse().ok(), resign.parse().ok());
        (1..).zip(scores).find_map(|(ply, &score)| {
            Some((ply, adjudicator.judge(Some(Score::Centipawns(score)), ply)?))
        })
    }

    #[test]
    fn a_game_that_both_call_even_is_drawn() {
        assert_eq!(decided("10,3,0", "", &[5, -5, 0]), Some((3, GameResult::Draw)));
        assert_eq!(decided("10,3,5", "", &[0; 9]), Some((5, GameResult::Draw)));
        assert_eq!(decided("10,3,0", "", &[5, 11, 5, 5, -11, 0, 0]), None);
    }

    #[test]
    fn a_game_that_both_call_lost_is_lost() {
        let white = GameResult::Win(Color::White);
        let black = GameResult::Win(Color::Black);
        assert_eq!(decided("", "500,2", &[600, 500, 700, 510]), Some((4, white)));
        assert_eq!(decided("", "500,1", &[-600, -499, -600, -700]), Some((4, black)));
        assert_eq!(decided("", "500,2", &[600, 600, 600, -600, 600, 600]), None);
    }

    #[test]
    fn a_mate_is_beyond_any_score_and_no_score_decides_nothing() {
        let mut adjudicator = Adjudicator::new(None, "500,1".parse().ok());
        assert_eq!(adjudicator.judge(Some(Score::Mate(-3)), 1), None);
        assert_eq!(adjudicator.judge(None, 2), None);
        assert_eq!(adjudicator.judge(Some(Score::Mate(-2)), 3), None);
        let black = Some(GameResult::Win(Color::Black));
        assert_eq!(adjudicator.judge(Some(Score::Centipawns(-900)), 4), black);
    }

    #[test]
    fn rules_are_read_with_care() {
        assert_eq!("600,4".parse(), Ok(ResignRule { beyond: 600, moves: 4 }));
        assert_eq!("10,8,80".parse(), Ok(DrawRule { within: 10, plies: 8, from: 80 }));
        for text in ["", "10", "10,8", "10,0,80", "-1,8,80", "10,8,80,1", "a,b,c"] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
        for text in ["", "600", "0,4", "600,0", "600,4,1", "99999999999,1"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
    }
}
