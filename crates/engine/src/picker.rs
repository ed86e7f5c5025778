//! Hands out the moves of a node, the most promising first, in stages: the table's move, captures
//! that do not lose, the killer, quiet moves by their history, captures that lose. Most nodes are
//! cut off early and never pay for the later stages.

use arrayvec::ArrayVec;
use chess::{Bitboard, MAX_MOVES, Move, MoveFilter, MoveList, Position, Role, attacks};

use crate::history::{History, Moved, Trail, victim};
use crate::see;

/// What a noisy move captures counts for so much more than its history.
const VICTIM_FACTOR: i32 = 16;
/// A capture may lose its own score divided by this and still come early: what captures much, or
/// did well before, is tried before the quiet moves.
const LENIENCE: i32 = 3 * VICTIM_FACTOR;
/// A quiet move that gives check, or answers a threat, is worth this much history.
const CHECK_BONUS: i32 = 9_000;
/// What leaving an attacked square for a safe one is worth, by role: the more the piece is worth.
const ESCAPE_BONUS: [i32; 6] = [0, 8_000, 8_000, 13_000, 20_000, 0];

/// The moves of a node, one at a time.
pub(crate) struct Picker {
    stage: Stage,
    /// The table's move, known to be legal.
    hint: Option<Move>,
    /// A quiet move that cut off a sister of this node.
    killer: Option<Move>,
    /// Noisy moves that lose come last.
    losing_last: bool,
    trail: Trail,
    attacked: Bitboard,
    checks: Checks,
    quiets: Quiets,
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    losing: ArrayVec<Move, 64>,
    next_losing: usize,
}

/// The squares from which a piece of each role would give check.
#[derive(Clone, Copy, Default)]
pub(crate) struct Checks {
    pawn: Bitboard,
    knight: Bitboard,
    diagonal: Bitboard,
    straight: Bitboard,
}

impl Checks {
    pub(crate) fn new(position: &Position) -> Checks {
        let them = !position.turn();
        let king = position.king(them);
        let occupied = position.board().occupied();
        Checks {
            pawn: attacks::pawn(them, king),
            knight: attacks::knight(king),
            diagonal: attacks::bishop(king, occupied),
            straight: attacks::rook(king, occupied),
        }
    }

    #[inline]
    fn from(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.diagonal | self.straight,
            Role::King => Bitboard::EMPTY,
        }
    }

    /// True when the piece that moves gives check itself.
    #[inline]
    pub(crate) fn given_by(&self, position: &Position, m: Move) -> bool {
        let role = m.promoted().or_else(|| position.board().role_at(m.from()));
        role.is_some_and(|role| self.from(role).contains(m.to()))
    }
}

/// Which quiet moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quiets {
    All,
    Checks,
    None,
}

/// How far the picker has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Hint,
    MakeNoisy,
    Noisy,
    Killer,
    MakeQuiet,
    Quiet,
    Losing,
}

#[derive(Clone, Copy)]
struct Scored {
    m: Move,
    score: i32,
}

impl Picker {
    /// All moves. `attacked` are the squares that the opponent attacks.
    pub(crate) fn all(
        hint: Option<Move>,
        killer: Option<Move>,
        trail: Trail,
        attacked: Bitboard,
        checks: Checks,
    ) -> Picker {
        Picker { killer, trail, attacked, checks, ..Picker::new(hint, Quiets::All) }
    }

    /// Captures and promotions to a queen, all of them, best victim first.
    pub(crate) fn noisy(hint: Option<Move>) -> Picker {
        Picker::new(hint, Quiets::None)
    }

    /// The same, and then the quiet moves that give check and lose nothing.
    pub(crate) fn noisy_and_checks(hint: Option<Move>, trail: Trail, checks: Checks) -> Picker {
        Picker { trail, checks, ..Picker::new(hint, Quiets::Checks) }
    }

    fn new(hint: Option<Move>, quiets: Quiets) -> Picker {
        Picker {
            stage: Stage::Hint,
            hint,
            killer: None,
            losing_last: quiets == Quiets::All,
            trail: Trail::default(),
            attacked: Bitboard::EMPTY,
            checks: Checks::default(),
            quiets,
            moves: ArrayVec::new(),
            next: 0,
            losing: ArrayVec::new(),
            next_losing: 0,
        }
    }

