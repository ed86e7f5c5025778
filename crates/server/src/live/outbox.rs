//! The messages that wait for one socket: limited in number and in bytes, because a client that
//! never reads could make the server hold many copies of a long game.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// How many messages may wait.
const CAPACITY: usize = 64;
/// How many bytes may wait. A single message may be larger.
const MAX_BYTES: usize = 256 << 10;

/// The room's end.
#[derive(Clone)]
pub(super) struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
}

/// The socket's end.
pub(super) struct OutboxReader {
    receiver: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
}

/// An empty outbox.
pub(super) fn outbox() -> (Outbox, OutboxReader) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    let waiting = Arc::<AtomicUsize>::default();
    (Outbox { sender, waiting: Arc::clone(&waiting) }, OutboxReader { receiver, waiting })
}

impl Outbox {
    /// Adds a message; false when too much waits, or the socket is gone.
    pub(super) fn send(&self, message: Utf8Bytes) -> bool {
        let size = message.len();
        let waiting = self.waiting.fetch_add(size, Ordering::Relaxed);
        (waiting == 0 || waiting + size <= MAX_BYTES) && self.sender.try_send(message).is_ok()
    }
}

impl OutboxReader {
    /// Waits for the next message; none when the room has closed the outbox.
    pub(super) async fn recv(&mut self) -> Option<Utf8Bytes> {
        let message = self.receiver.recv().await?;
        self.waiting.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_outbox_is_limited_in_messages_and_in_bytes() {
        for (size, fitting) in [(1, CAPACITY), (MAX_BYTES / 4, 4), (MAX_BYTES + 1, 1)] {
            let (outbox, mut reader) = outbox();
            let message = Utf8Bytes::from("x".repeat(size));
            for _ in 0..fitting {
                assert!(outbox.send(message.clone()), "{size}");
            }
            assert!(!outbox.send(message.clone()), "{size}");
            drop(outbox);
            let mut read = 0;
            while reader.recv().await.is_some() {
                read += 1;
            }
            assert_eq!(read, fitting);
        }
    }

    #[tokio::test]
    async fn what_was_read_makes_room() {
        let (outbox, mut reader) = outbox();
        let message = Utf8Bytes::from("x".repeat(MAX_BYTES));
        for _ in 0..3 {
            assert!(outbox.send(message.clone()));
            assert_eq!(reader.recv().await, Some(message.clone()));
        }
    }
}
