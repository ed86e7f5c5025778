//! A TCP stream whose round-trip time is measured by the kernel.
//!
//! The kernel is asked whenever bytes arrive, so that whoever handles them finds a fresh value. It
//! is a system call of less than a microsecond, and no second handle of the socket is needed.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::tcp_info::smoothed_round_trip;

/// The last measurement of a connection. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct KernelRoundTrip(Arc<AtomicU32>);

/// In place of a measurement that there is not. A real one is at least a microsecond.
const NONE: u32 = 0;

impl KernelRoundTrip {
    /// The round-trip time, if the kernel has measured it.
    pub(crate) fn get(&self) -> Option<Duration> {
        let micros = self.0.load(Ordering::Relaxed);
        (micros != NONE).then(|| Duration::from_micros(micros.into()))
    }

    /// Notes a measurement.
    pub(crate) fn set(&self, measured: Option<Duration>) {
        let micros = measured.map(|time| u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
        self.0.store(micros.unwrap_or(NONE), Ordering::Relaxed);
    }
}

/// A TCP stream that is measured.
pub(super) struct MeasuredStream {
    stream: TcpStream,
    /// False for a proxy: its distance is not that of its clients.
    is_direct: bool,
    round_trip: KernelRoundTrip,
}

impl MeasuredStream {
    /// A stream to a client, or to a proxy.
    pub(super) fn new(stream: TcpStream, is_direct: bool) -> MeasuredStream {
        MeasuredStream { stream, is_direct, round_trip: KernelRoundTrip::default() }
    }

    /// What is measured.
    pub(super) fn round_trip(&self) -> &KernelRoundTrip {
        &self.round_trip
    }
}

impl AsyncRead for MeasuredStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        let progress = Pin::new(&mut self.stream).poll_read(context, buffer);
        if self.is_direct && progress.is_ready() {
            self.round_trip.set(smoothed_round_trip(&self.stream));
        }
        progress
    }
}

impl AsyncWrite for MeasuredStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// What was measured after a message over loopback.
    async fn measured(is_direct: bool) -> Option<Duration> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (mut client, (stream, _)) = (client.expect("a client"), accepted.expect("a stream"));
        let mut stream = MeasuredStream::new(stream, is_direct);
        assert_eq!(stream.round_trip().get(), None);
        client.write_all(b"x").await.expect("it is open");
        assert_eq!(stream.read_u8().await.expect("a byte"), b'x');
        stream.round_trip().get()
    }

    #[tokio::test]
    async fn the_kernel_measures_clients_and_not_proxies() {
        let direct = measured(true).await;
        assert_eq!(direct.is_some(), cfg!(target_os = "linux"), "{direct:?}");
        assert_eq!(measured(false).await, None);
    }
}
