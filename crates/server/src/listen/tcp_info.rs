//! What the kernel knows about a TCP connection.
//!
//! Linux reports the smoothed round-trip time of a connection through `getsockopt`. No safe wrapper
//! of it is published, so this is one of the few files with unsafe code. Elsewhere nothing is
//! known, and callers do without.

use std::time::Duration;

use tokio::net::TcpStream;

/// The smoothed round-trip time of a connection; none where the system does not tell it.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(super) fn smoothed_round_trip(stream: &TcpStream) -> Option<Duration> {
    use std::mem::{MaybeUninit, offset_of, size_of};
    use std::os::fd::AsRawFd;

    let mut info = MaybeUninit::<libc::tcp_info>::zeroed();
    let mut length = size_of::<libc::tcp_info>() as libc::socklen_t;
    // SAFETY: the descriptor is open for as long as the stream is borrowed. The kernel writes at
    // most `length` bytes into `info`, which is that large, and sets `length` to what it wrote.
    let status = unsafe {
        libc::getsockopt(
            stream.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    let needed = offset_of!(libc::tcp_info, tcpi_rtt) + size_of::<u32>();
    if status != 0 || (length as usize) < needed {
        return None;
    }
    // SAFETY: all fields are integers, for which any bits are valid, and none is uninitialized:
    // what the kernel did not write is zero.
    let info = unsafe { info.assume_init() };
    (info.tcpi_rtt > 0).then(|| Duration::from_micros(info.tcpi_rtt.into()))
}

/// The smoothed round-trip time of a connection; none where the system does not tell it.
#[cfg(not(target_os = "linux"))]
pub(super) fn smoothed_round_trip(_stream: &TcpStream) -> Option<Duration> {
    None
}
