//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`; and its long form, `Ng1-f3`.
//!
//! Writing follows the PGN standard: the origin is given only as far as needed to tell the piece
//! apart from others that can *legally* make the same move. Reading is lenient: check marks may be
//! missing or wrong, castling may use zeros, promotions may lack the `=` and captures the `x`, and
//! more of the origin may be given than needed. It never guesses: a text that matches two moves is
//! an error.

use std::fmt;

use super::{MoveText, Quoted};
use crate::{Bitboard, CastlingSide, File, Move, MoveKind, Position, Rank, Role, Square, attacks};

impl Position {
    /// A legal move in standard algebraic notation, with `+` or `#`.
    ///
    /// ```
    /// use tabiya_chess::Position;
    ///
    /// let position: Position = "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let castle = position.parse_uci("e1c1").unwrap();
    /// assert_eq!(position.san(castle).as_str(), "O-O-O+");
    /// # Ok::<(), tabiya_chess::FenError>(())
    /// ```
    pub fn san(&self, m: Move) -> MoveText {
        let mut text = MoveText::default();
        match m.kind() {
            MoveKind::Castle => push_castle(&mut text, m),
            _ => self.push_short(&mut text, m),
        }
        self.push_check(&mut text, m);
        text
    }

    /// A legal move in long algebraic notation, with both squares: `Ng1-f3`, `e4xd5`.
    ///
    /// ```
    /// use tabiya_chess::{Position, Square};
    ///
    /// let start = Position::default();
    /// let m = start.find_move(Square::G1, Square::F3, None)?;
    /// assert_eq!(start.long_algebraic(m).as_str(), "Ng1-f3");
    /// # Ok::<(), tabiya_chess::IllegalMove>(())
    /// ```
    pub fn long_algebraic(&self, m: Move) -> MoveText {
        let mut text = MoveText::default();
        if m.is_castle() {
            push_castle(&mut text, m);
        } else {
            push_role(&mut text, self.board.role_on(m.from()));
            text.square(m.from());
            text.push(if self.is_capture(m) { 'x' } else { '-' });
            text.square(m.to());
            push_promotion(&mut text, m);
        }
        self.push_check(&mut text, m);
        text
    }

