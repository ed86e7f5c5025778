//! Conversions between the types of the protocol and those of the engine.

use chess::{CastlingMode, Color, Position};
use engine::{Clock, Limits};
use uci::{Go, Info, UciMove};

/// The limits of a `go` command. Without any limit the search is infinite. If only the opponent's
/// clock is given, ours is assumed to show the same.
pub(super) fn limits(go: &Go, position: &Position) -> Limits {
    let (time, increment) = match position.turn() {
        Color::White => (go.wtime.or(go.btime), go.winc.or(go.binc)),
        Color::Black => (go.btime.or(go.wtime), go.binc.or(go.winc)),
    };
    let clock = time.map(|remaining| Clock {
        remaining,
        increment: increment.unwrap_or_default(),
        moves_to_go: go.movestogo,
        ..Clock::default()
    });
    let limits = Limits {
        search_moves: go.searchmoves.iter().filter_map(|m| m.to_move(position).ok()).collect(),
        start: None,
        clock,
        move_time: go.movetime,
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        mate: go.mate,
        infinite: go.infinite,
        ponder: go.ponder,
    };
    let unlimited = limits.clock.is_none()
        && limits.move_time.is_none()
        && limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none();
    Limits { infinite: limits.infinite || unlimited && !limits.ponder, ..limits }
}

/// A line of the search.
pub(super) fn info(line: &engine::PvLine, castling: CastlingMode, with_wdl: bool) -> Info {
    let seconds = line.time.as_secs_f64().max(1e-6);
    Info {
        depth: Some(line.depth),
        seldepth: Some(line.selective_depth),
        multipv: Some(line.multipv as u32),
        score: Some(score(line)),
        wdl: with_wdl.then(|| wdl(line.wdl)),
        nodes: Some(line.nodes),
        nps: Some((line.nodes as f64 / seconds) as u64),
        hashfull: Some(line.hashfull),
        tbhits: Some(line.tablebase_hits),
        time: Some(line.time),
        pv: line.moves.iter().map(|&m| UciMove::new(m, castling)).collect(),
        ..Info::default()
    }
}

/// The report for a position without legal moves: checkmate or stalemate.
pub(super) fn game_over(position: &Position) -> Info {
    let value = if position.is_check() { uci::Value::Mate(0) } else { uci::Value::Centipawns(0) };
    let score = uci::Score { value, bound: uci::Bound::Exact };
    Info { depth: Some(0), score: Some(score), ..Info::default() }
}

fn score(line: &engine::PvLine) -> uci::Score {
    uci::Score {
        value: match line.value {
            engine::Value::Centipawns(centipawns) => uci::Value::Centipawns(centipawns),
            engine::Value::Mate(moves) => uci::Value::Mate(moves),
        },
        bound: match line.bound {
            engine::Bound::Exact => uci::Bound::Exact,
            engine::Bound::Lower => uci::Bound::Lower,
            engine::Bound::Upper => uci::Bound::Upper,
        },
    }
}

fn wdl(chances: engine::Wdl) -> uci::Wdl {
    let [win, draw, loss] = [chances.win, chances.draw, chances.loss].map(u32::from);
    uci::Wdl { win, draw, loss }
}
