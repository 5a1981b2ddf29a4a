//! `hecaton check`: reads the program, runs the engine under the limits, and reports.

use crate::args::{CheckArgs, Format, TraceLength};
use crate::cache;
use crate::certificate::{Bundle, Certification};
use crate::exit::Exit;
use crate::gap;
use crate::human::{self, Style};
use crate::input::{self, Loaded};
use crate::limits::Limits;
use crate::output::{self, complain, emit, print};
use crate::paint::Paint;
use crate::progress::{Board, Line, News};
use crate::report::{self, Answer, Frame, Report};
use crate::solvers;
use crate::supervise::{self, End};
use crate::swarm;
use crate::tests_dir::TestsDir;
use crate::witness;
use crate::workers;
use hecaton_backends::memory;
use hecaton_base::{Budget, Map, Stop};
use hecaton_cache::{Cache, Patience};
use hecaton_certify::Ledger;
use hecaton_engine::{Bounds, Engine, Event, Outcome, Sink, Task, Unknown, Verdict};
use hecaton_front_c::Diag;
use hecaton_ir::{File, FileId, Program, PropId, PropKind};
use hecaton_jobs::{Crew, Load};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why properties are open after the first violation, if that is all that was wanted.
const AT_FIRST: &str = "stopped at the first violation";

/// How often the live line is drawn.
const DRAW: Duration = Duration::from_millis(40);
/// How often a program that reads along is told how busy the workers are.
const LOAD: Duration = Duration::from_secs(1);

/// What the work of a check ends with.
enum Work {
    /// There is no program.
    Failed(input::Failure),
    /// Something that the command line asks for cannot be done.
    Refused(String),
    /// The engine is done.
    Ran(Outcome),
}

