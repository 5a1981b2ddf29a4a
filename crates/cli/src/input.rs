//! From file names to a verified program, and to the question asked about it.

use crate::args::{Features, InputArgs, MissingBody, Outside};
use crate::compdb;
use crate::exit::Exit;
use crate::paint::{Grade, Message, Paint};
use crate::props::Selection;
use crate::report::{Diagnostic, WithoutBody, place};
use crate::taskfile;
use hecaton_base::{Budget, Id as _, Map, Stop};
use hecaton_front_c::Missing;
use hecaton_front_c::diag::{Diag, Severity};
use hecaton_front_c::preprocess::{Define, Name, Search, Setting, standard};
use hecaton_ir::{DataModel, Feature, FeatureId, File, FileId, Program, PropKind, Span, text, verify};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A program and the question.
pub struct Loaded {
    /// The program, verified.
    pub program: Program,
    /// What is asked.
    pub selection: Selection,
    /// Warnings.
    pub warnings: Vec<Diag>,
    /// Functions without body.
    pub missing: Vec<Missing>,
    /// What makes each feature one: `log` in the source, `expression` and `call` by options, `proposed`.
    pub features: Map<FeatureId, &'static str>,
}

/// Why there is no program.
#[derive(Debug)]
pub struct Failure {
    /// How the process ends.
    pub exit: Exit,
    /// What is wrong.
    pub diags: Vec<Diag>,
    /// The texts the messages point into.
    pub files: Map<FileId, File>,
    /// The limit that was reached, if that is why.
    pub stop: Option<Stop>,
}

impl Failure {
    fn nowhere(exit: Exit, message: impl Into<String>) -> Self {
        Failure { exit, diags: vec![Diag::error_nowhere(message)], files: Map::new(), stop: None }
    }
    fn input(message: impl Into<String>) -> Self {
        Self::nowhere(Exit::Input, message)
    }
    /// At a line of a text; line 0 is no line in particular.
    fn at(path: &Path, text: &str, line: u32, message: String) -> Self {
        let line = line.max(1);
        let len = text.lines().nth(line as usize - 1).map_or(1, |l| l.chars().count().max(1) as u32);
        Self::at_span(path, text, Span { file: FileId::new(0), line, col: 1, len }, message)
    }
    fn at_span(path: &Path, text: &str, span: Span, message: String) -> Self {
        let file = File { name: path.display().to_string(), text: Some(text.into()), library: false };
        let (diags, files) = (vec![Diag::error(span, message)], [file].into_iter().collect());
        Failure { exit: Exit::Input, diags, files, stop: None }
    }
    /// A limit was reached.
    fn stopped(stop: Stop) -> Self {
        Failure { exit: Exit::Inconclusive, diags: Vec::new(), files: Map::new(), stop: Some(stop) }
    }
}

