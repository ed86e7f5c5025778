//! The messages that wait for one socket: limited in number and in bytes, because a client that
//! never reads could make the server hold many copies of a long game.
//!
//! Most sockets wait for messages most of the time, so an empty outbox takes next to no memory; a
//! channel of tokio has a block of 32 slots from the start.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::ws::Utf8Bytes;

/// How many messages may wait.
const CAPACITY: usize = 64;
/// How many bytes may wait. A single message may be larger.
const MAX_BYTES: usize = 256 << 10;

/// The room's end. The reader gets what waits, and then the end, when the last clone is dropped.
#[derive(Clone)]
pub(super) struct Outbox(Arc<OutboxSender>);

/// Closes the outbox when it is dropped.
struct OutboxSender(Arc<Mutex<Waiting>>);

/// The socket's end.
pub(super) struct OutboxReader(Arc<Mutex<Waiting>>);

#[derive(Default)]
struct Waiting {
    messages: VecDeque<Utf8Bytes>,
    bytes: usize,
    is_closed: bool,
    reader: Option<Waker>,
}

/// An empty outbox.
pub(super) fn outbox() -> (Outbox, OutboxReader) {
    let waiting = Arc::<Mutex<Waiting>>::default();
    (Outbox(Arc::new(OutboxSender(Arc::clone(&waiting)))), OutboxReader(waiting))
}

impl Outbox {
    /// Adds a message; false when too much waits, or the socket is gone.
    pub(super) fn send(&self, message: Utf8Bytes) -> bool {
        let mut waiting = lock(&self.0.0);
        let is_sent = waiting.add(message);
        let reader = waiting.reader.take_if(|_| is_sent);
        drop(waiting);
        reader.into_iter().for_each(Waker::wake);
        is_sent
    }
}

impl Drop for OutboxSender {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0);
        waiting.is_closed = true;
        let reader = waiting.reader.take();
        drop(waiting);
        reader.into_iter().for_each(Waker::wake);
    }
}

impl OutboxReader {
    /// Waits for the next message; none when the room has closed the outbox.
    pub(super) async fn recv(&mut self) -> Option<Utf8Bytes> {
        poll_fn(|context| lock(&self.0).poll_next(context)).await
    }

    /// The next message, if there is one.
    pub(super) fn try_recv(&mut self) -> Option<Utf8Bytes> {
        lock(&self.0).take()
    }
}

impl Drop for OutboxReader {
    fn drop(&mut self) {
        *lock(&self.0) = Waiting { is_closed: true, ..Waiting::default() };
    }
}

impl Waiting {
    fn add(&mut self, message: Utf8Bytes) -> bool {
        let bytes = self.bytes + message.len();
        let has_room =
            self.messages.is_empty() || (self.messages.len() < CAPACITY && bytes <= MAX_BYTES);
        if self.is_closed || !has_room {
            return false;
        }
        self.bytes = bytes;
        self.messages.push_back(message);
        true
    }

    fn take(&mut self) -> Option<Utf8Bytes> {
        let message = self.messages.pop_front()?;
        self.bytes -= message.len();
        Some(message)
    }

    fn poll_next(&mut self, context: &Context) -> Poll<Option<Utf8Bytes>> {
        if let Some(message) = self.take() {
            return Poll::Ready(Some(message));
        }
        if self.is_closed {
            return Poll::Ready(None);
        }
        self.messages = VecDeque::new();
        self.reader = Some(context.waker().clone());
        Poll::Pending
    }
}

/// A panic cannot leave the messages half changed, so a poisoned lock is fine.
fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn message(size: usize) -> Utf8Bytes {
        Utf8Bytes::from("x".repeat(size))
    }

    #[tokio::test]
    async fn an_outbox_is_limited_in_messages_and_in_bytes() {
        for (size, fitting) in [(1, CAPACITY), (MAX_BYTES / 4, 4), (MAX_BYTES + 1, 1)] {
            let (outbox, mut reader) = outbox();
            let message = message(size);
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
        let message = message(MAX_BYTES);
        for _ in 0..3 {
            assert!(outbox.send(message.clone()));
            assert_eq!(reader.recv().await, Some(message.clone()));
        }
    }

    #[tokio::test]
    async fn what_was_rejected_takes_no_room() {
        let (outbox, mut reader) = outbox();
        assert!(outbox.send(message(10)));
        for _ in 0..3 {
            assert!(!outbox.send(message(MAX_BYTES)));
        }
        assert!(outbox.send(message(MAX_BYTES - 10)));
        assert_eq!(reader.recv().await.map(|message| message.len()), Some(10));
        assert_eq!(reader.recv().await.map(|message| message.len()), Some(MAX_BYTES - 10));
        assert!(outbox.send(message(MAX_BYTES)));
    }

    #[tokio::test]
    async fn the_reader_waits_for_messages_and_for_the_end() {
        let (outbox, mut reader) = outbox();
        assert_eq!(reader.recv().now_or_never(), None);
        let reading = tokio::spawn(async move { (reader.recv().await, reader.recv().await) });
        tokio::task::yield_now().await;
        let other = outbox.clone();
        drop(outbox);
        assert!(other.send(message(1)));
        tokio::task::yield_now().await;
        drop(other);
        assert_eq!(reading.await.expect("no panic"), (Some(message(1)), None));
    }

    #[tokio::test]
    async fn nothing_is_kept_for_a_socket_that_is_gone() {
        let (outbox, reader) = outbox();
        assert!(outbox.send(message(1)));
        drop(reader);
        assert!(!outbox.send(message(1)));
        assert_eq!(lock(&outbox.0.0).messages.capacity(), 0);
    }
}
