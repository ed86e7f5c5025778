//! The moves of a game, with their variations, glyphs and comments.
//!
//! A line of moves is a position and the one before it, from which a variation departs. Open
//! variations are a stack of lines. Where a line breaks off, the tokens up to its end are passed
//! over; parentheses among them are counted so that the right one ends it.

use std::io::{self, Read};

use super::header::STANDARD_START;
use super::lexer::Token;
use super::oddity::{self, Meaning};
use super::parser::Parser;
use super::text::decoded;
use super::{CommentPlacement, GameResult, Location, Nag, PgnErrorKind, Visitor};
use crate::notation::san::Misfit;
use crate::{Move, Position};

/// A main line or a variation that is being read.
pub(super) struct Line {
    /// Where its parenthesis stands. The main line has none.
    opened: Option<Location>,
    /// The position, and the one before the last move. They take turns, which saves copies.
    positions: [Position; 2],
    current: usize,
    has_move: bool,
}

/// A stretch of tokens that is passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Skip {
    /// Parentheses opened within it.
    open: usize,
    then: Then,
}

/// What follows a stretch that is passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// The end of the line.
    EndLine,
    /// The rest of the line, of which only a variation was passed over.
    Resume,
}

impl<R: Read, V: Visitor> Parser<'_, R, V> {
    /// Reads the moves to the end of the game; without a start they are passed over. Gives the
    /// result that ends them.
    pub(super) fn movetext(&mut self, start: Option<Position>) -> io::Result<Option<GameResult>> {
        if start.is_none() {
            self.skip_line();
        }
        let start = start.unwrap_or_else(|| *STANDARD_START);
        let first_number = start.fullmoves();
        self.scratch.lines.clear();
        self.scratch.lines.push(Line::new(None, start));
        loop {
            let token = self.lexer.next()?;
            match token {
                Token::End | Token::Tag => return Ok(self.break_off()),
                Token::Result(result) if self.is_main_line() => {
                    self.closing_comments()?;
                    return Ok(Some(result));
                }
                Token::Result(result) => self.result_in_variation(result),
                Token::Number if self.begins_again(first_number) => return Ok(self.break_off()),
                _ if self.skip.is_some() => self.pass_over(token),
                Token::Word => self.word()?,
                Token::Number => self.place = CommentPlacement::BeforeMove,
                Token::Nag => self.nag(),
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Stray => self.unexpected(),
                comment => {
                    self.comment(comment);
                }
            }
        }
    }

    #[inline]
    fn line(&mut self) -> &mut Line {
        self.scratch.lines.last_mut().expect("the main line is open to the end")
    }

    /// True at a number 1 that begins another game, one without tags after one without a result: an
    /// empty line is before it, and the main line has come farther already.
    fn begins_again(&mut self, first_number: u16) -> bool {
        matches!(self.lexer.text(), b"1" | b"1.")
            && self.plies > 0
            && self.is_main_line()
            && self.lexer.source.is_after_blank_line()
            && (self.skip.is_some() || self.line().now().fullmoves() > first_number)
    }

    /// Reads a move and plays it, or breaks off the line.
    fn word(&mut self) -> io::Result<()> {
        let line = self.scratch.lines.last_mut().expect("the main line is open to the end");
        match line.now().read_san(self.lexer.text()) {
            Ok(m) if self.plies < self.limits.plies => {
                self.plies += 1;
                self.place = CommentPlacement::AfterMove;
                line.play(m);
                self.visitor.play(m, line.now());
                Ok(())
            }
            Ok(_) => {
                self.end_moves();
                Ok(())
            }
            Err(misfit) => self.odd_word(misfit),
        }
    }

    /// Does what a word means that is no algebraic move, or breaks off the line.
    #[cold]
    fn odd_word(&mut self, mut misfit: Misfit) -> io::Result<()> {
        if matches!(misfit, Misfit::NoPromotion) && self.lexer.take_promotion()? {
            misfit = Misfit::Syntax;
        }
        let text = decoded(self.lexer.text());
        match oddity::meaning(self.line().now(), &text, misfit) {
            Ok(Meaning::Nothing) => {}
            Ok(Meaning::Nag(nag)) => self.judge(nag),
            Ok(Meaning::Move(..) | Meaning::Pass) if self.plies >= self.limits.plies => {
                self.end_moves();
            }
            Ok(Meaning::Move(m, nag)) => {
                self.line().play(m);
                self.moved(|visitor, after| visitor.play(m, after));
                if let Some(nag) = nag {
                    self.judge(nag);
                }
            }
            Ok(Meaning::Pass) => {
                self.line().null_move();
                self.moved(V::null_move);
            }
            Err(kind) => {
                self.error_here(kind);
                self.skip_line();
            }
        }
        Ok(())
    }

    /// Tells of a move that the line has made.
    fn moved(&mut self, tell: impl FnOnce(&mut V, &Position)) {
        self.plies += 1;
        self.place = CommentPlacement::AfterMove;
        let line = self.scratch.lines.last().expect("the main line is open to the end");
        tell(self.visitor, line.now());
    }

    fn nag(&mut self) {
        let text = self.lexer.text();
        if let Some(nag) = Nag::from_bytes(text) {
            return self.judge(nag);
        }
        let kind = PgnErrorKind::BadNag(decoded(text));
        self.error_here(kind);
    }

    /// Tells a judgment of the last move.
    fn judge(&mut self, nag: Nag) {
        if !self.line().has_move {
            let text = decoded(self.lexer.text());
            self.error_here(PgnErrorKind::NagWithoutMove(text));
        } else if self.has_room() {
            self.visitor.nag(nag);
        }
    }

    fn open(&mut self) {
        let depth = self.limits.depth;
        let kind = if !self.line().has_move {
            PgnErrorKind::VariationWithoutMove
        } else if self.scratch.lines.len() > depth {
            PgnErrorKind::VariationTooDeep(depth)
        } else {
            let opened = self.lexer.location();
            let start = *self.line().before();
            self.scratch.lines.push(Line::new(Some(opened), start));
            self.place = CommentPlacement::BeforeMove;
            return self.visitor.begin_variation();
        };
        self.error_here(kind);
        self.skip = Some(Skip { open: 1, then: Then::Resume });
    }

    fn close(&mut self) {
        let line = self.line();
        match line.opened {
            None => self.error_here(PgnErrorKind::UnopenedVariation),
            Some(opened) => {
                if !line.has_move {
                    self.error(opened, PgnErrorKind::EmptyVariation);
                }
                self.end_variation();
            }
        }
    }

    fn end_variation(&mut self) {
        self.scratch.lines.pop();
        self.place = CommentPlacement::BeforeMove;
        self.visitor.end_variation();
    }

    /// Passes over the rest of the current line.
    fn skip_line(&mut self) {
        self.skip = Some(Skip { open: 0, then: Then::EndLine });
    }

    /// Takes note of what decides how far a skip goes.
    fn pass_over(&mut self, token: Token) {
        let Some(skip) = &mut self.skip else { return };
        match token {
            Token::Open => skip.open += 1,
            Token::Close if skip.open > 0 => {
                skip.open -= 1;
                if skip.open == 0 && skip.then == Then::Resume {
                    self.skip = None;
                }
            }
            Token::Close if self.scratch.lines.len() > 1 => {
                self.skip = None;
                self.end_variation();
            }
            Token::UnclosedComment => self.error_here(PgnErrorKind::UnclosedComment),
            _ => {}
        }
    }

    /// True when no variation is open, be it read or passed over.
    fn is_main_line(&self) -> bool {
        self.scratch.lines.len() == 1 && self.skip.is_none_or(|skip| skip.open == 0)
    }

    fn result_in_variation(&mut self, result: GameResult) {
        self.stray_result = Some(result);
        if self.skip.is_none() {
            self.error_here(PgnErrorKind::ResultInVariation(result));
        }
    }

    /// Ends all lines at the limit of moves and passes over the rest of the game.
    fn end_moves(&mut self) {
        self.error_here(PgnErrorKind::TooManyPlies(self.limits.plies));
        let open = self.scratch.lines.len() - 1;
        (0..open).for_each(|_| self.end_variation());
        self.skip = Some(Skip { open, then: Then::EndLine });
    }

    /// Reads comments that follow the result on its line.
    fn closing_comments(&mut self) -> io::Result<()> {
        self.place = CommentPlacement::AfterMove;
        while self.lexer.comment_follows()? {
            let comment = self.lexer.next()?;
            if self.skip.is_none() {
                self.comment(comment);
            }
        }
        Ok(())
    }

    /// Ends a game that ends without a result, perhaps within a variation.
    fn break_off(&mut self) -> Option<GameResult> {
        self.error_here(PgnErrorKind::NoResult);
        self.lexer.hold();
        while let Some(opened) = self.line().opened {
            self.error(opened, PgnErrorKind::UnclosedVariation);
            self.end_variation();
        }
        self.stray_result
    }
}

impl Line {
    fn new(opened: Option<Location>, start: Position) -> Line {
        Line { opened, positions: [start; 2], current: 0, has_move: false }
    }

    #[inline]
    fn now(&self) -> &Position {
        &self.positions[self.current & 1]
    }

    /// The position before the last move.
    #[inline]
    fn before(&self) -> &Position {
        &self.positions[(self.current + 1) & 1]
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.advance(|now, next| now.play_into(next, m));
    }

    /// Passes the turn.
    fn null_move(&mut self) {
        self.advance(|now, next| *next = now.null_move_unchecked());
    }

    #[inline]
    fn advance(&mut self, make: impl FnOnce(&Position, &mut Position)) {
        let [one, other] = &mut self.positions;
        if self.current == 0 {
            make(one, other);
        } else {
            make(other, one);
        }
        self.current ^= 1;
        self.has_move = true;
    }
}
