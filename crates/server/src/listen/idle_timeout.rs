//! A stream with an idle timeout: when no bytes move in either direction for too long, it fails.
//! That disconnects clients that never read their responses, and those that just went away.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::security::Permit;

/// A stream with an idle timeout, and the permit of its connection.
pub(super) struct IdleTimeout<S> {
    stream: S,
    limit: Duration,
    timer: Pin<Box<Sleep>>,
    _permit: Permit,
}

impl<S> IdleTimeout<S> {
    /// A stream that fails after being idle for `limit`.
    pub(super) fn new(stream: S, limit: Duration, permit: Permit) -> IdleTimeout<S> {
        IdleTimeout { stream, limit, timer: Box::pin(sleep(limit)), _permit: permit }
    }

    /// Resets the timer after progress; without progress, checks whether it has expired.
    fn check<T>(
        &mut self,
        progress: Poll<io::Result<T>>,
        context: &mut Context,
    ) -> Poll<io::Result<T>> {
        if progress.is_ready() {
            let later = Instant::now() + self.limit;
            self.timer.as_mut().reset(later);
            return progress;
        }
        ready!(self.timer.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for IdleTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        let progress = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.check(progress, context)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for IdleTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let progress = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(progress, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        // Flushing an empty buffer is no sign of life, so it does not reset the timer.
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
