//! A TCP proxy between two programs, which can be cut like a cable: nothing arrives while it is,
//! nobody is told, and what was sent arrives later.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How much is forwarded at once, in bytes.
const CHUNK: usize = 16 << 10;

/// A proxy, for as long as this is not dropped.
pub(crate) struct Proxy {
    port: u16,
    is_cut: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Starts a proxy to a loopback port.
    pub(crate) async fn start(to: u16) -> io::Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (is_cut, cut) = watch::channel(false);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, to, cut.clone()));
            }
        });
        Ok(Proxy { port, is_cut, task })
    }

    /// The port of the proxy itself.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Cuts all connections, or lets them continue.
    pub(crate) fn cut(&self, is_cut: bool) {
        self.is_cut.send_replace(is_cut);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Forwards both directions until both ends have closed. An error closes the connection.
async fn forward(client: TcpStream, to: u16, mut cut: watch::Receiver<bool>) {
    if until_whole(&mut cut).await.is_err() {
        return;
    }
    let Ok(server) = TcpStream::connect(("127.0.0.1", to)).await else { return };
    // Otherwise the last bytes of every answer would wait.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let ((client_reads, client_writes), (server_reads, server_writes)) =
        (client.into_split(), server.into_split());
    let asked = copy(client_reads, server_writes, cut.clone());
    let answered = copy(server_reads, client_writes, cut);
    let _ = tokio::try_join!(asked, answered);
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut cut: watch::Receiver<bool>,
) -> io::Result<()> {
    let mut bytes = vec![0; CHUNK];
    loop {
        let length = from.read(&mut bytes).await;
        until_whole(&mut cut).await?;
        match length? {
            0 => return to.shutdown().await,
            length => to.write_all(&bytes[..length]).await?,
        }
    }
}

/// Waits while the proxy is cut. An error when it is gone.
async fn until_whole(cut: &mut watch::Receiver<bool>) -> io::Result<()> {
    cut.wait_for(|is_cut| !is_cut).await.map(drop).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn what_is_sent_while_the_proxy_is_cut_arrives_later() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Proxy::start(listener.local_addr().unwrap().port()).await.unwrap();
        let mut client = TcpStream::connect(("127.0.0.1", proxy.port())).await.unwrap();
        let (mut server, _) = listener.accept().await.unwrap();
        let mut byte = [0];
        client.write_all(b"a").await.unwrap();
        server.read_exact(&mut byte).await.unwrap();
        proxy.cut(true);
        client.write_all(b"b").await.unwrap();
        let waiting = timeout(Duration::from_millis(50), server.read_exact(&mut byte)).await;
        assert!(waiting.is_err(), "it arrived");
        proxy.cut(false);
        server.read_exact(&mut byte).await.unwrap();
        assert_eq!(&byte, b"b");
        drop(client);
        assert_eq!(server.read(&mut byte).await.unwrap(), 0, "the end arrives too");
    }
}
