//! Reads the moves of a game, with variations, NAGs and comments.
//!
//! A line of moves is its current position and the one before, where a variation branches off. Open
//! variations are a stack of lines. After an error in a line, tokens are skipped to its end;
//! parentheses are counted so that the right one ends it.

use std::io::{self, Read};

use super::header::STANDARD_START;
use super::lexer::Token;
use super::nonstandard::{self, Interpretation};
use super::parser::Parser;
use super::text::decoded;
use super::{CommentPlacement, GameResult, Location, Nag, PgnErrorKind, Visitor};
use crate::notation::san::SanErrorKind;
use crate::{Move, Position};

/// A main line or variation that is being read.
pub(super) struct Line {
    /// The location of its opening parenthesis; `None` for the main line.
    opened: Option<Location>,
    /// The current position and the one before the last move. They alternate, which saves copies.
    positions: [Position; 2],
    current: usize,
    has_move: bool,
}

/// A range of tokens that is skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Skip {
    /// Open parentheses within it.
    open: usize,
    then: AfterSkip,
}

/// What follows skipped tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterSkip {
    /// The end of the line.
    EndLine,
    /// The rest of the line, after a skipped variation.
    Resume,
}

impl<R: Read, V: Visitor> Parser<'_, R, V> {
    /// Reads the moves to the end of the game and returns the result; without a start position they
    /// are skipped.
    pub(super) fn movetext(&mut self, start: Option<Position>) -> io::Result<Option<GameResult>> {
        if start.is_none() {
            self.skip_line();
        }
        let start = start.unwrap_or_else(|| *STANDARD_START);
        let first_number = start.fullmoves();
        self.buffers.skipped.clear();
        self.buffers.lines.clear();
        self.buffers.lines.push(Line::new(None, start));
        loop {
            let token = self.lexer.next()?;
            match token {
                Token::End | Token::Tag => return Ok(self.end_without_result()),
                Token::Result(result) if self.is_main_line() => {
                    self.report_skipped();
                    self.closing_comments()?;
                    return Ok(Some(result));
                }
                Token::Result(result) => self.result_in_variation(result),
                Token::Number if self.starts_next_game(first_number) => {
                    return Ok(self.end_without_result());
                }
                _ if self.skip.is_some() => self.pass_over(token),
                Token::Word => self.word()?,
                Token::Number => self.placement = CommentPlacement::BeforeMove,
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
        self.buffers.lines.last_mut().expect("the main line is open to the end")
    }

    /// True at a move number 1 that starts another game without tags, after a game without a
    /// result: a blank line precedes it, and the main line is already past its first move.
    fn starts_next_game(&mut self, first_number: u16) -> bool {
        matches!(self.lexer.text(), b"1" | b"1.")
            && self.plies > 0
            && self.is_main_line()
            && self.lexer.source.is_after_blank_line()
            && (self.skip.is_some() || self.line().current_position().fullmoves() > first_number)
    }

    /// Plays a move, or ends the line with an error.
    fn word(&mut self) -> io::Result<()> {
        let line = self.buffers.lines.last_mut().expect("the main line is open to the end");
        match line.current_position().read_san(self.lexer.text()) {
            Ok(m) if self.plies < self.limits.plies => {
                self.plies += 1;
                self.placement = CommentPlacement::AfterMove;
                line.play(m);
                self.visitor.play(m, line.current_position());
                Ok(())
            }
            Ok(_) => {
                self.end_moves();
                Ok(())
            }
            Err(kind) => self.nonstandard_word(kind),
        }
    }

    /// Handles a word that is not SAN, or ends the line with an error.
    #[cold]
    fn nonstandard_word(&mut self, mut kind: SanErrorKind) -> io::Result<()> {
        if matches!(kind, SanErrorKind::PromotionMissing) && self.lexer.take_promotion()? {
            kind = SanErrorKind::Syntax;
        }
        let text = decoded(self.lexer.text());
        match nonstandard::interpret(self.line().current_position(), &text, kind) {
            Ok(Interpretation::Nothing) => {}
            Ok(Interpretation::Nag(nag)) => self.push_nag(nag),
            Ok(Interpretation::Move(..) | Interpretation::NullMove)
                if self.plies >= self.limits.plies =>
            {
                self.end_moves();
            }
            Ok(Interpretation::Move(m, nag)) => {
                self.line().play(m);
                self.report_move(|visitor, after| visitor.play(m, after));
                if let Some(nag) = nag {
                    self.push_nag(nag);
                }
            }
            Ok(Interpretation::NullMove) => {
                self.line().null_move();
                self.report_move(V::null_move);
            }
            Err(kind) => {
                self.error_here(kind);
                self.skip_line();
                self.remember_skipped(Token::Word);
            }
        }
        Ok(())
    }

    /// Reports a move that the line has played.
    fn report_move(&mut self, report: impl FnOnce(&mut V, &Position)) {
        self.plies += 1;
        self.placement = CommentPlacement::AfterMove;
        let line = self.buffers.lines.last().expect("the main line is open to the end");
        report(self.visitor, line.current_position());
    }

    fn nag(&mut self) {
        let text = self.lexer.text();
        if let Some(nag) = Nag::from_bytes(text) {
            return self.push_nag(nag);
        }
        let kind = PgnErrorKind::BadNag(decoded(text));
        self.error_here(kind);
    }

    /// Reports an annotation of the last move.
    fn push_nag(&mut self, nag: Nag) {
        if !self.line().has_move {
            let text = decoded(self.lexer.text());
            self.error_here(PgnErrorKind::NagWithoutMove(text));
        } else if self.is_within_size_limit() {
            self.visitor.nag(nag);
        }
    }

    fn open(&mut self) {
        let depth = self.limits.depth;
        let kind = if !self.line().has_move {
            PgnErrorKind::VariationWithoutMove
        } else if self.buffers.lines.len() > depth {
            PgnErrorKind::VariationTooDeep(depth)
        } else {
            let opened = self.lexer.location();
            let start = *self.line().before();
            self.buffers.lines.push(Line::new(Some(opened), start));
            self.placement = CommentPlacement::BeforeMove;
            return self.visitor.begin_variation();
        };
        self.error_here(kind);
        self.skip = Some(Skip { open: 1, then: AfterSkip::Resume });
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
        self.buffers.lines.pop();
        self.placement = CommentPlacement::BeforeMove;
        self.visitor.end_variation();
    }

    /// Skips the rest of the current line.
    fn skip_line(&mut self) {
        self.skip = Some(Skip { open: 0, then: AfterSkip::EndLine });
    }

    /// Adds the current token to the skipped text, as long as the game may grow.
    fn remember_skipped(&mut self, token: Token) {
        let text = match token {
            Token::Comment | Token::LineComment => self.lexer.comment(token),
            Token::UnclosedComment | Token::LongComment => return,
            _ => self.lexer.text(),
        };
        let text = decoded(text);
        if self.is_within_size_limit() {
            for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
                self.skip_word(word);
            }
        }
    }

    /// Adds a word to the skipped text, without braces so that any comment can hold it.
    fn skip_word(&mut self, word: &str) {
        let skipped = &mut self.buffers.skipped;
        if !skipped.is_empty() && !word.is_empty() {
            skipped.push(' ');
        }
        skipped.extend(word.chars().map(|c| match c {
            '{' => '(',
            '}' => ')',
            other => other,
        }));
    }

    /// Reports the text of a line that was skipped, at the end of the line.
    fn report_skipped(&mut self) {
        if !self.buffers.skipped.is_empty() {
            self.visitor.skipped(&self.buffers.skipped);
            self.buffers.skipped.clear();
        }
    }

    /// Tracks parentheses in skipped tokens, and remembers the tokens of an unreadable line.
    fn pass_over(&mut self, token: Token) {
        let closes_line = token == Token::Close && self.skip.is_some_and(|skip| skip.open == 0);
        if !self.buffers.skipped.is_empty() && !closes_line {
            self.remember_skipped(token);
        }
        let Some(skip) = &mut self.skip else { return };
        match token {
            Token::Open => skip.open += 1,
            Token::Close if skip.open > 0 => {
                skip.open -= 1;
                if skip.open == 0 && skip.then == AfterSkip::Resume {
                    self.skip = None;
                }
            }
            Token::Close if self.buffers.lines.len() > 1 => {
                self.skip = None;
                self.report_skipped();
                self.end_variation();
            }
            Token::UnclosedComment => self.error_here(PgnErrorKind::UnclosedComment),
            _ => {}
        }
    }

    /// True when no variation is open, whether read or skipped.
    fn is_main_line(&self) -> bool {
        self.buffers.lines.len() == 1 && self.skip.is_none_or(|skip| skip.open == 0)
    }

    fn result_in_variation(&mut self, result: GameResult) {
        self.stray_result = Some(result);
        if self.skip.is_none() {
            self.error_here(PgnErrorKind::ResultInVariation(result));
        }
    }

    /// Ends all lines at the limit of moves and skips the rest of the game.
    fn end_moves(&mut self) {
        self.error_here(PgnErrorKind::TooManyPlies(self.limits.plies));
        let open = self.buffers.lines.len() - 1;
        (0..open).for_each(|_| self.end_variation());
        self.skip = Some(Skip { open, then: AfterSkip::EndLine });
    }

    /// Reads comments after the result on the same line.
    fn closing_comments(&mut self) -> io::Result<()> {
        self.placement = CommentPlacement::AfterMove;
        while self.lexer.comment_follows()? {
            let comment = self.lexer.next()?;
            if self.skip.is_none() {
                self.comment(comment);
            }
        }
        Ok(())
    }

    /// Ends a game without a result, possibly within a variation.
    fn end_without_result(&mut self) -> Option<GameResult> {
        self.error_here(PgnErrorKind::NoResult);
        self.lexer.unread();
        self.report_skipped();
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
    fn current_position(&self) -> &Position {
        &self.positions[self.current & 1]
    }

    /// The position before the last move.
    #[inline]
    fn before(&self) -> &Position {
        &self.positions[(self.current + 1) & 1]
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.advance(|current, next| current.play_into(next, m));
    }

    /// Passes the turn.
    fn null_move(&mut self) {
        self.advance(|current, next| *next = current.null_move_unchecked());
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
