//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`; and its long form, `Ng1-f3`.
//!
//! Writing follows the PGN standard: as few letters as tell the piece apart from others that could
//! *legally* make the same move. Reading is generous: suffixes may be missing or wrong, castling
//! may use zeros, promotion may lack its `=`, captures their `x`, and more squares may be given
//! than needed. What it never does is guess: a text that fits two moves is refused.

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

    /// A legal move in long algebraic notation: both squares always, `Ng1-f3`, `e4xd5`.
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

    /// Reads a move in standard or long algebraic notation.
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
    /// When the text is no move, when no legal move fits it, or when several do.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.read_san(text.as_bytes()).map_err(|misfit| misfit.into_error(text))
    }

    /// Reads a move in standard or long algebraic notation. Says no more than it must about a text
    /// that is none, for readers of many moves.
    #[inline]
    pub(crate) fn read_san(&self, text: &[u8]) -> Result<Move, Misfit> {
        match Pattern::parse(text).ok_or(Misfit::Syntax)? {
            Pattern::Castle(side) => self.fitting_castle(side),
            Pattern::CandidatePiece(piece) if piece.role == Role::Pawn => self.fitting_pawn(&piece),
            Pattern::CandidatePiece(piece) => self.fitting_piece(&piece),
        }
    }

    /// True when the move takes a piece, en passant included.
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

    /// The file, the rank or both, when another piece of the kind could make the move too.
    fn push_origin(&self, text: &mut MoveText, role: Role, from: Square, to: Square) {
        if role == Role::King {
            return;
        }
        let twins = self.pieces_reaching(role, to).without(from);
        if twins.is_empty() {
            return;
        }
        let threats = self.threats(self.turn);
        let rivals: Bitboard = twins.into_iter().filter(|&twin| threats.allow(twin, to)).collect();
        if rivals.is_empty() {
            return;
        }
        let shares_file = (rivals & Bitboard::file(from.file())).any();
        let shares_rank = (rivals & Bitboard::rank(from.rank())).any();
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

    /// The mover's pieces of a role whose way of moving leads to a square.
    #[inline]
    fn pieces_reaching(&self, role: Role, to: Square) -> Bitboard {
        attacks::by_role(role, to, self.board.occupied()) & self.board.pieces(self.turn, role)
    }

    fn fitting_castle(&self, side: CastlingSide) -> Result<Move, Misfit> {
        let king = self.king(self.turn);
        let moves = self.moves_from(king);
        moves.into_iter().find(|m| m.castling_side() == Some(side)).ok_or(Misfit::None)
    }

    fn fitting_piece(&self, piece: &CandidatePiece) -> Result<Move, Misfit> {
        if piece.promotion.is_some() || self.board.color(self.turn).contains(piece.to) {
            return Err(Misfit::None);
        }
        let candidates = self.board.pieces(self.turn, piece.role) & piece.origins;
        let to = piece.to;
        match piece.role {
            Role::King => only(
                (candidates & attacks::king(to)).into_iter(),
                |king| self.keeps_king_safe(Role::King, king, to),
                to,
            ),
            Role::Knight => self.fitting_safe(candidates & attacks::knight(to), to),
            Role::Bishop => self.fitting_slider(candidates & attacks::bishop_rays(to), to),
            Role::Rook => self.fitting_slider(candidates & attacks::rook_rays(to), to),
            _ => {
                let rays = attacks::bishop_rays(to) | attacks::rook_rays(to);
                self.fitting_slider(candidates & rays, to)
            }
        }
    }

    /// The one of the sliders with nothing between it and a square that may go there.
    #[inline]
    fn fitting_slider(&self, sliders: Bitboard, to: Square) -> Result<Move, Misfit> {
        let occupied = self.board.occupied();
        let is_free = |from: &Square| (attacks::between(*from, to) & occupied).is_empty();
        self.fitting_safe(sliders.into_iter().filter(is_free).collect(), to)
    }

    /// The one of the pieces, all of which reach a square, that may go there.
    #[inline]
    fn fitting_safe(&self, pieces: Bitboard, to: Square) -> Result<Move, Misfit> {
        if pieces.is_empty() {
            return Err(Misfit::None);
        }
        let threats = self.threats(self.turn);
        only(pieces.into_iter(), |from| threats.allow(from, to), to)
    }

    /// The pawn that fits: one that captures when the text says so or names another file, else one
    /// that is pushed.
    fn fitting_pawn(&self, piece: &CandidatePiece) -> Result<Move, Misfit> {
        let (us, to) = (self.turn, piece.to);
        let own_file = Bitboard::file(to.file());
        let captures = piece.captures || (piece.origins & own_file).is_empty();
        let sources = if captures { self.pawn_capturers(to) } else { self.pawn_pusher(to) };
        let pawns = self.board.pieces(us, Role::Pawn) & piece.origins & sources;
        let promotes = to.rank() == us.promotion_rank();
        if pawns.is_empty() || promotes != piece.promotion.is_some() {
            let is_missing = promotes && pawns.any();
            return Err(if is_missing { Misfit::NoPromotion } else { Misfit::None });
        }
        if captures && self.en_passant == Some(to) {
            let able = (pawns & self.en_passant_capturers(us, to)).into_iter();
            return only(able, |_| true, to).map(|m| Move::en_passant(m.from(), to));
        }
        let m = self.fitting_safe(pawns, to)?;
        Ok(piece.promotion.map_or(m, |role| Move::promotion(m.from(), to, role)))
    }

    /// The squares from which a pawn of the mover's could capture on a square.
    #[inline]
    fn pawn_capturers(&self, to: Square) -> Bitboard {
        let can_be_taken = self.board.color(!self.turn).contains(to) || self.en_passant == Some(to);
        if can_be_taken { attacks::pawn(!self.turn, to) } else { Bitboard::EMPTY }
    }

    /// The squares from which a pawn of the mover's could be pushed to a square.
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
fn only(
    mut pieces: impl Iterator<Item = Square>,
    may_go: impl Fn(Square) -> bool,
    to: Square,
) -> Result<Move, Misfit> {
    let from = pieces.find(|&from| may_go(from)).ok_or(Misfit::None)?;
    match pieces.find(|&from| may_go(from)) {
        None => Ok(Move::normal(from, to)),
        Some(_) => Err(Misfit::Several),
    }
}

/// Why no move came out of a text.
pub(crate) enum Misfit {
    Syntax,
    None,
    Several,
    NoPromotion,
}

impl Misfit {
    /// The error that quotes the text.
    #[cold]
    pub(crate) fn into_error(self, text: &str) -> SanError {
        let text = text.to_owned();
        match self {
            Misfit::Syntax => SanError::Syntax(text),
            Misfit::None => SanError::Illegal(text),
            Misfit::Several => SanError::Ambiguous(text),
            Misfit::NoPromotion => SanError::PromotionMissing(text),
        }
    }
}

/// What a text says about a move, before any position is asked.
enum Pattern {
    Castle(CastlingSide),
    CandidatePiece(CandidatePiece),
}

/// A piece's move as written.
struct CandidatePiece {
    role: Role,
    /// The squares that the text allows the piece to come from.
    origins: Bitboard,
    captures: bool,
    to: Square,
    promotion: Option<Role>,
}

impl Pattern {
    #[inline]
    fn parse(text: &[u8]) -> Option<Pattern> {
        let text = strip_suffix(text);
        let (role, rest) = match text {
            [b'a'..=b'h', ..] => (Role::Pawn, text),
            [b'N', rest @ ..] => (Role::Knight, rest),
            [b'B', rest @ ..] => (Role::Bishop, rest),
            [b'R', rest @ ..] => (Role::Rook, rest),
            [b'Q', rest @ ..] => (Role::Queen, rest),
            [b'K', rest @ ..] => (Role::King, rest),
            [b'P', rest @ ..] => (Role::Pawn, rest),
            b"O-O" | b"0-0" | b"o-o" => return Some(Pattern::Castle(CastlingSide::King)),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(Pattern::Castle(CastlingSide::Queen)),
            [b'A'..=b'Z', ..] => return None,
            _ => (Role::Pawn, text),
        };
        CandidatePiece::parse(role, rest).map(Pattern::CandidatePiece)
    }
}

impl CandidatePiece {
    /// Reads what follows the letter of the piece.
    #[inline]
    fn parse(role: Role, text: &[u8]) -> Option<CandidatePiece> {
        // Most moves are nothing but a square.
        if let [file, rank] = *text {
            let to = Square::from_ascii([file, rank])?;
            let (origins, promotion) = (Bitboard::FULL, None);
            return Some(CandidatePiece { role, origins, captures: false, to, promotion });
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
        Some(CandidatePiece { role, origins, captures, to, promotion })
    }
}

/// Drops check and mate signs, judgments and a note of en passant.
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

/// Takes the promotion from the end: `=Q`, `Q`, `(Q)` or `/Q`, in either case after a sign.
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

/// The squares that the letters before the target leave possible.
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

/// Why a text is no algebraic move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The text is not algebraic notation.
    Syntax(String),
    /// No legal move fits the text.
    Illegal(String),
    /// Several legal moves fit the text.
    Ambiguous(String),
    /// A pawn reaches the last rank and the text does not say what it becomes.
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
                write!(f, "{} fits more than one legal move", Quoted(text))
            }
            SanError::PromotionMissing(text) => {
                let bare = Quoted(text.trim_end_matches(['+', '#', '!', '?']));
                write!(f, "{bare} lacks its promotion, such as {bare}=Q")
            }
        }
    }
}

impl std::error::Error for SanError {}
