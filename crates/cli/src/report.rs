//! What a run found, as plain data: the one content that all formats show. Serialised as it is for JSON.

use hecaton_base::Map;
use hecaton_engine::{Outcome, Scope, Turns, Verdict};
use hecaton_ir::{File, FileId, Program, PropId, PropKind, Span};
use serde::Serialize;
use std::collections::BTreeMap;

use crate::args::TraceLength;
use crate::columns::{self, Moment, Party};
use crate::exit::Exit;
use crate::props::subproperty;
use crate::solvers::Chosen;
use crate::steps::{self, Step};
use crate::swarm::Row;
use crate::witness::LoopInvariant;

/// The version of the JSON form. Fields may be added within a version; a reader ignores those it does not know.
pub const VERSION: u32 = 1;

/// A run and its results.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Always `hecaton-report`.
    pub format: &'static str,
    /// The version of this form.
    pub version: u32,
    /// The version of the program that wrote it.
    pub tool_version: &'static str,
    /// What was read.
    pub inputs: Vec<String>,
    /// The function execution starts in, if the program could be read.
    pub entry: Option<String>,
    /// Sizes of the target, if the program could be read.
    pub data_model: Option<String>,
    /// The engine.
    pub engine: String,
    /// The solver.
    pub solver: String,
    /// The answer as a whole.
    pub result: Answer,
    /// What the process exits with.
    pub exit_code: u8,
    /// The answer in the words of SV-COMP.
    pub sv_comp: String,
    /// Why the run ended early, if it did.
    pub stopped: Option<String>,
    /// How many properties got which verdict.
    pub summary: Summary,
    /// Every chosen property.
    pub properties: Vec<Property>,
    /// What was asked and cannot be answered by this version.
    pub unsupported: Vec<String>,
    /// What was taken for granted.
    pub notes: Vec<String>,
    /// Solvers that are not a part of this program, if something that holds may rest on their answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub external_solvers: Vec<Chosen>,
    /// Functions that the program may call and that have no body.
    pub without_body: Vec<WithoutBody>,
    /// Errors and warnings about the input.
    pub diagnostics: Vec<Diagnostic>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// The most memory that was resident, in bytes; 0 if it is not known.
    pub memory_peak_bytes: u64,
    /// The configurations of features that were tried, in the order in which they were done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub configurations: Vec<Row>,
    /// What holds at the heads of loops, if that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<LoopInvariant>,
    /// Numbers the engine gave.
    pub counts: BTreeMap<&'static str, u64>,
    /// What more workers would do, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::workers::serialize")]
    pub scaling: Option<hecaton_jobs::Scaling>,
    #[serde(skip)]
    pub(crate) exit: Exit,
}

/// The answer as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Every property holds on all executions.
    Holds,
    /// A property is violated.
    Violated,
    /// Every property holds, at least one only up to a bound.
    Bounded,
    /// Nothing is violated and something is open.
    Unknown,
    /// There is no answer: the input cannot be used, or this tool failed.
    Error,
}

/// How many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Summary {
    pub properties: usize,
    pub violated: usize,
    pub unknown: usize,
    pub bounded: usize,
    pub holds: usize,
}

/// A property and what is known of it.
#[derive(Clone, Debug, Serialize)]
pub struct Property {
    /// Unique in the program: function, kind and a number.
    pub id: String,
    /// The kind, as for `-p`.
    pub kind: &'static str,
    /// What is claimed.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// Where.
    pub place: Option<Place>,
    /// If the place is in our model of a library function and the property is violated: the call in the program.
    pub called_at: Option<Place>,
    /// What is known.
    pub verdict: Known,
    /// If it is only known up to a bound: the number of loop iterations and nested calls.
    pub unwind: Option<u32>,
    /// If it is only known up to a bound: the number of branches with several ways on a path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<u32>,
    /// If it is only known up to a bound: how often every thread has its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// If it is only known up to a bound: how many turns threads have together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contexts: Option<u32>,
    /// Why it is open.
    pub reason: Option<String>,
    /// Where the reason lies.
    pub reason_place: Option<Place>,
    /// What went wrong.
    pub cause: Option<String>,
    /// The features that take place on the way to the violation, in the order of their first time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// The features that the violation needs, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Vec<String>>,
    /// The functions active at the violation, outermost first.
    pub stack: Vec<Call>,
    /// With several threads: how those stand that the violation is about, all if it is about none in particular.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<Party>,
    /// With several threads: what they did to each other, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<Moment>,
    /// The way to the violation, as much of it as was asked for.
    pub trace: Option<Vec<Step>>,
    #[serde(skip)]
    pub(crate) span: Span,
    #[serde(skip)]
    pub(crate) reason_span: Option<Span>,
    #[serde(skip)]
    pub(crate) graveness: Graveness,
}

