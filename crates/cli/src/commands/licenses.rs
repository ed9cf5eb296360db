//! `trois licenses`: the licences of Trois and of all packages that the program contains.

use std::io::Write;

use crate::errors::Failure;

/// Where the server serves the notices that `cargo xtask web` collects.
const ADDRESS: &str = "/licenses.txt";

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let Some(notices) = server::files::find(ADDRESS) else {
        return Err(Failure::input(
            "This program was built without the app, and the notices come with it: run cargo xtask web, then build again.",
        ));
    };
    out.write_all(notices.content())?;
    Ok(())
}
