//! `trois completions`: a script that completes commands in a shell.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::errors::Failure;

pub(crate) fn run(args: &CompletionsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    // Written to memory first, since the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "trois", &mut script);
    out.write_all(&script)?;
    Ok(())
}
