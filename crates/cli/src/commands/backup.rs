//! `trois backup` and `trois restore`: copy the games of a server into a file and back.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use server::backup::{self, BackupError, CopiedCounts};

use crate::args::{BackupArgs, RestoreArgs};
use crate::commands::serve::settings;
use crate::errors::Failure;

pub(crate) fn back_up(args: &BackupArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let database = settings::database(&args.store)?;
    if args.file == Path::new("-") {
        return block_on(backup::back_up(&database, out))?.map(drop).map_err(|error| failed(&error));
    }
    let (file, name) = (create(&args.file), args.file.display());
    let file = file.map_err(|error| Failure::input(format!("{name} cannot be created: {error}.")))?;
    let copied = block_on(async {
        let copied = backup::back_up(&database, BufWriter::new(&file)).await?;
        file.sync_all()?;
        Ok::<_, BackupError>(copied)
    })?;
    match copied {
        Ok(copied) => report(out, "Copied", copied),
        Err(error) => {
            // An incomplete backup is removed.
            let _ = std::fs::remove_file(&args.file);
            Err(failed(&error))
        }
    }
}

pub(crate) fn restore(args: &RestoreArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let database = settings::database(&args.store)?;
    let copied = if args.file == Path::new("-") {
        block_on(backup::restore(&database, BufReader::new(io::stdin())))?
    } else {
        let file = File::open(&args.file)
            .map_err(|error| Failure::input(format!("{} cannot be opened: {error}.", args.file.display())))?;
        block_on(backup::restore(&database, BufReader::new(file)))?
    };
    report(out, "Restored", copied.map_err(|error| failed(&error))?)
}

fn report(out: &mut dyn Write, verb: &str, copied: CopiedCounts) -> Result<(), Failure> {
    let CopiedCounts { tables, rows } = copied;
    writeln!(out, "{verb}: {tables} tables, {rows} rows in all.")?;
    writeln!(out, "The cookie key (cookie.key) is not in the backup: keep a copy of it elsewhere.")?;
    Ok(())
}

fn failed(error: &BackupError) -> Failure {
    Failure::input(format!("Nothing was copied: {error}."))
}

/// Creates a file that only its owner can read.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Runs a future on a database to its end. Its warnings go to the standard error stream.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    settings::log_warnings();
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Internal(format!("No thread could be started: {error}.")))?;
    Ok(runtime.block_on(work))
}