/// Runs the command.
pub fn run(args: CheckArgs) -> Exit {
    let start = Instant::now();
    let Some(engine) = hecaton_engine::engines().into_iter().find(|e| e.name() == args.engine) else {
        let names: Vec<&str> = hecaton_engine::engines().iter().map(|e| e.name()).collect();
        complain(&format!("error: there is no engine `{}`; there are: {}\n", args.engine, names.join(", ")));
        return Exit::Usage;
    };
    if args.tests.is_some() && engine.name() != "paths" {
        complain("error: --tests is for --engine paths: the other engines do not look at one path at a time\n");
        return Exit::Usage;
    }
    if !args.swarm.omit.is_empty() && engine.name() != "swarm" {
        complain("error: --omit is for --engine swarm: the other engines look at the whole program\n");
        return Exit::Usage;
    }
    let asked: Vec<String> = args.solver.iter().chain(&args.solvers).cloned().collect();
    let (bundle, store) =
        match args.certificate.as_ref().map(|dir| Bundle::begin(dir, args.certificate_size)).transpose() {
            Ok(begun) => begun.unzip(),
            Err(what) => {
                complain(&format!("error: {what}\n"));
                return Exit::Usage;
            }
        };
    let ledger = args.certifies().then(|| Arc::new(Ledger::new(store)));
    let (solver_name, makers) = match solvers::choose(&asked, ledger.as_ref()) {
        Ok(chosen) => chosen,
        Err(what) => {
            complain(&format!("error: {what}\n"));
            return Exit::Usage;
        }
    };
    let mut limits = match Limits::of(&args) {
        Ok(limits) => limits,
        Err(what) => {
            complain(&format!("error: {what}\n"));
            return Exit::Input;
        }
    };
    let budget = limits.budget.clone();
    let interrupted = supervise::interrupt_flag();
    let board = Board::default();
    let args = Arc::new(args);
    let same = |one: &Path, other: &Path| std::path::absolute(one).ok() == std::path::absolute(other).ok();
    let twice = args.witness.as_ref().zip(args.chrome_trace.as_ref()).filter(|(one, other)| same(one, other));
    let twice = twice.map_or(Ok(()), |(file, _)| Err(format!("`{}` cannot be two outputs at once", file.display())));
    if let Err(what) = twice.and_then(|()| writable(&args, &args.input.inputs)) {
        complain(&format!("error: {what}\n"));
        return Exit::Usage;
    }
    let crew = match workers::crew(&args, &budget) {
        Ok(crew) => Arc::new(crew),
        Err(error) => return no_threads(&error),
    };
    // A competition measures the run that it sees, and what comes from another run has no certificate.
    let alone = args.sv_comp && args.keep.cache.is_none() || args.certifies();
    let cache = if alone { None } else { cache::begin(&args.keep, Patience::of_run(start, args.timeout)) };

    let work = {
        let (args, board, budget, crew) = (Arc::clone(&args), board.clone(), budget.clone(), Arc::clone(&crew));
        let cache = cache.clone();
        move || work(&args, engine.as_ref(), (&asked, makers), cache, &board, &budget, &crew)
    };
    memory::ends_with(Exit::Inconclusive.code());
    let mut line = Line::new(args.format != Format::Jsonl);
    let at_first = args.first || args.sv_comp;
    let (mut told, mut drawn) = (start, start);
    let end = supervise::run(work, || {
        if drawn.elapsed() >= DRAW {
            drawn = Instant::now();
            line.draw(&board, &crew.load());
        }
        if args.format == Format::Jsonl && told.elapsed() >= LOAD {
            told = Instant::now();
            emit(&load_line(&crew.load()));
        }
        if supervise::is_set(&interrupted) || at_first && board.news().has_violation() {
            budget.cancel_flag().cancel();
        }
        let properties = {
            let news = board.news();
            news.program.is_some().then_some(news.props.len())
        };
        limits.look(properties)
    });
    line.clear();
    memory::go_first(true);

    complain(&workers::losses(&crew));
    if let Some(file) = args.chrome_trace.as_ref().filter(|_| !matches!(end, End::Done(Work::Refused(_))))
        && let Err(what) = output::write_file(file, crew.record().chrome_trace().as_bytes())
    {
        output::unwritten(&what);
    }
    let interrupted = supervise::is_set(&interrupted);
    let news = std::mem::take(&mut *board.news());
    let enough = at_first && news.has_violation();
    let mut frame = Frame {
        inputs: args.input.compdb.iter().chain(&args.input.inputs).map(|p| p.display().to_string()).collect(),
        engine: args.engine.clone(),
        solver: solver_name,
        solvers: news.solvers.clone(),
        unsupported: news.unsupported.clone(),
        accept_bounded: args.accept_bounded,
        interrupted,
        stopped: interrupted.then(|| "interrupted".to_owned()),
        seconds: start.elapsed().as_secs_f64(),
        diagnostics: vec![],
        without_body: vec![],
        configurations: vec![],
        invariants: vec![],
        counts: news.counts.clone(),
        scaling: workers::scaling(&args, &crew),
        trace: args.trace,
    };
    if let Some(program) = &news.program {
        frame.diagnostics = input::diagnostics(&news.warnings, &program.files);
        frame.configurations = news.tried.iter().map(|tried| swarm::row(program, tried)).collect();
        frame.invariants = witness::rows(program, &news.invariants);
        frame.without_body = input::without_body(&news.missing, &program.files);
        complain(&input::show(&news.warnings, &program.files, Paint::new(args.input.color, &std::io::stderr())));
    }
    // The process is about to end: nobody has to wait for workers to tidy up.
    std::mem::forget(crew);
    let stop = limits.stop();
    let exit = match (end, news.program.clone()) {
        (End::Done(Work::Ran(outcome)), Some(program)) => {
            let outcome = outcome.honest(&budget);
            if enough && frame.stopped.is_none() {
                frame.stopped = open_because(&outcome, &Stop::Cancelled).map(|_| AT_FIRST.to_owned());
            }
            let told = Limits::told(&budget, news.props.len());
            if told.time_left() == Some(Duration::ZERO) && frame.stopped.is_none() {
                frame.stopped = open_because(&outcome, &Stop::Time);
            }
            frame.stopped = frame.stopped.or_else(|| open_because(&outcome, &Stop::Memory));
            let found = std::mem::take(&mut frame.invariants);
            frame.invariants = if args.invariants { found.clone() } else { vec![] };
            let mut report = Report::of_outcome(&program, &outcome, frame);
            certify(&mut report, ledger.as_deref(), bundle, &program, &budget);
            if let Some(file) = &args.witness {
                let written = match report.result {
                    Answer::Holds => witness::write(file, &program, &news.kinds, &args.input.inputs, &found),
                    _ => {
                        complain("warning: nothing is proved, so there is no correctness witness\n");
                        Ok(())
                    }
                };
                if let Err(what) = written {
                    output::unwritten(&what);
                }
            }
            finish(&args, report, &program.files)
        }
        (End::Done(Work::Failed(input::Failure { stop: Some(stop), .. })), _) => {
            let stop = if interrupted { Stop::Cancelled } else { stop };
            unread(&args, &stop, frame)
        }
        (End::Done(Work::Failed(failure)), _) => {
            frame.diagnostics = input::diagnostics(&failure.diags, &failure.files);
            complain(&input::show(&failure.diags, &failure.files, Paint::new(args.input.color, &std::io::stderr())));
            no_verdict(&args, failure.exit, frame)
        }
        (End::Done(Work::Refused(what)), _) => {
            complain(&format!("error: {what}\n"));
            no_verdict(&args, Exit::Usage, frame)
        }
        (End::Abandoned, Some(program)) => {
            frame.stopped = Some(if enough && !interrupted { AT_FIRST.to_owned() } else { stop.to_string() });
            let outcome = so_far(&news, stop).honest(&budget);
            let mut report = Report::of_outcome(&program, &outcome, frame);
            certify(&mut report, ledger.as_deref(), bundle, &program, &budget);
            finish(&args, report, &program.files)
        }
        (End::Abandoned, None) => unread(&args, &stop, frame),
        (End::Panicked(what), _) => {
            complain(&internal_error(&what));
            frame.stopped = Some(format!("internal error: {what}"));
            no_verdict(&args, Exit::Internal, frame)
        }
        (End::NotStarted(error), _) => no_verdict(&args, no_threads(&error), frame),
        (End::Done(Work::Ran(_)), None) => {
            complain(&internal_error("an engine ran without a program"));
            no_verdict(&args, Exit::Internal, frame)
        }
    };
    memory::go_first(false);
    // Whoever waits for the report does not wait for the cache.
    cache::close(cache.as_ref());
    exit
}

