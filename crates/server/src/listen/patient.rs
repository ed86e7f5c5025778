//! A stream that is patient for a while: when nothing moves in either direction for too long, it
//! fails. That ends clients who never read what they asked for, and those who just went away.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::security::Pass;

/// A stream with a limit to standing still, and the pass of its connection.
pub(super) struct Patient<S> {
    stream: S,
    limit: Duration,
    alarm: Pin<Box<Sleep>>,
    _pass: Pass,
}

impl<S> Patient<S> {
    /// A stream that may stand still for so long.
    pub(super) fn new(stream: S, limit: Duration, pass: Pass) -> Patient<S> {
        Patient { stream, limit, alarm: Box::pin(sleep(limit)), _pass: pass }
    }

    /// Something moved, or it is looked at whether it is too late.
    fn watch<T>(
        &mut self,
        moved: Poll<io::Result<T>>,
        context: &mut Context,
    ) -> Poll<io::Result<T>> {
        if moved.is_ready() {
            let later = Instant::now() + self.limit;
            self.alarm.as_mut().reset(later);
            return moved;
        }
        ready!(self.alarm.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        let moved = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.watch(moved, context)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let moved = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(moved, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        // A flush of nothing is no sign of life, so it does not reset the alarm.
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
