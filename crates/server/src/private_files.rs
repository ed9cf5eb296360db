//! Files and folders that only the user of the server can read: they hold the secrets of the shuffles and the key of the
//! cookies.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The files of a data folder. SQLite gives the other files of a database the mode of the database itself.
const OUR_FILES: [&str; 7] = [
    "trois.db",
    "trois.db-wal",
    "trois.db-shm",
    "trois.db-journal",
    "trois.lock",
    "trois.lock-journal",
    "cookie.key",
];

/// Creates a data folder, or makes sure that only its owner can read it and the files of the server in it.
///
/// A folder with nothing but the server's own files is made private. One with other files may be shared on purpose,
/// such as a temporary folder: it is not changed, and the error is a sentence that says how to fix it.
pub fn prepare_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    #[cfg(unix)]
    unix::make_private(folder)?;
    Ok(())
}

/// Reads a file with a secret. If other users can read it too, the error is a sentence that says how to fix it.
pub fn read_secret(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    #[cfg(unix)]
    unix::check_secret(&file, path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(text)
}

/// Opens a file for writing, or creates one that only its owner can read.
pub(crate) fn create(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.write(true).open(path)
}

/// Creates an empty file that only its owner can read, unless there is one.
pub(crate) fn ensure_file(path: &Path) -> io::Result<()> {
    create(path, OpenOptions::new().create(true).truncate(false)).map(drop)
}

#[cfg(unix)]
mod unix {
    use super::{File, OUR_FILES, Path, fs, io};
    use std::os::unix::fs::PermissionsExt;

    /// Removes the permissions of all users but the owner from a folder and from the server's files in it.
    pub(super) fn make_private(folder: &Path) -> io::Result<()> {
        if is_open_to_others(folder)? {
            if has_other_files(folder)? {
                return Err(io::Error::other(advice(folder)));
            }
            set_mode(folder, 0o700).map_err(|error| with_advice(&error, folder))?;
        }
        for name in OUR_FILES {
            let path = folder.join(name);
            if path.try_exists()? && is_open_to_others(&path)? {
                set_mode(&path, 0o600).map_err(|error| with_advice(&error, folder))?;
            }
        }
        Ok(())
    }

    pub(super) fn check_secret(file: &File, path: &Path) -> io::Result<()> {
        if file.metadata()?.permissions().mode() & 0o077 == 0 {
            return Ok(());
        }
        let path = path.display();
        Err(io::Error::other(format!("other users of this machine can read it; run: chmod 600 {path}")))
    }

    fn is_open_to_others(path: &Path) -> io::Result<bool> {
        Ok(fs::metadata(path)?.permissions().mode() & 0o077 != 0)
    }

    fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    }

    fn has_other_files(folder: &Path) -> io::Result<bool> {
        for entry in fs::read_dir(folder)? {
            if !OUR_FILES.iter().any(|name| entry.as_ref().is_ok_and(|entry| entry.file_name() == *name)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn with_advice(error: &io::Error, folder: &Path) -> io::Error {
        io::Error::other(format!("{}: {error}", advice(folder)))
    }

    fn advice(folder: &Path) -> String {
        let folder = folder.display();
        format!(
            "other users of this machine can read the secrets of its games; use a folder of its own, or run: \
             chmod 700 {folder}; chmod 600 {folder}/trois.db* {folder}/cookie.key"
        )
    }
}
