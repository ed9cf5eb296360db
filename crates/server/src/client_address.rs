//! The address of a client, as limits count it.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::HeaderMap;
use table::Time;

use crate::budget::UNKNOWN_ADDRESS;
use crate::metrics::Counter;

/// Minimum time between two log lines about the proxy, in milliseconds.
const LOG_INTERVAL: u64 = 60_000;

/// The address that limits count: an IPv6 host has a whole /64 to itself, so that counts as one address.
pub(crate) fn limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut bytes = address.octets();
            bytes[8..].fill(0);
            IpAddr::V6(Ipv6Addr::from(bytes))
        }
        address => address,
    }
}

/// The client's address from the last entry of `X-Forwarded-For`, with or without a port.
pub(crate) fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = value.rsplit(',').next()?.trim();
    let address =
        last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    // No client may pass for the unknown address.
    Some(limit_key(address)).filter(|address| *address != UNKNOWN_ADDRESS)
}

/// Logs, at most once a minute, that the proxy does not name its clients.
#[derive(Debug, Default)]
pub(crate) struct ProxyWarning {
    last: AtomicU64,
    count: Counter,
}

impl ProxyWarning {
    /// Counts a request without a usable `X-Forwarded-For`.
    pub(crate) fn note(&self, now: Time) {
        self.count.add(1);
        let last = self.last.load(Ordering::Relaxed);
        let is_due = last == 0 || now.0 >= last.saturating_add(LOG_INTERVAL);
        let exchanged = || self.last.compare_exchange(last, now.0, Ordering::Relaxed, Ordering::Relaxed);
        if is_due && exchanged().is_ok() {
            tracing::warn!(
                count = self.count.get(),
                "requests without a usable X-Forwarded-For: all of them share the limits of one guest. \
                 Let the proxy set that header to the address of its client."
            );
        }
    }

    /// How many such requests there were.
    pub(crate) fn count(&self) -> &Counter {
        &self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let key = |text: &str| limit_key(text.parse().unwrap()).to_string();
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(key("2001:db8:1:2:ffff::1"), key("2001:db8:1:2::"));
        assert_ne!(key("2001:db8:1:3::1"), key("2001:db8:1:2::1"));
        assert_eq!(key("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(key("192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn only_an_address_in_the_last_place_is_believed() {
        let read = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", value.parse().unwrap());
            }
            forwarded(&headers).map(|address| address.to_string())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read(&["192.0.2.1"]), some("192.0.2.1"));
        assert_eq!(read(&["127.0.0.1, 192.0.2.1"]), some("192.0.2.1"));
        assert_eq!(read(&["127.0.0.1", "192.0.2.1:4711"]), some("192.0.2.1"));
        assert_eq!(read(&["[2001:db8::1]:80"]), some("2001:db8::"));
        for odd in [&[][..], &[""], &["unknown"], &["192.0.2.1,"], &["192.0.2.1, localhost"], &["0.0.0.0"]] {
            assert_eq!(read(odd), None, "{odd:?}");
        }
    }
}
