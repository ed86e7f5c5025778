//! Under which address others in the local network find this computer.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// An address of the documentation, which nobody has. It is only used to ask for the way.
const SOMEWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 9);

/// The address that packets to others would leave from; none without a network. Connecting a UDP
/// socket looks the way up and sends nothing.
pub fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(SOMEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_one_that_others_could_use() {
        if let Some(address) = lan_address() {
            assert!(!address.is_loopback() && !address.is_unspecified(), "{address}");
        }
    }
}
