//! `trois`: the games of three in a terminal. It reads the command line and runs one command. Exit status: 0 success,
//! 1 a failure of the program, 2 wrong input.

mod args;
mod commands;
mod errors;
#[cfg(feature = "server")]
mod file_limit;
mod input;
mod language;
mod output;
mod position;
mod progress;
mod thinking;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use errors::Failure;

/// A server frees on one thread what it has allocated on another, and must give memory back when its clients leave: the
/// allocator of most systems is slow at the first and keeps what the second frees.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(anstream::stdout().lock());
    match run(&cli.command, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: &Command, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Games(args) => commands::games::run(args, out),
        Command::Rules(args) => commands::rules::run(args, out),
        Command::Play(args) => commands::play::run(args, out),
        Command::Puzzle(args) => commands::puzzle::run(args, out),
        Command::Puzzles(args) => commands::puzzles::run(args, out),
        #[cfg(feature = "server")]
        Command::Serve(args) => commands::serve::run(args, out),
        Command::Show(args) => commands::show::run(args, out),
        Command::Moves(args) => commands::moves::run(args, out),
        Command::Perft(args) => commands::perft::run(args, out),
        Command::Replay(args) => commands::replay::run(args, out),
        Command::Review(args) => commands::review::run(args, out),
        Command::Verify(args) => commands::verify::run(args, out),
        Command::Analyse(args) => commands::analyse::run(args, out),
        Command::Explore(args) => commands::explore::run(args, out),
        Command::Solve(args) => commands::solve::run(args, out),
        Command::Arena(args) => commands::arena::run(args, out),
        Command::Levels(args) => commands::levels::run(args, out),
        Command::Engine(_) => commands::engine::run(out),
        Command::Bench(args) => commands::bench::run(args, out),
        #[cfg(feature = "server")]
        Command::Load(args) => commands::load::run(args, out),
        #[cfg(feature = "server")]
        Command::Backup(args) => commands::backup::back_up(args, out),
        #[cfg(feature = "server")]
        Command::Restore(args) => commands::backup::restore(args, out),
        #[cfg(feature = "server")]
        Command::Admin(args) => commands::admin::run(args, out),
        #[cfg(feature = "server")]
        Command::Licenses(_) => commands::licenses::run(out),
        Command::Completions(args) => commands::completions::run(args, out),
    }
}
