//! Names files by a hash of their content: a file with such a name never changes, so browsers may cache it for ever.

use std::hash::{DefaultHasher, Hasher};

use crate::File;

/// The files with hashed names, and their plain names.
#[derive(Default)]
pub(crate) struct HashedNames {
    files: Vec<File>,
    plain: Vec<String>,
}

impl HashedNames {
    /// Adds a file and returns its hashed name: `app.js` becomes `assets/app-0123456789abcdef.js`.
    pub(crate) fn add(&mut self, plain: &str, content: Vec<u8>) -> &str {
        let (stem, extension) = plain.split_once('.').unwrap_or((plain, ""));
        let hashed = format!("{stem}-{}.{extension}", hash(&content));
        self.add_as(plain, &hashed, content)
    }

    /// Adds a file under a hashed name that other files already refer to.
    pub(crate) fn add_as(&mut self, plain: &str, hashed: &str, content: Vec<u8>) -> &str {
        self.plain.push(plain.to_owned());
        self.files.push((format!("assets/{hashed}"), content));
        self.files.last().map_or("", |file| &file.0)
    }

    /// Replaces plain names in braces by hashed ones: `{app.js}` becomes `/assets/app-0123456789abcdef.js`.
    pub(crate) fn fill(&self, content: &[u8]) -> Vec<u8> {
        let mut text = String::from_utf8_lossy(content).into_owned();
        for (plain, file) in self.plain.iter().zip(&self.files) {
            text = text.replace(&format!("{{{plain}}}"), &format!("/{}", file.0));
        }
        text.into_bytes()
    }

    /// The addresses of all files with this plain name.
    pub(crate) fn addresses(&self, plain: &str) -> impl Iterator<Item = String> {
        let named = self.plain.iter().zip(&self.files).filter(move |(name, _)| *name == plain);
        named.map(|(_, file)| format!("/{}", file.0))
    }

    /// The files with their hashed names.
    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }

    /// The files with their hashed names.
    pub(crate) fn into_files(self) -> Vec<File> {
        self.files
    }
}

/// The hash of a file's content, as sixteen hexadecimal digits.
pub(crate) fn hash(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_changes_with_the_content_and_only_then() {
        let mut names = HashedNames::default();
        let one = names.add("app.js", b"one".to_vec()).to_owned();
        assert_eq!(names.add("app.js", b"one".to_vec()), one);
        assert_ne!(names.add("app.js", b"two".to_vec()), one);
        assert!(one.starts_with("assets/app-") && one.ends_with(".js"), "{one}");
    }

    #[test]
    fn names_are_filled_in_and_other_braces_are_left() {
        let mut names = HashedNames::default();
        let name = names.add("styles.css", b"a{}".to_vec()).to_owned();
        let filled = names.fill(b"<{styles.css}> {other}");
        assert_eq!(String::from_utf8(filled).unwrap(), format!("</{name}> {{other}}"));
    }
}