/// A function that is active when a property is violated.
#[derive(Clone, Debug, Serialize)]
pub struct Call {
    /// The function.
    pub function: String,
    /// Where it is: at the call of the next function, or at the violation.
    pub place: Option<Place>,
}

pub(crate) fn call(program: &Program, active: &hecaton_trace::Active) -> Call {
    Call { function: active.name.clone(), place: place(&program.files, active.span) }
}

/// What is known of one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Known {
    /// An execution violates it.
    Violated,
    /// Neither is known; if `unwind` is given, it holds up to there.
    Unknown,
    /// It holds up to `unwind`.
    Bounded,
    /// It holds on all executions.
    Holds,
}

/// What an open property means for the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Graveness {
    /// Limits were reached.
    Limit,
    /// Something is not supported.
    Unsupported,
    /// A defect of this tool.
    Bug,
}

/// A place in a source file, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub length: u32,
    /// In our own code of library functions.
    #[serde(skip)]
    pub library: bool,
}

/// An error or a warning about the input.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Diagnostic {
    pub severity: &'static str,
    pub message: String,
    pub place: Option<Place>,
    pub notes: Vec<String>,
    pub help: Option<String>,
}

/// A function without body.
#[derive(Clone, Debug, Serialize)]
pub struct WithoutBody {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub declared: Option<Place>,
    /// Where it is used first.
    pub used: Option<Place>,
    /// What a call of it was taken to do.
    pub assumed: String,
}

/// The place of a span, if it has one.
pub fn place(files: &Map<FileId, File>, span: Span) -> Option<Place> {
    let file = files.get(span.file).filter(|_| span.line > 0)?;
    Some(Place {
        file: file.name.clone(),
        line: span.line,
        column: span.col.max(1),
        length: span.len.max(1),
        library: file.library,
    })
}

/// Whether a place lies in our own C code of a library function.
fn is_model(program: &Program, span: Span) -> bool {
    program.files.get(span.file).is_some_and(File::is_model)
}

/// The names of all properties of a program: function, kind and a number.
pub fn names(program: &Program) -> BTreeMap<PropId, String> {
    let mut counts: BTreeMap<(&str, PropKind), u32> = BTreeMap::new();
    let mut name = |(id, prop): (PropId, &'_ hecaton_ir::Prop)| {
        let count = counts.entry((program.props[id].func.as_str(), prop.kind)).or_default();
        *count += 1;
        let function = if prop.func.is_empty() { "program" } else { &prop.func };
        (id, format!("{function}.{}.{count}", prop.kind.name()))
    };
    program.props.iter().map(&mut name).collect()
}

