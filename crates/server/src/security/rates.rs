//! Rate limits of requests, per address and per account.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use store::AccountId;
use tokio::time::sleep;

use super::{ClientAddress, ClientKey};
use crate::config::Limits;
use crate::{ApiError, App};

/// Above this many keys, those that are no longer limited are forgotten.
const MAX_KEYS: usize = 10_000;

/// How long a request over the limit waits for its rejection. Otherwise a client that does not heed
/// it would have the server answer tens of thousands of them a second.
pub(crate) const REJECTION_DELAY: Duration = Duration::from_millis(100);

/// The rate limiters.
pub(crate) struct Rates {
    requests: Limiter<ClientKey>,
}

/// A rate limiter per key.
pub(super) struct Limiter<K: Clone + Eq + Hash>(RateLimiter<K, HashMapStateStore<K>, DefaultClock>);

impl Rates {
    /// Unused rate limiters.
    pub(crate) fn new(limits: &Limits) -> Rates {
        let requests = Quota::per_second(at_least_one(limits.requests_per_second))
            .allow_burst(at_least_one(limits.burst));
        Rates { requests: Limiter::new(requests) }
    }

    /// Counts a request from an address.
    pub(crate) fn check(&self, client: IpAddr) -> Result<(), ApiError> {
        self.requests.check(&client.into())
    }

    /// Waits until a client may make another request, and counts it.
    pub(crate) async fn wait(&self, client: ClientKey) {
        while let Err(ApiError::TooManyRequests { retry_after }) = self.requests.check(&client) {
            sleep(retry_after).await;
        }
    }

    /// Counts a request of an account.
    pub(crate) fn check_account(&self, account: AccountId) -> Result<(), ApiError> {
        self.requests.check(&ClientKey::Account(account))
    }
}

/// Limiters need a limit above zero.
pub(super) fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

impl<K: Clone + Eq + Hash> Limiter<K> {
    pub(super) fn new(quota: Quota) -> Limiter<K> {
        Limiter(RateLimiter::hashmap(quota))
    }

    pub(super) fn check(&self, key: &K) -> Result<(), ApiError> {
        if self.0.len() > MAX_KEYS {
            self.0.retain_recent();
        }
        self.0.check_key(key).map_err(|not_until| {
            let retry_after = not_until.wait_time_from(DefaultClock::default().now());
            ApiError::TooManyRequests { retry_after }
        })
    }
}

/// Rejects requests over the rate limit.
pub(super) async fn limit(
    State(app): State<App>,
    client: Option<Extension<ClientAddress>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = client.map_or(Ok(()), |Extension(client)| app.rates().check(client.0));
    match checked {
        Ok(()) => next.run(request).await,
        Err(error) => {
            sleep(REJECTION_DELAY).await;
            error.into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_over_its_rate_limit_is_rejected() {
        let limits = Limits { requests_per_second: 1, burst: 3, ..Limits::default() };
        let rates = Rates::new(&limits);
        let (greedy, modest) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        assert!((0..3).all(|_| rates.check(greedy).is_ok()));
        assert!(matches!(rates.check(greedy), Err(ApiError::TooManyRequests { .. })));
        assert_eq!(rates.check(modest), Ok(()));
        assert!((0..3).all(|_| rates.check_account(AccountId(1)).is_ok()));
        assert!(rates.check_account(AccountId(1)).is_err(), "from whichever address");
        assert_eq!(rates.check_account(AccountId(2)), Ok(()));
    }
}
