//! What a search is asked for: the command `go` with all its words.

use std::fmt;
use std::time::Duration;

use crate::Coordinates;
use crate::text::{Words, milliseconds, number, small_number};

/// The limits of a search, each there when it was given. Without any the engine decides.
///
/// Times are whole milliseconds on the line. A clock below zero is read as an empty one, and a
/// number beyond reason as the largest that its type can hold.
///
/// ```
/// use uci::Go;
///
/// let go = Go { nodes: Some(5000), ..Go::default() };
/// assert_eq!(go.to_string(), "go nodes 5000");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Only these moves are looked at; all when there are none.
    pub searchmoves: Vec<Coordinates>,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// What White's clock shows.
    pub wtime: Option<Duration>,
    /// What Black's clock shows.
    pub btime: Option<Duration>,
    /// What White gets for each move.
    pub winc: Option<Duration>,
    /// What Black gets for each move.
    pub binc: Option<Duration>,
    /// Moves until the clocks get more time.
    pub movestogo: Option<u32>,
    /// How many half-moves to look ahead.
    pub depth: Option<u32>,
    /// How many nodes to visit.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// How long to think.
    pub movetime: Option<Duration>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Count move paths instead.
    pub perft: Option<u32>,
}

impl Go {
    /// Reads what follows the word `go`, in any order. Words that mean nothing are skipped.
    pub(crate) fn read(words: &mut Words) -> Go {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.searchmoves.extend(moves(words)),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => take(&mut go.wtime, words, milliseconds),
                "btime" => take(&mut go.btime, words, milliseconds),
                "winc" => take(&mut go.winc, words, milliseconds),
                "binc" => take(&mut go.binc, words, milliseconds),
                "movetime" => take(&mut go.movetime, words, milliseconds),
                "movestogo" => take(&mut go.movestogo, words, small_number),
                "depth" => take(&mut go.depth, words, small_number),
                "mate" => take(&mut go.mate, words, small_number),
                "perft" => take(&mut go.perft, words, small_number),
                "nodes" => take(&mut go.nodes, words, number),
                _ => {}
            }
        }
        go
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (name, time) in [
            ("wtime", self.wtime),
            ("btime", self.btime),
            ("winc", self.winc),
            ("binc", self.binc),
            ("movetime", self.movetime),
        ] {
            pair(f, name, time.map(|time| time.as_millis()))?;
        }
        for (name, number) in [
            ("movestogo", self.movestogo),
            ("depth", self.depth),
            ("mate", self.mate),
            ("perft", self.perft),
        ] {
            pair(f, name, number)?;
        }
        pair(f, "nodes", self.nodes)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        self.searchmoves.iter().try_for_each(|text| write!(f, " {text}"))
    }
}

/// Sets a value from the next word if that is one.
pub(crate) fn take<T>(
    value: &mut Option<T>,
    words: &mut Words,
    read: impl FnOnce(&str) -> Option<T>,
) {
    if let Some(read) = words.take_if(read) {
        *value = Some(read);
    }
}

/// Reads moves for as long as there are any.
pub(crate) fn moves(words: &mut Words) -> Vec<Coordinates> {
    std::iter::from_fn(|| words.take_if(Coordinates::read)).collect()
}

/// Writes a name and its value, where there is one.
pub(crate) fn pair(
    f: &mut fmt::Formatter,
    name: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}
