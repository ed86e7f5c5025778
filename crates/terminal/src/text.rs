//! The plain text game for two people who share a keyboard.
//!
//! Lines come in, and the board, questions and verdicts go out. Every byte of the output is part of
//! the contract, because other programs play this game through a pipe; what the players type is
//! never echoed. Mate and stalemate end the game, and nothing else does: there is no clock, no
//! claim of a draw and no engine.

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

/// How much of a line is read. Nothing that the game understands comes near it, so a longer line is
/// an invalid one however it goes on, and a file without line ends cannot fill the memory.
const LINE_LIMIT: u64 = 64;

/// Plays one game from the start position, to mate, stalemate, a confirmed `q` or the end of the
/// input.
///
/// Each question is flushed before its answer is read.
///
/// ```
/// let mut screen = Vec::new();
/// terminal::text::play("e2 e4\n".as_bytes(), &mut screen)?;
/// assert!(screen.ends_with(b"abcdefgh\n\nBlack's move: "));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the input cannot be read or the output cannot be written, a closed pipe among them.
pub fn play(input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut table = Table { input, output };
    let finished = table.play_game(Position::default());
    table.output.flush()?;
    match finished {
        Ok(()) | Err(Interruption::PlayersLeft) => Ok(()),
        Err(Interruption::Io(error)) => Err(error),
    }
}

/// Where the two sit: what they type comes in, what they see goes out.
struct Table<R, W> {
    input: R,
    output: W,
}

/// Why a game stops before its end.
enum Interruption {
    /// The players have quit, or their input is at its end.
    PlayersLeft,
    /// They can no longer be heard or no longer see anything.
    Io(io::Error),
}

impl From<io::Error> for Interruption {
    fn from(error: io::Error) -> Interruption {
        Interruption::Io(error)
    }
}

/// What a player can say when it is their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    Help,
    Quit,
    Move { from: Square, to: Square },
}

impl Command {
    /// Reads a line without its end; nothing when it means nothing.
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

impl<R: BufRead, W: Write> Table<R, W> {
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

    /// Prints the board, and below it what there is to say about it.
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

    /// Asks for one line and does what it says. Gives the next position when it was a legal move;
    /// after anything else it is still the same player's turn.
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

    /// Asks whether to quit, and leaves if the answer is yes.
    fn confirm_quit(&mut self) -> Result<(), Interruption> {
        match self.ask(CONFIRM_QUIT)?.as_slice() {
            b"y" | b"Y" => Err(Interruption::PlayersLeft),
            _ => Ok(()),
        }
    }

    /// The position after a move, once the player has said what a promoted pawn becomes; nothing
    /// when the move is not legal.
    fn make_move(
        &mut self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Result<Option<Position>, Interruption> {
        // Where a pawn may become a queen it may become anything else on the list.
        let promotes = find_move(position, from, to, Some(Role::Queen)).is_some();
        let promotion = if promotes { Some(self.choose_piece()?) } else { None };
        Ok(find_move(position, from, to, promotion).map(|m| position.play_unchecked(m)))
    }

    /// Asks what the pawn becomes until the answer is one of the four pieces.
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

    /// Prints a question and waits for its answer: a line without its end.
    fn ask(&mut self, question: &str) -> Result<Vec<u8>, Interruption> {
        self.print(question)?;
        self.output.flush()?;
        self.read_line()?.ok_or(Interruption::PlayersLeft)
    }

    /// The next line without its end, cut off at the limit; nothing at the end of the input. What
    /// stands after the last line end counts as a line.
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

/// The legal move between two squares. Castling goes by the king's two squares; that the king takes
/// its own rook, as other notations have it, is not how this game says it.
fn find_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    position.find_move(from, to, promotion).ok().filter(|m| m.destination() == to)
}