    /// Parses a move in standard or long algebraic notation.
    ///
    /// ```
    /// use tabiya_chess::Position;
    ///
    /// let start = Position::default();
    /// assert_eq!(start.parse_san("Nf3"), start.parse_san("Ng1-f3!"));
    /// assert!(start.parse_san("Nf4").is_err());
    /// ```
    ///
    /// # Errors
    /// When the text is not a move, when no legal move matches it, or when several do.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.read_san(text.as_bytes()).map_err(|kind| kind.into_error(text))
    }

    /// Parses a move in standard or long algebraic notation. The error does not quote the text,
    /// which keeps it cheap for readers of many moves.
    #[inline]
    pub(crate) fn read_san(&self, text: &[u8]) -> Result<Move, SanErrorKind> {
        match SanPattern::parse(text).ok_or(SanErrorKind::Syntax)? {
            SanPattern::Castle(side) => self.resolve_castle(side),
            SanPattern::PieceMove(piece) if piece.role == Role::Pawn => self.resolve_pawn(&piece),
            SanPattern::PieceMove(piece) => self.resolve_piece(&piece),
        }
    }

    /// True when the move captures a piece, en passant included.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        m.is_en_passant() || !m.is_castle() && self.board.occupied().contains(m.to())
    }

    fn push_short(&self, text: &mut MoveText, m: Move) {
        let (from, to) = (m.from(), m.to());
        let role = self.board.role_on(from);
        let captures = self.is_capture(m);
        if role == Role::Pawn {
            if captures {
                text.push(from.file().char());
            }
        } else {
            text.push(role.upper_char());
            self.push_origin(text, role, from, to);
        }
        if captures {
            text.push('x');
        }
        text.square(to);
        push_promotion(text, m);
    }

    /// The origin's file, rank or both, when another piece of the same role could make the move
    /// too.
    fn push_origin(&self, text: &mut MoveText, role: Role, from: Square, to: Square) {
        if role == Role::King {
            return;
        }
        let others = self.pieces_reaching(role, to).without(from);
        if others.is_empty() {
            return;
        }
        let threats = self.threats(self.turn);
        let competitors: Bitboard =
            others.into_iter().filter(|&other| threats.allows(other, to)).collect();
        if competitors.is_empty() {
            return;
        }
        let shares_file = (competitors & Bitboard::file(from.file())).any();
        let shares_rank = (competitors & Bitboard::rank(from.rank())).any();
        if !shares_file || shares_rank {
            text.push(from.file().char());
        }
        if shares_file {
            text.push(from.rank().char());
        }
    }

    fn push_check(&self, text: &mut MoveText, m: Move) {
        let next = self.play_unchecked(m);
        if next.is_check() {
            text.push(if next.has_moves() { '+' } else { '#' });
        }
    }

    /// The mover's pieces of a role that attack a square.
    #[inline]
    fn pieces_reaching(&self, role: Role, to: Square) -> Bitboard {
        attacks::by_role(role, to, self.board.occupied()) & self.board.pieces(self.turn, role)
    }

    fn resolve_castle(&self, side: CastlingSide) -> Result<Move, SanErrorKind> {
        let king = self.king(self.turn);
        let moves = self.moves_from(king);
        moves.into_iter().find(|m| m.castling_side() == Some(side)).ok_or(SanErrorKind::Illegal)
    }

    fn resolve_piece(&self, piece: &PieceMove) -> Result<Move, SanErrorKind> {
        if piece.promotion.is_some() || self.board.color(self.turn).contains(piece.to) {
            return Err(SanErrorKind::Illegal);
        }
        let candidates = self.board.pieces(self.turn, piece.role) & piece.origins;
        let to = piece.to;
        match piece.role {
            Role::King => single_move(
                (candidates & attacks::king(to)).into_iter(),
                |king| self.keeps_king_safe(Role::King, king, to),
                to,
            ),
            Role::Knight => self.resolve_legal(candidates & attacks::knight(to), to),
            Role::Bishop => self.resolve_slider(candidates & attacks::bishop_rays(to), to),
            Role::Rook => self.resolve_slider(candidates & attacks::rook_rays(to), to),
            _ => {
                let rays = attacks::bishop_rays(to) | attacks::rook_rays(to);
                self.resolve_slider(candidates & rays, to)
            }
        }
    }

    /// The move of the only slider that can legally reach a square.
    #[inline]
    fn resolve_slider(&self, sliders: Bitboard, to: Square) -> Result<Move, SanErrorKind> {
        let occupied = self.board.occupied();
        let is_free = |from: &Square| (attacks::between(*from, to) & occupied).is_empty();
        self.resolve_legal(sliders.into_iter().filter(is_free).collect(), to)
    }

    /// The legal move of the only one among pieces that all attack a square.
    #[inline]
    fn resolve_legal(&self, pieces: Bitboard, to: Square) -> Result<Move, SanErrorKind> {
        if pieces.is_empty() {
            return Err(SanErrorKind::Illegal);
        }
        let threats = self.threats(self.turn);
        single_move(pieces.into_iter(), |from| threats.allows(from, to), to)
    }

    /// The move of a pawn: a capture when the text says so or names another file, otherwise a push.
    fn resolve_pawn(&self, piece: &PieceMove) -> Result<Move, SanErrorKind> {
        let (us, to) = (self.turn, piece.to);
        let own_file = Bitboard::file(to.file());
        let captures = piece.captures || (piece.origins & own_file).is_empty();
        let sources = if captures { self.pawn_capturers(to) } else { self.pawn_pusher(to) };
        let pawns = self.board.pieces(us, Role::Pawn) & piece.origins & sources;
        let promotes = to.rank() == us.promotion_rank();
        if pawns.is_empty() || promotes != piece.promotion.is_some() {
            let is_missing = promotes && pawns.any();
            return Err(if is_missing {
                SanErrorKind::PromotionMissing
            } else {
                SanErrorKind::Illegal
            });
        }
        if captures && self.en_passant == Some(to) {
            let able = (pawns & self.en_passant_capturers(us, to)).into_iter();
            return single_move(able, |_| true, to).map(|m| Move::en_passant(m.from(), to));
        }
        let m = self.resolve_legal(pawns, to)?;
        Ok(piece.promotion.map_or(m, |role| Move::promotion(m.from(), to, role)))
    }

    /// The squares from which the mover's pawns could capture on a square.
    #[inline]
    fn pawn_capturers(&self, to: Square) -> Bitboard {
        let can_be_taken = self.board.color(!self.turn).contains(to) || self.en_passant == Some(to);
        if can_be_taken { attacks::pawn(!self.turn, to) } else { Bitboard::EMPTY }
    }

    /// The squares from which the mover's pawns could advance to a square.
    #[inline]
    fn pawn_pusher(&self, to: Square) -> Bitboard {
        let us = self.turn;
        let free = !self.board.occupied();
        let once = (to.bitboard() & free).forward(!us);
        let twice = (once & free).forward(!us) & Bitboard::rank(us.pawn_rank());
        once | twice
    }
}

