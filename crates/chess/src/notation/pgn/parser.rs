//! Parses one game: turns tokens into a visitor's calls.
//!
//! This module handles the structure of a game and its tags; `movetext` handles the moves.

use std::io::{self, Read};

use super::header::Header;
use super::lexer::{Lexer, Token};
use super::movetext::{Line, Skip};
use super::tag::{RawTag, RawTagError};
use super::text::{decoded, push_comment, push_decoded, push_value};
use super::{
    CommentPlacement, GameResult, Limits, Location, Movetext, PgnError, PgnErrorKind, Visitor,
};

/// Buffers that are reused from game to game.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) lines: Vec<Line>,
    /// The text of the tokens that are skipped.
    pub(super) skipped: String,
    name: String,
    text: String,
}

/// The state of parsing one game.
pub(super) struct Parser<'a, R, V> {
    pub(super) lexer: &'a mut Lexer<R>,
    pub(super) buffers: &'a mut Buffers,
    pub(super) visitor: &'a mut V,
    pub(super) limits: &'a Limits,
    errors: usize,
    /// The byte offset of the game in the file.
    begin: usize,
    /// The game exceeds the size limit.
    is_too_long: bool,
    /// Moves read so far.
    pub(super) plies: usize,
    /// The tokens being skipped, if any.
    pub(super) skip: Option<Skip>,
    /// What the next comment refers to.
    pub(super) placement: CommentPlacement,
    /// A result found inside a variation.
    pub(super) stray_result: Option<GameResult>,
}

