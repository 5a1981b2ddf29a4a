//! Hecaton's command line: argv, files, exit codes and report formats. Nothing is above it.

mod args;
mod blocks;
mod cache;
mod certificate;
mod certify;
mod check;
mod columns;
mod compdb;
mod exit;
mod gap;
mod human;
mod input;
mod limits;
mod list;
mod models;
mod output;
mod paint;
mod process;
mod progress;
mod props;
mod report;
mod solvers;
mod steps;
mod supervise;
mod swarm;
mod taskfile;
mod tests_dir;
mod witness;
mod workers;

use args::{Cli, Command, InputArgs, Schedule as Whose, SequentializeArgs};
use clap::{CommandFactory as _, Parser as _};
use exit::Exit;
use hecaton_backends::memory;
use hecaton_base::Budget;
use hecaton_host::guard;
use hecaton_ir::Program;
use hecaton_ir::passes::sequentialize::{Options, Schedule, sequentialize};
use input::Loaded;
use output::{complain, emit, print};
use paint::Paint;
use std::process::ExitCode;
use supervise::{End, Wait};

#[global_allocator]
static ALLOCATOR: memory::Allocator = memory::Allocator;

fn main() -> ExitCode {
    // Programs that we start are watched by a process of this executable, so that they end with us.
    if let Some(code) = guard::run(std::env::args_os().skip(1)) {
        return ExitCode::from(code);
    }
    if let Ok(executable) = std::env::current_exe() {
        guard::arm(executable);
    }
    supervise::remember_panics();
    supervise::survive_full_files();
    // Nothing is read yet.
    memory::ends_with(Exit::Input.code());
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A message, help, or the version.
            let printed = error.print();
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Success };
            if exit == Exit::Success {
                output::finish(printed);
            }
            return output::ending(exit).into();
        }
    };
    let exit = match cli.command {
        Command::Check(args) => check::run(*args),
        Command::Ir(ir) => with_program(ir.input, ir.property, move |loaded| {
            let program = shown(loaded, ir.slice, ir.omit, ir.no_slice)?;
            Ok(if ir.blocks { blocks::render(&program, ir.dot) } else { hecaton_ir::text::print(&program) })
        }),
        Command::Sequentialize(args) => {
            let SequentializeArgs { input, method, rounds, contexts, schedule, threads, recursion, property } = args;
            let schedule = match (rounds, contexts, schedule) {
                (Some(_), _, Some(Whose::Arbitrary)) => {
                    complain("error: --rounds means round-robin; --contexts K --schedule arbitrary has K turns\n");
                    return Exit::Usage.into();
                }
                (Some(rounds), _, _) => Schedule::Rounds(rounds),
                (None, contexts, Some(Whose::RoundRobin)) => Schedule::InTurn(contexts.unwrap_or(1)),
                (None, contexts, _) => Schedule::Arbitrary(contexts.unwrap_or(1)),
            };
            let options = Options { method: method.of_ir(), schedule, threads, recursion, further: false };
            with_program(input, property, move |loaded| sequential(loaded, &options))
        }
        Command::List(list) => with_program(list.input, vec![], move |loaded| Ok(list::render(loaded, list.what))),
        Command::Solvers => {
            print(&solvers::render());
            Exit::Success
        }
        Command::Models { format } => {
            emit(&models::render(format));
            Exit::Success
        }
        Command::Certify(args) => certify::run(&args),
        Command::Cache { action } => cache::run(action),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "hecaton", &mut script);
            emit(&String::from_utf8_lossy(&script));
            Exit::Success
        }
        Command::Man => manual(),
    };
    output::ending(exit).into()
}

/// The text of a program, of its variant without some features, or of its slice for what is asked where there is one.
fn shown(loaded: &Loaded, sliced: bool, omit: Option<String>, no_slice: bool) -> Result<Program, input::Failure> {
    let program = &loaded.program;
    let wanted = program.props.iter().filter(|(_, prop)| loaded.selection.kinds.contains(&prop.kind));
    let props: Vec<_> = wanted.map(|(id, _)| id).collect();
    let variant = match &omit {
        Some(names) => {
            let features = input::features(program, names)?;
            Some(hecaton_ir::passes::omit(program, &features, &props))
        }
        None => None,
    };
    let sliced = (sliced || variant.is_some()) && !no_slice;
    let program = variant.as_ref().unwrap_or(program);
    let slice = sliced.then(|| hecaton_ir::passes::slice(program, &props)).flatten();
    let mut shown = slice.map_or_else(|| program.clone(), |slice| slice.program);
    if variant.is_some() {
        hecaton_ir::passes::forget_features(&mut shown);
    }
    Ok(shown)
}

/// The text of the sequential program that stands for one with threads.
fn sequential(loaded: &Loaded, options: &Options) -> Result<String, input::Failure> {
    let program = &loaded.program;
    let wanted = program.props.iter().filter(|(_, prop)| loaded.selection.kinds.contains(&prop.kind));
    let props: Vec<_> = wanted.map(|(id, _)| id).collect();
    let translated = sequentialize(program, &props, options).map_err(|refusal| {
        let diag = hecaton_front_c::diag::Diag::error(refusal.span, format!("not translated: {}", refusal.what));
        input::Failure { diags: vec![diag], files: program.files.clone(), exit: Exit::Input, stop: None }
    })?;
    Ok(hecaton_ir::text::print(&translated.program))
}

/// Reads a program and prints what is made of it.
fn with_program(
    input: InputArgs,
    property: Vec<String>,
    render: impl FnOnce(&Loaded) -> Result<String, input::Failure> + Send + 'static,
) -> Exit {
    let paint = Paint::new(input.color, &std::io::stderr());
    let work = move || {
        let loaded = input::load(&input, &property, false, &Budget::unlimited())?;
        let warnings = input::show(&loaded.warnings, &loaded.program.files, paint);
        Ok((warnings, render(&loaded)?))
    };
    match supervise::run(work, || Wait::On) {
        End::Done(Ok((warnings, text))) => {
            complain(&warnings);
            print(&text);
            Exit::Success
        }
        End::Done(Err(failure)) => {
            let failure: input::Failure = failure;
            complain(&input::show(&failure.diags, &failure.files, paint));
            failure.exit
        }
        End::Panicked(what) => {
            complain(&check::internal_error(&what));
            Exit::Internal
        }
        End::NotStarted(error) => check::no_threads(&error),
        End::Abandoned => Exit::Internal,
    }
}

/// The manual page: the command and its subcommands one after the other.
fn manual() -> Exit {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    let rendered = clap_mangen::Man::new(command.clone()).render(&mut page).and_then(|()| {
        let mut shown = command.get_subcommands().filter(|sub| sub.get_name() != "help");
        shown.try_for_each(|sub| clap_mangen::Man::new(sub.clone()).render(&mut page))
    });
    match rendered {
        Ok(()) => {
            emit(&String::from_utf8_lossy(&page));
            Exit::Success
        }
        Err(error) => {
            complain(&check::internal_error(&error.to_string()));
            Exit::Internal
        }
    }
}
