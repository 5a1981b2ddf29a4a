//! The report for a person: what is wrong and how one gets there first, what is open and why, the rest in short, and
//! the whole in the last line.

use crate::columns;
use crate::paint::{Grade, Message, Paint, Tone};
use crate::report::{Answer, Known, Place, Property, Report};
use crate::steps::{self, Line, Step};
use hecaton_base::Map;
use hecaton_ir::{File, FileId};
use std::fmt::Write as _;

/// Counterexamples beyond this many are shown by their place only.
const TRACES: usize = 5;

/// Open properties, and functions without body, beyond this many are counted only.
const OPEN: usize = 20;

/// The cause that says no more than the property itself.
const CONDITION: &str = "the condition does not hold";

/// How to show a report.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Colours.
    pub paint: Paint,
    /// Every step of every counterexample.
    pub full_traces: bool,
    /// The properties that hold one by one.
    pub verbose: bool,
}

/// The report as text, ending in the summary line, or in what more workers would do.
pub fn render(report: &Report, files: &Map<FileId, File>, style: Style) -> String {
    let mut out = String::new();
    let violated = || report.properties.iter().filter(|p| p.verdict == Known::Violated);
    for (index, property) in violated().enumerate() {
        violation(&mut out, property, files, style, style.full_traces || index < TRACES);
    }
    let hidden = violated().filter(|p| p.trace.is_some()).count().saturating_sub(TRACES);
    if hidden > 0 && !style.full_traces {
        let _ = writeln!(out, "{hidden} more counterexamples are not shown; --trace full shows them\n");
    }
    reasons(&mut out, report, files, style);
    properties(&mut out, report, style);
    if !report.notes.is_empty() {
        let _ = writeln!(out, "{}", style.paint.tone(Tone::Strong, "taken for granted"));
        for note in &report.notes {
            let _ = writeln!(out, "  {note}");
        }
        out.push('\n');
    }
    without_body(&mut out, report, style);
    if style.verbose && !report.counts.is_empty() {
        let _ = writeln!(out, "{}", style.paint.tone(Tone::Strong, "statistics"));
        for (name, count) in &report.counts {
            let _ = writeln!(out, "  {name}: {count}");
        }
        out.push('\n');
    }
    for question in &report.unsupported {
        let _ = writeln!(out, "not supported yet, so the answer is unknown: {question}\n");
    }
    out += &crate::swarm::table(&report.configurations);
    out += &crate::witness::table(&report.invariants);
    out += &summary(report, style.paint);
    out.push('\n');
    if let Some(scaling) = &report.scaling {
        let _ = write!(out, "\n{scaling}");
    }
    out
}

/// The functions without body, by what they were taken to do.
fn without_body(out: &mut String, report: &Report, style: Style) {
    let mut assumptions: Vec<&str> = Vec::new();
    for function in &report.without_body {
        if !assumptions.contains(&function.assumed.as_str()) {
            assumptions.push(&function.assumed);
        }
    }
    for assumed in assumptions {
        let title = format!("functions without body: {assumed}");
        let _ = writeln!(out, "{}", style.paint.tone(Tone::Strong, &title));
        let all: Vec<_> = report.without_body.iter().filter(|f| f.assumed == assumed).collect();
        let shown = if style.verbose { all.len() } else { all.len().min(OPEN) };
        for function in &all[..shown] {
            let used = function.used.as_ref().map(|p| format!("  {}", short(p))).unwrap_or_default();
            let _ = writeln!(out, "  {}{used}", function.name);
        }
        if shown < all.len() {
            let _ = writeln!(out, "  {} more; -v lists them", all.len() - shown);
        }
        out.push('\n');
    }
}

fn violation(out: &mut String, property: &Property, files: &Map<FileId, File>, style: Style, with_trace: bool) {
    let mut notes = Vec::new();
    let calls: Vec<String> = (property.stack.iter().rev().skip(1))
        .map(|call| {
            format!("{}{}", call.function, call.place.as_ref().map(|p| format!(" ({})", short(p))).unwrap_or_default())
        })
        .collect();
    let involved: Vec<_> = property.threads.iter().filter(|party| party.involved).collect();
    notes.extend(involved.iter().map(|party| (columns::whereabouts(party), None)));
    if let (Some(last), false) = (property.stack.last(), calls.is_empty() || !involved.is_empty()) {
        notes.push((format!("in {}, called from {}", last.function, calls.join(" from ")), None));
    }
    match &property.needs {
        Some(needs) if needs.is_empty() => notes.push(("needs no feature".into(), None)),
        Some(needs) => notes.push((format!("needs the features: {}", needs.join(", ")), None)),
        None if property.features.is_empty() => {}
        None => notes.push((format!("features on the way: {}", property.features.join(", ")), None)),
    }
    let label = match property.cause.as_deref() {
        // The title says which condition.
        Some(CONDITION) | None => "does not hold",
        Some(cause) => cause,
    };
    let message = Message {
        grade: Grade::Violated,
        id: Some(property.kind),
        title: &property.text,
        span: Some(property.span),
        label: Some(label),
        notes: &notes,
        help: None,
    };
    let _ = writeln!(out, "{}\n", style.paint.message(&message, files));
    if with_trace && !style.full_traces && property.threads.len() > 1 {
        let failure = match label {
            "does not hold" => format!("violated: {}", property.text),
            cause => cause.to_owned(),
        };
        columns::render(out, &property.threads, &property.schedule, &failure, style.paint);
        out.push('\n');
    } else if let Some(steps) = property.trace.as_ref().filter(|steps| with_trace && !steps.is_empty()) {
        trace(out, steps, &property.text, style);
        out.push('\n');
    }
}

