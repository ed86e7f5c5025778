//! Mate search: whether a side can force mate within a number of moves, by exhaustive search.
//!
//! The main search prunes, so it can never prove that there is no mate. This one prunes nothing: to
//! refute an attack, one reply to each of its moves is enough, and the reply that refuted the last
//! move is tried first. It has a budget, since the work still grows exponentially.

use std::collections::HashMap;

use chess::{FIFTY_MOVES, Move, Position};

use crate::Limits;

/// The result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// The shortest mate: in how many moves, and the line as far as the budget reached.
    Mate(u32, Vec<Move>),
    /// There is none.
    NoMate,
    /// The budget was spent before the proof was complete.
    Unknown,
}

/// Positions that a proof may visit: less than a second.
const BUDGET: u64 = 4_000_000;

/// Searches for the shortest mate that begins with one of the moves.
pub(crate) fn prove(
    position: &Position,
    moves: &[Move],
    max_moves: u32,
    is_stopped: &dyn Fn() -> bool,
) -> Proof {
    let mut prover =
        Prover { budget: BUDGET, known: HashMap::new(), killers: Vec::new(), is_stopped };
    for distance in 1..=max_moves {
        prover.killers.resize(distance as usize, None);
        match prover.attack(position, moves, distance) {
            Ok(Some(first)) => {
                return Proof::Mate(distance, prover.line(position, first, distance));
            }
            Ok(None) => {}
            Err(OutOfBudget) => return Proof::Unknown,
        }
    }
    Proof::NoMate
}

/// The limits of the main search after a mate search. Where there is provably no mate, it only has
/// to find a good move; otherwise it goes deep enough to see the mate, or until there is no point
/// in waiting.
pub(crate) fn limits(limits: &Limits, max_moves: u32, proof: &Proof) -> Limits {
    const SHALLOW: u32 = 8;
    const NODES_PER_MOVE: u64 = 25_000_000;
    const PLIES_PER_MOVE: u32 = 4;
    const MORE_PLIES: u32 = 6;
    let deep = max_moves.saturating_mul(PLIES_PER_MOVE).saturating_add(MORE_PLIES);
    let deepest = if *proof == Proof::NoMate { SHALLOW } else { deep };
    let nodes = NODES_PER_MOVE.saturating_mul(max_moves.into());
    Limits {
        depth: Some(limits.depth.map_or(deepest, |depth| depth.min(deepest))),
        soft_nodes: Some(limits.soft_nodes.map_or(nodes, |soft| soft.min(nodes))),
        ..limits.clone()
    }
}

struct Prover<'a> {
    budget: u64,
    /// The mating move, or none, by position key, half-move clock and moves left.
    known: HashMap<(u64, u16, u32), Option<Move>>,
    /// The reply that refuted the last attack, by moves left.
    killers: Vec<Option<Move>>,
    is_stopped: &'a dyn Fn() -> bool,
}

/// The budget is spent, or the search was stopped.
#[derive(Debug)]
struct OutOfBudget;