/// Says in the report what is certified, if that was asked, and completes the bundle. Beside a defect nothing is.
fn certify(report: &mut Report, ledger: Option<&Ledger>, bundle: Option<Bundle>, program: &Program, budget: &Budget) {
    let Some(totals) = ledger.map(Ledger::close) else { return };
    let defect = budget.defect();
    let mut certification = Certification::new(&totals, defect.is_some());
    if let Some(bundle) = bundle {
        let shown = bundle.place();
        let done = match (defect, totals.lost) {
            (Some(what), _) => Err(format!("the certificate `{shown}`: {what}")),
            (None, Some(why)) => Err(format!("the certificate `{shown}`: {why}")),
            (None, None) => bundle.finish(report, program, &report::names(program), &certification),
        };
        match done {
            Ok(()) => certification.bundle = Some(shown),
            Err(what) => output::unwritten(&what),
        }
    }
    report.certification = Some(certification);
}

/// Whether the files can be written that the command line asks for.
fn writable(args: &CheckArgs, inputs: &[PathBuf]) -> Result<(), String> {
    args.witness.iter().chain(&args.chrome_trace).try_for_each(|file| output::writable(file, inputs))
}

/// What is said about a defect of this tool.
pub fn internal_error(what: &str) -> String {
    format!(
        "internal error: {what}\nThis is a defect of hecaton, not of your program, and no verdict was reached. \
         Please report it with the input.\n"
    )
}

/// Says that there is no thread to do anything.
pub fn no_threads(error: &std::io::Error) -> Exit {
    complain(&format!("error: the system gives us no thread (ulimit -u, ulimit -v): {error}\n"));
    Exit::Input
}

