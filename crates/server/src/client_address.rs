//! The address of a client, as limits count it.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::Instant;

use axum::http::HeaderMap;

use crate::budget::UNKNOWN_ADDRESS;
use crate::limit_log::LogInterval;
use crate::metrics::Counter;

/// All clients that the proxy does not name share the limit of one address, divided by this number.
pub(crate) const UNKNOWN_SHARE: u8 = 10;

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
    // A client must not be able to pose as the unknown address.
    Some(limit_key(address)).filter(|address| *address != UNKNOWN_ADDRESS)
}

/// Logs, at most once a minute, that the proxy does not name its clients.
#[derive(Debug, Default)]
pub(crate) struct ProxyWarning {
    interval: LogInterval,
    count: Counter,
}

impl ProxyWarning {
    /// Counts a request without a usable `X-Forwarded-For`.
    pub(crate) fn note(&self) {
        self.note_at(Instant::now());
    }

    fn note_at(&self, now: Instant) {
        self.count.add(1);
        if self.interval.is_due(now) {
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
    use std::time::Duration;

    use super::*;
    use crate::test_log::logged;

    #[test]
    fn a_proxy_that_names_no_clients_is_logged_once_a_minute_with_a_count() {
        let (warning, start) = (ProxyWarning::default(), Instant::now());
        let lines = logged(|| {
            for second in 0..=60 {
                warning.note_at(start + Duration::from_secs(second));
            }
        });
        assert_eq!((lines.len(), warning.count().get()), (2, 61), "{lines:?}");
        assert!(lines.iter().all(|line| line.contains("Let the proxy set that header")), "{lines:?}");
        assert!(lines[0].contains("count=1 ") && lines[1].contains("count=61 "), "{lines:?}");
    }

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
    fn only_the_last_entry_of_the_header_is_trusted() {
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
