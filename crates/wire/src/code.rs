//! The words by which programs know why something was refused. They never change; a program that
//! speaks another language has its own sentence for each.

use chess::IllegalMove;
use game::GameError;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Why something was refused, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Nothing is at this address.
    NotFound,
    /// What is there does not do this.
    MethodNotAllowed,
    /// The request was meant for another host.
    ForeignHost,
    /// The request comes from a page of somebody else.
    ForeignOrigin,
    /// The body is not said to be JSON.
    NotJson,
    /// The body is larger than it may be.
    TooLarge,
    /// The body took too long to come.
    TooSlow,
    /// The body cannot be read.
    BadBody,
    /// The words after `?` in the address cannot be read.
    BadQuery,
    /// The address is for sockets only.
    NoUpgrade,
    /// This is only for programs on the same computer.
    LocalOnly,
    /// Somebody asks too often.
    TooManyRequests,
    /// Too many want the same at once.
    Busy,
    /// The server is about to end.
    Closing,
    /// Something broke that should not have.
    Internal,

    /// The name or the password is wrong.
    WrongLogin,
    /// The current password is wrong.
    WrongPassword,
    /// The admin's password is not changed here.
    AdminPassword,
    /// Not everybody may do this, and nobody is logged in.
    LoginNeeded,
    /// Only the admin may do this.
    AdminOnly,
    /// A password is too short or too long.
    BadPassword,
    /// There is no member of this name.
    NoMember,
    /// Another member has the name.
    NameTaken,

    /// A name is none.
    BadName,
    /// There is no Chess960 start of this number.
    BadChess960,
    /// A FEN cannot be read.
    BadFen,
    /// A side has no king, or more than one.
    BadKings,
    /// A pawn stands on the first or the last rank.
    BadPawn,
    /// A side has more pieces than it can have.
    BadPieces,
    /// A king is in check as it cannot be.
    BadCheck,
    /// Somebody is said to be able to castle who is not.
    BadCastling,
    /// No pawn has just jumped where one is said to have.
    BadEnPassant,
    /// No game can be played with this time.
    BadTime,
    /// No game can be played by these terms.
    BadTerms,
    /// The seats are taken as they cannot be.
    BadSeats,
    /// A move is none.
    BadMove,
    /// Nothing can be imported from this.
    BadImport,

    /// There is no such study, or it is not shared.
    NoStudy,
    /// A study cannot be called so.
    BadTitle,

    /// There is no such game.
    NoGame,
    /// A game that is being played cannot be removed.
    InPlay,
    /// What is stored of a game is damaged.
    Damaged,
    /// Something could not be stored, so it has not happened.
    NotStored,
    /// Something else happened first.
    Stale,
    /// A secret belongs to no seat of the game.
    WrongSecret,
    /// No seat of the game is the one's who wants it.
    NoSeat,
    /// The socket follows another game, or none.
    NotFollowed,
    /// A wish has a name that cannot be kept.
    BadId,
    /// A message cannot be read.
    BadMessage,

    /// The game is over.
    Over,
    /// A seat is still open.
    Waiting,
    /// The seat is taken.
    SeatTaken,
    /// It is the other side's turn.
    NotYourTurn,
    /// The move breaks a rule.
    Illegal,
    /// The king is in check, and the move does not end it.
    StillInCheck,
    /// The move leaves the king open to attack.
    LeavesKingInCheck,
    /// The king would step onto an attacked square.
    KingIntoCheck,
    /// Castling is not allowed now.
    CannotCastle,
    /// This is not for them to do.
    NotAllowed,
    /// There is nothing to claim.
    NoClaim,
    /// The opponent is connected, so there is nothing to claim.
    OpponentPresent,
    /// The opponent may still come back in time.
    OpponentMayReturn,
    /// There is no such offer.
    NoOffer,
    /// It was offered already.
    AlreadyOffered,
    /// There is no move to take back or to play again.
    NothingToUndo,
    /// The game has begun and cannot be called off.
    Begun,
    /// There is no clock.
    NoClock,
    /// There is time left.
    TimeLeft,
    /// The game is not over yet.
    NotOver,
    /// The next game has begun.
    Rematched,
    /// So much time cannot be given.
    Amount,

    /// Too many wait for an engine.
    EnginesBusy,
    /// The engine thinks about this game already.
    EngineThinking,
    /// No engine has this name.
    UnknownEngine,
    /// No engine plays to this rating.
    BadRating,
    /// There is no move to find.
    NoMove,
    /// The engine was needed elsewhere before it had an answer.
    EngineInterrupted,
    /// The engine broke down.
    EngineFailed,
}

impl From<GameError> for Code {
    fn from(refusal: GameError) -> Code {
        match refusal {
            GameError::Over => Code::Over,
            GameError::Waiting => Code::Waiting,
            GameError::SeatTaken => Code::SeatTaken,
            GameError::NotYourTurn => Code::NotYourTurn,
            GameError::Illegal(reason) => illegal(reason),
            GameError::NotAllowed => Code::NotAllowed,
            GameError::NoClaim => Code::NoClaim,
            GameError::OpponentPresent => Code::OpponentPresent,
            GameError::OpponentMayReturn => Code::OpponentMayReturn,
            GameError::NoOffer => Code::NoOffer,
            GameError::AlreadyOffered => Code::AlreadyOffered,
            GameError::NothingToUndo => Code::NothingToUndo,
            GameError::Begun => Code::Begun,
            GameError::NoClock => Code::NoClock,
            GameError::TimeLeft => Code::TimeLeft,
            GameError::NotOver => Code::NotOver,
            GameError::Rematched => Code::Rematched,
            GameError::Amount(_) => Code::Amount,
        }
    }
}

/// The code of an illegal move. Whatever is seen on the board at a glance is just illegal.
pub(crate) fn illegal(reason: IllegalMove) -> Code {
    match reason {
        IllegalMove::StillInCheck => Code::StillInCheck,
        IllegalMove::LeavesKingInCheck => Code::LeavesKingInCheck,
        IllegalMove::KingIntoCheck(_) => Code::KingIntoCheck,
        IllegalMove::NoCastlingRight(_)
        | IllegalMove::CastlingBlocked(_)
        | IllegalMove::CastlingOutOfCheck
        | IllegalMove::CastlingThroughCheck(_) => Code::CannotCastle,
        IllegalMove::EmptySquare(_)
        | IllegalMove::WrongColor(..)
        | IllegalMove::OwnPiece(_)
        | IllegalMove::Pattern(..)
        | IllegalMove::Blocked(_)
        | IllegalMove::NothingToCapture(_)
        | IllegalMove::PromotionMissing
        | IllegalMove::PromotionNotAllowed(_)
        | IllegalMove::WrongKind(..) => Code::Illegal,
    }
}
