//! Forsyth–Edwards notation: a position in one line.
//!
//! Reads FEN with or without the two counters (EPD omits them), Shredder-FEN (`HAha`) and X-FEN
//! (`KQkq` for the outermost rooks, a file letter for an inner one). Writes X-FEN, which is plain
//! FEN for standard chess, or Shredder-FEN on request. Text is parsed into a [`Setup`];
//! `Position::try_from` checks whether that is a legal position.

use std::fmt;
use std::str::FromStr;

use super::Quoted;
use crate::{
    Board, CastlingRights, CastlingSide, Color, File, Piece, Position, Rank, Role, Setup,
    SetupError, Square,
};

/// Why a text is not a valid FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A required field is missing.
    Missing(FenField),
    /// The piece placement, and what is wrong with it.
    Board(String, BoardError),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The castling field is neither `-` nor letters that name rooks.
    Castling(String),
    /// The en passant field is neither `-` nor a square.
    EnPassant(String),
    /// A counter is not a number or out of range.
    Counter(String),
    /// There is text after the last field.
    TooLong(String),
    /// The text is well-formed, but the position breaks a rule.
    Invalid(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FenError::Missing(field) => write!(f, "the FEN ends before the {field}"),
            FenError::Board(text, error) => write!(f, "the board '{}' {error}", Quoted(text)),
            FenError::Turn(text) => {
                write!(f, "the side to move is '{}'; it must be w or b", Quoted(text))
            }
            FenError::Castling(text) => write!(
                f,
                "the castling field '{}' must be - or letters such as KQkq or HAha",
                Quoted(text)
            ),
            FenError::EnPassant(text) => write!(
                f,
                "the en passant field '{}' must be - or a square such as e3",
                Quoted(text)
            ),
            FenError::Counter(text) => {
                write!(f, "the counter '{}' must be a number from 0 to 65535", Quoted(text))
            }
            FenError::TooLong(text) => {
                write!(f, "'{}' follows the last field of the FEN", Quoted(text))
            }
            FenError::Invalid(rule) => rule.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

/// A field that every FEN must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The piece placement.
    Board,
    /// The side to move.
    Turn,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "board",
            FenField::Turn => "side to move",
        })
    }
}

/// What is wrong with the piece placement of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// More than eight ranks.
    TooManyRanks,
    /// Fewer than eight ranks.
    TooFewRanks,
    /// A rank of more than eight squares.
    LongRank,
    /// A rank of fewer than eight squares.
    ShortRank,
    /// Two digits in a row, which could be added up.
    TwoDigits,
    /// A character that is neither a piece nor a digit from 1 to 8.
    UnknownPiece,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            BoardError::TooManyRanks => "has more than 8 ranks",
            BoardError::TooFewRanks => "has fewer than 8 ranks",
            BoardError::LongRank => "has a rank of more than 8 squares",
            BoardError::ShortRank => "has a rank of fewer than 8 squares",
            BoardError::TwoDigits => "has two digits in a row",
            BoardError::UnknownPiece => "contains a character that is not a piece",
        })
    }
}

impl From<SetupError> for FenError {
    fn from(rule: SetupError) -> FenError {
        FenError::Invalid(rule)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Parses a FEN and validates the position.
    fn from_str(fen: &str) -> Result<Position, FenError> {
        Ok(Position::try_from(fen.parse::<Setup>()?)?)
    }
}

impl fmt::Display for Position {
    /// Writes the FEN.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Parses a FEN without validating the position. Only the board and the side to move are
    /// required.
    fn from_str(fen: &str) -> Result<Setup, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let board = fields.next().ok_or(FenError::Missing(FenField::Board))?.parse()?;
        let turn = parse_turn(fields.next().ok_or(FenError::Missing(FenField::Turn))?)?;
        let castling = parse_castling(fields.next().unwrap_or("-"), &board)?;
        let en_passant = parse_en_passant(fields.next().unwrap_or("-"))?;
        let halfmoves = parse_counter(fields.next().unwrap_or("0"))?;
        let fullmoves = parse_counter(fields.next().unwrap_or("1"))?.max(1);
        match fields.next() {
            None => Ok(Setup { board, turn, castling, en_passant, halfmoves, fullmoves }),
            Some(rest) => Err(FenError::TooLong(rest.into())),
        }
    }
}

impl fmt::Display for Setup {
    /// Writes X-FEN, which is plain FEN unless an inner rook may castle.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write_fen(f, CastlingLetters::Wings)
    }
}

impl Setup {
    /// The Shredder-FEN, which names castling rooks by their files.
    ///
    /// ```
    /// use tabiya_chess::Setup;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    /// assert_eq!(Setup::default().shredder_fen().to_string(), fen);
    /// ```
    pub fn shredder_fen(&self) -> impl fmt::Display {
        struct Shredder(Setup);
        impl fmt::Display for Shredder {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                self.0.write_fen(f, CastlingLetters::Files)
            }
        }
        Shredder(*self)
    }

    fn write_fen(&self, f: &mut fmt::Formatter, letters: CastlingLetters) -> fmt::Result {
        write!(f, "{} {} ", self.board, self.turn.char())?;
        write_castling(f, self, letters)?;
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmoves, self.fullmoves)
    }
}

