//! How many connections there may be, in all and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::rates::household;

/// The connections that there are.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    open: Arc<Mutex<Open>>,
    most: usize,
    most_per_address: usize,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The right to be connected. Given back when it goes.
#[derive(Debug)]
pub(crate) struct Pass {
    open: Arc<Mutex<Open>>,
    /// None for a proxy, behind which many may be.
    address: Option<IpAddr>,
}

impl Connections {
    /// Nobody is connected yet.
    pub(crate) fn new(most: usize, most_per_address: usize) -> Connections {
        Connections { open: Arc::default(), most, most_per_address }
    }

    /// Lets somebody in; none when there are too many already. Proxies that are trusted may have
    /// as many connections as there can be.
    pub(crate) fn admit(&self, peer: IpAddr, is_trusted: bool) -> Option<Pass> {
        let address = (!is_trusted).then(|| household(peer));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.most {
            return None;
        }
        if let Some(address) = address {
            let count = open.by_address.entry(address).or_default();
            if *count >= self.most_per_address {
                return None;
            }
            *count += 1;
        }
        open.total += 1;
        Some(Pass { open: Arc::clone(&self.open), address })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).total
    }
}

impl Drop for Pass {
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
        let passes: Vec<_> = (0..3).filter_map(|_| connections.admit(proxy, true)).collect();
        assert_eq!(passes.len(), 3);
    }
}
