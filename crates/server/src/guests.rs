//! Guests are identified by a number in a signed cookie. There is no account and no password; an account would be a
//! database row that refers to the same number.

use std::fmt;
use std::fs::OpenOptions;
use std::io;
use std::net::IpAddr;
use std::path::Path;

use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use table::GuestId;

use crate::{private_files, random};

/// The name of the cookie.
const NAME: &str = "trois";

/// The name of the cookie over TLS. Browsers accept a cookie with this prefix from the host itself only, over TLS, for
/// all paths: neither a subdomain nor an attacker on an unencrypted network can set one.
const SECURE_NAME: &str = "__Host-trois";

/// How long a browser keeps the cookie, in seconds: the maximum that browsers allow.
const MAX_AGE: u32 = 400 * 24 * 3600;

/// The key that signs cookies.
#[derive(Clone)]
pub struct CookieKey([u8; 32]);

impl fmt::Debug for CookieKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieKey(…)")
    }
}

impl CookieKey {
    /// Reads a key of 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<CookieKey> {
        let text = text.trim();
        let mut key = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (byte, digits) in key.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(CookieKey(key))
    }

    /// Reads the key from this file, which only its owner may be able to read. If the file is missing, creates it with a
    /// new key.
    pub fn from_file(path: &Path) -> io::Result<CookieKey> {
        match private_files::read_secret(path) {
            Ok(text) => CookieKey::parse(&text)
                .ok_or_else(|| io::Error::other("a key of 64 hexadecimal digits belongs in it")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = CookieKey(random::bytes());
                write_new(path, &key.digits())?;
                Ok(key)
            }
            Err(error) => Err(error),
        }
    }

    fn digits(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The authentication code of a text. The purpose is part of it, so that a code for one purpose is not valid for
    /// another.
    fn mac_of(&self, purpose: &[u8], text: &str) -> Hmac<Sha256> {
        #[allow(clippy::expect_used, reason = "a key of any length will do")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length will do");
        mac.update(purpose);
        mac.update(text.as_bytes());
        mac
    }

    fn mac(&self, guest: GuestId) -> Hmac<Sha256> {
        self.mac_of(b"trois guest 1 ", &guest.to_string())
    }

    /// A number that identifies an address. It is always the same, and reveals the address only to those who have the
    /// key.
    pub(crate) fn number_of(&self, address: IpAddr) -> i64 {
        let code = self.mac_of(b"trois address 1 ", &address.to_string()).finalize().into_bytes();
        code.iter().take(8).fold(0, |number, byte| number << 8 | i64::from(*byte))
    }

    /// The value of a guest's cookie: the number and its signature.
    pub fn sign(&self, guest: GuestId) -> String {
        let tag = self.mac(guest).finalize().into_bytes();
        let tag: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{guest}.{tag}")
    }

    /// The guest of a cookie; `None` if the signature is not ours.
    pub fn check(&self, value: &str) -> Option<GuestId> {
        let (guest, tag) = value.split_once('.')?;
        let guest: GuestId = guest.parse().ok()?;
        // Compares in constant time.
        self.mac(guest).verify_slice(&CookieKey::parse(tag)?.0).ok().map(|()| guest)
    }

    /// The guest of the first valid cookie in these headers.
    pub(crate) fn guest(&self, headers: &HeaderMap, is_secure: bool) -> Option<GuestId> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|list| list.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(name(is_secure))?.strip_prefix('='))
            .find_map(|value| self.check(value))
    }

    /// The `Set-Cookie` header for a guest.
    pub(crate) fn header(&self, guest: GuestId, is_secure: bool) -> Option<HeaderValue> {
        let secure = if is_secure { "; Secure" } else { "" };
        let value = self.sign(guest);
        let name = name(is_secure);
        let cookie = format!("{name}={value}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }
}

fn name(is_secure: bool) -> &'static str {
    if is_secure { SECURE_NAME } else { NAME }
}

/// Creates a file that only its owner can read. It is an error if the file exists.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    use std::io::Write;
    let mut file = private_files::create(path, OpenOptions::new().create_new(true))?;
    writeln!(file, "{text}")?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_with_a_foreign_signature_is_ignored() {
        let (ours, theirs) = (CookieKey([1; 32]), CookieKey([2; 32]));
        let value = ours.sign(GuestId(7));
        assert_eq!(ours.check(&value), Some(GuestId(7)));
        assert_eq!(theirs.check(&value), None);
        for wrong in [
            "",
            ".",
            "7",
            "0000000000000007",
            "0000000000000007.",
            &value[..40],
            &value.replace("07.", "08."),
        ] {
            assert_eq!(ours.check(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_valid_cookie_is_found_among_others_and_forged_ones() {
        let key = CookieKey([1; 32]);
        let mut headers = HeaderMap::new();
        let value = format!("a=b; trois=forged; trois={}; c=d", key.sign(GuestId(7)));
        headers.append(header::COOKIE, HeaderValue::from_str(&value).unwrap());
        assert_eq!(key.guest(&headers, false), Some(GuestId(7)));
        assert_eq!(key.guest(&HeaderMap::new(), false), None);
    }

    #[test]
    fn over_tls_only_a_cookie_that_no_subdomain_can_set_is_accepted() {
        let key = CookieKey([1; 32]);
        let set = key.header(GuestId(7), true).unwrap().to_str().unwrap().to_owned();
        assert!(
            set.starts_with("__Host-trois=") && set.contains("; Path=/;") && set.ends_with("; Secure"),
            "{set}"
        );
        assert!(!set.contains("Domain"), "{set}");
        let with = |name: &str| {
            let value = format!("{name}={}", key.sign(GuestId(7)));
            HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&value).unwrap())])
        };
        assert_eq!(key.guest(&with("__Host-trois"), true), Some(GuestId(7)));
        assert_eq!(key.guest(&with("trois"), true), None);
        assert_eq!(key.guest(&with("trois"), false), Some(GuestId(7)));
    }

    #[test]
    fn the_key_file_is_created_once_and_only_its_owner_can_read_it() {
        let folder = std::env::temp_dir().join(format!("trois-key-{}", random::key()));
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("cookie.key");
        let first = CookieKey::from_file(&path).unwrap();
        assert_eq!(CookieKey::from_file(&path).unwrap().digits(), first.digits());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            for mode in [0o644, 0o640, 0o604] {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
                let why = CookieKey::from_file(&path).unwrap_err().to_string();
                assert!(why.ends_with(&format!("run: chmod 600 {}", path.display())), "{why}");
            }
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o400)).unwrap();
            assert_eq!(CookieKey::from_file(&path).unwrap().digits(), first.digits());
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
        std::fs::write(&path, "not a key").unwrap();
        assert!(CookieKey::from_file(&path).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