fn short(place: &Place) -> String {
    format!("{}:{}", place.file, place.line)
}

fn trace(out: &mut String, steps: &[Step], claim: &str, style: Style) {
    let lines = if style.full_traces { steps.iter().map(Line::Step).collect() } else { steps::fold(steps) };
    let (mut file, mut thread) = ("", None);
    for line in lines {
        match line {
            Line::Step(step) => {
                if step.thread != thread {
                    thread = step.thread;
                    let text = format!("thread {}", thread.unwrap_or(0));
                    let _ = writeln!(out, "  {}", style.paint.tone(Tone::Strong, &text));
                }
                if let Some(place) = step.place.as_ref().filter(|p| p.file != file) {
                    file = &place.file;
                    let _ = writeln!(out, "  {}", style.paint.tone(Tone::Faint, file));
                }
                let number = step.place.as_ref().map(|p| p.line.to_string()).unwrap_or_default();
                let indent = "  ".repeat(step.depth.min(20) as usize);
                let text = match (step.action, step.text.as_str()) {
                    ("failure", CONDITION) => style.paint.tone(Tone::Bad, &format!("violated: {claim}")),
                    ("failure", cause) => style.paint.tone(Tone::Bad, cause),
                    (_, text) => text.to_owned(),
                };
                let _ = writeln!(out, "  {number:>5}  {indent}{text}");
            }
            Line::Rounds { times, steps } => {
                let (steps, times) = (count(steps, "step"), count(times, "more time"));
                let text = format!("… the same {steps} {times} …");
                let _ = writeln!(out, "         {}", style.paint.tone(Tone::Faint, &text));
            }
            Line::Cut(steps) => {
                let text = format!("… {} left out; --trace full shows everything …", count(steps, "line"));
                let _ = writeln!(out, "         {}", style.paint.tone(Tone::Faint, &text));
            }
        }
    }
}

/// Why properties are open: every reason once, with its place and the number of properties.
fn reasons(out: &mut String, report: &Report, files: &Map<FileId, File>, style: Style) {
    let mut seen: Vec<(&Property, usize)> = Vec::new();
    for property in report.properties.iter().filter(|p| p.verdict == Known::Unknown) {
        let same =
            |(p, _): &&mut (&Property, usize)| (&p.reason, p.reason_span) == (&property.reason, property.reason_span);
        match seen.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => seen.push((property, 1)),
        }
    }
    for (property, count) in seen {
        let reason = property.reason.as_deref().unwrap_or("no reason is known");
        let open = if count == 1 { "one property is".to_owned() } else { format!("{count} properties are") };
        let message = Message {
            grade: Grade::Warning,
            id: Some("open"),
            title: reason,
            span: property.reason_span,
            label: Some("here"),
            notes: &[(format!("so {open} neither shown to hold nor violated"), None)],
            help: None,
        };
        let _ = writeln!(out, "{}\n", style.paint.message(&message, files));
    }
}

fn properties(out: &mut String, report: &Report, style: Style) {
    let listed = |p: &&Property| style.verbose || matches!(p.verdict, Known::Violated | Known::Unknown);
    let mut rows: Vec<&Property> = report.properties.iter().filter(listed).collect();
    // Violated ones come first: they are always listed.
    let shown = if style.verbose { rows.len() } else { rows.len().min(report.summary.violated + OPEN) };
    let hidden = rows.len() - shown;
    rows.truncate(shown);
    if rows.is_empty() {
        return;
    }
    let place = |p: &&Property| p.called_at.as_ref().or(p.place.as_ref()).map(short).unwrap_or_default();
    let places: Vec<String> = rows.iter().map(place).collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0).min(48);
    let ids = widest(&mut rows.iter().map(|p| p.id.chars().count()));
    let width = widest(&mut places.iter().map(|p| p.chars().count()));
    for (property, place) in rows.iter().zip(&places) {
        let (tone, word) = match property.verdict {
            Known::Violated => (Tone::Bad, "violated"),
            Known::Unknown => (Tone::Open, "open    "),
            Known::Bounded => (Tone::Open, "bounded "),
            Known::Holds => (Tone::Good, "holds   "),
        };
        let known = match (property.verdict, limits([*property])) {
            (Known::Unknown | Known::Bounded, Some(limits)) => format!("  (holds up to {limits})"),
            _ => String::new(),
        };
        let word = style.paint.tone(tone, word);
        let _ = writeln!(out, "{word}  {:ids$}  {place:width$}  {}{known}", property.id, property.text);
    }
    if hidden > 0 {
        let _ = writeln!(out, "{hidden} more {} open; -v lists them", if hidden == 1 { "is" } else { "are" });
    }
    let rest = report.properties.len() - rows.len() - hidden;
    if rest > 0 {
        let _ = writeln!(out, "{rest} more {}; -v lists them", if rest == 1 { "holds" } else { "hold" });
    }
    out.push('\n');
}

