//! A client that does not give up: cut off, it connects again, says which version it has seen, and
//! sends its unanswered move again under the same name.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use chess::{CastlingMode, Color, Game, Position};
use random::SplitMix64;
use tokio::time::{Instant, sleep, sleep_until};
use wire::ClientMessage;

use super::addresses::Addresses;
use super::history::{Ledger, Note, Who};
use crate::client::socket::{hello, move_message};
use crate::client::{ClientError, CreatedGame, Received, Socket, line};

/// How long a player thinks at most.
const MAX_THINKING_MS: usize = 20;
/// How long a client waits before it connects again.
const RETRY_DELAY: Duration = Duration::from_millis(10);
/// How long a client waits that was told that nothing can be stored at the moment.
pub(crate) const OUTAGE_DELAY: Duration = Duration::from_millis(200);
/// Rejections by a server that cannot reach its database.
const PASSING: [&str; 4] = ["not_stored", "unconfirmed", "busy", "closing"];

/// One client of one game.
pub(crate) struct Player {
    who: Who,
    game: Arc<CreatedGame>,
    ledger: Ledger,
    random: SplitMix64,
    /// The length of the game, in plies.
    plies: usize,
    board: Game,
    /// The last version seen; 0 before the first.
    version: u32,
    requests: u32,
    pending: Option<Pending>,
    /// When the connection was lost, until another server has answered.
    cut_off: Option<Instant>,
    /// Whether the last move could not be stored.
    is_patient: bool,
}

/// A move without an answer, as it was sent.
#[derive(Clone)]
struct Pending {
    id: String,
    ply: usize,
    uci: String,
    message: ClientMessage,
    /// How often it was sent. What is said about the last time says nothing about the others.
    times: u32,
}

impl Player {
    /// A client that knows nothing of the game yet.
    pub(crate) fn new(
        who: Who,
        game: Arc<CreatedGame>,
        ledger: Ledger,
        plies: usize,
        random: SplitMix64,
    ) -> Player {
        let board = Game::new(Position::default());
        Player {
            who,
            game,
            ledger,
            random,
            plies,
            board,
            version: 0,
            requests: 0,
            pending: None,
            cut_off: None,
            is_patient: false,
        }
    }