/// Reads the inputs. The question comes from `-p`, else from a task file, else it is the default. With `sv_comp`, what
/// the arguments do not say about the world outside is as the tasks of SV-COMP are meant: calls of functions without
/// body leave memory as it is, and pointers from outside lead to memory of their own, unless that is the question.
pub fn load(args: &InputArgs, property: &[String], sv_comp: bool, budget: &Budget) -> Result<Loaded, Failure> {
    let mut question = question(property, budget)?;
    let mut inputs = args.inputs.clone();
    let mut model = args.data_model;
    if let Some(task) = only(&inputs, &["yml", "yaml"])? {
        let definition = read_task(&task, budget)?;
        if question.is_none() {
            question = definition.question;
        }
        inputs = definition.inputs;
        model = model.or(definition.model);
    }
    let selection = question.unwrap_or_default();
    let entry = args.function.clone().or_else(|| selection.entry.clone());
    let (program, warnings, missing) = match only(&inputs, &["hir"])? {
        Some(path) => (read_hir(&path, args, model, entry, budget)?, vec![], vec![]),
        None => {
            let project = match &args.compdb {
                Some(database) => from_database(database, &inputs, budget)?,
                None => Project {
                    inputs: inputs.iter().map(hecaton_front_c::Input::plain).collect(),
                    model: None,
                    warnings: vec![],
                },
            };
            let default = if sv_comp { MissingBody::Result } else { MissingBody::Havoc };
            let missing_body = match args.missing_body.unwrap_or(default) {
                MissingBody::Havoc => hecaton_front_c::MissingBody::Havoc,
                MissingBody::Result => hecaton_front_c::MissingBody::Result,
                MissingBody::Error => hecaton_front_c::MissingBody::Error,
            };
            let memory = [PropKind::Deref, PropKind::Bounds, PropKind::Free, PropKind::Leak, PropKind::Cleanup];
            let asked = memory.iter().any(|kind| selection.kinds.contains(kind));
            let outside = match args.outside {
                Some(Outside::Own) => true,
                Some(Outside::Unknown) => false,
                None => sv_comp && !asked,
            };
            let assumed = Assumed { missing_body, outside };
            let model = model.or(project.model).unwrap_or(DataModel::Lp64);
            let mut loaded = read_c(&project.inputs, args, model, entry, &selection, assumed, budget)?;
            let mut warnings: Vec<Diag> = project.warnings.into_iter().map(Diag::warning_nowhere).collect();
            warnings.append(&mut loaded.warnings);
            (loaded.program, warnings, loaded.missing)
        }
    };
    let mut program = program;
    let asked = |name: &str| args.feature.iter().any(|predicate| predicate.name == name);
    let kind = |feature: &Feature| if asked(&feature.name) { "expression" } else { "log" };
    let mut features: Map<FeatureId, &'static str> = program.features.values().map(kind).collect();
    let idle = hecaton_ir::passes::log_calls(&mut program, &args.feature_calls);
    if let Some(name) = idle.first() {
        let message = format!("--feature-calls: no function with a body is called `{name}`");
        return Err(Failure::nowhere(Exit::Usage, message));
    }
    while features.len() < program.features.len() {
        features.push("call");
    }
    if args.features == Features::Auto {
        hecaton_ir::passes::log_decisions(&mut program);
    }
    while features.len() < program.features.len() {
        features.push("proposed");
    }
    Ok(Loaded { program, selection, warnings, missing, features })
}

/// The features with these names, separated by commas, ascending.
pub fn features(program: &Program, names: &str) -> Result<Vec<FeatureId>, Failure> {
    let find = |name: &str| {
        let known = program.features.iter().find(|(_, feature)| feature.name == name).map(|(id, _)| id);
        known.ok_or_else(|| Failure::nowhere(Exit::Usage, format!("the program has no feature `{name}`")))
    };
    let mut found =
        names.split(',').map(str::trim).filter(|n| !n.is_empty()).map(find).collect::<Result<Vec<_>, _>>()?;
    found.sort();
    found.dedup();
    Ok(found)
}

/// Functions that must not be called, where no property file names them.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What `-p` asks, if it is given.
fn question(property: &[String], budget: &Budget) -> Result<Option<Selection>, Failure> {
    let mut question: Option<Selection> = None;
    for word in property {
        let next = if word.ends_with(".prp") {
            read_prp(Path::new(word), budget)?
        } else {
            Selection::parse_list(word).map_err(|what| Failure::nowhere(Exit::Usage, format!("-p: {what}")))?
        };
        question = Some(match question {
            None => next,
            Some(all) => all.and(next).map_err(|what| Failure::nowhere(Exit::Usage, format!("-p: {what}")))?,
        });
    }
    Ok(question)
}

/// The only input, if it has one of these extensions; such a file cannot be mixed with others.
fn only(inputs: &[PathBuf], extensions: &[&str]) -> Result<Option<PathBuf>, Failure> {
    let fits = |p: &&PathBuf| p.extension().is_some_and(|e| extensions.iter().any(|x| e == *x));
    match (inputs.iter().find(fits), inputs.len()) {
        (None, _) => Ok(None),
        (Some(path), 1) => Ok(Some(path.clone())),
        (Some(path), _) => {
            Err(Failure::nowhere(Exit::Usage, format!("`{}` cannot be combined with other inputs", path.display())))
        }
    }
}