/// Reads the program and runs the engine.
fn work(
    args: &CheckArgs,
    engine: &dyn Engine,
    (solver_names, mut makers): (&[String], Vec<hecaton_engine::SolverMaker>),
    cache: Option<Arc<Cache>>,
    board: &Board,
    budget: &Budget,
    crew: &Crew,
) -> Work {
    board.phase("reading");
    let loaded = input::load(&args.input, &args.property, args.sv_comp, budget);
    let Loaded { mut program, selection, warnings, missing, features: _ } = match loaded {
        Ok(loaded) => loaded,
        Err(failure) => return Work::Failed(failure),
    };
    // A task, a database or another file may have named an input.
    if let Err(what) = writable(args, &[]) {
        return Work::Refused(what);
    }
    if selection.kinds.contains(&PropKind::Uninit) {
        program
            .notes
            .push("uninit: memory (arrays, structures, what has its address taken) is taken to be initialised".into());
    }
    let program = Arc::new(program);
    let props: Vec<PropId> =
        program.props.iter().filter(|(_, prop)| selection.kinds.contains(&prop.kind)).map(|(id, _)| id).collect();
    {
        let mut news = board.news();
        news.program = Some(Arc::clone(&program));
        news.props.clone_from(&props);
        news.kinds.clone_from(&selection.kinds);
        news.warnings = warnings;
        news.missing = missing;
        news.unsupported = selection.unsupported;
    }
    let solvers = solvers::identities(solver_names, budget);
    board.news().solvers.clone_from(&solvers);
    if props.is_empty() && args.tests.is_none() {
        // Nothing can be violated, unless a property is missing because the code around it could not be read.
        if let Some((what, span)) = gap::find(&program) {
            let mut news = board.news();
            news.warnings.push(Diag::warning(span, format!("not supported: {what}")));
            news.unsupported.push(what);
        }
        return Work::Ran(Outcome::default());
    }
    let bounds = Bounds { unwind: args.unwind, loops: args.unwind_loop.clone(), turns: args.turns() };
    let (normalize, induction) = (args.normalize, !args.no_induction);
    let mut search = args.search();
    for names in &args.swarm.omit {
        match input::features(&program, names) {
            Ok(omitted) => search.swarm.exactly.push(omitted),
            Err(failure) => return Work::Failed(failure),
        }
    }
    let whole = Arc::clone(&program);
    let solver = makers.remove(0);
    let others = makers;
    let analysis = args.analysis();
    let invariants = args.invariants || args.witness.is_some();
    let asked = Arc::new(props.iter().copied().collect());
    let task = Task {
        program: whole,
        whole: None,
        props,
        asked,
        bounds,
        solver,
        others,
        normalize,
        induction,
        analysis,
        search,
        invariants,
        cache,
    };
    let tests = match args.tests.as_ref().map(|dir| TestsDir::open(dir, Arc::clone(&program))).transpose() {
        Ok(tests) => tests,
        Err(error) => {
            let dir = args.tests.as_deref().unwrap_or(Path::new("")).display();
            return Work::Refused(format!("{dir}: {error}"));
        }
    };
    // Tests are of the whole program.
    // And `swarm` slices the variants that it makes.
    // A slice may leave out that something changes where nobody looks at it any more.
    let whole = args.no_slice || tests.is_some() || invariants || engine.name() == "swarm";
    // Whoever wants to see the work wants it done.
    let shown = tests.is_some() || args.chrome_trace.is_some() || args.scaling || invariants;
    let sink = sink(board, args.format, program, args.trace, tests);
    let budget = &Limits::told(budget, task.props.len());
    let decide = |task: &Task| match whole {
        true => hecaton_engine::run(engine, task, budget, crew, &sink),
        false => hecaton_engine::run_sliced(engine, task, budget, crew, &sink),
    };
    // Another solver may give other answers, though it has the same name.
    let known = solvers.iter().all(|solver| solver.is_known);
    let how = format!("{:?}", (engine.name(), &solvers, whole));
    let mut outcome =
        if shown || !known { decide(&task) } else { hecaton_engine::run_cached(&task, &how, &sink, decide) };
    if args.swarm.minimise {
        board.phase("minimising");
        hecaton_engine::swarm::minimise(&task, &mut outcome, budget, crew, &sink);
    }
    Work::Ran(outcome)
}

/// Takes the news of the engine: to the board, and as lines of JSON if they are asked for.
fn sink(board: &Board, format: Format, program: Arc<Program>, length: TraceLength, tests: Option<TestsDir>) -> Sink {
    let board = board.clone();
    let names = report::names(&program);
    Arc::new(move |event: Event| {
        board.note(&event);
        if let (Event::Test(choices), Some(tests)) = (&event, &tests)
            && let Err(error) = tests.write(choices)
        {
            output::unwritten(&format!("a test: {error}"));
        }
        if format == Format::Jsonl {
            let value = match &event {
                Event::Bound(bound) => serde_json::json!({ "event": "bound", "bound": bound }),
                Event::Phase(phase) => serde_json::json!({ "event": "phase", "phase": phase }),
                Event::Settled(prop, verdict) => {
                    let name = names.get(prop).map_or("", String::as_str);
                    let property = report::property(&program, name, *prop, verdict, length);
                    serde_json::json!({ "event": "settled", "property": property })
                }
                Event::Test(_) => return,
                Event::Tried(tried) => {
                    serde_json::json!({ "event": "configuration", "configuration": swarm::row(&program, tried) })
                }
                Event::Invariants(found) => {
                    serde_json::json!({ "event": "invariants", "invariants": witness::rows(&program, found) })
                }
                Event::Counts(counts) => serde_json::json!({ "event": "counts", "counts": counts }),
            };
            emit(&format!("{value}\n"));
        }
    })
}