    /// No quiet move is wanted any more.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// True when the captures that lose have been reached.
    pub(crate) fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// The next move.
    #[inline]
    pub(crate) fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hint => {
                    self.stage = Stage::MakeNoisy;
                    if self.hint.is_some() {
                        return self.hint;
                    }
                }
                Stage::MakeNoisy => {
                    self.make_noisy(position, history);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best_left() {
                    Some(Scored { m, score }) => {
                        let keeps = !self.losing_last
                            || see::wins_at_least(position, m, -score / LENIENCE)
                            || self.losing.try_push(m).is_err();
                        if keeps {
                            return Some(m);
                        }
                    }
                    None => self.stage = Stage::Killer,
                },
                Stage::Killer => {
                    self.stage = Stage::MakeQuiet;
                    self.killer = self.killer.filter(|&m| {
                        self.quiets == Quiets::All
                            && Some(m) != self.hint
                            && !is_noisy(position, m)
                            && position.is_legal(m)
                    });
                    if self.killer.is_some() {
                        return self.killer;
                    }
                }
                Stage::MakeQuiet => {
                    if self.quiets != Quiets::None {
                        self.make_quiet(position, history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.quiets != Quiets::None
                        && let Some(best) = self.best_left()
                    {
                        return Some(best.m);
                    }
                    self.stage = Stage::Losing;
                }
                Stage::Losing => {
                    let m = self.losing.get(self.next_losing).copied();
                    self.next_losing += 1;
                    return m;
                }
            }
        }
    }

    fn make_noisy(&mut self, position: &Position, history: &History) {
        for &m in &noisy_moves(position) {
            if Some(m) != self.hint {
                let known = history.noisy(Moved::new(position, m), victim(position, m));
                self.moves
                    .push(Scored { m, score: VICTIM_FACTOR * see::gain(position, m) + known });
            }
        }
    }

    fn make_quiet(&mut self, position: &Position, history: &History) {
        self.moves.clear();
        self.next = 0;
        let board = position.board();
        for &m in &position.quiets() {
            if [self.hint, self.killer].contains(&Some(m)) || m.promoted() == Some(Role::Queen) {
                continue;
            }
            let role = board.role_at(m.from()).unwrap_or(Role::Pawn);
            let moved = Moved::new(position, m);
            let mut score = history.quiet(position.turn(), self.attacked, m, moved, &self.trail);
            let checks = self.checks.from(role).contains(m.to());
            if checks && see::wins_at_least(position, m, -75) {
                score += CHECK_BONUS;
            } else if self.quiets == Quiets::Checks {
                continue;
            }
            if self.attacked.contains(m.from()) && !self.attacked.contains(m.to()) {
                score += ESCAPE_BONUS[role as usize];
            }
            self.moves.push(Scored { m, score });
        }
    }

    /// Takes the best of the moves that are left.
    fn best_left(&mut self) -> Option<Scored> {
        let left = self.moves.get_mut(self.next..)?;
        let best = (1..left.len())
            .fold(0, |best, index| if left[index].score > left[best].score { index } else { best });
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }
}

/// Captures, and promotions to a queen.
fn noisy_moves(position: &Position) -> MoveList {
    let mut moves = position.captures();
    let us = position.turn();
    let pawns =
        position.board().pieces(us, Role::Pawn) & Bitboard::rank(us.promotion_rank()).forward(!us);
    if pawns.any() {
        for &m in &position.moves(MoveFilter::QUIETS.from(pawns)) {
            if m.promoted() == Some(Role::Queen) {
                moves.push(m);
            }
        }
    }
    moves
}

/// True for a capture or a promotion to a queen: what changes the balance at once.
pub(crate) fn is_noisy(position: &Position, m: Move) -> bool {
    position.is_capture(m) || m.promoted() == Some(Role::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(fen: &str, hint: Option<&str>, noisy: bool) -> Vec<Move> {
        let position: Position = fen.parse().unwrap();
        let hint = hint.map(|text| position.parse_uci(text).unwrap());
        let history = History::new();
        // Some move that may not even be legal here.
        let killer = Some(Move::normal(chess::Square::E1, chess::Square::D1));
        let mut picker = if noisy {
            Picker::noisy(hint)
        } else {
            Picker::all(hint, killer, Trail::default(), Bitboard::EMPTY, Checks::new(&position))
        };
        std::iter::from_fn(|| picker.next(&position, &history)).collect()
    }

    const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn every_move_comes_exactly_once() {
        for fen in [
            BUSY,
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
            "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let mut expected: Vec<Move> = position.legal_moves().to_vec();
            expected.sort();
            for hint in [None, expected.first().copied()] {
                let hint = hint.map(|m| m.uci(chess::CastlingMode::Chess960).to_string());
                let mut moves = picked(fen, hint.as_deref(), false);
                moves.sort();
                assert_eq!(moves, expected, "{fen}");
            }
            let mut noisy = picked(fen, None, true);
            noisy.sort();
            expected.retain(|&m| is_noisy(&position, m));
            assert_eq!(noisy, expected, "{fen}");
        }
    }

    #[test]
    fn the_hint_comes_first_and_losing_captures_last() {
        let position: Position = BUSY.parse().unwrap();
        let moves = picked(BUSY, Some("a2a3"), false);
        assert_eq!(moves[0], position.parse_uci("a2a3").unwrap());
        assert_eq!(moves[1], position.parse_uci("e2a6").unwrap());
        let last = moves[moves.len() - 1];
        assert!(position.is_capture(last) && !see::wins_at_least(&position, last, 0));
    }
}
