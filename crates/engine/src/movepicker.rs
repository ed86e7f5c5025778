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
    moves: ArrayVec<ScoredMove, MAX_MOVES>,
    next: usize,
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

#[derive(Clone, Copy)]
struct ScoredMove {
    m: Move,
    score: i32,
}

impl MovePicker {
    /// All moves. `attacked` are the squares that the opponent attacks.
    pub(crate) fn all(
        tt_move: Option<Move>,
        killer: Option<Move>,
        previous: PreviousMoves,
        attacked: Bitboard,
        check_squares: CheckSquares,
    ) -> MovePicker {
        MovePicker {
            killer,
            previous,
            attacked,
            check_squares,
            ..MovePicker::new(tt_move, Quiets::All)
        }
    }

    /// All captures and queen promotions, by captured material and history.
    pub(crate) fn noisy(tt_move: Option<Move>) -> MovePicker {
        MovePicker::new(tt_move, Quiets::None)
    }

    /// The same, followed by quiet checks that lose little.
    pub(crate) fn noisy_and_checks(
        tt_move: Option<Move>,
        previous: PreviousMoves,
        check_squares: CheckSquares,
    ) -> MovePicker {
        MovePicker { previous, check_squares, ..MovePicker::new(tt_move, Quiets::Checks) }
    }

    fn new(tt_move: Option<Move>, quiets: Quiets) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            killer: None,
            bad_noisy_last: quiets == Quiets::All,
            previous: PreviousMoves::default(),
            attacked: Bitboard::EMPTY,
            check_squares: CheckSquares::default(),
            quiets,
            moves: ArrayVec::new(),
            next: 0,
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
                Stage::GoodNoisy => match self.next_best() {
                    Some(ScoredMove { m, score }) => {
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
                        && let Some(best) = self.next_best()
                    {
                        return Some(best.m);
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
        for &m in &noisy_moves(position) {
            if Some(m) != self.tt_move {
                let captured = captured_role(position, m);
                let history = history.noisy(PieceTo::new(position, m), captured);
                let score = tunables::capture_gain_factor() * see::gain(position, m) + history;
                self.moves.push(ScoredMove { m, score });
            }
        }
    }

    fn generate_quiet(&mut self, position: &Position, history: &History) {
        self.moves.clear();
        self.next = 0;
        let board = position.board();
        let threats = LesserAttackers::new(position);
        for &m in &position.quiets() {
            if [self.tt_move, self.killer].contains(&Some(m)) || m.promoted() == Some(Role::Queen) {
                continue;
            }
            let role = board.role_at(m.from()).unwrap_or(Role::Pawn);
            let piece_to = PieceTo::new(position, m);
            let mut score =
                history.quiet(position.turn(), self.attacked, m, piece_to, &self.previous);
            let is_check = self.check_squares.from(role).contains(m.to());
            if is_check && see::wins_at_least(position, m, -tunables::check_loss_max()) {
                score += tunables::check_bonus();
            } else if self.quiets == Quiets::Checks {
                continue;
            }
            let threatened = threats.of(role);
            if threatened.contains(m.from()) {
                score += threat_bonus(role);
            }
            if threatened.contains(m.to()) {
                score -= threat_bonus(role);
            }
            self.moves.push(ScoredMove { m, score });
        }
    }

    /// Takes the best of the remaining moves (selection sort).
    fn next_best(&mut self) -> Option<ScoredMove> {
        let rest = self.moves.get_mut(self.next..)?;
        let best = (1..rest.len())
            .fold(0, |best, index| if rest[index].score > rest[best].score { index } else { best });
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
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

/// Captures and queen promotions.
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