    /// Plays until the game is long enough, through however many servers that takes.
    pub(crate) async fn play(mut self, mut addresses: Addresses) {
        while !self.is_done() {
            let Some(address) = addresses.next().await else { return };
            match self.play_on(address).await {
                Ok(()) => {}
                Err(ClientError::Disconnected(_)) => {
                    self.cut_off.get_or_insert_with(Instant::now);
                    self.note(Note::Lost { who: self.who });
                    sleep(RETRY_DELAY).await;
                }
                Err(ClientError::Rejected(code)) if is_passing(&code) => {
                    self.cut_off.get_or_insert_with(Instant::now);
                    sleep(OUTAGE_DELAY).await;
                }
                Err(error) => {
                    let said = error.to_string();
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
    async fn play_on(&mut self, address: SocketAddr) -> Result<(), ClientError> {
        let mut socket = Socket::connect(address, 0).await?;
        let secret = match self.who {
            Who::White => self.game.secrets.white.as_deref(),
            Who::Black => self.game.secrets.black.as_deref(),
            Who::Spectator => None,
        };
        let last = Some(self.version).filter(|version| *version > 0);
        socket.send(&hello(&self.game.id, secret, last)?).await?;
        self.send_pending(&mut socket).await?;
        while !self.is_done() {
            let thinking_ends = self.thinking_time().map(|time| Instant::now() + time);
            let thinking = async {
                match thinking_ends {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = socket.next() => {
                    let message = message?;
                    self.note_pause();
                    self.receive(message)?;
                }
                () = thinking => self.decide(&mut socket).await?,
            }
        }
        Ok(())
    }

    /// Notes how long the player was cut off, once a server has answered.
    fn note_pause(&mut self) {
        if let Some(since) = self.cut_off.take() {
            self.ledger.note_pause(since.elapsed());
        }
    }

    /// How long to think; none when there is nothing to decide.
    fn thinking_time(&mut self) -> Option<Duration> {
        let color = match self.who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Spectator => return None,
        };
        let is_mine = self.version > 0 && self.board.position().turn() == color;
        let is_free = self.pending.is_none() && !self.is_long_enough();
        let time = Duration::from_millis(self.random.below(MAX_THINKING_MS) as u64);
        let time = if self.is_patient { OUTAGE_DELAY } else { time };
        (is_mine && is_free).then_some(time)
    }

    async fn decide(&mut self, socket: &mut Socket) -> Result<(), ClientError> {
        let next = line::choose(&self.board, &mut self.random);
        let next =
            next.ok_or_else(|| ClientError::Protocol("a game without a legal move".into()))?;
        self.requests += 1;
        let id = format!("{:?}-{}", self.who, self.requests);
        let (ply, uci) = (self.board.moves().len(), next.uci(CastlingMode::Standard).to_string());
        let message = move_message(&self.game.id, &id, self.version, ply, &uci)?;
        self.pending = Some(Pending { id, ply, uci, message, times: 0 });
        self.send_pending(socket).await
    }

    /// Notes a move before it goes out: once it may have arrived, it must be known.
    async fn send_pending(&mut self, socket: &mut Socket) -> Result<(), ClientError> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        pending.times += 1;
        let Pending { id, ply, uci, message, .. } = pending.clone();
        self.note(Note::Sent { who: self.who, id, ply, uci });
        socket.send(&message).await
    }

    fn receive(&mut self, message: Received) -> Result<(), ClientError> {
        let who = self.who;
        match message {
            Received::Full(view) => {
                let (version, moves) = (view.version, view.moves());
                self.note(Note::SawAll { who, version, moves: moves.clone() });
                self.version = version;
                self.board = Game::new(Position::default());
                moves.iter().try_for_each(|uci| self.follow(uci))
            }
            Received::Event { version, uci, .. } => {
                self.note(Note::Saw { who, version, uci: uci.clone() });
                if version <= self.version {
                    return Ok(());
                }
                self.version = version;
                uci.map_or(Ok(()), |uci| self.follow(&uci))
            }
            Received::Ack { id, version } => {
                self.pending.take_if(|pending| pending.id == id);
                self.is_patient = false;
                self.note(Note::Acked { who, id, version });
                Ok(())
            }
            // The server closes the socket, and the move is sent again under the same name.
            Received::Error { id: Some(_), code } if code == "unconfirmed" => Ok(()),
            // It may have been stored the first time.
            Received::Error { id: Some(id), code }
                if code == "not_stored" && self.is_sent_again(&id) =>
            {
                Err(ClientError::Rejected(code))
            }
            Received::Error { id: Some(id), code } => {
                self.is_patient = is_passing(&code);
                self.pending.take_if(|pending| pending.id == id);
                self.note(Note::Rejected { who, id, code });
                Ok(())
            }
            Received::Error { id: None, code } => Err(ClientError::Rejected(code)),
            Received::Presence(_) => Ok(()),
            Received::Resync => Err(ClientError::Disconnected("too slow".into())),
        }
    }

    fn is_sent_again(&self, id: &str) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.id == id && pending.times > 1)
    }

    /// Plays on the board what was played in the game.
    fn follow(&mut self, uci: &str) -> Result<(), ClientError> {
        let unclear = || ClientError::Protocol(format!("{uci} is not a legal move"));
        let play = self.board.position().parse_uci(uci).map_err(|_| unclear())?;
        self.board.play(play).map_err(|_| unclear())
    }

    fn note(&self, note: Note) {
        self.ledger.note(&self.game.id, note);
    }
}

/// Whether a server may carry out the same request a little later. The code may be within a text.
pub(crate) fn is_passing(rejection: &str) -> bool {
    PASSING.iter().any(|code| rejection.contains(code))
}
