//! Hecaton's command line: argv, files, exit codes and report formats. Nothing is above it.

mod args;
mod exit;
mod paint;
mod props;
mod taskfile;

fn main() {}
