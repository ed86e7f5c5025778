//! The move picker: hands out the moves of a node, the most promising first, in stages: the TT
//! move, good captures, the killer, quiet moves by their history, bad captures. Most nodes are
//! cut off early and never pay for generating the later stages.

use arrayvec::ArrayVec;
use chess::{Bitboard, MAX_MOVES, Move, MoveFilter, MoveList, Position, Role, Square, attacks};

use crate::history::{History, PieceTo, PreviousMoves, captured_role};
use crate::{see, tunables};

/// The moves of a node, one at a time.
pub(crate) struct MovePicker {
    stage: Stage,
    /// The move of the transposition table, known to be legal.
    tt_move: Option<Move>,
    /// A quiet move that caused a beta cutoff in a sibling node.
    killer: Option<Move>,
    /// Bad captures come last.
    bad_noisy_last: bool,
    previous: PreviousMoves,
    attacked: Bitboard,
    check_squares: CheckSquares,
    quiets: Quiets,
    scored: ScoredMoves,
    bad_noisy: ArrayVec<Move, 64>,
    next_bad_noisy: usize,
}

/// The squares from which a piece of each role would give direct check.
#[derive(Clone, Copy, Default)]
pub(crate) struct CheckSquares {
    pawn: Bitboard,
    knight: Bitboard,
    diagonal: Bitboard,
    straight: Bitboard,
}

impl CheckSquares {
    pub(crate) fn new(position: &Position) -> CheckSquares {
        let them = !position.turn();
        let king = position.king(them);
        let occupied = position.board().occupied();
        CheckSquares {
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

    /// The quiet moves that may give check: those to one of the squares, except the king's.
    fn quiet_checks(&self, position: &Position) -> MoveFilter {
        let king = position.king(position.turn()).bitboard();
        let squares = self.pawn | self.knight | self.diagonal | self.straight;
        MoveFilter::QUIETS.from(!king).to(squares)
    }

    /// True when the piece that moves gives check itself.
    #[inline]
    pub(crate) fn is_check(&self, position: &Position, m: Move) -> bool {
        let role = m.promoted().or_else(|| position.board().role_at(m.from()));
        role.is_some_and(|role| self.from(role).contains(m.to()))
    }
}

/// Which quiet moves are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quiets {
    All,
    Checks,
    None,
}

/// How far the picker has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    Killer,
    GenerateQuiet,
    Quiet,
    BadNoisy,
}

/// Moves with their scores, in arrays of their own so that the best score is found by vectors.
#[derive(Default)]
struct ScoredMoves {
    moves: ArrayVec<Move, MAX_MOVES>,
    scores: ArrayVec<i32, MAX_MOVES>,
    /// The moves before this index have been handed out.
    next: usize,
}

impl ScoredMoves {
    fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.next = 0;
    }

    fn push(&mut self, m: Move, score: i32) {
        self.moves.push(m);
        self.scores.push(score);
    }

    /// Takes the best of the remaining moves, and its score (selection sort).
    fn next_best(&mut self) -> Option<(Move, i32)> {
        let first = self.next;
        let rest = self.scores.get(first..)?;
        let highest = rest.iter().copied().max()?;
        let best = first + rest.iter().position(|&score| score == highest)?;
        self.scores.swap(first, best);
        self.moves.swap(first, best);
        self.next += 1;
        Some((self.moves[first], highest))
    }
}

impl MovePicker {
    /// All moves. `attacked` are the squares that the opponent attacks.
    #[inline(always)]
    pub(crate) fn all(
        tt_move: Option<Move>,
        killer: Option<Move>,
        previous: PreviousMoves,
        attacked: Bitboard,
        check_squares: CheckSquares,
    ) -> MovePicker {
        MovePicker::new(Quiets::All, tt_move, killer, previous, attacked, check_squares)
    }

    /// All captures and queen promotions, by captured material and history.
    #[inline(always)]
    pub(crate) fn noisy(tt_move: Option<Move>) -> MovePicker {
        let previous = PreviousMoves::default();
        let check_squares = CheckSquares::default();
        MovePicker::new(Quiets::None, tt_move, None, previous, Bitboard::EMPTY, check_squares)
    }

