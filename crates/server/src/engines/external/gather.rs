//! The lines of a program that finds several at once. It tells them one by one, and those of a
//! depth belong together.

use std::time::Duration;

use chess::Position;
use engine::Wdl;
use uci::{Bound, Info};

use super::{legal, value};
use crate::engines::{FoundLine, Insight};

/// Lines as they come in.
pub(super) struct Gather<'a> {
    position: &'a Position,
    /// How many belong together.
    wanted: usize,
    /// Those of the depth that is being told.
    current: Vec<FoundLine>,
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl<'a> Gather<'a> {
    /// Waits for so many lines at a time, or for fewer where fewer moves are legal.
    pub(super) fn new(position: &'a Position, lines: usize) -> Gather<'a> {
        let wanted = lines.min(position.legal_moves().len());
        let (current, time) = (Vec::new(), Duration::ZERO);
        Gather { position, wanted, current, depth: 0, nodes: 0, time }
    }

    /// Hears one piece of news; gives the lines of a depth once they are complete. A bound is no
    /// score, and a line that begins with no legal move is none.
    pub(super) fn hear(&mut self, news: &Info) -> Option<Insight> {
        let score = news.score.filter(|score| score.bound == Bound::Exact)?;
        let moves = legal(&news.pv, self.position);
        if moves.is_empty() {
            return None;
        }
        let place = news.multipv.unwrap_or(1).max(1) as usize;
        // A program that tells fewer lines than it was asked for begins again with the first.
        let before = if place == 1 { self.rest() } else { None };
        if place != self.current.len() + 1 {
            return before;
        }
        let line = FoundLine { value: value(score.value), chances: chances(news), moves };
        self.current.push(line);
        self.depth = news.depth.unwrap_or(self.depth);
        self.nodes = news.nodes.unwrap_or(self.nodes);
        self.time = news.time.unwrap_or(self.time);
        if self.current.len() == self.wanted { self.rest() } else { before }
    }

    /// What is there of the depth that was told last, unless it has been given already.
    pub(super) fn rest(&mut self) -> Option<Insight> {
        let lines = std::mem::take(&mut self.current);
        let Gather { depth, nodes, time, .. } = *self;
        (!lines.is_empty()).then_some(Insight { depth, nodes, time, lines })
    }
}

/// Chances that add up; others are worth nothing.
fn chances(news: &Info) -> Option<Wdl> {
    let uci::Wdl { win, draw, loss } = news.wdl?;
    let [win, draw, loss] = [win, draw, loss].map(|share| u16::try_from(share).unwrap_or(u16::MAX));
    let sum = u32::from(win) + u32::from(draw) + u32::from(loss);
    (sum == 1000).then_some(Wdl { win, draw, loss })
}

#[cfg(test)]
mod tests {
    use uci::Reply;

    use super::*;

    /// What comes of lines of news: the depth and the first move of each line, or `-`.
    fn heard(lines: usize, news: &[&str]) -> Vec<String> {
        let position = Position::default();
        let mut gather = Gather::new(&position, lines);
        let tell = |insight: Insight| {
            let firsts: Vec<_> = insight
                .lines
                .iter()
                .map(|line| format!("{}/{}", line.moves[0].from(), line.moves.len()))
                .collect();
            format!("{} {}", insight.depth, firsts.join(" "))
        };
        let mut told = Vec::new();
        for text in news {
            let Ok(Reply::Info(info)) = Reply::parse(&format!("info {text}")) else {
                panic!("{text} is no news")
            };
            told.extend(gather.hear(&info).map(tell));
        }
        told.extend(gather.rest().map(tell));
        told
    }

    #[test]
    fn the_lines_of_a_depth_are_told_together() {
        let first = "depth 3 multipv 1 score cp 20 pv e2e4 e7e5";
        let second = "depth 3 multipv 2 score cp 10 pv d2d4";
        let deeper = "depth 4 multipv 1 score cp 25 pv c2c4";
        for (lines, news, expected) in [
            (1, vec!["depth 3 score cp 20 pv e2e4", deeper], vec!["3 e2/1", "4 c2/1"]),
            (2, vec![first, second, deeper], vec!["3 e2/2 d2/1", "4 c2/1"]),
            (3, vec![first, second, deeper], vec!["3 e2/2 d2/1", "4 c2/1"]),
            (2, vec![second, first], vec!["3 e2/2"]),
            (1, vec!["depth 3 score cp 20 lowerbound pv e2e4"], vec![]),
            (1, vec!["depth 3 score cp 20 pv e2e5"], vec![]),
            (1, vec!["depth 3 score cp 20 pv e2e4 e2e4 e7e5"], vec!["3 e2/1"]),
            (1, vec!["depth 3 pv e2e4", "string hello"], vec![]),
        ] {
            assert_eq!(heard(lines, &news), expected, "{lines} {news:?}");
        }
    }

    #[test]
    fn chances_count_when_they_add_up() {
        for (text, counted) in [
            ("wdl 300 500 200", true),
            ("wdl 300 500 100", false),
            ("wdl 70000 0 0", false),
            ("depth 1", false),
        ] {
            let Ok(Reply::Info(info)) = Reply::parse(&format!("info {text}")) else {
                panic!("{text} is no news")
            };
            assert_eq!(chances(&info).is_some(), counted, "{text}");
        }
    }
}
