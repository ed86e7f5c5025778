//! The `go` command: the limits of a search.

use std::fmt;
use std::time::Duration;

use crate::UciMove;
use crate::text::{Words, milliseconds, number, small_number};
use crate::uci_move::read_move;

/// The limits of a search. Without any, the engine decides.
///
/// Times are written in whole milliseconds. Negative clocks are read as zero, and numbers that are
/// too large as the largest that fits.
///
/// ```
/// use uci::Go;
///
/// let go = Go { nodes: Some(5000), ..Go::default() };
/// assert_eq!(go.to_string(), "go nodes 5000");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The moves to search; all legal moves when empty.
    pub searchmoves: Vec<UciMove>,
    /// Search on the opponent's time.
    pub ponder: bool,
    /// White's remaining time.
    pub wtime: Option<Duration>,
    /// Black's remaining time.
    pub btime: Option<Duration>,
    /// White's increment.
    pub winc: Option<Duration>,
    /// Black's increment.
    pub binc: Option<Duration>,
    /// Moves until the next time control.
    pub movestogo: Option<u32>,
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// The time to search.
    pub movetime: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Run perft to this depth instead of a search.
    pub perft: Option<u32>,
}

impl Go {
    /// Parses what follows `go`, in any order. Unknown words are skipped.
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

/// Sets a value if the next word can be read as one.
pub(crate) fn take<T>(
    value: &mut Option<T>,
    words: &mut Words,
    read: impl FnOnce(&str) -> Option<T>,
) {
    if let Some(read) = words.take_if(read) {
        *value = Some(read);
    }
}

/// Parses words as long as they are moves.
pub(crate) fn moves(words: &mut Words) -> Vec<UciMove> {
    std::iter::from_fn(|| words.take_if(read_move)).collect()
}

/// Writes a name and its value, if there is one.
pub(crate) fn pair(
    f: &mut fmt::Formatter,
    name: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}