impl<'a, R: Read, V: Visitor> Parser<'a, R, V> {
    pub(super) fn new(
        lexer: &'a mut Lexer<R>,
        buffers: &'a mut Buffers,
        visitor: &'a mut V,
        limits: &'a Limits,
    ) -> Parser<'a, R, V> {
        Parser {
            begin: lexer.source.offset(),
            lexer,
            buffers,
            visitor,
            limits,
            errors: 0,
            is_too_long: false,
            plies: 0,
            skip: None,
            placement: CommentPlacement::AfterMove,
            stray_result: None,
        }
    }

    /// Parses a game from its first to its last token. True when the text ends before an Event tag
    /// and before anything that would end the tags.
    pub(super) fn game(mut self, is_last: bool) -> io::Result<bool> {
        let (header, is_text_over) = self.header()?;
        let start = match header.start() {
            Ok((start, error)) => {
                if let Some(PgnError { at, kind }) = error {
                    self.error(at, kind);
                }
                (self.visitor.start(&start) == Movetext::Read).then_some(start)
            }
            Err(PgnError { at, kind }) => {
                self.error(at, kind);
                self.leading_comments()?;
                None
            }
        };
        let end = self.movetext(start)?;
        if let Some(PgnError { at, kind }) = end.and_then(|end| header.contradiction(end)) {
            self.error(at, kind);
        }
        if is_last {
            self.refuse_more_games()?;
        }
        self.visitor.end_game(end.or_else(|| header.result()).unwrap_or_default());
        Ok(is_text_over && !header.has_event)
    }

    /// Parses the tags and reports whether the text ends with them. Text and comments before the
    /// tags belong to the game.
    fn header(&mut self) -> io::Result<(Header, bool)> {
        let mut header = Header::default();
        let is_text_over = loop {
            match self.lexer.next()? {
                Token::Tag => {
                    if !self.tag(&mut header)? {
                        break false;
                    }
                }
                Token::Stray => self.unexpected(),
                token if header.tags == 0 && self.comment(token) => {}
                token => break token == Token::End,
            }
        };
        self.lexer.unread();
        Ok((header, is_text_over))
    }

    /// Parses a tag. False when it starts another game: a second Event tag.
    fn tag(&mut self, header: &mut Header) -> io::Result<bool> {
        let at = self.lexer.location();
        let tag = RawTag::scan(&mut self.lexer.source, self.limits.text)?;
        self.lexer.set_length(tag.length);
        let text = self.lexer.text();
        self.buffers.name.clear();
        push_decoded(&mut self.buffers.name, &text[tag.name]);
        self.buffers.text.clear();
        push_value(&mut self.buffers.text, &text[tag.value]);
        if self.buffers.name == "Event" && header.has_event {
            return Ok(false);
        }
        if let Some(error) = tag.error {
            let kind = self.tag_error_kind(error);
            self.error(at, kind);
        }
        match tag.error {
            Some(RawTagError::Malformed) => {}
            Some(RawTagError::TooLong) => self.lexer.drop_line()?,
            _ => self.report_tag(at, header),
        }
        Ok(true)
    }

    /// The error for a malformed tag.
    fn tag_error_kind(&self, error: RawTagError) -> PgnErrorKind {
        let name = self.buffers.name.clone();
        match error {
            RawTagError::Malformed => PgnErrorKind::MalformedTag(decoded(self.lexer.text())),
            RawTagError::Unclosed => PgnErrorKind::UnclosedTag(name),
            RawTagError::UnescapedQuote => PgnErrorKind::UnescapedQuote(name),
            RawTagError::TooLong => PgnErrorKind::TagTooLong(self.limits.text),
        }
    }

    /// Reports the current tag, up to the limit.
    fn report_tag(&mut self, at: Location, header: &mut Header) {
        let limit = self.limits.tags;
        header.tags += 1;
        if !self.is_within_size_limit() {
            return;
        }
        if header.tags <= limit {
            header.store(at, &self.buffers.name, &self.buffers.text);
            self.visitor.tag(&self.buffers.name, &self.buffers.text);
        } else if header.tags == limit + 1 {
            self.error(at, PgnErrorKind::TooManyTags(limit));
        }
    }

    /// Reads the comments before the moves. They are kept even if the moves cannot be read.
    fn leading_comments(&mut self) -> io::Result<()> {
        loop {
            let token = self.lexer.next()?;
            if !self.comment(token) {
                self.lexer.unread();
                return Ok(());
            }
        }
    }

    /// Reports the current token if it is a comment.
    pub(super) fn comment(&mut self, token: Token) -> bool {
        match token {
            Token::LongComment => self.error_here(PgnErrorKind::CommentTooLong(self.limits.text)),
            Token::Comment | Token::UnclosedComment | Token::LineComment => {
                if token == Token::UnclosedComment {
                    self.error_here(PgnErrorKind::UnclosedComment);
                }
                if !self.is_within_size_limit() {
                    return true;
                }
                self.buffers.text.clear();
                push_comment(&mut self.buffers.text, self.lexer.comment(token));
                self.visitor.comment(&self.buffers.text, self.placement);
            }
            _ => return false,
        }
        true
    }

    /// True while the game is within the size limit. Exceeding it is reported once.
    pub(super) fn is_within_size_limit(&mut self) -> bool {
        let length = self.lexer.source.offset() - self.begin;
        if length > self.limits.bytes && !self.is_too_long {
            self.is_too_long = true;
            self.error_here(PgnErrorKind::GameTooLong(self.limits.bytes));
        }
        !self.is_too_long
    }

    /// Reports a token that is not allowed here.
    pub(super) fn unexpected(&mut self) {
        let text = decoded(self.lexer.text());
        self.error_here(PgnErrorKind::Unexpected(text));
    }

    /// Reports an error at the current token.
    pub(super) fn error_here(&mut self, kind: PgnErrorKind) {
        let at = self.lexer.location();
        self.error(at, kind);
    }

    /// Reports an error, up to the limit.
    pub(super) fn error(&mut self, at: Location, kind: PgnErrorKind) {
        self.errors += 1;
        let limit = self.limits.errors;
        if self.errors <= limit {
            self.visitor.error(PgnError { at, kind });
        } else if self.errors == limit + 1 {
            self.visitor.error(PgnError { at, kind: PgnErrorKind::TooManyErrors(limit) });
        }
    }

    fn refuse_more_games(&mut self) -> io::Result<()> {
        if self.lexer.next()? != Token::End {
            self.error_here(PgnErrorKind::TooManyGames(self.limits.games));
        }
        self.lexer.unread();
        Ok(())
    }
}