    /// For the quiescence search: all evasions in check, otherwise what is noisy, followed by quiet
    /// checks that lose little where they are wanted.
    #[inline(always)]
    pub(crate) fn quiescence(
        tt_move: Option<Move>,
        previous: PreviousMoves,
        in_check: bool,
        tries_checks: bool,
    ) -> MovePicker {
        let quiets = if in_check {
            Quiets::All
        } else if tries_checks {
            Quiets::Checks
        } else {
            Quiets::None
        };
        let check_squares = CheckSquares::default();
        MovePicker::new(quiets, tt_move, None, previous, Bitboard::EMPTY, check_squares)
    }

    /// Inlined, because it is large and would be copied otherwise.
    #[inline(always)]
    fn new(
        quiets: Quiets,
        tt_move: Option<Move>,
        killer: Option<Move>,
        previous: PreviousMoves,
        attacked: Bitboard,
        check_squares: CheckSquares,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            killer,
            bad_noisy_last: quiets == Quiets::All,
            previous,
            attacked,
            check_squares,
            quiets,
            scored: ScoredMoves::default(),
            bad_noisy: ArrayVec::new(),
            next_bad_noisy: 0,
        }
    }

    /// Skips the remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// True when the bad captures have been reached.
    pub(crate) fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// The next move.
    #[inline]
    pub(crate) fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.scored.next_best() {
                    Some((m, score)) => {
                        let is_good = !self.bad_noisy_last
                            || see::wins_at_least(position, m, bad_capture_threshold(score))
                            || self.bad_noisy.try_push(m).is_err();
                        if is_good {
                            return Some(m);
                        }
                    }
                    None => self.stage = Stage::Killer,
                },
                Stage::Killer => {
                    self.stage = Stage::GenerateQuiet;
                    self.killer = self.killer.filter(|&m| {
                        self.quiets == Quiets::All
                            && Some(m) != self.tt_move
                            && !is_noisy(position, m)
                            && position.is_legal(m)
                    });
                    if self.killer.is_some() {
                        return self.killer;
                    }
                }
                Stage::GenerateQuiet => {
                    if self.quiets != Quiets::None {
                        self.generate_quiet(position, history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.quiets != Quiets::None
                        && let Some((m, _)) = self.scored.next_best()
                    {
                        return Some(m);
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let m = self.bad_noisy.get(self.next_bad_noisy).copied();
                    self.next_bad_noisy += 1;
                    return m;
                }
            }
        }
    }

    fn generate_noisy(&mut self, position: &Position, history: &History) {
        for &m in &position.captures() {
            self.push_noisy(position, history, m);
        }
        for &m in &quiet_promotions(position) {
            if m.promoted() == Some(Role::Queen) {
                self.push_noisy(position, history, m);
            }
        }
    }

    fn push_noisy(&mut self, position: &Position, history: &History, m: Move) {
        if Some(m) != self.tt_move {
            let captured = captured_role(position, m);
            let history = history.noisy(PieceTo::new(position, m), captured);
            let score = tunables::capture_gain_factor() * see::gain(position, m) + history;
            self.scored.push(m, score);
        }
    }

    fn generate_quiet(&mut self, position: &Position, history: &History) {
        self.scored.clear();
        let only_checks = self.quiets == Quiets::Checks;
        let moves = if only_checks {
            self.check_squares = CheckSquares::new(position);
            position.moves(self.check_squares.quiet_checks(position))
        } else {
            position.quiets()
        };
        if moves.is_empty() {
            return;
        }
        let board = position.board();
        let threats = LesserAttackers::new(position);
        let replies = history.replies(&self.previous);
        for &m in &moves {
            if [self.tt_move, self.killer].contains(&Some(m)) || m.promoted() == Some(Role::Queen) {
                continue;
            }
            let role = board.role_at(m.from()).unwrap_or(Role::Pawn);
            let is_check = self.check_squares.from(role).contains(m.to())
                && see::wins_at_least(position, m, -tunables::check_loss_max());
            if only_checks && !is_check {
                continue;
            }
            let piece_to = PieceTo::of(role.of(position.turn()), m.to());
            let mut score = history.butterfly(position.turn(), self.attacked, m)
                + replies.continuation(piece_to);
            if is_check {
                score += tunables::check_bonus();
            }
            let threatened = threats.of(role);
            if threatened.contains(m.from()) {
                score += threat_bonus(role);
            }
            if threatened.contains(m.to()) {
                score -= threat_bonus(role);
            }
            self.scored.push(m, score);
        }
    }
}

