//! How often one address may ask.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::ClientAddress;
use crate::config::Limits;
use crate::{App, Problem};

/// Above so many addresses, those that have been quiet are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// What each address has asked for lately.
pub(crate) struct Rates {
    limiter: RateLimiter<IpAddr, HashMapStateStore<IpAddr>, DefaultClock>,
}

impl Rates {
    /// Rates that nobody has used yet.
    pub(crate) fn new(limits: &Limits) -> Rates {
        let at_least_one = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(at_least_one(limits.requests_per_second))
            .allow_burst(at_least_one(limits.burst));
        Rates { limiter: RateLimiter::hashmap(quota) }
    }

    /// Counts a request.
    pub(crate) fn check(&self, client: IpAddr) -> Result<(), Problem> {
        if self.limiter.len() > MOST_ADDRESSES {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&household(client)).map_err(|refusal| {
            let retry_after = refusal.wait_time_from(DefaultClock::default().now());
            Problem::TooManyRequests { retry_after }
        })
    }
}

/// The addresses that one customer of a network has: in the new internet, 2^64 of them.
pub(super) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// Refuses requests of those who ask too often.
pub(super) async fn limit(
    State(app): State<App>,
    client: Option<Extension<ClientAddress>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = client.map_or(Ok(()), |Extension(client)| app.rates().check(client.0));
    match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_asks_too_often_is_refused_and_others_are_not() {
        let limits = Limits { requests_per_second: 1, burst: 3, ..Limits::default() };
        let rates = Rates::new(&limits);
        let (greedy, modest) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        assert!((0..3).all(|_| rates.check(greedy).is_ok()));
        assert!(matches!(rates.check(greedy), Err(Problem::TooManyRequests { .. })));
        assert_eq!(rates.check(modest), Ok(()));
    }

    #[test]
    fn a_household_counts_as_one() {
        for (one, other, same) in [
            ("2001:db8::1", "2001:db8::ffff:2", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
        ] {
            let of = |text: &str| household(text.parse().expect("an address"));
            assert_eq!(of(one) == of(other), same, "{one} {other}");
        }
    }
}