impl FromStr for Board {
    type Err = FenError;

    /// Parses the first field of a FEN.
    fn from_str(text: &str) -> Result<Board, FenError> {
        parse_board(text).map_err(|error| FenError::Board(text.into(), error))
    }
}

impl fmt::Display for Board {
    /// Writes the first field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                if let Some(piece) = self.piece_at(Square::new(file, rank)) {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                        empty = 0;
                    }
                    write!(f, "{}", piece.char())?;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CastlingLetters {
    /// `K` and `Q` for the outermost rooks, the file of an inner one.
    Wings,
    /// Always the rook's file.
    Files,
}

/// The piece of each letter, as a lookup table.
static PIECES: [Option<Piece>; 256] = {
    let mut table = [None; 256];
    let mut letter = 0;
    while letter < 256 {
        table[letter] = Piece::from_char(letter as u8 as char);
        letter += 1;
    }
    table
};

/// The board, or what is wrong with the text.
fn parse_board(text: &str) -> Result<Board, BoardError> {
    let mut board = Board::EMPTY;
    // Squares done in this rank, ranks done, and whether the last character was a digit.
    let (mut files, mut ranks, mut after_digit) = (0_u8, 0_u8, false);
    for letter in text.bytes() {
        match letter {
            b'/' => {
                end_rank(files)?;
                (files, ranks, after_digit) = (0, ranks + 1, false);
                if ranks > 7 {
                    return Err(BoardError::TooManyRanks);
                }
            }
            b'1'..=b'8' if after_digit => return Err(BoardError::TwoDigits),
            b'1'..=b'8' => {
                files += letter - b'0';
                after_digit = true;
            }
            _ => {
                let piece = PIECES[usize::from(letter)];
                let piece = piece.ok_or(BoardError::UnknownPiece)?;
                if files < 8 {
                    board.place(Square::wrap((7 - ranks) * 8 + files), piece);
                }
                files += 1;
                after_digit = false;
            }
        }
        if files > 8 {
            return Err(BoardError::LongRank);
        }
    }
    end_rank(files)?;
    if ranks == 7 { Ok(board) } else { Err(BoardError::TooFewRanks) }
}

/// Checks that a rank is complete.
fn end_rank(files: u8) -> Result<(), BoardError> {
    if files == 8 { Ok(()) } else { Err(BoardError::ShortRank) }
}

fn parse_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::Turn(text.into())),
    }
}

fn parse_castling(text: &str, board: &Board) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, file) = parse_castling_letter(letter.to_ascii_lowercase(), color, board)
            .filter(|&(side, file)| rights.rook(color, side).is_none_or(|rook| rook == file))
            .ok_or_else(|| FenError::Castling(text.into()))?;
        rights.set(color, side, Some(file));
    }
    Ok(rights)
}

fn parse_castling_letter(
    letter: char,
    color: Color,
    board: &Board,
) -> Option<(CastlingSide, File)> {
    match letter {
        'k' => Some((CastlingSide::King, outermost_rook(board, color, CastlingSide::King))),
        'q' => Some((CastlingSide::Queen, outermost_rook(board, color, CastlingSide::Queen))),
        _ => {
            let file = File::from_char(letter)?;
            let king = board.king(color).map_or(File::E, Square::file);
            let side = if file > king { CastlingSide::King } else { CastlingSide::Queen };
            Some((side, file))
        }
    }
}

/// The rook nearest to the edge on one side of the king; the corner if there is none, so that
/// validation reports the missing rook.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> File {
    let back_rank = crate::Bitboard::rank(color.back_rank());
    let rooks = board.pieces(color, Role::Rook) & back_rank;
    let king = board.king(color);
    let beside = |rook: &Square| king.is_some_and(|king| CastlingSide::of(king, *rook) == side);
    match side {
        CastlingSide::King => rooks.into_iter().rfind(beside).map_or(File::H, Square::file),
        CastlingSide::Queen => rooks.into_iter().find(beside).map_or(File::A, Square::file),
    }
}

fn write_castling(f: &mut fmt::Formatter, setup: &Setup, letters: CastlingLetters) -> fmt::Result {
    if setup.castling.is_empty() {
        return f.write_str("-");
    }
    for (color, side, rook) in setup.castling.iter() {
        let outermost = outermost_rook(&setup.board, color, side) == rook.file();
        let letter = match side {
            _ if letters == CastlingLetters::Files || !outermost => rook.file().char(),
            CastlingSide::King => 'k',
            CastlingSide::Queen => 'q',
        };
        let letter = if color.is_white() { letter.to_ascii_uppercase() } else { letter };
        write!(f, "{letter}")?;
    }
    Ok(())
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| FenError::EnPassant(text.into())),
    }
}

fn parse_counter(text: &str) -> Result<u16, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| FenError::Counter(text.into()))
}