/// What a capture of this score must win, or may lose, not to be a bad one.
fn bad_capture_threshold(score: i32) -> i32 {
    -score / tunables::bad_capture_divisor()
}

/// The squares on which a piece of each role is attacked by a piece worth less.
struct LesserAttackers {
    minor: Bitboard,
    rook: Bitboard,
    queen: Bitboard,
}

impl LesserAttackers {
    fn new(position: &Position) -> LesserAttackers {
        let (board, them) = (position.board(), !position.turn());
        let occupied = board.occupied();
        let sliders = |role, attacks: fn(Square, Bitboard) -> Bitboard| {
            let pieces = board.pieces(them, role).into_iter();
            pieces.fold(Bitboard::EMPTY, |all, square| all | attacks(square, occupied))
        };
        let minor = attacks::pawns(them, board.pieces(them, Role::Pawn));
        let knights = attacks::knights(board.pieces(them, Role::Knight));
        let rook = minor | knights | sliders(Role::Bishop, attacks::bishop);
        let queen = rook | sliders(Role::Rook, attacks::rook);
        LesserAttackers { minor, rook, queen }
    }

    fn of(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn | Role::King => Bitboard::EMPTY,
            Role::Knight | Role::Bishop => self.minor,
            Role::Rook => self.rook,
            Role::Queen => self.queen,
        }
    }
}

/// The bonus of leaving a square attacked by a piece worth less, and the malus of moving to one.
fn threat_bonus(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => tunables::threat_bonus_minor(),
        Role::Rook => tunables::threat_bonus_rook(),
        Role::Queen => tunables::threat_bonus_queen(),
    }
}

/// The promotions that capture nothing.
fn quiet_promotions(position: &Position) -> MoveList {
    let us = position.turn();
    let last_but_one = Bitboard::rank(us.promotion_rank()).forward(!us);
    let pawns = position.board().pieces(us, Role::Pawn) & last_but_one;
    if pawns.any() { position.moves(MoveFilter::QUIETS.from(pawns)) } else { MoveList::new() }
}

/// True for a capture or a queen promotion: a move that changes the material at once.
pub(crate) fn is_noisy(position: &Position, m: Move) -> bool {
    position.is_capture(m) || m.promoted() == Some(Role::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(fen: &str, tt_move: Option<&str>, noisy: bool) -> Vec<Move> {
        let position: Position = fen.parse().unwrap();
        let tt_move = tt_move.map(|text| position.parse_uci(text).unwrap());
        let history = History::new();
        // Some move that may not even be legal here.
        let killer = Some(Move::normal(chess::Square::E1, chess::Square::D1));
        let mut picker = if noisy {
            MovePicker::noisy(tt_move)
        } else {
            MovePicker::all(
                tt_move,
                killer,
                PreviousMoves::default(),
                Bitboard::EMPTY,
                CheckSquares::new(&position),
            )
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
            for tt_move in [None, expected.first().copied()] {
                let tt_move = tt_move.map(|m| m.uci(chess::CastlingMode::Chess960).to_string());
                let mut moves = picked(fen, tt_move.as_deref(), false);
                moves.sort();
                assert_eq!(moves, expected, "{fen}");
            }
            let mut noisy = picked(fen, None, true);
            noisy.sort();
            expected.retain(|&m| is_noisy(&position, m));
            assert_eq!(noisy, expected, "{fen}");
        }
    }

    // req: B7
    #[test]
    fn the_tt_move_comes_first_and_bad_captures_last() {
        let position: Position = BUSY.parse().unwrap();
        let moves = picked(BUSY, Some("a2a3"), false);
        assert_eq!(moves[0], position.parse_uci("a2a3").unwrap());
        assert_eq!(moves[1], position.parse_uci("e2a6").unwrap());
        let last = moves[moves.len() - 1];
        assert!(position.is_capture(last) && !see::wins_at_least(&position, last, 0));
    }
}
