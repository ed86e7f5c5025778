//! Lines of moves, such as an engine's principal variation, with the position before each move.

use std::fmt::Write;

use crate::{Move, Position};

impl Position {
    /// Each move of a line with the position before it. Stops at the first illegal move.
    ///
    /// ```
    /// use tabiya_chess::{Move, Position, Square};
    ///
    /// let line = [
    ///     Move::normal(Square::E2, Square::E3),
    ///     Move::normal(Square::E7, Square::E6),
    ///     Move::normal(Square::E7, Square::E6),
    /// ];
    /// let start = Position::default();
    /// let sans: Vec<String> =
    ///     start.walk(&line).map(|(before, m)| before.san(m).to_string()).collect();
    /// assert_eq!(sans, ["e3", "e6"]);
    /// ```
    pub fn walk(&self, line: &[Move]) -> impl Iterator<Item = (Position, Move)> {
        let mut next = *self;
        line.iter().map_while(move |&m| {
            let before = next;
            next = before.play(m).ok()?;
            Some((before, m))
        })
    }

    /// A line of moves in standard algebraic notation with move numbers: `1. e4 e5 2. Nf3`, or
    /// `1... e5 2. Nf3` when Black begins. Stops at the first illegal move.
    pub fn san_line(&self, line: &[Move]) -> String {
        let mut text = String::new();
        for (before, m) in self.walk(line) {
            let separator = if text.is_empty() { "" } else { " " };
            let number = before.fullmoves();
            // Writing to a string never fails.
            let _ = match (before.turn().is_white(), text.is_empty()) {
                (true, _) => write!(text, "{separator}{number}. {}", before.san(m)),
                (false, true) => write!(text, "{number}... {}", before.san(m)),
                (false, false) => write!(text, " {}", before.san(m)),
            };
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_end_before_an_illegal_move() {
        let start = Position::default();
        let mut position = start;
        let mut line = Vec::new();
        for san in ["e4", "e5", "Nf3"] {
            let m = position.parse_san(san).unwrap();
            position = position.play_unchecked(m);
            line.push(m);
        }
        assert_eq!(start.san_line(&line), "1. e4 e5 2. Nf3");
        assert_eq!(start.play_unchecked(line[0]).san_line(&line[1..]), "1... e5 2. Nf3");
        line.insert(2, line[0]);
        assert_eq!(start.san_line(&line), "1. e4 e5");
        assert_eq!(start.san_line(&[]), "");
    }
}
