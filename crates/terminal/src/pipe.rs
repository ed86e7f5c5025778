//! The line protocol for other programs: one command per line, one reply per line.
//!
//! Each reply is flushed before the next line is read. The engine is passed in as a function, so
//! this module knows the rules but no engine. Draws that could be claimed end the game at once.

use std::io::{self, BufRead, Read, Write};

use chess::{CastlingMode, Game, Move, Role, Square};

/// The search depth until `DEPTH` sets another.
pub const DEFAULT_DEPTH: u32 = 4;

/// The maximum search depth.
const MAX_DEPTH: u32 = 64;

/// How much of a line is read. No command is that long, and a file without line breaks cannot fill
/// the memory.
const LINE_LIMIT: u64 = 256;

/// Serves one client from the starting position until it quits or its input ends.
///
/// `think` returns the move to play in an unfinished game, searched to the given depth.
///
/// ```
/// let mut replies = Vec::new();
/// let input = "MOVES e2\nMOVE e2e4\nSTATUS\n".as_bytes();
/// terminal::pipe::serve(input, &mut replies, |_, _| None)?;
/// assert_eq!(replies, b"MOVES e3 e4\nMOVED e2e4\nSTATUS black playing\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the input cannot be read or the output cannot be written, for example to a closed pipe.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    think: impl FnMut(&Game, u32) -> Option<Move>,
) -> io::Result<()> {
    let mut session = Session { game: Game::default(), depth: DEFAULT_DEPTH, think };
    while let Some(line) = read_line(&mut input)? {
        let Some(reply) = session.answer(&line) else { break };
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}

/// The next line without `\n` or `\r\n`; none at the end of the input. A line past the limit is
/// truncated and gets an invalid byte, so that it cannot be taken for a command.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    const INVALID: u8 = 0xff;
    let mut line = Vec::new();
    if input.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LINE_LIMIT {
        input.skip_until(b'\n')?;
        line.push(INVALID);
    }
    if line.pop_if(|last| *last == b'\n').is_some() {
        line.pop_if(|last| *last == b'\r');
    }
    Ok(Some(line))
}

/// The state of one client's session.
struct Session<T> {
    game: Game,
    depth: u32,
    think: T,
}

impl<T: FnMut(&Game, u32) -> Option<Move>> Session<T> {
    /// The reply to a line; none when the client has quit.
    ///
    /// A line is a command and, after exactly one space, its argument.
    fn answer(&mut self, line: &[u8]) -> Option<String> {
        let mut parts = line.splitn(2, |byte| *byte == b' ');
        let command = parts.next().unwrap_or_default();
        Some(match (command, parts.next()) {
            (b"QUIT", None) => return None,
            (b"INIT", None) => {
                self.game = Game::default();
                "OK".into()
            }
            (b"STATUS", None) => self.status(),
            (b"AI_MOVE", None) => self.reply(),
            (_, None | Some(b"")) => unknown(),
            (b"DEPTH", Some(depth)) => self.set_depth(depth),
            (b"MOVES", Some(square)) => self.list_moves(square),
            (b"MOVE", Some(text)) => self.make_move(text),
            _ => unknown(),
        })
    }

    fn set_depth(&mut self, text: &[u8]) -> String {
        // `parse` would accept a plus sign.
        let digits = Some(text).filter(|text| text.iter().all(u8::is_ascii_digit));
        let depth = digits.and_then(|text| str::from_utf8(text).ok()?.parse().ok());
        match depth.filter(|depth| (1..=MAX_DEPTH).contains(depth)) {
            Some(depth) => {
                self.depth = depth;
                "OK".into()
            }
            None => "ERROR depth out of range".into(),
        }
    }

    /// The squares that a piece can move to. Each is listed once, even for several promotions.
    fn list_moves(&self, text: &[u8]) -> String {
        let Some(from) = text.try_into().ok().and_then(Square::from_ascii) else {
            return "ERROR invalid square".into();
        };
        let moves = self.moves().into_iter().filter(|m| m.from() == from);
        let mut targets: Vec<String> = moves.map(|m| m.destination().to_string()).collect();
        targets.sort();
        targets.dedup();
        targets.insert(0, "MOVES".into());
        targets.join(" ")
    }

    fn make_move(&mut self, text: &[u8]) -> String {
        let Some((from, to, promotion)) = parse_move(text) else {
            return "ERROR invalid move format".into();
        };
        let fits = |m: &Move| {
            (m.from(), m.destination()) == (from, to)
                && match m.promoted() {
                    Some(role) => role == promotion.unwrap_or(Role::Queen),
                    None => promotion.is_none(),
                }
        };
        match self.moves().into_iter().find(fits) {
            Some(m) => self.play("MOVED", m),
            None => "ILLEGAL".into(),
        }
    }

    /// Plays a move of the engine.
    fn reply(&mut self) -> String {
        const NONE: &str = "ERROR no moves available";
        if self.moves().is_empty() {
            return NONE.into();
        }
        match (self.think)(&self.game, self.depth) {
            Some(m) => self.play("AI_MOVED", m),
            None => NONE.into(),
        }
    }

    /// Plays a move and reports it.
    fn play(&mut self, word: &str, m: Move) -> String {
        match self.game.play(m) {
            Ok(()) => format!("{word} {}", m.uci(CastlingMode::Standard)),
            Err(_) => "ILLEGAL".into(),
        }
    }

    fn status(&self) -> String {
        let position = self.game.position();
        let state = if position.is_checkmate() {
            "checkmate"
        } else if position.is_stalemate() {
            "stalemate"
        } else if self.is_over() {
            "draw"
        } else if position.is_check() {
            "check"
        } else {
            "playing"
        };
        let side = if position.turn().is_white() { "white" } else { "black" };
        format!("STATUS {side} {state}")
    }

    /// True when the game has ended or a draw could be claimed.
    fn is_over(&self) -> bool {
        self.game.outcome().is_some() || self.game.claimable_draw().is_some()
    }

    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<Move> {
        if self.is_over() { Vec::new() } else { self.game.position().legal_moves().to_vec() }
    }
}

fn unknown() -> String {
    "ERROR unknown command".into()
}

/// Splits `e7e8q` into its parts.
fn parse_move(text: &[u8]) -> Option<(Square, Square, Option<Role>)> {
    let (&[a, b, c, d], rest) = text.split_first_chunk()?;
    let promotion = match rest {
        [] => None,
        b"q" => Some(Role::Queen),
        b"r" => Some(Role::Rook),
        b"b" => Some(Role::Bishop),
        b"n" => Some(Role::Knight),
        _ => return None,
    };
    Some((Square::from_ascii([a, b])?, Square::from_ascii([c, d])?, promotion))
}
