//! Limits how many of something are open at once, such as connections or imports: in total, and for
//! one client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ClientKey;

/// What is open. Clones refer to the same counts.
#[derive(Clone, Debug)]
pub(crate) struct Permits {
    open: Arc<Mutex<Open>>,
    max: usize,
    max_per_client: usize,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    by_client: HashMap<ClientKey, usize>,
}

/// Counts one for as long as it exists.
#[derive(Debug)]
pub(crate) struct Permit {
    open: Arc<Mutex<Open>>,
    client: Option<ClientKey>,
}

/// Why there is no permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PermitError {
    /// Too many are open in total.
    Full,
    /// The client has too many.
    ClientFull,
}

impl Permits {
    /// Limits, with nothing open yet.
    pub(crate) fn new(max: usize, max_per_client: usize) -> Permits {
        Permits { open: Arc::default(), max, max_per_client }
    }

    /// Admits one. The limit for one client does not apply without a client: a trusted proxy has
    /// many behind it.
    pub(crate) fn admit(&self, client: Option<ClientKey>) -> Result<Permit, PermitError> {
        let mut open = lock(&self.open);
        if open.total >= self.max {
            return Err(PermitError::Full);
        }
        if let Some(client) = client {
            let count = open.by_client.entry(client).or_default();
            if *count >= self.max_per_client {
                return Err(PermitError::ClientFull);
            }
            *count += 1;
        }
        open.total += 1;
        Ok(Permit { open: Arc::clone(&self.open), client })
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        lock(&self.open).total
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        open.total -= 1;
        let Some(client) = self.client else { return };
        if let Some(count) = open.by_client.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                open.by_client.remove(&client);
            }
        }
    }
}

/// A panic cannot leave the counts half changed.
fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(host: u8) -> ClientKey {
        IpAddr::from([192, 0, 2, host]).into()
    }

    #[test]
    fn permits_are_capped_in_total_and_for_one_client() {
        let permits = Permits::new(3, 2);
        let [first, second] =
            [1, 1].map(|host| permits.admit(Some(client(host))).expect("a permit"));
        assert_eq!(permits.admit(Some(client(1))).err(), Some(PermitError::ClientFull));
        let third = permits.admit(Some(client(2))).expect("a permit");
        assert_eq!(permits.admit(Some(client(3))).err(), Some(PermitError::Full));
        drop(first);
        assert!(permits.admit(Some(client(1))).is_ok());
        drop((second, third));
        assert_eq!(permits.count(), 0);
    }

    #[test]
    fn a_trusted_proxy_is_not_taken_for_one_client() {
        let permits = Permits::new(3, 1);
        let all: Vec<_> = (0..3).filter_map(|_| permits.admit(None).ok()).collect();
        assert_eq!(all.len(), 3);
    }
}