/// Up to what something is known.
fn limits<'a>(properties: impl IntoIterator<Item = &'a Property>) -> Option<String> {
    let mut least: [(Option<u32>, &str); 4] = [(None, ""); 4];
    for property in properties {
        for (least, (bound, noun)) in least.iter_mut().zip(property.limits()) {
            *least = (least.0.into_iter().chain(bound).min(), noun);
        }
    }
    let shown = |(bound, noun): (Option<u32>, &str)| bound.map(|bound| count(bound as usize, noun));
    let all: Vec<String> = least.into_iter().filter_map(shown).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

/// A number and its noun.
fn count(number: usize, noun: &str) -> String {
    let ending = match number {
        1 => "",
        _ if noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}

/// The last line: the answer, what it rests on, time and memory.
pub fn summary(report: &Report, paint: Paint) -> String {
    let s = &report.summary;
    let (tone, word) = match report.result {
        Answer::Holds => (Tone::Good, "HOLDS"),
        Answer::Violated => (Tone::Bad, "FAILED"),
        Answer::Bounded => (Tone::Open, "BOUNDED"),
        Answer::Unknown => (Tone::Open, "UNKNOWN"),
        Answer::Error => (Tone::Bad, "ERROR"),
    };
    let of =
        |n: usize| format!("{n} of {} {}", s.properties, if s.properties == 1 { "property" } else { "properties" });
    let bounded = || report.properties.iter().filter(|p| p.verdict == Known::Bounded);
    let bound = limits(bounded());
    let mut parts = Vec::new();
    if s.violated > 0 {
        parts.push(format!("{} violated", of(s.violated)));
    }
    if s.unknown > 0 {
        parts.push(if parts.is_empty() { format!("{} open", of(s.unknown)) } else { format!("{} open", s.unknown) });
    }
    if s.bounded > 0 {
        let up_to = bound.unwrap_or_default();
        let count = if parts.is_empty() { of(s.bounded) } else { s.bounded.to_string() };
        parts.push(format!("{count} {} up to {up_to}", if s.bounded == 1 { "holds" } else { "hold" }));
    }
    if s.holds > 0 {
        let count = if parts.is_empty() { of(s.holds) } else { s.holds.to_string() };
        parts.push(format!("{count} {} (all executions)", if s.holds == 1 { "holds" } else { "hold" }));
    }
    if s.properties == 0 && report.result == Answer::Holds {
        parts.push("the program has no property of the chosen kinds".into());
    }
    parts.extend(report.stopped.clone());
    let memory = if report.memory_peak_bytes > 0 {
        format!("  {} MiB", report.memory_peak_bytes.div_ceil(1 << 20))
    } else {
        String::new()
    };
    format!("{}  {}  {:.2} s{memory}", paint.tone(tone, word), parts.join(", "), report.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Color, TraceLength};
    use crate::exit::Exit;
    use crate::report::{Frame, Summary};

    fn line(result: Answer, summary: Summary) -> String {
        let frame = Frame {
            inputs: vec![],
            engine: "bmc".into(),
            solver: "cadical".into(),
            solvers: vec![],
            unsupported: vec![],
            accept_bounded: false,
            interrupted: false,
            stopped: None,
            seconds: 0.416,
            diagnostics: vec![],
            without_body: vec![],
            configurations: vec![],
            invariants: vec![],
            counts: Default::default(),
            scaling: None,
            trace: TraceLength::Short,
        };
        let report = Report { result, summary, memory_peak_bytes: 30 << 20, ..Report::empty(Exit::Success, frame) };
        super::summary(&report, Paint::new(Color::Never, &std::io::stdout()))
    }

    #[test]
    fn the_last_line_says_it_all() {
        let none = Summary::default();
        let failed = line(Answer::Violated, Summary { properties: 14, violated: 1, holds: 13, ..none });
        assert_eq!(failed, "FAILED  1 of 14 properties violated, 13 hold (all executions)  0.42 s  30 MiB");
        let holds = line(Answer::Holds, Summary { properties: 1, holds: 1, ..none });
        assert_eq!(holds, "HOLDS  1 of 1 property holds (all executions)  0.42 s  30 MiB");
        let open = line(Answer::Unknown, Summary { properties: 5, unknown: 2, holds: 3, ..none });
        assert_eq!(open, "UNKNOWN  2 of 5 properties open, 3 hold (all executions)  0.42 s  30 MiB");
        let nothing = line(Answer::Holds, none);
        assert_eq!(nothing, "HOLDS  the program has no property of the chosen kinds  0.42 s  30 MiB");
    }
}
