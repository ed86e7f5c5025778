//! The plain text game for two people who share a keyboard.
//!
//! Lines come in; the board, prompts and results go out. Every byte of the output is part of the
//! contract, because other programs play this game through a pipe; input is never echoed. Only
//! checkmate and stalemate end the game: there is no clock, no draw claim and no engine.

use std::io::{self, BufRead, Read, Write};

use chess::{File, Move, Piece, Position, Rank, Role, Square};

const HELP: &str = "
Welcome to Chess!
When it's your turn, enter one of the following:
1) 'h' or 'H': Print the help menu
2) 'q' or 'Q': Quit the game
3) position1 position2: The positions (as letterNumber) to move from and to respectively.

";
const CONFIRM_QUIT: &str = "Are you sure you want to quit? ";
const INVALID_MOVE: &str = "Invalid move\n\n";
const CHOOSE_PIECE: &str = "What piece would you like (q, n, r, b)? ";
const CHOOSE_PIECE_AGAIN: &str = "Not a valid piece. What piece would you like (q, n, r, b)? ";

/// How much of a line is read. No valid input is that long, so a longer line is invalid however it
/// continues, and a file without line breaks cannot fill the memory.
const LINE_LIMIT: u64 = 64;

/// Plays one game from the starting position, until checkmate, stalemate, a confirmed `q` or the
/// end of the input.
///
/// Each prompt is flushed before its answer is read.
///
/// ```
/// let mut screen = Vec::new();
/// terminal::text::play("e2 e4\n".as_bytes(), &mut screen)?;
/// assert!(screen.ends_with(b"abcdefgh\n\nBlack's move: "));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the input cannot be read or the output cannot be written, for example to a closed pipe.
pub fn play(input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut game = TextGame { input, output };
    let finished = game.play_game(Position::default());
    game.output.flush()?;
    match finished {
        Ok(()) | Err(Interruption::PlayersLeft) => Ok(()),
        Err(Interruption::Io(error)) => Err(error),
    }
}

/// A game with its input and output.
struct TextGame<R, W> {
    input: R,
    output: W,
}

/// Why a game stops before its end.
enum Interruption {
    /// The players have quit, or their input is at its end.
    PlayersLeft,
    /// The input or the output has failed.
    Io(io::Error),
}

impl From<io::Error> for Interruption {
    fn from(error: io::Error) -> Interruption {
        Interruption::Io(error)
    }
}

/// What a player can enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    Help,
    Quit,
    Move { from: Square, to: Square },
}

impl Command {
    /// Parses a line without its line break; none when it is invalid.
    fn parse(line: &[u8]) -> Option<Command> {
        match *line {
            [b'h' | b'H'] => Some(Command::Help),
            [b'q' | b'Q'] => Some(Command::Quit),
            [from_file, from_rank, b' ', to_file, to_rank] => Some(Command::Move {
                from: Square::from_ascii([from_file, from_rank])?,
                to: Square::from_ascii([to_file, to_rank])?,
            }),
            _ => None,
        }
    }
}

impl<R: BufRead, W: Write> TextGame<R, W> {
    fn play_game(&mut self, mut position: Position) -> Result<(), Interruption> {
        loop {
            self.show(&position)?;
            if !position.has_moves() {
                return Ok(());
            }
            if let Some(next) = self.take_turn(&position)? {
                position = next;
            }
        }
    }

    /// Prints the board, and below it check, checkmate or stalemate.
    fn show(&mut self, position: &Position) -> io::Result<()> {
        for rank in Rank::ALL.into_iter().rev() {
            let piece = |file| position.board().piece_at(Square::new(file, rank));
            let row: String =
                File::ALL.iter().map(|&file| piece(file).map_or('.', Piece::char)).collect();
            writeln!(self.output, "{row}  {}", rank.char())?;
        }
        writeln!(self.output, "\nabcdefgh")?;
        match (position.has_moves(), position.is_check()) {
            (true, true) => writeln!(self.output, "\n{} is in check", position.turn()),
            (true, false) => Ok(()),
            (false, true) => writeln!(self.output, "\nCheckmate"),
            (false, false) => writeln!(self.output, "\nStalemate"),
        }
    }

    /// Prompts for a line and carries it out. Returns the next position after a legal move; after
    /// anything else it is still the same player's turn.
    fn take_turn(&mut self, position: &Position) -> Result<Option<Position>, Interruption> {
        let line = self.ask(&format!("\n{}'s move: ", position.turn()))?;
        match Command::parse(&line) {
            Some(Command::Help) => self.print(HELP)?,
            Some(Command::Quit) => self.confirm_quit()?,
            Some(Command::Move { from, to }) => match self.make_move(position, from, to)? {
                Some(next) => return Ok(Some(next)),
                None => self.print(INVALID_MOVE)?,
            },
            None => self.print(INVALID_MOVE)?,
        }
        Ok(None)
    }

    /// Asks whether to quit.
    fn confirm_quit(&mut self) -> Result<(), Interruption> {
        match self.ask(CONFIRM_QUIT)?.as_slice() {
            b"y" | b"Y" => Err(Interruption::PlayersLeft),
            _ => Ok(()),
        }
    }

    /// The position after a move, for which a pawn may need a choice of promotion; none when the
    /// move is illegal.
    fn make_move(
        &mut self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Result<Option<Position>, Interruption> {
        // A pawn that can promote to a queen can promote to the other pieces too.
        let promotes = find_move(position, from, to, Some(Role::Queen)).is_some();
        let promotion = if promotes { Some(self.choose_piece()?) } else { None };
        Ok(find_move(position, from, to, promotion).map(|m| position.play_unchecked(m)))
    }

    /// Asks for the promotion piece until the answer is valid.
    fn choose_piece(&mut self) -> Result<Role, Interruption> {
        let mut question = CHOOSE_PIECE;
        loop {
            match self.ask(question)?.as_slice() {
                b"q" => return Ok(Role::Queen),
                b"n" => return Ok(Role::Knight),
                b"r" => return Ok(Role::Rook),
                b"b" => return Ok(Role::Bishop),
                _ => question = CHOOSE_PIECE_AGAIN,
            }
        }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())
    }

    /// Prints a prompt and waits for a line.
    fn ask(&mut self, question: &str) -> Result<Vec<u8>, Interruption> {
        self.print(question)?;
        self.output.flush()?;
        self.read_line()?.ok_or(Interruption::PlayersLeft)
    }

    /// The next line without its line break, truncated at the limit; none at the end of the input.
    /// The last line may lack a line break.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if self.input.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.pop_if(|last| *last == b'\n').is_some() {
            line.pop_if(|last| *last == b'\r');
        } else if line.len() as u64 == LINE_LIMIT {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(line))
    }
}

/// The legal move between two squares. Castling is entered as the king's move of two squares, never
/// as the king taking its rook.
fn find_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    position.find_move(from, to, promotion).ok().filter(|m| m.destination() == to)
}
