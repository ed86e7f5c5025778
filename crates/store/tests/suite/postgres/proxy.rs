//! A proxy before a server that loses the answers to commits, or to statements without one, or is
//! silent for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// How often the proxy looks whether it is to be silent.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// What the proxy does wrong.
#[derive(Default)]
pub(super) struct Faults {
    /// How many answers to commits are still to be lost.
    pub(super) cuts: AtomicU32,
    /// How many answers to statements that have changed a row are still to be lost.
    pub(super) lost_updates: AtomicU32,
    /// Whether new connections are refused.
    pub(super) is_closed: AtomicBool,
    /// Whether nothing is forwarded for now.
    pub(super) is_silent: AtomicBool,
}

/// Starts a proxy to a port; returns its own.
pub(super) async fn start(port: u16, faults: Arc<Faults>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (client, _) = listener.accept().await.unwrap();
            if !faults.is_closed.load(Ordering::SeqCst) {
                tokio::spawn(forward(client, port, Arc::clone(&faults)));
            }
        }
    });
    own
}

/// Forwards both directions, until a commit is to be cut: that still arrives, and its answer is
/// waited for and lost.
async fn forward(mut client: TcpStream, port: u16, faults: Arc<Faults>) {
    let mut server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (mut asked, mut answered) = ([0; 16_384], [0; 16_384]);
    loop {
        if faults.is_silent.load(Ordering::SeqCst) {
            sleep(LOOK_INTERVAL).await;
            continue;
        }
        tokio::select! {
            () = sleep(LOOK_INTERVAL) => {}
            read = client.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                let is_commit = contains(&asked[..length], b"COMMIT");
                if server.write_all(&asked[..length]).await.is_err() {
                    return;
                }
                if is_commit && take(&faults.cuts) {
                    wait_for_commit(&mut server).await;
                    return;
                }
            }
            read = server.read(&mut answered) => {
                let Ok(length @ 1..) = read else { return };
                let is_update = contains(&answered[..length], b"UPDATE 1");
                let is_lost = is_update && take(&faults.lost_updates);
                if is_lost || client.write_all(&answered[..length]).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn wait_for_commit(server: &mut TcpStream) {
    let (mut seen, mut bytes) = (Vec::new(), [0; 4096]);
    while !contains(&seen, b"COMMIT") {
        let length = server.read(&mut bytes).await.unwrap();
        assert_ne!(length, 0, "the server ended the connection");
        seen.extend_from_slice(&bytes[..length]);
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn take(cuts: &AtomicU32) -> bool {
    cuts.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
}
