//! One socket of one player or onlooker.

use std::net::{Ipv4Addr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use wire::{ClientMessage, Text};

use super::{Heard, Lost};
use crate::error::TaskError;

/// What a socket reads at once. The default of 128 KiB is too much for thousands.
const BUFFER: usize = 4 << 10;
/// How many sockets share one address of their own, since an address has few ports.
const PER_ADDRESS: usize = 16_000;
/// Files that are open besides sockets.
const OTHER_FILES: u64 = 200;

/// A socket to the server.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects; the number tells it apart from the other sockets of this process.
    pub(crate) async fn connect(server: SocketAddr, number: usize) -> Result<Socket, Lost> {
        let socket = TcpSocket::new_v4()?;
        let own = Ipv4Addr::new(127, 0, 0, (1 + number / PER_ADDRESS) as u8);
        // A port that is chosen before the other end is known has to differ from every other,
        // and the system looks long for one among thousands.
        if own != Ipv4Addr::LOCALHOST {
            socket.bind(SocketAddr::from((own, 0)))?;
        }
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let url = format!("ws://{server}/api/socket");
        let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
        Ok(Socket(socket))
    }

    /// Connects and follows a game; the answer is the whole game.
    pub(crate) async fn follow(
        server: SocketAddr,
        number: usize,
        game: &str,
        secret: Option<&str>,
    ) -> Result<(Socket, super::View), Lost> {
        let mut socket = Socket::connect(server, number).await?;
        socket.say(&hello(game, secret, None)?).await?;
        match socket.next().await? {
            Heard::Full(view) => Ok((socket, view)),
            other => Err(Lost::Refused(format!("hello was answered with {other:?}"))),
        }
    }

    /// Sends a message.
    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<(), Lost> {
        Ok(self.0.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// The next message about the game; pings are answered on the way.
    pub(crate) async fn next(&mut self) -> Result<Heard, Lost> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => match Heard::read(text.as_str())? {
                    Heard::Presence => {}
                    heard => return Ok(heard),
                },
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map(|frame| frame.reason.to_string());
                    return Err(Lost::Gone(reason.unwrap_or_else(|| "closed".into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(Lost::Gone("closed".into())),
            }
        }
    }
}

/// The wish to follow a game.
pub(crate) fn hello(
    game: &str,
    secret: Option<&str>,
    last_version: Option<u32>,
) -> Result<ClientMessage, Lost> {
    let secret = secret.map(limited).transpose()?;
    Ok(ClientMessage::Hello { game: limited(game)?, secret, last_version })
}

/// The wish to move.
pub(crate) fn wish(
    game: &str,
    id: &str,
    base_version: u32,
    ply: usize,
    uci: &str,
) -> Result<ClientMessage, Lost> {
    let (game, id, uci) = (limited(game)?, limited(id)?, limited(uci)?);
    Ok(ClientMessage::Move { game, id, base_version, ply: ply as u32, uci })
}

fn limited<const MAX: usize>(text: &str) -> Result<Text<MAX>, Lost> {
    Text::try_from(text).map_err(|error| Lost::Unclear(format!("{text:?}: {error}")))
}

/// Lets this process, and the server that it starts, have so many sockets.
///
/// # Errors
/// When the system does not allow so many.
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

/// Elsewhere than on Unix there is no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_limit(_: usize) -> Result<(), TaskError> {
    Ok(())
}
