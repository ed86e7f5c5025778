//! Splits a file into tokens.
//!
//! A token is a kind and a range of bytes at the start of the window; nothing is copied. It stays
//! there, with its location in the file, until the next one is requested. The lexer knows what
//! tokens look like but nothing about games: not which moves are legal, nor which parentheses
//! match.

use std::io::{self, Read};

use super::source::Source;
use super::{GameResult, Location};

/// No word in a game comes near this length; a longer one may be split into several tokens.
const LONGEST_WORD: usize = 255;

/// How games start in nearly every file. A line that starts like this ends an unclosed comment.
pub(super) const GAME_OPENING: &[u8] = b"[Event \"";

/// Some programs write it instead of three dots.
const ELLIPSIS: &[u8] = "…".as_bytes();

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The end of the file.
    End,
    /// The `[` of a tag.
    Tag,
    /// A move, or another word in its place.
    Word,
    /// Digits and dots: the number of a move.
    Number,
    /// The result that ends a game.
    Result(GameResult),
    /// `$1`, or a symbol such as `!?`.
    Nag,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `{…}`.
    Comment,
    /// `{…` without a closing brace.
    UnclosedComment,
    /// A comment beyond the size limit.
    LongComment,
    /// `;…` to the end of the line.
    LineComment,
    /// A character that starts no token, `<…>`, or a command `[%…]` outside a comment.
    Stray,
}

