//! The `info` line: what an engine reports during a search.

use std::fmt;
use std::time::Duration;

use crate::go::{moves, pair, take};
use crate::text::{Words, milliseconds, number, small_number};
use crate::uci_move::read_move;
use crate::{Score, UciMove, Wdl};

/// One report from a search.
///
/// ```
/// use uci::{Info, Reply, Value};
///
/// let line = "info depth 12 score cp -31 nodes 40000 pv e7e5 g1f3";
/// let Reply::Info(info) = Reply::parse(line)? else { panic!() };
/// assert_eq!(info.score.unwrap().value, Value::Centipawns(-31));
/// assert_eq!(info.pv.len(), 2);
/// # Ok::<(), uci::ReplyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth, in plies.
    pub depth: Option<u32>,
    /// The maximum depth reached.
    pub seldepth: Option<u32>,
    /// The rank of this line, counted from 1.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<Score>,
    /// Win, draw and loss probabilities.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in permille.
    pub hashfull: Option<u32>,
    /// Endgame tablebase hits.
    pub tbhits: Option<u64>,
    /// Time searched.
    pub time: Option<Duration>,
    /// The root move being searched.
    pub currmove: Option<UciMove>,
    /// Its number, counted from 1.
    pub currmovenumber: Option<u32>,
    /// The principal variation.
    pub pv: Vec<UciMove>,
    /// A message for the user.
    pub string: Option<String>,
}

impl Info {
    /// Parses what follows `info`. Unknown words are skipped.
    pub(crate) fn read(words: &mut Words) -> Info {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => take(&mut info.depth, words, small_number),
                "seldepth" => take(&mut info.seldepth, words, small_number),
                "multipv" => take(&mut info.multipv, words, small_number),
                "score" => info.score = Score::read(words).or(info.score),
                "wdl" => info.wdl = Wdl::read(words).or(info.wdl),
                "nodes" => take(&mut info.nodes, words, number),
                "nps" => take(&mut info.nps, words, number),
                "hashfull" => take(&mut info.hashfull, words, small_number),
                "tbhits" => take(&mut info.tbhits, words, number),
                "time" => take(&mut info.time, words, milliseconds),
                "currmove" => take(&mut info.currmove, words, read_move),
                "currmovenumber" => take(&mut info.currmovenumber, words, small_number),
                "pv" => info.pv = moves(words),
                "string" => {
                    info.string = Some(words.rest().to_owned());
                    break;
                }
                _ => {}
            }
        }
        info
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("info")?;
        pair(f, "depth", self.depth)?;
        pair(f, "seldepth", self.seldepth)?;
        pair(f, "multipv", self.multipv)?;
        pair(f, "score", self.score)?;
        pair(f, "wdl", self.wdl)?;
        pair(f, "nodes", self.nodes)?;
        pair(f, "nps", self.nps)?;
        pair(f, "hashfull", self.hashfull)?;
        pair(f, "tbhits", self.tbhits)?;
        pair(f, "time", self.time.map(|time| time.as_millis()))?;
        pair(f, "currmove", self.currmove)?;
        pair(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
        }
        self.pv.iter().try_for_each(|text| write!(f, " {text}"))?;
        match self.string.as_deref() {
            None => Ok(()),
            Some("") => f.write_str(" string"),
            Some(text) => write!(f, " string {text}"),
        }
    }
}