/// The move of the only piece that may go to a square.
#[inline]
fn single_move(
    mut pieces: impl Iterator<Item = Square>,
    may_go: impl Fn(Square) -> bool,
    to: Square,
) -> Result<Move, SanErrorKind> {
    let from = pieces.find(|&from| may_go(from)).ok_or(SanErrorKind::Illegal)?;
    match pieces.find(|&from| may_go(from)) {
        None => Ok(Move::normal(from, to)),
        Some(_) => Err(SanErrorKind::Ambiguous),
    }
}

/// Why a text does not name a legal move: a [`SanError`] without the text.
pub(crate) enum SanErrorKind {
    Syntax,
    Illegal,
    Ambiguous,
    PromotionMissing,
}

impl SanErrorKind {
    /// The error with the text.
    #[cold]
    pub(crate) fn into_error(self, text: &str) -> SanError {
        let text = text.to_owned();
        match self {
            SanErrorKind::Syntax => SanError::Syntax(text),
            SanErrorKind::Illegal => SanError::Illegal(text),
            SanErrorKind::Ambiguous => SanError::Ambiguous(text),
            SanErrorKind::PromotionMissing => SanError::PromotionMissing(text),
        }
    }
}

/// What a text says about a move, independent of any position.
enum SanPattern {
    Castle(CastlingSide),
    PieceMove(PieceMove),
}

/// A move of a piece as written.
struct PieceMove {
    role: Role,
    /// The origin squares that the text allows.
    origins: Bitboard,
    captures: bool,
    to: Square,
    promotion: Option<Role>,
}

impl SanPattern {
    #[inline]
    fn parse(text: &[u8]) -> Option<SanPattern> {
        let text = strip_suffix(text);
        let (role, rest) = match text {
            [b'a'..=b'h', ..] => (Role::Pawn, text),
            [b'N', rest @ ..] => (Role::Knight, rest),
            [b'B', rest @ ..] => (Role::Bishop, rest),
            [b'R', rest @ ..] => (Role::Rook, rest),
            [b'Q', rest @ ..] => (Role::Queen, rest),
            [b'K', rest @ ..] => (Role::King, rest),
            [b'P', rest @ ..] => (Role::Pawn, rest),
            b"O-O" | b"0-0" | b"o-o" => return Some(SanPattern::Castle(CastlingSide::King)),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(SanPattern::Castle(CastlingSide::Queen)),
            [b'A'..=b'Z', ..] => return None,
            _ => (Role::Pawn, text),
        };
        PieceMove::parse(role, rest).map(SanPattern::PieceMove)
    }
}

