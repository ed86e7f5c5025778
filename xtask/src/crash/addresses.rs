//! Where the servers are, for clients that go on with another one when theirs is gone.

use std::net::SocketAddr;

use tokio::sync::watch;

/// The address of each server; none while it is not there.
pub(crate) type Servers = Vec<Option<SocketAddr>>;

/// The servers as a client knows them.
#[derive(Clone)]
pub(crate) struct Addresses {
    servers: watch::Receiver<Servers>,
    /// The server that it would use next.
    preferred: usize,
}

impl Addresses {
    /// The servers that are announced.
    pub(crate) fn new(servers: watch::Receiver<Servers>) -> Addresses {
        Addresses { servers, preferred: 0 }
    }

    /// The same servers for a client that begins with this one.
    pub(crate) fn beginning_with(&self, preferred: usize) -> Addresses {
        Addresses { servers: self.servers.clone(), preferred }
    }

    /// Waits for a server: the preferred one, or else the next that is there. The one after it is
    /// preferred the next time. None when no more servers are announced.
    pub(crate) async fn next(&mut self) -> Option<SocketAddr> {
        let is_any = |servers: &Servers| servers.iter().any(Option::is_some);
        let servers = self.servers.wait_for(is_any).await.ok()?;
        let order = (self.preferred..).take(servers.len());
        let found = order.map(|number| (number, servers[number % servers.len()]));
        let (number, address) = found.into_iter().find(|(_, server)| server.is_some())?;
        self.preferred = number + 1;
        address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Servers on these ports; zero for one that is not there.
    fn servers(ports: [u16; 3]) -> Servers {
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        ports.into_iter().map(|port| (port > 0).then(|| address(port))).collect()
    }

    #[tokio::test]
    async fn a_client_goes_on_with_the_next_server_that_is_there() {
        let (announce, announced) = watch::channel(servers([1, 0, 3]));
        let mut client = Addresses::new(announced).beginning_with(1);
        let mut next = async || client.next().await.map(|address| address.port());
        assert_eq!(next().await, Some(3));
        assert_eq!(next().await, Some(1));
        assert_eq!(next().await, Some(3));
        announce.send_replace(servers([0, 2, 0]));
        assert_eq!(next().await, Some(2));
        announce.send_replace(servers([0, 0, 0]));
        drop(announce);
        assert_eq!(next().await, None);
    }
}