/// A text is kept as it is, and what is made of it takes more than that.
const COPIES: u64 = 4;

fn read_text(path: &Path, budget: &Budget) -> Result<String, Failure> {
    let most = budget.bytes_left().map_or(u64::MAX, |left| left / COPIES);
    let bytes = hecaton_host::plain::read(path, most).map_err(|error| match error.kind() {
        std::io::ErrorKind::FileTooLarge => Failure::stopped(Stop::Memory),
        _ => Failure::input(format!("cannot read `{}`: {error}", path.display())),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let (valid, bytes) = (error.utf8_error().valid_up_to(), error.into_bytes());
        let line = bytes[..valid].iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
        let what = format!("this is not text: the byte 0x{:02x} is not UTF-8", bytes[valid]);
        Failure::at(path, &String::from_utf8_lossy(&bytes), line, what)
    })
}

fn usage(option: &str, what: &str) -> Failure {
    Failure::nowhere(Exit::Usage, format!("{option}: {what}"))
}

/// What the command line tells the preprocessor.
fn settings(args: &InputArgs) -> Result<Vec<Setting>, Failure> {
    let folder = |folder: &PathBuf| match folder.as_os_str().is_empty() {
        true => Err(usage("-I", "the name of a folder is empty")),
        false => Ok(Setting::Folder(Search::First, folder.clone())),
    };
    let define = |text: &String| Define::parse(text).map(Setting::Define).map_err(|what| usage("-D", &what));
    let undefine = |text: &String| Name::parse(text).map(Setting::Undefine).map_err(|what| usage("-U", &what));
    let folders = args.include.iter().map(folder);
    folders.chain(args.define.iter().map(define)).chain(args.undefine.iter().map(undefine)).collect()
}

fn read_prp(path: &Path, budget: &Budget) -> Result<Selection, Failure> {
    let text = read_text(path, budget)?;
    Selection::parse_prp(&text).map_err(|(line, what)| Failure::at(path, &text, line, what))
}

struct Definition {
    inputs: Vec<PathBuf>,
    question: Option<Selection>,
    model: Option<DataModel>,
}