/// How busy the workers are, as a line of JSON.
fn load_line(load: &Load) -> String {
    let lane = |lane: &hecaton_jobs::LaneLoad| {
        let (name, running, queued) = (&lane.name, lane.running, lane.queued);
        serde_json::json!({ "name": name, "running": running, "queued": queued, "done": lane.done, "lost": lane.lost })
    };
    let lanes: Vec<serde_json::Value> = load.lanes.iter().map(lane).collect();
    let utilisation = (load.utilisation * 1000.0).round() / 1000.0;
    let (workers, busy, queued) = (load.workers, load.busy, load.queued);
    let value = serde_json::json!({
        "event": "load", "workers": workers, "busy": busy, "queued": queued, "utilisation": utilisation, "lanes": lanes
    });
    format!("{value}\n")
}

/// The verdicts an engine gave before it was left alone; everything else is open.
fn so_far(news: &News, stop: Stop) -> Outcome {
    let open = Verdict::Unknown(Unknown { stop, span: None, known: None });
    let verdict = |prop: &PropId| (*prop, news.settled.get(prop).unwrap_or(&open).clone());
    Outcome { verdicts: news.props.iter().map(verdict).collect(), notes: vec![] }
}

/// The reason as text if a property is open because of it.
fn open_because(outcome: &Outcome, reason: &Stop) -> Option<String> {
    let because = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(unknown) if unknown.stop == *reason);
    outcome.verdicts.values().any(because).then(|| reason.to_string())
}

fn finish(args: &CheckArgs, report: Report, files: &Map<FileId, File>) -> Exit {
    let exit = report.exit;
    let text = match args.format {
        Format::Human => {
            let paint = Paint::new(args.input.color, &std::io::stdout());
            let style = Style { paint, full_traces: args.trace == TraceLength::Full, verbose: args.verbose };
            human::render(&report, files, style)
        }
        Format::Json | Format::Jsonl => report.to_json_line() + "\n",
    };
    show(args, text + &result_line(args, &report));
    exit
}

/// Prints a report in the format that is asked for.
fn show(args: &CheckArgs, text: String) {
    match args.format {
        Format::Human => print(&text),
        Format::Json | Format::Jsonl => emit(&text),
    }
}

/// Ends a run without verdicts: only the formats for programs and SV-COMP have something to say on standard output.
fn no_verdict(args: &CheckArgs, exit: Exit, frame: Frame) -> Exit {
    let report = Report::empty(exit, frame);
    let text = match args.format {
        Format::Human => String::new(),
        Format::Json | Format::Jsonl => report.to_json_line() + "\n",
    };
    show(args, text + &result_line(args, &report));
    exit
}

/// Ends a run that had to stop before there was a program.
fn unread(args: &CheckArgs, stop: &Stop, mut frame: Frame) -> Exit {
    let what = format!("{stop} while the program was read");
    complain(&format!("error: {what}\n"));
    frame.stopped = Some(what);
    let exit = if *stop == Stop::Cancelled { Exit::Interrupted } else { Exit::Inconclusive };
    no_verdict(args, exit, frame)
}

fn result_line(args: &CheckArgs, report: &Report) -> String {
    if !args.sv_comp {
        return String::new();
    }
    let names: Vec<&str> = report.without_body.iter().map(|function| function.name.as_str()).collect();
    let missing =
        if names.is_empty() { String::new() } else { format!("Functions without body: {}\n", names.join(", ")) };
    let external = report.external_solvers.iter().map(|solver| format!("External solver: {}\n", solver.description()));
    let external: String = external.collect();
    format!("{missing}{external}Verification result: {}\n", report.sv_comp)
}