impl Prover<'_> {
    /// The first of the moves that forces mate within a number of moves.
    fn attack(
        &mut self,
        position: &Position,
        moves: &[Move],
        max_moves: u32,
    ) -> Result<Option<Move>, OutOfBudget> {
        let mut candidates: Vec<(Move, Position)> = Vec::with_capacity(moves.len());
        for &m in moves {
            let next = self.play(position, m)?;
            // The last move must give check, and among the others checks are the likeliest.
            match next.is_check() {
                true if !next.has_moves() => return Ok(Some(m)),
                false if max_moves == 1 => {}
                _ if next.halfmoves() >= FIFTY_MOVES => {}
                _ => candidates.push((m, next)),
            }
        }
        if max_moves == 1 {
            return Ok(None);
        }
        candidates.sort_by_key(|(_, next)| !next.is_check());
        for (m, next) in candidates {
            if self.is_lost(&next, max_moves - 1)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// True when every reply lets the attacker mate within a number of moves.
    fn is_lost(&mut self, position: &Position, max_moves: u32) -> Result<bool, OutOfBudget> {
        let mut replies = position.legal_moves().to_vec();
        let killer = self.killers[max_moves as usize];
        replies.sort_by_key(|&m| Some(m) != killer);
        for &reply in &replies {
            let next = self.play(position, reply)?;
            if next.halfmoves() >= FIFTY_MOVES || self.mating_move(&next, max_moves)?.is_none() {
                self.killers[max_moves as usize] = Some(reply);
                return Ok(false);
            }
        }
        // No reply means stalemate here: mate is detected when the move is made.
        Ok(!replies.is_empty())
    }

    /// The move that forces mate within a number of moves, remembered or searched.
    fn mating_move(
        &mut self,
        position: &Position,
        max_moves: u32,
    ) -> Result<Option<Move>, OutOfBudget> {
        let key = (position.key(), position.halfmoves(), max_moves);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let found = self.attack(position, &position.legal_moves(), max_moves)?;
        if max_moves > 1 {
            self.known.insert(key, found);
        }
        Ok(found)
    }

    /// The line of a mate, the defender holding out as long as possible. It ends early when the
    /// budget does.
    fn line(&mut self, position: &Position, first: Move, max_moves: u32) -> Vec<Move> {
        self.budget = BUDGET;
        let mut line = vec![first];
        let mut now = position.play_unchecked(first);
        for left in (1..max_moves).rev() {
            let longest = now.legal_moves().iter().copied().find(|&reply| {
                let next = now.play_unchecked(reply);
                (1..left).all(|less| matches!(self.mating_move(&next, less), Ok(None)))
            });
            let Some(reply) = longest else { break };
            let next = now.play_unchecked(reply);
            let Ok(Some(mating_move)) = self.mating_move(&next, left) else { break };
            line.extend([reply, mating_move]);
            now = next.play_unchecked(mating_move);
        }
        line
    }

    fn play(&mut self, position: &Position, m: Move) -> Result<Position, OutOfBudget> {
        const INTERVAL: u64 = 1024;
        self.budget = self.budget.checked_sub(1).ok_or(OutOfBudget)?;
        if self.budget.is_multiple_of(INTERVAL) && (self.is_stopped)() {
            return Err(OutOfBudget);
        }
        Ok(position.play_unchecked(m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// The proof as text, a mate by its line.
    fn proof(fen: &str, max_moves: u32) -> String {
        let position: Position = fen.parse().expect("a position");
        match prove(&position, &position.legal_moves(), max_moves, &|| false) {
            Proof::NoMate => "none".into(),
            Proof::Unknown => "unknown".into(),
            Proof::Mate(_, line) => {
                let moves = line.iter().map(|m| m.uci(chess::CastlingMode::Standard).to_string());
                moves.collect::<Vec<_>>().join(" ")
            }
        }
    }

    #[test]
    fn a_mate_is_found_exactly_when_there_is_one() {
        let back_rank = "6k1/5ppp/3r4/8/8/8/1R6/1R4K1 w - - 0 1";
        for (fen, max_moves, expected) in [
            ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, "a1a8"),
            ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 9, "a1a8"),
            (back_rank, 0, "none"),
            (back_rank, 1, "none"),
            (back_rank, 2, "b2b8 d6d8 b8d8"),
            // A quiet move comes first.
            ("7k/8/8/6K1/8/8/8/6R1 w - - 0 1", 2, "none"),
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1, "a1a8"),
            ("8/8/8/8/8/5K2/R7/7k w - - 0 1", 2, "f3g3 h1g1 a2a1"),
            // Stalemate is no mate.
            ("7k/8/5K2/8/8/8/8/5R2 w - - 0 1", 1, "none"),
            (START, 3, "none"),
            // The fifty moves are over before the mate comes.
            ("6k1/5ppp/3r4/8/8/8/1R6/1R4K1 w - - 99 90", 2, "none"),
        ] {
            assert_eq!(proof(fen, max_moves), expected, "{fen} in {max_moves}");
        }
    }

    #[test]
    fn a_proof_beyond_the_budget_stays_unknown() {
        assert_eq!(proof(START, u32::MAX), "unknown");
    }
}
