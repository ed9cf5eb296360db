//! Who somebody is: a number in a cookie that only this server can sign. No account, no password. (An account would
//! be a row that names the same number.)

use std::fmt;
use std::io;
use std::path::Path;

use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use table::GuestId;

use crate::random;

/// The name of the cookie.
const NAME: &str = "trois";

/// How long a browser keeps it: as long as browsers do.
const MAX_AGE: u32 = 400 * 24 * 3600;

/// What cookies are signed with.
#[derive(Clone)]
pub struct CookieKey([u8; 32]);

impl fmt::Debug for CookieKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieKey(…)")
    }
}

impl CookieKey {
    /// The key written as 64 hexadecimal digits.
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

    /// The key in this file, which is made with a new one if it is not there. Only the owner can read it.
    pub fn from_file(path: &Path) -> io::Result<CookieKey> {
        match std::fs::read_to_string(path) {
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

    fn mac(&self, guest: GuestId) -> Hmac<Sha256> {
        #[allow(clippy::expect_used, reason = "a key of any length will do")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length will do");
        mac.update(b"trois guest 1 ");
        mac.update(guest.to_string().as_bytes());
        mac
    }

    /// The value of the cookie of a guest.
    pub fn sign(&self, guest: GuestId) -> String {
        let tag = self.mac(guest).finalize().into_bytes();
        let tag: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{guest}.{tag}")
    }

    /// The guest that a cookie stands for; `None` if it was not signed here.
    pub fn check(&self, value: &str) -> Option<GuestId> {
        let (guest, tag) = value.split_once('.')?;
        let guest: GuestId = guest.parse().ok()?;
        // Comparing takes as long whatever is wrong.
        self.mac(guest).verify_slice(&CookieKey::parse(tag)?.0).ok().map(|()| guest)
    }

    /// The guest who sent these headers.
    pub(crate) fn guest(&self, headers: &HeaderMap) -> Option<GuestId> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|list| list.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(NAME)?.strip_prefix('='))
            .find_map(|value| self.check(value))
    }

    /// The header that gives a guest the cookie.
    pub(crate) fn header(&self, guest: GuestId, is_secure: bool) -> Option<HeaderValue> {
        let secure = if is_secure { "; Secure" } else { "" };
        let value = self.sign(guest);
        let cookie = format!("{NAME}={value}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }
}

/// Makes a file that only its owner can read. If somebody else made it in the meantime, that is an error.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    use std::io::Write;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_that_was_not_signed_here_is_nobodys() {
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
    fn the_cookie_is_found_among_others_and_forged_ones_are_passed_over() {
        let key = CookieKey([1; 32]);
        let mut headers = HeaderMap::new();
        let value = format!("a=b; trois=forged; trois={}; c=d", key.sign(GuestId(7)));
        headers.append(header::COOKIE, HeaderValue::from_str(&value).unwrap());
        assert_eq!(key.guest(&headers), Some(GuestId(7)));
        assert_eq!(key.guest(&HeaderMap::new()), None);
    }

    #[test]
    fn the_key_is_made_once_and_kept_for_its_owner_alone() {
        let folder = std::env::temp_dir().join(format!("trois-key-{}", random::key()));
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("cookie.key");
        let first = CookieKey::from_file(&path).unwrap();
        assert_eq!(CookieKey::from_file(&path).unwrap().digits(), first.digits());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&path, "not a key").unwrap();
        assert!(CookieKey::from_file(&path).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