fn read_task(path: &Path, budget: &Budget) -> Result<Definition, Failure> {
    let text = read_text(path, budget)?;
    let task = taskfile::parse(&text).map_err(|wrong| Failure::at(path, &text, wrong.line, wrong.what))?;
    let at = |what: String| Failure::at(path, &text, 0, what);
    if let Some(language) = task.language.as_deref().filter(|l| *l != "C") {
        return Err(at(format!("programs in {language} are not supported")));
    }
    let model = match task.data_model.as_deref() {
        None => None,
        Some("ILP32") => Some(DataModel::Ilp32),
        Some("LP64") => Some(DataModel::Lp64),
        Some(other) => return Err(at(format!("the data model {other} is not known"))),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut question: Option<Selection> = None;
    for file in &task.property_files {
        let file = folder.join(file);
        // The same task is often listed for test generation too, which asks for tests and not for an answer.
        if read_text(&file, budget)?.trim_start().starts_with("COVER") {
            continue;
        }
        let next = read_prp(&file, budget)?;
        question = Some(match question {
            None => next,
            Some(all) => all.and(next).map_err(at)?,
        });
    }
    let inputs = task.input_files.iter().map(|file| folder.join(file)).collect();
    Ok(Definition { inputs, question, model })
}

/// What is assumed of the world outside of the program.
#[derive(Clone, Copy)]
struct Assumed {
    missing_body: hecaton_front_c::MissingBody,
    outside: bool,
}

/// C files with their options.
struct Project {
    inputs: Vec<hecaton_front_c::Input>,
    model: Option<DataModel>,
    warnings: Vec<String>,
}

/// The files of a database: those that are asked for, or all.
fn from_database(path: &Path, wanted: &[PathBuf], budget: &Budget) -> Result<Project, Failure> {
    let file = compdb::file(path);
    let text = read_text(&file, budget)?;
    let here = std::env::current_dir().map_err(|e| Failure::input(format!("there is no current folder: {e}")))?;
    let base = here.join(file.parent().unwrap_or(Path::new("")));
    let database = compdb::parse(&text, &base, budget).map_err(|(line, what)| Failure::at(&file, &text, line, what))?;
    let mut units = Vec::new();
    if wanted.is_empty() {
        units.extend(&database.units);
    }
    for path in wanted {
        let absolute = compdb::normal(&here.join(path));
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let is_meant = |unit: &&compdb::Unit| {
            unit.path == absolute || real(&unit.path).is_some_and(|found| Some(found) == real(&absolute))
        };
        match database.units.iter().find(is_meant) {
            Some(unit) => units.push(unit),
            None => {
                let message = format!("`{}` is not in the database `{}`", path.display(), file.display());
                return Err(Failure::input(message));
            }
        }
    }
    if units.is_empty() {
        return Err(Failure::input(format!("the database `{}` has no C files", file.display())));
    }
    let model = units.iter().find_map(|unit| unit.model);
    if let Some(other) =
        units.iter().find(|unit| unit.model.unwrap_or(DataModel::Lp64) != model.unwrap_or(DataModel::Lp64))
    {
        let message =
            format!("`{}` and `{}` are compiled for different sizes", units[0].path.display(), other.path.display());
        return Err(Failure::input(message));
    }
    let input = |unit: &&compdb::Unit| hecaton_front_c::Input {
        path: unit.path.strip_prefix(&here).map_or_else(|_| unit.path.clone(), Path::to_path_buf),
        settings: unit.settings.clone(),
        std: unit.std.clone(),
    };
    Ok(Project { inputs: units.iter().map(input).collect(), model, warnings: database.warnings })
}

fn read_c(
    inputs: &[hecaton_front_c::Input],
    args: &InputArgs,
    data_model: DataModel,
    entry: Option<String>,
    selection: &Selection,
    assumed: Assumed,
    budget: &Budget,
) -> Result<hecaton_front_c::Loaded, Failure> {
    for path in inputs.iter().map(|input| &input.path) {
        let is = |known: &[&str]| path.extension().is_some_and(|e| known.iter().any(|k| e == *k));
        if is(&["o", "a", "so", "obj", "lib", "lo", "la"]) {
            let message = format!("`{}` is compiled code, which cannot be read", path.display());
            let help = "give the C files it was made from; functions that stay without body are as --missing-body says";
            let diags = vec![Diag::error_nowhere(message).help(help)];
            return Err(Failure { exit: Exit::Input, diags, files: Map::new(), stop: None });
        }
        if !is(&["c", "i"]) && !path.is_dir() {
            let message = format!("`{}`: expected a .c, .i, .hir or .yml file", path.display());
            return Err(Failure::input(message));
        }
    }
    let error_functions = match selection.error_functions.as_slice() {
        [] => ERROR_FUNCTIONS.map(str::to_owned).to_vec(),
        named => named.to_vec(),
    };
    let options = hecaton_front_c::Options {
        data_model,
        settings: settings(args)?,
        std: args.std.as_deref().map(standard).transpose().map_err(|what| usage("--std", &what))?,
        malloc_may_fail: args.malloc_may_fail,
        bounds: selection.kinds.contains(&PropKind::Bounds),
        uninit: selection.kinds.contains(&PropKind::Uninit),
        leaks: selection.kinds.contains(&PropKind::Leak),
        frees: selection.kinds.contains(&PropKind::Free),
        checks: selection.kinds.clone(),
        // What SV-COMP's property files call a valid dereference is one of memory that is there.
        constants: selection.entry.is_none(),
        error_label: selection.error_label.clone(),
        entry: entry.unwrap_or_else(|| "main".to_owned()),
        error_functions,
        missing_body: assumed.missing_body,
        outside: assumed.outside,
        missing_library: args.missing_body.is_some(),
        harness: hecaton_front_c::Harness { depth: args.harness_depth, elements: args.harness_elements },
        arbitrary_globals: args.arbitrary_globals,
        predicates: args.feature.clone(),
    };
    let loaded = hecaton_front_c::load(inputs, &options, budget).map_err(|failure| Failure {
        exit: if failure.stop.is_some() { Exit::Inconclusive } else { Exit::Input },
        diags: failure.diags,
        files: failure.files,
        stop: failure.stop,
    })?;
    let faults = verify(&loaded.program);
    if let Some(fault) = faults.first() {
        let message = format!("the front end made a program that is not well formed: {fault}");
        return Err(Failure::nowhere(Exit::Internal, message));
    }
    Ok(loaded)
}

fn read_hir(
    path: &Path,
    args: &InputArgs,
    model: Option<DataModel>,
    entry: Option<String>,
    budget: &Budget,
) -> Result<Program, Failure> {
    let preprocessing = !args.include.is_empty() || !args.define.is_empty() || !args.undefine.is_empty();
    let outside = args.missing_body.is_some() || args.outside.is_some();
    let reading = args.malloc_may_fail || outside || args.arbitrary_globals;
    if preprocessing || args.std.is_some() || reading || args.compdb.is_some() {
        let message = "-I, -D, -U, --std, --compdb, --malloc-may-fail, --missing-body, --outside and --arbitrary-globals \
                       are for C files only";
        return Err(Failure::nowhere(Exit::Usage, message));
    }
    let source = read_text(path, budget)?;
    let name = path.display().to_string();
    let mut program = text::parse(&name, &source).map_err(|e| {
        let span = Span { file: FileId::new(0), line: e.line, col: e.col, len: e.len };
        Failure::at_span(path, &source, span, e.message)
    })?;
    if model.is_some_and(|model| model != program.target) {
        let message = format!("`{name}` is written for {}", program.target);
        return Err(Failure::nowhere(Exit::Usage, message));
    }
    if let Some(entry) = entry {
        let found = program.function(&entry).filter(|f| program.functions[*f].has_body());
        program.entry = found.ok_or_else(|| Failure::input(format!("`{name}` has no function `{entry}`")))?;
    }
    let faults = verify(&program);
    if let Some(fault) = faults.first() {
        return Err(Failure::input(format!("`{name}` is not well formed: {fault}")));
    }
    Ok(program)
}

/// The messages for a person, each followed by an empty line.
pub fn show(diags: &[Diag], files: &Map<FileId, File>, paint: Paint) -> String {
    let mut out = String::new();
    for diag in diags {
        let grade = match diag.severity {
            Severity::Error => Grade::Error,
            Severity::Warning => Grade::Warning,
        };
        let (title, notes, help) = (diag.message.as_str(), diag.notes.as_slice(), diag.help.as_deref());
        let message = Message { grade, id: None, title, span: diag.span, label: None, notes, help };
        let _ = writeln!(out, "{}\n", paint.message(&message, files));
    }
    out
}

/// The functions without body for a report.
pub fn without_body(missing: &[Missing], files: &Map<FileId, File>) -> Vec<WithoutBody> {
    let one = |missing: &Missing| WithoutBody {
        name: missing.name.clone(),
        declared: place(files, missing.declared),
        used: place(files, missing.used),
        assumed: missing.assumed.clone(),
    };
    missing.iter().map(one).collect()
}

/// The messages for a report.
pub fn diagnostics(diags: &[Diag], files: &Map<FileId, File>) -> Vec<Diagnostic> {
    let one = |diag: &Diag| Diagnostic {
        severity: match diag.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diag.message.clone(),
        place: diag.span.and_then(|span| place(files, span)),
        notes: diag.notes.iter().map(|(text, _)| text.clone()).collect(),
        help: diag.help.clone(),
    };
    diags.iter().map(one).collect()
}
