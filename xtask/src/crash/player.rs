//! A client that does not give up: cut off, it connects again, says which version it has seen, and
//! sends its unanswered move again under the same name.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use chess::{CastlingMode, Color, Game, Position};
use random::SplitMix64;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};
use wire::ClientMessage;

use super::history::{Ledger, Note, Who};
use crate::client::socket::{hello, wish};
use crate::client::{Heard, Lost, Socket, Table, line};

/// How long a player thinks at most.
const LONGEST_THOUGHT_MS: usize = 20;
/// How long a client waits before it connects again.
const BREATH: Duration = Duration::from_millis(10);

/// Where the server is now; none while there is none.
pub(crate) type Addresses = watch::Receiver<Option<SocketAddr>>;

/// One client of one game.
pub(crate) struct Player {
    who: Who,
    table: Arc<Table>,
    ledger: Ledger,
    random: SplitMix64,
    /// The game is left after so many half-moves.
    plies: usize,
    board: Game,
    /// The last version seen; 0 before the first.
    version: u32,
    wishes: u32,
    pending: Option<Pending>,
}

/// A move without an answer, as it was sent.
struct Pending {
    id: String,
    ply: usize,
    uci: String,
    message: ClientMessage,
}

impl Player {
    /// A client that knows nothing of the game yet.
    pub(crate) fn new(
        who: Who,
        table: Arc<Table>,
        ledger: Ledger,
        plies: usize,
        random: SplitMix64,
    ) -> Player {
        let board = Game::new(Position::default());
        Player { who, table, ledger, random, plies, board, version: 0, wishes: 0, pending: None }
    }

    /// Plays until the game is long enough, through however many servers that takes.
    pub(crate) async fn play(mut self, mut addresses: Addresses) {
        while !self.is_done() {
            let Ok(address) = addresses.wait_for(Option::is_some).await.map(|there| *there) else {
                return;
            };
            let Some(address) = address else { continue };
            match self.meet(address).await {
                Ok(()) => {}
                Err(Lost::Gone(_)) => {
                    self.note(Note::Lost { who: self.who });
                    sleep(BREATH).await;
                }
                Err(lost) => {
                    let said = lost.to_string();
                    return self.note(Note::Unclear { who: self.who, said });
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        self.is_long_enough() && self.pending.is_none()
    }

    fn is_long_enough(&self) -> bool {
        self.board.moves().len() >= self.plies || self.board.outcome().is_some()
    }

    /// Plays as long as this server is there.
    async fn meet(&mut self, address: SocketAddr) -> Result<(), Lost> {
        let mut socket = Socket::connect(address, 0).await?;
        let secret = match self.who {
            Who::White => self.table.secrets.white.as_deref(),
            Who::Black => self.table.secrets.black.as_deref(),
            Who::Onlooker => None,
        };
        let last = Some(self.version).filter(|version| *version > 0);
        socket.say(&hello(&self.table.id, secret, last)?).await?;
        self.send_pending(&mut socket).await?;
        while !self.is_done() {
            let thought = self.thinking_time().map(|time| Instant::now() + time);
            let decided = async {
                match thought {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                heard = socket.next() => self.hear(heard?)?,
                () = decided => self.decide(&mut socket).await?,
            }
        }
        Ok(())
    }

    /// How long to think; none when there is nothing to decide.
    fn thinking_time(&mut self) -> Option<Duration> {
        let color = match self.who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Onlooker => return None,
        };
        let is_mine = self.version > 0 && self.board.position().turn() == color;
        let is_free = self.pending.is_none() && !self.is_long_enough();
        let time = Duration::from_millis(self.random.below(LONGEST_THOUGHT_MS) as u64);
        (is_mine && is_free).then_some(time)
    }

    async fn decide(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let next = line::choose(&self.board, &mut self.random);
        let next = next.ok_or_else(|| Lost::Unclear("a game without a legal move".into()))?;
        self.wishes += 1;
        let id = format!("{:?}-{}", self.who, self.wishes);
        let (ply, uci) = (self.board.moves().len(), next.uci(CastlingMode::Standard).to_string());
        let message = wish(&self.table.id, &id, self.version, ply, &uci)?;
        self.pending = Some(Pending { id, ply, uci, message });
        self.send_pending(socket).await
    }

    /// Notes a move before it goes out: once it may have arrived, it must be known.
    async fn send_pending(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let Some(Pending { id, ply, uci, message }) = &self.pending else { return Ok(()) };
        let (id, uci) = (id.clone(), uci.clone());
        self.note(Note::Sent { who: self.who, id, ply: *ply, uci });
        socket.say(message).await
    }

    fn hear(&mut self, heard: Heard) -> Result<(), Lost> {
        let who = self.who;
        match heard {
            Heard::Full(view) => {
                let (version, moves) = (view.version, view.moves());
                self.note(Note::SawAll { who, version, moves: moves.clone() });
                self.version = version;
                self.board = Game::new(Position::default());
                moves.iter().try_for_each(|uci| self.follow(uci))
            }
            Heard::Event { version, uci, .. } => {
                self.note(Note::Saw { who, version, uci: uci.clone() });
                if version <= self.version {
                    return Ok(());
                }
                self.version = version;
                uci.map_or(Ok(()), |uci| self.follow(&uci))
            }
            Heard::Ack { id, version } => {
                self.pending.take_if(|pending| pending.id == id);
                self.note(Note::Acked { who, id, version });
                Ok(())
            }
            Heard::GameError { id: Some(id), code } => {
                self.pending.take_if(|pending| pending.id == id);
                self.note(Note::Refused { who, id, code });
                Ok(())
            }
            Heard::GameError { id: None, code } => Err(Lost::Refused(code)),
            Heard::Presence => Ok(()),
            Heard::Resync => Err(Lost::Gone("too slow".into())),
        }
    }

    /// Plays on the board what was played in the game.
    fn follow(&mut self, uci: &str) -> Result<(), Lost> {
        let unclear = || Lost::Unclear(format!("{uci} is no move here"));
        let play = self.board.position().parse_uci(uci).map_err(|_| unclear())?;
        self.board.play(play).map_err(|_| unclear())
    }

    fn note(&self, note: Note) {
        self.ledger.note(&self.table.id, note);
    }
}
