//! One game: from tokens to a visitor's calls.
//!
//! Here are the frame of a game and its tags; the moves have a room of their own.

use std::io::{self, Read};

use super::header::Header;
use super::lexer::{Lexer, Token};
use super::movetext::{Line, Skip};
use super::tag::{Flaw, RawTag};
use super::text::{decoded, push_comment, push_decoded, push_value};
use super::{
    CommentPlacement, GameResult, Limits, Location, Movetext, PgnError, PgnErrorKind, Visitor,
};

/// Memory that serves one game after the other.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) lines: Vec<Line>,
    name: String,
    text: String,
}

/// The reading of one game.
pub(super) struct Parser<'a, R, V> {
    pub(super) lexer: &'a mut Lexer<R>,
    pub(super) scratch: &'a mut Scratch,
    pub(super) visitor: &'a mut V,
    pub(super) limits: &'a Limits,
    errors: usize,
    /// Where the game begins in the file, in bytes.
    begin: usize,
    /// The game has more bytes than allowed.
    is_full: bool,
    /// Moves read so far.
    pub(super) plies: usize,
    /// What is being passed over, if anything is.
    pub(super) skip: Option<Skip>,
    /// What the next comment is about.
    pub(super) place: CommentPlacement,
    /// A result found where none belongs.
    pub(super) stray_result: Option<GameResult>,
}

impl<'a, R: Read, V: Visitor> Parser<'a, R, V> {
    pub(super) fn new(
        lexer: &'a mut Lexer<R>,
        scratch: &'a mut Scratch,
        visitor: &'a mut V,
        limits: &'a Limits,
    ) -> Parser<'a, R, V> {
        Parser {
            begin: lexer.source.offset(),
            lexer,
            scratch,
            visitor,
            limits,
            errors: 0,
            is_full: false,
            plies: 0,
            skip: None,
            place: CommentPlacement::AfterMove,
            stray_result: None,
        }
    }

    /// Reads a game from its first token to its last. True when the text ends before an Event tag,
    /// and before anything that would have ended the tags.
    pub(super) fn game(mut self, is_last: bool) -> io::Result<bool> {
        let (header, is_text_over) = self.header()?;
        let start = match header.start() {
            Ok((start, flaw)) => {
                if let Some((at, kind)) = flaw {
                    self.error(at, kind);
                }
                (self.visitor.start(&start) == Movetext::Read).then_some(start)
            }
            Err((at, kind)) => {
                self.error(at, kind);
                self.leading_comments()?;
                None
            }
        };
        let end = self.movetext(start)?;
        if let Some((at, kind)) = end.and_then(|end| header.contradiction(end)) {
            self.error(at, kind);
        }
        if is_last {
            self.refuse_more_games()?;
        }
        self.visitor.end_game(end.or_else(|| header.result()).unwrap_or_default());
        Ok(is_text_over && !header.has_event)
    }

    /// Reads the tags, and says whether the text ends with them. What stands before them belongs to
    /// the game, and so do comments there.
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
        self.lexer.hold();
        Ok((header, is_text_over))
    }

    /// Reads a tag. False when it begins another game: a second Event.
    fn tag(&mut self, header: &mut Header) -> io::Result<bool> {
        let at = self.lexer.location();
        let tag = RawTag::measure(&mut self.lexer.source, self.limits.text)?;
        self.lexer.set_length(tag.length);
        let text = self.lexer.text();
        self.scratch.name.clear();
        push_decoded(&mut self.scratch.name, &text[tag.name]);
        self.scratch.text.clear();
        push_value(&mut self.scratch.text, &text[tag.value]);
        if self.scratch.name == "Event" && header.has_event {
            return Ok(false);
        }
        if let Some(flaw) = tag.flaw {
            let kind = self.flaw_kind(flaw);
            self.error(at, kind);
        }
        match tag.flaw {
            Some(Flaw::Malformed) => {}
            Some(Flaw::Long) => self.lexer.drop_line()?,
            _ => self.keep_tag(at, header),
        }
        Ok(true)
    }

    /// The error that a flaw of the current tag is.
    fn flaw_kind(&self, flaw: Flaw) -> PgnErrorKind {
        let name = self.scratch.name.clone();
        match flaw {
            Flaw::Malformed => PgnErrorKind::MalformedTag(decoded(self.lexer.text())),
            Flaw::Unclosed => PgnErrorKind::UnclosedTag(name),
            Flaw::Quote => PgnErrorKind::UnescapedQuote(name),
            Flaw::Long => PgnErrorKind::TagTooLong(self.limits.text),
        }
    }

    /// Tells the current tag, unless there were too many.
    fn keep_tag(&mut self, at: Location, header: &mut Header) {
        let limit = self.limits.tags;
        header.tags += 1;
        if !self.has_room() {
            return;
        }
        if header.tags <= limit {
            header.note(at, &self.scratch.name, &self.scratch.text);
            self.visitor.tag(&self.scratch.name, &self.scratch.text);
        } else if header.tags == limit + 1 {
            self.error(at, PgnErrorKind::TooManyTags(limit));
        }
    }

    /// Reads the comments before the moves. They are kept even when the moves cannot be read.
    fn leading_comments(&mut self) -> io::Result<()> {
        loop {
            let token = self.lexer.next()?;
            if !self.comment(token) {
                self.lexer.hold();
                return Ok(());
            }
        }
    }

    /// Tells a comment, if the current token is one.
    pub(super) fn comment(&mut self, token: Token) -> bool {
        match token {
            Token::LongComment => self.error_here(PgnErrorKind::CommentTooLong(self.limits.text)),
            Token::Comment | Token::UnclosedComment | Token::LineComment => {
                if token == Token::UnclosedComment {
                    self.error_here(PgnErrorKind::UnclosedComment);
                }
                if !self.has_room() {
                    return true;
                }
                self.scratch.text.clear();
                push_comment(&mut self.scratch.text, self.lexer.comment(token));
                self.visitor.comment(&self.scratch.text, self.place);
            }
            _ => return false,
        }
        true
    }

    /// True while the game has no more bytes than allowed. The first refusal is an error.
    pub(super) fn has_room(&mut self) -> bool {
        let length = self.lexer.source.offset() - self.begin;
        if length > self.limits.bytes && !self.is_full {
            self.is_full = true;
            self.error_here(PgnErrorKind::GameTooLong(self.limits.bytes));
        }
        !self.is_full
    }

    /// A token that has no meaning.
    pub(super) fn unexpected(&mut self) {
        let text = decoded(self.lexer.text());
        self.error_here(PgnErrorKind::Unexpected(text));
    }

    /// Reports an error at the current token.
    pub(super) fn error_here(&mut self, kind: PgnErrorKind) {
        let at = self.lexer.location();
        self.error(at, kind);
    }

    /// Reports an error, unless there were too many.
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
        self.lexer.hold();
        Ok(())
    }
}
