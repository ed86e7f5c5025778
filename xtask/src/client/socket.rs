//! One socket of one player or spectator.

use std::net::{Ipv4Addr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use wire::{BoundedString, ClientMessage, Command};

use super::{ClientError, Received};
use crate::error::TaskError;

/// The buffer of a socket. The default of 128 KiB is too much for thousands.
const BUFFER: usize = 4 << 10;
/// How many sockets share a local address, since an address has few ports.
const PER_ADDRESS: usize = 16_000;
/// Open files other than sockets.
const OTHER_FILES: u64 = 200;

/// A socket to the server.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects; the number distinguishes the sockets of this process.
    pub(crate) async fn connect(server: SocketAddr, number: usize) -> Result<Socket, ClientError> {
        let own = Ipv4Addr::new(127, 0, 0, (1 + number / PER_ADDRESS) as u8);
        Socket::connect_from(own, server).await
    }

    /// Connects from an address of this computer.
    pub(crate) async fn connect_from(
        own: Ipv4Addr,
        server: SocketAddr,
    ) -> Result<Socket, ClientError> {
        let stream = stream_from(own, server).await?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let url = format!("ws://{server}/api/socket");
        let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
        Ok(Socket(socket))
    }

    /// Connects and follows a game; returns the whole game.
    pub(crate) async fn follow(
        server: SocketAddr,
        number: usize,
        game: &str,
        secret: Option<&str>,
    ) -> Result<(Socket, super::View), ClientError> {
        let mut socket = Socket::connect(server, number).await?;
        socket.send(&hello(game, secret, None)?).await?;
        match socket.next().await? {
            Received::Full(view) => Ok((socket, view)),
            other => Err(ClientError::Rejected(format!("hello was answered with {other:?}"))),
        }
    }

    /// Sends a frame as it is.
    pub(crate) async fn send_frame(&mut self, frame: Message) -> Result<(), ClientError> {
        Ok(self.0.send(frame).await?)
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        Ok(self.0.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// The next message about the game. Presence is skipped.
    pub(crate) async fn next(&mut self) -> Result<Received, ClientError> {
        loop {
            match self.next_message().await? {
                Received::Presence(_) => {}
                message => return Ok(message),
            }
        }
    }

    /// The next message. Pings are answered.
    pub(crate) async fn next_message(&mut self) -> Result<Received, ClientError> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Received::parse(text.as_str()),
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map(|frame| frame.reason.to_string());
                    return Err(ClientError::Disconnected(
                        reason.unwrap_or_else(|| "closed".into()),
                    ));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(ClientError::Disconnected("closed".into())),
            }
        }
    }
}

/// A connection from an address of this computer.
pub(super) async fn stream_from(
    own: Ipv4Addr,
    server: SocketAddr,
) -> Result<TcpStream, ClientError> {
    let socket = TcpSocket::new_v4()?;
    // A port that is bound before connecting must be unique, and with thousands in use the system
    // searches long for a free one.
    if own != Ipv4Addr::LOCALHOST {
        socket.bind(SocketAddr::from((own, 0)))?;
    }
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The message that follows a game.
pub(crate) fn hello(
    game: &str,
    secret: Option<&str>,
    last_version: Option<u32>,
) -> Result<ClientMessage, ClientError> {
    let secret = secret.map(limited).transpose()?;
    Ok(ClientMessage::Hello { game: limited(game)?, secret, last_version })
}

/// The message that plays a move.
pub(crate) fn move_message(
    game: &str,
    id: &str,
    base_version: u32,
    ply: usize,
    uci: &str,
) -> Result<ClientMessage, ClientError> {
    let (game, id, uci) = (limited(game)?, limited(id)?, limited(uci)?);
    Ok(ClientMessage::Move { game, id, base_version, ply: ply as u32, uci })
}

/// The message that resigns a game.
pub(crate) fn resign_message(
    game: &str,
    id: &str,
    base_version: u32,
) -> Result<ClientMessage, ClientError> {
    let (game, id, command) = (limited(game)?, limited(id)?, Command::Resign {});
    Ok(ClientMessage::Command { game, id, base_version, command })
}

fn limited<const MAX: usize>(text: &str) -> Result<BoundedString<MAX>, ClientError> {
    BoundedString::try_from(text)
        .map_err(|error| ClientError::Protocol(format!("{text:?}: {error}")))
}

/// Allows this process and the server that it starts to open this many sockets.
///
/// # Errors
/// When the system does not allow that many.
#[cfg(unix)]
pub(crate) fn raise_limit(sockets: usize) -> Result<(), TaskError> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let wanted = sockets as u64 + OTHER_FILES;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= wanted) {
        return Ok(());
    }
    let most = maximum.unwrap_or(u64::MAX);
    let raised = Rlimit { current: Some(wanted), maximum };
    if wanted > most || setrlimit(Resource::Nofile, raised).is_err() {
        return Err(TaskError::Unable(format!(
            "{wanted} open files are needed, but the system allows {most}; \
             `ulimit -Hn` shows the limit, and an administrator can raise it"
        )));
    }
    Ok(())
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_limit(_: usize) -> Result<(), TaskError> {
    Ok(())
}
