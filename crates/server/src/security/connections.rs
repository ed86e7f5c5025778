//! Limits the number of connections, in total and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::rates::rate_limit_key;

/// The open connections.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    open: Arc<Mutex<Open>>,
    max: usize,
    max_per_address: usize,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Counts a connection for as long as it exists.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    open: Arc<Mutex<Open>>,
    /// None for a proxy, which has many clients.
    address: Option<IpAddr>,
}

impl Connections {
    /// Limits for connections, of which there are none yet.
    pub(crate) fn new(max: usize, max_per_address: usize) -> Connections {
        Connections { open: Arc::default(), max, max_per_address }
    }

    /// Admits a connection; none when there are too many. The limit for one address does not apply
    /// to trusted proxies.
    pub(crate) fn admit(&self, peer: IpAddr, is_trusted: bool) -> Option<ConnectionPermit> {
        let address = (!is_trusted).then(|| rate_limit_key(peer));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.max {
            return None;
        }
        if let Some(address) = address {
            let count = open.by_address.entry(address).or_default();
            if *count >= self.max_per_address {
                return None;
            }
            *count += 1;
        }
        open.total += 1;
        Some(ConnectionPermit { open: Arc::clone(&self.open), address })
    }

    /// The number of connections.
    pub(crate) fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).total
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        let Some(address) = self.address else { return };
        if let Some(count) = open.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_capped_in_all_and_from_one_address() {
        let connections = Connections::new(3, 2);
        let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let first = connections.admit(one, false);
        let second = connections.admit(one, false);
        assert!(first.is_some() && second.is_some());
        assert!(connections.admit(one, false).is_none());
        let third = connections.admit(other, false);
        assert!(third.is_some());
        assert!(connections.admit([192, 0, 2, 3].into(), false).is_none());
        drop(first);
        assert!(connections.admit(one, false).is_some());
        drop((second, third));
        assert_eq!(connections.count(), 0);
    }

    #[test]
    fn a_trusted_proxy_is_not_taken_for_one_client() {
        let connections = Connections::new(3, 1);
        let proxy = [10, 0, 0, 1].into();
        let permits: Vec<_> = (0..3).filter_map(|_| connections.admit(proxy, true)).collect();
        assert_eq!(permits.len(), 3);
    }
}