impl PieceMove {
    /// Parses what follows the piece letter.
    #[inline]
    fn parse(role: Role, text: &[u8]) -> Option<PieceMove> {
        // Most moves are just a target square.
        if let [file, rank] = *text {
            let to = Square::from_ascii([file, rank])?;
            let (origins, promotion) = (Bitboard::FULL, None);
            return Some(PieceMove { role, origins, captures: false, to, promotion });
        }
        let (promotion, text) = split_promotion(text)?;
        let (&target, text) = text.split_last_chunk::<2>().map(|(rest, to)| (to, rest))?;
        let to = Square::from_ascii(target)?;
        let (captures, text) = match text {
            [rest @ .., b'x' | b':'] => (true, rest),
            [rest @ .., b'-'] => (false, rest),
            _ => (false, text),
        };
        let origins = origins(text)?;
        Some(PieceMove { role, origins, captures, to, promotion })
    }
}

/// Strips check marks, annotation marks and `e.p.`.
#[inline]
fn strip_suffix(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    match text {
        [rest @ .., b'e', b'.', b'p', b'.'] | [rest @ .., b'e', b'p'] => rest,
        _ => text,
    }
}

/// Splits off a promotion: `=Q`, `Q`, `(Q)` or `/Q`; in either case after a sign.
fn split_promotion(text: &[u8]) -> Option<(Option<Role>, &[u8])> {
    let (letter, rest) = match text {
        [rest @ .., b'(', letter, b')']
        | [rest @ .., b'=' | b'/', letter]
        | [rest @ .., letter @ b'A'..=b'Z'] => (*letter, rest),
        _ => return Some((None, text)),
    };
    let role = Role::from_char(char::from(letter))?;
    Role::PROMOTIONS.contains(&role).then_some((Some(role), rest))
}

/// The squares that the disambiguation before the target allows.
fn origins(text: &[u8]) -> Option<Bitboard> {
    let file = |letter: u8| File::from_char(char::from(letter)).map(Bitboard::file);
    let rank = |digit: u8| Rank::from_char(char::from(digit)).map(Bitboard::rank);
    match *text {
        [] => Some(Bitboard::FULL),
        [letter] => file(letter).or_else(|| rank(letter)),
        [letter, digit] => Some(file(letter)? & rank(digit)?),
        _ => None,
    }
}

fn push_castle(text: &mut MoveText, m: Move) {
    let side = CastlingSide::of(m.from(), m.to());
    side.san().chars().for_each(|letter| text.push(letter));
}

fn push_role(text: &mut MoveText, role: Role) {
    if role != Role::Pawn {
        text.push(role.upper_char());
    }
}

fn push_promotion(text: &mut MoveText, m: Move) {
    if let Some(role) = m.promoted() {
        text.push('=');
        text.push(role.upper_char());
    }
}

/// Why a text is not a legal move in algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The text is not algebraic notation.
    Syntax(String),
    /// No legal move matches the text.
    Illegal(String),
    /// Several legal moves match the text.
    Ambiguous(String),
    /// A pawn reaches the last rank and the text does not name its promotion.
    PromotionMissing(String),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SanError::Syntax(text) => {
                write!(f, "'{}' is not a move such as Nf3, exd5 or O-O", Quoted(text))
            }
            SanError::Illegal(text) => write!(f, "{} is not a legal move here", Quoted(text)),
            SanError::Ambiguous(text) => {
                write!(f, "{} matches more than one legal move", Quoted(text))
            }
            SanError::PromotionMissing(text) => {
                let bare = Quoted(text.trim_end_matches(['+', '#', '!', '?']));
                write!(f, "{bare} lacks its promotion, such as {bare}=Q")
            }
        }
    }
}

impl std::error::Error for SanError {}