/// One property with its verdict.
pub fn property(program: &Program, name: &str, id: PropId, verdict: &Verdict, length: TraceLength) -> Property {
    let prop = &program.props[id];
    let mut property = Property {
        id: name.to_owned(),
        kind: prop.kind.name(),
        text: prop.text.clone(),
        function: prop.func.clone(),
        place: place(&program.files, prop.span),
        called_at: None,
        verdict: Known::Holds,
        unwind: None,
        branches: None,
        rounds: None,
        contexts: None,
        reason: None,
        reason_place: None,
        cause: None,
        features: vec![],
        needs: None,
        stack: vec![],
        threads: vec![],
        schedule: vec![],
        trace: None,
        span: prop.span,
        reason_span: None,
        graveness: Graveness::Limit,
    };
    match verdict {
        Verdict::Holds(Scope::All) => {}
        Verdict::Holds(scope @ Scope::UpTo { .. }) => {
            property.verdict = Known::Bounded;
            property.limit(scope);
        }
        Verdict::Violated(violation) => {
            property.verdict = Known::Violated;
            property.trace = steps::of(program, &violation.trace, length);
            property.cause = Some(violation.trace.cause.clone());
            property.features = violation.trace.features().into_iter().map(str::to_owned).collect();
            property.needs = violation.needs.clone();
            property.stack = violation.trace.stack.iter().map(|active| call(program, active)).collect();
            if length != TraceLength::None {
                property.threads = columns::parties(program, &violation.trace);
                property.schedule = columns::moments(program, &violation.trace);
            }
            if matches!(prop.kind, PropKind::Race | PropKind::Deadlock) {
                // They are properties of the whole program; a violation has its place.
                property.place = place(&program.files, violation.trace.span).or(property.place);
                property.span = violation.trace.span;
            }
            if is_model(program, prop.span) {
                let call = violation.trace.stack.iter().rev().find(|active| !is_model(program, active.span));
                property.called_at = call.and_then(|active| place(&program.files, active.span));
                property.span = call.map_or(prop.span, |active| active.span);
            }
        }
        Verdict::Unknown(unknown) => {
            use hecaton_base::Stop;
            property.verdict = Known::Unknown;
            property.reason = Some(unknown.stop.to_string());
            property.reason_span = unknown.span;
            property.reason_place = unknown.span.and_then(|span| place(&program.files, span));
            if let Some(scope) = &unknown.known {
                property.limit(scope);
            }
            property.graveness = match unknown.stop {
                Stop::Time
                | Stop::Memory
                | Stop::Full(_)
                | Stop::Steps
                | Stop::Cancelled
                | Stop::Approximate(_)
                | Stop::Solver(_)
                | Stop::Partial(_) => Graveness::Limit,
                Stop::Unsupported(_) => Graveness::Unsupported,
                Stop::Bug(_) => Graveness::Bug,
            };
        }
    }
    property
}

impl Property {
    /// Takes what a scope says. One that is known on all executions and yet open would be a contradiction: then nothing.
    fn limit(&mut self, scope: &Scope) {
        let Scope::UpTo { unwind, branches, turns } = scope else { return };
        (self.unwind, self.branches) = (*unwind, *branches);
        match turns {
            None => {}
            Some(Turns::Rounds(count)) => self.rounds = Some(*count),
            Some(Turns::Contexts(count) | Turns::InTurn(count)) => self.contexts = Some(*count),
        }
    }
    /// The bounds, in the words of a person.
    pub fn limits(&self) -> [(Option<u32>, &'static str); 4] {
        let Property { unwind, branches, rounds, contexts, .. } = self;
        [(*unwind, "iteration"), (*branches, "branch"), (*rounds, "round"), (*contexts, "context")]
    }
}

/// What a report is made of besides the verdicts.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What was read.
    pub inputs: Vec<String>,
    /// The engine.
    pub engine: String,
    /// The solver.
    pub solver: String,
    /// The solvers, as programs.
    pub solvers: Vec<Chosen>,
    /// Questions that cannot be answered.
    pub unsupported: Vec<String>,
    /// Take bounded for success.
    pub accept_bounded: bool,
    /// The user stopped the run.
    pub interrupted: bool,
    /// Why the run ended early.
    pub stopped: Option<String>,
    /// Wall-clock time.
    pub seconds: f64,
    /// About the input.
    pub diagnostics: Vec<Diagnostic>,
    /// Functions without body.
    pub without_body: Vec<WithoutBody>,
    /// The configurations of features that were tried.
    pub configurations: Vec<Row>,
    /// What holds at the heads of loops, if that was asked.
    pub invariants: Vec<LoopInvariant>,
    /// Numbers the engine gave.
    pub counts: BTreeMap<&'static str, u64>,
    /// What more workers would do, if that was asked.
    pub scaling: Option<hecaton_jobs::Scaling>,
    /// How much of a counterexample is kept.
    pub trace: TraceLength,
}

