//! What a client sends, with the time at which it arrives.
//!
//! A clock stops when a move arrives, so the socket is read even while the message before it is
//! handled: a hello waits for its room, and the room may be waiting for the disk. Little is read
//! ahead. A client that sends more than that without waiting for answers waits for itself.

use std::collections::VecDeque;

use axum::extract::ws::Message;
use futures_util::{Stream, StreamExt};
use game::Timestamp;
use tokio::time::Instant;
use wire::to_server::MAX_MESSAGE_SIZE;

use crate::live::Clock;

/// How much is read ahead, in bytes.
const MAX_WAITING: usize = 4 * MAX_MESSAGE_SIZE;

/// A frame that has arrived.
#[derive(Debug)]
pub(super) struct Arrival {
    /// None when the connection is lost.
    pub(super) frame: Option<Message>,
    /// When it arrived, by the server's clock.
    pub(super) at: Timestamp,
    pub(super) instant: Instant,
}

/// The client's end of the conversation.
pub(super) struct Arrivals {
    clock: Clock,
    waiting: VecDeque<Arrival>,
    /// The size of what waits.
    size: usize,
}

impl Arrivals {
    pub(super) fn new(clock: Clock) -> Arrivals {
        Arrivals { clock, waiting: VecDeque::new(), size: 0 }
    }

    /// The next frame. It is not lost when this future is dropped.
    pub(super) async fn next<S, E>(&mut self, socket: &mut S) -> Arrival
    where
        S: Stream<Item = Result<Message, E>> + Unpin,
    {
        if let Some(arrival) = self.waiting.pop_front() {
            self.size -= arrival.size();
            return arrival;
        }
        // Most clients never need it again.
        self.waiting = VecDeque::new();
        self.read(socket).await
    }

    /// Waits for some work, and reads ahead meanwhile.
    pub(super) async fn during<S, E, T>(
        &mut self,
        socket: &mut S,
        mut work: impl Future<Output = T> + Unpin,
    ) -> T
    where
        S: Stream<Item = Result<Message, E>> + Unpin,
    {
        loop {
            let arrival = tokio::select! {
                biased;
                done = &mut work => return done,
                arrival = self.read(socket), if self.has_room() => arrival,
            };
            self.size += arrival.size();
            self.waiting.push_back(arrival);
        }
    }

    async fn read<S, E>(&self, socket: &mut S) -> Arrival
    where
        S: Stream<Item = Result<Message, E>> + Unpin,
    {
        let frame = socket.next().await.and_then(Result::ok);
        Arrival { frame, at: self.clock.now(), instant: Instant::now() }
    }

    /// Nothing comes after the end.
    fn has_room(&self) -> bool {
        let is_lost = self.waiting.back().is_some_and(|last| last.frame.is_none());
        self.size < MAX_WAITING && !is_lost
    }
}

impl Arrival {
    /// What it costs to keep.
    fn size(&self) -> usize {
        let content = match &self.frame {
            Some(Message::Text(text)) => text.len(),
            Some(Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes)) => {
                bytes.len()
            }
            Some(Message::Close(_)) | None => 0,
        };
        size_of::<Arrival>() + content
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::time::Duration;

    use futures_util::stream;
    use tokio::time::{Sleep, sleep};

    use super::*;

    fn frames(
        count: usize,
        size: usize,
    ) -> impl Stream<Item = Result<Message, Infallible>> + Unpin {
        let frame = Message::Text("x".repeat(size).into());
        stream::iter(vec![Ok(frame); count])
    }

    fn wait(ms: u64) -> Pin<Box<Sleep>> {
        Box::pin(sleep(Duration::from_millis(ms)))
    }

    #[tokio::test(start_paused = true)]
    async fn frames_keep_the_time_of_their_arrival() {
        let mut arrivals = Arrivals::new(Clock::starting_at(Timestamp(1_000)));
        let mut socket = frames(2, 10);
        arrivals.during(&mut socket, wait(500)).await;
        for is_open in [true, true, false] {
            let arrival = arrivals.next(&mut socket).await;
            assert_eq!((arrival.at, arrival.frame.is_some()), (Timestamp(1_000), is_open));
        }
        assert_eq!(arrivals.size, 0);
        let later = arrivals.next(&mut socket).await;
        assert_eq!((later.at, later.frame), (Timestamp(1_500), None));
    }

    #[tokio::test(start_paused = true)]
    async fn little_is_read_ahead_whatever_is_sent() {
        for size in [0, 100, MAX_MESSAGE_SIZE] {
            let mut arrivals = Arrivals::new(Clock::starting_at(Timestamp(0)));
            arrivals.during(&mut frames(10_000, size), wait(500)).await;
            assert!(arrivals.waiting.len() > 1);
            assert!(arrivals.size < MAX_WAITING + MAX_MESSAGE_SIZE + size_of::<Arrival>());
        }
    }
}
