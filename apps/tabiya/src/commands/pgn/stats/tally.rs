//! Counts what the games of a file have.

use std::collections::{HashMap, HashSet};

use chess::pgn::{GameResult, Location, Movetext, PgnError, Visitor};
use chess::{Move, Position};

/// How many plies identify an opening.
const OPENING_PLIES: usize = 4;

/// The totals of all games so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) results: HashMap<GameResult, u64>,
    /// Games with at least one move, and the half-moves of their main lines.
    pub(super) played: u64,
    pub(super) plies: u64,
    pub(super) shortest: Option<Length>,
    pub(super) longest: Option<Length>,
    pub(super) players: HashSet<String>,
    pub(super) first_date: Option<String>,
    pub(super) last_date: Option<String>,
    /// By the first moves of games from the start position; fewer of them where the game is over.
    pub(super) openings: HashMap<Vec<Move>, u64>,
    pub(super) eco: HashMap<String, u64>,
    pub(super) errors: u64,
    /// The game being read.
    current: Current,
}

/// A game that is remembered for its length.
#[derive(Clone)]
pub(super) struct Length {
    pub(super) plies: u64,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) date: String,
    pub(super) line: usize,
}

/// What is known of the game that is being read.
#[derive(Default)]
struct Current {
    line: usize,
    white: String,
    black: String,
    date: String,
    plies: u64,
    /// Variations open at the moment.
    depth: usize,
    /// A null move has ended the legal part of the game.
    passed: bool,
    /// The first moves, while they count as an opening.
    opening: Option<Vec<Move>>,
}

impl Visitor for Tally {
    fn begin_game(&mut self, at: Location) {
        self.current = Current { line: at.line, ..Current::default() };
    }

    fn tag(&mut self, name: &str, value: &str) {
        match name {
            "White" => value.clone_into(&mut self.current.white),
            "Black" => value.clone_into(&mut self.current.black),
            "Date" => value.clone_into(&mut self.current.date),
            "UTCDate" if !is_date(&self.current.date) => {
                value.clone_into(&mut self.current.date);
            }
            "ECO" if is_known(value) => count(&mut self.eco, value),
            _ => {}
        }
    }

    fn start(&mut self, position: &Position) -> Movetext {
        self.current.opening = (*position == Position::default()).then(Vec::new);
        Movetext::Read
    }

    fn play(&mut self, m: Move, _: &Position) {
        if self.current.depth > 0 || self.current.passed {
            return;
        }
        self.current.plies += 1;
        if let Some(opening) = &mut self.current.opening
            && opening.len() < OPENING_PLIES
        {
            opening.push(m);
        }
    }

    fn null_move(&mut self, _: &Position) {
        self.current.passed |= self.current.depth == 0;
    }

    fn begin_variation(&mut self) {
        self.current.depth += 1;
    }

    fn end_variation(&mut self) {
        self.current.depth = self.current.depth.saturating_sub(1);
    }

    fn error(&mut self, _: PgnError) {
        self.errors += 1;
    }

    fn end_game(&mut self, result: GameResult) {
        self.games += 1;
        *self.results.entry(result).or_default() += 1;
        let current = std::mem::take(&mut self.current);
        self.note_players(&current);
        self.note_date(&current.date);
        self.note_length(current);
    }
}

impl Tally {
    fn note_players(&mut self, current: &Current) {
        for name in [&current.white, &current.black] {
            if is_known(name) && !self.players.contains(name) {
                self.players.insert(name.clone());
            }
        }
    }

    fn note_date(&mut self, date: &str) {
        if !is_date(date) {
            return;
        }
        let known = |bound: &Option<String>| bound.as_deref().map(comparable);
        if known(&self.first_date).is_none_or(|first| comparable(date) < first) {
            self.first_date = Some(date.to_owned());
        }
        if known(&self.last_date).is_none_or(|last| comparable(date) > last) {
            self.last_date = Some(date.to_owned());
        }
    }

    fn note_length(&mut self, current: Current) {
        let Current { line, white, black, date, plies, opening, .. } = current;
        if plies == 0 {
            return;
        }
        self.played += 1;
        self.plies += plies;
        if let Some(opening) = opening {
            *self.openings.entry(opening).or_default() += 1;
        }
        let length = Length { plies, white, black, date, line };
        if self.shortest.as_ref().is_none_or(|shortest| plies < shortest.plies) {
            self.shortest = Some(length.clone());
        }
        if self.longest.as_ref().is_none_or(|longest| plies > longest.plies) {
            self.longest = Some(length);
        }
    }
}

/// Adds one to a count, and makes a copy of the key only when it is new.
fn count(counts: &mut HashMap<String, u64>, key: &str) {
    match counts.get_mut(key) {
        Some(count) => *count += 1,
        None => {
            counts.insert(key.to_owned(), 1);
        }
    }
}

/// False for the ways in which PGN says that something is not known.
fn is_known(value: &str) -> bool {
    !matches!(value, "" | "?" | "-")
}

/// True for `1997.05.11`, where month and day may be unknown.
fn is_date(text: &str) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let is_part = |part: &[u8]| part == b"??" || part.iter().all(is_digit);
    match text.as_bytes() {
        [year @ .., b'.', m1, m2, b'.', d1, d2] => {
            year.len() == 4
                && year.iter().all(is_digit)
                && is_part(&[*m1, *m2])
                && is_part(&[*d1, *d2])
        }
        _ => false,
    }
}

/// A date in a form that sorts: what is unknown comes before what is known.
fn comparable(date: &str) -> String {
    date.replace('?', "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_needs_a_year() {
        for date in ["1858.11.02", "1858.11.??", "1858.??.??"] {
            assert!(is_date(date), "{date}");
        }
        for other in ["", "?", "????.??.??", "1858", "1858-11-02", "58.11.02", "1858.1?.02", "é"] {
            assert!(!is_date(other), "{other}");
        }
    }

    #[test]
    fn an_unknown_day_comes_before_the_known_ones_of_its_year() {
        let mut tally = Tally::default();
        for date in ["1858.11.02", "1858.??.??", "1860.12.??", "1860.12.01", "????.??.??"] {
            tally.note_date(date);
        }
        assert_eq!(tally.first_date.as_deref(), Some("1858.??.??"));
        assert_eq!(tally.last_date.as_deref(), Some("1860.12.01"));
    }
}