impl Report {
    /// The report of a run on a program that could be read.
    pub fn of_outcome(program: &Program, outcome: &Outcome, frame: Frame) -> Self {
        let names = names(program);
        let mut properties: Vec<Property> = outcome
            .verdicts
            .iter()
            .map(|(id, verdict)| property(program, &names[id], *id, verdict, frame.trace))
            .collect();
        properties.sort_by_key(|p| p.verdict);
        let count = |known| properties.iter().filter(|p| p.verdict == known).count();
        let summary = Summary {
            properties: properties.len(),
            violated: count(Known::Violated),
            unknown: count(Known::Unknown),
            bounded: count(Known::Bounded),
            holds: count(Known::Holds),
        };
        let gravest = properties.iter().filter(|p| p.verdict == Known::Unknown).map(|p| p.graveness).max();
        let result = if summary.violated > 0 {
            Answer::Violated
        } else if summary.unknown > 0 || !frame.unsupported.is_empty() || frame.interrupted {
            Answer::Unknown
        } else if summary.bounded > 0 {
            Answer::Bounded
        } else {
            Answer::Holds
        };
        let exit = match result {
            _ if frame.interrupted => Exit::Interrupted,
            Answer::Violated => Exit::Violated,
            Answer::Holds => Exit::Success,
            Answer::Bounded if frame.accept_bounded => Exit::Success,
            Answer::Bounded => Exit::Inconclusive,
            Answer::Unknown => match gravest {
                Some(Graveness::Bug) => Exit::Internal,
                Some(Graveness::Unsupported) => Exit::Input,
                Some(Graveness::Limit) => Exit::Inconclusive,
                // Nothing is open but a question that is not supported at all.
                None => Exit::Input,
            },
            Answer::Error => Exit::Internal,
        };
        let sv_comp = match result {
            Answer::Holds => "TRUE".to_owned(),
            Answer::Violated => {
                let kind = properties.first().and_then(|p| PropKind::ALL.into_iter().find(|k| k.name() == p.kind));
                format!("FALSE({})", kind.map_or("unknown", subproperty))
            }
            Answer::Bounded | Answer::Unknown | Answer::Error => "UNKNOWN".to_owned(),
        };
        let mut notes = program.notes.clone();
        notes.extend(outcome.notes.iter().filter(|n| !program.notes.contains(n)).cloned());
        let ends_a_path = |kind| matches!(kind, PropKind::Bounds | PropKind::Deref | PropKind::Free);
        if program.props.iter().any(|(id, prop)| ends_a_path(prop.kind) && !outcome.verdicts.contains_key(&id)) {
            notes.push("memory accesses that are not asked about are taken to be valid".into());
        }
        if program.race.is_some_and(|race| !outcome.verdicts.contains_key(&race)) {
            notes.push(
                "where data races are not asked about, accesses come one after the other, each as a whole".into(),
            );
        }
        let rests = summary.holds + summary.bounded > 0;
        let external_solvers: Vec<Chosen> =
            frame.solvers.iter().filter(|solver| rests && solver.is_external()).cloned().collect();
        notes.extend(external_solvers.iter().map(Chosen::assumption));
        Report {
            external_solvers,
            entry: Some(program.functions[program.entry].name.clone()),
            data_model: Some(program.target.to_string()),
            result,
            exit_code: exit.code(),
            sv_comp,
            summary,
            properties,
            notes,
            ..Self::empty(exit, frame)
        }
    }

    /// The report of a run that has no verdicts to show.
    pub fn empty(exit: Exit, frame: Frame) -> Self {
        Report {
            format: "hecaton-report",
            version: VERSION,
            tool_version: env!("CARGO_PKG_VERSION"),
            inputs: frame.inputs,
            entry: None,
            data_model: None,
            engine: frame.engine,
            solver: frame.solver,
            result: Answer::Error,
            exit_code: exit.code(),
            sv_comp: "UNKNOWN".into(),
            stopped: frame.stopped,
            summary: Summary::default(),
            properties: vec![],
            unsupported: frame.unsupported,
            notes: vec![],
            external_solvers: vec![],
            without_body: frame.without_body,
            diagnostics: frame.diagnostics,
            seconds: (frame.seconds * 1000.0).round() / 1000.0,
            memory_peak_bytes: crate::process::peak_bytes(),
            configurations: frame.configurations,
            invariants: frame.invariants,
            counts: frame.counts,
            scaling: frame.scaling,
            exit,
        }
    }

    /// The report as one line of JSON.
    pub fn to_json_line(&self) -> String {
        // Strings, numbers and lists only: nothing that could fail.
        serde_json::to_string(self).unwrap_or_else(|e| format!("{{\"format\":\"hecaton-report\",\"error\":\"{e}\"}}"))
    }
}
