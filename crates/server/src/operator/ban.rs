//! The subject of a ban: a guest, or a range of addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use table::GuestId;

/// The subject of a ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BanSubject {
    /// A guest, by the number in the cookie.
    Guest(GuestId),
    /// All addresses with the same first bits.
    Range(AddressRange),
}

/// The longest prefix of an IPv6 range, as limits count addresses: a host has a whole /64 to itself.
const MAX_IPV6_BITS: u8 = 64;

/// A range of addresses: `192.0.2.0/24`, or a single address. A range of IPv6 is at least a /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressRange {
    network: IpAddr,
    bits: u8,
}

impl AddressRange {
    /// Whether this is one IPv6 network, for which any single address in it may be given.
    pub fn is_ipv6_network(&self) -> bool {
        self.network.is_ipv6() && self.bits == MAX_IPV6_BITS
    }

    /// Whether an address is in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.network, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                masked(u128::from(u32::from(address)), 32, self.bits) == u128::from(u32::from(network))
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                masked(u128::from(address), 128, self.bits) == u128::from(network)
            }
            _ => false,
        }
    }
}

/// The first `bits` of a number that has `width` bits; the others become 0.
fn masked(number: u128, width: u32, bits: u8) -> u128 {
    let dropped = width.saturating_sub(u32::from(bits));
    number.checked_shr(dropped).and_then(|kept| kept.checked_shl(dropped)).unwrap_or(0)
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.network, self.bits)
    }
}

impl FromStr for AddressRange {
    type Err = InvalidBanSubject;

    fn from_str(text: &str) -> Result<AddressRange, InvalidBanSubject> {
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address = address.parse::<IpAddr>().map_err(|_| InvalidBanSubject)?.to_canonical();
        let width = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(width), |bits| bits.parse().map_err(|_| InvalidBanSubject))?;
        if bits > width {
            return Err(InvalidBanSubject);
        }
        let bits = if address.is_ipv4() { bits } else { bits.min(MAX_IPV6_BITS) };
        let network = match address {
            IpAddr::V4(address) => {
                IpAddr::V4((masked(u128::from(u32::from(address)), 32, bits) as u32).into())
            }
            IpAddr::V6(address) => IpAddr::V6(masked(u128::from(address), 128, bits).into()),
        };
        Ok(AddressRange { network, bits })
    }
}

/// The text names neither a guest nor a range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBanSubject;

impl fmt::Display for InvalidBanSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a guest's number of 16 hexadecimal digits, an address, or a range such as 192.0.2.0/24")
    }
}

impl std::error::Error for InvalidBanSubject {}

impl fmt::Display for BanSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BanSubject::Guest(guest) => guest.fmt(f),
            BanSubject::Range(range) => range.fmt(f),
        }
    }
}

impl FromStr for BanSubject {
    type Err = InvalidBanSubject;

    fn from_str(text: &str) -> Result<BanSubject, InvalidBanSubject> {
        match text.parse() {
            Ok(guest) => Ok(BanSubject::Guest(guest)),
            Err(_) => text.parse().map(BanSubject::Range),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_the_addresses_with_its_first_bits() {
        let contains = |range: &str, address: &str| {
            range.parse::<AddressRange>().unwrap().contains(address.parse().unwrap())
        };
        assert!(contains("192.0.2.0/24", "192.0.2.255") && !contains("192.0.2.0/24", "192.0.3.0"));
        assert!(contains("192.0.2.9/24", "192.0.2.1"), "the other bits do not count");
        assert!(contains("192.0.2.7", "192.0.2.7") && !contains("192.0.2.7", "192.0.2.6"));
        assert!(contains("192.0.2.7", "::ffff:192.0.2.7"), "an address that an IPv6 socket sees");
        assert!(
            contains("2001:db8:1::/48", "2001:db8:1:ffff::1")
                && !contains("2001:db8:1::/48", "2001:db8:2::1")
        );
        assert!(contains("0.0.0.0/0", "8.8.8.8") && !contains("0.0.0.0/0", "2001:db8::1"));
        assert!(contains("::/0", "2001:db8::1"));
    }

    #[test]
    fn an_ipv6_address_stands_for_its_network_as_limits_count_it() {
        for text in ["2001:db8:1:2::5", "2001:db8:1:2::5/128", "2001:db8:1:2::/65"] {
            let range: AddressRange = text.parse().unwrap();
            assert_eq!((range.to_string().as_str(), range.is_ipv6_network()), ("2001:db8:1:2::/64", true));
            for address in ["2001:db8:1:2::5", "2001:db8:1:2:ffff::"] {
                assert!(range.contains(crate::client_address::limit_key(address.parse().unwrap())), "{text}");
            }
            assert!(!range.contains(crate::client_address::limit_key("2001:db8:1:3::5".parse().unwrap())));
        }
        assert!(!"2001:db8::/48".parse::<AddressRange>().unwrap().is_ipv6_network());
    }

    #[test]
    fn ban_subjects_round_trip() {
        for text in ["0123456789abcdef", "192.0.2.0/24", "2001:db8::/32", "192.0.2.7/32"] {
            assert_eq!(text.parse::<BanSubject>().unwrap().to_string(), text);
        }
        for wrong in ["", "Anne", "192.0.2.0/33", "192.0.2", "2001:db8::/129", "1.2.3.4/x"] {
            assert_eq!(wrong.parse::<BanSubject>(), Err(InvalidBanSubject), "{wrong}");
        }
    }
}
