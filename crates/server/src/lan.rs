//! The address of this computer in the local network.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// An address reserved for documentation. It is only used to look up the route.
const OUTSIDE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 9);

/// The source address of packets to other computers; none without a network. Connecting a UDP
/// socket looks up the route and sends nothing.
pub fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(OUTSIDE).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| is_reachable(*address))
}

/// Whether other computers could use the address.
fn is_reachable(address: IpAddr) -> bool {
    !address.is_loopback() && !address.is_unspecified()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_that_others_could_use_is_one_of_the_local_network() {
        for (address, expected) in [
            ("192.168.1.5", true),
            ("10.0.0.1", true),
            ("fd00::1", true),
            ("127.0.0.1", false),
            ("127.1.2.3", false),
            ("::1", false),
            ("0.0.0.0", false),
            ("::", false),
        ] {
            assert_eq!(is_reachable(address.parse().expect("an address")), expected, "{address}");
        }
    }
}