/// Cuts a file into tokens.
pub(super) struct Lexer<R> {
    pub(super) source: Source<R>,
    /// The length of the current token.
    length: usize,
    /// The current token may contain line breaks.
    multiline: bool,
    /// The location and byte offset of the current token, if it has left the window.
    begin: Option<(Location, usize)>,
    /// The current token is to be returned again.
    is_unread: bool,
    /// The size limit of comments.
    longest_text: usize,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R, longest_text: usize) -> Lexer<R> {
        let source = Source::new(input);
        Lexer { source, length: 0, multiline: false, begin: None, is_unread: false, longest_text }
    }

    /// The bytes of the current token.
    #[inline]
    pub(super) fn text(&self) -> &[u8] {
        &self.source.window()[..self.length]
    }

    /// The text of a comment, without its delimiters.
    pub(super) fn comment(&self, token: Token) -> &[u8] {
        let text = self.text();
        let end = text.len() - usize::from(token == Token::Comment);
        &text[1..end]
    }

    /// Where the current token begins.
    pub(super) fn location(&mut self) -> Location {
        self.begin.map_or_else(|| self.source.location(), |(location, _)| location)
    }

    /// The byte offset of the current token in the file.
    pub(super) fn offset(&self) -> usize {
        self.begin.map_or_else(|| self.source.offset(), |(_, offset)| offset)
    }

    /// Makes the current token the next one again.
    pub(super) fn unread(&mut self) {
        self.length = 0;
        self.multiline = false;
        self.is_unread = self.begin.is_some();
    }

    /// Consumes the current token and finds the next.
    #[inline]
    pub(super) fn next(&mut self) -> io::Result<Token> {
        if self.is_unread {
            self.is_unread = false;
            return Ok(Token::LongComment);
        }
        self.consume()?;
        loop {
            // Moves, numbers and the spaces between them make up most of a file.
            match self.source.at(0)? {
                Some(b' ') => self.source.skip(1),
                Some(b'a'..=b'z' | b'A'..=b'Z') => return self.word(),
                Some(b'0'..=b'9') => return self.number(),
                Some(byte) if self.skip_blank(byte)? => {}
                Some(byte) => return self.punctuation(byte),
                None => return Ok(Token::End),
            }
        }
    }

    /// True when a comment follows the current token on the same line.
    pub(super) fn comment_follows(&mut self) -> io::Result<bool> {
        let offset = self.scan_while(self.length, is_blank)?;
        Ok(matches!(self.source.at(offset)?, Some(b'{' | b';')))
    }

    /// Adds a promotion in parentheses to the current token, where one follows: `e8(Q)`.
    pub(super) fn take_promotion(&mut self) -> io::Result<bool> {
        self.source.at(self.length + 2)?;
        let follows = matches!(self.source.window()[self.length..], [b'(', _, b')', ..]);
        self.length += if follows { 3 } else { 0 };
        Ok(follows)
    }

    /// Skips the current token and the rest of its line.
    pub(super) fn drop_line(&mut self) -> io::Result<()> {
        self.consume()?;
        self.skip_line()
    }

    #[inline]
    fn consume(&mut self) -> io::Result<()> {
        if self.multiline {
            self.source.skip_text(self.length)?;
        } else {
            self.source.skip(self.length);
        }
        self.length = 0;
        self.multiline = false;
        self.begin = None;
        Ok(())
    }

    /// Sets the length of a token that was scanned elsewhere, as tags are.
    pub(super) fn set_length(&mut self, length: usize) {
        self.length = length;
    }

    fn single(&mut self, token: Token) -> Token {
        self.length = 1;
        token
    }

    /// Skips white space, a line break, a line that starts with `%` or a byte order mark. False
    /// when the byte is none of these.
    #[inline(never)]
    fn skip_blank(&mut self, byte: u8) -> io::Result<bool> {
        match byte {
            b'\n' => self.source.skip_line_break(),
            b'\r' => match self.source.at(1)? {
                Some(b'\n') => self.source.skip(1),
                _ => self.source.skip_line_break(),
            },
            0..=b' ' | 0x7f => self.source.skip(1),
            b'%' if self.source.at_line_start() => self.skip_line()?,
            0xef if self.source.at_line_start() && self.byte_order_mark()? => {
                self.source.skip_byte_order_mark();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A token that starts with neither an ASCII letter nor a digit.
    #[inline(never)]
    fn punctuation(&mut self, byte: u8) -> io::Result<Token> {
        match byte {
            b'{' => self.brace(),
            b';' => self.line_comment(),
            b'(' => Ok(self.single(Token::Open)),
            b')' => Ok(self.single(Token::Close)),
            b'*' => Ok(self.single(Token::Result(GameResult::Unknown))),
            b'$' => self.token(Token::Nag, |byte| byte.is_ascii_digit()),
            b'!' | b'?' => self.token(Token::Nag, |byte| matches!(byte, b'!' | b'?')),
            b'.' => self.token(Token::Number, |byte| byte == b'.'),
            b'[' => self.bracket(),
            b'<' => self.markup(),
            b']' | b'}' | b'>' | b'"' => Ok(self.single(Token::Stray)),
            _ => self.non_ascii_word(),
        }
    }

    /// A word that starts with a non-ASCII character, such as `½-½` or `…`.
    fn non_ascii_word(&mut self) -> io::Result<Token> {
        let length = self.scan_while(1, is_word)?;
        if self.source.window().starts_with(ELLIPSIS) {
            self.length = ELLIPSIS.len();
            return Ok(Token::Number);
        }
        self.length = length;
        Ok(GameResult::from_bytes(self.text()).map_or(Token::Word, Token::Result))
    }

    /// A number followed by an unusual character: `1–0`, `1:0`, `5…`.
    #[cold]
    fn nonstandard_number(&mut self, digits: usize) -> io::Result<Token> {
        self.length = self.scan_while(digits, is_word)?;
        if let Some(result) = GameResult::from_bytes(self.text()) {
            return Ok(Token::Result(result));
        }
        let dots = if self.text()[digits..].starts_with(ELLIPSIS) { ELLIPSIS.len() } else { 0 };
        self.length = digits + dots;
        Ok(Token::Number)
    }

    #[inline(always)]
    fn word(&mut self) -> io::Result<Token> {
        self.token(Token::Word, is_word)
    }

    /// A token made of the first byte and those after it that belong to it.
    #[inline(always)]
    fn token(&mut self, token: Token, belongs: impl Fn(u8) -> bool) -> io::Result<Token> {
        self.length = self.scan_while(1, belongs)?;
        Ok(token)
    }

    /// Skips the rest of the line.
    fn skip_line(&mut self) -> io::Result<()> {
        while self.source.at(0)?.is_some_and(|byte| !is_line_break(byte)) {
            let length = self.line_length()?;
            self.source.skip(length);
        }
        Ok(())
    }

    fn byte_order_mark(&mut self) -> io::Result<bool> {
        self.source.at(2)?;
        Ok(self.source.window().starts_with("\u{feff}".as_bytes()))
    }

    /// A word that starts with a digit: a move number, a result, or castling with zeros.
    #[inline]
    fn number(&mut self) -> io::Result<Token> {
        let digits = self.scan_while(1, |byte| byte.is_ascii_digit())?;
        match self.source.at(digits)? {
            Some(b'.') => {
                self.length = self.scan_while(digits, |byte| byte == b'.')?;
                Ok(Token::Number)
            }
            Some(b'-' | b'/') => {
                self.length = self.scan_while(digits, is_word)?;
                Ok(GameResult::from_bytes(self.text()).map_or(Token::Word, Token::Result))
            }
            Some(b':' | 0x80..) => self.nonstandard_number(digits),
            _ => {
                self.length = digits;
                Ok(if self.text() == b"0000" { Token::Word } else { Token::Number })
            }
        }
    }

    /// A comment in braces. It also ends where another game clearly starts.
    fn brace(&mut self) -> io::Result<Token> {
        self.multiline = true;
        let mut seen = 1;
        while let Some(offset) = self.find(seen, |byte| matches!(byte, b'}' | b'\n' | b'\r'))? {
            seen = offset + 1;
            if seen > self.longest_text {
                break;
            }
            if self.source.window()[offset] == b'}' {
                self.length = seen;
                return Ok(Token::Comment);
            }
            if self.opens_game(seen)? {
                self.length = seen;
                return Ok(Token::UnclosedComment);
            }
        }
        self.length = self.source.window().len();
        if self.length > self.longest_text {
            return self.drop_brace();
        }
        Ok(Token::UnclosedComment)
    }

    /// True when the bytes at an offset start a game.
    fn opens_game(&mut self, offset: usize) -> io::Result<bool> {
        self.source.at(offset + GAME_OPENING.len())?;
        Ok(self.source.window()[offset..].starts_with(GAME_OPENING))
    }

    /// A comment to the end of the line.
    fn line_comment(&mut self) -> io::Result<Token> {
        self.length = self.line_length()?;
        if self.length > self.longest_text {
            return self.drop_line_comment();
        }
        Ok(Token::LineComment)
    }

    /// Skips a line comment beyond the size limit.
    fn drop_line_comment(&mut self) -> io::Result<Token> {
        let begin = (self.location(), self.source.offset());
        self.skip_line()?;
        Ok(self.long_comment(begin))
    }

    /// Skips a comment in braces beyond the size limit. It also ends where another game starts.
    fn drop_brace(&mut self) -> io::Result<Token> {
        let begin = (self.location(), self.source.offset());
        loop {
            let window = self.source.window();
            let stop = window.iter().position(|byte| matches!(byte, b'}' | b'\n' | b'\r'));
            let closes = stop.is_some_and(|offset| window[offset] == b'}');
            let seen = stop.map_or(window.len(), |offset| offset + 1);
            self.source.skip_text(seen)?;
            let is_over = closes || stop.is_some() && self.opens_game(0)?;
            if is_over || self.source.at(0)?.is_none() {
                return Ok(self.long_comment(begin));
            }
        }
    }

    /// The token for a skipped comment that started at this location.
    fn long_comment(&mut self, begin: (Location, usize)) -> Token {
        self.length = 0;
        self.multiline = false;
        self.begin = Some(begin);
        Token::LongComment
    }

    /// A tag starts with a bracket and a name. A command belongs in a comment.
    fn bracket(&mut self) -> io::Result<Token> {
        if self.source.at(1)? == Some(b'%') {
            return self.enclosed(b'[', b']');
        }
        let name = self.scan_while(1, is_blank)?;
        let letter = |byte: u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        let begins_name = self.source.at(name)?.is_some_and(letter);
        Ok(self.single(if begins_name { Token::Tag } else { Token::Stray }))
    }

    /// The standard reserves angle brackets; in practice they contain HTML.
    fn markup(&mut self) -> io::Result<Token> {
        self.enclosed(b'<', b'>')
    }

    /// The text between two brackets on one line, or the opening bracket alone.
    fn enclosed(&mut self, open: u8, close: u8) -> io::Result<Token> {
        let inside =
            self.scan_while(1, |byte| byte != open && byte != close && !is_line_break(byte))?;
        self.length = if self.source.at(inside)? == Some(close) { inside + 1 } else { 1 };
        Ok(Token::Stray)
    }

    /// The length of the rest of the line, or slightly more than the size limit.
    fn line_length(&mut self) -> io::Result<usize> {
        let end = self.find(0, is_line_break)?;
        Ok(end.unwrap_or_else(|| self.source.window().len()))
    }

    /// The offset of the first matching byte at or after `from`. `None` at the end of the file or
    /// beyond the size limit.
    fn find(&mut self, from: usize, wanted: impl Fn(u8) -> bool) -> io::Result<Option<usize>> {
        let mut seen = from;
        loop {
            let window = self.source.window();
            if let Some(offset) = window[seen..].iter().position(|&byte| wanted(byte)) {
                return Ok(Some(seen + offset));
            }
            seen = window.len();
            if seen > self.longest_text || !self.source.read_more()? {
                return Ok(None);
            }
        }
    }

    /// The offset of the first byte at or after `from` that does not belong.
    #[inline(always)]
    fn scan_while(&mut self, from: usize, belongs: impl Fn(u8) -> bool) -> io::Result<usize> {
        loop {
            let window = self.source.window();
            if let Some(offset) = window[from..].iter().position(|&byte| !belongs(byte)) {
                return Ok(from + offset);
            }
            let seen = window.len();
            if seen > LONGEST_WORD || !self.source.read_more()? {
                return Ok(seen);
            }
        }
    }
}

pub(super) fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The bytes that make up a word.
#[inline]
fn is_word(byte: u8) -> bool {
    const WORD: [bool; 256] = {
        let mut table = [true; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = !matches!(
                byte as u8,
                0..=b' '
                    | 0x7f
                    | b'{'
                    | b'}'
                    | b'('
                    | b')'
                    | b'['
                    | b']'
                    | b'<'
                    | b'>'
                    | b';'
                    | b'"'
                    | b'$'
                    | b'!'
                    | b'?'
                    | b'*'
            );
            byte += 1;
        }
        table
    };
    WORD[usize::from(byte)]
}
