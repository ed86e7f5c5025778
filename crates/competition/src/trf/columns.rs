//! Fields of a line by columns. Columns count characters from 1, as the format defines them.

use std::str::FromStr;

use super::TrfProblem;
use crate::{PlayerNumber, Points};

/// A line as characters.
pub(super) struct Columns(Vec<char>);

impl Columns {
    /// A line without its end. Control characters count as spaces.
    pub(super) fn new(line: &str) -> Columns {
        let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
        Columns(line.chars().map(printable).collect())
    }

    /// The number of characters.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The text of some columns, without the spaces around it.
    pub(super) fn text(&self, first: usize, last: usize) -> String {
        let end = last.min(self.0.len());
        let field = self.0.get(first - 1..end).unwrap_or_default();
        field.iter().collect::<String>().trim().to_owned()
    }

    /// One column; a space past the end of the line.
    pub(super) fn at(&self, column: usize) -> char {
        self.0.get(column - 1).copied().unwrap_or(' ')
    }

    /// An error about some columns.
    pub(super) fn bad(&self, first: usize, last: usize, expected: &'static str) -> TrfProblem {
        let text = self.text(first, last).chars().take(20).collect();
        TrfProblem::Field { first, last, text, expected }
    }

    /// A value, or `None` where the columns are blank.
    pub(super) fn optional<T: FromStr>(
        &self,
        first: usize,
        last: usize,
        expected: &'static str,
    ) -> Result<Option<T>, TrfProblem> {
        let text = self.text(first, last);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| self.bad(first, last, expected))
    }

    /// A value that must be there.
    pub(super) fn required<T: FromStr>(
        &self,
        first: usize,
        last: usize,
        expected: &'static str,
    ) -> Result<T, TrfProblem> {
        let value = self.optional(first, last, expected)?;
        value.ok_or_else(|| self.bad(first, last, expected))
    }

    /// An amount of points.
    pub(super) fn points(&self, first: usize, last: usize) -> Result<Points, TrfProblem> {
        let points: Points = self.required(first, last, POINTS)?;
        if (-99..=999).contains(&points.tenths()) {
            Ok(points)
        } else {
            Err(self.bad(first, last, POINTS))
        }
    }

    /// A round from 1 to the limit.
    pub(super) fn round(&self, first: usize, last: usize) -> Result<usize, TrfProblem> {
        let round: usize = self.required(first, last, ROUND)?;
        if (1..=super::MAX_ROUNDS).contains(&round) {
            Ok(round)
        } else {
            Err(self.bad(first, last, ROUND))
        }
    }

    /// A starting number.
    pub(super) fn player(&self, first: usize, last: usize) -> Result<PlayerNumber, TrfProblem> {
        let number: u16 = self.required(first, last, PLAYER)?;
        PlayerNumber::new(number).ok_or_else(|| self.bad(first, last, PLAYER))
    }

    /// Starting numbers from a column to the end of the line, separated by spaces.
    pub(super) fn players_from(&self, first: usize) -> Result<Vec<PlayerNumber>, TrfProblem> {
        let text = self.text(first, self.len());
        let number = |word: &str| word.parse().ok().and_then(PlayerNumber::new);
        let numbers: Option<Vec<PlayerNumber>> = text.split_whitespace().map(number).collect();
        numbers.ok_or_else(|| self.bad(first, self.len(), "starting numbers from 1 to 9999"))
    }
}

const POINTS: &str = "a number of points such as 1.5, at most 99.9";
const ROUND: &str = "a round from 1 to 200";
const PLAYER: &str = "a starting number from 1 to 9999";
